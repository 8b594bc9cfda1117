// SPDX-License-Identifier: MIT
#include "protocol/rules/outcome.h"

#include <string.h>

#include "protocol/rules/variant_set.h"
#include "tests/protocol/rules/rules_help.h"
#include "tests/protocol/rules/rules_tests.h"

/// A position, perhaps of an edited variant, and what outcome_of_position says of it.
typedef struct Case {
    const char *what, *variant, *from, *to;
    const char *white, *black;
    int white_hand, black_hand;
    Side side;
    unsigned quiet;
    Result result;
    Reason reason;
} Case;

#define WHITE SIDE_WHITE
#define BLACK SIDE_BLACK
#define FULL_24_WHITE "d6 a7 e4 b6 c5 a4 e5 c3 d7 d5 b4 d3"
#define FULL_24_BLACK "f6 e3 a1 f4 g4 d2 g7 b2 d1 f2 c4 g1"

static const Case CASES[] = {
    {"a line of the side that moved", "tapatan", "", "", "a1 b1 c1", "a2 b2 c3", 0, 0, BLACK, 3,
     RESULT_WHITE, REASON_LINE},
    {"a line of the side to move does not count", "tapatan", "", "", "a1 b1 c1", "a2 b3 c3", 0, 0,
     WHITE, 3, RESULT_NONE, REASON_NONE},
    {"two lines: the one of the side that moved", "tapatan", "", "", "a1 b1 c1", "a3 b3 c3", 0, 0,
     WHITE, 3, RESULT_BLACK, REASON_LINE},
    {"no diagonals in nine holes", "nine_holes", "", "", "a1 b2 c3", "a2 a3 c2", 0, 0, BLACK, 1,
     RESULT_NONE, REASON_NONE},
    {"a line while dropping", "nine_holes", "", "", "a1 b1 c1", "a2 a3", 0, 1, BLACK, 0,
     RESULT_WHITE, REASON_LINE},
    {"R35a", "tictactoe", "", "", "c1 b2 a3", "a1 b1", 2, 2, BLACK, 0, RESULT_WHITE, REASON_LINE},
    {"R35b a line with the ninth mark", "tictactoe", "", "", "a1 c1 b3 c2 c3", "b1 b2 a2 a3", 0, 0,
     BLACK, 0, RESULT_WHITE, REASON_LINE},
    {"R35c full board", "tictactoe", "", "", "a1 c1 b3 c2 a3", "b1 b2 a2 c3", 0, 0, BLACK, 0,
     RESULT_DRAW, REASON_BOARD_FULL},
    {"full board, first loses", "tictactoe", "\"move_phase\"",
     "\"full_board_after_placing\": \"first_loses\", \"move_phase\"", "a1 c1 b3 c2 a3",
     "b1 b2 a2 c3", 0, 0, BLACK, 0, RESULT_BLACK, REASON_BOARD_FULL},
    {"the home row does not win", "tant_fant", "", "", "a1 b1 c1", "a3 b3 c3", 0, 0, WHITE, 0,
     RESULT_NONE, REASON_NONE},
    {"nor when it is made again", "tant_fant", "", "", "a1 b1 c1", "a3 b2 c3", 0, 0, BLACK, 4,
     RESULT_NONE, REASON_NONE},
    {"the enemy's home row does", "tant_fant", "", "", "a3 b3 c3", "a1 b2 c1", 0, 0, BLACK, 4,
     RESULT_WHITE, REASON_LINE},
    {"only lines of moves win: a placement", "tapatan", "\"place\": { \"mill\": \"win\"",
     "\"place\": { \"mill\": \"none\"", "a1 b1 c1", "a2 b2", 0, 1, BLACK, 0, RESULT_NONE,
     REASON_NONE},
    {"only lines of moves win: a move", "tapatan", "\"place\": { \"mill\": \"win\"",
     "\"place\": { \"mill\": \"none\"", "a1 b1 c1", "a2 b2 c3", 0, 0, BLACK, 1, RESULT_WHITE,
     REASON_LINE},
    {"only lines of placements win: a move", "tapatan", "\"edges\", \"mill\": \"win\"",
     "\"edges\", \"mill\": \"none\"", "a1 b1 c1", "a2 b2 c3", 0, 0, BLACK, 1, RESULT_NONE,
     REASON_NONE},
    {"only lines of placements win: a placement", "tapatan", "\"edges\", \"mill\": \"win\"",
     "\"edges\", \"mill\": \"none\"", "a1 b1 c1", "a2 b2", 0, 1, BLACK, 0, RESULT_WHITE,
     REASON_LINE},
    {"only lines of placements win: men in hand", "tapatan", "\"edges\", \"mill\": \"win\"",
     "\"edges\", \"mill\": \"none\"", "a1 b1 c1", "a2 b2", 1, 1, BLACK, 7, RESULT_WHITE,
     REASON_LINE},
    {"two men and an empty hand", "nine_mens_morris", "", "", "a1 d2", "a7 d7 g7", 0, 0, WHITE, 0,
     RESULT_BLACK, REASON_MATERIAL},
    {"seen when the other is to move", "nine_mens_morris", "", "", "a1 d2", "a7 d7 g7", 0, 0, BLACK,
     0, RESULT_BLACK, REASON_MATERIAL},
    {"the side to move is judged first", "nine_mens_morris", "", "", "a1 d2", "a7 d7", 0, 0, BLACK,
     0, RESULT_WHITE, REASON_MATERIAL},
    {"R12 below three with men in hand", "nine_mens_morris", "", "", "a7 d7 g4 g7", "", 3, 2, BLACK,
     0, RESULT_NONE, REASON_NONE},
    {"R12 once the hand is empty", "nine_mens_morris", "", "", "a7 d7 g4 g7 a1 b2", "d1 d3", 1, 0,
     WHITE, 0, RESULT_WHITE, REASON_MATERIAL},
    {"R12 Lasker: at once", "lasker_morris", "", "", "a7 d7 g4 g7", "", 3, 2, BLACK, 0,
     RESULT_WHITE, REASON_MATERIAL},
    {"Lasker: three in all", "lasker_morris", "", "", "a7 d7 g4 g7", "d3", 3, 2, BLACK, 0,
     RESULT_NONE, REASON_NONE},
    {"R30e Dara: two left", "dara", "", "", "a1 b1 c1 f1", "a5 b5", 0, 0, BLACK, 0, RESULT_WHITE,
     REASON_MATERIAL},
    {"material before no move", "nine_mens_morris_nofly", "", "", "a7 d7", "a4 g7 d6 b2", 0, 0,
     WHITE, 9, RESULT_BLACK, REASON_MATERIAL},
    {"R09a no move", "nine_mens_morris", "", "", "e5 e4 e3 c3", "d7 f6 f4 f2 d5 d3 c4", 0, 0, WHITE,
     1, RESULT_BLACK, REASON_NO_MOVE},
    {"R15 no move before no progress", "nine_mens_morris", "", "", "e5 e4 e3 c3",
     "d7 f6 f4 f2 d5 d3 c4", 0, 0, WHITE, 100, RESULT_BLACK, REASON_NO_MOVE},
    {"a line before no progress", "three_men_slide", "", "", "a1 b1 c1", "a2 b2 c3", 0, 0, BLACK,
     40, RESULT_WHITE, REASON_LINE},
    {"material before no progress", "nine_mens_morris", "", "", "a1 d2", "a7 d7 g7", 0, 0, WHITE,
     100, RESULT_BLACK, REASON_MATERIAL},
    {"no progress at the limit", "nine_mens_morris", "", "", "a1 d2 g4", "a7 d7 g7", 0, 0, WHITE,
     100, RESULT_DRAW, REASON_NO_PROGRESS},
    {"not before", "nine_mens_morris", "", "", "a1 d2 g4", "a7 d7 g7", 0, 0, WHITE, 99, RESULT_NONE,
     REASON_NONE},
    {"beyond it", "nine_mens_morris", "", "", "a1 d2 g4", "a7 d7 g7", 0, 0, WHITE, 4000000000,
     RESULT_DRAW, REASON_NO_PROGRESS},
    {"no limit", "tictactoe", "", "", "a1", "b2", 4, 3, WHITE, 4000000000, RESULT_NONE,
     REASON_NONE},
    {"E07 blocked", "nine_mens_morris", "", "", "d7 g7 a1 a4 f4 d2 b2 e3 d3",
     "a7 g4 d1 d6 f6 f2 b4 e4 c3", 0, 0, WHITE, 0, RESULT_BLACK, REASON_NO_MOVE},
    {"stuck is a draw in S0", "three_men_slide", "", "", "a1", "a2 b1", 0, 0, WHITE, 0, RESULT_DRAW,
     REASON_NO_MOVE},
    {"stuck loses", "three_slide_loss", "", "", "a1", "a2 b1", 0, 0, WHITE, 0, RESULT_BLACK,
     REASON_NO_MOVE},
    {"stuck draws", "achi_draw", "", "", "a1", "a2 b1 b2", 0, 0, WHITE, 0, RESULT_DRAW,
     REASON_NO_MOVE},
    {"stuck passes", "achi", "", "", "a1", "a2 b1 b2", 0, 0, WHITE, 0, RESULT_NONE, REASON_NONE},
    {"no placement loses", "dara", "", "", "a5 b5 f5 e4 f4 a3 d2 e2 a1 b1 d1 e1",
     "e5 a4 c4 d4 c3 d3 f3 a2 b2 c1 f1", 0, 1, BLACK, 0, RESULT_WHITE, REASON_NO_MOVE},
    {"no placement draws", "dara", "\"no_place\": \"loss\"", "\"no_place\": \"draw\"",
     "a5 b5 f5 e4 f4 a3 d2 e2 a1 b1 d1 e1", "e5 a4 c4 d4 c3 d3 f3 a2 b2 c1 f1", 0, 1, BLACK, 0,
     RESULT_DRAW, REASON_NO_MOVE},
    {"no placement passes", "dara", "\"no_place\": \"loss\"", "\"no_place\": \"pass\"",
     "a5 b5 f5 e4 f4 a3 d2 e2 a1 b1 d1 e1", "e5 a4 c4 d4 c3 d3 f3 a2 b2 c1 f1", 0, 1, BLACK, 0,
     RESULT_NONE, REASON_NONE},
    {"R11 full board after placing", "morabaraba", "", "", FULL_24_WHITE, FULL_24_BLACK, 0, 0,
     WHITE, 0, RESULT_DRAW, REASON_BOARD_FULL},
    {"R11 where the first loses", "morabaraba", "\"draw\",", "\"first_loses\",", FULL_24_WHITE,
     FULL_24_BLACK, 0, 0, WHITE, 0, RESULT_BLACK, REASON_BOARD_FULL},
    {"R11 where nothing is said: stuck", "morabaraba", "\"full_board_after_placing\": \"draw\",",
     "", FULL_24_WHITE, FULL_24_BLACK, 0, 0, WHITE, 0, RESULT_BLACK, REASON_NO_MOVE},
};

