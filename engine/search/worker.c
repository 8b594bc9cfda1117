// SPDX-License-Identifier: MIT
#include "engine/search/worker.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "engine/search/movepick.h"
#include "engine/search/timeman.h"
#include "protocol/base/memory.h"
#include "protocol/base/random.h"

#define LIMIT_NEAR 24 // plies to the no-progress limit from where the exact count goes into the key
#define LIMIT_FAR 56  // and from where it goes in roughly
#define LIMIT_STEP 8  // how roughly
#define LOOK_NS 500000         // the aim between two looks at the clock
#define STALL_NS 2000000       // so long between two looks: the system has run something else
#define STALL_MOST_NS 25000000 // more than that is no habit
#define SALT_UNREDUCED 0x9E3779B97F4A7C15

Worker *worker_new(int id)
{
    Worker *worker = memory_new(1, sizeof(*worker));
    worker->id = id;
    return worker;
}

void worker_free(Worker *worker)
{
    if (worker == NULL) {
        return;
    }
    free(worker->moves);
    free(worker->picks);
    free(worker->roots);
    free(worker->lines);
    free(worker);
}

/// Room for the moves of every node of a path. Untouched pages of it cost nothing.
static void arena_prepare(Worker *worker, size_t size)
{
    if (size > worker->arena_size) {
        free(worker->moves);
        free(worker->picks);
        worker->moves = memory_new(size, sizeof(*worker->moves));
        worker->picks = memory_new(size, sizeof(*worker->picks));
        worker->arena_size = size;
    }
    worker->arena_used = 0;
}

static void moves_shuffle(Move moves[], int nb, uint64_t seed)
{
    Random random;
    random_init(&random, seed);
    for (int i = nb - 1; i > 0; i--) {
        int other = (int)random_below(&random, (uint64_t)i + 1);
        Move move = moves[i];
        moves[i] = moves[other];
        moves[other] = move;
    }
}

/// The root moves in their first order. A seed shuffles what the measure of movepick.h thinks
/// equal; helpers shuffle each in its own way, so that they look elsewhere.
static void roots_prepare(Worker *worker)
{
    const Task *task = worker->task;
    if (task->move_nb > worker->root_size) {
        worker->roots = memory_resize(worker->roots, (size_t)task->move_nb, sizeof(*worker->roots));
        worker->root_size = task->move_nb;
    }
    Move *moves = worker->moves;
    Move *sorted = moves + task->move_nb; // the arena has room for many times move_max
    memcpy(moves, task->moves, (size_t)task->move_nb * sizeof(*moves));
    uint64_t seed = task->settings.seed + (uint64_t)worker->id;
    if (seed != 0) {
        moves_shuffle(moves, task->move_nb, seed ^ task->root.key);
    }
    movepick_sort(worker, &task->root, moves, task->move_nb, sorted);
    worker->root_nb = task->move_nb;
    for (int i = 0; i < task->move_nb; i++) {
        worker->roots[i] = (RootMove){sorted[i], -SEARCH_INFINITE};
    }
}

static void lines_prepare(Worker *worker)
{
    int wanted_nb = worker->id == 0 ? worker->task->settings.multipv : 1;
    worker->line_nb = wanted_nb > worker->root_nb ? worker->root_nb : wanted_nb;
    if (worker->line_nb > worker->line_size) {
        worker->lines =
            memory_resize(worker->lines, 2 * (size_t)worker->line_nb, sizeof(*worker->lines));
        worker->line_size = worker->line_nb;
    }
    for (int i = 0; i < 2 * worker->line_nb; i++) {
        worker->lines[i].pv_nb = 0;
        worker->lines[i].score = -SEARCH_INFINITE;
    }
}

void worker_set_reduce(Worker *worker, bool reduce)
{
    worker->reduce = reduce;
    // Positions of two variants may have the same key.
    worker->salt = worker->variant->digest ^ (reduce ? 0 : SALT_UNREDUCED);
}

