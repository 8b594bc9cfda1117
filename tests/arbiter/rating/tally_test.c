// SPDX-License-Identifier: MIT
#include "arbiter/rating/tally.h"

#include "tests/arbiter/rating/rating_tests.h"

static const struct {
    int variant, white, black;
    Result result;
    Termination termination;
} GAMES[] = {
    {0, 0, 1, RESULT_WHITE, TERMINATION_NORMAL},   {0, 1, 0, RESULT_WHITE, TERMINATION_TIME},
    {0, 0, 1, RESULT_DRAW, TERMINATION_NORMAL},    {1, 0, 1, RESULT_BLACK, TERMINATION_CRASH},
    {1, 2, 0, RESULT_BLACK, TERMINATION_TIME},     {1, 0, 2, RESULT_WHITE, TERMINATION_NORMAL},
    {1, 2, 1, RESULT_DRAW, TERMINATION_MAX_PLIES},
};

static void check_wdl(Wdl wdl, int wins, int draws, int losses, const char *name)
{
    CHECK(wdl.wins == wins && wdl.draws == draws && wdl.losses == losses, "%s: +%d =%d -%d", name,
          (int)wdl.wins, (int)wdl.draws, (int)wdl.losses);
}

static void counts_games(void)
{
    Tally tally;
    tally_init(&tally, 3, 2);
    for (size_t i = 0; i < sizeof GAMES / sizeof GAMES[0]; i++) {
        Pairing pairing = {
            .variant = GAMES[i].variant, .white = GAMES[i].white, .black = GAMES[i].black};
        tally_add(&tally, &pairing, GAMES[i].result, GAMES[i].termination);
    }
    CU_ASSERT_EQUAL(tally.game_nb, 7);
    check_wdl(tally_of_engine(&tally, 0, TALLY_ALL), 3, 1, 2, "0 in all");
    check_wdl(tally_of_engine(&tally, 0, 0), 1, 1, 1, "0 on variant 0");
    check_wdl(tally_of_engine(&tally, 0, 1), 2, 0, 1, "0 on variant 1");
    check_wdl(tally_of_side(&tally, 0, TALLY_ALL, SIDE_WHITE), 2, 1, 1, "0 with White");
    check_wdl(tally_of_side(&tally, 0, TALLY_ALL, SIDE_BLACK), 1, 0, 1, "0 with Black");
    check_wdl(tally_of_side(&tally, 1, 1, SIDE_BLACK), 1, 1, 0, "1 with Black on variant 1");
    check_wdl(tally_of_engine(&tally, 2, TALLY_ALL), 0, 1, 2, "2 in all");
    check_wdl(tally_between(&tally, 0, 1, TALLY_ALL), 1, 1, 2, "0 against 1");
    check_wdl(tally_between(&tally, 1, 0, TALLY_ALL), 2, 1, 1, "1 against 0");
    check_wdl(tally_between(&tally, 0, 2, 1), 2, 0, 0, "0 against 2");
    check_wdl(tally_between(&tally, 0, 2, 0), 0, 0, 0, "0 against 2 on variant 0");
    CU_ASSERT_EQUAL(tally.terminations[TERMINATION_NORMAL], 3);
    CU_ASSERT_EQUAL(tally.terminations[TERMINATION_TIME], 2);
    CU_ASSERT_EQUAL(tally_faults(&tally, 0, TERMINATION_TIME), 1);
    CU_ASSERT_EQUAL(tally_faults(&tally, 2, TERMINATION_TIME), 1);
    CU_ASSERT_EQUAL(tally_faults(&tally, 0, TERMINATION_CRASH), 1);
    CU_ASSERT_EQUAL(tally_faults(&tally, 1, TERMINATION_CRASH), 0);
    CU_ASSERT_EQUAL(tally_faults(&tally, 1, TERMINATION_MAX_PLIES), 0); // a draw is nobody's fault
    tally_release(&tally);
}

static void adds_up(void)
{
    Wdl wdl = {3, 5, 2};
    CU_ASSERT_EQUAL(wdl_games(wdl), 10);
    CU_ASSERT_EQUAL(wdl_points(wdl), 5.5);
    check_wdl(wdl_sum(wdl, (Wdl){1, 2, 3}), 4, 7, 5, "sum");
    check_wdl(wdl_reverse(wdl), 2, 5, 3, "reverse");
}

const TestCase TALLY_CASES[] = {
    {"counts games", counts_games},
    {"adds up", adds_up},
    {NULL, NULL},
};
