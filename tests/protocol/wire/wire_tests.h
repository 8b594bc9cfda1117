// SPDX-License-Identifier: MIT
#ifndef MERELS_TESTS_WIRE_TESTS_H
#define MERELS_TESTS_WIRE_TESTS_H

#include "tests/suite.h"

/// The suites of tests/protocol/wire, one for each module of protocol/wire.
extern const TestCase COMMAND_CASES[];
extern const TestCase REPLY_CASES[];

#endif
