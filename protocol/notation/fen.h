// SPDX-License-Identifier: MIT
#ifndef MERELS_NOTATION_FEN_H
#define MERELS_NOTATION_FEN_H

#include "protocol/base/strview.h"
#include "protocol/rules/position.h"

/// Position text: BOARD[HAND] SIDE - - QUIET MOVE, as protocol/README.md defines it. Pure; any
/// thread.

#define FEN_TEXT_MAX 384 // bytes with the NUL that fen_format needs at the most

/// The one canonical form: runs of empty points as one number, HAND white men first, all six
/// fields.
void fen_format(const Variant *v, const Position *pos, char out[FEN_TEXT_MAX]);

/// Reads a position. Accepted besides the canonical form: no [HAND] or [-] for empty hands, men in
/// hand in any order, a missing tail from any field after SIDE on (QUIET 0, MOVE 1), any white
/// space between fields. Refused with the reason: another grid, an unknown letter, more men on
/// board and in hand than the variant has, a bad side or number, trailing text. Unequal hands,
/// finished and unreachable positions are fine. On error `*out` is unchanged.
Status fen_parse(const Variant *v, StrView text, Position *out, Problem *problem);

#endif
