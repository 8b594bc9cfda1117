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

#define INSTANCE(name) name##_any
#define WORD uint64_t
#include "protocol/rules/movegen_tmpl.h"

#define INSTANCE(name) name##_9
#define WORD uint32_t
#define PATTERNS_SMALL
#include "protocol/rules/movegen_tmpl.h"

#define INSTANCE(name) name##_16
#define WORD uint32_t
#define PATTERN_NB 16
#define FORBIDDEN_NB 0
#include "protocol/rules/movegen_tmpl.h"

#define INSTANCE(name) name##_32
#define WORD uint32_t
#define PATTERN_NB 32
#define FORBIDDEN_NB 0
#include "protocol/rules/movegen_tmpl.h"

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
    return pattern_set_closing(&v->lines, own) & empty;
}

Bitboard movegen_removable(const Variant *v, const Position *pos, Side side)
{
    return removal_candidates(v, pos->men[side]);
}
