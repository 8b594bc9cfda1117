// SPDX-License-Identifier: MIT
#include "engine/tables/exact.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "engine/tables/small.h"
#include "protocol/base/memory.h"
#include "protocol/base/random.h"
#include "protocol/rules/movegen.h"

#define KEPT_MAX 64                   // variants that are remembered
#define KEPT_BYTES ((size_t)64 << 20) // of their tables together

/// What is known of one variant: its table from the start position, or that it is too large.
typedef struct Kept {
    const Variant *variant;
    SmallTable *table; // NULL: too large
} Kept;

struct Exact {
    Kept kept[KEPT_MAX]; // the oldest first
    int kept_nb;
    // The newest table of positions that the start does not reach. Where one is too large no other
    // is tried before the variant changes, so that a game does not lose its time with trying.
    Kept set_up;
};

Exact *exact_new(void)
{
    return memory_new(1, sizeof(Exact));
}

void exact_free(Exact *exact)
{
    if (exact == NULL) {
        return;
    }
    for (int i = 0; i < exact->kept_nb; i++) {
        small_free(exact->kept[i].table);
    }
    small_free(exact->set_up.table);
    free(exact);
}

static size_t kept_bytes(const Exact *exact)
{
    size_t bytes = 0;
    for (int i = 0; i < exact->kept_nb; i++) {
        bytes += exact->kept[i].table != NULL ? small_bytes(exact->kept[i].table) : 0;
    }
    return bytes;
}

static void drop_oldest(Exact *exact)
{
    small_free(exact->kept[0].table);
    exact->kept_nb--;
    memmove(exact->kept, exact->kept + 1, (size_t)exact->kept_nb * sizeof(exact->kept[0]));
}

/// The table of a small variant, made if need be; NULL when it is too large.
static const SmallTable *table_of(Exact *exact, const Variant *v)
{
    for (int i = 0; i < exact->kept_nb; i++) {
        if (exact->kept[i].variant == v) {
            return exact->kept[i].table;
        }
    }
    if (small_bound(v) > SMALL_POSITIONS_MAX) {
        return NULL;
    }
    if (exact->kept_nb == KEPT_MAX) {
        drop_oldest(exact);
    }
    Position start = position_start(v);
    SmallTable *table = small_solve(v, &start, 1, NULL, 0);
    exact->kept[exact->kept_nb++] = (Kept){v, table};
    while (exact->kept_nb > 1 && kept_bytes(exact) > KEPT_BYTES) {
        drop_oldest(exact);
    }
    return table;
}

void exact_prepare(Exact *exact, const Variant *v)
{
    (void)table_of(exact, v);
    if (exact->set_up.table == NULL) {
        exact->set_up.variant = NULL;
    }
}

/// A table that holds `pos` and what follows it, or NULL.
static const SmallTable *table_with(Exact *exact, const Variant *v, const Position *pos)
{
    ExactValue value;
    const SmallTable *table = table_of(exact, v);
    if (table == NULL || small_probe(table, pos, &value)) {
        return table;
    }
    if (exact->set_up.variant == v &&
        (exact->set_up.table == NULL || small_probe(exact->set_up.table, pos, &value))) {
        return exact->set_up.table;
    }
    small_free(exact->set_up.table);
    exact->set_up = (Kept){v, small_solve(v, pos, 1, NULL, 0)};
    return exact->set_up.table;
}

// --- The history ---------------------------------------------------------------------------------

/// The first ply whose position can come back.
static size_t recent_ply(const Game *game)
{
    size_t quiet = game_position(game)->quiet;
    return quiet < game->ply_nb ? game->ply_nb - quiet : 0;
}

/// How often `pos`, one of the positions that can come back, has stood.
static uint32_t occurrences_of(const Game *game, const Position *pos)
{
    for (size_t ply = game->ply_nb + 1; ply-- > recent_ply(game);) {
        if (position_same(&game->positions[ply], pos)) {
            return game->occurrences[ply]; // the latest has the full count
        }
    }
    return 0;
}

/// The positions that the history has used up and that the table takes for won or lost. Caller
/// frees; returns how many.
static int find_blocked(const Game *game, const SmallTable *table, Position **out)
{
    int limit = game->variant->rules.repetition;
    int nb = 0;
    *out = NULL;
    for (size_t ply = recent_ply(game); limit > 0 && ply <= game->ply_nb; ply++) {
        Position pos = game->positions[ply];
        pos.quiet = 1; // as it would come back
        if (game->occurrences[ply] + 1 == (uint32_t)limit && small_is_decided(table, &pos)) {
            *out = memory_resize(*out, (size_t)nb + 1, sizeof(**out));
            (*out)[nb++] = pos;
        }
    }
    return nb;
}

