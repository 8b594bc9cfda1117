// SPDX-License-Identifier: MIT
#include "tests/engine/search/search_help.h"

#include <string.h>
#include <time.h>

#include "protocol/notation/fen.h"
#include "protocol/notation/moves.h"
#include "protocol/rules/movegen.h"

/// Plays the line of a report from the root; false when a move is illegal, the line goes on after
/// the end of the game, or it has one move only and the game goes on.
static bool line_is_good(const Bench *bench, const SearchInfo *info)
{
    Game game;
    game_init(&game, bench->variant);
    game_copy(&game, &bench->game);
    bool is_good = info->pv_nb >= 1 && info->pv_nb <= SEARCH_PV_MAX;
    for (int i = 0; i < info->pv_nb && is_good; i++) {
        is_good = game_play(&game, info->pv[i]) == STATUS_OK;
    }
    is_good = is_good && (info->pv_nb > 1 || game.outcome.result != RESULT_NONE);
    game_release(&game);
    return is_good;
}

static void on_info(void *ctx, const SearchInfo *info)
{
    Bench *bench = ctx;
    pthread_mutex_lock(&bench->mutex);
    bool is_over = bench->game.outcome.result != RESULT_NONE;
    bool is_good = is_over ? info->depth == 0 && info->pv_nb == 0 : line_is_good(bench, info);
    is_good =
        is_good && info->multipv >= 1 && info->nodes >= bench->nodes_max && bench->best_nb == 0;
    is_good = is_good && info->wdl[0] + info->wdl[1] + info->wdl[2] == 1000 && info->wdl[0] >= 0 &&
              info->wdl[1] >= 0 && info->wdl[2] >= 0;
    is_good = is_good && info->hashfull_permille >= 0 && info->hashfull_permille <= 1000;
    is_good = is_good && info->score >= -SEARCH_MATE && info->score <= SEARCH_MATE;
    bench->fault_nb += !is_good;
    bench->nodes_max = info->nodes;
    bench->info_nb++;
    bench->line_nb = info->multipv > bench->line_nb ? info->multipv : bench->line_nb;
    if (info->multipv <= 8) {
        SearchInfo *kept = &bench->last[info->multipv - 1];
        *kept = *info;
        kept->pv = bench->pv[info->multipv - 1];
        if (info->pv_nb > 0) {
            memcpy(bench->pv[info->multipv - 1], info->pv, (size_t)info->pv_nb * sizeof(*info->pv));
        }
    }
    pthread_mutex_unlock(&bench->mutex);
}

static void on_best(void *ctx, Move best, Move ponder)
{
    Bench *bench = ctx;
    pthread_mutex_lock(&bench->mutex);
    bench->best_nb++;
    bench->best = best;
    bench->ponder = ponder;
    pthread_mutex_unlock(&bench->mutex);
}

void bench_set_position(Bench *bench, const Variant *variant, const Position *pos)
{
    game_release(&bench->game);
    bench->variant = variant;
    game_init_from(&bench->game, variant, pos);
}

void bench_set(Bench *bench, const char *variant, const char *fen, const char *moves)
{
    Problem problem = {.text = ""};
    const Variant *v = variant_set_find(&bench->set, strview_from(variant));
    CU_ASSERT_PTR_NOT_NULL_FATAL(v);
    Position pos = position_start(v);
    if (fen != NULL) {
        CHECK(fen_parse(v, strview_from(fen), &pos, &problem) == STATUS_OK, "%s", problem.text);
    }
    bench_set_position(bench, v, &pos);
    StrView rest = strview_from(moves);
    for (StrView token; (token = strview_next_word(&rest)).size > 0;) {
        Move move = MOVE_NONE;
        Status status = moves_parse_legal(v, game_position(&bench->game), token, &move, &problem);
        CHECK(status == STATUS_OK && game_play(&bench->game, move) == STATUS_OK, "%s",
              problem.text);
    }
}

