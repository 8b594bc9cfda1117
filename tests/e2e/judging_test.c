// SPDX-License-Identifier: MIT
#include "tests/e2e/e2e.h"
#include "tests/e2e/harness.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Who decides a game: the rules, then the adjudication by scores, never an engine's word (field
/// cases A12, A29).

#define RESIGN "\"adjudicate\": {\"resign\": {\"plies\": 6, \"score_cp\": 500}},"
#define DRAW "\"adjudicate\": {\"draw\": {\"from_ply\": 10, \"plies\": 8, \"score_cp\": 10}},"

typedef struct JudgingCase {
    const char *name;
    const char *keys;          // of the tournament
    const char *white, *black; // arguments
    int64_t plies;
    const char *result;
    const char *termination;
} JudgingCase;

static const JudgingCase JUDGINGS[] = {
    {"White resigns at its sixth move", RESIGN, "--scores -600,-600,-400,-600,-600,-600",
     "--scores 0", 11, "0-1", "adjudicated_resign"},
    {"Black resigns", RESIGN, "--scores 0", "--scores -500", 6, "1-0", "adjudicated_resign"},
    {"a mate against it", RESIGN, "--scores m-9", "--scores 0", 5, "0-1", "adjudicated_resign"},
    {"level for eight plies", DRAW, "--scores 90,5", "--scores 90,-10", 10, "1/2-1/2",
     "adjudicated_draw"},
    {"the row may begin before from_ply", DRAW, "--scores 5", "--scores -10", 10, "1/2-1/2",
     "adjudicated_draw"},
    {"one outlier", DRAW, "--scores 0,0,0,11,0", "--scores 0", 15, "1/2-1/2", "adjudicated_draw"},
    {"the length", "\"adjudicate\": {\"max_plies\": 7},", "--scores m9", "--scores m9", 7,
     "1/2-1/2", "max_plies"},
    {"a win goes before the length",
     "\"adjudicate\": {\"max_plies\": 5}, \"variants\": [\"three_mens_morris\"],",
     "--script a1,a2,a3", "--script b1,c2,c3", 5, "1-0", "normal"},
    {"a win goes before resignation",
     "\"adjudicate\": {\"resign\": {\"plies\": 6, \"score_cp\": 1}}, \"variants\": "
     "[\"three_mens_morris\"],",
     "--script a1,a2,a3 --scores -900", "--script b1,c2,c3 --scores 0", 5, "1-0", "normal"},
};

// One game of a first engine with White; the fields that matter.
static PlayedGame play_one(const char *keys, const char *white, const char *black)
{
    char all_keys[512];
    Sandbox sandbox;
    sandbox_init(&sandbox);
    snprintf(all_keys, sizeof all_keys, "%s \"games_per_pairing\": 2, \"limit\": {\"depth\": 1},",
             keys);
    const EngineText engines[] = {{.name = "first", .arguments = white},
                                  {.name = "second", .arguments = black},
                                  {.name = NULL}};
    sandbox_write_tournament(&sandbox, "t.json", all_keys, engines);
    arbiter_expect(&sandbox, "run t.json", 0);
    Records *records = records_read(&sandbox, "out");
    PlayedGame game = {.index = -1};
    for (int i = 0; i < records->game_nb; i++) {
        if (strcmp(records->games[i].white, "first") == 0) {
            game = records->games[i];
        }
    }
    CHECK(game.index >= 0, "no game with White for the first engine");
    game.line = NULL;
    records_free(records);
    sandbox_release(&sandbox);
    return game;
}

static void test_adjudication(void)
{
    for (size_t i = 0; i < sizeof JUDGINGS / sizeof *JUDGINGS; i++) {
        const JudgingCase *c = &JUDGINGS[i];
        PlayedGame game = play_one(c->keys, c->white, c->black);
        CHECK(strcmp(game.termination, c->termination) == 0, "%s: %s", c->name, game.termination);
        CHECK(strcmp(game.result, c->result) == 0, "%s: %s", c->name, game.result);
        CHECK(game.plies == c->plies, "%s: %d plies", c->name, (int)game.plies);
        CHECK((game.reason[0] != '\0') == (strcmp(c->termination, "normal") == 0),
              "%s: reason '%s'", c->name, game.reason);
    }
}

// Scores that say nothing, or win, never end a game before the rules do.
static void test_no_adjudication(void)
{
    static const char *const scores[][2] = {{"", ""},
                                            {"--scores m9", "--scores 0"},
                                            {"--scores 900", "--scores 900"},
                                            {"--scores -499", "--scores 0"}};
    for (size_t i = 0; i < sizeof scores / sizeof *scores; i++) {
        PlayedGame game = play_one(RESIGN, scores[i][0], scores[i][1]);
        CHECK(strcmp(game.termination, "normal") == 0, "%s %s: %s", scores[i][0], scores[i][1],
              game.termination);
    }
}

