// SPDX-License-Identifier: MIT
// The same search gives the same move, score and node count: in a new searcher, and after
// search_clear.
#include "tests/engine/search/search_help.h"

typedef struct Trace {
    Move best;
    int score, depth;
    uint64_t nodes;
} Trace;

static Trace trace_of(Bench *bench, SearchLimits limits)
{
    bench_run(bench, limits);
    return (Trace){bench->best, bench->last[0].score, bench->last[0].depth, bench->last[0].nodes};
}

static bool trace_equal(Trace a, Trace b)
{
    return a.best == b.best && a.score == b.score && a.depth == b.depth && a.nodes == b.nodes;
}

static const struct {
    const char *variant, *moves;
} POSITIONS[] = {
    {"nine_mens_morris", NULL},  {"nine_mens_morris", "d6 f4 d2 b4 e4 c4"},
    {"three_mens_morris", NULL}, {"dara", "c3 d4 b2"},
    {"morabaraba", "d6"},        {"lasker_morris", NULL},
    {"achi", "a1 b2"},           {"six_mens_morris", NULL},
};
#define POSITION_NB (sizeof(POSITIONS) / sizeof(POSITIONS[0]))

static void test_repeat(void)
{
    Trace first[POSITION_NB];
    Bench bench;
    for (size_t i = 0; i < POSITION_NB; i++) {
        bench_init(&bench, POSITIONS[i].variant, NULL, POSITIONS[i].moves);
        first[i] = trace_of(&bench, limits_nodes(20000));
        bench_release(&bench);
    }
    bench_init(&bench, "tictactoe", NULL, NULL);
    for (size_t i = 0; i < POSITION_NB; i++) {
        bench_set(&bench, POSITIONS[i].variant, NULL, POSITIONS[i].moves);
        bench.settings.threads = 3; // other searches in between leave nothing behind
        bench_run(&bench, limits_nodes(3000));
        bench.settings.threads = 1;
        search_clear(bench.search);
        Trace again = trace_of(&bench, limits_nodes(20000));
        CHECK(trace_equal(first[i], again), "%s: score %d, %d; nodes %llu, %llu",
              POSITIONS[i].variant, first[i].score, again.score, (unsigned long long)first[i].nodes,
              (unsigned long long)again.nodes);
    }
    bench_release(&bench);
}

static void test_seed(void)
{
    Bench bench;
    bench_init(&bench, "nine_mens_morris", NULL, NULL);
    int different_nb = 0;
    Trace plain = trace_of(&bench, limits_nodes(2000));
    for (uint64_t seed = 1; seed <= 10; seed++) {
        bench.settings.seed = seed;
        search_clear(bench.search);
        Trace one = trace_of(&bench, limits_nodes(2000));
        search_clear(bench.search);
        Trace two = trace_of(&bench, limits_nodes(2000));
        CHECK(trace_equal(one, two), "seed %llu", (unsigned long long)seed);
        different_nb += one.best != plain.best;
    }
    CHECK(different_nb >= 2, "seeds change nothing");
    bench_release(&bench);
}

const TestCase REPEAT_CASES[] = {
    {"the same search twice", test_repeat},
    {"seeds", test_seed},
    {NULL, NULL},
};
