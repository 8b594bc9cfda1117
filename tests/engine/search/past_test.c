// SPDX-License-Identifier: MIT
#include "engine/search/past.h"

#include "tests/engine/search/search_help.h"

#define QUIET_GAME(quiet) "P**1**1/*1*P*1*/**p2**/1p1*3/**2P**/*1*1*P*/p**1**p[] w - - " quiet " 1"

static void test_counts(void)
{
    Bench bench;
    bench_init(&bench, "nine_mens_morris", QUIET_GAME("0"), NULL);
    Past past;
    past_init(&past, &bench.game);
    CHECK(past_count(&past, game_position(&bench.game)->key) == 0,
          "the root itself is not of the past");
    past_release(&past);
    bench_set(&bench, "nine_mens_morris", QUIET_GAME("0"), "a7d7 a1d1 d7a7 d1a1 a7d7");
    past_init(&past, &bench.game);
    CHECK(past_count(&past, bench.game.positions[0].key) == 2, "the start stood twice");
    CHECK(past_count(&past, bench.game.positions[1].key) == 1, "the second time is the root");
    CHECK(past_count(&past, bench.game.positions[2].key) == 1, "once");
    CHECK(past_count(&past, 12345) == 0, "never");
    past_release(&past);
    bench_release(&bench);
}

static void test_placements_cut(void)
{
    Bench bench;
    bench_init(&bench, "three_mens_morris", NULL, "a1 b2 c3 a3 c1 b1 c1c2");
    Past past;
    past_init(&past, &bench.game);
    CHECK(past_count(&past, bench.game.positions[6].key) == 1, "in front of the first slide");
    CHECK(past_count(&past, bench.game.positions[5].key) == 0, "before the last placement");
    past_release(&past);
    bench_release(&bench);
}

static void test_quiet_from_elsewhere(void)
{
    Bench bench;
    bench_init(&bench, "nine_mens_morris", QUIET_GAME("90"), "a7d7");
    Past past;
    past_init(&past, &bench.game);
    CHECK(past_count(&past, bench.game.positions[0].key) == 1,
          "quiet plies before the first position are unknown");
    past_release(&past);
    bench_release(&bench);
}

const TestCase PAST_CASES[] = {
    {"occurrences", test_counts},
    {"a placement ends the past", test_placements_cut},
    {"a quiet count that is older than the game", test_quiet_from_elsewhere},
    {NULL, NULL},
};
