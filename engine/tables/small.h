// SPDX-License-Identifier: MIT
#ifndef MERELS_TABLES_SMALL_H
#define MERELS_TABLES_SMALL_H

#include <stddef.h>

#include "engine/tables/exact_value.h"
#include "protocol/rules/position.h"

/// A small game solved whole: the value of every position that can be reached from some roots,
/// under the game's own limits.
///
/// No progress. The limit ends a game as drawn after `no_progress` plies without placement or
/// removal, but an ending on the last of these plies still counts. A position at which q of them
/// have been played is therefore won if and only if the distance to progress or the end, reckoned
/// as retrograde.h does, is at most what is left, no_progress - q: a longer one cannot be forced in
/// time, and a turn that makes progress starts the count anew, which that reckoning knows. This
/// holds for every game, also where removals, or one side's placements, break the count up.
/// The distance to the end is exact when it fits into the same plies: then the limit can end no
/// line of the shortest win, and it never makes a win shorter. Where nothing makes progress any
/// more (placing over, nothing taken) both distances are one, so there a value always has its
/// distance; and the placing before it has, too, unless the limit is shorter than the game's
/// longest win, which is so in no built-in game. Otherwise a win that has to be hastened by
/// progress is told without its distance to the end.
///
/// Repetition. A forced win goes by strictly falling distances and so needs no position twice: the
/// limit changes no value by itself. What the history of a game does is `blocked`: exact.h.
///
/// Const after solving: any number of threads may probe.

typedef struct SmallTable SmallTable;

#define SMALL_POSITIONS_MAX 2e6 // more than that can be counted: not worth exploring

/// A cheap upper bound of the positions of a variant: men on the board in every way, hands that can
/// belong to them.
double small_bound(const Variant *v);

/// Solves what can be reached from the roots; NULL when it is too large (see graph.h). blocked:
/// positions that end the game as drawn unless the board ends it otherwise; their own values mean
/// nothing then. Caller frees (small_free). A built-in game takes 1 to 3 ms, the greatest graph
/// about a quarter of a second.
SmallTable *small_solve(const Variant *v, const Position roots[], int root_nb,
                        const Position blocked[], int blocked_nb);
void small_free(SmallTable *table);

/// False: not reachable from the roots. `pos->quiet` counts. Pure; no moves are generated.
bool small_probe(const SmallTable *table, const Position *pos, ExactValue *out);
/// Would the position be won or lost if no limit ended the game? False when it is not reachable.
bool small_is_decided(const SmallTable *table, const Position *pos);

size_t small_position_nb(const SmallTable *table);
/// What the table holds of the memory.
size_t small_bytes(const SmallTable *table);

#endif
