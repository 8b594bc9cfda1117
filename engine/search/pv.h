// SPDX-License-Identifier: MIT
#ifndef MERELS_SEARCH_PV_H
#define MERELS_SEARCH_PV_H

#include "engine/search/worker.h"

/// Goes on with a line that the search left short: an exact mate by small searches that prove each
/// move, as long as they cost little and the search is not halted; then by the table, as far as a
/// mate score says that the game goes on; and by any legal reply when there is just one move and it
/// does not end the game, if possible one that does not end it against the score.
/// line: legal moves from the root, at least one. Writes behind them; returns the new length.
/// Counts nodes as any search does. scratch: the arena of the worker is used and given back.
int pv_complete(Worker *worker, Line *line);

#endif
