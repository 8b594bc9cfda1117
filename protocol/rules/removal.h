// SPDX-License-Identifier: MIT
#ifndef MERELS_RULES_REMOVAL_H
#define MERELS_RULES_REMOVAL_H

#include "protocol/rules/position.h"

/// Which men a mill may take: protection, one or several victims, removals that may be waived. The
/// general road, also for the variants whose turns take several men; the generator's instances go
/// their own short way for one victim. Only movegen uses it. Pure; any thread; allocates nothing.

/// The men of the set `enemy` that may be taken now.
Bitboard removal_candidates(const Variant *v, Bitboard enemy);

/// Writes `turn` once for each set of victims that a turn closing `mills` lines may take from
/// `enemy`, in lexicographic order of the victims (a shorter set before a longer one that begins
/// with it); returns how many, at least 1. A set is legal if its men can be taken in some order,
/// protection judged anew after each, until there is one for each mill (one in all without
/// per_mill) or nobody is left who may be taken, or, with `optional`, at any time. out: NULL only
/// counts.
int removal_write(const Variant *v, Bitboard enemy, int mills, Move turn, Move *out);

/// Is `victims` one of these sets?
bool removal_is_legal(const Variant *v, Bitboard enemy, int mills, Bitboard victims);

#endif
