// SPDX-License-Identifier: MIT
#include "tests/suite.h"

#include <CUnit/Basic.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "protocol/transport/child.h"

#define SHOWN_MAX 20 // failures told in full; the rest are only counted

static int shown;

void suite_check(int condition, const char *file, int line, const char *text, const char *format,
                 ...)
{
    CU_assertImplementation(condition ? CU_TRUE : CU_FALSE, (unsigned)line, text, file, "",
                            CU_FALSE);
    if (condition || ++shown > SHOWN_MAX) {
        return;
    }
    va_list arguments;
    va_start(arguments, format);
    fprintf(stderr, "%s:%d: %s: ", file, line, text);
    vfprintf(stderr, format, arguments);
    fprintf(stderr, "\n");
    va_end(arguments);
}

static int is_wanted(const char *name, int argc, char **argv)
{
    if (argc < 2) {
        return 1;
    }
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], name) == 0) {
            return 1;
        }
    }
    return 0;
}

static int add_suites(int argc, char **argv)
{
    int wanted_nb = 0;
    for (const TestSuite *suite = TEST_SUITES; suite->name != NULL; suite++) {
        if (!is_wanted(suite->name, argc, argv)) {
            continue;
        }
        wanted_nb++;
        CU_pSuite added = CU_add_suite(suite->name, NULL, NULL);
        for (const TestCase *test = suite->cases; added != NULL && test->name != NULL; test++) {
            if (CU_add_test(added, test->name, test->run) == NULL) {
                return 0;
            }
        }
    }
    return wanted_nb;
}

int main(int argc, char **argv)
{
    child_guard_main(argc, argv); // a test's children are guarded by this same program
    transport_prepare_process();
    if (CU_initialize_registry() != CUE_SUCCESS || add_suites(argc, argv) == 0) {
        fprintf(stderr, "no such suite, or no memory for it\n");
        return EXIT_FAILURE;
    }
    CU_basic_set_mode(CU_BRM_VERBOSE);
    CU_basic_run_tests();
    int failed = CU_get_number_of_failures() != 0 || CU_get_number_of_suites_failed() != 0 ||
                 CU_get_number_of_tests_run() == 0;
    CU_cleanup_registry();
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
