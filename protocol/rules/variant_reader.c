// SPDX-License-Identifier: MIT
#include "protocol/rules/variant_reader.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "protocol/rules/variant_words.h"

#define REASON_MAX 256
#define LIMIT_MAX 1000000 // plies or occurrences

/// Reading a file: the first problem is kept, and every later read does nothing, so that the
/// readers can be written one after another without a test behind each.
typedef struct Reader {
    const char *file;
    const Json *root;
    Problem *problem;
    Status status;
    int8_t point_at[GRID_MAX][GRID_MAX]; // [file][rank], -1 for a hole
} Reader;

/// The words of a key, in the order of the enum they stand for; then the words of the format that
/// are reserved for extensions, which are refused by name instead of being called unknown.
typedef struct WordList {
    const char *const *words;
    const char *const *reserved;
} WordList;

static const char *const NOTHING[] = {NULL};
static const char *const TOP_KEYS[] = {"name",     "title",
                                       "source",   "aliases",
                                       "board",    "line",
                                       "men",      "start",
                                       "place",    "place_and_move_mixed",
                                       "move",     "move_phase",
                                       "remove",   "win_line_not_home",
                                       "min_men",  "min_counts",
                                       "no_place", "no_move",
                                       "draw",     "full_board_after_placing",
                                       NULL};
static const char *const BOARD_KEYS[] = {"points", "edges", "lines", NULL};
static const char *const LINE_KEYS[] = {"kind", "length", "directions", NULL};
static const char *const PLACE_KEYS[] = {"mill", "forbid_run_at_least", "forbid_points", NULL};
static const char *const MOVE_KEYS[] = {
    "kind", "fly_at", "fly_counts", "forbid_run_at_least", "forbid_points", "mill", NULL};
static const char *const REMOVE_KEYS[] = {"protect", "per_mill", "optional", NULL};
static const char *const DRAW_KEYS[] = {"repetition", "no_progress", "house_rule", NULL};
static const char *const RESERVED_KEYS[] = {
    "after_placing", "mill_once", "no_remake_next_turn", "no_progress_when_three", "misere", NULL};

static const VariantRules DEFAULTS = {
    .place_mill = MILL_WIN,
    .move_mill = MILL_WIN,
    .move_phase = true,
    .repetition = 3,
    .no_progress = 120,
};

static bool is_among(const char *word, const char *const words[])
{
    for (int i = 0; words[i] != NULL; i++) {
        if (strcmp(words[i], word) == 0) {
            return true;
        }
    }
    return false;
}

__attribute__((format(printf, 4, 5))) static void fail(Reader *reader, Status status,
                                                       const Json *node, const char *format, ...)
{
    if (reader->status != STATUS_OK) {
        return;
    }
    char reason[REASON_MAX];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(reason, sizeof(reason), format, arguments);
    va_end(arguments);
    reader->status =
        json_problem(reader->problem, status, reader->file, reader->root, node, "%s", reason);
}

// --- Single values ----------------------------------------------------------------------------

static void only_keys(Reader *reader, const Json *object, const char *const keys[])
{
    if (reader->status != STATUS_OK) {
        return;
    }
    for (const Json *member = json_first(object); member != NULL; member = json_next(member)) {
        if (is_among(json_key(member), RESERVED_KEYS) && !is_among(json_key(member), keys)) {
            fail(reader, STATUS_UNKNOWN, member, "reserved, not yet supported");
            return;
        }
    }
    reader->status = json_only_keys(reader->root, object, keys, reader->file, reader->problem);
}

/// The object under `key`, checked for unknown keys; NULL when it is missing, which means all
/// defaults.
static const Json *section(Reader *reader, const char *key, const char *const keys[])
{
    const Json *object = json_member(reader->root, key);
    if (object != NULL && json_kind(object) != JSON_OBJECT) {
        fail(reader, STATUS_SYNTAX, object, "must be an object");
        return NULL;
    }
    if (object != NULL) {
        only_keys(reader, object, keys);
    }
    return object;
}

static const Json *member_of(const Json *object, const char *key)
{
    return object == NULL ? NULL : json_member(object, key);
}

static void read_int(Reader *reader, const Json *node, int min, int max, int *out)
{
    int64_t number;
    if (node == NULL || reader->status != STATUS_OK) {
        return;
    }
    if (!json_to_int64(node, &number)) {
        fail(reader, STATUS_SYNTAX, node, "must be a whole number");
    } else if (number < min || number > max) {
        fail(reader, STATUS_RANGE, node, "must be %d to %d", min, max);
    } else {
        *out = (int)number;
    }
}

