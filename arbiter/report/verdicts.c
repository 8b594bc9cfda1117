// SPDX-License-Identifier: MIT
#include "arbiter/report/verdicts.h"

#include <inttypes.h>

// Records come from anywhere: nothing in them may drive the terminal.
static void append_clean(StrBuf *out, const char *text)
{
    for (; *text != '\0'; text++) {
        strbuf_append_char(out, (unsigned char)*text < ' ' || *text == 127 ? '?' : *text);
    }
}

void verdicts_format_game(const char *file, const ReplayGame *game, StrBuf *out)
{
    strbuf_appendf(out, "%s:%" PRId64 ": game %" PRId64 ": ", file, game->line, game->number);
    append_clean(out, game->white);
    strbuf_append_text(out, " - ");
    append_clean(out, game->black);
    strbuf_append_text(out, "  ");
    strbuf_append_text(out, result_text(game->result));
    strbuf_append_text(out, "  ");
    append_clean(out, game->variant);
    strbuf_appendf(out, ", %zu plies: %s", game->ply_nb, replay_verdict_text(game->verdict));
    if (game->text[0] != '\0') {
        strbuf_append_text(out, ": ");
        append_clean(out, game->text);
    }
    strbuf_append_char(out, '\n');
}

void verdicts_format_summary(const char *file, const ReplaySummary *summary, StrBuf *out)
{
    strbuf_appendf(out, "%s: %" PRId64 " games, %" PRId64 " plies", file, summary->game_nb,
                   summary->ply_nb);
    bool is_first = true;
    for (ReplayVerdict verdict = 0; verdict < REPLAY_VERDICT_NB; verdict++) {
        if (summary->verdicts[verdict] > 0) {
            strbuf_appendf(out, "%s%" PRId64 " %s", is_first ? ": " : ", ",
                           summary->verdicts[verdict], replay_verdict_text(verdict));
            is_first = false;
        }
    }
    strbuf_append_char(out, '\n');
}
