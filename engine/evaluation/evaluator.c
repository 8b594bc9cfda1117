// SPDX-License-Identifier: MIT
#include "engine/evaluation/evaluator.h"

#include <assert.h>
#include <stdlib.h>

#include "protocol/base/memory.h"

struct Evaluator {
    uint64_t digest; // of the variant
    Counting counting;
    StageWeights *by_men; // owned; for 0 to men_max men of both sides
    int men_max;
    const char *file;
};

Evaluator *evaluator_new(const Variant *v)
{
    Evaluator *evaluator = memory_new(1, sizeof(*evaluator));
    evaluator->digest = v->digest;
    counting_init(&evaluator->counting, v);
    Weights weights;
    weights_find(feature_family(v), v->name, &weights, &evaluator->file);
    evaluator->men_max = feature_stage_men(v, STAGE_MANY);
    evaluator->by_men = memory_new((size_t)evaluator->men_max + 1, sizeof(*evaluator->by_men));
    for (int men = 0; men <= evaluator->men_max; men++) {
        weights_at(&weights, v, men, &evaluator->by_men[men]);
    }
    return evaluator;
}

void evaluator_free(Evaluator *evaluator)
{
    if (evaluator != NULL) {
        counting_release(&evaluator->counting);
        free(evaluator->by_men);
        free(evaluator);
    }
}

bool evaluator_is_for(const Evaluator *evaluator, const Variant *v)
{
    return evaluator->counting.variant == v && evaluator->digest == v->digest;
}

const StageWeights *evaluator_weights(const Evaluator *evaluator, int men)
{
    assert(men >= 0);
    assert(men <= evaluator->men_max);
    return &evaluator->by_men[men];
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
    int score = counting_score(&evaluator->counting, evaluator->by_men, pos);
    return score > EVALUATE_MAX ? EVALUATE_MAX : score < -EVALUATE_MAX ? -EVALUATE_MAX : score;
}
