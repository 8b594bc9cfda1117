// SPDX-License-Identifier: MIT
#include "protocol/rules/variant_words.h"

#include <stddef.h>

const char *const VARIANT_LINE_WORDS[] = {[LINE_LISTED] = "listed", [LINE_RUNS] = "runs", NULL};
const char *const VARIANT_MILL_WORDS[] = {
    [MILL_NONE] = "none", [MILL_WIN] = "win", [MILL_REMOVE] = "remove", NULL};
const char *const VARIANT_MILL_RESERVED[] = {"remove_from_hand", "mark_delay", "count",
                                             "first_gets_start", "extra_turn", NULL};
const char *const VARIANT_MOVE_WORDS[] = {[MOVE_EDGES] = "edges", [MOVE_ANY] = "any", NULL};
const char *const VARIANT_FLY_WORDS[] = {[COUNT_TOTAL] = "total", [COUNT_BOARD] = "board", NULL};
const char *const VARIANT_MIN_WORDS[] = {
    [MIN_NO_RESERVE] = "no_reserve", [MIN_TOTAL] = "total", NULL};
const char *const VARIANT_PROTECT_WORDS[] = {[PROTECT_UNLESS_ALL] = "unless_all",
                                             [PROTECT_NEVER] = "never",
                                             [PROTECT_ALWAYS] = "always",
                                             NULL};
const char *const VARIANT_STUCK_WORDS[] = {
    [STUCK_LOSS] = "loss", [STUCK_DRAW] = "draw", [STUCK_PASS] = "pass", NULL};
const char *const VARIANT_STUCK_RESERVED[] = {"opponent_frees", "remove_then_move", NULL};
const char *const VARIANT_FULL_WORDS[] = {
    [FULL_NONE] = "none", [FULL_DRAW] = "draw", [FULL_FIRST_LOSES] = "first_loses", NULL};

const VariantDirection VARIANT_DIRECTIONS[DIRECTION_NB] = {
    {"a", DIRECTION_A}, {"d", DIRECTION_D}, {"h", DIRECTION_H}, {"v", DIRECTION_V}};
