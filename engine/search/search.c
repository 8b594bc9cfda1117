// SPDX-License-Identifier: MIT
#include "engine/search/search.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "engine/search/root.h"
#include "engine/search/strength.h"
#include "engine/search/timeman.h"
#include "engine/search/tt.h"
#include "engine/search/wdl.h"
#include "engine/search/worker.h"
#include "protocol/base/memory.h"

#define STACK_BYTES ((size_t)4 << 20) // a path of PLY_MAX nodes takes a tenth of it
#define NOW_DEPTH 1

struct Search {
    SearchListener listener;
    Table table;
    Evaluator *evaluator; // of the variant of the last search; NULL before the first
    Worker **workers;     // owned; worker_nb, one for each thread of the last search
    int worker_nb;
    pthread_t thread; // made by the first search
    bool has_thread;

    // The search under way; written before it starts.
    Task task;
    Outcome outcome; // of its root

    pthread_mutex_t mutex; // guards what follows
    pthread_cond_t changed;
    bool has_job;
    bool is_stopped;   // search_stop was called for this search
    bool is_pondering; // its clock does not run yet
    bool is_quitting;
    atomic_bool is_running; // written under the mutex, read by anyone
};

Search *search_new(const SearchListener *listener)
{
    Search *search = memory_new(1, sizeof(*search));
    search->listener = *listener;
    tt_init(&search->table);
    int failed = pthread_mutex_init(&search->mutex, NULL);
    assert(failed == 0);
    failed = pthread_cond_init(&search->changed, NULL);
    assert(failed == 0);
    return search;
}

static void workers_resize(Search *search, int nb)
{
    for (int i = nb; i < search->worker_nb; i++) {
        worker_free(search->workers[i]);
    }
    search->workers = memory_resize(search->workers, (size_t)nb, sizeof(*search->workers));
    for (int i = search->worker_nb; i < nb; i++) {
        search->workers[i] = worker_new(i);
    }
    search->worker_nb = nb;
}

void search_free(Search *search)
{
    if (search == NULL) {
        return;
    }
    pthread_mutex_lock(&search->mutex);
    search->is_quitting = true;
    search->is_stopped = true;
    atomic_store(&search->task.halt, true);
    pthread_cond_broadcast(&search->changed);
    pthread_mutex_unlock(&search->mutex);
    if (search->has_thread) {
        pthread_join(search->thread, NULL);
    }
    for (int i = 0; i < search->worker_nb; i++) {
        worker_free(search->workers[i]);
    }
    free(search->workers);
    free(search->task.moves);
    evaluator_free(search->evaluator);
    tt_release(&search->table);
    pthread_cond_destroy(&search->changed);
    pthread_mutex_destroy(&search->mutex);
    free(search);
}

bool search_is_running(const Search *search)
{
    return atomic_load(&search->is_running);
}

Status search_set_hash(Search *search, int megabytes, Problem *problem)
{
    assert(!search_is_running(search));
    return tt_resize(&search->table, megabytes, problem);
}

void search_clear(Search *search)
{
    assert(!search_is_running(search));
    tt_clear(&search->table);
}

static int thread_create(pthread_t *thread, void *(*run)(void *), void *argument)
{
    pthread_attr_t attributes;
    int failed = pthread_attr_init(&attributes);
    if (failed == 0) {
        pthread_attr_setstacksize(&attributes, STACK_BYTES);
        failed = pthread_create(thread, &attributes, run, argument);
        pthread_attr_destroy(&attributes);
    }
    return failed;
}

static void *helper_main(void *argument)
{
    root_deepen(argument);
    return NULL;
}

/// Searches with all threads, or plays as weak as asked for; returns when the last one has ended.
/// With fewer threads than asked for when the system refuses them.
static void search_with_all(Search *search)
{
    Task *task = &search->task;
    pthread_t helpers[SEARCH_THREADS_MAX];
    int helper_nb = 0;
    if (task->settings.elo > 0) {
        strength_play(search->workers[0]);
        return;
    }
    for (int i = 1; i < task->worker_nb; i++) {
        if (thread_create(&helpers[helper_nb], helper_main, search->workers[i]) != 0) {
            break;
        }
        helper_nb++;
    }
    root_deepen(search->workers[0]);
    atomic_store(&task->halt, true);
    for (int i = 0; i < helper_nb; i++) {
        pthread_join(helpers[i], NULL);
    }
}

/// `infinite` and `ponder` never end on their own: waits, without load, for who may end them.
static void search_await_leave(Search *search)
{
    pthread_mutex_lock(&search->mutex);
    while ((search->task.limits.infinite || search->is_pondering) && !search->is_stopped) {
        pthread_cond_wait(&search->changed, &search->mutex);
    }
    pthread_mutex_unlock(&search->mutex);
}

