// SPDX-License-Identifier: MIT
#include "protocol/rules/position.h"

#include "protocol/base/random.h"
#include "protocol/rules/movegen.h"
#include "protocol/rules/variant_set.h"
#include "tests/protocol/rules/rules_help.h"
#include "tests/protocol/rules/rules_tests.h"

static void moves_are_numbers(void)
{
    Move move = move_make(POINT_NONE, 63);
    CU_ASSERT_EQUAL(move_from(move), POINT_NONE);
    CU_ASSERT_EQUAL(move_to(move), 63);
    CU_ASSERT(!move_is_capture(move));
    move = move_make(0, 5);
    CU_ASSERT_EQUAL(move_from(move), 0);
    CU_ASSERT_EQUAL(move_to(move), 5);
    for (int i = 0; i < TAKEN_MAX; i++) {
        CU_ASSERT_EQUAL(move_taken(move, i), POINT_NONE);
        move = move_with_taken(move, i, 57 + i);
        CU_ASSERT_EQUAL(move_taken(move, i), 57 + i);
        CU_ASSERT(move_is_capture(move));
    }
    CU_ASSERT_EQUAL(move_from(move), 0);
    CU_ASSERT_EQUAL(move_to(move), 5);
    CU_ASSERT((move & MOVE_PASS) == 0);
    CU_ASSERT(!move_is_capture(MOVE_PASS));
    CU_ASSERT(move_make(POINT_NONE, 0) != MOVE_NONE);
}

static void start_positions(void)
{
    VariantSet set;
    variant_set_init(&set);
    const Variant *dara = help_variant(&set, "dara");
    Position pos = position_start(dara);
    CU_ASSERT(pos.men[SIDE_WHITE] == 0 && pos.men[SIDE_BLACK] == 0);
    CU_ASSERT(pos.hand[SIDE_WHITE] == 12 && pos.hand[SIDE_BLACK] == 12);
    CU_ASSERT(pos.side == SIDE_WHITE && pos.quiet == 0 && pos.move_number == 1);
    const Variant *shisima = help_variant(&set, "shisima");
    pos = position_start(shisima);
    CU_ASSERT_EQUAL(pos.men[SIDE_WHITE], help_points(shisima, "a1 b1 c1"));
    CU_ASSERT_EQUAL(pos.men[SIDE_BLACK], help_points(shisima, "a3 b3 c3"));
    CU_ASSERT(pos.hand[SIDE_WHITE] == 0 && pos.hand[SIDE_BLACK] == 0);
    CU_ASSERT_EQUAL(pos.key, position_key(shisima, &pos));
    variant_set_release(&set);
}

static void playing_makes_new_positions(void)
{
    VariantSet set;
    variant_set_init(&set);
    const Variant *v = help_variant(&set, "nine_mens_morris");
    Position pos = help_position(v, "a7 d7", "g1 b6", 7, 7, SIDE_WHITE);
    pos.quiet = 3;
    pos.move_number = 5;
    Position next = position_play(v, &pos, help_move(v, "g7xg1"));
    CU_ASSERT_EQUAL(next.men[SIDE_WHITE], help_points(v, "a7 d7 g7"));
    CU_ASSERT_EQUAL(next.men[SIDE_BLACK], help_points(v, "b6"));
    CU_ASSERT(next.hand[SIDE_WHITE] == 6 && next.hand[SIDE_BLACK] == 7);
    CU_ASSERT(next.side == SIDE_BLACK && next.quiet == 0 && next.move_number == 5);
    Position moving = help_position(v, "a7 d6", "g1 b6", 0, 0, SIDE_BLACK);
    moving.quiet = 3;
    moving.move_number = 5;
    next = position_play(v, &moving, help_move(v, "b6b4"));
    CU_ASSERT_EQUAL(next.men[SIDE_BLACK], help_points(v, "g1 b4"));
    CU_ASSERT(next.side == SIDE_WHITE && next.quiet == 4 && next.move_number == 6);
    next = position_play(v, &moving, help_move(v, "b6b4xa7xd6"));
    CU_ASSERT_EQUAL(next.men[SIDE_WHITE], 0);
    CU_ASSERT_EQUAL(next.quiet, 0);
    next = position_play(v, &moving, MOVE_PASS);
    CU_ASSERT(next.side == SIDE_WHITE && next.quiet == 4 && next.move_number == 6);
    CU_ASSERT(next.men[SIDE_WHITE] == moving.men[SIDE_WHITE]);
    CU_ASSERT_EQUAL(next.key, position_key(v, &next));
    CU_ASSERT(moving.quiet == 3 && moving.side == SIDE_BLACK); // unchanged
    variant_set_release(&set);
}

