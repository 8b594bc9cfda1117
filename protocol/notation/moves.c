// SPDX-License-Identifier: MIT
#include "protocol/notation/moves.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "protocol/notation/excerpt.h"
#include "protocol/notation/points.h"
#include "protocol/rules/movegen.h"

#define REASON_TEXT_MAX 160

static void format(const Variant *v, Move move, const char *pass, const char *hyphen,
                   char out[MOVE_TEXT_MAX])
{
    if (move == MOVE_NONE || move == MOVE_PASS) {
        strcpy(out, move == MOVE_NONE ? "(none)" : pass);
        return;
    }
    size_t size = 0;
    if (move_from(move) != POINT_NONE) {
        points_format(v, move_from(move), out);
        size = 2;
        for (; *hyphen != '\0'; hyphen++) {
            out[size++] = *hyphen;
        }
    }
    points_format(v, move_to(move), out + size);
    size += 2;
    for (int i = 0; i < TAKEN_MAX && move_taken(move, i) != POINT_NONE; i++) {
        out[size++] = 'x';
        points_format(v, move_taken(move, i), out + size);
        size += 2;
    }
    assert(size < MOVE_TEXT_MAX);
}

void moves_format_wire(const Variant *v, Move move, char out[MOVE_TEXT_MAX])
{
    format(v, move, "0000", "", out);
}

void moves_format_record(const Variant *v, Move move, char out[MOVE_TEXT_MAX])
{
    format(v, move, "--", "-", out);
}

// --- Reading --------------------------------------------------------------------------------

static Status refuse(StrView token, Status status, const char *reason, Problem *problem)
{
    char shown[EXCERPT_TEXT_MAX];
    excerpt_make(token, shown);
    return problem_set(problem, status, "'%s': %s", shown, reason);
}

/// Takes a point off the front of `*rest`.
static int take_point(const Variant *v, StrView *rest)
{
    if (rest->size < 2) {
        return POINT_NONE;
    }
    int point = points_parse(v, (StrView){rest->data, 2});
    if (point != POINT_NONE) {
        *rest = strview_skip(*rest, 2);
    }
    return point;
}

static bool take_letter(StrView *rest, char lower, char upper)
{
    if (rest->size == 0 || (rest->data[0] != lower && rest->data[0] != upper)) {
        return false;
    }
    *rest = strview_skip(*rest, 1);
    return true;
}

/// Reads "xb4xd7" into a set: victims may stand in any order. NULL, or what is wrong.
static const char *read_victims(const Variant *v, StrView rest, Bitboard *victims)
{
    while (rest.size > 0) {
        if (!take_letter(&rest, 'x', 'X')) {
            return "expected the end of the move, or x and the point of a man to take";
        }
        int point = take_point(v, &rest);
        if (point == POINT_NONE) {
            return "no point of this board behind x";
        }
        if ((*victims & bitboard_of(point)) != 0) {
            return "the same man is taken twice";
        }
        *victims |= bitboard_of(point);
        if (bitboard_count(*victims) > TAKEN_MAX) {
            return "more men are taken than one turn can take";
        }
    }
    return NULL;
}

static Move with_victims(Move move, Bitboard victims)
{
    for (int i = 0; victims != 0; i++) {
        move = move_with_taken(move, i, bitboard_pop(&victims));
    }
    return move;
}

Status moves_parse(const Variant *v, StrView token, Move *out, Problem *problem)
{
    if (token.size == 0) {
        return problem_set(problem, STATUS_SYNTAX, "a move is missing");
    }
    if (strview_is(token, "0000") || strview_is(token, "--")) {
        *out = MOVE_PASS;
        return STATUS_OK;
    }
    StrView rest = token;
    bool drop = strview_starts_with(token, "P@") || strview_starts_with(token, "p@");
    if (drop) {
        rest = strview_skip(rest, 2);
    }
    int from = POINT_NONE;
    int to = take_point(v, &rest);
    if (to == POINT_NONE) {
        return refuse(token, STATUS_SYNTAX, "does not begin with a point of this board", problem);
    }
    bool hyphen = !drop && take_letter(&rest, '-', '-');
    int second = drop ? POINT_NONE : take_point(v, &rest);
    if (hyphen && second == POINT_NONE) {
        return refuse(token, STATUS_SYNTAX, "no point of this board behind the hyphen", problem);
    }
    if (second != POINT_NONE) {
        from = to;
        to = second;
    }
    if (from == to) {
        return refuse(token, STATUS_SYNTAX, "a man cannot move to where it stands", problem);
    }
    Bitboard victims = 0;
    const char *reason = read_victims(v, rest, &victims);
    if (reason != NULL) {
        return refuse(token, STATUS_SYNTAX, reason, problem);
    }
    *out = with_victims(move_make(from, to), victims);
    return STATUS_OK;
}

