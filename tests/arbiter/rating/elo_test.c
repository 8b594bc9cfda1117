// SPDX-License-Identifier: MIT
#include "arbiter/rating/elo.h"

#include <math.h>
#include <stdlib.h>

#include "protocol/base/memory.h"
#include "protocol/base/random.h"
#include "tests/arbiter/rating/rating_tests.h"

#define CASE_NB(cases) (sizeof(cases) / sizeof(cases)[0])
#define PLAYERS_MAX 8

/// Games between two players, as the first sees them.
typedef struct Score {
    int first, second;
    Wdl wdl;
} Score;

static void add_score(Tally *tally, const Score *score)
{
    const struct {
        int64_t nb;
        Result as_white, as_black;
    } parts[] = {{score->wdl.wins, RESULT_WHITE, RESULT_BLACK},
                 {score->wdl.draws, RESULT_DRAW, RESULT_DRAW},
                 {score->wdl.losses, RESULT_BLACK, RESULT_WHITE}};
    for (int part = 0; part < 3; part++) {
        for (int64_t i = 0; i < parts[part].nb; i++) {
            bool swapped = i % 2 == 1;
            Pairing pairing = {.white = swapped ? score->second : score->first,
                               .black = swapped ? score->first : score->second};
            tally_add(tally, &pairing, swapped ? parts[part].as_black : parts[part].as_white,
                      TERMINATION_NORMAL);
        }
    }
}

static void fit(int player_nb, const Score scores[], size_t score_nb, EloRating out[])
{
    Tally tally;
    tally_init(&tally, player_nb, 1);
    for (size_t i = 0; i < score_nb; i++) {
        add_score(&tally, &scores[i]);
    }
    elo_fit(&tally, out);
    tally_release(&tally);
}

static bool near(double a, double b, double distance)
{
    return fabs(a - b) <= distance;
}

/// Ratings by a Newton solve with beta = ln 10 / 400, errors from the Fisher information without a
/// draw term: a table made with other tools. Its errors are on the scale of Ordo, on which 202
/// points, not 200.24, are a share of 76 %.
static void equals_the_table(void)
{
    static const Score SCORES[] = {{0, 1, {12, 4, 4}}, {0, 2, {14, 4, 2}}, {0, 3, {16, 2, 2}},
                                   {1, 2, {10, 6, 4}}, {1, 3, {13, 4, 3}}, {2, 3, {9, 6, 5}}};
    static const double ELO[] = {174.0369, 37.5069, -69.7243, -141.8195};
    static const double ERROR[] = {82.5, 72.3, 73.2, 78.2};
    EloRating ratings[4];
    const double scale = 200.24094 / 202;
    fit(4, SCORES, CASE_NB(SCORES), ratings);
    for (int i = 0; i < 4; i++) {
        CHECK(near(ratings[i].elo, ELO[i], 0.0001), "player %d: %.5f", i, ratings[i].elo);
        CHECK(near(ratings[i].error95, scale * ERROR[i], 0.06), "player %d: +-%.3f", i,
              ratings[i].error95);
        CHECK(ratings[i].bound == ELO_EXACT, "player %d: bound", i);
    }
}

static void fits_two_players(void)
{
    static const struct {
        Wdl wdl;
        double elo;
    } CASES[] = {
        {{76, 123, 89}, -15.6935}, {{136, 111, 96}, 40.7025}, {{34, 0, 356}, -407.9884},
        {{26, 10, 14}, 85.0432},   {{12, 4, 4}, 147.1907},    {{880, 1863, 759}, 12.0093},
    };
    for (size_t i = 0; i < CASE_NB(CASES); i++) {
        EloRating ratings[2];
        Score score = {0, 1, CASES[i].wdl};
        fit(2, &score, 1, ratings);
        double difference = ratings[0].elo - ratings[1].elo;
        CHECK(near(difference, CASES[i].elo, 0.0005), "case %zu: %.5f", i, difference);
        CHECK(near(ratings[0].elo, -ratings[1].elo, 1e-6), "case %zu: mean", i);
    }
}

static void is_certain_of_nothing(void)
{
    Score draws = {0, 1, {0, 10, 0}};
    EloRating ratings[3];
    fit(2, &draws, 1, ratings);
    CU_ASSERT_TRUE(near(ratings[0].elo, 0, 1e-9));
    CHECK(near(ratings[0].error95, 107.67, 0.01), "+-%.3f", ratings[0].error95);
    Score all_draws[] = {{0, 1, {0, 10, 0}}, {0, 2, {0, 10, 0}}, {1, 2, {0, 10, 0}}};
    fit(3, all_draws, 3, ratings);
    for (int i = 0; i < 3; i++) {
        CU_ASSERT_TRUE(near(ratings[i].elo, 0, 1e-9));
        CU_ASSERT_TRUE(ratings[i].error95 > 50);
        CU_ASSERT_EQUAL(ratings[i].bound, ELO_EXACT);
    }
    fit(3, NULL, 0, ratings);
    for (int i = 0; i < 3; i++) {
        CU_ASSERT_TRUE(near(ratings[i].elo, 0, 1e-9));
        CHECK(ratings[i].error95 > 300, "+-%.1f without games", ratings[i].error95);
        CU_ASSERT_EQUAL(ratings[i].bound, ELO_OPEN);
    }
}

