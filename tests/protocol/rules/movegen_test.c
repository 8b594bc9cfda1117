// SPDX-License-Identifier: MIT
#include "protocol/rules/movegen.h"

#include <stdio.h>
#include <string.h>

#include "protocol/rules/outcome.h"
#include "protocol/rules/variant_set.h"
#include "tests/protocol/rules/rules_help.h"
#include "tests/protocol/rules/rules_tests.h"

/// A position and what is legal there: all moves, or those that begin with `prefix`, and how many
/// there are in all.
typedef struct Case {
    const char *what, *variant, *white, *black;
    int white_hand, black_hand;
    Side side;
    const char *prefix; // NULL: `moves` are all
    const char *moves;
    int nb;
} Case;

static const Case CASES[] = {
    {"R02 men in a mill are protected", "nine_mens_morris", "a1 d1 g4 f4 e3", "a7 d7 g7 c5 d5 f6",
     0, 0, SIDE_WHITE, "g4", "g4g1xc5 g4g1xd5 g4g1xf6", 12},
    {"R03 two mills, one removal", "nine_mens_morris", "a7 d7 g4 g1", "b6 d6 f2 b4", 5, 5,
     SIDE_WHITE, "g7", "g7xb4 g7xb6 g7xd6 g7xf2", 19},
    {"lone man is taken", "nine_mens_morris", "a7 d7", "g1", 7, 8, SIDE_WHITE, "g7", "g7xg1", 21},
    {"all in mills: any", "nine_mens_morris", "a7 d7", "a1 d1 g1", 7, 6, SIDE_WHITE, "g7",
     "g7xa1 g7xd1 g7xg1", 21},
    {"R07 no corner diagonals", "nine_mens_morris", "d7 b6 f2 e3", "a1 g1 c5 d3", 0, 0, SIDE_WHITE,
     NULL, "b6b4 b6d6 d7a7 d7d6 d7g7 e3e4 f2d2 f2f4", 8},
    {"R07 but in Morabaraba", "morabaraba", "d7 b6 f2 e3", "a1 g1 c5 d3", 0, 0, SIDE_WHITE, NULL,
     "b6a7 b6b4 b6d6 d7a7 d7d6 d7g7 e3e4 f2d2 f2f4", 9},
    {"R09a four boxed in", "nine_mens_morris", "e5 e4 e3 c3", "d7 f6 f4 f2 d5 d3 c4", 0, 0,
     SIDE_WHITE, NULL, "", 0},
    {"R09b three fly", "nine_mens_morris", "a7 d7 a4", "g7 d6 b4 a1", 0, 0, SIDE_WHITE, "d7c",
     "d7c3 d7c4 d7c5", 51},
    {"R09c flying off", "nine_mens_morris_nofly", "a7 d7 a4", "g7 d6 b4 a1", 0, 0, SIDE_WHITE, NULL,
     "", 0},
    {"R22a Lasker: move or place", "lasker_morris", "a7 d6", "g7 f4", 8, 8, SIDE_WHITE, "d6",
     "d6b6 d6d5 d6d7 d6f6", 26},
    {"R22b blocked men, men in hand", "lasker_morris", "a7 a1", "d7 a4 d1", 3, 3, SIDE_WHITE, "a",
     "", 19},
    {"R22c a mill by a slide", "lasker_morris", "a7 d7 g4", "b6 d6 f2", 7, 7, SIDE_WHITE, "g4g7",
     "g4g7xb6 g4g7xd6 g4g7xf2", 27},
    {"R23a own hand empty", "lasker_morris", "a7 d6 e3", "a1 d1 b4 f4", 0, 2, SIDE_WHITE, "a7b",
     "a7b2 a7b6", 51},
    {"R23b a man in hand", "lasker_morris", "a7 d6 e3", "a1 d1 b4 f4", 1, 2, SIDE_WHITE, "a7",
     "a7a4 a7d7", 25},
    {"R29a no three while dropping", "dara", "a1 b1", "d4 e4", 10, 10, SIDE_WHITE, "c1", "", 25},
    {"R29a three without removal", "dara_protected", "a1 b1", "d4 e4", 10, 10, SIDE_WHITE, "c1",
     "c1", 26},
    {"R29b no four while dropping", "dara", "a1 b1 d1", "d4 e4 f2", 9, 9, SIDE_WHITE, "c1", "", 23},
    {"R29b nor here", "dara_protected", "a1 b1 d1", "d4 e4 f2", 9, 9, SIDE_WHITE, "c1", "", 23},
    {"R30a four while moving", "dara", "a1 b1 d1 c2", "d4 e4 f2 f5", 0, 0, SIDE_WHITE, NULL,
     "a1a2 b1b2 b1c1 c2b2 c2c3 c2d2 d1c1xd4 d1c1xe4 d1c1xf2 d1c1xf5 d1d2 d1e1", 12},
    {"R30b two rows at once", "dara", "a1 b1 c2 c3 d1", "d4 e4 e5 f2 f5", 0, 0, SIDE_WHITE, "d1c1",
     "d1c1xd4 d1c1xe4 d1c1xe5 d1c1xf2 d1c1xf5", 19},
    {"R30c nothing to take", "dara_protected", "a1 b1 c2 f1", "a5 b5 c5 d3 e3 f3", 0, 0, SIDE_WHITE,
     "c2", "c2b2 c2c1 c2c3 c2d2", 9},
    {"R30d only the free man", "dara_protected", "a1 b1 c2 f1", "a5 b5 c5 d3 e3 f3 b3", 0, 0,
     SIDE_WHITE, "c2c1", "c2c1xb3", 9},
    {"R30d never protected", "dara", "a1 b1 c2 f1", "a5 b5 c5 f3", 0, 0, SIDE_WHITE, "c2c1",
     "c2c1xa5 c2c1xb5 c2c1xc5 c2c1xf3", 12},
    {"R36a open", "nine_mens_morris", "a7 d7 g7 b6 f6", "a4 b4 d2 f2 g1", 0, 0, SIDE_WHITE, "d7",
     "d7d6xa4 d7d6xb4 d7d6xd2 d7d6xf2 d7d6xg1", 9},
    {"R36a and close again", "nine_mens_morris", "a7 d6 g7 b6 f6", "a4 c4 d2 f2", 0, 0, SIDE_WHITE,
     "d6d7", "d6d7xa4 d6d7xc4 d6d7xd2 d6d7xf2", 10},
    {"R36b a standing mill earns nothing", "nine_mens_morris", "a7 d7 g7 e3", "b6 d2 f6 c4", 0, 0,
     SIDE_WHITE, "e3", "e3d3 e3e4", 5},
    {"E33 two men, one point", "nine_mens_morris", "a7 a1 d6 f2", "g1 b2 c5 e5", 0, 0, SIDE_WHITE,
     "a", "a1a4 a1d1 a7a4 a7d7", 10},
    {"slides do not cross", "three_men_slide", "a1 b3 c2", "a3 c3 c1", 0, 0, SIDE_WHITE, NULL,
     "a1a2 a1b1 b3b2 c2b2", 4},
    {"steps through the centre", "tapatan", "a1 b3 c2", "a3 c3 c1", 0, 0, SIDE_WHITE, NULL,
     "a1a2 a1b1 a1b2 b3b2 c2b2", 5},
    {"any vacant hole", "nine_holes", "a1 b3 c2", "a3 c3 c1", 0, 0, SIDE_WHITE, "a1",
     "a1a2 a1b1 a1b2", 9},
    {"no moving while placing", "nine_holes", "a1 b3", "a3 c3 c1", 1, 0, SIDE_WHITE, NULL,
     "a2 b1 b2 c2", 4},
    {"an empty hand moves, whatever the other holds", "nine_holes", "a1 b3 c2", "a3 c3", 0, 1,
     SIDE_WHITE, "b3", "b3a2 b3b1 b3b2 b3c1", 12},
    {"centre barred while placing", "picaria9_nocentre", "a1", "c3", 2, 2, SIDE_WHITE, NULL,
     "a2 a3 b1 b3 c1 c2", 6},
    {"but not afterwards", "picaria9_nocentre", "a1 b1 c2", "a3 b3 c1", 0, 0, SIDE_WHITE, "b1",
     "b1a2 b1b2", 6},
    {"a stuck side passes", "achi", "a1", "a2 b1 b2", 0, 0, SIDE_WHITE, NULL, "0000", 1},
    {"or has no move", "achi_loss", "a1", "a2 b1 b2", 0, 0, SIDE_WHITE, NULL, "", 0},
    {"nothing in hand, no movement", "tictactoe", "a1 b2 c2", "a3 b1", 0, 2, SIDE_WHITE, NULL, "",
     0},
    {"Dara: no legal placement", "dara", "a5 b5 f5 e4 f4 a3 d2 e2 a1 b1 d1 e1",
     "e5 a4 c4 d4 c3 d3 f3 a2 b2 c1 f1", 0, 1, SIDE_BLACK, NULL, "", 0},
};

