// SPDX-License-Identifier: MIT
#include "protocol/rules/removal.h"

#include <string.h>

#include "protocol/rules/movegen.h"
#include "tests/protocol/rules/rules_help.h"
#include "tests/protocol/rules/rules_tests.h"

#define PROTECT "\"protect\": \"unless_all\""

/// Nine men's morris with other rules of removal; White (a7 d7 g4 g1, five in hand) plays g7 and
/// closes two mills.
typedef struct Case {
    const char *what, *rules, *black, *turns;
} Case;

static const Case CASES[] = {
    {"one for two mills", PROTECT, "b4 b6 d6 f2", "g7xb4 g7xb6 g7xd6 g7xf2"},
    {"one or none", PROTECT ", \"optional\": true", "b4 b6 d6 f2", "g7 g7xb4 g7xb6 g7xd6 g7xf2"},
    {"two for two mills", PROTECT ", \"per_mill\": true", "b4 b6 d6 f2",
     "g7xb4xb6 g7xb4xd6 g7xb4xf2 g7xb6xd6 g7xb6xf2 g7xd6xf2"},
    {"two, one or none", PROTECT ", \"per_mill\": true, \"optional\": true", "b4 d6 f2",
     "g7 g7xb4 g7xb4xd6 g7xb4xf2 g7xd6 g7xd6xf2 g7xf2"},
    {"the free man first, then the mill is all", PROTECT ", \"per_mill\": true", "b4 b6 d6 f6",
     "g7xb4xb6 g7xb4xd6 g7xb4xf6"},
    {"the same, waiving the second", PROTECT ", \"per_mill\": true, \"optional\": true",
     "b4 b6 d6 f6", "g7 g7xb4 g7xb4xb6 g7xb4xd6 g7xb4xf6"},
    {"all in mills: any, then the rest is free", PROTECT ", \"per_mill\": true", "b6 d6 f6",
     "g7xb6xd6 g7xb6xf6 g7xd6xf6"},
    {"only one to take", PROTECT ", \"per_mill\": true", "d6", "g7xd6"},
    {"nobody to take", PROTECT ", \"per_mill\": true", "", "g7"},
    {"always: the mill stays", "\"protect\": \"always\", \"per_mill\": true", "b4 b6 d6 f6",
     "g7xb4"},
    {"always: the mill earns nothing", "\"protect\": \"always\", \"per_mill\": true", "b6 d6 f6",
     "g7"},
    {"always, one removal", "\"protect\": \"always\"", "b6 d6 f6", "g7"},
    {"always: two free men", "\"protect\": \"always\", \"per_mill\": true", "b4 f2 b6 d6 f6",
     "g7xb4xf2"},
    {"always, and a removal that may be waived", "\"protect\": \"always\", \"optional\": true",
     "b4 b6 d6 f6", "g7 g7xb4"},
    {"never: the mill too", "\"protect\": \"never\"", "b4 b6 d6 f6", "g7xb4 g7xb6 g7xd6 g7xf6"},
    {"never, per mill", "\"protect\": \"never\", \"per_mill\": true", "b4 b6 d6",
     "g7xb4xb6 g7xb4xd6 g7xb6xd6"},
};

static void sets_of_victims(void)
{
    for (size_t i = 0; i < sizeof(CASES) / sizeof(CASES[0]); i++) {
        const Case *test = &CASES[i];
        Variant *v = help_edited_variant("nine_mens_morris", PROTECT, test->rules);
        Position pos = help_position(v, "a7 d7 g4 g1", test->black, 5, 5, SIDE_WHITE);
        char legal[HELP_MOVES_TEXT_MAX];
        help_legal_text(v, &pos, legal);
        const char *turns = strstr(legal, "g7"); // the last point: its turns end the list
        CHECK(turns != NULL && strcmp(turns, test->turns) == 0, "%s: %s", test->what, legal);
        variant_free(v);
    }
}

static void legality_of_sets(void)
{
    Variant *v = help_edited_variant("nine_mens_morris", PROTECT, PROTECT ", \"per_mill\": true");
    Position pos = help_position(v, "a7 d7 g4 g1", "b4 b6 d6 f6", 5, 5, SIDE_WHITE);
    CU_ASSERT(movegen_is_legal(v, &pos, help_move(v, "g7xb4xd6")));
    CU_ASSERT(!movegen_is_legal(v, &pos, help_move(v, "g7xb6xd6"))); // b4 must go first
    CU_ASSERT(!movegen_is_legal(v, &pos, help_move(v, "g7xb4")));
    CU_ASSERT(!movegen_is_legal(v, &pos, help_move(v, "g7")));
    CU_ASSERT(!movegen_is_legal(v, &pos, help_move(v, "g7xb4xb6xd6")));
    CU_ASSERT_EQUAL(removal_candidates(v, pos.men[SIDE_BLACK]), help_points(v, "b4"));
    variant_free(v);
}

static void three_mills_at_once(void)
{
    // On Morabaraba's board three lines meet in a corner.
    Variant *v = help_edited_variant("morabaraba", PROTECT, PROTECT ", \"per_mill\": true");
    Position pos = help_position(v, "d7 g7 a4 a1 b6 c5", "d1 d2 d5 e4 f2", 5, 5, SIDE_WHITE);
    char legal[HELP_MOVES_TEXT_MAX];
    help_legal_text(v, &pos, legal);
    static const char WANTED[] = "a7xd1xd2xd5 a7xd1xd2xe4 a7xd1xd2xf2 a7xd1xd5xe4 a7xd1xd5xf2 "
                                 "a7xd1xe4xf2 a7xd2xd5xe4 a7xd2xd5xf2 a7xd2xe4xf2 a7xd5xe4xf2 ";
    CHECK(strncmp(legal, WANTED, strlen(WANTED)) == 0, "%s", legal);
    CU_ASSERT_EQUAL(movegen_count(v, &pos), 10 + 24 - 12);
    variant_free(v);
}

const TestCase REMOVAL_CASES[] = {
    {"sets of victims", sets_of_victims},
    {"legality of sets", legality_of_sets},
    {"three mills at once", three_mills_at_once},
    {NULL, NULL},
};
