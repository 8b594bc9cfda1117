// SPDX-License-Identifier: MIT
#ifndef MERELS_SEARCH_NODE_H
#define MERELS_SEARCH_NODE_H

#include "engine/search/worker.h"

/// The tree below the root: principal variation search, alpha-beta, over whole turns.

/// The value of `pos` for the side to move, `ply` plies (at least 1) below the root, searched
/// `depth` plies deep. Fail-soft: a value <= alpha is an upper bound, >= beta a lower one. The line
/// goes to worker->pv[ply]. Without meaning once worker->is_halted.
int node_search(Worker *worker, const Position *pos, int ply, int depth, int alpha, int beta);

/// One node while its moves are tried.
typedef struct Node {
    const Position *pos;
    int ply, depth;
    int alpha, beta;
    int best;       // value so far
    int best_index; // of the move that has it, or TT_INDEX_NONE
    uint64_t key;   // of the table
} Node;

/// The value of one legal move of the node for the side that makes it: a full window for the first
/// move, then whether it beats alpha, at first perhaps less deep. tried_nb: moves tried before.
int node_try(Worker *worker, const Node *node, Move move, int tried_nb);

/// The best line from `ply` is `move` and the best line from the next ply.
void node_set_pv(Worker *worker, int ply, Move move);

static inline bool score_is_mate(int score)
{
    return score >= SEARCH_MATE_MIN || score <= -SEARCH_MATE_MIN;
}
/// Plies to the end that a mate score tells.
static inline int score_mate_plies(int score)
{
    return SEARCH_MATE - (score < 0 ? -score : score);
}

#endif
