// SPDX-License-Identifier: MIT
#ifndef MERELS_REPORT_TABLE_H
#define MERELS_REPORT_TABLE_H

#include "arbiter/results/standings.h"

/// The final standings as text for people. Pure.

/// Appends the table: rank, name, Elo and error, games, wins, draws, losses, points, and the points
/// of each variant when there are several (in the table while it stays narrow, else in one line for
/// each variant); below it the model of the ratings and the games lost by faults. Several whole
/// lines.
void table_format(const Tournament *t, const Standings *standings, StrBuf *out);

#endif
