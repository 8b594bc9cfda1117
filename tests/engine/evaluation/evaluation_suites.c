// SPDX-License-Identifier: MIT
#include "tests/suite.h"

extern const TestCase EVALUATOR_CASES[];

const TestSuite TEST_SUITES[] = {
    {"evaluator", EVALUATOR_CASES},
    {NULL, NULL},
};
