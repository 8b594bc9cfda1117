// SPDX-License-Identifier: MIT
#include "arbiter/entries.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "arbiter/limit.h"
#include "protocol/base/file.h"
#include "protocol/base/memory.h"
#include "protocol/transport/child_program.h"

#define ARGUMENTS_MAX 4096 // of one command
#define OPTIONS_MAX 4096   // of one engine

// --- Programs --------------------------------------------------------------------------------

/// Programs are started from other folders: their paths must not depend on ours.
static char *make_absolute(char *path)
{
    if (path[0] == '/') {
        return path;
    }
    char *here = getcwd(NULL, 0);
    StrBuf whole;
    strbuf_init(&whole);
    file_join(here == NULL ? "." : here, path, &whole);
    free(here);
    free(path);
    return strbuf_detach(&whole);
}

char *entries_find_program(const char *name, const char *folder)
{
    StrBuf path;
    strbuf_init(&path);
    if (strchr(name, '/') != NULL) {
        file_join(folder, name, &path);
        return strbuf_detach(&path);
    }
    if (child_find_program(name, folder, &path, NULL) != STATUS_OK) {
        file_join(folder, name, &path);
        if (child_program_check(path.data, NULL) != STATUS_OK) {
            strbuf_release(&path);
            return memory_copy_text(name);
        }
    }
    return make_absolute(strbuf_detach(&path));
}

// --- One engine ------------------------------------------------------------------------------

static Status read_command(const Keys *keys, const Json *object, const char *folder,
                           EngineEntry *entry)
{
    const Json *list;
    Status status = keys_child(keys, object, "command", JSON_ARRAY, &list);
    if (status != STATUS_OK) {
        return status;
    }
    if (list == NULL || json_count(list) == 0) {
        return keys_problem(keys, STATUS_CONFLICT, list == NULL ? object : list,
                            "needs a command: [\"PROGRAM\", \"ARGUMENT\", ...]");
    }
    if (json_count(list) > ARGUMENTS_MAX) {
        return keys_problem(keys, STATUS_LIMIT, list, "more than 4096 arguments");
    }
    entry->command = memory_new(json_count(list) + 1, sizeof *entry->command);
    int nb = 0;
    for (const Json *e = json_first(list); e != NULL; e = json_next(e)) {
        StrView text;
        if (!json_to_text(e, &text) || (nb == 0 && text.size == 0)) {
            return keys_problem(keys, STATUS_SYNTAX, e, "must be a text");
        }
        entry->command[nb++] = memory_copy_text(text.data);
    }
    entry->program = entries_find_program(entry->command[0], folder);
    return STATUS_OK;
}

/// The value as it is sent, in `*out` (the caller's); NULL for a button.
static Status read_option_value(const Keys *keys, const Json *node, char **out)
{
    StrView text;
    bool flag;
    int64_t number;
    char digits[32];
    *out = NULL;
    if (json_kind(node) == JSON_NULL) {
        return STATUS_OK;
    }
    if (json_to_text(node, &text)) {
        *out = memory_copy_text(text.data);
        return keys_check_line(keys, node, text.data);
    }
    if (json_to_bool(node, &flag)) {
        *out = memory_copy_text(flag ? "true" : "false");
        return STATUS_OK;
    }
    if (json_to_int64(node, &number)) {
        snprintf(digits, sizeof digits, "%" PRId64, number);
        *out = memory_copy_text(digits);
        return STATUS_OK;
    }
    return keys_problem(keys, STATUS_SYNTAX, node,
                        "must be a text, a whole number, true, false, or null for a button");
}

static Status check_option_name(const Keys *keys, const Json *node, const EngineEntry *entry)
{
    const char *name = json_key(node);
    Status status = keys_check_name(keys, node, name);
    if (status != STATUS_OK) {
        return status;
    }
    if (strview_is_nocase(strview_from(name), "UCI_Variant")) {
        return keys_problem(keys, STATUS_CONFLICT, node, "is set by the arbiter for each game");
    }
    for (int i = 0; i < entry->option_nb; i++) {
        if (strview_is_nocase(strview_from(name), entry->options[i].name)) {
            return keys_problem(keys, STATUS_CONFLICT, node,
                                "is given twice (letter case does not count)");
        }
    }
    return STATUS_OK;
}

static Status read_options(const Keys *keys, const Json *object, EngineEntry *entry)
{
    const Json *options;
    Status status = keys_child(keys, object, "options", JSON_OBJECT, &options);
    if (status != STATUS_OK || options == NULL) {
        return status;
    }
    if (json_count(options) > OPTIONS_MAX) {
        return keys_problem(keys, STATUS_LIMIT, options, "more than 4096 options");
    }
    entry->options = memory_new(json_count(options) + 1, sizeof *entry->options);
    for (const Json *m = json_first(options); m != NULL; m = json_next(m)) {
        status = check_option_name(keys, m, entry);
        if (status != STATUS_OK) {
            return status;
        }
        EngineOption *option = &entry->options[entry->option_nb++];
        option->name = memory_copy_text(json_key(m));
        status = read_option_value(keys, m, &option->value);
        if (status != STATUS_OK) {
            return status;
        }
    }
    return STATUS_OK;
}

/// The bit of a variant among those of the tournament; 0 when it is not played there.
static uint64_t variant_bit(const Tournament *t, const Variant *variant)
{
    for (int i = 0; i < t->variant_nb; i++) {
        if (t->variants[i] == variant) {
            return (uint64_t)1 << i;
        }
    }
    return 0;
}

