// SPDX-License-Identifier: MIT
#ifndef MERELS_SEARCH_STRENGTH_H
#define MERELS_SEARCH_STRENGTH_H

#include "engine/search/worker.h"

/// Weaker on purpose: UCI_LimitStrength with UCI_Elo.
///
/// A level looks at every root move to a small depth without reductions, overlooks all replies to
/// some of them, misjudges each by a random amount and plays what then seems best. Depth counts
/// whole plies, not nodes, so that a faster search leaves the scale as it is; only a better
/// evaluation moves it.
///
/// Scale and anchor: STRENGTH_LEAST plays every legal move with the same chance and is 500 by
/// definition; the other levels are Elo above it as measured in nine men's morris by
/// tournaments/strength.json. What was set and what was measured stands in tournaments/README.md;
/// the method to adjust the table of strength.c is there, too.

#define STRENGTH_LEAST 500
#define STRENGTH_MOST 2100

/// In place of root_deepen, for a task with settings.elo, one thread and one line: lines[0] becomes
/// the line of the move to play. The same seed and game give the same move unless time or nodes run
/// out.
void strength_play(Worker *worker);

#endif
