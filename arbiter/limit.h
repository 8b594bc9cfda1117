// SPDX-License-Identifier: MIT
#ifndef MERELS_ARBITER_LIMIT_H
#define MERELS_ARBITER_LIMIT_H

#include "arbiter/keys.h"
#include "arbiter/tournament.h"

/// What an engine may use for its moves: the `limit` objects of a tournament file, and as text for
/// records.

#define LIMIT_TEXT_MAX 160 // bytes with the NUL that limit_format needs at the most

/// No limit of any kind, no margin.
void limit_init(EngineLimit *limit);

/// Reads a `limit` object: at least one of tc, movetime_ms, nodes, depth; margin_ms. `*out` is set
/// as a whole.
Status limit_read(const Keys *keys, const Json *object, EngineLimit *out);

/// Reads "[MOVES/]TIME[+INCREMENT]" into the tc part of `*out`. TIME: seconds with up to three
/// decimals, or M:SS, or H:MM:SS; above 0. INCREMENT: seconds. False when the text says no such
/// thing; `*out` is unchanged then.
bool limit_parse_tc(StrView text, EngineLimit *out);

/// Writes the limit in words: the tc as written, then "movetime 100ms", "nodes 1000", "depth 4" if
/// given, separated by blanks. The value of PGN's TimeControl tag.
void limit_format(const EngineLimit *limit, char out[LIMIT_TEXT_MAX]);

#endif
