// SPDX-License-Identifier: MIT
// Random games of every variant through all the notations: what is written reads back to the same.
#include <stdlib.h>
#include <string.h>

#include "protocol/base/random.h"
#include "protocol/notation/fen.h"
#include "protocol/notation/moves.h"
#include "protocol/notation/pgn.h"
#include "protocol/rules/game.h"
#include "protocol/rules/movegen.h"
#include "tests/protocol/notation/notation_tests.h"

#define GAMES_PER_VARIANT 20
#define PLIES_MAX 150

static void check_fen(const Variant *v, const Position *pos)
{
    char text[FEN_TEXT_MAX];
    Position again = {.quiet = 0};
    Problem problem = {.text = ""};
    fen_format(v, pos, text);
    CHECK(fen_parse(v, strview_from(text), &again, &problem) == STATUS_OK, "%s: %s", v->name,
          problem.text);
    CHECK(position_same(&again, pos) && again.key == pos->key && again.quiet == pos->quiet &&
              again.move_number == pos->move_number,
          "%s: %s", v->name, text);
}

static void check_move(const Variant *v, const Position *pos, Move move)
{
    char forms[3][MOVE_TEXT_MAX];
    moves_format_wire(v, move, forms[0]);
    moves_format_record(v, move, forms[1]);
    for (size_t i = 0; i <= strlen(forms[1]); i++) {
        char c = forms[1][i];
        forms[2][i] = c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c;
    }
    for (int i = 0; i < 3; i++) {
        Move again = MOVE_NONE;
        Problem problem = {.text = ""};
        CHECK(moves_parse_legal(v, pos, strview_from(forms[i]), &again, &problem) == STATUS_OK,
              "%s: %s", v->name, problem.text);
        CHECK(again == move, "%s: %s", v->name, forms[i]);
    }
    for (const char *c = forms[0]; *c != '\0'; c++) {
        CHECK((*c >= 'a' && *c <= 'z') || (*c >= '0' && *c <= '9'), "%s: %s", v->name, forms[0]);
    }
}

/// A token that may or may not be legal: accepted exactly when the move is among the legal ones,
/// else with a reason.
static void check_stranger(const Variant *v, const Position *pos, const Move legal[], int legal_nb,
                           Random *random)
{
    Move move =
        move_make(random_below(random, 2) == 0 ? POINT_NONE
                                               : (int)random_below(random, (uint64_t)v->point_nb),
                  (int)random_below(random, (uint64_t)v->point_nb));
    if (move_from(move) == move_to(move)) {
        return;
    }
    if (random_below(random, 3) == 0) {
        move = move_with_taken(move, 0, (int)random_below(random, (uint64_t)v->point_nb));
    }
    bool is_legal = false;
    for (int i = 0; i < legal_nb; i++) {
        is_legal = is_legal || legal[i] == move;
    }
    char text[MOVE_TEXT_MAX];
    moves_format_wire(v, move, text);
    Problem problem = {.text = ""};
    Move again = MOVE_NONE;
    Status status = moves_parse_legal(v, pos, strview_from(text), &again, &problem);
    CHECK(status == (is_legal ? STATUS_OK : STATUS_ILLEGAL), "%s: %s", v->name, text);
    CHECK(is_legal || strstr(problem.text, "not legal here") == NULL, "%s: no reason for %s",
          v->name, text);
}

static void play(const Variant *v, Game *game, Random *random)
{
    Move *legal = malloc(sizeof *legal * MOVE_MAX);
    for (int ply = 0; ply < PLIES_MAX && game->outcome.result == RESULT_NONE; ply++) {
        const Position *pos = game_position(game);
        int legal_nb = game_legal(game, legal);
        CHECK(legal_nb > 0, "%s: a game goes on without a move", v->name);
        if (legal_nb == 0) {
            break;
        }
        check_fen(v, pos);
        check_stranger(v, pos, legal, legal_nb, random);
        Move move = legal[random_below(random, (uint64_t)legal_nb)];
        check_move(v, pos, move);
        CHECK(game_play(game, move) == STATUS_OK, "%s", v->name);
    }
    check_fen(v, game_position(game));
    free(legal);
}

static void walks(void)
{
    VariantSet set;
    notation_variants(&set);
    Random random;
    random_init(&random, 6);
    for (int i = 0; i < set.nb; i++) {
        for (int n = 0; n < GAMES_PER_VARIANT; n++) {
            Game game;
            game_init(&game, set.items[i]);
            play(set.items[i], &game, &random);
            game_release(&game);
        }
    }
    variant_set_release(&set);
}

