// SPDX-License-Identifier: MIT
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "protocol/base/memory.h"
#include "tests/reference/reference.h"

// File and rank steps of the directions h, v, d (/), a (\).
static const int STEPS[4][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};

/// Collects the points of the unbroken row through `point` in one direction; returns how many.
static int collect_run(const ReferenceVariant *v, const int board[], int point, int direction,
                       int out[REFERENCE_GRID_MAX])
{
    int file = v->file[point];
    int rank = v->rank[point];
    int file_step = STEPS[direction][0];
    int rank_step = STEPS[direction][1];
    // Back to the first man of the row, then forward to the last.
    for (;;) {
        int f = file - file_step;
        int r = rank - rank_step;
        if (f < 0 || r < 0 || f >= REFERENCE_GRID_MAX || r >= REFERENCE_GRID_MAX ||
            v->point_at[f][r] < 0 || board[v->point_at[f][r]] != board[point]) {
            break;
        }
        file = f;
        rank = r;
    }
    int nb = 0;
    while (file >= 0 && rank >= 0 && file < REFERENCE_GRID_MAX && rank < REFERENCE_GRID_MAX &&
           v->point_at[file][rank] >= 0 && board[v->point_at[file][rank]] == board[point]) {
        out[nb++] = v->point_at[file][rank];
        file += file_step;
        rank += rank_step;
    }
    return nb;
}

bool reference_has_run(const ReferenceVariant *v, const int board[], int point, int size)
{
    for (int direction = 0; direction < 4; direction++) {
        int run[REFERENCE_GRID_MAX];
        if (v->has_direction[direction] && collect_run(v, board, point, direction, run) >= size) {
            return true;
        }
    }
    return false;
}

static bool line_holds(const ReferenceVariant *v, int line, int point)
{
    for (int i = 0; i < v->line_size[line]; i++) {
        if (v->line[line][i] == point) {
            return true;
        }
    }
    return false;
}

static bool line_is_all(const ReferenceVariant *v, const int board[], int line, int side)
{
    for (int i = 0; i < v->line_size[line]; i++) {
        if (board[v->line[line][i]] != side) {
            return false;
        }
    }
    return true;
}

int reference_mills_through(const ReferenceVariant *v, const int board[], int point)
{
    int mills = 0;
    if (v->has_runs) {
        for (int direction = 0; direction < 4; direction++) {
            int run[REFERENCE_GRID_MAX];
            if (v->has_direction[direction] &&
                collect_run(v, board, point, direction, run) == v->run_length) {
                mills++;
            }
        }
        return mills;
    }
    for (int line = 0; line < v->line_nb; line++) {
        if (line_holds(v, line, point) && line_is_all(v, board, line, board[point])) {
            mills++;
        }
    }
    return mills;
}

/// Are all these points among those on which the side's men stood at the start?
static bool are_home(const ReferenceVariant *v, const int points[], int nb, int side)
{
    for (int i = 0; i < nb; i++) {
        if (v->start[points[i]] != side) {
            return false;
        }
    }
    return true;
}

bool reference_has_winning_line(const ReferenceVariant *v, const int board[], int side)
{
    for (int line = 0; !v->has_runs && line < v->line_nb; line++) {
        if (line_is_all(v, board, line, side) &&
            !(v->line_not_home && are_home(v, v->line[line], v->line_size[line], side))) {
            return true;
        }
    }
    for (int point = 0; v->has_runs && point < v->point_nb; point++) {
        for (int direction = 0; direction < 4; direction++) {
            int run[REFERENCE_GRID_MAX];
            if (board[point] == side && v->has_direction[direction] &&
                collect_run(v, board, point, direction, run) == v->run_length &&
                !(v->line_not_home && are_home(v, run, v->run_length, side))) {
                return true;
            }
        }
    }
    return false;
}

static bool are_all_in_mills(const ReferenceVariant *v, const int board[], int side)
{
    for (int point = 0; point < v->point_nb; point++) {
        if (board[point] == side && reference_mills_through(v, board, point) == 0) {
            return false;
        }
    }
    return true;
}

void reference_removable(const ReferenceVariant *v, const int board[], int side, bool out[])
{
    bool all_in_mills = are_all_in_mills(v, board, side);
    for (int point = 0; point < v->point_nb; point++) {
        out[point] = false;
        if (board[point] == side) {
            bool is_safe = reference_mills_through(v, board, point) > 0;
            out[point] = v->protect == REFERENCE_NEVER || !is_safe ||
                         (v->protect == REFERENCE_UNLESS_ALL && all_in_mills);
        }
    }
}

// --- Text -------------------------------------------------------------------------------------

static int compare_names(const void *a, const void *b)
{
    return strcmp(a, b);
}

/// Victims are written in ascending order of file and rank, which is the order of their names.
static void write_token(const ReferenceVariant *v, ReferenceMove *move)
{
    char victims[REFERENCE_TAKEN_MAX][3];
    for (int i = 0; i < move->taken_nb; i++) {
        memcpy(victims[i], v->name[move->taken[i]], sizeof victims[i]);
    }
    qsort(victims, (size_t)move->taken_nb, sizeof victims[0], compare_names);
    char *end = move->token;
    if (move->from >= 0) {
        end += sprintf(end, "%s", v->name[move->from]);
    }
    end += sprintf(end, "%s", v->name[move->to]);
    for (int i = 0; i < move->taken_nb; i++) {
        end += sprintf(end, "x%s", victims[i]);
    }
}