// --- Why a move is illegal --------------------------------------------------------------------

/// What the explanations look at.
typedef struct Attempt {
    const Variant *v;
    const Position *pos;
    Move move;
    char to[POINT_TEXT_MAX];
    char from[POINT_TEXT_MAX]; // "" for a placement
} Attempt;

static bool is_own(const Attempt *a, int point)
{
    return (a->pos->men[a->pos->side] & bitboard_of(point)) != 0;
}

static bool makes_forbidden_run(const PatternSet *runs, Bitboard own, int point)
{
    for (int i = 0; i < runs->through_nb[point]; i++) {
        const Pattern *run = &runs->patterns[runs->through[point][i]];
        if ((own & run->care) == run->want) {
            return true;
        }
    }
    return false;
}

/// Why no man can come to `to`: 1 when `reason` was written.
static int explain_destination(const Attempt *a, char reason[REASON_TEXT_MAX])
{
    bool placement = move_from(a->move) == POINT_NONE;
    const VariantRules *rules = &a->v->rules;
    Bitboard to = bitboard_of(move_to(a->move));
    if ((position_empty(a->v, a->pos) & to) == 0) {
        return snprintf(reason, REASON_TEXT_MAX, "%s is occupied", a->to) > 0;
    }
    if (((placement ? rules->place_forbid_points : rules->move_forbid_points) & to) != 0) {
        return snprintf(reason, REASON_TEXT_MAX, "%s is barred for this kind of move", a->to) > 0;
    }
    Bitboard own = a->pos->men[a->pos->side] | to;
    if (!placement) {
        own &= ~bitboard_of(move_from(a->move));
    }
    int length = placement ? rules->place_forbid_run_at_least : rules->move_forbid_run_at_least;
    if (makes_forbidden_run(placement ? &a->v->place_forbidden : &a->v->move_forbidden, own,
                            move_to(a->move))) {
        return snprintf(reason, REASON_TEXT_MAX, "a row of %d or more is forbidden here", length) >
               0;
    }
    return 0;
}

static int explain_placement(const Attempt *a, char reason[REASON_TEXT_MAX])
{
    if (a->pos->hand[a->pos->side] == 0) {
        return snprintf(reason, REASON_TEXT_MAX,
                        "no man in hand to place; a move names its origin and its destination") > 0;
    }
    return explain_destination(a, reason);
}

static int explain_movement(const Attempt *a, char reason[REASON_TEXT_MAX])
{
    Side side = (Side)a->pos->side;
    int from = move_from(a->move);
    if (!a->v->rules.move_phase) {
        return snprintf(reason, REASON_TEXT_MAX, "men are not moved in this game") > 0;
    }
    if (a->pos->hand[side] > 0 && !a->v->rules.place_and_move_mixed) {
        return snprintf(reason, REASON_TEXT_MAX, "men in hand are placed before any is moved") > 0;
    }
    if (!is_own(a, from)) {
        bool enemy = (a->pos->men[side_other(side)] & bitboard_of(from)) != 0;
        return snprintf(reason, REASON_TEXT_MAX,
                        enemy ? "the man on %s is the opponent's" : "no man stands on %s",
                        a->from) > 0;
    }
    Bitboard to = bitboard_of(move_to(a->move));
    if ((position_empty(a->v, a->pos) & to) != 0 && (a->v->neighbours[from] & to) == 0 &&
        !position_can_fly(a->v, a->pos, side)) {
        return snprintf(reason, REASON_TEXT_MAX, "%s and %s are not joined", a->from, a->to) > 0;
    }
    return explain_destination(a, reason);
}

