// SPDX-License-Identifier: MIT
#ifndef MERELS_TESTS_TABLES_HELP_H
#define MERELS_TESTS_TABLES_HELP_H

#include "engine/tables/exact.h"
#include "protocol/rules/variant_set.h"
#include "tests/suite.h"

extern const TestCase SMALL_CASES[];
extern const TestCase EXACT_CASES[];
extern const TestCase REPETITION_CASES[];
extern const TestCase KNOWN_CASES[];
extern const TestCase PLAY_CASES[];

/// Games made up for these tests, on the board of nine points with all eight lines and the edges of
/// three men's morris (or on the five points of a game without lines), with draw limits so short
/// that they matter.
typedef struct MadeUp {
    const char *name;
    const char *rules; // the rest of the JSON text, behind board and line
} MadeUp;

#define MADE_UP_NB 12
extern const MadeUp MADE_UP[MADE_UP_NB];
/// Five points, two men each, no lines: a stuck side loses; 12 quiet plies draw.
extern const MadeUp FIVE_POINTS;

/// The caller's (variant_free).
Variant *made_up_new(const MadeUp *game);

/// A variant, a game of it and what is known of it.
typedef struct Desk {
    VariantSet set;
    const Variant *variant;
    Game game;
    Exact *exact;
} Desk;

void desk_init(Desk *desk);
void desk_release(Desk *desk);
/// fen: NULL for the start; moves: tokens, or NULL.
void desk_set(Desk *desk, const char *variant, const char *fen, const char *moves);
/// The same with a variant that is not in the set.
void desk_set_variant(Desk *desk, const Variant *variant, const char *fen, const char *moves);

/// The turn that is written so; MOVE_NONE and a failure when there is none.
Move desk_move(const Desk *desk, const char *token);
/// The value of a turn in an answer.
ExactValue answer_value(const ExactAnswer *answer, Move move);

#endif
