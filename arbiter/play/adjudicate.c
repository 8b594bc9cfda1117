// SPDX-License-Identifier: MIT
#include "arbiter/play/adjudicate.h"

void adjudicate_init(Adjudicator *adjudicator, const Adjudication *rules)
{
    *adjudicator = (Adjudicator){.rules = rules};
}

// "mate 0" is what an engine says of a position in which it is mated already, so it counts as lost.
static int64_t score_in_cp(ScoreKind kind, int64_t score)
{
    if (kind == SCORE_MATE) {
        return score > 0 ? ADJUDICATE_MATE_CP : -ADJUDICATE_MATE_CP;
    }
    return score;
}

static void count_ply(Adjudicator *adjudicator, Side side, ScoreKind kind, int64_t score)
{
    const Adjudication *rules = adjudicator->rules;
    adjudicator->ply_nb++;
    if (kind == SCORE_NONE) {
        adjudicator->level_nb = 0;
        adjudicator->lost_nb[side] = 0;
        return;
    }
    int64_t score_cp = score_in_cp(kind, score);
    bool is_level = score_cp <= rules->draw_score_cp && score_cp >= -rules->draw_score_cp;
    adjudicator->level_nb = is_level ? adjudicator->level_nb + 1 : 0;
    bool is_lost = score_cp <= -rules->resign_score_cp;
    adjudicator->lost_nb[side] = is_lost ? adjudicator->lost_nb[side] + 1 : 0;
}

Verdict adjudicate_ply(Adjudicator *adjudicator, Side side, ScoreKind kind, int64_t score)
{
    const Adjudication *rules = adjudicator->rules;
    count_ply(adjudicator, side, kind, score);
    if (rules->resign && adjudicator->lost_nb[side] >= (rules->resign_plies + 1) / 2) {
        return (Verdict){TERMINATION_ADJUDICATED_RESIGN, result_win_of(side_other(side))};
    }
    if (rules->draw && adjudicator->ply_nb >= rules->draw_from_ply &&
        adjudicator->level_nb >= rules->draw_plies) {
        return (Verdict){TERMINATION_ADJUDICATED_DRAW, RESULT_DRAW};
    }
    if (rules->max_plies > 0 && adjudicator->ply_nb >= rules->max_plies) {
        return (Verdict){TERMINATION_MAX_PLIES, RESULT_DRAW};
    }
    return (Verdict){TERMINATION_NORMAL, RESULT_NONE};
}
