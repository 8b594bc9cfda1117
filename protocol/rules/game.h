// SPDX-License-Identifier: MIT
#ifndef MERELS_RULES_GAME_H
#define MERELS_RULES_GAME_H

#include <stddef.h>
#include <stdint.h>

#include "protocol/rules/outcome.h"

/// A game: its first position, all moves, all positions, and whether it is over. Repetition counts
/// from the first position on (it is occurrence 1), over games of any length up to GAME_PLY_MAX.
/// One owner.
/// Invariants: positions[0 .. ply_nb], moves[0 .. ply_nb - 1]; `outcome` is that of the last
/// position with its history.

#define GAME_PLY_MAX 1000000

typedef struct Game {
    const Variant *variant; // not owned
    Position *positions;    // owned
    Move *moves;            // owned
    size_t ply_nb;          // plies played
    uint32_t *occurrences;  // owned: [i] is how often position i has stood among positions 0 .. i
    uint32_t *index;        // owned: finds the last ply at which a position stood
    size_t capacity;        // of positions
    Outcome outcome;
} Game;

/// A new game from the variant's start position.
void game_init(Game *game, const Variant *variant);
/// A new game from `start`, whose key must be right.
void game_init_from(Game *game, const Variant *variant, const Position *start);
void game_release(Game *game);
/// `to` (initialised, or all zero) becomes an independent copy of `from`.
void game_copy(Game *to, const Game *from);

const Position *game_position(const Game *game);

/// Plays a move. STATUS_ILLEGAL when it is not legal or the game is over, STATUS_LIMIT at
/// GAME_PLY_MAX; then nothing changes.
Status game_play(Game *game, Move move);

/// How often the last position has occurred, itself included: at least 1.
int game_occurrences(const Game *game);

/// The legal moves of a running game; 0 when it is over. out: room for the variant's move_max.
int game_legal(const Game *game, Move out[]);

#endif
