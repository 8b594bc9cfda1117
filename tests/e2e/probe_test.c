// SPDX-License-Identifier: MIT
#include "tests/e2e/e2e.h"
#include "tests/e2e/harness.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// What happens before the first game: an engine that cannot play ends the run with its reason and
/// nothing recorded (field cases A01 and A06); a slow one plays.

typedef struct ProbeCase {
    const char *name;
    const char *program;   // in the sandbox; NULL: the mock
    const char *arguments; // of the engine "bad"
    const char *keys;      // of the tournament
    int status;
    const char *texts[3]; // that must be found on standard error
} ProbeCase;

#define QUICK "\"deadlines\": {\"start_ms\": 300, \"ready_ms\": 300},"

static const ProbeCase PROBES[] = {
    {"no such file", "nowhere", "", "", 4, {"'bad'", "does not start", "No such file"}},
    {"not executable", "text", "", "", 4, {"'bad'", "does not start", "denied"}},
    {"a folder", "folder", "", "", 4, {"'bad'", "does not start", ""}},
    {"a program that is none", "garbage", "", "", 4, {"'bad'", "does not start", ""}},
    {"exits at once", "quick", "", "", 4, {"'bad'", "ended before uciok", "exit status 3"}},
    {"says why and exits", "wordy", "", "", 4, {"'bad'", "exit status 9", "no table of numbers"}},
    {"never says uciok",
     NULL,
     "--fault no_uciok",
     QUICK,
     4,
     {"'bad'", "no uciok within 300 ms", ""}},
    {"is silent from the start",
     NULL,
     "--fault silent --on uci",
     QUICK,
     4,
     {"'bad'", "no uciok", ""}},
    {"crashes on uci", NULL, "--fault crash --on uci", "", 4, {"'bad'", "killed by signal 11", ""}},
    {"lacks the variant",
     NULL,
     "--variants dara,tictactoe",
     "",
     4,
     {"'bad'", "does not offer the variant", "nine_mens_morris"}},
    {"lacks one of two",
     NULL,
     "--variants nine_mens_morris",
     "\"variants\": [\"nine_mens_morris\", \"dara\"],",
     4,
     {"'bad'", "does not offer the variant", "dara"}},
    {"has no UCI_Variant",
     NULL,
     "--no-variant",
     "\"variants\": [\"dara\"],",
     4,
     {"'bad'", "does not offer the variant", "dara"}},
    {"plays other rules", NULL, "--digest wrong", "", 4, {"'bad'", "other rules", "digest"}},
    {"prints nonsense for a digest", NULL, "--digest deadbeef", "", 4, {"'bad'", "deadbeef", ""}},
    {"prints no digest", NULL, "--digest none", "", 0, {"", "", ""}},
    {"is slow to start", NULL, "--fault slow_uciok 900", "", 0, {"", "", ""}},
    {"is slow to get ready", NULL, "--fault slow_readyok 900 --once", "", 0, {"", "", ""}},
    {"starts by a path on a link", "mock", "", "", 0, {"", "", ""}},
};

static void make_programs(const Sandbox *sandbox)
{
    sandbox_write(sandbox, "text", "this is no program\n");
    sandbox_write(sandbox, "folder/x", "x");
    sandbox_write(sandbox, "garbage",
                  "\x7f"
                  "ELF but no more than that");
    sandbox_make_executable(sandbox, "garbage");
    sandbox_write(sandbox, "quick", "#!/bin/sh\nexit 3\n");
    sandbox_make_executable(sandbox, "quick");
    sandbox_write(sandbox, "wordy", "#!/bin/sh\necho 'no table of numbers' >&2\nexit 9\n");
    sandbox_make_executable(sandbox, "wordy");
}

static void check_probe(const ProbeCase *c)
{
    Sandbox sandbox;
    sandbox_init(&sandbox);
    make_programs(&sandbox);
    char keys[256];
    snprintf(keys, sizeof keys, "%s \"limit\": {\"depth\": 1},", c->keys);
    const EngineText engines[] = {{.name = "good", .arguments = ""},
                                  {.name = "bad", .arguments = c->arguments, .program = c->program},
                                  {.name = "third", .arguments = ""},
                                  {.name = NULL}};
    sandbox_write_tournament(&sandbox, "t.json", keys, engines);
    int status = arbiter_run(&sandbox, "run t.json");
    char *said = sandbox_read(&sandbox, "warned");
    CHECK(status == c->status, "%s: status %d: %s", c->name, status, said);
    for (int i = 0; i < 3; i++) {
        CHECK(strstr(said, c->texts[i]) != NULL, "%s: no '%s' in '%s'", c->name, c->texts[i], said);
    }
    CHECK(sandbox_has(&sandbox, "out/journal.jsonl") == (status == 0), "%s: a journal %s", c->name,
          status == 0 ? "is missing" : "was written");
    CHECK(sandbox_has(&sandbox, "out/games.pgn") == (status == 0), "%s: games", c->name);
    CHECK(sandbox_process_nb(&sandbox) == 0, "%s: processes are left", c->name);
    free(said);
    sandbox_release(&sandbox);
}

