// SPDX-License-Identifier: MIT
#include "protocol/notation/fen.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "protocol/notation/excerpt.h"

#define NUMBER_MAX INT32_MAX // of QUIET and MOVE: more plies than any game can have

static const char *const SIDE_NAMES[SIDE_NB] = {"White", "Black"};

static size_t format_rank(const Variant *v, const Position *pos, int rank, char *out)
{
    size_t size = 0;
    char empty = '0';
    for (int file = 0; file < v->file_nb; file++) {
        int point = v->point_at[file][rank];
        bool white = point >= 0 && (pos->men[SIDE_WHITE] & bitboard_of(point)) != 0;
        bool black = point >= 0 && (pos->men[SIDE_BLACK] & bitboard_of(point)) != 0;
        if (point >= 0 && !white && !black) {
            empty++;
            continue;
        }
        if (empty > '0') {
            out[size++] = empty;
            empty = '0';
        }
        out[size++] = white ? 'P' : black ? 'p' : '*';
    }
    if (empty > '0') {
        out[size++] = empty;
    }
    return size;
}

void fen_format(const Variant *v, const Position *pos, char out[FEN_TEXT_MAX])
{
    size_t size = 0;
    for (int rank = v->rank_nb - 1; rank >= 0; rank--) {
        size += format_rank(v, pos, rank, out + size);
        out[size++] = rank > 0 ? '/' : '[';
    }
    assert(pos->hand[SIDE_WHITE] <= POINT_MAX && pos->hand[SIDE_BLACK] <= POINT_MAX);
    memset(out + size, 'P', pos->hand[SIDE_WHITE]);
    size += pos->hand[SIDE_WHITE];
    memset(out + size, 'p', pos->hand[SIDE_BLACK]);
    size += pos->hand[SIDE_BLACK];
    // A game that was set up at the end of the numbers' range goes on; its text stays readable.
    const uint32_t most = NUMBER_MAX;
    uint32_t quiet = pos->quiet < most ? pos->quiet : most;
    uint32_t move_number = pos->move_number < most ? pos->move_number : most;
    int tail = snprintf(out + size, FEN_TEXT_MAX - size, "] %c - - %u %u",
                        pos->side == SIDE_WHITE ? 'w' : 'b', quiet, move_number);
    assert(tail > 0 && (size_t)tail < FEN_TEXT_MAX - size);
    (void)tail;
}

static Status refuse_rank(int rank, StrView text, const char *reason, Problem *problem)
{
    char shown[EXCERPT_TEXT_MAX];
    excerpt_make(text, shown);
    return problem_set(problem, STATUS_SYNTAX, "FEN: rank %d '%s': %s", rank + 1, shown, reason);
}

/// One place of a rank: 0 or the reason why the board has no such place there.
static const char *read_place(const Variant *v, int file, int rank, char c, Position *pos)
{
    if (file >= v->file_nb) {
        return "too many points for this board";
    }
    int point = v->point_at[file][rank];
    if (c == '*') {
        return point >= 0 ? "'*' where this board has a point" : NULL;
    }
    if (point < 0) {
        return "a point where this board has none ('*')";
    }
    if (c == 'P' || c == 'p') {
        pos->men[c == 'P' ? SIDE_WHITE : SIDE_BLACK] |= bitboard_of(point);
    }
    return NULL;
}

static Status read_rank(const Variant *v, int rank, StrView text, Position *pos, Problem *problem)
{
    int file = 0;
    for (size_t i = 0; i < text.size; i++) {
        char c = text.data[i];
        int places = c >= '1' && c <= '8' ? c - '0' : c == 'P' || c == 'p' || c == '*' ? 1 : 0;
        if (places == 0) {
            return refuse_rank(rank, text, "only P, p, * and the digits 1 to 8 are known", problem);
        }
        for (; places > 0; places--) {
            const char *reason = read_place(v, file++, rank, c, pos);
            if (reason != NULL) {
                return refuse_rank(rank, text, reason, problem);
            }
        }
    }
    if (file < v->file_nb) {
        return refuse_rank(rank, text, "too few points for this board", problem);
    }
    return STATUS_OK;
}

static Status read_board(const Variant *v, StrView text, Position *pos, Problem *problem)
{
    int rank = v->rank_nb - 1;
    for (;;) {
        StrView part = text;
        const char *slash = text.size > 0 ? memchr(text.data, '/', text.size) : NULL;
        if (slash != NULL) {
            part.size = (size_t)(slash - text.data);
        }
        if (rank < 0) {
            return problem_set(problem, STATUS_SYNTAX, "FEN: more than the %d ranks of this board",
                               v->rank_nb);
        }
        Status status = read_rank(v, rank, part, pos, problem);
        if (status != STATUS_OK) {
            return status;
        }
        rank--;
        if (slash == NULL) {
            break;
        }
        text = strview_skip(text, part.size + 1);
    }
    if (rank >= 0) {
        return problem_set(problem, STATUS_SYNTAX, "FEN: only %d of the %d ranks of this board",
                           v->rank_nb - 1 - rank, v->rank_nb);
    }
    return STATUS_OK;
}

