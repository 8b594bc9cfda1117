// SPDX-License-Identifier: MIT
#ifndef MERELS_RULES_PERFT_H
#define MERELS_RULES_PERFT_H

#include <stdatomic.h>
#include <stdint.h>

#include "protocol/rules/position.h"

#define PERFT_DEPTH_MAX 128

/// Counts the sequences of `depth_plies` legal moves (a whole turn is one ply). Finished positions
/// have no successors; repetition and no progress are ignored; the last ply is counted in bulk. One
/// thread, no hashing, no symmetry. depth 0 is 1. Beyond PERFT_DEPTH_MAX it is 0: a game that lasts
/// so long has more leaves than could be counted. `stop` (may be NULL): when it becomes true the
/// count ends early and is meaningless.
uint64_t perft_count(const Variant *v, const Position *pos, int depth_plies,
                     const atomic_bool *stop);

#endif
