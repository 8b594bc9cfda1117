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

/// A row for each feature; `totals` of both sides are added to.
static void append_terms(const Evaluator *evaluator, const Counts *counts, StrBuf *out,
                         int totals[SIDE_NB])
{
    int men = counts->of[SIDE_WHITE][FEATURE_MAN] + counts->of[SIDE_BLACK][FEATURE_MAN];
    const StageWeights *weights = evaluator_weights(evaluator, men);
    for (int i = 0; i < FEATURE_NB; i++) {
        int products[SIDE_NB];
        strbuf_appendf(out, " %-9s", FEATURE_WORDS[i]);
        for (int side = 0; side < SIDE_NB; side++) {
            int count = counts->of[side][i];
            int weight = weights->of[counts->phase[side]][i];
            products[side] = count * weight;
            totals[side] += products[side];
            strbuf_appendf(out, " | %5d %6d %7d", count, weight, products[side]);
        }
        strbuf_appendf(out, " | %7d\n", products[SIDE_WHITE] - products[SIDE_BLACK]);
    }
}

/// Every term of the sum: how often, times which weight, for both sides.
static void append_evaluation(const Evaluator *evaluator, const Position *pos, StrBuf *out)
{
    Counts counts;
    int totals[SIDE_NB] = {0, 0};
    evaluator_count(evaluator, pos, &counts);
    strbuf_appendf(out, "\nWeights: %s\n\n", evaluator_file(evaluator));
    strbuf_appendf(out, "           | White, %-13s | Black, %-13s |\n",
                   PHASE_WORDS[counts.phase[SIDE_WHITE]], PHASE_WORDS[counts.phase[SIDE_BLACK]]);
    strbuf_append_text(out,
                       " feature   | count weight product | count weight product | for White\n");
    append_terms(evaluator, &counts, out, totals);
    strbuf_appendf(out, " %-9s | %20d | %20d | %7d\n\n", "total", totals[SIDE_WHITE],
                   totals[SIDE_BLACK], totals[SIDE_WHITE] - totals[SIDE_BLACK]);
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
    append_evaluation(evaluator, pos, out);
    strbuf_appendf(out, "Evaluation: cp %d for the side to move (%s)\n",
                   evaluate_position(evaluator, pos), pos->side == SIDE_WHITE ? "White" : "Black");
    evaluator_free(evaluator);
}
