// SPDX-License-Identifier: MIT
#include "engine/search/tt.h"

#include <assert.h>
#include <sys/mman.h>
#include <unistd.h>

// Layout of the data word, from bit 0: score 16, depth 8, bound 2, generation 6, move index 14,
// complete 1, and one bit that is always set, so that no written entry is 0.
#define SHIFT_DEPTH 16
#define SHIFT_BOUND 24
#define SHIFT_GENERATION 26
#define SHIFT_INDEX 32
#define BIT_COMPLETE ((uint64_t)1 << 46)
#define BIT_WRITTEN ((uint64_t)1 << 47)
#define SAMPLE_BUCKETS 250
#define BYTES_MIN ((size_t)64 << 10)

_Static_assert(sizeof(TtSlot) == 16, "four slots are one cache line");
_Static_assert(MOVE_MAX <= TT_INDEX_NONE + 1, "an index fits 14 bits");

static unsigned data_generation(uint64_t data)
{
    return (unsigned)(data >> SHIFT_GENERATION) & (TT_GENERATION_NB - 1);
}

static int data_depth(uint64_t data)
{
    return (int)(data >> SHIFT_DEPTH & 255);
}

static TtSlot *bucket_of(const Table *table, uint64_t key)
{
    __uint128_t product = (__uint128_t)key * table->bucket_nb;
    return &table->slots[(uint64_t)(product >> 64) * TT_BUCKET];
}

// Fresh pages of the system are zero and cost nothing before they are touched, so a big table
// starts at once.
static TtSlot *slots_map(size_t bytes)
{
    void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) {
        return NULL;
    }
    return memory;
}

static void slots_unmap(Table *table)
{
    if (table->slots != NULL) {
        int failed = munmap(table->slots, table->bytes);
        assert(failed == 0);
        (void)failed;
    }
    table->slots = NULL;
    table->bucket_nb = 0;
    table->bytes = 0;
}

static void slots_set(Table *table, TtSlot *slots, size_t bytes)
{
    table->slots = slots;
    table->bytes = bytes;
    table->bucket_nb = bytes / sizeof(TtSlot) / TT_BUCKET;
}

void tt_init(Table *table)
{
    *table = (Table){.megabytes = TT_MEGABYTES_DEFAULT};
}

void tt_release(Table *table)
{
    slots_unmap(table);
}

Status tt_resize(Table *table, int megabytes, Problem *problem)
{
    assert(megabytes >= 1);
    assert(megabytes <= SEARCH_HASH_MB_MAX);
    size_t bytes = (size_t)megabytes << 20;
    // A system that promises more memory than it has would end the process later, when the table
    // fills.
    long page_nb = sysconf(_SC_PHYS_PAGES);
    long page_bytes = sysconf(_SC_PAGESIZE);
    bool is_too_big =
        page_nb > 0 && page_bytes > 0 && bytes / (size_t)page_bytes >= (size_t)page_nb;
    TtSlot *slots = is_too_big ? NULL : slots_map(bytes);
    if (slots == NULL) {
        return problem_set(problem, STATUS_MEMORY,
                           "no memory for a hash table of %d MB; the old size stays", megabytes);
    }
    slots_unmap(table);
    slots_set(table, slots, bytes);
    table->megabytes = megabytes;
    table->generation = 0;
    return STATUS_OK;
}

void tt_clear(Table *table)
{
    slots_unmap(table);
    table->generation = 0;
}

void tt_prepare(Table *table)
{
    if (table->slots == NULL) {
        size_t bytes = (size_t)table->megabytes << 20;
        TtSlot *slots = slots_map(bytes);
        while (slots == NULL && bytes > BYTES_MIN) {
            bytes /= 2;
            slots = slots_map(bytes);
        }
        assert(slots != NULL);
        slots_set(table, slots, bytes);
    }
    table->generation = (table->generation + 1) % TT_GENERATION_NB;
}

bool tt_probe(const Table *table, uint64_t key, TtEntry *entry)
{
    const TtSlot *slots = bucket_of(table, key);
    for (int i = 0; i < TT_BUCKET; i++) {
        uint64_t data = atomic_load_explicit(&slots[i].data, memory_order_relaxed);
        uint64_t check = atomic_load_explicit(&slots[i].check, memory_order_relaxed);
        if (data == 0 || (check ^ data) != key) {
            continue;
        }
        entry->score = (int16_t)(data & 0xFFFF);
        entry->depth = data_depth(data);
        entry->bound = (SearchBound)(data >> SHIFT_BOUND & 3);
        entry->complete = (data & BIT_COMPLETE) != 0;
        entry->index = (int)(data >> SHIFT_INDEX & TT_INDEX_NONE);
        return true;
    }
    return false;
}

// What an entry is worth: its depth, less eight plies for each search since it was written.
static int slot_worth(const Table *table, uint64_t data)
{
    if (data == 0) {
        return -1000000;
    }
    unsigned age = (table->generation - data_generation(data)) % TT_GENERATION_NB;
    return data_depth(data) - 8 * (int)age;
}

// The slot that holds `key`, else the one worth least. *old: its data word.
static TtSlot *slot_for(const Table *table, uint64_t key, uint64_t *old)
{
    TtSlot *slots = bucket_of(table, key);
    TtSlot *target = &slots[0];
    int worth = INT32_MAX;
    for (int i = 0; i < TT_BUCKET; i++) {
        uint64_t data = atomic_load_explicit(&slots[i].data, memory_order_relaxed);
        uint64_t check = atomic_load_explicit(&slots[i].check, memory_order_relaxed);
        if (data != 0 && (check ^ data) == key) {
            *old = data;
            return &slots[i];
        }
        if (slot_worth(table, data) < worth) {
            worth = slot_worth(table, data);
            target = &slots[i];
        }
    }
    *old = 0;
    return target;
}

void tt_store(const Table *table, uint64_t key, const TtEntry *entry)
{
    assert(entry->depth >= 0);
    assert(entry->depth <= 255);
    assert(entry->score >= INT16_MIN);
    assert(entry->score <= INT16_MAX);
    uint64_t old;
    TtSlot *slot = slot_for(table, key, &old);
    int index = entry->index;
    if (old != 0 && index == TT_INDEX_NONE) {
        index = (int)(old >> SHIFT_INDEX & TT_INDEX_NONE);
    }
    uint64_t data =
        (uint64_t)(uint16_t)entry->score | (uint64_t)entry->depth << SHIFT_DEPTH |
        (uint64_t)entry->bound << SHIFT_BOUND | (uint64_t)table->generation << SHIFT_GENERATION |
        (uint64_t)index << SHIFT_INDEX | (entry->complete ? BIT_COMPLETE : 0) | BIT_WRITTEN;
    atomic_store_explicit(&slot->data, data, memory_order_relaxed);
    atomic_store_explicit(&slot->check, key ^ data, memory_order_relaxed);
}

int tt_hashfull_permille(const Table *table)
{
    uint64_t bucket_nb = table->bucket_nb < SAMPLE_BUCKETS ? table->bucket_nb : SAMPLE_BUCKETS;
    if (bucket_nb == 0) {
        return 0;
    }
    uint64_t used = 0;
    for (uint64_t i = 0; i < bucket_nb * TT_BUCKET; i++) {
        uint64_t data = atomic_load_explicit(&table->slots[i].data, memory_order_relaxed);
        used += data != 0 && data_generation(data) == table->generation;
    }
    return (int)(used * 1000 / (bucket_nb * TT_BUCKET));
}
