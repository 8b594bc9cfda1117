// SPDX-License-Identifier: MIT
#ifndef MERELS_TESTS_REFERENCE_TESTS_H
#define MERELS_TESTS_REFERENCE_TESTS_H

#include "tests/reference/reference.h"
#include "tests/suite.h"

/// What the files of this test program share.
extern const TestCase REFERENCE_ORACLE_CASES[];

/// Reads a variant file; a failure is a failed check.
bool reference_tests_read(const char *path, ReferenceVariant *out);

#endif
