// SPDX-License-Identifier: MIT
#include "protocol/notation/excerpt.h"

#include <string.h>

#define SHOWN_MAX (EXCERPT_TEXT_MAX - 4) // room for "..." and the NUL

void excerpt_make(StrView text, char out[EXCERPT_TEXT_MAX])
{
    size_t size = text.size < SHOWN_MAX ? text.size : SHOWN_MAX;
    for (size_t i = 0; i < size; i++) {
        out[i] = text.data[i] >= ' ' && text.data[i] <= '~' ? text.data[i] : '?';
    }
    strcpy(out + size, text.size > size ? "..." : "");
}
