// SPDX-License-Identifier: MIT
#ifndef MERELS_TRANSPORT_CHILD_PROGRAM_H
#define MERELS_TRANSPORT_CHILD_PROGRAM_H

#include <stdbool.h>

#include "protocol/base/status.h"
#include "protocol/base/strbuf.h"

/// Which file a program's name means.

/// This program itself, even when its file has been replaced meanwhile; only where /proc is.
#define CHILD_PROGRAM_SELF "/proc/self/exe"

/// Appends the path of the file this program was started from. False when the system does not tell.
bool child_program_own(StrBuf *out);

/// STATUS_IO with the path and the reason unless `path` is a file that we may execute.
Status child_program_check(const char *path, Problem *problem);

/// The path of an executable as a user wrote it: with a '/', relative to `folder`; without one,
/// beside this program, then on PATH. Appends to `out`; STATUS_IO names what was looked for.
Status child_find_program(const char *name, const char *folder, StrBuf *out, Problem *problem);

#endif
