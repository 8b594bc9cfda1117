// SPDX-License-Identifier: MIT
#include "engine/search/wdl.h"

#include "engine/search/search.h"

#define EVEN 200  // the score at which winning is as likely as not
#define SLOPE 150 // how gently the chances change around it

// Rises from 0 to 1000, half way where a side is two men ahead; a rational curve, because it is the
// same everywhere.
static int win_permille(int score)
{
    int over = score - EVEN;
    return 500 + 500 * over / ((over < 0 ? -over : over) + SLOPE);
}

void wdl_of_score(int score, int wdl[3])
{
    if (score >= SEARCH_MATE_MIN || score <= -SEARCH_MATE_MIN) {
        wdl[0] = score > 0 ? 1000 : 0;
        wdl[2] = 1000 - wdl[0];
    } else {
        wdl[0] = win_permille(score);
        wdl[2] = win_permille(-score);
    }
    wdl[1] = 1000 - wdl[0] - wdl[2];
}
