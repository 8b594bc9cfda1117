// SPDX-License-Identifier: MIT
#ifndef MERELS_RESULTS_REPLAY_H
#define MERELS_RESULTS_REPLAY_H

#include "arbiter/results/record.h"

/// Judges recorded games again, from a journal or a PGN file (told apart by the first character),
/// and says where record and rules differ. Games may be of any known variant.

typedef enum ReplayVerdict {
    // The rules end the game where, how and for whom the record says; or the arbiter ended it while
    // the rules let it go on.
    REPLAY_AGREES,
    // A result that the last position does not show and no termination explains: kept, its reason
    // unknown.
    REPLAY_KEPT,
    REPLAY_NO_RESULT,     // "*": counted as nothing
    REPLAY_CONTRADICTION, // record and rules, or two statements of the record, differ
    REPLAY_UNREADABLE,    // no game could be made of it
    REPLAY_VERDICT_NB
} ReplayVerdict;

typedef struct ReplayGame {
    int64_t number;      // of the game in the file, from 1
    int64_t line;        // where it starts, from 1
    const char *white, *black, *variant; // as recorded; "" when missing. Valid during the call
    Result result;       // as recorded
    size_t ply_nb;       // plies that were legal
    ReplayVerdict verdict;
    const char *text;    // what differs, one line; "" when it agrees. Valid during the call
} ReplayGame;

typedef struct ReplayListener {
    void *ctx;
    void (*on_game)(void *ctx, const ReplayGame *game); // each game, in file order
} ReplayListener;

typedef struct ReplaySummary {
    int64_t game_nb, ply_nb;
    int64_t verdicts[REPLAY_VERDICT_NB];
} ReplaySummary;

/// Judges every game of the file. variant_path: the user's variants (a file or a folder), NULL for
/// none; a journal whose tournament had some names them itself. An error is for the file as a
/// whole; whether all is well is `verdicts[REPLAY_CONTRADICTION] + verdicts[REPLAY_UNREADABLE] ==
/// 0`.
Status replay_file(const char *path, const char *variant_path, const ReplayListener *listener,
                   ReplaySummary *out, Problem *problem);

/// "agrees", "kept", "no result", "contradiction", "unreadable". Static.
const char *replay_verdict_text(ReplayVerdict verdict);

#endif
