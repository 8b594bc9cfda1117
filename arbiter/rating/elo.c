// SPDX-License-Identifier: MIT
#include "arbiter/rating/elo.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "protocol/base/memory.h"

// Inside, ratings are natural logarithms of odds (logits); Elo points only at the edge.
#define ELO_PER_LOGIT (400 / 2.302585092994046) // 400 / ln 10
#define Z95 1.959963984540054                   // of the normal distribution, two-sided 95 %
#define STEPS_MAX 500                           // Newton steps; a sound fit needs about ten
#define HALVINGS_MAX 60                         // of one step
#define STEP_MAX 4.0                            // logits, of one parameter
#define STEP_SMALL 1e-10                        // logits: converged
#define PIVOT_MIN 1e-200 // below, a matrix counts as singular in that direction

/// The likelihood of all games as a function of some parameters. The rating of player i is base[i]
/// + value[owner[i]].
typedef struct Fit {
    int nb;         // players
    double *games;  // [i * nb + j]: of i against j, the same both ways
    double *points; // [i * nb + j]: of i against j
    int *group;     // of each player
    int group_nb;
    bool inside; // only games inside of groups count, else only those between them
    double *base;
    int *owner;   // the parameter of each player
    int value_nb; // parameters
    double *value;
    double prior; // virtual draws of each parameter against a rating of 0
} Fit;

static double sigmoid(double x)
{
    return x >= 0 ? 1 / (1 + exp(-x)) : exp(x) / (1 + exp(x));
}

/// ln sigmoid(x), without overflow.
static double log_sigmoid(double x)
{
    return x >= 0 ? -log1p(exp(-x)) : x - log1p(exp(x));
}

static double *new_numbers(int rows, int columns)
{
    return memory_new((size_t)rows * (size_t)columns, sizeof(double));
}

static double larger(double a, double b)
{
    return a > b ? a : b;
}

// --- Symmetric positive matrices -------------------------------------------------------------

/// Replaces the lower triangle of a symmetric matrix by its Cholesky factor.
static void factor(double *matrix, int nb)
{
    for (int j = 0; j < nb; j++) {
        double *row = &matrix[j * nb];
        for (int k = 0; k < j; k++) {
            row[j] -= row[k] * row[k];
        }
        row[j] = sqrt(larger(row[j], PIVOT_MIN));
        for (int i = j + 1; i < nb; i++) {
            double *other = &matrix[i * nb];
            for (int k = 0; k < j; k++) {
                other[j] -= other[k] * row[k];
            }
            other[j] /= row[j];
        }
    }
}

/// Solves with a factor made by `factor`; `vector` is replaced by the solution.
static void solve(const double *lower, int nb, double *vector)
{
    for (int i = 0; i < nb; i++) {
        for (int k = 0; k < i; k++) {
            vector[i] -= lower[i * nb + k] * vector[k];
        }
        vector[i] /= lower[i * nb + i];
    }
    for (int i = nb - 1; i >= 0; i--) {
        for (int k = i + 1; k < nb; k++) {
            vector[i] -= lower[k * nb + i] * vector[k];
        }
        vector[i] /= lower[i * nb + i];
    }
}

// --- Newton's method -------------------------------------------------------------------------

static double rating_of(const Fit *fit, const double value[], int player)
{
    return fit->base[player] + value[fit->owner[player]];
}

static bool counts(const Fit *fit, int i, int j)
{
    return fit->games[i * fit->nb + j] > 0 && (fit->group[i] == fit->group[j]) == fit->inside;
}

static double log_likelihood(const Fit *fit, const double value[])
{
    double sum = 0;
    for (int i = 0; i < fit->nb; i++) {
        for (int j = 0; j < fit->nb; j++) {
            if (counts(fit, i, j) && fit->points[i * fit->nb + j] > 0) {
                double ahead = rating_of(fit, value, i) - rating_of(fit, value, j);
                sum += fit->points[i * fit->nb + j] * log_sigmoid(ahead);
            }
        }
    }
    for (int p = 0; p < fit->value_nb; p++) {
        sum += fit->prior / 2 * (log_sigmoid(value[p]) + log_sigmoid(-value[p]));
    }
    return sum;
}

