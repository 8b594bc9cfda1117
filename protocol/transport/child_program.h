// SPDX-License-Identifier: MIT
#ifndef MERELS_TRANSPORT_CHILD_PROGRAM_H
#define MERELS_TRANSPORT_CHILD_PROGRAM_H

#include "protocol/base/status.h"
#include "protocol/base/strbuf.h"

/// Which file a program's name means.

/// STATUS_IO with the path and the reason unless `path` is a file that we may execute.
Status child_program_check(const char *path, Problem *problem);

/// The path of an executable as a user wrote it: with a '/', relative to `folder`; without one,
/// beside this program, then on PATH. Appends to `out`; STATUS_IO names what was looked for.
Status child_find_program(const char *name, const char *folder, StrBuf *out, Problem *problem);

#endif
