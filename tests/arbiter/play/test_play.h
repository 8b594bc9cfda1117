// SPDX-License-Identifier: MIT
#ifndef MERELS_TESTS_PLAY_H
#define MERELS_TESTS_PLAY_H

#include "tests/suite.h"

/// The suites of the play room, one file each.
extern const TestCase CLOCK_CASES[];
extern const TestCase ADJUDICATE_CASES[];

#endif
