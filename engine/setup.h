// SPDX-License-Identifier: MIT
#ifndef MERELS_ENGINE_SETUP_H
#define MERELS_ENGINE_SETUP_H

#include "engine/sink.h"
#include "protocol/rules/game.h"
#include "protocol/wire/command.h"

/// Makes the game that a `position` command describes, all or nothing: on success `*out` is the
/// caller's (game_release); on error it is untouched and the problem names what is wrong: the FEN,
/// or index (from 0) and token of the first bad move.
Status setup_game(const Variant *v, const Command *command, Game *out, Problem *problem);

/// Reads the words after searchmoves of a go command. Those that are no legal moves are reported
/// and skipped, repeated ones skipped. Returns how many there are in `out`, which has room for the
/// variant's move_max; 0: all moves are to be searched (reported, but in a finished game).
int setup_searchmoves(const Game *game, StrView words, Move out[], const Sink *sink);

#endif
