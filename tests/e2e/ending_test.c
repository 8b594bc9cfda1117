// SPDX-License-Identifier: MIT
#include "tests/e2e/e2e.h"
#include "tests/e2e/harness.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

/// How a run ends before its time (field case A07): by signals, by the stop file, by a full disk,
/// by too few open files. No engine may be left behind, and what was finished is kept.

#define ENDING_MS 8000   // "within a few seconds", on a machine that does other things too
#define FILE_BYTES 40000 // where the disk is full

typedef struct EndingCase {
    const char *name;
    int games_at_a_time;
    const char *arguments; // of both engines
    int signals[3];        // sent one after the other; 0 ends the list
    int status;
} EndingCase;

// Engines think for a minute, or for ever; some do not listen.
#define SLOW "--delay 60000 --log %s/log"
#define NEVER "--fault silent --log %s/log"
#define DEAF "--fault silent --fault ignore_quit --log %s/log"

static const EndingCase ENDINGS[] = {
    {"SIGINT", 2, SLOW, {SIGINT}, 3},
    {"SIGTERM", 2, NEVER, {SIGTERM}, 3},
    {"SIGHUP", 2, NEVER, {SIGHUP}, 3},
    {"SIGINT with deaf engines", 2, DEAF, {SIGINT}, 3},
    {"SIGINT twice with deaf engines", 2, DEAF, {SIGINT, SIGINT}, 3},
    {"SIGKILL", 2, SLOW, {SIGKILL}, 128 + SIGKILL},
    {"SIGKILL with deaf engines", 2, DEAF, {SIGKILL}, 128 + SIGKILL},
};

static const EndingCase LONG_ENDINGS[] = {
    {"SIGINT, eight games", 8, SLOW, {SIGINT}, 3},
    {"SIGINT twice, eight games", 8, DEAF, {SIGINT, SIGINT}, 3},
    {"SIGTERM, eight games", 8, DEAF, {SIGTERM}, 3},
    {"SIGHUP, eight games", 8, DEAF, {SIGHUP}, 3},
    {"SIGKILL, eight games", 8, DEAF, {SIGKILL}, 128 + SIGKILL},
};

typedef struct Watch {
    const Sandbox *sandbox;
    int wanted;
} Watch;

// How many lines of the engines' log hold a word.
static int count_in_log(const Sandbox *sandbox, const char *word)
{
    char *log = sandbox_read(sandbox, "log");
    int found_nb = 0;
    for (const char *place = log; (place = strstr(place, word)) != NULL; place++) {
        found_nb++;
    }
    free(log);
    return found_nb;
}

static bool all_think(void *ctx)
{
    const Watch *watch = ctx;
    return count_in_log(watch->sandbox, "go movetime") >= watch->wanted;
}

static bool none_lives(void *ctx)
{
    return sandbox_process_nb(((const Watch *)ctx)->sandbox) == 0;
}

static bool no_zombies(void *ctx)
{
    return zombie_nb(*(pid_t *)ctx) == 0;
}

static void write_match(const Sandbox *sandbox, const EndingCase *c)
{
    char arguments[256], keys[256];
    snprintf(arguments, sizeof arguments, c->arguments, sandbox->path); // NOLINT: all ours
    snprintf(keys, sizeof keys,
             "\"rounds\": 10, \"concurrency\": %d, \"limit\": {\"movetime_ms\": 60000},",
             c->games_at_a_time);
    const EngineText engines[] = {{.name = "a", .arguments = arguments},
                                  {.name = "b", .arguments = arguments},
                                  {.name = NULL}};
    sandbox_write_tournament(sandbox, "t.json", keys, engines);
}

static void check_ending(const EndingCase *c)
{
    Sandbox sandbox;
    sandbox_init(&sandbox);
    write_match(&sandbox, c);
    Watch watch = {&sandbox, c->games_at_a_time};
    Arbiter arbiter = arbiter_start(&sandbox, "run t.json");
    CHECK(wait_until(all_think, &watch, PATIENCE_MS), "%s: the games do not begin", c->name);
    CHECK(wait_until(no_zombies, &arbiter.pid, PATIENCE_MS), "%s: zombies", c->name);
    uint64_t start_ms = now_ms();
    for (int i = 0; i < 3 && c->signals[i] != 0; i++) {
        const struct timespec pause = {0, 100 * 1000000}; // two signals at once would be one
        nanosleep(&pause, NULL);
        kill(arbiter.pid, c->signals[i]);
    }
    int status = arbiter_wait(&arbiter, PATIENCE_MS);
    CHECK(status == c->status, "%s: status %d", c->name, status);
    CHECK(wait_until(none_lives, &watch, ENDING_MS), "%s: %d processes are left", c->name,
          sandbox_process_nb(&sandbox));
    CHECK(now_ms() - start_ms < ENDING_MS, "%s: took %d ms", c->name, (int)(now_ms() - start_ms));
    CHECK(records_count_lines(&sandbox, "out") <= 1, "%s: a game was recorded", c->name);
    char *said = sandbox_read(&sandbox, "said");
    CHECK(status != 3 || strstr(said, "To go on: merels-arbiter run t.json") != NULL,
          "%s: no hint: %s", c->name, said);
    free(said);
    sandbox_release(&sandbox);
}

