// SPDX-License-Identifier: MIT
#include "protocol/rules/game.h"

#include <stdio.h>
#include <string.h>

#include "protocol/base/random.h"
#include "protocol/rules/variant_set.h"
#include "tests/protocol/rules/rules_help.h"
#include "tests/protocol/rules/rules_tests.h"

/// A game and how it stands after its last move; every move before must leave it open.
typedef struct Case {
    const char *what, *variant;
    const char *white, *black; // NULL: from the start position
    Side side;
    unsigned quiet;
    const char *moves;
    Result result;
    Reason reason;
    int occurrences;
} Case;

#define NINE "nine_mens_morris"
#define W4 "a7 d6 f2 e3"
#define B4 "a1 g1 b4 c5"

static const Case CASES[] = {
    {"R16 the given position is the first occurrence", NINE, W4, B4, SIDE_WHITE, 0,
     "a7d7 a1d1 d7a7 d1a1 a7d7 a1d1 d7a7 d1a1", RESULT_DRAW, REASON_REPETITION, 3},
    {"R16 not one ply earlier", NINE, W4, B4, SIDE_WHITE, 0, "a7d7 a1d1 d7a7 d1a1 a7d7 a1d1 d7a7",
     RESULT_NONE, REASON_NONE, 2},
    {"R17 repetition by other men", NINE, W4, B4, SIDE_WHITE, 0,
     "a7d7 a1d1 d7a7 d1a1 f2d2 g1g4 d2f2 g4g1", RESULT_DRAW, REASON_REPETITION, 3},
    {"R18 the other side to move", NINE, "a7 d6 e3", "g1 b2 c5", SIDE_WHITE, 0,
     "a7a1 g1d3 a1g4 d3g1 g4a7", RESULT_NONE, REASON_NONE, 1},
    {"R18 and the second occurrence", NINE, "a7 d6 e3", "g1 b2 c5", SIDE_WHITE, 0,
     "a7a1 g1d3 a1g4 d3g1 g4a7 g1d1 a7g7 d1d3 g7a7 d3g1", RESULT_NONE, REASON_NONE, 2},
    {"repetition before no progress", NINE, W4, B4, SIDE_WHITE, 92,
     "a7d7 a1d1 d7a7 d1a1 a7d7 a1d1 d7a7 d1a1", RESULT_DRAW, REASON_REPETITION, 3},
    {"no progress before the third time", NINE, W4, B4, SIDE_WHITE, 93,
     "a7d7 a1d1 d7a7 d1a1 a7d7 a1d1 d7a7", RESULT_DRAW, REASON_NO_PROGRESS, 2},
    {"R15 blockade on the limit ply", NINE, "e5 e4 e3 c3", "d7 f6 f4 f2 d5 d3 b4", SIDE_BLACK, 99,
     "b4c4", RESULT_BLACK, REASON_NO_MOVE, 1},
    {"a capture on the limit ply", NINE, "a7 d7 g4 b2", B4, SIDE_WHITE, 99, "g4g7xg1", RESULT_NONE,
     REASON_NONE, 1},
    {"S0: the sliding position counts", "three_men_slide", NULL, NULL, SIDE_WHITE, 0,
     "a1 a3 b3 c3 c2 c1 a1a2 c1b1 a2a1 b1c1 a1a2 c1b1 a2a1 b1c1", RESULT_DRAW, REASON_REPETITION,
     3},
    {"R35a", "tictactoe", NULL, NULL, SIDE_WHITE, 0, "c1 a1 b2 b1 a3", RESULT_WHITE, REASON_LINE,
     1},
    {"R35b", "tictactoe", NULL, NULL, SIDE_WHITE, 0, "a1 b1 c1 b2 b3 a2 c2 a3 c3", RESULT_WHITE,
     REASON_LINE, 1},
    {"R35c", "tictactoe", NULL, NULL, SIDE_WHITE, 0, "a1 b1 c1 b2 b3 a2 c2 c3 a3", RESULT_DRAW,
     REASON_BOARD_FULL, 1},
    {"R11 a full board", "morabaraba", NULL, NULL, SIDE_WHITE, 0,
     "d6 f6 a7 e4 e3 b6 c5 a1 a4 e5 f4 c3 g4 d7 d2 d5 g7 b4 b2 d3 d1 f2 c4 g1", RESULT_DRAW,
     REASON_BOARD_FULL, 1},
    {"R26 the last man closes a mill", "morabaraba", NULL, NULL, SIDE_WHITE, 0,
     "f6 g7 g4 f4 e4 d3 e3 d1 f2 g1 d2 b2 a1 a4 c4 b4 b6 c5 d5 d6 c3 a7 e5xd6 d7xg4 f6d6",
     RESULT_NONE, REASON_NONE, 1},
    {"Dara: below three", "dara", "a1 b1 c2 f1", "a5 b5 f3", SIDE_WHITE, 5, "c2c1xf3", RESULT_WHITE,
     REASON_MATERIAL, 1},
    {"a pass", "achi", "a1", "a2 b1 b2", SIDE_WHITE, 0, "0000 a2a3", RESULT_NONE, REASON_NONE, 1},
    {"Lasker: placing cannot repeat", "lasker_morris", "a7 d6 g4", "a1 d1 f2", SIDE_WHITE, 0,
     "a7d7 a1a4 d7a7 a4a1 b6 b2 a7d7 a1a4 d7a7 a4a1", RESULT_NONE, REASON_NONE, 2},
};

