// SPDX-License-Identifier: MIT
#include "protocol/notation/pgn.h"

#include <string.h>

#include "tests/protocol/notation/notation_tests.h"

static void whole_game(void)
{
    PgnGame game;
    pgn_game_init(&game);
    pgn_game_add_tag(&game, "Event", "demo");
    pgn_game_add_tag(&game, "White", "the \"best\" \\ engine");
    pgn_game_add_tag(&game, "Black", "two\nlines\tand \x01");
    pgn_game_add_tag(&game, "Result", "0-1");
    pgn_game_add_move(&game, "d6", NULL);
    pgn_game_add_move(&game, "d2", NULL);
    pgn_game_add_move(&game, "a1-a4xd7", "+0.35/12 0.21s");
    pgn_game_add_move(&game, "--", "  it said {\"x\"}  [White \"y\"]  ");
    game.result = RESULT_BLACK;
    StrBuf out;
    strbuf_init(&out);
    pgn_format(&game, 1, false, &out);
    CU_ASSERT_STRING_EQUAL(
        out.data, "[Event \"demo\"]\n"
                  "[White \"the \\\"best\\\" \\\\ engine\"]\n"
                  "[Black \"two lines and  \"]\n"
                  "[Result \"0-1\"]\n"
                  "\n"
                  "1. d6 d2 2. a1-a4xd7 {+0.35/12 0.21s} 2... -- {it said ('x') [White 'y']} 0-1\n"
                  "\n");
    CU_ASSERT_STRING_EQUAL(pgn_game_tag(&game, "Event"), "demo");
    CU_ASSERT_PTR_NULL(pgn_game_tag(&game, "event"));
    strbuf_release(&out);
    pgn_game_release(&game);
    CU_ASSERT_EQUAL(game.tag_nb + game.move_nb, 0);
}

static void black_begins(void)
{
    PgnGame game;
    pgn_game_init(&game);
    game.comment = NULL;
    pgn_game_add_move(&game, "a1", NULL);
    pgn_game_add_move(&game, "a2", NULL);
    pgn_game_add_move(&game, "a3", NULL);
    StrBuf out;
    strbuf_init(&out);
    pgn_format(&game, 17, true, &out);
    CU_ASSERT_STRING_EQUAL(out.data, "\n17... a1 18. a2 a3 *\n\n");
    strbuf_release(&out);
    pgn_game_release(&game);
}

static void no_moves(void)
{
    PgnGame game;
    pgn_game_init(&game);
    game.result = RESULT_DRAW;
    StrBuf out;
    strbuf_init(&out);
    pgn_format(&game, 1, false, &out);
    CU_ASSERT_STRING_EQUAL(out.data, "\n1/2-1/2\n\n");
    strbuf_release(&out);
    pgn_game_release(&game);
}

/// Lines stay below 80 columns and no line of the movetext begins with '%'.
static void wrapping(void)
{
    PgnGame game;
    pgn_game_init(&game);
    for (int i = 0; i < 300; i++) {
        pgn_game_add_move(&game, i % 2 == 0 ? "a1-a4xd7" : "d6",
                          i % 3 == 0 ? "% %eval %x 50" : NULL);
    }
    StrBuf out;
    strbuf_init(&out);
    pgn_format(&game, 1, false, &out);
    size_t column = 0;
    for (size_t i = 0; i < out.size; i++) {
        CHECK(column > 0 || out.data[i] != '%', "an escape at %zu", i);
        CHECK(out.data[i] != '\n' || i == 0 || out.data[i - 1] != ' ', "a blank at %zu", i);
        column = out.data[i] == '\n' ? 0 : column + 1;
        CHECK(column < 90, "a long line at %zu", i); // 79, and what must stay behind its word
    }
    strbuf_release(&out);
    pgn_game_release(&game);
}

const TestCase PGN_CASES[] = {{"whole game", whole_game},
                              {"black begins", black_begins},
                              {"no moves", no_moves},
                              {"wrapping", wrapping},
                              {NULL, NULL}};
