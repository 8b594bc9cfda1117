// SPDX-License-Identifier: MIT
#include "arbiter/tournament.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/arbiter/fixture.h"
#include "tests/arbiter/schedule/schedule_tests.h"

#define CASE_NB(cases) (sizeof(cases) / sizeof(cases)[0])

#define TWO                                                                                        \
    "\"engines\": [{\"name\": \"a\", \"command\": [\"sh\"]}, {\"name\": \"b\", \"command\": "      \
    "[\"sh\"]}], \"limit\": {\"depth\": 1}"

/// The example of the specification.
static const char FULL[] =
    "{ \"name\": \"demo\", \"format\": \"round_robin\", \"variants\": [\"nine_mens_morris\"],"
    "  \"rounds\": 2, \"games_per_pairing\": 2, \"seed\": 1,"
    "  \"concurrency\": 2, \"output\": \"results/demo\","
    "  \"engines\": [ { \"name\": \"full\", \"command\": [\"merels-engine\", \"-x\", \"\"],"
    "      \"options\": { \"Hash\": 64, \"Ponder\": false, \"Path\": \"a  b\", \"Clear Hash\": "
    "null },"
    "      \"limit\": { \"tc\": \"2+0.02\", \"margin_ms\": 30 }, \"folder\": \"sub\" },"
    "    { \"name\": \"depth2\", \"command\": [\"sub/engine\"],"
    "      \"variants\": [\"tictactoe\", \"nine_mens_morris\"] } ],"
    "  \"limit\": { \"depth\": 2, \"margin_ms\": 7 },"
    "  \"openings\": { \"file\": \"openings/nine.txt\", \"order\": \"random\" },"
    "  \"deadlines\": { \"start_ms\": 1, \"ready_ms\": 2, \"move_ms\": 3, \"quit_ms\": 4 },"
    "  \"adjudicate\": { \"draw\": { \"from_ply\": 60, \"plies\": 12, \"score_cp\": 10 },"
    "    \"resign\": { \"plies\": 6, \"score_cp\": 800 }, \"max_plies\": 400 } }";

static void check_path(const char *path, const Fixture *fixture, const char *name)
{
    char wanted[FIXTURE_PATH_MAX];
    char *folder = realpath(fixture->folder, NULL);
    snprintf(wanted, sizeof wanted, "%.400s/%.60s", folder, name);
    free(folder);
    CU_ASSERT_STRING_EQUAL(path, wanted);
}

static void check_full_engines(const Tournament *t, const Fixture *fixture)
{
    const EngineEntry *full = &t->engines[0];
    CU_ASSERT_STRING_EQUAL(full->name, "full");
    CU_ASSERT_STRING_EQUAL(full->command[1], "-x");
    CU_ASSERT_STRING_EQUAL(full->command[2], "");
    CU_ASSERT_PTR_NULL(full->command[3]);
    check_path(full->folder, fixture, "sub");
    CU_ASSERT_EQUAL_FATAL(full->option_nb, 4);
    CU_ASSERT_STRING_EQUAL(full->options[0].name, "Hash");
    CU_ASSERT_STRING_EQUAL(full->options[0].value, "64");
    CU_ASSERT_STRING_EQUAL(full->options[1].value, "false");
    CU_ASSERT_STRING_EQUAL(full->options[2].value, "a  b");
    CU_ASSERT_STRING_EQUAL(full->options[3].name, "Clear Hash");
    CU_ASSERT_PTR_NULL(full->options[3].value);
    CU_ASSERT_EQUAL(full->limit.tc_time_ms, 2000);
    CU_ASSERT_EQUAL(full->limit.tc_inc_ms, 20);
    CU_ASSERT_EQUAL(full->limit.depth, -1); // its own limit replaces the default whole
    CU_ASSERT_EQUAL(full->limit.margin_ms, 30);
    CU_ASSERT_EQUAL(full->variants, 1);
    const EngineEntry *other = &t->engines[1];
    check_path(other->program, fixture, "sub/engine");
    CU_ASSERT_EQUAL(other->limit.tc_time_ms, -1);
    CU_ASSERT_EQUAL(other->limit.depth, 2);
    CU_ASSERT_EQUAL(other->limit.margin_ms, 7);
    CU_ASSERT_EQUAL(other->variants, 1);
    CU_ASSERT_PTR_NULL(other->folder);
}

