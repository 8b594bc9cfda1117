// SPDX-License-Identifier: MIT
#ifndef MERELS_PLAY_CLOCK_H
#define MERELS_PLAY_CLOCK_H

#include "arbiter/tournament.h"

/// One side's clock as plain arithmetic in microseconds: it is told how long a move took and never
/// looks at the time itself. Pure; depends on the limits only. The margin is what the clock (or a
/// movetime) may be overdrawn by: an overdraft is a debt that the next moves inherit, and only an
/// overdraft beyond the margin loses. Times that are sent are never negative.

#define CLOCK_UNLIMITED INT64_MAX // what a move may take when neither clock nor movetime runs

typedef struct Clock {
    const EngineLimit *limit; // not owned
    int64_t left_us;      // on the clock; negative: overdrawn within the margin. 0 without a clock
    int64_t period_moves; // moves to play up to the next time control; 0 without periods
} Clock;

/// `limit` must outlive the clock.
void clock_init(Clock *clock, const EngineLimit *limit);

/// Does a clock or a movetime run, so that a late move is lost on time?
bool clock_is_timed(const Clock *clock);

/// What the next move may take, margin included, at least 0; CLOCK_UNLIMITED when it is not timed.
int64_t clock_allowed_us(const Clock *clock);

/// Books a move that took `elapsed_us`: increment and a new period are added after it. False when
/// it took more than was allowed; the clock then stays as it was.
bool clock_spend(Clock *clock, int64_t elapsed_us);

/// What to send: whole ms, rounded down, never negative. Only with a clock (tc).
int64_t clock_left_ms(const Clock *clock);

#endif
