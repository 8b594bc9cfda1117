// SPDX-License-Identifier: MIT
#include "engine/job.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

#include "protocol/base/memory.h"

struct Job {
    bool has_thread; // started and not yet waited for
    pthread_t thread;
    JobTask task;
    void (*on_end)(void *ctx);
    void *on_end_ctx;
    atomic_bool running;
};

Job *job_new(void)
{
    Job *job = memory_new(1, sizeof *job);
    atomic_init(&job->running, false);
    return job;
}

void job_free(Job *job)
{
    job_stop(job);
    job_wait(job);
    free(job);
}

static void *run_thread(void *argument)
{
    Job *job = argument;
    job->task.run(job->task.ctx);
    atomic_store(&job->running, false);
    job->on_end(job->on_end_ctx);
    return NULL;
}

Status job_start(Job *job, const JobTask *task, void (*on_end)(void *ctx), void *ctx,
                 Problem *problem)
{
    assert(!job_is_running(job));
    job_wait(job);
    job->task = *task;
    job->on_end = on_end;
    job->on_end_ctx = ctx;
    atomic_store(&job->running, true);
    if (pthread_create(&job->thread, NULL, run_thread, job) != 0) {
        atomic_store(&job->running, false);
        task->release(task->ctx);
        return problem_set(problem, STATUS_MEMORY, "the system gives no further thread");
    }
    job->has_thread = true;
    return STATUS_OK;
}

void job_stop(Job *job)
{
    if (job->has_thread) {
        job->task.stop(job->task.ctx);
    }
}

bool job_is_running(const Job *job)
{
    return atomic_load(&job->running);
}

void job_wait(Job *job)
{
    if (!job->has_thread) {
        return;
    }
    pthread_join(job->thread, NULL);
    job->task.release(job->task.ctx);
    job->has_thread = false;
}
