// SPDX-License-Identifier: MIT
#include "arbiter/schedule/schedule.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/arbiter/fixture.h"
#include "tests/arbiter/schedule/schedule_tests.h"

#define ENGINES_MAX 11
#define VARIANTS_MAX 3
#define OPENINGS_MAX 32

/// A tournament of which only the schedule is asked.
static Tournament plan(Format format, int engines, int variants, int rounds, int games)
{
    return (Tournament){.format = format,
                        .engine_nb = engines,
                        .variant_nb = variants,
                        .rounds = rounds,
                        .games_per_pairing = games};
}

static void has_the_right_size(void)
{
    static const struct {
        Format format;
        int engines, variants, rounds, games, wanted;
    } CASES[] = {
        {FORMAT_ROUND_ROBIN, 5, 1, 3, 2, 60}, // three openings, each with both colours
        {FORMAT_GAUNTLET, 5, 1, 3, 2, 24},    {FORMAT_ROUND_ROBIN, 3, 1, 1, 1, 3},
        {FORMAT_ROUND_ROBIN, 2, 1, 1, 1, 1},  {FORMAT_GAUNTLET, 2, 2, 5, 3, 30},
        {FORMAT_ROUND_ROBIN, 4, 3, 1, 2, 36},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        Tournament t = plan(CASES[i].format, CASES[i].engines, CASES[i].variants, CASES[i].rounds,
                            CASES[i].games);
        CHECK(schedule_game_nb(&t) == CASES[i].wanted, "case %zu: %d", i,
              (int)schedule_game_nb(&t));
    }
}

typedef struct Counts {
    int met[VARIANTS_MAX][ENGINES_MAX][ENGINES_MAX]; // [variant][white][black]
    int opened[VARIANTS_MAX][ENGINES_MAX][ENGINES_MAX][OPENINGS_MAX];
    int whites[ENGINES_MAX], games[ENGINES_MAX];
} Counts;

static void count(const Tournament *t, Counts *counts)
{
    memset(counts, 0, sizeof *counts);
    for (int64_t i = 0; i < schedule_game_nb(t); i++) {
        Pairing p = schedule_pairing(t, i);
        counts->met[p.variant][p.white][p.black]++;
        counts->opened[p.variant][p.white][p.black][p.opening]++;
        counts->whites[p.white]++;
        counts->games[p.white]++;
        counts->games[p.black]++;
    }
}

static void check_meetings(const Tournament *t, const Counts *counts, const char *name)
{
    int opening_nb = t->rounds * ((t->games_per_pairing + 1) / 2);
    for (int v = 0; v < t->variant_nb; v++) {
        for (int a = 0; a < t->engine_nb; a++) {
            for (int b = 0; b < a; b++) {
                bool meet = t->format == FORMAT_ROUND_ROBIN || b == 0;
                int nb = counts->met[v][a][b] + counts->met[v][b][a];
                int odd = abs(counts->met[v][a][b] - counts->met[v][b][a]);
                CHECK(nb == (meet ? t->rounds * t->games_per_pairing : 0), "%s: %d-%d %d times",
                      name, a, b, nb);
                CHECK(odd <= t->games_per_pairing % 2, "%s: %d-%d colours %d", name, a, b, odd);
                for (int o = 0; meet && o < opening_nb; o++) {
                    int white = counts->opened[v][a][b][o];
                    int black = counts->opened[v][b][a][o];
                    bool even = t->games_per_pairing % 2 == 0;
                    CHECK(even ? white == 1 && black == 1 : white + black >= 1,
                          "%s: %d-%d opening %d: %d+%d", name, a, b, o, white, black);
                }
            }
        }
    }
}

/// Nobody has White more often than is unavoidable.
static void check_colours(const Tournament *t, const Counts *counts, const char *name)
{
    bool every_pair_even = t->games_per_pairing % 2 == 0;
    for (int e = 0; e < t->engine_nb; e++) {
        int uneven = abs(2 * counts->whites[e] - counts->games[e]);
        int allowed = every_pair_even ? 0 : 1;
        CHECK(uneven <= allowed, "%s: engine %d: %d of %d with White", name, e, counts->whites[e],
              counts->games[e]);
    }
}

static void meets_all_with_both_colours(void)
{
    Counts *counts = malloc(sizeof *counts);
    for (int format = FORMAT_ROUND_ROBIN; format <= FORMAT_GAUNTLET; format++) {
        for (int engines = 2; engines <= ENGINES_MAX; engines++) {
            for (int games = 1; games <= 5; games++) {
                for (int rounds = 1; rounds <= 4; rounds++) {
                    for (int variants = 1; variants <= VARIANTS_MAX; variants++) {
                        char name[80];
                        Tournament t = plan((Format)format, engines, variants, rounds, games);
                        snprintf(name, sizeof name, "format %d, %d engines, %d games, %d rounds",
                                 format, engines, games, rounds);
                        count(&t, counts);
                        check_meetings(&t, counts, name);
                        check_colours(&t, counts, name);
                    }
                }
            }
        }
    }
    free(counts);
}

