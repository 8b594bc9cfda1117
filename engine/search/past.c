// SPDX-License-Identifier: MIT
#include "engine/search/past.h"

#include <stdlib.h>

#include "protocol/base/memory.h"

static size_t slot_of(const Past *past, uint64_t key)
{
    size_t slot = (size_t)(key & past->mask);
    while (past->counts[slot] != 0 && past->keys[slot] != key) {
        slot = (slot + 1) & past->mask;
    }
    return slot;
}

void past_init(Past *past, const Game *game)
{
    size_t back = game_position(game)->quiet;
    if (back > game->ply_nb) {
        back = game->ply_nb; // the game began with quiet plies already counted
    }
    size_t size = 16;
    while (size < 2 * back) {
        size *= 2;
    }
    past->keys = memory_new(size, sizeof(*past->keys));
    past->counts = memory_new(size, sizeof(*past->counts));
    past->mask = size - 1;
    for (size_t i = 1; i <= back; i++) {
        uint64_t key = game->positions[game->ply_nb - i].key;
        size_t slot = slot_of(past, key);
        past->keys[slot] = key;
        past->counts[slot]++;
    }
}

void past_release(Past *past)
{
    free(past->keys);
    free(past->counts);
    *past = (Past){0};
}

uint32_t past_count(const Past *past, uint64_t key)
{
    return past->counts[slot_of(past, key)];
}
