// SPDX-License-Identifier: MIT
#include "engine/tune/samples.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "protocol/base/file.h"
#include "protocol/base/json.h"
#include "protocol/base/memory.h"
#include "protocol/base/random.h"
#include "protocol/notation/fen.h"
#include "protocol/notation/moves.h"
#include "protocol/rules/game.h"
#include "protocol/rules/movegen.h"

#define JOURNAL_BYTES_MAX ((size_t)1 << 30)
#define HELD_ONE_IN 10
#define SCORE_SURE 2000 // scores beyond tell of a decided game

void samples_init(Samples *samples)
{
    *samples = (Samples){0};
}

void samples_release(Samples *samples)
{
    free(samples->items);
    samples_init(samples);
}

void samples_add(Samples *samples, const Sample *sample)
{
    if (samples->nb == samples->capacity) {
        samples->capacity = samples->capacity == 0 ? 4096 : 2 * samples->capacity;
        samples->items = memory_resize(samples->items, samples->capacity, sizeof(*samples->items));
    }
    samples->items[samples->nb++] = *sample;
}

/// The reading of one journal.
typedef struct Reading {
    const VariantSet *variants;
    const SamplesRule *rule;
    Samples *samples;
    const Variant *variant; // of the newest game, with what counts its features
    Evaluator *evaluator;
    Move *moves; // room for its moves
} Reading;

static bool is_wanted(const SamplesRule *rule, const Variant *v)
{
    bool is_named = rule->names == NULL;
    for (int i = 0; !is_named && rule->names[i] != NULL; i++) {
        is_named = strcmp(rule->names[i], v->name) == 0;
    }
    return is_named && feature_family(v) == rule->family;
}

static void reading_set_variant(Reading *reading, const Variant *v)
{
    if (reading->variant != v) {
        evaluator_free(reading->evaluator);
        reading->variant = v;
        reading->evaluator = evaluator_new(v);
        reading->moves =
            memory_resize(reading->moves, (size_t)v->move_max, sizeof(*reading->moves));
    }
}

/// Nothing to take and no line to win by.
static bool is_quiet(const Reading *reading, const Position *pos)
{
    const Variant *v = reading->variant;
    int nb = movegen_legal(v, pos, reading->moves);
    bool line_wins = v->rules.place_mill == MILL_WIN || v->rules.move_mill == MILL_WIN;
    for (int i = 0; i < nb; i++) {
        if (move_is_capture(reading->moves[i])) {
            return false;
        }
        if (line_wins) {
            Position next = position_play(v, pos, reading->moves[i]);
            if (outcome_of_board(v, &next).result != RESULT_NONE) {
                return false;
            }
        }
    }
    return nb > 0;
}

/// The score that the mover gave, for White. False: it is none, or says that all is decided.
static bool score_of(const Json *node, Side side, int16_t *out)
{
    StrView text;
    int64_t value;
    *out = SAMPLE_SCORE_NONE;
    if (node == NULL || !json_to_text(node, &text)) {
        return true; // taken, but without a score
    }
    StrView kind = strview_next_word(&text);
    if (!strview_is(kind, "cp") || !strview_to_int64(strview_next_word(&text), &value) ||
        value > SCORE_SURE || value < -SCORE_SURE) {
        return false;
    }
    *out = (int16_t)(side == SIDE_WHITE ? value : -value);
    return true;
}

static int result_of(const Json *game)
{
    StrView text;
    if (!json_to_text(json_member(game, "result"), &text)) {
        return -1;
    }
    return strview_is(text, "1-0")       ? 2
           : strview_is(text, "1/2-1/2") ? 1
           : strview_is(text, "0-1")     ? 0
                                         : -1;
}

static bool has_ended_well(const Json *game)
{
    StrView text;
    return json_to_text(json_member(game, "termination"), &text) &&
           (strview_is(text, "normal") || strview_is(text, "adjudicated_draw") ||
            strview_is(text, "adjudicated_resign"));
}

