// SPDX-License-Identifier: MIT
#include "protocol/base/json_scan.h"

#include <string.h>

#include "tests/protocol/base/base_tests.h"

/// `wanted`: the problem behind "F:", or NULL for a text that is fine.
static const struct {
    const char *text;
    const char *wanted;
} CASES[] = {
    {"null", NULL},
    {" \t\r\n{ } \n", NULL},
    {"[]", NULL},
    {"[ 1 , -2.5e+3 , 0, -0, 0.0, 1E5, true, false, null, \"\" ]", NULL},
    {"{\"a\":{\"b\":[{}]}}", NULL},
    {"\xEF\xBB\xBF[1]", NULL},
    {"\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e4\\uABCD\"", NULL},
    {"\"\\ud83d\\udE00\"", NULL},
    {"\"\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80\x7f\"", NULL},
    {"", "1:1: the text ends too early"},
    {" \n ", "2:2: the text ends too early"},
    {"[1,\n 2,\n  x]", "3:3: a value is expected here"},
    {"[1,]", "1:4: a value is expected here"},
    {"[,1]", "1:2: a value is expected here"},
    {"[1 2]", "1:4: ',' or ']' is expected here"},
    {"[1}", "1:3: ',' or ']' is expected here"},
    {"[1", "1:3: the text ends too early"},
    {"{\"a\":1,}", "1:8: a key in quotes is expected here"},
    {"{a:1}", "1:2: a key in quotes is expected here"},
    {"{1:1}", "1:2: a key in quotes is expected here"},
    {"{\"a\" 1}", "1:6: ':' is expected here"},
    {"{\"a\":}", "1:6: a value is expected here"},
    {"{\"a\":1 \"b\":2}", "1:8: ',' or '}' is expected here"},
    {"{\"a\"", "1:5: the text ends too early"},
    {"1 1", "1:3: something follows the value"},
    {"{} // why", "1:4: something follows the value"},
    {"/* why */ {}", "1:1: a value is expected here"},
    {"\xEF\xBB\xBF\xEF\xBB\xBF[1]", "1:1: a value is expected here"},
    {"[\xEF\xBB\xBF]", "1:2: a value is expected here"},
    {"01", "1:1: a number does not begin with 0"},
    {"-012", "1:2: a number does not begin with 0"},
    {"1.", "1:3: the text ends too early"},
    {"[1.]", "1:4: a digit is missing after the point"},
    {"[.5]", "1:2: a value is expected here"},
    {"[+1]", "1:2: a value is expected here"},
    {"[-]", "1:3: a digit is missing here"},
    {"[1e]", "1:4: a digit is missing in the exponent"},
    {"[1e+]", "1:5: a digit is missing in the exponent"},
    {"[1e999]", "1:2: this number is too large"},
    {"[-1e400]", "1:2: this number is too large"},
    {"[0x10]", "1:3: ',' or ']' is expected here"},
    {"NaN", "1:1: a value is expected here"},
    {"[Infinity]", "1:2: a value is expected here"},
    {"[nul]", "1:2: a value is expected here"},
    {"[True]", "1:2: a value is expected here"},
    {"[truefalse]", "1:6: ',' or ']' is expected here"},
    {"['a']", "1:2: a value is expected here"},
    {"[\"a]", "1:2: this text has no end"},
    {"[\"a\\\"]", "1:2: this text has no end"},
    {"[\"a\nb\"]", "1:4: a control character in a text"},
    {"[\"a\tb\"]", "1:4: a control character in a text"},
    {"[\"\\x\"]", "1:4: unknown escape"},
    {"[\"\\u12g4\"]", "1:7: four hexadecimal digits are missing here"},
    {"[\"\\u0000\"]", "1:3: \\u0000 is not allowed"},
    {"[\"\\ud800\"]", "1:3: half a surrogate pair"},
    {"[\"\\ud800\\n\"]", "1:3: half a surrogate pair"},
    {"[\"\\ud800\\ud800\"]", "1:3: half a surrogate pair"},
    {"[\"\\udc00\"]", "1:3: half a surrogate pair"},
    {"[\"a\xff\"]", "1:4: not UTF-8"},
    {"{\"\xe4\":1}", "1:3: not UTF-8"},
};

static void grammar(void)
{
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        StrView text = strview_from(CASES[i].text);
        Problem problem = {0};
        Status status = json_scan(&text, 64, "F", &problem);
        if (CASES[i].wanted == NULL) {
            CHECK(status == STATUS_OK, "%s: %s", CASES[i].text, problem.text);
            continue;
        }
        CHECK(status == STATUS_SYNTAX, "%s", CASES[i].text);
        CHECK(strncmp(problem.text, "F:", 2) == 0 && strcmp(problem.text + 2, CASES[i].wanted) == 0,
              "%s: %s", CASES[i].text, problem.text);
    }
}

