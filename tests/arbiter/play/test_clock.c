// SPDX-License-Identifier: MIT
#include "arbiter/play/clock.h"
#include "tests/arbiter/play/test_play.h"

#include <inttypes.h>

#define MOVES_MAX 8
#define NONE (-1)

/// A limit, then moves with the time each takes and what is expected before and after it.
typedef struct ClockCase {
    const char *name;
    EngineLimit limit;
    int move_nb;
    struct {
        int64_t allowed_us; // before the move
        int64_t elapsed_us;
        bool is_in_time;
        int64_t left_ms;    // to be sent after it; NONE: no clock
        int64_t moves_left; // of the period, after it
    } moves[MOVES_MAX];
} ClockCase;

#define LIMIT(moves, time, inc, move_time, margin)                                                 \
    {                                                                                              \
        .tc_moves = (moves), .tc_time_ms = (time), .tc_inc_ms = (inc), .movetime_ms = (move_time), \
        .nodes = NONE, .depth = NONE, .margin_ms = (margin)                                        \
    }

static const ClockCase CASES[] = {
    {"sudden death",
     LIMIT(NONE, 1000, 0, NONE, 0),
     3,
     {{1000000, 400000, true, 600, 0}, {600000, 600000, true, 0, 0}, {0, 1, false, 0, 0}}},
    {"the last microsecond counts",
     LIMIT(NONE, 1000, 0, NONE, 0),
     1,
     {{1000000, 1000001, false, 1000, 0}}},
    {"a move without time costs nothing",
     LIMIT(NONE, 1000, 0, NONE, 0),
     2,
     {{1000000, 0, true, 1000, 0}, {1000000, 999, true, 999, 0}}},
    {"the increment comes after the move",
     LIMIT(NONE, 1000, 50, NONE, 0),
     3,
     {{1000000, 1000000, true, 50, 0}, {50000, 50000, true, 50, 0}, {50000, 50001, false, 50, 0}}},
    {"the clock may grow",
     LIMIT(NONE, 100, 100, NONE, 0),
     2,
     {{100000, 10000, true, 190, 0}, {190000, 10000, true, 280, 0}}},
    {"periods",
     LIMIT(2, 1000, 0, NONE, 0),
     4,
     {{1000000, 300000, true, 700, 1},
      {700000, 300000, true, 1400, 2},
      {1400000, 1000000, true, 400, 1},
      {400000, 100000, true, 1300, 2}}},
    {"period and increment",
     LIMIT(1, 1000, 10, NONE, 0),
     2,
     {{1000000, 500000, true, 1510, 1}, {1510000, 0, true, 2520, 1}}},
    {"movetime",
     LIMIT(NONE, NONE, 0, 100, 0),
     3,
     {{100000, 100000, true, NONE, 0},
      {100000, 20, true, NONE, 0},
      {100000, 100001, false, NONE, 0}}},
    {"movetime with a margin",
     LIMIT(NONE, NONE, 0, 100, 50),
     2,
     {{150000, 150000, true, NONE, 0}, {150000, 150001, false, NONE, 0}}},
    {"the clock is the nearer of both",
     LIMIT(NONE, 150, 0, 100, 0),
     3,
     {{100000, 100000, true, 50, 0}, {50000, 50000, true, 0, 0}, {0, 1, false, 0, 0}}},
    {"movetime is the nearer of both",
     LIMIT(NONE, 1000, 500, 100, 0),
     2,
     {{100000, 60000, true, 1440, 0}, {100000, 100001, false, 1440, 0}}},
    {"an overdraft within the margin is a debt",
     LIMIT(NONE, 1000, 20, NONE, 50),
     4,
     {{1050000, 1050000, true, 0, 0}, // 50 ms overdrawn, 20 back
      {20000, 20000, true, 0, 0},
      {20000, 0, true, 0, 0},
      {40000, 0, true, 10, 0}}},
    {"a debt at the margin leaves nothing",
     LIMIT(NONE, 1000, 0, NONE, 50),
     3,
     {{1050000, 1050000, true, 0, 0}, {0, 0, true, 0, 0}, {0, 1, false, 0, 0}}},
    {"neither clock nor movetime",
     LIMIT(NONE, NONE, 0, NONE, 0),
     2,
     {{CLOCK_UNLIMITED, INT64_C(86400000000), true, NONE, 0}, {CLOCK_UNLIMITED, 1, true, NONE, 0}}},
};

static void test_cases(void)
{
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        const ClockCase *c = &CASES[i];
        Clock clock;
        clock_init(&clock, &c->limit);
        for (int j = 0; j < c->move_nb; j++) {
            CHECK(clock_allowed_us(&clock) == c->moves[j].allowed_us, "%s, move %d: %" PRId64,
                  c->name, j, clock_allowed_us(&clock));
            CHECK(clock_spend(&clock, c->moves[j].elapsed_us) == c->moves[j].is_in_time,
                  "%s, move %d", c->name, j);
            CHECK(clock.period_moves == c->moves[j].moves_left, "%s, move %d: %" PRId64, c->name, j,
                  clock.period_moves);
            if (c->moves[j].left_ms != NONE) {
                CHECK(clock_left_ms(&clock) == c->moves[j].left_ms, "%s, move %d: %" PRId64,
                      c->name, j, clock_left_ms(&clock));
            }
        }
    }
}

static void test_is_timed(void)
{
    static const struct {
        EngineLimit limit;
        bool is_timed;
    } cases[] = {
        {LIMIT(NONE, 1000, 0, NONE, 0), true},  {LIMIT(40, 1000, 0, NONE, 0), true},
        {LIMIT(NONE, NONE, 0, 100, 0), true},   {LIMIT(NONE, 1000, 0, 100, 0), true},
        {LIMIT(NONE, NONE, 0, NONE, 0), false}, {LIMIT(NONE, 0, 10, NONE, 0), true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Clock clock;
        clock_init(&clock, &cases[i].limit);
        CHECK(clock_is_timed(&clock) == cases[i].is_timed, "case %zu", i);
    }
}

// Whatever happens on it, no negative time is ever sent and a game on the clock ends.
static void test_never_negative(void)
{
    static const EngineLimit limit = LIMIT(3, 100, 1, NONE, 30);
    Clock clock;
    clock_init(&clock, &limit);
    int move_nb = 0;
    while (clock_spend(&clock, 40000 + 7 * move_nb % 13 * 1000)) {
        CHECK(clock_left_ms(&clock) >= 0, "after move %d", move_nb);
        move_nb++;
        if (move_nb == 10000) {
            CU_FAIL("the clock never runs out");
            return;
        }
    }
    CHECK(move_nb > 2, "%d moves", move_nb);
}

const TestCase CLOCK_CASES[] = {
    {"tables of moves", test_cases},
    {"what is timed", test_is_timed},
    {"never negative, never endless", test_never_negative},
    {NULL, NULL},
};
