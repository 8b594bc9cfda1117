// SPDX-License-Identifier: MIT
#include "engine/search/root.h"

#include <assert.h>
#include <string.h>

#include "engine/search/choose.h"
#include "engine/search/movepick.h"
#include "engine/search/node.h"
#include "engine/search/pv.h"
#include "engine/search/timeman.h"
#include "engine/search/wdl.h"
#include "protocol/rules/outcome.h"

#define ASPIRATION_DEPTH 4         // from this iteration on the window is narrow at first
#define ASPIRATION_WIDTH 30        // centipawns to both sides
#define ASPIRATION_WIDEST 500      // beyond it the window is open
#define BOUND_REPORT_NS 1000000000 // a search that takes long tells of bounds, too
#define PROOF_NODES                                                                                \
    50000 // what the proof of a mate may cost, beside twice what the search has cost so far

#define GUESS_MOVES 4096 // replies that a move without a search is held against at the most

/// Puts the moves from `first` on in order of their scores; equal ones keep their order.
static void roots_sort(Worker *worker, int first)
{
    for (int i = first + 1; i < worker->root_nb; i++) {
        RootMove root = worker->roots[i];
        int at = i;
        while (at > first && worker->roots[at - 1].score < root.score) {
            worker->roots[at] = worker->roots[at - 1];
            at--;
        }
        worker->roots[at] = root;
    }
}

/// Puts one move in front of those from `first` on.
static void roots_lead(Worker *worker, int first, Move move)
{
    int at = first;
    while (worker->roots[at].move != move) {
        at++;
        assert(at < worker->root_nb);
    }
    RootMove root = worker->roots[at];
    for (; at > first; at--) {
        worker->roots[at] = worker->roots[at - 1];
    }
    worker->roots[first] = root;
}

static void candidate_set(Worker *worker, const Node *node, int score)
{
    Line *line = &worker->candidate;
    line->score = score;
    line->bound = score >= node->beta ? SEARCH_LOWER : SEARCH_EXACT;
    line->depth = node->depth;
    line->seldepth = worker->seldepth;
    line->pv_nb = worker->pv_nb[0];
    memcpy(line->pv, worker->pv[0], (size_t)line->pv_nb * sizeof(line->pv[0]));
}

/// Tries the root moves from `first` on. The best that beats alpha becomes the candidate and goes
/// to the front, also when the pass is broken off.
static int root_pass(Worker *worker, int first, int depth, int alpha, int beta)
{
    Node node = {.pos = &worker->task->root,
                 .depth = depth,
                 .alpha = alpha,
                 .beta = beta,
                 .best = -SEARCH_INFINITE};
    worker->candidate.pv_nb = 0;
    for (int i = first; i < worker->root_nb; i++) {
        worker->roots[i].score = -SEARCH_INFINITE;
    }
    for (int i = first; i < worker->root_nb && node.best < beta; i++) {
        int score = node_try(worker, &node, worker->roots[i].move, i - first);
        if (worker->is_halted) {
            break;
        }
        node.best = score > node.best ? score : node.best;
        if (score > node.alpha) {
            worker->roots[i].score = score;
            node_set_pv(worker, 0, worker->roots[i].move);
            candidate_set(worker, &node, score);
            node.alpha = score;
        }
    }
    roots_sort(worker, first);
    return node.best;
}

static void report_line(Worker *worker, Line *line, int multipv)
{
    const Task *task = worker->task;
    line->pv_nb = pv_complete(worker, line);
    worker->nodes_told = worker_nodes_of_all(worker);
    SearchInfo info = {
        .depth = line->depth,
        .seldepth = line->seldepth,
        .multipv = multipv,
        .score = line->score,
        .bound = line->bound,
        .nodes = worker->nodes_told,
        .time_ns = (uint64_t)(timeman_now_ns() - task->start_ns),
        .hashfull_permille = tt_hashfull_permille(task->table),
        .pv = line->pv,
        .pv_nb = line->pv_nb,
    };
    wdl_of_score(line->score, info.wdl);
    task->listener->on_info(task->listener->ctx, &info);
}

static void report_lines(Worker *worker)
{
    for (int i = 0; i < worker->line_nb; i++) {
        if (worker->lines[i].pv_nb > 0) {
            report_line(worker, &worker->lines[i], i + 1);
        }
    }
}

