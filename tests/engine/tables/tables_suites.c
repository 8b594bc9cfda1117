// SPDX-License-Identifier: MIT
#include "tests/engine/tables/tables_help.h"

const TestSuite TEST_SUITES[] = {
    {"small", SMALL_CASES}, {"exact", EXACT_CASES}, {"repetition", REPETITION_CASES},
    {"play", PLAY_CASES},   {"known", KNOWN_CASES}, {NULL, NULL},
};