static void test_signals(void)
{
    for (size_t i = 0; i < sizeof ENDINGS / sizeof *ENDINGS; i++) {
        check_ending(&ENDINGS[i]);
    }
}

static void test_signals_long(void)
{
    for (size_t i = 0; i < sizeof LONG_ENDINGS / sizeof *LONG_ENDINGS; i++) {
        check_ending(&LONG_ENDINGS[i]);
    }
}

static void write_quick(const Sandbox *sandbox, const char *delay, int rounds)
{
    char keys[128];
    snprintf(keys, sizeof keys, "\"rounds\": %d, \"concurrency\": 2, \"limit\": {\"tc\": \"60\"},",
             rounds);
    char arguments[64];
    snprintf(arguments, sizeof arguments, "--random 1 --delay %s", delay);
    const EngineText engines[] = {{.name = "a", .arguments = arguments},
                                  {.name = "b", .arguments = arguments},
                                  {.name = NULL}};
    sandbox_write_tournament(sandbox, "t.json", keys, engines);
}

static bool has_lines(void *ctx)
{
    const Watch *watch = ctx;
    return records_count_lines(watch->sandbox, "out") >= watch->wanted;
}

// Thinking engines are told to stop and to quit.
static void test_stop_is_sent(void)
{
    Sandbox sandbox;
    sandbox_init(&sandbox);
    char arguments[256];
    snprintf(arguments, sizeof arguments, "--fault silent --log %s/log", sandbox.path);
    const EngineText engines[] = {{.name = "a", .arguments = arguments},
                                  {.name = "b", .arguments = arguments},
                                  {.name = NULL}};
    sandbox_write_tournament(&sandbox, "t.json", "\"limit\": {\"movetime_ms\": 60000},", engines);
    Watch watch = {&sandbox, 1};
    Arbiter arbiter = arbiter_start(&sandbox, "run t.json");
    CU_ASSERT_TRUE(wait_until(all_think, &watch, PATIENCE_MS));
    kill(arbiter.pid, SIGINT);
    CU_ASSERT_EQUAL(arbiter_wait(&arbiter, PATIENCE_MS), 3);
    CHECK(count_in_log(&sandbox, " stop\n") == 1, "%d stops", count_in_log(&sandbox, " stop\n"));
    CHECK(count_in_log(&sandbox, " quit\n") == 2, "%d quits", count_in_log(&sandbox, " quit\n"));
    sandbox_release(&sandbox);
}

// A file named stop: the running games are finished and recorded, the file is gone, and the same
// command goes on.
static void test_stop_file(void)
{
    Sandbox sandbox;
    sandbox_init(&sandbox);
    write_quick(&sandbox, "4", 20);
    Watch watch = {&sandbox, 3};
    Arbiter arbiter = arbiter_start(&sandbox, "run t.json");
    CU_ASSERT_TRUE(wait_until(has_lines, &watch, PATIENCE_MS));
    sandbox_write(&sandbox, "out/stop", "\n");
    CU_ASSERT_EQUAL(arbiter_wait(&arbiter, PATIENCE_MS), 3);
    CU_ASSERT_FALSE(sandbox_has(&sandbox, "out/stop"));
    int line_nb = records_count_lines(&sandbox, "out");
    CHECK(line_nb >= 3 && line_nb < 41, "%d lines", line_nb);
    sandbox_write(&sandbox, "out/stop", "\n"); // one that waits is obeyed before the first game
    arbiter_expect(&sandbox, "run t.json", 3);
    CU_ASSERT_FALSE(sandbox_has(&sandbox, "out/stop"));
    CU_ASSERT_EQUAL(records_count_lines(&sandbox, "out"), line_nb);
    arbiter_expect(&sandbox, "run t.json", 0);
    Records *records = records_read(&sandbox, "out");
    records_check_complete(records, 40, "stop file");
    for (int i = 0; i < records->game_nb; i++) {
        CHECK(strcmp(records->games[i].termination, "normal") == 0, "%s",
              records->games[i].termination);
    }
    records_free(records);
    sandbox_release(&sandbox);
}

