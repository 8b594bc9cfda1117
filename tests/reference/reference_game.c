// SPDX-License-Identifier: MIT
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "protocol/base/memory.h"
#include "tests/reference/reference.h"

ReferencePosition reference_start(const ReferenceVariant *v)
{
    ReferencePosition pos = {.side = REFERENCE_WHITE, .move_number = 1};
    memcpy(pos.board, v->start, sizeof pos.board);
    memcpy(pos.hand, v->men, sizeof pos.hand);
    return pos;
}

ReferencePosition reference_play(const ReferenceVariant *v, const ReferencePosition *pos,
                                 const ReferenceMove *move)
{
    ReferencePosition next = *pos;
    (void)v;
    next.quiet = pos->quiet + 1;
    next.last = REFERENCE_PLY_UNKNOWN;
    if (!move->is_pass) {
        next.board[move->to] = pos->side;
        if (move->from < 0) {
            next.hand[pos->side]--;
            next.last = REFERENCE_PLY_PLACED;
        } else {
            next.board[move->from] = REFERENCE_EMPTY;
            next.last = REFERENCE_PLY_MOVED;
        }
        for (int i = 0; i < move->taken_nb; i++) {
            next.board[move->taken[i]] = REFERENCE_EMPTY;
        }
        if (move->from < 0 || move->taken_nb > 0) {
            next.quiet = 0;
        }
    }
    if (pos->side == REFERENCE_BLACK) {
        next.move_number++;
    }
    next.side = reference_other(pos->side);
    return next;
}

void reference_fen(const ReferenceVariant *v, const ReferencePosition *pos, StrBuf *out)
{
    for (int rank = v->rank_nb - 1; rank >= 0; rank--) {
        int empty = 0;
        for (int file = 0; file <= v->file_nb; file++) {
            int point = file < v->file_nb ? v->point_at[file][rank] : -1;
            if (point >= 0 && pos->board[point] == REFERENCE_EMPTY) {
                empty++;
                continue;
            }
            if (empty > 0) {
                strbuf_appendf(out, "%d", empty);
                empty = 0;
            }
            if (point >= 0) {
                strbuf_append_char(out, pos->board[point] == REFERENCE_WHITE ? 'P' : 'p');
            } else if (file < v->file_nb) {
                strbuf_append_char(out, '*');
            }
        }
        strbuf_append_char(out, rank > 0 ? '/' : '[');
    }
    for (int i = 0; i < pos->hand[REFERENCE_WHITE]; i++) {
        strbuf_append_char(out, 'P');
    }
    for (int i = 0; i < pos->hand[REFERENCE_BLACK]; i++) {
        strbuf_append_char(out, 'p');
    }
    strbuf_appendf(out, "] %c - - %ld %ld", pos->side == REFERENCE_WHITE ? 'w' : 'b', pos->quiet,
                   pos->move_number);
}

/// Reads BOARD up to the bracket; NULL when it does not fit the grid.
static const char *read_board(const ReferenceVariant *v, const char *c, ReferencePosition *out)
{
    int file = 0;
    int rank = v->rank_nb - 1;
    for (; *c != '[' && *c != '\0'; c++) {
        if (*c == '/') {
            file = 0;
            rank--;
        } else if (*c >= '1' && *c <= '8') {
            file += *c - '0';
        } else if (file >= v->file_nb || rank < 0) {
            return NULL;
        } else {
            int point = v->point_at[file++][rank];
            bool is_man = *c == 'P' || *c == 'p';
            if (is_man != (point >= 0) || (!is_man && *c != '*')) {
                return NULL;
            }
            if (is_man) {
                out->board[point] = *c == 'P' ? REFERENCE_WHITE : REFERENCE_BLACK;
            }
        }
    }
    return *c == '[' ? c + 1 : NULL;
}

bool reference_set_up(const ReferenceVariant *v, const char *fen, ReferencePosition *out)
{
    *out = (ReferencePosition){.move_number = 1};
    const char *c = read_board(v, fen, out);
    if (c == NULL) {
        return false;
    }
    for (; *c == 'P' || *c == 'p'; c++) {
        out->hand[*c == 'P' ? REFERENCE_WHITE : REFERENCE_BLACK]++;
    }
    char side = '\0';
    int read_nb = sscanf(c, "] %c - - %ld %ld", &side, &out->quiet, &out->move_number);
    out->side = side == 'w' ? REFERENCE_WHITE : REFERENCE_BLACK;
    return read_nb == 3 && (side == 'w' || side == 'b');
}

// --- Game ---------------------------------------------------------------------------------------

static void add_position(ReferenceGame *game, ReferencePosition pos)
{
    if (game->nb == game->capacity) {
        game->capacity = game->capacity == 0 ? 64 : 2 * game->capacity;
        game->positions = memory_resize(game->positions, game->capacity, sizeof pos);
    }
    game->positions[game->nb++] = pos;
}

void reference_game_init(ReferenceGame *game, const ReferenceVariant *v,
                         const ReferencePosition *first)
{
    *game = (ReferenceGame){.variant = v};
    add_position(game, *first);
}

void reference_game_release(ReferenceGame *game)
{
    free(game->positions);
    *game = (ReferenceGame){.variant = NULL};
}

const ReferencePosition *reference_game_position(const ReferenceGame *game)
{
    return &game->positions[game->nb - 1];
}

