// SPDX-License-Identifier: MIT
#include "arbiter/results/journal_line.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "arbiter/keys.h"
#include "protocol/notation/fen.h"
#include "protocol/notation/moves.h"

#define NOTICE_MAX 1024

static const char *text_of(const Json *object, const char *key)
{
    StrView text;
    return json_to_text(json_member(object, key), &text) ? text.data : "";
}

static bool is_text(const Json *object, const char *key, const char *wanted)
{
    StrView text;
    return json_to_text(json_member(object, key), &text) && strview_is(text, wanted);
}

/// The first element of a list; NULL when there is no list or nothing in it.
static const Json *first_of(const Json *object, const char *key)
{
    const Json *list = json_member(object, key);
    return list == NULL ? NULL : json_first(list);
}

static bool is_number(const Json *object, const char *key, int64_t wanted)
{
    int64_t value;
    return json_to_int64(json_member(object, key), &value) && value == wanted;
}

static bool is_hash(const Json *object, const char *key, uint64_t wanted)
{
    char text[HASH_TEXT_MAX];
    hash_format(wanted, text);
    return is_text(object, key, text);
}

// --- Header ----------------------------------------------------------------------------------

static Status check_tournament(const Tournament *t, const Json *header, const char *place,
                               Problem *problem)
{
    if (is_hash(header, "digest", t->digest)) {
        return STATUS_OK;
    }
    Json *ours;
    const Json *theirs = json_member(header, "tournament");
    StrBuf path;
    strbuf_init(&path);
    if (json_parse(strview_from(t->json), "tournament", &ours, NULL) == STATUS_OK) {
        if (theirs == NULL || !keys_find_difference(theirs, ours, &path) || path.size == 0) {
            strbuf_append_text(&path, "(top)");
        }
        json_free(ours);
    }
    problem_set(problem, STATUS_CONFLICT,
                "%s: the tournament file has changed since these games were played: %s differs; "
                "take another output folder, or put the file back as it was",
                place, path.data);
    strbuf_release(&path);
    return STATUS_CONFLICT;
}

static Status check_variants(const Tournament *t, const Json *header, const char *place,
                             Problem *problem)
{
    const Json *entry = first_of(header, "variants");
    for (int i = 0; i < t->variant_nb; i++) {
        const Variant *v = t->variants[i];
        if (entry == NULL || !is_text(entry, "name", v->name) ||
            !is_hash(entry, "digest", v->digest)) {
            return problem_set(problem, STATUS_CONFLICT,
                               "%s: the rules of %s have changed since these games were played",
                               place, v->name);
        }
        char openings[HASH_TEXT_MAX] = "";
        if (t->openings[i].position_nb > 0) {
            hash_format(t->openings[i].digest, openings);
        }
        if (strcmp(text_of(entry, "openings"), openings) != 0) {
            return problem_set(problem, STATUS_CONFLICT,
                               "%s: the openings of %s have changed since these games were played",
                               place, v->name);
        }
        entry = json_next(entry);
    }
    return STATUS_OK;
}

Status journal_line_check_header(const Tournament *t, const Json *json, const char *place,
                                 Problem *problem)
{
    if (!is_text(json, "schema", JOURNAL_SCHEMA)) {
        return problem_set(problem, STATUS_SYNTAX,
                           "%s: no journal of this program: schema is not "
                           "\"%s\"",
                           place, JOURNAL_SCHEMA);
    }
    Status status = check_tournament(t, json, place, problem);
    return status != STATUS_OK ? status : check_variants(t, json, place, problem);
}

static void compare(const char *engine, const char *what, const char *before, const char *now,
                    const JournalListener *listener)
{
    char text[NOTICE_MAX];
    if (strcmp(before, now) != 0) {
        snprintf(text, sizeof text,
                 "engine \"%.200s\" has changed since the tournament began: %s was \"%.200s\", is "
                 "\"%.200s\"",
                 engine, what, before, now);
        listener->on_notice(listener->ctx, text);
    }
}

void journal_line_compare_engines(const Tournament *t, const Json *header,
                                  const EngineIdentity identities[],
                                  const JournalListener *listener)
{
    const Json *entry = first_of(header, "engines");
    for (int i = 0; i < t->engine_nb && entry != NULL; i++, entry = json_next(entry)) {
        char hash_text[HASH_TEXT_MAX] = "";
        uint64_t hash;
        if (hash_file(t->engines[i].program, &hash)) {
            hash_format(hash, hash_text);
        }
        const char *name = t->engines[i].name;
        compare(name, "the hash of its program", text_of(entry, "hash"), hash_text, listener);
        compare(name, "its id", text_of(entry, "id"), identities[i].id_name, listener);
    }
}

