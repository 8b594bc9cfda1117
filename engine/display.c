// SPDX-License-Identifier: MIT
#include "engine/display.h"

#include <inttypes.h>

#include "engine/evaluation/evaluator.h"
#include "protocol/notation/fen.h"

static char picture_of(const Variant *v, const Position *pos, int file, int rank)
{
    int point = v->point_at[file][rank];
    if (point < 0) {
        return ' ';
    }
    if (pos->men[SIDE_WHITE] & bitboard_of(point)) {
        return 'P';
    }
    return pos->men[SIDE_BLACK] & bitboard_of(point) ? 'p' : '.';
}

static void append_board(const Variant *v, const Position *pos, StrBuf *out)
{
    for (int rank = v->rank_nb - 1; rank >= 0; rank--) {
        char row[2 * GRID_MAX + 1];
        size_t size = 0; // up to the last point of the rank: no blanks at the end of a line
        for (int file = 0; file < v->file_nb; file++) {
            row[2 * file] = ' ';
            row[2 * file + 1] = picture_of(v, pos, file, rank);
            if (row[2 * file + 1] != ' ') {
                size = 2 * (size_t)file + 2;
            }
        }
        strbuf_appendf(out, " %d ", rank + 1);
        strbuf_append(out, row, size);
        strbuf_append_char(out, '\n');
    }
    strbuf_append_text(out, "   ");
    for (int file = 0; file < v->file_nb; file++) {
        strbuf_appendf(out, " %c", 'a' + file);
    }
    strbuf_append_text(out, "\n");
}

void display_game(const Game *game, StrBuf *out)
{
    const Variant *v = game->variant;
    const Position *pos = game_position(game);
    char fen[FEN_TEXT_MAX];
    fen_format(v, pos, fen);
    strbuf_append_char(out, '\n');
    append_board(v, pos, out);
    strbuf_appendf(out, "\nVariant: %s\nFen: %s\nKey: %016" PRIX64 "\n", v->name, fen, pos->key);
    strbuf_appendf(out, "Outcome: %s %s\n", result_text(game->outcome.result),
                   reason_text(game->outcome.reason));
}

void display_evaluation(const Game *game, StrBuf *out)
{
    if (game->outcome.result != RESULT_NONE) {
        strbuf_appendf(out, "Evaluation: none, the game is over (%s %s)\n",
                       result_text(game->outcome.result), reason_text(game->outcome.reason));
        return;
    }
    const Position *pos = game_position(game);
    Evaluator *evaluator = evaluator_new(game->variant);
    strbuf_appendf(out, "Evaluation: cp %d for the side to move (%s)\n",
                   evaluate_position(evaluator, pos),
                   pos->side == SIDE_WHITE ? "White" : "Black");
    evaluator_free(evaluator);
}
