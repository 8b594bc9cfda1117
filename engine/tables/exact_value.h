// SPDX-License-Identifier: MIT
#ifndef MERELS_TABLES_EXACT_VALUE_H
#define MERELS_TABLES_EXACT_VALUE_H

#include <stdbool.h>

#define PLIES_UNKNOWN (-1)

/// What is known for certain of a position, or of a turn from it, under the game's own draw limits.
typedef struct ExactValue {
    int sign;           // 1 win, 0 draw, -1 loss, as the side that is to move (or moves) sees it
    int end_plies;      // of a win or loss: to the end, the shortest win against the longest
                        // defence; PLIES_UNKNOWN: not known
    int progress_plies; // of a win or loss: likewise to the next placement, removal or end
} ExactValue;

/// The value of a turn, from that of the position which it leads to. makes_progress: it is a
/// placement or takes men.
ExactValue exact_value_of_turn(ExactValue next, bool makes_progress);

/// Positive when the side to move likes `a` better than `b`, negative when less, 0 when it is all
/// the same: win, draw, loss; wins by the shortest known way to the end, else to progress; losses
/// by the longest.
int exact_value_compare(ExactValue a, ExactValue b);

#endif
