// SPDX-License-Identifier: MIT
#include "protocol/transport/line_reader.h"

#include <assert.h>
#include <string.h>

// A buffer that one long line has blown up beyond this is given back after the line.
#define KEPT_BYTES (64u << 10)

void line_reader_init(LineReader *reader, size_t line_max)
{
    assert(line_max > 0);
    strbuf_init(&reader->pending);
    reader->line_max = line_max;
    reader->overlong = false;
    reader->after_cr = false;
    reader->dropped = 0;
}

void line_reader_release(LineReader *reader)
{
    strbuf_release(&reader->pending);
    reader->overlong = false;
}

static void clear_pending(LineReader *reader)
{
    if (reader->pending.capacity > KEPT_BYTES) {
        strbuf_release(&reader->pending);
    } else {
        strbuf_clear(&reader->pending);
    }
    reader->overlong = false;
}

/// Hands out one whole line, its CR still in place.
static void emit_line(const LineReader *reader, StrView line, const LineSink *sink)
{
    if (line.size > 0 && line.data[line.size - 1] == '\r') {
        line.size--;
    }
    if (line.size > reader->line_max) {
        StrView head = {line.data, line.size < LINE_HEAD_MAX ? line.size : LINE_HEAD_MAX};
        sink->on_overlong(sink->ctx, head, line.size);
    } else {
        sink->on_line(sink->ctx, line);
    }
}

/// The line in `pending` (or dropped) has ended.
static void emit_pending(LineReader *reader, const LineSink *sink)
{
    if (reader->overlong) {
        size_t size = reader->dropped - (reader->after_cr ? 1 : 0);
        size_t head_size = reader->pending.size < size ? reader->pending.size : size;
        sink->on_overlong(sink->ctx, (StrView){reader->pending.data, head_size}, size);
    } else {
        emit_line(reader, strbuf_view(&reader->pending), sink);
    }
    clear_pending(reader);
}

/// Adds bytes of a line whose end is not known yet. A CR at the very limit is no excess so far: it
/// may belong to the line's end.
static void keep_bytes(LineReader *reader, const char *bytes, size_t size)
{
    if (size == 0) {
        return;
    }
    StrBuf *pending = &reader->pending;
    size_t total = (reader->overlong ? reader->dropped : pending->size) + size;
    bool cr_last = bytes[size - 1] == '\r';
    if (total <= reader->line_max || (total == reader->line_max + 1 && cr_last)) {
        strbuf_append(pending, bytes, size);
        return;
    }
    if (pending->size < LINE_HEAD_MAX) {
        size_t room = LINE_HEAD_MAX - pending->size;
        strbuf_append(pending, bytes, size < room ? size : room);
    } else if (!reader->overlong) {
        char head[LINE_HEAD_MAX];
        memcpy(head, pending->data, LINE_HEAD_MAX);
        clear_pending(reader);
        strbuf_append(pending, head, LINE_HEAD_MAX);
    }
    reader->overlong = true;
    reader->after_cr = cr_last;
    reader->dropped = total;
}

void line_reader_feed(LineReader *reader, const char *bytes, size_t size, const LineSink *sink,
                      const bool *stop)
{
    while (size > 0) {
        const char *end = memchr(bytes, '\n', size);
        if (end == NULL) {
            keep_bytes(reader, bytes, size);
            return;
        }
        size_t line_size = (size_t)(end - bytes);
        if (reader->pending.size == 0 && !reader->overlong) {
            // The common case: the line lies whole in the caller's bytes, and nothing is copied.
            emit_line(reader, (StrView){bytes, line_size}, sink);
        } else {
            keep_bytes(reader, bytes, line_size);
            emit_pending(reader, sink);
        }
        if (stop != NULL && *stop) {
            return;
        }
        bytes = end + 1;
        size -= line_size + 1;
    }
}

void line_reader_end(LineReader *reader, const LineSink *sink)
{
    if (reader->pending.size > 0 || reader->overlong) {
        emit_pending(reader, sink);
    }
}
