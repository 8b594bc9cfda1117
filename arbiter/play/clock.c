// SPDX-License-Identifier: MIT
#include "arbiter/play/clock.h"

#include <assert.h>

#define US_PER_MS 1000

void clock_init(Clock *clock, const EngineLimit *limit)
{
    bool has_clock = limit->tc_time_ms >= 0;
    *clock = (Clock){
        .limit = limit,
        .left_us = has_clock ? limit->tc_time_ms * US_PER_MS : 0,
        .period_moves = has_clock && limit->tc_moves > 0 ? limit->tc_moves : 0,
    };
}

bool clock_is_timed(const Clock *clock)
{
    return clock->limit->tc_time_ms >= 0 || clock->limit->movetime_ms >= 0;
}

int64_t clock_allowed_us(const Clock *clock)
{
    const EngineLimit *limit = clock->limit;
    int64_t allowed_us = CLOCK_UNLIMITED;
    if (limit->tc_time_ms >= 0) {
        allowed_us = clock->left_us;
    }
    if (limit->movetime_ms >= 0 && limit->movetime_ms * US_PER_MS < allowed_us) {
        allowed_us = limit->movetime_ms * US_PER_MS;
    }
    if (allowed_us == CLOCK_UNLIMITED) {
        return allowed_us;
    }
    allowed_us += limit->margin_ms * US_PER_MS;
    return allowed_us < 0 ? 0 : allowed_us;
}

bool clock_spend(Clock *clock, int64_t elapsed_us)
{
    assert(elapsed_us >= 0);
    if (elapsed_us > clock_allowed_us(clock)) {
        return false;
    }
    const EngineLimit *limit = clock->limit;
    if (limit->tc_time_ms < 0) {
        return true;
    }
    clock->left_us += limit->tc_inc_ms * US_PER_MS - elapsed_us;
    if (clock->period_moves > 0 && --clock->period_moves == 0) {
        clock->period_moves = limit->tc_moves;
        clock->left_us += limit->tc_time_ms * US_PER_MS;
    }
    return true;
}

int64_t clock_left_ms(const Clock *clock)
{
    assert(clock->limit->tc_time_ms >= 0);
    return clock->left_us > 0 ? clock->left_us / US_PER_MS : 0;
}
