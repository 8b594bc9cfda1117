// SPDX-License-Identifier: MIT
#include "protocol/base/strbuf.h"

#include <assert.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "protocol/base/memory.h"

#define CAPACITY_FIRST 64 // bytes

void strbuf_init(StrBuf *buf)
{
    // Never written to: every writer grows the buffer first.
    *buf = (StrBuf){(char *)"", 0, 0};
}

void strbuf_release(StrBuf *buf)
{
    if (buf->capacity > 0) {
        free(buf->data);
    }
    strbuf_init(buf);
}

void strbuf_clear(StrBuf *buf)
{
    strbuf_truncate(buf, 0);
}

/// Makes room for `added` more bytes and the NUL.
static void reserve(StrBuf *buf, size_t added)
{
    assert(added < SIZE_MAX / 2 - buf->size);
    size_t needed = buf->size + added + 1;
    if (needed <= buf->capacity) {
        return;
    }
    size_t capacity = buf->capacity > 0 ? buf->capacity : CAPACITY_FIRST;
    while (capacity < needed) {
        capacity *= 2;
    }
    buf->data = memory_resize(buf->capacity > 0 ? buf->data : NULL, capacity, 1);
    buf->capacity = capacity;
}

void strbuf_append(StrBuf *buf, const char *data, size_t size)
{
    if (size == 0) {
        return;
    }
    reserve(buf, size);
    memcpy(buf->data + buf->size, data, size);
    buf->size += size;
    buf->data[buf->size] = '\0';
}

void strbuf_append_text(StrBuf *buf, const char *text)
{
    strbuf_append(buf, text, strlen(text));
}

void strbuf_append_view(StrBuf *buf, StrView view)
{
    strbuf_append(buf, view.data, view.size);
}

void strbuf_append_char(StrBuf *buf, char c)
{
    strbuf_append(buf, &c, 1);
}

void strbuf_appendf(StrBuf *buf, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    va_list again;
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    assert(length >= 0);
    reserve(buf, (size_t)length);
    vsnprintf(buf->data + buf->size, (size_t)length + 1, format, again);
    va_end(again);
    buf->size += (size_t)length;
}

void strbuf_truncate(StrBuf *buf, size_t size)
{
    assert(size <= buf->size);
    if (size < buf->size) {
        buf->size = size;
        buf->data[size] = '\0';
    }
}

StrView strbuf_view(const StrBuf *buf)
{
    return (StrView){buf->data, buf->size};
}

char *strbuf_detach(StrBuf *buf)
{
    char *text = buf->capacity > 0 ? buf->data : memory_copy_text("");
    strbuf_init(buf);
    return text;
}
