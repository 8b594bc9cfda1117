// SPDX-License-Identifier: MIT
#include "arbiter/results/standings.h"

#include <math.h>
#include <string.h>

#include "protocol/base/json.h"
#include "tests/arbiter/results/results_tests.h"

static void play(Tally *tally, int white, int black, int variant, Result result, int nb)
{
    Pairing pairing = {.white = white, .black = black, .variant = variant};
    for (int i = 0; i < nb; i++) {
        tally_add(tally, &pairing, result,
                  result == RESULT_BLACK ? TERMINATION_TIME : TERMINATION_NORMAL);
    }
}

static void ranks_engines(void)
{
    Fixture fixture;
    Tally tally;
    Standings standings;
    fixture_open(&fixture);
    Tournament *t = fixture_tournament(&fixture, RESULTS_TOURNAMENT);
    tally_init(&tally, 3, 4);
    play(&tally, 0, 1, 0, RESULT_BLACK, 3);
    play(&tally, 1, 0, 1, RESULT_DRAW, 2);
    play(&tally, 2, 0, 0, RESULT_BLACK, 1);
    play(&tally, 0, 2, 3, RESULT_DRAW, 1);
    standings_init(&standings, t, &tally);
    CU_ASSERT_EQUAL(standings.row_nb, 3);
    CU_ASSERT_EQUAL(standings.game_nb, 7);
    CU_ASSERT_EQUAL(standings.scheduled_nb, RESULTS_GAME_NB);
    const StandingsRow *first = &standings.rows[0];
    CU_ASSERT_EQUAL(first->engine, 1);
    CU_ASSERT_EQUAL(first->total.wins, 3);
    CU_ASSERT_EQUAL(first->total.draws, 2);
    CU_ASSERT_EQUAL(first->black.wins, 3);
    CU_ASSERT_EQUAL(first->white.draws, 2);
    CU_ASSERT_EQUAL(first->variants[0].wins, 3);
    CU_ASSERT_EQUAL(first->variants[1].draws, 2);
    const StandingsRow *second = &standings.rows[1];
    CU_ASSERT_EQUAL(second->engine, 0);
    CU_ASSERT_EQUAL(second->faults[TERMINATION_TIME], 3);
    CU_ASSERT_EQUAL(standings.rows[2].engine, 2);
    CU_ASSERT_EQUAL(standings.rows[2].faults[TERMINATION_TIME], 1);
    standings_release(&standings);
    tally_release(&tally);
    tournament_free(t);
    fixture_close(&fixture);
}

/// Equal ratings: by points, then by the order of the file, whatever rounding says.
static void keeps_the_order_of_the_file(void)
{
    Fixture fixture;
    Tally tally;
    Standings standings;
    fixture_open(&fixture);
    Tournament *t = fixture_tournament(&fixture, RESULTS_TOURNAMENT);
    tally_init(&tally, 3, 4);
    for (int games = 0; games < 3; games++) {
        standings_init(&standings, t, &tally);
        for (int i = 0; i < 3; i++) {
            CHECK(standings.rows[i].engine == i, "after %d draws", games);
        }
        standings_release(&standings);
        play(&tally, 2, 1, 0, RESULT_DRAW, 1);
        play(&tally, 1, 0, 0, RESULT_DRAW, 1);
        play(&tally, 0, 2, 0, RESULT_DRAW, 1);
    }
    tally_release(&tally);
    tournament_free(t);
    fixture_close(&fixture);
}

/// Every number in the tree is finite: what is not would have been written as null.
static bool has_null(const Json *json)
{
    bool found = json_kind(json) == JSON_NULL;
    for (const Json *e = json_first(json); e != NULL && !found; e = json_next(e)) {
        found = has_null(e);
    }
    return found;
}

static void writes_finite_json(void)
{
    Fixture fixture;
    char path[FIXTURE_PATH_MAX];
    fixture_open(&fixture);
    fixture_path(&fixture, "standings.json", path);
    Tournament *t = fixture_tournament(&fixture, RESULTS_TOURNAMENT);
    for (int kind = 0; kind < 4; kind++) { // nothing played, all won, all drawn, mixed
        Tally tally;
        StrBuf text;
        Json *json = NULL;
        Problem problem;
        tally_init(&tally, 3, 4);
        play(&tally, 0, 1, 0, RESULT_WHITE, kind == 1 || kind == 3 ? 100 : 0);
        play(&tally, 1, 2, 1, RESULT_DRAW, kind >= 2 ? 100 : 0);
        CU_ASSERT_EQUAL(standings_write(t, &tally, path, &problem), STATUS_OK);
        strbuf_init(&text);
        fixture_read(&fixture, "standings.json", &text);
        CU_ASSERT_EQUAL_FATAL(json_parse(strbuf_view(&text), "s", &json, &problem), STATUS_OK);
        CHECK(!has_null(json), "kind %d: a number is not finite", kind);
        CU_ASSERT_EQUAL(json_count(json_member(json, "standings")), 3);
        const Json *row = json_first(json_member(json, "standings"));
        static const char *const KEYS[] = {"rank",   "name",   "games",    "wins",     "draws",
                                           "losses", "points", "elo",      "error",    "elo_is",
                                           "white",  "black",  "variants", "losses_by"};
        for (size_t i = 0; i < sizeof KEYS / sizeof KEYS[0]; i++) {
            CHECK(json_member(row, KEYS[i]) != NULL, "no key %s", KEYS[i]);
        }
        double error = 0;
        CU_ASSERT_TRUE(json_to_double(json_member(row, "error"), &error));
        CU_ASSERT_TRUE(error > 0);
        CU_ASSERT_PTR_NOT_NULL(json_member(json, "elo_model"));
        json_free(json);
        strbuf_release(&text);
        tally_release(&tally);
    }
    tournament_free(t);
    fixture_close(&fixture);
}

const TestCase STANDINGS_CASES[] = {
    {"ranks engines", ranks_engines},
    {"keeps the order of the file", keeps_the_order_of_the_file},
    {"writes finite JSON", writes_finite_json},
    {NULL, NULL},
};
