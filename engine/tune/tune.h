// SPDX-License-Identifier: MIT
#ifndef MERELS_TUNE_TUNE_H
#define MERELS_TUNE_TUNE_H

#include "engine/sink.h"

/// `merels-engine tune GAMES OUT.json JOURNAL...`: weights fitted to recorded games.
/// GAMES is a family, or names of variants of one family with commas between them. Options stand
/// anywhere: --pull N (default 10), --mix PERMILLE (of the search's score in the goal, default
/// 300),
/// --passes N (default 30), --scale CP (default 100: the score at which
/// a side gets 73 of 100 points), --skip PLIES (default 0), --seed N (default 1). It starts from
/// the embedded weights. The same arguments and files give the same output.

/// Runs it and writes what it does to the sink; on success OUT.json is a file for
/// evaluation/weights. Returns the exit status: 0; 2 for bad arguments or files; 4 when OUT.json
/// cannot be written.
int tune_run(int argc, char *const argv[], const Sink *sink);

#endif
