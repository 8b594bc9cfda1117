// SPDX-License-Identifier: MIT
#include "engine/tables/small.h"

#include <assert.h>
#include <stdlib.h>

#include "engine/tables/graph.h"
#include "engine/tables/retrograde.h"
#include "protocol/base/memory.h"

struct SmallTable {
    Graph graph; // without its edges
    Verdict *to_end;
    Verdict *to_progress;
};

static double choose(int n, int k)
{
    double ways = 1;
    for (int i = 0; i < k; i++) {
        ways = ways * (n - i) / (i + 1);
    }
    return ways;
}

/// How many hands a side can have that has `men` on the board. Without removals men on the board
/// and in hand are always as many as at the start.
static int hand_nb(const Variant *v, Side side, int men)
{
    int missing = v->men_max[side] - men;
    int hand_max = v->rules.men[side];
    bool removes = v->rules.place_mill == MILL_REMOVE || v->rules.move_mill == MILL_REMOVE;
    if (!removes) {
        return missing <= hand_max;
    }
    return (missing < hand_max ? missing : hand_max) + 1;
}

double small_bound(const Variant *v)
{
    double bound = 0;
    for (int white = 0; white <= v->men_max[SIDE_WHITE]; white++) {
        for (int black = 0; black <= v->men_max[SIDE_BLACK] && white + black <= v->point_nb;
             black++) {
            bound += choose(v->point_nb, white) * choose(v->point_nb - white, black) *
                     hand_nb(v, SIDE_WHITE, white) * hand_nb(v, SIDE_BLACK, black);
        }
    }
    // Twice where a position is two nodes, see graph.h.
    return SIDE_NB * bound * (1 + (v->rules.place_mill != v->rules.move_mill));
}

SmallTable *small_solve(const Variant *v, const Position roots[], int root_nb,
                        const Position blocked[], int blocked_nb)
{
    SmallTable *table = memory_new(1, sizeof(*table));
    if (!graph_explore(&table->graph, v, roots, root_nb, blocked, blocked_nb)) {
        free(table);
        return NULL;
    }
    uint32_t node_nb = table->graph.node_nb;
    table->to_end = memory_new((size_t)node_nb + 1, sizeof(*table->to_end));
    table->to_progress = memory_new((size_t)node_nb + 1, sizeof(*table->to_progress));
    retrograde_solve(&table->graph, table->to_end, table->to_progress);
    graph_drop_edges(&table->graph);
    return table;
}

void small_free(SmallTable *table)
{
    if (table == NULL) {
        return;
    }
    graph_release(&table->graph);
    free(table->to_end);
    free(table->to_progress);
    free(table);
}

bool small_probe(const SmallTable *table, const Position *pos, ExactValue *out)
{
    uint32_t node = graph_find(&table->graph, pos);
    if (node == GRAPH_NONE) {
        return false;
    }
    int limit = table->graph.variant->rules.no_progress;
    int64_t left = limit == 0 ? INT32_MAX : (int64_t)limit - pos->quiet;
    left = left < 0 ? 0 : left; // an ending on the board comes before the limit
    Verdict to_end = table->to_end[node];
    Verdict to_progress = table->to_progress[node];
    *out = (ExactValue){0, PLIES_UNKNOWN, PLIES_UNKNOWN};
    if (to_progress != 0 && verdict_plies(to_progress) <= left) {
        assert(verdict_sign(to_end) == verdict_sign(to_progress));
        out->sign = verdict_sign(to_progress);
        out->progress_plies = verdict_plies(to_progress);
        if (verdict_plies(to_end) <= left) {
            out->end_plies = verdict_plies(to_end);
        }
    }
    return true;
}

bool small_is_decided(const SmallTable *table, const Position *pos)
{
    uint32_t node = graph_find(&table->graph, pos);
    return node != GRAPH_NONE && table->to_end[node] != 0;
}

size_t small_position_nb(const SmallTable *table)
{
    return table->graph.node_nb;
}

size_t small_bytes(const SmallTable *table)
{
    const Graph *graph = &table->graph;
    return sizeof(*table) + graph->node_size * sizeof(*graph->nodes) +
           graph->slot_nb * sizeof(*graph->slots) +
           graph->node_nb * (sizeof(*table->to_end) + sizeof(*table->to_progress));
}
