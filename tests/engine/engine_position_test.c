// SPDX-License-Identifier: MIT
// `position`: all or nothing, what is refused and why, and games whose end depends on their
// history.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/engine/engine_suites.h"
#include "tests/engine/engine_text.h"

/// Positions of nine men's morris that are refused; after each the former one still stands and can
/// be searched.
static void test_bad_fens(void)
{
    static const char *const fens[] = {
        "",
        "1**1**1/*1*1*1*/**3**/3*3/**3**/*1*1*1*/1**1**[PPPPPPPPPppppppppp] w - - 0 1", // 23 points
        "1**1**1/*1*1*1*/**3**/33/**3**/*1*1*1*/1**1**1[PPPPPPPPPppppppppp] w - - 0 1", // 25 points
        "1**1**1/*1*1*1*/**3**/7/**3**/*1*1*1*/1**1**1[PPPPPPPPPppppppppp] w - - 0 1",
        "1**1**1/*1*1*1*/**3**/3*3/**3**/*1*1*1*[PPPPPPPPPppppppppp] w - - 0 1", // a rank less
        "1**1**1/*1*1*1*/**3**/3*3/**3**/*1*1*1*/1**1**1/7[PPPPPPPPPppppppppp] w - - 0 1", // a rank
                                                                                           // more
        "Q**1**1/*1*1*1*/**3**/3*3/**3**/*1*1*1*/1**1**1[PPPPPPPPppppppppp] w - - 0 1",    // an
                                                                                        // unknown
                                                                                        // letter
        "1**1**1/*1*1*1*/**3**/3*3/**3**/*1*1*1*/1**1**1[PPPPPPPPPpppppppppX] w - - 0 1",
        "1**1**1/*1*1*1*/**3**/3*3/**3**/*1*1*1*/1**1**1[PPPPPPPPPppppppppp] x - - 0 1", // an
                                                                                         // unknown
                                                                                         // side
        "1**1**1/*1*1*1*/**3**/3*3/**3**/*1*1*1*/1**1**1[PPPPPPPPPppppppppp]",           // no side
        "P**P**P/*P*P*P*/**PPP**/P2*2p/**3**/*1*1*1*/p**p**p[] w - - 0 1",   // ten White men
        "P**P**P/*P*P*P*/**PPP**/3*2p/**3**/*1*1*1*/p**p**p[PPP] w - - 0 1", // nine and three in
                                                                             // hand
        "1**1**1/*1*1*1*/**3**/3*3/**3**/*1*1*1*/1**1**1[-1] w - - 0 1",     // a negative hand
        "1**1**1/*1*1*1*/**3**/3*3/**3**/*1*1*1*/1**1**1[PPPPPPPPPppppppppp] w - - -1 1",
        "1**1**1/*1*1*1*/**3**/3*3/**3**/*1*1*1*/1**1**1[PPPPPPPPPppppppppp] w - - 0 0x1",
        "1**1**1/*1*1*1*/**3**/3*3/**3**/*1*1*1*/1**1**1[PPPPPPPPPppppppppp] w - - 0 1 more",
        "1**1**1/*1*1*1*/**3**/3*3/**3**/*1*1*1*/1**1**1[PPPPPPPPPppppppppp w - - 0 1",
        "********/O*@*O*@*/******** w p p 2 7 2 7 0 0 0 0 0 0 0 0 3", // a removal pending, another
                                                                      // program's text
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    };
    char best[64];
    Engine *engine = engine_start();
    engine_send(engine, "position startpos moves d6 a1");
    char *before = strdup(engine_ask(engine, "fen"));
    for (size_t i = 0; i < sizeof fens / sizeof fens[0]; i++) {
        engine_mark(engine);
        engine_send(engine, "position fen %s", fens[i]);
        CHECK(strcmp(engine_ask(engine, "fen"), before) == 0, "'%s'", fens[i]);
        CHECK(engine_count(engine, "info string error: ") == 1, "'%s': one reason", fens[i]);
        engine_go(engine, "go depth 1", best);
        CHECK(engine_is_legal(engine, best), "'%s': %s", fens[i], best);
    }
    char *long_text = malloc(10001);
    memset(long_text, 'P', 10000);
    long_text[10000] = '\0';
    engine_mark(engine);
    engine_send(engine, "position fen %s", long_text);
    engine_send(engine, "position fen 1**1**1/%s w - - 0 1", long_text);
    CHECK(strcmp(engine_ask(engine, "fen"), before) == 0, "10,000 characters");
    CHECK(engine_count(engine, "info string error: ") == 2, "one reason each");
    CHECK(engine_quit(engine) == 0, "exit");
    free(long_text);
    free(before);
    engine_free(engine);
}

