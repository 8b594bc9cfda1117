// SPDX-License-Identifier: MIT
#ifndef MERELS_ENGINE_JOB_H
#define MERELS_ENGINE_JOB_H

#include <stdatomic.h>
#include <stdbool.h>

#include "protocol/base/status.h"

/// Long work that is no search (perft, bench), on a thread of its own, so that a session can go on
/// reading. One job at a time; all calls from the session's thread.

typedef struct JobTask {
    void *ctx;
    void (*run)(void *ctx);     // the work, on the job's thread
    void (*stop)(void *ctx);    // makes run return soon; any thread, also before run has begun or
                                // after it has ended
    void (*release)(void *ctx); // frees ctx, on the session's thread, after run has returned
} JobTask;

typedef struct Job Job;

Job *job_new(void);
/// Stops what runs, waits for it, frees.
void job_free(Job *job);

/// Idle only. Starts the task, which the job owns from then on, also on error (no thread:
/// STATUS_MEMORY). `on_end(ctx)` is called from the job's thread as its last act.
Status job_start(Job *job, const JobTask *task, void (*on_end)(void *ctx), void *ctx,
                 Problem *problem);
void job_stop(Job *job);
/// False as soon as run has returned.
bool job_is_running(const Job *job);
/// Waits for the end of what runs and releases it. Nothing when idle.
void job_wait(Job *job);

#endif
