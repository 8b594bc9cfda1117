// SPDX-License-Identifier: MIT
// Mates against an exhaustive search that knows nothing but the rules.
#include "engine/evaluation/evaluator.h"
#include "protocol/base/random.h"
#include "protocol/notation/fen.h"
#include "protocol/rules/movegen.h"
#include "protocol/rules/outcome.h"
#include "tests/engine/search/search_help.h"

#define MOVES_MAX 2048 // more than any built-in variant has

/// SEARCH_MATE less the plies of the shortest win, or the negative of the longest defence; 0 when
/// neither is forced within `depth` plies. Repetition is left out: no shortest win repeats a
/// position.
static int solve(const Variant *v, const Position *pos, int ply, int depth)
{
    Outcome outcome = outcome_of_position(v, pos);
    if (outcome.result != RESULT_NONE) {
        bool is_won = outcome.result == result_win_of((Side)pos->side);
        return outcome.result == RESULT_DRAW ? 0 : is_won ? SEARCH_MATE - ply : ply - SEARCH_MATE;
    }
    if (depth == 0) {
        return 0;
    }
    Move moves[MOVES_MAX];
    int nb = movegen_legal(v, pos, moves);
    int best = -SEARCH_INFINITE;
    for (int i = 0; i < nb && best < SEARCH_MATE - ply - 1; i++) {
        Position next = position_play(v, pos, moves[i]);
        int score = -solve(v, &next, ply + 1, depth - 1);
        best = score > best ? score : best;
    }
    return best;
}

static double tree_size(const Variant *v, const Position *pos, int depth)
{
    double size = 1;
    for (int i = 0; i < depth; i++) {
        size *= movegen_count(v, pos);
    }
    return size;
}

#define TREE_MAX 15000 // what the exhaustive search is asked for at the most

static bool is_mate(int score)
{
    return score >= SEARCH_MATE_MIN || score <= -SEARCH_MATE_MIN;
}

/// `depth_plies` and `mate` searches of one position against the exhaustive value. Returns whether
/// it was a mate.
static bool check_position(Bench *bench, const Variant *v, const Position *pos, int depth)
{
    char fen[FEN_TEXT_MAX];
    fen_format(v, pos, fen);
    int value = solve(v, pos, 0, depth);
    bench_set_position(bench, v, pos);
    bench_run(bench, limits_depth(depth));
    const SearchInfo *info = &bench->last[0];
    bool is_sure =
        is_mate(info->score) && info->bound == SEARCH_EXACT && SEARCH_MATE - depth <= info->score;
    CHECK(!is_sure || info->score == value, "%s %s: a mate of score %d is told, the truth is %d",
          v->name, fen, info->score, value);
    CHECK(!is_mate(value) || !is_mate(info->score) || (info->score > 0) == (value > 0),
          "%s %s: %d for %d", v->name, fen, info->score, value);
    // Where lines win nothing is hidden by reductions: each mate within the depth is found, and its
    // exact length.
    bool must_find = is_mate(value) && feature_family(v) == FAMILY_LINE;
    CHECK(!must_find || (info->score == value && info->bound == SEARCH_EXACT), "%s %s: %d for %d",
          v->name, fen, info->score, value);
    if (value >= SEARCH_MATE_MIN) {
        SearchLimits limits = limits_none();
        limits.mate_moves = (depth + 1) / 2;
        bench_run(bench, limits);
        int score = bench->last[0].score;
        CHECK(score == value && bench->last[0].bound == SEARCH_EXACT,
              "%s %s: mate %d gives %d for %d", v->name, fen, (depth + 1) / 2, score, value);
    }
    return is_mate(value);
}

static void test_mates(void)
{
    Bench bench;
    bench_init(&bench, "tictactoe", NULL, NULL);
    bench.settings.threads = 1;
    Random random;
    random_init(&random, 11);
    int mate_nb = 0;
    for (int i = 0; i < bench.set.nb; i++) {
        const Variant *v = bench.set.items[i];
        CU_ASSERT_FATAL(v->move_max <= MOVES_MAX);
        Move moves[MOVES_MAX];
        Position pos = position_start(v);
        for (int ply = 0, checked_nb = 0; ply < 400 && checked_nb < 10; ply++) {
            Outcome outcome = outcome_of_position(v, &pos);
            int nb = outcome.result == RESULT_NONE ? movegen_legal(v, &pos, moves) : 0;
            if (nb == 0) {
                pos = position_start(v);
                continue;
            }
            int depth = 5;
            while (depth > 1 && tree_size(v, &pos, depth) > TREE_MAX) {
                depth--;
            }
            if (random_below(&random, 4) == 0 && depth > 1) {
                mate_nb += check_position(&bench, v, &pos, depth);
                checked_nb++;
            }
            pos = position_play(v, &pos, moves[random_below(&random, (uint64_t)nb)]);
        }
    }
    CHECK(mate_nb >= 20, "only %d mates were met", mate_nb);
    bench_release(&bench);
}

