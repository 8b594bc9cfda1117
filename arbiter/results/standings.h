// SPDX-License-Identifier: MIT
#ifndef MERELS_RESULTS_STANDINGS_H
#define MERELS_RESULTS_STANDINGS_H

#include "arbiter/rating/elo.h"

/// The table of a tournament, a function of the finished games. For the live report and for
/// standings.json.

typedef struct StandingsRow {
    int engine;             // index into Tournament.engines
    Wdl total, white, black; // as this engine sees it
    Wdl variants[TOURNAMENT_VARIANTS_MAX]; // by variant, both colours
    EloRating rating;
    int64_t faults[TERMINATION_NB]; // games it lost, by termination
} StandingsRow;

typedef struct Standings {
    StandingsRow *rows; // owned; best first: by Elo, then points, then order of the file
    int row_nb;
    int64_t game_nb, scheduled_nb;
} Standings;

void standings_init(Standings *standings, const Tournament *t, const Tally *tally);
void standings_release(Standings *standings);

/// Appends standings.json (for people: indented). Every number is finite.
void standings_format_json(const Tournament *t, const Standings *standings, StrBuf *out);
/// Replaces the file at `path` in one step.
Status standings_write(const Tournament *t, const Tally *tally, const char *path, Problem *problem);

#endif
