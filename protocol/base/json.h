// SPDX-License-Identifier: MIT
#ifndef MERELS_BASE_JSON_H
#define MERELS_BASE_JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "protocol/base/status.h"
#include "protocol/base/strbuf.h"

/// JSON, strict on reading. The only module that includes cJSON; its type stays inside.
/// Trees have one owner (the caller of json_parse or of a builder until it is put into a parent).
/// Not for concurrent writing; any number of threads may read one tree.

typedef struct Json Json;

typedef enum JsonKind {
    JSON_NULL,
    JSON_BOOL,
    JSON_NUMBER,
    JSON_STRING,
    JSON_ARRAY,
    JSON_OBJECT
} JsonKind;

#define JSON_DEPTH_MAX 64

// --- Reading --------------------------------------------------------------------------------

/// Parses one JSON text. Refused beyond RFC 8259: duplicate keys, \u0000 and raw control characters
/// in strings, invalid UTF-8, numbers like 01 or 1e999 or of more than 63 characters, nesting
/// beyond JSON_DEPTH_MAX, anything after the value but white space. A leading UTF-8 byte-order mark
/// is skipped. `file` names the text in problems ("FILE:LINE:COLUMN: reason", for a key given twice
/// "FILE: PATH: reason"). On success `*out` is the caller's (json_free); on error it is NULL.
Status json_parse(StrView text, const char *file, Json **out, Problem *problem);
void json_free(Json *json);

JsonKind json_kind(const Json *json);
/// The member of an object, NULL when it has none of that name (case matters) or is no object.
const Json *json_member(const Json *object, const char *key);
/// First element or member, and the next one beside it; NULL at the end.
const Json *json_first(const Json *parent);
const Json *json_next(const Json *element);
/// The key under which a member stands in its object; NULL for array elements.
const char *json_key(const Json *member);
size_t json_count(const Json *parent);

/// Typed access: false and `*out` unchanged when the kind differs, the number is no integer, or
/// |n| >= 2^53 (doubles skip integers from there on, so another number may have been written).
/// `json` may be NULL (false).
bool json_to_int64(const Json *json, int64_t *out);
bool json_to_double(const Json *json, double *out);
bool json_to_bool(const Json *json, bool *out);
/// The view is valid as long as the tree; it is NUL-terminated.
bool json_to_text(const Json *json, StrView *out);

/// Sets "FILE: PATH: reason", PATH being where `node` stands below `root` ("engines[1].limit.tc",
/// "(top)" for the root itself). Returns `status`.
Status json_problem(Problem *problem, Status status, const char *file, const Json *root,
                    const Json *node, const char *format, ...)
    __attribute__((format(printf, 6, 7)));

/// STATUS_UNKNOWN with its path for the first member of `object` whose key is not in the
/// NULL-terminated list.
Status json_only_keys(const Json *root, const Json *object, const char *const keys[],
                      const char *file, Problem *problem);

// --- Building and writing --------------------------------------------------------------------

Json *json_new_object(void);
Json *json_new_array(void);
Json *json_new_null(void);
Json *json_new_bool(bool value);
/// Not finite: null.
Json *json_new_number(double value);
/// Exact up to 15 digits; larger ones become a string, so that no digit is lost.
Json *json_new_integer(int64_t value);
/// Invalid UTF-8 and control characters are made safe, so the output always parses.
Json *json_new_text(StrView text);

/// Put `value` into its parent, which owns it from then on.
/// A key that is already there is a programmer's error.
void json_set(Json *object, const char *key, Json *value);
void json_append(Json *array, Json *value);

/// Appends the text of the tree: on one line without blanks, or indented for people.
void json_print(const Json *json, bool pretty, StrBuf *out);

#endif