static void keys_follow_and_tell_apart(void)
{
    VariantSet set;
    variant_set_init(&set);
    for (int i = 0; i < set.nb; i++) {
        const Variant *v = set.items[i];
        Random random;
        random_init(&random, (uint64_t)i);
        for (int game = 0; game < 3; game++) {
            Position pos = position_start(v);
            for (int ply = 0; ply < 60; ply++) {
                Move moves[MOVE_MAX];
                int nb = movegen_legal(v, &pos, moves);
                if (nb == 0) {
                    break;
                }
                pos = position_play(v, &pos, moves[random_below(&random, (uint64_t)nb)]);
                CHECK(pos.key == position_key(v, &pos), "%s ply %d", v->name, ply);
            }
        }
    }
    const Variant *v = help_variant(&set, "lasker_morris");
    Position a = help_position(v, "a1 d1", "g1 a4", 5, 5, SIDE_WHITE);
    Position others[] = {
        help_position(v, "a1 d1", "g1 a4", 5, 5, SIDE_BLACK),
        help_position(v, "g1 a4", "a1 d1", 5, 5, SIDE_WHITE),
        help_position(v, "a1 d1", "g1 a4", 4, 5, SIDE_WHITE),
        help_position(v, "a1 d1", "g1 a4", 5, 4, SIDE_WHITE),
        help_position(v, "a1", "g1 a4", 5, 5, SIDE_WHITE),
        help_position(v, "a1 d2", "g1 a4", 5, 5, SIDE_WHITE),
    };
    for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++) {
        CHECK(a.key != others[i].key, "%zu", i);
        CHECK(!position_same(&a, &others[i]), "%zu", i);
    }
    Position same = a;
    same.quiet = 9;
    same.move_number = 44;
    CU_ASSERT(position_same(&a, &same));
    CU_ASSERT_EQUAL(position_key(v, &same), a.key);
    variant_set_release(&set);
}

static void who_may_fly(void)
{
    VariantSet set;
    variant_set_init(&set);
    const Variant *nine = help_variant(&set, "nine_mens_morris");
    const Variant *nofly = help_variant(&set, "nine_mens_morris_nofly");
    const Variant *holes = help_variant(&set, "nine_holes");
    Variant *board = help_edited_variant("lasker_morris", "\"fly_at\": 3",
                                         "\"fly_at\": 3, \"fly_counts\": \"board\"");
    Position three = help_position(nine, "a1 a4 a7", "g1 g4 g7 f2", 0, 0, SIDE_WHITE);
    CU_ASSERT(position_can_fly(nine, &three, SIDE_WHITE));
    CU_ASSERT(!position_can_fly(nine, &three, SIDE_BLACK));
    CU_ASSERT(!position_can_fly(nofly, &three, SIDE_WHITE));
    Position hand = help_position(nine, "a1 a4 a7", "g1 g4 g7 f2", 1, 0, SIDE_WHITE);
    CU_ASSERT(!position_can_fly(nine, &hand, SIDE_WHITE)); // four in all
    CU_ASSERT(position_can_fly(board, &hand, SIDE_WHITE)); // three on the board
    Position any = help_position(holes, "a1 b1 c2", "a2 b2 c3", 0, 0, SIDE_WHITE);
    CU_ASSERT(position_can_fly(holes, &any, SIDE_WHITE));
    variant_free(board);
    variant_set_release(&set);
}

const TestCase POSITION_CASES[] = {
    {"moves are numbers", moves_are_numbers},
    {"start positions", start_positions},
    {"playing makes new positions", playing_makes_new_positions},
    {"keys follow and tell apart", keys_follow_and_tell_apart},
    {"who may fly", who_may_fly},
    {NULL, NULL},
};
