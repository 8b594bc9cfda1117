// SPDX-License-Identifier: MIT
#include "protocol/rules/variant_check.h"

#include <stdlib.h>

static const char *side_name(int side)
{
    return side == SIDE_WHITE ? "White" : "Black";
}

static int men_of(const VariantSpec *spec, int side)
{
    return spec->rules.men[side] + bitboard_count(spec->start[side]);
}

static Status check_men(const VariantSpec *spec, Problem *problem)
{
    const VariantRules *rules = &spec->rules;
    for (int side = 0; side < SIDE_NB; side++) {
        int men = men_of(spec, side);
        if (men == 0) {
            return problem_set(problem, STATUS_CONFLICT,
                               "men[%d]: %s has no man, neither in hand nor in start", side,
                               side_name(side));
        }
        if (men > POINT_MAX) {
            return problem_set(problem, STATUS_CONFLICT, "men[%d]: %s has %d men; the most is %d",
                               side, side_name(side), men, POINT_MAX);
        }
        if (men < rules->min_men) {
            return problem_set(problem, STATUS_CONFLICT,
                               "min_men: %d, but %s starts with %d men and has lost already",
                               rules->min_men, side_name(side), men);
        }
    }
    bool full_is_defined = !rules->move_phase || rules->full_board_after_placing != FULL_NONE;
    int all = men_of(spec, SIDE_WHITE) + men_of(spec, SIDE_BLACK);
    if (all > spec->point_nb && !full_is_defined) {
        return problem_set(problem, STATUS_CONFLICT,
                           "men: %d men for %d points, and full_board_after_placing does not say "
                           "what a full board is",
                           all, spec->point_nb);
    }
    if ((spec->start[SIDE_WHITE] & spec->start[SIDE_BLACK]) != 0) {
        return problem_set(problem, STATUS_CONFLICT, "start: two men on one point");
    }
    return STATUS_OK;
}

static Status check_lines(const VariantSpec *spec, Problem *problem)
{
    const VariantRules *rules = &spec->rules;
    bool runs = spec->line_kind == LINE_RUNS;
    if (runs && spec->line_nb > 0) {
        return problem_set(problem, STATUS_CONFLICT,
                           "board.lines: line.kind is runs, so no lines are listed");
    }
    if (!runs && rules->place_forbid_run_at_least > 0) {
        return problem_set(problem, STATUS_CONFLICT,
                           "place.forbid_run_at_least: only with line.kind runs");
    }
    if (!runs && rules->move_forbid_run_at_least > 0) {
        return problem_set(problem, STATUS_CONFLICT,
                           "move.forbid_run_at_least: only with line.kind runs");
    }
    if (!runs) {
        return STATUS_OK;
    }
    int file_nb = 0;
    int rank_nb = 0;
    for (int point = 0; point < spec->point_nb; point++) {
        file_nb = spec->file_of[point] >= file_nb ? spec->file_of[point] + 1 : file_nb;
        rank_nb = spec->rank_of[point] >= rank_nb ? spec->rank_of[point] + 1 : rank_nb;
    }
    if (spec->point_nb != file_nb * rank_nb) {
        return problem_set(
            problem, STATUS_CONFLICT,
            "line.kind: runs needs a full rectangle of points; %d of %d x %d are there",
            spec->point_nb, file_nb, rank_nb);
    }
    return STATUS_OK;
}

static Status check_effects(const VariantSpec *spec, Problem *problem)
{
    const VariantRules *rules = &spec->rules;
    // Without a movement phase no ply is a move, and what its mills would do (the default is win)
    // contradicts nothing.
    bool moves = rules->move_phase;
    bool wins = rules->place_mill == MILL_WIN || (moves && rules->move_mill == MILL_WIN);
    bool removes = rules->place_mill == MILL_REMOVE || (moves && rules->move_mill == MILL_REMOVE);
    if (wins && rules->min_men > 0) {
        return problem_set(
            problem, STATUS_CONFLICT,
            "min_men: %d, but %s is win; a game is either lost by men or won by lines",
            rules->min_men, rules->place_mill == MILL_WIN ? "place.mill" : "move.mill");
    }
    if (wins && removes) {
        return problem_set(problem, STATUS_CONFLICT, "%s: win in one phase and remove in the other",
                           rules->place_mill == MILL_WIN ? "place.mill" : "move.mill");
    }
    if (rules->fly_at != 0 && rules->fly_at < rules->min_men) {
        return problem_set(problem, STATUS_CONFLICT,
                           "move.fly_at: %d, but a side with fewer than %d men (min_men) has lost",
                           rules->fly_at, rules->min_men);
    }
    if (rules->win_line_not_home && (spec->start[SIDE_WHITE] | spec->start[SIDE_BLACK]) == 0) {
        return problem_set(problem, STATUS_CONFLICT,
                           "win_line_not_home: there is no home, because start has no men");
    }
    if (rules->place_and_move_mixed && !rules->move_phase) {
        return problem_set(problem, STATUS_CONFLICT,
                           "place_and_move_mixed: true, but move_phase is false");
    }
    return STATUS_OK;
}