/// Adds what the games of one pair say to slope and information.
static void add_pair(const Fit *fit, int i, int j, double *slope, double *information)
{
    int p = fit->owner[i], q = fit->owner[j], nb = fit->value_nb;
    double games = fit->games[i * fit->nb + j];
    double expected = sigmoid(rating_of(fit, fit->value, i) - rating_of(fit, fit->value, j));
    double surplus = fit->points[i * fit->nb + j] - games * expected;
    double weight = games * expected * (1 - expected);
    slope[p] += surplus;
    slope[q] -= surplus;
    information[p * nb + p] += weight;
    information[q * nb + q] += weight;
    information[p * nb + q] -= weight;
    information[q * nb + p] -= weight;
}

/// The slope of the log-likelihood and its Fisher information. Differences alone leave the mean of
/// each group open: inside of groups the information gets a constant that keeps it where it is.
static void differentiate(const Fit *fit, double *slope, double *information)
{
    int nb = fit->value_nb;
    for (int p = 0; p < nb; p++) {
        double expected = sigmoid(fit->value[p]);
        slope[p] = fit->prior * (0.5 - expected);
        for (int q = 0; q < nb; q++) {
            bool together = fit->inside && fit->group[p] == fit->group[q];
            information[p * nb + q] = together ? 1 : 0;
        }
        information[p * nb + p] += fit->prior * expected * (1 - expected);
    }
    for (int i = 0; i < fit->nb; i++) {
        for (int j = i + 1; j < fit->nb; j++) {
            if (counts(fit, i, j)) {
                add_pair(fit, i, j, slope, information);
            }
        }
    }
}

/// Goes along `step`, or as small a part of it as makes the likelihood no smaller. Returns how far
/// one parameter went at the most.
static double walk(const Fit *fit, const double *step, double *trial)
{
    double longest = 0;
    for (int p = 0; p < fit->value_nb; p++) {
        longest = larger(longest, fabs(step[p]));
    }
    double part = longest > STEP_MAX ? STEP_MAX / longest : 1;
    double before = log_likelihood(fit, fit->value);
    double slack = 1e-13 * fabs(before); // of rounding
    for (int i = 0; i < HALVINGS_MAX; i++) {
        for (int p = 0; p < fit->value_nb; p++) {
            trial[p] = fit->value[p] + part * step[p];
        }
        if (log_likelihood(fit, trial) >= before - slack) {
            for (int p = 0; p < fit->value_nb; p++) {
                fit->value[p] = trial[p];
            }
            return part * longest;
        }
        part /= 2;
    }
    return 0;
}

static void maximise(const Fit *fit)
{
    double *information = new_numbers(fit->value_nb, fit->value_nb);
    double *step = new_numbers(fit->value_nb, 1);
    double *trial = new_numbers(fit->value_nb, 1);
    for (int i = 0; i < STEPS_MAX; i++) {
        differentiate(fit, step, information);
        factor(information, fit->value_nb);
        solve(information, fit->value_nb, step);
        if (walk(fit, step, trial) < STEP_SMALL) {
            break;
        }
    }
    free(information);
    free(step);
    free(trial);
}

// --- Groups ----------------------------------------------------------------------------------

/// reach[i * nb + j]: is there a chain from i to j in which everyone took at least half a point
/// from the next?
static bool *find_reach(const Fit *fit)
{
    int nb = fit->nb;
    bool *reach = memory_new((size_t)nb * (size_t)nb, sizeof *reach);
    for (int i = 0; i < nb * nb; i++) {
        reach[i] = fit->points[i] > 0;
    }
    for (int k = 0; k < nb; k++) {
        for (int i = 0; i < nb; i++) {
            for (int j = 0; reach[i * nb + k] && j < nb; j++) {
                reach[i * nb + j] = reach[i * nb + j] || reach[k * nb + j];
            }
        }
    }
    return reach;
}

