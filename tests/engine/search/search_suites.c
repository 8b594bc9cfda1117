// SPDX-License-Identifier: MIT
#include "tests/engine/search/search_help.h"

const TestSuite TEST_SUITES[] = {
    {"tt", TT_CASES},
    {"timeman", TIMEMAN_CASES},
    {"wdl", WDL_CASES},
    {"past", PAST_CASES},
    {"movepick", MOVEPICK_CASES},
    {"worker", WORKER_CASES},
    {"values", VALUE_CASES},
    {"mates", MATE_CASES},
    {"draws", DRAW_CASES},
    {"limits", LIMIT_CASES},
    {"control", CONTROL_CASES},
    {"repeat", REPEAT_CASES},
    {"choose", CHOOSE_CASES},
    {"strength", STRENGTH_CASES},
    {"tactics", TACTICS_CASES},
    {"pv", PV_CASES},
    {"tactics_table", TACTICS_TABLE_CASES},
    {"many_threads", LONG_CONTROL_CASES},
    {NULL, NULL},
};
