// SPDX-License-Identifier: MIT
#include "engine/search/node.h"

#include <assert.h>

#include "engine/search/movepick.h"
#include "protocol/rules/movegen.h"
#include "protocol/rules/outcome.h"

// Without this 89 Elo are lost at 30,000 nodes a move (100 games, +-57); 2, 3 and 6 plies play
// alike.
#define FORCING_PLIES 6 // how far moves that take men are followed beyond the depth

// Where the search is selective (see Task.reduce). All three together bring nine men's morris to
// depth 12 with 91 thousand instead of 902 thousand nodes, and +15 Elo (+-11) at 2,000 nodes a move
// (1,000 games), +24 (+-17) at 20,000 (400); dara +21, morabaraba +17 (+-14, 2,000 nodes).
#define SAFE_DEPTH 4   // an evaluation that beats beta by this much is believed:
#define SAFE_BASE 30   // centipawns, and
#define SAFE_STEP 40   // for each ply of the depth
#define LATE_DEPTH 6   // quiet moves are tried only until
#define LATE_BASE 2    // so many moves and the square of the depth were
#define UNSEEN_DEPTH 4 // from here on a node without a move in the table goes a ply less deep

static int score_of_result(Result result, int side, int ply)
{
    if (result == RESULT_DRAW) {
        return 0;
    }
    return result == result_win_of((Side)side) ? SEARCH_MATE - ply : ply - SEARCH_MATE;
}

/// Cheap and never wrong when it says no: could outcome_of_board end the game here?
static bool board_may_end(const Variant *v, const Position *pos)
{
    const VariantRules *rules = &v->rules;
    return rules->place_mill == MILL_WIN || rules->move_mill == MILL_WIN ||
           bitboard_count(pos->men[SIDE_WHITE]) < rules->min_men ||
           bitboard_count(pos->men[SIDE_BLACK]) < rules->min_men || position_empty(v, pos) == 0;
}

/// Has the position occurred so often that the game is drawn, or once already since the root? A
/// second time in the tree counts as a draw in every game: who could avoid it gains nothing by a
/// third.
static bool is_repeated(const Worker *worker, const Position *pos, int ply)
{
    int back = pos->quiet < (uint32_t)ply ? (int)pos->quiet : ply;
    for (int i = 2; i <= back; i += 2) {
        if (worker->keys[ply - i] == pos->key) {
            return true;
        }
    }
    int repetition = worker->variant->rules.repetition;
    return repetition > 0 && pos->quiet > (uint32_t)ply &&
           past_count(&worker->task->past, pos->key) + 1 >= (uint32_t)repetition;
}

/// Is the game over here, or as good as over? *score: the value then. In the order of the rules.
static bool node_is_over(Worker *worker, const Position *pos, int ply, int *score)
{
    const Variant *v = worker->variant;
    if (board_may_end(v, pos)) {
        Outcome outcome = outcome_of_board(v, pos);
        if (outcome.result != RESULT_NONE) {
            *score = score_of_result(outcome.result, pos->side, ply);
            return true;
        }
    }
    bool is_limit = v->rules.no_progress > 0 && pos->quiet >= (uint32_t)v->rules.no_progress;
    if (is_limit && movegen_count(v, pos) == 0) {
        *score = score_of_result(outcome_of_stuck(v, pos).result, pos->side, ply);
        return true;
    }
    if (is_limit || is_repeated(worker, pos, ply)) {
        worker->path_nb++;
        *score = 0;
        return true;
    }
    return false;
}

void node_set_pv(Worker *worker, int ply, Move move)
{
    Move *pv = worker->pv[ply];
    const Move *rest = worker->pv[ply + 1];
    int nb = worker->pv_nb[ply + 1];
    nb = nb > SEARCH_PV_MAX - 1 ? SEARCH_PV_MAX - 1 : nb;
    pv[0] = move;
    for (int i = 0; i < nb; i++) {
        pv[i + 1] = rest[i];
    }
    worker->pv_nb[ply] = nb + 1;
}

/// Is no man of the side to move, which has none in hand, able to step? Then it is stuck for
/// certain only by movegen_count.
static bool looks_stuck(const Variant *v, const Position *pos)
{
    Bitboard empty = position_empty(v, pos);
    if (pos->hand[pos->side] > 0 || position_can_fly(v, pos, (Side)pos->side)) {
        return empty == 0;
    }
    for (Bitboard men = pos->men[pos->side]; men != 0;) {
        if ((v->neighbours[bitboard_pop(&men)] & empty) != 0) {
            return false;
        }
    }
    return true;
}

/// Could the side to move take a man or complete a winning line on this turn? True too often rather
/// than too seldom.
static bool has_forcing(const Variant *v, const Position *pos)
{
    Side side = (Side)pos->side;
    Bitboard own = pos->men[side];
    Bitboard closing = movegen_closing_points(v, own, position_empty(v, pos));
    if (closing == 0) {
        return false;
    }
    bool may_place = pos->hand[side] > 0 && v->rules.place_mill != MILL_NONE;
    bool may_move = v->rules.move_phase && v->rules.move_mill != MILL_NONE &&
                    (pos->hand[side] == 0 || v->rules.place_and_move_mixed);
    if (may_place || (may_move && position_can_fly(v, pos, side))) {
        return true;
    }
    while (may_move && closing != 0) {
        if ((v->neighbours[bitboard_pop(&closing)] & own) != 0) {
            return true;
        }
    }
    return false;
}

