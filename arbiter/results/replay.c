// SPDX-License-Identifier: MIT
#include "arbiter/results/replay.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arbiter/results/journal_line.h"
#include "arbiter/results/line_file.h"
#include "arbiter/results/pgn_export.h"
#include "protocol/base/file.h"
#include "protocol/base/memory.h"
#include "protocol/notation/fen.h"
#include "protocol/notation/moves.h"

/// What a record states, whatever kind of file it stands in.
typedef struct Statement {
    const char *white, *black, *variant;
    const char *digest; // "" when not stated
    const char *fen;    // "" for the start position
    const StrView *tokens;
    size_t token_nb;
    int64_t plies; // as stated; -1: not stated
    Result result;
    bool has_end; // the two below are stated
    Termination termination;
    Reason reason;
} Statement;

typedef struct Replay {
    const ReplayListener *listener;
    ReplaySummary *summary;
    VariantSet set;
    StrView *tokens; // owned; room for the game under way
    size_t token_max;
} Replay;

// --- Judging ---------------------------------------------------------------------------------

/// May a game that the arbiter ended like this have this result?
static bool fits_result(const Statement *s)
{
    switch (s->termination) {
    case TERMINATION_ADJUDICATED_DRAW:
    case TERMINATION_MAX_PLIES:
        return s->result == RESULT_DRAW;
    case TERMINATION_CRASH:
    case TERMINATION_STALL:
    case TERMINATION_START_FAILED:
        // Both engines failed before the first move.
        return s->result != RESULT_DRAW || s->token_nb == 0;
    default:
        return s->result != RESULT_DRAW;
    }
}

/// Does the arbiter's own word fit a game that the rules let go on? Sets the problem when it does
/// not.
static ReplayVerdict judge_termination(const Statement *s, const Game *game, Problem *text)
{
    if (s->termination == TERMINATION_NORMAL) {
        problem_set(text, STATUS_CONFLICT,
                    "%s by the rules is recorded, but they let the game go on",
                    result_text(s->result));
        return REPLAY_CONTRADICTION;
    }
    if (!fits_result(s)) {
        problem_set(text, STATUS_CONFLICT, "%s does not fit the termination %s",
                    result_text(s->result), termination_text(s->termination));
        return REPLAY_CONTRADICTION;
    }
    if (s->reason != REASON_NONE) {
        problem_set(text, STATUS_CONFLICT, "%s is recorded, a reason of the rules (%s) beside it",
                    termination_text(s->termination), reason_text(s->reason));
        return REPLAY_CONTRADICTION;
    }
    Side mover = (Side)game_position(game)->side;
    bool is_movers =
        s->termination == TERMINATION_TIME || s->termination == TERMINATION_ILLEGAL_MOVE;
    if (is_movers && s->result != result_win_of(side_other(mover))) {
        problem_set(text, STATUS_CONFLICT, "%s was to move, so %s cannot follow from %s",
                    mover == SIDE_WHITE ? "White" : "Black", result_text(s->result),
                    termination_text(s->termination));
        return REPLAY_CONTRADICTION;
    }
    return REPLAY_AGREES;
}

static ReplayVerdict judge_end(const Statement *s, const Game *game, Problem *text)
{
    Outcome outcome = game->outcome;
    if (s->result == RESULT_NONE) {
        problem_set(text, STATUS_CONFLICT, "no result is recorded");
        return REPLAY_NO_RESULT;
    }
    if (outcome.result == RESULT_NONE) {
        if (s->has_end) {
            return judge_termination(s, game, text);
        }
        problem_set(text, STATUS_CONFLICT,
                    "%s is kept; the last position does not show why: reason unknown",
                    result_text(s->result));
        return REPLAY_KEPT;
    }
    bool same =
        s->result == outcome.result &&
        (!s->has_end || (s->termination == TERMINATION_NORMAL && s->reason == outcome.reason));
    if (same) {
        return REPLAY_AGREES;
    }
    const char *end = s->has_end ? termination_text(s->termination) : "no termination";
    bool has_reason = s->has_end && s->reason != REASON_NONE;
    problem_set(text, STATUS_CONFLICT, "the rules say %s (%s), the record %s (%s%s%s)",
                result_text(outcome.result), reason_text(outcome.reason), result_text(s->result),
                end, has_reason ? ", " : "", has_reason ? reason_text(s->reason) : "");
    return REPLAY_CONTRADICTION;
}

