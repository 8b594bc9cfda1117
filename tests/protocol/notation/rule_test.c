// SPDX-License-Identifier: MIT
// Cases from the field: what users and programs got wrong about the rules, as text from end to end.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "protocol/notation/fen.h"
#include "protocol/notation/moves.h"
#include "protocol/notation/points.h"
#include "protocol/rules/game.h"
#include "protocol/rules/movegen.h"
#include "tests/protocol/notation/notation_tests.h"

/// A set-up, the moves played from it, and what must hold then. Expectations are separated by ';':
///   goes_on | over RESULT REASON      the state of the game
///   hands W/B                         men in hand
///   has MOVE...                       these are legal
///   not MOVE...                       these are refused
///   exactly MOVE...                   these are all legal moves
///   count N                           so many legal moves
///   pairs N                           so many different origins and destinations
typedef struct RuleCase {
    const char *label;
    const char *variant;
    const char *white, *black; // men on the board; both NULL: the start position
    int hands[SIDE_NB];
    char side;
    unsigned quiet;
    const char *moves;
    const char *expected;
} RuleCase;

static const RuleCase CASES[] = {
    {"R02", "nine_mens_morris", "a1 d1 g4 f4 e3", "a7 d7 g7 c5 d5 f6", {0, 0}, 'w', 0, "",
     "has g4g1xc5 g4g1xd5 g4g1xf6; not g4g1 g4g1xa7 g4g1xd7 g4g1xg7 g4g1xc5xd5"},
    {"R03", "nine_mens_morris", "a7 d7 g4 g1", "b6 d6 f2 b4", {5, 5}, 'w', 0, "",
     "has g7xb6 g7xd6 g7xf2 g7xb4; not g7 g7xb6xd6"},
    {"R03 after it", "nine_mens_morris", "a7 d7 g4 g1", "b6 d6 f2 b4", {5, 5}, 'w', 0, "g7xb6",
     "goes_on; hands 4/5; has b6 a1; not xd6 a7"},
    {"R03 per mill", "test_per_mill", "a7 d7 g4 g1", "b6 d6 f2 b4", {5, 5}, 'w', 0, "",
     "has g7 g7xb6 g7xb4xb6 g7xb6xb4; not g7xb4xb6xd6"},
    {"R07", "nine_mens_morris", "d7 b6 f2 e3", "a1 g1 c5 d3", {0, 0}, 'w', 0, "",
     "exactly d7a7 d7d6 d7g7 b6b4 b6d6 f2d2 f2f4 e3e4"},
    {"R07 diagonals", "morabaraba", "d7 b6 f2 e3", "a1 g1 c5 d3", {0, 0}, 'w', 0, "",
     "exactly d7a7 d7d6 d7g7 b6b4 b6d6 f2d2 f2f4 e3e4 b6a7"},
    {"R09 a", "nine_mens_morris", "e5 e4 e3 c3", "d7 f6 f4 f2 d5 d3 b4", {0, 0}, 'b', 0, "b4c4",
     "over 0-1 no_move; count 0"},
    {"R09 b", "nine_mens_morris", "a7 d7 a4", "g7 d6 b4 a1", {0, 0}, 'w', 0, "",
     "goes_on; count 51"},
    {"R09 c", "nine_mens_morris_nofly", "a7 d7 a4", "g7 d6 b4 a1", {0, 0}, 'w', 0, "",
     "over 0-1 no_move; count 0"},
    {"R11", "morabaraba", NULL, NULL, {0, 0}, 'w', 0,
     "d6 f6 a7 e4 e3 b6 c5 a1 a4 e5 f4 c3 g4 d7 d2 d5 g7 b4 b2 d3 d1 f2 c4 g1",
     "over 1/2-1/2 board_full; hands 0/0; count 0"},
    {"R12", "nine_mens_morris", "a7 d7 g4", "d6", {4, 2}, 'w', 0, "g7xd6", "goes_on; hands 3/2"},
    {"R12 later", "nine_mens_morris", "a7 d7 g4", "d6", {4, 2}, 'w', 0, "g7xd6 d6 a1",
     "goes_on; hands 2/1"},
    {"R12 the last man", "nine_mens_morris", "a7 d7 g4", "d6", {4, 2}, 'w', 0, "g7xd6 d6 a1 b6",
     "over 1-0 material; hands 2/0"},
    {"R12 Lasker", "lasker_morris", "a7 d7 g4", "d6", {4, 2}, 'w', 0, "g7xd6", "over 1-0 material"},
    {"R15", "nine_mens_morris", "e5 e4 e3 c3", "d7 f6 f4 f2 d5 d3 b4", {0, 0}, 'b', 99, "b4c4",
     "over 0-1 no_move"},
    {"R15 the limit", "nine_mens_morris", "e5 e4 e3 c3", "d7 f6 f4 f2 d5 d3 b4", {0, 0}, 'b', 99,
     "b4a4", "over 1/2-1/2 no_progress"},
    {"R16 ply 7", "nine_mens_morris", "a7 d6 f2 e3", "a1 g1 b4 c5", {0, 0}, 'w', 0,
     "a7d7 a1d1 d7a7 d1a1 a7d7 a1d1 d7a7", "goes_on"},
    {"R16 ply 8", "nine_mens_morris", "a7 d6 f2 e3", "a1 g1 b4 c5", {0, 0}, 'w', 0,
     "a7d7 a1d1 d7a7 d1a1 a7d7 a1d1 d7a7 d1a1", "over 1/2-1/2 repetition"},
    {"R17", "nine_mens_morris", "a7 d6 f2 e3", "a1 g1 b4 c5", {0, 0}, 'w', 0,
     "a7d7 a1d1 d7a7 d1a1 f2d2 g1g4 d2f2 g4g1", "over 1/2-1/2 repetition"},
    {"R18", "nine_mens_morris", "a7 d6 e3", "g1 b2 c5", {0, 0}, 'w', 0,
     "a7a1 g1d3 a1g4 d3g1 g4a7 g1d1 a7g7 d1d3 g7a7 d3g1", "goes_on"},
    {"R22 a", "lasker_morris", "a7 d6", "g7 f4", {8, 8}, 'w', 0, "",
     "count 26; has a7a4 a7d7 d6b6 d6d5 d6d7 d6f6 a1 g1"},
    {"R22 b", "lasker_morris", "a7 a1", "d7 a4 d1", {3, 3}, 'w', 0, "",
     "goes_on; count 19; not a7d7 a7a4 a7b6"},
    {"R22 c", "lasker_morris", "a7 d7 g4", "b6 d6 f2", {7, 7}, 'w', 0, "",
     "has g4g7xb6 g4g7xd6 g4g7xf2; not g4g7"},
    {"R23 a", "lasker_morris", "a7 d6 e3", "a1 d1 b4 f4", {0, 2}, 'w', 0, "", "count 51"},
    {"R23 b", "lasker_morris", "a7 d6 e3", "a1 d1 b4 f4", {1, 2}, 'w', 0, "",
     "count 25; not a7g7"},
    {"R26 a mill of the 23rd man", "morabaraba", NULL, NULL, {0, 0}, 'w', 0,
     "f6 g7 g4 f4 e4 d3 e3 d1 f2 g1 d2 b2 a1 a4 c4 b4 b6 c5 d5 d6 c3 a7",
     "goes_on; hands 1/1; not e5; has e5xg7 e5xf4 e5xd3 e5xd1 e5xg1 e5xb2 e5xa4 e5xb4 e5xc5 e5xd6 "
     "e5xa7"},
    {"R26 the last man", "morabaraba", NULL, NULL, {0, 0}, 'w', 0,
     "f6 g7 g4 f4 e4 d3 e3 d1 f2 g1 d2 b2 a1 a4 c4 b4 b6 c5 d5 d6 c3 a7 e5xd6",
     "goes_on; hands 0/1; exactly d6 d7xg4 d7xa1 d7xb6 d7xf6 d7xf2 d7xd2 d7xd5 d7xc3 d7xc4"},
    {"R26 the first move", "morabaraba", NULL, NULL, {0, 0}, 'w', 0,
     "f6 g7 g4 f4 e4 d3 e3 d1 f2 g1 d2 b2 a1 a4 c4 b4 b6 c5 d5 d6 c3 a7 e5xd6 d7xg4",
     "goes_on; hands 0/0; has b6d6 d5d6xf4; not g4 d5d6 d5d6xa7"},
    {"R29 a", "dara", "a1 b1", "d4 e4", {10, 10}, 'w', 0, "", "count 25; not c1"},
    {"R29 a allowed", "dara_protected", "a1 b1", "d4 e4", {10, 10}, 'w', 0, "", "count 26; has c1"},
    {"R29 a no removal", "dara_protected", "a1 b1", "d4 e4", {10, 10}, 'w', 0, "c1",
     "goes_on; hands 9/10; has c4; not xa1"},
    {"R29 b", "dara", "a1 b1 d1", "d4 e4 f2", {9, 9}, 'w', 0, "", "count 23; not c1"},
    {"R29 b protected", "dara_protected", "a1 b1 d1", "d4 e4 f2", {9, 9}, 'w', 0, "",
     "count 23; not c1"},
    {"R30 a", "dara", "a1 b1 d1 c2", "d4 e4 f2 f5", {0, 0}, 'w', 0, "",
     "pairs 9; count 12; has d1c1xd4 d1c1xe4 d1c1xf2 d1c1xf5; not c2c1 d1c1"},
    {"R30 b", "dara", "a1 b1 c2 c3 d1", "d4 e4 e5 f2 f5", {0, 0}, 'w', 0, "",
     "has d1c1xd4 d1c1xe4 d1c1xe5 d1c1xf2 d1c1xf5; not d1c1 d1c1xd4xe4"},
    {"R30 c", "dara_protected", "a1 b1 c2 f1", "a5 b5 c5 d3 e3 f3", {0, 0}, 'w', 0, "",
     "has c2c1; not c2c1xa5 c2c1xd3"},
    {"R30 c turn passes", "dara_protected", "a1 b1 c2 f1", "a5 b5 c5 d3 e3 f3", {0, 0}, 'w', 0,
     "c2c1", "goes_on; has a5a4"},
    {"R30 d", "dara_protected", "a1 b1 c2 f1", "a5 b5 c5 d3 e3 f3 b3", {0, 0}, 'w', 0, "",
     "has c2c1xb3; not c2c1 c2c1xa5"},
    {"R30 e", "dara", "a1 b1 c2 f1", "a5 b5 f3", {0, 0}, 'w', 0, "c2c1xf3", "over 1-0 material"},
    {"R30 no diagonals", "dara", "a1 b2 c4 f1", "a5 b5 f3", {0, 0}, 'w', 0, "",
     "has c4c3; not c4c3xa5"},
    {"E33", "nine_mens_morris", "a7 a1 d6 f2", "g1 b2 c5 e5", {0, 0}, 'w', 0, "",
     "has a7a4 a1a4 a7-a4; not a4 P@a4"},
    {"E33 the right man", "nine_mens_morris", "a7 a1 d6 f2", "g1 b2 c5 e5", {0, 0}, 'w', 0,
     "a1a4 g1g4", "has a7d7 a4a1; not a1d1"},
    {"E07", "nine_mens_morris", "d7 g7 a1 a4 f4 d2 b2 e3 d3", "a7 g4 d1 d6 f6 f2 b4 e4 c3", {0, 0},
     'w', 0, "", "over 0-1 no_move; count 0"},
    {"E32", "nine_mens_morris", NULL, NULL, {0, 0}, 'w', 0, "d7 a1 g7 d1",
     "has a7xa1 a7xd1; not a7 a7xg1 xa1"},
    {"R35 a", "tictactoe", NULL, NULL, {0, 0}, 'w', 0, "c1 a1 b2 b1 a3", "over 1-0 line"},
    {"R35 b", "tictactoe", NULL, NULL, {0, 0}, 'w', 0, "a1 b1 c1 b2 b3 a2 c2 a3 c3",
     "over 1-0 line"},
    {"R35 c", "tictactoe", NULL, NULL, {0, 0}, 'w', 0, "a1 b1 c1 b2 b3 a2 c2 c3 a3",
     "over 1/2-1/2 board_full"},
    {"R36 a", "nine_mens_morris", "a7 d7 g7 b6 f6", "a4 b4 d2 f2 g1", {0, 0}, 'w', 0,
     "d7d6xg1 b4c4", "has d6d7xa4 d6d7xc4 d6d7xd2 d6d7xf2; not d6d7"},
    {"R36 b", "nine_mens_morris", "a7 d7 g7 e3", "b6 d2 f6 c4", {0, 0}, 'w', 0, "",
     "has e3e4; not e3e4xb6"},
};

