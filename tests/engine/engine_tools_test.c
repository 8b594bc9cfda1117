// SPDX-License-Identifier: MIT
// What goes beyond UCI: d, eval, query, perft, bench, debug.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/engine/engine_suites.h"
#include "tests/engine/engine_text.h"

static void test_display(void)
{
    static const char *const expected[] = {
        "",
        " 7  .     .     .",
        " 6    .   P   .",
        " 5      . . .",
        " 4  . . .   . . .",
        " 3      . . .",
        " 2    .   .   .",
        " 1  p     .     .",
        "    a b c d e f g",
        "",
        "Variant: nine_mens_morris",
        "Fen: 1**1**1/*1*P*1*/**3**/3*3/**3**/*1*1*1*/p**1**1[PPPPPPPPpppppppp] w - - 0 2"};
    Engine *engine = engine_start();
    engine_send(engine, "position startpos moves d6 a1\nd");
    const char *outcome = engine_line(engine, "Outcome: ");
    CHECK(strcmp(outcome, "Outcome: * none") == 0, "%s", outcome);
    size_t line_nb = sizeof expected / sizeof expected[0];
    CHECK(engine_line_nb(engine) == line_nb + 2, "%zu lines", engine_line_nb(engine));
    for (size_t i = 0; i < line_nb && i < engine_line_nb(engine); i++) {
        CHECK(strcmp(engine_nth(engine, i), expected[i]) == 0, "'%s'", engine_nth(engine, i));
    }
    const char *key = engine_nth(engine, line_nb);
    CHECK(strncmp(key, "Key: ", 5) == 0 && strlen(key) == 21 &&
              strspn(key + 5, "0123456789ABCDEF") == 16,
          "%s", key);
    // The same position by other moves has the same key; another has not.
    char first[64];
    char second[64];
    snprintf(first, sizeof first, "%s", key);
    engine_send(engine, "position startpos moves d6 g7 a1 d7\nd");
    snprintf(second, sizeof second, "%s", engine_line(engine, "Key: "));
    CHECK(strcmp(first, second) != 0, "%s", second);
    engine_send(engine, "position startpos moves a1 d7 d6 g7\nd");
    CHECK(strcmp(second, engine_line(engine, "Key: ")) == 0, "%s", second);
    engine_variant(engine, "tictactoe");
    engine_send(engine, "position startpos moves c1 a1 b2 b1 a3\nd");
    outcome = engine_line(engine, "Outcome: ");
    CHECK(strcmp(outcome, "Outcome: 1-0 line") == 0, "%s", outcome);
    engine_free(engine);
}

/// Every row is count times weight, the totals are the sums, and the difference is what is told.
static void check_eval(Engine *engine, const char *position)
{
    char name[32];
    int sums[3] = {0, 0, 0};
    int totals[3];
    int row_nb = 0;
    engine_send(engine, position);
    engine_send(engine, "eval");
    engine_line(engine, " feature ");
    for (;;) {
        const char *line = engine_line(engine, " ");
        int n[7];
        if (sscanf(line, " total | %d | %d | %d", &totals[0], &totals[1], &totals[2]) == 3) {
            break;
        }
        int nb = sscanf(line, " %31s | %d %d %d | %d %d %d | %d", name, &n[0], &n[1], &n[2], &n[3],
                        &n[4], &n[5], &n[6]);
        CHECK(nb == 8 && n[0] * n[1] == n[2] && n[3] * n[4] == n[5] && n[2] - n[5] == n[6], "%s",
              line);
        if (nb != 8) {
            return;
        }
        for (int i = 0; i < 3; i++) {
            sums[i] += i < 2 ? n[2 + 3 * i] : n[6];
        }
        row_nb++;
    }
    CHECK(sums[0] == totals[0] && sums[1] == totals[1] && sums[2] == totals[2], "%s", position);
    CHECK(row_nb > 10, "%d rows", row_nb);
    const char *line = engine_line(engine, "Evaluation: ");
    int sign = strstr(line, "White") != NULL ? 1 : -1;
    CHECK(text_number(line, "cp", 99999) == sign * totals[2], "%s", line);
}