/// A window was too narrow: of interest only to who has been waiting.
static void report_bound(Worker *worker, const Line *line)
{
    if (worker->id == 0 && worker->line_nb == 1 && line->pv_nb > 0 &&
        timeman_now_ns() - worker->task->start_ns > BOUND_REPORT_NS) {
        Line shown = *line;
        report_line(worker, &shown, 1);
        worker->nodes_told = UINT64_MAX; // the last report is never a mere bound
    }
}

/// One line of an iteration. False: halted, and lines[index] holds the candidate if there was one.
static bool root_line(Worker *worker, int index, int depth)
{
    Line *line = &worker->lines[index];
    const Line *previous = &worker->lines[worker->line_nb + index];
    bool is_narrow =
        depth >= ASPIRATION_DEPTH && previous->pv_nb > 0 && !score_is_mate(previous->score);
    int width = ASPIRATION_WIDTH;
    int alpha = is_narrow ? previous->score - width : -SEARCH_INFINITE;
    int beta = is_narrow ? previous->score + width : SEARCH_INFINITE;
    line->pv_nb = 0;
    for (;;) {
        int score = root_pass(worker, index, depth, alpha, beta);
        if (worker->candidate.pv_nb > 0) {
            *line = worker->candidate;
        }
        if (worker->is_halted) {
            return false;
        }
        width = 3 * width > ASPIRATION_WIDEST ? SEARCH_INFINITE : 3 * width;
        if (score <= alpha) {
            Line low = *previous;
            low.score = score;
            low.bound = SEARCH_UPPER;
            low.depth = depth;
            report_bound(worker, &low);
            alpha = score - width < -SEARCH_INFINITE ? -SEARCH_INFINITE : score - width;
        } else if (score >= beta) {
            report_bound(worker, line);
            beta = score + width > SEARCH_INFINITE ? SEARCH_INFINITE : score + width;
        } else {
            return true;
        }
    }
}

/// A mate that was found by reduced searches, or beyond the depth, need not be the shortest. A
/// search of its full length without reductions settles it, if that does not cost too much; else
/// the score is told as the bound that it is.
static void root_prove(Worker *worker, int index, int depth)
{
    Line *line = &worker->lines[index];
    if (!score_is_mate(line->score) ||
        (!worker->task->reduce && score_mate_plies(line->score) <= depth)) {
        return;
    }
    worker_set_reduce(worker, false);
    worker->pause_nodes = worker->nodes + 2 * worker->nodes + PROOF_NODES;
    bool is_proven = false;
    int wanted = line->score;
    while (!is_proven && !worker->is_halted && score_is_mate(wanted)) {
        int score = root_pass(worker, index, score_mate_plies(wanted), wanted - 1, wanted + 1);
        bool is_better = worker->candidate.pv_nb > 0 && score_is_mate(worker->candidate.score) &&
                         (worker->candidate.score > 0 || !worker->is_halted);
        if (is_better) {
            *line = worker->candidate;
        }
        is_proven = !worker->is_halted && score == wanted;
        wanted = score;
    }
    roots_lead(worker, index, line->pv[0]);
    line->depth = depth;
    line->bound = is_proven ? SEARCH_EXACT : line->score > 0 ? SEARCH_LOWER : SEARCH_UPPER;
    worker->is_halted = atomic_load_explicit(&worker->task->halt, memory_order_relaxed);
    worker->pause_nodes = UINT64_MAX;
    worker_set_reduce(worker, worker->task->reduce);
}

/// Now that the table holds the proof of a mate, its whole line costs least.
static void mate_complete(Worker *worker, Line *line)
{
    if (!worker->is_halted && score_is_mate(line->score) && line->bound == SEARCH_EXACT) {
        line->pv_nb = pv_complete(worker, line);
    }
}

/// Puts the lines of an iteration in order of their scores, the root moves with them.
static void lines_sort(Worker *worker)
{
    for (int i = 1; i < worker->line_nb; i++) {
        for (int at = i; at > 0 && worker->lines[at - 1].score < worker->lines[at].score; at--) {
            Line line = worker->lines[at];
            worker->lines[at] = worker->lines[at - 1];
            worker->lines[at - 1] = line;
            RootMove root = worker->roots[at];
            worker->roots[at] = worker->roots[at - 1];
            worker->roots[at - 1] = root;
        }
    }
}