static void check_prefix(const Case *test, const char *legal)
{
    char found[HELP_MOVES_TEXT_MAX] = "";
    StrView rest = strview_from(legal);
    for (StrView word; (word = strview_next_word(&rest)).size > 0;) {
        if (strview_starts_with(word, test->prefix)) {
            size_t used = strlen(found);
            snprintf(found + used, sizeof(found) - used, "%s%.*s", used > 0 ? " " : "",
                     STRVIEW_ARG(word));
        }
    }
    CHECK(strcmp(found, test->moves) == 0, "%s: %s of %s", test->what, found, legal);
}

static void cases(void)
{
    VariantSet set;
    variant_set_init(&set);
    for (size_t i = 0; i < sizeof(CASES) / sizeof(CASES[0]); i++) {
        const Case *test = &CASES[i];
        const Variant *v = help_variant(&set, test->variant);
        Position pos = help_position(v, test->white, test->black, test->white_hand,
                                     test->black_hand, test->side);
        char legal[HELP_MOVES_TEXT_MAX];
        help_legal_text(v, &pos, legal);
        if (test->prefix == NULL) {
            CHECK(strcmp(legal, test->moves) == 0, "%s: %s", test->what, legal);
        } else {
            check_prefix(test, legal);
        }
        CHECK(movegen_count(v, &pos) == test->nb, "%s: %d moves: %s", test->what,
              movegen_count(v, &pos), legal);
    }
    variant_set_release(&set);
}

