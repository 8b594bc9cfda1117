// SPDX-License-Identifier: MIT
#ifndef MERELS_EVALUATION_COUNTING_H
#define MERELS_EVALUATION_COUNTING_H

#include "engine/evaluation/weights.h"

/// Counts the features of a position. Two of three instances of one body (counting_tmpl.h) work on
/// whole sets at once: for every eight points of the board a table gives, by which of them are
/// occupied, what these men contribute to all lines, edges and neighbourhoods; the contributions
/// are added, or'ed and xor'ed. In a sum of lines each line has two bits: how many of its three
/// points are occupied.

#define CHUNK_NB (POINT_MAX / 8)
#define WORD_LINES 32                // lines in one word of a sum
#define TABLE_LINES (2 * WORD_LINES) // the most lines the tables hold
#define TABLE_EDGES 64

/// What a set of men adds up to, or one of its chunks contributes.
typedef struct LineSum {
    Bitboard near;     // or: points beside them
    uint64_t edges;    // xor: edges with one end among them
    uint64_t lines[2]; // sum: of each line, how many of its points
} LineSum;

typedef struct CountingTables {
    LineSum sums[CHUNK_NB][256];
    uint64_t spoils[CHUNK_NB][256][2]; // or: lines that a man beside the wanted points spoils
} CountingTables;

/// The instances; a variant belongs to the first that it fits.
typedef enum CountingShape {
    COUNTING_24,    // at most 24 points, 32 listed lines of three points, 64 edges
    COUNTING_LINES, // at most 64 lines of three points, or runs, 64 edges
    COUNTING_ANY,
} CountingShape;

typedef struct Counting {
    const Variant *variant;
    CountingShape shape;
    int chunk_nb;
    int line_nb;              // 0 where lines are worth nothing
    bool placing_closes;      // does a placement on the last point of a line earn anything?
    bool placing_moves;       // may a side with men in hand move?
    Bitboard junctions;       // points with at least three neighbours
    Bitboard crossings;       // with at least four
    Bitboard near[POINT_MAX]; // beside each point
    CountingTables *tables;   // owned; NULL for COUNTING_ANY
} Counting;

typedef struct Counts {
    Phase phase[SIDE_NB];
    int of[SIDE_NB][FEATURE_NB];
} Counts;

/// Allocates; counting_release frees. `v` must outlive it. Const from then on.
void counting_init(Counting *counting, const Variant *v);
void counting_release(Counting *counting);

/// Pure; any thread; allocates nothing.
void counting_count(const Counting *counting, const Position *pos, Counts *out);

/// The sum of weight times count, for the side to move: the same counts without writing them down.
/// by_men[n]: the weights with n men of both sides.
int counting_score(const Counting *counting, const StageWeights by_men[], const Position *pos);

#endif
