// SPDX-License-Identifier: MIT
#include "protocol/base/json.h"

#include <math.h>
#include <string.h>

#include "tests/protocol/base/base_tests.h"

static Json *parse(const char *text)
{
    Json *json = NULL;
    Problem problem = {0};
    Status status = json_parse(strview_from(text), "F", &json, &problem);
    CHECK(status == STATUS_OK, "%s: %s", text, problem.text);
    CU_ASSERT_PTR_NOT_NULL_FATAL(json);
    return json;
}

/// What ecosystem.md measured the library to let through, and what json.h adds to the grammar.
static void strictness(void)
{
    static const struct {
        const char *text;
        Status status;
        const char *wanted;
    } CASES[] = {
        {"{\"a\":1,\"b\":2,\"a\":3}", STATUS_CONFLICT, "F: a: this key is given twice"},
        {"{\"x\":[0,{\"k\":1,\"k\":1}]}", STATUS_CONFLICT, "F: x[1].k: this key is given twice"},
        {"{\"a\":1,\"\\u0061\":3}", STATUS_CONFLICT, "F: a: this key is given twice"},
        {"[1,2] 3", STATUS_SYNTAX, "F:1:7: something follows the value"},
        {"[01]", STATUS_SYNTAX, "F:1:2: a number does not begin with 0"},
        {"[1.]", STATUS_SYNTAX, "F:1:4: a digit is missing after the point"},
        {"[1e400]", STATUS_SYNTAX, "F:1:2: this number is too large"},
        {"[\"a\nb\"]", STATUS_SYNTAX, "F:1:4: a control character in a text"},
        {"[\"\xff\"]", STATUS_SYNTAX, "F:1:3: not UTF-8"},
        {"[\"\\u0000\"]", STATUS_SYNTAX, "F:1:3: \\u0000 is not allowed"},
        {"", STATUS_SYNTAX, "F:1:1: the text ends too early"},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        Json *json = (Json *)&strictness; // must be reset
        Problem problem = {0};
        Status status = json_parse(strview_from(CASES[i].text), "F", &json, &problem);
        CHECK(status == CASES[i].status && problem.status == status, "%s", CASES[i].text);
        CHECK(strcmp(problem.text, CASES[i].wanted) == 0, "%s: %s", CASES[i].text, problem.text);
        CU_ASSERT_PTR_NULL(json);
    }
    json_free(parse("\xEF\xBB\xBF {\"a\":1,\"A\":2}\n"));
}

static void depth_limit(void)
{
    for (int depth = JSON_DEPTH_MAX - 1; depth <= JSON_DEPTH_MAX + 1; depth++) {
        StrBuf text;
        strbuf_init(&text);
        for (int i = 0; i < depth; i++) {
            strbuf_append_char(&text, '[');
        }
        for (int i = 0; i < depth; i++) {
            strbuf_append_char(&text, ']');
        }
        Json *json;
        Status status = json_parse(strbuf_view(&text), "F", &json, NULL);
        CHECK(status == (depth <= JSON_DEPTH_MAX ? STATUS_OK : STATUS_LIMIT), "depth %d", depth);
        json_free(json);
        strbuf_release(&text);
    }
}

static void walking(void)
{
    Json *root = parse("{\"a\":null,\"b\":true,\"c\":1,\"d\":\"x\",\"e\":[5,6],\"f\":{}}");
    const JsonKind kinds[] = {JSON_NULL,   JSON_BOOL,  JSON_NUMBER,
                              JSON_STRING, JSON_ARRAY, JSON_OBJECT};
    CU_ASSERT_EQUAL(json_kind(root), JSON_OBJECT);
    CU_ASSERT_EQUAL(json_count(root), 6);
    int i = 0;
    for (const Json *member = json_first(root); member != NULL; member = json_next(member), i++) {
        const char key[] = {(char)('a' + i), '\0'};
        CU_ASSERT_STRING_EQUAL(json_key(member), key);
        CU_ASSERT_EQUAL(json_kind(member), kinds[i]);
        CU_ASSERT_PTR_EQUAL(json_member(root, key), member);
    }
    CU_ASSERT_EQUAL(i, 6);
    CU_ASSERT_PTR_NULL(json_member(root, "A"));
    CU_ASSERT_PTR_NULL(json_member(root, ""));
    CU_ASSERT_PTR_NULL(json_member(NULL, "a"));
    const Json *array = json_member(root, "e");
    CU_ASSERT_PTR_NULL(json_member(array, "e"));
    CU_ASSERT_EQUAL(json_count(array), 2);
    CU_ASSERT_PTR_NULL(json_key(json_first(array)));
    CU_ASSERT_PTR_NULL(json_first(json_member(root, "f")));
    CU_ASSERT_EQUAL(json_count(json_member(root, "a")), 0);
    json_free(root);
}

