// SPDX-License-Identifier: MIT
#include "protocol/rules/variant.h"

#include <string.h>

#include "protocol/rules/variant_set.h"
#include "tests/protocol/rules/rules_help.h"
#include "tests/protocol/rules/rules_tests.h"

/// Every built-in game with what its tables must hold.
static void built_in_tables(void)
{
    static const struct {
        const char *name;
        int points, files, ranks, edges, lines, place_forbidden, move_forbidden;
        SizeClass size_class;
    } ROWS[] = {
        {"three_men_slide", 9, 3, 3, 12, 8, 0, 0, SIZE_9},
        {"three_mens_morris", 9, 3, 3, 16, 8, 0, 0, SIZE_9},
        {"nine_holes", 9, 3, 3, 12, 6, 0, 0, SIZE_9},
        {"picaria9", 9, 3, 3, 20, 8, 0, 0, SIZE_9},
        {"shisima", 9, 3, 3, 16, 4, 0, 0, SIZE_9},
        {"pong_hau_ki", 5, 3, 3, 7, 0, 0, 0, SIZE_9},
        {"tant_fant_diagonal", 9, 3, 3, 16, 2, 0, 0, SIZE_9},
        {"five_mens_morris", 16, 5, 5, 20, 8, 0, 0, SIZE_16_LINES},
        {"seven_mens_morris", 17, 5, 5, 24, 14, 0, 0, SIZE_16_LINES},
        {"nine_mens_morris", 24, 7, 7, 32, 16, 0, 0, SIZE_16_LINES},
        {"twelve_mens_morris", 24, 7, 7, 40, 20, 0, 0, SIZE_32_LINES},
        {"morabaraba_coertze", 25, 7, 7, 40, 22, 0, 0, SIZE_32_LINES},
        {"dara", 30, 6, 5, 49, 38, 38, 27, SIZE_48_LINES},
        {"dara_6x5", 30, 5, 6, 49, 38, 38, 27, SIZE_48_LINES},
    };
    VariantSet set;
    variant_set_init(&set);
    for (size_t i = 0; i < sizeof(ROWS) / sizeof(ROWS[0]); i++) {
        const Variant *v = help_variant(&set, ROWS[i].name);
        int degrees = 0;
        for (int point = 0; point < v->point_nb; point++) {
            degrees += bitboard_count(v->neighbours[point]);
            CHECK((v->neighbours[point] & bitboard_of(point)) == 0, "%s", v->name);
        }
        CHECK(v->point_nb == ROWS[i].points && v->file_nb == ROWS[i].files &&
                  v->rank_nb == ROWS[i].ranks,
              "%s: %d points, %d x %d", v->name, v->point_nb, v->file_nb, v->rank_nb);
        CHECK(degrees == 2 * ROWS[i].edges, "%s: %d", v->name, degrees);
        CHECK(v->lines.nb == ROWS[i].lines, "%s: %d lines", v->name, v->lines.nb);
        CHECK(v->place_forbidden.nb == ROWS[i].place_forbidden &&
                  v->move_forbidden.nb == ROWS[i].move_forbidden,
              "%s: %d, %d", v->name, v->place_forbidden.nb, v->move_forbidden.nb);
        CHECK(v->size_class == ROWS[i].size_class, "%s: %d", v->name, (int)v->size_class);
    }
    variant_set_release(&set);
}

static void points_stand_in_order_of_name(void)
{
    VariantSet set;
    variant_set_init(&set);
    for (int i = 0; i < set.nb; i++) {
        const Variant *v = set.items[i];
        int last = -1;
        for (int file = 0; file < GRID_MAX; file++) {
            for (int rank = 0; rank < GRID_MAX; rank++) {
                int point = v->point_at[file][rank];
                if (point < 0) {
                    continue;
                }
                CHECK(point == last + 1, "%s %c%d", v->name, 'a' + file, rank + 1);
                CHECK(v->file_of[point] == file && v->rank_of[point] == rank, "%s", v->name);
                last = point;
            }
        }
        CHECK(last + 1 == v->point_nb, "%s", v->name);
        CHECK(v->points == (bitboard_of(v->point_nb - 1) | (bitboard_of(v->point_nb - 1) - 1)),
              "%s", v->name);
    }
    variant_set_release(&set);
}

static void lines_and_exact_runs(void)
{
    VariantSet set;
    variant_set_init(&set);
    const Variant *nine = help_variant(&set, "nine_mens_morris");
    CU_ASSERT(variant_has_line(nine, help_points(nine, "a7 d7 g7 b6")));
    CU_ASSERT(!variant_has_line(nine, help_points(nine, "a7 d7 b6 f6")));
    CU_ASSERT(!variant_has_line(nine, help_points(nine, "c4 c5 d5 e4")));
    CU_ASSERT_EQUAL(variant_in_lines(nine, help_points(nine, "a7 d7 g7 b6 a4 a1 d6")),
                    help_points(nine, "a7 d7 g7 a4 a1"));
    const Variant *dara = help_variant(&set, "dara");
    CU_ASSERT_EQUAL(variant_in_lines(dara, help_points(dara, "a1 b1 c1 e1")),
                    help_points(dara, "a1 b1 c1"));
    CU_ASSERT(!variant_has_line(dara, help_points(dara, "a1 b1 c1 d1"))); // four are no three
    CU_ASSERT(!variant_has_line(dara, help_points(dara, "a1 b2 c3")));    // nor is a diagonal
    CU_ASSERT_EQUAL(variant_in_lines(dara, help_points(dara, "c1 c2 c3 c5 d1 e1")),
                    help_points(dara, "c1 c2 c3 d1 e1"));
    variant_set_release(&set);
}

