// SPDX-License-Identifier: MIT
#ifndef MERELS_TESTS_RULES_TESTS_H
#define MERELS_TESTS_RULES_TESTS_H

#include "tests/suite.h"

/// The suites of tests/protocol/rules, one for each module of protocol/rules.
extern const TestCase VARIANT_CASES[];
extern const TestCase VARIANT_JSON_CASES[];
extern const TestCase VARIANT_SET_CASES[];
extern const TestCase POSITION_CASES[];
extern const TestCase MOVEGEN_CASES[];
extern const TestCase INSTANCE_CASES[];
extern const TestCase REMOVAL_CASES[];
extern const TestCase OUTCOME_CASES[];
extern const TestCase GAME_CASES[];
extern const TestCase PERFT_CASES[];
extern const TestCase LONG_PERFT_CASES[];

#endif