static void reads_every_key(void)
{
    Fixture fixture;
    fixture_open(&fixture);
    fixture_write(&fixture, "openings/nine.txt",
                  strview_from("1**1**1/*1*1*1*/**1P1**/3*3/**3**/*1*1*1*/1**1**1"
                               "[PPPPPPPPppppppppp] b - - 0 1\n"));
    fixture_write(&fixture, "sub/engine", strview_from("#!/bin/sh\n"));
    Tournament *t = fixture_tournament(&fixture, FULL);
    CU_ASSERT_STRING_EQUAL(t->name, "demo");
    CU_ASSERT_EQUAL(t->format, FORMAT_ROUND_ROBIN);
    CU_ASSERT_EQUAL(t->rounds, 2);
    CU_ASSERT_EQUAL(t->games_per_pairing, 2);
    CU_ASSERT_EQUAL(t->concurrency, 2);
    CU_ASSERT_EQUAL(t->seed, 1);
    CU_ASSERT_EQUAL(t->variant_nb, 1);
    CU_ASSERT_STRING_EQUAL(t->variants[0]->name, "nine_mens_morris");
    CU_ASSERT_EQUAL(t->openings[0].position_nb, 1);
    CU_ASSERT_TRUE(t->openings[0].random_order);
    CU_ASSERT_EQUAL(t->deadlines.start_ms, 1);
    CU_ASSERT_EQUAL(t->deadlines.ready_ms, 2);
    CU_ASSERT_EQUAL(t->deadlines.move_ms, 3);
    CU_ASSERT_EQUAL(t->deadlines.quit_ms, 4);
    CU_ASSERT_TRUE(t->adjudication.draw);
    CU_ASSERT_EQUAL(t->adjudication.draw_from_ply, 60);
    CU_ASSERT_EQUAL(t->adjudication.draw_plies, 12);
    CU_ASSERT_EQUAL(t->adjudication.draw_score_cp, 10);
    CU_ASSERT_TRUE(t->adjudication.resign);
    CU_ASSERT_EQUAL(t->adjudication.resign_plies, 6);
    CU_ASSERT_EQUAL(t->adjudication.resign_score_cp, 800);
    CU_ASSERT_EQUAL(t->adjudication.max_plies, 400);
    CU_ASSERT_EQUAL(t->engine_nb, 2);
    check_path(t->output, &fixture, "results/demo");
    check_full_engines(t, &fixture);
    tournament_free(t);
    fixture_close(&fixture);
}

static void has_defaults(void)
{
    Fixture fixture;
    fixture_open(&fixture);
    Tournament *t = fixture_tournament(&fixture, "{\"name\": \"a /../b.c\", " TWO "}");
    CU_ASSERT_EQUAL(t->format, FORMAT_ROUND_ROBIN);
    CU_ASSERT_EQUAL(t->rounds, 1);
    CU_ASSERT_EQUAL(t->games_per_pairing, 2);
    CU_ASSERT_EQUAL(t->concurrency, 1);
    CU_ASSERT_EQUAL(t->seed, 1);
    CU_ASSERT_EQUAL(t->random_plies, 0);
    CU_ASSERT_EQUAL(t->variant_nb, 1);
    CU_ASSERT_STRING_EQUAL(t->variants[0]->name, VARIANT_DEFAULT);
    CU_ASSERT_EQUAL(t->openings[0].position_nb, 0);
    CU_ASSERT_EQUAL(t->deadlines.start_ms, 10000);
    CU_ASSERT_EQUAL(t->deadlines.ready_ms, 10000);
    CU_ASSERT_EQUAL(t->deadlines.move_ms, 60000);
    CU_ASSERT_EQUAL(t->deadlines.quit_ms, 2000);
    CU_ASSERT_FALSE(t->adjudication.draw);
    CU_ASSERT_FALSE(t->adjudication.resign);
    CU_ASSERT_EQUAL(t->adjudication.max_plies, 0);
    CU_ASSERT_EQUAL(t->engines[0].variants, 1);
    CU_ASSERT_STRING_EQUAL(t->note, "");
    check_path(t->output, &fixture, "results/a__.._b.c");
    tournament_free(t);
    fixture_close(&fixture);
}

