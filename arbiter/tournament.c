// SPDX-License-Identifier: MIT
#include "arbiter/tournament.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <xxhash.h>

#include "arbiter/entries.h"
#include "arbiter/keys.h"
#include "arbiter/limit.h"
#include "arbiter/schedule/openings.h"
#include "arbiter/schedule/schedule.h"
#include "protocol/base/file.h"
#include "protocol/base/memory.h"
#include "protocol/rules/game.h"

#define FILE_SIZE_MAX (16u << 20) // bytes
#define ROUNDS_MAX 1000000
#define GAMES_PER_PAIRING_MAX 1000
#define CONCURRENCY_MAX 1024
#define DEADLINE_MAX_MS 86400000 // a day
#define SCORE_MAX_CP 100000      // a mate's score in adjudication
#define SEED_DEFAULT 1
#define CONCURRENCY_NOTED 2 // games at once for each processor that are worth no word

// --- Texts and folders -----------------------------------------------------------------------

static Status fail(const Keys *keys, Status status, const Json *node, const char *text)
{
    return keys_problem(keys, status, node, text);
}

/// `path` below `folder` as an absolute path, in `*out` (the caller's).
static void resolve(const char *folder, const char *path, char **out)
{
    StrBuf whole;
    strbuf_init(&whole);
    file_join(folder, path, &whole);
    free(*out);
    *out = strbuf_detach(&whole);
}

static Status find_folder(const char *path, char **out, Problem *problem)
{
    StrBuf folder;
    strbuf_init(&folder);
    file_folder_of(path, &folder);
    *out = realpath(folder.data, NULL);
    int error = errno;
    strbuf_release(&folder);
    if (*out == NULL) {
        return problem_set(problem, STATUS_IO, "%s: no such folder: %s", path, strerror(error));
    }
    return STATUS_OK;
}