/// The value at the end of the depth: the evaluation, or what taking men now makes of it.
static int node_settle(Worker *worker, Node *node)
{
    const Variant *v = worker->variant;
    if (looks_stuck(v, node->pos) && movegen_count(v, node->pos) == 0) {
        return score_of_result(outcome_of_stuck(v, node->pos).result, node->pos->side, node->ply);
    }
    worker->horizon_nb++;
    node->best = evaluate_position(worker->evaluator, node->pos);
    if (node->best >= node->beta || node->depth <= -FORCING_PLIES || node->ply >= PLY_MAX - 1 ||
        !has_forcing(v, node->pos)) {
        return node->best;
    }
    node->alpha = node->best > node->alpha ? node->best : node->alpha;
    MovePicker picker;
    movepick_init(&picker, worker, node->pos, node->ply, TT_INDEX_NONE);
    for (Move move; (move = movepick_next_forcing(&picker)) != MOVE_NONE;) {
        Position next = position_play(v, node->pos, move);
        int score =
            -node_search(worker, &next, node->ply + 1, node->depth - 1, -node->beta, -node->alpha);
        if (worker->is_halted) {
            break;
        }
        if (score > node->best) {
            node->best = score;
            if (score > node->alpha) {
                node->alpha = score;
                node_set_pv(worker, node->ply, move);
            }
            if (score >= node->beta) {
                break;
            }
        }
    }
    movepick_release(&picker);
    return node->best;
}

/// Plies until the game is drawn for want of progress; a big number without such a limit.
static int plies_to_limit(const Variant *v, const Position *pos)
{
    return v->rules.no_progress > 0 ? v->rules.no_progress - (int)pos->quiet : SEARCH_MATE;
}

/// Does the table decide the node? *entry->index: its move in any case.
static bool node_probe(Worker *worker, const Node *node, TtEntry *entry, int *score)
{
    if (!tt_probe(worker->table, node->key, entry)) {
        entry->index = TT_INDEX_NONE;
        return false;
    }
    int value = entry->score;
    bool is_mate = score_is_mate(value);
    if (is_mate) {
        // A win that takes longer than the limit leaves was found with more plies to spare: it may
        // be none here.
        if (score_mate_plies(value) > plies_to_limit(worker->variant, node->pos)) {
            return false;
        }
        value += value > 0 ? -node->ply : node->ply;
    }
    bool is_lower = entry->bound != SEARCH_UPPER && value >= node->beta;
    bool is_upper = entry->bound != SEARCH_LOWER && value <= node->alpha;
    // Bounds that prove a win or a loss need no depth.
    bool is_deep = entry->complete || entry->depth >= node->depth ||
                   (is_mate && (value > 0 ? is_lower : is_upper));
    bool is_exact = entry->bound == SEARCH_EXACT;
    if (node->beta - node->alpha > 1 || !is_deep || !(is_lower || is_upper || is_exact)) {
        return false;
    }
    worker->horizon_nb += !entry->complete;
    *score = value;
    return true;
}

static void node_store(Worker *worker, const Node *node, int alpha, bool complete)
{
    int value = node->best;
    if (score_is_mate(value)) {
        value += value > 0 ? node->ply : -node->ply;
    }
    TtEntry entry = {
        .score = value,
        .depth = node->depth,
        .bound = node->best >= node->beta ? SEARCH_LOWER
                 : node->best > alpha     ? SEARCH_EXACT
                                          : SEARCH_UPPER,
        .complete = complete,
        .index = node->best > alpha ? node->best_index : TT_INDEX_NONE,
    };
    tt_store(worker->table, node->key, &entry);
}

/// A move has refuted the node: it and its like will be tried earlier, those tried in vain later.
static void node_learn(Worker *worker, const Node *node, const MovePicker *picker)
{
    Move best = picker->moves[node->best_index];
    if (best == MOVE_PASS) {
        return;
    }
    int bonus = node->depth > 12 ? 1200 : node->depth * node->depth * 8;
    history_add(&worker->history, node->pos->side, best, bonus);
    for (int i = 0; i < picker->next - 1; i++) {
        history_add(&worker->history, node->pos->side, picker->moves[picker->picks[i].index],
                    -bonus);
    }
    Move *killers = worker->killers[node->ply];
    if (!move_is_capture(best) && killers[0] != best) {
        killers[1] = killers[0];
        killers[0] = best;
    }
}

/// By how many plies less deep a late move is searched at first. Brings nine men's morris to depth
/// 11 with 1.3 instead of 31 million nodes, and 60 Elo at 30,000 nodes a move (100 games, +-57).
static int reduction_of(const Worker *worker, const Node *node, Move move, int tried_nb)
{
    if (!worker->reduce || node->depth < 3 || tried_nb < (move_is_capture(move) ? 6 : 3)) {
        return 0;
    }
    int plies = 1 + (tried_nb >= 8) + (tried_nb >= 16 && node->depth >= 6);
    return plies < node->depth - 1 ? plies : node->depth - 2;
}

