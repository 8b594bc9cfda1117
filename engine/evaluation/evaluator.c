// SPDX-License-Identifier: MIT
#include "engine/evaluation/evaluator.h"

#include <stdlib.h>

#include "protocol/base/memory.h"

struct Evaluator {
    uint64_t digest; // of the variant
    Counting counting;
    Weights weights;
    const char *file;
};

Evaluator *evaluator_new(const Variant *v)
{
    Evaluator *evaluator = memory_new(1, sizeof(*evaluator));
    evaluator->digest = v->digest;
    counting_init(&evaluator->counting, v);
    weights_find(feature_family(v), v->name, &evaluator->weights, &evaluator->file);
    return evaluator;
}

void evaluator_free(Evaluator *evaluator)
{
    if (evaluator != NULL) {
        counting_release(&evaluator->counting);
        free(evaluator);
    }
}

bool evaluator_is_for(const Evaluator *evaluator, const Variant *v)
{
    return evaluator->counting.variant == v && evaluator->digest == v->digest;
}

const Weights *evaluator_weights(const Evaluator *evaluator)
{
    return &evaluator->weights;
}

const char *evaluator_file(const Evaluator *evaluator)
{
    return evaluator->file;
}

void evaluator_count(const Evaluator *evaluator, const Position *pos, Counts *out)
{
    counting_count(&evaluator->counting, pos, out);
}

int evaluate_position(const Evaluator *evaluator, const Position *pos)
{
    int score = counting_score(&evaluator->counting, evaluator->weights.of, pos);
    return score > EVALUATE_MAX ? EVALUATE_MAX : score < -EVALUATE_MAX ? -EVALUATE_MAX : score;
}
