// SPDX-License-Identifier: MIT
// The choice among equals, held against the exact values of small games: never a worse move, and on
// the whole fewer replies that hold and fewer positions that the game has seen.
#include "engine/search/choose.h"

#include "engine/tables/exact.h"
#include "protocol/base/random.h"
#include "tests/engine/search/search_help.h"

#define GAME_NB 12
#define PLIES_MAX 40

static const char *const VARIANTS[] = {"nine_holes", "achi_draw", "tant_fant", "pong_hau_ki"};

/// What the choices of some games were like.
typedef struct Tally {
    int drawn_nb, hold_nb, seen_nb;
} Tally;

static bool game_has_seen(const Game *game, const Position *pos)
{
    for (size_t i = 0; i <= game->ply_nb; i++) {
        if (position_same(&game->positions[i], pos)) {
            return true;
        }
    }
    return false;
}

/// Searches and plays one move, which must be as good as the best.
static void play_searched(Bench *bench, Exact *exact, Tally *tally)
{
    ExactAnswer answer;
    CU_ASSERT_FATAL(exact_answer(exact, &bench->game, true, &answer));
    bench_run(bench, limits_depth(14));
    for (int i = 0; i < answer.move_nb; i++) {
        const ExactMove *move = &answer.moves[i];
        if (move->move != bench->best) {
            continue;
        }
        CHECK(move->value.sign == answer.value.sign, "%s: worth %d instead of %d",
              bench->variant->name, move->value.sign, answer.value.sign);
        bool is_true = (bench->last[0].score > 0) - (bench->last[0].score < 0) == move->value.sign;
        CHECK(is_true, "%s: told %d", bench->variant->name, bench->last[0].score);
        if (move->value.sign == 0 && !move->ends) {
            Position next = position_play(bench->variant, game_position(&bench->game), move->move);
            tally->drawn_nb++;
            tally->hold_nb += move->hold_nb;
            tally->seen_nb += game_has_seen(&bench->game, &next);
        }
    }
    exact_answer_release(&answer);
    game_play(&bench->game, bench->best);
}

/// Both sides search, each third move is a random one; the same games for either setting as far as
/// the choices go.
static Tally tally_of(Bench *bench, Exact *exact, bool hardest)
{
    Tally tally = {0};
    Random random;
    random_init(&random, 3);
    bench->settings.hardest = hardest;
    for (int game = 0; game < GAME_NB; game++) {
        bench_set(bench, VARIANTS[game % 4], NULL, NULL);
        search_clear(bench->search);
        while (bench->game.outcome.result == RESULT_NONE && bench->game.ply_nb < PLIES_MAX) {
            Move moves[64];
            int move_nb = game_legal(&bench->game, moves);
            Move any = moves[random_below(&random, (uint64_t)move_nb)];
            if (bench->game.ply_nb % 3 == 0) {
                game_play(&bench->game, any);
            } else {
                play_searched(bench, exact, &tally);
            }
        }
    }
    return tally;
}

static void test_exact_games(void)
{
    Bench bench;
    Exact *exact = exact_new();
    bench_init(&bench, "nine_holes", NULL, NULL);
    Tally plain = tally_of(&bench, exact, false);
    Tally hardest = tally_of(&bench, exact, true);
    CHECK(plain.drawn_nb > 50 && hardest.drawn_nb > 50, "%d and %d draws", plain.drawn_nb,
          hardest.drawn_nb);
    CHECK(hardest.hold_nb * plain.drawn_nb < plain.hold_nb * hardest.drawn_nb,
          "%d replies hold after %d moves, else %d after %d", hardest.hold_nb, hardest.drawn_nb,
          plain.hold_nb, plain.drawn_nb);
    CHECK(hardest.seen_nb * plain.drawn_nb < plain.seen_nb * hardest.drawn_nb,
          "%d of %d come back, else %d of %d", hardest.seen_nb, hardest.drawn_nb, plain.seen_nb,
          plain.drawn_nb);
    exact_free(exact);
    bench_release(&bench);
}

/// A lost position: the longest defence, and of these the one with the fewest ways to win.
static void test_lost(void)
{
    Bench bench;
    Exact *exact = exact_new();
    bench_init(&bench, "tapatan", NULL, "b2");
    bench.settings.hardest = true;
    bench_run(&bench, limits_depth(12));
    CHECK(bench.last[0].score == -SEARCH_MATE + 8, "lost in 8, not %d", bench.last[0].score);
    ExactAnswer answer;
    CU_ASSERT_FATAL(exact_answer(exact, &bench.game, true, &answer));
    for (int i = 0; i < answer.move_nb; i++) {
        const ExactMove *move = &answer.moves[i];
        CHECK(move->move != bench.best || move->value.end_plies == 8, "%d plies",
              move->value.end_plies);
    }
    exact_answer_release(&answer);
    exact_free(exact);
    bench_release(&bench);
}

/// Nodes stay within their limit, and the same search is the same again.
static void test_limits(void)
{
    static const int64_t nodes[] = {1, 300, 3000, 20000};
    Bench bench;
    bench_init(&bench, "six_mens_morris", "P*p*1/*pP1*/pP*pp/*2P*/P*p*P[] w - - 16 15", NULL);
    bench.settings.hardest = true;
    for (size_t i = 0; i < sizeof(nodes) / sizeof(nodes[0]); i++) {
        search_clear(bench.search);
        bench_run(&bench, limits_nodes(nodes[i]));
        Move best = bench.best;
        uint64_t visited = bench.last[0].nodes;
        CHECK(visited <= (uint64_t)nodes[i], "%llu nodes", (unsigned long long)visited);
        search_clear(bench.search);
        bench_run(&bench, limits_nodes(nodes[i]));
        CHECK(bench.best == best && bench.last[0].nodes == visited, "another search with %lld",
              (long long)nodes[i]);
    }
    bench_release(&bench);
}

const TestCase CHOOSE_CASES[] = {
    {"exact games", test_exact_games},
    {"lost", test_lost},
    {"limits", test_limits},
    {NULL, NULL},
};
