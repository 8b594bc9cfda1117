// SPDX-License-Identifier: MIT
#include "tests/suite.h"

extern const TestCase EVALUATOR_CASES[], COUNTING_CASES[], WEIGHTS_CASES[];

const TestSuite TEST_SUITES[] = {
    {"evaluator", EVALUATOR_CASES},
    {"counting", COUNTING_CASES},
    {"weights", WEIGHTS_CASES},
    {NULL, NULL},
};
