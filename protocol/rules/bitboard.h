// SPDX-License-Identifier: MIT
#ifndef MERELS_RULES_BITBOARD_H
#define MERELS_RULES_BITBOARD_H

#include <stdbool.h>
#include <stdint.h>

/// A set of points: bit i is point i. Pure inline functions only.
typedef uint64_t Bitboard;

#define POINT_MAX 64
#define POINT_NONE 64 // "no point": a placement has no origin

static inline Bitboard bitboard_of(int point)
{
    return (Bitboard)1 << point;
}

static inline int bitboard_count(Bitboard set)
{
    return __builtin_popcountll(set);
}

/// The lowest point of a set that is not empty.
static inline int bitboard_first(Bitboard set)
{
    return __builtin_ctzll(set);
}

/// Takes the lowest point out of a set that is not empty and returns it.
static inline int bitboard_pop(Bitboard *set)
{
    int point = __builtin_ctzll(*set);
    *set &= *set - 1;
    return point;
}

/// Exactly one point.
static inline bool bitboard_is_single(Bitboard set)
{
    return set != 0 && (set & (set - 1)) == 0;
}

#endif
