// SPDX-License-Identifier: MIT
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "protocol/base/file.h"
#include "protocol/base/json.h"
#include "protocol/base/memory.h"
#include "tests/reference/reference_tests.h"

/// The second implementation against positions, games and worked examples that were made elsewhere:
/// where two implementations agree both may be wrong.

#define PATH_MAX_HERE 512
#define DATA_MAX (1 << 24) // bytes

/// The variant read last; neighbours in the data are mostly of one variant.
typedef struct Loaded {
    char name[64];
    ReferenceVariant *v; // owned
} Loaded;

static const ReferenceVariant *load_variant(Loaded *loaded, const Json *entry)
{
    StrView name = {NULL, 0};
    CU_ASSERT_FATAL(json_to_text(json_member(entry, "variant"), &name));
    if (loaded->v == NULL) {
        loaded->v = memory_new(1, sizeof *loaded->v);
    }
    if (!strview_is(name, loaded->name)) {
        char path[PATH_MAX_HERE];
        snprintf(path, sizeof path, TEST_SOURCE "/protocol/rules/variants/%s.json", name.data);
        strview_copy(name, loaded->name, sizeof loaded->name);
        CU_ASSERT_FATAL(reference_tests_read(path, loaded->v));
    }
    return loaded->v;
}

static const char *text_of(const Json *entry, const char *key, const char *otherwise)
{
    StrView text = {NULL, 0};
    return json_to_text(json_member(entry, key), &text) ? text.data : otherwise;
}

/// The position of the entry, or the start where it has none; its text must come back.
static ReferencePosition position_of(const ReferenceVariant *v, const Json *entry)
{
    ReferencePosition pos = reference_start(v);
    const char *fen = text_of(entry, "fen", NULL);
    if (fen != NULL) {
        CHECK(reference_set_up(v, fen, &pos), "%s", fen);
        StrBuf back;
        strbuf_init(&back);
        reference_fen(v, &pos, &back);
        CHECK(strcmp(back.data, fen) == 0, "%s instead of %s", back.data, fen);
        strbuf_release(&back);
    }
    return pos;
}

static void check_outcome(const ReferenceGame *game, const Json *entry, const char *what)
{
    static const char *const WORDS[][2] = {
        {"white", "1-0"}, {"black", "0-1"}, {"draw", "1/2-1/2"}, {"", "*"}};
    const char *wanted = text_of(entry, "result", "");
    for (size_t i = 0; i < sizeof WORDS / sizeof WORDS[0]; i++) {
        wanted = strcmp(wanted, WORDS[i][0]) == 0 ? WORDS[i][1] : wanted;
    }
    const char *reason = text_of(entry, "reason", "none");
    ReferenceOutcome outcome = reference_game_outcome(game);
    CHECK(strcmp(outcome.result, wanted) == 0 && strcmp(outcome.reason, reason) == 0,
          "%s: %s %s instead of %s %s", what, outcome.result, outcome.reason, wanted, reason);
}

static bool is_legal(const ReferenceMoves *moves, const Json *token)
{
    StrView text = {NULL, 0};
    CU_ASSERT_FATAL(json_to_text(token, &text));
    for (size_t i = 0; i < moves->nb; i++) {
        if (strview_is(text, moves->items[i].token)) {
            return true;
        }
    }
    return false;
}

/// Every move of the list must be legal, or none.
static size_t check_list(const ReferenceMoves *moves, const Json *entry, const char *key,
                         bool wanted)
{
    const Json *list = json_member(entry, key);
    size_t nb = 0;
    for (const Json *token = list == NULL ? NULL : json_first(list); token != NULL;
         token = json_next(token)) {
        nb++;
        CHECK(is_legal(moves, token) == wanted, "%s: %s", text_of(entry, "fen", ""), key);
    }
    return nb;
}

/// `key` holds all legal moves, or all that begin with the entry's `from`.
static void check_whole_list(const ReferenceMoves *moves, const Json *entry, const char *key)
{
    if (json_member(entry, key) == NULL) {
        return;
    }
    const char *from = text_of(entry, "from", "");
    size_t nb = 0;
    for (size_t i = 0; i < moves->nb; i++) {
        nb += strncmp(moves->items[i].token, from, strlen(from)) == 0;
    }
    size_t wanted = check_list(moves, entry, key, true);
    CHECK(nb == wanted, "%s: %zu moves, not %zu", text_of(entry, "fen", ""), nb, wanted);
}

static void check_entry(Loaded *loaded, const Json *entry)
{
    const ReferenceVariant *v = load_variant(loaded, entry);
    ReferencePosition first = position_of(v, entry);
    ReferenceMoves moves = {NULL, 0, 0};
    reference_legal(v, &first, &moves);
    check_whole_list(&moves, entry, "legal");
    check_whole_list(&moves, entry, "exactly");
    check_list(&moves, entry, "contains", true);
    check_list(&moves, entry, "excludes", false);
    reference_moves_release(&moves);

    ReferenceGame game;
    reference_game_init(&game, v, &first);
    const Json *played = json_member(entry, "moves");
    for (const Json *token = played == NULL ? NULL : json_first(played); token != NULL;
         token = json_next(token)) {
        StrView text = {NULL, 0};
        CU_ASSERT(json_to_text(token, &text));
        CHECK(reference_game_play(&game, text.data), "%s: %s is refused", loaded->name, text.data);
    }
    check_outcome(&game, entry, loaded->name);
    reference_game_release(&game);
}

/// Each line, or each element of one array, is an entry.
static void check_file(const char *path, bool has_lines, size_t wanted_nb)
{
    StrBuf text;
    strbuf_init(&text);
    CU_ASSERT_EQUAL(file_read(path, DATA_MAX, &text, NULL), STATUS_OK);
    Loaded loaded = {"", NULL};
    size_t nb = 0;
    for (StrView rest = strbuf_view(&text); rest.size > 0;) {
        const char *end = has_lines ? memchr(rest.data, '\n', rest.size) : NULL;
        size_t size = end == NULL ? rest.size : (size_t)(end - rest.data) + 1;
        Json *root = NULL;
        Problem problem = {0};
        Status status = json_parse((StrView){rest.data, size}, path, &root, &problem);
        CHECK(status == STATUS_OK, "%s", problem.text);
        const Json *entry = root != NULL && !has_lines ? json_first(root) : root;
        for (; entry != NULL; entry = json_next(entry), nb++) {
            check_entry(&loaded, entry);
        }
        json_free(root);
        rest = strview_skip(rest, size);
    }
    CHECK(nb == wanted_nb, "%s: %zu entries", path, nb);
    free(loaded.v);
    strbuf_release(&text);
}

static void positions(void)
{
    check_file(TEST_DATA "/oracle/positions.jsonl", true, 553);
}

static void games(void)
{
    check_file(TEST_DATA "/oracle/games.jsonl", true, 91);
}

static void worked_examples(void)
{
    check_file(TEST_DATA "/oracle/worked.json", false, 44);
}

const TestCase REFERENCE_ORACLE_CASES[] = {
    {"positions", positions},
    {"games", games},
    {"worked examples", worked_examples},
    {NULL, NULL},
};
