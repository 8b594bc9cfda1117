// SPDX-License-Identifier: MIT
#ifndef MERELS_RULES_VARIANT_JSON_H
#define MERELS_RULES_VARIANT_JSON_H

#include "protocol/base/strbuf.h"
#include "protocol/rules/variant.h"

/// Between a variant's JSON file and its tables. Every key is explained in
/// rules/variants/README.md.

#define VARIANT_FILE_MAX (1 << 20) // bytes

/// Reads one variant: parse, check every key, compile, set the digest. `file` names the text in
/// problems
/// ("FILE: board.edges[3]: reason"). On success `*out` is the caller's (variant_free).
Status variant_json_read(StrView text, const char *file, Variant **out, Problem *problem);

/// Appends the canonical text of a spec's rules: minimal JSON, keys sorted, defaults written out;
/// points, edges and lines sorted (edges and lines also inside); without name, title, aliases and
/// source.
void variant_json_canonical(const VariantSpec *spec, StrBuf *out);

/// XXH3-64 of the canonical text.
uint64_t variant_json_digest(const VariantSpec *spec);

#endif
