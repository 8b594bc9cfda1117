// SPDX-License-Identifier: MIT
#include "engine/tables/retrograde.h"

#include <stdlib.h>

#include "protocol/base/memory.h"

#define RANK_MAX (6 * POINT_MAX) // hands count twice and hold at most a board full each

typedef struct Solver {
    const Graph *graph;
    uint32_t *first; // the edges into node i come from sources[first[i] .. first[i + 1])
    uint32_t *sources;
    uint16_t *rank;
    uint32_t *order; // nodes by rising rank
    uint16_t *left;  // edges of an undecided node that are not known to lose
    uint32_t *queue; // decided nodes by rising distance
    uint32_t head, tail;
    bool by_rank; // progress ends the reckoning
    Verdict *verdicts;
} Solver;

static void collect_sources(Solver *solver)
{
    const Graph *graph = solver->graph;
    solver->first = memory_new((size_t)graph->node_nb + 2, sizeof(*solver->first));
    solver->sources = memory_new((size_t)graph->edge_nb + 1, sizeof(*solver->sources));
    // Counted one further on, so that filling moves each start to where it belongs.
    for (uint32_t i = 0; i < graph->edge_nb; i++) {
        solver->first[graph->targets[i] + 2]++;
    }
    for (uint32_t i = 2; i < graph->node_nb + 2; i++) {
        solver->first[i] += solver->first[i - 1];
    }
    for (uint32_t node = 0; node < graph->node_nb; node++) {
        for (uint32_t i = graph->first[node]; i < graph->first[node + 1]; i++) {
            solver->sources[solver->first[graph->targets[i] + 1]++] = node;
        }
    }
}

static void sort_by_rank(Solver *solver)
{
    const Graph *graph = solver->graph;
    uint32_t starts[RANK_MAX + 2] = {0};
    for (uint32_t i = 0; i < graph->node_nb; i++) {
        solver->rank[i] = (uint16_t)graph_rank(&graph->nodes[i]);
        starts[solver->rank[i] + 1]++;
    }
    for (int i = 1; i < RANK_MAX + 2; i++) {
        starts[i] += starts[i - 1];
    }
    for (uint32_t i = 0; i < graph->node_nb; i++) {
        solver->order[starts[solver->rank[i]]++] = i;
    }
}

static void decide(Solver *solver, uint32_t node, int sign, int plies)
{
    solver->verdicts[node] = sign * (plies + 1);
    solver->queue[solver->tail++] = node;
}

/// Carries the verdict of a node to those that lead to it.
static void tell_sources(Solver *solver, uint32_t node)
{
    Verdict verdict = solver->verdicts[node];
    int plies = verdict_plies(verdict) + 1;
    for (uint32_t i = solver->first[node]; i < solver->first[node + 1]; i++) {
        uint32_t source = solver->sources[i];
        if (solver->verdicts[source] != 0 ||
            (solver->by_rank && solver->rank[source] != solver->rank[node])) {
            continue;
        }
        if (verdict < 0) {
            decide(solver, source, 1, plies);
        } else if (--solver->left[source] == 0) {
            decide(solver, source, -1, plies);
        }
    }
}

/// What the turns that make progress decide, one ply before it: those of one undecided node.
static void decide_by_progress(Solver *solver, uint32_t node, int limit)
{
    const Graph *graph = solver->graph;
    bool has_progress = false;
    bool is_won = false;
    for (uint32_t i = graph->first[node]; i < graph->first[node + 1]; i++) {
        uint32_t target = graph->targets[i];
        Verdict verdict = solver->verdicts[target];
        if (solver->rank[target] == solver->rank[node] || verdict == 0 ||
            verdict_plies(verdict) > limit) {
            continue;
        }
        has_progress = true;
        is_won = is_won || verdict < 0;
        solver->left[node] -= verdict > 0;
    }
    if (is_won) {
        decide(solver, node, 1, 1);
    } else if (has_progress && solver->left[node] == 0) {
        decide(solver, node, -1, 1);
    }
}

/// Decides the nodes order[from .. to): all of them, or those of one rank when those of lower
/// rank are done.
static void solve_range(Solver *solver, uint32_t from, uint32_t to, int limit)
{
    const Graph *graph = solver->graph;
    solver->head = 0;
    solver->tail = 0;
    for (uint32_t i = from; i < to; i++) {
        uint32_t node = solver->order[i];
        GraphEnding ending = (GraphEnding)graph->nodes[node].ending;
        solver->left[node] = (uint16_t)(graph->first[node + 1] - graph->first[node]);
        solver->verdicts[node] = 0;
        if (ending == GRAPH_WON || ending == GRAPH_LOST) {
            decide(solver, node, ending == GRAPH_WON ? 1 : -1, 0);
        }
    }
    // Behind the endings, in front of what is one ply before them: by rising distance.
    for (uint32_t i = from; i < to && solver->by_rank; i++) {
        if (solver->verdicts[solver->order[i]] == 0) {
            decide_by_progress(solver, solver->order[i], limit);
        }
    }
    for (; solver->head < solver->tail; solver->head++) {
        tell_sources(solver, solver->queue[solver->head]);
    }
}

void retrograde_solve(const Graph *graph, Verdict to_end[], Verdict to_progress[])
{
    Solver solver = {
        .graph = graph,
        .rank = memory_new((size_t)graph->node_nb + 1, sizeof(*solver.rank)),
        .order = memory_new((size_t)graph->node_nb + 1, sizeof(*solver.order)),
        .left = memory_new((size_t)graph->node_nb + 1, sizeof(*solver.left)),
        .queue = memory_new((size_t)graph->node_nb + 1, sizeof(*solver.queue)),
    };
    collect_sources(&solver);
    sort_by_rank(&solver);
    solver.verdicts = to_end;
    solve_range(&solver, 0, graph->node_nb, 0);

    solver.verdicts = to_progress;
    solver.by_rank = true;
    int limit = graph->variant->rules.no_progress;
    limit = limit == 0 ? INT32_MAX : limit;
    for (uint32_t from = 0, to; from < graph->node_nb; from = to) {
        for (to = from; to < graph->node_nb &&
                        solver.rank[solver.order[to]] == solver.rank[solver.order[from]];) {
            to++;
        }
        solve_range(&solver, from, to, limit);
    }
    free(solver.first);
    free(solver.sources);
    free(solver.rank);
    free(solver.order);
    free(solver.left);
    free(solver.queue);
}
