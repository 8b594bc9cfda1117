// SPDX-License-Identifier: MIT
#ifndef MERELS_RESULTS_LINE_FILE_H
#define MERELS_RESULTS_LINE_FILE_H

#include <stdint.h>

#include "protocol/base/strbuf.h"
#include "protocol/base/status.h"

/// Lines of a file of any size, in order or from any offset, in memory for one line only. One
/// owner.

#define LINE_FILE_CHUNK 65536 // bytes read at once

typedef struct LineFile {
    int fd;         // not owned; read by pread, so its own position does not matter
    int64_t offset; // of the next line
    // owned; LINE_FILE_CHUNK bytes, of which chunk[start .. end - 1] stand at `offset`
    char *chunk;
    size_t start, end;
} LineFile;

void line_file_init(LineFile *file, int fd);
void line_file_release(LineFile *file);
/// The next line is the one that begins at `offset`.
void line_file_seek(LineFile *file, int64_t offset);

/// Reads the next line into `line` (replaced), without its LF. `*is_whole`: it had one.
/// STATUS_CLOSED at the end of the file; STATUS_LIMIT for a line of more than `size_max` bytes;
/// STATUS_IO with errno set.
Status line_file_next(LineFile *file, size_t size_max, StrBuf *line, bool *is_whole);

#endif
