// SPDX-License-Identifier: MIT
#include "engine/divide.h"

#include <inttypes.h>
#include <stdlib.h>

#include "protocol/base/memory.h"
#include "protocol/notation/moves.h"
#include "protocol/rules/movegen.h"
#include "protocol/rules/outcome.h"
#include "protocol/rules/perft.h"

typedef struct Divide {
    const Variant *variant;
    Position root;
    int depth_plies;
    Sink sink;
    atomic_bool stop;
} Divide;

static int root_moves(const Divide *divide, Move moves[])
{
    if (divide->depth_plies == 0 ||
        outcome_of_board(divide->variant, &divide->root).result != RESULT_NONE) {
        return 0;
    }
    return movegen_legal(divide->variant, &divide->root, moves);
}

static void run(void *ctx)
{
    Divide *divide = ctx;
    const Variant *v = divide->variant;
    Move *moves = memory_new((size_t)v->move_max, sizeof *moves);
    int move_nb = root_moves(divide, moves);
    uint64_t sum = divide->depth_plies == 0 ? 1 : 0;
    for (int i = 0; i < move_nb && !atomic_load(&divide->stop); i++) {
        Position child = position_play(v, &divide->root, moves[i]);
        uint64_t count = perft_count(v, &child, divide->depth_plies - 1, &divide->stop);
        if (!atomic_load(&divide->stop)) {
            char token[MOVE_TEXT_MAX];
            moves_format_wire(v, moves[i], token);
            sink_printf(&divide->sink, "%s: %" PRIu64 "\n", token, count);
            sum += count;
        }
    }
    free(moves);
    if (atomic_load(&divide->stop)) {
        sink_printf(&divide->sink, "info string perft was stopped before its end\n");
    } else {
        sink_printf(&divide->sink, "\nNodes searched: %" PRIu64 "\n", sum);
    }
}

static void stop(void *ctx)
{
    Divide *divide = ctx;
    atomic_store(&divide->stop, true);
}

JobTask divide_task(const Variant *v, const Position *pos, int depth_plies, const Sink *sink)
{
    Divide *divide = memory_new(1, sizeof *divide);
    divide->variant = v;
    divide->root = *pos;
    divide->depth_plies = depth_plies < PERFT_DEPTH_MAX ? depth_plies : PERFT_DEPTH_MAX;
    divide->sink = *sink;
    atomic_init(&divide->stop, false);
    return (JobTask){divide, run, stop, free};
}
