// SPDX-License-Identifier: MIT
// Exact knowledge in the engine's protocol: answers to query, lines in place of a search, limits,
// stop and ponder, and the option that switches it off.
#include <string.h>

#include "tests/engine/engine_text.h"
#include "tests/engine/tables/tables_help.h"

#define QUIET_MS 150 // long enough to see that nothing comes

static void test_queries(void)
{
    static const struct {
        const char *variant, *position, *question, *answer;
    } rows[] = {
        {"tapatan", "startpos", "value", "win 9"},
        {"tapatan", "startpos", "values",
         "a1:draw a2:loss:8 a3:draw b1:loss:8 b2:win:9 b3:loss:8 c1:draw c2:loss:8 c3:draw"},
        {"tapatan", "startpos moves b2", "value", "loss 8"},
        {"tictactoe", "startpos", "value", "draw"},
        {"tictactoe", "startpos moves a1 a2", "value", "win 5"},
        {"tictactoe", "startpos moves c1 a1 b2 b1 a3", "value", "loss 0"},
        {"tictactoe", "startpos moves a1 b1 c1 b2 b3 a2 c2 c3 a3", "value", "draw"},
        {"tant_fant_diagonal", "fen P1p/p2/PPp[] b - - 0 1", "value", "win 3"},
        // The limit of 120 quiet plies: just enough left, and one too few.
        {"tant_fant_diagonal", "fen P1p/p2/PPp[] b - - 117 60", "value", "win 3"},
        {"tant_fant_diagonal", "fen P1p/p2/PPp[] b - - 118 60", "value", "draw"},
        {"tant_fant_diagonal", "fen P1p/p2/PPp[] b - - 118 60", "values",
         "a2b2:draw c1b2:draw c1c2:draw c3b2:draw c3b3:draw c3c2:draw"},
        // Unequal hands, as no game has them.
        {"tapatan", "fen 3/3/3[PPP] w - - 0 1", "value", "win 1"},
        {"nine_mens_morris", "startpos", "value", "unknown"},
    };
    Engine *engine = engine_start();
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        engine_variant(engine, rows[i].variant);
        engine_send(engine, "position %s", rows[i].position);
        const char *answer = engine_ask(engine, rows[i].question);
        CHECK(strcmp(answer, rows[i].answer) == 0, "%s %s: %s: %s", rows[i].variant,
              rows[i].position, rows[i].question, answer);
    }
    CHECK(engine_count(engine, "info string error") == 0, "all of it is fine");
    engine_free(engine);
}

/// Each kind of limit gets the perfect move with its score and whole line.
static void test_limits(void)
{
    static const struct {
        const char *go;
        int64_t depth;
    } rows[] = {
        {"go movetime 20", 9}, {"go movetime 0", 9}, {"go depth 1", 1},
        {"go depth 20", 9},    {"go nodes 1", 9},    {"go mate 2", 9},
        {"go wtime 1", 9},     {"go wtime 0", 9},    {"go", 9},
    };
    Engine *engine = engine_start();
    engine_variant(engine, "three_mens_morris");
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char best[64];
        engine_send(engine, "position startpos");
        engine_go(engine, rows[i].go, best);
        const char *line = engine_last_info(engine);
        CHECK(strcmp(best, "b2") == 0, "%s: %s", rows[i].go, best);
        CHECK(text_number(line, "mate", 0) == 5 && text_number(line, "seldepth", 0) == 9, "%s: %s",
              rows[i].go, line);
        CHECK(text_number(line, "tbhits", 0) > 0 && text_number(line, "nodes", -1) <= 1, "%s: %s",
              rows[i].go, line);
        CHECK(text_number(line, "depth", 0) == rows[i].depth, "%s: %s", rows[i].go, line);
    }
    engine_free(engine);
}

static void test_multipv(void)
{
    static const struct {
        const char *go;
        int line_nb;
        int64_t mates[9]; // 0: cp 0
    } rows[] = {
        {"go movetime 20", 9, {5, 0, 0, 0, 0, -4, -4, -4, -4}},
        {"go movetime 20 searchmoves a2 a1 c2", 3, {0, -4, -4}},
        {"go infinite searchmoves b2", 1, {5}},
    };
    Engine *engine = engine_start();
    engine_variant(engine, "tapatan");
    engine_send(engine, "setoption name MultiPV value 20");
    engine_send(engine, "setoption name UCI_ShowWDL value true");
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        engine_send(engine, "%s", rows[i].go);
        for (int at = 0; at < rows[i].line_nb; at++) {
            const char *line = engine_line(engine, "info depth");
            int64_t mate = rows[i].mates[at];
            CHECK(text_number(line, "multipv", 0) == at + 1, "%s", line);
            CHECK(mate == 0 ? strstr(line, "score cp 0 wdl 0 1000 0 ") != NULL
                            : text_number(line, "mate", 0) == mate,
                  "%s", line);
            CHECK(mate == 0 || strstr(line, mate > 0 ? "wdl 1000 0 0 " : "wdl 0 0 1000 ") != NULL,
                  "%s", line);
        }
        if (strstr(rows[i].go, "infinite") != NULL) {
            engine_send(engine, "stop");
        }
        CHECK(engine_says(engine, "bestmove"), "%s", rows[i].go);
    }
    engine_free(engine);
}