/// Players that reach each other are a group: inside of one, and only there, the likelihood has a
/// maximum.
static void find_groups(Fit *fit, const bool *reach)
{
    int nb = fit->nb;
    for (int i = 0; i < nb; i++) {
        int j = 0;
        while (j < i && !(reach[i * nb + j] && reach[j * nb + i])) {
            j++;
        }
        fit->group[i] = j < i ? fit->group[j] : fit->group_nb++;
    }
}

/// The group with the most games inside; -1 when there is none.
static int main_group(const Fit *fit)
{
    double *inside = new_numbers(fit->group_nb, 1);
    int best = -1;
    for (int i = 0; i < fit->nb; i++) {
        for (int j = 0; j < fit->nb; j++) {
            if (fit->group[i] == fit->group[j]) {
                inside[fit->group[i]] += fit->games[i * fit->nb + j];
            }
        }
    }
    for (int g = 0; g < fit->group_nb; g++) {
        if (inside[g] > 0 && (best < 0 || inside[g] > inside[best])) {
            best = g;
        }
    }
    free(inside);
    return best;
}

/// How a player stands to the main group, or to all others when there is no main group.
static EloBound find_bound(const Fit *fit, const bool *reach, int main, int player)
{
    if (fit->group[player] == main) {
        return ELO_EXACT;
    }
    bool above = false, below = false;
    for (int other = 0; other < fit->nb; other++) {
        bool asked = main < 0 ? other != player : fit->group[other] == main;
        above = above || (asked && reach[player * fit->nb + other]);
        below = below || (asked && reach[other * fit->nb + player]);
    }
    return above == below ? ELO_OPEN : above ? ELO_ABOVE : ELO_BELOW;
}

// --- The whole fit ---------------------------------------------------------------------------

static void fit_init(Fit *fit, const Tally *tally)
{
    int nb = tally->engine_nb;
    *fit = (Fit){.nb = nb};
    fit->games = new_numbers(nb, nb);
    fit->points = new_numbers(nb, nb);
    fit->base = new_numbers(nb, 1);
    fit->value = new_numbers(nb, 1);
    fit->group = memory_new((size_t)nb, sizeof *fit->group);
    fit->owner = memory_new((size_t)nb, sizeof *fit->owner);
    for (int i = 0; i < nb; i++) {
        for (int j = 0; j < nb; j++) {
            Wdl wdl = i == j ? (Wdl){0} : tally_between(tally, i, j, TALLY_ALL);
            fit->games[i * nb + j] = (double)wdl_games(wdl);
            fit->points[i * nb + j] = wdl_points(wdl);
        }
    }
}

static void fit_release(Fit *fit)
{
    free(fit->games);
    free(fit->points);
    free(fit->base);
    free(fit->value);
    free(fit->group);
    free(fit->owner);
}

/// Differences inside of groups: every player has a parameter, the mean of each group stays 0. The
/// result becomes the base.
static void fit_inside(Fit *fit)
{
    fit->inside = true;
    fit->prior = 0;
    fit->value_nb = fit->nb;
    for (int i = 0; i < fit->nb; i++) {
        fit->owner[i] = i;
    }
    maximise(fit);
    for (int i = 0; i < fit->nb; i++) {
        fit->base[i] = fit->value[i];
        fit->value[i] = 0;
    }
}

/// Where the groups stand to each other: every group has a parameter and the prior.
static void fit_between(Fit *fit)
{
    fit->inside = false;
    fit->prior = ELO_PRIOR_DRAWS;
    fit->value_nb = fit->group_nb;
    for (int i = 0; i < fit->nb; i++) {
        fit->owner[i] = fit->group[i];
    }
    maximise(fit);
}

