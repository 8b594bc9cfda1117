// SPDX-License-Identifier: MIT
#include "engine/evaluation/evaluator.h"

#include "protocol/base/random.h"
#include "protocol/rules/movegen.h"
#include "protocol/rules/outcome.h"
#include "tests/engine/search/search_help.h"

static const struct {
    const char *variant;
    Family family;
} FAMILIES[] = {
    {"tictactoe", FAMILY_LINE},    {"shisima", FAMILY_LINE},
    {"nine_holes", FAMILY_LINE},   {"nine_mens_morris", FAMILY_MORRIS},
    {"morabaraba", FAMILY_MORRIS}, {"lasker_morris", FAMILY_MORRIS},
    {"dara", FAMILY_RUNS},         {"dara_protected", FAMILY_RUNS},
    {"pong_hau_ki", FAMILY_BLOCK},
};

static void test_families(void)
{
    Bench bench;
    bench_init(&bench, "tictactoe", NULL, NULL);
    for (size_t i = 0; i < sizeof(FAMILIES) / sizeof(FAMILIES[0]); i++) {
        bench_set(&bench, FAMILIES[i].variant, NULL, NULL);
        CHECK(feature_family(bench.variant) == FAMILIES[i].family, "%s", FAMILIES[i].variant);
    }
    bench_release(&bench);
}

/// The same position with the colours of men, hands and turn changed.
static Position mirrored(const Variant *v, const Position *pos)
{
    Position other = *pos;
    other.men[SIDE_WHITE] = pos->men[SIDE_BLACK];
    other.men[SIDE_BLACK] = pos->men[SIDE_WHITE];
    other.hand[SIDE_WHITE] = pos->hand[SIDE_BLACK];
    other.hand[SIDE_BLACK] = pos->hand[SIDE_WHITE];
    other.side = (uint8_t)side_other((Side)pos->side);
    other.key = position_key(v, &other);
    return other;
}

static void test_symmetry(void)
{
    Bench bench;
    bench_init(&bench, "tictactoe", NULL, NULL);
    Move moves[MOVE_MAX];
    Random random;
    random_init(&random, 3);
    for (int i = 0; i < bench.set.nb; i++) {
        const Variant *v = bench.set.items[i];
        Evaluator *evaluator = evaluator_new(v);
        for (int walk = 0; walk < 5; walk++) {
            Position pos = position_start(v);
            for (int ply = 0; ply < 60; ply++) {
                int nb = movegen_legal(v, &pos, moves);
                if (nb == 0 || outcome_of_position(v, &pos).result != RESULT_NONE) {
                    break;
                }
                pos = position_play(v, &pos, moves[random_below(&random, (uint64_t)nb)]);
                Position other = mirrored(v, &pos);
                int score = evaluate_position(evaluator, &pos);
                CHECK(score == evaluate_position(evaluator, &other), "%s, ply %d: colours differ",
                      v->name, ply);
                CHECK(score >= -EVALUATE_MAX && score <= EVALUATE_MAX, "%s: %d", v->name, score);
            }
        }
        evaluator_free(evaluator);
    }
    bench_release(&bench);
}

/// In each pair the side to move stands better in the first position.
static const struct {
    const char *what, *variant, *better, *worse;
} PAIRS[] = {
    {"a man more", "nine_mens_morris",
     "P**P**1/*p*p*P*/**p2**/3*P1P/**2p**/*1*1*P*/P**p**p[] w - - 0 1",
     "P**P**1/*p*p*P*/**p2**/3*P1P/**2p**/*1*1*1*/P**p**p[] w - - 0 1"},
    {"a mill in reach", "nine_mens_morris",
     "P**P**1/*1*1*P*/**p1p**/3*P1P/**p2**/*p*p*1*/P**1**p[] w - - 0 1",
     "P**P**1/*1*1*P*/**p1p**/1P1*P2/**p2**/*p*p*1*/P**1**p[] w - - 0 1"},
    {"two in a row", "tictactoe", "3/1P1/1P1[PPppp] w - - 0 1", "3/1P1/1P1[PPppp] b - - 0 1"},
};

static int evaluate_fen(Bench *bench, const char *variant, const char *fen)
{
    bench_set(bench, variant, fen, NULL);
    Evaluator *evaluator = evaluator_new(bench->variant);
    int score = evaluate_position(evaluator, game_position(&bench->game));
    evaluator_free(evaluator);
    return score;
}

static void test_pairs(void)
{
    Bench bench;
    bench_init(&bench, "tictactoe", NULL, NULL);
    for (size_t i = 0; i < sizeof(PAIRS) / sizeof(PAIRS[0]); i++) {
        int better = evaluate_fen(&bench, PAIRS[i].variant, PAIRS[i].better);
        int worse = evaluate_fen(&bench, PAIRS[i].variant, PAIRS[i].worse);
        CHECK(better > worse, "%s: %d and %d", PAIRS[i].what, better, worse);
    }
    bench_release(&bench);
}

const TestCase EVALUATOR_CASES[] = {
    {"families", test_families},
    {"colours", test_symmetry},
    {"better and worse", test_pairs},
    {NULL, NULL},
};
