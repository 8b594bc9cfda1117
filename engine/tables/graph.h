// SPDX-License-Identifier: MIT
#ifndef MERELS_TABLES_GRAPH_H
#define MERELS_TABLES_GRAPH_H

#include "protocol/rules/position.h"

/// The part of a game that can be reached from some positions: every position once, how it ends if
/// it does, and its turns as edges. Rules come from protocol/rules alone; draws by history
/// (repetition, no progress) are not looked at, but positions may be named that count as drawn.
///
/// A node is what decides how play can go on: men, hands and side to move. Where a line means one
/// thing after a placement and another after a move, whether the last ply made progress decides
/// too, so it is part of the node there (`is_fresh`, see outcome_of_board).
///
/// Progress (a placement or a removal) can never be undone: it lowers the rank of a position, twice
/// the men in hand plus those on the board, which every other turn keeps.

/// The greatest graph: powers of two, so that arrays that double end without slack. While it is
/// being solved such a graph takes 62 MiB. Measured with games of three in a row on grids: 3+3 men
/// on 4x4 points, 368,000 positions, 0.16 s; 3+4 men on 5x3 points are too large, found out after
/// 0.12 s; the games of nine points 0.6 to 3 ms.
#define GRAPH_NODE_MAX (1u << 19)
#define GRAPH_EDGE_MAX (1u << 22)
#define GRAPH_NONE UINT32_MAX // no node

typedef enum GraphEnding {
    GRAPH_OPEN, // the game goes on
    GRAPH_DRAWN,
    GRAPH_WON, // by the side to move
    GRAPH_LOST
} GraphEnding;

typedef struct GraphNode {
    Bitboard men[SIDE_NB];
    uint8_t hand[SIDE_NB];
    uint8_t side;
    bool is_fresh;
    uint8_t ending; // GraphEnding
} GraphNode;

typedef struct Graph {
    const Variant *variant; // not owned
    GraphNode *nodes;       // owned; the roots first
    uint32_t node_nb, node_size;
    uint32_t *slots; // owned; open addressing by position key: node + 1, 0 when free
    uint32_t slot_nb;
    uint32_t *first;   // owned; the edges of node i are targets[first[i] .. first[i + 1])
    uint32_t *targets; // owned
    uint32_t edge_nb, edge_size;
} Graph;

/// Fills `graph` with everything that can be reached from the roots. blocked: positions that end
/// the game as drawn when the board does not end it otherwise; a root may be among them. False:
/// more than GRAPH_NODE_MAX nodes or GRAPH_EDGE_MAX edges; nothing is held then.
bool graph_explore(Graph *graph, const Variant *v, const Position roots[], int root_nb,
                   const Position blocked[], int blocked_nb);
void graph_release(Graph *graph);
/// Frees what only the solver needs: from then on graph_find alone may be called.
void graph_drop_edges(Graph *graph);

/// The node of a position, GRAPH_NONE when it cannot be reached. Pure.
uint32_t graph_find(const Graph *graph, const Position *pos);

static inline int graph_rank(const GraphNode *node)
{
    return 2 * (node->hand[SIDE_WHITE] + node->hand[SIDE_BLACK]) +
           bitboard_count(node->men[SIDE_WHITE]) + bitboard_count(node->men[SIDE_BLACK]);
}

#endif
