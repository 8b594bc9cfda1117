// SPDX-License-Identifier: MIT
#include "tests/mock/mock_stream.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define READ_BYTES 65536

void mock_stream_init(MockStream *stream, const char *log)
{
    *stream = (MockStream){.log_fd = -1};
    if (log != NULL) {
        stream->log_fd = open(log, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
    }
}

void mock_stream_release(MockStream *stream)
{
    free(stream->bytes);
    if (stream->log_fd >= 0) {
        close(stream->log_fd);
    }
}

/// One write for each line, so that several processes may share a log.
static void log_line(const MockStream *stream, const char *line)
{
    if (stream->log_fd < 0) {
        return;
    }
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    char *text = NULL;
    int size = asprintf(&text, "%d %lld.%03ld %s\n", (int)getpid(), (long long)now.tv_sec,
                        now.tv_nsec / 1000000, line);
    if (size > 0 && write(stream->log_fd, text, (size_t)size) != size) {
        fprintf(stderr, "mock_engine: the log cannot be written\n");
    }
    free(text);
}

static void read_more(MockStream *stream)
{
    memmove(stream->bytes, stream->bytes + stream->taken, stream->size - stream->taken);
    stream->size -= stream->taken;
    stream->taken = 0;
    if (stream->capacity - stream->size < READ_BYTES + 1) {
        stream->capacity = stream->capacity * 2 + READ_BYTES + 1;
        stream->bytes = realloc(stream->bytes, stream->capacity);
        if (stream->bytes == NULL) {
            abort();
        }
    }
    ssize_t size;
    do {
        size = read(STDIN_FILENO, stream->bytes + stream->size, READ_BYTES);
    } while (size < 0 && errno == EINTR);
    if (size > 0) {
        stream->size += (size_t)size;
    } else {
        stream->is_at_end = true;
    }
}

char *mock_stream_line(MockStream *stream)
{
    for (;;) {
        char *line = stream->bytes + stream->taken;
        size_t left = stream->size - stream->taken;
        char *end = left > 0 ? memchr(line, '\n', left) : NULL;
        if (end == NULL && !stream->is_at_end) {
            if (stream->capacity == 0) {
                stream->capacity = READ_BYTES + 1;
                stream->bytes = malloc(stream->capacity);
                if (stream->bytes == NULL) {
                    abort();
                }
            }
            read_more(stream);
            continue;
        }
        if (left == 0) {
            return NULL;
        }
        if (end == NULL) { // the last line has no end; there is room for a NUL
            end = line + left;
            stream->taken = stream->size;
        } else {
            stream->taken += (size_t)(end - line) + 1;
        }
        *end = '\0';
        if (end > line && end[-1] == '\r') {
            end[-1] = '\0';
        }
        log_line(stream, line);
        return line;
    }
}

bool mock_stream_wait(const MockStream *stream, int64_t ms)
{
    if (stream->taken < stream->size || stream->is_at_end) {
        return true;
    }
    struct pollfd wait = {.fd = STDIN_FILENO, .events = POLLIN};
    return poll(&wait, 1, (int)ms) > 0;
}

void mock_stream_say(MockStream *stream, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
    fputs(stream->crlf ? "\r\n" : "\n", stdout);
}

bool mock_stream_flush(void)
{
    return fflush(stdout) == 0;
}

void mock_sleep(int64_t ms)
{
    struct timespec time = {.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000};
    while (nanosleep(&time, &time) != 0 && errno == EINTR) {
    }
}
