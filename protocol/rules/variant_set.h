// SPDX-License-Identifier: MIT
#ifndef MERELS_RULES_VARIANT_SET_H
#define MERELS_RULES_VARIANT_SET_H

#include "protocol/base/strview.h"
#include "protocol/rules/variant.h"

/// All variants a program knows: the built-in files, embedded in the library, then a user's own.
/// One owner; variants stay valid until variant_set_release, also those that a later file replaced.

#define VARIANT_DEFAULT "nine_mens_morris"
#define VARIANT_SET_MAX 1024

typedef struct VariantSet {
    Variant **items; // owned; those that can be found, in order of loading
    int nb;
    Variant **retired; // owned; replaced by a later file
    int retired_nb;
} VariantSet;

/// Loads the built-in variants. A failure is a fault of the build: it asserts.
void variant_set_init(VariantSet *set);
void variant_set_release(VariantSet *set);

/// By name, then by alias; NULL when unknown. ASCII case is ignored.
const Variant *variant_set_find(const VariantSet *set, StrView name);

/// Adds a file, or every *.json of a folder in order of name. A name that exists is replaced (the
/// digest tells them apart); an alias that is another's name is refused. All or nothing: on error
/// the set is unchanged and the problem names file, JSON path and reason.
Status variant_set_load(VariantSet *set, const char *path, Problem *problem);

#endif