/// Plays the moves. REPLAY_AGREES: all are legal.
static ReplayVerdict judge_moves(const Statement *s, Game *game, Problem *text)
{
    for (size_t i = 0; i < s->token_nb; i++) {
        Move move;
        if (game->outcome.result != RESULT_NONE) {
            problem_set(text, STATUS_CONFLICT,
                        "the rules end the game after ply %zu (%s, %s), but %zu plies follow", i,
                        result_text(game->outcome.result), reason_text(game->outcome.reason),
                        s->token_nb - i);
            return REPLAY_CONTRADICTION;
        }
        Status status =
            moves_parse_legal(game->variant, game_position(game), s->tokens[i], &move, text);
        if (status != STATUS_OK) {
            problem_prefix(text, "ply %zu: ", i + 1);
            return status == STATUS_ILLEGAL ? REPLAY_CONTRADICTION : REPLAY_UNREADABLE;
        }
        status = game_play(game, move);
        if (status != STATUS_OK) {
            problem_set(text, status, "ply %zu: too many plies", i + 1);
            return REPLAY_UNREADABLE;
        }
    }
    if (s->plies >= 0 && (size_t)s->plies != s->token_nb) {
        problem_set(text, STATUS_CONFLICT, "%" PRId64 " plies are stated, %zu recorded", s->plies,
                    s->token_nb);
        return REPLAY_CONTRADICTION;
    }
    return REPLAY_AGREES;
}

/// `*ply_nb`: how many plies could be played.
static ReplayVerdict judge(const VariantSet *set, const Statement *s, size_t *ply_nb, Problem *text)
{
    const Variant *v = variant_set_find(set, strview_from(s->variant));
    char digest[HASH_TEXT_MAX];
    if (v == NULL) {
        problem_set(text, STATUS_UNKNOWN, "\"%s\" is no known variant", s->variant);
        return REPLAY_UNREADABLE;
    }
    hash_format(v->digest, digest);
    if (s->digest[0] != '\0' && strcmp(s->digest, digest) != 0) {
        problem_set(text, STATUS_CONFLICT, "was played by other rules of %s: digest %s, ours is %s",
                    v->name, s->digest, digest);
        return REPLAY_CONTRADICTION;
    }
    Position start = position_start(v);
    if (s->fen[0] != '\0' && fen_parse(v, strview_from(s->fen), &start, text) != STATUS_OK) {
        problem_prefix(text, "FEN: ");
        return REPLAY_UNREADABLE;
    }
    Game game;
    game_init_from(&game, v, &start);
    ReplayVerdict verdict = judge_moves(s, &game, text);
    if (verdict == REPLAY_AGREES) {
        verdict = judge_end(s, &game, text);
    }
    *ply_nb = game.ply_nb;
    game_release(&game);
    return verdict;
}

// --- Reporting -------------------------------------------------------------------------------

static void report(Replay *replay, const Statement *s, int64_t line, ReplayVerdict verdict,
                   size_t ply_nb, const char *text)
{
    ReplaySummary *summary = replay->summary;
    summary->game_nb++;
    summary->ply_nb += (int64_t)ply_nb;
    summary->verdicts[verdict]++;
    ReplayGame game = {.number = summary->game_nb,
                       .line = line,
                       .white = s->white,
                       .black = s->black,
                       .variant = s->variant,
                       .result = s->result,
                       .ply_nb = ply_nb,
                       .verdict = verdict,
                       .text = text};
    replay->listener->on_game(replay->listener->ctx, &game);
}

static void judge_and_report(Replay *replay, const Statement *s, int64_t line)
{
    size_t ply_nb = 0;
    Problem text = {0};
    ReplayVerdict verdict = judge(&replay->set, s, &ply_nb, &text);
    report(replay, s, line, verdict, ply_nb, verdict == REPLAY_AGREES ? "" : text.text);
}

static void report_unreadable(Replay *replay, int64_t line, const char *text)
{
    const Statement nothing = {.white = "", .black = "", .variant = ""};
    report(replay, &nothing, line, REPLAY_UNREADABLE, 0, text);
}

static void make_room(Replay *replay, size_t token_nb)
{
    if (token_nb > replay->token_max) {
        replay->token_max = token_nb;
        replay->tokens = memory_resize(replay->tokens, token_nb, sizeof *replay->tokens);
    }
}

