// SPDX-License-Identifier: MIT
#ifndef MERELS_RULES_VARIANT_WORDS_H
#define MERELS_RULES_VARIANT_WORDS_H

#include "protocol/rules/variant.h"

/// The words of a variant file, for reading and for the canonical text. Each list is indexed by the
/// enum of its key and ends with NULL. A _RESERVED list holds the words of the format that stand
/// for extensions to come: they are refused by name, so that a user learns that the word is right
/// but too early.

extern const char *const VARIANT_LINE_WORDS[];
extern const char *const VARIANT_MILL_WORDS[];
extern const char *const VARIANT_MILL_RESERVED[];
extern const char *const VARIANT_MOVE_WORDS[];
extern const char *const VARIANT_FLY_WORDS[];
extern const char *const VARIANT_MIN_WORDS[];
extern const char *const VARIANT_PROTECT_WORDS[];
extern const char *const VARIANT_STUCK_WORDS[];
extern const char *const VARIANT_STUCK_RESERVED[];
extern const char *const VARIANT_FULL_WORDS[];

typedef struct VariantDirection {
    const char *word;
    unsigned direction; // a DIRECTION_ bit
} VariantDirection;

/// In alphabetical order, which the canonical text needs.
extern const VariantDirection VARIANT_DIRECTIONS[DIRECTION_NB];

#endif
