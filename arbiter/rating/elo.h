// SPDX-License-Identifier: MIT
#ifndef MERELS_RATING_ELO_H
#define MERELS_RATING_ELO_H

#include <stdbool.h>

#include "arbiter/rating/tally.h"

/// Elo from results. All engines are fitted together (Bradley-Terry): expectation 1 / (1 +
/// 10^(-d/400)), a draw is half a win, the mean is 0, each engine's expected points equal its
/// points. Errors are 95 %, from the Fisher information of the fit, so they are never zero, also
/// when all games are drawn.
///
/// Where results alone leave a difference open (engines that won or lost everything, groups that
/// did not meet, no games), the engines fall into groups inside of which the fit is exact, as if
/// the other groups had not played; each group then gets ELO_PRIOR_DRAWS virtual draws against a
/// player of rating 0, which puts it at a finite distance. Such ratings carry an EloBound. The
/// prior has no effect when there is one group.

#define ELO_PRIOR_DRAWS 1.0
#define ELO_MODEL                                                                                  \
    "Bradley-Terry, logistic Elo scale (400 points are odds of 10), draws as half a win, mean 0, " \
    "errors of 95 %"

typedef enum EloBound {
    ELO_EXACT, // determined by the results
    ELO_BELOW, // lost everything against the rest: at most this
    ELO_ABOVE, // won everything against the rest: at least this
    ELO_OPEN   // neither: only the prior says where
} EloBound;

typedef struct EloRating {
    double elo;     // finite
    double error95; // finite, above 0
    EloBound bound;
} EloRating;

/// Fits all engines (2 or more) of a tally, all variants together. out: room for all. Cost O(n^3)
/// for n engines. Source: Ralph A. Bradley, Milton E. Terry, "Rank analysis of incomplete block
/// designs", 1952; existence of the maximum: Lester R. Ford Jr., "Solution of a ranking problem
/// from binary comparisons", 1957.
void elo_fit(const Tally *tally, EloRating out[]);

/// "exact", "below", "above", "open". Static.
const char *elo_bound_text(EloBound bound);

/// The expectation of a player `difference` points stronger: 0 to 1.
double elo_expectation(double difference);

/// Two players alone, from the share of points and its variance over the games (draws reduce it),
/// without prior. False and the outputs unchanged when that says nothing: no games, all won, all
/// lost, no variance, or an error beyond every rating.
bool elo_of_wdl(Wdl wdl, double *elo, double *error95);

#endif
