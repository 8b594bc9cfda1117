// SPDX-License-Identifier: MIT
#ifndef MERELS_TESTS_RESULTS_TESTS_H
#define MERELS_TESTS_RESULTS_TESTS_H

#include "arbiter/results/journal.h"
#include "tests/arbiter/fixture.h"
#include "tests/suite.h"

/// The suites of the results room, one file each.
extern const TestCase RECORD_CASES[];
extern const TestCase LINE_FILE_CASES[];
extern const TestCase JOURNAL_CASES[];
extern const TestCase JOURNAL_FAULT_CASES[];
extern const TestCase PGN_EXPORT_CASES[];
extern const TestCase STANDINGS_CASES[];
extern const TestCase ARCHIVE_CASES[];
extern const TestCase REPLAY_CASES[];

/// A tournament of four variants and three engines with awkward names: 24 games.
#define RESULTS_TOURNAMENT                                                                         \
    "{\"name\": \"t\", \"rounds\": 1, \"output\": \"out\", \"random_plies\": 2, \"limit\": "       \
    "{\"tc\": \"2+0.02\"}, \"variants\": [\"tictactoe\", \"nine_mens_morris\", \"dara\", "         \
    "\"lasker_morris\"], \"engines\": [{\"name\": \"plain\", \"command\": [\"sh\"]}, {\"name\": "  \
    "\"q\\\"uo\\\\te] {x}\", \"command\": [\"sh\"], \"limit\": {\"depth\": 3}}, {\"name\": "       \
    "\"\\u00e4 b\", \"command\": [\"none\"]}]}"
#define RESULTS_GAME_NB 24

/// What each engine of RESULTS_TOURNAMENT said of itself.
extern const EngineIdentity RESULTS_IDENTITIES[3];

/// Counts what a journal or an archive tells, and keeps its last notice.
typedef struct Heard {
    int notice_nb, game_nb;
    char notice[1024];
} Heard;

void heard_notice(void *ctx, const char *text);
void heard_game(void *ctx, const Pairing *pairing, Result result, Termination termination);

/// Every field of two records is the same.
bool results_same(const GameRecord *a, const GameRecord *b);

#endif
