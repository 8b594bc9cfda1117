// SPDX-License-Identifier: MIT
#ifndef MERELS_RATING_TALLY_H
#define MERELS_RATING_TALLY_H

#include "arbiter/results/record.h"

/// Results counted: by variant, by who had White and who Black, and by how games ended. A function
/// of the set of finished games, whatever their order. One owner.

/// Games as one side of them sees it.
typedef struct Wdl {
    int64_t wins, draws, losses;
} Wdl;

typedef struct Tally {
    int engine_nb, variant_nb;
    int64_t game_nb;
    Wdl *pairs;     // owned; [(variant * engine_nb + white) * engine_nb + black], as White sees it
    // owned; [engine * TERMINATION_NB + termination]: games this engine lost, by termination
    int64_t *faults;
    int64_t terminations[TERMINATION_NB];
} Tally;

void tally_init(Tally *tally, int engine_nb, int variant_nb);
void tally_release(Tally *tally);

/// Counts one finished game. `result` is not RESULT_NONE.
void tally_add(Tally *tally, const Pairing *pairing, Result result, Termination termination);

#define TALLY_ALL (-1) // every variant

/// What `engine` has scored with the men of `side`. variant: an index or TALLY_ALL.
Wdl tally_of_side(const Tally *tally, int engine, int variant, Side side);
/// What `engine` has scored with both colours. variant: an index or TALLY_ALL.
Wdl tally_of_engine(const Tally *tally, int engine, int variant);
/// What `engine` has scored against `opponent`, both colours. variant: an index or TALLY_ALL.
Wdl tally_between(const Tally *tally, int engine, int opponent, int variant);
/// Games that `engine` lost with this termination.
int64_t tally_faults(const Tally *tally, int engine, Termination termination);

static inline int64_t wdl_games(Wdl wdl)
{
    return wdl.wins + wdl.draws + wdl.losses;
}
/// A win 1, a draw 1/2.
static inline double wdl_points(Wdl wdl)
{
    return (double)wdl.wins + (double)wdl.draws / 2;
}
static inline Wdl wdl_sum(Wdl a, Wdl b)
{
    return (Wdl){a.wins + b.wins, a.draws + b.draws, a.losses + b.losses};
}
static inline Wdl wdl_reverse(Wdl wdl)
{
    return (Wdl){wdl.losses, wdl.draws, wdl.wins};
}

#endif
