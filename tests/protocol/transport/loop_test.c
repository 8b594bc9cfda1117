// SPDX-License-Identifier: MIT
#include "protocol/transport/loop.h"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "tests/protocol/transport/transport_suites.h"

#define NS_PER_MS 1000000u

typedef struct Ticks {
    Loop *loop;
    Timer *timer;
    int nb;
    int stop_at;
    bool free_at_stop;
    uint64_t last_ns;
} Ticks;

static void tick(void *ctx)
{
    Ticks *ticks = ctx;
    ticks->last_ns = clock_now_ns();
    ticks->nb++;
    if (ticks->nb == ticks->stop_at) {
        if (ticks->free_at_stop) {
            timer_free(ticks->timer);
            ticks->timer = NULL;
        } else {
            timer_stop(ticks->timer);
        }
    }
}

static void sleep_ms(long ms)
{
    struct timespec time = {.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000};
    nanosleep(&time, NULL);
}

static void test_clock(void)
{
    uint64_t before = clock_now_ns();
    sleep_ms(5);
    uint64_t after = clock_now_ns();
    CHECK(after - before >= 5 * NS_PER_MS, "%llu ns", (unsigned long long)(after - before));
}

/// The loop's time is cached, so a timer that starts after work must not count the work as waiting.
static void test_timer_never_early(void)
{
    static const uint64_t delays[] = {0, 1, 2, 5, 10, 50};
    Ticks ticks = {.loop = loop_new(), .stop_at = -1};
    ticks.timer = timer_new(ticks.loop, tick, &ticks);
    for (size_t i = 0; i < sizeof(delays) / sizeof(delays[0]); i++) {
        for (int turn = 0; turn < 4; turn++) {
            sleep_ms(11);
            uint64_t start = clock_now_ns();
            timer_start(ticks.timer, delays[i], 0);
            loop_run(ticks.loop);
            uint64_t waited = ticks.last_ns - start;
            CHECK(waited >= delays[i] * NS_PER_MS && waited < 5000u * NS_PER_MS,
                  "%llu ms: fired after %llu ns", (unsigned long long)delays[i],
                  (unsigned long long)waited);
        }
    }
    CU_ASSERT_EQUAL(ticks.nb, 24);
    timer_free(ticks.timer);
    loop_free(ticks.loop);
}

static void test_timer_repeats(void)
{
    Ticks ticks = {.loop = loop_new(), .stop_at = 4};
    ticks.timer = timer_new(ticks.loop, tick, &ticks);
    timer_start(ticks.timer, 3, 2);
    loop_run(ticks.loop);
    CU_ASSERT_EQUAL(ticks.nb, 4);
    timer_free(ticks.timer);
    loop_free(ticks.loop);
}

static void test_timer_restarts_and_stops(void)
{
    Ticks far = {.loop = loop_new(), .stop_at = -1};
    far.timer = timer_new(far.loop, tick, &far);
    timer_start(far.timer, UINT64_MAX, UINT64_MAX);
    timer_start(far.timer, 1, 0);
    loop_run(far.loop);
    CU_ASSERT_EQUAL(far.nb, 1);
    timer_start(far.timer, 1, 0);
    timer_stop(far.timer);
    timer_stop(far.timer);
    loop_run(far.loop);
    CU_ASSERT_EQUAL(far.nb, 1);
    timer_free(far.timer);
    timer_free(NULL);
    loop_free(far.loop);
}

static void test_timer_freed_in_its_callback(void)
{
    Ticks ticks = {.loop = loop_new(), .stop_at = 2, .free_at_stop = true};
    ticks.timer = timer_new(ticks.loop, tick, &ticks);
    timer_start(ticks.timer, 1, 1);
    loop_run(ticks.loop);
    CU_ASSERT_EQUAL(ticks.nb, 2);
    loop_free(ticks.loop);
}

typedef struct Rings {
    Loop *loop;
    Bell *bell;
    atomic_int sent;
    int heard;
    int wanted;
} Rings;

static void hear(void *ctx)
{
    Rings *rings = ctx;
    rings->heard++;
    if (atomic_load(&rings->sent) == rings->wanted) {
        loop_stop(rings->loop);
    }
}

static void *ring_often(void *ctx)
{
    Rings *rings = ctx;
    for (int i = 0; i < 5000; i++) {
        atomic_fetch_add(&rings->sent, 1);
        bell_ring(rings->bell);
    }
    return NULL;
}

