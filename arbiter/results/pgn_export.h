// SPDX-License-Identifier: MIT
#ifndef MERELS_RESULTS_PGN_EXPORT_H
#define MERELS_RESULTS_PGN_EXPORT_H

#include "arbiter/results/record.h"
#include "protocol/notation/pgn.h"

/// A game record as PGN. Tags: seven-tag roster, Variant, SetUp and FEN when not the start,
/// TimeControl (White's and Black's apart when they differ), PlyCount, Termination. A comment
/// behind each move: score and depth as the mover saw them, time ("+0.35/12 0.210s", "-M3/9
/// 0.004s", "0.210s"). The last comment ends with "; TERMINATION[, REASON][: DETAIL]".

/// Appends the text of the game and its blank line. Pure.
void pgn_export_format(const Tournament *t, const GameRecord *record, StrBuf *out);

/// Reads our words back from the last comment of a game (or from the one before its first move when
/// there are none). False when they are not there. reason: REASON_NONE when none is named.
bool pgn_export_parse_end(const PgnGame *game, Termination *termination, Reason *reason);

#endif
