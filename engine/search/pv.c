// SPDX-License-Identifier: MIT
#include "engine/search/pv.h"

#include <assert.h>

#include "engine/search/movepick.h"
#include "engine/search/node.h"
#include "protocol/rules/movegen.h"
#include "protocol/rules/outcome.h"

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
}

/// Is the game over by the rules? Here a second occurrence is no draw, unlike in the search.
static bool walk_is_over(const Walk *walk)
{
    const Variant *v = walk->worker->variant;
    if (outcome_of_position(v, &walk->pos).result != RESULT_NONE) {
        return true;
    }
    uint32_t occurrence_nb = 1;
    for (int i = walk->ply - 2; i >= 0 && walk->ply - i <= (int)walk->pos.quiet; i -= 2) {
        occurrence_nb += walk->keys[i] == walk->pos.key;
    }
    if (walk->pos.quiet > (uint32_t)walk->ply) {
        occurrence_nb += past_count(&walk->worker->task->past, walk->pos.key);
    }
    return v->rules.repetition > 0 && occurrence_nb >= (uint32_t)v->rules.repetition;
}

/// The table's move for where the walk has come, or MOVE_NONE; `any`: else the most promising one.
static Move walk_next(const Walk *walk, bool any)
{
    Worker *worker = walk->worker;
    TtEntry entry;
    if (!tt_probe(worker->table, worker_table_key(worker, &walk->pos), &entry)) {
        entry.index = TT_INDEX_NONE;
    }
    MovePicker picker;
    int move_nb = movepick_init(&picker, worker, &walk->pos, 0, entry.index);
    int index;
    Move move = any || entry.index < move_nb ? movepick_next(&picker, &index) : MOVE_NONE;
    movepick_release(&picker);
    return move;
}

int pv_complete(Worker *worker, Move pv[], int pv_nb, int score)
{
    Walk walk = {.worker = worker, .pos = worker->task->root};
    walk.keys[0] = walk.pos.key;
    int wanted_nb = score_is_mate(score) ? score_mate_plies(score) : 2;
    wanted_nb = wanted_nb > SEARCH_PV_MAX ? SEARCH_PV_MAX : wanted_nb;
    for (int i = 0; i < pv_nb; i++) {
        if (i > 0 && walk_is_over(&walk)) {
            return i;
        }
        walk_play(&walk, pv[i]);
    }
    while (pv_nb < wanted_nb && !walk_is_over(&walk)) {
        Move move = walk_next(&walk, pv_nb < 2);
        if (move == MOVE_NONE) {
            break;
        }
        pv[pv_nb++] = move;
        walk_play(&walk, move);
    }
    return pv_nb;
}
