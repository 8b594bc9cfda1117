// SPDX-License-Identifier: MIT
#ifndef MERELS_BASE_MEMORY_H
#define MERELS_BASE_MEMORY_H

#include <stddef.h>

/// Small allocations that cannot sensibly fail. These print one line to stderr and abort when the
/// system has no memory: the one place where library code ends the program, because no caller could
/// go on. Large blocks that a user's option sizes (hash tables) use malloc and return STATUS_MEMORY
/// instead.

/// `count` zeroed elements of `size` bytes. Never NULL. Caller frees with free().
void *memory_new(size_t count, size_t size);

/// realloc of `count` elements of `size` bytes; contents kept, new space is not zeroed. Never NULL.
void *memory_resize(void *block, size_t count, size_t size);

/// A copy of a NUL-terminated text. Never NULL. Caller frees with free().
char *memory_copy_text(const char *text);

/// `block` itself; aborts like the others when it is NULL. For blocks that another library has
/// allocated.
void *memory_checked(void *block);

#endif
