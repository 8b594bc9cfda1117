// SPDX-License-Identifier: MIT
#ifndef MERELS_REPORT_VERDICTS_H
#define MERELS_REPORT_VERDICTS_H

#include "arbiter/results/replay.h"

/// What `replay` found, as text for people. Pure.

/// Appends one line about a game: file, number, line, players, and what is wrong with it.
void verdicts_format_game(const char *file, const ReplayGame *game, StrBuf *out);

/// Appends one line about a file: its games and plies, and how many of each verdict.
void verdicts_format_summary(const char *file, const ReplaySummary *summary, StrBuf *out);

#endif
