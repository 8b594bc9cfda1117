// SPDX-License-Identifier: MIT
#ifndef MERELS_RULES_MOVEGEN_H
#define MERELS_RULES_MOVEGEN_H

#include "protocol/rules/position.h"

/// Legal moves by the rules of the turn alone: whether the game is over already is outcome.h's
/// question. Pure; any thread; allocates nothing. One body (movegen_tmpl.h), instanced by board
/// size; one switch picks.

/// Writes every legal move of the side to move to `out` and returns how many, 0 to v->move_max.
/// A side that is stuck and must pass has exactly MOVE_PASS; 0 means stuck with a loss or a draw
/// (outcome.h). out: room for v->move_max moves (MOVE_MAX always suffices). Order: by origin
/// (placements first), destination, victims, all by point index, so node counts repeat on every
/// machine.
int movegen_legal(const Variant *v, const Position *pos, Move out[]);

/// How many moves movegen_legal would write, without writing them.
int movegen_count(const Variant *v, const Position *pos);

/// The same by the instance for boards of any size; for tests that compare the instances.
int movegen_legal_any_size(const Variant *v, const Position *pos, Move out[]);
int movegen_count_any_size(const Variant *v, const Position *pos);

bool movegen_is_legal(const Variant *v, const Position *pos, Move move);

/// The empty points on which one more man of `own` would complete a line.
Bitboard movegen_closing_points(const Variant *v, Bitboard own, Bitboard empty);

/// The men of `side` that its opponent may take by the protection rule (before any is taken).
Bitboard movegen_removable(const Variant *v, const Position *pos, Side side);

#endif
