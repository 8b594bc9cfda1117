// SPDX-License-Identifier: MIT
#ifndef MERELS_TESTS_MOCK_STREAM_H
#define MERELS_TESTS_MOCK_STREAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Lines of the mock engine: blocking read() and stdio, nothing of the programs under test.

typedef struct MockStream {
    char *bytes;     // owned: read and not yet taken
    size_t size;
    size_t taken;    // of them
    size_t capacity;
    bool is_at_end;
    bool crlf;       // written lines end with CR LF
    int log_fd;      // -1: none
} MockStream;

/// `log`: a file to which every line read is appended, NULL for none.
void mock_stream_init(MockStream *stream, const char *log);
void mock_stream_release(MockStream *stream);

/// The next line without its end, NUL-terminated, valid until the next call. NULL at the end of
/// input.
char *mock_stream_line(MockStream *stream);
/// Waits up to `ms` for something to read; true also at the end of input.
bool mock_stream_wait(const MockStream *stream, int64_t ms);

/// Writes one line; it is sent by mock_stream_flush. False when nobody reads any more.
void mock_stream_say(MockStream *stream, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
bool mock_stream_flush(void);

void mock_sleep(int64_t ms);

#endif
