// SPDX-License-Identifier: MIT
#ifndef MERELS_RESULTS_ARCHIVE_H
#define MERELS_RESULTS_ARCHIVE_H

#include "arbiter/rating/tally.h"
#include "arbiter/results/journal.h"

/// All that a run writes under its output folder: the journal, and what is derived from it
/// (games.pgn, standings.json), kept in step. What a run calls, in order: archive_open, probe the
/// engines, archive_start, archive_add for each game, archive_finish (also when interrupted),
/// archive_free. One owner, one thread.

#define ARCHIVE_PGN "games.pgn"
#define ARCHIVE_STANDINGS "standings.json"
#define ARCHIVE_STOP "stop"
#define ARCHIVE_STANDINGS_MS 1000 // standings.json is replaced at most so often during a run

typedef struct Archive Archive;

typedef struct ArchiveListener {
    void *ctx;
    void (*on_notice)(void *ctx, const char *text); // one line for the user; stops nothing
} ArchiveListener;

/// Makes the output folder, locks it and reads the journal that is there, if any; errors as
/// journal_open. Nothing else is written. `t` must outlive it. On success `*out` is the caller's
/// (archive_free).
Status archive_open(const Tournament *t, const ArchiveListener *listener, Archive **out,
                    Problem *problem);
void archive_free(Archive *archive);

/// Before the first game of this run, with what the probe of the engines found: journal_start, then
/// games.pgn anew.
Status archive_start(Archive *archive, const EngineIdentity identities[], Problem *problem);

/// Is the game with this index recorded?
bool archive_has(const Archive *archive, int64_t index);
/// Recorded games, from earlier runs too.
int64_t archive_game_nb(const Archive *archive);
/// All recorded games counted; valid until archive_free, grows with archive_add.
const Tally *archive_tally(const Archive *archive);

/// Records a finished game in all files. On error the run cannot go on; when it was the journal
/// that could not be written the game is not recorded, else the next run brings the other files in
/// step.
Status archive_add(Archive *archive, const GameRecord *record, Problem *problem);
/// Waits until the disk has the journal.
Status archive_sync(Archive *archive, Problem *problem);
/// Syncs the journal, writes games.pgn sorted by index and standings.json. May be called again, and
/// on a run that has nothing to do.
Status archive_finish(Archive *archive, Problem *problem);

/// Is there a file named `stop` in the output folder? It is removed then: a stop is obeyed once.
bool archive_take_stop(const Archive *archive);

#endif
