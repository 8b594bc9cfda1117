// SPDX-License-Identifier: MIT
// What the history of a game does to values: held against plain search with the history in it.
#include "protocol/base/random.h"
#include "protocol/notation/fen.h"
#include "protocol/rules/movegen.h"
#include "tests/engine/tables/tables_help.h"

#define PATH_MAX_PLIES 128
#define PROOF_PLIES 7 // how far the plain search looks

/// All positions of a game, then those of the line that is being tried.
typedef struct Path {
    const Variant *v;
    Position positions[PATH_MAX_PLIES];
    int nb;
} Path;

static Outcome path_outcome(const Path *path)
{
    const Position *pos = &path->positions[path->nb - 1];
    Outcome outcome = outcome_of_position(path->v, pos);
    int occurrence_nb = 0;
    for (int i = 0; i < path->nb; i++) {
        occurrence_nb += position_same(&path->positions[i], pos);
    }
    bool is_drawn = outcome.result == RESULT_NONE && occurrence_nb >= path->v->rules.repetition;
    return is_drawn ? (Outcome){RESULT_DRAW, REASON_REPETITION} : outcome;
}

/// Can `winner` force a win within `plies`, whatever the other side does?
static bool can_force(Path *path, Side winner, int plies)
{
    const Position *pos = &path->positions[path->nb - 1];
    Result result = path_outcome(path).result;
    if (result != RESULT_NONE || plies == 0) {
        return result == result_win_of(winner);
    }
    Move moves[64];
    bool attacks = (Side)pos->side == winner;
    int move_nb = movegen_legal(path->v, pos, moves);
    bool forced = !attacks;
    for (int i = 0; i < move_nb && forced != attacks; i++) {
        path->positions[path->nb++] = position_play(path->v, pos, moves[i]);
        forced = can_force(path, winner, plies - 1);
        path->nb--;
    }
    return forced;
}

static void path_of(const Game *game, Path *path)
{
    path->v = game->variant;
    path->nb = 0;
    for (size_t ply = 0; ply <= game->ply_nb; ply++) {
        path->positions[path->nb++] = game->positions[ply];
    }
}

/// The answer is a win in n plies: it can be forced in n, not in fewer. Else: neither side can
/// force one soon, but for the loss that is claimed.
static void check_answer(const Game *game, const ExactAnswer *answer)
{
    Path path;
    char fen[FEN_TEXT_MAX];
    path_of(game, &path);
    Side side = (Side)game_position(game)->side;
    fen_format(game->variant, game_position(game), fen);
    for (int by = 0; by < SIDE_NB; by++) {
        Side winner = (Side)by;
        int sign = winner == side ? answer->value.sign : -answer->value.sign;
        int plies = answer->value.end_plies;
        if (sign > 0 && plies <= PROOF_PLIES) {
            CHECK(can_force(&path, winner, plies), "%s: no win in %d", fen, plies);
            CHECK(!can_force(&path, winner, plies - 1), "%s: a win before %d", fen, plies);
        } else {
            CHECK(!can_force(&path, winner, PROOF_PLIES), "%s: a win that is not told", fen);
        }
    }
}

/// A random move, more often than not one that brings a position back.
static void play_any(Game *game, Random *random)
{
    Move moves[64];
    int move_nb = game_legal(game, moves);
    Move chosen = moves[random_below(random, (uint64_t)move_nb)];
    for (int i = 0; i < move_nb && random_below(random, 4) != 0; i++) {
        Position next = position_play(game->variant, game_position(game), moves[i]);
        for (size_t ply = 0; ply < game->ply_nb; ply++) {
            chosen = position_same(&game->positions[ply], &next) ? moves[i] : chosen;
        }
    }
    Status status = game_play(game, chosen);
    CHECK(status == STATUS_OK, "illegal");
}

static void random_placing(Game *game, Random *random)
{
    Move moves[64];
    while (game->outcome.result == RESULT_NONE && game_position(game)->hand[SIDE_BLACK] > 0) {
        int move_nb = game_legal(game, moves);
        game_play(game, moves[random_below(random, (uint64_t)move_nb)]);
    }
}

/// Is there a position that would end the game if it came back?
static bool has_used_up(const Game *game)
{
    bool found = false;
    for (size_t ply = 0; ply <= game->ply_nb; ply++) {
        found = found || game->occurrences[ply] + 1 == (uint32_t)game->variant->rules.repetition;
    }
    return found;
}

/// Games that go round and round; returns how often the history changed a value.
static int walk(Desk *desk, const Variant *v, int game_nb)
{
    Random random;
    random_init(&random, 11);
    int changed_nb = 0;
    for (int i = 0; i < game_nb; i++) {
        desk_set_variant(desk, v, NULL, NULL);
        random_placing(&desk->game, &random);
        while (desk->game.outcome.result == RESULT_NONE) {
            ExactAnswer answer, fresh;
            Game without;
            CU_ASSERT_FATAL(exact_answer(desk->exact, &desk->game, true, &answer));
            game_init_from(&without, v, game_position(&desk->game));
            CU_ASSERT_FATAL(exact_answer(desk->exact, &without, true, &fresh));
            bool is_changed = exact_value_compare(answer.value, fresh.value) != 0;
            if (is_changed || has_used_up(&desk->game) || random_below(&random, 16) == 0) {
                check_answer(&desk->game, &answer);
            }
            changed_nb += is_changed;
            exact_answer_release(&answer);
            exact_answer_release(&fresh);
            game_release(&without);
            play_any(&desk->game, &random);
        }
    }
    return changed_nb;
}

static void test_history(void)
{
    Desk desk;
    desk_init(&desk);
    Variant *three = made_up_new(&MADE_UP[1]);
    Variant *five = made_up_new(&FIVE_POINTS);
    int changed_nb = walk(&desk, three, 400);
    CHECK(changed_nb >= 10, "the history of three men changed only %d values", changed_nb);
    walk(&desk, five, 60);
    desk_release(&desk);
    variant_free(three);
    variant_free(five);
}

/// A move to the third occurrence is a draw, and the last choice among draws.
static void test_third_occurrence(void)
{
    Desk desk;
    desk_init(&desk);
    // After two rounds Black's c2a1 brings back the position in which placing ended.
    desk_set(&desk, "three_any", NULL, "b2 a1 b3 b1 c1 a3 b2a2 a1c2 a2b2 c2a1 b2a2 a1c2 a2b2");
    ExactAnswer answer;
    CU_ASSERT_FATAL(exact_answer(desk.exact, &desk.game, true, &answer));
    Move back = desk_move(&desk, "c2a1");
    for (int i = 0; i < answer.move_nb; i++) {
        if (answer.moves[i].move == back) {
            CHECK(answer.moves[i].value.sign == 0 && answer.moves[i].ends, "it is drawn");
        }
    }
    CHECK(answer.value.sign == 0 && answer.move_nb > 1 && answer.moves[1].value.sign == 0 &&
              !answer.moves[0].ends,
          "there is another draw, and it goes first");
    exact_answer_release(&answer);
    desk_release(&desk);
}

const TestCase REPETITION_CASES[] = {
    {"history", test_history},
    {"third occurrence", test_third_occurrence},
    {NULL, NULL},
};
