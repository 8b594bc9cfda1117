// SPDX-License-Identifier: MIT
#include "arbiter/results/line_file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "protocol/base/memory.h"

void line_file_init(LineFile *file, int fd)
{
    *file = (LineFile){.fd = fd, .chunk = memory_new(LINE_FILE_CHUNK, 1)};
}

void line_file_release(LineFile *file)
{
    free(file->chunk);
    *file = (LineFile){.fd = -1};
}

void line_file_seek(LineFile *file, int64_t offset)
{
    file->offset = offset;
    file->start = 0;
    file->end = 0;
}

/// Fills the empty chunk; STATUS_CLOSED at the end of the file.
static Status fill(LineFile *file)
{
    ssize_t size;
    do {
        size = pread(file->fd, file->chunk, LINE_FILE_CHUNK, file->offset);
    } while (size < 0 && errno == EINTR);
    if (size < 0) {
        return STATUS_IO;
    }
    file->start = 0;
    file->end = (size_t)size;
    return size == 0 ? STATUS_CLOSED : STATUS_OK;
}

Status line_file_next(LineFile *file, size_t size_max, StrBuf *line, bool *is_whole)
{
    strbuf_clear(line);
    *is_whole = false;
    while (!*is_whole) {
        if (file->start == file->end) {
            Status status = fill(file);
            if (status == STATUS_CLOSED && line->size > 0) {
                return STATUS_OK;
            }
            if (status != STATUS_OK) {
                return status;
            }
        }
        const char *from = file->chunk + file->start;
        size_t size = file->end - file->start;
        const char *newline = memchr(from, '\n', size);
        if (newline != NULL) {
            size = (size_t)(newline - from);
            *is_whole = true;
        }
        if (size > size_max - line->size) {
            return STATUS_LIMIT;
        }
        strbuf_append(line, from, size);
        size += *is_whole ? 1 : 0;
        file->start += size;
        file->offset += (int64_t)size;
    }
    return STATUS_OK;
}