/// Switches that no built-in game sets.
static void switches_of_other_games(void)
{
    static const struct {
        const char *what, *name, *from, *to, *white, *black;
        int hand;
        const char *legal;
    } ROWS[] = {
        {"barred for moves", "tapatan", "\"edges\", \"mill\"",
         "\"edges\", \"forbid_points\": [\"b2\"], \"mill\"", "a1 b3 c2", "a3 c3 c1", 0,
         "a1a2 a1b1"},
        {"barred for flights", "nine_holes", "\"any\"",
         "\"any\", \"forbid_points\": [\"b1\", \"b2\"]", "a1 b3 c2", "a3 c3 c1", 0,
         "a1a2 b3a2 c2a2"},
        {"not barred for placements", "tapatan", "\"edges\", \"mill\"",
         "\"edges\", \"forbid_points\": [\"b2\"], \"mill\"", "a1 b3", "a3 c3 c1", 1, "a2 b1 b2 c2"},
        {"place or move", "tapatan", "\"move\"", "\"place_and_move_mixed\": true, \"move\"",
         "a1 b3", "a3 c3 c1", 1, "a2 b1 b2 c2 a1a2 a1b1 a1b2 b3b2"},
        {"no placement: pass", "dara", "\"no_place\": \"loss\"", "\"no_place\": \"pass\"",
         "e5 a4 c4 d4 c3 d3 f3 a2 b2 c1 f1", "a5 b5 f5 e4 f4 a3 d2 e2 a1 b1 d1 e1", 1, "0000"},
    };
    for (size_t i = 0; i < sizeof(ROWS) / sizeof(ROWS[0]); i++) {
        Variant *v = help_edited_variant(ROWS[i].name, ROWS[i].from, ROWS[i].to);
        Position pos = help_position(v, ROWS[i].white, ROWS[i].black, ROWS[i].hand, 0, SIDE_WHITE);
        help_check_legal(v, &pos, ROWS[i].legal, ROWS[i].what);
        variant_free(v);
    }
}

