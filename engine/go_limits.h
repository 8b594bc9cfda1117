// SPDX-License-Identifier: MIT
#ifndef MERELS_ENGINE_GO_LIMITS_H
#define MERELS_ENGINE_GO_LIMITS_H

#include "engine/search/search.h"
#include "protocol/wire/command.h"

/// What a `go` line allows its search: the rules of protocol/README.md about zero, negative,
/// missing and enormous numbers.

#define GO_DEFAULT_MOVETIME_MS 1000 // of a go without any usable limit
// Enormous numbers count as these, so that the searcher can reckon with nanoseconds without a
// thought.
#define GO_TIME_MS_MAX 1000000000 // 11 days
#define GO_MOVESTOGO_MAX 10000

/// The limits for `side` to move; searchmoves are left empty. Pure; any thread.
/// Own clock, movetime, depth, nodes or mate at or below zero: `now`. Increments and movestogo at
/// or below zero count as absent, the other side's clock always. With `infinite` no clock runs and
/// nothing ends at once: only depth, nodes and mate above zero bound its work.
SearchLimits go_limits(const GoCommand *go, Side side);

#endif
