// SPDX-License-Identifier: MIT
#include "engine/known.h"

#include <stdlib.h>

#include "protocol/base/memory.h"

#define PROGRESS_PLIES_MAX 4000 // keeps such scores beyond 15000

void known_release(Known *known)
{
    free(known->lines);
    free(known->pvs);
    *known = (Known){0};
}

static int score_of(ExactValue value)
{
    int plies = value.progress_plies;
    if (value.sign == 0) {
        return 0;
    }
    if (value.end_plies != PLIES_UNKNOWN && value.end_plies <= SEARCH_MATE - SEARCH_MATE_MIN) {
        return value.sign * (SEARCH_MATE - value.end_plies);
    }
    return value.sign * (KNOWN_WIN_CP - (plies < PROGRESS_PLIES_MAX ? plies : PROGRESS_PLIES_MAX));
}

static bool is_wanted(const SearchLimits *limits, Move move)
{
    bool wanted = limits->searchmoves_nb == 0;
    for (int i = 0; i < limits->searchmoves_nb && !wanted; i++) {
        wanted = limits->searchmoves[i] == move;
    }
    return wanted;
}

static void reserve(Known *known, int line_nb)
{
    if (known->size < line_nb) {
        known->lines = memory_resize(known->lines, (size_t)line_nb, sizeof(*known->lines));
        known->pvs = memory_resize(known->pvs, (size_t)line_nb, sizeof(*known->pvs));
        known->size = line_nb;
    }
}

static void add_line(Known *known, ExactAnswer *answer, const Game *game, int index,
                     const SearchLimits *limits)
{
    int at = known->told.line_nb++;
    Move *pv = known->pvs[at];
    int pv_nb = exact_line(answer, game, index, pv, SEARCH_PV_MAX);
    ExactValue value = answer->moves[index].value;
    bool is_limited = limits->depth_plies > 0 && limits->depth_plies < pv_nb;
    known->lines[at] = (SearchInfo){
        .depth = is_limited ? (int)limits->depth_plies : pv_nb,
        .seldepth = pv_nb,
        .multipv = at + 1,
        .score = score_of(value),
        .bound = SEARCH_EXACT,
        .nodes = 1, // the root; the rest was looked up
        .wdl = {value.sign > 0 ? 1000 : 0, value.sign == 0 ? 1000 : 0, value.sign < 0 ? 1000 : 0},
        .pv = pv,
        .pv_nb = pv_nb,
    };
}

const SearchKnown *known_lines(Known *known, Exact *exact, const Game *game,
                               const SearchLimits *limits, const SearchSettings *settings)
{
    ExactAnswer answer;
    known->told.line_nb = 0;
    if (game->outcome.result != RESULT_NONE ||
        !exact_answer(exact, game, settings->hardest, &answer)) {
        return NULL;
    }
    if (settings->seed != 0 && !settings->analyse) {
        exact_shuffle(&answer, settings->seed ^ game_position(game)->key);
    }
    reserve(known, settings->multipv < answer.move_nb ? settings->multipv : answer.move_nb);
    for (int i = 0; i < answer.move_nb && known->told.line_nb < settings->multipv; i++) {
        if (is_wanted(limits, answer.moves[i].move)) {
            add_line(known, &answer, game, i, limits);
        }
    }
    for (int i = 0; i < known->told.line_nb; i++) {
        known->lines[i].tbhits = answer.probe_nb;
    }
    exact_answer_release(&answer);
    known->told.lines = known->lines;
    return &known->told;
}
