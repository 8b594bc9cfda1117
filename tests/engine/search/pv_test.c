// SPDX-License-Identifier: MIT
// What is told and the line that goes with it must agree: mates end in mates, other scores do not,
// and a search that was stopped at once plays a sensible move all the same.
#include <stdlib.h>

#include "protocol/base/random.h"
#include "protocol/notation/fen.h"
#include "protocol/rules/movegen.h"
#include "tests/engine/search/search_help.h"

#define WALK_PLIES 30
#define WALK_STEP 3 // of so many positions of a walk one is searched

/// Plays the line of a report and checks it against the score.
static void check_line(const Bench *bench, const SearchInfo *info, bool whole, const char *fen)
{
    Game game = {0};
    game_copy(&game, &bench->game);
    bool is_forced = false;
    for (int i = 0; i < info->pv_nb; i++) {
        const Position *pos = game_position(&game);
        is_forced = i > 0 && movegen_count(bench->variant, pos) == 1;
        CHECK(game_play(&game, info->pv[i]) == STATUS_OK, "%s %s", bench->variant->name, fen);
    }
    Result result = game.outcome.result;
    bool is_mate = info->score >= SEARCH_MATE_MIN || info->score <= -SEARCH_MATE_MIN;
    int plies = SEARCH_MATE - (info->score > 0 ? info->score : -info->score);
    if (!is_mate) {
        // A reply that had to be added to the line of one move may be the only one.
        bool agrees = result == RESULT_NONE || (result == RESULT_DRAW && info->score == 0);
        CHECK(agrees || is_forced, "%s %s: score %d, but the line of %d ends the game",
              bench->variant->name, fen, info->score, info->pv_nb);
    } else if (whole && info->bound == SEARCH_EXACT) {
        Side mover = (Side)game_position(&bench->game)->side;
        bool is_right = (result == result_win_of(mover)) == (info->score > 0);
        CHECK(info->pv_nb == plies && result != RESULT_NONE && is_right,
              "%s %s: a mate in %d plies with a line of %d", bench->variant->name, fen, plies,
              info->pv_nb);
    }
    game_release(&game);
}

/// Positions of a random game of each variant, searched with `limits`. whole: exact mates must come
/// with their whole line.
static void check_walks(SearchLimits limits, int multipv, bool whole)
{
    Bench bench;
    bench_init(&bench, "nine_mens_morris", NULL, NULL);
    bench.settings.multipv = multipv;
    bench.settings.hardest = true;
    Random random;
    random_init(&random, 11);
    for (int i = 0; i < bench.set.nb; i++) {
        bench_set(&bench, bench.set.items[i]->name, NULL, NULL);
        Move *moves = malloc((size_t)bench.variant->move_max * sizeof(*moves));
        for (int ply = 0; ply < WALK_PLIES && bench.game.outcome.result == RESULT_NONE; ply++) {
            if (ply % WALK_STEP == 0) {
                char fen[FEN_TEXT_MAX];
                fen_format(bench.variant, game_position(&bench.game), fen);
                bench_run(&bench, limits);
                for (int line = 0; line < bench.line_nb && line < 8; line++) {
                    check_line(&bench, &bench.last[line], whole, fen);
                }
            }
            int move_nb = game_legal(&bench.game, moves);
            game_play(&bench.game, moves[random_below(&random, (uint64_t)move_nb)]);
        }
        free(moves);
    }
    bench_release(&bench);
}

static void test_tiny(void)
{
    check_walks(limits_nodes(1), 1, false);
    check_walks(limits_nodes(30), 4, false);
}

static void test_mates(void)
{
    check_walks(limits_nodes(2000), 1, false);
    check_walks(limits_depth(4), 1, true);
    check_walks(limits_depth(3), 8, true);
}

/// Positions where one move wins at once, keeps the other side from it, or takes the best place.
static const struct {
    const char *variant, *fen, *best;
} SENSIBLE[] = {
    {"three_men_slide", "2p/ppP/PP1[] w - - 0 1", "c2c1"},
    {"three_mens_morris", "PP1/p1P/pp1[] w - - 0 1", "c2c3"},
    {"nine_holes", "1pP/p1p/PP1[] w - - 0 1", "c3c1"},
    {"three_mens_morris", "3/3/3[PPPppp] w - - 0 1", "b2"},
    {"tictactoe", "1Pp/1p1/1P1[PPPpp] w - - 0 1", "a1"},
};

static void check_sensible(Bench *bench, size_t at, const char *how)
{
    char text[64];
    CHECK(bench->best == bench_move(bench, SENSIBLE[at].best), "%s %s, %s: %s for %s",
          SENSIBLE[at].variant, SENSIBLE[at].fen, how, bench_text(bench, bench->best, text),
          SENSIBLE[at].best);
}

static void test_stopped_at_once(void)
{
    Bench bench;
    bench_init(&bench, "nine_mens_morris", NULL, NULL);
    for (size_t i = 0; i < sizeof(SENSIBLE) / sizeof(SENSIBLE[0]); i++) {
        bench_set(&bench, SENSIBLE[i].variant, SENSIBLE[i].fen, NULL);
        for (int nodes = 1; nodes <= 3; nodes++) {
            search_clear(bench.search);
            bench_run(&bench, limits_nodes(nodes));
            check_sensible(&bench, i, "few nodes");
        }
        for (int turn = 0; turn < 10; turn++) {
            SearchLimits limits = limits_none();
            limits.infinite = true;
            search_clear(bench.search);
            bench_start(&bench, limits);
            search_stop(bench.search);
            search_wait(bench.search);
            bench_check(&bench, "stopped at once");
            check_sensible(&bench, i, "stopped at once");
        }
    }
    bench_release(&bench);
}

const TestCase PV_CASES[] = {
    {"tiny limits", test_tiny},
    {"mates with their lines", test_mates},
    {"stopped at once", test_stopped_at_once},
    {NULL, NULL},
};
