// SPDX-License-Identifier: MIT
#include "engine/evaluation/counting.h"

#include <stdlib.h>

#include "protocol/base/memory.h"

#define FIELDS 0x5555555555555555u // the low bits of all fields of two bits
#define SCARCE_FROM 3              // men above the fewest

/// The counts of both sides, and what they are taken from.
typedef struct Sides {
    Counts counts;
    Bitboard empty;
} Sides;

/// One side's view of the board.
typedef struct View {
    Phase phase;
    Bitboard men;
    Bitboard empty;
    Bitboard near_empty;  // points with an empty neighbour
    Bitboard enemy_reach; // points that the other side could take next turn, if empty
} View;

// --- Shared by the instances -------------------------------------------------------------------

/// Everything that no table is needed for; all other counts are 0.
static inline void sides_begin(const Counting *c, const Position *pos, Sides *sides)
{
    const Variant *v = c->variant;
    *sides = (Sides){.empty = position_empty(v, pos)};
    for (int side = 0; side < SIDE_NB; side++) {
        int *counts = sides->counts.of[side];
        Bitboard men = pos->men[side];
        int hand = pos->hand[side];
        int total = bitboard_count(men) + hand;
        int plenty = v->rules.min_men > 0 ? v->rules.min_men + SCARCE_FROM : 0;
        sides->counts.phase[side] = feature_phase(v, pos, (Side)side);
        counts[FEATURE_STATE] = 1;
        counts[FEATURE_TURN] = pos->side == side;
        counts[FEATURE_MAN] = total;
        counts[FEATURE_HAND] = hand;
        counts[FEATURE_SCARCE] = total < plenty ? plenty - total : 0;
        counts[FEATURE_JUNCTION] = bitboard_count(men & c->junctions);
        counts[FEATURE_CROSSING] = bitboard_count(men & c->crossings);
    }
}

static inline View view_make(const Sides *sides, const Position *pos, Side side,
                             Bitboard near_empty, Bitboard near_enemy)
{
    bool steps = sides->counts.phase[side_other(side)] == PHASE_MOVING;
    return (View){sides->counts.phase[side], pos->men[side], sides->empty, near_empty,
                  steps ? near_enemy : sides->empty};
}

/// A line with two men (or all but one) of the side and none of the other.
static inline void count_two(const Counting *c, const View *view, const Pattern *line,
                             Bitboard in_mills, Bitboard *closing, int counts[FEATURE_NB])
{
    Bitboard lacking = line->want & ~view->men;
    Bitboard spoil = view->men & line->care & ~line->want;
    Bitboard movers = 0;
    if (view->phase != PHASE_PLACING || c->placing_moves) {
        movers = view->phase == PHASE_FLYING ? view->men : c->near[bitboard_first(lacking)];
        movers &= view->men & ~line->want;
        // The one man that spoils the run may be the one that completes it.
        movers &= spoil == 0 ? movers : bitboard_is_single(spoil) ? spoil : 0;
    }
    bool places = view->phase == PHASE_PLACING && c->placing_closes && spoil == 0;
    if (places || movers != 0) {
        counts[FEATURE_THREAT]++;
        counts[FEATURE_SWING] += (movers & in_mills) != 0;
        counts[FEATURE_EXPOSED] += (lacking & view->enemy_reach) != 0;
        *closing |= lacking;
    } else if (spoil == 0) {
        counts[FEATURE_HALF]++;
    } else {
        counts[FEATURE_DEAD]++;
    }
}

// --- The instances -------------------------------------------------------------------------------

// Nanoseconds an evaluation over 20,000 positions of random games, weights included, with the plain
// path in brackets (AMD EPYC, GCC 12, -O3 -march=native). Weighing each feature at once instead of
// counting first was no faster.

// Nine men's morris 65 (224), morabaraba 74 (293), six men's morris 55 (137); by the instance for
// more lines 83, 95 and 65.
#define INSTANCE(name) name##_24
#define CHUNKS 3
#define WORDS 1
#define RUNS 0
#include "engine/evaluation/counting_tmpl.h"

// Dara 120 (424).
#define INSTANCE(name) name##_lines
#define CHUNKS c->chunk_nb
#define WORDS 2
#define RUNS 1
#include "engine/evaluation/counting_tmpl.h"