/// results/NAME, NAME with nothing in it that means something in a path.
static void default_output(Tournament *t)
{
    StrBuf path;
    strbuf_init(&path);
    strbuf_append_text(&path, "results/");
    for (const char *c = t->name; *c != '\0'; c++) {
        bool plain = (*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') ||
                     (*c >= '0' && *c <= '9') || *c == '-' || *c == '_' ||
                     (*c == '.' && c != t->name);
        strbuf_append_char(&path, plain ? *c : '_');
    }
    resolve(t->folder, path.data, &t->output);
    strbuf_release(&path);
}

static Status read_output(const Keys *keys, const Json *root, const char *override, Tournament *t)
{
    const char *text = NULL;
    Status status = keys_text(keys, root, "output", &text);
    if (status != STATUS_OK) {
        return status;
    }
    if (override != NULL) {
        char *here = getcwd(NULL, 0);
        resolve(here == NULL ? "." : here, override, &t->output);
        free(here);
    } else if (text != NULL) {
        resolve(t->folder, text, &t->output);
    } else {
        default_output(t);
    }
    return STATUS_OK;
}

// --- Plain keys ------------------------------------------------------------------------------

static Status read_name(const Keys *keys, const Json *root, Tournament *t)
{
    const char *name = NULL;
    Status status = keys_text(keys, root, "name", &name);
    if (status != STATUS_OK) {
        return status;
    }
    if (name == NULL) {
        return fail(keys, STATUS_CONFLICT, root, "needs a name");
    }
    status = keys_check_name(keys, json_member(root, "name"), name);
    if (status == STATUS_OK) {
        t->name = memory_copy_text(name);
    }
    return status;
}

/// A whole number, or its digits as a text, so that every 64-bit seed can be written.
static Status read_seed(const Keys *keys, const Json *root, uint64_t *out)
{
    const Json *node = json_member(root, "seed");
    StrView text;
    int64_t number;
    if (node == NULL) {
        return STATUS_OK;
    }
    if (json_to_int64(node, &number) && number >= 0) {
        *out = (uint64_t)number;
        return STATUS_OK;
    }
    if (json_to_text(node, &text) && text.size > 0 && text.size <= 20 &&
        strspn(text.data, "0123456789") == text.size) {
        errno = 0;
        unsigned long long value = strtoull(text.data, NULL, 10);
        if (errno == 0) {
            *out = value;
            return STATUS_OK;
        }
    }
    return fail(keys, STATUS_RANGE, node,
                "must be a whole number from 0 to 2^53 - 1, or a text of digits up to 2^64 - 1");
}

static Status read_numbers(const Keys *keys, const Json *root, Tournament *t)
{
    static const char *const FORMATS[] = {"round_robin", "gauntlet", NULL};
    int format = FORMAT_ROUND_ROBIN;
    t->rounds = 1;
    t->games_per_pairing = 2;
    t->concurrency = 1;
    t->seed = SEED_DEFAULT;
    Status status = keys_word(keys, root, "format", FORMATS, &format);
    t->format = (Format)format;
    if (status == STATUS_OK) {
        status = keys_int(keys, root, "rounds", 1, ROUNDS_MAX, &t->rounds);
    }
    if (status == STATUS_OK) {
        status = keys_int(keys, root, "games_per_pairing", 1, GAMES_PER_PAIRING_MAX,
                          &t->games_per_pairing);
    }
    if (status == STATUS_OK) {
        status = keys_int(keys, root, "concurrency", 1, CONCURRENCY_MAX, &t->concurrency);
    }
    if (status == STATUS_OK) {
        status = keys_int(keys, root, "random_plies", 0, OPENINGS_PLIES_MAX, &t->random_plies);
    }
    if (status == STATUS_OK) {
        status = read_seed(keys, root, &t->seed);
    }
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    if (processors > 0 && t->concurrency > CONCURRENCY_NOTED * processors) {
        snprintf(t->note, sizeof t->note,
                 "concurrency %d on %ld processors: engines share them, clocks run on",
                 t->concurrency, processors);
    }
    return status;
}

static Status read_deadlines(const Keys *keys, const Json *root, Deadlines *out)
{
    static const char *const KEYS[] = {"start_ms", "ready_ms", "move_ms", "quit_ms", NULL};
    *out = (Deadlines){.start_ms = 10000, .ready_ms = 10000, .move_ms = 60000, .quit_ms = 2000};
    const Json *object;
    Status status = keys_child(keys, root, "deadlines", JSON_OBJECT, &object);
    if (status != STATUS_OK || object == NULL) {
        return status;
    }
    int64_t *const values[] = {&out->start_ms, &out->ready_ms, &out->move_ms, &out->quit_ms};
    status = json_only_keys(root, object, KEYS, keys->file, keys->problem);
    for (int i = 0; KEYS[i] != NULL && status == STATUS_OK; i++) {
        status = keys_integer(keys, object, KEYS[i], 1, DEADLINE_MAX_MS, values[i]);
    }
    return status;
}

// --- Adjudication ----------------------------------------------------------------------------

/// A key that has no default: leaving it out must not adjudicate at once.
typedef struct NeededKey {
    const char *key;
    int64_t min, max;
    int64_t *out;
} NeededKey;

static Status read_needed(const Keys *keys, const Json *object, const NeededKey needed[], int nb)
{
    const char *names[4] = {NULL};
    for (int i = 0; i < nb; i++) {
        names[i] = needed[i].key;
    }
    Status status = json_only_keys(keys->root, object, names, keys->file, keys->problem);
    for (int i = 0; i < nb && status == STATUS_OK; i++) {
        if (json_member(object, needed[i].key) == NULL) {
            return json_problem(keys->problem, STATUS_CONFLICT, keys->file, keys->root, object,
                                "needs %s", needed[i].key);
        }
        status =
            keys_integer(keys, object, needed[i].key, needed[i].min, needed[i].max, needed[i].out);
    }
    return status;
}

static Status read_adjudication(const Keys *keys, const Json *root, Adjudication *out)
{
    static const char *const KEYS[] = {"draw", "resign", "max_plies", NULL};
    const Json *object, *draw, *resign;
    Status status = keys_child(keys, root, "adjudicate", JSON_OBJECT, &object);
    if (status != STATUS_OK || object == NULL) {
        return status;
    }
    const NeededKey draw_keys[] = {
        {"from_ply", 0, GAME_PLY_MAX, &out->draw_from_ply},
        {"plies", 1, GAME_PLY_MAX, &out->draw_plies},
        {"score_cp", 0, SCORE_MAX_CP - 1, &out->draw_score_cp},
    };
    const NeededKey resign_keys[] = {
        {"plies", 1, GAME_PLY_MAX, &out->resign_plies},
        {"score_cp", 1, SCORE_MAX_CP, &out->resign_score_cp},
    };
    status = json_only_keys(root, object, KEYS, keys->file, keys->problem);
    if (status == STATUS_OK) {
        status = keys_integer(keys, object, "max_plies", 0, GAME_PLY_MAX, &out->max_plies);
    }
    if (status == STATUS_OK) {
        status = keys_child(keys, object, "draw", JSON_OBJECT, &draw);
    }
    if (status == STATUS_OK && draw != NULL) {
        out->draw = true;
        status = read_needed(keys, draw, draw_keys, 3);
    }
    if (status == STATUS_OK) {
        status = keys_child(keys, object, "resign", JSON_OBJECT, &resign);
    }
    if (status == STATUS_OK && resign != NULL) {
        out->resign = true;
        status = read_needed(keys, resign, resign_keys, 2);
    }
    return status;
}

// --- Variants and openings -------------------------------------------------------------------

static Status load_variants(const Keys *keys, const Json *root, Tournament *t)
{
    const char *path = NULL;
    Status status = keys_text(keys, root, "variant_path", &path);
    if (status != STATUS_OK || path == NULL) {
        return status;
    }
    resolve(t->folder, path, &t->variant_path);
    return variant_set_load(&t->set, t->variant_path, keys->problem);
}

static Status add_variant(const Keys *keys, const Json *node, StrView name, Tournament *t)
{
    const Variant *variant = variant_set_find(&t->set, name);
    if (variant == NULL) {
        return json_problem(keys->problem, STATUS_UNKNOWN, keys->file, keys->root, node,
                            "\"%.*s\" is no known variant", STRVIEW_ARG(name));
    }
    for (int i = 0; i < t->variant_nb; i++) {
        if (t->variants[i] == variant) {
            return json_problem(keys->problem, STATUS_CONFLICT, keys->file, keys->root, node,
                                "\"%.*s\" is the same as variants[%d]", STRVIEW_ARG(name), i);
        }
    }
    t->variants[t->variant_nb++] = variant;
    return STATUS_OK;
}

static Status read_variants(const Keys *keys, const Json *root, Tournament *t)
{
    const Json *list;
    Status status = keys_child(keys, root, "variants", JSON_ARRAY, &list);
    if (status != STATUS_OK) {
        return status;
    }
    if (list == NULL) {
        return add_variant(keys, root, strview_from(VARIANT_DEFAULT), t);
    }
    if (json_count(list) == 0 || json_count(list) > TOURNAMENT_VARIANTS_MAX) {
        return fail(keys, STATUS_RANGE, list, "needs from 1 to 64 variants");
    }
    for (const Json *e = json_first(list); e != NULL && status == STATUS_OK; e = json_next(e)) {
        StrView name;
        if (!json_to_text(e, &name)) {
            return fail(keys, STATUS_SYNTAX, e, "must be a text");
        }
        status = add_variant(keys, e, name, t);
    }
    return status;
}

/// Reads one {"file", "order"} for the variant with this index.
static Status read_one_opening(const Keys *keys, const Json *object, int index, Tournament *t)
{
    static const char *const KEYS[] = {"file", "order", NULL};
    static const char *const ORDERS[] = {"sequential", "random", NULL};
    const char *file = NULL;
    int order = 0;
    if (json_kind(object) != JSON_OBJECT) {
        return fail(keys, STATUS_SYNTAX, object, "must be an object");
    }
    Status status = json_only_keys(keys->root, object, KEYS, keys->file, keys->problem);
    if (status == STATUS_OK) {
        status = keys_text(keys, object, "file", &file);
    }
    if (status == STATUS_OK) {
        status = keys_word(keys, object, "order", ORDERS, &order);
    }
    if (status != STATUS_OK) {
        return status;
    }
    if (file == NULL) {
        return fail(keys, STATUS_CONFLICT, object, "needs a file");
    }
    if (index < 0) {
        return STATUS_OK; // of a variant that is not played here
    }
    Openings *openings = &t->openings[index];
    resolve(t->folder, file, &openings->file);
    openings->random_order = order == 1;
    status = openings_read(t->variants[index], openings->file, openings, keys->problem);
    if (status == STATUS_OK && openings->random_order) {
        openings_shuffle(t->variants[index], t->seed, openings);
    }
    return status;
}

static int variant_index(const Tournament *t, const Variant *variant)
{
    int i = 0;
    while (i < t->variant_nb && t->variants[i] != variant) {
        i++;
    }
    return i < t->variant_nb ? i : -1;
}

/// One object for each variant: {"dara": {"file": ...}, ...}.
static Status read_opening_map(const Keys *keys, const Json *map, Tournament *t)
{
    Status status = STATUS_OK;
    for (const Json *m = json_first(map); m != NULL && status == STATUS_OK; m = json_next(m)) {
        const Variant *variant = variant_set_find(&t->set, strview_from(json_key(m)));
        if (variant == NULL) {
            return fail(keys, STATUS_UNKNOWN, m, "is no known variant");
        }
        int index = variant_index(t, variant);
        if (index >= 0 && t->openings[index].file != NULL) {
            return fail(keys, STATUS_CONFLICT, m, "names a variant that has openings already");
        }
        status = read_one_opening(keys, m, index, t);
    }
    return status;
}

static Status read_openings(const Keys *keys, const Json *root, Tournament *t)
{
    const Json *object;
    Status status = keys_child(keys, root, "openings", JSON_OBJECT, &object);
    if (status != STATUS_OK || object == NULL) {
        return status;
    }
    bool is_map = json_first(object) != NULL && json_member(object, "file") == NULL &&
                  json_member(object, "order") == NULL;
    if (is_map) {
        return read_opening_map(keys, object, t);
    }
    if (t->random_plies > 0) {
        return fail(keys, STATUS_CONFLICT, json_member(root, "random_plies"),
                    "contradicts openings, which are given for every variant");
    }
    for (int i = 0; i < t->variant_nb && status == STATUS_OK; i++) {
        status = read_one_opening(keys, object, i, t);
    }
    return status;
}

/// Random plies that always end the game are a slip of the file.
static Status check_random_plies(const Keys *keys, const Json *root, const Tournament *t)
{
    for (int i = 0; t->random_plies > 0 && i < t->variant_nb; i++) {
        Position position;
        if (t->openings[i].position_nb == 0 &&
            !openings_random(t->variants[i], t->seed, 0, t->random_plies, &position)) {
            return json_problem(keys->problem, STATUS_RANGE, keys->file, keys->root,
                                json_member(root, "random_plies"),
                                "%d random plies end a game of %s", t->random_plies,
                                t->variants[i]->name);
        }
    }
    return STATUS_OK;
}

// --- The whole file --------------------------------------------------------------------------

static Status read_engines(const Keys *keys, const Json *root, Tournament *t)
{
    const Json *list, *limit;
    EngineLimit fallback;
    Status status = keys_child(keys, root, "limit", JSON_OBJECT, &limit);
    if (status == STATUS_OK && limit != NULL) {
        status = limit_read(keys, limit, &fallback);
    }
    if (status == STATUS_OK) {
        status = keys_child(keys, root, "engines", JSON_ARRAY, &list);
    }
    if (status != STATUS_OK) {
        return status;
    }
    if (list == NULL) {
        return fail(keys, STATUS_CONFLICT, root, "needs engines");
    }
    return entries_read(keys, list, limit == NULL ? NULL : &fallback, t);
}

static void set_digest(const Json *root, Tournament *t)
{
    // Where records go and how many games run at once changes no game.
    static const char *const OMITTED[] = {"concurrency", "output", NULL};
    Json *sorted = keys_sorted_copy(root, OMITTED);
    StrBuf text;
    strbuf_init(&text);
    json_print(sorted, false, &text);
    t->digest = XXH3_64bits(text.data, text.size);
    t->json = strbuf_detach(&text);
    json_free(sorted);
}

static Status check_size(const Keys *keys, const Json *root, const Tournament *t)
{
    // In floating point: the product of all ranges does not fit into 64 bits.
    double pairings = t->format == FORMAT_GAUNTLET ? t->engine_nb - 1
                                                   : (double)t->engine_nb * (t->engine_nb - 1) / 2;
    double games = pairings * t->rounds * t->variant_nb * t->games_per_pairing;
    if (games > TOURNAMENT_GAMES_MAX) {
        return json_problem(keys->problem, STATUS_LIMIT, keys->file, keys->root, root,
                            "%.0f games: more than %d", games, TOURNAMENT_GAMES_MAX);
    }
    return STATUS_OK;
}

static Status read_all(const Keys *keys, const Json *root, const char *output, Tournament *t)
{
    static const char *const KEYS[] = {"name",       "format",
                                       "variants",   "variant_path",
                                       "rounds",     "games_per_pairing",
                                       "seed",       "concurrency",
                                       "output",     "engines",
                                       "limit",      "openings",
                                       "deadlines",  "random_plies",
                                       "adjudicate", NULL};
    if (json_kind(root) != JSON_OBJECT) {
        return fail(keys, STATUS_SYNTAX, root, "must be an object");
    }
    Status status = json_only_keys(root, root, KEYS, keys->file, keys->problem);
    static Status (*const READERS[])(const Keys *, const Json *, Tournament *) = {
        read_name, read_numbers, load_variants, read_variants, read_openings, read_engines};
    for (size_t i = 0; i < sizeof READERS / sizeof READERS[0] && status == STATUS_OK; i++) {
        status = READERS[i](keys, root, t);
    }
    if (status == STATUS_OK) {
        status = read_output(keys, root, output, t);
    }
    if (status == STATUS_OK) {
        status = read_deadlines(keys, root, &t->deadlines);
    }
    if (status == STATUS_OK) {
        status = read_adjudication(keys, root, &t->adjudication);
    }
    if (status == STATUS_OK) {
        status = check_random_plies(keys, root, t);
    }
    if (status == STATUS_OK) {
        status = check_size(keys, root, t);
    }
    if (status == STATUS_OK) {
        set_digest(root, t);
    }
    return status;
}

Status tournament_load(const char *path, const char *output, Tournament **out, Problem *problem)
{
    StrBuf text;
    Json *root = NULL;
    *out = NULL;
    strbuf_init(&text);
    Status status = file_read(path, FILE_SIZE_MAX, &text, problem);
    if (status == STATUS_OK) {
        status = json_parse(strbuf_view(&text), path, &root, problem);
    }
    strbuf_release(&text);
    if (status != STATUS_OK) {
        return status;
    }
    Tournament *t = memory_new(1, sizeof *t);
    variant_set_init(&t->set);
    Keys keys = {path, root, problem};
    status = find_folder(path, &t->folder, problem);
    if (status == STATUS_OK) {
        status = read_all(&keys, root, output, t);
    }
    json_free(root);
    if (status != STATUS_OK) {
        tournament_free(t);
        return status;
    }
    *out = t;
    return STATUS_OK;
}

void tournament_free(Tournament *t)
{
    if (t == NULL) {
        return;
    }
    entries_release(t);
    for (int i = 0; i < t->variant_nb; i++) {
        openings_release(&t->openings[i]);
        free(t->openings[i].file);
    }
    free(t->name);
    free(t->folder);
    free(t->output);
    free(t->json);
    free(t->variant_path);
    variant_set_release(&t->set);
    free(t);
}