static void test_eval(void)
{
    Engine *engine = engine_start();
    check_eval(engine, "position startpos");
    check_eval(engine, "position startpos moves a1 d7 a4 b4 g1");
    check_eval(engine,
               "position fen P**P**1/*p*1*p*/**1p1**/P2*1P1/**p1P**/*1*1*1*/1**1**1[] b - - 0 9");
    engine_variant(engine, "tictactoe");
    engine_send(engine, "position startpos moves c1 a1 b2 b1 a3\neval");
    const char *line = engine_line(engine, "Evaluation: ");
    CHECK(strstr(line, "game is over") != NULL, "%s", line);
    engine_free(engine);
}

static void test_queries(void)
{
    static const struct {
        const char *position, *question, *answer;
    } rows[] = {
        {"startpos", "p1turn", "true"},
        {"startpos", "gameover", "false"},
        {"startpos", "result", "none"},
        {"startpos", "reason", "none"},
        {"startpos", "value", "draw"},
        {"startpos", "moves", "a1 a2 a3 b1 b2 b3 c1 c2 c3"},
        {"startpos", "fen", "3/3/3[PPPPPpppp] w - - 0 1"},
        {"startpos moves b2 a1 c3 c1 b1", "p1turn", "false"},
        {"startpos moves b2 a1 c3 c1 b1", "moves", "a2 a3 b3 c2"},
        {"startpos moves b2 a1 c3 c1 b1", "values", "a2:loss:2 a3:loss:2 b3:draw c2:loss:2"},
        {"startpos moves c1 a1 b2 b1 a3", "gameover", "true"},
        {"startpos moves c1 a1 b2 b1 a3", "result", "p1win"},
        {"startpos moves c1 a1 b2 b1 a3", "reason", "line"},
        {"startpos moves c1 a1 b2 b1 a3", "moves", ""},
        {"startpos moves c1 a1 b2 b1 a3", "values", ""},
        {"startpos moves c1 a1 b2 b1 c3 c2", "result", "none"},
        {"startpos moves a1 b1 c1 b2 b3 a2 c2 c3 a3", "result", "draw"},
        {"startpos moves a1 b1 c1 b2 b3 a2 c2 c3 a3", "reason", "board_full"},
        {"fen ppp/PP1/P2[PPp] w - - 0 1", "result", "p2win"},
    };
    Engine *engine = engine_start();
    engine_variant(engine, "tictactoe");
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        engine_send(engine, "position %s", rows[i].position);
        const char *answer = engine_ask(engine, rows[i].question);
        CHECK(strcmp(answer, rows[i].answer) == 0, "%s: %s: %s", rows[i].position, rows[i].question,
              answer);
    }
    // Nobody has solved these here.
    engine_variant(engine, "nine_mens_morris");
    CHECK(strcmp(engine_ask(engine, "value"), "unknown") == 0, "a large game");
    engine_send(engine,
                "position fen P**1**1/*1*1*1*/**P2**/3*3/**3**/*1*p*1*/p**1**1[Pp] w - - 0 1");
    CHECK(strstr(engine_ask(engine, "values"), "d6:unknown ") != NULL, "its moves");
    engine_variant(engine, "tictactoe");
    // Nothing behind the word when there is none.
    engine_send(engine, "position startpos moves c1 a1 b2 b1 a3\nquery moves");
    CHECK(strcmp(engine_line(engine, "response"), "response") == 0, "no blank at the end");
    engine_send(engine, "query nonsense");
    CHECK(engine_says(engine, "info string error: query"), "an unknown question");
    engine_send(engine, "query");
    CHECK(engine_says(engine, "info string error: query"), "no question");
    // Moves that need sorting: placements, moves of men, removals.
    char *all = NULL;
    engine_variant(engine, "lasker_morris");
    engine_send(
        engine,
        "position fen P**P**1/*p*p*1*/**3**/3*2P/**3**/*1*1*p*/1**1**1[PPPPPPPppppppp] w - - 0 1");
    all = strdup(engine_ask(engine, "moves"));
    char previous[64] = "";
    char word[64];
    int move_nb = 0;
    for (; text_word(all, move_nb, word)[0] != '\0'; move_nb++) {
        CHECK(strcmp(previous, word) < 0, "%s before %s", previous, word);
        strcpy(previous, word);
    }
    CHECK(move_nb > 25 && text_has_word(all, "g4g7xb6"), "%d moves", move_nb);
    free(all);
    engine_free(engine);
}