// The disk is full: status 4 with a reason, whole lines only, and with room again the run is
// completed.
static void test_full_disk(void)
{
    Sandbox sandbox;
    sandbox_init(&sandbox);
    write_quick(&sandbox, "0", 20);
    Arbiter arbiter = arbiter_start_limited(&sandbox, "run t.json", RLIMIT_FSIZE, FILE_BYTES);
    CU_ASSERT_EQUAL(arbiter_wait(&arbiter, PATIENCE_MS), 4);
    char *warned = sandbox_read(&sandbox, "warned");
    CHECK(strstr(warned, "cannot be written") != NULL, "%s", warned);
    free(warned);
    Records *records = records_read(&sandbox, "out");
    CHECK(!records->is_torn, "a torn line");
    CHECK(records->game_nb > 0 && records->game_nb < 40, "%d games", records->game_nb);
    records_free(records);
    CU_ASSERT_EQUAL(sandbox_process_nb(&sandbox), 0);
    arbiter_expect(&sandbox, "run t.json", 0);
    records = records_read(&sandbox, "out");
    records_check_complete(records, 40, "full disk");
    records_free(records);
    sandbox_release(&sandbox);
}

// Too few open files: fewer games at once, or none and a clear word; never a game that is lost
// because the arbiter could not start an engine.
static void test_few_files(void)
{
    static const struct {
        int file_nb, status;
        const char *warned;
    } CASES[] = {{8, 4, "one game at a time needs 38 open files"},
                 {12, 4, "one game at a time needs 38 open files"},
                 {37, 4, "one game at a time needs 38 open files"},
                 {38, 0, ": 1 at once are played"},
                 {52, 0, ": 2 at once are played"},
                 {200, 0, ""}};
    static const EngineText engines[] = {{.name = "a", .arguments = ""},
                                         {.name = "b", .arguments = ""},
                                         {.name = "c", .arguments = ""},
                                         {.name = NULL}};
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        Sandbox sandbox;
        sandbox_init(&sandbox);
        sandbox_write_tournament(&sandbox, "t.json",
                                 "\"variants\": [\"tictactoe\"], \"concurrency\": 8, \"rounds\": "
                                 "4, \"limit\": {\"depth\": 1},",
                                 engines);
        Arbiter arbiter =
            arbiter_start_limited(&sandbox, "run t.json", RLIMIT_NOFILE, CASES[i].file_nb);
        int status = arbiter_wait(&arbiter, PATIENCE_MS);
        char *warned = sandbox_read(&sandbox, "warned");
        CHECK(status == CASES[i].status && strstr(warned, CASES[i].warned) != NULL,
              "%d files: status %d: %s", CASES[i].file_nb, status, warned);
        free(warned);
        Records *records = records_read(&sandbox, "out");
        CHECK(records->game_nb == (status == 0 ? 24 : 0), "%d files: %d games", CASES[i].file_nb,
              records->game_nb);
        for (int g = 0; g < records->game_nb; g++) {
            CHECK(strcmp(records->games[g].termination, "normal") == 0, "%d files: %s",
                  CASES[i].file_nb, records->games[g].detail);
        }
        records_free(records);
        CU_ASSERT_EQUAL(sandbox_process_nb(&sandbox), 0);
        sandbox_release(&sandbox);
    }
}

// No idle waiting: a short tournament of prompt engines is over in little more than their start.
static void test_no_idle_end(void)
{
    Sandbox sandbox;
    sandbox_init(&sandbox);
    write_quick(&sandbox, "0", 1);
    uint64_t start_ms = now_ms();
    arbiter_expect(&sandbox, "run t.json", 0);
    CHECK(now_ms() - start_ms < 5000, "%d ms", (int)(now_ms() - start_ms));
    sandbox_release(&sandbox);
}

const TestCase ENDING_CASES[] = {
    {"signals", test_signals},         {"stop and quit are sent", test_stop_is_sent},
    {"the stop file", test_stop_file}, {"a full disk", test_full_disk},
    {"too few files", test_few_files}, {"no idle end", test_no_idle_end},
    {NULL, NULL},
};

const TestCase ENDING_LONG_CASES[] = {
    {"signals with eight games", test_signals_long},
    {NULL, NULL},
};
