// SPDX-License-Identifier: MIT
// Commands around a running search: stop, ponderhit, what stops it by implication, waiting without
// load.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "tests/engine/engine_suites.h"
#include "tests/engine/engine_text.h"

#define WAITING_CPU_MS 50 // what an engine may use while it has nothing to do

static void test_idle_stop_and_ponderhit(void)
{
    Engine *engine = engine_start();
    CHECK(engine_ready(engine), "started");
    engine_send(engine, "stop\nponderhit\nstop");
    CHECK(engine_silence(engine, 200) == 0, "silent");
    // And not remembered: the next search runs until its own stop.
    engine_mark(engine);
    engine_send(engine, "go infinite");
    engine_silence(engine, 500);
    CHECK(engine_count(engine, "bestmove") == 0, "runs on");
    engine_send(engine, "stop");
    CHECK(engine_says(engine, "bestmove"), "until stop");
    engine_send(engine, "stop\nponderhit");
    CHECK(engine_silence(engine, 200) == 0, "silent again");
    CHECK(engine_count(engine, "bestmove") == 1, "exactly one");
    engine_free(engine);
}

/// A stop that meets the natural end: one bestmove for each go, never two, never none.
static void test_stop_races_the_end(void)
{
    static const char *const gos[] = {"go nodes 1", "go nodes 200",  "go depth 1",
                                      "go depth 3", "go movetime 1", "go movetime 0"};
    Engine *engine = engine_start();
    for (int round = 0; round < 20; round++) {
        for (size_t i = 0; i < sizeof gos / sizeof gos[0]; i++) {
            engine_mark(engine);
            engine_send(engine, "%s\nstop", gos[i]);
            CHECK(engine_says(engine, "bestmove"), "%s", gos[i]);
            CHECK(engine_ready(engine), "%s", gos[i]);
            CHECK(engine_count(engine, "bestmove") == 1, "%s: %d", gos[i],
                  engine_count(engine, "bestmove"));
        }
    }
    CHECK(engine_quit(engine) == 0, "exit");
    engine_free(engine);
}

/// These end a running search first: its bestmove comes before anything of the new command.
static void test_implied_stop(void)
{
    static const struct {
        const char *line, *answer;
    } rows[] = {
        {"position startpos moves d6\nquery p1turn", "response false"},
        {"ucinewgame\nisready", "readyok"},
        {"setoption name UCI_Variant value tictactoe", "info string variant tictactoe files"},
        {"go depth 1\nisready", "readyok"},
        {"position nonsense", "info string error: position"},
    };
    Engine *engine = engine_start();
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        engine_send(engine, "setoption name UCI_Variant value nine_mens_morris\nposition startpos");
        CHECK(engine_ready(engine), "%s", rows[i].line);
        engine_mark(engine);
        engine_send(engine, "go infinite\n%s", rows[i].line);
        CHECK(engine_says(engine, rows[i].answer), "%s", rows[i].line);
        CHECK(engine_count(engine, "bestmove") >= 1, "%s: the old bestmove first", rows[i].line);
        engine_silence(engine, 100);
        int go_nb = strncmp(rows[i].line, "go", 2) == 0 ? 2 : 1;
        CHECK(engine_count(engine, "bestmove") == go_nb, "%s: %d", rows[i].line,
              engine_count(engine, "bestmove"));
    }
    engine_free(engine);
}

/// Questions do not disturb a search.
static void test_questions_while_searching(void)
{
    static const struct {
        const char *line, *answer;
    } rows[] = {{"query fen", "response "},
                {"query gameover", "response false"},
                {"d", "Fen: "},
                {"eval", "Evaluation: "},
                {"uci", "uciok"},
                {"debug on\nisready", "readyok"},
                {"nonsense", "info string error: unknown command"},
                {"register later\nisready", "readyok"}};
    Engine *engine = engine_start();
    engine_send(engine, "go infinite");
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        engine_send(engine, "%s", rows[i].line);
        CHECK(engine_says(engine, rows[i].answer), "%s", rows[i].line);
    }
    CHECK(engine_count(engine, "bestmove") == 0, "the search goes on");
    engine_send(engine, "stop");
    CHECK(engine_says(engine, "bestmove"), "until stop");
    engine_free(engine);
}

