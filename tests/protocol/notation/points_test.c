// SPDX-License-Identifier: MIT
#include "protocol/notation/points.h"

#include "tests/protocol/notation/notation_tests.h"

/// Every point of every variant: its name reads back to it, and only the names of points are read.
static void round_trip(void)
{
    VariantSet set;
    notation_variants(&set);
    for (int i = 0; i < set.nb; i++) {
        const Variant *v = set.items[i];
        int found = 0;
        for (char file = 'a'; file <= 'i'; file++) {
            for (char rank = '0'; rank <= '9'; rank++) {
                char text[] = {file, rank, '\0'};
                int point = points_parse(v, strview_from(text));
                if (point != POINT_NONE) {
                    char again[POINT_TEXT_MAX];
                    points_format(v, point, again);
                    CU_ASSERT_STRING_EQUAL(again, text);
                    found++;
                }
            }
        }
        CHECK(found == v->point_nb, "%s: %d names of %d points", v->name, found, v->point_nb);
    }
    variant_set_release(&set);
}

static void order_is_that_of_names(void)
{
    VariantSet set;
    notation_variants(&set);
    const Variant *v = notation_variant(&set, "nine_mens_morris");
    static const char *const NAMES[] = {"a1", "a4", "a7", "b2", "b4", "b6", "c3", "c4",
                                        "c5", "d1", "d2", "d3", "d5", "d6", "d7", "e3",
                                        "e4", "e5", "f2", "f4", "f6", "g1", "g4", "g7"};
    for (int i = 0; i < v->point_nb; i++) {
        CU_ASSERT_EQUAL(points_parse(v, strview_from(NAMES[i])), i);
    }
    variant_set_release(&set);
}

static void refused(void)
{
    VariantSet set;
    notation_variants(&set);
    const Variant *v = notation_variant(&set, "nine_mens_morris");
    static const StrView CASES[] = {
        {NULL, 0},
        {"a", 1},
        {"d4", 2},
        {"a2", 2},
        {"h1", 2},
        {"a8", 2},
        {"a0", 2},
        {"a77", 3},
        {"7a", 2},
        {"a\0", 2},
        {"`1", 2},
        {"\xe1"
         "1",
         2},
        {"a\xb1", 2},
        {"@1", 2},
    };
    for (size_t i = 0; i < CASE_NB(CASES); i++) {
        CHECK(points_parse(v, CASES[i]) == POINT_NONE, "case %zu", i);
    }
    CU_ASSERT_EQUAL(points_parse(v, strview_from("G7")), points_parse(v, strview_from("g7")));
    variant_set_release(&set);
}

const TestCase POINTS_CASES[] = {{"round trip", round_trip},
                                 {"order is that of names", order_is_that_of_names},
                                 {"refused", refused},
                                 {NULL, NULL}};
