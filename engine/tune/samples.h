// SPDX-License-Identifier: MIT
#ifndef MERELS_TUNE_SAMPLES_H
#define MERELS_TUNE_SAMPLES_H

#include "engine/evaluation/evaluator.h"
#include "protocol/rules/variant_set.h"

/// Positions of recorded games with what became of them: what the tuner learns from.

#define SAMPLE_SCORE_NONE INT16_MIN

/// One position, as its features stand.
typedef struct Sample {
    uint8_t phase[SIDE_NB];
    float many;     // 0 with few men to 1 with all: how much the weights of STAGE_MANY count
    uint8_t result; // for White: 2 won, 1 drawn, 0 lost
    bool is_held;   // kept apart: the loss on these is told, but nothing is learnt from them
    int16_t score;  // of the search, for White; SAMPLE_SCORE_NONE without one
    int8_t counts[SIDE_NB][FEATURE_NB];
} Sample;

typedef struct Samples {
    Sample *items; // owned
    size_t nb, capacity;
    size_t game_nb; // read
} Samples;

/// Which positions of a game are taken.
typedef struct SamplesRule {
    Family family;            // of the games; others are passed over
    const char *const *names; // only these variants, ending with NULL; NULL: the whole family
    int skip_plies;           // at the start of each game
    uint64_t seed;            // which games are kept apart: one in ten
} SamplesRule;

void samples_init(Samples *samples);
void samples_release(Samples *samples);
void samples_add(Samples *samples, const Sample *sample);

/// Reads the journal of a tournament (journal.jsonl). Taken are the quiet positions of games that
/// came to an end by the rules or by adjudication: the side to move cannot take a man or win by a
/// line, and the search saw no forced win. STATUS_CONFLICT: the games were played by other rules.
Status samples_read(Samples *samples, const VariantSet *variants, const SamplesRule *rule,
                    const char *path, Problem *problem);

#endif
