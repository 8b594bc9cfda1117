// SPDX-License-Identifier: MIT
#ifndef MERELS_ARBITER_ENTRIES_H
#define MERELS_ARBITER_ENTRIES_H

#include "arbiter/keys.h"
#include "arbiter/tournament.h"

/// The engines of a tournament file.

/// Reads the list `engines` into `t`, whose folder and variants are known. fallback: the limit
/// beside `engines`, NULL when there is none. What was read is t's also on error (entries_release).
Status entries_read(const Keys *keys, const Json *list, const EngineLimit *fallback, Tournament *t);
void entries_release(Tournament *t);

/// Resolves a program as a tournament file names it: with a slash it is a path that starts at
/// `folder`; a bare name is looked up beside the arbiter's own program, then on PATH, then in
/// `folder`. The caller's; the name as written when there is no such file.
char *entries_find_program(const char *name, const char *folder);

#endif
