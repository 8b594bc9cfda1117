// SPDX-License-Identifier: MIT
#include "tests/e2e/e2e.h"
#include "tests/e2e/harness.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

/// Names, paths, openings and pairings as users write them (field cases A14, A18, A19).

// --- Openings (A14) -------------------------------------------------------------------------

#define O1 "3/3/P1p[PPPPppp] w - - 0 2"
#define O2 "3/1P1/p2[PPPPppp] w - - 0 2"
#define O3 "2p/3/2P[PPPPppp] w - - 0 2"

typedef struct OpeningCase {
    const char *name;
    const char *text;
    int status;
    const char *warned; // must be found on standard error
} OpeningCase;

static const OpeningCase OPENINGS[] = {
    {"LF", O1 "\n" O2 "\n" O3 "\n", 0, ""},
    {"CR LF", O1 "\r\n" O2 "\r\n" O3 "\r\n", 0, ""},
    {"CR only", O1 "\r" O2 "\r" O3 "\r", 0, ""},
    {"byte order mark", "\xef\xbb\xbf" O1 "\n" O2 "\n" O3 "\n", 0, ""},
    {"no newline at the end", O1 "\n" O2 "\n" O3, 0, ""},
    {"blank lines and comments", "# openings\n\n" O1 "\n\n   \n# more\n" O2 "\n" O3 "\n\n\n", 0,
     ""},
    {"trailing blanks", O1 "  \n" O2 "\t\n" O3 " \t \n", 0, ""},
    {"a zero-byte file", "", 2, "openings.txt"},
    {"nothing but comments", "# nothing\n", 2, "openings.txt"},
    {"a bad line",
     O1 "\n"
        "3/3/3[PPPPPpppp] x - - 0 1\n" O3 "\n",
     2, "openings.txt:2"},
};

static char *play_openings(const OpeningCase *c)
{
    static const EngineText engines[] = {{.name = "a", .arguments = "--random 1"},
                                         {.name = "b", .arguments = "--random 2"},
                                         {.name = NULL}};
    Sandbox sandbox;
    sandbox_init(&sandbox);
    sandbox_write(&sandbox, "openings.txt", "%s", c->text);
    sandbox_write_tournament(&sandbox, "t.json",
                             "\"variants\": [\"tictactoe\"], \"rounds\": 3, \"limit\": {\"depth\": "
                             "1}, \"openings\": {\"file\": "
                             "\"openings.txt\", \"order\": \"random\"},",
                             engines);
    int status = arbiter_run(&sandbox, "run t.json");
    char *warned = sandbox_read(&sandbox, "warned");
    CHECK(status == c->status, "%s: status %d: %s", c->name, status, warned);
    CHECK(strstr(warned, c->warned) != NULL, "%s: %s", c->name, warned);
    CHECK(sandbox_has(&sandbox, "out/journal.jsonl") == (c->status == 0), "%s: journal", c->name);
    free(warned);
    Records *records = records_read(&sandbox, "out");
    char *text = records_without_times(records);
    records_free(records);
    sandbox_release(&sandbox);
    return text;
}

static void test_openings(void)
{
    char *first = NULL;
    for (size_t i = 0; i < sizeof OPENINGS / sizeof *OPENINGS; i++) {
        char *text = play_openings(&OPENINGS[i]);
        if (first == NULL) {
            first = text;
            CHECK(strstr(text, O1) != NULL && strstr(text, O2) != NULL && strstr(text, O3) != NULL,
                  "%s", text);
            continue;
        }
        CHECK(OPENINGS[i].status != 0 || strcmp(first, text) == 0, "%s: other games",
              OPENINGS[i].name);
        free(text);
    }
    free(first);
}

// --- Names and paths (A18) ------------------------------------------------------------------

static void test_equal_names(void)
{
    static const EngineText engines[] = {
        {.name = "same", .arguments = ""}, {.name = "same", .arguments = ""}, {.name = NULL}};
    Sandbox sandbox;
    sandbox_init(&sandbox);
    sandbox_write_tournament(&sandbox, "t.json", "\"limit\": {\"depth\": 1},", engines);
    arbiter_expect(&sandbox, "run t.json", 2);
    char *warned = sandbox_read(&sandbox, "warned");
    CHECK(strstr(warned, "same") != NULL && strstr(warned, "engines[1]") != NULL, "%s", warned);
    free(warned);
    sandbox_release(&sandbox);
}

