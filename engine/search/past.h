// SPDX-License-Identifier: MIT
#ifndef MERELS_SEARCH_PAST_H
#define MERELS_SEARCH_PAST_H

#include <stddef.h>

#include "protocol/rules/game.h"

/// The positions of a game before the root that a search may meet again, and how often each has
/// occurred. Positions from before the last placement or removal cannot recur and are left out. One
/// owner; const while a search runs, so any thread may read it.
typedef struct Past {
    uint64_t *keys; // owned, open addressing; a free place has count 0
    uint32_t *counts;
    size_t mask;
} Past;

/// Of the game's positions before its last one.
void past_init(Past *past, const Game *game);
void past_release(Past *past);
/// How often the position of `key` occurred before the root.
uint32_t past_count(const Past *past, uint64_t key);

#endif