void worker_prepare(Worker *worker, Task *task)
{
    assert(task->move_nb >= 1);
    assert(task->settings.multipv >= 1);
    worker->task = task;
    worker->variant = task->variant;
    worker->table = task->table;
    worker->evaluator = task->evaluator;
    worker->nodes = 0;
    worker->credit = 0;
    worker->grant = 1;
    worker->looked_ns = task->start_ns;
    worker->stall_ns /= 2;
    worker->is_halted = false;
    worker_set_reduce(worker, task->reduce);
    worker->seldepth = 0;
    worker->horizon_nb = 0;
    worker->path_nb = 0;
    worker->pause_nodes = UINT64_MAX;
    worker->nodes_told = UINT64_MAX;
    worker->keys[0] = task->root.key;
    atomic_store_explicit(&worker->nodes_shown, 0, memory_order_relaxed);
    memset(worker->killers, 0, sizeof(worker->killers));
    history_clear(&worker->history);
    arena_prepare(worker, (size_t)task->variant->move_max * (PLY_MAX + 2));
    roots_prepare(worker);
    lines_prepare(worker);
}

uint64_t worker_table_key(const Worker *worker, const Position *pos)
{
    int limit = worker->variant->rules.no_progress;
    int64_t left = (int64_t)limit - pos->quiet;
    uint64_t key = pos->key ^ worker->salt;
    if (limit == 0 || left > LIMIT_FAR) {
        return key;
    }
    int64_t step = left > LIMIT_NEAR ? LIMIT_NEAR + (left - LIMIT_NEAR) / LIMIT_STEP + 1 : left;
    return key ^ random_mix((uint64_t)step);
}

/// Looks at the clock; false when the hard budget is spent. Nodes of games with thousands of moves
/// take long, so the next look comes the sooner, the longer the nodes since the last one took. On a
/// busy machine the thread is put aside for many milliseconds: what has happened lately is kept in
/// reserve, for it may happen again at the end. Without a clock nothing depends on time.
static bool clock_allows(Worker *worker, int64_t hard_ns)
{
    if (hard_ns == TIME_NONE) {
        worker->grant = CREDIT_NODES;
        return true;
    }
    int64_t now_ns = timeman_now_ns();
    int64_t clock_ns = atomic_load(&worker->task->clock_ns); // nobody looked while pondering
    int64_t spent_ns = now_ns - (worker->looked_ns > clock_ns ? worker->looked_ns : clock_ns);
    worker->looked_ns = now_ns;
    if (spent_ns > STALL_NS && spent_ns > worker->stall_ns && worker->nodes > 0) {
        worker->stall_ns = spent_ns < STALL_MOST_NS ? spent_ns : STALL_MOST_NS;
    }
    if (spent_ns > LOOK_NS && worker->grant > 1) {
        worker->grant /= 2;
    } else if (spent_ns < LOOK_NS / 4 && worker->grant < CREDIT_NODES) {
        worker->grant *= 2;
    }
    // The first node is free: whatever the clock says, some move is looked at.
    int64_t most_ns = (hard_ns - clock_ns) / 2;
    int64_t reserve_ns = worker->stall_ns < most_ns ? worker->stall_ns : most_ns;
    return worker->nodes == 0 || now_ns < hard_ns - reserve_ns;
}

/// Takes up to `wanted` nodes from what the task has left; 0 when it has none.
static int64_t task_grant(Task *task, int64_t wanted)
{
    int64_t left = atomic_load_explicit(&task->nodes_left, memory_order_relaxed);
    int64_t grant;
    do {
        grant = left < wanted ? left : wanted;
    } while (grant > 0 &&
             !atomic_compare_exchange_weak_explicit(&task->nodes_left, &left, left - grant,
                                                    memory_order_relaxed, memory_order_relaxed));
    return grant;
}

bool worker_renew(Worker *worker)
{
    Task *task = worker->task;
    atomic_store_explicit(&worker->nodes_shown, worker->nodes, memory_order_relaxed);
    if (worker->nodes >= worker->pause_nodes) {
        return false;
    }
    int64_t grant = 0;
    if (clock_allows(worker, atomic_load_explicit(&task->hard_ns, memory_order_relaxed))) {
        grant = task_grant(task, worker->grant);
    }
    if (grant == 0) {
        atomic_store_explicit(&task->halt, true, memory_order_relaxed);
        return false;
    }
    worker->credit = (uint32_t)grant;
    return true;
}

uint64_t worker_nodes_of_all(const Worker *worker)
{
    const Task *task = worker->task;
    uint64_t nodes = worker->nodes;
    for (int i = 0; i < task->worker_nb; i++) {
        if (task->workers[i] != worker) {
            nodes += atomic_load_explicit(&task->workers[i]->nodes_shown, memory_order_relaxed);
        }
    }
    return nodes;
}
