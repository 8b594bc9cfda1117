// SPDX-License-Identifier: MIT
// Reading records: the layouts of the field, games that cannot be read, noise.
#include <stdlib.h>
#include <string.h>

#include "protocol/base/random.h"
#include "protocol/notation/pgn.h"
#include "tests/protocol/notation/notation_tests.h"

/// A game on one line: "@LINE Tag=value (comment) move {comment} result", "no mark" when it is
/// missing.
static void show(const PgnGame *game, StrBuf *out)
{
    strbuf_appendf(out, "@%zu", game->line);
    for (size_t i = 0; i < game->tag_nb; i++) {
        strbuf_appendf(out, " %s=%s", game->tags[i].name, game->tags[i].value);
    }
    if (game->comment != NULL) {
        strbuf_appendf(out, " (%s)", game->comment);
    }
    for (size_t i = 0; i < game->move_nb; i++) {
        strbuf_appendf(out, " %s", game->moves[i].token);
        if (game->moves[i].comment != NULL) {
            strbuf_appendf(out, " {%s}", game->moves[i].comment);
        }
    }
    strbuf_appendf(out, " %s|", game->has_end_mark ? result_text(game->result) : "no mark");
}

/// All games of a text, "!problem|" for one that cannot be read.
static void show_all(StrView text, StrBuf *out)
{
    strbuf_clear(out);
    size_t line = 1;
    for (;;) {
        PgnGame game;
        Problem problem = {.text = ""};
        Status status = pgn_next(&text, &line, &game, &problem);
        if (status == STATUS_CLOSED) {
            return;
        }
        if (status == STATUS_OK) {
            show(&game, out);
        } else {
            strbuf_appendf(out, "!%s|", problem.text);
        }
        pgn_game_release(&game);
    }
}

static void check(const char *const cases[][2], size_t nb)
{
    StrBuf shown;
    strbuf_init(&shown);
    for (size_t i = 0; i < nb; i++) {
        show_all(strview_from(cases[i][0]), &shown);
        CHECK(strcmp(shown.data, cases[i][1]) == 0, "<<%s>>:\n is '%s'\nnot '%s'", cases[i][0],
              shown.data, cases[i][1]);
    }
    strbuf_release(&shown);
}

static void movetext(void)
{
    static const char *const CASES[][2] = {
        {"", ""},
        {" \n\n\t\r\n", ""},
        {"{only a comment} ; and another\n", ""},
        {"*", "@1 *|"},
        {"1. d6 d2 2. a1-a4xd7 -- 1-0", "@1 d6 d2 a1-a4xd7 -- 1-0|"},
        {"1.d6 d2 2.a1a4xd7 0000 0-1", "@1 d6 d2 a1a4xd7 0000 0-1|"},
        {"1 d6 d2 2 a1 1/2-1/2", "@1 d6 d2 a1 1/2-1/2|"},
        {"1. d6 1... d2 2.a1 2...a4 1/2", "@1 d6 d2 a1 a4 1/2-1/2|"},
        {"12... d6 13. d2 *", "@1 d6 d2 *|"},
        {"1. ... d6 2. d2 *", "@1 d6 d2 *|"},
        {"1! d6 2?? d2 0000! *", "@1 d6 d2 0000 *|"},
        {"1. d6! d2!? 2. a1 $1 a4?? $14$3 !! 1-0", "@1 d6 d2 a1 a4 1-0|"},
        {"1. d6$1 d2{good}2.a1;rest\na4 1-0", "@1 d6 d2 {good} a1 {rest} a4 1-0|"},
        {"{before} ;also\n 1. d6 {a} {b  c\n d} d2 *", "@1 (before also) d6 {a b c d} d2 *|"},
        {"1. d6 {} d2 *", "@1 d6 d2 *|"},
        {"1. d6 {; ( [ } d2 *", "@1 d6 {; ( [} d2 *|"},
        {"1. d6 ( 1. d2 {)} a1 ( 1... a4 ) ; )\n ) d7 *", "@1 d6 d7 *|"},
        {"1. d6\n% escape 1-0 {\nd2 *", "@1 d6 d2 *|"},
        {"%\n% [Event \"x\"]\n1. d6 *", "@3 d6 *|"},
        {"1. d6 1-0 {White wins} ", "@1 d6 {White wins} 1-0|"},
        {"1. d6 1-0 ; because\n", "@1 d6 {because} 1-0|"},
        {"1. d6 1-0\n{next} 1. d2 *", "@1 d6 1-0|@2 (next) d2 *|"},
        {"1. d6 1-0 1. d2 0-1", "@1 d6 1-0|@1 d2 0-1|"},
        {"\xEF\xBB\xBF"
         "1. d6 *",
         "@1 d6 *|"},
    };
    check(CASES, CASE_NB(CASES));
}