/// The root is the end of its game: its value, but no move.
static void search_tell_end(Search *search)
{
    const Task *task = &search->task;
    Result result = search->outcome.result;
    Side side = (Side)task->root.side;
    int score = result == RESULT_DRAW           ? 0
                : result == result_win_of(side) ? SEARCH_MATE
                                                : -SEARCH_MATE;
    SearchInfo info = {
        .multipv = 1,
        .score = score,
        .bound = SEARCH_EXACT,
        .time_ns = (uint64_t)(timeman_now_ns() - task->start_ns),
    };
    wdl_of_score(score, info.wdl);
    search->listener.on_info(search->listener.ctx, &info);
}

/// Nothing has to be searched.
static void search_tell_known(Search *search, const SearchKnown *known)
{
    assert(known->line_nb >= 1);
    for (int i = 0; i < known->line_nb; i++) {
        SearchInfo info = known->lines[i];
        assert(info.pv_nb >= 1);
        info.time_ns = (uint64_t)(timeman_now_ns() - search->task.start_ns);
        search->listener.on_info(search->listener.ctx, &info);
    }
}

static void search_run(Search *search)
{
    Move best = MOVE_NONE;
    Move ponder = MOVE_NONE;
    const SearchKnown *known = search->task.settings.known;
    if (search->outcome.result != RESULT_NONE) {
        search_tell_end(search);
        search_await_leave(search);
    } else if (known != NULL) {
        search_tell_known(search, known);
        search_await_leave(search);
        best = known->lines[0].pv[0];
        ponder = known->lines[0].pv_nb > 1 ? known->lines[0].pv[1] : MOVE_NONE;
    } else {
        tt_prepare(&search->table);
        for (int i = 0; i < search->worker_nb; i++) {
            worker_prepare(search->workers[i], &search->task);
        }
        search_with_all(search);
        search_await_leave(search);
        root_report_last(search->workers[0]);
        const Line *line = &search->workers[0]->lines[0];
        best = line->pv[0];
        ponder = line->pv_nb > 1 ? line->pv[1] : MOVE_NONE;
    }
    past_release(&search->task.past);
    search->listener.on_best(search->listener.ctx, best, ponder);
}

static void *search_main(void *argument)
{
    Search *search = argument;
    pthread_mutex_lock(&search->mutex);
    for (;;) {
        while (!search->has_job && !search->is_quitting) {
            pthread_cond_wait(&search->changed, &search->mutex);
        }
        if (!search->has_job) {
            break;
        }
        pthread_mutex_unlock(&search->mutex);
        search_run(search);
        pthread_mutex_lock(&search->mutex);
        search->has_job = false;
        atomic_store(&search->is_running, false);
        pthread_cond_broadcast(&search->changed);
    }
    pthread_mutex_unlock(&search->mutex);
    return NULL;
}

static bool move_is_wanted(const SearchLimits *limits, Move move)
{
    bool is_wanted = limits->searchmoves_nb == 0;
    for (int i = 0; i < limits->searchmoves_nb && !is_wanted; i++) {
        is_wanted = limits->searchmoves[i] == move;
    }
    return is_wanted;
}

static void task_set_moves(Task *task, const Game *game)
{
    task->moves = memory_resize(task->moves, (size_t)game->variant->move_max, sizeof(*task->moves));
    int legal_nb = game_legal(game, task->moves);
    task->legal_nb = legal_nb;
    task->move_nb = 0;
    for (int i = 0; i < legal_nb; i++) {
        if (move_is_wanted(&task->limits, task->moves[i])) {
            task->moves[task->move_nb++] = task->moves[i];
        }
    }
    assert(task->move_nb >= 1 || game->outcome.result != RESULT_NONE);
    task->limits.searchmoves = NULL; // the caller's
    task->limits.searchmoves_nb = 0;
}

static int depth_max_of(const SearchLimits *limits)
{
    int64_t depth = SEARCH_DEPTH_MAX;
    if (limits->depth_plies > 0 && limits->depth_plies < depth) {
        depth = limits->depth_plies;
    }
    // A win in n moves takes 2n - 1 plies; one more sees that the loser is stuck.
    if (limits->mate_moves > 0 && limits->mate_moves < depth / 2) {
        depth = 2 * limits->mate_moves;
    }
    return limits->now && !limits->infinite ? NOW_DEPTH : (int)depth;
}

/// Do reductions pay? Where a line wins the trees are small, and every win within the depth shall
/// be found; the same when a mate is asked for.
static bool task_may_reduce(const Task *task)
{
    return feature_family(task->variant) != FAMILY_LINE && task->limits.mate_moves < 0;
}

