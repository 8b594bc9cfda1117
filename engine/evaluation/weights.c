// SPDX-License-Identifier: MIT
#include "engine/evaluation/weights.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

static const char *const TOP_KEYS[] = {"family", "variants", "origin", "weights", NULL};

/// What is being read, for problems.
typedef struct Source {
    const char *file;
    const Json *root;
    Problem *problem;
} Source;

static Status read_family(const Source *source, WeightsFile *out)
{
    StrView word;
    const Json *node = json_member(source->root, "family");
    int index = json_to_text(node, &word) ? feature_word_index(FAMILY_WORDS, word) : -1;
    if (index < 0) {
        return json_problem(source->problem, STATUS_UNKNOWN, source->file, source->root,
                            node == NULL ? source->root : node, "no family of games is named");
    }
    out->family = (Family)index;
    return STATUS_OK;
}

static Status read_variants(const Source *source, WeightsFile *out)
{
    const Json *list = json_member(source->root, "variants");
    if (list == NULL) {
        return STATUS_OK;
    }
    for (const Json *node = json_first(list); node != NULL; node = json_next(node)) {
        StrView name;
        if (!json_to_text(node, &name) || name.size >= VARIANT_NAME_MAX) {
            return json_problem(source->problem, STATUS_SYNTAX, source->file, source->root, node,
                                "this is no name of a variant");
        }
        if (out->variant_nb == WEIGHTS_VARIANT_MAX) {
            return json_problem(source->problem, STATUS_LIMIT, source->file, source->root, list,
                                "more than %d variants", WEIGHTS_VARIANT_MAX);
        }
        snprintf(out->variants[out->variant_nb++], VARIANT_NAME_MAX, "%.*s", STRVIEW_ARG(name));
    }
    return STATUS_OK;
}

/// One number for all stages, or a list of one for each.
static bool read_weight(const Json *node, int64_t out[STAGE_NB])
{
    bool is_list = json_kind(node) == JSON_ARRAY;
    if (is_list && json_count(node) != STAGE_NB) {
        return false;
    }
    const Json *number = is_list ? json_first(node) : node;
    for (int stage = 0; stage < STAGE_NB; stage++) {
        if (!json_to_int64(number, &out[stage]) || out[stage] < -WEIGHT_MAX ||
            out[stage] > WEIGHT_MAX) {
            return false;
        }
        number = is_list ? json_next(number) : number;
    }
    return true;
}

static Status read_phase(const Source *source, const Json *json, int phase, Weights *out)
{
    for (const Json *node = json_first(json); node != NULL; node = json_next(node)) {
        int64_t values[STAGE_NB];
        int feature = feature_word_index(FEATURE_WORDS, strview_from(json_key(node)));
        if (feature < 0) {
            return json_problem(source->problem, STATUS_UNKNOWN, source->file, source->root, node,
                                "nothing of that name is counted");
        }
        if (!read_weight(node, values)) {
            return json_problem(source->problem, STATUS_RANGE, source->file, source->root, node,
                                "a weight is a whole number from %d to %d, or a "
                                "list of two: with few men and with all",
                                -WEIGHT_MAX, WEIGHT_MAX);
        }
        for (int stage = 0; stage < STAGE_NB; stage++) {
            out->of[stage][phase][feature] = (int16_t)values[stage];
        }
    }
    return STATUS_OK;
}

static Status read_weights(const Source *source, WeightsFile *out)
{
    const Json *weights = json_member(source->root, "weights");
    if (weights == NULL || json_kind(weights) != JSON_OBJECT) {
        return json_problem(source->problem, STATUS_SYNTAX, source->file, source->root,
                            source->root, "an object \"weights\" is missing");
    }
    for (const Json *node = json_first(weights); node != NULL; node = json_next(node)) {
        int phase = feature_word_index(PHASE_WORDS, strview_from(json_key(node)));
        if (phase < 0 || json_kind(node) != JSON_OBJECT) {
            return json_problem(source->problem, STATUS_UNKNOWN, source->file, source->root, node,
                                "this is no object of a phase");
        }
        Status status = read_phase(source, node, phase, &out->weights);
        if (status != STATUS_OK) {
            return status;
        }
    }
    return STATUS_OK;
}

Status weights_read(StrView text, const char *file, WeightsFile *out, Problem *problem)
{
    Json *root;
    *out = (WeightsFile){0};
    Status status = json_parse(text, file, &root, problem);
    if (status != STATUS_OK) {
        return status;
    }
    Source source = {file, root, problem};
    status = json_only_keys(root, root, TOP_KEYS, file, problem);
    status = status == STATUS_OK ? read_family(&source, out) : status;
    status = status == STATUS_OK ? read_variants(&source, out) : status;
    status = status == STATUS_OK ? read_weights(&source, out) : status;
    json_free(root);
    return status;
}

Json *weights_to_json(const Weights *weights)
{
    Json *phases = json_new_object();
    for (int phase = 0; phase < PHASE_NB; phase++) {
        Json *features = json_new_object();
        for (int i = 0; i < FEATURE_NB; i++) {
            int few = weights->of[STAGE_FEW][phase][i];
            int many = weights->of[STAGE_MANY][phase][i];
            if (few != many) {
                Json *both = json_new_array();
                json_append(both, json_new_integer(few));
                json_append(both, json_new_integer(many));
                json_set(features, FEATURE_WORDS[i], both);
            } else if (few != 0) {
                json_set(features, FEATURE_WORDS[i], json_new_integer(few));
            }
        }
        json_set(phases, PHASE_WORDS[phase], features);
    }
    return phases;
}

void weights_at(const Weights *weights, const Variant *v, int men, StageWeights *out)
{
    int few = feature_stage_men(v, STAGE_FEW);
    int many = feature_stage_men(v, STAGE_MANY);
    int length = many - few;
    int way = men < few ? 0 : men > many ? length : men - few;
    for (int phase = 0; phase < PHASE_NB; phase++) {
        for (int i = 0; i < FEATURE_NB; i++) {
            int sum = weights->of[STAGE_FEW][phase][i] * (length - way) +
                      weights->of[STAGE_MANY][phase][i] * way;
            // To the nearest whole number, halves away from 0.
            int half = sum < 0 ? -length : length;
            out->of[phase][i] = (int16_t)((2 * sum + half) / (2 * length));
        }
    }
}

/// 2: the file lists the variant; 1: it is for the whole family; 0: it is for others.
static int fitness(const WeightsFile *file, Family family, const char *name)
{
    if (file->family != family) {
        return 0;
    }
    for (int i = 0; name != NULL && i < file->variant_nb; i++) {
        if (strcmp(file->variants[i], name) == 0) {
            return 2;
        }
    }
    return file->variant_nb == 0;
}

void weights_find(Family family, const char *name, Weights *out, const char **file)
{
    int best = 0;
    for (int i = 0; i < WEIGHTS_EMBEDDED_NB; i++) {
        const EmbeddedWeights *embedded = &WEIGHTS_EMBEDDED[i];
        WeightsFile read;
        Problem problem;
        Status status = weights_read((StrView){(const char *)embedded->data, embedded->size},
                                     embedded->name, &read, &problem);
        assert(status == STATUS_OK);
        (void)status;
        if (fitness(&read, family, name) > best) {
            best = fitness(&read, family, name);
            *out = read.weights;
            if (file != NULL) {
                *file = embedded->name;
            }
        }
    }
    assert(best > 0);
}
