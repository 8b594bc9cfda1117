// SPDX-License-Identifier: MIT
#ifndef MERELS_RULES_VARIANTS_EMBEDDED_H
#define MERELS_RULES_VARIANTS_EMBEDDED_H

#include <stddef.h>

/// The built-in variant files, byte for byte, in order of name. The build generates the table
/// (embed.cmake); only variant_set.c reads it.
typedef struct EmbeddedFile {
    const char *name; // without a folder
    const unsigned char *data;
    size_t size; // bytes
} EmbeddedFile;

extern const EmbeddedFile VARIANTS_EMBEDDED[];
extern const int VARIANTS_EMBEDDED_NB;

#endif
