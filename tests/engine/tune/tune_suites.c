// SPDX-License-Identifier: MIT
#include "tests/suite.h"

extern const TestCase FIT_CASES[], TUNE_CASES[];

const TestSuite TEST_SUITES[] = {
    {"fit", FIT_CASES},
    {"tune", TUNE_CASES},
    {NULL, NULL},
};
