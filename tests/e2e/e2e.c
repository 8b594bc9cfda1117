// SPDX-License-Identifier: MIT
#include "tests/e2e/e2e.h"

const TestSuite TEST_SUITES[] = {
    {"faults", FAULT_CASES},
    {"crowd", FAULT_CROWD_CASES},
    {"probe", PROBE_CASES},
    {"ending", ENDING_CASES},
    {"ending_long", ENDING_LONG_CASES},
    {"resume", RESUME_CASES},
    {"resume_long", RESUME_LONG_CASES},
    {"files", FILE_CASES},
    {"judging", JUDGING_CASES},
    {"repeat", REPEAT_CASES},
    {NULL, NULL},
};
