// SPDX-License-Identifier: MIT
// What ends a search: nodes, depth, time; and what it may look at: searchmoves, several lines.
#include <stdlib.h>

#include "protocol/rules/movegen.h"
#include "tests/engine/search/search_help.h"

#define NINE "nine_mens_morris"

static void test_nodes_exact(void)
{
    static const int64_t NODES[] = {1, 2, 3, 25, 255, 256, 257, 1000, 4096, 12345, 50000};
    Bench bench;
    bench_init(&bench, NINE, NULL, NULL);
    for (size_t i = 0; i < sizeof(NODES) / sizeof(NODES[0]); i++) {
        search_clear(bench.search);
        bench_run(&bench, limits_nodes(NODES[i]));
        CHECK(bench.last[0].nodes == (uint64_t)NODES[i], "%lld of %lld nodes",
              (long long)bench.last[0].nodes, (long long)NODES[i]);
    }
    bench.settings.threads = 4;
    for (size_t i = 0; i < sizeof(NODES) / sizeof(NODES[0]); i++) {
        bench_run(&bench, limits_nodes(NODES[i]));
        CHECK(bench.last[0].nodes <= (uint64_t)NODES[i], "%lld nodes of 4 threads, %lld allowed",
              (long long)bench.last[0].nodes, (long long)NODES[i]);
    }
    bench_release(&bench);
}

static void test_depth(void)
{
    Bench bench;
    bench_init(&bench, NINE, NULL, NULL);
    for (int depth = 1; depth <= 6; depth++) {
        bench_run(&bench, limits_depth(depth));
        CHECK(bench.last[0].depth == depth, "depth %d instead of %d", bench.last[0].depth, depth);
        CHECK(bench.info_nb == depth, "%d reports of %d iterations", bench.info_nb, depth);
        CHECK(bench.last[0].seldepth >= 1, "seldepth %d", bench.last[0].seldepth);
    }
    // Deeper than anything: the tree of a small game ends long before.
    bench_set(&bench, "tictactoe", NULL, NULL);
    bench_run(&bench, limits_depth(INT64_MAX));
    CHECK(bench.last[0].depth == 9, "the tree was exhausted at depth %d", bench.last[0].depth);
    bench_set(&bench, "pong_hau_ki", NULL, NULL);
    bench_run(&bench, limits_depth(INT64_MAX));
    CHECK(bench.last[0].depth < 60, "a game of few positions was searched to depth %d",
          bench.last[0].depth);
    bench_release(&bench);
}

static void test_combined(void)
{
    Bench bench;
    bench_init(&bench, NINE, NULL, NULL);
    SearchLimits limits = limits_depth(4);
    limits.nodes = 100;
    limits.movetime_ms = 60000;
    limits.time_ms = 3600000;
    bench_run(&bench, limits);
    CHECK(bench.last[0].nodes == 100, "nodes come first: %lld", (long long)bench.last[0].nodes);
    limits.nodes = 1000000000;
    bench_run(&bench, limits);
    CHECK(bench.last[0].depth == 4, "then depth: %d", bench.last[0].depth);
    bench_release(&bench);
}

static void test_time(void)
{
    Bench bench;
    bench_init(&bench, NINE, NULL, NULL);
    bench.settings.move_overhead_ms = 0;
    SearchLimits limits = limits_none();
    limits.movetime_ms = 100;
    int64_t start = now_ms();
    bench_run(&bench, limits);
    int64_t taken = now_ms() - start;
    CHECK(taken >= 60 && taken < 1000, "movetime 100 took %lld ms", (long long)taken);
    limits = limits_none();
    limits.time_ms = 2000;
    start = now_ms();
    bench_run(&bench, limits);
    taken = now_ms() - start;
    CHECK(taken < 1500, "a clock of two seconds: %lld ms", (long long)taken);
    for (int64_t time_ms = 1; time_ms <= 50; time_ms += 7) {
        limits.time_ms = time_ms;
        bench_run(&bench, limits);
    }
    bench_release(&bench);
}

static void test_now(void)
{
    Bench bench;
    Problem problem = {.text = ""};
    bench_init(&bench, NINE, NULL, NULL);
    Status status =
        variant_set_load(&bench.set, TEST_DATA "/variants/odd_sixty_four.json", &problem);
    CHECK(status == STATUS_OK, "%s", problem.text);
    bench.settings.threads = 4;
    for (int i = 0; i < bench.set.nb; i++) {
        bench_set(&bench, bench.set.items[i]->name, NULL, NULL);
        SearchLimits limits = limits_none();
        limits.now = true;
        int64_t start = now_ms();
        bench_run(&bench, limits);
        int64_t taken = now_ms() - start;
        CHECK(taken < 500, "%s: a move now took %lld ms", bench.variant->name, (long long)taken);
        CHECK(bench.last[0].depth <= 1, "%s: depth %d", bench.variant->name, bench.last[0].depth);
    }
    bench_release(&bench);
}

