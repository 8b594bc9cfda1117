// SPDX-License-Identifier: MIT
#ifndef MERELS_SEARCH_CHOOSE_H
#define MERELS_SEARCH_CHOOSE_H

#include "engine/search/worker.h"

/// Among root moves of the same value the one that is hardest for the opponent. Where the search
/// ends in a draw or in a proven loss, often many moves do; who plays the first of them goes round
/// in circles with the weakest opponent. So the last part of such a search compares them: first
/// moves to positions that the game has not seen yet, then those after which the smaller share of
/// the replies holds.
///
/// Measured with 10,000 nodes a move against depth 1, 2 and 3, 600 games each after four random
/// plies: wins from 61 to 68 % in six men's morris and from 81 to 84 % in nine men's, draws from 35
/// to 28 % and from 14 to 11 %, losses as before. Against itself without the choice, 800 games of
/// four variants each: +2 Elo (+-24) at 2,000 nodes a move and 0 (+-24) at 10,000.

/// Would the search choose, ended as it stands: is this a play (SearchSettings.hardest) with one
/// line, drawn or lost for certain, and more than one move?
bool choose_is_due(const Worker *worker);

/// The nodes of this worker at which deepening has to end so that the limits leave enough for the
/// choice; UINT64_MAX when nothing limits it.
uint64_t choose_pause_nodes(const Worker *worker);

/// Chooses: lines[0] becomes the line of the hardest move, of the same score. Takes at most about a
/// third of the nodes visited so far; halted early, it chooses among what it has seen. Only when
/// choose_is_due.
void choose_hardest(Worker *worker);

#endif
