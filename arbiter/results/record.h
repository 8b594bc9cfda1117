// SPDX-License-Identifier: MIT
#ifndef MERELS_RESULTS_RECORD_H
#define MERELS_RESULTS_RECORD_H

#include "arbiter/schedule/schedule.h"
#include "protocol/rules/game.h"
#include "protocol/wire/reply.h"

/// One finished game as the arbiter records it. The rules' part is the Outcome; Termination is what
/// the arbiter says.

/// name, word of the records, word of the PGN standard's Termination tag.
#define TERMINATION_MAP(X)                                                                         \
    X(NORMAL, "normal", "normal")                                                                  \
    X(ADJUDICATED_DRAW, "adjudicated_draw", "adjudication")                                        \
    X(ADJUDICATED_RESIGN, "adjudicated_resign", "adjudication")                                    \
    X(MAX_PLIES, "max_plies", "adjudication")                                                      \
    X(TIME, "time", "time forfeit")                                                                \
    X(ILLEGAL_MOVE, "illegal_move", "rules infraction")                                            \
    X(CRASH, "crash", "abandoned")                                                                 \
    X(STALL, "stall", "abandoned")                                                                 \
    X(START_FAILED, "start_failed", "abandoned")

typedef enum Termination {
#define X(name, text, pgn) TERMINATION_##name,
    TERMINATION_MAP(X)
#undef X
        TERMINATION_NB
} Termination;

/// What an engine did for one ply.
typedef struct PlyRecord {
    uint64_t time_us; // from writing go to the arrival of bestmove
    ScoreKind score_kind;
    int64_t score;    // as the engine said it: cp or moves to mate, for the side that moved
    int64_t depth, nodes; // -1: not said
} PlyRecord;

#define RECORD_TIME_MAX 32

typedef struct GameRecord {
    Pairing pairing;
    Game game;           // owned
    PlyRecord *plies;    // owned; game.ply_nb of them
    size_t ply_capacity; // of `plies`
    Result result;
    Termination termination;
    char detail[512];    // what happened, with the exact text an engine sent; "" when normal
    char started[RECORD_TIME_MAX]; // UTC, ISO 8601 with milliseconds
    uint64_t duration_us; // of the whole game
} GameRecord;

/// An empty record of a game from `start`, whose key must be right. Moves are played by
/// record_add_ply.
void record_init(GameRecord *record, const Pairing *pairing, const Variant *variant,
                 const Position *start);
void record_release(GameRecord *record);
/// Plays a legal move and keeps what the engine did for it. Errors as game_play; then nothing
/// changes.
Status record_add_ply(GameRecord *record, Move move, const PlyRecord *ply);
/// Sets `started` to the time now.
void record_stamp(GameRecord *record);
/// The time now, UTC: "2024-05-31T12:00:00.250Z".
void record_time_text(char out[RECORD_TIME_MAX]);
const char *termination_text(Termination termination);
const char *termination_pgn_text(Termination termination);
/// TERMINATION_NB when it is no word of ours.
Termination termination_parse(StrView text);

#endif
