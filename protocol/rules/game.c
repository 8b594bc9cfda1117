// SPDX-License-Identifier: MIT
#include "protocol/rules/game.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "protocol/base/memory.h"
#include "protocol/rules/movegen.h"

#define CAPACITY_FIRST 64 // positions; a power of two, as all later capacities

/// The index is an open-addressing table of 2 * capacity slots; a slot holds the latest ply + 1 at
/// which a position stood, 0 when free. A position that recurs replaces its former ply, which
/// occurrences[] has counted.
static size_t slot_of(const Game *game, const Position *pos)
{
    size_t mask = 2 * game->capacity - 1;
    size_t slot = (size_t)pos->key & mask;
    while (game->index[slot] != 0 && !position_same(&game->positions[game->index[slot] - 1], pos)) {
        slot = (slot + 1) & mask;
    }
    return slot;
}

static void index_ply(Game *game, size_t ply)
{
    size_t slot = slot_of(game, &game->positions[ply]);
    uint32_t former = game->index[slot];
    game->occurrences[ply] = former == 0 ? 1 : game->occurrences[former - 1] + 1;
    game->index[slot] = (uint32_t)ply + 1;
}

static void set_capacity(Game *game, size_t capacity)
{
    game->capacity = capacity;
    game->positions = memory_resize(game->positions, capacity, sizeof(game->positions[0]));
    game->moves = memory_resize(game->moves, capacity, sizeof(game->moves[0]));
    game->occurrences = memory_resize(game->occurrences, capacity, sizeof(game->occurrences[0]));
    game->index = memory_resize(game->index, 2 * capacity, sizeof(game->index[0]));
}

static void rebuild_index(Game *game)
{
    memset(game->index, 0, 2 * game->capacity * sizeof(game->index[0]));
    for (size_t ply = 0; ply <= game->ply_nb; ply++) {
        index_ply(game, ply);
    }
}

static Outcome outcome_with_history(const Game *game)
{
    Outcome outcome = outcome_of_position(game->variant, game_position(game));
    int limit = game->variant->rules.repetition;
    // Everything that the board says comes before the history; only no progress comes after
    // repetition.
    bool is_open = outcome.result == RESULT_NONE || outcome.reason == REASON_NO_PROGRESS;
    if (is_open && limit > 0 && game_occurrences(game) >= limit) {
        return (Outcome){RESULT_DRAW, REASON_REPETITION};
    }
    return outcome;
}

void game_init(Game *game, const Variant *variant)
{
    Position start = position_start(variant);
    game_init_from(game, variant, &start);
}

void game_init_from(Game *game, const Variant *variant, const Position *start)
{
    assert(start->key == position_key(variant, start));
    *game = (Game){.variant = variant};
    set_capacity(game, CAPACITY_FIRST);
    game->positions[0] = *start;
    rebuild_index(game);
    game->outcome = outcome_with_history(game);
}

void game_release(Game *game)
{
    free(game->positions);
    free(game->moves);
    free(game->occurrences);
    free(game->index);
    *game = (Game){0};
}

void game_copy(Game *to, const Game *from)
{
    assert(to != from);
    if (to->capacity != from->capacity) {
        set_capacity(to, from->capacity);
    }
    to->variant = from->variant;
    to->ply_nb = from->ply_nb;
    to->outcome = from->outcome;
    size_t position_nb = from->ply_nb + 1;
    memcpy(to->positions, from->positions, position_nb * sizeof(from->positions[0]));
    memcpy(to->moves, from->moves, from->ply_nb * sizeof(from->moves[0]));
    memcpy(to->occurrences, from->occurrences, position_nb * sizeof(from->occurrences[0]));
    memcpy(to->index, from->index, 2 * from->capacity * sizeof(from->index[0]));
}

const Position *game_position(const Game *game)
{
    return &game->positions[game->ply_nb];
}

Status game_play(Game *game, Move move)
{
    const Position *pos = game_position(game);
    if (game->outcome.result != RESULT_NONE || !movegen_is_legal(game->variant, pos, move)) {
        return STATUS_ILLEGAL;
    }
    if (game->ply_nb == GAME_PLY_MAX) {
        return STATUS_LIMIT;
    }
    if (game->ply_nb + 1 == game->capacity) {
        set_capacity(game, 2 * game->capacity);
        rebuild_index(game);
    }
    game->moves[game->ply_nb] = move;
    game->positions[game->ply_nb + 1] = position_play(game->variant, game_position(game), move);
    game->ply_nb++;
    index_ply(game, game->ply_nb);
    game->outcome = outcome_with_history(game);
    return STATUS_OK;
}

int game_occurrences(const Game *game)
{
    return (int)game->occurrences[game->ply_nb];
}

int game_legal(const Game *game, Move out[])
{
    return game->outcome.result == RESULT_NONE
               ? movegen_legal(game->variant, game_position(game), out)
               : 0;
}