static void takes_output_of_the_caller(void)
{
    Fixture fixture;
    char path[FIXTURE_PATH_MAX];
    Tournament *t;
    Problem problem;
    fixture_open(&fixture);
    fixture_write(&fixture, "t.json",
                  strview_from("{\"name\": \"x\", \"output\": \"here\", " TWO "}"));
    fixture_path(&fixture, "t.json", path);
    CU_ASSERT_EQUAL_FATAL(tournament_load(path, "there", &t, &problem), STATUS_OK);
    char *here = getcwd(NULL, 0);
    CU_ASSERT_NSTRING_EQUAL(t->output, here, strlen(here));
    CU_ASSERT_STRING_EQUAL(t->output + strlen(here), "/there");
    free(here);
    tournament_free(t);
    CU_ASSERT_EQUAL_FATAL(tournament_load(path, "/abs/olute", &t, &problem), STATUS_OK);
    CU_ASSERT_STRING_EQUAL(t->output, "/abs/olute");
    tournament_free(t);
    fixture_close(&fixture);
}

typedef struct BadFile {
    const char *text;   // of the file
    const char *wanted; // in the problem
} BadFile;

#define KEY(key) "{\"name\": \"x\", " key ", " TWO "}"
#define ENGINE(keys)                                                                               \
    "{\"name\": \"x\", \"engines\": [{\"name\": \"a\", \"command\": [\"sh\"], \"limit\": "         \
    "{\"depth\": 1}}, {" keys "}]}"
#define GOOD "\"name\": \"b\", \"command\": [\"sh\"], \"limit\": {\"depth\": 1}"

