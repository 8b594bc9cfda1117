// SPDX-License-Identifier: MIT
#ifndef MERELS_ARBITER_KEYS_H
#define MERELS_ARBITER_KEYS_H

#include "protocol/base/json.h"

/// Typed reading of the keys of a tournament file. Every error reads "FILE: PATH: reason". Where a
/// key is missing, its reader returns STATUS_OK and leaves the output as it was, so the caller sets
/// defaults first.

/// The file being read.
typedef struct Keys {
    const char *file;
    const Json *root;
    Problem *problem;
} Keys;

/// "FILE: PATH OF NODE: text".
Status keys_problem(const Keys *keys, Status status, const Json *node, const char *text);

Status keys_integer(const Keys *keys, const Json *object, const char *key, int64_t min, int64_t max,
                    int64_t *out);
/// The same into an int.
Status keys_int(const Keys *keys, const Json *object, const char *key, int min, int max, int *out);
/// A text of at least one byte; valid as long as the tree.
Status keys_text(const Keys *keys, const Json *object, const char *key, const char **out);
/// One of the words of a NULL-terminated list: its index.
Status keys_word(const Keys *keys, const Json *object, const char *key, const char *const words[],
                 int *out);
/// An object or an array: NULL when the key is missing.
Status keys_child(const Keys *keys, const Json *object, const char *key, JsonKind kind,
                  const Json **out);

/// Is `text` fit to be a name in records: not empty, at most KEYS_NAME_MAX bytes, no control
/// characters, no blank at an end? Sets the problem otherwise.
#define KEYS_NAME_MAX 200
Status keys_check_name(const Keys *keys, const Json *node, const char *text);
/// Has the text no control characters? Sets the problem otherwise.
Status keys_check_line(const Keys *keys, const Json *node, const char *text);

/// A copy of the tree with the keys of every object sorted by bytes, without the members of the top
/// object that are listed in the NULL-terminated `omitted`. The caller's (json_free).
Json *keys_sorted_copy(const Json *root, const char *const omitted[]);

/// Appends the path of the first place where two trees with sorted keys differ
/// ("engines[1].limit.tc"). False when they are equal.
bool keys_find_difference(const Json *a, const Json *b, StrBuf *path);

#endif