// The first legal moves of both sides repeat a position sooner or later. The arbiter ends the game
// there before anybody is asked; a word instead of a move before that is an illegal move.
static void test_words_for_moves(void)
{
    static const char three[] = "\"variants\": [\"three_mens_morris\"],";
    static const char *const words[] = {"draw_word", "resign_word", "none_move", "malformed",
                                        "empty"};
    // Shuffles without a line: both step to and fro.
    static const char white[] = "--script a1,c1,b3,b3a3,a3b3,b3a3,a3b3,b3a3,a3b3,b3a3,a3b3";
    static const char black[] = "--script b1,a2,c3,c3c2,c2c3,c3c2,c2c3,c3c2,c2c3,c3c2,c2c3";
    PlayedGame whole = play_one(three, white, black);
    CHECK(strcmp(whole.termination, "normal") == 0 && strcmp(whole.reason, "repetition") == 0,
          "%s %s %s", whole.termination, whole.reason, whole.detail);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        char arguments[512];
        for (int64_t ply = whole.plies - 2; ply <= whole.plies; ply++) {
            snprintf(arguments, sizeof arguments, "%s --fault %s --at-ply %d", white, words[i],
                     (int)ply);
            PlayedGame game = play_one(three, arguments, black);
            int64_t asked = ply + ply % 2; // White's next turn
            if (asked >= whole.plies) {
                CHECK(strcmp(game.reason, "repetition") == 0 && game.plies == whole.plies,
                      "%s from ply %d: %s", words[i], (int)ply, game.termination);
            } else {
                CHECK(strcmp(game.termination, "illegal_move") == 0 && game.plies == asked,
                      "%s from ply %d: %s, %d plies", words[i], (int)ply, game.termination,
                      (int)game.plies);
                CHECK(strcmp(game.result, "0-1") == 0, "%s", game.result);
            }
        }
    }
}

// Clocks: what is sent, and that a clock that runs out loses by what was used up on it.
static void test_clocks(void)
{
    static const struct {
        const char *limit;
        const char *texts[3]; // that are found in the first go
    } cases[] = {
        {"{\"tc\": \"40/60+0.5\"}", {"wtime 60000", "winc 500", "movestogo 40"}},
        {"{\"tc\": \"9\"}", {"wtime 9000 ", "btime 9000", ""}},
        {"{\"movetime_ms\": 250}", {"movetime 250", "", ""}},
        {"{\"nodes\": 77, \"depth\": 3, \"tc\": \"5\"}", {"nodes 77", "depth 3", "wtime 5000"}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Sandbox sandbox;
        sandbox_init(&sandbox);
        char keys[256], arguments[256];
        snprintf(keys, sizeof keys, "\"variants\": [\"tictactoe\"], \"limit\": %s,",
                 cases[i].limit);
        snprintf(arguments, sizeof arguments, "--log %s/log", sandbox.path);
        const EngineText engines[] = {{.name = "a", .arguments = arguments},
                                      {.name = "b", .arguments = arguments},
                                      {.name = NULL}};
        sandbox_write_tournament(&sandbox, "t.json", keys, engines);
        arbiter_expect(&sandbox, "run t.json", 0);
        char *log = sandbox_read(&sandbox, "log");
        char *go = strstr(log, " go ");
        CU_ASSERT_PTR_NOT_NULL(go);
        if (go != NULL) {
            *strchr(go, '\n') = ' ';
            go[strcspn(go, "\n")] = '\0';
            for (int j = 0; j < 3; j++) {
                CHECK(strstr(go, cases[i].texts[j]) != NULL, "%s: no '%s' in '%s'", cases[i].limit,
                      cases[i].texts[j], go);
            }
            CHECK(strchr(go, '\'') == NULL && strstr(go, "time -") == NULL, "%s", go);
        }
        free(log);
        sandbox_release(&sandbox);
    }
}

// A margin lets an engine be late within it, and no negative time is ever sent.
static void test_margin(void)
{
    Sandbox sandbox;
    sandbox_init(&sandbox);
    char arguments[256];
    snprintf(arguments, sizeof arguments, "--delay 60 --log %s/log", sandbox.path);
    const EngineText engines[] = {{.name = "late",
                                   .arguments = arguments,
                                   .limit = "{\"tc\": \"0.03+0.03\", \"margin_ms\": 20000}"},
                                  {.name = "b", .arguments = "", .limit = "{\"tc\": \"60\"}"},
                                  {.name = NULL}};
    sandbox_write_tournament(&sandbox, "t.json", "\"variants\": [\"tictactoe\"],", engines);
    arbiter_expect(&sandbox, "run t.json", 0);
    Records *records = records_read(&sandbox, "out");
    for (int i = 0; i < records->game_nb; i++) {
        CHECK(strcmp(records->games[i].termination, "normal") == 0, "%s", records->games[i].detail);
    }
    records_free(records);
    char *log = sandbox_read(&sandbox, "log");
    CHECK(strstr(log, "time 0") != NULL && strstr(log, "time -") == NULL, "%.800s", log);
    free(log);
    sandbox_release(&sandbox);
}

const TestCase JUDGING_CASES[] = {
    {"adjudication", test_adjudication},
    {"no adjudication", test_no_adjudication},
    {"words for moves", test_words_for_moves},
    {"clocks", test_clocks},
    {"margin", test_margin},
    {NULL, NULL},
};
