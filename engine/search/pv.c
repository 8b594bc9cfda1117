// SPDX-License-Identifier: MIT
#include "engine/search/pv.h"

#include <assert.h>

#include "engine/search/movepick.h"
#include "engine/search/node.h"
#include "protocol/rules/movegen.h"
#include "protocol/rules/outcome.h"

// What the proof of the moves that a mate is short of may cost, beside a sixteenth of the search so
// far. With it all exact mates of 400 positions (20,000 nodes each) are told with their whole line:
// 181 with one line, 1507 with fifty. Without it 5 and 8 % of them were short.
#define REST_NODES 5000

/// A walk along a line, with what is needed to see the end of the game.
typedef struct Walk {
    Worker *worker;
    Position pos;
    int ply;
    uint64_t keys[SEARCH_PV_MAX + 1];
} Walk;

static void walk_play(Walk *walk, Move move)
{
    assert(movegen_is_legal(walk->worker->variant, &walk->pos, move));
    walk->pos = position_play(walk->worker->variant, &walk->pos, move);
    walk->keys[++walk->ply] = walk->pos.key;
    walk->worker->keys[walk->ply] = walk->pos.key; // for searches from here
}

/// The result by the rules. Here a second occurrence is no draw, unlike in the search.
static Result walk_result(const Walk *walk)
{
    const Variant *v = walk->worker->variant;
    Outcome outcome = outcome_of_position(v, &walk->pos);
    if (outcome.result != RESULT_NONE) {
        return outcome.result;
    }
    uint32_t occurrence_nb = 1;
    for (int i = walk->ply - 2; i >= 0 && walk->ply - i <= (int)walk->pos.quiet; i -= 2) {
        occurrence_nb += walk->keys[i] == walk->pos.key;
    }
    if (walk->pos.quiet > (uint32_t)walk->ply) {
        occurrence_nb += past_count(&walk->worker->task->past, walk->pos.key);
    }
    bool is_repeated = v->rules.repetition > 0 && occurrence_nb >= (uint32_t)v->rules.repetition;
    return is_repeated ? RESULT_DRAW : RESULT_NONE;
}

/// Would the game end after `move`, otherwise than `score` says?
static bool walk_contradicts(const Walk *walk, Move move, int score)
{
    Walk next = *walk;
    walk_play(&next, move);
    Result result = walk_result(&next);
    return !score_is_mate(score) && result != RESULT_NONE && (result != RESULT_DRAW || score != 0);
}

/// The table's move for where the walk has come, or MOVE_NONE; `any`: the most promising one, the
/// table's first, that does not contradict the score, if there is one.
static Move walk_next(const Walk *walk, bool any, int score)
{
    Worker *worker = walk->worker;
    TtEntry entry;
    if (!tt_probe(worker->table, worker_table_key(worker, &walk->pos), &entry)) {
        entry.index = TT_INDEX_NONE;
    }
    MovePicker picker;
    int move_nb = movepick_init(&picker, worker, &walk->pos, 0, entry.index);
    int index;
    Move first = any || entry.index < move_nb ? movepick_next(&picker, &index) : MOVE_NONE;
    Move move = first;
    while (any && move != MOVE_NONE && walk_contradicts(walk, move, score)) {
        move = movepick_next(&picker, &index);
    }
    movepick_release(&picker);
    return move != MOVE_NONE ? move : first;
}

/// The move by which a mate goes on as it was told: searched as deep as the mate is long, it is
/// worth exactly `score` (the root's). MOVE_NONE: none was found in time.
static Move walk_prove(const Walk *walk, int score)
{
    Worker *worker = walk->worker;
    int wanted = walk->ply % 2 == 0 ? score : -score;
    Node node = {.pos = &walk->pos,
                 .ply = walk->ply,
                 .depth = score_mate_plies(score) - walk->ply,
                 .alpha = wanted - 1,
                 .beta = wanted + 1};
    TtEntry entry;
    if (!tt_probe(worker->table, worker_table_key(worker, &walk->pos), &entry)) {
        entry.index = TT_INDEX_NONE;
    }
    MovePicker picker;
    movepick_init(&picker, worker, &walk->pos, walk->ply, entry.index);
    Move found = MOVE_NONE;
    int index;
    for (Move move = movepick_next(&picker, &index); move != MOVE_NONE && found == MOVE_NONE;
         move = movepick_next(&picker, &index)) {
        int value = node_try(worker, &node, move, 0);
        if (worker->is_halted) {
            break;
        }
        found = value == wanted ? move : MOVE_NONE;
    }
    movepick_release(&picker);
    return found;
}

/// Goes on with the line of an exact mate by proven moves as far as the nodes reach.
static int walk_prove_all(Walk *walk, Move pv[], int pv_nb, int wanted_nb, int score)
{
    Worker *worker = walk->worker;
    if (atomic_load_explicit(&worker->task->halt, memory_order_relaxed)) {
        return pv_nb;
    }
    uint64_t pause_nodes = worker->pause_nodes;
    bool reduce = worker->reduce;
    worker->pause_nodes = worker->nodes + worker->nodes / 16 + REST_NODES;
    worker_set_reduce(worker, false);
    while (pv_nb < wanted_nb && walk_result(walk) == RESULT_NONE) {
        Move move = walk_prove(walk, score);
        if (move == MOVE_NONE) {
            break;
        }
        pv[pv_nb++] = move;
        walk_play(walk, move);
    }
    worker_set_reduce(worker, reduce);
    worker->pause_nodes = pause_nodes;
    worker->is_halted = atomic_load_explicit(&worker->task->halt, memory_order_relaxed);
    return pv_nb;
}

int pv_complete(Worker *worker, Line *line)
{
    Walk walk = {.worker = worker, .pos = worker->task->root};
    walk.keys[0] = walk.pos.key;
    Move *pv = line->pv;
    int pv_nb = line->pv_nb;
    int score = line->score;
    int wanted_nb = score_is_mate(score) ? score_mate_plies(score) : 2;
    wanted_nb = wanted_nb > SEARCH_PV_MAX ? SEARCH_PV_MAX : wanted_nb;
    for (int i = 0; i < pv_nb; i++) {
        if (i > 0 && walk_result(&walk) != RESULT_NONE) {
            return i;
        }
        walk_play(&walk, pv[i]);
    }
    if (score_is_mate(score) && line->bound == SEARCH_EXACT) {
        pv_nb = walk_prove_all(&walk, pv, pv_nb, wanted_nb, score);
    }
    while (pv_nb < wanted_nb && walk_result(&walk) == RESULT_NONE) {
        Move move = walk_next(&walk, pv_nb < 2, score);
        if (move == MOVE_NONE) {
            break;
        }
        pv[pv_nb++] = move;
        walk_play(&walk, move);
    }
    return pv_nb;
}
