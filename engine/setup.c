// SPDX-License-Identifier: MIT
#include "engine/setup.h"

#include <assert.h>

#include "protocol/notation/fen.h"
#include "protocol/notation/moves.h"

#define SHOWN_MAX 60 // bytes of a wrong token that a message repeats

static Status play_token(Game *game, StrView token, Problem *problem)
{
    Move move = MOVE_NONE;
    Status status = moves_parse(game->variant, token, &move, problem);
    if (status != STATUS_OK) {
        return status;
    }
    status = game_play(game, move);
    if (status == STATUS_OK) {
        return STATUS_OK;
    }
    if (game->outcome.result != RESULT_NONE) {
        StrView shown = strview_head(token, SHOWN_MAX);
        return problem_set(problem, status, "'%.*s': the game is over (%s)", STRVIEW_ARG(shown),
                           reason_text(game->outcome.reason));
    }
    if (status == STATUS_LIMIT) {
        return problem_set(problem, status, "no game is longer than %d plies", GAME_PLY_MAX);
    }
    return moves_parse_legal(game->variant, game_position(game), token, &move, problem);
}

static Status play_tokens(Game *game, StrView moves, Problem *problem)
{
    size_t index = 0;
    for (StrView token = strview_next_word(&moves); token.size > 0;
         token = strview_next_word(&moves)) {
        if (play_token(game, token, problem) != STATUS_OK) {
            return problem_prefix(problem, "position: moves[%zu]: ", index);
        }
        index++;
    }
    return STATUS_OK;
}

Status setup_game(const Variant *v, const Command *command, Game *out, Problem *problem)
{
    assert(command->kind == COMMAND_POSITION);
    if (command->as.position.malformed) {
        return problem_set(problem, STATUS_SYNTAX, "position: %s",
                           command->as.position.startpos
                               ? "startpos is not followed by the word moves"
                               : "neither startpos nor fen");
    }
    Position start = position_start(v);
    if (!command->as.position.startpos &&
        fen_parse(v, command->as.position.fen, &start, problem) != STATUS_OK) {
        return problem_prefix(problem, "position: ");
    }
    Game game;
    game_init_from(&game, v, &start);
    Status status = play_tokens(&game, command->as.position.moves, problem);
    if (status == STATUS_OK) {
        *out = game;
    } else {
        game_release(&game);
    }
    return status;
}

static bool contains(const Move moves[], int move_nb, Move move)
{
    for (int i = 0; i < move_nb; i++) {
        if (moves[i] == move) {
            return true;
        }
    }
    return false;
}

int setup_searchmoves(const Game *game, StrView words, Move out[], const Sink *sink)
{
    int move_nb = 0;
    if (game->outcome.result != RESULT_NONE) {
        return 0;
    }
    for (StrView token = strview_next_word(&words); token.size > 0;
         token = strview_next_word(&words)) {
        Move move = MOVE_NONE;
        Problem problem;
        if (moves_parse_legal(game->variant, game_position(game), token, &move, &problem) !=
            STATUS_OK) {
            problem_prefix(&problem, "searchmoves: ");
            sink_error(sink, problem.text);
        } else if (!contains(out, move_nb, move)) {
            out[move_nb++] = move;
        }
    }
    if (move_nb == 0) {
        sink_error(sink, "searchmoves: no legal move in the list; all moves are searched");
    }
    return move_nb;
}