/// After a new position the old search's result is never played for it.
static void test_no_stale_result(void)
{
    char best[64];
    Engine *engine = engine_start();
    for (int i = 0; i < 10; i++) {
        engine_send(engine, "position startpos\ngo infinite");
        engine_mark(engine);
        engine_send(engine, "position startpos moves a1 a4 a7 d1\ngo depth 2");
        CHECK(engine_says(engine, "bestmove"), "of the old search");
        text_word(engine_line(engine, "bestmove"), 1, best);
        CHECK(engine_is_legal(engine, best), "%s", best);
        CHECK(engine_count(engine, "bestmove") == 2, "one each");
    }
    engine_free(engine);
}

/// Nothing but stop (or ponderhit) ends these, however small the tree; waiting costs nothing.
static void test_infinite_waits(void)
{
    static const struct {
        const char *variant, *position, *go;
    } rows[] = {
        {"tictactoe", "position startpos moves a1 b2 c3 a3 c1",
         "go infinite"}, // a tree of five plies
        {"tictactoe", "position startpos moves a1 b2 c3 a3 c1", "go ponder wtime 100 btime 100"},
        {"tictactoe", "position startpos", "go infinite depth 1"},
        {"tictactoe", "position startpos moves a1 b1 a2 b2 a3", "go infinite"}, // over
        {"tictactoe", "position startpos moves a1 b1 a2 b2 a3", "go ponder"},
        {"nine_mens_morris", "position startpos", "go infinite nodes 100"},
        {"nine_mens_morris", "position startpos", "go ponder wtime 0"},
    };
    Engine *engine = engine_start();
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        engine_variant(engine, rows[i].variant);
        engine_send(engine, "%s", rows[i].position);
        CHECK(engine_ready(engine), "%s", rows[i].go);
        engine_mark(engine);
        engine_send(engine, "%s", rows[i].go);
        engine_silence(engine, 300); // the tree is done by then
        double before_ms = engine_cpu_ms(engine);
        engine_silence(engine, 400);
        double used_ms = engine_cpu_ms(engine) - before_ms;
        CHECK(engine_count(engine, "bestmove") == 0, "%s: %s", rows[i].position, rows[i].go);
        CHECK(used_ms < WAITING_CPU_MS, "%s: %s: %.0f ms", rows[i].position, rows[i].go, used_ms);
        engine_send(engine, "stop");
        CHECK(engine_says(engine, "bestmove"), "%s: %s", rows[i].position, rows[i].go);
        engine_silence(engine, 50);
        CHECK(engine_count(engine, "bestmove") == 1, "%s: %s", rows[i].position, rows[i].go);
    }
    engine_free(engine);
}

/// The clock of a ponder search starts with ponderhit.
static void test_ponderhit(void)
{
    static const struct {
        const char *go;
        double least_ms, most_ms; // from ponderhit to bestmove
    } rows[] = {
        {"go ponder movetime 400", 250, 3000},
        {"go ponder wtime 600 btime 600", 0, 1500},
        {"go ponder", 700, 5000},
        {"go ponder movetime 0", 0, 1000},
        {"go ponder depth 2", 0, 1000},
    };
    Engine *engine = engine_start();
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        engine_mark(engine);
        engine_send(engine, "position startpos moves d6 d2\n%s", rows[i].go);
        engine_silence(engine, 700);
        CHECK(engine_count(engine, "bestmove") == 0, "%s: not before ponderhit", rows[i].go);
        double start_ms = engine_now_ms();
        engine_send(engine, "ponderhit");
        CHECK(engine_says(engine, "bestmove"), "%s", rows[i].go);
        double spent_ms = engine_now_ms() - start_ms;
        CHECK(spent_ms >= rows[i].least_ms && spent_ms <= rows[i].most_ms, "%s: %.0f ms",
              rows[i].go, spent_ms);
        CHECK(engine_count(engine, "bestmove") == 1, "%s", rows[i].go);
    }
    // A stop instead of ponderhit.
    engine_send(engine, "go ponder wtime 60000 btime 60000");
    engine_silence(engine, 100);
    engine_send(engine, "stop");
    CHECK(engine_says(engine, "bestmove"), "stopped");
    engine_free(engine);
}

