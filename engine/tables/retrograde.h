// SPDX-License-Identifier: MIT
#ifndef MERELS_TABLES_RETROGRADE_H
#define MERELS_TABLES_RETROGRADE_H

#include "engine/tables/graph.h"

/// Who wins each node of a graph, and how fast, reckoned backwards from the endings: a node is won
/// when some turn leads to a lost one, lost when all lead to won ones; what is never reached so is
/// drawn. Two distances are told, because two different limits of play measure them:
///
/// - to the end, as if no limit ended the game: the shortest win against the longest defence;
/// - to progress (placement, removal) or the end, in a game in which `no_progress` plies without
///   either are a draw. It is reckoned rank by rank, because progress leads to ranks that are
///   finished and starts the count anew: a turn that makes progress wins if and only if the node
///   it leads to is lost within a whole limit.
///
/// Source: retrograde analysis as in K. Thompson, "Retrograde analysis of certain endgames", 1986.

/// 0: drawn; n > 0: the side to move wins in n - 1 plies; n < 0: it loses in -n - 1 plies.
typedef int32_t Verdict;

static inline int verdict_sign(Verdict verdict)
{
    return (verdict > 0) - (verdict < 0);
}
/// Of a verdict that is no draw.
static inline int verdict_plies(Verdict verdict)
{
    return (verdict > 0 ? verdict : -verdict) - 1;
}

/// Writes both verdicts of each node; `to_end` and `to_progress` have room for node_nb. Allocates
/// about 28 bytes for each node and 4 for each edge meanwhile. Time: linear in edges, for each
/// verdict once.
void retrograde_solve(const Graph *graph, Verdict to_end[], Verdict to_progress[]);

#endif