static void tags(void)
{
    static const char *const CASES[][2] = {
        {"[Event \"x\"]\n[White \"a b\"]\n\n1. d6 *\n", "@1 Event=x White=a b d6 *|"},
        {"[Event \"x\"] [White \"y\"] 1. d6 *", "@1 Event=x White=y d6 *|"},
        {"[Event\t\"x\" ]\n*", "@1 Event=x *|"},
        {"[Event \"\"]\n*", "@1 Event= *|"},
        {"[White \"the \\\"best\\\" \\\\\"]\n*", "@1 White=the \"best\" \\ *|"},
        // written by programs that escape nothing
        {"[White \"the \"best\" engine\"]\n*", "@1 White=the \"best\" engine *|"},
        {"[White \"C:\\x\\\"]\n[Black \"b\"]\n*", "@1 White=C:\\x\\ Black=b *|"},
        {"[White \"a]b\"]\n*", "@1 White=a]b *|"},
        {"[White \"x\"y]\n*",
         "!line 1: a tag is not of the form [Name \"value\"] (in the game that "
         "begins in line 1)|"},
        {"[FEN \"3/3/3[PPPppp] w - - 0 1\"]\n1. a1 *", "@1 FEN=3/3/3[PPPppp] w - - 0 1 a1 *|"},
        {"[FEN \"3/3/3[PPPppp] w - - 0 1\"] [White \"x\"]\n*",
         "@1 FEN=3/3/3[PPPppp] w - - 0 1 White=x *|"},
    };
    check(CASES, CASE_NB(CASES));
}

/// D04: none of these layouts makes a game swallow its neighbour.
static void layouts(void)
{
#define NEXT "[Event \"n\"]\n[White \"w\"]\n\n1. a1 0-1\n"
#define NEXT_SHOWN(line) "@" line " Event=n White=w a1 0-1|"
    static const char *const CASES[][2] = {
        {"[Event \"x\"]\n[White \"w\"]\n\n\n1. d6 d2\n\n\n1-0\n\n\n\n" NEXT,
         "@1 Event=x White=w d6 d2 1-0|" NEXT_SHOWN("12")},
        {"[Event \"x\"]\n\n[White \"w\"]\n\n[Black \"b\"]\n1. d6 1-0\n" NEXT,
         "@1 Event=x White=w Black=b d6 1-0|" NEXT_SHOWN("7")},
        {"[Event \"x\"]\n1. d6\nd2\n2.\na1\n1-0\n" NEXT,
         "@1 Event=x d6 d2 a1 1-0|" NEXT_SHOWN("7")},
        {"[Event \"x\"]\n\n1... d6 2. d2 1-0\n\n" NEXT, "@1 Event=x d6 d2 1-0|" NEXT_SHOWN("5")},
        {"1. d6 d2 1-0\n\n" NEXT, "@1 d6 d2 1-0|" NEXT_SHOWN("3")},
        {"[Event \"x\"]\n\n1. d6 d2\n\n" NEXT, "@1 Event=x d6 d2 no mark|" NEXT_SHOWN("5")},
        {"[Event \"x\"]\n\n1. d6 d2\n" NEXT, "@1 Event=x d6 d2 no mark|" NEXT_SHOWN("4")},
        {"[Event \"x\"]\r\n\r\n1. d6 d2\r\n1-0\r\n\r\n" NEXT,
         "@1 Event=x d6 d2 1-0|" NEXT_SHOWN("6")},
        {"[Event \"x\"]\r\r1. d6 ;c\rd2 1-0\r\r" NEXT, "@1 Event=x d6 {c} d2 1-0|" NEXT_SHOWN("6")},
        {"\xEF\xBB\xBF[Event \"x\"]\n\n1. d6 1-0\n\n\xEF\xBB\xBF" NEXT,
         "@1 Event=x d6 1-0|" NEXT_SHOWN("5")},
        {"[Event \"x\"]\n[White \"w\"]\n\n" NEXT, "@1 Event=x White=w no mark|" NEXT_SHOWN("4")},
        {"[White \"x\"]\n[Black \"y\"]\n\n" NEXT, "@1 White=x Black=y no mark|" NEXT_SHOWN("4")},
        {"[Event \"x\"]\n" NEXT, "@1 Event=x no mark|" NEXT_SHOWN("2")},
        {"1. d6 d2\n\n1. a1 a4\n\n1. a7 *", "@1 d6 d2 no mark|@3 a1 a4 no mark|@5 a7 *|"},
        {"1. d6 d2\n\n2. a1 a4\n\n3. a7 *", "@1 d6 d2 a1 a4 a7 *|"},
    };
    check(CASES, CASE_NB(CASES));
}

