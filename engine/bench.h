// SPDX-License-Identifier: MIT
#ifndef MERELS_ENGINE_BENCH_H
#define MERELS_ENGINE_BENCH_H

#include "engine/job.h"
#include "engine/sink.h"

/// The bench: a fixed list of positions (bench_positions.txt, embedded) searched one after another
/// to a fixed depth with one thread and 16 MiB of hash. The sum of nodes is the signature of the
/// search: the same on every run and every machine.

#define BENCH_DEPTH_DEFAULT 8 // plies

/// A task that writes one line for each position, then the total time, "Nodes searched  : N" and
/// "Nodes/second    : N". It has variants and a searcher of its own, so a session's settings do not
/// matter to it. Stopped, it ends with an info string line and no sums. depth_plies: 1 to
/// SEARCH_DEPTH_MAX.
JobTask bench_task(int depth_plies, const Sink *sink);

#endif
