// SPDX-License-Identifier: MIT
#ifndef MERELS_ARBITER_TOURNAMENT_H
#define MERELS_ARBITER_TOURNAMENT_H

#include <stdbool.h>
#include <stdint.h>

#include "protocol/base/status.h"
#include "protocol/base/strbuf.h"
#include "protocol/rules/position.h"
#include "protocol/rules/variant_set.h"

/// A tournament file as values. Every key is checked, with its path; after tournament_load it is
/// const. All keys, types, units, ranges and defaults are in tournaments/README.md.

#define TOURNAMENT_ENGINES_MAX 256
#define TOURNAMENT_VARIANTS_MAX 64
#define TOURNAMENT_GAMES_MAX 10000000

// gauntlet: the first engine against all others
typedef enum Format { FORMAT_ROUND_ROBIN, FORMAT_GAUNTLET } Format;

/// What an engine may use for its moves; absent values are -1. Several may be given together.
typedef struct EngineLimit {
    int64_t tc_moves;   // moves a period; -1: none (sudden death)
    int64_t tc_time_ms; // -1: no clock
    int64_t tc_inc_ms;  // 0 without increment
    int64_t movetime_ms;
    int64_t nodes;
    int64_t depth;
    int64_t margin_ms; // what clock or movetime may be overdrawn by; 0
    char text[48];     // the tc as written, or "" (for records)
} EngineLimit;

typedef struct EngineOption {
    char *name;
    char *value; // NULL: a button
} EngineOption;

typedef struct EngineEntry {
    char *name;          // unique, as the user wrote it
    char **command;      // argv as written, NULL-terminated
    // command[0] resolved to an absolute path, or as written when it was found nowhere (it will
    // not start)
    char *program;
    char *folder;        // working directory, absolute; NULL: the arbiter's
    EngineOption *options;
    int option_nb;
    EngineLimit limit;
    // bit set over Tournament.variants of what an engine without UCI_Variant plays; by default
    // VARIANT_DEFAULT
    uint64_t variants;
} EngineEntry;

typedef struct Openings {
    char *file;       // resolved; NULL: none
    bool random_order;
    // owned; in the order of play (shuffled by the seed already); none: start position or random
    // plies
    Position *positions;
    int position_nb;
    uint64_t digest;  // XXH3-64 of the positions' canonical texts, in order of play; 0: none
} Openings;

typedef struct Deadlines { // in ms, each counted in total from the start of its phase
    int64_t start_ms; // to uciok; 10000
    int64_t ready_ms; // to readyok; 10000
    int64_t move_ms;  // to bestmove where neither clock nor movetime runs; 60000
    int64_t quit_ms;  // from quit to SIGTERM, and from there to SIGKILL; 2000
} Deadlines;

typedef struct Adjudication {
    bool draw, resign;
    int64_t draw_from_ply, draw_plies, draw_score_cp;
    int64_t resign_plies, resign_score_cp;
    int64_t max_plies; // 0: none
} Adjudication;

typedef struct Tournament {
    char *name;
    char *folder;      // of the file, absolute
    char *output;      // resolved, absolute
    // the file's minimal JSON with keys sorted, without `output` and `concurrency`
    char *json;
    uint64_t digest;   // XXH3-64 of `json`
    Format format;
    int rounds, games_per_pairing, concurrency;
    uint64_t seed;
    VariantSet set;    // built-in and the user's
    char *variant_path; // resolved; NULL: none
    const Variant *variants[TOURNAMENT_VARIANTS_MAX];
    Openings openings[TOURNAMENT_VARIANTS_MAX]; // one for each variant
    int variant_nb;
    int random_plies;  // 0: none
    EngineEntry *engines;
    int engine_nb;
    Deadlines deadlines;
    Adjudication adjudication;
    // something to tell the user that is no error (far more games at once than processors); "" for
    // nothing
    char note[160];
} Tournament;

/// Reads and checks a tournament file. `output` (may be NULL) overrides the key, relative to the
/// working directory. Opening files are read and every position checked. Programs are resolved, not
/// started: one that is missing is no error of the file. Problems read "FILE: PATH: reason", for
/// openings "FILE:LINE: reason". On success the caller owns `*out`.
Status tournament_load(const char *path, const char *output, Tournament **out, Problem *problem);
void tournament_free(Tournament *tournament);

#endif