// --- Game ------------------------------------------------------------------------------------

bool journal_line_result(const Json *json, Result *out)
{
    StrView text;
    static const Result RESULTS[] = {RESULT_NONE, RESULT_WHITE, RESULT_BLACK, RESULT_DRAW};
    for (size_t i = 0; i < 4; i++) {
        if (json_to_text(json, &text) && strview_is(text, result_text(RESULTS[i]))) {
            *out = RESULTS[i];
            return true;
        }
    }
    return false;
}

static Status wrong(const char *place, const char *key, Problem *problem)
{
    return problem_set(problem, STATUS_SYNTAX, "%s: %s is not what this tournament has there",
                       place, key);
}

/// The first key in which the line contradicts the schedule; NULL when there is none.
static const char *unscheduled_key(const Tournament *t, const Pairing *pairing, const Json *json)
{
    const Variant *v = t->variants[pairing->variant];
    const struct {
        const char *key;
        bool is_right;
    } checks[] = {
        {"round", is_number(json, "round", pairing->round + 1)},
        {"pair", is_number(json, "pair", pairing->pair)},
        {"variant", is_text(json, "variant", v->name)},
        {"digest", is_hash(json, "digest", v->digest)},
        {"white", is_text(json, "white", t->engines[pairing->white].name)},
        {"black", is_text(json, "black", t->engines[pairing->black].name)},
    };
    for (size_t i = 0; i < sizeof checks / sizeof checks[0]; i++) {
        if (!checks[i].is_right) {
            return checks[i].key;
        }
    }
    return NULL;
}

/// A game line's part that the schedule knows, and how it ended.
typedef struct Summary {
    Pairing pairing;
    Result result;
    Termination termination;
} Summary;

static Status read_summary(const Tournament *t, const Json *json, const char *place, Summary *out,
                           Problem *problem)
{
    int64_t index;
    if (!json_to_int64(json_member(json, "index"), &index) || index < 0 ||
        index >= schedule_game_nb(t)) {
        return wrong(place, "index", problem);
    }
    out->pairing = schedule_pairing(t, index);
    const char *key = unscheduled_key(t, &out->pairing, json);
    if (key != NULL) {
        return wrong(place, key, problem);
    }
    if (!journal_line_result(json_member(json, "result"), &out->result) ||
        out->result == RESULT_NONE) {
        return problem_set(problem, STATUS_SYNTAX,
                           "%s: result: none of \"1-0\", \"0-1\", "
                           "\"1/2-1/2\"",
                           place);
    }
    out->termination = termination_parse(strview_from(text_of(json, "termination")));
    if (out->termination == TERMINATION_NB) {
        return problem_set(problem, STATUS_SYNTAX, "%s: termination: an unknown word", place);
    }
    return STATUS_OK;
}

/// "cp 12", "mate -3"; anything else is no score.
static void parse_score(const Json *json, PlyRecord *ply)
{
    StrView rest;
    ply->score_kind = SCORE_NONE;
    if (!json_to_text(json, &rest)) {
        return;
    }
    StrView word = strview_next_word(&rest);
    if (strview_to_int64(strview_next_word(&rest), &ply->score)) {
        ply->score_kind = strview_is(word, "cp")     ? SCORE_CP
                          : strview_is(word, "mate") ? SCORE_MATE
                                                     : SCORE_NONE;
    }
}

static int64_t parse_count(const Json *json)
{
    int64_t count = -1;
    StrView digits; // what is too large for a JSON number
    if (!json_to_int64(json, &count) && json_to_text(json, &digits)) {
        strview_to_int64(digits, &count);
    }
    return count;
}

static uint64_t parse_us(const Json *json)
{
    double ms = 0;
    json_to_double(json, &ms);
    return ms > 0 && ms < 1e15 ? (uint64_t)llround(ms * 1000) : 0;
}