static Status read_variants(const Keys *keys, const Json *object, const Tournament *t,
                            EngineEntry *entry)
{
    const Json *list;
    Status status = keys_child(keys, object, "variants", JSON_ARRAY, &list);
    if (status != STATUS_OK) {
        return status;
    }
    if (list == NULL) {
        entry->variants = variant_bit(t, variant_set_find(&t->set, strview_from(VARIANT_DEFAULT)));
        return STATUS_OK;
    }
    for (const Json *e = json_first(list); e != NULL; e = json_next(e)) {
        StrView name;
        const Variant *variant = json_to_text(e, &name) ? variant_set_find(&t->set, name) : NULL;
        if (variant == NULL) {
            return keys_problem(keys, STATUS_UNKNOWN, e, "is no known variant");
        }
        entry->variants |= variant_bit(t, variant);
    }
    return STATUS_OK;
}

static Status read_folder(const Keys *keys, const Json *object, const char *base,
                          EngineEntry *entry)
{
    const char *text = NULL;
    Status status = keys_text(keys, object, "folder", &text);
    if (status != STATUS_OK || text == NULL) {
        return status;
    }
    StrBuf path;
    strbuf_init(&path);
    file_join(base, text, &path);
    entry->folder = strbuf_detach(&path);
    struct stat info;
    if (stat(entry->folder, &info) != 0 || !S_ISDIR(info.st_mode)) {
        return json_problem(keys->problem, STATUS_IO, keys->file, keys->root,
                            json_member(object, "folder"), "%s is no folder", entry->folder);
    }
    return STATUS_OK;
}

static Status read_limit(const Keys *keys, const Json *object, const EngineLimit *fallback,
                         EngineEntry *entry)
{
    const Json *limit;
    Status status = keys_child(keys, object, "limit", JSON_OBJECT, &limit);
    if (status != STATUS_OK) {
        return status;
    }
    if (limit != NULL) {
        return limit_read(keys, limit, &entry->limit);
    }
    if (fallback == NULL) {
        return keys_problem(keys, STATUS_CONFLICT, object,
                            "needs a limit, here or beside engines for all");
    }
    entry->limit = *fallback;
    return STATUS_OK;
}

static Status read_name(const Keys *keys, const Json *object, const Tournament *t,
                        EngineEntry *entry)
{
    const Json *node = json_member(object, "name");
    const char *name = NULL;
    Status status = keys_text(keys, object, "name", &name);
    if (status != STATUS_OK) {
        return status;
    }
    if (name == NULL) {
        return keys_problem(keys, STATUS_CONFLICT, object, "needs a name");
    }
    if ((status = keys_check_name(keys, node, name)) != STATUS_OK) {
        return status;
    }
    for (int i = 0; i < t->engine_nb; i++) {
        if (strcmp(t->engines[i].name, name) == 0) {
            return json_problem(keys->problem, STATUS_CONFLICT, keys->file, keys->root, node,
                                "\"%s\" is the name of engines[%d] already", name, i);
        }
    }
    entry->name = memory_copy_text(name);
    return STATUS_OK;
}

static Status read_entry(const Keys *keys, const Json *object, const EngineLimit *fallback,
                         const Tournament *t, EngineEntry *entry)
{
    static const char *const KEYS[] = {"name",  "command",  "folder", "options",
                                       "limit", "variants", NULL};
    if (json_kind(object) != JSON_OBJECT) {
        return keys_problem(keys, STATUS_SYNTAX, object, "must be an object");
    }
    Status status = json_only_keys(keys->root, object, KEYS, keys->file, keys->problem);
    if (status == STATUS_OK) {
        status = read_name(keys, object, t, entry);
    }
    if (status == STATUS_OK) {
        status = read_command(keys, object, t->folder, entry);
    }
    if (status == STATUS_OK) {
        status = read_folder(keys, object, t->folder, entry);
    }
    if (status == STATUS_OK) {
        status = read_options(keys, object, entry);
    }
    if (status == STATUS_OK) {
        status = read_limit(keys, object, fallback, entry);
    }
    if (status == STATUS_OK) {
        status = read_variants(keys, object, t, entry);
    }
    return status;
}

static void release_entry(EngineEntry *entry)
{
    free(entry->name);
    for (int i = 0; entry->command != NULL && entry->command[i] != NULL; i++) {
        free(entry->command[i]);
    }
    free(entry->command);
    free(entry->program);
    free(entry->folder);
    for (int i = 0; i < entry->option_nb; i++) {
        free(entry->options[i].name);
        free(entry->options[i].value);
    }
    free(entry->options);
}

// --- All engines -----------------------------------------------------------------------------

Status entries_read(const Keys *keys, const Json *list, const EngineLimit *fallback, Tournament *t)
{
    size_t nb = json_count(list);
    if (nb < 2 || nb > TOURNAMENT_ENGINES_MAX) {
        return keys_problem(keys, STATUS_RANGE, list, "needs from 2 to 256 engines");
    }
    t->engines = memory_new(nb, sizeof *t->engines);
    for (const Json *e = json_first(list); e != NULL; e = json_next(e)) {
        EngineEntry entry = {0};
        Status status = read_entry(keys, e, fallback, t, &entry);
        if (status != STATUS_OK) {
            release_entry(&entry);
            return status;
        }
        t->engines[t->engine_nb++] = entry;
    }
    return STATUS_OK;
}

void entries_release(Tournament *t)
{
    for (int i = 0; i < t->engine_nb; i++) {
        release_entry(&t->engines[i]);
    }
    free(t->engines);
    t->engines = NULL;
    t->engine_nb = 0;
}