static void test_perft(void)
{
    static const struct {
        const char *variant, *position;
        int depth;
        uint64_t leaves;
        int root_nb;
    } rows[] = {
        {"nine_mens_morris", "startpos", 1, 24, 24},
        {"nine_mens_morris", "startpos", 3, 12144, 24},
        {"tictactoe", "startpos", 9, 127872, 9},
        {"tapatan", "startpos", 6, 54720, 9},
        {"tictactoe", "startpos moves c1 a1 b2 b1 a3", 2, 0, 0}, // over
        {"nine_mens_morris", "startpos", 0, 1, 0},
        {"nine_mens_morris", "startpos", -2, 1, 0},
        // Drawn by repetition, and by quiet plies: perft does not care.
        {"nine_mens_morris",
         "fen P**1**1/*1*P*1*/**p2**/1p1*3/**2P**/*1*1*P*/p**1**p[] w - - 0 1 "
         "moves a7d7 a1d1 d7a7 d1a1 a7d7 a1d1 d7a7 d1a1",
         1, 10, 10},
        {"nine_mens_morris",
         "fen P**1**1/*1*P*1*/**p2**/1p1*3/**2P**/*1*1*P*/p**1**p[] w - - 100 80", 1, 10, 10},
    };
    Engine *engine = engine_start();
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        engine_variant(engine, rows[i].variant);
        engine_send(engine, "position %s", rows[i].position);
        CHECK(engine_ready(engine), "%s", rows[i].position);
        size_t from = engine_line_nb(engine);
        engine_send(engine, "go perft %d", rows[i].depth);
        const char *line = engine_line(engine, "Nodes searched: ");
        char expected[64];
        snprintf(expected, sizeof expected, "Nodes searched: %" PRIu64, rows[i].leaves);
        CHECK(strcmp(line, expected) == 0, "%s %d: %s", rows[i].variant, rows[i].depth, line);
        uint64_t sum = 0;
        int root_nb = 0;
        for (size_t n = from; n + 2 < engine_line_nb(engine); n++, root_nb++) {
            char move[64];
            text_word(engine_nth(engine, n), 0, move);
            CHECK(move[0] != '\0' && move[strlen(move) - 1] == ':', "%s", engine_nth(engine, n));
            sum += strtoull(text_word(engine_nth(engine, n), 1, move), NULL, 10);
        }
        CHECK(root_nb == rows[i].root_nb, "%s %d: %d moves", rows[i].variant, rows[i].depth,
              root_nb);
        CHECK(rows[i].depth <= 0 || sum == rows[i].leaves, "%s %d: the sum", rows[i].variant,
              rows[i].depth);
        CHECK(engine_nth(engine, engine_line_nb(engine) - 2)[0] == '\0',
              "an empty line before the sum");
    }
    CHECK(engine_silence(engine, 100) == 0 && engine_count(engine, "bestmove") == 0, "no bestmove");
    engine_free(engine);
}

