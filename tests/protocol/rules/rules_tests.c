// SPDX-License-Identifier: MIT
#include "tests/protocol/rules/rules_tests.h"

#include <stddef.h>

const TestSuite TEST_SUITES[] = {
    {"variant", VARIANT_CASES},
    {"variant_json", VARIANT_JSON_CASES},
    {"variant_set", VARIANT_SET_CASES},
    {"position", POSITION_CASES},
    {"movegen", MOVEGEN_CASES},
    {"instances", INSTANCE_CASES},
    {"removal", REMOVAL_CASES},
    {"outcome", OUTCOME_CASES},
    {"game", GAME_CASES},
    {"perft", PERFT_CASES},
    {"long_perft", LONG_PERFT_CASES},
    {NULL, NULL},
};
