// SPDX-License-Identifier: MIT
#include "engine/search/worker.h"

#include "tests/engine/search/search_help.h"

#define KEYS_MAX 128

/// How many different table keys a position has over all counts of quiet plies below the limit.
static void test_keys_near_the_limit(void)
{
    Bench bench;
    bench_init(&bench, "nine_mens_morris", NULL, NULL);
    Worker *worker = worker_new(0);
    worker->variant = bench.variant;
    worker_set_reduce(worker, true);
    Position pos = *game_position(&bench.game);
    int limit = bench.variant->rules.no_progress;
    uint64_t keys[KEYS_MAX] = {0};
    CU_ASSERT_FATAL(limit <= KEYS_MAX);
    int change_nb = 0;
    for (int quiet = 0; quiet < limit; quiet++) {
        pos.quiet = (uint32_t)quiet;
        keys[quiet] = worker_table_key(worker, &pos);
        change_nb += quiet > 0 && keys[quiet] != keys[quiet - 1];
    }
    CHECK(keys[0] == keys[limit / 3], "far from the limit all is one");
    CHECK(change_nb >= 20 && change_nb < limit / 2, "%d keys", change_nb);
    for (int quiet = limit - 20; quiet < limit; quiet++) {
        CHECK(keys[quiet] != keys[quiet - 1], "%d plies from the limit each ply counts",
              limit - quiet);
    }
    worker_set_reduce(worker, false);
    pos.quiet = 0;
    CHECK(worker_table_key(worker, &pos) != keys[0],
          "unreduced searches have entries of their own");
    worker_free(worker);
    bench_release(&bench);
}

static void test_no_limit(void)
{
    Bench bench;
    bench_init(&bench, "tictactoe", NULL, NULL);
    Worker *worker = worker_new(0);
    worker->variant = bench.variant;
    worker_set_reduce(worker, false);
    Position pos = *game_position(&bench.game);
    uint64_t key = worker_table_key(worker, &pos);
    pos.quiet = 1000000;
    CHECK(worker_table_key(worker, &pos) == key, "without a limit the count means nothing");
    worker_free(worker);
    bench_release(&bench);
}

const TestCase WORKER_CASES[] = {
    {"keys near the limit of quiet plies", test_keys_near_the_limit},
    {"keys without such a limit", test_no_limit},
    {NULL, NULL},
};