static void clock_start(Search *search, int64_t now_ns)
{
    Task *task = &search->task;
    TimeBudget budget = timeman_budget(&task->limits, task->settings.move_overhead_ms,
                                       task->settings.analyse, task->legal_nb);
    atomic_store(&task->clock_ns, now_ns);
    atomic_store(&task->soft_ns, budget.soft_ns);
    atomic_store(&task->hard_ns, budget.hard_ns == TIME_NONE ? TIME_NONE : now_ns + budget.hard_ns);
}

/// A limit of zero means a move at once, also when the caller has not said so.
static SearchLimits limits_checked(const SearchLimits *limits)
{
    SearchLimits checked = *limits;
    checked.now = limits->now || limits->time_ms == 0 || limits->movetime_ms == 0 ||
                  limits->depth_plies == 0 || limits->nodes == 0 || limits->mate_moves == 0;
    return checked;
}

static void evaluator_prepare(Search *search, const Variant *v)
{
    if (search->evaluator == NULL || !evaluator_is_for(search->evaluator, v)) {
        evaluator_free(search->evaluator);
        search->evaluator = evaluator_new(v);
    }
}

static void task_prepare(Search *search, const Game *game, const SearchLimits *limits,
                         const SearchSettings *settings)
{
    Task *task = &search->task;
    task->start_ns = timeman_now_ns();
    task->variant = game->variant;
    evaluator_prepare(search, game->variant);
    task->evaluator = search->evaluator;
    task->root = *game_position(game);
    task->limits = limits_checked(limits);
    task->settings = *settings;
    task->table = &search->table;
    task->listener = &search->listener;
    task_set_moves(task, game);
    past_init(&task->past, game);
    task->depth_max = depth_max_of(&task->limits);
    task->reduce = task_may_reduce(task);
    bool is_alone = task->limits.now || task->move_nb == 0 || settings->elo > 0;
    int thread_nb = is_alone ? 1 : settings->threads;
    task->settings.multipv = settings->elo > 0 ? 1 : settings->multipv;
    assert(thread_nb >= 1);
    assert(thread_nb <= SEARCH_THREADS_MAX);
    workers_resize(search, thread_nb);
    task->workers = search->workers;
    task->worker_nb = thread_nb;
    search->outcome = game->outcome;
    atomic_store(&task->halt, false);
    atomic_store(&task->nodes_left, task->limits.nodes > 0 ? task->limits.nodes : INT64_MAX);
    atomic_store(&task->soft_ns, TIME_NONE);
    atomic_store(&task->hard_ns, TIME_NONE);
}

void search_start(Search *search, const Game *game, const SearchLimits *limits,
                  const SearchSettings *settings)
{
    assert(!search_is_running(search));
    task_prepare(search, game, limits, settings);
    SearchLimits *checked = &search->task.limits;
    // A move at once comes from this thread: on a busy machine waking another may take longer than
    // the whole search.
    bool is_here = checked->now && !checked->infinite && !checked->ponder;
    if (!is_here && !search->has_thread) {
        search->has_thread = thread_create(&search->thread, search_main, search) == 0;
    }
    if (!is_here && !search->has_thread) {
        // The system has no thread to give. A move at once is better than none.
        checked->infinite = false;
        checked->ponder = false;
        checked->now = true;
        search->task.depth_max = NOW_DEPTH;
        is_here = true;
    }
    pthread_mutex_lock(&search->mutex);
    search->is_stopped = false;
    search->is_pondering = checked->ponder;
    if (!search->is_pondering) {
        clock_start(search, search->task.start_ns);
    }
    search->has_job = !is_here;
    atomic_store(&search->is_running, true);
    pthread_cond_broadcast(&search->changed);
    pthread_mutex_unlock(&search->mutex);
    if (is_here) {
        search_run(search);
        atomic_store(&search->is_running, false);
    }
}

void search_stop(Search *search)
{
    pthread_mutex_lock(&search->mutex);
    if (search_is_running(search)) {
        search->is_stopped = true;
        atomic_store(&search->task.halt, true);
        pthread_cond_broadcast(&search->changed);
    }
    pthread_mutex_unlock(&search->mutex);
}

void search_ponderhit(Search *search)
{
    pthread_mutex_lock(&search->mutex);
    if (search_is_running(search) && search->is_pondering) {
        search->is_pondering = false;
        clock_start(search, timeman_now_ns());
        pthread_cond_broadcast(&search->changed);
    }
    pthread_mutex_unlock(&search->mutex);
}

void search_wait(Search *search)
{
    pthread_mutex_lock(&search->mutex);
    while (search_is_running(search)) {
        pthread_cond_wait(&search->changed, &search->mutex);
    }
    pthread_mutex_unlock(&search->mutex);
}
