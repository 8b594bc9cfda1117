// SPDX-License-Identifier: MIT
#include "protocol/rules/variant.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "protocol/base/memory.h"
#include "protocol/base/random.h"
#include "protocol/rules/variant_check.h"

typedef struct Step {
    unsigned direction;
    int file, rank;
} Step;

static const Step STEPS[DIRECTION_NB] = {
    {DIRECTION_H, 1, 0}, {DIRECTION_V, 0, 1}, {DIRECTION_D, 1, 1}, {DIRECTION_A, 1, -1}};

static void set_board(const VariantSpec *spec, Variant *v)
{
    v->point_nb = spec->point_nb;
    memset(v->point_at, -1, sizeof(v->point_at));
    for (int point = 0; point < spec->point_nb; point++) {
        int file = spec->file_of[point];
        int rank = spec->rank_of[point];
        assert(file < GRID_MAX);
        assert(rank < GRID_MAX);
        assert(point == 0 || spec->file_of[point - 1] * GRID_MAX + spec->rank_of[point - 1] <
                                 file * GRID_MAX + rank);
        v->file_of[point] = (uint8_t)file;
        v->rank_of[point] = (uint8_t)rank;
        v->point_at[file][rank] = (int8_t)point;
        v->file_nb = file >= v->file_nb ? file + 1 : v->file_nb;
        v->rank_nb = rank >= v->rank_nb ? rank + 1 : v->rank_nb;
        v->points |= bitboard_of(point);
        v->neighbours[point] = spec->neighbours[point];
    }
}

static Status add_pattern(PatternSet *set, Bitboard care, Bitboard want, const char *what,
                          Problem *problem)
{
    if (set->nb == LINE_MAX) {
        return problem_set(problem, STATUS_LIMIT, "%s: more than %d lines", what, LINE_MAX);
    }
    for (Bitboard rest = want; rest != 0;) {
        int point = bitboard_pop(&rest);
        if (set->through_nb[point] == LINES_THROUGH_MAX) {
            return problem_set(problem, STATUS_LIMIT, "%s: more than %d lines through one point",
                               what, LINES_THROUGH_MAX);
        }
        set->through[point][set->through_nb[point]++] = (uint16_t)set->nb;
    }
    set->patterns[set->nb++] = (Pattern){care, want};
    return STATUS_OK;
}

/// The set of one point, empty when it lies beyond the grid.
static Bitboard point_set_at(const Variant *v, int file, int rank)
{
    if (file < 0 || file >= GRID_MAX || rank < 0 || rank >= GRID_MAX ||
        v->point_at[file][rank] < 0) {
        return 0;
    }
    return bitboard_of(v->point_at[file][rank]);
}

/// Adds every window of `length` points in the directions. exact: the run must end where the window
/// ends.
static Status add_runs(const Variant *v, unsigned directions, int length, bool exact,
                       const char *what, PatternSet *set, Problem *problem)
{
    for (int i = 0; i < DIRECTION_NB * v->point_nb; i++) {
        const Step *step = &STEPS[i / v->point_nb];
        int file = v->file_of[i % v->point_nb];
        int rank = v->rank_of[i % v->point_nb];
        if ((directions & step->direction) == 0) {
            continue;
        }
        Bitboard window = 0;
        for (int k = 0; k < length; k++) {
            window |= point_set_at(v, file + k * step->file, rank + k * step->rank);
        }
        if (bitboard_count(window) < length) {
            continue;
        }
        Bitboard ends = point_set_at(v, file - step->file, rank - step->rank) |
                        point_set_at(v, file + length * step->file, rank + length * step->rank);
        Status status = add_pattern(set, exact ? window | ends : window, window, what, problem);
        if (status != STATUS_OK) {
            return status;
        }
    }
    return STATUS_OK;
}

static Status set_patterns(const VariantSpec *spec, Variant *v, Problem *problem)
{
    const VariantRules *rules = &spec->rules;
    Status status = STATUS_OK;
    if (spec->line_kind == LINE_LISTED) {
        for (int i = 0; i < spec->line_nb && status == STATUS_OK; i++) {
            status = add_pattern(&v->lines, spec->lines[i], spec->lines[i], "board.lines", problem);
        }
        return status;
    }
    status = add_runs(v, spec->run_directions, spec->run_length, true, "line", &v->lines, problem);
    if (status == STATUS_OK && v->lines.nb == 0) {
        status = problem_set(problem, STATUS_CONFLICT, "line.length: no run of %d fits the board",
                             spec->run_length);
    }
    if (status == STATUS_OK && rules->place_forbid_run_at_least > 0) {
        status = add_runs(v, spec->run_directions, rules->place_forbid_run_at_least, false,
                          "place.forbid_run_at_least", &v->place_forbidden, problem);
    }
    if (status == STATUS_OK && rules->move_forbid_run_at_least > 0) {
        status = add_runs(v, spec->run_directions, rules->move_forbid_run_at_least, false,
                          "move.forbid_run_at_least", &v->move_forbidden, problem);
    }
    return status;
}

static SizeClass size_class_of(const Variant *v)
{
    int forbidden_nb =
        v->place_forbidden.nb > v->move_forbidden.nb ? v->place_forbidden.nb : v->move_forbidden.nb;
    if (v->point_nb <= SMALL_POINT_MAX) {
        return SIZE_9;
    }
    if (v->point_nb > NARROW_POINT_MAX || v->lines.nb > NARROW_LINE_MAX ||
        forbidden_nb > NARROW_LINE_MAX) {
        return SIZE_ANY;
    }
    if (forbidden_nb > 0 || v->lines.nb > 32) {
        return SIZE_48_LINES;
    }
    return v->lines.nb > 16 ? SIZE_32_LINES : SIZE_16_LINES;
}