/// Moves at a position of nine men's morris where b4 closes a mill and only d6 may be taken.
static void legality_of_single_moves(void)
{
    static const struct {
        const char *move;
        bool legal;
    } ROWS[] = {
        {"b4xd6", true},  {"b4xg7", false},    {"b4", false}, {"b4xa7", false},   {"b4xb6", false},
        {"b4xd5", false}, {"b4xd6xg7", false}, {"d5", true},  {"d5xd6", false},   {"b2", false},
        {"d6", false},    {"b2b4xd6", false},  {"a4", true},  {"b6b4xd6", false}, {"0000", false},
    };
    VariantSet set;
    variant_set_init(&set);
    const Variant *v = help_variant(&set, "nine_mens_morris");
    Position pos = help_position(v, "b2 b6 a1", "a7 d7 g7 d6", 6, 5, SIDE_WHITE);
    for (size_t i = 0; i < sizeof(ROWS) / sizeof(ROWS[0]); i++) {
        CHECK(movegen_is_legal(v, &pos, help_move(v, ROWS[i].move)) == ROWS[i].legal, "%s",
              ROWS[i].move);
    }
    CU_ASSERT(!movegen_is_legal(v, &pos, MOVE_NONE));
    CU_ASSERT(!movegen_is_legal(v, &pos, move_make(POINT_NONE, 40)));
    CU_ASSERT(!movegen_is_legal(v, &pos, move_make(50, 3)));
    // Victims out of order, twice, or beyond the board are no move at all.
    Move close = help_move(v, "b4");
    int d6 = bitboard_first(help_points(v, "d6"));
    CU_ASSERT(!movegen_is_legal(v, &pos, move_with_taken(move_with_taken(close, 0, d6), 1, d6)));
    CU_ASSERT(!movegen_is_legal(v, &pos, move_with_taken(close, 0, 60)));
    CU_ASSERT(!movegen_is_legal(v, &pos, move_with_taken(close, 1, d6))); // a hole before it
    CU_ASSERT(!movegen_is_legal(v, &pos, help_move(v, "b4xd6") | MOVE_PASS));
    variant_set_release(&set);
}

static void closing_points_and_removable_men(void)
{
    VariantSet set;
    variant_set_init(&set);
    const Variant *v = help_variant(&set, "nine_mens_morris");
    Position pos = help_position(v, "a7 d7 b6 d6 f4", "a1 d1 g1 b2", 0, 0, SIDE_WHITE);
    CU_ASSERT_EQUAL(movegen_closing_points(v, pos.men[SIDE_WHITE], position_empty(v, &pos)),
                    help_points(v, "g7 f6 d5"));
    CU_ASSERT_EQUAL(movegen_removable(v, &pos, SIDE_BLACK), help_points(v, "b2"));
    CU_ASSERT_EQUAL(movegen_removable(v, &pos, SIDE_WHITE), pos.men[SIDE_WHITE]);
    variant_set_release(&set);
}

const TestCase MOVEGEN_CASES[] = {
    {"cases", cases},
    {"switches of other games", switches_of_other_games},
    {"legality of single moves", legality_of_single_moves},
    {"closing points and removable men", closing_points_and_removable_men},
    {NULL, NULL},
};