static void typed_access(void)
{
    static const struct {
        const char *text;
        bool is_integer;
        int64_t integer;
    } CASES[] = {
        {"[0]", true, 0},
        {"[-0]", true, 0},
        {"[3.0]", true, 3},
        {"[1e3]", true, 1000},
        {"[-17]", true, -17},
        {"[9007199254740991]", true, 9007199254740991},
        {"[-9007199254740991]", true, -9007199254740991},
        {"[9007199254740992]", false, 0},
        {"[9007199254740993]", false, 0},
        {"[1e300]", false, 0},
        {"[0.5]", false, 0},
        {"[\"1\"]", false, 0},
        {"[true]", false, 0},
        {"[null]", false, 0},
        {"[[]]", false, 0},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        Json *root = parse(CASES[i].text);
        int64_t value = 42;
        bool fine = json_to_int64(json_first(root), &value);
        CHECK(fine == CASES[i].is_integer, "%s", CASES[i].text);
        CHECK(value == (fine ? CASES[i].integer : 42), "%s: %lld", CASES[i].text, (long long)value);
        json_free(root);
    }
    int64_t integer = 1;
    double number = 1;
    bool truth = true;
    StrView text = strview_from("kept");
    CU_ASSERT(!json_to_int64(NULL, &integer) && !json_to_double(NULL, &number));
    CU_ASSERT(!json_to_bool(NULL, &truth) && !json_to_text(NULL, &text));
    Json *root = parse("{\"n\":-2.5,\"t\":\"a\\u00e4\\n\",\"f\":false}");
    CU_ASSERT(json_to_double(json_member(root, "n"), &number) && number == -2.5);
    CU_ASSERT(!json_to_double(json_member(root, "t"), &number) && number == -2.5);
    CU_ASSERT(!json_to_text(json_member(root, "n"), &text) && strview_is(text, "kept"));
    CU_ASSERT(json_to_text(json_member(root, "t"), &text) && strview_is(text, "a\xc3\xa4\n"));
    CU_ASSERT(!json_to_bool(json_member(root, "n"), &truth) && truth);
    CU_ASSERT(json_to_bool(json_member(root, "f"), &truth) && !truth);
    json_free(root);
}

