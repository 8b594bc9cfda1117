// SPDX-License-Identifier: MIT
// The ends: of a game, of the input, of the process.
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "tests/engine/engine_suites.h"
#include "tests/engine/engine_text.h"

#define SOON_MS 5000 // one second is promised; the machine may be busy and the program sanitized

/// A search in a finished position: the score, then no move; the next search is a normal one.
static void test_finished_games(void)
{
    static const struct {
        const char *variant, *position, *score;
    } rows[] = {
        {"nine_mens_morris", // blocked
         "fen p**P**P/*1*p*p*/**3**/Pp1*pPp/**pPP**/*P*P*p*/P**p**1[] w - - 0 1", "score mate 0"},
        {"nine_mens_morris", // two men
         "fen P**P**1/*1*p*p*/**3**/3*1p1/**1p1**/*1*1*1*/1**1**1[] w - - 0 1", "score mate 0"},
        {"tictactoe", "startpos moves c1 a1 b2 b1 a3", "score mate 0"},
        {"tictactoe", "startpos moves a1 b1 c1 b2 b3 a2 c2 c3 a3", "score cp 0"}, // full
        {"nine_mens_morris", // the hundredth quiet ply
         "fen P**1**1/*1*P*1*/**p2**/1p1*3/**2P**/*1*1*P*/p**1**p[] w - - 99 80 moves a7d7",
         "score cp 0"},
        {"nine_mens_morris", // for the third time
         "fen P**1**1/*1*P*1*/**p2**/1p1*3/**2P**/*1*1*P*/p**1**p[] w - - 0 1 "
         "moves a7d7 a1d1 d7a7 d1a1 a7d7 a1d1 d7a7 d1a1",
         "score cp 0"},
    };
    char best[64];
    Engine *engine = engine_start();
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        static const char *const gos[] = {"go depth 5",    "go",
                                          "go movetime 0", "go wtime 1000 btime 1000",
                                          "go nodes 100",  "go depth 3 searchmoves a1"};
        engine_variant(engine, rows[i].variant);
        engine_send(engine, "position %s", rows[i].position);
        if (strcmp(engine_ask(engine, "gameover"), "true") != 0) {
            CHECK(false, "%s is over: %s", rows[i].position, engine_ask(engine, "fen"));
            continue;
        }
        for (size_t g = 0; g < sizeof gos / sizeof gos[0]; g++) {
            engine_go(engine, gos[g], best);
            CHECK(strcmp(best, "(none)") == 0, "%s: %s", rows[i].position, best);
            const char *info = engine_last_info(engine);
            CHECK(strncmp(info, "info depth 0 ", 13) == 0, "%s: %s", rows[i].position, info);
            CHECK(strstr(info, rows[i].score) != NULL, "%s: %s", rows[i].position, info);
        }
        engine_send(engine, "position startpos");
        engine_go(engine, "go depth 3", best);
        CHECK(engine_is_legal(engine, best), "%s", best);
    }
    CHECK(engine_quit(engine) == 0, "exit");
    engine_free(engine);
}

static void sleep_ms(long ms)
{
    nanosleep(&(struct timespec){ms / 1000, ms % 1000 * 1000000}, NULL);
}

