// SPDX-License-Identifier: MIT
#include "tests/arbiter/play/test_play.h"

const TestSuite TEST_SUITES[] = {
    {"clock", CLOCK_CASES},
    {"adjudicate", ADJUDICATE_CASES},
    {NULL, NULL},
};
