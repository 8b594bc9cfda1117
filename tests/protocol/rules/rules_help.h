// SPDX-License-Identifier: MIT
#ifndef MERELS_TESTS_RULES_HELP_H
#define MERELS_TESTS_RULES_HELP_H

#include "protocol/base/strbuf.h"
#include "protocol/rules/position.h"
#include "protocol/rules/variant_set.h"

/// Positions, moves and variants for the tests of the rules, without the notation room, which has
/// tests of its own. Bad arguments are the test's fault and assert.

#define HELP_MOVES_TEXT_MAX 4096

/// A built-in variant. The set is the caller's.
const Variant *help_variant(const VariantSet *set, const char *name);

/// The text of a built-in file, `from` replaced once by `to` (both "" or NULL: unchanged). Appended
/// to `out`.
void help_edited_text(const char *name, const char *from, const char *to, StrBuf *out);

/// The variant of that text; it must load. The caller frees it (variant_free).
Variant *help_edited_variant(const char *name, const char *from, const char *to);

/// A set of points: "a1 b2 c3".
Bitboard help_points(const Variant *v, const char *text);

/// A position with the key set, quiet 0, move number 1. men: "a1 b2 c3".
Position help_position(const Variant *v, const char *white, const char *black, int white_hand,
                       int black_hand, Side side);

/// "d6", "a1a4", "d6xb4xd7", "0000".
Move help_move(const Variant *v, const char *text);

/// All legal moves as "a1 a2b3 c1xd1", in the generator's order.
void help_legal_text(const Variant *v, const Position *pos, char out[HELP_MOVES_TEXT_MAX]);

/// Compares them with `wanted`.
void help_check_legal(const Variant *v, const Position *pos, const char *wanted, const char *what);

#endif
