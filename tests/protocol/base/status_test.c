// SPDX-License-Identifier: MIT
#include "protocol/base/status.h"

#include <stdio.h>
#include <string.h>

#include "tests/protocol/base/base_tests.h"

static void every_status_has_its_own_text(void)
{
    for (int a = 0; a < STATUS_NB; a++) {
        CHECK(strlen(status_text((Status)a)) > 0, "status %d", a);
        for (int b = 0; b < a; b++) {
            CHECK(strcmp(status_text((Status)a), status_text((Status)b)) != 0, "%d %d", a, b);
        }
    }
    CU_ASSERT_STRING_EQUAL(status_text(STATUS_OK), "ok");
    CU_ASSERT_STRING_EQUAL(status_text(STATUS_RANGE), "out of range");
}

static void set_makes_one_clean_line(void)
{
    static const struct {
        const char *text;
        const char *wanted;
    } CASES[] = {
        {"plain ~text", "plain ~text"},
        {"two\nlines\r\n", "two?lines??"},
        {"\x1b[31mred\x7f", "?[31mred?"},
        {"\xc3\xa4", "??"},
        {"", "malformed"},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        Problem problem;
        Status status = problem_set(&problem, STATUS_SYNTAX, "%s", CASES[i].text);
        CHECK(status == STATUS_SYNTAX && problem.status == STATUS_SYNTAX, "case %zu", i);
        CHECK(strcmp(problem.text, CASES[i].wanted) == 0, "case %zu: %s", i, problem.text);
    }
}

static void set_without_a_problem_keeps_the_status(void)
{
    CU_ASSERT_EQUAL(problem_set(NULL, STATUS_LIMIT, "%d", 1), STATUS_LIMIT);
}

static void set_cuts_what_is_too_long(void)
{
    char text[2 * PROBLEM_TEXT_MAX];
    memset(text, 'x', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    Problem problem;
    problem_set(&problem, STATUS_LIMIT, "%s", text);
    CU_ASSERT_EQUAL(strlen(problem.text), PROBLEM_TEXT_MAX - 1);
    problem_prefix(&problem, "%s", "front: ");
    CU_ASSERT_EQUAL(strlen(problem.text), PROBLEM_TEXT_MAX - 1);
    CU_ASSERT_EQUAL(strncmp(problem.text, "front: xx", 9), 0);
    problem_prefix(&problem, "%s", text);
    CU_ASSERT_EQUAL(strlen(problem.text), PROBLEM_TEXT_MAX - 1);
}

static void set_may_quote_its_own_text(void)
{
    Problem problem;
    problem_set(&problem, STATUS_IO, "inner");
    problem_set(&problem, STATUS_IO, "outer (%s)", problem.text);
    CU_ASSERT_STRING_EQUAL(problem.text, "outer (inner)");
}

static void prefix_goes_in_front(void)
{
    Problem problem;
    problem_set(&problem, STATUS_RANGE, "too many");
    CU_ASSERT_EQUAL(problem_prefix(&problem, "file %d:\t", 7), STATUS_RANGE);
    CU_ASSERT_STRING_EQUAL(problem.text, "file 7:?too many");
    Problem fine = {STATUS_OK, "kept"};
    CU_ASSERT_EQUAL(problem_prefix(&fine, "file: "), STATUS_OK);
    CU_ASSERT_STRING_EQUAL(fine.text, "kept");
    CU_ASSERT_EQUAL(problem_prefix(NULL, "file: "), STATUS_OK);
}

const TestCase STATUS_CASES[] = {
    {"every status has its own text", every_status_has_its_own_text},
    {"set makes one clean line", set_makes_one_clean_line},
    {"set without a problem keeps the status", set_without_a_problem_keeps_the_status},
    {"set cuts what is too long", set_cuts_what_is_too_long},
    {"set may quote its own text", set_may_quote_its_own_text},
    {"prefix goes in front", prefix_goes_in_front},
    {NULL, NULL},
};
