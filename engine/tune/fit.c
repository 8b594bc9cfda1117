// SPDX-License-Identifier: MIT
#include "engine/tune/fit.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "protocol/base/memory.h"

#define STAGE_PARAMETER_NB (PHASE_NB * FEATURE_NB)
#define PARAMETER_NB (STAGE_NB * STAGE_PARAMETER_NB)
#define SCALE_MIN 20.0
#define SCALE_MAX 5000.0
#define SCALE_STEPS 40
#define CHANCE_MIN 1e-9 // keeps logarithms finite
#define HALVINGS 8
#define PULL_UNIT 100.0
#define STEP_END 0.05 // no weight moves by more: done

static const FitSettings RESULTS_ONLY = {.score_mix = 0};

typedef double Parameters[PARAMETER_NB];

typedef struct Fit {
    const Samples *samples;
    double scale;
    FitSettings settings;
    Parameters start;
    Parameters gradient;
    double (*hessian)[PARAMETER_NB]; // owned
} Fit;

/// The parameters are the weights in order.
static int16_t *weight_at(Weights *weights, int index)
{
    int in_stage = index % STAGE_PARAMETER_NB;
    return &weights->of[index / STAGE_PARAMETER_NB][in_stage / FEATURE_NB][in_stage % FEATURE_NB];
}

static void parameters_from(const Weights *weights, Parameters out)
{
    Weights copy = *weights;
    for (int i = 0; i < PARAMETER_NB; i++) {
        out[i] = *weight_at(&copy, i);
    }
}

/// How much the weights of a stage count.
static double share_of(const Sample *sample, int stage)
{
    return stage == STAGE_MANY ? sample->many : 1 - (double)sample->many;
}

static double score_of(const Sample *sample, const Parameters p)
{
    double score = 0;
    for (int stage = 0; stage < STAGE_NB; stage++, p += STAGE_PARAMETER_NB) {
        const double *white = p + sample->phase[SIDE_WHITE] * FEATURE_NB;
        const double *black = p + sample->phase[SIDE_BLACK] * FEATURE_NB;
        double sum = 0;
        for (int i = 0; i < FEATURE_NB; i++) {
            sum += white[i] * sample->counts[SIDE_WHITE][i];
            sum -= black[i] * sample->counts[SIDE_BLACK][i];
        }
        score += share_of(sample, stage) * sum;
    }
    return score;
}

static double chance_of(double score, double scale)
{
    double chance = 1 / (1 + exp(-score / scale));
    return fmin(fmax(chance, CHANCE_MIN), 1 - CHANCE_MIN);
}

static double goal_of(const Sample *sample, const FitSettings *settings)
{
    double mix = sample->score == SAMPLE_SCORE_NONE ? 0 : settings->score_mix;
    double said = mix > 0 ? chance_of(sample->score, settings->score_scale) : 0;
    return (1 - mix) * sample->result / 2 + mix * said;
}

static FitLoss loss_of(const Samples *samples, const Parameters p, double scale,
                       const FitSettings *settings)
{
    double sum[2] = {0, 0};
    size_t nb[2] = {0, 0};
    for (size_t i = 0; i < samples->nb; i++) {
        const Sample *sample = &samples->items[i];
        double chance = chance_of(score_of(sample, p), scale);
        double goal = goal_of(sample, settings);
        sum[sample->is_held] -= goal * log2(chance) + (1 - goal) * log2(1 - chance);
        nb[sample->is_held]++;
    }
    return (FitLoss){nb[0] > 0 ? sum[0] / (double)nb[0] : 0,
                     nb[1] > 0 ? sum[1] / (double)nb[1] : 0};
}

FitLoss fit_loss(const Samples *samples, const Weights *weights, double scale)
{
    Parameters p;
    parameters_from(weights, p);
    return loss_of(samples, p, scale, &RESULTS_ONLY);
}

double fit_scale(const Samples *samples, const Weights *weights)
{
    // The loss has one valley in the logarithm of the scale: golden section.
    const double ratio = (sqrt(5) - 1) / 2;
    Parameters p;
    double low = log(SCALE_MIN);
    double high = log(SCALE_MAX);
    parameters_from(weights, p);
    for (int i = 0; i < SCALE_STEPS; i++) {
        double a = high - ratio * (high - low);
        double b = low + ratio * (high - low);
        if (loss_of(samples, p, exp(a), &RESULTS_ONLY).learnt <
            loss_of(samples, p, exp(b), &RESULTS_ONLY).learnt) {
            high = b;
        } else {
            low = a;
        }
    }
    return exp((low + high) / 2);
}

static int16_t rounded(double weight)
{
    return (int16_t)lround(fmin(fmax(weight, -WEIGHT_MAX), WEIGHT_MAX));
}

void fit_rescale(Weights *weights, double factor)
{
    for (int i = 0; i < PARAMETER_NB; i++) {
        int16_t *weight = weight_at(weights, i);
        *weight = rounded(*weight * factor);
    }
}

