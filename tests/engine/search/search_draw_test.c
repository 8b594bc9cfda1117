// SPDX-License-Identifier: MIT
// Draws that depend on the way: repetition with the game's history, and the limit of quiet plies.
#include "protocol/rules/movegen.h"
#include "tests/engine/search/search_help.h"

#define NINE "nine_mens_morris"
#define QUIET_GAME(quiet) "P**1**1/*1*P*1*/**p2**/1p1*3/**2P**/*1*1*P*/p**1**p[] w - - " quiet " 1"

static int score_of_move(Bench *bench, const char *token, int depth)
{
    Move move = bench_move(bench, token);
    SearchLimits limits = limits_depth(depth);
    limits.searchmoves = &move;
    limits.searchmoves_nb = 1;
    bench_run(bench, limits);
    CHECK(bench->best == move, "%s was asked for", token);
    return bench->last[0].score;
}

static void test_third_occurrence(void)
{
    Bench bench;
    bench_init(&bench, NINE, QUIET_GAME("0"), "a7d7 a1d1 d7a7 d1a1 a7d7 a1d1 d7a7");
    CHECK(score_of_move(&bench, "d1a1", 5) == 0, "the third time is a draw, not %d",
          bench.last[0].score);
    CHECK(bench.last[0].pv_nb == 1, "and the end: a line of %d moves", bench.last[0].pv_nb);
    CHECK(score_of_move(&bench, "g1g4", 5) != 0, "other moves go on");
    // One cycle less: the same move leads to the second occurrence, which is no draw before the
    // root.
    bench_set(&bench, NINE, QUIET_GAME("0"), "a7d7 a1d1 d7a7");
    score_of_move(&bench, "d1a1", 5);
    CHECK(bench.last[0].pv_nb > 1, "the second time does not end the game");
    bench_release(&bench);
}

static void test_repetition_numbers(void)
{
    Bench bench;
    Problem problem = {.text = ""};
    bench_init(&bench, NINE, NULL, NULL);
    Status status =
        variant_set_load(&bench.set, TEST_DATA "/variants/odd_second_time.json", &problem);
    CHECK(status == STATUS_OK, "%s", problem.text);
    status = variant_set_load(&bench.set, TEST_DATA "/engine/endless_nine.json", &problem);
    CHECK(status == STATUS_OK, "%s", problem.text);
    bench_set(&bench, "odd_second_time", "Pp1/1P1/2p[Pp] w - - 0 1", NULL);
    CHECK(bench.variant->rules.repetition == 2, "repetition %d", bench.variant->rules.repetition);
    bench_set(&bench, "odd_second_time", "PpP/2p/pP1[] w - - 0 1", "a3a2 b3a3 a2b2");
    CHECK(score_of_move(&bench, "a3b3", 4) != 0 || bench.last[0].pv_nb > 1,
          "not the same men: no draw");
    bench_set(&bench, "odd_second_time", "PpP/2p/pP1[] w - - 0 1", "a3a2 c2b2 a2a3");
    CHECK(score_of_move(&bench, "b2c2", 4) == 0, "the second time is a draw: %d",
          bench.last[0].score);
    CHECK(bench.last[0].pv_nb == 1, "and the end");
    bench_set(&bench, "endless_nine", QUIET_GAME("0"),
              "a7d7 a1d1 d7a7 d1a1 a7d7 a1d1 d7a7 d1a1 a7d7 a1d1 d7a7 d1a1 a7d7 a1d1 d7a7");
    bench_run(&bench, limits_depth(5));
    score_of_move(&bench, "d1a1", 5);
    CHECK(bench.last[0].pv_nb > 1, "no number ends this game");
    bench_release(&bench);
}

