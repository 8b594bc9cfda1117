// SPDX-License-Identifier: MIT
#ifndef MERELS_SEARCH_PV_H
#define MERELS_SEARCH_PV_H

#include "engine/search/worker.h"

/// Goes on with a line that the search left short: by the table, as far as a mate score says that
/// the game goes on; and by any legal reply when there is just one move and it does not end the
/// game. pv: pv_nb legal moves from the root, at least one; room for SEARCH_PV_MAX. Returns the new
/// length. scratch: the arena of the worker is used and given back.
int pv_complete(Worker *worker, Move pv[], int pv_nb, int score);

#endif