/// A player that lost everything is put below, and says nothing about the others.
static void is_not_spoilt_by_a_loser(void)
{
    Score scores[] = {{0, 1, {4, 0, 2}}, {0, 2, {3, 0, 0}}, {1, 2, {3, 0, 0}}};
    EloRating ratings[3];
    fit(3, scores, 3, ratings);
    CHECK(near(ratings[0].elo - ratings[1].elo, 120.412, 0.001), "%.4f",
          ratings[0].elo - ratings[1].elo);
    CU_ASSERT_EQUAL(ratings[0].bound, ELO_EXACT);
    CU_ASSERT_EQUAL(ratings[1].bound, ELO_EXACT);
    CU_ASSERT_EQUAL(ratings[2].bound, ELO_BELOW);
    CHECK(ratings[2].elo < ratings[1].elo - 100, "%.1f", ratings[2].elo);
    CHECK(ratings[2].elo > -2000, "%.1f", ratings[2].elo);
    CU_ASSERT_TRUE(ratings[2].error95 > ratings[0].error95);
    CU_ASSERT_TRUE(near(ratings[0].elo + ratings[1].elo + ratings[2].elo, 0, 1e-6));
}

static void knows_bounds(void)
{
    EloRating ratings[5];
    Score sweep = {0, 1, {20, 0, 0}};
    fit(2, &sweep, 1, ratings);
    CU_ASSERT_EQUAL(ratings[0].bound, ELO_ABOVE);
    CU_ASSERT_EQUAL(ratings[1].bound, ELO_BELOW);
    CHECK(ratings[0].elo > 200 && ratings[0].elo < 600, "%.1f", ratings[0].elo);
    // More wins say more.
    Score longer = {0, 1, {200, 0, 0}};
    EloRating more[2];
    fit(2, &longer, 1, more);
    CHECK(more[0].elo > ratings[0].elo, "%.1f after %.1f", more[0].elo, ratings[0].elo);
    // A group above, a group below, one that met nobody; nobody's inside depends on the others.
    Score groups[] = {{0, 1, {2, 0, 1}}, {0, 2, {5, 0, 0}}, {1, 3, {5, 0, 0}}, {2, 3, {3, 0, 3}}};
    fit(5, groups, 4, ratings);
    CHECK(near(ratings[0].elo - ratings[1].elo, 120.412, 0.001), "%.4f",
          ratings[0].elo - ratings[1].elo);
    CU_ASSERT_TRUE(near(ratings[2].elo, ratings[3].elo, 1e-6));
    CU_ASSERT_EQUAL(ratings[2].bound, ELO_EXACT); // the group with the most games inside
    CU_ASSERT_EQUAL(ratings[0].bound, ELO_ABOVE);
    CU_ASSERT_EQUAL(ratings[1].bound, ELO_ABOVE);
    CU_ASSERT_EQUAL(ratings[4].bound, ELO_OPEN);
    CU_ASSERT_STRING_EQUAL(elo_bound_text(ELO_BELOW), "below");
}

/// Whatever the results: finite, errors above 0, mean 0, and without a bound everyone's expected
/// points are its points.
static void is_always_finite(void)
{
    Random random;
    random_init(&random, 5);
    for (int run = 0; run < 300; run++) {
        int nb = 2 + (int)random_below(&random, PLAYERS_MAX - 1);
        EloRating ratings[PLAYERS_MAX];
        Tally tally;
        tally_init(&tally, nb, 1);
        uint64_t density = 1 + random_below(&random, 10);
        int64_t most = run % 3 == 0 ? 2 : run % 3 == 1 ? 30 : 3000;
        for (int i = 0; i < nb; i++) {
            for (int j = 0; j < i; j++) {
                if (random_below(&random, 10) < density) {
                    Score score = {i, j, {0}};
                    int64_t *parts[] = {&score.wdl.wins, &score.wdl.draws, &score.wdl.losses};
                    for (int p = 0; p < 3; p++) {
                        bool some = random_below(&random, 2) == 0;
                        *parts[p] = some ? (int64_t)random_below(&random, (uint64_t)most) : 0;
                    }
                    add_score(&tally, &score);
                }
            }
        }
        elo_fit(&tally, ratings);
        double sum = 0;
        for (int i = 0; i < nb; i++) {
            CHECK(isfinite(ratings[i].elo) && fabs(ratings[i].elo) < 20000, "run %d: %f", run,
                  ratings[i].elo);
            CHECK(isfinite(ratings[i].error95) && ratings[i].error95 > 0, "run %d: +-%f", run,
                  ratings[i].error95);
            sum += ratings[i].elo;
            double surplus = wdl_points(tally_of_engine(&tally, i, TALLY_ALL));
            bool exact = true;
            for (int j = 0; j < nb; j++) {
                double games = (double)wdl_games(tally_between(&tally, i, j, TALLY_ALL));
                surplus -= i == j ? 0 : games * elo_expectation(ratings[i].elo - ratings[j].elo);
                exact = exact && ratings[j].bound == ELO_EXACT;
            }
            CHECK(!exact || fabs(surplus) < 1e-5, "run %d: player %d is off by %g points", run, i,
                  surplus);
        }
        CHECK(fabs(sum) < 1e-6, "run %d: sum %g", run, sum);
        tally_release(&tally);
    }
}

