// SPDX-License-Identifier: MIT
#include "protocol/rules/movegen.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

#include "protocol/rules/removal.h"

/// May the side use its men on the board this turn?
static inline bool may_move(const Variant *v, const Position *pos, Side side)
{
    return v->rules.move_phase && (pos->hand[side] == 0 || v->rules.place_and_move_mixed);
}

static inline bool stuck_passes(const Variant *v, const Position *pos)
{
    return (pos->hand[pos->side] > 0 ? v->rules.no_place : v->rules.no_move) == STUCK_PASS;
}

/// How many lines through `point` the set `own` completes.
static int mills_through(const Variant *v, Bitboard own, int point)
{
    int nb = 0;
    for (int i = 0; i < v->lines.through_nb[point]; i++) {
        const Pattern *line = &v->lines.patterns[v->lines.through[point][i]];
        nb += (own & line->care) == line->want;
    }
    return nb;
}

/// Many patterns at once. The vectors are spelled out because the compiler unrolls loops of
/// constant length before it would make vectors of them: the plain loops were 1.5 times slower.
#define LANE_NB 16
typedef uint32_t Lanes __attribute__((vector_size(LANE_NB * sizeof(uint32_t))));
typedef uint32_t Lanes8 __attribute__((vector_size(8 * sizeof(uint32_t))));
typedef uint32_t Lanes4 __attribute__((vector_size(4 * sizeof(uint32_t))));
typedef uint64_t Lanes2 __attribute__((vector_size(2 * sizeof(uint64_t))));

// Vectors are passed by pointer, because how they are passed by value depends on the processor that
// is built for.
static inline void lanes_load(const uint32_t *from, Lanes *out)
{
    memcpy(out, from, sizeof(*out));
}

/// The union of all lanes.
static inline uint32_t lanes_join(const Lanes *lanes)
{
    Lanes8 half = __builtin_shufflevector(*lanes, *lanes, 0, 1, 2, 3, 4, 5, 6, 7) |
                  __builtin_shufflevector(*lanes, *lanes, 8, 9, 10, 11, 12, 13, 14, 15);
    Lanes4 quarter = __builtin_shufflevector(half, half, 0, 1, 2, 3) |
                     __builtin_shufflevector(half, half, 4, 5, 6, 7);
    Lanes2 pair = (Lanes2)quarter;
    uint64_t rest = pair[0] | pair[1];
    return (uint32_t)(rest | rest >> 32);
}

// The instances. Figures are nanoseconds a position over random games, counting / writing the
// moves, with the any-size instance in brackets (AMD EPYC of family 25, GCC 12, -O3 -march=native);
// perft is millions of leaves a second. The classes go by the number of lines and the width of the
// words, which the loops depend on, and not by the number of points, which no loop does.

#define INSTANCE(name) name##_any
#define WORD uint64_t
#include "protocol/rules/movegen_tmpl.h"

// Up to 9 points, answers looked up: tapatan placing 4.1 / 12.1 (5.5 / 14.6), moving 8.0 / 17.0
// (9.7 / 20.5); perft 10 115 (98).
#define INSTANCE(name) name##_9
#define WORD uint32_t
#define PATTERNS_SMALL
#include "protocol/rules/movegen_tmpl.h"

// Up to 16 lines: nine men's morris placing 6.1 / 23.6 (13.3 / 32.1), moving 17.6 / 39.8 (37.2
// / 70.0), perft 6 1040 (753); seven men's morris placing 6.0 / 19.2 (14.2 / 27.7), moving 15.2
// / 34.3 (33.7 / 58.5), perft 6 629 (422).
#define INSTANCE(name) name##_16
#define WORD uint32_t
#define PATTERN_NB 16
#define FORBIDDEN_NB 0
#include "protocol/rules/movegen_tmpl.h"

// Up to 32 lines: morabaraba (20 lines) placing 6.9 / 24.4 (15.9 / 33.8), moving 23.7 / 56.5 (48.9
// / 81.5), perft 6 1000 (707).
#define INSTANCE(name) name##_32
#define WORD uint32_t
#define PATTERN_NB 32
#define FORBIDDEN_NB 0
#include "protocol/rules/movegen_tmpl.h"

// Up to 48 patterns of each use: dara placing 6.5 / 28.7 (15.0 / 41.7), moving 54.6 / 80.3 (127 /
// 204), perft 5 1296 (883).
#define INSTANCE(name) name##_48
#define WORD uint32_t
#define PATTERN_NB NARROW_LINE_MAX
#define FORBIDDEN_NB NARROW_LINE_MAX
#include "protocol/rules/movegen_tmpl.h"

