// SPDX-License-Identifier: MIT
#ifndef MERELS_TABLES_EXACT_H
#define MERELS_TABLES_EXACT_H

#include "engine/tables/exact_value.h"
#include "protocol/rules/game.h"

/// What one client can know for certain of its game: the tables of small games, made when they are
/// first wanted and kept while the variant changes, and the history of the game.
///
/// Repetition. A position that has occurred once less than the limit ends the game when it comes
/// back, so it counts as drawn and the value of the rest is reckoned anew. That is exact: a forced
/// win of the reckoning visits none of these positions and none of the others twice (distances
/// fall), so it is never ended by repetition; and who is not lost in it has a way to go on for ever
/// or to such a position. Only positions since the last placement or removal can come back, and
/// only those that are won or lost by the table can change anything, so nearly always the table
/// itself has the answer.
///
/// All calls from one thread, the owner's.

typedef struct Exact Exact;

/// A turn of the present position.
typedef struct ExactMove {
    Move move;
    ExactValue value; // of the turn, for the side that moves
    bool ends;        // the game is over after it
    // Counted when the hardest move is wanted, for moves that neither win nor end the game:
    bool seen;      // the game has been at the position that it leads to
    int hold_nb;    // replies to it that keep the value it has for the other side
    int trap_plies; // plies until each of the other replies is punished, all together
} ExactMove;

typedef struct ExactAnswer {
    ExactValue value; // for the side to move
    ExactMove *moves; // owned; every legal move, the best first; none when the game is over
    int move_nb;
    uint64_t probe_nb;              // positions that were looked up
    struct SmallTable *own;         // owned; the table of this answer alone, or NULL
    const struct SmallTable *table; // the one that holds what comes after the moves
} ExactAnswer;

Exact *exact_new(void);
void exact_free(Exact *exact);

/// The variant has changed: makes its table if it is small and new; nothing for others. `v` must
/// live as long as `exact`. At most about a quarter of a second, see small.h.
void exact_prepare(Exact *exact, const Variant *v);

/// False: nothing is known. Otherwise the answer is the caller's (exact_answer_release) and valid
/// until the next call for `exact`. A finished game has its value in every variant.
/// Moves are in order of exact_value_compare. Of drawn or lost ones of one value those come first
/// after which the game goes on; with `hardest` those to positions that are new to the game, of
/// these the ones after which the fewest replies hold, and then those after which the other
/// replies are many and punished late, so that they are hard to see through. What is equal still is
/// in the order of movegen_legal.
bool exact_answer(Exact *exact, const Game *game, bool hardest, ExactAnswer *out);
/// Puts moves that are all the same to that order into one that depends on the seed.
void exact_shuffle(ExactAnswer *answer, uint64_t seed);
void exact_answer_release(ExactAnswer *answer);

/// How play goes on with moves[index] of an answer to `game`, best moves on both sides: to the end
/// when there is a winner, else until the game is over or a position comes back. Writes at most
/// `pv_max` moves, at least one, and returns how many.
int exact_line(ExactAnswer *answer, const Game *game, int index, Move pv[], int pv_max);

/// The plies that `query value` and `query values` tell: to the end in a game in which nothing is
/// ever taken, otherwise to the next removal or the end; PLIES_UNKNOWN when that is not known.
int exact_plies(const Variant *v, const Position *pos, ExactValue value);

#endif