static void play_case(const Case *test, const VariantSet *set)
{
    const Variant *v = help_variant(set, test->variant);
    Game game;
    Position start = position_start(v);
    if (test->white != NULL) {
        bool lasker = strcmp(test->variant, "lasker_morris") == 0;
        start =
            help_position(v, test->white, test->black, lasker ? 4 : 0, lasker ? 4 : 0, test->side);
    }
    start.quiet = test->quiet;
    game_init_from(&game, v, &start);
    StrView rest = strview_from(test->moves);
    for (StrView word; (word = strview_next_word(&rest)).size > 0;) {
        char text[32];
        strview_copy(word, text, sizeof(text));
        CHECK(game.outcome.result == RESULT_NONE, "%s: over before %s", test->what, text);
        CHECK(game_play(&game, help_move(v, text)) == STATUS_OK, "%s: %s", test->what, text);
    }
    CHECK(game.outcome.result == test->result && game.outcome.reason == test->reason, "%s: %s %s",
          test->what, result_text(game.outcome.result), reason_text(game.outcome.reason));
    CHECK(game_occurrences(&game) == test->occurrences, "%s: %d times", test->what,
          game_occurrences(&game));
    Move moves[MOVE_MAX];
    CHECK((game_legal(&game, moves) == 0) == (test->result != RESULT_NONE), "%s", test->what);
    game_release(&game);
}

static void cases(void)
{
    VariantSet set;
    variant_set_init(&set);
    for (size_t i = 0; i < sizeof(CASES) / sizeof(CASES[0]); i++) {
        play_case(&CASES[i], &set);
    }
    variant_set_release(&set);
}

static void refusals_change_nothing(void)
{
    VariantSet set;
    Game game;
    variant_set_init(&set);
    const Variant *v = help_variant(&set, "tictactoe");
    game_init(&game, v);
    CU_ASSERT_EQUAL(game_play(&game, help_move(v, "a1")), STATUS_OK);
    CU_ASSERT_EQUAL(game_play(&game, help_move(v, "a1")), STATUS_ILLEGAL);
    CU_ASSERT_EQUAL(game_play(&game, MOVE_NONE), STATUS_ILLEGAL);
    CU_ASSERT_EQUAL(game_play(&game, MOVE_PASS), STATUS_ILLEGAL);
    CU_ASSERT_EQUAL(game.ply_nb, 1);
    CU_ASSERT_EQUAL(game_position(&game)->side, SIDE_BLACK);
    static const char *const REST[] = {"a2", "b1", "b2", "c1"};
    for (int i = 0; i < 4; i++) {
        CU_ASSERT_EQUAL(game_play(&game, help_move(v, REST[i])), STATUS_OK);
    }
    CU_ASSERT_EQUAL(game.outcome.reason, REASON_LINE);
    CU_ASSERT_EQUAL(game_play(&game, help_move(v, "c2")), STATUS_ILLEGAL); // the game is over
    CU_ASSERT_EQUAL(game.ply_nb, 5);
    game_release(&game);
    variant_set_release(&set);
}