static Bitboard men_of(const Variant *v, const char *names)
{
    Bitboard men = 0;
    StrView rest = strview_from(names);
    for (StrView word = strview_next_word(&rest); word.size > 0; word = strview_next_word(&rest)) {
        int point = points_parse(v, word);
        CHECK(point != POINT_NONE, "%s: %.*s", v->name, STRVIEW_ARG(word));
        men |= point == POINT_NONE ? 0 : bitboard_of(point);
    }
    return men;
}

/// The set-up goes through its text, as a user gives it.
static Position set_up(const Variant *v, const RuleCase *rule)
{
    Position pos = position_start(v);
    if (rule->white != NULL) {
        pos = (Position){.men = {men_of(v, rule->white), men_of(v, rule->black)},
                         .hand = {(uint8_t)rule->hands[0], (uint8_t)rule->hands[1]},
                         .side = rule->side == 'w' ? SIDE_WHITE : SIDE_BLACK,
                         .quiet = rule->quiet,
                         .move_number = 1};
    }
    char text[FEN_TEXT_MAX];
    Problem problem = {.text = ""};
    fen_format(v, &pos, text);
    CHECK(fen_parse(v, strview_from(text), &pos, &problem) == STATUS_OK, "%s: %s", rule->label,
          problem.text);
    return pos;
}