/// The input ends: endless searches are stopped, bounded ones finished, and the process is gone.
static void test_end_of_input(void)
{
    static const struct {
        const char *lines;
        int best_nb, least_depth;
    } rows[] = {
        {"uci", 0, 0},
        {"uci\nisready\nposition startpos\ngo infinite", 1, 1},
        {"go ponder wtime 1000 btime 1000", 1, 0},
        {"go ponder infinite", 1, 0},
        {"go depth 6", 1, 6},
        {"go movetime 600", 1, 1},
        {"position startpos moves c1\ngo infinite\nstop\ngo nodes 100", 2, 1},
        {"setoption name Threads value 4\ngo infinite", 1, 1},
        {"go perft 4", 0, 0},
        {"go perft 3\nposition startpos moves a1\ngo infinite", 1, 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        Engine *engine = engine_start();
        engine_send(engine, "%s", rows[i].lines);
        sleep_ms(200);
        double start_ms = engine_now_ms();
        engine_close_input(engine);
        CHECK(engine_end(engine, ENGINE_WAIT_MS) == 0, "%s", rows[i].lines);
        CHECK(engine_now_ms() - start_ms < SOON_MS, "%s: %.0f ms", rows[i].lines,
              engine_now_ms() - start_ms);
        CHECK(engine_count(engine, "bestmove") == rows[i].best_nb, "%s: %d", rows[i].lines,
              engine_count(engine, "bestmove"));
        if (rows[i].least_depth > 0) {
            CHECK(text_number(engine_last_info(engine), "depth", 0) >= rows[i].least_depth,
                  "%s: %s", rows[i].lines, engine_last_info(engine));
        }
        engine_free(engine);
    }
}

/// quit during a search: at once, with its bestmove.
static void test_quit(void)
{
    static const char *const lines[] = {"go infinite",
                                        "go ponder",
                                        "go depth 60",
                                        "go movetime 100000",
                                        "setoption name Threads value 4\ngo infinite",
                                        "go depth 1",
                                        "go perft 12",
                                        "bench 30"};
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        Engine *engine = engine_start();
        engine_send(engine, "%s", lines[i]);
        sleep_ms(i % 2 == 0 ? 0 : 100);
        double start_ms = engine_now_ms();
        engine_send(engine, "quit\nuci");
        CHECK(engine_end(engine, ENGINE_WAIT_MS) == 0, "%s", lines[i]);
        CHECK(engine_now_ms() - start_ms < SOON_MS, "%s: %.0f ms", lines[i],
              engine_now_ms() - start_ms);
        bool is_search = strstr(lines[i], "perft") == NULL && strstr(lines[i], "bench") == NULL;
        CHECK(engine_count(engine, "bestmove") == (is_search ? 1 : 0), "%s: %d", lines[i],
              engine_count(engine, "bestmove"));
        CHECK(engine_count(engine, "uciok") == 0, "%s: nothing behind quit is run", lines[i]);
        engine_free(engine);
    }
}

/// Scripts from a file: quit cuts the search short, the end of the file does not; always one
/// bestmove and status 0.
static void test_scripts(void)
{
    static const struct {
        const char *text;
        int least_depth;
    } rows[] = {
        {"position startpos\ngo depth 6\nquit\n", 0},
        {"position startpos\ngo depth 6\n", 6},
        {"position startpos\ngo depth 6", 6},
        {"position startpos\ngo depth 40\nquit", 0},
        {"uci\r\nposition startpos\r\ngo nodes 2000\r\n", 1},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        Engine *engine = engine_start_with(INPUT_FILE, rows[i].text, NULL);
        CHECK(engine_end(engine, ENGINE_WAIT_MS) == 0, "%s", rows[i].text);
        CHECK(engine_count(engine, "bestmove") == 1, "%s", rows[i].text);
        CHECK(rows[i].least_depth == 0 ||
                  text_number(engine_last_info(engine), "depth", 0) >= rows[i].least_depth,
              "%s: %s", rows[i].text, engine_last_info(engine));
        engine_free(engine);
    }
}

/// Standard input of any kind.
static void test_kinds_of_input(void)
{
    Engine *engine = engine_start_with(INPUT_NULL, NULL, NULL);
    CHECK(engine_end(engine, ENGINE_WAIT_MS) == 0, "/dev/null");
    engine_free(engine);
    engine = engine_start_with(INPUT_CLOSED, NULL, NULL);
    CHECK(engine_end(engine, ENGINE_WAIT_MS) == 0, "closed");
    engine_free(engine);
    engine = engine_start_with(INPUT_FILE, "", NULL);
    CHECK(engine_end(engine, ENGINE_WAIT_MS) == 0, "an empty file");
    engine_free(engine);
    engine = engine_start_with(INPUT_FILE, "isready", NULL);
    CHECK(engine_end(engine, ENGINE_WAIT_MS) == 0, "a file");
    CHECK(engine_count(engine, "readyok") == 1, "whose last line has no newline");
    engine_free(engine);
}

static void test_terminal_input(void)
{
    if (!engine_has_terminals()) {
        return;
    }
    Engine *engine = engine_start_with(INPUT_TERMINAL, NULL, NULL);
    CHECK(engine_ready(engine), "a terminal");
    engine_send(engine, "go depth 2");
    CHECK(engine_says(engine, "bestmove"), "a terminal");
    engine_send_bytes(engine, "\x04", 1); // what a person types to end the input
    CHECK(engine_end(engine, ENGINE_WAIT_MS) == 0, "a terminal");
    engine_free(engine);
}