// Names that share their beginning, a quote in one, the same program twice, folders that differ by
// a blank: each is started as given, kept apart, and shown whole.
static void test_paths(void)
{
    static const char long_a[] = "an engine with a very long name that differs at the end A";
    static const char long_b[] = "an engine with a very long name that differs at the end B";
    static const EngineText engines[] = {
        {.name = long_a, .arguments = "--name One", .program = "engine/mock"},
        {.name = long_b, .arguments = "--name Two", .program = "engine 1/mock"},
        {.name = "quoted \\\"x\\\" \\\\ {y}",
         .arguments = "--name Three",
         .program = "engine/mock"},
        {.name = NULL}};
    Sandbox sandbox;
    sandbox_init(&sandbox);
    sandbox_link(&sandbox, "engine/mock", "mock_engine");
    sandbox_link(&sandbox, "engine 1/mock", "mock_engine");
    sandbox_write_tournament(&sandbox, "a tournament.json",
                             "\"limit\": {\"depth\": 1}, \"variants\": [\"tictactoe\"],", engines);
    sandbox_write(&sandbox, "dummy", "x");
    arbiter_expect(&sandbox, "run a?tournament.json", 0); // '?' stands for a blank
    Records *records = records_read(&sandbox, "out");
    records_check_complete(records, 6, "paths");
    StrBuf header;
    strbuf_init(&header);
    json_print(records->header, false, &header);
    CHECK(strstr(header.data, "engine 1/mock\"") != NULL, "%s", header.data);
    CHECK(strstr(header.data, "\"id\":\"Two\",\"author\":\"the tests\",\"program\":") != NULL, "%s",
          header.data);
    strbuf_release(&header);
    records_free(records);
    char *said = sandbox_read(&sandbox, "said");
    CHECK(strstr(said, long_a) != NULL && strstr(said, long_b) != NULL, "%s", said);
    CHECK(strstr(said, "quoted \"x\" \\ {y}") != NULL, "%s", said);
    free(said);
    char *pgn = sandbox_read(&sandbox, "out/games.pgn");
    CHECK(strstr(pgn, "[White \"quoted \\\"x\\\" \\\\ {y}\"]") != NULL, "%.600s", pgn);
    free(pgn);
    sandbox_release(&sandbox);
}

// --- Pairings, colours, openings (A19) ------------------------------------------------------

static const EngineText FIVE[] = {{.name = "a", .arguments = "--random 1 --delay 0"},
                                  {.name = "b", .arguments = "--random 2 --delay 1"},
                                  {.name = "c", .arguments = "--random 3 --delay 2"},
                                  {.name = "d", .arguments = "--random 4 --delay 0"},
                                  {.name = "e", .arguments = "--random 5 --delay 1"},
                                  {.name = NULL}};

// Every pair meets on every opening once with each colour: a key for each game, none twice.
static void check_schedule(const Records *records, bool is_gauntlet, const char *name)
{
    for (int i = 0; i < records->game_nb; i++) {
        const PlayedGame *game = &records->games[i];
        CHECK(strcmp(game->white, game->black) != 0, "%s: %s plays itself", name, game->white);
        CHECK(!is_gauntlet || strcmp(game->white, "a") == 0 || strcmp(game->black, "a") == 0,
              "%s: %s - %s in a gauntlet", name, game->white, game->black);
        int turned_nb = 0;
        for (int j = 0; j < records->game_nb; j++) {
            const PlayedGame *other = &records->games[j];
            bool is_same = i != j && strcmp(game->white, other->white) == 0 &&
                           strcmp(game->black, other->black) == 0 &&
                           strcmp(game->fen, other->fen) == 0;
            CHECK(!is_same, "%s: %s - %s twice from %s", name, game->white, game->black, game->fen);
            turned_nb += strcmp(game->white, other->black) == 0 &&
                         strcmp(game->black, other->white) == 0 &&
                         strcmp(game->fen, other->fen) == 0;
        }
        CHECK(turned_nb == 1, "%s: %s - %s, colours changed %d times", name, game->white,
              game->black, turned_nb);
    }
}

static void test_schedule(void)
{
    static const struct {
        const char *format;
        int game_nb;
    } cases[] = {{"round_robin", 60}, {"gauntlet", 24}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char keys[512];
        char *first = NULL;
        for (int games_at_a_time = 8; games_at_a_time >= 1; games_at_a_time -= 7) {
            Sandbox sandbox;
            sandbox_init(&sandbox);
            sandbox_write(&sandbox, "openings.txt", "%s\n%s\n%s\n", O1, O2, O3);
            snprintf(keys, sizeof keys,
                     "\"format\": \"%s\", \"rounds\": 3, \"concurrency\": %d, \"variants\": "
                     "[\"tictactoe\"], \"limit\": "
                     "{\"depth\": 1}, \"openings\": {\"file\": \"openings.txt\"},",
                     cases[i].format, games_at_a_time);
            sandbox_write_tournament(&sandbox, "t.json", keys, FIVE);
            arbiter_expect(&sandbox, "run t.json", 0);
            Records *records = records_read(&sandbox, "out");
            records_check_complete(records, cases[i].game_nb, cases[i].format);
            check_schedule(records, i == 1, cases[i].format);
            char *text = records_without_times(records);
            CHECK(first == NULL || strcmp(first, text) == 0,
                  "%s: depends on the order of finishing", cases[i].format);
            free(first);
            first = text;
            records_free(records);
            sandbox_release(&sandbox);
        }
        free(first);
    }
}

