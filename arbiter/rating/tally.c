// SPDX-License-Identifier: MIT
#include "arbiter/rating/tally.h"

#include <assert.h>
#include <stdlib.h>

#include "protocol/base/memory.h"

void tally_init(Tally *tally, int engine_nb, int variant_nb)
{
    assert(engine_nb > 0);
    assert(variant_nb > 0);
    *tally = (Tally){.engine_nb = engine_nb, .variant_nb = variant_nb};
    size_t engines = (size_t)engine_nb;
    tally->pairs = memory_new((size_t)variant_nb * engines * engines, sizeof *tally->pairs);
    tally->faults = memory_new(engines * TERMINATION_NB, sizeof *tally->faults);
}

void tally_release(Tally *tally)
{
    free(tally->pairs);
    free(tally->faults);
    *tally = (Tally){0};
}

static Wdl *cell(const Tally *tally, int variant, int white, int black)
{
    assert(variant >= 0 && variant < tally->variant_nb);
    assert(white >= 0 && white < tally->engine_nb);
    assert(black >= 0 && black < tally->engine_nb);
    size_t engines = (size_t)tally->engine_nb;
    return &tally->pairs[((size_t)variant * engines + (size_t)white) * engines + (size_t)black];
}

void tally_add(Tally *tally, const Pairing *pairing, Result result, Termination termination)
{
    assert(result != RESULT_NONE);
    assert(termination < TERMINATION_NB);
    Wdl *wdl = cell(tally, pairing->variant, pairing->white, pairing->black);
    wdl->wins += result == RESULT_WHITE;
    wdl->draws += result == RESULT_DRAW;
    wdl->losses += result == RESULT_BLACK;
    tally->game_nb++;
    tally->terminations[termination]++;
    if (result != RESULT_DRAW) {
        int loser = result == RESULT_WHITE ? pairing->black : pairing->white;
        tally->faults[loser * TERMINATION_NB + (int)termination]++;
    }
}

Wdl tally_of_side(const Tally *tally, int engine, int variant, Side side)
{
    Wdl sum = {0};
    int first = variant == TALLY_ALL ? 0 : variant;
    int last = variant == TALLY_ALL ? tally->variant_nb - 1 : variant;
    for (int v = first; v <= last; v++) {
        for (int other = 0; other < tally->engine_nb; other++) {
            sum = side == SIDE_WHITE ? wdl_sum(sum, *cell(tally, v, engine, other))
                                     : wdl_sum(sum, wdl_reverse(*cell(tally, v, other, engine)));
        }
    }
    return sum;
}

Wdl tally_of_engine(const Tally *tally, int engine, int variant)
{
    return wdl_sum(tally_of_side(tally, engine, variant, SIDE_WHITE),
                   tally_of_side(tally, engine, variant, SIDE_BLACK));
}

Wdl tally_between(const Tally *tally, int engine, int opponent, int variant)
{
    Wdl sum = {0};
    int first = variant == TALLY_ALL ? 0 : variant;
    int last = variant == TALLY_ALL ? tally->variant_nb - 1 : variant;
    for (int v = first; v <= last; v++) {
        sum = wdl_sum(sum, *cell(tally, v, engine, opponent));
        sum = wdl_sum(sum, wdl_reverse(*cell(tally, v, opponent, engine)));
    }
    return sum;
}

int64_t tally_faults(const Tally *tally, int engine, Termination termination)
{
    assert(engine >= 0 && engine < tally->engine_nb);
    return tally->faults[engine * TERMINATION_NB + (int)termination];
}
