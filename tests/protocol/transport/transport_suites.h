// SPDX-License-Identifier: MIT
#ifndef MERELS_TESTS_TRANSPORT_SUITES_H
#define MERELS_TESTS_TRANSPORT_SUITES_H

#include "tests/suite.h"

/// The cases of this room's test program, one array for each file.
extern const TestCase LINE_READER_CASES[];
extern const TestCase LOOP_CASES[];
extern const TestCase INPUT_CASES[];
extern const TestCase OUTPUT_CASES[];
extern const TestCase CHILD_CASES[];
extern const TestCase CHILD_END_CASES[];
extern const TestCase CHILD_PROGRAM_CASES[];

#endif
