// SPDX-License-Identifier: MIT
#include "engine/search/wdl.h"

#include "tests/engine/search/search_help.h"

static void test_wdl(void)
{
    int before = -1;
    for (int score = -10000; score <= 10000; score += 50) {
        int wdl[3];
        int other[3];
        wdl_of_score(score, wdl);
        wdl_of_score(-score, other);
        CHECK(wdl[0] + wdl[1] + wdl[2] == 1000 && wdl[0] >= 0 && wdl[1] >= 0 && wdl[2] >= 0,
              "score %d", score);
        CHECK(wdl[0] == other[2] && wdl[1] == other[1], "score %d from the other side", score);
        CHECK(wdl[0] >= before, "more is better: %d", score);
        before = wdl[0];
    }
    int wdl[3];
    wdl_of_score(SEARCH_MATE - 5, wdl);
    CHECK(wdl[0] == 1000 && wdl[1] == 0 && wdl[2] == 0, "a proven win");
    wdl_of_score(-SEARCH_MATE, wdl);
    CHECK(wdl[0] == 0 && wdl[1] == 0 && wdl[2] == 1000, "a loss");
}

const TestCase WDL_CASES[] = {
    {"chances", test_wdl},
    {NULL, NULL},
};
