// SPDX-License-Identifier: MIT
#include "engine/tables/graph.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "protocol/base/memory.h"
#include "protocol/rules/movegen.h"
#include "protocol/rules/outcome.h"

#define NODE_SIZE_FIRST 1024u
#define EDGE_SIZE_FIRST 8192u

static bool is_fresh(const Variant *v, const Position *pos)
{
    return v->rules.place_mill != v->rules.move_mill && pos->quiet == 0;
}

static bool node_is(const GraphNode *node, const Position *pos, bool fresh)
{
    return node->men[SIDE_WHITE] == pos->men[SIDE_WHITE] &&
           node->men[SIDE_BLACK] == pos->men[SIDE_BLACK] &&
           node->hand[SIDE_WHITE] == pos->hand[SIDE_WHITE] &&
           node->hand[SIDE_BLACK] == pos->hand[SIDE_BLACK] && node->side == pos->side &&
           node->is_fresh == fresh;
}

static Position node_position(const Graph *graph, const GraphNode *node)
{
    Position pos = {
        .men = {node->men[SIDE_WHITE], node->men[SIDE_BLACK]},
        .quiet = !node->is_fresh,
        .move_number = 1,
        .hand = {node->hand[SIDE_WHITE], node->hand[SIDE_BLACK]},
        .side = node->side,
    };
    pos.key = position_key(graph->variant, &pos);
    return pos;
}

/// The slot that holds the node of `pos`, or the free one where it belongs.
static uint32_t slot_of(const Graph *graph, const Position *pos)
{
    uint32_t mask = graph->slot_nb - 1;
    bool fresh = is_fresh(graph->variant, pos);
    uint32_t slot = (uint32_t)(pos->key >> 32) & mask;
    while (graph->slots[slot] != 0 && !node_is(&graph->nodes[graph->slots[slot] - 1], pos, fresh)) {
        slot = (slot + 1) & mask;
    }
    return slot;
}

uint32_t graph_find(const Graph *graph, const Position *pos)
{
    return graph->slots[slot_of(graph, pos)] - 1; // a free slot gives GRAPH_NONE
}

/// Makes room for as many nodes again; half of the slots stay free.
static void grow_nodes(Graph *graph)
{
    graph->node_size = graph->node_size == 0 ? NODE_SIZE_FIRST : 2 * graph->node_size;
    graph->nodes = memory_resize(graph->nodes, graph->node_size, sizeof(*graph->nodes));
    graph->first = memory_resize(graph->first, graph->node_size + 1, sizeof(*graph->first));
    free(graph->slots);
    graph->slot_nb = 2 * graph->node_size;
    graph->slots = memory_new(graph->slot_nb, sizeof(*graph->slots));
    for (uint32_t i = 0; i < graph->node_nb; i++) {
        Position pos = node_position(graph, &graph->nodes[i]);
        graph->slots[slot_of(graph, &pos)] = i + 1;
    }
}

/// The node of `pos`, a new one if need be; GRAPH_NONE when there are too many.
static uint32_t add_node(Graph *graph, const Position *pos)
{
    uint32_t slot = slot_of(graph, pos);
    if (graph->slots[slot] != 0) {
        return graph->slots[slot] - 1;
    }
    if (graph->node_nb == GRAPH_NODE_MAX) {
        return GRAPH_NONE;
    }
    if (graph->node_nb == graph->node_size) {
        grow_nodes(graph);
        slot = slot_of(graph, pos);
    }
    graph->nodes[graph->node_nb++] = (GraphNode){
        .men = {pos->men[SIDE_WHITE], pos->men[SIDE_BLACK]},
        .hand = {pos->hand[SIDE_WHITE], pos->hand[SIDE_BLACK]},
        .side = pos->side,
        .is_fresh = is_fresh(graph->variant, pos),
    };
    graph->slots[slot] = graph->node_nb;
    return graph->node_nb - 1;
}

static bool add_edge(Graph *graph, const Position *to)
{
    uint32_t target = add_node(graph, to);
    if (target == GRAPH_NONE || graph->edge_nb == GRAPH_EDGE_MAX) {
        return false;
    }
    if (graph->edge_nb == graph->edge_size) {
        graph->edge_size = graph->edge_size == 0 ? EDGE_SIZE_FIRST : 2 * graph->edge_size;
        graph->targets = memory_resize(graph->targets, graph->edge_size, sizeof(*graph->targets));
    }
    graph->targets[graph->edge_nb++] = target;
    return true;
}

static GraphEnding ending_of(Outcome outcome, Side side)
{
    if (outcome.result == RESULT_NONE) {
        return GRAPH_OPEN;
    }
    if (outcome.result == RESULT_DRAW) {
        return GRAPH_DRAWN;
    }
    return outcome.result == result_win_of(side) ? GRAPH_WON : GRAPH_LOST;
}

static bool contains(const Position positions[], int nb, const Position *pos)
{
    for (int i = 0; i < nb; i++) {
        if (position_same(&positions[i], pos)) {
            return true;
        }
    }
    return false;
}

/// Judges one node and adds what follows it. moves: room for move_max. False: too many.
static bool expand(Graph *graph, uint32_t index, const Position blocked[], int blocked_nb,
                   Move moves[])
{
    const Variant *v = graph->variant;
    Position pos = node_position(graph, &graph->nodes[index]);
    Outcome outcome = outcome_of_board(v, &pos);
    int move_nb = 0;
    if (outcome.result == RESULT_NONE) {
        move_nb = movegen_legal(v, &pos, moves);
        if (move_nb == 0) {
            outcome = outcome_of_stuck(v, &pos);
        } else if (contains(blocked, blocked_nb, &pos)) {
            // The board comes before the history, as in game.h.
            outcome = (Outcome){RESULT_DRAW, REASON_REPETITION};
            move_nb = 0;
        }
    }
    graph->nodes[index].ending = (uint8_t)ending_of(outcome, (Side)pos.side);
    for (int i = 0; i < move_nb; i++) {
        Position next = position_play(v, &pos, moves[i]);
        if (!add_edge(graph, &next)) {
            return false;
        }
    }
    return true;
}

bool graph_explore(Graph *graph, const Variant *v, const Position roots[], int root_nb,
                   const Position blocked[], int blocked_nb)
{
    *graph = (Graph){.variant = v};
    grow_nodes(graph);
    bool fits = true;
    for (int i = 0; i < root_nb && fits; i++) {
        fits = add_node(graph, &roots[i]) != GRAPH_NONE;
    }
    Move *moves = memory_new((size_t)v->move_max, sizeof(*moves));
    for (uint32_t i = 0; i < graph->node_nb && fits; i++) {
        graph->first[i] = graph->edge_nb;
        fits = expand(graph, i, blocked, blocked_nb, moves);
    }
    free(moves);
    if (!fits) {
        graph_release(graph);
        return false;
    }
    graph->first[graph->node_nb] = graph->edge_nb;
    return true;
}

void graph_release(Graph *graph)
{
    free(graph->nodes);
    free(graph->slots);
    free(graph->first);
    free(graph->targets);
    *graph = (Graph){0};
}

void graph_drop_edges(Graph *graph)
{
    free(graph->first);
    free(graph->targets);
    graph->first = NULL;
    graph->targets = NULL;
    graph->edge_nb = 0;
    graph->edge_size = 0;
}
