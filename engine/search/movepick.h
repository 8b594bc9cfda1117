// SPDX-License-Identifier: MIT
#ifndef MERELS_SEARCH_MOVEPICK_H
#define MERELS_SEARCH_MOVEPICK_H

#include "engine/search/worker.h"

/// Hands out the legal moves of one node, the promising ones first. Its arrays live in the worker's
/// arena from movepick_init to movepick_release, which come in the order of a stack.
typedef struct MovePicker {
    Worker *worker;
    const Position *pos;
    Move *moves; // in the order of movegen_legal
    Pick *picks;
    int nb, next;
    int first; // index of the move that goes first whatever the others are worth, or TT_INDEX_NONE
    Move killers[2];
    bool is_scored;
} MovePicker;

/// Generates the moves; returns how many. first: index of the table's move, or TT_INDEX_NONE (or
/// any other number that is no index).
int movepick_init(MovePicker *picker, Worker *worker, const Position *pos, int ply, int first);
/// The next best move, MOVE_NONE at the end. *index: its place in the order of movegen_legal.
Move movepick_next(MovePicker *picker, int *index);
/// The same, but only moves that take men or complete a line.
Move movepick_next_forcing(MovePicker *picker);
void movepick_release(MovePicker *picker);

/// Writes the moves of a root to `sorted` (room for nb, apart from `moves`) by the same measure;
/// equal ones keep their order. Uses the worker's arena of picks.
void movepick_sort(Worker *worker, const Position *pos, const Move moves[], int nb, Move sorted[]);

#endif
