// SPDX-License-Identifier: MIT
#include "engine/go_limits.h"

#define ABSENT (-1)

static int64_t at_most(int64_t value, int64_t max)
{
    return value > max ? max : value;
}

/// A limit that ends the search: zero or less means at once, but an infinite search ends by stop
/// alone.
static int64_t read_limit(const GoCommand *go, GoKey key, int64_t max, bool *now)
{
    if (!go->has[key]) {
        return ABSENT;
    }
    if (go->value[key] <= 0) {
        *now = !go->infinite;
        return go->infinite ? ABSENT : 0;
    }
    return at_most(go->value[key], max);
}

/// A number that only means something above zero.
static int64_t read_positive(const GoCommand *go, GoKey key, int64_t max)
{
    if (!go->has[key] || go->value[key] <= 0) {
        return ABSENT;
    }
    return at_most(go->value[key], max);
}

SearchLimits go_limits(const GoCommand *go, Side side)
{
    bool white = side == SIDE_WHITE;
    bool now = false;
    SearchLimits limits = {
        .time_ms = ABSENT,
        .inc_ms = ABSENT,
        .moves_to_go = ABSENT,
        .movetime_ms = ABSENT,
        .infinite = go->infinite,
        .ponder = go->ponder,
    };
    limits.depth_plies = read_limit(go, GO_DEPTH, SEARCH_DEPTH_MAX, &now);
    limits.nodes = read_limit(go, GO_NODES, INT64_MAX, &now);
    limits.mate_moves = read_limit(go, GO_MATE, SEARCH_DEPTH_MAX, &now);
    if (!go->infinite) {
        limits.time_ms = read_limit(go, white ? GO_WTIME : GO_BTIME, GO_TIME_MS_MAX, &now);
        limits.movetime_ms = read_limit(go, GO_MOVETIME, GO_TIME_MS_MAX, &now);
    }
    if (limits.time_ms >= 0) {
        limits.inc_ms = read_positive(go, white ? GO_WINC : GO_BINC, GO_TIME_MS_MAX);
        limits.moves_to_go = read_positive(go, GO_MOVESTOGO, GO_MOVESTOGO_MAX);
    }
    limits.now = now;
    bool usable = limits.time_ms >= 0 || limits.movetime_ms >= 0 || limits.depth_plies >= 0 ||
                  limits.nodes >= 0 || limits.mate_moves >= 0;
    if (!usable && !go->infinite) {
        // A ponder search needs it too: the second begins with ponderhit.
        limits.movetime_ms = GO_DEFAULT_MOVETIME_MS;
    }
    return limits;
}