void bench_init(Bench *bench, const char *variant, const char *fen, const char *moves)
{
    *bench = (Bench){.settings = {.threads = 1, .multipv = 1, .move_overhead_ms = 10}};
    pthread_mutex_init(&bench->mutex, NULL);
    variant_set_init(&bench->set);
    game_init(&bench->game, bench->set.items[0]);
    SearchListener listener = {bench, on_info, on_best};
    bench->search = search_new(&listener);
    bench_set(bench, variant, fen, moves);
}

void bench_release(Bench *bench)
{
    search_free(bench->search);
    game_release(&bench->game);
    variant_set_release(&bench->set);
    pthread_mutex_destroy(&bench->mutex);
}

void bench_start(Bench *bench, SearchLimits limits)
{
    bench->line_nb = 0;
    bench->info_nb = 0;
    bench->best_nb = 0;
    bench->fault_nb = 0;
    bench->nodes_max = 0;
    search_start(bench->search, &bench->game, &limits, &bench->settings);
}

void bench_check(Bench *bench, const char *what)
{
    CHECK(bench->best_nb == 1, "%s: %d best moves", what, bench->best_nb);
    CHECK(bench->fault_nb == 0, "%s: %d of %d reports are bad", what, bench->fault_nb,
          bench->info_nb);
    CHECK(bench->info_nb >= 1, "%s: no report", what);
    if (bench->game.outcome.result != RESULT_NONE) {
        CHECK(bench->best == MOVE_NONE, "%s: a move after the end", what);
        return;
    }
    CHECK(movegen_is_legal(bench->variant, game_position(&bench->game), bench->best),
          "%s: illegal move", what);
    CHECK(bench->last[0].pv_nb >= 1 && bench->last[0].pv[0] == bench->best,
          "%s: the line starts otherwise", what);
    CHECK(bench->last[0].pv_nb < 2 || bench->ponder == bench->last[0].pv[1], "%s: another reply",
          what);
}

void bench_run(Bench *bench, SearchLimits limits)
{
    bench_start(bench, limits);
    search_wait(bench->search);
    bench_check(bench, bench->variant->name);
}

int bench_best_nb(Bench *bench)
{
    pthread_mutex_lock(&bench->mutex);
    int nb = bench->best_nb;
    pthread_mutex_unlock(&bench->mutex);
    return nb;
}

SearchLimits limits_none(void)
{
    return (SearchLimits){.time_ms = -1,
                          .inc_ms = -1,
                          .moves_to_go = -1,
                          .movetime_ms = -1,
                          .depth_plies = -1,
                          .nodes = -1,
                          .mate_moves = -1};
}

SearchLimits limits_depth(int64_t depth_plies)
{
    SearchLimits limits = limits_none();
    limits.depth_plies = depth_plies;
    return limits;
}

SearchLimits limits_nodes(int64_t nodes)
{
    SearchLimits limits = limits_none();
    limits.nodes = nodes;
    return limits;
}

const char *bench_text(const Bench *bench, Move move, char out[64])
{
    moves_format_wire(bench->variant, move, out);
    return out;
}

Move bench_move(const Bench *bench, const char *token)
{
    Move move = MOVE_NONE;
    Problem problem = {.text = ""};
    Status status = moves_parse(bench->variant, strview_from(token), &move, &problem);
    CHECK(status == STATUS_OK, "%s", problem.text);
    return move;
}

void sleep_ms(int ms)
{
    struct timespec time = {ms / 1000, ms % 1000 * 1000000L};
    nanosleep(&time, NULL);
}

static int64_t clock_ms(clockid_t clock)
{
    struct timespec time;
    clock_gettime(clock, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

int64_t now_ms(void)
{
    return clock_ms(CLOCK_MONOTONIC);
}

int64_t cpu_ms(void)
{
    return clock_ms(CLOCK_PROCESS_CPUTIME_ID);
}
