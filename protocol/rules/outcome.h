// SPDX-License-Identifier: MIT
#ifndef MERELS_RULES_OUTCOME_H
#define MERELS_RULES_OUTCOME_H

#include "protocol/rules/position.h"

/// What the rules say of a position. Order of precedence: line, material, full board, no move,
/// then (with the game's history, game.h) repetition, no progress.

typedef enum Result { RESULT_NONE, RESULT_WHITE, RESULT_BLACK, RESULT_DRAW } Result;

/// name, word of the protocol.
#define REASON_MAP(X)                                                                              \
    X(NONE, "none")                                                                                \
    X(LINE, "line")                                                                                \
    X(MATERIAL, "material")                                                                        \
    X(NO_MOVE, "no_move")                                                                          \
    X(BOARD_FULL, "board_full")                                                                    \
    X(REPETITION, "repetition")                                                                    \
    X(NO_PROGRESS, "no_progress")

typedef enum Reason {
#define X(name, text) REASON_##name,
    REASON_MAP(X)
#undef X
        REASON_NB
} Reason;

typedef struct Outcome {
    Result result; // RESULT_NONE: the game goes on
    Reason reason;
} Outcome;

static inline Result result_win_of(Side side)
{
    return side == SIDE_WHITE ? RESULT_WHITE : RESULT_BLACK;
}

/// "1-0", "0-1", "1/2-1/2", "*". Static.
const char *result_text(Result result);
/// "line", ..., "none". Static.
const char *reason_text(Reason reason);

/// Line, material and full board: all that needs no move generation. Pure; any thread.
///  line: a standing line of the side that has just moved, when its ply was of a phase whose mills
///  win. (A position does not say which phase its last ply was of: it was a placement when the
///  variant has no movement, when that side still has men in hand and may not move, or when `quiet`
///  is 0 and the variant has men to place; otherwise a move.)
///  material: the side to move is judged first.
Outcome outcome_of_board(const Variant *v, const Position *pos);

/// What being without a legal move means for the side to move (movegen_legal gave 0).
Outcome outcome_of_stuck(const Variant *v, const Position *pos);

/// Everything but the history: outcome_of_board, then outcome_of_stuck if there is no legal move,
/// then `quiet` at the no-progress limit.
Outcome outcome_of_position(const Variant *v, const Position *pos);

#endif