// --- Any board, one thing after the other --------------------------------------------------------

static Bitboard near_any(const Counting *c, Bitboard set)
{
    Bitboard near = 0;
    while (set != 0) {
        near |= c->near[bitboard_pop(&set)];
    }
    return near;
}

static void lines_any(const Counting *c, const View *view, int counts[FEATURE_NB])
{
    const Pattern *patterns = c->variant->lines.patterns;
    Bitboard in_mills = 0;
    Bitboard closing = 0;
    for (int i = 0; i < c->line_nb; i++) {
        const Pattern *line = &patterns[i];
        Bitboard missing = line->want & ~view->men;
        bool is_spoilt = (view->men & line->care & ~line->want) != 0;
        bool is_open = (missing & ~view->empty) == 0;
        if (missing == 0) {
            counts[FEATURE_MILL] += !is_spoilt;
            in_mills |= is_spoilt ? 0 : line->want;
        } else if (bitboard_is_single(missing)) {
            counts[FEATURE_STOPPED] += !is_open;
        } else {
            counts[FEATURE_SEED] += is_open && !is_spoilt && (line->want & view->men) != 0;
        }
    }
    for (int i = 0; i < c->line_nb; i++) {
        Bitboard missing = patterns[i].want & ~view->men;
        if (bitboard_is_single(missing) && (missing & view->empty) != 0) {
            count_two(c, view, &patterns[i], in_mills, &closing, counts);
        }
    }
    counts[FEATURE_LOOSE] = bitboard_count(in_mills & view->near_empty);
    counts[FEATURE_FORK] = bitboard_count(closing & (closing - 1));
}

static void count_any(const Counting *c, const Position *pos, Sides *sides)
{
    sides_begin(c, pos, sides);
    Bitboard near_empty = near_any(c, sides->empty);
    for (int side = 0; side < SIDE_NB; side++) {
        int *counts = sides->counts.of[side];
        Bitboard near_enemy = near_any(c, pos->men[!side]);
        View view = view_make(sides, pos, (Side)side, near_empty, near_enemy);
        Bitboard blocked = view.men & ~near_empty;
        for (Bitboard men = view.men; men != 0;) {
            counts[FEATURE_MOBILITY] += bitboard_count(c->near[bitboard_pop(&men)] & view.empty);
        }
        counts[FEATURE_BLOCKED] = bitboard_count(blocked);
        counts[FEATURE_TRAPPED] = bitboard_count(blocked & ~near_any(c, view.men & near_empty));
        counts[FEATURE_CONTROL] = bitboard_count(view.empty & near_any(c, view.men) & ~near_enemy);
        lines_any(c, &view, counts);
    }
}

// --- Results -------------------------------------------------------------------------------------

void counting_count(const Counting *counting, const Position *pos, Counts *out)
{
    Sides sides;
    switch (counting->shape) {
    case COUNTING_24:
        count_24(counting, pos, &sides);
        break;
    case COUNTING_LINES:
        count_lines(counting, pos, &sides);
        break;
    default:
        count_any(counting, pos, &sides);
    }
    *out = sides.counts;
}

static inline int weigh(const Counts *counts, const StageWeights by_men[], int to_move)
{
    int scores[SIDE_NB] = {0, 0};
    int men = counts->of[SIDE_WHITE][FEATURE_MAN] + counts->of[SIDE_BLACK][FEATURE_MAN];
    for (int side = 0; side < SIDE_NB; side++) {
        const int16_t *weight = by_men[men].of[counts->phase[side]];
        for (int i = 0; i < FEATURE_NB; i++) {
            scores[side] += weight[i] * counts->of[side][i];
        }
    }
    return scores[to_move] - scores[!to_move];
}

int counting_score(const Counting *counting, const StageWeights by_men[], const Position *pos)
{
    // One copy of the sum for each instance, so that counts can stay in registers.
    Sides sides;
    switch (counting->shape) {
    case COUNTING_24:
        count_24(counting, pos, &sides);
        return weigh(&sides.counts, by_men, pos->side);
    case COUNTING_LINES:
        count_lines(counting, pos, &sides);
        return weigh(&sides.counts, by_men, pos->side);
    default:
        count_any(counting, pos, &sides);
        return weigh(&sides.counts, by_men, pos->side);
    }
}

