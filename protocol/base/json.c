// SPDX-License-Identifier: MIT
#include "protocol/base/json.h"

#include <assert.h>
#include <cjson/cJSON.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "protocol/base/json_scan.h"
#include "protocol/base/memory.h"

#define INTEGER_MAX 9007199254740991.0 // 2^53 - 1: from 2^53 on doubles skip integers
#define PRINTED_MAX 999999999999999    // cJSON prints 15 digits
#define REASON_MAX 256                 // bytes of the reason in a problem

// Json is cJSON under another name; only these two functions know.
static const cJSON *inside(const Json *json)
{
    return (const cJSON *)json;
}

static Json *outside(cJSON *node)
{
    return (Json *)memory_checked(node);
}

// --- Reading --------------------------------------------------------------------------------

static int compare_keys(const void *a, const void *b)
{
    const cJSON *const *x = a;
    const cJSON *const *y = b;
    int order = strcmp((*x)->string, (*y)->string);
    return order != 0 ? order : (x > y) - (x < y);
}

/// A member whose key an earlier or later one of the same object also has; NULL when there is none.
static const cJSON *find_doubled_key(const cJSON *object)
{
    size_t count = json_count((const Json *)object);
    if (count < 2) {
        return NULL;
    }
    const cJSON **members = memory_new(count, sizeof *members);
    size_t i = 0;
    for (const cJSON *member = object->child; member != NULL; member = member->next) {
        members[i++] = member;
    }
    qsort(members, count, sizeof *members, compare_keys); // sorted: a file may be large
    const cJSON *doubled = NULL;
    for (i = 1; i < count && doubled == NULL; i++) {
        doubled = strcmp(members[i - 1]->string, members[i]->string) == 0 ? members[i] : NULL;
    }
    free(members);
    return doubled;
}

static const cJSON *find_doubled_key_below(const cJSON *node)
{
    const cJSON *doubled = cJSON_IsObject(node) ? find_doubled_key(node) : NULL;
    for (const cJSON *child = node->child; child != NULL && doubled == NULL; child = child->next) {
        doubled = find_doubled_key_below(child);
    }
    return doubled;
}

Status json_parse(StrView text, const char *file, Json **out, Problem *problem)
{
    *out = NULL;
    // cJSON is lenient; the scan has refused what it would let through, and knows line and column.
    Status status = json_scan(&text, JSON_DEPTH_MAX, file, problem);
    if (status != STATUS_OK) {
        return status;
    }
    cJSON *root = cJSON_ParseWithLength(text.data, text.size);
    if (root == NULL) {
        return problem_set(problem, STATUS_SYNTAX, "%s: cannot be read as JSON", file);
    }
    const cJSON *doubled = find_doubled_key_below(root);
    if (doubled != NULL) {
        status = json_problem(problem, STATUS_CONFLICT, file, (const Json *)root,
                              (const Json *)doubled, "this key is given twice");
        cJSON_Delete(root);
        return status;
    }
    *out = (Json *)root;
    return STATUS_OK;
}

void json_free(Json *json)
{
    cJSON_Delete((cJSON *)json);
}

JsonKind json_kind(const Json *json)
{
    switch (inside(json)->type & 0xff) {
    case cJSON_True:
    case cJSON_False:
        return JSON_BOOL;
    case cJSON_Number:
        return JSON_NUMBER;
    case cJSON_String:
        return JSON_STRING;
    case cJSON_Array:
        return JSON_ARRAY;
    case cJSON_Object:
        return JSON_OBJECT;
    default:
        return JSON_NULL;
    }
}

const Json *json_member(const Json *object, const char *key)
{
    if (object == NULL || json_kind(object) != JSON_OBJECT) {
        return NULL;
    }
    return (const Json *)cJSON_GetObjectItemCaseSensitive(inside(object), key);
}

const Json *json_first(const Json *parent)
{
    return (const Json *)inside(parent)->child;
}

const Json *json_next(const Json *element)
{
    return (const Json *)inside(element)->next;
}

const char *json_key(const Json *member)
{
    return inside(member)->string;
}

size_t json_count(const Json *parent)
{
    size_t count = 0;
    for (const cJSON *child = inside(parent)->child; child != NULL; child = child->next) {
        count++;
    }
    return count;
}

bool json_to_int64(const Json *json, int64_t *out)
{
    double value;
    if (!json_to_double(json, &value) || value < -INTEGER_MAX || value > INTEGER_MAX ||
        value != (double)(int64_t)value) {
        return false;
    }
    *out = (int64_t)value;
    return true;
}

bool json_to_double(const Json *json, double *out)
{
    if (json == NULL || json_kind(json) != JSON_NUMBER) {
        return false;
    }
    *out = inside(json)->valuedouble;
    return true;
}

bool json_to_bool(const Json *json, bool *out)
{
    if (json == NULL || json_kind(json) != JSON_BOOL) {
        return false;
    }
    *out = cJSON_IsTrue(inside(json)) != 0;
    return true;
}

bool json_to_text(const Json *json, StrView *out)
{
    if (json == NULL || json_kind(json) != JSON_STRING) {
        return false;
    }
    *out = strview_from(inside(json)->valuestring);
    return true;
}

