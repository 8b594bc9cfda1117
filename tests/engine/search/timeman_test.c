// SPDX-License-Identifier: MIT
#include "engine/search/timeman.h"

#include "protocol/base/random.h"
#include "tests/engine/search/search_help.h"

#define MS ((int64_t)1000000)

/// Bounds that a budget must keep, in milliseconds.
typedef struct Case {
    const char *what;
    int64_t time_ms, inc_ms, moves_to_go, movetime_ms, overhead_ms;
    int reply_nb;
    int64_t hard_min_ms, hard_max_ms, soft_max_ms;
} Case;

static const Case CASES[] = {
    {"a minute", 60000, -1, -1, -1, 10, 20, 2000, 30000, 4000},
    {"a minute with increment", 60000, 1000, -1, -1, 10, 20, 4000, 30000, 8000},
    {"forty moves in a minute", 60000, -1, 40, -1, 10, 20, 1500, 30000, 3000},
    {"one move to the control", 1000, -1, 1, -1, 10, 20, 500, 990, 990},
    {"fifty milliseconds in all", 50, -1, -1, -1, 10, 20, 0, 40, 10},
    {"one millisecond left", 1, -1, -1, -1, 10, 20, 0, 1, 1},
    {"one millisecond and a big increment", 1, 10000, -1, -1, 10, 20, 0, 1, 1},
    {"the overhead is all there is", 1000, -1, -1, -1, 5000, 20, 0, 1, 1},
    {"no overhead", 20, -1, -1, -1, 0, 20, 0, 20, 10},
    {"movetime", -1, -1, -1, 100, 10, 20, 90, 90, INT64_MAX},
    {"movetime below the overhead", -1, -1, -1, 5, 10, 20, 0, 5, INT64_MAX},
    {"movetime and clock", 60000, -1, -1, 100, 10, 20, 90, 90, 4000},
    {"a single reply", 60000, -1, -1, -1, 10, 1, 0, 5, 2},
    {"a single reply with movetime", -1, -1, -1, 1000, 10, 1, 0, 2, 1},
    {"enormous", INT64_MAX, INT64_MAX, INT64_MAX, -1, INT64_MAX, 20, 0, INT64_MAX / MS,
     INT64_MAX / MS},
    {"enormous without overhead", INT64_MAX, INT64_MAX, INT64_MAX, -1, 0, 20, 1000000,
     INT64_MAX / MS, INT64_MAX / MS},
};

static SearchLimits limits_of(const Case *test)
{
    SearchLimits limits = limits_none();
    limits.time_ms = test->time_ms;
    limits.inc_ms = test->inc_ms;
    limits.moves_to_go = test->moves_to_go;
    limits.movetime_ms = test->movetime_ms;
    return limits;
}

static void test_table(void)
{
    for (size_t i = 0; i < sizeof(CASES) / sizeof(CASES[0]); i++) {
        const Case *test = &CASES[i];
        SearchLimits limits = limits_of(test);
        TimeBudget budget = timeman_budget(&limits, test->overhead_ms, false, test->reply_nb);
        CHECK(budget.hard_ns / MS >= test->hard_min_ms && budget.hard_ns / MS <= test->hard_max_ms,
              "%s: hard %lld us", test->what, (long long)budget.hard_ns / 1000);
        CHECK(budget.soft_ns >= 0 && budget.soft_ns / MS <= test->soft_max_ms, "%s: soft %lld us",
              test->what, (long long)budget.soft_ns / 1000);
    }
}

/// Whatever the control: a game in which every move takes its hard budget and half the overhead
/// never loses on time.
static void test_never_overdrawn(void)
{
    Random random;
    random_init(&random, 7);
    for (int game = 0; game < 2000; game++) {
        SearchLimits limits = limits_none();
        int64_t control = (int64_t)random_below(&random, 3) * 20;
        int64_t base_ns = (int64_t)(1 + random_below(&random, 20000)) * MS;
        int64_t clock_ns = base_ns;
        int64_t overhead_ms = (int64_t)random_below(&random, 40);
        limits.inc_ms = (int64_t)random_below(&random, 3) * 50;
        for (int64_t move = 0; move < 100 && clock_ns > overhead_ms * MS; move++) {
            limits.time_ms = clock_ns / MS;
            limits.moves_to_go = control > 0 ? control - move % control : -1;
            TimeBudget budget = timeman_budget(&limits, overhead_ms, false, 20);
            CHECK(budget.soft_ns <= budget.hard_ns, "soft beyond hard with %lld ms",
                  (long long)limits.time_ms);
            CHECK(budget.hard_ns + overhead_ms * MS <= clock_ns ||
                      limits.time_ms <= overhead_ms + 1,
                  "%lld ms left, overhead %lld, hard %lld us", (long long)limits.time_ms,
                  (long long)overhead_ms, (long long)budget.hard_ns / 1000);
            clock_ns -= budget.hard_ns + overhead_ms * MS / 2;
            CHECK(clock_ns > 0, "lost on time in move %lld", (long long)move);
            clock_ns += limits.inc_ms * MS;
            clock_ns += control > 0 && move % control == control - 1 ? base_ns : 0;
        }
    }
}

static void test_kinds(void)
{
    SearchLimits limits = limits_none();
    TimeBudget budget = timeman_budget(&limits, 10, false, 20);
    CHECK(budget.hard_ns == 1000 * MS, "without any limit: one second");
    limits.infinite = true;
    budget = timeman_budget(&limits, 10, false, 20);
    CHECK(budget.hard_ns == TIME_NONE && budget.soft_ns == TIME_NONE, "infinite");
    limits = limits_depth(5);
    budget = timeman_budget(&limits, 10, false, 1);
    CHECK(budget.hard_ns == TIME_NONE && budget.soft_ns == TIME_NONE,
          "depth has no clock, nor has its single reply");
    limits.now = true;
    budget = timeman_budget(&limits, 10, false, 20);
    CHECK(budget.hard_ns <= 10 * MS && budget.soft_ns == 0, "now");
    limits = limits_none();
    limits.time_ms = 60000;
    budget = timeman_budget(&limits, 10, true, 1);
    CHECK(budget.hard_ns > 100 * MS, "a single reply is thought about when analysing");
    int64_t before = timeman_now_ns();
    sleep_ms(2);
    CHECK(timeman_now_ns() - before >= 2 * MS, "the clock runs");
}

const TestCase TIMEMAN_CASES[] = {
    {"budgets", test_table},
    {"no clock is overdrawn", test_never_overdrawn},
    {"kinds of limits", test_kinds},
    {NULL, NULL},
};