static Status read_moves(const Json *json, const char *place, GameRecord *record, Problem *problem)
{
    const Json *time = first_of(json, "time_ms");
    const Json *score = first_of(json, "score");
    const Json *depth = first_of(json, "depth");
    const Json *nodes = first_of(json, "nodes");
    const Json *token = first_of(json, "moves");
    for (size_t i = 0; token != NULL; i++, token = json_next(token)) {
        StrView text;
        Move move;
        PlyRecord ply = {
            .time_us = parse_us(time), .depth = parse_count(depth), .nodes = parse_count(nodes)};
        parse_score(score, &ply);
        if (!json_to_text(token, &text)) {
            text = strview_from("");
        }
        Status status = moves_parse_legal(record->game.variant, game_position(&record->game), text,
                                          &move, problem);
        if (status == STATUS_OK && (status = record_add_ply(record, move, &ply)) != STATUS_OK) {
            problem_set(problem, status, "the game is over before");
        }
        if (status != STATUS_OK) {
            problem_prefix(problem, "%s: moves[%zu]: ", place, i);
            return status;
        }
        time = time == NULL ? NULL : json_next(time);
        score = score == NULL ? NULL : json_next(score);
        depth = depth == NULL ? NULL : json_next(depth);
        nodes = nodes == NULL ? NULL : json_next(nodes);
    }
    return STATUS_OK;
}

static bool is_list_of(const Json *object, const char *key, size_t wanted)
{
    const Json *list = json_member(object, key);
    return list != NULL && json_kind(list) == JSON_ARRAY && json_count(list) == wanted;
}

/// Do the rules say of the last position what the line says of the end?
static bool is_right_end(const GameRecord *record)
{
    Outcome outcome = record->game.outcome;
    return record->termination == TERMINATION_NORMAL
               ? outcome.result != RESULT_NONE && outcome.result == record->result
               : outcome.result == RESULT_NONE;
}

/// A reason stands where the rules ended the game, and null where the arbiter did.
static bool is_right_reason(const Json *json, const GameRecord *record)
{
    if (record->termination == TERMINATION_NORMAL) {
        return is_text(json, "reason", reason_text(record->game.outcome.reason));
    }
    const Json *reason = json_member(json, "reason");
    return reason != NULL && json_kind(reason) == JSON_NULL;
}

/// The first key in which the line contradicts its own moves; NULL when there is none.
static const char *contradicting_key(const Json *json, const GameRecord *record)
{
    size_t ply_nb = record->game.ply_nb;
    const struct {
        const char *key;
        bool is_right;
    } checks[] = {
        {"moves", is_list_of(json, "moves", ply_nb)},
        {"plies", is_number(json, "plies", (int64_t)ply_nb)},
        {"time_ms", is_list_of(json, "time_ms", ply_nb)},
        {"score", is_list_of(json, "score", ply_nb)},
        {"depth", is_list_of(json, "depth", ply_nb)},
        {"nodes", is_list_of(json, "nodes", ply_nb)},
        {"termination", is_right_end(record)},
        {"reason", is_right_reason(json, record)},
    };
    for (size_t i = 0; i < sizeof checks / sizeof checks[0]; i++) {
        if (!checks[i].is_right) {
            return checks[i].key;
        }
    }
    return NULL;
}

/// The first position, which the schedule knows too.
static Status read_start(const Tournament *t, const Pairing *pairing, const Json *json,
                         const char *place, Position *out, Problem *problem)
{
    char wanted[FEN_TEXT_MAX];
    const Variant *v = t->variants[pairing->variant];
    Position opening = schedule_opening(t, pairing);
    Status status = fen_parse(v, strview_from(text_of(json, "fen")), out, problem);
    if (status != STATUS_OK) {
        problem_prefix(problem, "%s: fen: ", place);
        return status;
    }
    fen_format(v, &opening, wanted);
    return is_text(json, "fen", wanted) ? STATUS_OK : wrong(place, "fen", problem);
}

Status journal_line_record(const Tournament *t, const Json *json, const char *place,
                           GameRecord *out, Problem *problem)
{
    Summary game;
    Position start;
    Status status = read_summary(t, json, place, &game, problem);
    if (status != STATUS_OK) {
        return status;
    }
    const Variant *v = t->variants[game.pairing.variant];
    status = read_start(t, &game.pairing, json, place, &start, problem);
    if (status != STATUS_OK) {
        return status;
    }
    record_init(out, &game.pairing, v, &start);
    out->result = game.result;
    out->termination = game.termination;
    strview_copy(strview_from(text_of(json, "detail")), out->detail, sizeof out->detail);
    strview_copy(strview_from(text_of(json, "started")), out->started, sizeof out->started);
    out->duration_us = parse_us(json_member(json, "duration_ms"));
    status = read_moves(json, place, out, problem);
    const char *key = status == STATUS_OK ? contradicting_key(json, out) : NULL;
    if (key != NULL) {
        status = problem_set(problem, STATUS_SYNTAX, "%s: %s contradicts the game", place, key);
    }
    if (status != STATUS_OK) {
        record_release(out);
    }
    return status;
}
