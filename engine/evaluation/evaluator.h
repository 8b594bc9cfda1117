// SPDX-License-Identifier: MIT
#ifndef MERELS_EVALUATION_EVALUATOR_H
#define MERELS_EVALUATION_EVALUATOR_H

#include "engine/evaluation/counting.h"
#include "engine/evaluation/weights.h"

/// What a position looks like without searching: counts of named features, weighted by the phase of
/// each side. Integers only, so that node counts are the same on every machine. Depends on
/// protocol/rules and protocol/base only.

#define EVALUATE_MAX 10000 // no evaluation leaves +-EVALUATE_MAX

/// All that evaluating the positions of one variant takes. Const once made; any number of threads
/// share it.
typedef struct Evaluator Evaluator;

/// Of `v`, which must outlive it, with the embedded weights. Allocates; the caller's
/// (evaluator_free).
Evaluator *evaluator_new(const Variant *v);
void evaluator_free(Evaluator *evaluator);

/// Was it made for this variant?
bool evaluator_is_for(const Evaluator *evaluator, const Variant *v);

/// The weights with `men` men of both sides, on the board and in hand.
const StageWeights *evaluator_weights(const Evaluator *evaluator, int men);
/// The name of the file that the weights are from.
const char *evaluator_file(const Evaluator *evaluator);

/// Pure; any thread; allocates nothing.
void evaluator_count(const Evaluator *evaluator, const Position *pos, Counts *out);

/// For the side to move; in centipawns of a man. The position is taken as running, whatever the
/// rules say. Pure; any thread; allocates nothing. Equals the sum of weight times count of the side
/// to move less the other's, kept within +-EVALUATE_MAX.
int evaluate_position(const Evaluator *evaluator, const Position *pos);

#endif
