// SPDX-License-Identifier: MIT
#ifndef MERELS_ENGINE_SETUP_H
#define MERELS_ENGINE_SETUP_H

#include "protocol/rules/game.h"
#include "protocol/wire/command.h"

/// Makes the game that a `position` command describes, all or nothing: on success `*out` is the caller's (game_release);
/// on error it is untouched and the problem names what is wrong: the FEN, or index (from 0) and token of the first bad move.
Status setup_game(const Variant *v, const Command *command, Game *out, Problem *problem);

#endif
