// SPDX-License-Identifier: MIT
#include "tests/engine/tables/tables_help.h"

#include "protocol/notation/fen.h"
#include "protocol/notation/moves.h"
#include "protocol/rules/variant_json.h"

#define LIMITS(n) "\"draw\": {\"repetition\": 3, \"no_progress\": " #n "}"

const MadeUp MADE_UP[MADE_UP_NB] = {
    {"three", "\"men\": [3, 3], \"place\": {\"mill\": \"win\"}, \"move\": {\"kind\": \"edges\", "
              "\"mill\": \"win\"}, " LIMITS(5)},
    {"three_long", "\"men\": [3, 3], \"place\": {\"mill\": \"win\"}, \"move\": {\"kind\": "
                   "\"edges\", \"mill\": \"win\"}, " LIMITS(20)},
    {"four_pass", "\"men\": [4, 4], \"place\": {\"mill\": \"win\"}, \"move\": {\"kind\": "
                  "\"edges\", \"mill\": \"win\"}, \"no_move\": \"pass\", " LIMITS(4)},
    {"unequal", "\"men\": [4, 2], \"place\": {\"mill\": \"win\"}, \"move\": {\"kind\": "
                "\"edges\", \"mill\": \"win\"}, \"no_move\": \"draw\", " LIMITS(3)},
    {"takes", "\"men\": [3, 3], \"place\": {\"mill\": \"remove\"}, \"move\": {\"kind\": "
              "\"edges\", \"mill\": \"remove\"}, \"min_men\": 2, " LIMITS(7)},
    {"takes_any", "\"men\": [4, 3], \"place\": {\"mill\": \"remove\"}, \"move\": {\"kind\": "
                  "\"any\", \"mill\": \"remove\"}, \"min_men\": 3, \"remove\": {\"protect\": "
                  "\"never\", \"optional\": true}, " LIMITS(5)},
    {"takes_flying", "\"men\": [4, 4], \"place\": {\"mill\": \"remove\"}, \"move\": {\"kind\": "
                     "\"edges\", \"fly_at\": 3, \"mill\": \"remove\"}, \"min_men\": 3, " LIMITS(3)},
    {"takes_late", "\"men\": [3, 3], \"place\": {\"mill\": \"none\"}, \"move\": {\"kind\": "
                   "\"edges\", \"mill\": \"remove\"}, \"min_men\": 2, " LIMITS(9)},
    {"wins_late", "\"men\": [3, 3], \"place\": {\"mill\": \"none\"}, \"move\": {\"kind\": "
                  "\"edges\", \"mill\": \"win\"}, \"no_move\": \"pass\", " LIMITS(6)},
    {"wins_early", "\"men\": [3, 3], \"place\": {\"mill\": \"win\"}, \"move\": {\"kind\": "
                   "\"edges\", \"mill\": \"none\"}, " LIMITS(6)},
    {"mixed", "\"men\": [2, 3], \"place\": {\"mill\": \"win\"}, \"place_and_move_mixed\": true, "
              "\"move\": {\"kind\": \"edges\", \"mill\": \"win\"}, " LIMITS(4)},
    {"mixed_takes", "\"men\": [3, 3], \"place\": {\"mill\": \"remove\"}, "
                    "\"place_and_move_mixed\": true, \"move\": {\"kind\": \"edges\", \"mill\": "
                    "\"remove\"}, \"min_men\": 2, \"min_counts\": \"total\", " LIMITS(3)},
};

const MadeUp FIVE_POINTS = {
    "five_points", "\"men\": [0, 0], \"start\": {\"a3\": \"w\", \"c3\": \"w\", \"a1\": \"b\", "
                   "\"c1\": \"b\"}, \"move\": {\"kind\": \"edges\", \"mill\": \"win\"}, "
                   "\"no_move\": \"loss\", " LIMITS(12)};

