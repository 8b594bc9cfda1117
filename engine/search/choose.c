// SPDX-License-Identifier: MIT
#include "engine/search/choose.h"

#include <assert.h>
#include <string.h>

#include "engine/search/movepick.h"
#include "engine/search/node.h"
#include "engine/search/timeman.h"

#define SHARE_PERCENT 30 // of what the search has visited, for the choice
#define SHARE_NODES 500  // and so many nodes beside
#define CHECK_PLIES 4    // by how many plies less deep than the best one another move is checked
#define REPLY_DEPTH 5    // at most so deep is a reply searched
#define HELD_CP 40       // who is not better by more than that after a reply: it holds

bool choose_is_due(const Worker *worker)
{
    const SearchLimits *limits = &worker->task->limits;
    const Line *line = &worker->lines[0];
    return worker->id == 0 && worker->task->settings.hardest && worker->line_nb == 1 &&
           worker->root_nb > 1 && !limits->infinite && limits->mate_moves < 0 && line->pv_nb > 0 &&
           line->bound == SEARCH_EXACT &&
           ((line->score == 0 && line->depth > CHECK_PLIES) || line->score <= -SEARCH_MATE_MIN);
}

uint64_t choose_pause_nodes(const Worker *worker)
{
    const Task *task = worker->task;
    const int64_t percent = 100 - SHARE_PERCENT;
    uint64_t nodes = UINT64_MAX;
    if (task->limits.nodes > 0) {
        nodes = (uint64_t)task->limits.nodes / (uint64_t)task->worker_nb * (uint64_t)percent / 100;
    }
    int64_t hard_ns = atomic_load(&task->hard_ns);
    int64_t clock_ns = atomic_load(&task->clock_ns);
    int64_t spent_ns = timeman_now_ns() - clock_ns;
    if (hard_ns != TIME_NONE && spent_ns > 0) {
        double share = (double)(hard_ns - clock_ns) * (double)percent / 100 / (double)spent_ns;
        double timed = (double)worker->nodes * share;
        nodes = timed < (double)nodes ? (uint64_t)timed : nodes;
    }
    return nodes;
}

/// How hard a move is for the opponent.
typedef struct Hardness {
    bool is_new; // the game goes on, at a position that it has not seen
    int hold_nb; // replies that keep the value, of reply_nb
    int reply_nb;
} Hardness;

static bool is_harder(Hardness a, Hardness b)
{
    if (a.is_new != b.is_new) {
        return a.is_new;
    }
    int order = b.hold_nb * a.reply_nb - a.hold_nb * b.reply_nb;
    return order != 0 ? order > 0 : a.hold_nb < b.hold_nb;
}

/// Does the position after a reply leave us with no more than `score`?
static bool reply_holds(Worker *worker, const Position *after, int score)
{
    const Line *line = &worker->lines[0];
    bool is_lost = score <= -SEARCH_MATE_MIN;
    int most = is_lost ? -SEARCH_MATE_MIN : score + HELD_CP;
    int depth = is_lost ? score_mate_plies(score) - 2 : line->depth - CHECK_PLIES;
    depth = !is_lost && depth > REPLY_DEPTH ? REPLY_DEPTH : depth;
    return node_search(worker, after, 2, depth, most, most + 1) <= most;
}

static Hardness hardness_of(Worker *worker, Move move, int score)
{
    const Task *task = worker->task;
    const Variant *v = worker->variant;
    Position next = position_play(v, &task->root, move);
    uint32_t past_nb = past_count(&task->past, next.key);
    int repetition = v->rules.repetition;
    if (outcome_of_position(v, &next).result != RESULT_NONE ||
        (repetition > 0 && past_nb + 1 >= (uint32_t)repetition)) {
        return (Hardness){.is_new = false, .hold_nb = 1, .reply_nb = 1};
    }
    Hardness hardness = {.is_new = past_nb == 0};
    worker->keys[1] = next.key;
    MovePicker picker;
    hardness.reply_nb = movepick_init(&picker, worker, &next, 1, TT_INDEX_NONE);
    int index;
    for (Move reply; (reply = movepick_next(&picker, &index)) != MOVE_NONE;) {
        Position after = position_play(v, &next, reply);
        hardness.hold_nb += reply_holds(worker, &after, score);
        if (worker->is_halted) {
            break;
        }
    }
    movepick_release(&picker);
    return hardness;
}

/// Is the move as good as the best one? Then its line goes to *line.
static bool is_equal(Worker *worker, Move move, int score, Line *line)
{
    bool is_lost = score <= -SEARCH_MATE_MIN;
    Node node = {.pos = &worker->task->root,
                 .depth = is_lost ? score_mate_plies(score) : line->depth - CHECK_PLIES,
                 .alpha = score - 1,
                 .beta = score,
                 .best = -SEARCH_INFINITE};
    if (node_try(worker, &node, move, 0) < score || worker->is_halted) {
        return false;
    }
    node_set_pv(worker, 0, move);
    line->pv_nb = worker->pv_nb[0];
    memcpy(line->pv, worker->pv[0], (size_t)line->pv_nb * sizeof(line->pv[0]));
    return true;
}

void choose_hardest(Worker *worker)
{
    assert(choose_is_due(worker));
    Line *line = &worker->lines[0];
    const Move best = line->pv[0];
    const int score = line->score;
    // A loss is proven without reductions, so its equals are, too.
    worker_set_reduce(worker, worker->task->reduce && score == 0);
    worker->pause_nodes =
        worker->nodes + worker->nodes * SHARE_PERCENT / (100 - SHARE_PERCENT) + SHARE_NODES;
    Hardness hardest = hardness_of(worker, best, score);
    for (int i = 0; i < worker->root_nb && !worker->is_halted; i++) {
        Line other = *line;
        if (worker->roots[i].move == best ||
            !is_equal(worker, worker->roots[i].move, score, &other)) {
            continue;
        }
        Hardness hardness = hardness_of(worker, worker->roots[i].move, score);
        if (!worker->is_halted && is_harder(hardness, hardest)) {
            hardest = hardness;
            *line = other;
        }
    }
    worker->pause_nodes = UINT64_MAX;
    worker->is_halted = atomic_load_explicit(&worker->task->halt, memory_order_relaxed);
    worker_set_reduce(worker, worker->task->reduce);
    if (line->pv[0] != best) {
        worker->nodes_told = UINT64_MAX; // the last report tells the move that is played
    }
}
