// SPDX-License-Identifier: MIT
#ifndef MERELS_TESTS_FUZZ_H
#define MERELS_TESTS_FUZZ_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/// A fuzz target, defined once in each fuzz_NAME.c: libFuzzer calls it (preset fuzz), or
/// fuzz_main.c with every file of tests/fuzz/corpus/NAME. Returns 0; a broken promise aborts.
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/// Like assert, but never compiled out.
#define PROMISE(condition)                                                                         \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            fprintf(stderr, "%s:%d: broken promise: %s\n", __FILE__, __LINE__, #condition);        \
            abort();                                                                               \
        }                                                                                          \
    } while (0)

#endif
