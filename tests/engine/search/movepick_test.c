// SPDX-License-Identifier: MIT
#include "engine/search/movepick.h"

#include <stdlib.h>

#include "protocol/rules/movegen.h"
#include "tests/engine/search/search_help.h"

/// A worker that has just enough for a move picker.
typedef struct Stand {
    Bench bench;
    Task task;
    Worker *worker;
    Move moves[MOVE_MAX];
    int move_nb;
} Stand;

static void stand_set(Stand *stand, const char *variant, const char *fen, const char *moves)
{
    bench_set(&stand->bench, variant, fen, moves);
    const Game *game = &stand->bench.game;
    stand->move_nb = game_legal(game, stand->moves);
    stand->task.variant = game->variant;
    stand->task.root = *game_position(game);
    stand->task.settings = stand->bench.settings;
    stand->task.moves = stand->moves;
    stand->task.move_nb = stand->move_nb;
    worker_prepare(stand->worker, &stand->task);
}

static Stand *stand_new(const char *variant, const char *fen)
{
    Stand *stand = calloc(1, sizeof(*stand));
    CU_ASSERT_PTR_NOT_NULL_FATAL(stand);
    bench_init(&stand->bench, variant, NULL, NULL);
    stand->worker = worker_new(0);
    stand_set(stand, variant, fen, NULL);
    return stand;
}

static void stand_release(Stand *stand)
{
    worker_free(stand->worker);
    bench_release(&stand->bench);
    free(stand);
}

/// Hands out everything and checks that each legal move comes once, with its index.
static void check_complete(Stand *stand, int first)
{
    MovePicker picker;
    bool seen[MOVE_MAX] = {false}; // by index
    int nb = movepick_init(&picker, stand->worker, &stand->task.root, 1, first);
    int given_nb = 0;
    int index = -1;
    CHECK(nb == stand->move_nb, "%d of %d moves", nb, stand->move_nb);
    for (Move move; (move = movepick_next(&picker, &index)) != MOVE_NONE; given_nb++) {
        CHECK(index >= 0 && index < nb && !seen[index] && stand->moves[index] == move, "move %d",
              given_nb);
        CHECK(given_nb > 0 || first >= nb || index == first, "the table's move comes first");
        seen[index] = true;
    }
    CHECK(given_nb == nb, "%d of %d moves came", given_nb, nb);
    movepick_release(&picker);
    CHECK(stand->worker->arena_used == 0, "%zu places of the arena are lost",
          stand->worker->arena_used);
}

static void test_complete(void)
{
    Stand *stand = stand_new("tictactoe", NULL);
    for (int i = 0; i < stand->bench.set.nb; i++) {
        stand_set(stand, stand->bench.set.items[i]->name, NULL, NULL);
        check_complete(stand, TT_INDEX_NONE);
        check_complete(stand, 0);
        check_complete(stand, stand->move_nb - 1);
        check_complete(stand, stand->move_nb); // no index of this position: a foreign entry
    }
    stand_release(stand);
}

#define MILL_FEN "P**P**1/*p*1*1*/**3**/3*2P/**p2**/*p*p*1*/1**1**p[] w - - 0 1"

static void test_order(void)
{
    Stand *stand = stand_new("nine_mens_morris", MILL_FEN);
    Worker *worker = stand->worker;
    Move quiet = bench_move(&stand->bench, "a7a4");
    worker->killers[1][0] = quiet;
    MovePicker picker;
    int index;
    movepick_init(&picker, worker, &stand->task.root, 1, TT_INDEX_NONE);
    Move move = movepick_next(&picker, &index);
    int take_nb = 0;
    for (; move_is_capture(move); move = movepick_next(&picker, &index)) {
        take_nb++;
    }
    CHECK(take_nb == 5, "%d moves that take a man come first", take_nb);
    CHECK(move == quiet, "then the killer");
    movepick_release(&picker);

    int forcing_nb = 0;
    movepick_init(&picker, worker, &stand->task.root, 1, TT_INDEX_NONE);
    while ((move = movepick_next_forcing(&picker)) != MOVE_NONE) {
        CHECK(move_is_capture(move), "forcing move %d", forcing_nb);
        forcing_nb++;
    }
    CHECK(forcing_nb == 5, "%d forcing moves", forcing_nb);
    movepick_release(&picker);
    stand_release(stand);
}

static void test_history(void)
{
    Stand *stand = stand_new("nine_mens_morris", NULL);
    Worker *worker = stand->worker;
    Move good = bench_move(&stand->bench, "f4");
    Move bad = bench_move(&stand->bench, "a1");
    for (int i = 0; i < 1000; i++) {
        history_add(&worker->history, SIDE_WHITE, good, 1200);
        history_add(&worker->history, SIDE_WHITE, bad, -1200);
    }
    CHECK(history_turn(&worker->history, SIDE_WHITE, good) <= HISTORY_MAX, "bounded");
    CHECK(history_turn(&worker->history, SIDE_WHITE, bad) >= -HISTORY_MAX, "bounded below");
    Move sorted[MOVE_MAX];
    movepick_sort(worker, &stand->task.root, stand->moves, stand->move_nb, sorted);
    CHECK(sorted[0] == good, "the good move first");
    CHECK(sorted[stand->move_nb - 1] == bad, "the bad move last");
    CHECK(sorted[1] == stand->moves[1], "equal ones keep their order");
    stand_release(stand);
}

static void test_winning_line(void)
{
    Stand *stand = stand_new("three_mens_morris", "2p/PP1/p2[Pp] w - - 0 1");
    MovePicker picker;
    int index;
    movepick_init(&picker, stand->worker, &stand->task.root, 1, TT_INDEX_NONE);
    char text[64];
    Move first = movepick_next(&picker, &index);
    CHECK(first == bench_move(&stand->bench, "c2"), "%s", bench_text(&stand->bench, first, text));
    movepick_release(&picker);
    movepick_init(&picker, stand->worker, &stand->task.root, 1, TT_INDEX_NONE);
    CHECK(movepick_next_forcing(&picker) != MOVE_NONE, "the line is forcing");
    CHECK(movepick_next_forcing(&picker) == MOVE_NONE, "nothing else is");
    movepick_release(&picker);
    stand_release(stand);
}

const TestCase MOVEPICK_CASES[] = {
    {"every move once", test_complete},    {"order", test_order}, {"history", test_history},
    {"a winning line", test_winning_line}, {NULL, NULL},
};
