// SPDX-License-Identifier: MIT
#include "engine/search_report.h"

#include <stdlib.h>

#include "protocol/notation/moves.h"
#include "protocol/wire/reply.h"

static void tell_score(const SearchInfo *info, ReplyInfo *told)
{
    int plies = SEARCH_MATE - abs(info->score);
    if (abs(info->score) < SEARCH_MATE_MIN) {
        told->score_kind = SCORE_CP;
        told->score = info->score;
    } else {
        int moves = (plies + 1) / 2;
        told->score_kind = SCORE_MATE;
        told->score = info->score > 0 ? moves : -moves;
    }
    switch (info->bound) {
    case SEARCH_EXACT:
        told->bound = BOUND_EXACT;
        break;
    case SEARCH_LOWER:
        told->bound = BOUND_LOWER;
        break;
    case SEARCH_UPPER:
        told->bound = BOUND_UPPER;
        break;
    }
}

static int64_t nodes_per_second(uint64_t nodes, uint64_t time_ns)
{
    // Before the clock has moved at all a microsecond is as good a guess as any.
    double seconds = time_ns > 1000 ? (double)time_ns / 1e9 : 1e-6;
    return (int64_t)((double)nodes / seconds);
}

void search_report_info(const Variant *v, const SearchInfo *info, bool show_wdl, StrBuf *words,
                        StrBuf *out)
{
    ReplyInfo told = {
        .depth = info->depth,
        .seldepth = info->seldepth,
        .multipv = info->multipv,
        .nodes = (int64_t)info->nodes,
        .nps = nodes_per_second(info->nodes, info->time_ns),
        .hashfull = info->hashfull_permille,
        .tbhits = (int64_t)info->tbhits,
        .time_ms = (int64_t)(info->time_ns / 1000000),
        .has_wdl = show_wdl,
        .wdl = {info->wdl[0], info->wdl[1], info->wdl[2]},
    };
    tell_score(info, &told);
    if (info->pv_nb == 0) {
        // The game is over: the line says just "depth 0 score ..." and the statistics, as other
        // engines do.
        told.seldepth = -1;
        told.multipv = -1;
    }
    strbuf_clear(words);
    for (int i = 0; i < info->pv_nb; i++) {
        char token[MOVE_TEXT_MAX];
        moves_format_wire(v, info->pv[i], token);
        if (i > 0) {
            strbuf_append_char(words, ' ');
        }
        strbuf_append_text(words, token);
    }
    told.pv = strbuf_view(words);
    reply_format_info(&told, out);
}

void search_report_best(const Variant *v, Move best, Move ponder, StrBuf *out)
{
    char best_token[MOVE_TEXT_MAX];
    char ponder_token[MOVE_TEXT_MAX] = "";
    moves_format_wire(v, best, best_token);
    if (ponder != MOVE_NONE) {
        moves_format_wire(v, ponder, ponder_token);
    }
    reply_format_bestmove(best_token, ponder_token, out);
}