// --- Journals --------------------------------------------------------------------------------

static const char *text_of(const Json *object, const char *key)
{
    StrView text;
    return json_to_text(json_member(object, key), &text) ? text.data : "";
}

static Reason parse_reason(const char *text)
{
    int i = 0;
    while (i < REASON_NB && strcmp(text, reason_text((Reason)i)) != 0) {
        i++;
    }
    return i == REASON_NB ? REASON_NONE : (Reason)i;
}

static void judge_journal_game(Replay *replay, const Json *json, int64_t line)
{
    const Json *moves = json_member(json, "moves");
    Statement s = {.white = text_of(json, "white"),
                   .black = text_of(json, "black"),
                   .variant = text_of(json, "variant"),
                   .digest = text_of(json, "digest"),
                   .fen = text_of(json, "fen"),
                   .plies = -1,
                   .has_end = true};
    s.termination = termination_parse(strview_from(text_of(json, "termination")));
    s.reason = parse_reason(text_of(json, "reason"));
    json_to_int64(json_member(json, "plies"), &s.plies);
    if (moves == NULL || json_kind(moves) != JSON_ARRAY || s.termination == TERMINATION_NB ||
        !journal_line_result(json_member(json, "result"), &s.result)) {
        report(replay, &s, line, REPLAY_UNREADABLE, 0,
               "no game line: moves, result or termination is missing or wrong");
        return;
    }
    make_room(replay, json_count(moves));
    for (const Json *move = json_first(moves); move != NULL; move = json_next(move)) {
        StrView token = strview_from("");
        json_to_text(move, &token);
        replay->tokens[s.token_nb++] = token;
    }
    s.tokens = replay->tokens;
    judge_and_report(replay, &s, line);
}

/// The user's own variants of a journal: those the caller names, else those its tournament had.
static Status load_journal_variants(Replay *replay, const Json *header, const char *variant_path,
                                    Problem *problem)
{
    const char *path = text_of(header, "variant_path");
    if (variant_path != NULL || path[0] == '\0') {
        return STATUS_OK;
    }
    return variant_set_load(&replay->set, path, problem);
}

static Status replay_journal(Replay *replay, int fd, const char *path, const char *variant_path,
                             Problem *problem)
{
    LineFile file;
    StrBuf line;
    Status status = STATUS_OK;
    line_file_init(&file, fd);
    strbuf_init(&line);
    for (int64_t number = 1; status == STATUS_OK; number++) {
        bool is_whole;
        Json *json;
        Problem text;
        status = line_file_next(&file, JOURNAL_LINE_MAX, &line, &is_whole);
        if (status != STATUS_OK) {
            break;
        }
        Status parsed = json_parse(strbuf_view(&line), path, &json, &text);
        if (number == 1) {
            status =
                parsed != STATUS_OK || strcmp(text_of(json, "schema"), JOURNAL_SCHEMA) != 0
                    ? problem_set(problem, STATUS_SYNTAX, "%s: neither a journal nor PGN", path)
                    : load_journal_variants(replay, json, variant_path, problem);
        } else if (!is_whole) {
            report_unreadable(replay, number, "a torn last line: the game counts as not played");
        } else if (parsed != STATUS_OK) {
            report_unreadable(replay, number, text.text);
        } else {
            judge_journal_game(replay, json, number);
        }
        json_free(json);
    }
    strbuf_release(&line);
    line_file_release(&file);
    if (status == STATUS_LIMIT || (status == STATUS_IO && problem->text[0] == '\0')) {
        return problem_set(problem, status, "%s: cannot be read", path);
    }
    return status == STATUS_CLOSED ? STATUS_OK : status;
}

// --- PGN -------------------------------------------------------------------------------------

static const char *tag_of(const PgnGame *game, const char *name)
{
    const char *value = pgn_game_tag(game, name);
    return value == NULL ? "" : value;
}

static bool parse_result(const char *text, Result *out)
{
    static const Result RESULTS[] = {RESULT_NONE, RESULT_WHITE, RESULT_BLACK, RESULT_DRAW};
    for (size_t i = 0; i < 4; i++) {
        if (strcmp(text, result_text(RESULTS[i])) == 0) {
            *out = RESULTS[i];
            return true;
        }
    }
    return false;
}

