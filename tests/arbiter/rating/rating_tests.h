// SPDX-License-Identifier: MIT
#ifndef MERELS_TESTS_RATING_TESTS_H
#define MERELS_TESTS_RATING_TESTS_H

#include "tests/suite.h"

/// The suites of the rating room, one file each.
extern const TestCase TALLY_CASES[];
extern const TestCase ELO_CASES[];

#endif
