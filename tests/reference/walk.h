// SPDX-License-Identifier: MIT
#ifndef MERELS_TESTS_WALK_H
#define MERELS_TESTS_WALK_H

#include "protocol/base/random.h"
#include "protocol/rules/game.h"
#include "tests/reference/reference.h"

/// One random game played by both implementations of the rules, compared on every ply: the legal
/// moves as texts, the position and its text there and back, its key, how often it has occurred,
/// and the outcome.

/// How the random player chooses. Each way leads to other ends of games.
typedef enum WalkStyle {
    WALK_ANY,       // every move alike
    WALK_TAKING,    // removals where there are any
    WALK_SPARING,   // no removals where that is possible
    WALK_SHUFFLING, // mostly back where the man came from
    WALK_STYLE_NB
} WalkStyle;

/// What the walks have met, so that a test can demand that nothing was missed.
typedef struct WalkTally {
    long game_nb;
    long ply_nb;
    long move_nb; // legal moves compared
    long difference_nb;
    long reason_nb[REASON_NB]; // games that ended so
    long taking_nb[TAKEN_MAX + 1];  // legal moves compared that take so many men
    long pass_nb;
} WalkTally;

/// Plays one game of at most `ply_max` plies from the start position, or from a random set-up
/// position. The seed decides everything. Returns false at the first difference, after printing
/// what differs and how to get there to stderr. Adds to `tally`.
bool walk_play(const Variant *v, const ReferenceVariant *r, uint64_t seed, bool from_start,
               int ply_max, WalkTally *tally);

#endif