/// Makes the answer's own table if the history changes what the kept one says. False: too large.
static bool heed_history(ExactAnswer *answer, const Game *game)
{
    Position *blocked = NULL;
    int blocked_nb = find_blocked(game, answer->table, &blocked);
    if (blocked_nb > 0) {
        Position *roots = memory_new((size_t)answer->move_nb, sizeof(*roots));
        for (int i = 0; i < answer->move_nb; i++) {
            roots[i] = position_play(game->variant, game_position(game), answer->moves[i].move);
        }
        answer->own = small_solve(game->variant, roots, answer->move_nb, blocked, blocked_nb);
        answer->table = answer->own;
        free(roots);
    }
    free(blocked);
    return answer->table != NULL;
}

// --- Moves ---------------------------------------------------------------------------------------

static ExactValue value_of_outcome(Outcome outcome, Side side)
{
    if (outcome.result == RESULT_DRAW) {
        return (ExactValue){0, PLIES_UNKNOWN, PLIES_UNKNOWN};
    }
    return (ExactValue){outcome.result == result_win_of(side) ? 1 : -1, 0, 0};
}

static bool makes_progress(Move move)
{
    return move != MOVE_PASS && (move_from(move) == POINT_NONE || move_is_capture(move));
}

/// The value of a turn that leads to `next`, by the table.
static ExactValue value_by_table(ExactAnswer *answer, Move move, const Position *next)
{
    ExactValue value;
    bool is_known = small_probe(answer->table, next, &value);
    assert(is_known);
    (void)is_known;
    answer->probe_nb++;
    return exact_value_of_turn(value, makes_progress(move));
}

/// Weighs the replies to a move. moves: room for move_max.
static void count_replies(ExactAnswer *answer, const Variant *v, const Position *next,
                          ExactMove *move, Move moves[])
{
    int reply_nb = movegen_legal(v, next, moves);
    for (int i = 0; i < reply_nb; i++) {
        Position after = position_play(v, next, moves[i]);
        ExactValue reply = value_by_table(answer, moves[i], &after);
        if (reply.sign == -move->value.sign) {
            move->hold_nb++;
        } else if (reply.sign < 0) {
            move->trap_plies +=
                reply.end_plies != PLIES_UNKNOWN ? reply.end_plies : reply.progress_plies;
        } else {
            move->trap_plies += 1; // a win let slip to a draw
        }
    }
}

/// Which of two moves goes first; positive: `a`.
static int compare_moves(const ExactMove *a, const ExactMove *b)
{
    int order = exact_value_compare(a->value, b->value);
    if (order != 0 || a->value.sign > 0) {
        return order;
    }
    if (a->ends != b->ends) {
        return b->ends - a->ends;
    }
    if (a->seen != b->seen) {
        return b->seen - a->seen;
    }
    return a->hold_nb != b->hold_nb ? b->hold_nb - a->hold_nb : a->trap_plies - b->trap_plies;
}

/// Insertion: few moves, and equal ones must keep their order.
static void sort_moves(ExactAnswer *answer)
{
    for (int i = 1; i < answer->move_nb; i++) {
        ExactMove move = answer->moves[i];
        int at = i;
        while (at > 0 && compare_moves(&move, &answer->moves[at - 1]) > 0) {
            answer->moves[at] = answer->moves[at - 1];
            at--;
        }
        answer->moves[at] = move;
    }
}

static void judge_move(ExactAnswer *answer, const Game *game, ExactMove *move, bool hardest,
                       Move moves[])
{
    const Variant *v = game->variant;
    Position next = position_play(v, game_position(game), move->move);
    Outcome outcome = outcome_of_position(v, &next);
    uint32_t past_nb = occurrences_of(game, &next);
    uint32_t limit = (uint32_t)v->rules.repetition;
    if (outcome.result == RESULT_NONE && limit > 0 && past_nb + 1 >= limit) {
        outcome = (Outcome){RESULT_DRAW, REASON_REPETITION};
    }
    move->ends = outcome.result != RESULT_NONE;
    if (move->ends) {
        move->value = exact_value_of_turn(value_of_outcome(outcome, (Side)next.side),
                                          makes_progress(move->move));
        return;
    }
    move->value = value_by_table(answer, move->move, &next);
    if (hardest && move->value.sign <= 0) {
        move->seen = past_nb > 0;
        count_replies(answer, v, &next, move, moves);
    }
}

/// The position is worth what its best move is; the distance to progress is the best of its own,
/// which another move may have.
static void set_value(ExactAnswer *answer)
{
    answer->value = answer->moves[0].value;
    int sign = answer->value.sign;
    for (int i = 1; i < answer->move_nb; i++) {
        const ExactValue *value = &answer->moves[i].value;
        if (value->sign == sign &&
            sign * (answer->value.progress_plies - value->progress_plies) > 0) {
            answer->value.progress_plies = value->progress_plies;
        }
    }
}