static int victims_nb(Move move)
{
    int nb = 0;
    while (nb < TAKEN_MAX && move_taken(move, nb) != POINT_NONE) {
        nb++;
    }
    return nb;
}

static Bitboard victims_of(Move move)
{
    Bitboard victims = 0;
    for (int i = victims_nb(move); i-- > 0;) {
        victims |= bitboard_of(move_taken(move, i));
    }
    return victims;
}

/// Man and destination are right (`same` holds the legal turns that begin so): it is the victims.
static int explain_victims(const Attempt *a, const Move same[], int same_nb,
                           char reason[REASON_TEXT_MAX])
{
    int least = TAKEN_MAX;
    int most = 0;
    Bitboard possible = 0;
    for (int i = 0; i < same_nb; i++) {
        int nb = victims_nb(same[i]);
        least = nb < least ? nb : least;
        most = nb > most ? nb : most;
        possible |= victims_of(same[i]);
    }
    char text[MOVE_TEXT_MAX];
    moves_format_wire(a->v, same[0], text);
    int nb = victims_nb(a->move);
    if (nb == 0) {
        return snprintf(reason, REASON_TEXT_MAX,
                        "it closes a mill, so the move must name the man it takes, such as %s",
                        text) > 0;
    }
    if (most == 0) {
        return snprintf(reason, REASON_TEXT_MAX, "nothing can be taken by this move") > 0;
    }
    Bitboard wrong = victims_of(a->move) & ~possible;
    if (wrong != 0) {
        int point = bitboard_first(wrong);
        bool enemy = (a->pos->men[side_other((Side)a->pos->side)] & bitboard_of(point)) != 0;
        points_format(a->v, point, text);
        return snprintf(reason, REASON_TEXT_MAX,
                        enemy ? "the man on %s is protected by its mill"
                              : "no man of the opponent stands on %s",
                        text) > 0;
    }
    if (nb < least || nb > most) {
        return snprintf(reason, REASON_TEXT_MAX, "%d men are named to be taken, %d is right", nb,
                        nb < least ? least : most) > 0;
    }
    return snprintf(reason, REASON_TEXT_MAX, "these men cannot be taken together") > 0;
}

static int explain(const Attempt *a, char reason[REASON_TEXT_MAX])
{
    Move legal[MOVE_MAX];
    int legal_nb = movegen_legal(a->v, a->pos, legal);
    if (legal_nb == 0) {
        return snprintf(reason, REASON_TEXT_MAX, "the side to move has no legal move") > 0;
    }
    if (legal[0] == MOVE_PASS) {
        return snprintf(reason, REASON_TEXT_MAX,
                        "the side to move is stuck and can only pass (0000)") > 0;
    }
    if (a->move == MOVE_PASS) {
        return snprintf(reason, REASON_TEXT_MAX, "only a side without any other move passes") > 0;
    }
    int same_nb = 0;
    for (int i = 0; i < legal_nb; i++) {
        if (move_to(legal[i]) == move_to(a->move) && move_from(legal[i]) == move_from(a->move)) {
            legal[same_nb++] = legal[i];
        }
    }
    if (same_nb > 0) {
        return explain_victims(a, legal, same_nb, reason);
    }
    return move_from(a->move) == POINT_NONE ? explain_placement(a, reason)
                                            : explain_movement(a, reason);
}

Status moves_parse_legal(const Variant *v, const Position *pos, StrView token, Move *out,
                         Problem *problem)
{
    Move move = MOVE_NONE;
    Status status = moves_parse(v, token, &move, problem);
    if (status != STATUS_OK) {
        return status;
    }
    if (movegen_is_legal(v, pos, move)) {
        *out = move;
        return STATUS_OK;
    }
    if (problem == NULL) {
        return STATUS_ILLEGAL;
    }
    Attempt attempt = {.v = v, .pos = pos, .move = move};
    if (move != MOVE_PASS) {
        points_format(v, move_to(move), attempt.to);
        if (move_from(move) != POINT_NONE) {
            points_format(v, move_from(move), attempt.from);
        }
    }
    char reason[REASON_TEXT_MAX];
    if (!explain(&attempt, reason)) {
        strcpy(reason, "not legal here");
    }
    return refuse(token, STATUS_ILLEGAL, reason, problem);
}
