// SPDX-License-Identifier: MIT
#ifndef MERELS_SEARCH_ROOT_H
#define MERELS_SEARCH_ROOT_H

#include "engine/search/worker.h"

/// The moves of the root: iterative deepening with a narrow window, several lines when asked for,
/// and the reports.

/// Searches until a limit, the end of the tree or Task.halt. The first worker reports each finished
/// iteration and minds the limits; the others only help to fill the table.
void root_deepen(Worker *worker);

/// The first worker, when all have ended: reports every line once more unless nothing was visited
/// since the last report. After it lines[0] has at least one move: when not even the first iteration
/// was finished, the best by a look at where each move leads, never one that loses at once if there
/// is another.
void root_report_last(Worker *worker);

#endif
