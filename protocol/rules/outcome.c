// SPDX-License-Identifier: MIT
#include "protocol/rules/outcome.h"

#include <assert.h>
#include <stddef.h>

#include "protocol/rules/movegen.h"

const char *result_text(Result result)
{
    static const char *const TEXTS[] = {[RESULT_NONE] = "*",
                                        [RESULT_WHITE] = "1-0",
                                        [RESULT_BLACK] = "0-1",
                                        [RESULT_DRAW] = "1/2-1/2"};
    assert((size_t)result < sizeof(TEXTS) / sizeof(TEXTS[0]));
    return TEXTS[result];
}

const char *reason_text(Reason reason)
{
    static const char *const TEXTS[REASON_NB] = {
#define X(name, text) [REASON_##name] = text,
        REASON_MAP(X)
#undef X
    };
    assert(reason < REASON_NB);
    return TEXTS[reason];
}

/// What a line that stands after the last ply means, by the phase that ply was of.
static MillEffect effect_of_last_ply(const Variant *v, const Position *pos)
{
    const VariantRules *rules = &v->rules;
    if (rules->place_mill == rules->move_mill) {
        return rules->move_mill;
    }
    bool has_hand = pos->hand[side_other((Side)pos->side)] > 0;
    bool must_place = !rules->move_phase || (has_hand && !rules->place_and_move_mixed);
    bool has_placing = rules->men[SIDE_WHITE] + rules->men[SIDE_BLACK] > 0;
    return must_place || (pos->quiet == 0 && has_placing) ? rules->place_mill : rules->move_mill;
}

static bool has_winning_line(const Variant *v, Bitboard own, Bitboard home)
{
    if (!v->rules.win_line_not_home) {
        return variant_has_line(v, own);
    }
    for (int i = 0; i < v->lines.nb; i++) {
        const Pattern *line = &v->lines.patterns[i];
        if ((own & line->care) == line->want && (line->want & ~home) != 0) {
            return true;
        }
    }
    return false;
}

static bool is_too_few(const VariantRules *rules, const Position *pos, Side side)
{
    int board = bitboard_count(pos->men[side]);
    if (rules->min_counts == MIN_TOTAL) {
        return board + pos->hand[side] < rules->min_men;
    }
    return pos->hand[side] == 0 && board < rules->min_men;
}

static Outcome outcome_of_full_board(const Variant *v, const Position *pos)
{
    const VariantRules *rules = &v->rules;
    bool counts = !rules->move_phase || (rules->full_board_after_placing != FULL_NONE &&
                                         pos->hand[SIDE_WHITE] == 0 && pos->hand[SIDE_BLACK] == 0);
    if (!counts || position_empty(v, pos) != 0) {
        return (Outcome){RESULT_NONE, REASON_NONE};
    }
    bool first_loses = rules->full_board_after_placing == FULL_FIRST_LOSES;
    return (Outcome){first_loses ? RESULT_BLACK : RESULT_DRAW, REASON_BOARD_FULL};
}

Outcome outcome_of_board(const Variant *v, const Position *pos)
{
    Side side = (Side)pos->side;
    Side other = side_other(side);
    if (effect_of_last_ply(v, pos) == MILL_WIN &&
        has_winning_line(v, pos->men[other], v->home[other])) {
        return (Outcome){result_win_of(other), REASON_LINE};
    }
    if (v->rules.min_men > 0) {
        if (is_too_few(&v->rules, pos, side)) {
            return (Outcome){result_win_of(other), REASON_MATERIAL};
        }
        if (is_too_few(&v->rules, pos, other)) {
            return (Outcome){result_win_of(side), REASON_MATERIAL};
        }
    }
    return outcome_of_full_board(v, pos);
}

Outcome outcome_of_stuck(const Variant *v, const Position *pos)
{
    Side side = (Side)pos->side;
    StuckRule rule = pos->hand[side] > 0 ? v->rules.no_place : v->rules.no_move;
    assert(rule != STUCK_PASS);
    return (Outcome){rule == STUCK_DRAW ? RESULT_DRAW : result_win_of(side_other(side)),
                     REASON_NO_MOVE};
}

Outcome outcome_of_position(const Variant *v, const Position *pos)
{
    Outcome outcome = outcome_of_board(v, pos);
    if (outcome.result != RESULT_NONE) {
        return outcome;
    }
    if (movegen_count(v, pos) == 0) {
        return outcome_of_stuck(v, pos);
    }
    if (v->rules.no_progress > 0 && pos->quiet >= (uint32_t)v->rules.no_progress) {
        return (Outcome){RESULT_DRAW, REASON_NO_PROGRESS};
    }
    return outcome;
}
