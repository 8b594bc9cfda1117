// SPDX-License-Identifier: MIT
#ifndef MERELS_TESTS_ARBITER_FIXTURE_H
#define MERELS_TESTS_ARBITER_FIXTURE_H

#include "arbiter/results/record.h"
#include "protocol/base/random.h"

/// A folder of its own for one test, and what is easily made there.

#define FIXTURE_PATH_MAX 512

typedef struct Fixture {
    char folder[FIXTURE_PATH_MAX];
} Fixture;

void fixture_open(Fixture *fixture);
/// Removes the folder and all that is in it.
void fixture_close(Fixture *fixture);

/// The path of a file in the folder.
void fixture_path(const Fixture *fixture, const char *name, char out[FIXTURE_PATH_MAX]);
void fixture_write(const Fixture *fixture, const char *name, StrView text);
/// Appends the file; nothing when there is none.
void fixture_read(const Fixture *fixture, const char *name, StrBuf *out);
bool fixture_has(const Fixture *fixture, const char *name);

/// Writes `json` to t.json and loads it.
Status fixture_load(const Fixture *fixture, const char *json, Tournament **out, Problem *problem);
/// The same for a text that must load.
Tournament *fixture_tournament(const Fixture *fixture, const char *json);

/// A game of the tournament as engines might have played it: random legal moves and random words
/// about them. Some are ended by the arbiter, in every way there is. The caller's (record_release).
void fixture_game(const Tournament *t, int64_t index, Random *random, GameRecord *out);

#endif