/// Games that cannot be read are refused with their line; the others are read.
static void broken(void)
{
#define IN_1 " (in the game that begins in line 1)|"
    static const char *const CASES[][2] = {
        {"[Event \"x\"]\n\n1. d6 {no end\n1-0\n\n" NEXT,
         "!line 3: a comment has no '}'" IN_1 NEXT_SHOWN("6")},
        {"[Event \"x\"]\n\n1. d6 (no end\n1-0\n\n" NEXT,
         "!line 3: a variation has no ')'" IN_1 NEXT_SHOWN("6")},
        {"[Event \"x\"]\n\n1. d6 (d2 {no end)\n1-0\n\n" NEXT,
         "!line 3: a comment has no '}'" IN_1 NEXT_SHOWN("6")},
        {"[Event \"x\"]\n{no end\n" NEXT, "!line 2: a comment has no '}'" IN_1 NEXT_SHOWN("3")},
        {"[Event \"x\"]\n\n1. d6 1-0 {no end\n" NEXT,
         "!line 3: a comment has no '}'" IN_1 NEXT_SHOWN("4")},
        {"1. d6 {no end", "!line 1: a comment has no '}'" IN_1},
        {"1. d6 ((no end)", "!line 1: a variation has no ')'" IN_1},
        {"[Event x]\n[White \"w\"]\n\n1. d6 1-0\n" NEXT,
         "!line 1: a tag is not of the form [Name \"value\"]" IN_1 NEXT_SHOWN("5")},
        {"[Event \"x]\n[White \"w\"]\n\n1. d6 1-0\n" NEXT,
         "!line 1: a tag is not of the form [Name \"value\"]" IN_1 NEXT_SHOWN("5")},
        {"[\n1-0\n" NEXT,
         "!line 1: a tag is not of the form [Name \"value\"]" IN_1 NEXT_SHOWN("3")},
        {"[Event \"x\"]\n[White \"a\"]\n[White \"b\"]\n\n1. d6 1-0\n" NEXT,
         "!line 3: the same tag stands twice" IN_1 NEXT_SHOWN("6")},
        {"1. d6 } d2 1-0\n" NEXT, "!line 1: a stray bracket in the moves" IN_1 NEXT_SHOWN("2")},
        {"1. d6 ) d2 1-0\n" NEXT, "!line 1: a stray bracket in the moves" IN_1 NEXT_SHOWN("2")},
        {"1. d6 [x] d2 1-0\n" NEXT, "!line 1: a stray bracket in the moves" IN_1 NEXT_SHOWN("2")},
        {"1. d6 \x01 d2 1-0\n" NEXT,
         "!line 1: an unreadable character in the moves" IN_1 NEXT_SHOWN("2")},
        {"1. d6 d\xe4 1-0\n" NEXT,
         "!line 1: an unreadable character in the moves" IN_1 NEXT_SHOWN("2")},
        {"1. aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa 1-0\n" NEXT,
         "!line 1: a word of the moves is too long" IN_1 NEXT_SHOWN("2")},
        {"[Event \"x\"]\n\n1. d6\n[White w]\n1. d2 1-0\n" NEXT,
         "@1 Event=x d6 no mark|!line 4: a tag is not of the form [Name \"value\"] (in the game "
         "that "
         "begins in line 4)|" NEXT_SHOWN("6")},
    };
    check(CASES, CASE_NB(CASES));
}