/// Mates of games with men to take, and ends of all kinds.
static const struct {
    const char *what, *variant, *fen, *moves;
    int plies; // to the end; negative: the side to move loses
} MATES[] = {
    {"a man too few", "nine_mens_morris",
     "P**P**1/*1*1*1*/**3**/3*2P/**3**/*1*p*1*/p**1**p[] w - - 0 1", NULL, 1},
    {"shut in", "nine_mens_morris",
     "1**p**1/*1*1*p*/**1pP**/1p1*Pp1/**PpP**/*1*1*p*/1**1**1[] b - - 0 1", NULL, 1},
    {"shut in on the limit ply", "nine_mens_morris",
     "1**p**1/*1*1*p*/**1pP**/1p1*Pp1/**PpP**/*1*1*p*/1**1**1[] b - - 99 60", NULL, 1},
    {"a line", "tictactoe", "3/p1p/PP1[PPPpp] w - - 0 1", NULL, 1},
    {"two threats", "tictactoe", "p1P/1p1/P1P[PPpp] b - - 0 1", NULL, -2},
    {"a line on the limit ply", "three_men_slide", "PP1/ppP/1p1[] w - - 39 30", NULL, 1},
    {"one ply too late", "three_men_slide", "PP1/pp1/1pP[] w - - 39 30", NULL, 0},
    {"three plies in time", "three_men_slide", "p1p/PPp/2P[] b - - 37 30", NULL, 3},
    {"three plies too late", "three_men_slide", "p1p/PPp/2P[] b - - 38 30", NULL, 0},
    {"five plies in time", "three_men_slide", "p1P/1PP/p1p[] b - - 35 30", NULL, 5},
    {"five plies too late", "three_men_slide", "p1P/1PP/p1p[] b - - 36 30", NULL, 0},
    {"five plies with time to spare", "three_men_slide", "p1P/1PP/p1p[] b - - 0 30", NULL, 5},
};

/// Wins of which reductions show a longer one first.
static const struct {
    const char *fen;
    int depth, plies;
} SHORTER[] = {
    {"1**P**P/*p*1*P*/**1p1**/2P*PP1/**2p**/*p*1*P*/1**1**P[] w - - 0 1", 9, 5},
    {"1**p**1/*1*1*1*/**Pp1**/p2*pP1/**P1p**/*P*p*p*/1**p**1[] b - - 0 1", 6, 5},
    {"P**p**1/*1*1*p*/**pp1**/pP1*pP1/**Pp1**/*1*1*1*/1**1**p[] b - - 0 1", 10, 7},
    {"p**p**1/*1*p*P*/**2p**/p2*P2/**p1p**/*P*1*p*/1**P**p[] b - - 0 1", 10, 7},
};

static void test_shorter(void)
{
    Bench bench;
    bench_init(&bench, "nine_mens_morris", NULL, NULL);
    for (size_t i = 0; i < sizeof(SHORTER) / sizeof(SHORTER[0]); i++) {
        bench_set(&bench, "nine_mens_morris", SHORTER[i].fen, NULL);
        search_clear(bench.search);
        bench_run(&bench, limits_depth(SHORTER[i].depth));
        CHECK(bench.last[0].score == SEARCH_MATE - SHORTER[i].plies, "case %zu: %d", i,
              bench.last[0].score);
        CHECK(bench.last[0].bound == SEARCH_EXACT, "case %zu is proven", i);
    }
    bench_release(&bench);
}

/// Two games may have the same men on the same points: what one has learned is nothing to the
/// other.
static void test_variants_apart(void)
{
    const char *fen = "ppP/1p1/P1P[] w - - 12 7";
    Bench bench;
    bench_init(&bench, "tant_fant", fen, NULL);
    bench_run(&bench, limits_depth(7));
    CHECK(is_mate(bench.last[0].score), "tant_fant: %d", bench.last[0].score);
    bench_set(&bench, "tant_fant_diagonal", fen, NULL);
    bench_run(&bench, limits_depth(5));
    CHECK(!is_mate(bench.last[0].score), "tant_fant_diagonal: %d", bench.last[0].score);
    bench_release(&bench);
}

static void test_mate_limit_ends(void)
{
    Bench bench;
    bench_init(&bench, "three_mens_morris", NULL, NULL);
    SearchLimits limits = limits_none();
    limits.mate_moves = 3; // there is none: the whole tree of that depth shows it
    bench_run(&bench, limits);
    CHECK(!is_mate(bench.last[0].score), "no win in three");
    CHECK(bench.last[0].depth <= 6, "deepened to %d plies", bench.last[0].depth);
    limits.mate_moves = 5;
    bench_run(&bench, limits);
    CHECK(bench.last[0].score == SEARCH_MATE - 9, "the win in five: %d", bench.last[0].score);
    limits.mate_moves = 20; // longer than needed: it stops at the first that is proven
    bench_run(&bench, limits);
    CHECK(bench.last[0].score == SEARCH_MATE - 9, "again: %d", bench.last[0].score);
    bench_release(&bench);
}

static void test_kinds(void)
{
    Bench bench;
    bench_init(&bench, "tictactoe", NULL, NULL);
    for (size_t i = 0; i < sizeof(MATES) / sizeof(MATES[0]); i++) {
        bench_set(&bench, MATES[i].variant, MATES[i].fen, MATES[i].moves);
        bench_run(&bench, limits_depth(8));
        int plies = MATES[i].plies;
        int score = bench.last[0].score;
        int expected = plies > 0 ? SEARCH_MATE - plies : -SEARCH_MATE - plies;
        CHECK(plies == 0 ? !is_mate(score) : score == expected, "%s: %d", MATES[i].what, score);
    }
    bench_release(&bench);
}

const TestCase MATE_CASES[] = {
    {"against the exhaustive search", test_mates},
    {"ends of all kinds", test_kinds},
    {"the shortest, whatever was reduced", test_shorter},
    {"variants are kept apart", test_variants_apart},
    {"the mate limit", test_mate_limit_ends},
    {NULL, NULL},
};