// --- Legal moves ------------------------------------------------------------------------------

/// A turn in the making: the board with the man on its new point and the victims so far gone.
typedef struct Turn {
    const ReferenceVariant *v;
    int board[REFERENCE_POINT_MAX];
    int enemy;
    ReferenceMove move;
    ReferenceMoves *out;
    size_t first; // of this man's way, among `out`
} Turn;

static void add_move(ReferenceMoves *moves, const ReferenceMove *move)
{
    if (moves->nb == moves->capacity) {
        moves->capacity = moves->capacity == 0 ? 64 : 2 * moves->capacity;
        moves->items = memory_resize(moves->items, moves->capacity, sizeof *moves->items);
    }
    moves->items[moves->nb++] = *move;
}

/// The same men taken in another order are the same move.
static void add_turn(Turn *turn)
{
    ReferenceMove move = turn->move;
    write_token(turn->v, &move);
    for (size_t i = turn->first; i < turn->out->nb; i++) {
        if (strcmp(turn->out->items[i].token, move.token) == 0) {
            return;
        }
    }
    add_move(turn->out, &move);
}

/// Takes up to `left` more men, one after another, protection judged anew each time.
static void take_men(Turn *turn, int left)
{
    bool removable[REFERENCE_POINT_MAX];
    reference_removable(turn->v, turn->board, turn->enemy, removable);
    int target_nb = 0;
    for (int point = 0; left > 0 && point < turn->v->point_nb; point++) {
        if (!removable[point]) {
            continue;
        }
        target_nb++;
        assert(turn->move.taken_nb < REFERENCE_TAKEN_MAX);
        turn->move.taken[turn->move.taken_nb++] = point;
        turn->board[point] = REFERENCE_EMPTY;
        take_men(turn, left - 1);
        turn->board[point] = turn->enemy;
        turn->move.taken_nb--;
    }
    // Taking is an obligation unless it is optional, or nothing can be taken.
    if (target_nb == 0 || turn->v->optional) {
        add_turn(turn);
    }
}

/// Adds the turns that bring a man from `from` (-1: the hand) to `to`, if that is allowed.
static void try_way(const ReferenceVariant *v, const ReferencePosition *pos, int from, int to,
                    ReferenceMoves *out)
{
    const ReferencePhase *phase = from < 0 ? &v->place : &v->move;
    if (pos->board[to] != REFERENCE_EMPTY || phase->is_forbidden[to]) {
        return;
    }
    Turn turn = {.v = v, .enemy = reference_other(pos->side), .out = out, .first = out->nb};
    memcpy(turn.board, pos->board, sizeof turn.board);
    turn.move.from = from;
    turn.move.to = to;
    turn.board[to] = pos->side;
    if (from >= 0) {
        turn.board[from] = REFERENCE_EMPTY;
    }
    if (phase->forbid_run_at_least > 0 &&
        reference_has_run(v, turn.board, to, phase->forbid_run_at_least)) {
        return;
    }
    int mills = reference_mills_through(v, turn.board, to);
    if (mills > 1 && !v->per_mill) {
        mills = 1;
    }
    if (phase->mill == REFERENCE_MILL_REMOVE && mills > 0) {
        take_men(&turn, mills);
    } else {
        add_turn(&turn);
    }
}

static int men_on_board(const ReferenceVariant *v, const ReferencePosition *pos, int side)
{
    int nb = 0;
    for (int point = 0; point < v->point_nb; point++) {
        nb += pos->board[point] == side;
    }
    return nb;
}

static bool may_go_anywhere(const ReferenceVariant *v, const ReferencePosition *pos)
{
    int men = men_on_board(v, pos, pos->side);
    if (!v->fly_counts_board) {
        men += pos->hand[pos->side];
    }
    return v->moves_anywhere || men <= v->fly_at;
}

void reference_legal(const ReferenceVariant *v, const ReferencePosition *pos, ReferenceMoves *out)
{
    out->nb = 0;
    bool has_hand = pos->hand[pos->side] > 0;
    for (int to = 0; has_hand && to < v->point_nb; to++) {
        try_way(v, pos, -1, to, out);
    }
    bool may_move = v->has_move_phase && (!has_hand || v->is_mixed);
    bool anywhere = may_go_anywhere(v, pos);
    for (int from = 0; may_move && from < v->point_nb; from++) {
        for (int to = 0; pos->board[from] == pos->side && to < v->point_nb; to++) {
            if (anywhere || v->is_joined[from][to]) {
                try_way(v, pos, from, to, out);
            }
        }
    }
    if (out->nb == 0 && (has_hand ? v->no_place : v->no_move) == REFERENCE_PASS) {
        ReferenceMove pass = {.is_pass = true, .token = "0000"};
        add_move(out, &pass);
    }
}

void reference_moves_release(ReferenceMoves *moves)
{
    free(moves->items);
    *moves = (ReferenceMoves){NULL, 0, 0};
}