static void bytes(void)
{
    StrBuf shown;
    strbuf_init(&shown);
    show_all((StrView){"[White \"a\0b\"]\n{c\0d} 1. d6 *", 27}, &shown);
    CU_ASSERT_STRING_EQUAL(shown.data, "@1 White=a b (c d) d6 *|");
    show_all((StrView){"1. d6\0 *", 8}, &shown);
    CU_ASSERT_STRING_EQUAL(shown.data, "!line 1: an unreadable character in the moves" IN_1);
    StrBuf many;
    strbuf_init(&many);
    for (int i = 0; i < 300; i++) {
        strbuf_appendf(&many, "[T%d \"\"]\n", i);
    }
    strbuf_append_text(&many, "*\n" NEXT);
    show_all(strbuf_view(&many), &shown);
    CU_ASSERT_STRING_EQUAL(shown.data, "!line 257: too many tags" IN_1 NEXT_SHOWN("302"));
    strbuf_release(&many);
    strbuf_release(&shown);
}

/// Time grows with the size of the file, whatever it holds: a megabyte of each of these would not
/// end otherwise.
static void large(void)
{
    static const char *const PARTS[] = {"{a}",          "(",    "[",    "[a ",
                                        "[a \"",        "{\n[", "\"",   "1. ",
                                        "d6 ",          "%\n",  ";\n",  "[Event \"x\"]\n",
                                        "[a \"x\"] \"", "\\",   "1-0 ", "((({"};
    for (size_t i = 0; i < CASE_NB(PARTS); i++) {
        StrBuf text;
        strbuf_init(&text);
        strbuf_append_text(&text, i % 2 == 0 ? "" : "1. d6\n");
        while (text.size < 1 << 19) {
            strbuf_append_text(&text, PARTS[i]);
        }
        StrView rest = strbuf_view(&text);
        size_t line = 1;
        PgnGame game;
        Status status = STATUS_OK;
        while (status != STATUS_CLOSED) {
            size_t before = rest.size;
            status = pgn_next(&rest, &line, &game, NULL);
            pgn_game_release(&game);
            CHECK(status == STATUS_CLOSED || rest.size < before, "no progress in '%s'", PARTS[i]);
            if (status != STATUS_CLOSED && rest.size >= before) {
                break;
            }
        }
        strbuf_release(&text);
    }
}

static void noise(void)
{
    static const char *const PARTS[] = {
        "[Event \"x\"]\n",
        "[",
        "]",
        "\"",
        "{",
        "}",
        "(",
        ")",
        ";",
        "\n",
        "\r",
        "\n\n",
        "1.",
        "1...",
        "d6 ",
        "1-0",
        "*",
        "$1",
        "!",
        "%",
        "\\",
        " ",
        "[White \"",
        "\xEF\xBB\xBF",
        "0000",
        "--",
    };
    Random random;
    random_init(&random, 5);
    StrBuf text;
    strbuf_init(&text);
    for (int i = 0; i < 20000; i++) {
        strbuf_clear(&text);
        for (uint64_t n = random_below(&random, 30); n > 0; n--) {
            if (random_below(&random, 10) == 0) {
                strbuf_append_char(&text, (char)random_below(&random, 256));
            } else {
                strbuf_append_text(&text, PARTS[random_below(&random, CASE_NB(PARTS))]);
            }
        }
        char *copy =
            malloc(text.size > 0 ? text.size : 1); // so that the sanitizer sees a step beyond
        memcpy(copy, text.data, text.size);
        StrView rest = {copy, text.size};
        size_t line = 1;
        PgnGame game;
        while (pgn_next(&rest, &line, &game, NULL) != STATUS_CLOSED) {
            pgn_game_release(&game);
        }
        CU_ASSERT_EQUAL(rest.size, 0);
        free(copy);
    }
    strbuf_release(&text);
}

const TestCase PGN_READER_CASES[] = {
    {"movetext", movetext}, {"tags", tags},   {"layouts", layouts}, {"broken", broken},
    {"bytes", bytes},       {"large", large}, {"noise", noise},     {NULL, NULL},
};