static void test_bell(void)
{
    Rings rings = {.loop = loop_new(), .wanted = 10000};
    rings.bell = bell_new(rings.loop, hear, &rings);
    pthread_t threads[2];
    for (int i = 0; i < 2; i++) {
        pthread_create(&threads[i], NULL, ring_often, &rings);
    }
    loop_run(rings.loop); // ends only if the ring after the last message is heard
    for (int i = 0; i < 2; i++) {
        pthread_join(threads[i], NULL);
    }
    CHECK(rings.heard >= 1 && rings.heard <= 10000, "%d", rings.heard);
    bell_free(rings.bell);
    bell_free(NULL);
    loop_free(rings.loop);
}

typedef struct Signals {
    int nb;
    int last;
} Signals;

static void note_signal(void *ctx, int number)
{
    Signals *signals = ctx;
    signals->nb++;
    signals->last = number;
}

static void raise_signal(void *ctx)
{
    int *number = ctx;
    kill(getpid(), *number);
}

static void test_signals(void)
{
    Loop *loop = loop_new();
    Signals signals = {0};
    int number = SIGHUP;
    SignalWatch *watch = signal_watch_new(loop, SIGHUP, note_signal, &signals);
    loop_run(loop); // a watch alone keeps nothing running
    Timer *send = timer_new(loop, raise_signal, &number);
    Ticks ticks = {.loop = loop, .stop_at = -1};
    ticks.timer = timer_new(loop, tick, &ticks);
    timer_start(send, 1, 0);
    timer_start(ticks.timer, 50, 0);
    loop_run(loop);
    CU_ASSERT_EQUAL(signals.nb, 1);
    CU_ASSERT_EQUAL(signals.last, SIGHUP);
    timer_free(send);
    timer_free(ticks.timer);
    signal_watch_free(watch);
    signal_watch_free(NULL);
    loop_free(loop);
    struct sigaction action;
    sigaction(SIGHUP, NULL, &action);
    CU_ASSERT(action.sa_handler == SIG_DFL);
}

static void test_stop_before_run(void)
{
    Ticks ticks = {.loop = loop_new(), .stop_at = -1};
    ticks.timer = timer_new(ticks.loop, tick, &ticks);
    timer_start(ticks.timer, 60000, 0);
    loop_stop(ticks.loop);
    loop_run(ticks.loop);
    CU_ASSERT_EQUAL(ticks.nb, 0);
    timer_free(ticks.timer);
    loop_stop(ticks.loop); // must not keep loop_free from its work
    loop_free(ticks.loop);
}

/// 0 when the call has done in a process with closed 0, 2 and an inheritable 9 what it promises.
static int prepare_and_look(void)
{
    int loose = fcntl(1, F_DUPFD, 9);
    close(0);
    close(2);
    signal(SIGPIPE, SIG_DFL);
    transport_prepare_process();
    char byte;
    int wrong = read(0, &byte, 1) != 0 ? 1 : 0;                        // /dev/null: end of file
    wrong |= write(2, "x", 1) != 1 ? 2 : 0;                            // and takes anything
    wrong |= (fcntl(loose, F_GETFD) & FD_CLOEXEC) == 0 ? 4 : 0;
    wrong |= (fcntl(1, F_GETFD) & FD_CLOEXEC) != 0 ? 8 : 0;
    wrong |= signal(SIGPIPE, SIG_DFL) != SIG_IGN ? 16 : 0;
    return wrong;
}

static void test_prepare_process(void)
{
    pid_t pid = fork();
    if (pid == 0) {
        _exit(prepare_and_look());
    }
    int status = -1;
    waitpid(pid, &status, 0);
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0, "status %x", (unsigned)status);
}

const TestCase LOOP_CASES[] = {
    {"clock", test_clock},
    {"timer_never_early", test_timer_never_early},
    {"timer_repeats", test_timer_repeats},
    {"timer_restarts_and_stops", test_timer_restarts_and_stops},
    {"timer_freed_in_its_callback", test_timer_freed_in_its_callback},
    {"bell", test_bell},
    {"signals", test_signals},
    {"stop_before_run", test_stop_before_run},
    {"prepare_process", test_prepare_process},
    {NULL, NULL},
};