/// A game as a record, from any position of it on.
static void record(const Game *game, size_t first, StrBuf *out)
{
    const Variant *v = game->variant;
    const Position *start = &game->positions[first];
    PgnGame pgn;
    pgn_game_init(&pgn);
    char fen[FEN_TEXT_MAX];
    fen_format(v, start, fen);
    pgn_game_add_tag(&pgn, "Event", "walk");
    pgn_game_add_tag(&pgn, "Variant", v->name);
    pgn_game_add_tag(&pgn, "FEN", fen);
    for (size_t i = first; i < game->ply_nb; i++) {
        char text[MOVE_TEXT_MAX];
        moves_format_record(v, game->moves[i], text);
        pgn_game_add_move(&pgn, text, i % 3 == 0 ? "[%clk 0:01] a \"quoted\" {comment}" : NULL);
    }
    pgn.result = game->outcome.result;
    pgn_format(&pgn, start->move_number, start->side == SIDE_BLACK, out);
    pgn_game_release(&pgn);
}

/// Plays a record again from its FEN tag; `positions` are those it must meet.
static void replay(const Variant *v, const PgnGame *pgn, const Position *positions)
{
    Position start;
    Problem problem = {.text = ""};
    CU_ASSERT_STRING_EQUAL(pgn_game_tag(pgn, "Variant"), v->name);
    CHECK(fen_parse(v, strview_from(pgn_game_tag(pgn, "FEN")), &start, &problem) == STATUS_OK, "%s",
          problem.text);
    Position pos = start;
    for (size_t i = 0; i < pgn->move_nb; i++) {
        Move move = MOVE_NONE;
        CHECK(moves_parse_legal(v, &pos, strview_from(pgn->moves[i].token), &move, &problem) ==
                  STATUS_OK,
              "%s", problem.text);
        if (move == MOVE_NONE) {
            return;
        }
        pos = position_play(v, &pos, move);
        CHECK(position_same(&pos, &positions[i + 1]), "%s: ply %zu", v->name, i);
    }
}

static void records(void)
{
    VariantSet set;
    notation_variants(&set);
    Random random;
    random_init(&random, 7);
    StrBuf file;
    strbuf_init(&file);
    for (int i = 0; i < set.nb; i++) {
        const Variant *v = set.items[i];
        Game game;
        game_init(&game, v);
        play(v, &game, &random);
        size_t firsts[2] = {0, game.ply_nb / 2};
        strbuf_clear(&file);
        record(&game, firsts[0], &file);
        record(&game, firsts[1], &file);
        StrView rest = strbuf_view(&file);
        size_t line = 1;
        PgnGame pgn;
        Problem problem = {.text = ""};
        for (int n = 0; n < 2; n++) {
            CHECK(pgn_next(&rest, &line, &pgn, &problem) == STATUS_OK, "%s", problem.text);
            CHECK(pgn.move_nb == game.ply_nb - firsts[n] && pgn.has_end_mark &&
                      pgn.result == game.outcome.result,
                  "%s: game %d", v->name, n);
            replay(v, &pgn, game.positions + firsts[n]);
            pgn_game_release(&pgn);
        }
        CU_ASSERT_EQUAL(pgn_next(&rest, &line, &pgn, &problem), STATUS_CLOSED);
        game_release(&game);
    }
    strbuf_release(&file);
    variant_set_release(&set);
}

/// Random bytes and broken positions into every parser of the room.
static void noise(void)
{
    static const char ALPHABET[] = "Pp*12345678/[]wb- 0aaa1x@xd7ddd6-0000 9\n\xff";
    VariantSet set;
    notation_variants(&set);
    Random random;
    random_init(&random, 8);
    for (int i = 0; i < 40000; i++) {
        const Variant *v = set.items[random_below(&random, (uint64_t)set.nb)];
        char start[FEN_TEXT_MAX];
        Position pos = position_start(v);
        fen_format(v, &pos, start);
        bool mutate = random_below(&random, 2) == 0;
        size_t size = mutate ? strlen(start) : random_below(&random, 60);
        char *text = malloc(size > 0 ? size : 1);
        for (size_t j = 0; j < size; j++) {
            bool keep = mutate && random_below(&random, 20) > 0;
            text[j] = keep ? start[j] : ALPHABET[random_below(&random, sizeof ALPHABET)];
        }
        Problem problem;
        Move move;
        StrView view = {text, size};
        moves_parse_legal(v, &pos, view, &move, &problem);
        if (fen_parse(v, view, &pos, &problem) == STATUS_OK) {
            check_fen(v, &pos);
            moves_parse_legal(v, &pos, strview_from("a1"), &move, &problem);
        }
        free(text);
    }
    variant_set_release(&set);
}

const TestCase WALK_CASES[] = {
    {"walks", walks}, {"records", records}, {"noise", noise}, {NULL, NULL}};
