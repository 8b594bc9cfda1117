// SPDX-License-Identifier: MIT
#include "protocol/rules/variant_set.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "protocol/base/file.h"
#include "tests/protocol/rules/rules_help.h"
#include "tests/protocol/rules/rules_tests.h"

/// A folder of its own for one test, removed with the files that were written into it.
typedef struct Folder {
    char path[64];
    char *files[16]; // owned
    int file_nb;
} Folder;

static void folder_make(Folder *folder)
{
    strcpy(folder->path, "/tmp/merels_variants_XXXXXX");
    folder->file_nb = 0;
    const char *made = mkdtemp(folder->path);
    assert(made != NULL);
    (void)made;
}

/// Writes a built-in file with one edit under another name; returns its path.
static const char *folder_write(Folder *folder, const char *file, const char *base,
                                const char *from, const char *to)
{
    StrBuf text;
    StrBuf path;
    strbuf_init(&text);
    strbuf_init(&path);
    help_edited_text(base, from, to, &text);
    file_join(folder->path, file, &path);
    Status status = file_replace(path.data, strbuf_view(&text), NULL);
    assert(status == STATUS_OK);
    (void)status;
    strbuf_release(&text);
    folder->files[folder->file_nb] = strbuf_detach(&path);
    return folder->files[folder->file_nb++];
}

static void folder_remove(Folder *folder)
{
    for (int i = 0; i < folder->file_nb; i++) {
        unlink(folder->files[i]);
        free(folder->files[i]);
    }
    rmdir(folder->path);
}

static const Variant *find(const VariantSet *set, const char *name)
{
    return variant_set_find(set, strview_from(name));
}

static void every_promised_name(void)
{
    static const char *const NAMES[] = {"three_men_slide",
                                        "three_mens_morris",
                                        "nine_mens_morris",
                                        "nine_mens_morris_nofly",
                                        "dara",
                                        "tictactoe",
                                        "nine_holes",
                                        "tapatan",
                                        "luk_tsut_ki",
                                        "achi",
                                        "tant_fant",
                                        "shisima",
                                        "picaria9",
                                        "three_any",
                                        "pong_hau_ki",
                                        "five_mens_morris",
                                        "six_mens_morris",
                                        "six_mens_morris_fly",
                                        "seven_mens_morris",
                                        "eleven_mens_morris",
                                        "twelve_mens_morris",
                                        "morabaraba",
                                        "morabaraba_coertze",
                                        "lasker_morris",
                                        "dara_6x5",
                                        "dara_protected",
                                        "dara_niger",
                                        "achi_loss",
                                        "achi_draw",
                                        "achi3",
                                        "picaria9_nocentre",
                                        "tant_fant_diagonal",
                                        "three_slide_loss"};
    VariantSet set;
    variant_set_init(&set);
    CU_ASSERT_EQUAL(set.nb, sizeof(NAMES) / sizeof(NAMES[0]));
    for (size_t i = 0; i < sizeof(NAMES) / sizeof(NAMES[0]); i++) {
        const Variant *v = find(&set, NAMES[i]);
        CHECK(v != NULL && strcmp(v->name, NAMES[i]) == 0, "%s", NAMES[i]);
        CHECK(v != NULL && v->title[0] != '\0' && v->source[0] != '\0', "%s", NAMES[i]);
    }
    CU_ASSERT_PTR_NOT_NULL(find(&set, VARIANT_DEFAULT));
    variant_set_release(&set);
}

static void names_and_aliases(void)
{
    VariantSet set;
    variant_set_init(&set);
    CU_ASSERT_PTR_EQUAL(find(&set, "Nine_Mens_Morris"), find(&set, "nine_mens_morris"));
    CU_ASSERT_PTR_EQUAL(find(&set, "MERELS"), find(&set, "nine_mens_morris"));
    CU_ASSERT_PTR_EQUAL(find(&set, "les_pendus"), find(&set, "three_any"));
    CU_ASSERT_PTR_NULL(find(&set, "nine"));
    CU_ASSERT_PTR_NULL(find(&set, "nine_mens_morris_"));
    CU_ASSERT_PTR_NULL(find(&set, ""));
    for (int i = 0; i < set.nb; i++) {
        for (int k = 0; k < set.items[i]->alias_nb; k++) {
            CHECK(find(&set, set.items[i]->aliases[k]) == set.items[i], "%s",
                  set.items[i]->aliases[k]);
        }
    }
    variant_set_release(&set);
}

