// SPDX-License-Identifier: MIT
#include "arbiter/keys.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "protocol/base/memory.h"

Status keys_problem(const Keys *keys, Status status, const Json *node, const char *text)
{
    return json_problem(keys->problem, status, keys->file, keys->root, node, "%s", text);
}

Status keys_integer(const Keys *keys, const Json *object, const char *key, int64_t min, int64_t max,
                    int64_t *out)
{
    const Json *node = json_member(object, key);
    int64_t value;
    if (node == NULL) {
        return STATUS_OK;
    }
    if (!json_to_int64(node, &value)) {
        return keys_problem(keys, STATUS_SYNTAX, node, "must be a whole number");
    }
    if (value < min || value > max) {
        return json_problem(keys->problem, STATUS_RANGE, keys->file, keys->root, node,
                            "%" PRId64 " is not from %" PRId64 " to %" PRId64, value, min, max);
    }
    *out = value;
    return STATUS_OK;
}

Status keys_int(const Keys *keys, const Json *object, const char *key, int min, int max, int *out)
{
    int64_t value = *out;
    Status status = keys_integer(keys, object, key, min, max, &value);
    *out = (int)value;
    return status;
}

Status keys_text(const Keys *keys, const Json *object, const char *key, const char **out)
{
    const Json *node = json_member(object, key);
    StrView text;
    if (node == NULL) {
        return STATUS_OK;
    }
    if (!json_to_text(node, &text) || text.size == 0) {
        return keys_problem(keys, STATUS_SYNTAX, node, "must be a text that is not empty");
    }
    *out = text.data;
    return STATUS_OK;
}

Status keys_word(const Keys *keys, const Json *object, const char *key, const char *const words[],
                 int *out)
{
    const char *text = NULL;
    Status status = keys_text(keys, object, key, &text);
    if (status != STATUS_OK || text == NULL) {
        return status;
    }
    StrBuf list;
    strbuf_init(&list);
    for (int i = 0; words[i] != NULL; i++) {
        if (strcmp(words[i], text) == 0) {
            *out = i;
            strbuf_release(&list);
            return STATUS_OK;
        }
        strbuf_appendf(&list, "%s\"%s\"", i == 0 ? "" : ", ", words[i]);
    }
    status = json_problem(keys->problem, STATUS_UNKNOWN, keys->file, keys->root,
                          json_member(object, key), "\"%s\" is none of %s", text, list.data);
    strbuf_release(&list);
    return status;
}

Status keys_child(const Keys *keys, const Json *object, const char *key, JsonKind kind,
                  const Json **out)
{
    const Json *node = json_member(object, key);
    *out = NULL;
    if (node == NULL) {
        return STATUS_OK;
    }
    if (json_kind(node) != kind) {
        return keys_problem(keys, STATUS_SYNTAX, node,
                            kind == JSON_OBJECT ? "must be an object" : "must be a list");
    }
    *out = node;
    return STATUS_OK;
}

/// Control characters of ASCII, and those of Latin 1 as UTF-8 writes them.
static bool has_control(const char *text)
{
    for (const unsigned char *c = (const unsigned char *)text; *c != '\0'; c++) {
        if (*c < 32 || *c == 127 || (*c == 0xC2 && c[1] >= 0x80 && c[1] < 0xA0)) {
            return true;
        }
    }
    return false;
}

Status keys_check_line(const Keys *keys, const Json *node, const char *text)
{
    if (has_control(text)) {
        return keys_problem(keys, STATUS_SYNTAX, node, "must hold no control characters");
    }
    return STATUS_OK;
}

Status keys_check_name(const Keys *keys, const Json *node, const char *text)
{
    size_t size = strlen(text);
    if (size == 0) {
        return keys_problem(keys, STATUS_SYNTAX, node, "must be a text that is not empty");
    }
    if (size > KEYS_NAME_MAX) {
        return keys_problem(keys, STATUS_LIMIT, node, "longer than 200 bytes");
    }
    if (text[0] == ' ' || text[size - 1] == ' ') {
        return keys_problem(keys, STATUS_SYNTAX, node, "must not begin or end with a blank");
    }
    return keys_check_line(keys, node, text);
}

