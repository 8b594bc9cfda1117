// SPDX-License-Identifier: MIT
#ifndef MERELS_EVALUATION_WEIGHTS_H
#define MERELS_EVALUATION_WEIGHTS_H

#include "engine/evaluation/feature.h"
#include "protocol/base/json.h"

/// Weights are data: weights/*.json, embedded by the build. A file holds the weights of a family,
/// or of the variants it lists. The README of the room explains the keys.

#define WEIGHT_MAX 2000        // of either sign
#define WEIGHTS_VARIANT_MAX 16 // variants of one file

/// In centipawns of a man, for each of what is counted, in each phase of a side, at either stage of
/// the game.
typedef struct Weights {
    int16_t of[STAGE_NB][PHASE_NB][FEATURE_NB];
} Weights;

/// The same at one number of men.
typedef struct StageWeights {
    int16_t of[PHASE_NB][FEATURE_NB];
} StageWeights;

typedef struct WeightsFile {
    Family family;
    char variants[WEIGHTS_VARIANT_MAX][VARIANT_NAME_MAX];
    int variant_nb; // 0: for the whole family
    Weights weights;
} WeightsFile;

/// Reads one file. Unknown words and keys are refused; what is not given is 0. `file` names the
/// text in problems.
Status weights_read(StrView text, const char *file, WeightsFile *out, Problem *problem);

/// The weights for a position of `v` with that many men of both sides, on the board and in hand.
void weights_at(const Weights *weights, const Variant *v, int men, StageWeights *out);

/// The weights as the member "weights" of a file; what is 0 is left out. The caller's.
Json *weights_to_json(const Weights *weights);

/// The embedded weights of the file that is of the family and lists the variant of that name, or
/// else the family's (name NULL: these). *file, if not NULL, is set to the file's name.
void weights_find(Family family, const char *name, Weights *out, const char **file);

// --- What the build embeds -------------------------------------------------------------------

typedef struct EmbeddedWeights {
    const char *name; // without a folder
    const unsigned char *data;
    size_t size; // bytes
} EmbeddedWeights;

extern const EmbeddedWeights WEIGHTS_EMBEDDED[];
extern const int WEIGHTS_EMBEDDED_NB;

#endif
