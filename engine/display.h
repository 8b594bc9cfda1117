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

/// Appends a table of all terms of the static evaluation (for each side the count of a feature, its
/// weight in the phase of that side, their product; totals that are the sums of their columns),
/// then the line "Evaluation: cp N for the side to move (SIDE)", N being the totals' difference as
/// that side sees it, within +-EVALUATE_MAX. When the game is over only a line "Evaluation: none,
/// ...".
void display_evaluation(const Game *game, StrBuf *out);

#endif
