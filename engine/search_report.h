// SPDX-License-Identifier: MIT
#ifndef MERELS_ENGINE_SEARCH_REPORT_H
#define MERELS_ENGINE_SEARCH_REPORT_H

#include "engine/search/search.h"
#include "protocol/base/strbuf.h"

/// What the search found, as lines of the protocol. Pure; any thread.

/// Appends an info line. `words` is scratch for the pv (contents are lost); wdl is told when
/// `show_wdl`. A proven end is `score mate N`, N in moves: (plies + 1) / 2, negative when the side
/// to move is lost.
void search_report_info(const Variant *v, const SearchInfo *info, bool show_wdl, StrBuf *words,
                        StrBuf *out);

/// Appends a bestmove line; `ponder` MOVE_NONE: without a ponder move.
void search_report_best(const Variant *v, Move best, Move ponder, StrBuf *out);

#endif