/// What is made small: in nats, all samples together, with the pull.
static double cost_of(const Fit *fit, const Parameters p)
{
    double learnt_nb = 0;
    for (size_t i = 0; i < fit->samples->nb; i++) {
        learnt_nb += !fit->samples->items[i].is_held;
    }
    double cost = loss_of(fit->samples, p, fit->scale, &fit->settings).learnt * learnt_nb * log(2);
    for (int i = 0; i < PARAMETER_NB; i++) {
        double off = (p[i] - fit->start[i]) / PULL_UNIT;
        cost += fit->settings.pull * off * off;
    }
    return cost;
}

/// Adds what one sample says of slope and curvature.
static void learn(Fit *fit, const Sample *sample, const Parameters p)
{
    int index[STAGE_NB * SIDE_NB * FEATURE_NB];
    double value[STAGE_NB * SIDE_NB * FEATURE_NB];
    int nb = 0;
    for (int i = 0; i < STAGE_NB * SIDE_NB * FEATURE_NB; i++) {
        int stage = i / (SIDE_NB * FEATURE_NB);
        int side = i / FEATURE_NB % SIDE_NB;
        int count = sample->counts[side][i % FEATURE_NB];
        double share = share_of(sample, stage);
        if (count != 0 && share > 0) {
            index[nb] =
                stage * STAGE_PARAMETER_NB + sample->phase[side] * FEATURE_NB + i % FEATURE_NB;
            value[nb++] = share * (side == SIDE_WHITE ? count : -count) / fit->scale;
        }
    }
    double chance = chance_of(score_of(sample, p), fit->scale);
    double slope = chance - goal_of(sample, &fit->settings);
    double curve = chance * (1 - chance);
    for (int i = 0; i < nb; i++) {
        fit->gradient[index[i]] += slope * value[i];
        for (int k = 0; k < nb; k++) {
            fit->hessian[index[i]][index[k]] += curve * value[i] * value[k];
        }
    }
}

static void learn_all(Fit *fit, const Parameters p)
{
    memset(fit->gradient, 0, sizeof(fit->gradient));
    memset(fit->hessian, 0, PARAMETER_NB * sizeof(*fit->hessian));
    for (size_t i = 0; i < fit->samples->nb; i++) {
        if (!fit->samples->items[i].is_held) {
            learn(fit, &fit->samples->items[i], p);
        }
    }
    for (int i = 0; i < PARAMETER_NB; i++) {
        double unit = fit->settings.pull / (PULL_UNIT * PULL_UNIT);
        fit->gradient[i] += 2 * unit * (p[i] - fit->start[i]);
        fit->hessian[i][i] += 2 * unit;
    }
}

/// Solves hessian * step = gradient by Cholesky's method; the pull keeps the matrix definite.
static void solve(Fit *fit, Parameters step)
{
    double(*a)[PARAMETER_NB] = fit->hessian;
    for (int i = 0; i < PARAMETER_NB; i++) {
        for (int k = 0; k <= i; k++) {
            double sum = a[i][k];
            for (int j = 0; j < k; j++) {
                sum -= a[i][j] * a[k][j];
            }
            a[i][k] = i == k ? sqrt(fmax(sum, CHANCE_MIN)) : sum / a[k][k];
        }
        step[i] = fit->gradient[i];
        for (int j = 0; j < i; j++) {
            step[i] -= a[i][j] * step[j];
        }
        step[i] /= a[i][i];
    }
    for (int i = PARAMETER_NB - 1; i >= 0; i--) {
        for (int j = i + 1; j < PARAMETER_NB; j++) {
            step[i] -= a[j][i] * step[j];
        }
        step[i] /= a[i][i];
    }
}

/// One pass of Newton's method, its step halved until it makes things better. Returns the greatest
/// change of a weight.
static double pass(Fit *fit, Parameters p)
{
    Parameters step;
    Parameters next;
    double before = cost_of(fit, p);
    double part = 1;
    learn_all(fit, p);
    solve(fit, step);
    for (int i = 0; i < HALVINGS; i++, part /= 2) {
        double moved = 0;
        for (int k = 0; k < PARAMETER_NB; k++) {
            next[k] = fmin(fmax(p[k] - part * step[k], -WEIGHT_MAX), WEIGHT_MAX);
            moved = fmax(moved, fabs(next[k] - p[k]));
        }
        if (cost_of(fit, next) <= before) {
            memcpy(p, next, sizeof(next));
            return moved;
        }
    }
    return 0;
}

void fit_weights(const Samples *samples, double scale, const FitSettings *settings,
                 const FitListener *listener, Weights *weights)
{
    Parameters p;
    Fit *fit = memory_new(1, sizeof(*fit));
    assert(settings->pull > 0);
    assert(settings->passes <= FIT_PASS_MAX);
    fit->samples = samples;
    fit->scale = scale;
    fit->settings = *settings;
    fit->hessian = memory_new(PARAMETER_NB, sizeof(*fit->hessian));
    parameters_from(weights, fit->start);
    memcpy(p, fit->start, sizeof(p));
    listener->on_pass(listener->ctx, 0, loss_of(samples, p, scale, settings));
    for (int i = 1; i <= settings->passes; i++) {
        double moved = pass(fit, p);
        listener->on_pass(listener->ctx, i, loss_of(samples, p, scale, settings));
        if (moved < STEP_END) {
            break;
        }
    }
    for (int i = 0; i < PARAMETER_NB; i++) {
        *weight_at(weights, i) = rounded(p[i]);
    }
    free(fit->hessian);
    free(fit);
}