static void precedence(void)
{
    for (size_t i = 0; i < sizeof(CASES) / sizeof(CASES[0]); i++) {
        const Case *test = &CASES[i];
        Variant *v = help_edited_variant(test->variant, test->from, test->to);
        Position pos = help_position(v, test->white, test->black, test->white_hand,
                                     test->black_hand, test->side);
        pos.quiet = test->quiet;
        Outcome outcome = outcome_of_position(v, &pos);
        CHECK(outcome.result == test->result && outcome.reason == test->reason, "%s: %s %s",
              test->what, result_text(outcome.result), reason_text(outcome.reason));
        variant_free(v);
    }
}

static void the_board_alone_knows_no_moves(void)
{
    VariantSet set;
    variant_set_init(&set);
    const Variant *v = help_variant(&set, "nine_mens_morris");
    Position pos = help_position(v, "e5 e4 e3 c3", "d7 f6 f4 f2 d5 d3 c4", 0, 0, SIDE_WHITE);
    pos.quiet = 100;
    CU_ASSERT_EQUAL(outcome_of_board(v, &pos).result, RESULT_NONE);
    CU_ASSERT_EQUAL(outcome_of_stuck(v, &pos).result, RESULT_BLACK);
    CU_ASSERT_EQUAL(outcome_of_stuck(v, &pos).reason, REASON_NO_MOVE);
    variant_set_release(&set);
}

static void words(void)
{
    CU_ASSERT_STRING_EQUAL(result_text(RESULT_NONE), "*");
    CU_ASSERT_STRING_EQUAL(result_text(RESULT_WHITE), "1-0");
    CU_ASSERT_STRING_EQUAL(result_text(RESULT_BLACK), "0-1");
    CU_ASSERT_STRING_EQUAL(result_text(RESULT_DRAW), "1/2-1/2");
    CU_ASSERT_STRING_EQUAL(reason_text(REASON_NONE), "none");
    CU_ASSERT_STRING_EQUAL(reason_text(REASON_BOARD_FULL), "board_full");
    CU_ASSERT_STRING_EQUAL(reason_text(REASON_NO_PROGRESS), "no_progress");
    CU_ASSERT_EQUAL(result_win_of(SIDE_BLACK), RESULT_BLACK);
}

const TestCase OUTCOME_CASES[] = {
    {"precedence", precedence},
    {"the board alone knows no moves", the_board_alone_knows_no_moves},
    {"words", words},
    {NULL, NULL},
};
