// SPDX-License-Identifier: MIT
#ifndef MERELS_TESTS_NOTATION_TESTS_H
#define MERELS_TESTS_NOTATION_TESTS_H

#include "protocol/base/json.h"
#include "protocol/rules/variant_set.h"
#include "tests/suite.h"

/// The suites of tests/protocol/notation: one for each module, then what needs all of them.
extern const TestCase EXCERPT_CASES[];
extern const TestCase POINTS_CASES[];
extern const TestCase MOVES_CASES[];
extern const TestCase FEN_CASES[];
extern const TestCase PGN_CASES[];
extern const TestCase PGN_READER_CASES[];
extern const TestCase WALK_CASES[];   // random games of every variant through all the notations
extern const TestCase ORACLE_CASES[]; // positions, games and worked examples with known answers
extern const TestCase RULE_CASES[];   // cases from the field

#define CASE_NB(cases) (sizeof(cases) / sizeof(cases)[0])

/// The built-in variants and those of tests/data. The caller releases the set.
void notation_variants(VariantSet *set);
/// A variant that must exist.
const Variant *notation_variant(const VariantSet *set, const char *name);

/// Reads a file of tests/data whole; it must exist.
void notation_data(const char *name, StrBuf *out);
/// Takes the next line off the front of `*rest` as JSON (json_free); NULL at the end.
Json *notation_next_json(StrView *rest);

#endif