static const BadFile BAD_FILES[] = {
    {"", "t.json:1:"},
    {"{", "t.json:1:"},
    {"[]", "t.json: (top): must be an object"},
    {"{" TWO "}", "t.json: (top): needs a name"},
    {"{\"name\": \"\", " TWO "}", "t.json: name: "},
    {"{\"name\": 1, " TWO "}", "t.json: name: must be a text"},
    {"{\"name\": \"a\\nb\", " TWO "}", "t.json: name: must hold no control characters"},
    {"{\"name\": \"x\"}", "t.json: (top): needs engines"},
    {KEY("\"judge\": {}"), "t.json: judge: unknown key"},
    {KEY("\"sprt\": {}"), "t.json: sprt: unknown key"},
    {KEY("\"Rounds\": 1"), "t.json: Rounds: unknown key"},
    {KEY("\"name\": \"y\""), "name: this key is given twice"},
    {KEY("\"format\": \"swiss\""), "t.json: format: \"swiss\" is none of \"round_robin\", "},
    {KEY("\"format\": 1"), "t.json: format: must be a text"},
    {KEY("\"rounds\": 0"), "t.json: rounds: 0 is not from 1 to "},
    {KEY("\"rounds\": 1.5"), "t.json: rounds: must be a whole number"},
    {KEY("\"rounds\": \"2\""), "t.json: rounds: must be a whole number"},
    {KEY("\"rounds\": null"), "t.json: rounds: must be a whole number"},
    {KEY("\"rounds\": 99999999999999999999"), "t.json: rounds: must be a whole number"},
    {KEY("\"games_per_pairing\": 1001"), "t.json: games_per_pairing: 1001 is not from 1 to 1000"},
    {KEY("\"rounds\": 1000000, \"games_per_pairing\": 1000"), "games: more than"},
    {KEY("\"concurrency\": -1"), "t.json: concurrency: -1 is not from 1 to "},
    {KEY("\"seed\": -1"), "t.json: seed: "},
    {KEY("\"seed\": \"18446744073709551616\""), "t.json: seed: "},
    {KEY("\"seed\": \"1x\""), "t.json: seed: "},
    {KEY("\"output\": \"\""), "t.json: output: "},
    {KEY("\"variants\": []"), "t.json: variants: needs from 1 to 64"},
    {KEY("\"variants\": \"dara\""), "t.json: variants: must be a list"},
    {KEY("\"variants\": [\"dara\", \"chess\"]"), "t.json: variants[1]: \"chess\" is no known"},
    {KEY("\"variants\": [\"dara\", \"dara\"]"), "t.json: variants[1]: \"dara\" is the same as"},
    {KEY("\"variants\": [1]"), "t.json: variants[0]: must be a text"},
    {KEY("\"variant_path\": \"none.json\""), "none.json"},
    {KEY("\"random_plies\": -1"), "t.json: random_plies: -1 is not from 0"},
    {KEY("\"random_plies\": 9, \"variants\": [\"tictactoe\"]"), "9 random plies end a game of tic"},
    {KEY("\"random_plies\": 1, \"openings\": {\"file\": \"nine.txt\"}"), "t.json: random_plies: "},
    {KEY("\"deadlines\": {\"stop_ms\": 1}"), "t.json: deadlines.stop_ms: unknown key"},
    {KEY("\"deadlines\": {\"move_ms\": 0}"), "t.json: deadlines.move_ms: 0 is not from 1"},
    {KEY("\"adjudicate\": {\"draw\": {\"plies\": 1, \"score_cp\": 1}}"),
     "t.json: adjudicate.draw: needs from_ply"},
    {KEY("\"adjudicate\": {\"resign\": {\"plies\": 1}}"), "adjudicate.resign: needs score_cp"},
    {KEY("\"adjudicate\": {\"resign\": {}}"), "t.json: adjudicate.resign: needs plies"},
    {KEY("\"adjudicate\": {\"resign\": {\"plies\": 0, \"score_cp\": 1}}"),
     "t.json: adjudicate.resign.plies: 0 is not from 1"},
    {KEY("\"adjudicate\": {\"resign\": {\"plies\": 2, \"score_cp\": 1, \"x\": 1}}"),
     "t.json: adjudicate.resign.x: unknown key"},
    {KEY("\"adjudicate\": {\"win\": 1}"), "t.json: adjudicate.win: unknown key"},
    {KEY("\"adjudicate\": []"), "t.json: adjudicate: must be an object"},
    {KEY("\"openings\": {}"), "t.json: openings: needs a file"},
    {KEY("\"openings\": {\"order\": \"random\"}"), "t.json: openings: needs a file"},
    {KEY("\"openings\": {\"file\": \"nine.txt\", \"order\": \"up\"}"),
     "t.json: openings.order: \"up\" is none of"},
    {KEY("\"openings\": {\"file\": \"nine.txt\", \"start\": 3}"),
     "t.json: openings.start: unknown key"},
    {KEY("\"openings\": {\"chess\": {\"file\": \"nine.txt\"}}"),
     "t.json: openings.chess: is no kn"},
    {KEY("\"openings\": {\"dara\": {\"order\": \"random\"}}"),
     "t.json: openings.dara: needs a file"},
    {KEY("\"openings\": {\"nine_mens_morris\": \"nine.txt\"}"), "must be an object"},
    {KEY("\"openings\": {\"file\": \"none.txt\"}"), "none.txt: cannot open"},
    {KEY("\"openings\": {\"file\": \"bad.txt\"}"), "bad.txt:2: "},
    {"{\"name\": \"x\", \"engines\": [], \"limit\": {\"depth\": 1}}", "engines: needs from 2"},
    {"{\"name\": \"x\", \"engines\": [{" GOOD "}]}", "t.json: engines: needs from 2 to 256"},
    {ENGINE("\"name\": \"a\", \"command\": [\"sh\"], \"limit\": {\"depth\": 1}"),
     "t.json: engines[1].name: \"a\" is the name of engines[0] already"},
    {ENGINE("\"command\": [\"sh\"], \"limit\": {\"depth\": 1}"), "engines[1]: needs a name"},
    {ENGINE("\"name\": \"b\\u0007\", \"command\": [\"sh\"]"),
     "engines[1].name: must hold no contr"},
    {ENGINE("\"name\": \"b\\u0085\", \"command\": [\"sh\"]"),
     "engines[1].name: must hold no contr"},
    {ENGINE("\"name\": \" b\", \"command\": [\"sh\"]"), "engines[1].name: must not begin or end"},
    {ENGINE("\"name\": \"b\", \"limit\": {\"depth\": 1}"), "engines[1]: needs a command"},
    {ENGINE("\"name\": \"b\", \"command\": []"), "t.json: engines[1].command: needs a command"},
    {ENGINE("\"name\": \"b\", \"command\": [\"\"]"),
     "t.json: engines[1].command[0]: must be a text"},
    {ENGINE("\"name\": \"b\", \"command\": [\"sh\", 1]"), "t.json: engines[1].command[1]: must be"},
    {ENGINE("\"name\": \"b\", \"command\": \"sh\""), "t.json: engines[1].command: must be a list"},
    {ENGINE("\"name\": \"b\", \"command\": [\"sh\"]"), "t.json: engines[1]: needs a limit"},
    {ENGINE(GOOD ", \"colour\": 1"), "t.json: engines[1].colour: unknown key"},
    {ENGINE(GOOD ", \"folder\": \"none\""), "t.json: engines[1].folder: "},
    {ENGINE(GOOD ", \"variants\": [\"chess\"]"), "t.json: engines[1].variants[0]: is no known"},
    {ENGINE(GOOD ", \"options\": {\"Hash\": 1.5}"), "t.json: engines[1].options.Hash: must be"},
    {ENGINE(GOOD ", \"options\": {\"Hash\": []}"), "t.json: engines[1].options.Hash: must be"},
    {ENGINE(GOOD ", \"options\": {\"Hash\": 1, \"hash\": 2}"), "options.hash: is given twice"},
    {ENGINE(GOOD ", \"options\": {\"UCI_Variant\": \"dara\"}"), "options.UCI_Variant: is set by"},
    {ENGINE(GOOD ", \"options\": {\"A\": \"x\\ny\"}"), "options.A: must hold no control"},
    {ENGINE("\"name\": \"b\", \"command\": [\"sh\"], \"limit\": {}"),
     "t.json: engines[1].limit: needs one of tc, movetime_ms, nodes, depth"},
    {ENGINE("\"name\": \"b\", \"command\": [\"sh\"], \"limit\": {\"margin_ms\": 5}"),
     "t.json: engines[1].limit: needs one of tc"},
    {ENGINE("\"name\": \"b\", \"command\": [\"sh\"], \"limit\": {\"tc\": \"x\"}"),
     "t.json: engines[1].limit.tc: \"x\" is no time control"},
    {ENGINE("\"name\": \"b\", \"command\": [\"sh\"], \"limit\": {\"depth\": 0}"),
     "t.json: engines[1].limit.depth: 0 is not from 1"},
    {ENGINE("\"name\": \"b\", \"command\": [\"sh\"], \"limit\": {\"time\": 1}"),
     "t.json: engines[1].limit.time: unknown key"},
    {ENGINE("\"name\": \"b\", \"command\": [\"sh\"], \"limit\": {\"margin_ms\": -1, \"depth\": 1}"),
     "t.json: engines[1].limit.margin_ms: -1 is not from 0"},
};

