// SPDX-License-Identifier: MIT
#include "protocol/rules/perft.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "protocol/base/file.h"
#include "protocol/rules/variant_set.h"
#include "tests/protocol/rules/rules_help.h"
#include "tests/protocol/rules/rules_tests.h"

#define TABLE_MAX (1 << 20) // bytes
#define SHORT_LEAVES UINT64_C(2000000)
#define LONG_LEAVES UINT64_C(100000000)
#define VARIANT_NB 33

/// One line of the table: a variant and its counts from depth 1 on. Compares the deepest count
/// below `leaves_max`.
static void check_line(const VariantSet *set, StrView line, uint64_t leaves_max)
{
    StrView name = strview_next_word(&line);
    const Variant *v = variant_set_find(set, name);
    CHECK(v != NULL, "%.*s", STRVIEW_ARG(name));
    if (v == NULL) {
        return;
    }
    int depth = 0;
    uint64_t wanted = 0;
    for (int i = 1;; i++) {
        int64_t number;
        StrView word = strview_next_word(&line);
        if (!strview_to_int64(word, &number)) {
            CHECK(word.size == 0, "%s: %.*s", v->name, STRVIEW_ARG(word));
            break;
        }
        if ((uint64_t)number < leaves_max) {
            depth = i;
            wanted = (uint64_t)number;
        }
    }
    CHECK(depth > 0, "%s has no count", v->name);
    Position start = position_start(v);
    uint64_t leaves = perft_count(v, &start, depth, NULL);
    CHECK(leaves == wanted, "%s depth %d: %" PRIu64 ", not %" PRIu64, v->name, depth, leaves,
          wanted);
}

static void check_table(uint64_t leaves_max)
{
    VariantSet set;
    StrBuf text;
    Problem problem = {0};
    variant_set_init(&set);
    strbuf_init(&text);
    Status status = file_read(TEST_DATA "/perft.txt", TABLE_MAX, &text, &problem);
    CHECK(status == STATUS_OK, "%s", problem.text);
    int line_nb = 0;
    const char *rest = text.data;
    for (const char *end; (end = strchr(rest, '\n')) != NULL; rest = end + 1) {
        check_line(&set, (StrView){rest, (size_t)(end - rest)}, leaves_max);
        line_nb++;
    }
    CU_ASSERT_EQUAL(line_nb, VARIANT_NB);
    strbuf_release(&text);
    variant_set_release(&set);
}

static void table_short(void)
{
    check_table(SHORT_LEAVES);
}

static void table_long(void)
{
    check_table(LONG_LEAVES);
}

static void nine_mens_morris_seven(void)
{
    VariantSet set;
    variant_set_init(&set);
    const Variant *v = help_variant(&set, "nine_mens_morris");
    Position start = position_start(v);
    CU_ASSERT_EQUAL(perft_count(v, &start, 7, NULL), UINT64_C(1873562112));
    variant_set_release(&set);
}

static void depth_zero_and_ended_games(void)
{
    VariantSet set;
    variant_set_init(&set);
    const Variant *v = help_variant(&set, "tictactoe");
    Position start = position_start(v);
    CU_ASSERT_EQUAL(perft_count(v, &start, 0, NULL), 1);
    CU_ASSERT_EQUAL(perft_count(v, &start, 9, NULL), 127872);
    CU_ASSERT_EQUAL(perft_count(v, &start, 10, NULL), 0);
    CU_ASSERT_EQUAL(perft_count(v, &start, PERFT_DEPTH_MAX, NULL), 0);
    CU_ASSERT_EQUAL(perft_count(v, &start, PERFT_DEPTH_MAX + 1, NULL), 0);
    Position ended = help_position(v, "a1 b1 c1", "a2 b2", 2, 2, SIDE_BLACK);
    CU_ASSERT_EQUAL(perft_count(v, &ended, 0, NULL), 1);
    CU_ASSERT_EQUAL(perft_count(v, &ended, 1, NULL), 0);
    CU_ASSERT_EQUAL(perft_count(v, &ended, 2, NULL), 0);
    variant_set_release(&set);
}

static void quiet_does_not_end_it(void)
{
    VariantSet set;
    variant_set_init(&set);
    const Variant *v = help_variant(&set, "tapatan");
    Position pos = help_position(v, "a1 b1 c2", "a2 c1 b3", 0, 0, SIDE_WHITE);
    uint64_t leaves = perft_count(v, &pos, 4, NULL);
    pos.quiet = 119;
    CU_ASSERT(leaves > 0);
    CU_ASSERT_EQUAL(perft_count(v, &pos, 4, NULL), leaves);
    variant_set_release(&set);
}

static void a_pass_is_a_ply(void)
{
    VariantSet set;
    variant_set_init(&set);
    const Variant *v = help_variant(&set, "achi");
    Position stuck = help_position(v, "a1", "a2 b1 b2", 0, 0, SIDE_WHITE);
    CU_ASSERT_EQUAL(perft_count(v, &stuck, 1, NULL), 1);
    CU_ASSERT_EQUAL(perft_count(v, &stuck, 2, NULL), 7);
    variant_set_release(&set);
}

static void stopping_ends_it(void)
{
    VariantSet set;
    variant_set_init(&set);
    const Variant *v = help_variant(&set, "nine_mens_morris");
    Position start = position_start(v);
    atomic_bool stop = true;
    CU_ASSERT(perft_count(v, &start, 12, &stop) < 1000);
    stop = false;
    CU_ASSERT_EQUAL(perft_count(v, &start, 3, &stop), 12144);
    variant_set_release(&set);
}

const TestCase PERFT_CASES[] = {
    {"depth zero and ended games", depth_zero_and_ended_games},
    {"quiet does not end it", quiet_does_not_end_it},
    {"a pass is a ply", a_pass_is_a_ply},
    {"stopping ends it", stopping_ends_it},
    {"every variant below 2 million leaves", table_short},
    {NULL, NULL},
};

const TestCase LONG_PERFT_CASES[] = {
    {"every variant below 100 million leaves", table_long},
    {"nine men's morris to ply 7", nine_mens_morris_seven},
    {NULL, NULL},
};
