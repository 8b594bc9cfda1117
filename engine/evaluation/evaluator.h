// SPDX-License-Identifier: MIT
#ifndef MERELS_EVALUATION_EVALUATOR_H
#define MERELS_EVALUATION_EVALUATOR_H

#include "protocol/rules/position.h"

/// What a position looks like without searching: counts of named features, weighted by the family
/// of the game and the phase of each side. Integers only, so that node counts are the same on every
/// machine. Depends on protocol/rules only.

#define EVALUATE_MAX 10000 // no evaluation leaves +-EVALUATE_MAX

/// What is counted for each side.
typedef enum Feature {
    FEATURE_MAN,      // on the board and in hand
    FEATURE_MILL,     // lines that stand
    FEATURE_THREAT,   // lines that lack one man and that the side could complete on its turn
    FEATURE_HALF,     // lines that lack one man, which cannot get there in one turn
    FEATURE_SEED,     // lines that lack more, with own men and without enemy men
    FEATURE_SWING,    // threats by a man of a standing line: it opens one line to close another
    FEATURE_MOBILITY, // steps open to the men on the board
    FEATURE_BLOCKED,  // men without such a step
    FEATURE_NB
} Feature;

/// Games that want different weights; told from the rules.
typedef enum Family {
    FAMILY_LINE,   // a line wins
    FAMILY_MORRIS, // listed lines take men
    FAMILY_RUNS,   // runs of an exact length take men
    FAMILY_BLOCK,  // lines are worth nothing
    FAMILY_NB
} Family;

typedef enum Phase { PHASE_PLACING, PHASE_MOVING, PHASE_FLYING, PHASE_NB } Phase;

/// All that evaluating the positions of one variant takes. Const once made; any number of threads
/// share it.
typedef struct Evaluator Evaluator;

/// Of `v`, which must outlive it. Allocates; the caller's (evaluator_free).
Evaluator *evaluator_new(const Variant *v);
void evaluator_free(Evaluator *evaluator);

/// Was it made for this variant?
bool evaluator_is_for(const Evaluator *evaluator, const Variant *v);

Family evaluator_family(const Variant *v);

/// For the side to move; in centipawns of a man. The position is taken as running, whatever the
/// rules say. Pure; any thread; allocates nothing.
int evaluate_position(const Evaluator *evaluator, const Position *pos);

#endif