static int legal_turns(const Variant *v, const Position *pos, Move out[])
{
    switch (v->size_class) {
    case SIZE_9:
        return legal_9(v, pos, out);
    case SIZE_16_LINES:
        return legal_16(v, pos, out);
    case SIZE_32_LINES:
        return legal_32(v, pos, out);
    case SIZE_48_LINES:
        return legal_48(v, pos, out);
    default:
        return legal_any(v, pos, out);
    }
}

static int count_turns(const Variant *v, const Position *pos)
{
    switch (v->size_class) {
    case SIZE_9:
        return count_9(v, pos);
    case SIZE_16_LINES:
        return count_16(v, pos);
    case SIZE_32_LINES:
        return count_32(v, pos);
    case SIZE_48_LINES:
        return count_48(v, pos);
    default:
        return count_any(v, pos);
    }
}

int movegen_legal(const Variant *v, const Position *pos, Move out[])
{
    int nb = legal_turns(v, pos, out);
    if (nb == 0 && stuck_passes(v, pos)) {
        out[nb++] = MOVE_PASS;
    }
    return nb;
}

int movegen_count(const Variant *v, const Position *pos)
{
    int nb = count_turns(v, pos);
    return nb == 0 && stuck_passes(v, pos) ? 1 : nb;
}

int movegen_legal_any_size(const Variant *v, const Position *pos, Move out[])
{
    int nb = legal_any(v, pos, out);
    if (nb == 0 && stuck_passes(v, pos)) {
        out[nb++] = MOVE_PASS;
    }
    return nb;
}

int movegen_count_any_size(const Variant *v, const Position *pos)
{
    int nb = count_any(v, pos);
    return nb == 0 && stuck_passes(v, pos) ? 1 : nb;
}

/// The victims of a move as a set; false when they are not distinct, ascending points of the board.
static bool victims_of(const Variant *v, Move move, Bitboard *out)
{
    *out = 0;
    int last = -1;
    for (Move rest = move >> 14; rest != 0; rest >>= 7) {
        int victim = (int)(rest & 127) - 1;
        if (victim <= last || victim >= v->point_nb) {
            return false;
        }
        *out |= bitboard_of(victim);
        last = victim;
    }
    return true;
}

bool movegen_is_legal(const Variant *v, const Position *pos, Move move)
{
    Side side = (Side)pos->side;
    if (move == MOVE_PASS) {
        return stuck_passes(v, pos) && count_turns(v, pos) == 0;
    }
    // Codes beyond the board are refused before they are read: equal turns must be equal numbers.
    Bitboard victims;
    if (move >> 63 != 0 || (move & 127) == 0 || (int)(move & 127) > v->point_nb ||
        (int)(move >> 7 & 127) > v->point_nb || !victims_of(v, move, &victims)) {
        return false;
    }
    int from = move_from(move);
    int to = move_to(move);
    bool is_placement = from == POINT_NONE;
    Bitboard own = pos->men[side];
    Bitboard empty = position_empty(v, pos);
    Bitboard targets;
    if (is_placement) {
        targets = pos->hand[side] > 0 ? placements_any(v, own, empty) : 0;
    } else {
        if (!may_move(v, pos, side) || (own & bitboard_of(from)) == 0) {
            return false;
        }
        own ^= bitboard_of(from);
        targets = destinations_any(v, own, empty,
                                   position_can_fly(v, pos, side) ? empty : v->neighbours[from]);
    }
    if ((targets & bitboard_of(to)) == 0) {
        return false;
    }
    MillEffect effect = is_placement ? v->rules.place_mill : v->rules.move_mill;
    int mills = effect == MILL_REMOVE ? mills_through(v, own | bitboard_of(to), to) : 0;
    return removal_is_legal(v, pos->men[side_other(side)], mills, victims);
}

Bitboard movegen_closing_points(const Variant *v, Bitboard own, Bitboard empty)
{
    switch (v->size_class) {
    case SIZE_9:
        return closing_9(v, PATTERN_LINES, (uint32_t)own) & empty;
    case SIZE_16_LINES:
        return closing_16(v, PATTERN_LINES, (uint32_t)own) & empty;
    case SIZE_32_LINES:
        return closing_32(v, PATTERN_LINES, (uint32_t)own) & empty;
    case SIZE_48_LINES:
        return closing_48(v, PATTERN_LINES, (uint32_t)own) & empty;
    default:
        return closing_any(v, PATTERN_LINES, own) & empty;
    }
}

Bitboard movegen_removable(const Variant *v, const Position *pos, Side side)
{
    Bitboard men = pos->men[side];
    switch (v->size_class) {
    case SIZE_9:
        return removable_9(v, (uint32_t)men);
    case SIZE_16_LINES:
        return removable_16(v, (uint32_t)men);
    case SIZE_32_LINES:
        return removable_32(v, (uint32_t)men);
    case SIZE_48_LINES:
        return removable_48(v, (uint32_t)men);
    default:
        return removable_any(v, men);
    }
}
