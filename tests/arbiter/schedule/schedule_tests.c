// SPDX-License-Identifier: MIT
#include "tests/arbiter/schedule/schedule_tests.h"

const TestSuite TEST_SUITES[] = {
    {"tournament", TOURNAMENT_CASES}, {"limit", LIMIT_CASES}, {"openings", OPENINGS_CASES},
    {"schedule", SCHEDULE_CASES},     {NULL, NULL},
};
