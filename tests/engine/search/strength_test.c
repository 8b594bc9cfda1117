// SPDX-License-Identifier: MIT
// Weaker on purpose: the same seed plays the same, the lowest level plays anything, higher ones see
// a win on the move and beat lower ones, and limits hold.
#include "engine/search/strength.h"

#include "tests/engine/search/search_help.h"

#define NINE "nine_mens_morris"

static Move choice_of(Bench *bench, int elo, uint64_t seed)
{
    bench->settings.elo = elo;
    bench->settings.seed = seed;
    search_clear(bench->search);
    bench_run(bench, limits_depth(100));
    return bench->best;
}

static void test_seeds(void)
{
    static const int elos[] = {STRENGTH_LEAST, 1000, 1500, STRENGTH_MOST};
    Bench bench;
    bench_init(&bench, NINE, NULL, "d6 f4 d2 b4 e4 c4");
    for (size_t i = 0; i < sizeof(elos) / sizeof(elos[0]); i++) {
        int different_nb = 0;
        Move first = choice_of(&bench, elos[i], 0);
        for (uint64_t seed = 0; seed < 8; seed++) {
            Move move = choice_of(&bench, elos[i], seed);
            CHECK(move == choice_of(&bench, elos[i], seed), "%d: another move for seed %llu",
                  elos[i], (unsigned long long)seed);
            different_nb += move != first;
        }
        CHECK(different_nb > 0 || elos[i] >= 1500, "%d: seeds change nothing", elos[i]);
    }
    bench_release(&bench);
}

/// The anchor of the scale: every legal move has the same chance.
static void test_least(void)
{
    enum { DRAW_NB = 480 };
    int counts[POINT_MAX] = {0};
    Bench bench;
    bench_init(&bench, NINE, NULL, NULL);
    for (uint64_t seed = 0; seed < DRAW_NB; seed++) {
        counts[move_to(choice_of(&bench, STRENGTH_LEAST, seed))]++;
    }
    for (int point = 0; point < bench.variant->point_nb; point++) {
        CHECK(counts[point] >= 5 && counts[point] <= 45, "point %d: %d times instead of 20", point,
              counts[point]);
    }
    bench_release(&bench);
}

static void test_win_on_the_move(void)
{
    static const struct {
        const char *variant, *fen;
    } rows[] = {
        {"tictactoe", "pp1/3/PP1[PPPpp] w - - 0 3"},
        {NINE, "P**P**1/*1*1*1*/**p2**/3*2P/**3**/*1*p*1*/p**1**1[] w - - 0 40"},
        {"six_mens_morris", "P*P*1/*1p1*/2*1P/*p1p*/1*1*1[] w - - 0 40"},
    };
    static const int elos[] = {1500, 1800, STRENGTH_MOST};
    Bench bench;
    bench_init(&bench, NINE, NULL, NULL);
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        bench_set(&bench, rows[i].variant, rows[i].fen, NULL);
        for (uint64_t seed = 0; seed < 20; seed++) {
            choice_of(&bench, elos[seed % 3], seed);
            Position next = position_play(bench.variant, game_position(&bench.game), bench.best);
            bool wins = outcome_of_position(bench.variant, &next).result == RESULT_WHITE;
            bench.settings.elo = 0;
            search_clear(bench.search);
            bench_run(&bench, limits_depth(3));
            bool can_win = bench.last[0].score == SEARCH_MATE - 1;
            CHECK(can_win, "%s: there is no win", rows[i].variant);
            CHECK(wins, "%s: overlooked by %d", rows[i].variant, elos[seed % 3]);
        }
    }
    bench_release(&bench);
}

/// Points of the first of two levels, in half points, from games with both colours.
static int half_points_of(Bench *bench, int elo, int other, int game_nb)
{
    int half_points = 0;
    for (int game = 0; game < game_nb; game++) {
        bench_set(bench, NINE, NULL, NULL);
        while (bench->game.outcome.result == RESULT_NONE && bench->game.ply_nb < 200) {
            bool is_first = (int)(bench->game.ply_nb % 2) == game % 2;
            bench->settings.elo = is_first ? elo : other;
            bench->settings.seed = (uint64_t)game;
            bench_run(bench, limits_depth(100));
            game_play(&bench->game, bench->best);
        }
        Result result = bench->game.outcome.result;
        bool is_won = result == result_win_of(game % 2 == 0 ? SIDE_WHITE : SIDE_BLACK);
        half_points += is_won ? 2 : result == RESULT_WHITE || result == RESULT_BLACK ? 0 : 1;
    }
    return half_points;
}

static void test_order(void)
{
    static const int pairs[][2] = {{1000, STRENGTH_LEAST}, {1500, 1000}, {STRENGTH_MOST, 1500}};
    Bench bench;
    bench_init(&bench, NINE, NULL, NULL);
    for (size_t i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++) {
        int half_points = half_points_of(&bench, pairs[i][0], pairs[i][1], 20);
        CHECK(half_points >= 26, "%d against %d: %d half points of 40", pairs[i][0], pairs[i][1],
              half_points);
    }
    bench_release(&bench);
}

static void test_limits(void)
{
    Bench bench;
    bench_init(&bench, "dara", NULL, "c3 d4 b2");
    bench.settings.elo = STRENGTH_MOST;
    bench.settings.threads = 3;
    bench.settings.multipv = 5;
    SearchLimits limits = limits_nodes(200);
    bench_run(&bench, limits);
    CHECK(bench.last[0].nodes <= 200, "%llu nodes", (unsigned long long)bench.last[0].nodes);
    CHECK(bench.line_nb == 1, "%d lines", bench.line_nb);
    bench_run(&bench, limits_depth(1));
    CHECK(bench.last[0].depth == 1, "depth %d", bench.last[0].depth);
    limits = limits_none();
    limits.now = true;
    bench_run(&bench, limits);
    limits = limits_none();
    limits.movetime_ms = 1;
    int64_t start_ms = now_ms();
    bench_run(&bench, limits);
    CHECK(now_ms() - start_ms < 500, "%lld ms", (long long)(now_ms() - start_ms));
    Move wanted = bench_move(&bench, "a1");
    limits = limits_depth(3);
    limits.searchmoves = &wanted;
    limits.searchmoves_nb = 1;
    bench_run(&bench, limits);
    CHECK(bench.best == wanted, "another move than the one asked for");
    bench_release(&bench);
}

const TestCase STRENGTH_CASES[] = {
    {"seeds", test_seeds},
    {"the lowest level", test_least},
    {"a win on the move", test_win_on_the_move},
    {"the order of levels", test_order},
    {"limits", test_limits},
    {NULL, NULL},
};
