// SPDX-License-Identifier: MIT
#ifndef MERELS_SEARCH_HISTORY_H
#define MERELS_SEARCH_HISTORY_H

#include <stdlib.h>
#include <string.h>

#include "protocol/rules/position.h"

/// What the moves of this search have been worth, by side, origin and destination, whatever they
/// took; and which victims were worth taking. One owner: each thread has its own.

#define HISTORY_MAX 8192                               // no value leaves +-HISTORY_MAX
#define HISTORY_TURN_NB ((POINT_NONE + 1) * POINT_MAX) // origin (or the hand) and destination

typedef struct History {
    int16_t turns[SIDE_NB][HISTORY_TURN_NB];
    int16_t victims[SIDE_NB][POINT_MAX]; // [side that takes]
} History;

static inline void history_clear(History *history)
{
    memset(history, 0, sizeof(*history));
}

static inline int history_turn(const History *history, int side, Move move)
{
    return history->turns[side][move_from(move) * POINT_MAX + move_to(move)];
}

static inline int history_victim(const History *history, int side, int victim)
{
    return history->victims[side][victim];
}

// The nearer a value is to its bound, the less a bonus adds: it needs no ageing and cannot
// overflow.
static inline void history_shift(int16_t *value, int bonus)
{
    *value = (int16_t)(*value + bonus - *value * abs(bonus) / HISTORY_MAX);
}

/// A move that was good (bonus > 0) or not (< 0); |bonus| at most HISTORY_MAX. Not for a pass.
static inline void history_add(History *history, int side, Move move, int bonus)
{
    history_shift(&history->turns[side][move_from(move) * POINT_MAX + move_to(move)], bonus);
    if (move_is_capture(move)) {
        history_shift(&history->victims[side][move_taken(move, 0)], bonus);
    }
}

#endif
