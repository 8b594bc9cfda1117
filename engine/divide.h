// SPDX-License-Identifier: MIT
#ifndef MERELS_ENGINE_DIVIDE_H
#define MERELS_ENGINE_DIVIDE_H

#include "engine/job.h"
#include "engine/sink.h"
#include "protocol/rules/position.h"

/// `go perft N` as a job: the counts of each root move, then their sum.

/// A task that writes "MOVE: COUNT" for each legal move of `pos` as soon as it is known, an empty
/// line and "Nodes searched: SUM". A position that is finished (repetition and quiet plies do not
/// count) has no moves. Stopped, it ends with an info string line and no sum. depth_plies 0: no
/// move lines, the sum is 1. `v` and `sink` must outlive it.
JobTask divide_task(const Variant *v, const Position *pos, int depth_plies, const Sink *sink);

#endif
