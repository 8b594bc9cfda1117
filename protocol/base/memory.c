// SPDX-License-Identifier: MIT
#include "protocol/base/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void *memory_checked(void *block)
{
    if (block == NULL) {
        fputs("out of memory\n", stderr);
        abort();
    }
    return block;
}

void *memory_new(size_t count, size_t size)
{
    // At least one byte, because calloc may answer NULL for none.
    return memory_checked(count == 0 || size == 0 ? calloc(1, 1) : calloc(count, size));
}

void *memory_resize(void *block, size_t count, size_t size)
{
    // At least one byte, because realloc to none frees the block.
    return memory_checked(count == 0 || size == 0 ? realloc(block, 1)
                                                  : reallocarray(block, count, size));
}

char *memory_copy_text(const char *text)
{
    return memory_checked(strdup(text));
}