// --- Making the tables ---------------------------------------------------------------------------

typedef struct Edge {
    Bitboard ends;
} Edge;

/// The edges of the board; returns how many, TABLE_EDGES + 1 when there are more than that.
static int edges_of(const Variant *v, Edge edges[TABLE_EDGES])
{
    int nb = 0;
    for (int point = 0; point < v->point_nb; point++) {
        Bitboard later = v->neighbours[point] & ~(bitboard_of(point) | (bitboard_of(point) - 1));
        while (later != 0) {
            if (nb == TABLE_EDGES) {
                return TABLE_EDGES + 1;
            }
            edges[nb++].ends = bitboard_of(point) | bitboard_of(bitboard_pop(&later));
        }
    }
    return nb;
}

static CountingShape shape_of(const Counting *c, int edge_nb)
{
    bool has_runs = false;
    bool has_threes = true;
    for (int i = 0; i < c->line_nb; i++) {
        const Pattern *line = &c->variant->lines.patterns[i];
        has_runs |= line->care != line->want;
        has_threes &= bitboard_count(line->want) == 3;
    }
    if (edge_nb > TABLE_EDGES || !has_threes || c->line_nb > TABLE_LINES) {
        return COUNTING_ANY;
    }
    return c->variant->point_nb <= 24 && !has_runs && c->line_nb <= WORD_LINES ? COUNTING_24
                                                                               : COUNTING_LINES;
}

/// Adds what one man contributes to every entry that holds it.
static void tables_add(CountingTables *tables, int point, const LineSum *sum,
                       const uint64_t spoils[2])
{
    for (int set = 0; set < 256; set++) {
        if (!(set >> (point % 8) & 1)) {
            continue;
        }
        LineSum *entry = &tables->sums[point / 8][set];
        entry->near |= sum->near;
        entry->edges ^= sum->edges;
        for (int w = 0; w < 2; w++) {
            entry->lines[w] += sum->lines[w];
            tables->spoils[point / 8][set][w] |= spoils[w];
        }
    }
}

static void tables_fill(Counting *c, const Edge edges[], int edge_nb)
{
    const Variant *v = c->variant;
    for (int point = 0; point < v->point_nb; point++) {
        LineSum sum = {.near = v->neighbours[point]};
        uint64_t spoils[2] = {0, 0};
        for (int i = 0; i < edge_nb; i++) {
            sum.edges |= (edges[i].ends >> point & 1) << i;
        }
        for (int i = 0; i < c->line_nb; i++) {
            const Pattern *line = &v->lines.patterns[i];
            uint64_t field = (uint64_t)1 << (2 * (i % WORD_LINES));
            if (line->want >> point & 1) {
                sum.lines[i / WORD_LINES] |= field;
            } else if (line->care >> point & 1) {
                spoils[i / WORD_LINES] |= field;
            }
        }
        tables_add(c->tables, point, &sum, spoils);
    }
}

void counting_init(Counting *counting, const Variant *v)
{
    Edge edges[TABLE_EDGES];
    *counting = (Counting){
        .variant = v,
        .chunk_nb = (v->point_nb + 7) / 8,
        .line_nb = feature_family(v) == FAMILY_BLOCK ? 0 : v->lines.nb,
        .placing_closes = v->rules.place_mill != MILL_NONE,
        .placing_moves = v->rules.place_and_move_mixed || v->rules.place_mill == MILL_NONE,
    };
    for (int point = 0; point < v->point_nb; point++) {
        int degree = bitboard_count(v->neighbours[point]);
        counting->near[point] = v->neighbours[point];
        counting->junctions |= degree >= 3 ? bitboard_of(point) : 0;
        counting->crossings |= degree >= 4 ? bitboard_of(point) : 0;
    }
    int edge_nb = edges_of(v, edges);
    counting->shape = shape_of(counting, edge_nb);
    if (counting->shape != COUNTING_ANY) {
        counting->tables = memory_new(1, sizeof(*counting->tables));
        tables_fill(counting, edges, edge_nb);
    }
}

void counting_release(Counting *counting)
{
    free(counting->tables);
    *counting = (Counting){0};
}
