// SPDX-License-Identifier: MIT
// Small games solved whole: the games' values, what fits, and every position against a second,
// slow solver.
#include <string.h>

#include "engine/tables/small.h"
#include "protocol/notation/fen.h"
#include "protocol/rules/movegen.h"
#include "tests/engine/tables/layered.h"
#include "tests/engine/tables/tables_help.h"

/// Known results: value for White, plies of the win, and for first placements the tokens that win
/// (all others do not). Positions that can be reached, where an independent count is known.
static const struct {
    const char *variant;
    int sign, plies;
    const char *wins;
    size_t position_nb;
} GAMES[] = {
    {"three_mens_morris", 1, 9, "b2", 0},
    {"tapatan", 1, 9, "b2", 0},
    {"luk_tsut_ki", 1, 9, "b2", 0},
    {"three_men_slide", 1, 9, "b2", 0},
    {"three_slide_loss", 1, 9, "b2", 0},
    {"achi3", 1, 9, "b2", 0},
    {"achi", 1, 11, "b2", 0},
    {"achi_loss", 1, 11, "b2", 0},
    {"achi_draw", 1, 11, "b2", 0},
    {"picaria9", 0, 0, "", 0},
    {"picaria9_nocentre", 1, 7, NULL, 0},
    {"nine_holes", 0, 0, "", 0},
    {"three_any", 0, 0, "", 0},
    {"tictactoe", 0, 0, "", 5478},
    {"shisima", 0, 0, "", 0},
    {"tant_fant", 0, 0, "", 0},
    {"tant_fant_diagonal", 0, 0, "", 0},
    {"pong_hau_ki", 0, 0, "", 0},
};

static void check_first_moves(const SmallTable *table, const Desk *desk, const char *wins)
{
    Move moves[MOVE_MAX];
    int move_nb = game_legal(&desk->game, moves);
    for (int i = 0; i < move_nb; i++) {
        Position next = position_play(desk->variant, game_position(&desk->game), moves[i]);
        ExactValue value;
        bool is_win = strlen(wins) > 0 && desk_move(desk, wins) == moves[i];
        CHECK(small_probe(table, &next, &value) && (value.sign < 0) == is_win, "%s: move %d",
              desk->variant->name, i);
    }
}

static void test_games(void)
{
    Desk desk;
    desk_init(&desk);
    for (size_t i = 0; i < sizeof(GAMES) / sizeof(GAMES[0]); i++) {
        desk_set(&desk, GAMES[i].variant, NULL, NULL);
        const Position *start = game_position(&desk.game);
        SmallTable *table = small_solve(desk.variant, start, 1, NULL, 0);
        CU_ASSERT_PTR_NOT_NULL_FATAL(table);
        ExactValue value;
        CHECK(small_probe(table, start, &value) && value.sign == GAMES[i].sign &&
                  (value.sign == 0 || value.end_plies == GAMES[i].plies),
              "%s: %d in %d", GAMES[i].variant, value.sign, value.end_plies);
        CHECK(GAMES[i].position_nb == 0 || small_position_nb(table) == GAMES[i].position_nb,
              "%s: %zu positions", GAMES[i].variant, small_position_nb(table));
        if (GAMES[i].wins != NULL) {
            check_first_moves(table, &desk, GAMES[i].wins);
        }
        small_free(table);
    }
    desk_release(&desk);
}

/// First placements of three men's morris: the centre wins, corners draw, edges lose.
static void test_first_placements(void)
{
    static const struct {
        const char *token;
        int sign, plies;
    } rows[] = {{"a1", 0, 0}, {"a2", 1, 7}, {"a3", 0, 0}, {"b1", 1, 7}, {"b2", -1, 8},
                {"b3", 1, 7}, {"c1", 0, 0}, {"c2", 1, 7}, {"c3", 0, 0}};
    Desk desk;
    desk_init(&desk);
    desk_set(&desk, "three_mens_morris", NULL, NULL);
    SmallTable *table = small_solve(desk.variant, game_position(&desk.game), 1, NULL, 0);
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        Position next =
            position_play(desk.variant, game_position(&desk.game), desk_move(&desk, rows[i].token));
        ExactValue value;
        CHECK(small_probe(table, &next, &value) && value.sign == rows[i].sign &&
                  (value.sign == 0 || value.end_plies == rows[i].plies),
              "%s: %d in %d", rows[i].token, value.sign, value.end_plies);
    }
    small_free(table);
    desk_release(&desk);
}

