// SPDX-License-Identifier: MIT
#include "engine/queries.h"

#include <stdlib.h>
#include <string.h>

#include "protocol/base/memory.h"
#include "protocol/notation/fen.h"
#include "protocol/notation/moves.h"

static void answer_fen(const Game *game, StrBuf *out)
{
    char fen[FEN_TEXT_MAX];
    fen_format(game->variant, game_position(game), fen);
    strbuf_append_char(out, ' ');
    strbuf_append_text(out, fen);
}

static int compare_tokens(const void *a, const void *b)
{
    return strcmp(a, b);
}

/// Every legal move, sorted as text, each followed by `suffix`.
static void append_moves(const Game *game, const char *suffix, StrBuf *out)
{
    Move *moves = memory_new((size_t)game->variant->move_max, sizeof *moves);
    int move_nb = game_legal(game, moves);
    char(*tokens)[MOVE_TEXT_MAX] = memory_new((size_t)move_nb + 1, sizeof *tokens);
    for (int i = 0; i < move_nb; i++) {
        moves_format_wire(game->variant, moves[i], tokens[i]);
    }
    qsort(tokens, (size_t)move_nb, sizeof *tokens, compare_tokens);
    for (int i = 0; i < move_nb; i++) {
        strbuf_append_char(out, ' ');
        strbuf_append_text(out, tokens[i]);
        strbuf_append_text(out, suffix);
    }
    free(tokens);
    free(moves);
}

static void answer_moves(const Game *game, StrBuf *out)
{
    append_moves(game, "", out);
}

static void answer_reason(const Game *game, StrBuf *out)
{
    strbuf_appendf(out, " %s", reason_text(game->outcome.reason));
}

static void answer_value(const Game *game, StrBuf *out)
{
    (void)game;
    strbuf_append_text(out, " unknown");
}

static void answer_values(const Game *game, StrBuf *out)
{
    append_moves(game, ":unknown", out);
}

static void answer_p1turn(const Game *game, StrBuf *out)
{
    strbuf_append_text(out, game_position(game)->side == SIDE_WHITE ? " true" : " false");
}

static void answer_gameover(const Game *game, StrBuf *out)
{
    strbuf_append_text(out, game->outcome.result == RESULT_NONE ? " false" : " true");
}

static void answer_result(const Game *game, StrBuf *out)
{
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
    void (*answer)(const Game *game, StrBuf *out);
} queries[] = {
    {"fen", answer_fen},           {"moves", answer_moves},   {"reason", answer_reason},
    {"value", answer_value},       {"values", answer_values}, {"p1turn", answer_p1turn},
    {"gameover", answer_gameover}, {"result", answer_result},
};

Status queries_answer(const Game *game, StrView question, StrBuf *out, Problem *problem)
{
    for (size_t i = 0; i < sizeof queries / sizeof queries[0]; i++) {
        if (strview_is(question, queries[i].question)) {
            strbuf_append_text(out, "response");
            queries[i].answer(game, out);
            strbuf_append_char(out, '\n');
            return STATUS_OK;
        }
    }
    StrView shown = {question.data, question.size < 40 ? question.size : 40};
    return problem_set(problem, STATUS_UNKNOWN,
                       "query: '%.*s' is no question; known are fen, moves, reason, value, "
                       "values, p1turn, gameover, result",
                       STRVIEW_ARG(shown));
}
