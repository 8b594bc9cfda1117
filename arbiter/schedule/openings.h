// SPDX-License-Identifier: MIT
#ifndef MERELS_SCHEDULE_OPENINGS_H
#define MERELS_SCHEDULE_OPENINGS_H

#include "arbiter/tournament.h"

/// First positions of games: a file of positions, in its order or shuffled, or random plies.
/// Everything random is a function of the seed, the variant's name and the opening's number.

#define OPENINGS_FILE_MAX (256u << 20) // bytes
#define OPENINGS_PLIES_MAX 1000        // random plies

/// Reads a file of positions for `v`, one a line: LF, CR LF or CR line ends, a byte-order mark,
/// blank lines and blanks around are fine; '#' begins a comment. Refused with "FILE:LINE: reason":
/// what is no position of the variant, a position in which the game is over; without a line: a file
/// without any position. On success `out->positions`, `position_nb` and `digest` are set
/// (openings_release); `file` and `random_order` are the caller's.
Status openings_read(const Variant *v, const char *path, Openings *out, Problem *problem);
void openings_release(Openings *openings);

/// Puts the positions into a random order, all orders being equally likely, and sets the digest
/// anew.
void openings_shuffle(const Variant *v, uint64_t seed, Openings *openings);

/// The position after `plies` random legal moves from the start, drawn again until the game is not
/// over. False (and `*out` the start position) when OPENINGS_TRIES_MAX draws all ended the game.
bool openings_random(const Variant *v, uint64_t seed, int64_t number, int plies, Position *out);

#define OPENINGS_TRIES_MAX 1000

#endif
