// SPDX-License-Identifier: MIT
#include "engine/search/tt.h"

#include <pthread.h>
#include <string.h>

#include "protocol/base/random.h"
#include "tests/engine/search/search_help.h"

static const TtEntry ENTRIES[] = {
    {0, 0, SEARCH_EXACT, false, 0},
    {-1, 1, SEARCH_UPPER, true, 1},
    {SEARCH_MATE, 120, SEARCH_LOWER, true, TT_INDEX_NONE},
    {-SEARCH_MATE, 255, SEARCH_EXACT, false, MOVE_MAX - 1},
    {31000, 17, SEARCH_LOWER, false, 9999},
    {-10000, 3, SEARCH_UPPER, false, 77},
};

static bool entry_equal(TtEntry a, TtEntry b)
{
    return a.score == b.score && a.depth == b.depth && a.bound == b.bound &&
           a.complete == b.complete && a.index == b.index;
}

static void test_round_trip(void)
{
    Table table;
    tt_init(&table);
    tt_prepare(&table);
    for (size_t i = 0; i < sizeof(ENTRIES) / sizeof(ENTRIES[0]); i++) {
        uint64_t key = random_mix(i);
        TtEntry found;
        CHECK(!tt_probe(&table, key, &found), "entry %zu before it was stored", i);
        tt_store(&table, key, &ENTRIES[i]);
        CHECK(tt_probe(&table, key, &found) && entry_equal(found, ENTRIES[i]), "entry %zu", i);
        for (int bit = 0; bit < 64; bit++) {
            CHECK(!tt_probe(&table, key ^ (uint64_t)1 << bit, &found), "another key, bit %d", bit);
        }
    }
    tt_clear(&table);
    tt_prepare(&table);
    TtEntry found;
    CHECK(!tt_probe(&table, random_mix(0), &found), "cleared");
    tt_release(&table);
}

static void test_key_zero_and_move_kept(void)
{
    Table table;
    tt_init(&table);
    tt_prepare(&table);
    TtEntry entry = {5, 4, SEARCH_EXACT, false, 12};
    TtEntry found;
    CHECK(!tt_probe(&table, 0, &found), "an empty slot is no entry of key 0");
    tt_store(&table, 0, &entry);
    CHECK(tt_probe(&table, 0, &found) && entry_equal(found, entry), "key 0");
    entry.index = TT_INDEX_NONE;
    entry.score = 9;
    tt_store(&table, 0, &entry);
    CHECK(tt_probe(&table, 0, &found) && found.score == 9 && found.index == 12,
          "the old move stays");
    tt_release(&table);
}

static void test_replacement(void)
{
    Table table;
    tt_init(&table);
    tt_prepare(&table);
    // All these keys fall into the first bucket.
    for (uint64_t i = 0; i < TT_BUCKET; i++) {
        tt_store(&table, i + 1, &(TtEntry){0, 10 + (int)i, SEARCH_EXACT, false, 0});
    }
    tt_store(&table, 100, &(TtEntry){0, 1, SEARCH_EXACT, false, 0});
    TtEntry found;
    CHECK(tt_probe(&table, 100, &found), "the new one is there");
    CHECK(!tt_probe(&table, 1, &found), "the shallowest one had to go");
    CHECK(tt_probe(&table, TT_BUCKET, &found), "the deepest one stays");
    for (int i = 0; i < 5; i++) {
        tt_prepare(&table); // searches go by
    }
    tt_store(&table, 101, &(TtEntry){0, 1, SEARCH_EXACT, false, 0});
    tt_store(&table, 102, &(TtEntry){0, 1, SEARCH_EXACT, false, 0});
    CHECK(tt_probe(&table, 101, &found) && tt_probe(&table, 102, &found),
          "old deep entries go before new ones");
    tt_release(&table);
}

