// SPDX-License-Identifier: MIT
#include <stdlib.h>
#include <string.h>

#include "protocol/base/memory.h"
#include "protocol/base/random.h"
#include "protocol/rules/movegen.h"
#include "protocol/rules/outcome.h"
#include "protocol/rules/removal.h"
#include "protocol/rules/variant_set.h"
#include "tests/protocol/rules/rules_help.h"
#include "tests/protocol/rules/rules_tests.h"

/// Each instance of the move generator against the one for boards of any size, in walks through
/// games and at random positions that no game reaches, for every variant and for some with other
/// rules of removal.

#define WALK_PLIES 300
#define RANDOM_POSITIONS 150

typedef struct Check {
    const Variant *v;
    Variant *wider; // the same variant under other size classes
    Move *moves;    // of the instance under test
    Move *any;      // of the any-size instance
    Random random;
} Check;

static void check_lists(const Check *check, const Variant *v, const Position *pos, int any_nb)
{
    int nb = movegen_legal(v, pos, check->moves);
    CHECK(nb == any_nb, "%s class %d: %d moves, %d", v->name, (int)v->size_class, nb, any_nb);
    CHECK(memcmp(check->moves, check->any, (size_t)any_nb * sizeof(Move)) == 0, "%s class %d",
          v->name, (int)v->size_class);
    for (Side side = SIDE_WHITE; side < SIDE_NB; side++) {
        Bitboard empty = position_empty(v, pos);
        CHECK(movegen_closing_points(v, pos->men[side], empty) ==
                  (pattern_set_closing(&v->lines, pos->men[side]) & empty),
              "%s class %d", v->name, (int)v->size_class);
        CHECK(movegen_removable(v, pos, side) == removal_candidates(v, pos->men[side]),
              "%s class %d", v->name, (int)v->size_class);
    }
    CHECK(movegen_count(v, pos) == any_nb, "%s class %d counts %d, not %d", v->name,
          (int)v->size_class, movegen_count(v, pos), any_nb);
}

/// The list is in strict order, its moves are legal one by one, and moves beside it are legal only
/// if they are in it.
static void check_legality(Check *check, const Position *pos, int nb)
{
    for (int i = 0; i < nb; i++) {
        CHECK(movegen_is_legal(check->v, pos, check->any[i]), "%s", check->v->name);
    }
    for (int i = 0; i < 20; i++) {
        uint64_t bits = random_next(&check->random);
        Move move = nb > 0 ? check->any[bits % (uint64_t)nb] : 0;
        move ^= (Move)1 << (bits >> 32) % 64 | (Move)1 << (bits >> 40) % 21;
        bool listed = false;
        for (int k = 0; k < nb; k++) {
            listed |= check->any[k] == move;
        }
        CHECK(movegen_is_legal(check->v, pos, move) == listed, "%s: %016llx", check->v->name,
              (unsigned long long)move);
    }
}

static int check_position(Check *check, const Position *pos)
{
    const Variant *v = check->v;
    int nb = movegen_legal_any_size(v, pos, check->any);
    CHECK(nb <= v->move_max, "%s: %d moves, the bound is %d", v->name, nb, v->move_max);
    CHECK(movegen_count_any_size(v, pos) == nb, "%s: any counts %d, not %d", v->name,
          movegen_count_any_size(v, pos), nb);
    check_lists(check, v, pos, nb);
    for (SizeClass wider = SIZE_32_LINES; v->size_class != SIZE_9 && wider < SIZE_ANY; wider++) {
        if (wider > v->size_class) {
            check->wider->size_class = wider;
            check_lists(check, check->wider, pos, nb);
        }
    }
    check_legality(check, pos, nb);
    return nb;
}