static void refuses_bad_files(void)
{
    Fixture fixture;
    fixture_open(&fixture);
    fixture_write(&fixture, "nine.txt",
                  strview_from("1**1**1/*1*1*1*/**1P1**/3*3/**3**/*1*1*1*/1**1**1"
                               "[PPPPPPPPppppppppp] b\n"));
    fixture_write(&fixture, "bad.txt", strview_from("# a comment\n3/3/3 w\n"));
    for (size_t i = 0; i < CASE_NB(BAD_FILES); i++) {
        Tournament *t = (Tournament *)&fixture;
        Problem problem = {0};
        Status status = fixture_load(&fixture, BAD_FILES[i].text, &t, &problem);
        CHECK(status != STATUS_OK && t == NULL, "%s", BAD_FILES[i].text);
        CHECK(strstr(problem.text, BAD_FILES[i].wanted) != NULL, "%s\n  %s", BAD_FILES[i].wanted,
              problem.text);
        CHECK(problem.status == status, "%s", BAD_FILES[i].text);
    }
    fixture_close(&fixture);
}

static void takes_odd_but_good_files(void)
{
    static const char *const CASES[] = {
        KEY("\"seed\": \"18446744073709551615\""),
        KEY("\"rounds\": 5e0"),
        KEY("\"concurrency\": 1024"),
        KEY("\"adjudicate\": {}"),
        KEY("\"deadlines\": {}"),
        KEY("\"adjudicate\": {\"max_plies\": 0}"),
        // A known variant that is not played: its file is not even looked for.
        KEY("\"openings\": {\"dara\": {\"file\": \"none.txt\"}}"),
        // Random plies for the variants that have no file.
        KEY("\"openings\": {\"nine_mens_morris\": {\"file\": \"nine.txt\"}}, \"random_plies\": 2,"
            " \"variants\": [\"dara\", \"nine_mens_morris\"]"),
        ENGINE(GOOD ", \"options\": {}, \"variants\": []"),
        ENGINE("\"name\": \"\\\"q\\\\\", \"command\": [\"none such\"], \"limit\": {\"nodes\": 1}"),
        "\xEF\xBB\xBF{\"name\": \"x\", " TWO "}\r\n",
    };
    Fixture fixture;
    fixture_open(&fixture);
    fixture_write(&fixture, "nine.txt",
                  strview_from("1**1**1/*1*1*1*/**1P1**/3*3/**3**/*1*1*1*/1**1**1"
                               "[PPPPPPPPppppppppp] b\n"));
    for (size_t i = 0; i < CASE_NB(CASES); i++) {
        Tournament *t;
        Problem problem = {0};
        Status status = fixture_load(&fixture, CASES[i], &t, &problem);
        CHECK(status == STATUS_OK, "%s: %s", CASES[i], problem.text);
        if (i == 0 && t != NULL) {
            CU_ASSERT_EQUAL(t->seed, UINT64_MAX);
        }
        if (i == 2 && t != NULL) {
            CU_ASSERT_STRING_NOT_EQUAL(t->note, "");
        }
        tournament_free(t);
    }
    fixture_close(&fixture);
}

