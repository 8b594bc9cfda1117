// SPDX-License-Identifier: MIT
#ifndef MERELS_TESTS_SCHEDULE_TESTS_H
#define MERELS_TESTS_SCHEDULE_TESTS_H

#include "tests/suite.h"

/// The suites of tournament files and schedules, one file each.
extern const TestCase TOURNAMENT_CASES[];
extern const TestCase LIMIT_CASES[];
extern const TestCase OPENINGS_CASES[];
extern const TestCase SCHEDULE_CASES[];

#endif
