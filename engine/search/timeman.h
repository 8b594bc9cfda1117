// SPDX-License-Identifier: MIT
#ifndef MERELS_SEARCH_TIMEMAN_H
#define MERELS_SEARCH_TIMEMAN_H

#include "engine/search/search.h"

/// How long a move may take. Pure but for timeman_now_ns, which reads the monotonic clock.

#define TIME_NONE INT64_MAX // no such limit

typedef struct TimeBudget {
    int64_t soft_ns; // no new iteration is begun after that long
    int64_t hard_ns; // the search is broken off after that long
} TimeBudget;

int64_t timeman_now_ns(void);

/// The budget of a search, counted from its start or, when pondering, from ponderhit. `infinite`
/// has none; limits without any bound get one second. The hard budget never exceeds the clock less
/// the overhead, however little is left: then it is a sliver of the clock, enough for a legal move.
/// reply_nb: legal moves of the root; a single one is not worth thinking about when a clock or
/// movetime runs.
TimeBudget timeman_budget(const SearchLimits *limits, int64_t overhead_ms, bool analyse,
                          int reply_nb);

#endif
