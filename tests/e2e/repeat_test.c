// SPDX-License-Identifier: MIT
#include "tests/e2e/e2e.h"
#include "tests/e2e/harness.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// The same file gives the same games: whatever the concurrency, whoever finishes first.

static char *play(const char *keys, const EngineText engines[], int games_at_a_time, int game_nb)
{
    Sandbox sandbox;
    char all_keys[512];
    sandbox_init(&sandbox);
    snprintf(all_keys, sizeof all_keys, "%s \"concurrency\": %d,", keys, games_at_a_time);
    sandbox_write_tournament(&sandbox, "t.json", all_keys, engines);
    arbiter_expect(&sandbox, "run t.json", 0);
    Records *records = records_read(&sandbox, "out");
    records_check_complete(records, game_nb, keys);
    char *text = records_without_times(records);
    records_free(records);
    sandbox_release(&sandbox);
    return text;
}

static void check_repeats(const char *keys, const EngineText engines[], int game_nb)
{
    static const int games_at_a_time[] = {1, 1, 4, 4};
    char *first = NULL;
    for (size_t i = 0; i < sizeof games_at_a_time / sizeof *games_at_a_time; i++) {
        char *text = play(keys, engines, games_at_a_time[i], game_nb);
        CHECK(first == NULL || strcmp(first, text) == 0, "run %zu differs", i);
        if (first == NULL) {
            first = text;
        } else {
            free(text);
        }
    }
    free(first);
}

static void test_mocks(void)
{
    static const EngineText engines[] = {
        {.name = "a", .arguments = "--random 1 --scores 10,20"},
        {.name = "b", .arguments = "--random 2 --delay 1 --scores -5"},
        {.name = "c", .arguments = "--random 3"},
        {.name = NULL}};
    check_repeats("\"variants\": [\"nine_mens_morris\", \"dara\", \"three_mens_morris\"], "
                  "\"limit\": {\"nodes\": 10},"
                  "\"random_plies\": 4, \"seed\": 12, ",
                  engines, 18);
}

// Our own engine, limited by nodes: one thread and a seed give the same game.
static void test_engines(void)
{
    static const EngineText engines[] = {
        {.name = "n300", .arguments = "", .limit = "{\"nodes\": 300}", .program = "engine"},
        {.name = "d2", .arguments = "", .limit = "{\"depth\": 2}", .program = "engine"},
        {.name = NULL}};
    Sandbox sandbox;
    char *texts[2];
    for (int i = 0; i < 2; i++) {
        char keys[256];
        sandbox_init(&sandbox);
        sandbox_link(&sandbox, "engine", "merels-engine");
        snprintf(keys, sizeof keys,
                 "\"variants\": [\"nine_mens_morris\", \"lasker_morris\"], \"adjudicate\": "
                 "{\"max_plies\": 60},"
                 "\"concurrency\": %d,",
                 i + 1);
        sandbox_write_tournament(&sandbox, "t.json", keys, engines);
        arbiter_expect(&sandbox, "run t.json", 0);
        Records *records = records_read(&sandbox, "out");
        records_check_complete(records, 4, "engines");
        texts[i] = records_without_times(records);
        for (int j = 0; j < records->game_nb; j++) {
            CHECK(records->games[j].detail[0] == '\0', "%s", records->games[j].detail);
        }
        records_free(records);
        sandbox_release(&sandbox);
    }
    CHECK(strcmp(texts[0], texts[1]) == 0, "the engine does not repeat itself:\n%s\n%s", texts[0],
          texts[1]);
    free(texts[0]);
    free(texts[1]);
}

const TestCase REPEAT_CASES[] = {
    {"mocks, one and four at a time", test_mocks},
    {"our engine, by nodes and depth", test_engines},
    {NULL, NULL},
};
