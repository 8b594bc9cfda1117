// SPDX-License-Identifier: MIT
#include "tests/e2e/e2e.h"
#include "tests/e2e/harness.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "protocol/base/random.h"

/// Field case A08: whatever interrupts a run, the same command goes on, and in the end every game
/// of the schedule is recorded exactly once, in all three files.

static const EngineText ENGINES[] = {{.name = "a", .arguments = "--random 1 --delay 1"},
                                     {.name = "b", .arguments = "--random 2 --delay 1"},
                                     {.name = "c", .arguments = "--random 3 --delay 1"},
                                     {.name = "d", .arguments = "--random 4 --delay 1"},
                                     {.name = NULL}};

typedef struct Watch {
    const Sandbox *sandbox;
    int wanted;
} Watch;

static bool has_lines(void *ctx)
{
    const Watch *watch = ctx;
    return records_count_lines(watch->sandbox, "out") >= watch->wanted;
}

static int count(const char *text, const char *word)
{
    int found_nb = 0;
    for (const char *place = text; (place = strstr(place, word)) != NULL; place++) {
        found_nb++;
    }
    return found_nb;
}

// Table and records of games agree with the journal.
static void check_in_step(const Sandbox *sandbox, const Records *records)
{
    char *pgn = sandbox_read(sandbox, "out/games.pgn");
    CHECK(count(pgn, "[Event ") == records->game_nb, "%d games in PGN", count(pgn, "[Event "));
    CHECK(count(pgn, "[Result \"*\"]") == 0, "a game without a result");
    free(pgn);
    int drawn_nb = 0;
    for (int i = 0; i < records->game_nb; i++) {
        drawn_nb += strcmp(records->games[i].result, "1/2-1/2") == 0;
    }
    char *text = sandbox_read(sandbox, "out/standings.json");
    Json *standings = NULL;
    Problem problem = {.status = STATUS_OK};
    CHECK(json_parse(strview_from(text), "standings.json", &standings, &problem) == STATUS_OK, "%s",
          problem.text);
    int64_t game_nb = -1;
    CHECK(json_to_int64(json_member(standings, "games"), &game_nb) && game_nb == records->game_nb,
          "%d games in the standings, %d in the journal", (int)game_nb, records->game_nb);
    json_free(standings);
    free(text);
}

// Two games of every pairing in every round, one with each colour.
static void check_pairings(const Records *records, int engine_nb, int rounds)
{
    for (int i = 0; i < engine_nb; i++) {
        for (int j = 0; j < engine_nb; j++) {
            int met_nb = 0;
            for (int k = 0; k < records->game_nb && i != j; k++) {
                met_nb += strcmp(records->games[k].white, ENGINES[i].name) == 0 &&
                          strcmp(records->games[k].black, ENGINES[j].name) == 0;
            }
            CHECK(i == j || met_nb == rounds, "%s - %s: %d games", ENGINES[i].name, ENGINES[j].name,
                  met_nb);
        }
    }
}

static void interrupt_and_complete(int rounds, int games_at_a_time, int interrupts, uint64_t seed)
{
    static const int signals[] = {SIGINT, SIGKILL, SIGTERM, SIGKILL, SIGHUP};
    Sandbox sandbox;
    char keys[128];
    Random random;
    random_init(&random, seed);
    sandbox_init(&sandbox);
    snprintf(keys, sizeof keys,
             "\"rounds\": %d, \"concurrency\": %d, \"limit\": {\"tc\": \"120\"},", rounds,
             games_at_a_time);
    sandbox_write_tournament(&sandbox, "t.json", keys, ENGINES);
    int game_nb = rounds * 12;
    int line_nb = 1;
    for (int i = 0; i < interrupts; i++) {
        int step = game_nb / (interrupts + 1);
        Watch watch = {&sandbox, line_nb + 1 + (int)random_below(&random, (uint64_t)step)};
        Arbiter arbiter = arbiter_start(&sandbox, "run t.json");
        CHECK(wait_until(has_lines, &watch, PATIENCE_MS), "interrupt %d: no games", i);
        int signal_number = signals[i % 5];
        kill(arbiter.pid, signal_number);
        int status = arbiter_wait(&arbiter, PATIENCE_MS);
        CHECK(status == (signal_number == SIGKILL ? 128 + SIGKILL : 3) || status == 0,
              "interrupt %d: %d", i, status);
        int now_nb = records_count_lines(&sandbox, "out");
        CHECK(now_nb >= line_nb, "games were lost: %d lines, then %d", line_nb, now_nb);
        line_nb = now_nb;
        if (signal_number != SIGKILL) {
            Records *records = records_read(&sandbox, "out");
            check_in_step(&sandbox, records);
            records_free(records);
        }
    }
    arbiter_expect(&sandbox, "run t.json", 0);
    Records *records = records_read(&sandbox, "out");
    records_check_complete(records, game_nb, "after interrupts");
    check_in_step(&sandbox, records);
    check_pairings(records, 4, rounds);
    for (int i = 0; i < records->game_nb; i++) {
        CHECK(strcmp(records->games[i].termination, "normal") == 0, "%s",
              records->games[i].termination);
    }
    records_free(records);
    sandbox_release(&sandbox);
}

static void test_interrupts(void)
{
    interrupt_and_complete(3, 4, 5, 1);
}

static void test_interrupts_long(void)
{
    for (uint64_t seed = 10; seed < 13; seed++) {
        interrupt_and_complete(10, 8, 5, seed);
    }
}