/// The engine listens while it counts; commands that follow wait for the count and are run in
/// order.
static void test_perft_listens(void)
{
    Engine *engine = engine_start();
    engine_send(engine, "go perft 12");
    CHECK(engine_ready(engine), "isready at once");
    engine_send(engine, "stop");
    CHECK(engine_says(engine, "info string perft was stopped"), "stop");
    engine_send(
        engine,
        "go perft 4\nposition startpos moves d6\ngo perft 2\nquery p1turn\ngo depth 2\nisready");
    CHECK(engine_says(engine, "Nodes searched: 255024"), "the first count");
    CHECK(engine_says(engine, "Nodes searched: 506"), "the second");
    CHECK(engine_says(engine, "response false"), "then the question");
    CHECK(engine_says(engine, "readyok"), "in order");
    CHECK(engine_ready(engine) && engine_silence(engine, 200) >= 0 &&
              engine_count(engine, "bestmove") == 1,
          "then the search");
    engine_send(engine, "go perft 12\ngo infinite\nstop\nquery p1turn");
    CHECK(engine_says(engine, "info string perft was stopped"), "stop ends the count");
    CHECK(engine_says(engine, "bestmove"), "and is for the search that waited, too");
    CHECK(engine_says(engine, "response false"), "and on");
    engine_free(engine);
    // A script.
    engine = engine_start_with(INPUT_FILE,
                               "go perft 2\nposition startpos moves d6\ngo perft 2\nquit\n", NULL);
    CHECK(engine_end(engine, ENGINE_WAIT_MS) == 0, "exit");
    CHECK(engine_count(engine, "Nodes searched: ") == 2, "both counts, in spite of quit");
    engine_free(engine);
}

static uint64_t bench_nodes(Engine *engine, int depth)
{
    engine_send(engine, "bench %d", depth);
    const char *line = engine_expect(engine, "Nodes searched  : ", 100000);
    return line == NULL ? 0 : strtoull(line + strlen("Nodes searched  : "), NULL, 10);
}

/// The signature of the search: equal to the stored one, whatever was searched and set before. A
/// change of the search changes tests/data/bench_nodes.txt in the same commit.
static void test_bench(void)
{
    int depth;
    uint64_t stored;
    FILE *file = fopen(TEST_DATA "/bench_nodes.txt", "r");
    CU_ASSERT_FATAL(file != NULL);
    Engine *engine = engine_start();
    engine_send(engine, "setoption name Threads value 3\nsetoption name Hash value 2\nsetoption "
                        "name MultiPV value 2\n"
                        "setoption name UCI_Variant value dara");
    while (fscanf(file, "%d %" SCNu64, &depth, &stored) == 2) {
        uint64_t nodes = bench_nodes(engine, depth);
        CHECK(nodes == stored, "bench %d: %" PRIu64 " nodes, stored are %" PRIu64, depth, nodes,
              stored);
        CHECK(engine_says(engine, "Nodes/second"), "bench %d", depth);
    }
    fclose(file);
    uint64_t first = bench_nodes(engine, 2);
    CHECK(first > 0 && first == bench_nodes(engine, 2), "twice the same");
    engine_send(engine, "bench x\nbench 0\nbench 1 2");
    CHECK(engine_ready(engine), "alive");
    CHECK(engine_count(engine, "info string error: bench") == 3, "%d",
          engine_count(engine, "info string error: bench"));
    engine_send(engine, "bench 40");
    CHECK(engine_ready(engine), "isready at once");
    engine_send(engine, "stop");
    CHECK(engine_says(engine, "info string bench was stopped"), "stop");
    CHECK(engine_quit(engine) == 0, "exit");
    engine_free(engine);
}

static void test_debug(void)
{
    char best[64];
    Engine *engine = engine_start();
    engine_go(engine, "go depth 2", best);
    CHECK(engine_count(engine, "info string") == 0, "off at first");
    engine_send(engine, "debug on");
    engine_go(engine, "go depth 2", best);
    CHECK(engine_count(engine, "info string debug") >= 1, "says more");
    engine_send(engine, "debug off");
    CHECK(engine_ready(engine), "off");
    engine_mark(engine);
    engine_go(engine, "go depth 2", best);
    CHECK(engine_count(engine, "info string") == 0, "off again");
    engine_send(engine, "debug maybe\ndebug");
    CHECK(engine_ready(engine), "alive");
    engine_free(engine);
}

const TestCase ENGINE_TOOLS[] = {
    {"display", test_display},
    {"eval", test_eval},
    {"queries", test_queries},
    {"perft", test_perft},
    {"perft_listens", test_perft_listens},
    {"bench", test_bench},
    {"debug", test_debug},
    {NULL, NULL},
};