/// The one result that tag and end mark agree on, or the one that is there. False when they differ.
static bool find_result(const PgnGame *game, Result *out)
{
    Result tag;
    bool has_tag = parse_result(tag_of(game, "Result"), &tag);
    *out = game->has_end_mark ? game->result : has_tag ? tag : RESULT_NONE;
    return !has_tag || !game->has_end_mark || tag == game->result;
}

static void judge_pgn_game(Replay *replay, const PgnGame *game)
{
    Problem text;
    Statement s = {.white = tag_of(game, "White"),
                   .black = tag_of(game, "Black"),
                   .variant = tag_of(game, "Variant"),
                   .digest = "",
                   .fen = tag_of(game, "FEN"),
                   .plies = -1,
                   .token_nb = game->move_nb};
    if (s.variant[0] == '\0') {
        s.variant = VARIANT_DEFAULT;
    }
    strview_to_int64(strview_from(tag_of(game, "PlyCount")), &s.plies);
    s.has_end = pgn_export_parse_end(game, &s.termination, &s.reason);
    make_room(replay, game->move_nb);
    for (size_t i = 0; i < game->move_nb; i++) {
        replay->tokens[i] = strview_from(game->moves[i].token);
    }
    s.tokens = replay->tokens;
    if (!find_result(game, &s.result)) {
        problem_set(&text, STATUS_CONFLICT, "the Result tag says %s, the end of the moves %s",
                    tag_of(game, "Result"), result_text(game->result));
        report(replay, &s, (int64_t)game->line, REPLAY_CONTRADICTION, 0, text.text);
        return;
    }
    judge_and_report(replay, &s, (int64_t)game->line);
}

static Status replay_pgn(Replay *replay, const char *path, Problem *problem)
{
    StrBuf buffer;
    strbuf_init(&buffer);
    Status status = file_read(path, PGN_FILE_MAX, &buffer, problem);
    StrView rest = strbuf_view(&buffer);
    size_t line = 1;
    while (status == STATUS_OK) {
        PgnGame game;
        Problem text;
        size_t first_line = line;
        pgn_game_init(&game);
        Status read = pgn_next(&rest, &line, &game, &text);
        if (read == STATUS_OK) {
            judge_pgn_game(replay, &game);
        } else if (read != STATUS_CLOSED) {
            report_unreadable(replay, (int64_t)first_line, text.text);
        }
        pgn_game_release(&game);
        if (read == STATUS_CLOSED) {
            break;
        }
    }
    strbuf_release(&buffer);
    return status;
}

// --- Files -----------------------------------------------------------------------------------

/// A journal begins with '{'; a byte-order mark or white space may stand before PGN only.
static Status replay_open_file(Replay *replay, int fd, const char *path, const char *variant_path,
                               Problem *problem)
{
    char first = '\0';
    ssize_t size = pread(fd, &first, 1, 0);
    if (size < 0) {
        return problem_set(problem, STATUS_IO, "%s: cannot read: %s", path, strerror(errno));
    }
    if (first == '{') {
        return replay_journal(replay, fd, path, variant_path, problem);
    }
    return replay_pgn(replay, path, problem);
}

Status replay_file(const char *path, const char *variant_path, const ReplayListener *listener,
                   ReplaySummary *out, Problem *problem)
{
    Problem unused;
    problem = problem == NULL ? &unused : problem;
    problem->text[0] = '\0';
    memset(out, 0, sizeof *out);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) {
        return problem_set(problem, STATUS_IO, "%s: cannot open: %s", path, strerror(errno));
    }
    Replay replay = {.listener = listener, .summary = out};
    variant_set_init(&replay.set);
    Status status = STATUS_OK;
    if (variant_path != NULL) {
        status = variant_set_load(&replay.set, variant_path, problem);
    }
    if (status == STATUS_OK) {
        status = replay_open_file(&replay, fd, path, variant_path, problem);
    }
    variant_set_release(&replay.set);
    free(replay.tokens);
    close(fd);
    return status;
}

const char *replay_verdict_text(ReplayVerdict verdict)
{
    static const char *const TEXTS[] = {"agrees", "kept", "no result", "contradiction",
                                        "unreadable"};
    return verdict < REPLAY_VERDICT_NB ? TEXTS[verdict] : "unknown";
}