/// What is accepted though it is not the canonical text.
static void test_lenient_fens(void)
{
    static const struct {
        const char *sent, *read;
    } rows[] = {
        {"3/3/3[ppppPPPPP] w - - 0 1", "3/3/3[PPPPPpppp] w - - 0 1"},
        {"3/3/3[PPPPPpppp] w", "3/3/3[PPPPPpppp] w - - 0 1"},
        {"3/3/3[PPPPPpppp] w - -", "3/3/3[PPPPPpppp] w - - 0 1"},
        {"P1p/3/2P[] b", "P1p/3/2P[] b - - 0 1"},
        {"P1p/3/2P[-] b", "P1p/3/2P[] b - - 0 1"},
        {"P1p/3/2P b", "P1p/3/2P[] b - - 0 1"},
        {"P1p/3/2P[PPppp]   b   -  -   0    3", "P1p/3/2P[PPppp] b - - 0 3"},
    };
    Engine *engine = engine_start();
    engine_variant(engine, "tictactoe");
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        engine_send(engine, "position fen %s", rows[i].sent);
        const char *fen = engine_ask(engine, "fen");
        CHECK(strcmp(fen, rows[i].read) == 0, "%s -> %s", rows[i].sent, fen);
    }
    // Two men and an empty hand: accepted as a game that is over.
    engine_variant(engine, "nine_mens_morris");
    char fen[TEXT_FEN_MAX];
    text_nine_fen("a7 d7", "b6 d6 f6 f4", 0, 0, 'w', fen);
    engine_send(engine, "position fen %s", fen);
    CHECK(strcmp(engine_ask(engine, "gameover"), "true") == 0, "%s", fen);
    CHECK(strcmp(engine_ask(engine, "result"), "p2win") == 0, "%s", fen);
    CHECK(strcmp(engine_ask(engine, "reason"), "material") == 0, "%s", fen);
    engine_free(engine);
}

/// The whole command is refused; the message names index and token.
static void test_bad_moves(void)
{
    static const struct {
        const char *moves, *index, *token;
    } rows[] = {
        {"zz", "moves[0]", "zz"},
        {"d6 d6", "moves[1]", "d6"},
        {"d6 a1 e9 a7", "moves[2]", "e9"},
        {"d6 a1 d6d7", "moves[2]", "d6d7"},         // men in hand must be placed
        {"d7 a1 g7 d1 a7", "moves[4]", "a7"},       // the removal is missing
        {"d7 a1 g7 d1 a7xg7", "moves[4]", "a7xg7"}, // an own man
        {"d7 a1 g7 d1 a7xb4", "moves[4]", "a7xb4"}, // nobody there
        {"d7 a1 g7xa1", "moves[2]", "g7xa1"},       // no mill
        {"d4", "moves[0]", "d4"},                   // no point
        {"0000", "moves[0]", "0000"},               // nobody has to pass
        {"(none)", "moves[0]", "(none)"},
        {"d6 a1 d7 xd6", "moves[3]", "xd6"},
    };
    Engine *engine = engine_start();
    engine_send(engine, "position startpos moves a4");
    char *before = strdup(engine_ask(engine, "fen"));
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        engine_send(engine, "position startpos moves %s", rows[i].moves);
        const char *error = engine_line(engine, "info string error: ");
        CHECK(strstr(error, rows[i].index) != NULL, "%s: %s", rows[i].moves, error);
        CHECK(strstr(error, rows[i].token) != NULL, "%s: %s", rows[i].moves, error);
        CHECK(strcmp(engine_ask(engine, "fen"), before) == 0, "%s", rows[i].moves);
    }
    // Commands that are none, and why.
    static const struct {
        const char *line, *reason;
    } broken[] = {
        {"position", "neither startpos nor fen"},
        {"position moves d6", "neither startpos nor fen"},
        {"position start", "neither startpos nor fen"},
        {"position startposmoves d6", "neither startpos nor fen"},
        {"position fen", "there is no text"},
        {"position fen moves d6", "there is no text"},
        {"position startpos d6", "startpos is not followed by the word moves"},
        {"position startpos d6 a1", "startpos is not followed by the word moves"},
        {"position startpos w - - 0 1 moves d6", "startpos is not followed by the word moves"},
        {"position startpos fen", "startpos is not followed by the word moves"},
    };
    for (size_t i = 0; i < sizeof broken / sizeof broken[0]; i++) {
        engine_mark(engine);
        engine_send(engine, "%s", broken[i].line);
        const char *error = engine_line(engine, "info string error: ");
        CHECK(strstr(error, broken[i].reason) != NULL, "%s: %s", broken[i].line, error);
        CHECK(strcmp(engine_ask(engine, "fen"), before) == 0, "%s", broken[i].line);
        CHECK(engine_count(engine, "info string error: ") == 1, "%s", broken[i].line);
    }
    free(before);
    engine_free(engine);
}