static void test_table(void)
{
    for (size_t i = 0; i < sizeof PROBES / sizeof *PROBES; i++) {
        check_probe(&PROBES[i]);
    }
}

// Options are sent in the order of the file, before ucinewgame; what is not offered is told once
// and not sent.
static void test_options(void)
{
    Sandbox sandbox;
    sandbox_init(&sandbox);
    char arguments[256];
    snprintf(arguments, sizeof arguments, "--log %s/log", sandbox.path);
    const EngineText engines[] = {{.name = "a",
                                   .arguments = arguments,
                                   .keys = "\"options\": {\"Threads\": 2, \"Nonsense\": \"x\", "
                                           "\"Hash\": 32, \"Ponder\": false},"},
                                  {.name = "b", .arguments = ""},
                                  {.name = NULL}};
    sandbox_write_tournament(&sandbox, "t.json",
                             "\"limit\": {\"depth\": 3, \"nodes\": 50}, \"concurrency\": 2,",
                             engines);
    arbiter_expect(&sandbox, "run t.json", 0);
    char *log = sandbox_read(&sandbox, "log");
    static const char *const order[] = {"uci\n",
                                        "name Threads value 2\n",
                                        "name Hash value 32\n",
                                        "name Ponder value false\n",
                                        "isready\n",
                                        "ucinewgame\n",
                                        "isready\n",
                                        "position startpos",
                                        "go "};
    const char *place = log;
    for (size_t i = 0; i < sizeof order / sizeof *order; i++) {
        const char *found = strstr(place, order[i]);
        CHECK(found != NULL, "no '%s' at its place in the log:\n%.600s", order[i], log);
        place = found != NULL ? found : place;
    }
    CHECK(strstr(log, "Nonsense") == NULL, "an option was sent that is not offered");
    CHECK(strstr(log, "depth 3") != NULL && strstr(log, "nodes 50") != NULL, "limits are missing");
    char *warned = sandbox_read(&sandbox, "warned");
    const char *first = strstr(warned, "Nonsense");
    CHECK(first != NULL && strstr(first + 1, "Nonsense") == NULL, "told once: %s", warned);
    Records *records = records_read(&sandbox, "out");
    StrBuf header;
    strbuf_init(&header);
    json_print(records->header, false, &header);
    CHECK(strstr(header.data, "\"Threads\"") != NULL, "%s", header.data);
    const char *sent = strstr(header.data, "\"options\":[{\"name\":\"Threads\"");
    CHECK(sent != NULL, "options are not in the order sent: %s", header.data);
    strbuf_release(&header);
    records_free(records);
    free(warned);
    free(log);
    sandbox_release(&sandbox);
}

// Tic-tac-toe in which only the ranks win.
static const char OWN_VARIANT[] =
    "{ \"name\": \"my_own_game\", \"board\": {"
    "\"points\": [\"a1\", \"b1\", \"c1\", \"a2\", \"b2\", \"c2\", \"a3\", \"b3\", \"c3\"], "
    "\"edges\": [],"
    "\"lines\": [[\"a1\", \"b1\", \"c1\"], [\"a2\", \"b2\", \"c2\"], [\"a3\", \"b3\", \"c3\"]]},"
    "\"line\": {\"kind\": \"listed\"}, \"men\": [5, 4], \"place\": {\"mill\": \"win\"}, "
    "\"move_phase\": false,"
    "\"no_place\": \"loss\", \"no_move\": \"loss\", \"draw\": {\"repetition\": 0, \"no_progress\": "
    "0} }";

// A user's variants reach engines that offer VariantPath, before the list of UCI_Variant is judged.
static void test_variant_path(void)
{
    Sandbox sandbox;
    sandbox_init(&sandbox);
    sandbox_write(&sandbox, "own.json", "%s", OWN_VARIANT);
    char arguments[256];
    snprintf(arguments, sizeof arguments, "--log %s/log", sandbox.path);
    const EngineText engines[] = {
        {.name = "a", .arguments = arguments}, {.name = "b", .arguments = ""}, {.name = NULL}};
    sandbox_write_tournament(&sandbox, "t.json",
                             "\"variants\": [\"my_own_game\"], \"variant_path\": \"own.json\", "
                             "\"limit\": {\"depth\": 1},",
                             engines);
    arbiter_expect(&sandbox, "run t.json", 0);
    char *log = sandbox_read(&sandbox, "log");
    CHECK(strstr(log, "setoption name VariantPath value /") != NULL, "%.400s", log);
    CHECK(strstr(log, "setoption name UCI_Variant value my_own_game") != NULL, "%.400s", log);
    Records *records = records_read(&sandbox, "out");
    records_check_complete(records, 2, "own variant");
    records_free(records);
    free(log);
    sandbox_release(&sandbox);
}

const TestCase PROBE_CASES[] = {
    {"who may play", test_table},
    {"options", test_options},
    {"a user's variant", test_variant_path},
    {NULL, NULL},
};
