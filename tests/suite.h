// SPDX-License-Identifier: MIT
#ifndef MERELS_TESTS_SUITE_H
#define MERELS_TESTS_SUITE_H

#include <CUnit/CUnit.h>

/// The frame of every test program: a file of tests defines TEST_SUITES, tests/suite.c holds main.
/// Run without an argument a program runs all its suites; with names, only these. Exit status 0
/// only when at least one test ran and all passed.

typedef struct TestCase {
    const char *name;
    void (*run)(void);
} TestCase;

typedef struct TestSuite {
    const char *name;
    const TestCase *cases; // ends with a NULL name
} TestSuite;

/// Defined by each test program; ends with a NULL name.
extern const TestSuite TEST_SUITES[];

/// Like CU_ASSERT, but on failure also prints what was being looked at (printf format).
#define CHECK(condition, ...)                                                                      \
    suite_check((condition) != 0, __FILE__, __LINE__, #condition, __VA_ARGS__)
void suite_check(int condition, const char *file, int line, const char *text, const char *format,
                 ...) __attribute__((format(printf, 5, 6)));

#endif