static void test_sizes(void)
{
    Table table;
    Problem problem = {.text = ""};
    tt_init(&table);
    CHECK(tt_resize(&table, 1, &problem) == STATUS_OK, "%s", problem.text);
    tt_prepare(&table);
    CHECK(table.bytes == (size_t)1 << 20, "%zu bytes", table.bytes);
    TtEntry entry = {1, 1, SEARCH_EXACT, false, 1};
    tt_store(&table, 42, &entry);
    Status status = tt_resize(&table, SEARCH_HASH_MB_MAX, &problem);
    CHECK(status == STATUS_MEMORY, "a table of 1 TiB: %s", status_text(status));
    CHECK(strstr(problem.text, "1048576") != NULL, "the problem names the size: %s", problem.text);
    TtEntry found;
    CHECK(tt_probe(&table, 42, &found), "after a failure the old table is whole");
    CHECK(tt_resize(&table, 3, &problem) == STATUS_OK, "%s", problem.text);
    CHECK(!tt_probe(&table, 42, &found), "another size is empty");
    for (uint64_t i = 0; i < 20000; i++) {
        tt_store(&table, random_mix(i), &entry); // an odd number of buckets; every key has a place
    }
    CHECK(tt_hashfull_permille(&table) > 50, "%d", tt_hashfull_permille(&table));
    tt_release(&table);
}

static void test_hashfull(void)
{
    Table table;
    tt_init(&table);
    CHECK(tt_hashfull_permille(&table) == 0, "no table yet");
    CHECK(tt_resize(&table, 1, NULL) == STATUS_OK, "1 MB");
    tt_prepare(&table);
    CHECK(tt_hashfull_permille(&table) == 0, "empty");
    for (uint64_t i = 0; i < 1000000; i++) {
        tt_store(&table, random_mix(i), &(TtEntry){0, 1, SEARCH_EXACT, false, 0});
    }
    CHECK(tt_hashfull_permille(&table) > 990, "full: %d", tt_hashfull_permille(&table));
    tt_prepare(&table);
    CHECK(tt_hashfull_permille(&table) == 0, "entries of an older search do not count");
    tt_release(&table);
}

#define WRITER_NB 4
#define SHARED_KEYS 64

static void *write_and_read(void *argument)
{
    Table *table = argument;
    Random random;
    random_init(&random, (uint64_t)(uintptr_t)&random);
    intptr_t torn_nb = 0;
    for (int i = 0; i < 50000; i++) {
        // Score, depth and index all follow from the key: an entry that mixes two writes shows.
        uint64_t n = random_below(&random, SHARED_KEYS);
        TtEntry found;
        if (tt_probe(table, n + 1, &found)) {
            torn_nb += found.index != (int)(7 * n) + found.depth || found.score != 3 * found.depth;
        }
        int depth = (int)random_below(&random, 100);
        tt_store(table, n + 1,
                 &(TtEntry){3 * depth, depth, SEARCH_EXACT, false, (int)(7 * n) + depth});
    }
    return (void *)torn_nb;
}

static void test_threads(void)
{
    Table table;
    tt_init(&table);
    CHECK(tt_resize(&table, 1, NULL) == STATUS_OK, "1 MB");
    tt_prepare(&table);
    pthread_t threads[WRITER_NB];
    for (int i = 0; i < WRITER_NB; i++) {
        CU_ASSERT_FATAL(pthread_create(&threads[i], NULL, write_and_read, &table) == 0);
    }
    for (int i = 0; i < WRITER_NB; i++) {
        void *torn_nb = NULL;
        pthread_join(threads[i], &torn_nb);
        CHECK(torn_nb == NULL, "%ld torn entries were taken for whole", (long)(intptr_t)torn_nb);
    }
    tt_release(&table);
}

const TestCase TT_CASES[] = {
    {"an entry comes back as it was stored", test_round_trip},
    {"key 0, and a move that is kept", test_key_zero_and_move_kept},
    {"replacement", test_replacement},
    {"sizes, and memory that cannot be had", test_sizes},
    {"hashfull", test_hashfull},
    {"threads see no torn entries", test_threads},
    {NULL, NULL},
};
