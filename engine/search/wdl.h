// SPDX-License-Identifier: MIT
#ifndef MERELS_SEARCH_WDL_H
#define MERELS_SEARCH_WDL_H

/// Chances per mille of win, draw and loss that go with a score, all for the same side. They sum to
/// 1000. Pure.
void wdl_of_score(int score, int wdl[3]);

#endif