/// The information of all games and of the prior about the rating of each player.
static void inform(const Fit *fit, const double rating[], double *information)
{
    int nb = fit->nb;
    int *members = memory_new((size_t)fit->group_nb, sizeof *members);
    for (int i = 0; i < nb; i++) {
        members[fit->group[i]]++;
    }
    for (int i = 0; i < nb; i++) {
        for (int j = 0; j < nb; j++) {
            // A virtual game of a group is one of the mean of its members. With one group the
            // constant stands for the mean that is open, and drops out of the errors.
            bool together = fit->group[i] == fit->group[j];
            double size = members[fit->group[i]];
            double expected = fit->group_nb > 1 ? sigmoid(fit->value[fit->group[i]]) : 0.5;
            information[i * nb + j] +=
                together ? ELO_PRIOR_DRAWS * expected * (1 - expected) / (size * size) : 0;
            expected = sigmoid(rating[i] - rating[j]);
            double weight = fit->games[i * nb + j] * expected * (1 - expected);
            information[i * nb + i] += weight;
            information[i * nb + j] -= weight;
        }
    }
    free(members);
}

/// The standard error of each rating when their mean is held at 0, in logits.
static void find_errors(const Fit *fit, const double rating[], double errors[])
{
    int nb = fit->nb;
    double *information = new_numbers(nb, nb);
    double *column = new_numbers(nb, 1);
    inform(fit, rating, information);
    factor(information, nb);
    for (int i = 0; i < nb; i++) {
        // The variance of rating i less the mean is w' C w with w = e_i - 1/nb.
        double variance = 0;
        for (int j = 0; j < nb; j++) {
            column[j] = (i == j ? 1.0 : 0.0) - 1.0 / nb;
        }
        solve(information, nb, column);
        for (int j = 0; j < nb; j++) {
            variance += ((i == j ? 1.0 : 0.0) - 1.0 / nb) * column[j];
        }
        errors[i] = sqrt(larger(variance, 0));
    }
    free(information);
    free(column);
}

void elo_fit(const Tally *tally, EloRating out[])
{
    assert(tally->engine_nb >= 2);
    int nb = tally->engine_nb;
    Fit fit;
    fit_init(&fit, tally);
    bool *reach = find_reach(&fit);
    find_groups(&fit, reach);
    fit_inside(&fit);
    fit_between(&fit);

    double *rating = new_numbers(nb, 1);
    double *errors = new_numbers(nb, 1);
    double mean = 0;
    for (int i = 0; i < nb; i++) {
        rating[i] = rating_of(&fit, fit.value, i);
        mean += rating[i] / nb;
    }
    find_errors(&fit, rating, errors);
    int main = main_group(&fit);
    for (int i = 0; i < nb; i++) {
        out[i] = (EloRating){.elo = (rating[i] - mean) * ELO_PER_LOGIT,
                             .error95 = Z95 * errors[i] * ELO_PER_LOGIT,
                             .bound = find_bound(&fit, reach, main, i)};
    }
    free(rating);
    free(errors);
    free(reach);
    fit_release(&fit);
}

const char *elo_bound_text(EloBound bound)
{
    switch (bound) {
    case ELO_EXACT:
        return "exact";
    case ELO_BELOW:
        return "below";
    case ELO_ABOVE:
        return "above";
    case ELO_OPEN:
        break;
    }
    return "open";
}

double elo_expectation(double difference)
{
    return sigmoid(difference / ELO_PER_LOGIT);
}

static double elo_of_share(double share)
{
    return ELO_PER_LOGIT * log(share / (1 - share));
}

bool elo_of_wdl(Wdl wdl, double *elo, double *error95)
{
    double games = (double)wdl_games(wdl);
    if (games <= 0) {
        return false;
    }
    double share = wdl_points(wdl) / games;
    double variance =
        ((double)wdl.wins * (1 - share) * (1 - share) +
         (double)wdl.draws * (0.5 - share) * (0.5 - share) + (double)wdl.losses * share * share) /
        games;
    double margin = Z95 * sqrt(variance / games);
    if (variance <= 0 || share - margin <= 0 || share + margin >= 1) {
        return false;
    }
    *elo = elo_of_share(share);
    *error95 = (elo_of_share(share + margin) - elo_of_share(share - margin)) / 2;
    return true;
}