/// Without draw limits a game may last as long as one likes; occurrences are still counted.
static void long_games(void)
{
    Variant *v = help_edited_variant(NINE, "\"repetition\": 3, \"no_progress\": 100",
                                     "\"repetition\": 0, \"no_progress\": 0");
    Position start = help_position(v, W4, B4, 0, 0, SIDE_WHITE);
    static const char *const CYCLE[] = {"a7d7", "a1d1", "d7a7", "d1a1"};
    Game game;
    game_init_from(&game, v, &start);
    for (int ply = 0; ply < 20000; ply++) {
        Status status = game_play(&game, help_move(v, CYCLE[ply % 4]));
        CHECK(status == STATUS_OK, "ply %d", ply);
        CHECK(game_occurrences(&game) == (ply + 1) / 4 + 1, "ply %d: %d", ply,
              game_occurrences(&game));
    }
    CU_ASSERT_EQUAL(game.ply_nb, 20000);
    CU_ASSERT_EQUAL(game_position(&game)->quiet, 20000);
    CU_ASSERT_EQUAL(game_position(&game)->move_number, 10001);
    game_release(&game);
    variant_free(v);
}

/// The occurrences of random games against a count by looking at every position.
static void occurrences_by_counting(void)
{
    VariantSet set;
    variant_set_init(&set);
    for (int i = 0; i < set.nb; i++) {
        Random random;
        random_init(&random, (uint64_t)i + 7);
        Game game;
        game_init(&game, set.items[i]);
        while (game.outcome.result == RESULT_NONE && game.ply_nb < 200) {
            Move moves[MOVE_MAX];
            int nb = game_legal(&game, moves);
            game_play(&game, moves[random_below(&random, (uint64_t)nb)]);
            int count = 0;
            for (size_t ply = 0; ply <= game.ply_nb; ply++) {
                count += position_same(&game.positions[ply], game_position(&game));
            }
            CHECK(count == game_occurrences(&game), "%s ply %zu", set.items[i]->name, game.ply_nb);
        }
        game_release(&game);
    }
    variant_set_release(&set);
}

static void copies_are_independent(void)
{
    VariantSet set;
    variant_set_init(&set);
    const Variant *v = help_variant(&set, NINE);
    Position start = help_position(v, W4, B4, 0, 0, SIDE_WHITE);
    static const char *const CYCLE[] = {"a7d7", "a1d1", "d7a7", "d1a1"};
    Game game;
    Game copy = {0};
    game_init_from(&game, v, &start);
    for (int ply = 0; ply < 4; ply++) {
        game_play(&game, help_move(v, CYCLE[ply]));
    }
    game_copy(&copy, &game);
    for (int ply = 0; ply < 4; ply++) {
        CU_ASSERT_EQUAL(game_play(&copy, help_move(v, CYCLE[ply])), STATUS_OK);
    }
    CU_ASSERT_EQUAL(copy.outcome.reason, REASON_REPETITION);
    CU_ASSERT_EQUAL(game.outcome.result, RESULT_NONE);
    CU_ASSERT_EQUAL(game.ply_nb, 4);
    CU_ASSERT_EQUAL(game_occurrences(&game), 2);
    game_copy(&copy, &game);
    CU_ASSERT_EQUAL(copy.ply_nb, 4);
    CU_ASSERT_EQUAL(game_occurrences(&copy), 2);
    game_release(&game);
    game_release(&copy);
    game_release(&copy); // a released game is empty
    variant_set_release(&set);
}

static void finished_from_the_start(void)
{
    VariantSet set;
    variant_set_init(&set);
    const Variant *v = help_variant(&set, NINE);
    Position lost = help_position(v, "a1 d2", "a7 d7 g7", 0, 0, SIDE_WHITE);
    Game game;
    game_init_from(&game, v, &lost);
    CU_ASSERT_EQUAL(game.outcome.reason, REASON_MATERIAL);
    CU_ASSERT_EQUAL(game_play(&game, help_move(v, "a1a4")), STATUS_ILLEGAL);
    Move moves[MOVE_MAX];
    CU_ASSERT_EQUAL(game_legal(&game, moves), 0);
    game_release(&game);
    variant_set_release(&set);
}

const TestCase GAME_CASES[] = {
    {"cases", cases},
    {"refusals change nothing", refusals_change_nothing},
    {"long games", long_games},
    {"occurrences by counting", occurrences_by_counting},
    {"copies are independent", copies_are_independent},
    {"finished from the start", finished_from_the_start},
    {NULL, NULL},
};