bool reference_game_play(ReferenceGame *game, const char *token)
{
    if (strcmp(reference_game_outcome(game).result, "*") != 0) {
        return false;
    }
    ReferenceMoves moves = {NULL, 0, 0};
    ReferencePosition pos = *reference_game_position(game);
    reference_legal(game->variant, &pos, &moves);
    bool found = false;
    for (size_t i = 0; i < moves.nb && !found; i++) {
        if (strcmp(moves.items[i].token, token) == 0) {
            found = true;
            add_position(game, reference_play(game->variant, &pos, &moves.items[i]));
        }
    }
    reference_moves_release(&moves);
    return found;
}

static bool is_same(const ReferenceVariant *v, const ReferencePosition *a,
                    const ReferencePosition *b)
{
    for (int point = 0; point < v->point_nb; point++) {
        if (a->board[point] != b->board[point]) {
            return false;
        }
    }
    return a->hand[REFERENCE_WHITE] == b->hand[REFERENCE_WHITE] &&
           a->hand[REFERENCE_BLACK] == b->hand[REFERENCE_BLACK] && a->side == b->side;
}

int reference_game_occurrences(const ReferenceGame *game)
{
    int nb = 0;
    for (size_t i = 0; i < game->nb; i++) {
        nb += is_same(game->variant, &game->positions[i], reference_game_position(game));
    }
    return nb;
}

// --- Outcome ------------------------------------------------------------------------------------

static const ReferenceOutcome GOES_ON = {"*", "none"};

static ReferenceOutcome won_by(int side, const char *reason)
{
    return (ReferenceOutcome){side == REFERENCE_WHITE ? "1-0" : "0-1", reason};
}

static ReferenceOutcome drawn(const char *reason)
{
    return (ReferenceOutcome){"1/2-1/2", reason};
}

static int men_on_board(const ReferenceVariant *v, const ReferencePosition *pos, int side)
{
    int nb = 0;
    for (int point = 0; point < v->point_nb; point++) {
        nb += pos->board[point] == side;
    }
    return nb;
}

/// Was the last ply a placement? Known in a played game; else told by what the position shows: a
/// side with men in hand has just placed unless it could also move, nobody moves where there is no
/// movement, and nothing quiet has happened since a placement.
static bool was_placement(const ReferenceVariant *v, const ReferencePosition *pos)
{
    if (pos->last != REFERENCE_PLY_UNKNOWN) {
        return pos->last == REFERENCE_PLY_PLACED;
    }
    bool had_to_place =
        !v->has_move_phase || (pos->hand[reference_other(pos->side)] > 0 && !v->is_mixed);
    bool has_placing = v->men[REFERENCE_WHITE] > 0 || v->men[REFERENCE_BLACK] > 0;
    return had_to_place || (pos->quiet == 0 && has_placing);
}

static bool is_short_of_men(const ReferenceVariant *v, const ReferencePosition *pos, int side)
{
    if (v->min_men == 0) {
        return false;
    }
    int board = men_on_board(v, pos, side);
    if (v->min_counts_total) {
        return board + pos->hand[side] < v->min_men;
    }
    return pos->hand[side] == 0 && board < v->min_men;
}

static bool is_full_board_end(const ReferenceVariant *v, const ReferencePosition *pos)
{
    if (men_on_board(v, pos, REFERENCE_EMPTY) > 0) {
        return false;
    }
    bool is_after_placing = pos->hand[REFERENCE_WHITE] == 0 && pos->hand[REFERENCE_BLACK] == 0;
    return !v->has_move_phase || (v->full_board != REFERENCE_FULL_NONE && is_after_placing);
}

static ReferenceOutcome outcome_of_board(const ReferenceVariant *v, const ReferencePosition *pos)
{
    int mover = reference_other(pos->side);
    const ReferencePhase *phase = was_placement(v, pos) ? &v->place : &v->move;
    if (phase->mill == REFERENCE_MILL_WIN && reference_has_winning_line(v, pos->board, mover)) {
        return won_by(mover, "line");
    }
    if (is_short_of_men(v, pos, pos->side)) {
        return won_by(mover, "material");
    }
    if (is_short_of_men(v, pos, mover)) {
        return won_by(pos->side, "material");
    }
    if (is_full_board_end(v, pos)) {
        return v->full_board == REFERENCE_FULL_FIRST_LOSES ? won_by(REFERENCE_BLACK, "board_full")
                                                           : drawn("board_full");
    }
    return GOES_ON;
}

static ReferenceOutcome outcome_of_stuck(const ReferenceVariant *v, const ReferencePosition *pos)
{
    ReferenceMoves moves = {NULL, 0, 0};
    reference_legal(v, pos, &moves);
    size_t nb = moves.nb;
    reference_moves_release(&moves);
    if (nb > 0) {
        return GOES_ON;
    }
    ReferenceStuck rule = pos->hand[pos->side] > 0 ? v->no_place : v->no_move;
    return rule == REFERENCE_DRAW ? drawn("no_move")
                                  : won_by(reference_other(pos->side), "no_move");
}

ReferenceOutcome reference_game_outcome(const ReferenceGame *game)
{
    const ReferenceVariant *v = game->variant;
    const ReferencePosition *pos = reference_game_position(game);
    ReferenceOutcome outcome = outcome_of_board(v, pos);
    if (strcmp(outcome.result, "*") == 0) {
        outcome = outcome_of_stuck(v, pos);
    }
    if (strcmp(outcome.result, "*") != 0) {
        return outcome;
    }
    if (v->repetition > 0 && reference_game_occurrences(game) >= v->repetition) {
        return drawn("repetition");
    }
    if (v->no_progress > 0 && pos->quiet >= v->no_progress) {
        return drawn("no_progress");
    }
    return GOES_ON;
}
