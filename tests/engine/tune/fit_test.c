// SPDX-License-Identifier: MIT
#include "engine/tune/fit.h"

#include <math.h>
#include <string.h>

#include "protocol/base/random.h"
#include "tests/suite.h"

#define SAMPLE_NB 60000
#define SCALE 200.0

/// What the made-up games are decided by.
static const Weights TRUE_WEIGHTS = {
    {[STAGE_FEW] = {{[FEATURE_MAN] = 100, [FEATURE_MILL] = 40, [FEATURE_TURN] = 15},
                    {[FEATURE_MAN] = 150, [FEATURE_MOBILITY] = -20},
                    {[FEATURE_THREAT] = 80, [FEATURE_STATE] = -30}},
     [STAGE_MANY] = {{[FEATURE_MAN] = 60, [FEATURE_MILL] = 70, [FEATURE_TURN] = 15},
                     {[FEATURE_MAN] = 50, [FEATURE_MOBILITY] = 20},
                     {[FEATURE_THREAT] = 40}}}};
static const Feature USED[] = {FEATURE_MAN, FEATURE_MILL, FEATURE_MOBILITY, FEATURE_THREAT};

static double score_of(const Sample *sample)
{
    double score = 0;
    for (int stage = 0; stage < STAGE_NB; stage++) {
        int sum = 0;
        for (int i = 0; i < FEATURE_NB; i++) {
            sum += TRUE_WEIGHTS.of[stage][sample->phase[0]][i] * sample->counts[0][i];
            sum -= TRUE_WEIGHTS.of[stage][sample->phase[1]][i] * sample->counts[1][i];
        }
        score += sum * (stage == STAGE_MANY ? sample->many : 1 - (double)sample->many);
    }
    return score;
}

/// Positions whose results are drawn with the chances that the true weights give.
static void make_samples(Samples *samples, uint64_t seed)
{
    Random random;
    random_init(&random, seed);
    samples_init(samples);
    for (int i = 0; i < SAMPLE_NB; i++) {
        Sample sample = {.is_held = i % 10 == 0, .score = SAMPLE_SCORE_NONE};
        sample.many = (float)random_below(&random, 13) / 12;
        for (int side = 0; side < SIDE_NB; side++) {
            sample.phase[side] = (uint8_t)random_below(&random, PHASE_NB);
            sample.counts[side][FEATURE_STATE] = 1;
            sample.counts[side][FEATURE_TURN] = (i & 1) == side;
            for (size_t k = 0; k < sizeof(USED) / sizeof(USED[0]); k++) {
                sample.counts[side][USED[k]] = (int8_t)random_below(&random, 5);
            }
        }
        double chance = 1 / (1 + exp(-score_of(&sample) / SCALE));
        sample.result = (double)random_below(&random, 1 << 20) / (1 << 20) < chance ? 2 : 0;
        samples_add(samples, &sample);
    }
}

typedef struct Told {
    FitLoss first, last;
    int pass_nb;
    bool is_finite;
} Told;

static void on_pass(void *ctx, int pass, FitLoss loss)
{
    Told *told = ctx;
    told->first = pass == 0 ? loss : told->first;
    told->is_finite = pass == 0 || told->is_finite;
    told->is_finite = told->is_finite && isfinite(loss.learnt) && isfinite(loss.held);
    told->last = loss;
    told->pass_nb = pass;
}

static void test_recovers(void)
{
    Samples samples;
    Told told = {.is_finite = false};
    FitListener listener = {&told, on_pass};
    FitSettings settings = {.passes = 30, .pull = 0.1, .score_scale = SCALE};
    Weights weights = {0};
    make_samples(&samples, 1);
    fit_weights(&samples, SCALE, &settings, &listener, &weights);
    for (int i = 0; i < STAGE_NB * PHASE_NB * FEATURE_NB; i++) {
        int feature = i % FEATURE_NB;
        int off = (&weights.of[0][0][0])[i] - (&TRUE_WEIGHTS.of[0][0][0])[i];
        // Only differences between the phases' states can be told from games.
        CHECK(feature == FEATURE_STATE || (off >= -25 && off <= 25), "%d, %s: off by %d",
              i / FEATURE_NB, FEATURE_WORDS[feature], off);
    }
    CHECK(told.is_finite && told.last.learnt < told.first.learnt - 0.05, "%f to %f",
          told.first.learnt, told.last.learnt);
    CHECK(told.last.held < told.first.held - 0.05, "%f to %f", told.first.held, told.last.held);
    CHECK(told.pass_nb < 30, "%d passes", told.pass_nb);
    samples_release(&samples);
}

static void test_repeats(void)
{
    Samples samples;
    Told told = {.is_finite = false};
    FitListener listener = {&told, on_pass};
    FitSettings settings = {.passes = 5, .pull = 10, .score_scale = SCALE};
    Weights weights[2] = {0};
    make_samples(&samples, 2);
    fit_weights(&samples, SCALE, &settings, &listener, &weights[0]);
    fit_weights(&samples, SCALE, &settings, &listener, &weights[1]);
    CHECK(memcmp(&weights[0], &weights[1], sizeof(Weights)) == 0, "two runs differ");
    samples_release(&samples);
}

/// A strong pull leaves everything where it was.
static void test_pull(void)
{
    Samples samples;
    Told told = {.is_finite = false};
    FitListener listener = {&told, on_pass};
    FitSettings settings = {.passes = 5, .pull = 1e12, .score_scale = SCALE};
    Weights weights = {{{{7, 8, 9}}}};
    Weights start = weights;
    make_samples(&samples, 3);
    fit_weights(&samples, SCALE, &settings, &listener, &weights);
    CHECK(memcmp(&weights, &start, sizeof(Weights)) == 0, "a weight has moved");
    samples_release(&samples);
}

/// The scale of weights that are all twice too big is twice too big.
static void test_scale(void)
{
    Samples samples;
    Weights weights = TRUE_WEIGHTS;
    make_samples(&samples, 4);
    double scale = fit_scale(&samples, &weights);
    CHECK(fabs(scale - SCALE) < 10, "%f", scale);
    fit_rescale(&weights, 2);
    CHECK(weights.of[STAGE_FEW][PHASE_PLACING][FEATURE_MAN] == 200, "rescaled");
    CHECK(fabs(fit_scale(&samples, &weights) - 2 * SCALE) < 20, "%f", scale);
    CHECK(fit_loss(&samples, &TRUE_WEIGHTS, SCALE).learnt <
              fit_loss(&samples, &weights, SCALE).learnt,
          "the true weights are the best");
    samples_release(&samples);
}

/// One position, the weights absurd: nothing but finite numbers.
static void test_extremes(void)
{
    Samples samples;
    Told told = {.is_finite = false};
    FitListener listener = {&told, on_pass};
    FitSettings settings = {.passes = 5, .pull = 1, .score_mix = 1, .score_scale = SCALE};
    Weights weights = {{{{[FEATURE_MAN] = WEIGHT_MAX}}}};
    Sample sample = {.result = 0, .score = INT16_MAX};
    sample.counts[0][FEATURE_MAN] = INT8_MAX;
    samples_init(&samples);
    samples_add(&samples, &sample);
    CHECK(isfinite(fit_scale(&samples, &weights)), "a scale");
    fit_weights(&samples, SCALE, &settings, &listener, &weights);
    CHECK(told.is_finite, "a loss is no number");
    samples_release(&samples);
}

const TestCase FIT_CASES[] = {
    {"recovers", test_recovers}, {"repeats", test_repeats},   {"pull", test_pull},
    {"scale", test_scale},       {"extremes", test_extremes}, {NULL, NULL},
};
