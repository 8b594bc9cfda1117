// SPDX-License-Identifier: MIT
#include "protocol/transport/loop.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/close_range.h>
#include <signal.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>
#include <uv.h>

#include "protocol/base/memory.h"
#include "protocol/transport/loop_inner.h"

#define NS_PER_MS 1000000u
#define DELAY_MS_MAX 1000000000000u // 31 years, so that sums of nanoseconds stay in 64 bits

struct Loop {
    uv_loop_t uv;
    int owned_nb; // timers, bells, watches, inputs and children that nobody has freed yet
    char *read_buffer;
};

struct Timer {
    uv_timer_t uv;
    Loop *loop;
    void (*on_time)(void *ctx);
    void *ctx;
};

struct Bell {
    uv_async_t uv;
    Loop *loop;
    void (*on_ring)(void *ctx);
    void *ctx;
};

struct SignalWatch {
    uv_signal_t uv;
    Loop *loop;
    void (*on_signal)(void *ctx, int signal_number);
    void *ctx;
};

void transport_prepare_process(void)
{
    for (int fd = 0; fd <= 2; fd++) {
        if (fcntl(fd, F_GETFD) < 0 && errno == EBADF) {
            // open takes the lowest free number, which is this one: those below are open by now.
            int opened = open("/dev/null", O_RDWR);
            assert(opened == fd || opened < 0);
        }
    }
    if (close_range(3, ~0u, CLOSE_RANGE_CLOEXEC) != 0) {
        // Kernels before 5.11 do not know the flag.
        long fd_nb = sysconf(_SC_OPEN_MAX);
        for (int fd = 3; fd < fd_nb; fd++) {
            fcntl(fd, F_SETFD, FD_CLOEXEC);
        }
    }
    signal(SIGPIPE, SIG_IGN);
}

uint64_t clock_now_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

Loop *loop_new(void)
{
    Loop *loop = memory_new(1, sizeof(*loop));
    int failed = uv_loop_init(&loop->uv);
    assert(failed == 0);
    (void)failed;
    loop->read_buffer = memory_new(LOOP_READ_BYTES, 1);
    return loop;
}

void loop_free(Loop *loop)
{
    assert(loop->owned_nb == 0);
    // A former loop_stop may end a run early, so there can be more than one.
    while (uv_run(&loop->uv, UV_RUN_DEFAULT) != 0) {
    }
    int busy = uv_loop_close(&loop->uv);
    assert(busy == 0);
    (void)busy;
    free(loop->read_buffer);
    free(loop);
}

void loop_run(Loop *loop)
{
    uv_run(&loop->uv, UV_RUN_DEFAULT);
}

void loop_stop(Loop *loop)
{
    uv_stop(&loop->uv);
}

struct uv_loop_s *loop_native(Loop *loop)
{
    return &loop->uv;
}

char *loop_read_buffer(Loop *loop)
{
    return loop->read_buffer;
}

void loop_count_owned(Loop *loop, int change)
{
    loop->owned_nb += change;
    assert(loop->owned_nb >= 0);
}

/// The handle is the first member of its owner's block, so one close callback serves all three.
static void free_closed(uv_handle_t *handle)
{
    free(handle);
}

static void close_owned(Loop *loop, uv_handle_t *handle)
{
    assert(!uv_is_closing(handle));
    loop_count_owned(loop, -1);
    uv_close(handle, free_closed);
}

static void timer_fired(uv_timer_t *uv)
{
    Timer *timer = (Timer *)uv;
    timer->on_time(timer->ctx);
}

Timer *timer_new(Loop *loop, void (*on_time)(void *ctx), void *ctx)
{
    Timer *timer = memory_new(1, sizeof(*timer));
    timer->loop = loop;
    timer->on_time = on_time;
    timer->ctx = ctx;
    uv_timer_init(&loop->uv, &timer->uv);
    loop_count_owned(loop, 1);
    return timer;
}

void timer_free(Timer *timer)
{
    if (timer != NULL) {
        close_owned(timer->loop, (uv_handle_t *)&timer->uv);
    }
}

void timer_start(Timer *timer, uint64_t delay_ms, uint64_t repeat_ms)
{
    delay_ms = delay_ms < DELAY_MS_MAX ? delay_ms : DELAY_MS_MAX;
    repeat_ms = repeat_ms < DELAY_MS_MAX ? repeat_ms : DELAY_MS_MAX;
    // libuv counts whole milliseconds, cut off, from a time it has cached. Ask for the first whole
    // millisecond at or after the due time on the same clock, so that no timer is early.
    uv_update_time(&timer->loop->uv);
    uint64_t due_ns = clock_now_ns() + delay_ms * NS_PER_MS;
    uint64_t due_ms = (due_ns + NS_PER_MS - 1) / NS_PER_MS;
    uint64_t delay = delay_ms == 0 ? 0 : due_ms - uv_now(&timer->loop->uv);
    int failed = uv_timer_start(&timer->uv, timer_fired, delay, repeat_ms);
    assert(failed == 0);
    (void)failed;
}

void timer_stop(Timer *timer)
{
    uv_timer_stop(&timer->uv);
}

static void bell_rang(uv_async_t *uv)
{
    Bell *bell = (Bell *)uv;
    bell->on_ring(bell->ctx);
}

Bell *bell_new(Loop *loop, void (*on_ring)(void *ctx), void *ctx)
{
    Bell *bell = memory_new(1, sizeof(*bell));
    bell->loop = loop;
    bell->on_ring = on_ring;
    bell->ctx = ctx;
    int failed = uv_async_init(&loop->uv, &bell->uv, bell_rang);
    assert(failed == 0);
    (void)failed;
    loop_count_owned(loop, 1);
    return bell;
}

void bell_free(Bell *bell)
{
    if (bell != NULL) {
        close_owned(bell->loop, (uv_handle_t *)&bell->uv);
    }
}

void bell_ring(Bell *bell)
{
    uv_async_send(&bell->uv);
}

static void signal_came(uv_signal_t *uv, int signal_number)
{
    SignalWatch *watch = (SignalWatch *)uv;
    watch->on_signal(watch->ctx, signal_number);
}

SignalWatch *signal_watch_new(Loop *loop, int signal_number,
                              void (*on_signal)(void *ctx, int signal_number), void *ctx)
{
    SignalWatch *watch = memory_new(1, sizeof(*watch));
    watch->loop = loop;
    watch->on_signal = on_signal;
    watch->ctx = ctx;
    uv_signal_init(&loop->uv, &watch->uv);
    int failed = uv_signal_start(&watch->uv, signal_came, signal_number);
    assert(failed == 0);
    (void)failed;
    uv_unref((uv_handle_t *)&watch->uv);
    loop_count_owned(loop, 1);
    return watch;
}

void signal_watch_free(SignalWatch *watch)
{
    if (watch != NULL) {
        close_owned(watch->loop, (uv_handle_t *)&watch->uv);
    }
}