/// Which games count as small; the bound is one.
static void test_bounds(void)
{
    static const struct {
        const char *variant;
        bool is_small;
    } rows[] = {{"tictactoe", true},
                {"three_any", true},
                {"achi", true},
                {"pong_hau_ki", true},
                {"shisima", true},
                {"tant_fant_diagonal", true},
                {"five_mens_morris", false},
                {"six_mens_morris", false},
                {"nine_mens_morris", false},
                {"seven_mens_morris", false},
                {"lasker_morris", false},
                {"dara", false},
                {"twelve_mens_morris", false},
                {"morabaraba_coertze", false}};
    Desk desk;
    desk_init(&desk);
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        desk_set(&desk, rows[i].variant, NULL, NULL);
        double bound = small_bound(desk.variant);
        CHECK((bound <= SMALL_POSITIONS_MAX) == rows[i].is_small, "%s: %g", rows[i].variant, bound);
        if (rows[i].is_small) {
            SmallTable *table = small_solve(desk.variant, game_position(&desk.game), 1, NULL, 0);
            CHECK(table != NULL && (double)small_position_nb(table) <= bound, "%s: bound %g",
                  rows[i].variant, bound);
            small_free(table);
        }
    }
    desk_release(&desk);
}

/// Exploring gives up in time, holding nothing.
static void test_too_large(void)
{
    Desk desk;
    desk_init(&desk);
    desk_set(&desk, "nine_mens_morris", NULL, NULL);
    CU_ASSERT_PTR_NULL(small_solve(desk.variant, game_position(&desk.game), 1, NULL, 0));
    desk_release(&desk);
}

static void check_state(const SmallTable *table, const Variant *v, const Position *pos,
                        LayeredValue expected)
{
    ExactValue value;
    char fen[FEN_TEXT_MAX];
    fen_format(v, pos, fen);
    bool is_known = small_probe(table, pos, &value);
    CHECK(is_known && value.sign == expected.sign, "%s %s: %d, not %d", v->name, fen, value.sign,
          expected.sign);
    if (!is_known || expected.sign == 0 || value.sign != expected.sign) {
        return;
    }
    int left = v->rules.no_progress - (int)pos->quiet;
    bool is_right = value.end_plies == PLIES_UNKNOWN ? expected.end_plies > left
                                                     : value.end_plies == expected.end_plies;
    CHECK(is_right, "%s %s: the end in %d, not %d", v->name, fen, value.end_plies,
          expected.end_plies);
    CHECK(value.progress_plies == expected.progress_plies, "%s %s: progress in %d, not %d", v->name,
          fen, value.progress_plies, expected.progress_plies);
}

/// Every position with every count of quiet plies, under limits that take wins away.
static void test_against_layers(void)
{
    size_t won_nb = 0, unknown_nb = 0;
    for (int i = 0; i < MADE_UP_NB; i++) {
        Variant *v = made_up_new(&MADE_UP[i]);
        Position start = position_start(v);
        SmallTable *table = small_solve(v, &start, 1, NULL, 0);
        CU_ASSERT_PTR_NOT_NULL_FATAL(table);
        CHECK((double)small_position_nb(table) <= small_bound(v), "%s: more than the bound %g",
              v->name, small_bound(v));
        Layered *layered = layered_new(v);
        layered_value(layered, &start);
        for (size_t at = 0; at < layered_nb(layered); at++) {
            LayeredValue expected;
            ExactValue value;
            const Position *pos = layered_state(layered, at, &expected);
            check_state(table, v, pos, expected);
            won_nb += expected.sign > 0;
            unknown_nb += small_probe(table, pos, &value) && value.sign != 0 &&
                          value.end_plies == PLIES_UNKNOWN;
        }
        layered_free(layered);
        small_free(table);
        variant_free(v);
    }
    CHECK(won_nb > 10000 && unknown_nb > 100, "%zu wins, %zu without their end: too easy", won_nb,
          unknown_nb);
}

const TestCase SMALL_CASES[] = {
    {"games", test_games},
    {"first placements", test_first_placements},
    {"bounds", test_bounds},
    {"too large", test_too_large},
    {"against layers", test_against_layers},
    {NULL, NULL},
};
