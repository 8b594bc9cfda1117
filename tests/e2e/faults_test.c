// SPDX-License-Identifier: MIT
#include "tests/e2e/e2e.h"
#include "tests/e2e/harness.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// The fault matrix: an engine that misbehaves plays a sound one, and the run ends with the result
/// and the termination that it deserves.

#define TC "{\"tc\": \"60\"}"
#define SHORT "{\"tc\": \"0.25+0.02\"}" // only where time is to run out
#define NODES "{\"nodes\": 100}"
#define MOVETIME "{\"movetime_ms\": 150}"
#define FLOOD_RSS_MAX_KB                                                                           \
    400000 // a sanitizer needs 200 MB for itself; unbounded buffering soon takes more

typedef struct FaultCase {
    const char *name;
    const char *arguments;   // of the engine "bad"
    const char *limit;       // of the engine "bad"; the other has time in plenty
    const char *deadlines;   // JSON
    const char *termination; // of every game; "normal": bad behaves well enough
    const char *detail;      // must be found in the detail of lost games
    int plies;               // of every lost game; -1: whatever
} FaultCase;

static const FaultCase FAULTS[] = {
    {"crash", "--fault crash --at-ply 8", TC, "{}", "crash", "killed by signal 11", -1},
    {"exit in search", "--fault exit 0 --at-ply 8", TC, "{}", "crash", "exit status 0", -1},
    {"crash, by nodes", "--fault crash --at-ply 8", NODES, "{}", "crash", "while thinking", -1},
    {"no answer on a clock", "--fault silent --at-ply 8", SHORT, "{}", "time", "no bestmove within",
     -1},
    {"no answer by nodes", "--fault silent --at-ply 8", NODES, "{\"move_ms\": 200}", "stall",
     "no bestmove within 200 ms", -1},
    {"no answer by movetime", "--fault silent --at-ply 8", MOVETIME, "{}", "time",
     "no bestmove within 150 ms", -1},
    {"deaf and dumb on a clock", "--fault stall --at-ply 8", SHORT, "{}", "time", "no bestmove",
     -1},
    {"deaf and dumb by nodes", "--fault stall --at-ply 8", NODES, "{\"move_ms\": 200}", "stall",
     "no bestmove", -1},
    {"a line every 10 ms on a clock", "--fault flood_slow --at-ply 8", SHORT, "{}", "time",
     "no bestmove", -1},
    {"a line every 10 ms by nodes", "--fault flood_slow --at-ply 8", NODES, "{\"move_ms\": 200}",
     "stall", "no bestmove", -1},
    {"lines as fast as possible on a clock", "--fault flood --at-ply 8", SHORT, "{}", "time",
     "no bestmove", -1},
    {"lines as fast as possible by nodes", "--fault flood --at-ply 8", NODES, "{\"move_ms\": 200}",
     "stall", "no bestmove", -1},
    {"no readyok", "--fault no_readyok", TC, "{\"ready_ms\": 200}", "stall",
     "no readyok within 200 ms", 0},
    {"illegal", "--fault illegal --at-ply 8", TC, "{}", "illegal_move", "sent \"bestmove ", -1},
    {"empty", "--fault empty --at-ply 8", TC, "{}", "illegal_move", "sent \"bestmove\"", -1},
    {"malformed", "--fault malformed --at-ply 8", TC, "{}", "illegal_move", "\"bestmove @!?\"", -1},
    {"(none)", "--fault none_move --at-ply 8", TC, "{}", "illegal_move", "\"bestmove (none)\"", -1},
    {"draw", "--fault draw_word --at-ply 8", TC, "{}", "illegal_move", "\"bestmove draw\"", -1},
    {"resign", "--fault resign_word --at-ply 8", TC, "{}", "illegal_move", "\"bestmove resign\"",
     -1},
    {"a pass that is not due", "--script d6,0000", TC, "{}", "illegal_move", "\"bestmove 0000\"",
     -1},
    {"a move without its removal or an occupied point", "--script a1,a1,a1", TC, "{}",
     "illegal_move", "\"bestmove a1\"", -1},
    {"late on a clock", "--fault late 500 --at-ply 8", SHORT, "{}", "time", "", -1},
    {"late by movetime", "--fault late 350 --at-ply 8", MOVETIME, "{}", "time", "", -1},
    {"late without a clock is no fault", "--fault late 300 --once", NODES, "{}", "normal", "", -1},
    {"CR LF", "--fault crlf", TC, "{}", "normal", "", -1},
    {"split lines", "--fault split --at-ply 8 --once", TC, "{}", "normal", "", -1},
    {"a line of 1 MiB", "--fault megaline --at-ply 8 --once", TC, "{}", "normal", "", -1},
    {"a line beyond the limit", "--fault megaline 9000000 --at-ply 8 --once", NODES, "{}", "normal",
     "", -1},
    {"two bestmoves", "--fault two_bestmoves", TC, "{}", "normal", "", -1},
    {"two readyoks", "--fault extra_readyok", TC, "{}", "normal", "", -1},
    {"100 kB to stderr", "--fault stderr_flood", TC, "{}", "normal", "", -1},
    {"20 info lines", "--infos 20 --scores 5", TC, "{}", "normal", "", -1},
    {"slow to start", "--fault slow_uciok 700", TC, "{}", "normal", "", -1},
    {"slow to get ready", "--fault slow_readyok 300 --once", TC, "{}", "normal", "", -1},
    {"deaf to quit", "--fault ignore_quit", TC, "{\"quit_ms\": 150}", "normal", "", -1},
    {"no UCI_Variant", "--no-variant", TC, "{}", "normal", "", -1},
};

