// SPDX-License-Identifier: MIT
#include "engine/queries.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "protocol/base/memory.h"
#include "protocol/notation/fen.h"
#include "protocol/notation/moves.h"

static void answer_fen(const Game *game, Exact *exact, StrBuf *out)
{
    (void)exact;
    char fen[FEN_TEXT_MAX];
    fen_format(game->variant, game_position(game), fen);
    strbuf_append_char(out, ' ');
    strbuf_append_text(out, fen);
}

static int compare_texts(const void *a, const void *b)
{
    return strcmp(a, b);
}

#define TOLD_TEXT_MAX (MOVE_TEXT_MAX + 24) // a move, its value and plies

/// Sorts texts, `nb` of them, and appends them.
static void append_sorted(char (*texts)[TOLD_TEXT_MAX], int nb, StrBuf *out)
{
    qsort(texts, (size_t)nb, sizeof *texts, compare_texts);
    for (int i = 0; i < nb; i++) {
        strbuf_append_char(out, ' ');
        strbuf_append_text(out, texts[i]);
    }
}

/// Every legal move, sorted as text, each followed by `suffix`.
static void append_moves(const Game *game, const char *suffix, StrBuf *out)
{
    Move *moves = memory_new((size_t)game->variant->move_max, sizeof *moves);
    int move_nb = game_legal(game, moves);
    char(*texts)[TOLD_TEXT_MAX] = memory_new((size_t)move_nb + 1, sizeof *texts);
    for (int i = 0; i < move_nb; i++) {
        moves_format_wire(game->variant, moves[i], texts[i]);
        strcat(texts[i], suffix);
    }
    append_sorted(texts, move_nb, out);
    free(texts);
    free(moves);
}

static void answer_moves(const Game *game, Exact *exact, StrBuf *out)
{
    (void)exact;
    append_moves(game, "", out);
}

static void answer_reason(const Game *game, Exact *exact, StrBuf *out)
{
    (void)exact;
    strbuf_appendf(out, " %s", reason_text(game->outcome.reason));
}

static const char *value_word(ExactValue value)
{
    return value.sign > 0 ? "win" : value.sign < 0 ? "loss" : "draw";
}

static void answer_value(const Game *game, Exact *exact, StrBuf *out)
{
    ExactAnswer answer;
    if (exact == NULL || !exact_answer(exact, game, false, &answer)) {
        strbuf_append_text(out, " unknown");
        return;
    }
    int plies = exact_plies(game->variant, game_position(game), answer.value);
    strbuf_appendf(out, " %s", value_word(answer.value));
    if (plies != PLIES_UNKNOWN) {
        strbuf_appendf(out, " %d", plies);
    }
    exact_answer_release(&answer);
}

static void answer_values(const Game *game, Exact *exact, StrBuf *out)
{
    ExactAnswer answer;
    if (exact == NULL || !exact_answer(exact, game, false, &answer)) {
        append_moves(game, ":unknown", out);
        return;
    }
    char(*texts)[TOLD_TEXT_MAX] = memory_new((size_t)answer.move_nb + 1, sizeof *texts);
    for (int i = 0; i < answer.move_nb; i++) {
        const ExactMove *move = &answer.moves[i];
        int plies = exact_plies(game->variant, game_position(game), move->value);
        moves_format_wire(game->variant, move->move, texts[i]);
        size_t size = strlen(texts[i]);
        size +=
            (size_t)snprintf(texts[i] + size, TOLD_TEXT_MAX - size, ":%s", value_word(move->value));
        if (plies != PLIES_UNKNOWN) {
            snprintf(texts[i] + size, TOLD_TEXT_MAX - size, ":%d", plies);
        }
    }
    append_sorted(texts, answer.move_nb, out);
    free(texts);
    exact_answer_release(&answer);
}

static void answer_p1turn(const Game *game, Exact *exact, StrBuf *out)
{
    (void)exact;
    strbuf_append_text(out, game_position(game)->side == SIDE_WHITE ? " true" : " false");
}

static void answer_gameover(const Game *game, Exact *exact, StrBuf *out)
{
    (void)exact;
    strbuf_append_text(out, game->outcome.result == RESULT_NONE ? " false" : " true");
}

static void answer_result(const Game *game, Exact *exact, StrBuf *out)
{
    (void)exact;
    static const char *const words[] = {
        [RESULT_NONE] = " none",
        [RESULT_WHITE] = " p1win",
        [RESULT_BLACK] = " p2win",
        [RESULT_DRAW] = " draw",
    };
    strbuf_append_text(out, words[game->outcome.result]);
}

static const struct {
    const char *question;
    void (*answer)(const Game *game, Exact *exact, StrBuf *out);
} queries[] = {
    {"fen", answer_fen},           {"moves", answer_moves},   {"reason", answer_reason},
    {"value", answer_value},       {"values", answer_values}, {"p1turn", answer_p1turn},
    {"gameover", answer_gameover}, {"result", answer_result},
};

Status queries_answer(const Game *game, Exact *exact, StrView question, StrBuf *out,
                      Problem *problem)
{
    for (size_t i = 0; i < sizeof queries / sizeof queries[0]; i++) {
        if (strview_is(question, queries[i].question)) {
            strbuf_append_text(out, "response");
            queries[i].answer(game, exact, out);
            strbuf_append_char(out, '\n');
            return STATUS_OK;
        }
    }
    StrView shown = strview_head(question, 40);
    return problem_set(problem, STATUS_UNKNOWN,
                       "query: '%.*s' is no question; known are fen, moves, reason, value, "
                       "values, p1turn, gameover, result",
                       STRVIEW_ARG(shown));
}
