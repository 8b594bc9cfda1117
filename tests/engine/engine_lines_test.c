// SPDX-License-Identifier: MIT
// Lines and handshake: how the engine takes what comes in, and what it never writes.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/engine/engine_suites.h"
#include "tests/engine/engine_text.h"

#define LINE_LIMIT (8u << 20) // the documented limit

static void test_blanks_and_line_ends(void)
{
    static const char *const lines[] = {"uci\r\n", "  uci\n", "\tuci\t\r\n", " \t uci  \n"};
    Engine *engine = engine_start();
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        engine_send_bytes(engine, lines[i], strlen(lines[i]));
        CHECK(engine_says(engine, "uciok"), "line %zu", i);
    }
    engine_send(engine, "  position\tstartpos  moves \t d6   a1 \r");
    CHECK(strcmp(engine_ask(engine, "p1turn"), "true") == 0, "tabs within a line");
    CHECK(engine_quit(engine) == 0, "exit");
    engine_free(engine);
}

static void test_blank_and_comment_lines_are_silent(void)
{
    Engine *engine = engine_start();
    engine_send(engine, "\n\n   \n\t\n# a comment\n#quit");
    CHECK(engine_silence(engine, 200) == 0, "nothing to say about them");
    CHECK(engine_ready(engine), "and it goes on");
    engine_free(engine);
}

static void test_unknown_commands_are_harmless(void)
{
    static const char *const lines[] = {"hello", "xboard", "go2 depth 3", "exit now", "ucix", "?"};
    Engine *engine = engine_start();
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        engine_send(engine, "%s", lines[i]);
        CHECK(engine_ready(engine), "after %s", lines[i]);
    }
    CHECK((size_t)engine_count(engine, "info string error: unknown command") ==
              sizeof lines / sizeof lines[0],
          "one message each, %d", engine_count(engine, "info string"));
    // UCI: an unknown word in front is skipped.
    engine_send(engine, "joho uci");
    CHECK(engine_says(engine, "uciok"), "joho uci");
    engine_free(engine);
}

static void test_bytes_that_are_no_text(void)
{
    static const char bytes[] =
        "\0\n\xff\xfe\x80 isready\nuci\0\nsetoption name \xc3\x28 value \0\n"
        "position fen \xff\xff\0\nposition startpos moves \0 \xe2\x82\n";
    Engine *engine = engine_start();
    engine_send_bytes(engine, bytes, sizeof bytes - 1);
    CHECK(engine_ready(engine), "alive");
    for (size_t i = 0; i < engine_line_nb(engine); i++) {
        for (const char *at = engine_nth(engine, i); *at != '\0'; at++) {
            CHECK(*at >= ' ' && *at <= '~', "only plain text comes out: %s", engine_nth(engine, i));
        }
    }
    CHECK(strcmp(engine_ask(engine, "fen"), NINE_START) == 0, "nothing changed");
    engine_free(engine);
}

static void test_handshake(void)
{
    Engine *engine = engine_start();
    for (int i = 0; i < 2; i++) { // a repeated uci is answered again
        engine_send(engine, "uci");
        CHECK(engine_says(engine, "id name "), "round %d", i);
        CHECK(engine_says(engine, "id author "), "round %d", i);
        CHECK(engine_says(engine, "option name "), "round %d", i);
        CHECK(engine_says(engine, "uciok"), "round %d", i);
    }
    CHECK(engine_quit(engine) == 0, "quit right after uciok");
    engine_free(engine);
}

/// Everything that a session of the plain protocol writes starts with one of these words, and no
/// line ends with a blank.
static void test_nothing_but_protocol(void)
{
    static const char *const words[] = {"id",   "option",   "uciok",   "readyok",
                                        "info", "bestmove", "response"};
    static const char *const lines[] = {"uci",
                                        "debug on",
                                        "setoption name Hash value x",
                                        "setoption name UCI_ShowWDL value true",
                                        "ucinewgame",
                                        "isready",
                                        "position startpos moves d6 zz",
                                        "go depth 4",
                                        "register later",
                                        "stop",
                                        "ponderhit",
                                        "query moves",
                                        "go nodes 500",
                                        "setoption name UCI_Variant value tictactoe",
                                        "position startpos",
                                        "go depth 9",
                                        "nonsense"};
    Engine *engine = engine_start();
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        engine_send(engine, "%s", lines[i]);
        engine_ready(engine);
        if (strncmp(lines[i], "go", 2) == 0) {
            engine_silence(engine, 300);
        }
    }
    CHECK(engine_quit(engine) == 0, "exit");
    for (size_t i = 0; i < engine_line_nb(engine); i++) {
        const char *line = engine_nth(engine, i);
        char word[64];
        bool known = false;
        text_word(line, 0, word);
        for (size_t w = 0; w < sizeof words / sizeof words[0]; w++) {
            known = known || strcmp(word, words[w]) == 0;
        }
        CHECK(known, "%s", line);
        CHECK(line[0] != '\0' && line[strlen(line) - 1] != ' ', "'%s'", line);
    }
    engine_free(engine);
}