static bool plays(Game *game, StrView word, Problem *problem)
{
    Move move = MOVE_NONE;
    return moves_parse_legal(game->variant, game_position(game), word, &move, problem) ==
               STATUS_OK &&
           game_play(game, move) == STATUS_OK;
}

static bool is_legal(const Game *game, StrView word)
{
    Game copy;
    Problem problem = {.text = ""};
    game_init(&copy, game->variant);
    game_copy(&copy, game);
    bool legal = plays(&copy, word, &problem);
    game_release(&copy);
    return legal;
}

/// Legal moves, or different pairs of origin and destination.
static int count(const Game *game, bool pairs)
{
    Move *legal = malloc(sizeof *legal * MOVE_MAX);
    int nb = game_legal(game, legal);
    int different = 0;
    for (int i = 0; i < nb; i++) {
        bool repeated = i > 0 && move_to(legal[i]) == move_to(legal[i - 1]) &&
                        move_from(legal[i]) == move_from(legal[i - 1]);
        different += !pairs || !repeated;
    }
    free(legal);
    return different;
}

static void check_moves(const char *label, const Game *game, StrView words, bool legal, bool all)
{
    int nb = 0;
    for (StrView word = strview_next_word(&words); word.size > 0;
         word = strview_next_word(&words)) {
        CHECK(is_legal(game, word) == legal, "%s: %.*s should be %s", label, STRVIEW_ARG(word),
              legal ? "legal" : "illegal");
        nb++;
    }
    CHECK(!all || count(game, false) == nb, "%s: %d legal moves", label, count(game, false));
}

