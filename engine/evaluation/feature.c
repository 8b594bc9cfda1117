// SPDX-License-Identifier: MIT
#include "engine/evaluation/feature.h"

#include <stddef.h>

const char *const FEATURE_WORDS[] = {
    [FEATURE_STATE] = "state",       [FEATURE_TURN] = "turn",
    [FEATURE_MAN] = "man",           [FEATURE_HAND] = "hand",
    [FEATURE_SCARCE] = "scarce",     [FEATURE_MILL] = "mill",
    [FEATURE_LOOSE] = "loose",       [FEATURE_THREAT] = "threat",
    [FEATURE_FORK] = "fork",         [FEATURE_SWING] = "swing",
    [FEATURE_EXPOSED] = "exposed",   [FEATURE_HALF] = "half",
    [FEATURE_SEED] = "seed",         [FEATURE_STOPPED] = "stopped",
    [FEATURE_DEAD] = "dead",         [FEATURE_MOBILITY] = "mobility",
    [FEATURE_BLOCKED] = "blocked",   [FEATURE_TRAPPED] = "trapped",
    [FEATURE_CONTROL] = "control",   [FEATURE_JUNCTION] = "junction",
    [FEATURE_CROSSING] = "crossing", NULL};
const char *const PHASE_WORDS[] = {
    [PHASE_PLACING] = "placing", [PHASE_MOVING] = "moving", [PHASE_FLYING] = "flying", NULL};
const char *const FAMILY_WORDS[] = {[FAMILY_LINE] = "line",
                                    [FAMILY_MORRIS] = "morris",
                                    [FAMILY_RUNS] = "runs",
                                    [FAMILY_BLOCK] = "block",
                                    NULL};

int feature_word_index(const char *const words[], StrView word)
{
    for (int i = 0; words[i] != NULL; i++) {
        if (strview_is(word, words[i])) {
            return i;
        }
    }
    return -1;
}

Family feature_family(const Variant *v)
{
    const VariantRules *rules = &v->rules;
    if (v->lines.nb == 0 || (rules->place_mill == MILL_NONE && rules->move_mill == MILL_NONE)) {
        return FAMILY_BLOCK;
    }
    if (rules->place_mill == MILL_WIN || rules->move_mill == MILL_WIN) {
        return FAMILY_LINE;
    }
    for (int i = 0; i < v->lines.nb; i++) {
        if (v->lines.patterns[i].care != v->lines.patterns[i].want) {
            return FAMILY_RUNS;
        }
    }
    return FAMILY_MORRIS;
}

int feature_stage_men(const Variant *v, Stage stage)
{
    int many = v->men_max[SIDE_WHITE] + v->men_max[SIDE_BLACK];
    int few = 2 * v->rules.min_men;
    if (stage == STAGE_MANY) {
        return many;
    }
    return few < many ? few : 0;
}

Phase feature_phase(const Variant *v, const Position *pos, Side side)
{
    if (pos->hand[side] > 0) {
        return PHASE_PLACING;
    }
    return position_can_fly(v, pos, side) ? PHASE_FLYING : PHASE_MOVING;
}
