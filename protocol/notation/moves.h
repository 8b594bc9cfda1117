// SPDX-License-Identifier: MIT
#ifndef MERELS_NOTATION_MOVES_H
#define MERELS_NOTATION_MOVES_H

#include "protocol/base/strbuf.h"
#include "protocol/rules/position.h"

/// Moves as text. A token is a whole turn. Pure; any thread.

#define MOVE_TEXT_MAX (6 + 3 * TAKEN_MAX) // "a1-a4" + "xd7" each + NUL

/// The wire form: d6, a1a4, d6xb4, a1a4xd7, d6xb4xd7, 0000 for a pass, (none) for MOVE_NONE.
void moves_format_wire(const Variant *v, Move move, char out[MOVE_TEXT_MAX]);
/// The form of records for people: d6, a1-a4, a1-a4xd7, -- for a pass.
void moves_format_record(const Variant *v, Move move, char out[MOVE_TEXT_MAX]);

/// Reads one token: both forms above, upper case, P@d6, victims in any order; 0000 and -- are a
/// pass. Syntax and points only: whether the move is legal is movegen_is_legal's question. "(none)"
/// is no move. The problem quotes the token and says what is wrong.
Status moves_parse(const Variant *v, StrView token, Move *out, Problem *problem);

/// moves_parse, then legality in `pos`: STATUS_ILLEGAL says why in plain words where it can tell
/// (point occupied, a removal is missing, this man is protected, ...). By the rules of the turn
/// alone: that the game is over already is for game_play to say.
Status moves_parse_legal(const Variant *v, const Position *pos, StrView token, Move *out,
                         Problem *problem);

#endif
