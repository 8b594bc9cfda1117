// SPDX-License-Identifier: MIT
#include "protocol/base/strview.h"

#include <assert.h>
#include <string.h>
#include <strings.h>

StrView strview_from(const char *text)
{
    return (StrView){text, text == NULL ? 0 : strlen(text)};
}

StrView strview_skip(StrView view, size_t start)
{
    assert(start <= view.size);
    if (start == 0) {
        return view;
    }
    return (StrView){view.data + start, view.size - start};
}

StrView strview_head(StrView view, size_t size_max)
{
    return (StrView){view.data, view.size < size_max ? view.size : size_max};
}

static bool is_trimmed(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static bool is_space(char c)
{
    return is_trimmed(c) || c == '\v' || c == '\f';
}

StrView strview_trim(StrView view)
{
    while (view.size > 0 && is_trimmed(view.data[0])) {
        view = strview_skip(view, 1);
    }
    while (view.size > 0 && is_trimmed(view.data[view.size - 1])) {
        view.size--;
    }
    return view;
}

StrView strview_next_word(StrView *rest)
{
    size_t start = 0;
    while (start < rest->size && is_space(rest->data[start])) {
        start++;
    }
    size_t end = start;
    while (end < rest->size && !is_space(rest->data[end])) {
        end++;
    }
    StrView word = strview_skip(*rest, start);
    word.size = end - start;
    *rest = strview_skip(*rest, end);
    return word;
}

bool strview_equal(StrView a, StrView b)
{
    return a.size == b.size && (a.size == 0 || memcmp(a.data, b.data, a.size) == 0);
}

bool strview_is(StrView view, const char *text)
{
    return strview_equal(view, strview_from(text));
}

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c; // not tolower: no locale here
}

bool strview_equal_nocase(StrView a, StrView b)
{
    if (a.size != b.size) {
        return false;
    }
    for (size_t i = 0; i < a.size; i++) {
        if (lower(a.data[i]) != lower(b.data[i])) {
            return false;
        }
    }
    return true;
}

bool strview_is_nocase(StrView view, const char *text)
{
    return strview_equal_nocase(view, strview_from(text));
}

bool strview_starts_with(StrView view, const char *prefix)
{
    size_t size = strlen(prefix);
    if (view.size < size) {
        return false;
    }
    view.size = size;
    return strview_is(view, prefix);
}

bool strview_to_int64(StrView view, int64_t *out)
{
    bool negative = view.size > 0 && view.data[0] == '-';
    size_t start = negative || (view.size > 0 && view.data[0] == '+') ? 1 : 0;
    if (start == view.size) {
        return false;
    }
    for (size_t i = start; i < view.size; i++) {
        if (view.data[i] < '0' || view.data[i] > '9') {
            return false;
        }
    }
    // Counted downwards for negative numbers, because that end reaches one further.
    int64_t value = 0;
    for (size_t i = start; i < view.size; i++) {
        int digit = view.data[i] - '0';
        if (__builtin_mul_overflow(value, 10, &value) ||
            __builtin_add_overflow(value, negative ? -digit : digit, &value)) {
            value = negative ? INT64_MIN : INT64_MAX;
            break;
        }
    }
    *out = value;
    return true;
}

bool strview_copy(StrView view, char *out, size_t size)
{
    assert(size > 0);
    size_t copied = view.size < size ? view.size : size - 1;
    if (copied > 0) {
        memcpy(out, view.data, copied);
    }
    out[copied] = '\0';
    return copied == view.size;
}
