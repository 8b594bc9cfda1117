// SPDX-License-Identifier: MIT
#include <limits.h>
#include <string.h>

#include "protocol/base/json.h"
#include "tests/reference/reference.h"

/// The member under `key`, also when `object` is absent.
static const Json *member(const Json *object, const char *key)
{
    return object == NULL ? NULL : json_member(object, key);
}

/// Each of these leaves `*out` alone, at its default, when the key is absent.
static bool read_int(const Json *object, const char *key, int *out)
{
    const Json *json = member(object, key);
    int64_t value;
    if (json == NULL) {
        return true;
    }
    if (!json_to_int64(json, &value) || value < 0 || value > INT_MAX) {
        return false;
    }
    *out = (int)value;
    return true;
}

static bool read_bool(const Json *object, const char *key, bool *out)
{
    const Json *json = member(object, key);
    return json == NULL || json_to_bool(json, out);
}

/// The index of the word among `words`, which ends with NULL.
static bool read_word(const Json *object, const char *key, const char *const words[], int *out)
{
    const Json *json = member(object, key);
    StrView text;
    if (json == NULL) {
        return true;
    }
    if (!json_to_text(json, &text)) {
        return false;
    }
    for (int i = 0; words[i] != NULL; i++) {
        if (strview_is(text, words[i])) {
            *out = i;
            return true;
        }
    }
    return false;
}

static int point_named(const ReferenceVariant *v, StrView name)
{
    for (int point = 0; point < v->point_nb; point++) {
        if (strview_is(name, v->name[point])) {
            return point;
        }
    }
    return -1;
}

static int point_of(const ReferenceVariant *v, const Json *json)
{
    StrView name;
    return json_to_text(json, &name) ? point_named(v, name) : -1;
}

static bool read_points(const Json *points, ReferenceVariant *v)
{
    for (int file = 0; file < REFERENCE_GRID_MAX; file++) {
        for (int rank = 0; rank < REFERENCE_GRID_MAX; rank++) {
            v->point_at[file][rank] = -1;
        }
    }
    if (points == NULL || json_count(points) > REFERENCE_POINT_MAX) {
        return false;
    }
    for (const Json *json = json_first(points); json != NULL; json = json_next(json)) {
        StrView name;
        if (!json_to_text(json, &name) || name.size != 2) {
            return false;
        }
        int point = v->point_nb++;
        int file = name.data[0] - 'a';
        int rank = name.data[1] - '1';
        if (file < 0 || file >= REFERENCE_GRID_MAX || rank < 0 || rank >= REFERENCE_GRID_MAX) {
            return false;
        }
        strview_copy(name, v->name[point], sizeof v->name[point]);
        v->file[point] = file;
        v->rank[point] = rank;
        v->point_at[file][rank] = point;
        v->file_nb = file + 1 > v->file_nb ? file + 1 : v->file_nb;
        v->rank_nb = rank + 1 > v->rank_nb ? rank + 1 : v->rank_nb;
    }
    return v->point_nb > 0;
}

static bool read_edges(const Json *edges, ReferenceVariant *v)
{
    if (edges == NULL) {
        return true;
    }
    for (const Json *edge = json_first(edges); edge != NULL; edge = json_next(edge)) {
        if (json_count(edge) != 2) {
            return false;
        }
        int a = point_of(v, json_first(edge));
        int b = point_of(v, json_next(json_first(edge)));
        if (a < 0 || b < 0) {
            return false;
        }
        v->is_joined[a][b] = true;
        v->is_joined[b][a] = true;
    }
    return true;
}

static bool read_listed_lines(const Json *lines, ReferenceVariant *v)
{
    if (lines == NULL) {
        return true;
    }
    for (const Json *line = json_first(lines); line != NULL; line = json_next(line)) {
        if (v->line_nb == REFERENCE_LINE_MAX || json_count(line) > REFERENCE_POINT_MAX) {
            return false;
        }
        for (const Json *json = json_first(line); json != NULL; json = json_next(json)) {
            int point = point_of(v, json);
            if (point < 0) {
                return false;
            }
            v->line[v->line_nb][v->line_size[v->line_nb]++] = point;
        }
        v->line_nb++;
    }
    return true;
}

static bool read_line_rule(const Json *line, ReferenceVariant *v)
{
    static const char *const KINDS[] = {"listed", "runs", NULL};
    int kind = 0;
    if (!read_word(line, "kind", KINDS, &kind)) {
        return false;
    }
    v->has_runs = kind == 1;
    const Json *directions = member(line, "directions");
    if (!v->has_runs) {
        return true;
    }
    if (!read_int(line, "length", &v->run_length) || directions == NULL) {
        return false;
    }
    for (const Json *json = json_first(directions); json != NULL; json = json_next(json)) {
        StrView name;
        const char *letters = "hvda";
        if (!json_to_text(json, &name) || name.size != 1 || strchr(letters, name.data[0]) == NULL) {
            return false;
        }
        v->has_direction[strchr(letters, name.data[0]) - letters] = true;
    }
    return true;
}

