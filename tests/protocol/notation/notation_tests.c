// SPDX-License-Identifier: MIT
#include "tests/protocol/notation/notation_tests.h"

#include <stdlib.h>
#include <string.h>

#include "protocol/base/file.h"

const TestSuite TEST_SUITES[] = {
    {"excerpt", EXCERPT_CASES}, {"points", POINTS_CASES},
    {"moves", MOVES_CASES},     {"fen", FEN_CASES},
    {"pgn", PGN_CASES},         {"pgn_reader", PGN_READER_CASES},
    {"walk", WALK_CASES},       {"oracle", ORACLE_CASES},
    {"rule", RULE_CASES},       {NULL, NULL},
};

/// What a test cannot go on without.
static void need(bool condition, const char *what)
{
    CHECK(condition, "%s", what);
    if (!condition) {
        abort();
    }
}

void notation_variants(VariantSet *set)
{
    Problem problem = {.text = ""};
    variant_set_init(set);
    Status status = variant_set_load(set, TEST_DATA "/per_mill.json", &problem);
    need(status == STATUS_OK, problem.text);
}

const Variant *notation_variant(const VariantSet *set, const char *name)
{
    const Variant *variant = variant_set_find(set, strview_from(name));
    need(variant != NULL, name);
    return variant;
}

void notation_data(const char *name, StrBuf *out)
{
    StrBuf path;
    strbuf_init(&path);
    file_join(TEST_DATA, name, &path);
    Problem problem = {.text = ""};
    need(file_read(path.data, 1 << 24, out, &problem) == STATUS_OK, problem.text);
    strbuf_release(&path);
}

Json *notation_next_json(StrView *rest)
{
    if (rest->size == 0) {
        return NULL;
    }
    StrView line = *rest;
    const char *end = memchr(rest->data, '\n', rest->size);
    if (end != NULL) {
        line.size = (size_t)(end - rest->data);
    }
    *rest = strview_skip(*rest, end != NULL ? line.size + 1 : line.size);
    Json *json = NULL;
    Problem problem = {.text = ""};
    need(json_parse(line, "test data", &json, &problem) == STATUS_OK, problem.text);
    return json;
}