static void write_match(const Sandbox *sandbox, const FaultCase *c, const char *good, int rounds)
{
    char keys[512];
    snprintf(keys, sizeof keys, "\"rounds\": %d, \"seed\": 3, \"deadlines\": %s,", rounds,
             c->deadlines);
    char arguments[256];
    snprintf(arguments, sizeof arguments, "--random 5 %s", c->arguments);
    const EngineText engines[] = {{.name = "good", .arguments = good, .limit = TC},
                                  {.name = "bad", .arguments = arguments, .limit = c->limit},
                                  {.name = NULL}};
    sandbox_write_tournament(sandbox, "t.json", keys, engines);
}

static void check_game(const FaultCase *c, const PlayedGame *game)
{
    bool is_white = strcmp(game->white, "bad") == 0;
    CHECK(strcmp(game->termination, c->termination) == 0, "%s: game %d: %s, not %s (%s)", c->name,
          (int)game->index, game->termination, c->termination, game->detail);
    if (strcmp(c->termination, "normal") == 0) {
        CHECK(game->detail[0] == '\0', "%s: %s", c->name, game->detail);
        CHECK(game->reason[0] != '\0', "%s: no reason", c->name);
        return;
    }
    CHECK(strcmp(game->result, is_white ? "0-1" : "1-0") == 0, "%s: game %d: %s", c->name,
          (int)game->index, game->result);
    CHECK(strstr(game->detail, c->detail) != NULL, "%s: '%s' is not in '%s'", c->name, c->detail,
          game->detail);
    CHECK(strncmp(game->detail, "bad", 3) == 0, "%s: '%s' does not name the engine", c->name,
          game->detail);
    CHECK(c->plies < 0 || game->plies == c->plies, "%s: %d plies", c->name, (int)game->plies);
}

static void check_fault(const FaultCase *c)
{
    Sandbox sandbox;
    sandbox_init(&sandbox);
    write_match(&sandbox, c, "--random 9", 1);
    uint64_t start_ms = now_ms();
    arbiter_expect(&sandbox, "run t.json", 0);
    CHECK(now_ms() - start_ms < 20000, "%s: took %d ms", c->name, (int)(now_ms() - start_ms));
    Records *records = records_read(&sandbox, "out");
    records_check_complete(records, 2, c->name);
    for (int i = 0; i < records->game_nb; i++) {
        check_game(c, &records->games[i]);
    }
    records_free(records);
    int left_nb = sandbox_process_nb(&sandbox);
    CHECK(left_nb == 0, "%s: %d processes are left", c->name, left_nb);
    sandbox_release(&sandbox);
}

static void test_matrix(void)
{
    for (size_t i = 0; i < sizeof FAULTS / sizeof *FAULTS; i++) {
        check_fault(&FAULTS[i]);
    }
}

// Memory stays bounded while an engine floods for a second.
static void test_flood_memory(void)
{
    static const FaultCase flood = {"flood", "--fault flood", NODES, "{\"move_ms\": 1500}",
                                    "stall", "no bestmove",   0};
    Sandbox sandbox;
    sandbox_init(&sandbox);
    write_match(&sandbox, &flood, "--random 9", 1);
    Arbiter arbiter = arbiter_start(&sandbox, "run t.json");
    CHECK(arbiter_wait(&arbiter, PATIENCE_MS) == 0, "it did not end well");
    CHECK(arbiter.rss_max_kb < FLOOD_RSS_MAX_KB, "%ld kB", arbiter.rss_max_kb);
    sandbox_release(&sandbox);
}