/// After a halt: the lines that this iteration did not reach are those of the one before, without
/// the moves that have a new line.
static void lines_fill(Worker *worker, int done_nb)
{
    const Line *previous = worker->lines + worker->line_nb;
    int nb = done_nb;
    for (int i = 0; i < worker->line_nb && nb < worker->line_nb; i++) {
        bool is_new = previous[i].pv_nb > 0;
        for (int j = 0; j < done_nb; j++) {
            is_new = is_new && previous[i].pv[0] != worker->lines[j].pv[0];
        }
        if (is_new) {
            worker->lines[nb++] = previous[i];
        }
    }
    for (; nb < worker->line_nb; nb++) {
        worker->lines[nb].pv_nb = 0;
        worker->lines[nb].score = -SEARCH_INFINITE;
    }
}

/// One iteration. False: halted on the way.
static bool root_iterate(Worker *worker, int depth)
{
    memcpy(worker->lines + worker->line_nb, worker->lines,
           (size_t)worker->line_nb * sizeof(*worker->lines));
    worker->seldepth = 0;
    for (int i = 0; i < worker->line_nb; i++) {
        bool is_done = root_line(worker, i, depth);
        if (is_done && worker->id == 0) {
            root_prove(worker, i, depth);
            mate_complete(worker, &worker->lines[i]);
        }
        if (!is_done || worker->is_halted) {
            lines_fill(worker, i + (worker->lines[i].pv_nb > 0));
            lines_sort(worker);
            return false;
        }
    }
    lines_sort(worker);
    return true;
}

/// One iteration. Once a draw is found it ends early enough for the choice among equals. False: no
/// further one.
static bool root_iterate_or_pause(Worker *worker, int depth)
{
    worker->pause_nodes = choose_is_due(worker) ? choose_pause_nodes(worker) : UINT64_MAX;
    if (worker->nodes >= worker->pause_nodes) {
        return false;
    }
    bool is_done = root_iterate(worker, depth);
    bool is_paused = !is_done && worker->nodes >= worker->pause_nodes &&
                     !atomic_load_explicit(&worker->task->halt, memory_order_relaxed);
    worker->pause_nodes = UINT64_MAX;
    if (!is_paused) {
        return is_done;
    }
    worker->is_halted = false;
    // Should the best move of before be in doubt, the iteration matters more than the choice.
    bool is_sure = worker->lines[0].depth == depth && choose_is_due(worker);
    return !is_sure && root_iterate(worker, depth);
}

/// Is every line a mate whose length is known for certain?
static bool lines_are_settled(const Worker *worker)
{
    for (int i = 0; i < worker->line_nb; i++) {
        const Line *line = &worker->lines[i];
        if (!score_is_mate(line->score) || line->bound != SEARCH_EXACT) {
            return false;
        }
    }
    return true;
}

static bool mate_is_found(const Worker *worker)
{
    int64_t mate_moves = worker->task->limits.mate_moves;
    int score = worker->lines[0].score;
    return mate_moves > 0 && score >= SEARCH_MATE_MIN &&
           score_mate_plies(score) <= 2 * mate_moves - 1;
}

/// Is the soft budget spent? It stretches while the best move changes or its score falls, and
/// shrinks while all is calm.
static bool time_is_spent(const Worker *worker, int calm_nb)
{
    Task *task = worker->task;
    int64_t soft_ns = atomic_load(&task->soft_ns);
    if (soft_ns == TIME_NONE) {
        return false;
    }
    int percent = calm_nb == 0 ? 140 : calm_nb <= 3 ? 100 : 75;
    const Line *previous = &worker->lines[worker->line_nb];
    bool falls = previous->pv_nb > 0 && worker->lines[0].score < previous->score - ASPIRATION_WIDTH;
    percent += falls ? 40 : 0;
    percent -= choose_is_due(worker) ? percent / 4 : 0; // the choice takes its part
    return timeman_now_ns() - atomic_load(&task->clock_ns) >= soft_ns / 100 * percent;
}

/// The first iteration was broken off: the first moves of the order are no choice, unless one wins.
static void lines_doubt(Worker *worker)
{
    Line *line = &worker->lines[0];
    bool has_more = worker->line_nb > 1 && worker->lines[1].pv_nb > 0;
    if (line->score < SEARCH_MATE_MIN && !has_more) {
        line->pv_nb = 0;
    }
}

