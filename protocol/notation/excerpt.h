// SPDX-License-Identifier: MIT
#ifndef MERELS_NOTATION_EXCERPT_H
#define MERELS_NOTATION_EXCERPT_H

#include "protocol/base/strview.h"

/// Foreign text as a message can quote it: short, printable ASCII, whatever bytes it holds.

#define EXCERPT_TEXT_MAX 52 // bytes with the NUL

/// Writes the beginning of `text`, bytes that are not printable ASCII as '?', "..." behind it when
/// it was cut.
void excerpt_make(StrView text, char out[EXCERPT_TEXT_MAX]);

#endif
