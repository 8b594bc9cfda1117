// SPDX-License-Identifier: MIT
#include "arbiter/results/pgn_export.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arbiter/limit.h"
#include "protocol/notation/fen.h"
#include "protocol/notation/moves.h"

// --- Out -------------------------------------------------------------------------------------

/// "2024.05.31" out of "2024-05-31T...", or as much of "????.??.??" as is not known.
static void format_date(const char *started, char out[11])
{
    strcpy(out, "????.??.??");
    for (int i = 0; i < 10 && started[i] != '\0'; i++) {
        out[i] = started[i] == '-' ? '.' : started[i];
    }
}

static void add_time_controls(const Tournament *t, const Pairing *pairing, PgnGame *game)
{
    char white[LIMIT_TEXT_MAX], black[LIMIT_TEXT_MAX];
    limit_format(&t->engines[pairing->white].limit, white);
    limit_format(&t->engines[pairing->black].limit, black);
    if (strcmp(white, black) == 0) {
        pgn_game_add_tag(game, "TimeControl", white);
        return;
    }
    pgn_game_add_tag(game, "TimeControl", "?"); // one value cannot say it
    pgn_game_add_tag(game, "WhiteTimeControl", white);
    pgn_game_add_tag(game, "BlackTimeControl", black);
}

static void add_tags(const Tournament *t, const GameRecord *record, PgnGame *game)
{
    const Pairing *pairing = &record->pairing;
    const Variant *v = record->game.variant;
    char text[32];
    char fen[FEN_TEXT_MAX], start_fen[FEN_TEXT_MAX];
    Position start = position_start(v);
    fen_format(v, &record->game.positions[0], fen);
    fen_format(v, &start, start_fen);

    pgn_game_add_tag(game, "Event", t->name);
    pgn_game_add_tag(game, "Site", "?");
    format_date(record->started, text);
    pgn_game_add_tag(game, "Date", text);
    snprintf(text, sizeof text, "%d", pairing->round + 1);
    pgn_game_add_tag(game, "Round", text);
    pgn_game_add_tag(game, "White", t->engines[pairing->white].name);
    pgn_game_add_tag(game, "Black", t->engines[pairing->black].name);
    pgn_game_add_tag(game, "Result", result_text(record->result));
    pgn_game_add_tag(game, "Variant", v->name);
    if (strcmp(fen, start_fen) != 0) {
        pgn_game_add_tag(game, "SetUp", "1");
        pgn_game_add_tag(game, "FEN", fen);
    }
    add_time_controls(t, pairing, game);
    snprintf(text, sizeof text, "%zu", record->game.ply_nb);
    pgn_game_add_tag(game, "PlyCount", text);
    pgn_game_add_tag(game, "Termination", termination_pgn_text(record->termination));
}

/// "+0.35/12 0.210s": the score as the mover saw it, the depth, the time.
static void format_ply(const PlyRecord *ply, StrBuf *out)
{
    uint64_t size = ply->score < 0 ? 0 - (uint64_t)ply->score : (uint64_t)ply->score;
    char sign = ply->score < 0 ? '-' : '+';
    if (ply->score_kind == SCORE_CP) {
        strbuf_appendf(out, "%c%" PRIu64 ".%02" PRIu64, sign, size / 100, size % 100);
    } else if (ply->score_kind == SCORE_MATE) {
        strbuf_appendf(out, "%cM%" PRIu64, sign, size);
    }
    if (ply->score_kind != SCORE_NONE) {
        if (ply->depth >= 0) {
            strbuf_appendf(out, "/%" PRId64, ply->depth);
        }
        strbuf_append_char(out, ' ');
    }
    uint64_t ms = ply->time_us / 1000;
    strbuf_appendf(out, "%" PRIu64 ".%03" PRIu64 "s", ms / 1000, ms % 1000);
}

/// "normal, line", "time: no bestmove within 2000 ms".
static void format_end(const GameRecord *record, StrBuf *out)
{
    strbuf_append_text(out, termination_text(record->termination));
    if (record->termination == TERMINATION_NORMAL) {
        strbuf_appendf(out, ", %s", reason_text(record->game.outcome.reason));
    }
    if (record->detail[0] != '\0') {
        strbuf_appendf(out, ": %s", record->detail);
    }
}

static void add_moves(const GameRecord *record, PgnGame *game)
{
    StrBuf comment;
    strbuf_init(&comment);
    for (size_t i = 0; i < record->game.ply_nb; i++) {
        char token[MOVE_TEXT_MAX];
        moves_format_record(record->game.variant, record->game.moves[i], token);
        strbuf_clear(&comment);
        format_ply(&record->plies[i], &comment);
        if (i + 1 == record->game.ply_nb) {
            strbuf_append_text(&comment, "; ");
            format_end(record, &comment);
        }
        pgn_game_add_move(game, token, comment.data);
    }
    if (record->game.ply_nb == 0) {
        format_end(record, &comment);
        game->comment = strbuf_detach(&comment);
    }
    strbuf_release(&comment);
}

void pgn_export_format(const Tournament *t, const GameRecord *record, StrBuf *out)
{
    const Position *start = &record->game.positions[0];
    PgnGame game;
    pgn_game_init(&game);
    game.result = record->result;
    game.has_end_mark = true;
    add_tags(t, record, &game);
    add_moves(record, &game);
    pgn_format(&game, start->move_number, start->side == SIDE_BLACK, out);
    pgn_game_release(&game);
}

// --- Back in ---------------------------------------------------------------------------------

/// Takes the word off the front: letters and '_'.
static StrView take_word(StrView *rest)
{
    StrView word = {rest->data, 0};
    while (word.size < rest->size &&
           ((rest->data[word.size] >= 'a' && rest->data[word.size] <= 'z') ||
            rest->data[word.size] == '_')) {
        word.size++;
    }
    *rest = strview_skip(*rest, word.size);
    return word;
}

static Reason parse_reason(StrView word)
{
    int i = 0;
    while (i < REASON_NB && !strview_is(word, reason_text((Reason)i))) {
        i++;
    }
    return i == REASON_NB ? REASON_NONE : (Reason)i;
}

bool pgn_export_parse_end(const PgnGame *game, Termination *termination, Reason *reason)
{
    const char *comment = game->comment;
    if (game->move_nb > 0) {
        comment = game->moves[game->move_nb - 1].comment;
        comment = comment == NULL ? NULL : strchr(comment, ';');
        comment = comment == NULL ? NULL : comment + 1;
    }
    if (comment == NULL) {
        return false;
    }
    StrView rest = strview_trim(strview_from(comment));
    Termination word = termination_parse(take_word(&rest));
    if (word == TERMINATION_NB) {
        return false;
    }
    *termination = word;
    *reason = REASON_NONE;
    if (strview_starts_with(rest, ",")) {
        rest = strview_trim(strview_skip(rest, 1));
        *reason = parse_reason(take_word(&rest));
    }
    return true;
}