bool exact_answer(Exact *exact, const Game *game, bool hardest, ExactAnswer *out)
{
    const Variant *v = game->variant;
    *out = (ExactAnswer){0};
    if (game->outcome.result != RESULT_NONE) {
        out->value = value_of_outcome(game->outcome, (Side)game_position(game)->side);
        return true;
    }
    out->table = table_with(exact, v, game_position(game));
    if (out->table == NULL) {
        return false;
    }
    Move *moves = memory_new(2 * (size_t)v->move_max, sizeof(*moves));
    out->move_nb = game_legal(game, moves);
    out->moves = memory_new((size_t)out->move_nb, sizeof(*out->moves));
    for (int i = 0; i < out->move_nb; i++) {
        out->moves[i].move = moves[i];
    }
    bool is_known = heed_history(out, game);
    for (int i = 0; i < out->move_nb && is_known; i++) {
        judge_move(out, game, &out->moves[i], hardest, moves + v->move_max);
    }
    free(moves);
    if (!is_known) {
        exact_answer_release(out);
        return false;
    }
    sort_moves(out);
    set_value(out);
    return true;
}

void exact_shuffle(ExactAnswer *answer, uint64_t seed)
{
    Random random;
    random_init(&random, seed);
    ExactMove *moves = answer->moves;
    int end;
    for (int start = 0; start < answer->move_nb; start = end) {
        for (end = start + 1; end < answer->move_nb; end++) {
            if (compare_moves(&moves[start], &moves[end]) != 0) {
                break;
            }
            int other = start + (int)random_below(&random, (uint64_t)(end - start) + 1);
            ExactMove move = moves[end];
            moves[end] = moves[other];
            moves[other] = move;
        }
    }
}

void exact_answer_release(ExactAnswer *answer)
{
    small_free(answer->own);
    free(answer->moves);
    *answer = (ExactAnswer){0};
}

// --- Lines ---------------------------------------------------------------------------------------

/// A game that can be played on like `game`, without the plies that no longer matter.
static void copy_recent(const Game *game, Game *out)
{
    size_t ply = recent_ply(game);
    game_init_from(out, game->variant, &game->positions[ply]);
    for (; ply < game->ply_nb; ply++) {
        Status status = game_play(out, game->moves[ply]);
        assert(status == STATUS_OK);
        (void)status;
    }
}

/// The best move of a running game by the table alone; the first of equal ones.
static Move best_by_table(ExactAnswer *answer, const Game *game, Move moves[])
{
    ExactValue best = {0};
    int at = 0;
    int move_nb = game_legal(game, moves);
    assert(move_nb > 0);
    for (int i = 0; i < move_nb; i++) {
        Position next = position_play(game->variant, game_position(game), moves[i]);
        ExactValue value = value_by_table(answer, moves[i], &next);
        if (i == 0 || exact_value_compare(value, best) > 0) {
            best = value;
            at = i;
        }
    }
    return moves[at];
}

int exact_line(ExactAnswer *answer, const Game *game, int index, Move pv[], int pv_max)
{
    assert(index < answer->move_nb);
    Game line;
    copy_recent(game, &line);
    size_t root_ply = line.ply_nb;
    bool is_drawn = answer->moves[index].value.sign == 0;
    Move *moves = memory_new((size_t)game->variant->move_max, sizeof(*moves));
    Move next = answer->moves[index].move;
    int pv_nb = 0;
    for (bool goes_on = true; goes_on;) {
        Status status = game_play(&line, next);
        assert(status == STATUS_OK);
        (void)status;
        pv[pv_nb++] = next;
        goes_on = line.outcome.result == RESULT_NONE && pv_nb < pv_max;
        for (size_t ply = root_ply; ply < line.ply_nb && is_drawn; ply++) {
            goes_on = goes_on && !position_same(&line.positions[ply], game_position(&line));
        }
        next = goes_on ? best_by_table(answer, &line, moves) : MOVE_NONE;
    }
    free(moves);
    game_release(&line);
    return pv_nb;
}

int exact_plies(const Variant *v, const Position *pos, ExactValue value)
{
    bool removes = v->rules.place_mill == MILL_REMOVE || v->rules.move_mill == MILL_REMOVE;
    if (value.sign == 0) {
        return PLIES_UNKNOWN;
    }
    if (!removes || value.end_plies == 0) {
        return value.end_plies;
    }
    bool is_placing = pos->hand[SIDE_WHITE] > 0 || pos->hand[SIDE_BLACK] > 0;
    return is_placing ? PLIES_UNKNOWN : value.progress_plies;
}
