// SPDX-License-Identifier: MIT
#include "arbiter/play/run.h"

#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

#include "arbiter/play/pool.h"
#include "arbiter/results/archive.h"
#include "protocol/base/memory.h"
#include "protocol/transport/loop.h"

#define SIGNAL_NB 3
#define FILES_PER_ENGINE 6 // three pipes, and those of one before it that is still ending
#define FILES_BESIDE 26    // records, loop, signals, and the starting of one engine: 24 measured
#define NOTICE_MAX 768

typedef struct Run {
    const Tournament *t;
    RunListener listener;
    Loop *loop;
    Archive *archive;
    Pool *pool;
    SignalWatch *signals[SIGNAL_NB];
    Timer *poll_timer;
    Timer *tick_timer;
    bool *is_finished; // by index
    uint64_t tick_ms;
    int table_nb;     // games at once
    int signal_nb;    // received
    bool is_closed;   // the pool has nothing left
    bool is_unsynced; // games were recorded since the last sync
    bool is_stopping; // by the stop file
    bool has_failed;  // the records cannot be written
    RunEnd end;
    Problem problem; // why it failed
} Run;

static void notice(void *ctx, const char *text)
{
    Run *run = ctx;
    run->listener.on_notice(run->listener.ctx, text);
}

// --- The records ----------------------------------------------------------------------------

// Only the first reason is kept.
static void keep_failure(Run *run, const Problem *problem)
{
    if (!run->has_failed) {
        run->has_failed = true;
        run->problem = *problem;
        problem_prefix(&run->problem, "the records cannot be written: ");
    }
}

static void fail_records(Run *run, const Problem *problem)
{
    keep_failure(run, problem);
    pool_abandon(run->pool);
}

static void on_probed(void *ctx, const EngineIdentity identities[])
{
    Run *run = ctx;
    Problem problem;
    if (archive_start(run->archive, identities, &problem) != STATUS_OK) {
        fail_records(run, &problem);
    }
}

static void on_begin(void *ctx, const Pairing *pairing)
{
    Run *run = ctx;
    run->listener.on_begin(run->listener.ctx, pairing);
}

static void on_game(void *ctx, const GameRecord *record)
{
    Run *run = ctx;
    Problem problem;
    if (archive_add(run->archive, record, &problem) != STATUS_OK) {
        fail_records(run, &problem);
        return;
    }
    run->is_unsynced = true;
    run->listener.on_game(run->listener.ctx, record, archive_tally(run->archive));
}

static void on_warning(void *ctx, int engine, const char *text)
{
    Run *run = ctx;
    char line[NOTICE_MAX];
    snprintf(line, sizeof line, "engine '%.100s': %.600s", run->t->engines[engine].name, text);
    notice(run, line);
}

// --- Its end --------------------------------------------------------------------------------

static RunEnd run_end_of(const Run *run, PoolEnd end)
{
    if (run->has_failed) {
        return RUN_FAILED;
    }
    switch (end) {
    case POOL_DONE:
        return RUN_DONE;
    case POOL_FINISHED:
        return RUN_STOPPED;
    case POOL_ABANDONED:
        return RUN_INTERRUPTED;
    case POOL_UNFIT:
        return RUN_FAILED;
    }
    return RUN_FAILED;
}

static void on_pool_end(void *ctx, PoolEnd end, const char *text)
{
    Run *run = ctx;
    timer_stop(run->poll_timer);
    timer_stop(run->tick_timer);
    if (end == POOL_UNFIT) {
        problem_set(&run->problem, STATUS_UNKNOWN, "%s", text);
    } else if (archive_game_nb(run->archive) > 0) { // nothing played, nothing to write
        Problem problem;
        if (archive_finish(run->archive, &problem) != STATUS_OK) {
            keep_failure(run, &problem);
        }
    }
    run->end = run_end_of(run, end);
    run->listener.on_end(run->listener.ctx, run->end, archive_tally(run->archive),
                         run->end == RUN_FAILED ? run->problem.text : "");
}

static void on_pool_closed(void *ctx)
{
    Run *run = ctx;
    run->is_closed = true;
    loop_stop(run->loop);
}

static void on_signal(void *ctx, int signal_number)
{
    (void)signal_number;
    Run *run = ctx;
    if (run->signal_nb++ == 0) {
        pool_abandon(run->pool);
    } else {
        pool_kill(run->pool);
    }
}

static void on_poll(void *ctx)
{
    Run *run = ctx;
    if (!run->is_stopping && archive_take_stop(run->archive)) {
        run->is_stopping = true;
        notice(run, "stop file found: ending after the running games");
        pool_finish(run->pool);
    }
    Problem problem;
    if (run->is_unsynced && !run->has_failed) {
        run->is_unsynced = false;
        if (archive_sync(run->archive, &problem) != STATUS_OK) {
            fail_records(run, &problem);
        }
    }
}

static void on_tick(void *ctx)
{
    Run *run = ctx;
    run->listener.on_tick(run->listener.ctx);
}

// --- The whole ------------------------------------------------------------------------------

static uint64_t files_wanted(int table_nb)
{
    return FILES_BESIDE + (uint64_t)FILES_PER_ENGINE * 2 * (uint64_t)table_nb;
}