static void write_small(const Sandbox *sandbox, const char *keys)
{
    sandbox_write_tournament(sandbox, "t.json", keys, ENGINES);
}

// A finished run has nothing to do and says so; nothing changes.
static void test_finished(void)
{
    Sandbox sandbox;
    sandbox_init(&sandbox);
    write_small(&sandbox, "\"limit\": {\"depth\": 1}, \"concurrency\": 2,");
    arbiter_expect(&sandbox, "run t.json", 0);
    char *before = sandbox_read(&sandbox, "out/journal.jsonl");
    arbiter_expect(&sandbox, "run t.json", 0);
    char *after = sandbox_read(&sandbox, "out/journal.jsonl");
    char *said = sandbox_read(&sandbox, "said");
    CU_ASSERT_STRING_EQUAL(before, after);
    CHECK(strstr(said, "Nothing to do") != NULL && strstr(said, "Rank") != NULL, "%s", said);
    free(before);
    free(after);
    free(said);
    sandbox_release(&sandbox);
}

// A journal of another tournament is refused and left alone; other keys may change.
static void test_edited(void)
{
    static const struct {
        const char *keys;
        int status;
    } edits[] = {
        {"\"limit\": {\"depth\": 2}, \"concurrency\": 2,", 2},
        {"\"limit\": {\"depth\": 1}, \"concurrency\": 2, \"rounds\": 2,", 2},
        {"\"limit\": {\"depth\": 1}, \"concurrency\": 2, \"seed\": 7,", 2},
        {"\"limit\": {\"depth\": 1}, \"concurrency\": 2, \"variants\": [\"dara\"],", 2},
        {"\"limit\": {\"depth\": 1}, \"concurrency\": 1,", 0},
    };
    Sandbox sandbox;
    sandbox_init(&sandbox);
    write_small(&sandbox, "\"limit\": {\"depth\": 1}, \"concurrency\": 2,");
    arbiter_expect(&sandbox, "run t.json", 0);
    char *before = sandbox_read(&sandbox, "out/journal.jsonl");
    for (size_t i = 0; i < sizeof edits / sizeof *edits; i++) {
        write_small(&sandbox, edits[i].keys);
        int status = arbiter_run(&sandbox, "run t.json");
        char *warned = sandbox_read(&sandbox, "warned");
        CHECK(status == edits[i].status, "%s: %d %s", edits[i].keys, status, warned);
        CHECK((warned[0] != '\0') == (status != 0), "%s: '%s'", edits[i].keys, warned);
        free(warned);
    }
    char *after = sandbox_read(&sandbox, "out/journal.jsonl");
    CU_ASSERT_STRING_EQUAL(before, after);
    free(before);
    free(after);
    sandbox_release(&sandbox);
}

// A torn last line is dropped and its game played anew.
static void test_torn(void)
{
    Sandbox sandbox;
    sandbox_init(&sandbox);
    write_small(&sandbox, "\"limit\": {\"depth\": 1}, \"concurrency\": 2,");
    arbiter_expect(&sandbox, "run t.json", 0);
    char *text = sandbox_read(&sandbox, "out/journal.jsonl");
    text[strlen(text) - 40] = '\0';
    sandbox_write(&sandbox, "out/journal.jsonl", "%s", text);
    free(text);
    arbiter_expect(&sandbox, "run t.json", 0);
    Records *records = records_read(&sandbox, "out");
    records_check_complete(records, 12, "torn");
    check_in_step(&sandbox, records);
    records_free(records);
    sandbox_release(&sandbox);
}

// A second arbiter is kept out of the folder while the first works there.
static void test_two_at_once(void)
{
    Sandbox sandbox;
    sandbox_init(&sandbox);
    write_small(&sandbox, "\"limit\": {\"depth\": 1}, \"rounds\": 10,");
    Watch watch = {&sandbox, 2};
    Arbiter arbiter = arbiter_start(&sandbox, "run t.json");
    CU_ASSERT_TRUE(wait_until(has_lines, &watch, PATIENCE_MS));
    int status = arbiter_run(&sandbox, "run t.json");
    CHECK(status == 2 || status == 4, "status %d", status);
    kill(arbiter.pid, SIGTERM);
    status = arbiter_wait(&arbiter, PATIENCE_MS);
    CHECK(status == 3 || status == 0, "status %d", status);
    sandbox_release(&sandbox);
}

// --output goes before the key, relative to where the user is.
static void test_output(void)
{
    Sandbox sandbox;
    sandbox_init(&sandbox);
    write_small(&sandbox, "\"limit\": {\"depth\": 1},");
    arbiter_expect(&sandbox, "run t.json --output deep/er", 0);
    CU_ASSERT_TRUE(sandbox_has(&sandbox, "deep/er/journal.jsonl"));
    CU_ASSERT_FALSE(sandbox_has(&sandbox, "out"));
    arbiter_expect(&sandbox, "run --output=out2 t.json", 0);
    CU_ASSERT_TRUE(sandbox_has(&sandbox, "out2/standings.json"));
    sandbox_release(&sandbox);
}

const TestCase RESUME_CASES[] = {
    {"interrupted five times", test_interrupts},
    {"finished", test_finished},
    {"edited", test_edited},
    {"torn", test_torn},
    {"two at once", test_two_at_once},
    {"the output folder", test_output},
    {NULL, NULL},
};

const TestCase RESUME_LONG_CASES[] = {
    {"120 games, eight at a time, interrupted five times", test_interrupts_long},
    {NULL, NULL},
};
