// SPDX-License-Identifier: MIT
#ifndef MERELS_RULES_POSITION_H
#define MERELS_RULES_POSITION_H

#include "protocol/rules/variant.h"

/// A position is a small value; a move makes a new one and there is no undo.

/// A whole turn in 64 bits, removals included. Bits 0-6: destination + 1; 7-13: origin + 1, 0 for a
/// man from the hand; then TAKEN_MAX groups of 7 bits: victims + 1 in ascending order, 0 where
/// there is none. Equal turns are equal numbers.
typedef uint64_t Move;

#define MOVE_NONE ((Move)0)
#define MOVE_PASS ((Move)1 << 63) // a forced pass

static inline Move move_make(int from, int to) // from: POINT_NONE for a placement
{
    return (Move)(to + 1) | (Move)(from == POINT_NONE ? 0 : from + 1) << 7;
}
/// The same turn with one more victim; victims must be added in ascending order, `index` counts
/// from 0.
static inline Move move_with_taken(Move move, int index, int victim)
{
    return move | (Move)(victim + 1) << (14 + 7 * index);
}
static inline int move_to(Move move)
{
    return (int)(move & 127) - 1;
}
static inline int move_from(Move move) // POINT_NONE for a placement
{
    int from = (int)(move >> 7 & 127);
    return from == 0 ? POINT_NONE : from - 1;
}
/// Victim `index` (0 to TAKEN_MAX - 1), or POINT_NONE.
static inline int move_taken(Move move, int index)
{
    int victim = (int)(move >> (14 + 7 * index) & 127);
    return victim == 0 ? POINT_NONE : victim - 1;
}
static inline bool move_is_capture(Move move)
{
    return move != MOVE_PASS && move >> 14 != 0;
}

typedef struct Position {
    Bitboard men[SIDE_NB];
    uint64_t key;          // of men, hands and side to move: equal positions have equal keys
    uint32_t quiet;        // plies since the last placement or removal
    uint32_t move_number;  // full moves, from 1; counts up after Black's turn
    uint8_t hand[SIDE_NB]; // men in hand
    uint8_t side;          // Side to move
} Position;

/// The start position of the variant.
Position position_start(const Variant *v);

/// The position after `move`, which must be legal in `pos`. Pure; any thread.
Position position_play(const Variant *v, const Position *pos, Move move);

/// The key computed from nothing; `pos->key` always equals it.
uint64_t position_key(const Variant *v, const Position *pos);

/// Same men, hands and side to move: what repetition compares.
bool position_same(const Position *a, const Position *b);

static inline Bitboard position_empty(const Variant *v, const Position *pos)
{
    return v->points & ~(pos->men[SIDE_WHITE] | pos->men[SIDE_BLACK]);
}

/// May `side` move its men to any empty point (the variant's move.kind is any, or it has few enough
/// men)?
bool position_can_fly(const Variant *v, const Position *pos, Side side);

#endif