/// Nobody reads any more: that is a quit.
static void test_broken_pipe(void)
{
    static const char *const lines[] = {"isready", "go infinite", "go depth 30", "bench 20"};
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        Engine *engine = engine_start();
        CHECK(engine_ready(engine), "started");
        engine_close_output(engine);
        engine_send(engine, "%s\nisready", lines[i]);
        CHECK(engine_end(engine, ENGINE_WAIT_MS) == 0, "%s", lines[i]);
        engine_free(engine);
    }
}

/// Commands from the command line: run, and the end.
static void test_command_line(void)
{
    static const struct {
        const char *arguments[5];
        const char *line;
    } rows[] = {
        {{"uci", NULL}, "uciok"},
        {{"bench", "1", NULL}, "Nodes searched  : "},
        {{"go", "perft", "2", NULL}, "Nodes searched: 552"},
        {{"go", "depth", "3", NULL}, "bestmove "},
        {{"go", "infinite", NULL}, "bestmove "},
        {{"d", NULL}, "Fen: " NINE_START},
        {{"query", "fen", NULL}, "response " NINE_START},
        {{"--version", NULL}, "merels-engine "},
        {{"--help", NULL}, "usage: merels-engine"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        // The input has more to say, but is not read.
        Engine *engine = engine_start_with(INPUT_PIPE, NULL, rows[i].arguments);
        engine_send(engine, "isready");
        CHECK(engine_end(engine, ENGINE_WAIT_MS) == 0, "%s", rows[i].arguments[0]);
        CHECK(engine_count(engine, rows[i].line) == 1, "%s", rows[i].line);
        CHECK(engine_count(engine, "readyok") == 0, "%s", rows[i].arguments[0]);
        engine_free(engine);
    }
}

/// Four threads, an endless search, quit after `delay_ms`. Shared with the long suite.
static void quit_with_threads(int repeat_nb)
{
    static const long delays_ms[] = {0, 1, 10, 100};
    for (size_t d = 0; d < sizeof delays_ms / sizeof delays_ms[0]; d++) {
        for (int i = 0; i < repeat_nb; i++) {
            Engine *engine = engine_start();
            engine_send(engine, "setoption name Threads value 4\ngo infinite");
            sleep_ms(delays_ms[d]);
            double start_ms = engine_now_ms();
            engine_send(engine, "quit");
            CHECK(engine_end(engine, ENGINE_WAIT_MS) == 0, "after %ld ms", delays_ms[d]);
            CHECK(engine_now_ms() - start_ms < SOON_MS, "after %ld ms: %.0f", delays_ms[d],
                  engine_now_ms() - start_ms);
            CHECK(engine_count(engine, "bestmove") == 1, "after %ld ms", delays_ms[d]);
            engine_free(engine);
        }
    }
}

static void test_quit_with_threads(void)
{
    quit_with_threads(3);
}

static void test_quit_with_threads_often(void)
{
    quit_with_threads(100);
}

/// Five seconds of waiting, with one thread and after a search with four.
static void test_idle_for_long(void)
{
    char best[64];
    Engine *engine = engine_start();
    engine_send(engine, "uci");
    CHECK(engine_ready(engine), "started");
    for (int round = 0; round < 2; round++) {
        double before_ms = engine_cpu_ms(engine);
        sleep_ms(5000);
        CHECK(engine_cpu_ms(engine) - before_ms < 50, "round %d: %.0f ms", round,
              engine_cpu_ms(engine) - before_ms);
        engine_send(engine, "setoption name Threads value 4");
        engine_go(engine, "go movetime 1000", best);
    }
    engine_free(engine);
}

const TestCase ENGINE_ENDING[] = {
    {"finished_games", test_finished_games},
    {"end_of_input", test_end_of_input},
    {"quit", test_quit},
    {"scripts", test_scripts},
    {"kinds_of_input", test_kinds_of_input},
    {"a terminal", test_terminal_input},
    {"broken_pipe", test_broken_pipe},
    {"command_line", test_command_line},
    {"quit_with_threads", test_quit_with_threads},
    {NULL, NULL},
};

const TestCase ENGINE_LONG[] = {
    {"quit_with_threads_often", test_quit_with_threads_often},
    {"idle_for_long", test_idle_for_long},
    {NULL, NULL},
};
