// SPDX-License-Identifier: MIT
#include "protocol/base/strview.h"

#include <string.h>

#include "tests/protocol/base/base_tests.h"

#define CASE_NB(cases) (sizeof(cases) / sizeof(cases)[0])

static const StrView EMPTY = {NULL, 0};

static void from_and_skip(void)
{
    CU_ASSERT_EQUAL(strview_from(NULL).size, 0);
    CU_ASSERT_EQUAL(strview_from("").size, 0);
    CU_ASSERT_EQUAL(strview_from("abc").size, 3);
    CU_ASSERT(strview_is(strview_skip(strview_from("abc"), 1), "bc"));
    CU_ASSERT(strview_is(strview_skip(strview_from("abc"), 3), ""));
    CU_ASSERT_EQUAL(strview_skip(EMPTY, 0).size, 0);
    CU_ASSERT(strview_is(strview_head(strview_from("abc"), 2), "ab"));
    CU_ASSERT(strview_is(strview_head(strview_from("abc"), 3), "abc"));
    CU_ASSERT(strview_is(strview_head(strview_from("abc"), 9), "abc"));
    CU_ASSERT_EQUAL(strview_head(strview_from("abc"), 0).size, 0);
    CU_ASSERT_EQUAL(strview_head(EMPTY, 5).size, 0);
}

static void trim(void)
{
    static const char *const CASES[][2] = {
        {"", ""},          {" \t\r\n", ""},      {"a", "a"},          {"  a b \r\n", "a b"},
        {"\va\f", "\va\f"}, {"a ", "a"},          {"\ta", "a"},
    };
    for (size_t i = 0; i < CASE_NB(CASES); i++) {
        CHECK(strview_is(strview_trim(strview_from(CASES[i][0])), CASES[i][1]), "case %zu", i);
    }
    CU_ASSERT_EQUAL(strview_trim(EMPTY).size, 0);
}

static void words(void)
{
    StrView rest = strview_from(" \t go\vdepth\f12\r\n");
    CU_ASSERT(strview_is(strview_next_word(&rest), "go"));
    CU_ASSERT(strview_is(strview_next_word(&rest), "depth"));
    CU_ASSERT(strview_is(strview_next_word(&rest), "12"));
    CU_ASSERT_EQUAL(strview_next_word(&rest).size, 0);
    CU_ASSERT_EQUAL(rest.size, 0);
    rest = EMPTY;
    CU_ASSERT_EQUAL(strview_next_word(&rest).size, 0);
    StrView with_nul = {"a\0b c", 5};
    CU_ASSERT_EQUAL(strview_next_word(&with_nul).size, 3);
}

static void comparing(void)
{
    static const struct {
        const char *a;
        const char *b;
        bool equal;
        bool equal_nocase;
        bool starts;
    } CASES[] = {
        {"", "", true, true, true},         {"abc", "abc", true, true, true},
        {"abc", "ABC", false, true, false}, {"abc", "ab", false, false, true},
        {"ab", "abc", false, false, false}, {"abc", "", false, false, true},
        {"@[`{", "`{@[", false, false, false}, // beside the letters; 32 apart, as letters are
        {"Z[", "z{", false, false, false},     {"\xc4", "\xe4", false, false, false},
    };
    for (size_t i = 0; i < CASE_NB(CASES); i++) {
        StrView a = strview_from(CASES[i].a);
        StrView b = strview_from(CASES[i].b);
        CHECK(strview_equal(a, b) == CASES[i].equal, "case %zu", i);
        CHECK(strview_is(a, CASES[i].b) == CASES[i].equal, "case %zu", i);
        CHECK(strview_equal_nocase(a, b) == CASES[i].equal_nocase, "case %zu", i);
        CHECK(strview_is_nocase(a, CASES[i].b) == CASES[i].equal_nocase, "case %zu", i);
        CHECK(strview_starts_with(a, CASES[i].b) == CASES[i].starts, "case %zu", i);
    }
    CU_ASSERT(strview_equal(EMPTY, strview_from("")));
    CU_ASSERT(strview_starts_with(EMPTY, ""));
    CU_ASSERT(!strview_is((StrView){"a\0", 2}, "a"));
}

static void integers(void)
{
    static const struct {
        const char *text;
        bool fine;
        int64_t value;
    } CASES[] = {
        {"0", true, 0},
        {"-0", true, 0},
        {"+7", true, 7},
        {"007", true, 7},
        {"-15", true, -15},
        {"9223372036854775807", true, INT64_MAX},
        {"9223372036854775808", true, INT64_MAX},
        {"-9223372036854775807", true, -INT64_MAX},
        {"-9223372036854775808", true, INT64_MIN},
        {"-9223372036854775809", true, INT64_MIN},
        {"99999999999999999999999999", true, INT64_MAX},
        {"-99999999999999999999999999", true, INT64_MIN},
        {"", false, 0},
        {"-", false, 0},
        {"+", false, 0},
        {"+-1", false, 0},
        {"--1", false, 0},
        {" 1", false, 0},
        {"1 ", false, 0},
        {"1a", false, 0},
        {"0x10", false, 0},
        {"1.0", false, 0},
        {"1e3", false, 0},
        {"99999999999999999999999999x", false, 0},
    };
    for (size_t i = 0; i < CASE_NB(CASES); i++) {
        int64_t value = 42;
        bool fine = strview_to_int64(strview_from(CASES[i].text), &value);
        CHECK(fine == CASES[i].fine, "'%s'", CASES[i].text);
        CHECK(value == (CASES[i].fine ? CASES[i].value : 42), "'%s': %lld", CASES[i].text,
              (long long)value);
    }
}

static void copying(void)
{
    char out[4];
    CU_ASSERT(strview_copy(strview_from("abc"), out, sizeof out));
    CU_ASSERT_STRING_EQUAL(out, "abc");
    CU_ASSERT(!strview_copy(strview_from("abcd"), out, sizeof out));
    CU_ASSERT_STRING_EQUAL(out, "abc");
    CU_ASSERT(strview_copy(EMPTY, out, sizeof out));
    CU_ASSERT_STRING_EQUAL(out, "");
    CU_ASSERT(!strview_copy(strview_from("a"), out, 1));
    CU_ASSERT_STRING_EQUAL(out, "");
}

const TestCase STRVIEW_CASES[] = {
    {"from and skip", from_and_skip}, {"trim", trim},         {"words", words},
    {"comparing", comparing},         {"integers", integers}, {"copying", copying},
    {NULL, NULL},
};