// The move counts first, then the end of the process: the other side still answers it.
static void test_bestmove_then_exit(void)
{
    static const FaultCase c = {"bestmove, then exit",
                                "--fault exit_after_bestmove 7 --at-ply 8",
                                TC,
                                "{}",
                                "crash",
                                "exit status 7",
                                -1};
    Sandbox sandbox;
    sandbox_init(&sandbox);
    write_match(&sandbox, &c, "--random 9 --delay 30", 2); // so that the end is seen meanwhile
    arbiter_expect(&sandbox, "run t.json", 0);
    Records *records = records_read(&sandbox, "out");
    records_check_complete(records, 4, c.name);
    for (int i = 0; i < records->game_nb; i++) {
        const PlayedGame *game = &records->games[i];
        int first_ply = strcmp(game->white, "bad") == 0 ? 8 : 9;
        check_game(&c, game);
        CHECK(game->plies == first_ply + 2, "%d plies", (int)game->plies);
    }
    records_free(records);
    sandbox_release(&sandbox);
}

// "bad" exits with the move that wins its game.
static Records *play_winners_that_exit(const Sandbox *sandbox, const char *keys)
{
    const EngineText engines[] = {
        {.name = "bad", .arguments = "--script a1,a2,a3 --fault exit_after_bestmove --at-ply 4"},
        {.name = "good", .arguments = "--script b1,c2,c3"},
        {.name = NULL}};
    char text[256];
    snprintf(text, sizeof text,
             "\"variants\": [\"three_mens_morris\"], \"format\": \"gauntlet\", %s,"
             "\"limit\": {\"tc\": \"5\"},",
             keys);
    sandbox_write_tournament(sandbox, "t.json", text, engines);
    arbiter_expect(sandbox, "run t.json", 0);
    return records_read(sandbox, "out");
}

// A move that ends the game counts although its process is gone.
static void test_winning_move_then_exit(void)
{
    Sandbox sandbox;
    sandbox_init(&sandbox);
    Records *records = play_winners_that_exit(&sandbox, "\"games_per_pairing\": 1");
    CU_ASSERT_EQUAL_FATAL(records->game_nb, 1);
    const PlayedGame *game = &records->games[0];
    bool is_white = strcmp(game->white, "bad") == 0;
    CHECK(strcmp(game->termination, "normal") == 0, "%s: %s", game->termination, game->detail);
    CHECK(strcmp(game->reason, "line") == 0, "%s", game->reason);
    CHECK(strcmp(game->result, is_white ? "1-0" : "0-1") == 0, "%s", game->result);
    records_free(records);
    sandbox_release(&sandbox);
}

/// A process that dies between two games costs neither of them, whether its end is seen before the
/// next game takes it or after.
static void test_exit_between_games(void)
{
    Sandbox sandbox;
    sandbox_init(&sandbox);
    Records *records = play_winners_that_exit(&sandbox, "\"rounds\": 10");
    CU_ASSERT_EQUAL_FATAL(records->game_nb, 20);
    for (int i = 0; i < records->game_nb; i++) {
        const PlayedGame *game = &records->games[i];
        CHECK(strcmp(game->termination, "normal") == 0, "game %d: %s: %s", i, game->termination,
              game->detail);
    }
    records_free(records);
    sandbox_release(&sandbox);
}

// The engine that cannot be started again loses that game, and the run goes on.
static void test_restart_fails(void)
{
    static const char *const second_lives[] = {"--fault no_uciok --life 2",
                                               "--fault crash --on start --life 2",
                                               "--fault exit 4 --on uci --life 2"};
    for (size_t i = 0; i < sizeof second_lives / sizeof *second_lives; i++) {
        Sandbox sandbox;
        sandbox_init(&sandbox);
        char arguments[512];
        snprintf(arguments, sizeof arguments,
                 "--life-file %s/lives --fault crash --life 1 --at 3 %s", sandbox.path,
                 second_lives[i]);
        const EngineText engines[] = {{.name = "good", .arguments = ""},
                                      {.name = "bad", .arguments = arguments},
                                      {.name = NULL}};
        sandbox_write_tournament(
            &sandbox, "t.json",
            "\"rounds\": 2, \"limit\": {\"tc\": \"5\"}, \"deadlines\": {\"start_ms\": 400},",
            engines);
        arbiter_expect(&sandbox, "run t.json", 0);
        Records *records = records_read(&sandbox, "out");
        records_check_complete(records, 4, second_lives[i]);
        static const char *const expected[] = {"crash", "start_failed", "normal", "normal"};
        for (int j = 0; j < records->game_nb && j < 4; j++) {
            const PlayedGame *game = &records->games[j];
            bool is_white = strcmp(game->white, "bad") == 0;
            CHECK(strcmp(game->termination, expected[j]) == 0, "%s: game %d: %s (%s)",
                  second_lives[i], j, game->termination, game->detail);
            CHECK(j >= 2 || strcmp(game->result, is_white ? "0-1" : "1-0") == 0, "game %d: %s", j,
                  game->result);
        }
        records_free(records);
        sandbox_release(&sandbox);
    }
}

