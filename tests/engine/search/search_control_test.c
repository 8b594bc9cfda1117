// SPDX-License-Identifier: MIT
// Stop, ponder, infinite, many threads.
#include "tests/engine/search/search_help.h"

#define NINE "nine_mens_morris"
#define WAIT_MS 300    // long enough to see that nothing happens
#define PROMPT_MS 1000 // far more than an answer takes on a busy machine

static SearchLimits limits_infinite(void)
{
    SearchLimits limits = limits_none();
    limits.infinite = true;
    return limits;
}

static void stop_and_check(Bench *bench, const char *what)
{
    int64_t start = now_ms();
    search_stop(bench->search);
    search_wait(bench->search);
    CHECK(now_ms() - start < PROMPT_MS, "%s: stopping took %lld ms", what,
          (long long)(now_ms() - start));
    bench_check(bench, what);
    CHECK(!search_is_running(bench->search), "%s: still running", what);
}

static void test_stop(void)
{
    Bench bench;
    bench_init(&bench, NINE, NULL, NULL);
    search_stop(bench.search); // idle: nothing, and nothing is remembered
    search_ponderhit(bench.search);
    search_wait(bench.search);
    bench_start(&bench, limits_infinite());
    CHECK(search_is_running(bench.search), "running");
    sleep_ms(WAIT_MS);
    CHECK(bench_best_nb(&bench) == 0, "an endless search waits for stop");
    stop_and_check(&bench, "infinite");
    CHECK(bench.last[0].depth >= 2, "it has searched: depth %d", bench.last[0].depth);
    bench_start(&bench, limits_infinite());
    stop_and_check(&bench, "stopped at once");
    search_stop(bench.search);
    bench_run(&bench, limits_depth(3));
    bench_release(&bench);
}

/// Endless searches whose tree ends: they wait without load.
static void test_idle_wait(void)
{
    static const struct {
        const char *variant, *fen, *moves;
    } ENDING[] = {
        {"tictactoe", NULL, "a1 b2 c3 a3 c1"},
        {"tictactoe", "3/pp1/PPP[PPpp] b - - 0 1", NULL}, // the game is over
        {"three_mens_morris", NULL, NULL},                // a mate ends the search
    };
    Bench bench;
    bench_init(&bench, NINE, NULL, NULL);
    bench.settings.threads = 2;
    for (size_t i = 0; i < sizeof(ENDING) / sizeof(ENDING[0]); i++) {
        bench_set(&bench, ENDING[i].variant, ENDING[i].fen, ENDING[i].moves);
        bench_start(&bench, limits_infinite());
        sleep_ms(WAIT_MS);
        int64_t before = cpu_ms();
        sleep_ms(WAIT_MS);
        CHECK(cpu_ms() - before < 50, "%s: %lld ms of load while waiting", ENDING[i].variant,
              (long long)(cpu_ms() - before));
        CHECK(bench_best_nb(&bench) == 0, "%s: no move before stop", ENDING[i].variant);
        stop_and_check(&bench, ENDING[i].variant);
    }
    // Bounds on an endless search end its work, not its waiting.
    bench_set(&bench, NINE, NULL, NULL);
    SearchLimits limits = limits_infinite();
    limits.nodes = 1000;
    bench_start(&bench, limits);
    sleep_ms(WAIT_MS);
    CHECK(bench_best_nb(&bench) == 0, "infinite with nodes");
    stop_and_check(&bench, "infinite with nodes");
    bench_release(&bench);
}

static void test_ponder(void)
{
    Bench bench;
    bench_init(&bench, NINE, NULL, NULL);
    SearchLimits limits = limits_none();
    limits.ponder = true;
    limits.time_ms = 1000;
    bench_start(&bench, limits);
    sleep_ms(WAIT_MS);
    CHECK(bench_best_nb(&bench) == 0, "pondering goes on");
    int64_t start = now_ms();
    search_ponderhit(bench.search);
    search_wait(bench.search);
    CHECK(now_ms() - start < PROMPT_MS, "after the hit it took %lld ms",
          (long long)(now_ms() - start));
    bench_check(&bench, "ponderhit");

    limits.time_ms = -1;
    limits.movetime_ms = 200;
    bench_start(&bench, limits);
    sleep_ms(WAIT_MS);
    start = now_ms();
    search_ponderhit(bench.search);
    search_ponderhit(bench.search); // a second one is nothing
    search_wait(bench.search);
    int64_t taken = now_ms() - start;
    CHECK(taken >= 150, "the clock starts at the hit: %lld ms", (long long)taken);
    bench_check(&bench, "movetime after ponderhit");

    bench_start(&bench, limits);
    stop_and_check(&bench, "pondering stopped");
    // A search that has ended while pondering answers the hit at once.
    bench_set(&bench, "tictactoe", NULL, "a1 b2 c3 a3 c1");
    bench_start(&bench, limits);
    sleep_ms(WAIT_MS);
    CHECK(bench_best_nb(&bench) == 0, "no move before the hit");
    search_ponderhit(bench.search);
    search_wait(bench.search);
    bench_check(&bench, "hit after the end");
    bench_release(&bench);
}

