// SPDX-License-Identifier: MIT
#ifndef MERELS_PLAY_RUN_H
#define MERELS_PLAY_RUN_H

#include "arbiter/rating/tally.h"

/// The whole of `run FILE`: opens the archive, plays what is left, obeys signals and the stop file,
/// and leaves every file in step. Prints nothing; what happens is told to the listener. One run in
/// a process at a time (it watches the process's signals). Signals: the first SIGINT, SIGTERM or
/// SIGHUP drops the running games, asks the engines to end and saves the results; the second kills
/// the engines.

#define RUN_STOP_POLL_MS 500 // how often the stop file is looked for, and the journal synced

typedef enum RunEnd {
    RUN_DONE,        // every game is played
    RUN_NOTHING,     // every game was played before
    RUN_STOPPED,     // by the stop file, after the running games
    RUN_INTERRUPTED, // by a signal
    RUN_REFUSED,     // the output folder holds something else, or another arbiter works there
    RUN_FAILED       // an engine is unfit, the records cannot be written, too few open files
} RunEnd;

typedef struct RunListener {
    void *ctx;
    /// The records are read: `recorded_nb` games of earlier runs.
    void (*on_open)(void *ctx, int64_t recorded_nb);
    void (*on_begin)(void *ctx, const Pairing *pairing);
    /// A finished game, recorded already; `tally` holds it too.
    void (*on_game)(void *ctx, const GameRecord *record, const Tally *tally);
    void (*on_tick)(void *ctx);                     // every tick_ms, for displays
    void (*on_notice)(void *ctx, const char *text); // a warning; stops nothing
    /// Once, the last call but notices: no more games; the files are written, engines may still be
    /// ending. `text`: why, for RUN_REFUSED and RUN_FAILED, else "". tally: NULL for RUN_REFUSED
    /// and when the records could not be opened.
    void (*on_end)(void *ctx, RunEnd end, const Tally *tally, const char *text);
} RunListener;

/// tick_ms: 0 for none.
RunEnd run_tournament(const Tournament *t, uint64_t tick_ms, const RunListener *listener);

#endif