// Every engine costs some descriptors: the soft limit is raised as far as it goes, and games that
// do not fit into it wait. Otherwise engines would lose games by a start that the arbiter failed.
static Status fit_file_limit(Run *run)
{
    run->table_nb = run->t->concurrency;
    uint64_t wanted = files_wanted(run->table_nb);
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= wanted) {
        return STATUS_OK;
    }
    rlim_t before = limit.rlim_cur;
    limit.rlim_cur = limit.rlim_max < wanted ? limit.rlim_max : wanted;
    if (setrlimit(RLIMIT_NOFILE, &limit) != 0) {
        limit.rlim_cur = before;
    }
    while (run->table_nb > 0 && files_wanted(run->table_nb) > limit.rlim_cur) {
        run->table_nb--;
    }
    if (run->table_nb == 0) {
        return problem_set(&run->problem, STATUS_LIMIT,
                           "one game at a time needs %" PRIu64 " open files, the limit is %" PRIu64
                           " (ulimit -n)",
                           files_wanted(1), (uint64_t)limit.rlim_cur);
    }
    if (run->table_nb < run->t->concurrency) {
        char text[NOTICE_MAX];
        snprintf(text, sizeof text,
                 "%d games at once need %" PRIu64 " open files, the limit is %" PRIu64
                 " (ulimit -n): %d at once are played",
                 run->t->concurrency, wanted, (uint64_t)limit.rlim_cur, run->table_nb);
        notice(run, text);
    }
    return STATUS_OK;
}

static void play_rest(Run *run)
{
    static const int numbers[SIGNAL_NB] = {SIGINT, SIGTERM, SIGHUP};
    const PoolListener listener = {
        .ctx = run,
        .on_probed = on_probed,
        .on_begin = on_begin,
        .on_game = on_game,
        .on_warning = on_warning,
        .on_end = on_pool_end,
        .on_closed = on_pool_closed,
    };
    run->loop = loop_new();
    run->poll_timer = timer_new(run->loop, on_poll, run);
    run->tick_timer = timer_new(run->loop, on_tick, run);
    run->pool = pool_new(run->loop, run->t, run->table_nb, run->is_finished, &listener);
    for (int i = 0; i < SIGNAL_NB; i++) {
        run->signals[i] = signal_watch_new(run->loop, numbers[i], on_signal, run);
    }
    timer_start(run->poll_timer, RUN_STOP_POLL_MS, RUN_STOP_POLL_MS);
    if (run->tick_ms > 0) {
        timer_start(run->tick_timer, run->tick_ms, run->tick_ms);
    }
    pool_start(run->pool);
    if (!run->is_closed) { // no engine could be started at all
        loop_run(run->loop);
    }
    for (int i = 0; i < run->t->engine_nb; i++) {
        int64_t stray_nb = pool_stray_nb(run->pool, i);
        if (stray_nb > 0) {
            char text[NOTICE_MAX];
            snprintf(text, sizeof text, "sent %" PRId64 " lines out of turn; they were ignored",
                     stray_nb);
            on_warning(run, i, text);
        }
    }
    for (int i = 0; i < SIGNAL_NB; i++) {
        signal_watch_free(run->signals[i]);
    }
    timer_free(run->tick_timer);
    timer_free(run->poll_timer);
    pool_free(run->pool);
    loop_free(run->loop);
}

static RunEnd end_without_games(Run *run, RunEnd end)
{
    Problem problem;
    if (archive_game_nb(run->archive) > 0 && archive_finish(run->archive, &problem) != STATUS_OK) {
        keep_failure(run, &problem);
        end = RUN_FAILED;
    }
    run->listener.on_end(run->listener.ctx, end, archive_tally(run->archive),
                         end == RUN_FAILED ? run->problem.text : "");
    return end;
}

RunEnd run_tournament(const Tournament *t, uint64_t tick_ms, const RunListener *listener)
{
    Run run = {.t = t, .listener = *listener, .tick_ms = tick_ms};
    const ArchiveListener archive_listener = {.ctx = &run, .on_notice = notice};
    if (archive_open(t, &archive_listener, &run.archive, &run.problem) != STATUS_OK) {
        run.end = run.problem.status == STATUS_IO ? RUN_FAILED : RUN_REFUSED;
        listener->on_end(listener->ctx, run.end, NULL, run.problem.text);
        return run.end;
    }
    int64_t game_nb = schedule_game_nb(t);
    int64_t recorded_nb = archive_game_nb(run.archive);
    listener->on_open(listener->ctx, recorded_nb);
    if (recorded_nb == game_nb) {
        run.end = end_without_games(&run, RUN_NOTHING);
    } else if (archive_take_stop(run.archive)) {
        run.end = end_without_games(&run, RUN_STOPPED);
    } else if (fit_file_limit(&run) != STATUS_OK) {
        run.end = RUN_FAILED;
        listener->on_end(listener->ctx, run.end, archive_tally(run.archive), run.problem.text);
    } else {
        run.is_finished = memory_new((size_t)game_nb, sizeof *run.is_finished);
        for (int64_t i = 0; i < game_nb; i++) {
            run.is_finished[i] = archive_has(run.archive, i);
        }
        play_rest(&run);
        free(run.is_finished);
    }
    archive_free(run.archive);
    return run.end;
}
