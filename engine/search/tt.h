// SPDX-License-Identifier: MIT
#ifndef MERELS_SEARCH_TT_H
#define MERELS_SEARCH_TT_H

#include <stdatomic.h>
#include <stddef.h>

#include "engine/search/search.h"

/// The transposition table: what earlier nodes learned, by position key. Many threads read and
/// write it without locks: an entry is two words, the first one xored with the second, so that a
/// torn entry fits no key. Source: Robert Hyatt and Tim Mann, "A lock-less transposition table
/// implementation for parallel search", 2002.

#define TT_MEGABYTES_DEFAULT 16
#define TT_INDEX_NONE                                                                              \
    16383           // no move known; a move is stored as its index in the order of movegen_legal
#define TT_BUCKET 4 // entries that share one cache line

typedef struct TtSlot {
    _Atomic uint64_t check; // key ^ data
    _Atomic uint64_t data;  // 0: never written
} TtSlot;

typedef struct Table {
    TtSlot *slots; // bucket_nb * TT_BUCKET, owned; NULL until tt_prepare
    uint64_t bucket_nb;
    size_t bytes;        // of the mapping
    int megabytes;       // asked for
    unsigned generation; // of the search under way, 0 to TT_GENERATION_NB - 1
} Table;

#define TT_GENERATION_NB 64

/// What an entry says. A mate score counts from the position of the entry, not from the root.
typedef struct TtEntry {
    int score;
    int depth; // plies, 0 to 255
    SearchBound bound;
    bool complete; // the value holds for any depth: every line below it ended by the rules
    int index;     // of the best move, or TT_INDEX_NONE
} TtEntry;

/// No memory yet: it is asked for by tt_prepare.
void tt_init(Table *table);
void tt_release(Table *table);

/// Another size, from now on and empty. STATUS_MEMORY (also: more than the machine has): nothing
/// changes.
Status tt_resize(Table *table, int megabytes, Problem *problem);
/// Forgets everything, as after tt_init; the size asked for stays. Cost: none, the memory is given
/// back.
void tt_clear(Table *table);
/// A new search begins: makes the memory if there is none, and older entries become worth less.
/// Without memory for the size asked for a small table serves.
void tt_prepare(Table *table);

/// Any thread.
bool tt_probe(const Table *table, uint64_t key, TtEntry *entry);
/// Any thread. Replaces the entry of the same position, else the least valuable one of its bucket.
void tt_store(const Table *table, uint64_t key, const TtEntry *entry);
/// Any thread: the position of `key` will be asked for soon.
static inline void tt_prefetch(const Table *table, uint64_t key)
{
    __uint128_t product = (__uint128_t)key * table->bucket_nb;
    __builtin_prefetch(&table->slots[(uint64_t)(product >> 64) * TT_BUCKET]);
}

/// Entries written by the search under way, per mille, from a sample.
int tt_hashfull_permille(const Table *table);

#endif
