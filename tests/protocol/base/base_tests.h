// SPDX-License-Identifier: MIT
#ifndef MERELS_TESTS_BASE_TESTS_H
#define MERELS_TESTS_BASE_TESTS_H

#include "tests/suite.h"

/// The suites of tests/protocol/base, one for each module of protocol/base.
extern const TestCase STATUS_CASES[];
extern const TestCase MEMORY_CASES[];
extern const TestCase STRVIEW_CASES[];
extern const TestCase STRBUF_CASES[];
extern const TestCase FILE_CASES[];
extern const TestCase JSON_CASES[];
extern const TestCase JSON_SCAN_CASES[];
extern const TestCase RANDOM_CASES[];

#endif
