// SPDX-License-Identifier: MIT
#ifndef MERELS_TESTS_SEARCH_HELP_H
#define MERELS_TESTS_SEARCH_HELP_H

#include <pthread.h>

#include "engine/search/search.h"
#include "protocol/rules/variant_set.h"
#include "tests/suite.h"

/// What the tests of the searcher share: a game from texts, a searcher whose listener checks every
/// report and keeps what it needs, and limits with one thing set.

/// All built-in variants, loaded once for each test that asks.
typedef struct Bench {
    VariantSet set;
    const Variant *variant;
    Game game;
    Search *search;
    SearchSettings settings;

    pthread_mutex_t mutex; // guards what follows: written by the search's thread
    SearchInfo last[8];    // by multipv - 1; pv points into `pv`
    Move pv[8][SEARCH_PV_MAX];
    int line_nb; // highest multipv since the search began
    int info_nb;
    int best_nb;  // on_best calls since the search began
    int fault_nb; // reports that break their contract
    Move best, ponder;
    uint64_t nodes_max;
} Bench;

/// fen NULL: the start position; moves NULL: none.
void bench_init(Bench *bench, const char *variant, const char *fen, const char *moves);
/// Another game for the same searcher.
void bench_set(Bench *bench, const char *variant, const char *fen, const char *moves);
/// The same from a position.
void bench_set_position(Bench *bench, const Variant *variant, const Position *pos);
void bench_release(Bench *bench);

void bench_start(Bench *bench, SearchLimits limits);
/// Starts, waits, and checks that there was exactly one best move, legal and the first of the
/// reported line.
void bench_run(Bench *bench, SearchLimits limits);
/// After a search: exactly one legal best move (none when the game is over), reports as their
/// contract says.
void bench_check(Bench *bench, const char *what);
/// on_best calls so far.
int bench_best_nb(Bench *bench);

SearchLimits limits_none(void);
SearchLimits limits_depth(int64_t depth_plies);
SearchLimits limits_nodes(int64_t nodes);

/// The wire text of a move, in one of a few rotating buffers of `out`.
const char *bench_text(const Bench *bench, Move move, char out[64]);
Move bench_move(const Bench *bench, const char *token);

void sleep_ms(int ms);
int64_t now_ms(void);
/// Processor time of this process.
int64_t cpu_ms(void);

extern const TestCase TT_CASES[], TIMEMAN_CASES[], WDL_CASES[], PAST_CASES[], MOVEPICK_CASES[];
extern const TestCase WORKER_CASES[];
extern const TestCase VALUE_CASES[], MATE_CASES[], DRAW_CASES[], LIMIT_CASES[], CONTROL_CASES[],
    REPEAT_CASES[], CHOOSE_CASES[], STRENGTH_CASES[];
extern const TestCase LONG_CONTROL_CASES[], PV_CASES[], TACTICS_CASES[], TACTICS_TABLE_CASES[];

#endif
