// SPDX-License-Identifier: MIT
#ifndef MERELS_NOTATION_POINTS_H
#define MERELS_NOTATION_POINTS_H

#include "protocol/base/strview.h"
#include "protocol/rules/variant.h"

#define POINT_TEXT_MAX 3 // bytes with the NUL

/// Writes the name of a point: file letter, rank digit.
void points_format(const Variant *v, int point, char out[POINT_TEXT_MAX]);
/// Reads a name of exactly two characters (letter case ignored). POINT_NONE when it names no point
/// of the board.
int points_parse(const Variant *v, StrView text);

#endif