#define NINE_BOARD                                                                                 \
    "{\"points\": [\"a3\",\"b3\",\"c3\",\"a2\",\"b2\",\"c2\",\"a1\",\"b1\",\"c1\"], \"edges\": ["  \
    "[\"a1\",\"b1\"],[\"a1\",\"a2\"],[\"a2\",\"b2\"],[\"a2\",\"a3\"],[\"a3\",\"b3\"],"             \
    "[\"b1\",\"c1\"],[\"b1\",\"b2\"],[\"b2\",\"c2\"],[\"b2\",\"b3\"],[\"b3\",\"c3\"],"             \
    "[\"c1\",\"c2\"],[\"c2\",\"c3\"],[\"a1\",\"b2\"],[\"b2\",\"c1\"],[\"a3\",\"b2\"],"             \
    "[\"b2\",\"c3\"]], \"lines\": [[\"a1\",\"b1\",\"c1\"],[\"a2\",\"b2\",\"c2\"],"                 \
    "[\"a3\",\"b3\",\"c3\"],[\"a1\",\"a2\",\"a3\"],[\"b1\",\"b2\",\"b3\"],[\"c1\",\"c2\",\"c3\"]," \
    "[\"a1\",\"b2\",\"c3\"],[\"a3\",\"b2\",\"c1\"]]}"
#define FIVE_BOARD                                                                                 \
    "{\"points\": [\"a3\",\"c3\",\"b2\",\"a1\",\"c1\"], \"edges\": [[\"a3\",\"b2\"],"              \
    "[\"b2\",\"c3\"],[\"a1\",\"b2\"],[\"b2\",\"c1\"],[\"a1\",\"a3\"],[\"c1\",\"c3\"],"             \
    "[\"a1\",\"c1\"]]}"

Variant *made_up_new(const MadeUp *game)
{
    StrBuf text;
    Variant *variant = NULL;
    Problem problem = {.text = ""};
    strbuf_init(&text);
    strbuf_appendf(&text, "{\"name\": \"%s\", \"board\": %s, \"line\": {\"kind\": \"listed\"}, %s}",
                   game->name, game == &FIVE_POINTS ? FIVE_BOARD : NINE_BOARD, game->rules);
    Status status = variant_json_read(strbuf_view(&text), game->name, &variant, &problem);
    CHECK(status == STATUS_OK, "%s", problem.text);
    CU_ASSERT_FATAL(status == STATUS_OK);
    strbuf_release(&text);
    return variant;
}

void desk_init(Desk *desk)
{
    *desk = (Desk){0};
    variant_set_init(&desk->set);
    desk->variant = desk->set.items[0];
    game_init(&desk->game, desk->variant);
    desk->exact = exact_new();
}

void desk_release(Desk *desk)
{
    exact_free(desk->exact);
    game_release(&desk->game);
    variant_set_release(&desk->set);
}

void desk_set_variant(Desk *desk, const Variant *variant, const char *fen, const char *moves)
{
    Problem problem = {.text = ""};
    Position pos = position_start(variant);
    if (fen != NULL) {
        Status status = fen_parse(variant, strview_from(fen), &pos, &problem);
        CHECK(status == STATUS_OK, "%s", problem.text);
    }
    game_release(&desk->game);
    desk->variant = variant;
    game_init_from(&desk->game, variant, &pos);
    StrView rest = moves != NULL ? strview_from(moves) : (StrView){NULL, 0};
    for (StrView token; (token = strview_next_word(&rest)).size > 0;) {
        Move move = MOVE_NONE;
        Status status =
            moves_parse_legal(variant, game_position(&desk->game), token, &move, &problem);
        CHECK(status == STATUS_OK && game_play(&desk->game, move) == STATUS_OK, "%s: %.*s %s",
              variant->name, STRVIEW_ARG(token), problem.text);
    }
}

void desk_set(Desk *desk, const char *variant, const char *fen, const char *moves)
{
    const Variant *v = variant_set_find(&desk->set, strview_from(variant));
    CU_ASSERT_PTR_NOT_NULL_FATAL(v);
    desk_set_variant(desk, v, fen, moves);
}

Move desk_move(const Desk *desk, const char *token)
{
    Move move = MOVE_NONE;
    Problem problem = {.text = ""};
    Status status = moves_parse_legal(desk->variant, game_position(&desk->game),
                                      strview_from(token), &move, &problem);
    CHECK(status == STATUS_OK, "%s", problem.text);
    return move;
}

ExactValue answer_value(const ExactAnswer *answer, Move move)
{
    for (int i = 0; i < answer->move_nb; i++) {
        if (answer->moves[i].move == move) {
            return answer->moves[i].value;
        }
    }
    CHECK(0, "the answer lacks a move");
    return (ExactValue){0, PLIES_UNKNOWN, PLIES_UNKNOWN};
}