/// 0, or at least `min`.
static void read_int_or_zero(Reader *reader, const Json *node, int min, int max, int *out)
{
    read_int(reader, node, 0, max, out);
    if (reader->status == STATUS_OK && node != NULL && *out != 0 && *out < min) {
        fail(reader, STATUS_RANGE, node, "must be 0 or %d to %d", min, max);
    }
}

static void read_bool(Reader *reader, const Json *node, bool *out)
{
    if (node != NULL && !json_to_bool(node, out)) {
        fail(reader, STATUS_SYNTAX, node, "must be true or false");
    }
}

/// The index of the word that `node` holds; `missing` when there is no node.
static int read_word(Reader *reader, const Json *node, WordList list, int missing)
{
    StrView text;
    if (node == NULL) {
        return missing;
    }
    if (!json_to_text(node, &text)) {
        fail(reader, STATUS_SYNTAX, node, "must be a word in quotes");
        return missing;
    }
    for (int i = 0; list.words[i] != NULL; i++) {
        if (strview_is(text, list.words[i])) {
            return i;
        }
    }
    if (is_among(text.data, list.reserved)) {
        fail(reader, STATUS_UNKNOWN, node, "\"%s\" is reserved, not yet supported", text.data);
    }
    char known[REASON_MAX / 2] = "";
    for (int i = 0; list.words[i] != NULL; i++) {
        size_t used = strlen(known);
        snprintf(known + used, sizeof(known) - used, "%s%s", i > 0 ? ", " : "", list.words[i]);
    }
    fail(reader, STATUS_UNKNOWN, node, "\"%.40s\" is none of %s", text.data, known);
    return missing;
}

/// Text for people: no control characters, at most size - 1 bytes.
static void read_text(Reader *reader, const Json *node, char *out, size_t size)
{
    StrView text;
    if (node == NULL) {
        return;
    }
    if (!json_to_text(node, &text)) {
        fail(reader, STATUS_SYNTAX, node, "must be a text");
        return;
    }
    for (size_t i = 0; i < text.size; i++) {
        if ((unsigned char)text.data[i] < ' ' || text.data[i] == 127) {
            fail(reader, STATUS_SYNTAX, node, "must not hold control characters");
            return;
        }
    }
    if (!strview_copy(text, out, size)) {
        fail(reader, STATUS_RANGE, node, "must not be longer than %zu bytes", size - 1);
    }
}

/// A name that can stand as one token on the wire.
static void read_name(Reader *reader, const Json *node, char *out)
{
    read_text(reader, node, out, VARIANT_NAME_MAX);
    if (reader->status == STATUS_OK && node != NULL &&
        (out[0] == '\0' || out[strspn(out, "abcdefghijklmnopqrstuvwxyz0123456789_")] != '\0')) {
        fail(reader, STATUS_SYNTAX, node, "must be made of a-z, 0-9 and _");
    }
}

static const Json *first_of_array(Reader *reader, const Json *node)
{
    if (node == NULL || reader->status != STATUS_OK) {
        return NULL;
    }
    if (json_kind(node) != JSON_ARRAY) {
        fail(reader, STATUS_SYNTAX, node, "must be an array");
        return NULL;
    }
    return json_first(node);
}

// --- The board --------------------------------------------------------------------------------

/// Reads a name of the form a1 to h8 into file and rank; node gives the place for the problem.
static bool read_grid_place(Reader *reader, const Json *node, const char *name, int *file,
                            int *rank)
{
    if (name == NULL || name[0] < 'a' || name[0] > 'h' || name[1] < '1' || name[1] > '8' ||
        name[2] != '\0') {
        fail(reader, STATUS_SYNTAX, node, "must be a point: file letter a-h and rank digit 1-8");
        return false;
    }
    *file = name[0] - 'a';
    *rank = name[1] - '1';
    return true;
}

/// The index of a point of the board.
static int read_known_point(Reader *reader, const Json *node, const char *name)
{
    int file;
    int rank;
    if (!read_grid_place(reader, node, name, &file, &rank)) {
        return POINT_NONE;
    }
    if (reader->point_at[file][rank] < 0) {
        fail(reader, STATUS_CONFLICT, node, "%s is no point of the board", name);
        return POINT_NONE;
    }
    return reader->point_at[file][rank];
}