static void pairs_games(void)
{
    for (int games = 1; games <= 5; games++) {
        Tournament t = plan(FORMAT_ROUND_ROBIN, 5, 2, 3, games);
        int64_t next_pair = 0;
        Pairing last = {.index = -1, .pair = -1};
        for (int64_t i = 0; i < schedule_game_nb(&t); i++) {
            Pairing p = schedule_pairing(&t, i);
            CHECK(p.index == i, "index %d", (int)i);
            if (p.pair == last.pair) {
                CHECK(p.white == last.black && p.black == last.white && p.opening == last.opening &&
                          p.variant == last.variant && p.round == last.round,
                      "game %d does not mirror the one before", (int)i);
            } else {
                CHECK(p.pair == next_pair, "game %d: pair %d", (int)i, (int)p.pair);
                next_pair++;
            }
            CHECK(p.round >= last.round, "game %d: round %d", (int)i, p.round);
            last = p;
        }
    }
}

/// Each turn of the circle has every engine at most once, so that engines get their rest evenly.
static void plays_in_turns(void)
{
    for (int engines = 2; engines <= ENGINES_MAX; engines++) {
        Tournament t = plan(FORMAT_ROUND_ROBIN, engines, 1, 1, 1);
        int tables = engines / 2;
        for (int64_t i = 0; i < schedule_game_nb(&t); i += tables) {
            bool seen[ENGINES_MAX] = {false};
            for (int64_t j = i; j < i + tables; j++) {
                Pairing p = schedule_pairing(&t, j);
                CHECK(!seen[p.white] && !seen[p.black], "%d engines, game %d", engines, (int)j);
                seen[p.white] = seen[p.black] = true;
            }
        }
    }
}

static void opens_games(void)
{
    Fixture fixture;
    fixture_open(&fixture);
    fixture_write(&fixture, "o.txt",
                  strview_from("3/3/P2[PPPPpppp] b\n3/3/1P1[PPPPpppp] b\n3/3/2P[PPPPpppp] b\n"));
    Tournament *t = fixture_tournament(
        &fixture,
        "{\"name\": \"x\", \"rounds\": 4, \"variants\": [\"tictactoe\", \"dara\", \"achi\"], "
        "\"random_plies\": 3, \"limit\": {\"depth\": 1}, "
        "\"openings\": {\"tictactoe\": {\"file\": \"o.txt\", \"order\": \"sequential\"}}, "
        "\"engines\": [{\"name\": \"a\", \"command\": [\"a\"]}, {\"name\": \"b\", \"command\": "
        "[\"b\"]}, {\"name\": \"c\", \"command\": [\"c\"]}]}");
    int64_t nb = schedule_game_nb(t);
    CU_ASSERT_EQUAL(nb, 4 * 3 * 3 * 2);
    for (int64_t i = 0; i < nb; i++) {
        Pairing p = schedule_pairing(t, i);
        Position first = schedule_opening(t, &p);
        if (p.variant == 0) {
            const Position *wanted = &t->openings[0].positions[p.opening % 3];
            CHECK(position_same(&first, wanted), "game %d: another opening", (int)i);
        } else {
            CHECK(first.move_number == 2 && first.side == SIDE_BLACK, "game %d: no 3 plies",
                  (int)i);
        }
        for (int64_t j = 0; j < i; j++) {
            Pairing q = schedule_pairing(t, j);
            Position other = schedule_opening(t, &q);
            if (q.variant == p.variant && q.opening == p.opening) {
                CHECK(position_same(&first, &other), "games %d and %d", (int)i, (int)j);
            }
        }
    }
    tournament_free(t);
    fixture_close(&fixture);
}

static void opens_at_the_start(void)
{
    Fixture fixture;
    fixture_open(&fixture);
    Tournament *t = fixture_tournament(
        &fixture, "{\"name\": \"x\", \"limit\": {\"depth\": 1}, \"engines\": [{\"name\": \"a\", "
                  "\"command\": [\"a\"]}, {\"name\": \"b\", \"command\": [\"b\"]}]}");
    Pairing p = schedule_pairing(t, 1);
    Position first = schedule_opening(t, &p);
    Position start = position_start(t->variants[0]);
    CU_ASSERT_EQUAL(memcmp(&first, &start, sizeof first), 0);
    tournament_free(t);
    fixture_close(&fixture);
}

const TestCase SCHEDULE_CASES[] = {
    {"has the right size", has_the_right_size},
    {"meets all with both colours", meets_all_with_both_colours},
    {"pairs games", pairs_games},
    {"plays in turns", plays_in_turns},
    {"opens games", opens_games},
    {"opens at the start", opens_at_the_start},
    {NULL, NULL},
};
