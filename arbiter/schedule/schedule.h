// SPDX-License-Identifier: MIT
#ifndef MERELS_SCHEDULE_SCHEDULE_H
#define MERELS_SCHEDULE_SCHEDULE_H

#include "arbiter/tournament.h"

/// Who plays whom, on what, from where: a pure function of the tournament and the index of the
/// game. Never of timing. Order: round, then variant, then pairing (circle method; gauntlet: by
/// opponent), then game of the pairing.

typedef struct Pairing {
    int64_t index; // of the game, from 0
    int round;     // from 0
    int variant;   // index into Tournament.variants
    // number of the pair of games with one opening and colours changed, from 0 over the tournament
    int64_t pair;
    int white, black; // engines
    int opening;   // number of the opening: the same for all pairings of one round
} Pairing;

int64_t schedule_game_nb(const Tournament *t);
/// 0 <= index < schedule_game_nb.
Pairing schedule_pairing(const Tournament *t, int64_t index);
/// The first position of a pairing's game: an opening of the file in its order (shuffled by the
/// seed), random plies by the seed, or the start position. The same for every pairing of the same
/// variant and opening number.
Position schedule_opening(const Tournament *t, const Pairing *pairing);

#endif
