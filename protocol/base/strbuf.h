// SPDX-License-Identifier: MIT
#ifndef MERELS_BASE_STRBUF_H
#define MERELS_BASE_STRBUF_H

#include <stddef.h>

#include "protocol/base/strview.h"

/// A text that grows. Invariant: after strbuf_init, `data` is NUL-terminated at `size` and never
/// NULL. One owner; not shared between threads without a lock. Growth doubles, so appending is
/// amortised O(1).
typedef struct StrBuf {
    char *data;      // owned; NUL at data[size]
    size_t size;     // bytes without the NUL
    size_t capacity; // 0: data points to a static empty text
} StrBuf;

void strbuf_init(StrBuf *buf);
/// Frees the contents; the buffer is empty and usable again.
void strbuf_release(StrBuf *buf);
/// Empties it but keeps the memory.
void strbuf_clear(StrBuf *buf);
void strbuf_append(StrBuf *buf, const char *data, size_t size);
void strbuf_append_text(StrBuf *buf, const char *text);
void strbuf_append_view(StrBuf *buf, StrView view);
void strbuf_append_char(StrBuf *buf, char c);
void strbuf_appendf(StrBuf *buf, const char *format, ...) __attribute__((format(printf, 2, 3)));
/// Shortens to `size` bytes, at most the present size.
void strbuf_truncate(StrBuf *buf, size_t size);
StrView strbuf_view(const StrBuf *buf);
/// The caller owns the returned text (free()); the buffer is empty and usable again.
char *strbuf_detach(StrBuf *buf);

#endif