static void every_prefix_is_refused(void)
{
    const char *whole =
        "{\"a\":[1.5e3,\"x\\u00e4\\ud83d\\ude00\xc3\xa4\",true,false,null,{}],\"b\":-1}";
    for (size_t size = 0; size <= strlen(whole); size++) {
        StrView text = {whole, size};
        Status status = json_scan(&text, 64, "F", NULL);
        CHECK((status == STATUS_OK) == (size == strlen(whole)), "%zu bytes", size);
    }
}

static void nul_is_refused(void)
{
    StrView text = {"[1]\0", 4};
    CU_ASSERT_EQUAL(json_scan(&text, 64, "F", NULL), STATUS_SYNTAX);
    text = (StrView){"[\"a\0\"]", 6};
    CU_ASSERT_EQUAL(json_scan(&text, 64, "F", NULL), STATUS_SYNTAX);
    text = (StrView){"[\0]", 3};
    CU_ASSERT_EQUAL(json_scan(&text, 64, "F", NULL), STATUS_SYNTAX);
}

static void depth_is_limited(void)
{
    for (int depth = 1; depth <= 6; depth++) {
        char nested[64] = "";
        for (int i = 0; i < depth; i++) {
            strcat(nested, i % 2 == 0 ? "[" : "{\"k\":");
        }
        strcat(nested, "0");
        for (int i = depth - 1; i >= 0; i--) {
            strcat(nested, i % 2 == 0 ? "]" : "}");
        }
        StrView text = strview_from(nested);
        Problem problem = {0};
        Status status = json_scan(&text, 5, "F", &problem);
        CHECK(status == (depth <= 5 ? STATUS_OK : STATUS_LIMIT), "%s: %s", nested, problem.text);
    }
    // Siblings do not nest, and a flood of brackets ends at the limit.
    StrView text = strview_from("[[],[],[],[],[],[],{},{}]");
    CU_ASSERT_EQUAL(json_scan(&text, 2, "F", NULL), STATUS_OK);
    char flood[10000];
    memset(flood, '[', sizeof flood);
    text = (StrView){flood, sizeof flood};
    CU_ASSERT_EQUAL(json_scan(&text, 64, "F", NULL), STATUS_LIMIT);
}

static void long_numbers(void)
{
    char number[JSON_NUMBER_TEXT_MAX + 2];
    memset(number, '1', sizeof number - 1);
    number[sizeof number - 1] = '\0';
    StrView text = strview_from(number);
    Problem problem = {0};
    CU_ASSERT_EQUAL(json_scan(&text, 64, "F", &problem), STATUS_SYNTAX);
    CU_ASSERT_STRING_EQUAL(problem.text, "F:1:1: this number has too many digits");
    text = strview_skip(strview_from(number), 1);
    CU_ASSERT_EQUAL(json_scan(&text, 64, "F", NULL), STATUS_OK);
}

static void utf8_characters(void)
{
    static const struct {
        const char *bytes;
        size_t wanted;
    } CHARACTERS[] = {
        {"a", 1},
        {"\x7f", 1},
        {"\x80", 0},
        {"\xbf", 0},
        {"\xc0\x80", 0},
        {"\xc1\xbf", 0},
        {"\xc2\x80", 2},
        {"\xdf\xbf", 2},
        {"\xdf", 0},
        {"\xdf\x41", 0},
        {"\xe0\x9f\xbf", 0},
        {"\xe0\xa0\x80", 3},
        {"\xed\x9f\xbf", 3},
        {"\xed\xa0\x80", 0},
        {"\xef\xbf\xbf", 3},
        {"\xe2\x82", 0},
        {"\xe2\x82\x41", 0},
        {"\xf0\x8f\xbf\xbf", 0},
        {"\xf0\x90\x80\x80", 4},
        {"\xf4\x8f\xbf\xbf", 4},
        {"\xf4\x90\x80\x80", 0},
        {"\xf5\x80\x80\x80", 0},
        {"\xff", 0},
        {"\xf0\x9f\x98", 0},
        {"\xf0\x9f\x98\x41", 0},
    };
    for (size_t i = 0; i < sizeof CHARACTERS / sizeof CHARACTERS[0]; i++) {
        size_t size = json_scan_character(strview_from(CHARACTERS[i].bytes));
        CHECK(size == CHARACTERS[i].wanted, "character %zu: %zu", i, size);
    }
}

const TestCase JSON_SCAN_CASES[] = {
    {"grammar", grammar},
    {"every prefix is refused", every_prefix_is_refused},
    {"nul is refused", nul_is_refused},
    {"depth is limited", depth_is_limited},
    {"long numbers", long_numbers},
    {"utf8 characters", utf8_characters},
    {NULL, NULL},
};
