// SPDX-License-Identifier: MIT
#ifndef MERELS_ENGINE_DISPLAY_H
#define MERELS_ENGINE_DISPLAY_H

#include "protocol/base/strbuf.h"
#include "protocol/rules/game.h"

/// Positions as text for people: the answers to `d` and `eval`.

/// Appends a picture of the board with its coordinates (P White's men, p Black's, '.' an empty
/// point, blank no point), then the lines "Variant:", "Fen:", "Key:" (16 hex digits) and "Outcome:"
/// (result and reason).
void display_game(const Game *game, StrBuf *out);

/// Appends one line: the static evaluation for the side to move, or that the game is over.
void display_evaluation(const Game *game, StrBuf *out);

#endif
