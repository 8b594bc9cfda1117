// SPDX-License-Identifier: MIT
#include "engine/search/wdl.h"

#include "engine/search/search.h"

#define STEP 50 // centipawns between two entries
#define LEAST (-6 * STEP)
#define WIN_NB 17

// Wins per mille at LEAST, LEAST + STEP and so on: the mean of what followed in 10,000 games of
// self-play, 1500 to 4000 nodes a move, in nine men's, six men's, twelve men's, lasker morris and
// morabaraba. Games differ most at 0, where nine men's morris is won by 24 in 1000 and morabaraba
// by 191.
static const int WINS[WIN_NB] = {0,   10,  30,  55,  80,  110, 120, 310, 520,
                                 750, 860, 930, 970, 985, 993, 998, 999};

static int win_permille(int score)
{
    if (score >= SEARCH_MATE_MIN) {
        return 1000;
    }
    if (score < LEAST) {
        return WINS[0];
    }
    int at = (score - LEAST) / STEP;
    if (at >= WIN_NB - 1) {
        return WINS[WIN_NB - 1];
    }
    int rest = (score - LEAST) % STEP;
    return WINS[at] + (WINS[at + 1] - WINS[at]) * rest / STEP;
}

void wdl_of_score(int score, int wdl[3])
{
    wdl[0] = win_permille(score);
    wdl[2] = win_permille(-score);
    wdl[1] = 1000 - wdl[0] - wdl[2];
}