int node_try(Worker *worker, const Node *node, Move move, int tried_nb)
{
    Position next = position_play(worker->variant, node->pos, move);
    tt_prefetch(worker->table, next.key ^ worker->salt);
    int ply = node->ply + 1;
    int depth = node->depth - 1;
    if (tried_nb == 0) {
        return -node_search(worker, &next, ply, depth, -node->beta, -node->alpha);
    }
    int reduction = reduction_of(worker, node, move, tried_nb);
    int score = -node_search(worker, &next, ply, depth - reduction, -node->alpha - 1, -node->alpha);
    if (score > node->alpha && reduction > 0 && !worker->is_halted) {
        score = -node_search(worker, &next, ply, depth, -node->alpha - 1, -node->alpha);
    }
    if (score > node->alpha && score < node->beta && !worker->is_halted) {
        score = -node_search(worker, &next, ply, depth, -node->beta, -node->alpha);
    }
    return score;
}

/// Is the node so good that no search is likely to bring it below beta? *score: its evaluation.
static bool node_is_safe(Worker *worker, const Node *node, int *score)
{
    if (!worker->reduce || node->beta - node->alpha > 1 || node->depth > SAFE_DEPTH ||
        score_is_mate(node->beta) || looks_stuck(worker->variant, node->pos)) {
        return false;
    }
    *score = evaluate_position(worker->evaluator, node->pos);
    if (*score - SAFE_BASE - SAFE_STEP * node->depth < node->beta) {
        return false;
    }
    worker->horizon_nb++;
    return true;
}

/// Is a quiet move so late in the order that it is not tried at all? Never before a move is known
/// that does not lose, so a proven loss has seen every move.
static bool move_is_hopeless(Worker *worker, const Node *node, Move move, int tried_nb)
{
    if (!worker->reduce || node->beta - node->alpha > 1 || node->depth > LATE_DEPTH ||
        move_is_capture(move) || node->best <= -SEARCH_MATE_MIN ||
        tried_nb < LATE_BASE + node->depth * node->depth) {
        return false;
    }
    worker->horizon_nb++;
    return true;
}

/// Tries the moves. False: halted.
static bool node_try_all(Worker *worker, Node *node, MovePicker *picker)
{
    int index;
    int tried_nb = 0;
    for (Move move; (move = movepick_next(picker, &index)) != MOVE_NONE; tried_nb++) {
        if (move_is_hopeless(worker, node, move, tried_nb)) {
            continue;
        }
        int score = node_try(worker, node, move, tried_nb);
        if (worker->is_halted) {
            return false;
        }
        if (score <= node->best) {
            continue;
        }
        node->best = score;
        node->best_index = index;
        if (score > node->alpha) {
            node->alpha = score;
            node_set_pv(worker, node->ply, move);
        }
        if (score >= node->beta) {
            node_learn(worker, node, picker);
            break;
        }
    }
    return true;
}

int node_search(Worker *worker, const Position *pos, int ply, int depth, int alpha, int beta)
{
    assert(ply >= 1);
    assert(ply <= PLY_MAX);
    assert(alpha < beta);
    worker->pv_nb[ply] = 0;
    if (!worker_enter(worker)) {
        return 0;
    }
    worker->seldepth = ply > worker->seldepth ? ply : worker->seldepth;
    worker->keys[ply] = pos->key;
    int score;
    if (node_is_over(worker, pos, ply, &score)) {
        return score;
    }
    // Nothing below is better than winning on this turn, or worse than having lost already.
    alpha = alpha < ply - SEARCH_MATE ? ply - SEARCH_MATE : alpha;
    beta = beta > SEARCH_MATE - ply - 1 ? SEARCH_MATE - ply - 1 : beta;
    if (alpha >= beta) {
        return alpha;
    }
    Node node = {pos, ply, depth, alpha, beta, -SEARCH_INFINITE, TT_INDEX_NONE, 0};
    if (depth <= 0 || ply >= PLY_MAX) {
        return node_settle(worker, &node);
    }
    node.key = worker_table_key(worker, pos);
    TtEntry entry;
    if (node_probe(worker, &node, &entry, &score)) {
        return score;
    }
    if (node_is_safe(worker, &node, &score)) {
        return score;
    }
    if (worker->reduce && entry.index == TT_INDEX_NONE && depth >= UNSEEN_DEPTH) {
        node.depth--;
    }
    uint64_t horizon_nb = worker->horizon_nb;
    uint64_t path_nb = worker->path_nb;
    MovePicker picker;
    if (movepick_init(&picker, worker, pos, ply, entry.index) == 0) {
        return score_of_result(outcome_of_stuck(worker->variant, pos).result, pos->side, ply);
    }
    bool is_done = node_try_all(worker, &node, &picker);
    movepick_release(&picker);
    if (is_done) {
        node_store(worker, &node, alpha,
                   worker->horizon_nb == horizon_nb && worker->path_nb == path_nb);
    }
    return node.best;
}