/// Men strewn over the board, as many as the variant has or fewer, hands of any size that leaves.
static Position random_position(Check *check)
{
    const Variant *v = check->v;
    Position pos = {.move_number = 1, .side = (uint8_t)random_below(&check->random, SIDE_NB)};
    for (int side = 0; side < SIDE_NB; side++) {
        int men = (int)random_below(&check->random, (uint64_t)v->men_max[side] + 1);
        for (int i = 0; i < men; i++) {
            Bitboard point = bitboard_of((int)random_below(&check->random, (uint64_t)v->point_nb));
            if ((position_empty(v, &pos) & point) != 0) {
                pos.men[side] |= point;
            }
        }
        int left = v->men_max[side] - bitboard_count(pos.men[side]);
        left = left < v->rules.men[side] ? left : v->rules.men[side];
        bool has_hand = random_below(&check->random, 2) == 0;
        pos.hand[side] = (uint8_t)(has_hand ? random_below(&check->random, (uint64_t)left + 1) : 0);
    }
    pos.key = position_key(v, &pos);
    return pos;
}

static void check_variant(const Variant *v, uint64_t seed)
{
    Check check = {
        .v = v,
        .wider = memory_new(1, sizeof(Variant)),
        .moves = memory_new((size_t)v->move_max + 1, sizeof(Move)),
        .any = memory_new((size_t)v->move_max + 1, sizeof(Move)),
    };
    random_init(&check.random, seed);
    *check.wider = *v;
    Position pos = position_start(v);
    for (int ply = 0; ply < WALK_PLIES; ply++) {
        int nb = check_position(&check, &pos);
        bool is_over = nb == 0 || outcome_of_board(v, &pos).result != RESULT_NONE;
        pos = is_over
                  ? position_start(v)
                  : position_play(v, &pos, check.any[random_below(&check.random, (uint64_t)nb)]);
    }
    for (int i = 0; i < RANDOM_POSITIONS; i++) {
        pos = random_position(&check);
        check_position(&check, &pos);
    }
    free(check.wider);
    free(check.moves);
    free(check.any);
}

static void built_in_games(void)
{
    VariantSet set;
    variant_set_init(&set);
    for (int i = 0; i < set.nb; i++) {
        check_variant(set.items[i], (uint64_t)i);
    }
    variant_set_release(&set);
}

static void other_rules(void)
{
    static const struct {
        const char *name, *from, *to;
    } EDITS[] = {
        {"nine_mens_morris", "\"unless_all\"", "\"unless_all\", \"per_mill\": true"},
        {"nine_mens_morris", "\"unless_all\"", "\"always\", \"optional\": true"},
        {"nine_mens_morris", "\"unless_all\"", "\"never\", \"optional\": true, \"per_mill\": true"},
        {"nine_mens_morris", "\"place\": {", "\"place\": {\"forbid_points\": [\"d6\", \"f4\"], "},
        {"nine_mens_morris", "\"fly_at\": 3", "\"fly_at\": 4, \"forbid_points\": [\"a1\", \"d5\"]"},
        {"lasker_morris", "\"unless_all\"", "\"unless_all\", \"per_mill\": true"},
        {"lasker_morris", "\"no_place\": \"loss\"", "\"no_place\": \"pass\""},
        {"morabaraba", "\"unless_all\"", "\"unless_all\", \"per_mill\": true"},
        {"morabaraba_coertze", "\"always\"", "\"always\", \"optional\": true"},
        {"seven_mens_morris", "\"unless_all\"", "\"unless_all\", \"per_mill\": true"},
        {"dara", "\"never\"", "\"always\", \"per_mill\": true"},
        {"dara", "\"mill\": \"none\", \"forbid_run_at_least\": 3", "\"mill\": \"remove\""},
        {"dara", "[\"h\", \"v\"]", "[\"h\", \"v\", \"d\", \"a\"]"}, // more than 48 windows
        {"dara", "\"length\": 3", "\"length\": 2"},
        {"dara", "\"min_men\"", "\"place_and_move_mixed\": true, \"min_men\""},
        {"dara", "\"edges\", \"forbid", "\"any\", \"forbid"},
    };
    for (size_t i = 0; i < sizeof(EDITS) / sizeof(EDITS[0]); i++) {
        Variant *v = help_edited_variant(EDITS[i].name, EDITS[i].from, EDITS[i].to);
        check_variant(v, i + 100);
        variant_free(v);
    }
}

const TestCase INSTANCE_CASES[] = {
    {"built-in games", built_in_games},
    {"other rules", other_rules},
    {NULL, NULL},
};