static void test_single_reply(void)
{
    Bench bench;
    // Black to move has just one move: a1-a4.
    bench_init(&bench, NINE, "P**1**1/*1*1*1*/**3**/1P1*3/**3**/*1*1*1*/p**P**1[PPPPPp] w - - 0 1",
               NULL);
    bench_set(&bench, NINE, "P**1**1/*1*1*1*/**1P1**/1P1*3/**1P1**/*p*P*1*/p**P**1[] b - - 0 1",
              NULL);
    Move moves[MOVE_MAX];
    bench_set(&bench, "three_mens_morris", "1Pp/Pp1/P1p[] b - - 0 1", NULL);
    bench_set(&bench, "pong_hau_ki", NULL, NULL);
    bool is_found = false;
    for (int i = 0; i < 20 && !is_found; i++) {
        is_found = game_legal(&bench.game, moves) == 1;
        if (!is_found) {
            CHECK(game_play(&bench.game, moves[0]) == STATUS_OK, "ply %d", i);
        }
    }
    CHECK(is_found, "no position with a single reply was met");
    SearchLimits limits = limits_none();
    limits.time_ms = 600000;
    int64_t start = now_ms();
    bench_run(&bench, limits);
    CHECK(now_ms() - start < 500, "a single reply took %lld ms", (long long)(now_ms() - start));
    bench_release(&bench);
}

static void test_searchmoves(void)
{
    Bench bench;
    bench_init(&bench, NINE, NULL, NULL);
    Move wanted[2] = {bench_move(&bench, "a1"), bench_move(&bench, "g7")};
    SearchLimits limits = limits_depth(5);
    limits.searchmoves = wanted;
    limits.searchmoves_nb = 2;
    bench.settings.multipv = 10;
    bench_run(&bench, limits);
    CHECK(bench.line_nb == 2, "%d lines of two moves", bench.line_nb);
    CHECK(bench.best == wanted[0] || bench.best == wanted[1], "another move");
    bench_release(&bench);
}

static void test_multipv(void)
{
    Bench bench;
    bench_init(&bench, NINE, NULL, "d6 f4 d2 b4");
    bench.settings.multipv = 4;
    bench_run(&bench, limits_depth(6));
    CHECK(bench.line_nb == 4, "%d lines", bench.line_nb);
    for (int i = 1; i < 4; i++) {
        CHECK(bench.last[i].score <= bench.last[i - 1].score,
              "line %d is better than the one before", i + 1);
        for (int j = 0; j < i; j++) {
            CHECK(bench.last[i].pv[0] != bench.last[j].pv[0], "lines %d and %d are of one move",
                  i + 1, j + 1);
        }
    }
    bench.settings.multipv = 1;
    search_clear(bench.search);
    Move first = bench.best;
    bench_run(&bench, limits_depth(6));
    CHECK(bench.best == first || bench.last[0].score >= bench.last[1].score,
          "one line finds another move");
    bench.settings.multipv = SEARCH_MULTIPV_MAX;
    bench_run(&bench, limits_depth(3));
    Move moves[MOVE_MAX];
    CHECK(bench.line_nb == game_legal(&bench.game, moves), "clamped to the moves: %d",
          bench.line_nb);
    // Broken off in the middle of an iteration the lines are still of different moves.
    bench.settings.multipv = 8;
    for (int64_t nodes = 1; nodes < 4000; nodes += 331) {
        bench_run(&bench, limits_nodes(nodes));
        for (int i = 1; i < bench.line_nb && i < 8; i++) {
            for (int j = 0; j < i; j++) {
                CHECK(bench.last[i].pv[0] != bench.last[j].pv[0],
                      "%lld nodes: lines %d and %d are of one move", (long long)nodes, i + 1,
                      j + 1);
            }
        }
    }
    bench_release(&bench);
}

static void test_hash(void)
{
    Bench bench;
    Problem problem = {.text = ""};
    bench_init(&bench, NINE, NULL, NULL);
    CHECK(search_set_hash(bench.search, 1, &problem) == STATUS_OK, "%s", problem.text);
    bench_run(&bench, limits_nodes(200000));
    CHECK(bench.last[0].hashfull_permille > 0, "hashfull %d", bench.last[0].hashfull_permille);
    CHECK(search_set_hash(bench.search, SEARCH_HASH_MB_MAX, &problem) == STATUS_MEMORY, "1 TiB");
    bench_run(&bench, limits_nodes(5000));
    CHECK(search_set_hash(bench.search, 64, &problem) == STATUS_OK, "%s", problem.text);
    bench_run(&bench, limits_nodes(5000));
    bench_release(&bench);
}

const TestCase LIMIT_CASES[] = {
    {"nodes, to the last one", test_nodes_exact},
    {"depth", test_depth},
    {"several limits at once", test_combined},
    {"time", test_time},
    {"now", test_now},
    {"a single reply", test_single_reply},
    {"searchmoves", test_searchmoves},
    {"several lines", test_multipv},
    {"sizes of the table", test_hash},
    {NULL, NULL},
};
