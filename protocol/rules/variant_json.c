// SPDX-License-Identifier: MIT
#include "protocol/rules/variant_json.h"

#include <xxhash.h>

#include "protocol/base/json.h"
#include "protocol/rules/variant_reader.h"
#include "protocol/rules/variant_words.h"

Status variant_json_read(StrView text, const char *file, Variant **out, Problem *problem)
{
    Json *root;
    VariantSpec spec;
    *out = NULL;
    if (text.size > VARIANT_FILE_MAX) {
        return problem_set(problem, STATUS_LIMIT, "%s: larger than %d bytes", file,
                           VARIANT_FILE_MAX);
    }
    Status status = json_parse(text, file, &root, problem);
    if (status != STATUS_OK) {
        return status;
    }
    status = variant_reader_spec(root, file, &spec, problem);
    json_free(root);
    if (status != STATUS_OK) {
        return status;
    }
    status = variant_compile(&spec, out, problem);
    if (status != STATUS_OK) {
        problem_prefix(problem, "%s: ", file);
        return status;
    }
    (*out)->digest = variant_json_digest(&spec);
    return STATUS_OK;
}

// --- The canonical text -----------------------------------------------------------------------
// Members are set in alphabetical order, because the printer keeps the order of insertion. A key
// that a later version adds is written only where it differs from its default, so that the digests
// of old files stay.

static Json *json_of_point(const VariantSpec *spec, int point)
{
    char name[] = {(char)('a' + spec->file_of[point]), (char)('1' + spec->rank_of[point]), '\0'};
    return json_new_text(strview_from(name));
}

static Json *json_of_points(const VariantSpec *spec, Bitboard set)
{
    Json *array = json_new_array();
    while (set != 0) {
        json_append(array, json_of_point(spec, bitboard_pop(&set)));
    }
    return array;
}

static Json *json_of_word(const char *word)
{
    return json_new_text(strview_from(word));
}

static Json *json_of_edges(const VariantSpec *spec)
{
    Json *edges = json_new_array();
    for (int from = 0; from < spec->point_nb; from++) {
        Bitboard higher = spec->neighbours[from] & ~(bitboard_of(from) | (bitboard_of(from) - 1));
        while (higher != 0) {
            int to = bitboard_pop(&higher);
            json_append(edges, json_of_points(spec, bitboard_of(from) | bitboard_of(to)));
        }
    }
    return edges;
}

/// The order of two different sets as lists of points in ascending order: the first point that only
/// one of them has decides, unless the other has nothing behind it and is the beginning of the
/// first.
static bool comes_before(Bitboard a, Bitboard b)
{
    Bitboard first = (a ^ b) & (~(a ^ b) + 1);
    Bitboard behind = ~(first | (first - 1));
    return (a & first) != 0 ? (b & behind) != 0 : (a & behind) == 0;
}

static Json *json_of_lines(const VariantSpec *spec)
{
    Bitboard lines[LINE_MAX];
    for (int i = 0; i < spec->line_nb; i++) {
        int k = i;
        for (; k > 0 && comes_before(spec->lines[i], lines[k - 1]); k--) {
            lines[k] = lines[k - 1];
        }
        lines[k] = spec->lines[i];
    }
    Json *array = json_new_array();
    for (int i = 0; i < spec->line_nb; i++) {
        json_append(array, json_of_points(spec, lines[i]));
    }
    return array;
}

static Json *json_of_board(const VariantSpec *spec)
{
    Json *board = json_new_object();
    Json *points = json_new_array();
    for (int point = 0; point < spec->point_nb; point++) {
        json_append(points, json_of_point(spec, point));
    }
    json_set(board, "edges", json_of_edges(spec));
    json_set(board, "lines", json_of_lines(spec));
    json_set(board, "points", points);
    return board;
}

static Json *json_of_draw(const VariantRules *rules)
{
    Json *draw = json_new_object();
    json_set(draw, "house_rule", json_new_bool(rules->house_rule));
    json_set(draw, "no_progress", json_new_integer(rules->no_progress));
    json_set(draw, "repetition", json_new_integer(rules->repetition));
    return draw;
}

static Json *json_of_line_kind(const VariantSpec *spec)
{
    Json *line = json_new_object();
    if (spec->line_kind == LINE_RUNS) {
        Json *directions = json_new_array();
        for (int i = 0; i < DIRECTION_NB; i++) {
            if ((spec->run_directions & VARIANT_DIRECTIONS[i].direction) != 0) {
                json_append(directions, json_of_word(VARIANT_DIRECTIONS[i].word));
            }
        }
        json_set(line, "directions", directions);
    }
    json_set(line, "kind", json_of_word(VARIANT_LINE_WORDS[spec->line_kind]));
    if (spec->line_kind == LINE_RUNS) {
        json_set(line, "length", json_new_integer(spec->run_length));
    }
    return line;
}

