// SPDX-License-Identifier: MIT
#ifndef MERELS_TESTS_E2E_H
#define MERELS_TESTS_E2E_H

#include "tests/suite.h"

/// The suites of the arbiter's end-to-end tests, one file each.
extern const TestCase FAULT_CASES[];
extern const TestCase FAULT_CROWD_CASES[];
extern const TestCase PROBE_CASES[];
extern const TestCase ENDING_CASES[];
extern const TestCase ENDING_LONG_CASES[];
extern const TestCase RESUME_CASES[];
extern const TestCase RESUME_LONG_CASES[];
extern const TestCase FILE_CASES[];
extern const TestCase JUDGING_CASES[];
extern const TestCase REPEAT_CASES[];

#endif