static void problem_paths(void)
{
    Json *root = parse("{\"engines\":[{},{\"limit\":{\"tc\":[1,[2,3]]}}],"
                       "\"odd key\":{\"\":1},\"a.b\":2}");
    const Json *engines = json_member(root, "engines");
    const Json *second = json_next(json_first(engines));
    const Json *tc = json_member(json_member(second, "limit"), "tc");
    const Json *odd = json_member(root, "odd key");
    const struct {
        const Json *node;
        const char *wanted;
    } cases[] = {
        {root, "F: (top): bad 7"},
        {engines, "F: engines: bad 7"},
        {second, "F: engines[1]: bad 7"},
        {tc, "F: engines[1].limit.tc: bad 7"},
        {json_next(json_first(json_next(json_first(tc)))), "F: engines[1].limit.tc[1][1]: bad 7"},
        {odd, "F: [\"odd key\"]: bad 7"},
        {json_first(odd), "F: [\"odd key\"][\"\"]: bad 7"},
        {json_member(root, "a.b"), "F: [\"a.b\"]: bad 7"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        Problem problem = {0};
        Status status = json_problem(&problem, STATUS_RANGE, "F", root, cases[i].node, "bad %d", 7);
        CHECK(status == STATUS_RANGE && problem.status == STATUS_RANGE, "case %zu", i);
        CHECK(strcmp(problem.text, cases[i].wanted) == 0, "%s", problem.text);
    }
    CU_ASSERT_EQUAL(json_problem(NULL, STATUS_RANGE, "F", root, tc, "x"), STATUS_RANGE);
    json_free(root);
}

static void only_known_keys(void)
{
    static const char *const KEYS[] = {"a", "bb", NULL};
    static const struct {
        const char *text;
        const char *wanted;
    } CASES[] = {
        {"{\"in\":{}}", NULL},
        {"{\"in\":{\"bb\":1,\"a\":2}}", NULL},
        {"{\"in\":{\"a\":1,\"b\":2}}", "F: in.b: unknown key"},
        {"{\"in\":{\"A\":1}}", "F: in.A: unknown key"},
        {"{\"in\":{\"\":1}}", "F: in[\"\"]: unknown key"},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        Json *root = parse(CASES[i].text);
        Problem problem = {0};
        Status status = json_only_keys(root, json_member(root, "in"), KEYS, "F", &problem);
        CHECK(status == (CASES[i].wanted == NULL ? STATUS_OK : STATUS_UNKNOWN), "%s",
              CASES[i].text);
        CHECK(CASES[i].wanted == NULL || strcmp(problem.text, CASES[i].wanted) == 0, "%s",
              problem.text);
        json_free(root);
    }
}

static void printing(void)
{
    Json *root = json_new_object();
    json_set(root, "name", json_new_text(strview_from("a\tb\"\\\n\x01\x7f")));
    Json *list = json_new_array();
    json_append(list, json_new_integer(-7));
    json_append(list, json_new_number(0.5));
    json_append(list, json_new_number(NAN));
    json_append(list, json_new_number(-INFINITY));
    json_append(list, json_new_bool(true));
    json_append(list, json_new_null());
    json_set(root, "list", list);
    json_set(root, "none", json_new_object());
    StrBuf out;
    strbuf_init(&out);
    strbuf_append_char(&out, '>');
    json_print(root, false, &out);
    CU_ASSERT_STRING_EQUAL(out.data, ">{\"name\":\"a\\tb\\\"\\\\\\n\\u0001\x7f\","
                                     "\"list\":[-7,0.5,null,null,true,null],\"none\":{}}");
    strbuf_clear(&out);
    json_print(root, true, &out);
    const char *start = "{\n  \"name\": \"a\\tb";
    CHECK(strncmp(out.data, start, strlen(start)) == 0, "%s", out.data);
    CU_ASSERT_PTR_NULL(strchr(out.data, '\t'));
    json_free(parse(out.data));
    json_free(root);
    strbuf_release(&out);
}

static void integers_keep_their_digits(void)
{
    static const struct {
        int64_t value;
        const char *wanted;
    } CASES[] = {
        {0, "0"},
        {123456789012345, "123456789012345"},
        {-999999999999999, "-999999999999999"},
        {999999999999999, "999999999999999"},
        {1000000000000000, "\"1000000000000000\""},
        {9007199254740992, "\"9007199254740992\""},
        {INT64_MAX, "\"9223372036854775807\""},
        {INT64_MIN, "\"-9223372036854775808\""},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        Json *json = json_new_integer(CASES[i].value);
        StrBuf out;
        strbuf_init(&out);
        json_print(json, false, &out);
        CHECK(strcmp(out.data, CASES[i].wanted) == 0, "%s not %s", out.data, CASES[i].wanted);
        strbuf_release(&out);
        json_free(json);
    }
}

static void any_bytes_print_as_json(void)
{
    static const struct {
        StrView text;
        const char *wanted; // as read back
    } CASES[] = {
        {{NULL, 0}, ""},
        {{"a\0b", 3}, "a\xEF\xBF\xBD" "b"},
        {{"\xff\xfe", 2}, "\xEF\xBF\xBD\xEF\xBF\xBD"},
        {{"\xc3\xa4\xc3", 3}, "\xc3\xa4\xEF\xBF\xBD"},
        {{"\x1b[0m\r\n", 6}, "\x1b[0m\r\n"},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        Json *json = json_new_text(CASES[i].text);
        StrBuf out;
        strbuf_init(&out);
        json_print(json, false, &out);
        Json *back = parse(out.data);
        StrView text = {NULL, 0};
        CHECK(json_to_text(back, &text) && strview_is(text, CASES[i].wanted), "case %zu", i);
        json_free(back);
        json_free(json);
        strbuf_release(&out);
    }
    // Every single byte, and every byte behind a lead byte.
    for (int lead = 0; lead < 256; lead++) {
        for (int byte = 0; byte < 256; byte += 7) {
            const char bytes[] = {(char)lead, (char)byte};
            Json *json = json_new_text((StrView){bytes, 2});
            StrBuf out;
            strbuf_init(&out);
            json_print(json, false, &out);
            Json *back = NULL;
            Status status = json_parse(strbuf_view(&out), "F", &back, NULL);
            CHECK(status == STATUS_OK, "%d %d", lead, byte);
            json_free(back);
            json_free(json);
            strbuf_release(&out);
        }
    }
}

const TestCase JSON_CASES[] = {
    {"strictness", strictness},
    {"depth limit", depth_limit},
    {"walking", walking},
    {"typed access", typed_access},
    {"problem paths", problem_paths},
    {"only known keys", only_known_keys},
    {"printing", printing},
    {"integers keep their digits", integers_keep_their_digits},
    {"any bytes print as json", any_bytes_print_as_json},
    {NULL, NULL},
};
