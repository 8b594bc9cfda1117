// SPDX-License-Identifier: MIT
#ifndef MERELS_RULES_VARIANT_CHECK_H
#define MERELS_RULES_VARIANT_CHECK_H

#include "protocol/rules/variant.h"

/// What only variant_compile asks: do the keys of a spec contradict each other, and how many legal
/// moves can a position have? Pure; any thread.

/// The checks that need no tables. Problems name the JSON keys ("fly_at: ...") but no file.
Status variant_check_spec(const VariantSpec *spec, Problem *problem);

/// How many lines one man can complete at once at the most: of listed lines all through its point,
/// of runs one in each direction. Needs the board and lines of `v`.
int variant_check_closable(const Variant *v, const VariantSpec *spec);

/// An upper bound of the legal moves of any position of the variant, reachable or not. Needs
/// everything of `v` but move_max. May be far above what occurs: it supposes that every move closes
/// as many lines as meet in its destination. A user's variant is refused by it, so it must never be
/// too low.
int64_t variant_check_move_bound(const Variant *v, const VariantSpec *spec);

#endif
