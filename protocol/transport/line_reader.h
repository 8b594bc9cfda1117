// SPDX-License-Identifier: MIT
#ifndef MERELS_TRANSPORT_LINE_READER_H
#define MERELS_TRANSPORT_LINE_READER_H

#include "protocol/base/strbuf.h"

/// Bytes in, whole lines out. Lines end with LF; one CR before it is dropped. Pure of any I/O.
/// A line longer than the limit is reported once, when its end comes, and costs no memory beyond
/// the limit.

#define LINE_BYTES_MAX (8u << 20) // the documented limit of both programs
#define LINE_HEAD_MAX 64          // bytes of a line that is too long that are reported

typedef struct LineReader {
    StrBuf pending;  // a line that has not ended yet; of one that is too long its first bytes
    size_t line_max; // bytes, without the line's end
    bool overlong;   // the line under way has passed the limit; its bytes are dropped
    bool after_cr;   // overlong only: the last byte was a CR
    size_t dropped;  // overlong only: bytes of it so far
} LineReader;

typedef struct LineSink {
    void *ctx;
    /// One line without its end. The view dies with the call.
    void (*on_line)(void *ctx, StrView line);
    /// A line of `size` bytes was dropped for its length. `head`: its first bytes, at most
    /// LINE_HEAD_MAX.
    void (*on_overlong)(void *ctx, StrView head, size_t size);
} LineSink;

void line_reader_init(LineReader *reader, size_t line_max);
void line_reader_release(LineReader *reader);
/// Feeds bytes; calls the sink for every line they complete, in order. The sink must not feed the
/// same reader. A sink that sets `*stop` (may be NULL) ends the call after that line; the rest of
/// the bytes is dropped.
void line_reader_feed(LineReader *reader, const char *bytes, size_t size, const LineSink *sink,
                      const bool *stop);
/// The end of input: an unfinished last line counts as a line.
void line_reader_end(LineReader *reader, const LineSink *sink);

#endif