static void ends_on_extremes(void)
{
    static const Wdl CASES[] = {{2000000, 0, 1}, {0, 1, 2000000}, {1, 0, 1}, {0, 1, 0}};
    for (size_t i = 0; i < CASE_NB(CASES); i++) {
        EloRating ratings[2];
        Score score = {0, 1, CASES[i]};
        fit(2, &score, 1, ratings);
        CHECK(isfinite(ratings[0].elo) && isfinite(ratings[0].error95), "case %zu", i);
        double games = (double)wdl_games(CASES[i]);
        double expected = games * elo_expectation(ratings[0].elo - ratings[1].elo);
        CHECK(near(expected, wdl_points(CASES[i]), 0.001), "case %zu: %f", i, expected);
    }
    Tally tally;
    EloRating *many = memory_new(TOURNAMENT_ENGINES_MAX, sizeof *many);
    tally_init(&tally, 100, 1);
    for (int i = 0; i < 100; i++) {
        for (int j = 0; j < i; j++) {
            Score score = {i, j, {1, i % 3, j % 2}};
            add_score(&tally, &score);
        }
    }
    elo_fit(&tally, many);
    for (int i = 1; i < 100; i++) {
        CHECK(isfinite(many[i].elo), "player %d", i);
    }
    tally_release(&tally);
    free(many);
}

/// Two players by the spread of their results: a table made with other tools.
static void rates_two_players_alone(void)
{
    static const struct {
        Wdl wdl;
        double elo, error95;
    } CASES[] = {
        {{76, 123, 89}, -15.6935, 30.4580},   {{136, 111, 96}, 40.7025, 30.4272},
        {{34, 0, 356}, -407.9884, 63.16},     {{26, 10, 14}, 85.0432, 90.3830},
        {{12, 4, 4}, 147.1907, 160.6746},     {{20, 10, 10}, 88.7395, 98.2503},
        {{300, 100, 100}, 147.1907, 29.1038}, {{880, 1863, 759}, 12.0093, 7.8729},
    };
    static const Wdl NOTHING[] = {{0, 0, 0}, {5, 0, 0}, {0, 5, 0}, {0, 0, 5}, {1, 1, 0}};
    for (size_t i = 0; i < CASE_NB(CASES); i++) {
        double elo = NAN, error95 = NAN;
        CU_ASSERT_TRUE(elo_of_wdl(CASES[i].wdl, &elo, &error95));
        CHECK(near(elo, CASES[i].elo, 0.0006), "case %zu: %.5f", i, elo);
        CHECK(near(error95, CASES[i].error95, 0.006), "case %zu: +-%.5f", i, error95);
        CHECK(elo_of_wdl(wdl_reverse(CASES[i].wdl), &elo, &error95) &&
                  near(elo, -CASES[i].elo, 0.0006),
              "case %zu reversed: %.5f", i, elo);
    }
    for (size_t i = 0; i < CASE_NB(NOTHING); i++) {
        double elo = 1, error95 = 2;
        CHECK(!elo_of_wdl(NOTHING[i], &elo, &error95) && elo == 1 && error95 == 2, "case %zu", i);
    }
}

static void expects_points(void)
{
    CU_ASSERT_TRUE(near(elo_expectation(0), 0.5, 1e-12));
    CU_ASSERT_TRUE(near(elo_expectation(400), 10.0 / 11, 1e-12));
    CU_ASSERT_TRUE(near(elo_expectation(-400), 1.0 / 11, 1e-12));
    CU_ASSERT_EQUAL(elo_expectation(1e9), 1);
    CU_ASSERT_EQUAL(elo_expectation(-1e9), 0);
}

const TestCase ELO_CASES[] = {
    {"equals the table of four players", equals_the_table},
    {"fits two players", fits_two_players},
    {"is certain of nothing", is_certain_of_nothing},
    {"is not spoilt by a player without a point", is_not_spoilt_by_a_loser},
    {"knows what is a bound only", knows_bounds},
    {"is always finite", is_always_finite},
    {"ends on extremes", ends_on_extremes},
    {"rates two players alone", rates_two_players_alone},
    {"expects points", expects_points},
    {NULL, NULL},
};
