// SPDX-License-Identifier: MIT
#include "tests/arbiter/rating/rating_tests.h"

const TestSuite TEST_SUITES[] = {{"tally", TALLY_CASES}, {"elo", ELO_CASES}, {NULL, NULL}};