static uint64_t digest_of(const Fixture *fixture, const char *json)
{
    Tournament *t = fixture_tournament(fixture, json);
    uint64_t digest = t->digest;
    tournament_free(t);
    return digest;
}

static void has_a_digest(void)
{
    Fixture fixture;
    fixture_open(&fixture);
    uint64_t digest = digest_of(&fixture, KEY("\"rounds\": 2, \"seed\": 1"));
    static const char *const SAME[] = {
        KEY("\"seed\": 1, \"rounds\": 2"),
        KEY("\n\t\"seed\": 1,   \"rounds\": 2"),
        KEY("\"rounds\": 2, \"seed\": 1, \"concurrency\": 2, \"output\": \"other\""),
    };
    static const char *const OTHER[] = {
        KEY("\"rounds\": 2, \"seed\": 2"),
        KEY("\"rounds\": 3, \"seed\": 1"),
        KEY("\"rounds\": 2, \"seed\": 1, \"games_per_pairing\": 2"),
    };
    for (size_t i = 0; i < CASE_NB(SAME); i++) {
        CHECK(digest_of(&fixture, SAME[i]) == digest, "%s", SAME[i]);
    }
    for (size_t i = 0; i < CASE_NB(OTHER); i++) {
        CHECK(digest_of(&fixture, OTHER[i]) != digest, "%s", OTHER[i]);
    }
    fixture_close(&fixture);
}

static void finds_programs(void)
{
    Fixture fixture;
    char path[FIXTURE_PATH_MAX];
    fixture_open(&fixture);
    fixture_write(&fixture, "only_here", strview_from("#!/bin/sh\n"));
    fixture_path(&fixture, "only_here", path);
    CU_ASSERT_EQUAL(chmod(path, 0755), 0);
    Tournament *t = fixture_tournament(
        &fixture, "{\"name\": \"x\", \"limit\": {\"depth\": 1}, \"engines\": ["
                  "{\"name\": \"path\", \"command\": [\"sh\"]},"
                  "{\"name\": \"beside\", \"command\": [\"test_arbiter_schedule\"]},"
                  "{\"name\": \"folder\", \"command\": [\"only_here\"]},"
                  "{\"name\": \"relative\", \"command\": [\"./engine 1/e\"]},"
                  "{\"name\": \"absolute\", \"command\": [\"/no/such/program\"]},"
                  "{\"name\": \"none\", \"command\": [\"no_such_program_at_all\"]}]}");
    CU_ASSERT_EQUAL(t->engines[0].program[0], '/');
    CU_ASSERT_EQUAL(access(t->engines[0].program, X_OK), 0);
    CU_ASSERT_EQUAL(t->engines[1].program[0], '/');
    CU_ASSERT_EQUAL(access(t->engines[1].program, X_OK), 0);
    check_path(t->engines[2].program, &fixture, "only_here");
    check_path(t->engines[3].program, &fixture, "./engine 1/e");
    CU_ASSERT_STRING_EQUAL(t->engines[4].program, "/no/such/program");
    CU_ASSERT_STRING_EQUAL(t->engines[5].program, "no_such_program_at_all");
    tournament_free(t);
    fixture_close(&fixture);
}

const TestCase TOURNAMENT_CASES[] = {
    {"reads every key", reads_every_key},
    {"has defaults", has_defaults},
    {"takes the output of the caller", takes_output_of_the_caller},
    {"refuses bad files with the place", refuses_bad_files},
    {"takes odd but good files", takes_odd_but_good_files},
    {"has a digest of what changes games", has_a_digest},
    {"finds programs", finds_programs},
    {NULL, NULL},
};