static const char *text_of(const Json *node)
{
    StrView text;
    return json_to_text(node, &text) ? text.data : NULL;
}

static void read_points(Reader *reader, const Json *board, VariantSpec *spec)
{
    const Json *points = member_of(board, "points");
    bool taken[GRID_MAX][GRID_MAX] = {{false}};
    memset(reader->point_at, -1, sizeof(reader->point_at));
    if (points == NULL) {
        fail(reader, STATUS_SYNTAX, board == NULL ? reader->root : board, "%s is missing",
             board == NULL ? "board" : "points");
        return;
    }
    for (const Json *node = first_of_array(reader, points); node != NULL; node = json_next(node)) {
        int file;
        int rank;
        if (!read_grid_place(reader, node, text_of(node), &file, &rank)) {
            return;
        }
        if (taken[file][rank]) {
            fail(reader, STATUS_CONFLICT, node, "%s is listed twice", text_of(node));
            return;
        }
        taken[file][rank] = true;
    }
    for (int place = 0; place < GRID_MAX * GRID_MAX; place++) {
        int file = place / GRID_MAX;
        int rank = place % GRID_MAX;
        if (taken[file][rank]) {
            reader->point_at[file][rank] = (int8_t)spec->point_nb;
            spec->file_of[spec->point_nb] = (uint8_t)file;
            spec->rank_of[spec->point_nb] = (uint8_t)rank;
            spec->point_nb++;
        }
    }
    if (spec->point_nb == 0) {
        fail(reader, STATUS_CONFLICT, points, "a board has at least one point");
    }
}

/// A set of distinct known points; `nb` (may be NULL) receives how many.
static Bitboard read_point_set(Reader *reader, const Json *array, int *nb)
{
    Bitboard set = 0;
    for (const Json *node = first_of_array(reader, array); node != NULL; node = json_next(node)) {
        int point = read_known_point(reader, node, text_of(node));
        if (point == POINT_NONE) {
            return 0;
        }
        if ((set & bitboard_of(point)) != 0) {
            fail(reader, STATUS_CONFLICT, node, "%s is listed twice", text_of(node));
            return 0;
        }
        set |= bitboard_of(point);
    }
    if (nb != NULL) {
        *nb = bitboard_count(set);
    }
    return set;
}

static void read_edges(Reader *reader, const Json *edges, VariantSpec *spec)
{
    for (const Json *node = first_of_array(reader, edges); node != NULL; node = json_next(node)) {
        int nb = 0;
        Bitboard ends = read_point_set(reader, node, &nb);
        if (reader->status != STATUS_OK) {
            return;
        }
        if (nb != 2) {
            fail(reader, STATUS_SYNTAX, node, "an edge joins two points");
            return;
        }
        int from = bitboard_pop(&ends);
        int to = bitboard_first(ends);
        if ((spec->neighbours[from] & bitboard_of(to)) != 0) {
            fail(reader, STATUS_CONFLICT, node, "this edge is listed twice");
            return;
        }
        spec->neighbours[from] |= bitboard_of(to);
        spec->neighbours[to] |= bitboard_of(from);
    }
}

static void read_lines(Reader *reader, const Json *lines, VariantSpec *spec)
{
    for (const Json *node = first_of_array(reader, lines); node != NULL; node = json_next(node)) {
        int nb = 0;
        Bitboard line = read_point_set(reader, node, &nb);
        if (reader->status != STATUS_OK) {
            return;
        }
        if (nb < 2) {
            fail(reader, STATUS_SYNTAX, node, "a line has at least two points");
            return;
        }
        for (int i = 0; i < spec->line_nb; i++) {
            if (spec->lines[i] == line) {
                fail(reader, STATUS_CONFLICT, node, "this line is listed twice");
                return;
            }
        }
        if (spec->line_nb == LINE_MAX) {
            fail(reader, STATUS_LIMIT, lines, "more than %d lines", LINE_MAX);
            return;
        }
        spec->lines[spec->line_nb++] = line;
    }
}

static void read_board(Reader *reader, VariantSpec *spec)
{
    const Json *board = section(reader, "board", BOARD_KEYS);
    read_points(reader, board, spec);
    if (reader->status == STATUS_OK) {
        read_edges(reader, member_of(board, "edges"), spec);
        read_lines(reader, member_of(board, "lines"), spec);
    }
}