static void *stop_soon(void *argument)
{
    search_stop(argument);
    return NULL;
}

/// Stops that race the natural end, from another thread and from this one.
static void test_races(void)
{
    Bench bench;
    bench_init(&bench, NINE, NULL, NULL);
    bench.settings.threads = 4;
    for (int i = 0; i < 60; i++) {
        pthread_t other;
        bench_start(&bench, i % 3 == 0 ? limits_infinite() : limits_nodes(1 + 40 * i));
        CU_ASSERT_FATAL(pthread_create(&other, NULL, stop_soon, bench.search) == 0);
        search_stop(bench.search);
        search_wait(bench.search);
        pthread_join(other, NULL);
        bench_check(&bench, "race");
    }
    for (int i = 0; i < 30; i++) {
        SearchLimits limits = limits_nodes(500 * i);
        limits.ponder = true;
        bench_start(&bench, limits);
        search_ponderhit(bench.search);
        if (i % 2 == 0) {
            search_stop(bench.search);
        }
        search_wait(bench.search);
        bench_check(&bench, "ponder race");
    }
    bench_release(&bench);
}

static void test_free_while_running(void)
{
    for (int i = 0; i < 20; i++) {
        Bench bench;
        bench_init(&bench, NINE, NULL, NULL);
        bench.settings.threads = 1 + i % 4;
        bench_start(&bench, limits_infinite());
        sleep_ms(i % 4);
        search_free(bench.search);
        CHECK(bench.best_nb == 1, "freed with %d best moves", bench.best_nb);
        SearchListener listener = {0};
        bench.search = search_new(&listener); // never used
        bench_release(&bench);
    }
    search_free(NULL);
}

static void test_threads(void)
{
    Bench bench;
    bench_init(&bench, NINE, NULL, NULL);
    static const int THREADS[] = {4, 2, 1, 3};
    for (size_t i = 0; i < sizeof(THREADS) / sizeof(THREADS[0]); i++) {
        bench.settings.threads = THREADS[i];
        bench_run(&bench, limits_depth(6));
        CHECK(bench.last[0].depth == 6, "%d threads: depth %d", THREADS[i], bench.last[0].depth);
    }
    bench.settings.threads = 4;
    bench_set(&bench, "three_mens_morris", NULL, NULL);
    bench_run(&bench, limits_depth(9));
    CHECK(bench.last[0].score == SEARCH_MATE - 9, "4 threads find the win in nine plies: %d",
          bench.last[0].score);
    bench.settings.multipv = 3;
    bench_run(&bench, limits_depth(7));
    CHECK(bench.line_nb == 3, "%d lines of 4 threads", bench.line_nb);
    bench_release(&bench);
}

static void test_many_threads(void)
{
    Bench bench;
    bench_init(&bench, NINE, NULL, NULL);
    bench.settings.threads = SEARCH_THREADS_MAX;
    bench_start(&bench, limits_infinite());
    sleep_ms(WAIT_MS);
    search_stop(bench.search);
    search_wait(bench.search);
    bench_check(&bench, "as many threads as may be");
    bench_release(&bench);
}

const TestCase CONTROL_CASES[] = {
    {"stop", test_stop},
    {"waiting without load", test_idle_wait},
    {"ponder", test_ponder},
    {"races", test_races},
    {"freed while running", test_free_while_running},
    {"threads", test_threads},
    {NULL, NULL},
};

const TestCase LONG_CONTROL_CASES[] = {
    {"as many threads as may be", test_many_threads},
    {NULL, NULL},
};