static Json *json_of_move(const VariantSpec *spec)
{
    const VariantRules *rules = &spec->rules;
    Json *move = json_new_object();
    json_set(move, "fly_at", json_new_integer(rules->fly_at));
    json_set(move, "fly_counts", json_of_word(VARIANT_FLY_WORDS[rules->fly_counts]));
    json_set(move, "forbid_points", json_of_points(spec, rules->move_forbid_points));
    json_set(move, "forbid_run_at_least", json_new_integer(rules->move_forbid_run_at_least));
    json_set(move, "kind", json_of_word(VARIANT_MOVE_WORDS[rules->move_kind]));
    json_set(move, "mill", json_of_word(VARIANT_MILL_WORDS[rules->move_mill]));
    return move;
}

static Json *json_of_place(const VariantSpec *spec)
{
    const VariantRules *rules = &spec->rules;
    Json *place = json_new_object();
    json_set(place, "forbid_points", json_of_points(spec, rules->place_forbid_points));
    json_set(place, "forbid_run_at_least", json_new_integer(rules->place_forbid_run_at_least));
    json_set(place, "mill", json_of_word(VARIANT_MILL_WORDS[rules->place_mill]));
    return place;
}

static Json *json_of_remove(const VariantRules *rules)
{
    Json *remove = json_new_object();
    json_set(remove, "optional", json_new_bool(rules->optional));
    json_set(remove, "per_mill", json_new_bool(rules->per_mill));
    json_set(remove, "protect", json_of_word(VARIANT_PROTECT_WORDS[rules->protect]));
    return remove;
}

static Json *json_of_start(const VariantSpec *spec)
{
    Bitboard men = spec->start[SIDE_WHITE] | spec->start[SIDE_BLACK];
    if (men == 0) {
        return json_new_null();
    }
    Json *start = json_new_object();
    while (men != 0) {
        int point = bitboard_pop(&men);
        char name[] = {(char)('a' + spec->file_of[point]), (char)('1' + spec->rank_of[point]),
                       '\0'};
        bool white = (spec->start[SIDE_WHITE] & bitboard_of(point)) != 0;
        json_set(start, name, json_of_word(white ? "w" : "b"));
    }
    return start;
}

static Json *json_of_men(const VariantRules *rules)
{
    Json *men = json_new_array();
    json_append(men, json_new_integer(rules->men[SIDE_WHITE]));
    json_append(men, json_new_integer(rules->men[SIDE_BLACK]));
    return men;
}

void variant_json_canonical(const VariantSpec *spec, StrBuf *out)
{
    const VariantRules *rules = &spec->rules;
    const char *full_board = VARIANT_FULL_WORDS[rules->full_board_after_placing];
    Json *root = json_new_object();
    json_set(root, "board", json_of_board(spec));
    json_set(root, "draw", json_of_draw(rules));
    json_set(root, "full_board_after_placing", json_of_word(full_board));
    json_set(root, "line", json_of_line_kind(spec));
    json_set(root, "men", json_of_men(rules));
    json_set(root, "min_counts", json_of_word(VARIANT_MIN_WORDS[rules->min_counts]));
    json_set(root, "min_men", json_new_integer(rules->min_men));
    json_set(root, "move", json_of_move(spec));
    json_set(root, "move_phase", json_new_bool(rules->move_phase));
    json_set(root, "no_move", json_of_word(VARIANT_STUCK_WORDS[rules->no_move]));
    json_set(root, "no_place", json_of_word(VARIANT_STUCK_WORDS[rules->no_place]));
    json_set(root, "place", json_of_place(spec));
    json_set(root, "place_and_move_mixed", json_new_bool(rules->place_and_move_mixed));
    json_set(root, "remove", json_of_remove(rules));
    json_set(root, "start", json_of_start(spec));
    json_set(root, "win_line_not_home", json_new_bool(rules->win_line_not_home));
    json_print(root, false, out);
    json_free(root);
}

uint64_t variant_json_digest(const VariantSpec *spec)
{
    StrBuf text;
    strbuf_init(&text);
    variant_json_canonical(spec, &text);
    uint64_t digest = XXH3_64bits(text.data, text.size);
    strbuf_release(&text);
    return digest;
}