static int compare_keys(const void *a, const void *b)
{
    const Json *const *left = a;
    const Json *const *right = b;
    return strcmp(json_key(*left), json_key(*right));
}

static bool is_listed(const char *key, const char *const list[])
{
    for (int i = 0; list != NULL && list[i] != NULL; i++) {
        if (strcmp(key, list[i]) == 0) {
            return true;
        }
    }
    return false;
}

static Json *copy_object(const Json *object, const char *const omitted[])
{
    size_t nb = 0;
    const Json **members = memory_new(json_count(object) + 1, sizeof *members);
    for (const Json *m = json_first(object); m != NULL; m = json_next(m)) {
        members[nb++] = m;
    }
    qsort(members, nb, sizeof *members, compare_keys);
    Json *copy = json_new_object();
    for (size_t i = 0; i < nb; i++) {
        if (!is_listed(json_key(members[i]), omitted)) {
            json_set(copy, json_key(members[i]), keys_sorted_copy(members[i], NULL));
        }
    }
    free(members);
    return copy;
}

Json *keys_sorted_copy(const Json *root, const char *const omitted[])
{
    bool flag = false;
    double number = 0;
    StrView text = {0};
    switch (json_kind(root)) {
    case JSON_OBJECT:
        return copy_object(root, omitted);
    case JSON_ARRAY: {
        Json *copy = json_new_array();
        for (const Json *e = json_first(root); e != NULL; e = json_next(e)) {
            json_append(copy, keys_sorted_copy(e, NULL));
        }
        return copy;
    }
    case JSON_BOOL:
        json_to_bool(root, &flag);
        return json_new_bool(flag);
    case JSON_NUMBER:
        json_to_double(root, &number);
        return json_new_number(number);
    case JSON_STRING:
        json_to_text(root, &text);
        return json_new_text(text);
    case JSON_NULL:
        break;
    }
    return json_new_null();
}

static bool same_leaf(const Json *a, const Json *b)
{
    StrBuf left, right;
    strbuf_init(&left);
    strbuf_init(&right);
    json_print(a, false, &left);
    json_print(b, false, &right);
    bool same = strview_equal(strbuf_view(&left), strbuf_view(&right));
    strbuf_release(&left);
    strbuf_release(&right);
    return same;
}

static void append_step(StrBuf *path, const Json *parent, const char *key, int index)
{
    if (json_kind(parent) == JSON_ARRAY) {
        strbuf_appendf(path, "[%d]", index);
    } else {
        strbuf_appendf(path, "%s%s", path->size == 0 ? "" : ".", key);
    }
}

/// Which of two members comes first; the one that is alone is the difference.
static const char *first_key(const Json *a, const Json *b)
{
    if (a == NULL || (b != NULL && strcmp(json_key(b), json_key(a)) < 0)) {
        return json_key(b);
    }
    return json_key(a);
}

bool keys_find_difference(const Json *a, const Json *b, StrBuf *path)
{
    JsonKind kind = json_kind(a);
    if (kind != json_kind(b) || (kind != JSON_OBJECT && kind != JSON_ARRAY)) {
        return kind != json_kind(b) || !same_leaf(a, b);
    }
    const Json *x = json_first(a);
    const Json *y = json_first(b);
    for (int i = 0; x != NULL || y != NULL; i++) {
        const char *key = kind == JSON_OBJECT ? first_key(x, y) : NULL;
        bool both =
            x != NULL && y != NULL && (key == NULL || strcmp(json_key(x), json_key(y)) == 0);
        size_t size = path->size;
        append_step(path, a, key, i);
        if (!both || keys_find_difference(x, y, path)) {
            return true;
        }
        strbuf_truncate(path, size);
        x = json_next(x);
        y = json_next(y);
    }
    return false;
}
