// SPDX-License-Identifier: MIT
// Solved play: against a random mover no value is ever given away.
#include "protocol/base/random.h"
#include "protocol/rules/movegen.h"
#include "tests/engine/tables/tables_help.h"

#define GAME_NB 200 // for each variant, half of them with either colour

static const char *const VARIANTS[] = {"three_men_slide",
                                       "three_mens_morris",
                                       "tapatan",
                                       "luk_tsut_ki",
                                       "tictactoe",
                                       "nine_holes",
                                       "achi",
                                       "achi_loss",
                                       "achi_draw",
                                       "achi3",
                                       "tant_fant",
                                       "tant_fant_diagonal",
                                       "shisima",
                                       "picaria9",
                                       "picaria9_nocentre",
                                       "three_any",
                                       "pong_hau_ki",
                                       "three_slide_loss"};

/// One turn of the side with the tables: the value never falls, the distance never grows.
static void play_best(Desk *desk, ExactValue *last)
{
    ExactAnswer answer;
    CU_ASSERT_FATAL(exact_answer(desk->exact, &desk->game, true, &answer));
    bool is_kept = answer.value.sign > last->sign ||
                   (answer.value.sign == last->sign &&
                    (last->sign <= 0 || answer.value.end_plies <= last->end_plies - 2));
    CHECK(is_kept, "%s: %d in %d after %d in %d", desk->variant->name, answer.value.sign,
          answer.value.end_plies, last->sign, last->end_plies);
    *last = answer.value;
    game_play(&desk->game, answer.moves[0].move);
    exact_answer_release(&answer);
}

static void play_game(Desk *desk, Side side, Random *random)
{
    ExactValue last = {-1, PLIES_UNKNOWN, PLIES_UNKNOWN};
    while (desk->game.outcome.result == RESULT_NONE) {
        if ((Side)game_position(&desk->game)->side == side) {
            play_best(desk, &last);
            continue;
        }
        Move moves[64];
        int move_nb = game_legal(&desk->game, moves);
        game_play(&desk->game, moves[random_below(random, (uint64_t)move_nb)]);
    }
    Result result = desk->game.outcome.result;
    int sign = result == RESULT_DRAW ? 0 : result == result_win_of(side) ? 1 : -1;
    CHECK(sign >= last.sign, "%s: the result is %d after %d", desk->variant->name, sign, last.sign);
}

static void test_random_mover(void)
{
    Desk desk;
    Random random;
    desk_init(&desk);
    random_init(&random, 7);
    for (size_t i = 0; i < sizeof(VARIANTS) / sizeof(VARIANTS[0]); i++) {
        for (int game = 0; game < GAME_NB; game++) {
            desk_set(&desk, VARIANTS[i], NULL, NULL);
            play_game(&desk, (Side)(game % 2), &random);
        }
    }
    desk_release(&desk);
}

/// Against itself: the value of the start is the result.
static void test_itself(void)
{
    Desk desk;
    desk_init(&desk);
    for (size_t i = 0; i < sizeof(VARIANTS) / sizeof(VARIANTS[0]); i++) {
        desk_set(&desk, VARIANTS[i], NULL, NULL);
        ExactAnswer start;
        CU_ASSERT_FATAL(exact_answer(desk.exact, &desk.game, true, &start));
        while (desk.game.outcome.result == RESULT_NONE) {
            ExactAnswer answer;
            CU_ASSERT_FATAL(exact_answer(desk.exact, &desk.game, true, &answer));
            game_play(&desk.game, answer.moves[0].move);
            exact_answer_release(&answer);
        }
        Result expected = start.value.sign > 0 ? RESULT_WHITE : RESULT_DRAW;
        CHECK(desk.game.outcome.result == expected, "%s: %s", VARIANTS[i],
              result_text(desk.game.outcome.result));
        CHECK(start.value.sign == 0 || desk.game.ply_nb == (size_t)start.value.end_plies,
              "%s: %zu plies", VARIANTS[i], desk.game.ply_nb);
        exact_answer_release(&start);
    }
    desk_release(&desk);
}

const TestCase PLAY_CASES[] = {
    {"random mover", test_random_mover},
    {"itself", test_itself},
    {NULL, NULL},
};