static void read_line_kind(Reader *reader, VariantSpec *spec)
{
    const Json *line = section(reader, "line", LINE_KEYS);
    WordList kinds = {VARIANT_LINE_WORDS, NOTHING};
    spec->line_kind = (LineKind)read_word(reader, member_of(line, "kind"), kinds, LINE_LISTED);
    const Json *length = member_of(line, "length");
    const Json *directions = member_of(line, "directions");
    if (spec->line_kind == LINE_LISTED) {
        if (length != NULL || directions != NULL) {
            fail(reader, STATUS_CONFLICT, length != NULL ? length : directions,
                 "only with kind runs");
        }
        return;
    }
    if (length == NULL || directions == NULL) {
        fail(reader, STATUS_SYNTAX, line, "%s is missing",
             length == NULL ? "length" : "directions");
        return;
    }
    read_int(reader, length, 2, GRID_MAX, &spec->run_length);
    for (const Json *node = first_of_array(reader, directions); node != NULL;
         node = json_next(node)) {
        unsigned direction = 0;
        for (int i = 0; i < DIRECTION_NB; i++) {
            bool is_it =
                text_of(node) != NULL && strcmp(text_of(node), VARIANT_DIRECTIONS[i].word) == 0;
            direction |= is_it ? VARIANT_DIRECTIONS[i].direction : 0;
        }
        if (direction == 0) {
            fail(reader, STATUS_UNKNOWN, node, "must be h, v, d or a");
        } else if ((spec->run_directions & direction) != 0) {
            fail(reader, STATUS_CONFLICT, node, "this direction is listed twice");
        }
        spec->run_directions |= direction;
    }
    if (spec->run_directions == 0) {
        fail(reader, STATUS_CONFLICT, directions, "at least one direction");
    }
}

// --- Men and rules ----------------------------------------------------------------------------

static void read_men(Reader *reader, VariantSpec *spec)
{
    const Json *men = json_member(reader->root, "men");
    if (men != NULL && json_kind(men) == JSON_ARRAY && json_count(men) != SIDE_NB) {
        fail(reader, STATUS_SYNTAX, men, "two numbers: White's men in hand, Black's men in hand");
        return;
    }
    int side = 0;
    for (const Json *node = first_of_array(reader, men); node != NULL; node = json_next(node)) {
        int number = 0;
        read_int(reader, node, 0, POINT_MAX, &number);
        spec->rules.men[side++] = (uint8_t)number;
    }
}

static void read_start(Reader *reader, VariantSpec *spec)
{
    const Json *start = json_member(reader->root, "start");
    if (start == NULL || json_kind(start) == JSON_NULL) {
        return;
    }
    if (json_kind(start) != JSON_OBJECT) {
        fail(reader, STATUS_SYNTAX, start, "must be null or an object of points");
        return;
    }
    for (const Json *node = json_first(start); node != NULL; node = json_next(node)) {
        int point = read_known_point(reader, node, json_key(node));
        StrView side;
        if (point == POINT_NONE) {
            return;
        }
        if (!json_to_text(node, &side) || (!strview_is(side, "w") && !strview_is(side, "b"))) {
            fail(reader, STATUS_SYNTAX, node, "must be \"w\" or \"b\"");
            return;
        }
        spec->start[strview_is(side, "w") ? SIDE_WHITE : SIDE_BLACK] |= bitboard_of(point);
    }
}

static MillEffect read_mill(Reader *reader, const Json *node)
{
    return (MillEffect)read_word(reader, node,
                                 (WordList){VARIANT_MILL_WORDS, VARIANT_MILL_RESERVED}, MILL_WIN);
}

static StuckRule read_stuck(Reader *reader, const char *key)
{
    const Json *node = json_member(reader->root, key);
    return (StuckRule)read_word(
        reader, node, (WordList){VARIANT_STUCK_WORDS, VARIANT_STUCK_RESERVED}, STUCK_LOSS);
}

