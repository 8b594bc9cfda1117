// SPDX-License-Identifier: MIT
#ifndef MERELS_REPORT_PROGRESS_H
#define MERELS_REPORT_PROGRESS_H

#include "arbiter/rating/tally.h"

/// What a run shows while it plays: one line for each finished game. On a terminal a status line
/// stands below them and is redrawn by progress_tick; NO_COLOR is respected, and TERM=dumb counts
/// as no terminal. Elsewhere plain lines only. Text of engines and names is shown without control
/// characters. A descriptor that takes no more bytes is given up silently: the run goes on. One
/// owner.

#define PROGRESS_TICK_MS 100 // how often the status line may be redrawn

typedef struct Progress Progress;

/// `fd` (standard output) stays the caller's; `t` must outlive it. The caller owns it
/// (progress_free).
Progress *progress_new(const Tournament *t, int fd);
void progress_free(Progress *progress);

/// Is there a status line, so that progress_tick is wanted every PROGRESS_TICK_MS?
bool progress_is_live(const Progress *progress);

/// The run begins; `recorded_nb` games are recorded by earlier runs.
void progress_open(Progress *progress, int64_t recorded_nb);
void progress_begin(Progress *progress, const Pairing *pairing);
/// A finished game; `tally` holds it already.
void progress_game(Progress *progress, const GameRecord *record, const Tally *tally);
void progress_tick(Progress *progress);
/// Takes the status line away (until the next tick) and shows all lines that are waiting, so that
/// others may write.
void progress_clear(Progress *progress);

/// The line of a finished game, without a newline. number: of finished games with this one.
void progress_format_game(const Tournament *t, const GameRecord *record, int64_t number,
                          int64_t total, StrBuf *out);

#endif
