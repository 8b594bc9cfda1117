// SPDX-License-Identifier: MIT
#ifndef MERELS_TUNE_FIT_H
#define MERELS_TUNE_FIT_H

#include "engine/tune/samples.h"

/// Fits weights to samples: the chance of White is taken as 1 / (1 + exp(-score / scale)), and the
/// weights are those that make the cross entropy against what became of the positions, with a pull
/// to where they started, the least. Newton's method: the same samples give the same weights.

#define FIT_PASS_MAX 100

typedef struct FitSettings {
    int passes;         // at the most; it ends sooner when nothing moves any more
    double pull;        // each weight costs pull * ((weight - start) / 100)^2; above 0
    double score_mix;   // 0 to 1: how much of the goal is the search's score instead of the result
    double score_scale; // of these scores, in centipawns
} FitSettings;

/// The mean cross entropy in bits: of what is learnt from, and of what is held apart (0 where there
/// is nothing of it).
typedef struct FitLoss {
    double learnt, held;
} FitLoss;

typedef struct FitListener {
    void *ctx;
    void (*on_pass)(void *ctx, int pass, FitLoss loss); // pass 0: the start
} FitListener;

/// The scale that fits the weights as they are best, in centipawns.
double fit_scale(const Samples *samples, const Weights *weights);

/// Multiplies all weights by `factor`, which changes no order of positions, only the scale.
void fit_rescale(Weights *weights, double factor);

/// Against the results alone.
FitLoss fit_loss(const Samples *samples, const Weights *weights, double scale);

/// Replaces `*weights`, where it starts, by the best ones, rounded. There must be a sample to learn
/// from.
void fit_weights(const Samples *samples, double scale, const FitSettings *settings,
                 const FitListener *listener, Weights *weights);

#endif
