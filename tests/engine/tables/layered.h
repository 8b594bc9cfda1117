// SPDX-License-Identifier: MIT
#ifndef MERELS_TESTS_LAYERED_H
#define MERELS_TESTS_LAYERED_H

#include <stddef.h>

#include "protocol/rules/position.h"

/// A second, slow solver for games with a no-progress limit: the count of quiet plies is part of
/// the state, so nothing ever comes back and every state is judged by plain recursion. No distance
/// is compared with a limit anywhere.

typedef struct LayeredValue {
    int sign;           // for the side to move
    int end_plies;      // of a win or loss: to the end, under the limit
    int progress_plies; // of a win or loss: to progress or the end, when that is what counts
} LayeredValue;

typedef struct Layered Layered;

Layered *layered_new(const Variant *v);
void layered_free(Layered *layered);
/// The variant must have a limit.
LayeredValue layered_value(Layered *layered, const Position *pos);
/// All states judged so far, and one of them.
size_t layered_nb(const Layered *layered);
const Position *layered_state(const Layered *layered, size_t index, LayeredValue *value);

#endif
