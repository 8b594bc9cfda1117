// SPDX-License-Identifier: MIT
#include "protocol/notation/excerpt.h"

#include "tests/protocol/notation/notation_tests.h"

static void table(void)
{
    static const struct {
        StrView text;
        const char *shown;
    } CASES[] = {
        {{NULL, 0}, ""},
        {{"abc", 3}, "abc"},
        {{"a\0b\n\x7f\xff", 6}, "a?b???"},
        {{"123456789012345678901234567890123456789012345678", 48},
         "123456789012345678901234567890123456789012345678"},
        {{"1234567890123456789012345678901234567890123456789", 49},
         "123456789012345678901234567890123456789012345678..."},
    };
    for (size_t i = 0; i < CASE_NB(CASES); i++) {
        char out[EXCERPT_TEXT_MAX];
        excerpt_make(CASES[i].text, out);
        CU_ASSERT_STRING_EQUAL(out, CASES[i].shown);
    }
}

const TestCase EXCERPT_CASES[] = {{"table", table}, {NULL, NULL}};
