// SPDX-License-Identifier: MIT
#ifndef MERELS_RESULTS_JOURNAL_H
#define MERELS_RESULTS_JOURNAL_H

#include "arbiter/results/record.h"

/// journal.jsonl: the only state of a run, append-only. First line: the header; then one line for
/// each finished game, in the order of finishing. tournaments/README.md describes every key. A line
/// counts once its newline is written. One owner, one thread. The run itself uses archive.h, which
/// keeps journal, games.pgn and standings.json in step.

#define JOURNAL_FILE "journal.jsonl"
#define JOURNAL_SCHEMA "merels-journal-1"
#define JOURNAL_LINE_MAX (256u << 20) // bytes; a longer line is refused

typedef struct Journal Journal;

/// What an engine said of itself when it was probed, and what it was sent: for the header.
typedef struct EngineIdentity {
    const char *id_name;        // "" when it said none
    const char *id_author;      // "" when it said none
    const EngineOption *options; // as sent, in order
    int option_nb;
} EngineIdentity;

typedef struct JournalListener {
    void *ctx;
    /// Something the user should know that stops nothing: a torn last line was dropped, a program
    /// has changed. One line.
    void (*on_notice)(void *ctx, const char *text);
    /// A finished game found in the file, in file order.
    void (*on_game)(void *ctx, const Pairing *pairing, Result result, Termination termination);
} JournalListener;

/// Opens the journal of the tournament in the existing folder `t->output`, locks the folder until
/// journal_free and reads what is there. A torn last line is truncated away with a notice. No file
/// is made before journal_start. STATUS_CONFLICT: another arbiter uses the folder, or the journal
/// is of another tournament (the problem names the first key that differs), other rules or other
/// openings, or an index occurs twice. STATUS_SYNTAX or STATUS_ILLEGAL: a line that is no game of
/// this tournament, or that contradicts its own moves; every game is played through.
/// `t` must outlive it. On success `*out` is the caller's (journal_free).
Status journal_open(const Tournament *t, const JournalListener *listener, Journal **out,
                    Problem *problem);
void journal_free(Journal *journal);

/// Is there no header yet?
bool journal_is_new(const Journal *journal);
/// Before the first game: writes the header of a new journal; for one that goes on it compares
/// programs and names, and gives a notice of each difference. identities: one for each engine.
Status journal_start(Journal *journal, const EngineIdentity identities[], Problem *problem);

/// Is the game with this index recorded?
bool journal_has(const Journal *journal, int64_t index);
int64_t journal_game_nb(const Journal *journal);

/// Records a finished game by one write. On error (disk full) what was written of it is cut off
/// again.
Status journal_append(Journal *journal, const GameRecord *record, Problem *problem);
/// Waits until the disk has it.
Status journal_sync(Journal *journal, Problem *problem);

/// Reads a recorded game back and plays it through. Errors as journal_open, when the file has been
/// changed since. On success `*out` is the caller's (record_release).
Status journal_read(const Journal *journal, int64_t index, GameRecord *out, Problem *problem);

/// The line of a game, with its newline. Pure.
void journal_format_game(const Tournament *t, const GameRecord *record, StrBuf *out);

#endif