// --- Problems -------------------------------------------------------------------------------

/// Appends the step from a parent to its child: ".key", "[3]", or ["odd key"] in quotes.
static void append_step(StrBuf *path, const cJSON *parent, const cJSON *child, size_t index)
{
    if (!cJSON_IsObject(parent)) {
        strbuf_appendf(path, "[%zu]", index);
        return;
    }
    const char *key = child->string;
    const char *plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";
    if (key[0] == '\0' || key[strspn(key, plain)] != '\0') {
        strbuf_appendf(path, "[\"%s\"]", key);
    } else {
        strbuf_appendf(path, "%s%s", path->size > 0 ? "." : "", key);
    }
}

/// Appends the way from `parent` down to `node`; false, with `path` as before, when it is not
/// below.
static bool append_path(StrBuf *path, const cJSON *parent, const cJSON *node)
{
    if (parent == node) {
        return true;
    }
    size_t size = path->size;
    size_t index = 0;
    for (const cJSON *child = parent->child; child != NULL; child = child->next) {
        append_step(path, parent, child, index++);
        if (append_path(path, child, node)) {
            return true;
        }
        strbuf_truncate(path, size);
    }
    return false;
}

Status json_problem(Problem *problem, Status status, const char *file, const Json *root,
                    const Json *node, const char *format, ...)
{
    char reason[REASON_MAX];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(reason, sizeof reason, format, arguments);
    va_end(arguments);
    StrBuf path;
    strbuf_init(&path);
    bool found = append_path(&path, inside(root), inside(node));
    assert(found);
    (void)found;
    problem_set(problem, status, "%s: %s: %s", file, path.size > 0 ? path.data : "(top)", reason);
    strbuf_release(&path);
    return status;
}

static bool is_among(const char *key, const char *const keys[])
{
    for (size_t i = 0; keys[i] != NULL; i++) {
        if (strcmp(key, keys[i]) == 0) {
            return true;
        }
    }
    return false;
}

Status json_only_keys(const Json *root, const Json *object, const char *const keys[],
                      const char *file, Problem *problem)
{
    for (const Json *member = json_first(object); member != NULL; member = json_next(member)) {
        if (!is_among(json_key(member), keys)) {
            return json_problem(problem, STATUS_UNKNOWN, file, root, member, "unknown key");
        }
    }
    return STATUS_OK;
}

// --- Building and writing --------------------------------------------------------------------

Json *json_new_object(void)
{
    return outside(cJSON_CreateObject());
}

Json *json_new_array(void)
{
    return outside(cJSON_CreateArray());
}

Json *json_new_null(void)
{
    return outside(cJSON_CreateNull());
}

Json *json_new_bool(bool value)
{
    return outside(cJSON_CreateBool(value));
}

Json *json_new_number(double value)
{
    return isfinite(value) ? outside(cJSON_CreateNumber(value)) : json_new_null();
}

Json *json_new_integer(int64_t value)
{
    if (value >= -PRINTED_MAX && value <= PRINTED_MAX) {
        return json_new_number((double)value);
    }
    char text[24];
    snprintf(text, sizeof text, "%lld", (long long)value);
    return json_new_text(strview_from(text));
}

Json *json_new_text(StrView text)
{
    StrBuf safe;
    strbuf_init(&safe);
    while (text.size > 0) {
        // cJSON escapes the control characters on printing, but it cannot hold a NUL.
        size_t size = json_scan_character(text);
        if (size == 0 || text.data[0] == '\0') {
            strbuf_append_text(&safe, "\xEF\xBF\xBD"); // U+FFFD, the replacement character
            size = 1;
        } else {
            strbuf_append(&safe, text.data, size);
        }
        text = strview_skip(text, size);
    }
    Json *json = outside(cJSON_CreateString(safe.data));
    strbuf_release(&safe);
    return json;
}

void json_set(Json *object, const char *key, Json *value)
{
    assert(json_kind(object) == JSON_OBJECT);
    assert(json_member(object, key) == NULL);
    bool is_set = cJSON_AddItemToObject((cJSON *)object, key, (cJSON *)value) != 0;
    memory_checked(is_set ? object : NULL); // it fails only for want of memory for the key
}

void json_append(Json *array, Json *value)
{
    assert(json_kind(array) == JSON_ARRAY);
    bool is_appended = cJSON_AddItemToArray((cJSON *)array, (cJSON *)value) != 0;
    assert(is_appended);
    (void)is_appended;
}

void json_print(const Json *json, bool pretty, StrBuf *out)
{
    char *text = pretty ? cJSON_Print(inside(json)) : cJSON_PrintUnformatted(inside(json));
    memory_checked(text);
    // cJSON lays out with tabs, and a tab inside a text is escaped: every raw one is layout.
    bool at_line_start = true;
    for (const char *c = text; *c != '\0'; c++) {
        if (*c == '\t') {
            strbuf_append_text(out, at_line_start ? "  " : " ");
        } else {
            strbuf_append_char(out, *c);
            at_line_start = *c == '\n';
        }
    }
    cJSON_free(text);
}
