// SPDX-License-Identifier: MIT
#include "protocol/rules/variant_set.h"

#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "protocol/base/file.h"
#include "protocol/base/memory.h"
#include "protocol/rules/variant_json.h"
#include "protocol/rules/variants_embedded.h"

/// Variants read from files but not yet in the set, with the file that each came from.
typedef struct Batch {
    Variant *items[VARIANT_SET_MAX];
    char *files[VARIANT_SET_MAX];
    int nb;
} Batch;

static int index_of(const VariantSet *set, StrView name)
{
    for (int i = 0; i < set->nb; i++) {
        if (strview_is_nocase(name, set->items[i]->name)) {
            return i;
        }
    }
    return -1;
}

static bool has_alias(const Variant *v, StrView name)
{
    for (int i = 0; i < v->alias_nb; i++) {
        if (strview_is_nocase(name, v->aliases[i])) {
            return true;
        }
    }
    return false;
}

static void add(Variant ***items, int *nb, Variant *v)
{
    *items = memory_resize(*items, (size_t)*nb + 1, sizeof(**items));
    (*items)[(*nb)++] = v;
}

void variant_set_init(VariantSet *set)
{
    *set = (VariantSet){0};
    for (int i = 0; i < VARIANTS_EMBEDDED_NB; i++) {
        const EmbeddedFile *file = &VARIANTS_EMBEDDED[i];
        StrView text = {(const char *)file->data, file->size};
        Variant *v;
        Problem problem;
        Status status = variant_json_read(text, file->name, &v, &problem);
        assert(status == STATUS_OK);
        (void)status;
        add(&set->items, &set->nb, v);
    }
}

void variant_set_release(VariantSet *set)
{
    for (int i = 0; i < set->nb; i++) {
        variant_free(set->items[i]);
    }
    for (int i = 0; i < set->retired_nb; i++) {
        variant_free(set->retired[i]);
    }
    free(set->items);
    free(set->retired);
    *set = (VariantSet){0};
}

const Variant *variant_set_find(const VariantSet *set, StrView name)
{
    int index = index_of(set, name);
    if (index >= 0) {
        return set->items[index];
    }
    for (int i = 0; i < set->nb; i++) {
        if (has_alias(set->items[i], name)) {
            return set->items[i];
        }
    }
    return NULL;
}

// --- Loading ----------------------------------------------------------------------------------

static void batch_release(Batch *batch)
{
    for (int i = 0; i < batch->nb; i++) {
        variant_free(batch->items[i]);
        free(batch->files[i]);
    }
    free(batch);
}

static Status batch_read(Batch *batch, const char *path, Problem *problem)
{
    StrBuf text;
    if (batch->nb == VARIANT_SET_MAX) {
        return problem_set(problem, STATUS_LIMIT, "%s: more than %d variants", path,
                           VARIANT_SET_MAX);
    }
    strbuf_init(&text);
    Status status = file_read(path, VARIANT_FILE_MAX, &text, problem);
    if (status == STATUS_OK) {
        status = variant_json_read(strbuf_view(&text), path, &batch->items[batch->nb], problem);
    }
    strbuf_release(&text);
    if (status == STATUS_OK) {
        batch->files[batch->nb++] = memory_copy_text(path);
    }
    return status;
}

static int is_variant_file(const struct dirent *entry)
{
    const char *dot = strrchr(entry->d_name, '.');
    return dot != NULL && dot != entry->d_name && strcmp(dot, ".json") == 0;
}

static int compare_names(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

static Status batch_read_folder(Batch *batch, const char *folder, Problem *problem)
{
    struct dirent **entries;
    int nb = scandir(folder, &entries, is_variant_file, compare_names);
    if (nb < 0) {
        return problem_set(problem, STATUS_IO, "%s: %s", folder, strerror(errno));
    }
    Status status = STATUS_OK;
    for (int i = 0; i < nb; i++) {
        StrBuf path;
        strbuf_init(&path);
        file_join(folder, entries[i]->d_name, &path);
        if (status == STATUS_OK) {
            status = batch_read(batch, path.data, problem);
        }
        strbuf_release(&path);
        free(entries[i]);
    }
    free(entries);
    if (status == STATUS_OK && nb == 0) {
        status = problem_set(problem, STATUS_UNKNOWN, "%s: no *.json file in this folder", folder);
    }
    return status;
}

/// Is `alias` of batch->items[owner] the name or alias of another variant that will be in the set?
static const Variant *rival_of(const VariantSet *set, const Batch *batch, int owner,
                               const char *alias)
{
    StrView text = strview_from(alias);
    for (int i = 0; i < batch->nb; i++) {
        if (i != owner &&
            (strview_is_nocase(text, batch->items[i]->name) || has_alias(batch->items[i], text))) {
            return batch->items[i];
        }
    }
    for (int i = 0; i < set->nb; i++) {
        bool is_replaced = false;
        for (int k = 0; k < batch->nb; k++) {
            is_replaced |= strcmp(batch->items[k]->name, set->items[i]->name) == 0;
        }
        if (!is_replaced &&
            (strview_is_nocase(text, set->items[i]->name) || has_alias(set->items[i], text))) {
            return set->items[i];
        }
    }
    return NULL;
}

static Status batch_check(const VariantSet *set, const Batch *batch, Problem *problem)
{
    int added = 0;
    for (int i = 0; i < batch->nb; i++) {
        const Variant *v = batch->items[i];
        for (int k = 0; k < i; k++) {
            if (strcmp(batch->items[k]->name, v->name) == 0) {
                return problem_set(problem, STATUS_CONFLICT,
                                   "%s: name: \"%s\" is the name in %s too", batch->files[i],
                                   v->name, batch->files[k]);
            }
        }
        for (int k = 0; k < v->alias_nb; k++) {
            const Variant *rival = rival_of(set, batch, i, v->aliases[k]);
            if (rival != NULL) {
                return problem_set(problem, STATUS_CONFLICT,
                                   "%s: aliases[%d]: \"%s\" already means %s", batch->files[i], k,
                                   v->aliases[k], rival->name);
            }
        }
        added += index_of(set, strview_from(v->name)) < 0;
    }
    if (set->nb + added > VARIANT_SET_MAX) {
        return problem_set(problem, STATUS_LIMIT, "%s: more than %d variants", batch->files[0],
                           VARIANT_SET_MAX);
    }
    return STATUS_OK;
}

/// Moves the variants of the batch into the set.
static void batch_commit(Batch *batch, VariantSet *set)
{
    for (int i = 0; i < batch->nb; i++) {
        int index = index_of(set, strview_from(batch->items[i]->name));
        if (index >= 0) {
            add(&set->retired, &set->retired_nb, set->items[index]);
            set->items[index] = batch->items[i];
        } else {
            add(&set->items, &set->nb, batch->items[i]);
        }
        free(batch->files[i]);
    }
    batch->nb = 0;
}

Status variant_set_load(VariantSet *set, const char *path, Problem *problem)
{
    struct stat info;
    if (stat(path, &info) != 0) {
        return problem_set(problem, STATUS_IO, "%s: %s", path, strerror(errno));
    }
    Batch *batch = memory_new(1, sizeof(*batch));
    Status status = S_ISDIR(info.st_mode) ? batch_read_folder(batch, path, problem)
                                          : batch_read(batch, path, problem);
    if (status == STATUS_OK) {
        status = batch_check(set, batch, problem);
    }
    if (status == STATUS_OK) {
        batch_commit(batch, set);
    }
    batch_release(batch);
    return status;
}
