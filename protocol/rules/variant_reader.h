// SPDX-License-Identifier: MIT
#ifndef MERELS_RULES_VARIANT_READER_H
#define MERELS_RULES_VARIANT_READER_H

#include "protocol/base/json.h"
#include "protocol/rules/variant.h"

/// From the JSON tree of a variant file to its spec: keys, types, ranges, names, and what single
/// keys must hold. What keys say together is variant_compile's question. Only variant_json uses it.

/// Problems are "FILE: PATH: reason".
Status variant_reader_spec(const Json *root, const char *file, VariantSpec *spec, Problem *problem);

#endif
