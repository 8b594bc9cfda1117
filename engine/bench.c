// SPDX-License-Identifier: MIT
#include "engine/bench.h"

#include <assert.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

#include "engine/search/search.h"
#include "protocol/base/memory.h"
#include "protocol/notation/fen.h"
#include "protocol/notation/moves.h"
#include "protocol/rules/variant_set.h"

#define BENCH_HASH_MB 16

/// One "VARIANT FEN" on each line; made from bench_positions.txt by the build.
extern const char BENCH_POSITIONS[];

typedef struct Bench {
    int depth_plies;
    Sink sink;
    VariantSet variants;
    Search *search;
    // The lock makes "not stopped, so start" one step: a stop never falls between the two and gets
    // lost.
    pthread_mutex_t lock;
    bool stopped;
    // Written by the searcher's thread; read after it is done.
    uint64_t nodes;
    int score;
    Move best;
} Bench;

static void on_info(void *ctx, const SearchInfo *info)
{
    Bench *bench = ctx;
    bench->nodes = info->nodes;
    bench->score = info->score;
}

static void on_best(void *ctx, Move best, Move ponder)
{
    (void)ponder;
    Bench *bench = ctx;
    bench->best = best;
}

static bool is_stopped(Bench *bench)
{
    pthread_mutex_lock(&bench->lock);
    bool stopped = bench->stopped;
    pthread_mutex_unlock(&bench->lock);
    return stopped;
}

static void search_position(Bench *bench, const Variant *v, const Position *pos)
{
    static const SearchSettings settings = {.threads = 1, .multipv = 1};
    SearchLimits limits = {.time_ms = -1,
                           .inc_ms = -1,
                           .moves_to_go = -1,
                           .movetime_ms = -1,
                           .depth_plies = bench->depth_plies,
                           .nodes = -1,
                           .mate_moves = -1};
    Game game;
    game_init_from(&game, v, pos);
    bench->nodes = 0;
    search_clear(bench->search);
    pthread_mutex_lock(&bench->lock);
    if (!bench->stopped) {
        search_start(bench->search, &game, &limits, &settings);
    }
    pthread_mutex_unlock(&bench->lock);
    search_wait(bench->search);
    game_release(&game);
}

/// Searches the position of one line and returns its nodes.
static uint64_t run_line(Bench *bench, StrView line, int number)
{
    StrView rest = line;
    StrView name = strview_next_word(&rest);
    const Variant *v = variant_set_find(&bench->variants, name);
    Position pos;
    Problem problem;
    assert(v != NULL);
    Status status = fen_parse(v, strview_trim(rest), &pos, &problem);
    assert(status == STATUS_OK);
    (void)status;
    search_position(bench, v, &pos);
    if (is_stopped(bench)) {
        return 0;
    }
    char token[MOVE_TEXT_MAX];
    moves_format_wire(v, bench->best, token);
    sink_printf(&bench->sink, "Position %d: %.*s\nnodes %" PRIu64 " score %d bestmove %s\n", number,
                STRVIEW_ARG(line), bench->nodes, bench->score, token);
    return bench->nodes;
}

static uint64_t now_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

static StrView next_line(StrView *rest)
{
    size_t size = 0;
    while (size < rest->size && rest->data[size] != '\n') {
        size++;
    }
    StrView line = {rest->data, size};
    *rest = strview_skip(*rest, size < rest->size ? size + 1 : size);
    return line;
}

static void run(void *ctx)
{
    Bench *bench = ctx;
    StrView rest = strview_from(BENCH_POSITIONS);
    uint64_t start_ns = now_ns();
    uint64_t nodes = 0;
    int number = 0;
    while (rest.size > 0 && !is_stopped(bench)) {
        StrView line = strview_trim(next_line(&rest));
        if (line.size > 0 && line.data[0] != '#') {
            nodes += run_line(bench, line, ++number);
        }
    }
    if (is_stopped(bench)) {
        sink_printf(&bench->sink, "info string bench was stopped before its end\n");
        return;
    }
    uint64_t elapsed_ns = now_ns() - start_ns + 1;
    sink_printf(&bench->sink,
                "\n===========================\nTotal time (ms) : %" PRIu64
                "\nNodes searched  : %" PRIu64 "\nNodes/second    : %.0f\n",
                elapsed_ns / 1000000, nodes, (double)nodes * 1e9 / (double)elapsed_ns);
}

static void stop(void *ctx)
{
    Bench *bench = ctx;
    pthread_mutex_lock(&bench->lock);
    bench->stopped = true;
    search_stop(bench->search);
    pthread_mutex_unlock(&bench->lock);
}

static void release(void *ctx)
{
    Bench *bench = ctx;
    search_free(bench->search);
    variant_set_release(&bench->variants);
    pthread_mutex_destroy(&bench->lock);
    free(bench);
}

JobTask bench_task(int depth_plies, const Sink *sink)
{
    assert(depth_plies >= 1);
    Bench *bench = memory_new(1, sizeof *bench);
    Problem problem;
    bench->depth_plies = depth_plies;
    bench->sink = *sink;
    variant_set_init(&bench->variants);
    bench->search = search_new(&(SearchListener){bench, on_info, on_best});
    // Should the memory not be there, the searcher's own default is the same size and fails in its
    // own words.
    (void)search_set_hash(bench->search, BENCH_HASH_MB, &problem);
    pthread_mutex_init(&bench->lock, NULL);
    return (JobTask){bench, run, stop, release};
}
