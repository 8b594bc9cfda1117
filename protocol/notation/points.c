// SPDX-License-Identifier: MIT
#include "protocol/notation/points.h"

#include <assert.h>

void points_format(const Variant *v, int point, char out[POINT_TEXT_MAX])
{
    assert(point >= 0 && point < v->point_nb);
    out[0] = (char)('a' + v->file_of[point]);
    out[1] = (char)('1' + v->rank_of[point]);
    out[2] = '\0';
}

int points_parse(const Variant *v, StrView text)
{
    if (text.size != 2) {
        return POINT_NONE;
    }
    char letter = text.data[0];
    if (letter >= 'A' && letter <= 'Z') {
        letter = (char)(letter - 'A' + 'a');
    }
    int file = letter - 'a';
    int rank = text.data[1] - '1';
    if (file < 0 || file >= v->file_nb || rank < 0 || rank >= v->rank_nb) {
        return POINT_NONE;
    }
    int point = v->point_at[file][rank];
    return point < 0 ? POINT_NONE : point;
}
