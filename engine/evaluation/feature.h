// SPDX-License-Identifier: MIT
#ifndef MERELS_EVALUATION_FEATURE_H
#define MERELS_EVALUATION_FEATURE_H

#include "protocol/base/strview.h"
#include "protocol/rules/position.h"

/// The words of the evaluation: what is counted, in which phase of a side, for which family of
/// games. Their names in files and tables are the same words in lower case.

/// What is counted for each side. An open two is a line that lacks one man, on an empty point.
/// "Next turn" looks at the board only, whoever is to move.
typedef enum Feature {
    FEATURE_STATE,    // always 1: tells when the sides are in different phases
    FEATURE_TURN,     // 1 for the side to move
    FEATURE_MAN,      // on the board and in hand
    FEATURE_HAND,     // in hand
    FEATURE_SCARCE,   // men lacking to three more than the fewest a side may have
    FEATURE_MILL,     // lines that stand
    FEATURE_LOOSE,    // men of standing lines that have a step: the line can be opened
    FEATURE_THREAT,   // open twos that the side could close next turn
    FEATURE_FORK,     // points that close such twos, beyond the first
    FEATURE_SWING,    // threats by a man of a standing line: it opens one line to close another
    FEATURE_EXPOSED,  // threats whose point the other side could take next turn
    FEATURE_HALF,     // open twos that cannot be closed next turn
    FEATURE_SEED,     // lines with fewer men than that, at least one, and none of the other side
    FEATURE_STOPPED,  // lines that lack one man because the other side stands there
    FEATURE_DEAD,     // open twos that are no runs of the exact length when closed
    FEATURE_MOBILITY, // steps open to the men on the board
    FEATURE_BLOCKED,  // men without such a step
    FEATURE_TRAPPED,  // blocked men beside whom no friend has a step
    FEATURE_CONTROL,  // empty points beside men of this side only
    FEATURE_JUNCTION, // men on points with at least three neighbours
    FEATURE_CROSSING, // men on points with at least four neighbours
    FEATURE_NB
} Feature;

/// Of a side: men in hand, none in hand, or free to move to any empty point.
typedef enum Phase { PHASE_PLACING, PHASE_MOVING, PHASE_FLYING, PHASE_NB } Phase;

/// How far a game has come, by the men of both sides, on the board and in hand. Weights are given
/// for both ends; between them they go in a straight line.
typedef enum Stage {
    STAGE_FEW,  // the fewest with which the game goes on
    STAGE_MANY, // all
    STAGE_NB
} Stage;

/// Games that want different weights; told from the rules.
typedef enum Family {
    FAMILY_LINE,   // a line wins
    FAMILY_MORRIS, // listed lines take men
    FAMILY_RUNS,   // runs of an exact length take men
    FAMILY_BLOCK,  // lines are worth nothing
    FAMILY_NB
} Family;

extern const char *const FEATURE_WORDS[]; // each list by its enum, then NULL
extern const char *const PHASE_WORDS[];
extern const char *const FAMILY_WORDS[];

/// The place of `word` in such a list, -1 when it is not there.
int feature_word_index(const char *const words[], StrView word);

Family feature_family(const Variant *v);
/// The men of both sides at a stage; more at STAGE_MANY than at STAGE_FEW.
int feature_stage_men(const Variant *v, Stage stage);
Phase feature_phase(const Variant *v, const Position *pos, Side side);

#endif