static void expect(const char *label, const Game *game, StrView text)
{
    StrView key = strview_next_word(&text);
    const Position *pos = game_position(game);
    char shown[64];
    if (strview_is(key, "goes_on")) {
        CHECK(game->outcome.result == RESULT_NONE, "%s: over", label);
    } else if (strview_is(key, "over")) {
        snprintf(shown, sizeof shown, "%s %s", result_text(game->outcome.result),
                 reason_text(game->outcome.reason));
        CHECK(strview_is(strview_trim(text), shown), "%s: %s", label, shown);
    } else if (strview_is(key, "hands")) {
        snprintf(shown, sizeof shown, "%d/%d", pos->hand[SIDE_WHITE], pos->hand[SIDE_BLACK]);
        CHECK(strview_is(strview_trim(text), shown), "%s: hands %s", label, shown);
    } else if (strview_is(key, "count") || strview_is(key, "pairs")) {
        snprintf(shown, sizeof shown, "%d", count(game, strview_is(key, "pairs")));
        CHECK(strview_is(strview_trim(text), shown), "%s: %s", label, shown);
    } else {
        bool exactly = strview_is(key, "exactly");
        CHECK(exactly || strview_is(key, "has") || strview_is(key, "not"), "%s: %.*s", label,
              STRVIEW_ARG(key));
        check_moves(label, game, text, !strview_is(key, "not"), exactly);
    }
}

static void cases(void)
{
    VariantSet set;
    notation_variants(&set);
    for (size_t i = 0; i < CASE_NB(CASES); i++) {
        const RuleCase *rule = &CASES[i];
        const Variant *v = notation_variant(&set, rule->variant);
        Position start = set_up(v, rule);
        Game game;
        game_init_from(&game, v, &start);
        StrView moves = strview_from(rule->moves);
        for (StrView word = strview_next_word(&moves); word.size > 0;
             word = strview_next_word(&moves)) {
            Problem problem = {.text = "the game is over"};
            CHECK(plays(&game, word, &problem), "%s: %s", rule->label, problem.text);
        }
        StrView rest = strview_from(rule->expected);
        while (rest.size > 0) {
            const char *end = memchr(rest.data, ';', rest.size);
            StrView part = {rest.data, end != NULL ? (size_t)(end - rest.data) : rest.size};
            expect(rule->label, &game, part);
            rest = strview_skip(rest, end != NULL ? part.size + 1 : part.size);
        }
        game_release(&game);
    }
    variant_set_release(&set);
}

/// R16: a ninth move is refused once the game is drawn.
static void nothing_after_the_end(void)
{
    VariantSet set;
    notation_variants(&set);
    Game game;
    game_init(&game, notation_variant(&set, "tictactoe"));
    StrView moves = strview_from("c1 a1 b2 b1 a3");
    Problem problem = {.text = ""};
    for (StrView word = strview_next_word(&moves); word.size > 0;
         word = strview_next_word(&moves)) {
        CU_ASSERT(plays(&game, word, &problem));
    }
    CU_ASSERT(!plays(&game, strview_from("c3"), &problem));
    CU_ASSERT_EQUAL(game.ply_nb, 5);
    game_release(&game);
    variant_set_release(&set);
}

const TestCase RULE_CASES[] = {
    {"cases", cases}, {"nothing after the end", nothing_after_the_end}, {NULL, NULL}};