static void set_narrow(Variant *v)
{
    v->size_class = size_class_of(v);
    const PatternSet *const sets[PATTERN_USE_NB] = {
        [PATTERN_LINES] = &v->lines,
        [PATTERN_PLACE_FORBIDDEN] = &v->place_forbidden,
        [PATTERN_MOVE_FORBIDDEN] = &v->move_forbidden,
    };
    for (int use = 0; use < PATTERN_USE_NB; use++) {
        const PatternSet *set = sets[use];
        if (v->size_class == SIZE_9) {
            for (unsigned own = 0; own < 1u << v->point_nb; own++) {
                v->small[use].closing[own] = (uint16_t)pattern_set_closing(set, own);
                v->small[use].complete[own] = (uint16_t)pattern_set_complete(set, own);
            }
        } else if (v->size_class != SIZE_ANY) {
            for (int i = 0; i < set->nb; i++) {
                v->narrow[use].care[i] = (uint32_t)set->patterns[i].care;
                v->narrow[use].want[i] = (uint32_t)set->patterns[i].want;
            }
        }
    }
}

/// The keys come from a fixed sequence, so equal positions have equal keys in every program of this
/// version.
static void set_keys(Variant *v)
{
    Random random;
    random_init(&random, 0x6d6572656c73); // "merels"
    for (int side = 0; side < SIDE_NB; side++) {
        for (int point = 0; point < POINT_MAX; point++) {
            v->key_men[side][point] = random_next(&random);
        }
        for (int hand = 0; hand <= POINT_MAX; hand++) {
            v->key_hand[side][hand] = random_next(&random);
        }
    }
    v->key_side = random_next(&random);
}

/// A line that wins must not stand before the first move: nobody would have made it.
static Status check_start_lines(const Variant *v, Problem *problem)
{
    if (v->rules.place_mill != MILL_WIN && v->rules.move_mill != MILL_WIN) {
        return STATUS_OK;
    }
    for (int side = 0; side < SIDE_NB; side++) {
        for (int i = 0; i < v->lines.nb; i++) {
            const Pattern *line = &v->lines.patterns[i];
            bool is_home = v->rules.win_line_not_home && (line->want & ~v->home[side]) == 0;
            if ((v->start[side] & line->care) == line->want && !is_home) {
                return problem_set(problem, STATUS_CONFLICT,
                                   "start: %s starts with a line that wins",
                                   side == SIDE_WHITE ? "White" : "Black");
            }
        }
    }
    return STATUS_OK;
}

static Status fill(const VariantSpec *spec, Variant *v, Problem *problem)
{
    v->rules = spec->rules;
    memcpy(v->name, spec->name, sizeof(v->name));
    memcpy(v->title, spec->title, sizeof(v->title));
    memcpy(v->source, spec->source, sizeof(v->source));
    memcpy(v->aliases, spec->aliases, sizeof(v->aliases));
    v->alias_nb = spec->alias_nb;
    for (int side = 0; side < SIDE_NB; side++) {
        v->start[side] = spec->start[side];
        v->home[side] = spec->start[side];
        v->men_max[side] = (uint8_t)(spec->rules.men[side] + bitboard_count(spec->start[side]));
    }
    set_board(spec, v);
    Status status = set_patterns(spec, v, problem);
    if (status == STATUS_OK) {
        status = check_start_lines(v, problem);
    }
    if (status != STATUS_OK) {
        return status;
    }
    int closable = variant_check_closable(v, spec);
    if (v->rules.per_mill && closable > TAKEN_MAX) {
        return problem_set(problem, STATUS_LIMIT,
                           "remove.per_mill: one man can close %d lines; a turn can take %d men",
                           closable, TAKEN_MAX);
    }
    set_narrow(v);
    set_keys(v);
    int64_t bound = variant_check_move_bound(v, spec);
    if (bound > MOVE_MAX) {
        return problem_set(problem, STATUS_LIMIT,
                           "men: a position could have %lld legal moves; the most is %d",
                           (long long)bound, MOVE_MAX);
    }
    v->move_max = (int)bound;
    return STATUS_OK;
}

Status variant_compile(const VariantSpec *spec, Variant **out, Problem *problem)
{
    assert(spec->point_nb >= 1);
    assert(spec->point_nb <= POINT_MAX);
    assert(spec->line_nb <= LINE_MAX);
    *out = NULL;
    Status status = variant_check_spec(spec, problem);
    if (status != STATUS_OK) {
        return status;
    }
    Variant *v = memory_new(1, sizeof(*v));
    status = fill(spec, v, problem);
    if (status != STATUS_OK) {
        variant_free(v);
        return status;
    }
    *out = v;
    return STATUS_OK;
}

void variant_free(Variant *variant)
{
    free(variant);
}

bool variant_has_line(const Variant *v, Bitboard own)
{
    return variant_in_lines(v, own) != 0;
}

Bitboard variant_in_lines(const Variant *v, Bitboard own)
{
    assert((own & ~v->points) == 0);
    return v->size_class == SIZE_9 ? v->small[PATTERN_LINES].complete[own]
                                   : pattern_set_complete(&v->lines, own);
}
