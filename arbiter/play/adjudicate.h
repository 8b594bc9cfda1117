// SPDX-License-Identifier: MIT
#ifndef MERELS_PLAY_ADJUDICATE_H
#define MERELS_PLAY_ADJUDICATE_H

#include "arbiter/results/record.h"

/// Ends games by what the engines say of them, after the rules have been asked. Counters only;
/// pure. Counted are consecutive plies of the game, whatever is played on them:
/// - draw: at least `draw_from_ply` plies are played, and on the last `draw_plies` of them (both
///   sides' moves) the score was within `draw_score_cp` of 0. The row may begin before
///   `draw_from_ply`; captures do not break it.
/// - resign: a side's own scores were at or below -`resign_score_cp` on its last
///   ceil(resign_plies / 2) moves; it loses.
/// - max_plies: that many plies are played; a draw.
/// A mate score counts as +-ADJUDICATE_MATE_CP; a missing score starts the counts it is part of
/// anew.

#define ADJUDICATE_MATE_CP 100000

typedef struct Adjudicator {
    const Adjudication *rules; // not owned
    int64_t ply_nb;
    int64_t level_nb;         // plies in a row with a score near 0
    int64_t lost_nb[SIDE_NB]; // own moves in a row with a lost score
} Adjudicator;

typedef struct Verdict {
    Termination termination; // TERMINATION_NORMAL: the game goes on
    Result result;
} Verdict;

void adjudicate_init(Adjudicator *adjudicator, const Adjudication *rules);

/// Takes in the ply that `side` has just played and what its engine said of it (`score` as sent: cp
/// or moves to mate, its view).
Verdict adjudicate_ply(Adjudicator *adjudicator, Side side, ScoreKind kind, int64_t score);

#endif