static void test_isready_while_searching(void)
{
    Engine *engine = engine_start();
    engine_send(engine, "go infinite");
    for (int i = 0; i < 5; i++) {
        CHECK(engine_ready(engine), "at once");
    }
    CHECK(engine_count(engine, "bestmove") == 0, "and the search goes on");
    engine_send(engine, "stop");
    CHECK(engine_says(engine, "bestmove"), "until stop");
    engine_free(engine);
}

/// A position of the same four men going to and fro, of a variant without draw limits.
static char *shuffle_line(size_t ply_nb)
{
    static const char *const moves[4] = {" a7d7", " a1d1", " d7a7", " d1a1"};
    char fen[TEXT_FEN_MAX];
    text_nine_fen("a7 d6 f2 e3", "a1 g1 b4 c5", 0, 0, 'w', fen);
    char *line = malloc(ply_nb * 5 + TEXT_FEN_MAX + 32);
    char *end = line + sprintf(line, "position fen %s moves", fen);
    for (size_t i = 0; i < ply_nb; i++) {
        end = stpcpy(end, moves[i % 4]);
    }
    return line;
}

static void test_long_games(void)
{
    static const size_t ply_nbs[] = {500, 2000, 19999, 20000};
    Engine *engine = engine_start();
    engine_send(engine, "setoption name VariantPath value %s/engine/endless_nine.json", TEST_DATA);
    CHECK(engine_variant(engine, "endless_nine"), "a variant of one's own");
    for (size_t i = 0; i < sizeof ply_nbs / sizeof ply_nbs[0]; i++) {
        char *line = shuffle_line(ply_nbs[i]);
        char number[64];
        char best[64];
        engine_send(engine, "%s", line);
        const char *fen = engine_ask(engine, "fen");
        CHECK((size_t)atol(text_word(fen, 5, number)) == 1 + ply_nbs[i] / 2, "%zu plies: %s",
              ply_nbs[i], fen);
        CHECK((size_t)atol(text_word(fen, 4, number)) == ply_nbs[i], "%zu plies: %s", ply_nbs[i],
              fen);
        // The position at the end, not one in the middle: after an odd number of plies d7 is not
        // free to be left by White.
        engine_go(engine, "go depth 1", best);
        CHECK(engine_is_legal(engine, best), "%zu plies: %s", ply_nbs[i], best);
        free(line);
    }
    CHECK(engine_quit(engine) == 0, "exit");
    engine_free(engine);
}

/// `size` bytes that hold one command at their end, or only letters when `command` is NULL.
static void send_padded(Engine *engine, size_t size, const char *command)
{
    char *line = malloc(size + 1);
    memset(line, command == NULL ? 'x' : ' ', size);
    if (command != NULL) {
        memcpy(line + size - strlen(command), command, strlen(command));
    }
    line[size] = '\n';
    engine_send_bytes(engine, line, size + 1);
    free(line);
}

static void test_lines_of_awkward_lengths(void)
{
    static const size_t sizes[] = {1023, 1024,  1025,  4095,  4096,    8191,
                                   8192, 65535, 65536, 65537, 1 << 20, LINE_LIMIT};
    Engine *engine = engine_start();
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        engine_mark(engine);
        send_padded(engine, sizes[i], "query p1turn");
        CHECK(engine_says(engine, "response true"), "%zu bytes are one command", sizes[i]);
        CHECK(engine_count(engine, "info string") == 0, "%zu bytes", sizes[i]);
    }
    CHECK(engine_quit(engine) == 0, "exit");
    engine_free(engine);
}

static void test_lines_beyond_the_limit(void)
{
    Engine *engine = engine_start();
    send_padded(engine, 1 << 20, NULL);
    CHECK(engine_ready(engine), "after 1 MiB of letters");
    CHECK(engine_count(engine, "info string error") == 1, "one message");
    engine_mark(engine);
    send_padded(engine, LINE_LIMIT + 1, "query p1turn");
    CHECK(engine_ready(engine), "after a line of one byte too many");
    CHECK(engine_count(engine, "info string error") == 1, "one message");
    CHECK(engine_count(engine, "response") == 0, "nothing of it was run");
    engine_mark(engine);
    char *letters = malloc(10u << 20);
    memset(letters, 'y', 10u << 20);
    engine_send_bytes(engine, letters, 10u << 20);
    free(letters);
    engine_close_input(engine);
    CHECK(engine_end(engine, ENGINE_WAIT_MS) == 0,
          "10 MiB without a newline, then the end of input");
    CHECK(engine_count(engine, "info string error") == 1, "one message");
    engine_free(engine);
}

const TestCase ENGINE_LINES[] = {
    {"blanks_and_line_ends", test_blanks_and_line_ends},
    {"blank_and_comment_lines_are_silent", test_blank_and_comment_lines_are_silent},
    {"unknown_commands_are_harmless", test_unknown_commands_are_harmless},
    {"bytes_that_are_no_text", test_bytes_that_are_no_text},
    {"handshake", test_handshake},
    {"nothing_but_protocol", test_nothing_but_protocol},
    {"isready_while_searching", test_isready_while_searching},
    {"long_games", test_long_games},
    {"lines_of_awkward_lengths", test_lines_of_awkward_lengths},
    {"lines_beyond_the_limit", test_lines_beyond_the_limit},
    {NULL, NULL},
};