static void a_file_adds_or_replaces(void)
{
    VariantSet set;
    Folder folder;
    Problem problem = {0};
    variant_set_init(&set);
    folder_make(&folder);
    int before = set.nb;
    const char *path = folder_write(&folder, "mine.json", "tapatan", "\"tapatan\"", "\"mine\"");
    // Its aliases belong to the built-in game still.
    CU_ASSERT_EQUAL(variant_set_load(&set, path, &problem), STATUS_CONFLICT);
    CHECK(strstr(problem.text, "mine.json: aliases[0]: \"liu_tsi\" already means tapatan") != NULL,
          "%s", problem.text);
    CU_ASSERT_EQUAL(set.nb, before);
    path =
        folder_write(&folder, "slide.json", "three_men_slide", "\"three_men_slide\"", "\"mine\"");
    CU_ASSERT_EQUAL(variant_set_load(&set, path, &problem), STATUS_OK);
    CU_ASSERT_EQUAL(set.nb, before + 1);
    CU_ASSERT_EQUAL(find(&set, "mine")->digest, find(&set, "three_men_slide")->digest);
    const Variant *former = find(&set, "tapatan");
    path = folder_write(&folder, "tapatan.json", "tapatan", "\"no_move\": \"loss\"",
                        "\"no_move\": \"draw\"");
    CU_ASSERT_EQUAL(variant_set_load(&set, path, &problem), STATUS_OK);
    CU_ASSERT_EQUAL(set.nb, before + 1);
    CU_ASSERT_EQUAL(set.retired_nb, 1);
    CU_ASSERT_EQUAL(find(&set, "tapatan")->rules.no_move, STUCK_DRAW);
    CU_ASSERT_EQUAL(former->rules.no_move, STUCK_LOSS); // still valid
    CU_ASSERT_PTR_EQUAL(find(&set, "liu_tsi"), find(&set, "tapatan"));
    folder_remove(&folder);
    variant_set_release(&set);
}

static void a_folder_is_all_or_nothing(void)
{
    VariantSet set;
    Folder folder;
    Problem problem = {0};
    variant_set_init(&set);
    folder_make(&folder);
    int before = set.nb;
    CU_ASSERT_EQUAL(variant_set_load(&set, folder.path, &problem), STATUS_UNKNOWN);
    CHECK(strstr(problem.text, "no *.json file") != NULL, "%s", problem.text);
    folder_write(&folder, "a.json", "three_any", "\"three_any\",",
                 "\"one\", \"aliases\": [\"uno\"],");
    folder_write(&folder, "note.txt", "achi", "", "");
    CU_ASSERT_EQUAL(variant_set_load(&set, folder.path, &problem),
                    STATUS_CONFLICT); // two aliases keys
    unlink(folder.files[0]);
    folder_write(&folder, "a.json", "achi", "\"achi\"", "\"one\", \"aliases\": [\"uno\"]");
    folder_write(&folder, "b.json", "achi", "\"achi\"", "\"two\", \"aliases\": [\"uno\"]");
    CU_ASSERT_EQUAL(variant_set_load(&set, folder.path, &problem), STATUS_CONFLICT);
    CHECK(strstr(problem.text, "a.json: aliases[0]: \"uno\" already means two") != NULL, "%s",
          problem.text);
    folder_write(&folder, "b.json", "achi", "\"achi\"", "\"one\"");
    CU_ASSERT_EQUAL(variant_set_load(&set, folder.path, &problem), STATUS_CONFLICT);
    CHECK(strstr(problem.text, "b.json: name: \"one\" is the name in ") != NULL, "%s",
          problem.text);
    folder_write(&folder, "b.json", "achi", "\"achi\"", "\"two\", \"aliases\": [\"achi3\"]");
    CU_ASSERT_EQUAL(variant_set_load(&set, folder.path, &problem), STATUS_CONFLICT);
    CHECK(strstr(problem.text, "\"achi3\" already means achi3") != NULL, "%s", problem.text);
    folder_write(&folder, "b.json", "achi", "\"no_move\"", "\"no_moves\"");
    CU_ASSERT_EQUAL(variant_set_load(&set, folder.path, &problem), STATUS_UNKNOWN);
    CHECK(strstr(problem.text, "/b.json: no_moves: unknown key") != NULL, "%s", problem.text);
    CU_ASSERT_EQUAL(set.nb, before);
    CU_ASSERT_PTR_NULL(find(&set, "one"));
    folder_write(&folder, "b.json", "achi", "\"achi\"", "\"two\"");
    CU_ASSERT_EQUAL(variant_set_load(&set, folder.path, &problem), STATUS_OK);
    CU_ASSERT_EQUAL(set.nb, before + 2);
    CU_ASSERT_PTR_EQUAL(find(&set, "uno"), find(&set, "one"));
    folder_remove(&folder);
    variant_set_release(&set);
}

static void files_that_cannot_be_read(void)
{
    VariantSet set;
    Problem problem = {0};
    variant_set_init(&set);
    int before = set.nb;
    CU_ASSERT_EQUAL(variant_set_load(&set, "/nowhere/x.json", &problem), STATUS_IO);
    CHECK(strstr(problem.text, "/nowhere/x.json: ") == problem.text, "%s", problem.text);
    CU_ASSERT_EQUAL(variant_set_load(&set, "/dev/null", &problem), STATUS_IO);
    CU_ASSERT_EQUAL(variant_set_load(&set, "", &problem), STATUS_IO);
    CU_ASSERT_EQUAL(set.nb, before);
    variant_set_release(&set);
}

const TestCase VARIANT_SET_CASES[] = {
    {"every promised name", every_promised_name},
    {"names and aliases", names_and_aliases},
    {"a file adds or replaces", a_file_adds_or_replaces},
    {"a folder is all or nothing", a_folder_is_all_or_nothing},
    {"files that cannot be read", files_that_cannot_be_read},
    {NULL, NULL},
};