static void read_phases(Reader *reader, VariantRules *rules)
{
    const Json *place = section(reader, "place", PLACE_KEYS);
    rules->place_mill = read_mill(reader, member_of(place, "mill"));
    read_int_or_zero(reader, member_of(place, "forbid_run_at_least"), 2, GRID_MAX,
                     &rules->place_forbid_run_at_least);
    rules->place_forbid_points = read_point_set(reader, member_of(place, "forbid_points"), NULL);
    read_bool(reader, json_member(reader->root, "place_and_move_mixed"),
              &rules->place_and_move_mixed);
    const Json *move = section(reader, "move", MOVE_KEYS);
    rules->move_kind = (MoveKind)read_word(reader, member_of(move, "kind"),
                                           (WordList){VARIANT_MOVE_WORDS, NOTHING}, MOVE_EDGES);
    read_int(reader, member_of(move, "fly_at"), 0, POINT_MAX, &rules->fly_at);
    rules->fly_counts = (CountKind)read_word(reader, member_of(move, "fly_counts"),
                                             (WordList){VARIANT_FLY_WORDS, NOTHING}, COUNT_TOTAL);
    read_int_or_zero(reader, member_of(move, "forbid_run_at_least"), 2, GRID_MAX,
                     &rules->move_forbid_run_at_least);
    rules->move_forbid_points = read_point_set(reader, member_of(move, "forbid_points"), NULL);
    rules->move_mill = read_mill(reader, member_of(move, "mill"));
    read_bool(reader, json_member(reader->root, "move_phase"), &rules->move_phase);
}

static void read_rules(Reader *reader, VariantRules *rules)
{
    const Json *root = reader->root;
    const Json *remove = section(reader, "remove", REMOVE_KEYS);
    rules->protect =
        (Protect)read_word(reader, member_of(remove, "protect"),
                           (WordList){VARIANT_PROTECT_WORDS, NOTHING}, PROTECT_UNLESS_ALL);
    read_bool(reader, member_of(remove, "per_mill"), &rules->per_mill);
    read_bool(reader, member_of(remove, "optional"), &rules->optional);
    read_bool(reader, json_member(root, "win_line_not_home"), &rules->win_line_not_home);
    read_int(reader, json_member(root, "min_men"), 0, POINT_MAX, &rules->min_men);
    rules->min_counts =
        (MinCounts)read_word(reader, json_member(root, "min_counts"),
                             (WordList){VARIANT_MIN_WORDS, NOTHING}, MIN_NO_RESERVE);
    rules->no_place = read_stuck(reader, "no_place");
    rules->no_move = read_stuck(reader, "no_move");
    rules->full_board_after_placing =
        (FullBoard)read_word(reader, json_member(root, "full_board_after_placing"),
                             (WordList){VARIANT_FULL_WORDS, NOTHING}, FULL_NONE);
    const Json *draw = section(reader, "draw", DRAW_KEYS);
    read_int_or_zero(reader, member_of(draw, "repetition"), 2, LIMIT_MAX, &rules->repetition);
    read_int(reader, member_of(draw, "no_progress"), 0, LIMIT_MAX, &rules->no_progress);
    read_bool(reader, member_of(draw, "house_rule"), &rules->house_rule);
}

static void read_names(Reader *reader, VariantSpec *spec)
{
    const Json *name = json_member(reader->root, "name");
    if (name == NULL) {
        fail(reader, STATUS_SYNTAX, reader->root, "name is missing");
    }
    read_name(reader, name, spec->name);
    memcpy(spec->title, spec->name, sizeof(spec->name));
    read_text(reader, json_member(reader->root, "title"), spec->title, sizeof(spec->title));
    read_text(reader, json_member(reader->root, "source"), spec->source, sizeof(spec->source));
    const Json *aliases = json_member(reader->root, "aliases");
    for (const Json *node = first_of_array(reader, aliases); node != NULL; node = json_next(node)) {
        if (spec->alias_nb == VARIANT_ALIAS_MAX) {
            fail(reader, STATUS_LIMIT, aliases, "more than %d aliases", VARIANT_ALIAS_MAX);
            return;
        }
        read_name(reader, node, spec->aliases[spec->alias_nb++]);
    }
}

Status variant_reader_spec(const Json *root, const char *file, VariantSpec *spec, Problem *problem)
{
    Reader reader = {.file = file, .root = root, .problem = problem, .status = STATUS_OK};
    *spec = (VariantSpec){.rules = DEFAULTS};
    if (json_kind(root) != JSON_OBJECT) {
        fail(&reader, STATUS_SYNTAX, root, "a variant is an object");
        return reader.status;
    }
    only_keys(&reader, root, TOP_KEYS);
    read_names(&reader, spec);
    read_board(&reader, spec);
    read_line_kind(&reader, spec);
    read_men(&reader, spec);
    read_start(&reader, spec);
    read_phases(&reader, &spec->rules);
    read_rules(&reader, &spec->rules);
    return reader.status;
}