/// The limit of quiet plies, with a table that knows the position from long before the limit.
static void test_limit(void)
{
    Bench bench;
    bench_init(&bench, NINE, QUIET_GAME("0"), NULL);
    bench_run(&bench, limits_depth(8));
    bench_set(&bench, NINE, QUIET_GAME("99"), NULL);
    bench_run(&bench, limits_depth(8));
    CHECK(bench.last[0].score == 0, "one ply before the limit: %d", bench.last[0].score);
    CHECK(bench.last[0].pv_nb == 1, "a line of %d", bench.last[0].pv_nb);
    bench_set(&bench, NINE, QUIET_GAME("97"), NULL);
    bench_run(&bench, limits_depth(8));
    CHECK(bench.last[0].score == 0, "three plies before the limit: %d", bench.last[0].score);
    CHECK(bench.last[0].pv_nb == 3, "a line of %d", bench.last[0].pv_nb);
    // A man to be taken puts the limit off.
    bench_set(&bench, NINE, "P**P**1/*1*1*p*/**p2**/1p1*2P/**2P**/*1*1*P*/p**1**p[] w - - 99 60",
              NULL);
    bench_run(&bench, limits_depth(6));
    CHECK(move_is_capture(bench.best), "the only way on is taken");
    CHECK(bench.last[0].score > 0, "%d", bench.last[0].score);
    bench_release(&bench);
}

static void test_finished(void)
{
    static const struct {
        const char *what, *variant, *fen;
        int score;
    } ENDS[] = {
        {"the limit is reached", NINE, QUIET_GAME("100"), 0},
        {"blocked", NINE, "p**P**P/*1*p*p*/**1p1**/P1p*3/**p1P**/*P*P*p*/P**p**P[] w - - 0 1", 1},
        {"a line stands", "tictactoe", "3/pp1/PPP[PPpp] b - - 0 1", -SEARCH_MATE},
        {"a full board", "tictactoe", "PpP/PpP/pPp[] b - - 0 1", 0},
        {"too few men", NINE, "P**P**1/*1*1*1*/**3**/3*3/**3**/*1*p*1*/p**1**p[] w - - 0 1",
         -SEARCH_MATE},
        {"too few men of the other side", NINE,
         "P**P**1/*1*1*1*/**3**/3*3/**3**/*1*p*1*/p**1**p[] b - - 0 1", SEARCH_MATE},
    };
    Bench bench;
    bench_init(&bench, NINE, NULL, NULL);
    for (size_t i = 0; i < sizeof(ENDS) / sizeof(ENDS[0]); i++) {
        bench_set(&bench, ENDS[i].variant, ENDS[i].fen, NULL);
        if (bench.game.outcome.result == RESULT_NONE) {
            CHECK(ENDS[i].score == 1, "%s: not over", ENDS[i].what);
            continue;
        }
        bench_run(&bench, limits_depth(5));
        CHECK(bench.last[0].score == ENDS[i].score, "%s: %d", ENDS[i].what, bench.last[0].score);
        CHECK(bench.best == MOVE_NONE && bench.ponder == MOVE_NONE, "%s: no move", ENDS[i].what);
    }
    bench_release(&bench);
}

/// Plays a game against itself to its end, keeping the table: what it plays is legal, and the rules
/// end it.
static void test_whole_games(void)
{
    Bench bench;
    bench_init(&bench, NINE, NULL, NULL);
    int long_nb = 0;
    for (int i = 0; i < bench.set.nb; i++) {
        const Variant *v = bench.set.items[i];
        bench_set(&bench, v->name, NULL, NULL);
        while (bench.game.outcome.result == RESULT_NONE && bench.game.ply_nb < 600) {
            bench_run(&bench, limits_nodes(300));
            CHECK(game_play(&bench.game, bench.best) == STATUS_OK, "%s, ply %zu", v->name,
                  bench.game.ply_nb);
        }
        CHECK(bench.game.outcome.result != RESULT_NONE, "%s: no end after %zu plies", v->name,
              bench.game.ply_nb);
        long_nb += bench.game.ply_nb > 40;
    }
    CHECK(long_nb >= 3, "only %d games were long", long_nb);
    bench_release(&bench);
}

const TestCase DRAW_CASES[] = {
    {"the third occurrence", test_third_occurrence},
    {"other numbers of occurrences", test_repetition_numbers},
    {"the limit of quiet plies", test_limit},
    {"finished positions", test_finished},
    {"whole games of every variant", test_whole_games},
    {NULL, NULL},
};