/// `text`: all behind the '['.
static Status read_hand(StrView text, size_t hand[SIDE_NB], Problem *problem)
{
    char shown[EXCERPT_TEXT_MAX];
    excerpt_make(text, shown);
    const char *end = text.size > 0 ? memchr(text.data, ']', text.size) : NULL;
    if (end == NULL) {
        return problem_set(problem, STATUS_SYNTAX, "FEN: no ']' behind the men in hand '[%s'",
                           shown);
    }
    StrView men = {text.data, (size_t)(end - text.data)};
    if (men.size + 1 < text.size) {
        return problem_set(problem, STATUS_SYNTAX, "FEN: text behind the men in hand '[%s'", shown);
    }
    if (strview_is(men, "-")) {
        return STATUS_OK;
    }
    for (size_t i = 0; i < men.size; i++) {
        if (men.data[i] != 'P' && men.data[i] != 'p') {
            return problem_set(problem, STATUS_SYNTAX,
                               "FEN: men in hand '[%s': only P and p are known, one for each man",
                               shown);
        }
        hand[men.data[i] == 'P' ? SIDE_WHITE : SIDE_BLACK]++;
    }
    return STATUS_OK;
}

static Status check_men(const Variant *v, const Position *pos, const size_t hand[SIDE_NB],
                        Problem *problem)
{
    for (int side = 0; side < SIDE_NB; side++) {
        size_t board = (size_t)bitboard_count(pos->men[side]);
        if (board + hand[side] > v->men_max[side]) {
            return problem_set(problem, STATUS_RANGE,
                               "FEN: %s has %zu men on the board and %zu in hand, %s has %d",
                               SIDE_NAMES[side], board, hand[side], v->name, v->men_max[side]);
        }
    }
    return STATUS_OK;
}

static Status read_side(StrView *rest, Position *pos, Problem *problem)
{
    StrView word = strview_next_word(rest);
    if (word.size == 0) {
        return problem_set(problem, STATUS_SYNTAX, "FEN: the side to move (w or b) is missing");
    }
    if (!strview_is(word, "w") && !strview_is(word, "b")) {
        char shown[EXCERPT_TEXT_MAX];
        excerpt_make(word, shown);
        return problem_set(problem, STATUS_SYNTAX, "FEN: side to move '%s' is neither w nor b",
                           shown);
    }
    pos->side = strview_is(word, "w") ? SIDE_WHITE : SIDE_BLACK;
    return STATUS_OK;
}

/// A number of digits only; absent words leave `*out` alone.
static Status read_number(StrView *rest, const char *name, uint32_t *out, Problem *problem)
{
    StrView word = strview_next_word(rest);
    if (word.size == 0) {
        return STATUS_OK;
    }
    int64_t number = 0;
    if (word.data[0] == '+' || !strview_to_int64(word, &number) || number < 0 ||
        number > NUMBER_MAX) {
        char shown[EXCERPT_TEXT_MAX];
        excerpt_make(word, shown);
        return problem_set(problem, STATUS_RANGE, "FEN: %s '%s' is no number from 0 to %d", name,
                           shown, NUMBER_MAX);
    }
    *out = (uint32_t)number;
    return STATUS_OK;
}

static Status read_tail(StrView *rest, Position *pos, Problem *problem)
{
    char shown[EXCERPT_TEXT_MAX];
    for (int i = 0; i < 2; i++) {
        StrView word = strview_next_word(rest);
        if (word.size > 0 && !strview_is(word, "-")) {
            excerpt_make(word, shown);
            return problem_set(problem, STATUS_SYNTAX, "FEN: field %d is '%s' instead of -", i + 3,
                               shown);
        }
    }
    Status status = read_number(rest, "QUIET", &pos->quiet, problem);
    if (status == STATUS_OK) {
        status = read_number(rest, "MOVE", &pos->move_number, problem);
    }
    if (status != STATUS_OK) {
        return status;
    }
    if (pos->move_number == 0) { // some programs count from 0
        pos->move_number = 1;
    }
    StrView word = strview_next_word(rest);
    if (word.size > 0) {
        excerpt_make(word, shown);
        return problem_set(problem, STATUS_SYNTAX, "FEN: trailing text '%s'", shown);
    }
    return STATUS_OK;
}

Status fen_parse(const Variant *v, StrView text, Position *out, Problem *problem)
{
    Position pos = {.move_number = 1};
    size_t hand[SIDE_NB] = {0, 0};
    StrView rest = text;
    StrView board = strview_next_word(&rest);
    if (board.size == 0) {
        return problem_set(problem, STATUS_SYNTAX, "FEN: there is no text");
    }
    StrView men = {NULL, 0};
    const char *bracket = memchr(board.data, '[', board.size);
    if (bracket != NULL) {
        size_t at = (size_t)(bracket - board.data);
        men = strview_skip(board, at + 1);
        board.size = at;
    }
    Status status = read_board(v, board, &pos, problem);
    if (status == STATUS_OK && bracket != NULL) {
        status = read_hand(men, hand, problem);
    }
    if (status == STATUS_OK) {
        status = check_men(v, &pos, hand, problem);
    }
    if (status == STATUS_OK) {
        status = read_side(&rest, &pos, problem);
    }
    if (status == STATUS_OK) {
        status = read_tail(&rest, &pos, problem);
    }
    if (status != STATUS_OK) {
        return status;
    }
    pos.hand[SIDE_WHITE] = (uint8_t)hand[SIDE_WHITE];
    pos.hand[SIDE_BLACK] = (uint8_t)hand[SIDE_BLACK];
    pos.key = position_key(v, &pos);
    *out = pos;
    return STATUS_OK;
}
