// SPDX-License-Identifier: MIT
#include "engine/search/timeman.h"

#include <assert.h>
#include <time.h>

#define NS_PER_MS ((int64_t)1000000)
#define TIME_MS_MAX ((int64_t)1 << 36) // two years; keeps the sums below from overflow
// For a limit at or below zero; a legal move is due within 20 ms, the rest is for the way there and
// back.
#define NOW_NS (3 * NS_PER_MS)
#define DEFAULT_MS 1000 // for a search without any limit
#define MOVES_LEFT 30   // moves that a game is assumed to last on when the control names none
#define SINGLE_REPLY_NS NS_PER_MS // enough for a score that is no guess
#define SLIVER 8                  // part of a clock that is spent below the overhead

int64_t timeman_now_ns(void)
{
    struct timespec now;
    int failed = clock_gettime(CLOCK_MONOTONIC, &now);
    assert(failed == 0);
    (void)failed;
    return (int64_t)now.tv_sec * 1000 * NS_PER_MS + now.tv_nsec;
}

static int64_t ms_clamp(int64_t value_ms)
{
    return value_ms < 0 ? 0 : value_ms > TIME_MS_MAX ? TIME_MS_MAX : value_ms;
}

static int64_t least(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

// What may be spent of `given_ns` when the way there and back costs `overhead_ns`.
static int64_t usable(int64_t given_ns, int64_t overhead_ns)
{
    int64_t rest = given_ns - overhead_ns;
    int64_t sliver = given_ns / SLIVER;
    return rest > sliver ? rest : least(sliver, NS_PER_MS / 2);
}

static TimeBudget budget_of_clock(const SearchLimits *limits, int64_t overhead_ns)
{
    int64_t clock_ns = ms_clamp(limits->time_ms) * NS_PER_MS;
    int64_t inc_ns = ms_clamp(limits->inc_ms) * NS_PER_MS;
    int64_t left_ns = usable(clock_ns, overhead_ns);
    int64_t move_nb =
        limits->moves_to_go > 0 ? least(limits->moves_to_go, 2 * MOVES_LEFT) : MOVES_LEFT;

    // An even share of what the clock will hold until the control, with the overhead of each later
    // move set aside.
    int64_t later_ns = (move_nb - 1) * (inc_ns - overhead_ns);
    int64_t share_ns = (left_ns + later_ns) / move_nb;
    int64_t floor_ns = left_ns / (4 * move_nb);
    share_ns = share_ns > floor_ns ? share_ns : floor_ns;

    // The last move before the control may use nearly all; else half the clock stays for what comes
    // after.
    int64_t most_ns = move_nb == 1 ? left_ns - left_ns / 10 : left_ns / 2;
    TimeBudget budget;
    budget.hard_ns = least(4 * share_ns, most_ns);
    budget.soft_ns = least(share_ns * 6 / 10, budget.hard_ns);
    return budget;
}

TimeBudget timeman_budget(const SearchLimits *limits, int64_t overhead_ms, bool analyse,
                          int reply_nb)
{
    TimeBudget budget = {TIME_NONE, TIME_NONE};
    int64_t overhead_ns = ms_clamp(overhead_ms) * NS_PER_MS;
    if (limits->infinite) {
        return budget;
    }
    if (limits->now) {
        return (TimeBudget){0, NOW_NS};
    }
    if (limits->time_ms >= 0) {
        budget = budget_of_clock(limits, overhead_ns);
    }
    if (limits->movetime_ms >= 0) {
        int64_t movetime_ns = usable(ms_clamp(limits->movetime_ms) * NS_PER_MS, overhead_ns);
        budget.hard_ns = least(budget.hard_ns, movetime_ns);
    }
    if (reply_nb == 1 && !analyse && budget.hard_ns != TIME_NONE) {
        budget.soft_ns = least(budget.soft_ns, SINGLE_REPLY_NS);
        budget.hard_ns = least(budget.hard_ns, 2 * SINGLE_REPLY_NS);
    }
    bool is_bounded = limits->time_ms >= 0 || limits->movetime_ms >= 0 ||
                      limits->depth_plies >= 0 || limits->nodes >= 0 || limits->mate_moves >= 0;
    if (!is_bounded) {
        budget.hard_ns = DEFAULT_MS * NS_PER_MS;
    }
    return budget;
}