static void sleep_ms(long ms)
{
    nanosleep(&(struct timespec){ms / 1000, ms % 1000 * 1000000}, NULL);
}

/// Idle, and idle again after a search with several threads: no processor time is used.
static void test_idle_load(void)
{
    char best[64];
    Engine *engine = engine_start();
    engine_send(engine, "uci");
    CHECK(engine_ready(engine), "started");
    for (int round = 0; round < 2; round++) {
        double before_ms = engine_cpu_ms(engine);
        sleep_ms(1000);
        double used_ms = engine_cpu_ms(engine) - before_ms;
        CHECK(used_ms < WAITING_CPU_MS, "round %d: %.0f ms", round, used_ms);
        engine_send(engine, "setoption name Threads value 4");
        engine_go(engine, "go depth 5", best);
    }
    engine_free(engine);
}

/// The best move, score and nodes of a search line by line; times are left out.
static void search_lines(Engine *engine, char out[20][256])
{
    static const char *const starts[] = {"", " moves d6", " moves d6 d2", " moves d6 d2 f4 b4",
                                         " moves a1 g7"};
    static const char *const variants[] = {"nine_mens_morris", "dara", "lasker_morris",
                                           "morabaraba"};
    for (int i = 0; i < 20; i++) {
        char best[64];
        const char *dara[] = {"", " moves a1", " moves a1 c3", " moves a1 c3 f5", " moves a1 f1"};
        engine_variant(engine, variants[i / 5]);
        engine_send(engine, "position startpos%s", i / 5 == 1 ? dara[i % 5] : starts[i % 5]);
        engine_go(engine, "go nodes 4000", best);
        const char *info = engine_last_info(engine);
        snprintf(out[i], 256, "%s depth %d cp %d mate %d nodes %d", best,
                 (int)text_number(info, "depth", -1), (int)text_number(info, "cp", 0),
                 (int)text_number(info, "mate", 0), (int)text_number(info, "nodes", -1));
    }
}

/// One thread, fixed nodes and seed: the same in two fresh processes.
static void test_same_input_same_output(void)
{
    char lines[2][20][256];
    for (int i = 0; i < 2; i++) {
        Engine *engine = engine_start();
        engine_send(engine, "setoption name Seed value 7");
        search_lines(engine, lines[i]);
        engine_free(engine);
    }
    for (int i = 0; i < 20; i++) {
        CHECK(strcmp(lines[0][i], lines[1][i]) == 0, "%d: %s / %s", i, lines[0][i], lines[1][i]);
    }
}

/// A new game forgets everything: other searches before it leave no trace.
static void test_new_game_clears(void)
{
    char fresh[64];
    char again[64];
    char other[64];
    char fresh_info[2][32];
    Engine *engine = engine_start();
    engine_send(engine, "ucinewgame\nposition startpos moves d6 d2");
    engine_go(engine, "go nodes 20000", fresh);
    snprintf(fresh_info[0], 32, "%d", (int)text_number(engine_last_info(engine), "nodes", -1));
    engine_go(engine, "go depth 6", other);
    engine_send(engine, "position startpos moves d6 d2 f4");
    engine_go(engine, "go depth 6", other);
    engine_send(engine, "ucinewgame\nposition startpos moves d6 d2");
    engine_go(engine, "go nodes 20000", again);
    snprintf(fresh_info[1], 32, "%d", (int)text_number(engine_last_info(engine), "nodes", -1));
    CHECK(strcmp(fresh, again) == 0, "%s / %s", fresh, again);
    CHECK(strcmp(fresh_info[0], fresh_info[1]) == 0, "nodes %s / %s", fresh_info[0], fresh_info[1]);
    engine_free(engine);
}

const TestCase ENGINE_CONTROL[] = {
    {"idle_stop_and_ponderhit", test_idle_stop_and_ponderhit},
    {"stop_races_the_end", test_stop_races_the_end},
    {"implied_stop", test_implied_stop},
    {"questions_while_searching", test_questions_while_searching},
    {"no_stale_result", test_no_stale_result},
    {"infinite_waits", test_infinite_waits},
    {"ponderhit", test_ponderhit},
    {"idle_load", test_idle_load},
    {"same_input_same_output", test_same_input_same_output},
    {"new_game_clears", test_new_game_clears},
    {NULL, NULL},
};