static bool read_men(const Json *root, ReferenceVariant *v)
{
    const Json *men = json_member(root, "men");
    int64_t white;
    int64_t black;
    if (men == NULL || json_count(men) != 2 || !json_to_int64(json_first(men), &white) ||
        !json_to_int64(json_next(json_first(men)), &black)) {
        return false;
    }
    v->men[REFERENCE_WHITE] = (int)white;
    v->men[REFERENCE_BLACK] = (int)black;
    const Json *start = json_member(root, "start");
    if (start == NULL || json_kind(start) != JSON_OBJECT) {
        return true;
    }
    for (const Json *man = json_first(start); man != NULL; man = json_next(man)) {
        int point = point_named(v, strview_from(json_key(man)));
        StrView side;
        if (point < 0 || !json_to_text(man, &side)) {
            return false;
        }
        v->start[point] = strview_is(side, "w") ? REFERENCE_WHITE : REFERENCE_BLACK;
    }
    return true;
}

static bool read_phase(const Json *phase, const ReferenceVariant *v, ReferencePhase *out)
{
    static const char *const MILLS[] = {"none", "win", "remove", NULL};
    int mill = REFERENCE_MILL_WIN;
    if (!read_word(phase, "mill", MILLS, &mill) ||
        !read_int(phase, "forbid_run_at_least", &out->forbid_run_at_least)) {
        return false;
    }
    out->mill = (ReferenceMill)mill;
    const Json *points = member(phase, "forbid_points");
    const Json *json = points == NULL ? NULL : json_first(points);
    for (; json != NULL; json = json_next(json)) {
        int point = point_of(v, json);
        if (point < 0) {
            return false;
        }
        out->is_forbidden[point] = true;
    }
    return true;
}

static bool read_moving(const Json *root, ReferenceVariant *v)
{
    static const char *const KINDS[] = {"edges", "any", NULL};
    static const char *const COUNTS[] = {"total", "board", NULL};
    const Json *move = json_member(root, "move");
    int kind = 0;
    int counts = 0;
    bool fine = read_word(move, "kind", KINDS, &kind) && read_int(move, "fly_at", &v->fly_at) &&
                read_word(move, "fly_counts", COUNTS, &counts);
    v->moves_anywhere = kind == 1;
    v->fly_counts_board = counts == 1;
    return fine;
}

static bool read_removal(const Json *root, ReferenceVariant *v)
{
    static const char *const PROTECTS[] = {"unless_all", "never", "always", NULL};
    const Json *removal = json_member(root, "remove");
    int protect = REFERENCE_UNLESS_ALL;
    bool fine = read_word(removal, "protect", PROTECTS, &protect) &&
                read_bool(removal, "per_mill", &v->per_mill) &&
                read_bool(removal, "optional", &v->optional);
    v->protect = (ReferenceProtect)protect;
    return fine;
}

static bool read_ends(const Json *root, ReferenceVariant *v)
{
    static const char *const MIN_COUNTS[] = {"no_reserve", "total", NULL};
    static const char *const STUCK[] = {"loss", "draw", "pass", NULL};
    static const char *const FULL[] = {"none", "draw", "first_loses", NULL};
    int min_counts = 0;
    int no_place = REFERENCE_LOSS;
    int no_move = REFERENCE_LOSS;
    int full = REFERENCE_FULL_NONE;
    const Json *draw = json_member(root, "draw");
    bool fine = read_bool(root, "win_line_not_home", &v->line_not_home) &&
                read_int(root, "min_men", &v->min_men) &&
                read_word(root, "min_counts", MIN_COUNTS, &min_counts) &&
                read_word(root, "no_place", STUCK, &no_place) &&
                read_word(root, "no_move", STUCK, &no_move) &&
                read_word(root, "full_board_after_placing", FULL, &full) &&
                read_int(draw, "repetition", &v->repetition) &&
                read_int(draw, "no_progress", &v->no_progress);
    v->min_counts_total = min_counts == 1;
    v->no_place = (ReferenceStuck)no_place;
    v->no_move = (ReferenceStuck)no_move;
    v->full_board = (ReferenceFull)full;
    return fine;
}

bool reference_read(StrView text, ReferenceVariant *out)
{
    // Absent keys have the defaults that the format documents; most of them are zero here.
    *out = (ReferenceVariant){.has_move_phase = true, .repetition = 3, .no_progress = 120};
    Json *root;
    if (json_parse(text, "variant", &root, NULL) != STATUS_OK) {
        return false;
    }
    const Json *board = json_member(root, "board");
    bool fine = read_points(member(board, "points"), out) &&
                read_edges(member(board, "edges"), out) &&
                read_listed_lines(member(board, "lines"), out) &&
                read_line_rule(json_member(root, "line"), out) && read_men(root, out) &&
                read_phase(json_member(root, "place"), out, &out->place) &&
                read_phase(json_member(root, "move"), out, &out->move) && read_moving(root, out) &&
                read_bool(root, "place_and_move_mixed", &out->is_mixed) &&
                read_bool(root, "move_phase", &out->has_move_phase) && read_removal(root, out) &&
                read_ends(root, out);
    json_free(root);
    return fine;
}
