// SPDX-License-Identifier: MIT
#include "protocol/rules/perft.h"

#include <assert.h>
#include <stdlib.h>

#include "protocol/base/memory.h"
#include "protocol/rules/movegen.h"
#include "protocol/rules/outcome.h"

typedef struct Count {
    const Variant *v;
    const atomic_bool *stop;
    Move *moves; // v->move_max for each ply
} Count;

static uint64_t count_below(const Count *count, const Position *pos, int depth, Move *moves)
{
    if (outcome_of_board(count->v, pos).result != RESULT_NONE) {
        return 0;
    }
    if (depth == 1) {
        return (uint64_t)movegen_count(count->v, pos);
    }
    if (count->stop != NULL && atomic_load_explicit(count->stop, memory_order_relaxed)) {
        return 0;
    }
    int nb = movegen_legal(count->v, pos, moves);
    uint64_t leaves = 0;
    for (int i = 0; i < nb; i++) {
        Position next = position_play(count->v, pos, moves[i]);
        leaves += count_below(count, &next, depth - 1, moves + count->v->move_max);
    }
    return leaves;
}

uint64_t perft_count(const Variant *v, const Position *pos, int depth_plies,
                     const atomic_bool *stop)
{
    assert(depth_plies >= 0);
    if (depth_plies == 0) {
        return 1;
    }
    if (depth_plies > PERFT_DEPTH_MAX) {
        return 0;
    }
    Count count = {v, stop, memory_new((size_t)depth_plies * (size_t)v->move_max, sizeof(Move))};
    uint64_t leaves = count_below(&count, pos, depth_plies, count.moves);
    free(count.moves);
    return leaves;
}
