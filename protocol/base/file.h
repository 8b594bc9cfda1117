// SPDX-License-Identifier: MIT
#ifndef MERELS_BASE_FILE_H
#define MERELS_BASE_FILE_H

#include <stddef.h>

#include "protocol/base/status.h"
#include "protocol/base/strbuf.h"

/// Plain files by libc. Every open is close-on-exec. Problems name the path and the system's
/// reason.

/// Appends the whole file to `out`. STATUS_LIMIT when it is larger than `size_max` bytes (nothing
/// is appended then), STATUS_IO when it cannot be read (a folder, a pipe or a device included).
Status file_read(const char *path, size_t size_max, StrBuf *out, Problem *problem);

/// Replaces the file at `path` in one step: writes PATH.tmp.PID beside it, syncs, renames, syncs
/// the folder. On error the old file is whole (the new one if only the last sync failed) and the
/// temporary one is removed.
Status file_replace(const char *path, StrView text, Problem *problem);

/// Writes all of `text` to an open descriptor, whatever interrupts. 0, or the errno of the write
/// that failed: then a part may have been written.
int file_write_whole(int fd, StrView text);

/// Makes a folder and its missing parents (mode 0777 less the umask); an existing folder is fine.
Status file_make_folder(const char *path, Problem *problem);

/// `path` itself when it is absolute, else `folder`/`path`. Appends to `out`.
void file_join(const char *folder, const char *path, StrBuf *out);

/// The folder part of a path ("." when it has none). Appends to `out`.
void file_folder_of(const char *path, StrBuf *out);

#endif
