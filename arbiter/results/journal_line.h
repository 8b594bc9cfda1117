// SPDX-License-Identifier: MIT
#ifndef MERELS_RESULTS_JOURNAL_LINE_H
#define MERELS_RESULTS_JOURNAL_LINE_H

#include "arbiter/results/journal.h"
#include "protocol/base/json.h"

/// The lines of a journal as text and back. tournaments/README.md describes every key. Used by the
/// journal and by replay only.

#define HASH_TEXT_MAX 17 // 16 hex digits and the NUL

void hash_format(uint64_t hash, char out[HASH_TEXT_MAX]);
/// The XXH3-64 hash of a file's bytes. False when it cannot be read.
bool hash_file(const char *path, uint64_t *out);

/// Appends the header line with its newline.
void journal_line_header(const Tournament *t, const EngineIdentity identities[], StrBuf *out);
/// Is `json` a header, and of this tournament? `place` goes in front of problems.
Status journal_line_check_header(const Tournament *t, const Json *json, const char *place,
                                 Problem *problem);
/// Calls the listener for each engine that is not what the header says: another program, another
/// name.
void journal_line_compare_engines(const Tournament *t, const Json *header,
                                  const EngineIdentity identities[],
                                  const JournalListener *listener);

/// Reads a whole game, checks it against the schedule, plays it through and compares what the line
/// says of it. On success `*out` is the caller's (record_release).
Status journal_line_record(const Tournament *t, const Json *json, const char *place,
                           GameRecord *out, Problem *problem);

/// "1-0", "0-1", "1/2-1/2", "*": false for anything else.
bool journal_line_result(const Json *json, Result *out);

#endif