static void take_position(Reading *reading, const Position *pos, Sample *sample)
{
    Counts counts;
    evaluator_count(reading->evaluator, pos, &counts);
    for (int side = 0; side < SIDE_NB; side++) {
        sample->phase[side] = (uint8_t)counts.phase[side];
        for (int i = 0; i < FEATURE_NB; i++) {
            int count = counts.of[side][i];
            sample->counts[side][i] = (int8_t)(count > INT8_MAX ? INT8_MAX : count);
        }
    }
    int few = feature_stage_men(reading->variant, STAGE_FEW);
    int many = feature_stage_men(reading->variant, STAGE_MANY);
    int men = counts.of[SIDE_WHITE][FEATURE_MAN] + counts.of[SIDE_BLACK][FEATURE_MAN];
    sample->many = men <= few ? 0 : (float)(men - few) / (float)(many - few);
    samples_add(reading->samples, sample);
}

static Status take_game(Reading *reading, const Json *json, Position pos, Problem *problem)
{
    const Variant *v = reading->variant;
    const Json *score = json_first(json_member(json, "score"));
    const Json *moves = json_member(json, "moves");
    int result = result_of(json);
    uint64_t number = reading->samples->game_nb++;
    Sample sample = {.result = (uint8_t)result};
    sample.is_held = random_mix(reading->rule->seed ^ random_mix(number)) % HELD_ONE_IN == 0;
    int ply = 0;
    for (const Json *node = json_first(moves); node != NULL; node = json_next(node), ply++) {
        StrView token;
        Move move;
        if (!json_to_text(node, &token) ||
            moves_parse_legal(v, &pos, token, &move, problem) != STATUS_OK) {
            return problem_set(problem, STATUS_ILLEGAL, "moves[%d] is no legal move", ply);
        }
        if (ply >= reading->rule->skip_plies && !move_is_capture(move) &&
            score_of(score, (Side)pos.side, &sample.score) && is_quiet(reading, &pos)) {
            take_position(reading, &pos, &sample);
        }
        pos = position_play(v, &pos, move);
        score = score == NULL ? NULL : json_next(score);
    }
    return STATUS_OK;
}

static Status read_game(Reading *reading, const Json *json, Problem *problem)
{
    StrView name;
    StrView digest;
    StrView fen;
    char own[20];
    Position pos;
    if (!json_to_text(json_member(json, "variant"), &name) ||
        !json_to_text(json_member(json, "digest"), &digest) ||
        !json_to_text(json_member(json, "fen"), &fen) || json_member(json, "moves") == NULL) {
        return problem_set(problem, STATUS_SYNTAX, "this is no game");
    }
    const Variant *v = variant_set_find(reading->variants, name);
    if (v == NULL || !is_wanted(reading->rule, v) || !has_ended_well(json) || result_of(json) < 0) {
        return STATUS_OK;
    }
    snprintf(own, sizeof(own), "%016" PRIx64, v->digest);
    if (!strview_is(digest, own)) {
        return problem_set(problem, STATUS_CONFLICT, "%s was played by other rules", v->name);
    }
    reading_set_variant(reading, v);
    Status status = fen_parse(v, fen, &pos, problem);
    return status == STATUS_OK ? take_game(reading, json, pos, problem) : status;
}

static StrView take_line(StrView *rest)
{
    const char *end = memchr(rest->data, '\n', rest->size);
    size_t size = end == NULL ? rest->size : (size_t)(end - rest->data);
    StrView line = strview_head(*rest, size);
    *rest = strview_skip(*rest, end == NULL ? size : size + 1);
    return line;
}

static Status read_lines(Reading *reading, StrView rest, const char *path, Problem *problem)
{
    for (int number = 1; rest.size > 0; number++) {
        StrView line = strview_trim(take_line(&rest));
        Json *json;
        if (line.size == 0) {
            continue;
        }
        Status status = json_parse(line, path, &json, problem);
        if (status == STATUS_OK) {
            bool is_head = json_member(json, "schema") != NULL;
            status = is_head ? STATUS_OK : read_game(reading, json, problem);
            json_free(json);
        }
        if (status != STATUS_OK) {
            return problem_prefix(problem, "%s: line %d: ", path, number);
        }
    }
    return STATUS_OK;
}

Status samples_read(Samples *samples, const VariantSet *variants, const SamplesRule *rule,
                    const char *path, Problem *problem)
{
    StrBuf text;
    Reading reading = {.variants = variants, .rule = rule, .samples = samples};
    strbuf_init(&text);
    Status status = file_read(path, JOURNAL_BYTES_MAX, &text, problem);
    if (status == STATUS_OK) {
        status = read_lines(&reading, strbuf_view(&text), path, problem);
    }
    strbuf_release(&text);
    evaluator_free(reading.evaluator);
    free(reading.moves);
    return status;
}