void root_deepen(Worker *worker)
{
    int depth_max = worker->task->depth_max;
    int calm_nb = 0; // iterations since the best move changed
    // Every other helper is one ply ahead, so that the threads do not all do the same.
    for (int depth = 1 + (worker->id & 1); depth <= depth_max; depth++) {
        uint64_t horizon_nb = worker->horizon_nb;
        Move best = worker->roots[0].move;
        if (!root_iterate_or_pause(worker, depth)) {
            if (depth == 1) {
                lines_doubt(worker);
            }
            break;
        }
        calm_nb = best == worker->roots[0].move ? calm_nb + 1 : 0;
        bool is_exhausted = horizon_nb == worker->horizon_nb;
        if (worker->id == 0) {
            report_lines(worker);
        }
        if (is_exhausted || lines_are_settled(worker) ||
            (worker->id == 0 && mate_is_found(worker)) ||
            (worker->id == 0 && time_is_spent(worker, calm_nb))) {
            break;
        }
    }
    if (!worker->is_halted && choose_is_due(worker)) {
        choose_hardest(worker);
        mate_complete(worker, &worker->lines[0]);
    }
    atomic_store_explicit(&worker->nodes_shown, worker->nodes, memory_order_relaxed);
}

/// The result of the game after a root move.
static Result root_result(const Worker *worker, const Position *next)
{
    const Variant *v = worker->variant;
    Result result = outcome_of_position(v, next).result;
    uint32_t repetition = (uint32_t)v->rules.repetition;
    bool is_repeated = repetition > 0 && next->quiet > 0 &&
                       past_count(&worker->task->past, next->key) + 1 >= repetition;
    return result == RESULT_NONE && is_repeated ? RESULT_DRAW : result;
}

/// The value of a root move by the position that it leads to.
static int root_look(const Worker *worker, Move move)
{
    const Position *root = &worker->task->root;
    Position next = position_play(worker->variant, root, move);
    Result result = root_result(worker, &next);
    if (result == RESULT_NONE) {
        return -evaluate_position(worker->evaluator, &next);
    }
    bool is_win = result == result_win_of((Side)root->side);
    return result == RESULT_DRAW ? 0 : is_win ? SEARCH_MATE - 1 : 1 - SEARCH_MATE;
}

/// The reply to a root move that wins at once, MOVE_NONE if there is none or the game is over;
/// looks at *left_nb moves at the most and counts them down.
static Move root_refutation(Worker *worker, Move move, int *left_nb)
{
    const Variant *v = worker->variant;
    Position next = position_play(v, &worker->task->root, move);
    if (root_result(worker, &next) != RESULT_NONE) {
        return MOVE_NONE;
    }
    MovePicker picker;
    movepick_init(&picker, worker, &next, 1, TT_INDEX_NONE);
    Result wanted = result_win_of((Side)next.side);
    Move found = MOVE_NONE;
    int index;
    for (Move reply = movepick_next(&picker, &index);
         reply != MOVE_NONE && found == MOVE_NONE && *left_nb > 0;
         reply = movepick_next(&picker, &index)) {
        (*left_nb)--;
        Position end = position_play(v, &next, reply);
        found = outcome_of_position(v, &end).result == wanted ? reply : MOVE_NONE;
    }
    movepick_release(&picker);
    return found;
}

/// Not one iteration was finished: the best of a look at where each leads, without those that
/// lose at once, must do.
static void root_guess(Worker *worker, Line *line)
{
    for (int i = 0; i < worker->root_nb; i++) {
        worker->roots[i].score = root_look(worker, worker->roots[i].move);
    }
    int left_nb = GUESS_MOVES;
    for (;;) {
        roots_sort(worker, 0);
        RootMove *best = &worker->roots[0];
        if (score_is_mate(best->score) ||
            root_refutation(worker, best->move, &left_nb) == MOVE_NONE) {
            break;
        }
        best->score = 2 - SEARCH_MATE;
    }
    const RootMove *best = &worker->roots[0];
    *line = (Line){.score = best->score, .depth = 1, .seldepth = 1, .pv_nb = 1};
    line->pv[0] = best->move;
    if (best->score == 2 - SEARCH_MATE) {
        left_nb = worker->variant->move_max;
        line->pv[line->pv_nb++] = root_refutation(worker, best->move, &left_nb);
    }
}

void root_report_last(Worker *worker)
{
    Line *line = &worker->lines[0];
    if (line->pv_nb == 0) {
        root_guess(worker, line);
        worker->nodes_told = UINT64_MAX;
    }
    worker->is_halted = false;
    if (worker->nodes_told != worker_nodes_of_all(worker)) {
        report_lines(worker);
    }
    assert(line->pv_nb >= 1);
}