static void directions_of_runs(void)
{
    static const struct {
        const char *directions;
        const char *men;
        bool stands;
    } ROWS[] = {
        {"[\"h\"]", "b2 c2 d2", true},        {"[\"h\"]", "b2 b3 b4", false},
        {"[\"v\"]", "b2 b3 b4", true},        {"[\"v\"]", "b2 c2 d2", false},
        {"[\"d\"]", "b2 c3 d4", true},        {"[\"d\"]", "b4 c3 d2", false},
        {"[\"a\"]", "b4 c3 d2", true},        {"[\"a\"]", "b2 c3 d4", false},
        {"[\"a\"]", "a5 b4 c3 d2", false},    {"[\"d\"]", "b2 c3 d4 e5", false},
        {"[\"d\", \"h\"]", "a1 b2 c3", true}, {"[\"a\", \"v\"]", "f1 f2 f3", true},
    };
    for (size_t i = 0; i < sizeof(ROWS) / sizeof(ROWS[0]); i++) {
        Variant *v = help_edited_variant("dara", "[\"h\", \"v\"]", ROWS[i].directions);
        CHECK(variant_has_line(v, help_points(v, ROWS[i].men)) == ROWS[i].stands, "%s %s",
              ROWS[i].directions, ROWS[i].men);
        variant_free(v);
    }
}

/// A board of 64 points, files a-h, ranks 1-8, with runs in all directions.
static void fill_large(VariantSpec *spec, int men)
{
    *spec = (VariantSpec){.name = "large", .point_nb = POINT_MAX, .line_kind = LINE_RUNS};
    for (int point = 0; point < POINT_MAX; point++) {
        spec->file_of[point] = (uint8_t)(point / GRID_MAX);
        spec->rank_of[point] = (uint8_t)(point % GRID_MAX);
    }
    spec->run_length = 3;
    spec->run_directions = DIRECTION_H | DIRECTION_V | DIRECTION_D | DIRECTION_A;
    spec->rules = (VariantRules){.men = {(uint8_t)men, (uint8_t)men},
                                 .place_mill = MILL_REMOVE,
                                 .move_mill = MILL_REMOVE,
                                 .move_kind = MOVE_ANY,
                                 .move_phase = true};
}

static void limits_of_the_tables(void)
{
    VariantSpec spec;
    Variant *v;
    Problem problem = {0};
    fill_large(&spec, 20);
    CU_ASSERT_EQUAL(variant_compile(&spec, &v, &problem), STATUS_OK);
    CU_ASSERT_EQUAL(v->size_class, SIZE_ANY);
    CU_ASSERT_EQUAL(v->move_max, 20 * 24 * 20);
    variant_free(v);
    // 21 x 22 x 21 is the most of all numbers of men.
    fill_large(&spec, 32);
    CU_ASSERT_EQUAL(variant_compile(&spec, &v, &problem), STATUS_OK);
    CU_ASSERT_EQUAL(v->move_max, 21 * 22 * 21);
    variant_free(v);
    // Two victims for each of so many moves are too many.
    spec.rules.per_mill = true;
    CU_ASSERT_EQUAL(variant_compile(&spec, &v, &problem), STATUS_LIMIT);
    CHECK(strncmp(problem.text, "men: a position could have ", 27) == 0, "%s", problem.text);
    CU_ASSERT_PTR_NULL(v);
    // Eight listed lines through one point are more than a turn can take.
    fill_large(&spec, 3);
    spec.line_kind = LINE_LISTED;
    spec.rules.per_mill = true;
    spec.rules.move_kind = MOVE_EDGES;
    spec.rules.fly_at = 3;
    for (int i = 1; i <= TAKEN_MAX + 1; i++) {
        spec.lines[spec.line_nb++] = bitboard_of(0) | bitboard_of(2 * i) | bitboard_of(2 * i + 1);
    }
    CU_ASSERT_EQUAL(variant_compile(&spec, &v, &problem), STATUS_LIMIT);
    CHECK(strncmp(problem.text, "remove.per_mill: one man can close 8", 36) == 0, "%s",
          problem.text);
    spec.line_nb--;
    CU_ASSERT_EQUAL(variant_compile(&spec, &v, &problem), STATUS_OK);
    variant_free(v);
    // 65 lines through one point do not fit.
    spec.rules.per_mill = false;
    spec.line_nb = 0;
    for (int i = 1; i <= LINES_THROUGH_MAX + 1; i++) {
        Bitboard others =
            i < POINT_MAX ? bitboard_of(i) : bitboard_of(1) | bitboard_of(i - POINT_MAX + 2);
        spec.lines[spec.line_nb++] = bitboard_of(0) | others;
    }
    CU_ASSERT_EQUAL(variant_compile(&spec, &v, &problem), STATUS_LIMIT);
    CHECK(strstr(problem.text, "lines through one point") != NULL, "%s", problem.text);
}

const TestCase VARIANT_CASES[] = {
    {"tables of the built-in games", built_in_tables},
    {"points stand in order of name", points_stand_in_order_of_name},
    {"lines and exact runs", lines_and_exact_runs},
    {"directions of runs", directions_of_runs},
    {"limits of the tables", limits_of_the_tables},
    {NULL, NULL},
};
