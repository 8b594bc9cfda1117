// SPDX-License-Identifier: MIT
#ifndef MERELS_BASE_STRVIEW_H
#define MERELS_BASE_STRVIEW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// A view of bytes that somebody else owns; not NUL-terminated, may hold any byte.
/// All functions are pure, safe on any thread, and allocate nothing.
typedef struct StrView {
    const char *data; // may be NULL only when size is 0
    size_t size;      // bytes
} StrView;

/// printf arguments for "%.*s".
#define STRVIEW_ARG(view) (int)(view).size, (view).data ? (view).data : ""

/// A view of a string literal or NUL-terminated text; NULL gives an empty view.
StrView strview_from(const char *text);

/// The part of `view` from `start` (bytes, at most its size) to its end.
StrView strview_skip(StrView view, size_t start);

/// The beginning of `view`: at most `size_max` bytes.
StrView strview_head(StrView view, size_t size_max);

/// Without blanks, tabs, CR and LF at both ends.
StrView strview_trim(StrView view);

/// Takes the next word off the front of `*rest`: leading white space (blank, tab, CR, LF, VT, FF)
/// is skipped, the word ends at white space. Returns an empty view when there is none; `*rest` then
/// is empty too.
StrView strview_next_word(StrView *rest);

bool strview_equal(StrView a, StrView b);
bool strview_is(StrView view, const char *text);
/// Equality of ASCII letters without regard to case.
bool strview_is_nocase(StrView view, const char *text);
bool strview_equal_nocase(StrView a, StrView b);
bool strview_starts_with(StrView view, const char *prefix);

/// Reads a whole decimal number: optional '-' or '+', then digits only. False (and `*out`
/// unchanged) for anything else. A number beyond the range of int64_t is clamped to its nearest end
/// and counts as read.
bool strview_to_int64(StrView view, int64_t *out);

/// Copies at most size - 1 bytes and a NUL to `out`; returns false when it had to cut.
bool strview_copy(StrView view, char *out, size_t size);

#endif
