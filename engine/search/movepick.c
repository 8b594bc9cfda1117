// SPDX-License-Identifier: MIT
#include "engine/search/movepick.h"

#include <assert.h>
#include <stdlib.h>

#include "protocol/rules/movegen.h"

// Ranges of a score, the best first. Within a range history decides; it stays within +-2 *
// HISTORY_MAX.
#define SCORE_WIN (1 << 24)
#define SCORE_TAKE (1 << 20)
#define SCORE_KILLER (1 << 18)
#define BONUS_BLOCK 6000  // goes where the enemy would complete a line
#define BONUS_DISARM 4000 // takes a man of a line that lacks one

/// What the measure knows of a position, found once for all its moves.
typedef struct Measure {
    const Worker *worker;
    const Variant *v;
    Bitboard own;
    Bitboard own_closing;   // points where an own line would be complete
    Bitboard enemy_closing; // the same for the enemy
    Bitboard enemy_armed;   // enemy men of lines that lack one man
    int side;
    Move killers[2];
    bool place_wins, move_wins;
} Measure;

static void measure_enemy(Measure *measure, Bitboard enemy, Bitboard empty)
{
    const PatternSet *lines = &measure->v->lines;
    for (int i = 0; i < lines->nb; i++) {
        Bitboard want = lines->patterns[i].want;
        Bitboard missing = want & ~enemy;
        if (bitboard_is_single(missing) && (missing & empty) != 0) {
            measure->enemy_closing |= missing;
            measure->enemy_armed |= want & enemy;
        }
    }
}

static Measure measure_of(const Worker *worker, const Position *pos, const Move killers[2])
{
    const Variant *v = worker->variant;
    Side side = (Side)pos->side;
    Bitboard empty = position_empty(v, pos);
    Measure measure = {
        .worker = worker,
        .v = v,
        .own = pos->men[side],
        .side = side,
        .killers = {killers[0], killers[1]},
        .place_wins = v->rules.place_mill == MILL_WIN,
        .move_wins = v->rules.move_mill == MILL_WIN,
    };
    if (measure.place_wins || measure.move_wins) {
        measure.own_closing = movegen_closing_points(v, measure.own, empty);
    }
    measure_enemy(&measure, pos->men[side_other(side)], empty);
    return measure;
}

/// Does the move complete a line that wins? The home line of some games is taken for one: only the
/// order suffers.
static bool measure_wins(const Measure *measure, Move move)
{
    int to = move_to(move);
    int from = move_from(move);
    if ((measure->own_closing >> to & 1) == 0 ||
        !(from == POINT_NONE ? measure->place_wins : measure->move_wins)) {
        return false;
    }
    Bitboard own = measure->own | bitboard_of(to);
    own &= from == POINT_NONE ? ~(Bitboard)0 : ~bitboard_of(from);
    const PatternSet *lines = &measure->v->lines;
    for (int i = 0; i < lines->through_nb[to]; i++) {
        const Pattern *line = &lines->patterns[lines->through[to][i]];
        if ((own & line->care) == line->want) {
            return true;
        }
    }
    return false;
}

static int32_t measure_move(const Measure *measure, Move move)
{
    if (move == MOVE_PASS) {
        return 0;
    }
    if (measure_wins(measure, move)) {
        return SCORE_WIN;
    }
    int to = move_to(move);
    int score = history_turn(&measure->worker->history, measure->side, move);
    score += (measure->enemy_closing >> to & 1) != 0 ? BONUS_BLOCK : 0;
    if (move_is_capture(move)) {
        int victim = move_taken(move, 0);
        score = SCORE_TAKE + score / 2 +
                history_victim(&measure->worker->history, measure->side, victim);
        return score + ((measure->enemy_armed >> victim & 1) != 0 ? BONUS_DISARM : 0);
    }
    if (move == measure->killers[0] || move == measure->killers[1]) {
        return SCORE_KILLER + (move == measure->killers[0]);
    }
    return score;
}

static void picker_score(MovePicker *picker)
{
    Measure measure = measure_of(picker->worker, picker->pos, picker->killers);
    for (int i = picker->next; i < picker->nb; i++) {
        picker->picks[i].score = measure_move(&measure, picker->moves[picker->picks[i].index]);
    }
    picker->is_scored = true;
}

int movepick_init(MovePicker *picker, Worker *worker, const Position *pos, int ply, int first)
{
    assert(worker->arena_used + (size_t)worker->variant->move_max <= worker->arena_size);
    picker->worker = worker;
    picker->pos = pos;
    picker->moves = worker->moves + worker->arena_used;
    picker->picks = worker->picks + worker->arena_used;
    picker->nb = movegen_legal(worker->variant, pos, picker->moves);
    picker->next = 0;
    picker->first = first;
    picker->killers[0] = worker->killers[ply][0];
    picker->killers[1] = worker->killers[ply][1];
    picker->is_scored = false;
    worker->arena_used += (size_t)picker->nb;
    for (int i = 0; i < picker->nb; i++) {
        picker->picks[i].index = (uint16_t)i;
    }
    if (first < picker->nb) {
        picker->picks[first].index = 0;
        picker->picks[0].index = (uint16_t)first;
    } else {
        picker->first = TT_INDEX_NONE;
    }
    return picker->nb;
}

// Brings the best of what is left to its place. A selection, because most nodes end after a few
// moves.
static Pick picker_select(MovePicker *picker)
{
    Pick *picks = picker->picks;
    int best = picker->next;
    for (int i = picker->next + 1; i < picker->nb; i++) {
        best = picks[i].score > picks[best].score ? i : best;
    }
    Pick pick = picks[best];
    picks[best] = picks[picker->next];
    picks[picker->next++] = pick;
    return pick;
}

Move movepick_next(MovePicker *picker, int *index)
{
    if (picker->next >= picker->nb) {
        return MOVE_NONE;
    }
    if (picker->next == 0 && picker->first != TT_INDEX_NONE) {
        *index = picker->picks[picker->next++].index;
        return picker->moves[*index];
    }
    if (!picker->is_scored) {
        picker_score(picker);
    }
    *index = picker_select(picker).index;
    return picker->moves[*index];
}

Move movepick_next_forcing(MovePicker *picker)
{
    if (picker->next >= picker->nb) {
        return MOVE_NONE;
    }
    if (!picker->is_scored) {
        picker_score(picker);
    }
    Pick pick = picker_select(picker);
    return pick.score < SCORE_TAKE / 2 ? MOVE_NONE : picker->moves[pick.index];
}

void movepick_release(MovePicker *picker)
{
    picker->worker->arena_used -= (size_t)picker->nb;
}

static int pick_compare(const void *left, const void *right)
{
    const Pick *a = left;
    const Pick *b = right;
    return a->score != b->score ? (a->score < b->score ? 1 : -1) : (int)a->index - (int)b->index;
}

void movepick_sort(Worker *worker, const Position *pos, const Move moves[], int nb, Move sorted[])
{
    const Move no_killers[2] = {MOVE_NONE, MOVE_NONE};
    Measure measure = measure_of(worker, pos, no_killers);
    for (int i = 0; i < nb; i++) {
        worker->picks[i] = (Pick){measure_move(&measure, moves[i]), (uint16_t)i};
    }
    qsort(worker->picks, (size_t)nb, sizeof(*worker->picks), pick_compare);
    for (int i = 0; i < nb; i++) {
        sorted[i] = moves[worker->picks[i].index];
    }
}