// A clock without increment runs down move by move, also when no single move is long.
static void test_clock_runs_down(void)
{
    Sandbox sandbox;
    sandbox_init(&sandbox);
    const EngineText engines[] = {
        {.name = "good", .arguments = "--random 9", .limit = TC},
        {.name = "bad", .arguments = "--random 5 --delay 40", .limit = "{\"tc\": \"0.3\"}"},
        {.name = NULL}};
    sandbox_write_tournament(&sandbox, "t.json", "", engines);
    arbiter_expect(&sandbox, "run t.json", 0);
    Records *records = records_read(&sandbox, "out");
    records_check_complete(records, 2, "clock");
    for (int i = 0; i < records->game_nb; i++) {
        const PlayedGame *game = &records->games[i];
        bool is_white = strcmp(game->white, "bad") == 0;
        CHECK(strcmp(game->termination, "time") == 0, "%s", game->termination);
        CHECK(strcmp(game->result, is_white ? "0-1" : "1-0") == 0, "%s", game->result);
        CHECK(game->plies <= 15, "%d plies: more than seven moves of 40 ms in 300 ms",
              (int)game->plies);
    }
    records_free(records);
    sandbox_release(&sandbox);
}

typedef struct Watch {
    const Sandbox *sandbox;
    int wanted;
} Watch;

static bool has_recorded(void *ctx)
{
    const Watch *watch = ctx;
    return records_count_lines(watch->sandbox, "out") >= watch->wanted;
}

// The second life has begun and the first is over.
static bool first_life_is_over(void *ctx)
{
    const Watch *watch = ctx;
    char *lives = sandbox_read(watch->sandbox, "lives");
    bool is_second = strlen(lives) >= 2;
    free(lives);
    return is_second && sandbox_program_nb(watch->sandbox, "victim") <= 1;
}

// A deaf process is killed when it has lost its game, not some time later: a new one plays
// meanwhile.
static void test_fault_ends_process(void)
{
    Sandbox sandbox;
    sandbox_init(&sandbox);
    sandbox_link(&sandbox, "victim", "mock_engine");
    char arguments[512];
    snprintf(arguments, sizeof arguments,
             "--life-file %s/lives --fault ignore_quit --life 1 --fault stall --life 1",
             sandbox.path);
    const EngineText engines[] = {{.name = "good", .arguments = "--delay 1000", .limit = TC},
                                  {.name = "bad",
                                   .arguments = arguments,
                                   .program = "victim",
                                   .limit = "{\"movetime_ms\": 300}"},
                                  {.name = NULL}};
    sandbox_write_tournament(&sandbox, "t.json", "", engines);
    Watch watch = {&sandbox, 2};
    Arbiter arbiter = arbiter_start(&sandbox, "run t.json");
    CU_ASSERT_TRUE(wait_until(has_recorded, &watch, PATIENCE_MS));
    CU_ASSERT_TRUE(wait_until(first_life_is_over, &watch, 3000));
    kill(arbiter.pid, SIGTERM);
    CU_ASSERT_EQUAL(arbiter_wait(&arbiter, PATIENCE_MS), 3);
    sandbox_release(&sandbox);
}

const TestCase FAULT_CASES[] = {
    {"the fault matrix", test_matrix},
    {"memory in a flood", test_flood_memory},
    {"bestmove, then exit", test_bestmove_then_exit},
    {"the winning move, then exit", test_winning_move_then_exit},
    {"an exit between two games", test_exit_between_games},
    {"a restart that fails", test_restart_fails},
    {"a clock that runs down", test_clock_runs_down},
    {"a fault ends its process", test_fault_ends_process},
    {NULL, NULL},
};

// --- Several at a time ----------------------------------------------------------------------

#define CROWD "--random 1 "

