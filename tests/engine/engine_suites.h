// SPDX-License-Identifier: MIT
#ifndef MERELS_TESTS_ENGINE_SUITES_H
#define MERELS_TESTS_ENGINE_SUITES_H

#include "tests/suite.h"

/// The suites of the program test_engine, one file each.
extern const TestCase ENGINE_UNITS[];
extern const TestCase ENGINE_SESSION[];
extern const TestCase ENGINE_LINES[];
extern const TestCase ENGINE_OPTIONS[];
extern const TestCase ENGINE_POSITION[];
extern const TestCase ENGINE_GO[];
extern const TestCase ENGINE_CONTROL[];
extern const TestCase ENGINE_ENDING[];
extern const TestCase ENGINE_TOOLS[];
extern const TestCase ENGINE_LONG[];

#endif
