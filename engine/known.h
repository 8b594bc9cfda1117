// SPDX-License-Identifier: MIT
#ifndef MERELS_ENGINE_KNOWN_H
#define MERELS_ENGINE_KNOWN_H

#include "engine/search/search.h"
#include "engine/tables/exact.h"

/// What the tables know of a game, as the lines that a search would tell. One owner.
typedef struct Known {
    SearchKnown told;
    SearchInfo *lines;          // owned; size
    Move (*pvs)[SEARCH_PV_MAX]; // owned; size
    int size;
} Known;

/// An empty one is all zero.
void known_release(Known *known);

/// The lines for a search of `game` with these limits (its searchmoves) and settings (MultiPV), the
/// best first; NULL when nothing is known or the game is over. They stay until the next call.
/// Scores: mate where the distance to the end is known, otherwise KNOWN_WIN_CP less the plies to
/// the next placement or removal; 0 for a draw.
const SearchKnown *known_lines(Known *known, Exact *exact, const Game *game,
                               const SearchLimits *limits, const SearchSettings *settings);

#define KNOWN_WIN_CP 20000

#endif