static const EngineText CROWD_ENGINES[] = {
    {.name = "good1", .arguments = CROWD},
    {.name = "good2", .arguments = "--random 2"},
    {.name = "crash", .arguments = CROWD "--fault crash --at-ply 6"},
    {.name = "crash_after", .arguments = CROWD "--fault exit_after_bestmove --at-ply 6"},
    {.name = "illegal_move", .arguments = CROWD "--fault illegal --at-ply 6"},
    {.name = "time", .arguments = CROWD "--fault silent --at-ply 6", .limit = SHORT},
    {.name = "time_flood", .arguments = CROWD "--fault flood --at-ply 6", .limit = SHORT},
    {.name = "time_deaf", .arguments = CROWD "--fault stall --at-ply 6", .limit = SHORT},
    {.name = NULL},
};

static bool is_good(const char *name)
{
    return strncmp(name, "good", 4) == 0;
}

// Sound engines lose nothing by the faults of others, whatever goes on beside them.
static void test_crowd(void)
{
    Sandbox sandbox;
    sandbox_init(&sandbox);
    sandbox_write_tournament(
        &sandbox, "t.json",
        "\"concurrency\": 4, \"limit\": {\"tc\": \"60\"}, \"deadlines\": {\"quit_ms\": 200},",
        CROWD_ENGINES);
    arbiter_expect(&sandbox, "run t.json", 0);
    Records *records = records_read(&sandbox, "out");
    records_check_complete(records, 56, "crowd");
    for (int i = 0; i < records->game_nb; i++) {
        const PlayedGame *game = &records->games[i];
        const char *loser = is_good(game->white) ? game->black : game->white;
        if (is_good(game->white) && is_good(game->black)) {
            CHECK(strcmp(game->termination, "normal") == 0, "%s: %s", game->termination,
                  game->detail);
        } else if (is_good(game->white) || is_good(game->black)) {
            size_t length = strcspn(loser, "_");
            length = strncmp(loser, "illegal", 7) == 0 ? strlen(loser) : length;
            CHECK(strncmp(game->termination, loser, length) == 0, "%s lost by %s (%s)", loser,
                  game->termination, game->detail);
            CHECK(strcmp(game->result, loser == game->white ? "0-1" : "1-0") == 0, "%s",
                  game->result);
        }
    }
    records_free(records);
    CU_ASSERT_EQUAL(sandbox_process_nb(&sandbox), 0);
    sandbox_release(&sandbox);
}

static bool has_lines(void *ctx)
{
    return records_count_lines(ctx, "out") >= 4;
}

// Field case A03: an engine is killed between two of its moves while four games run.
static void test_killed_between_moves(void)
{
    Sandbox sandbox;
    sandbox_init(&sandbox);
    sandbox_link(&sandbox, "victim", "mock_engine");
    const EngineText engines[] = {
        {.name = "a", .arguments = "--random 1 --delay 3"},
        {.name = "b", .arguments = "--random 2 --delay 3"},
        {.name = "c", .arguments = "--random 3 --delay 3"},
        {.name = "v", .arguments = "--random 4 --delay 3", .program = "victim"},
        {.name = NULL}};
    sandbox_write_tournament(&sandbox, "t.json",
                             "\"concurrency\": 4, \"rounds\": 3, \"limit\": {\"tc\": \"20\"},",
                             engines);
    Arbiter arbiter = arbiter_start(&sandbox, "run t.json");
    CU_ASSERT_TRUE(wait_until(has_lines, &sandbox, PATIENCE_MS));
    int killed_nb = 0;
    for (int i = 0; i < 3; i++) {
        killed_nb += sandbox_signal_one(&sandbox, "victim", SIGKILL);
    }
    CU_ASSERT_EQUAL(arbiter_wait(&arbiter, PATIENCE_MS), 0);
    Records *records = records_read(&sandbox, "out");
    records_check_complete(records, 36, "killed");
    int crash_nb = 0;
    for (int i = 0; i < records->game_nb; i++) {
        const PlayedGame *game = &records->games[i];
        bool has_victim = strcmp(game->white, "v") == 0 || strcmp(game->black, "v") == 0;
        // Killed while it started, it is a restart that failed.
        bool is_crash = strcmp(game->termination, "crash") == 0 ||
                        strcmp(game->termination, "start_failed") == 0;
        crash_nb += is_crash;
        CHECK(is_crash ? has_victim : strcmp(game->termination, "normal") == 0, "%s: %s",
              game->termination, game->detail);
        CHECK(!is_crash || strstr(game->detail, "killed by signal 9") != NULL, "%s", game->detail);
    }
    CHECK(crash_nb <= killed_nb && killed_nb > 0, "%d games lost, %d processes killed", crash_nb,
          killed_nb);
    records_free(records);
    sandbox_release(&sandbox);
}

const TestCase FAULT_CROWD_CASES[] = {
    {"all faults at once, four games at a time", test_crowd},
    {"killed between two moves", test_killed_between_moves},
    {NULL, NULL},
};