// --- Files that are refused, usage ----------------------------------------------------------

static void test_usage(void)
{
    static const struct {
        const char *arguments;
        int status;
        const char *said;   // on standard output
        const char *warned; // on standard error
    } cases[] = {
        {"", 2, "", "Usage"},
        {"--help", 0, "Usage", ""},
        {"--version", 0, "merels-arbiter ", ""},
        {"run --help", 0, "Usage", ""},
        {"replay --help", 0, "Usage", ""},
        {"nonsense", 2, "", "nonsense"},
        {"run", 2, "", "Usage"},
        {"run a b", 2, "", "Usage"},
        {"run --wrong t.json", 2, "", "Usage"},
        {"run nowhere.json", 2, "", "nowhere.json"},
        {"run broken.json", 2, "", "broken.json:1"},
        {"run unknown.json", 2, "", "unknown.json: colour"},
        {"replay", 2, "", "Usage"},
        {"replay nowhere.pgn", 2, "", "nowhere.pgn"},
    };
    Sandbox sandbox;
    sandbox_init(&sandbox);
    sandbox_write(&sandbox, "broken.json", "{ \"name\": ");
    static const EngineText engines[] = {
        {.name = "a", .arguments = ""}, {.name = "b", .arguments = ""}, {.name = NULL}};
    sandbox_write_tournament(&sandbox, "unknown.json", "\"limit\": {\"depth\": 1}, \"colour\": 1,",
                             engines);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        int status = arbiter_run(&sandbox, cases[i].arguments);
        char *said = sandbox_read(&sandbox, "said");
        char *warned = sandbox_read(&sandbox, "warned");
        CHECK(status == cases[i].status, "'%s': status %d", cases[i].arguments, status);
        CHECK(strstr(said, cases[i].said) != NULL, "'%s': %s", cases[i].arguments, said);
        CHECK(strstr(warned, cases[i].warned) != NULL, "'%s': %s", cases[i].arguments, warned);
        free(said);
        free(warned);
    }
    sandbox_release(&sandbox);
}

// What a run has written is judged again: journal and PGN agree with the rules; a changed result
// does not.
static void test_replay(void)
{
    Sandbox sandbox;
    sandbox_init(&sandbox);
    sandbox_write_tournament(&sandbox, "t.json", "\"limit\": {\"depth\": 1}, \"concurrency\": 2,",
                             FIVE);
    arbiter_expect(&sandbox, "run t.json", 0);
    arbiter_expect(&sandbox, "replay out/journal.jsonl out/games.pgn", 0);
    char *said = sandbox_read(&sandbox, "said");
    CHECK(strstr(said, "out/journal.jsonl: 20 games") != NULL &&
              strstr(said, "out/games.pgn: 20 games") != NULL,
          "%s", said);
    free(said);
    char *text = sandbox_read(&sandbox, "out/journal.jsonl");
    char *result = strstr(text, "\"result\":\"1-0\"");
    CU_ASSERT_PTR_NOT_NULL(result);
    if (result != NULL) {
        memcpy(result, "\"result\":\"0-1\"", strlen("\"result\":\"0-1\""));
        sandbox_write(&sandbox, "changed.jsonl", "%s", text);
        arbiter_expect(&sandbox, "replay changed.jsonl", 1);
    }
    free(text);
    sandbox_release(&sandbox);
}

// --- Standard output ------------------------------------------------------------------------

// What cannot be told is told on standard error; a reader who has seen enough is no fault.
static void test_standard_output(void)
{
    static const struct {
        const char *command;
        int status;
        const char *warned;
    } CASES[] = {{"--help > /dev/full", 0, "standard output could not be written"},
                 {"run --help > /dev/full", 0, "standard output could not be written"},
                 {"--help | true", 0, ""},
                 {"--help > /dev/null", 0, ""},
                 {"run t.json --output ''", 2, "--output needs a folder"}};
    Sandbox sandbox;
    sandbox_init(&sandbox);
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        char line[512];
        snprintf(line, sizeof line, "cd %s && { %s/merels-arbiter %s; } 2> warned", sandbox.path,
                 TEST_BIN, CASES[i].command);
        int status = system(line);
        char *warned = sandbox_read(&sandbox, "warned");
        bool is_told = strstr(warned, CASES[i].warned) != NULL &&
                       (warned[0] == '\0') == (CASES[i].warned[0] == '\0');
        CHECK(WIFEXITED(status) && WEXITSTATUS(status) == CASES[i].status && is_told,
              "%s: status %d: %s", CASES[i].command, status, warned);
        free(warned);
    }
    sandbox_release(&sandbox);
}

const TestCase FILE_CASES[] = {
    {"openings", test_openings},
    {"equal names", test_equal_names},
    {"names and paths", test_paths},
    {"schedules", test_schedule},
    {"usage", test_usage},
    {"standard output", test_standard_output},
    {"replay", test_replay},
    {NULL, NULL},
};