/// Everything is known at once, and yet infinite and ponder wait.
static void test_waiting(void)
{
    Engine *engine = engine_start();
    engine_variant(engine, "tapatan");
    engine_send(engine, "setoption name Ponder value true");
    static const char *const rows[][2] = {
        {"go infinite", "stop"}, {"go ponder movetime 10", "ponderhit"}, {"go ponder", "stop"}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        engine_mark(engine);
        engine_send(engine, "%s", rows[i][0]);
        CHECK(engine_says(engine, "info depth"), "%s", rows[i][0]);
        engine_silence(engine, QUIET_MS);
        CHECK(engine_count(engine, "bestmove") == 0, "%s ends by itself", rows[i][0]);
        CHECK(strcmp(engine_ask(engine, "value"), "win 9") == 0, "answered meanwhile");
        engine_send(engine, "%s", rows[i][1]);
        CHECK(strstr(engine_line(engine, "bestmove"), "b2 ponder ") != NULL, "%s", rows[i][1]);
    }
    engine_free(engine);
}

/// Off: the search plays, nothing is known. On again: known.
static void test_option(void)
{
    char best[64];
    Engine *engine = engine_start();
    engine_send(engine, "setoption name UseSmallTables value false");
    engine_variant(engine, "tapatan");
    CHECK(strcmp(engine_ask(engine, "value"), "unknown") == 0, "off");
    engine_go(engine, "go depth 3", best);
    CHECK(text_number(engine_last_info(engine), "nodes", 0) > 1, "a search");
    CHECK(text_number(engine_last_info(engine), "tbhits", 1) == 0, "no table");
    engine_send(engine, "setoption name UseSmallTables value true");
    CHECK(strcmp(engine_ask(engine, "value"), "win 9") == 0, "on");
    engine_go(engine, "go depth 3", best);
    CHECK(text_number(engine_last_info(engine), "tbhits", 0) > 0, "the table");
    engine_free(engine);
}

/// Weaker on purpose: nothing is known, and the move is looked for. Not in analysis.
static void test_limited_strength(void)
{
    char best[64];
    Engine *engine = engine_start();
    engine_variant(engine, "tapatan");
    engine_send(engine, "setoption name UCI_Elo value 1200");
    CHECK(strcmp(engine_ask(engine, "value"), "win 9") == 0, "not limited yet");
    engine_send(engine, "setoption name UCI_LimitStrength value true");
    CHECK(strcmp(engine_ask(engine, "value"), "unknown") == 0, "limited");
    engine_go(engine, "go movetime 50", best);
    CHECK(text_number(engine_last_info(engine), "tbhits", 1) == 0, "no table: %s",
          engine_last_info(engine));
    engine_send(engine, "setoption name UCI_AnalyseMode value true");
    CHECK(strcmp(engine_ask(engine, "value"), "win 9") == 0, "analysis");
    engine_free(engine);
}

/// What is equal is drawn by the seed: all nine draws of the start without HardestReplies, only the
/// best of them with it; the same again for the same seed.
static void test_seeds(void)
{
    static const char *const values[] = {"false", "true"};
    Engine *engine = engine_start();
    engine_variant(engine, "tictactoe");
    for (int hardest = 0; hardest < 2; hardest++) {
        engine_send(engine, "setoption name HardestReplies value %s", values[hardest]);
        int corner_nb = 0;
        int other_nb = 0;
        for (int seed = 0; seed < 12; seed++) {
            char best[64], again[64];
            engine_send(engine, "setoption name Seed value %d", seed);
            engine_go(engine, "go movetime 20", best);
            engine_go(engine, "go movetime 20", again);
            CHECK(strcmp(best, again) == 0, "seed %d: %s, then %s", seed, best, again);
            // After a corner only the centre holds.
            bool is_corner = best[0] != 'b' && best[1] != '2';
            corner_nb += is_corner;
            other_nb += !is_corner;
        }
        CHECK(corner_nb > 0, "some seed plays a corner");
        CHECK((other_nb == 0) == hardest, "HardestReplies %s: %d others", values[hardest],
              other_nb);
    }
    engine_free(engine);
}

/// Nothing of it is random.
static void test_same_move_on_every_run(void)
{
    char first[64], second[64];
    for (int run = 0; run < 2; run++) {
        Engine *engine = engine_start();
        engine_variant(engine, "nine_holes");
        engine_send(engine, "position startpos moves a1 b2");
        engine_go(engine, "go movetime 20", run == 0 ? first : second);
        engine_free(engine);
    }
    CHECK(strcmp(first, second) == 0, "%s, then %s", first, second);
}

const TestCase KNOWN_CASES[] = {
    {"queries", test_queries},
    {"limits", test_limits},
    {"multipv", test_multipv},
    {"waiting", test_waiting},
    {"option", test_option},
    {"limited strength", test_limited_strength},
    {"seeds", test_seeds},
    {"the same move on every run", test_same_move_on_every_run},
    {NULL, NULL},
};