static void test_moves_as_people_write_them(void)
{
    static const char *const lines[] = {"position startpos moves d7 a1 g7 d1 a7xd1",
                                        "position startpos moves D7 A1 G7 D1 A7XD1",
                                        "position startpos moves P@d7 p@a1 P@g7 p@d1 P@a7xd1"};
    Engine *engine = engine_start();
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        engine_send(engine, "position startpos");
        engine_send(engine, "%s", lines[i]);
        const char *fen = engine_ask(engine, "fen");
        CHECK(strcmp(fen,
                     "P**P**P/*1*1*1*/**3**/3*3/**3**/*1*1*1*/p**1**1[PPPPPPppppppp] b - - 0 3") ==
                  0,
              "%s: %s", lines[i], fen);
    }
    engine_send(engine, "position startpos moves ");
    CHECK(strcmp(engine_ask(engine, "fen"), NINE_START) == 0, "an empty list of moves");
    engine_send(engine, "position startpos moves d6");
    engine_send(engine, "position startpos moves");
    CHECK(strcmp(engine_ask(engine, "fen"), NINE_START) == 0, "no list of moves");
    engine_free(engine);
}

/// Two men can reach the same point: the token says which, and a half one is refused.
static void test_two_men_one_point(void)
{
    char fen[TEXT_FEN_MAX];
    char after[TEXT_FEN_MAX];
    text_nine_fen("a7 a1 d6 f2", "g1 b2 c5 e5", 0, 0, 'w', fen);
    Engine *engine = engine_start();
    engine_send(engine, "position fen %s", fen);
    CHECK(engine_is_legal(engine, "a7a4"), "%s", fen);
    CHECK(engine_is_legal(engine, "a1a4"), "%s", fen);
    engine_send(engine, "position fen %s moves a7-a4", fen);
    text_nine_fen("a4 a1 d6 f2", "g1 b2 c5 e5", 0, 0, 'b', after);
    CHECK(strncmp(engine_ask(engine, "fen"), after, strlen(after) - 7) == 0, "a7 has moved");
    engine_send(engine, "position fen %s moves a1-a4", fen);
    text_nine_fen("a4 a7 d6 f2", "g1 b2 c5 e5", 0, 0, 'b', after);
    CHECK(strncmp(engine_ask(engine, "fen"), after, strlen(after) - 7) == 0, "a1 has moved");
    engine_send(engine, "position fen %s moves a4", fen);
    CHECK(engine_says(engine, "info string error: "), "which man?");
    CHECK(strncmp(engine_ask(engine, "fen"), after, strlen(after) - 7) == 0, "nothing changed");
    engine_free(engine);
}

/// A game that a fresh process is given whole ends where it ended for the one that saw it grow.
static void test_history(void)
{
    static const char *const cycle[] = {"a7d7", "a1d1", "d7a7", "d1a1"};
    char fen[TEXT_FEN_MAX];
    char moves[256] = "";
    text_nine_fen("a7 d6 f2 e3", "a1 g1 b4 c5", 0, 0, 'w', fen);
    Engine *growing = engine_start();
    for (int ply = 1; ply <= 8; ply++) {
        strcat(strcat(moves, " "), cycle[(ply - 1) % 4]);
        Engine *fresh = engine_start();
        engine_send(growing, "position fen %s moves%s", fen, moves);
        engine_send(fresh, "position fen %s moves%s", fen, moves);
        const char *over = ply == 8 ? "true" : "false";
        CHECK(strcmp(engine_ask(growing, "gameover"), over) == 0, "ply %d", ply);
        CHECK(strcmp(engine_ask(fresh, "gameover"), over) == 0, "ply %d", ply);
        CHECK(strcmp(engine_ask(fresh, "reason"), ply == 8 ? "repetition" : "none") == 0, "ply %d",
              ply);
        CHECK(strcmp(engine_ask(fresh, "result"), ply == 8 ? "draw" : "none") == 0, "ply %d", ply);
        engine_free(fresh);
    }
    engine_send(growing, "position fen %s moves%s a7d7", fen, moves);
    const char *error = engine_line(growing, "info string error: ");
    CHECK(strstr(error, "moves[8]") != NULL && strstr(error, "a7d7") != NULL, "%s", error);
    CHECK(strcmp(engine_ask(growing, "moves"), "") == 0, "no moves after the end");
    engine_free(growing);
}

const TestCase ENGINE_POSITION[] = {
    {"bad_fens", test_bad_fens},
    {"lenient_fens", test_lenient_fens},
    {"bad_moves", test_bad_moves},
    {"moves_as_people_write_them", test_moves_as_people_write_them},
    {"two_men_one_point", test_two_men_one_point},
    {"history", test_history},
    {NULL, NULL},
};
