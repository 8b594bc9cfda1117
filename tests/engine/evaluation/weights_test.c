// SPDX-License-Identifier: MIT
#include "engine/evaluation/weights.h"

#include <string.h>

#include "protocol/rules/variant_set.h"
#include "tests/suite.h"

/// Texts that are refused, and a word that the problem must name.
static const struct {
    const char *text, *word;
} BAD[] = {
    {"{\"family\":\"chess\",\"weights\":{}}", "family"},
    {"{\"weights\":{}}", "family"},
    {"{\"family\":\"morris\"}", "weights"},
    {"{\"family\":\"morris\",\"weights\":[]}", "weights"},
    {"{\"family\":\"morris\",\"weights\":{\"ending\":{}}}", "weights.ending"},
    {"{\"family\":\"morris\",\"weights\":{\"moving\":{\"king\":1}}}", "weights.moving.king"},
    {"{\"family\":\"morris\",\"weights\":{\"moving\":{\"man\":2001}}}", "weights.moving.man"},
    {"{\"family\":\"morris\",\"weights\":{\"moving\":{\"man\":1.5}}}", "weights.moving.man"},
    {"{\"family\":\"morris\",\"weights\":{\"moving\":{\"man\":[1,2,3]}}}", "weights.moving.man"},
    {"{\"family\":\"morris\",\"weights\":{},\"more\":1}", "more"},
    {"{\"family\":\"morris\",\"variants\":[1],\"weights\":{}}", "variants[0]"},
    {"{\"family\":", "1:"},
};

static void test_bad(void)
{
    for (size_t i = 0; i < sizeof(BAD) / sizeof(BAD[0]); i++) {
        WeightsFile file;
        Problem problem = {.text = ""};
        CHECK(weights_read(strview_from(BAD[i].text), "x.json", &file, &problem) != STATUS_OK, "%s",
              BAD[i].text);
        CHECK(strstr(problem.text, BAD[i].word) != NULL, "%s", problem.text);
    }
}

static void test_embedded(void)
{
    bool has_default[FAMILY_NB] = {false};
    for (int i = 0; i < WEIGHTS_EMBEDDED_NB; i++) {
        const EmbeddedWeights *embedded = &WEIGHTS_EMBEDDED[i];
        WeightsFile file;
        Problem problem = {.text = ""};
        Status status = weights_read((StrView){(const char *)embedded->data, embedded->size},
                                     embedded->name, &file, &problem);
        CHECK(status == STATUS_OK, "%s", problem.text);
        CHECK(file.variant_nb > 0 || !has_default[file.family], "%s: a second default",
              embedded->name);
        has_default[file.family] |= file.variant_nb == 0;
    }
    for (int i = 0; i < FAMILY_NB; i++) {
        CHECK(has_default[i], "%s has no default", FAMILY_WORDS[i]);
    }
}

/// A listed variant exists, is of the file's family, and gets that file.
static void test_choice(void)
{
    VariantSet set;
    variant_set_init(&set);
    for (int i = 0; i < WEIGHTS_EMBEDDED_NB; i++) {
        WeightsFile file;
        (void)weights_read(
            (StrView){(const char *)WEIGHTS_EMBEDDED[i].data, WEIGHTS_EMBEDDED[i].size}, "", &file,
            NULL);
        for (int k = 0; k < file.variant_nb; k++) {
            const Variant *v = variant_set_find(&set, strview_from(file.variants[k]));
            CHECK(v != NULL, "%s", file.variants[k]);
            if (v != NULL) {
                Weights weights;
                const char *name = NULL;
                weights_find(feature_family(v), v->name, &weights, &name);
                CHECK(feature_family(v) == file.family && strcmp(v->name, file.variants[k]) == 0 &&
                          strcmp(name, WEIGHTS_EMBEDDED[i].name) == 0,
                      "%s gets %s", v->name, name);
            }
        }
    }
    // A variant that nobody lists falls to its family.
    Weights weights;
    const char *name = NULL;
    weights_find(FAMILY_MORRIS, "own", &weights, &name);
    CHECK(strcmp(name, "morris.json") == 0, "%s", name);
    weights_find(FAMILY_RUNS, NULL, &weights, &name);
    CHECK(strcmp(name, "runs.json") == 0, "%s", name);
    variant_set_release(&set);
}

static void test_round_trip(void)
{
    Weights weights = {
        {{{1, -2}, {0, 0, 100}, {[FEATURE_CROSSING] = WEIGHT_MAX}}, {{1, 7}, {0, 0, 100}, {-3}}}};
    StrBuf text;
    WeightsFile file;
    Problem problem = {.text = ""};
    Json *root = json_new_object();
    json_set(root, "family", json_new_text(strview_from("runs")));
    json_set(root, "weights", weights_to_json(&weights));
    strbuf_init(&text);
    json_print(root, true, &text);
    CHECK(weights_read(strbuf_view(&text), "x", &file, &problem) == STATUS_OK, "%s", problem.text);
    CHECK(memcmp(&file.weights, &weights, sizeof(weights)) == 0 && file.family == FAMILY_RUNS, "%s",
          text.data);
    strbuf_release(&text);
    json_free(root);
}

/// From one end to the other in a straight line, and no further.
static void test_stages(void)
{
    VariantSet set;
    Weights weights = {0};
    variant_set_init(&set);
    const Variant *v = variant_set_find(&set, strview_from("nine_mens_morris"));
    weights.of[STAGE_FEW][PHASE_MOVING][FEATURE_MAN] = 60;
    weights.of[STAGE_MANY][PHASE_MOVING][FEATURE_MAN] = 180;
    weights.of[STAGE_MANY][PHASE_FLYING][FEATURE_MILL] = -5;
    static const int MEN[][3] = {{0, 60, 0},    {6, 60, 0},    {7, 70, 0},
                                 {12, 120, -3}, {17, 170, -5}, {18, 180, -5}};
    for (size_t i = 0; i < sizeof(MEN) / sizeof(MEN[0]); i++) {
        StageWeights at;
        weights_at(&weights, v, MEN[i][0], &at);
        CHECK(at.of[PHASE_MOVING][FEATURE_MAN] == MEN[i][1] &&
                  at.of[PHASE_FLYING][FEATURE_MILL] == MEN[i][2],
              "%d men: %d, %d", MEN[i][0], at.of[PHASE_MOVING][FEATURE_MAN],
              at.of[PHASE_FLYING][FEATURE_MILL]);
    }
    for (int i = 0; i < set.nb; i++) {
        CHECK(feature_stage_men(set.items[i], STAGE_FEW) <
                  feature_stage_men(set.items[i], STAGE_MANY),
              "%s", set.items[i]->name);
    }
    variant_set_release(&set);
}

const TestCase WEIGHTS_CASES[] = {
    {"refused", test_bad},   {"embedded", test_embedded},         {"choice", test_choice},
    {"stages", test_stages}, {"there and back", test_round_trip}, {NULL, NULL},
};