static Status check_movement(const VariantSpec *spec, Problem *problem)
{
    const VariantRules *rules = &spec->rules;
    if (!rules->move_phase || rules->move_kind == MOVE_ANY || rules->fly_at > 0) {
        return STATUS_OK;
    }
    for (int point = 0; point < spec->point_nb; point++) {
        if (spec->neighbours[point] != 0) {
            return STATUS_OK;
        }
    }
    return problem_set(problem, STATUS_CONFLICT,
                       "board.edges: none, but move.kind is edges: no man could ever move");
}

Status variant_check_spec(const VariantSpec *spec, Problem *problem)
{
    static Status (*const CHECKS[])(const VariantSpec *, Problem *) = {
        check_men, check_lines, check_effects, check_movement};
    for (size_t i = 0; i < sizeof(CHECKS) / sizeof(CHECKS[0]); i++) {
        Status status = CHECKS[i](spec, problem);
        if (status != STATUS_OK) {
            return status;
        }
    }
    return STATUS_OK;
}

/// How many lines a man that comes to `point` can complete at once: of listed lines all through it,
/// of runs one in each direction.
static int closable_at(const Variant *v, const VariantSpec *spec, int point)
{
    int lines = v->lines.through_nb[point];
    int directions = bitboard_count(spec->run_directions);
    return spec->line_kind == LINE_RUNS && lines > directions ? directions : lines;
}

int variant_check_closable(const Variant *v, const VariantSpec *spec)
{
    int most = 0;
    for (int point = 0; point < v->point_nb; point++) {
        int closable = closable_at(v, spec, point);
        most = closable > most ? closable : most;
    }
    return most;
}

/// The most ways to take men from `enemy` men after a move that closes at most `closable` lines.
static int64_t ways_to_take(const VariantRules *rules, int closable, int enemy)
{
    bool removes = rules->place_mill == MILL_REMOVE || rules->move_mill == MILL_REMOVE;
    if (!removes || closable == 0 || enemy == 0) {
        return 1;
    }
    if (!rules->per_mill) {
        return enemy + rules->optional;
    }
    int64_t sum = 1;      // none taken
    int64_t binomial = 1; // sets of exactly `i` men; at most C(64, 7)
    for (int i = 1; i <= closable && i <= enemy; i++) {
        binomial = binomial * (enemy - i + 1) / i;
        sum += binomial;
    }
    return sum;
}

static int compare_descending(const void *a, const void *b)
{
    int64_t left = *(const int64_t *)a;
    int64_t right = *(const int64_t *)b;
    return (left < right) - (left > right);
}

/// The sum of the `nb` largest of point_nb numbers, which are put in order.
static int64_t sum_of_largest(const Variant *v, int64_t numbers[], int nb)
{
    qsort(numbers, (size_t)v->point_nb, sizeof(numbers[0]), compare_descending);
    int64_t sum = 0;
    for (int i = 0; i < nb; i++) {
        sum += numbers[i];
    }
    return sum;
}

/// The most turns with `own` men against `enemy` men. Two bounds of the moves hold: the sum over
/// the best empty destinations of the men that may come there times the ways to take, and the sum
/// over the most mobile men of their steps, each with the most ways to take.
static int64_t turns_bound(const Variant *v, const VariantSpec *spec, int own, int enemy)
{
    const VariantRules *rules = &v->rules;
    int empty = v->point_nb - own - enemy;
    bool flies = rules->move_kind == MOVE_ANY || own <= rules->fly_at;
    int64_t placements[POINT_MAX];
    int64_t arrivals[POINT_MAX];
    int64_t steps[POINT_MAX];
    int64_t most_ways = 0;
    for (int point = 0; point < v->point_nb; point++) {
        int64_t degree = bitboard_count(v->neighbours[point]);
        int64_t ways = ways_to_take(rules, closable_at(v, spec, point), enemy);
        placements[point] = ways;
        arrivals[point] = (flies || degree > own ? own : degree) * ways;
        steps[point] = flies ? empty : degree;
        most_ways = ways > most_ways ? ways : most_ways;
    }
    // A set-up position may hold men in hand even where the game begins without any.
    int64_t placed = sum_of_largest(v, placements, empty);
    int64_t arrived = sum_of_largest(v, arrivals, empty);
    int64_t stepped = sum_of_largest(v, steps, own) * most_ways;
    int64_t moved = arrived < stepped ? arrived : stepped;
    moved = rules->move_phase ? moved : 0;
    if (rules->place_and_move_mixed) {
        return placed + moved;
    }
    return placed > moved ? placed : moved;
}

int64_t variant_check_move_bound(const Variant *v, const VariantSpec *spec)
{
    int most_men = v->men_max[SIDE_WHITE] > v->men_max[SIDE_BLACK] ? v->men_max[SIDE_WHITE]
                                                                   : v->men_max[SIDE_BLACK];
    int64_t bound = 1; // a pass
    for (int own = 0; own <= most_men && own <= v->point_nb; own++) {
        for (int enemy = 0; enemy <= most_men && own + enemy <= v->point_nb; enemy++) {
            int64_t turns = turns_bound(v, spec, own, enemy);
            bound = turns > bound ? turns : bound;
        }
    }
    return bound;
}
