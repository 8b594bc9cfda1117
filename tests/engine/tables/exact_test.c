// SPDX-License-Identifier: MIT
// What is known of a game: recorded values, limits, the order of moves, lines, set-ups, keeping.
#include <stdio.h>
#include <string.h>

#include "engine/tables/small.h"
#include "protocol/base/file.h"
#include "protocol/base/json.h"
#include "protocol/notation/fen.h"
#include "protocol/notation/moves.h"
#include "tests/engine/tables/layered.h"
#include "tests/engine/tables/tables_help.h"

#define RECORD_NB 392

static int sign_of_word(StrView word)
{
    return strview_is(word, "win") ? 1 : strview_is(word, "loss") ? -1 : 0;
}

/// One record of the file: a position, its value and distance, and the value of every move.
typedef struct Record {
    const char *fen;
    int sign;
    int64_t plies; // -1: a draw
    const Json *moves;
} Record;

/// Runs `check` for every record, the desk set to its position.
static void each_record(void (*check)(Desk *desk, const Record *record))
{
    StrBuf text;
    Problem problem = {.text = ""};
    Desk desk;
    int record_nb = 0;
    desk_init(&desk);
    strbuf_init(&text);
    CHECK(file_read(TEST_DATA "/small_values.jsonl", 1 << 20, &text, &problem) == STATUS_OK, "%s",
          problem.text);
    char *rest = text.data;
    for (char *line; (line = strtok_r(rest, "\n", &rest)) != NULL;) {
        Json *json = NULL;
        StrView variant, fen, value;
        Record record = {.plies = -1};
        CU_ASSERT_FATAL(json_parse(strview_from(line), "record", &json, &problem) == STATUS_OK);
        CU_ASSERT_FATAL(json_to_text(json_member(json, "variant"), &variant));
        CU_ASSERT_FATAL(json_to_text(json_member(json, "fen"), &fen));
        CU_ASSERT_FATAL(json_to_text(json_member(json, "value"), &value));
        json_to_int64(json_member(json, "plies_to_end"), &record.plies);
        record.fen = fen.data;
        record.sign = sign_of_word(value);
        record.moves = json_member(json, "moves");
        desk_set(&desk, variant.data, fen.data, NULL);
        check(&desk, &record);
        json_free(json);
        record_nb++;
    }
    CHECK(record_nb == RECORD_NB, "%d records", record_nb);
    strbuf_release(&text);
    desk_release(&desk);
}

static void check_value(Desk *desk, const Record *record)
{
    const char *name = desk->variant->name;
    ExactAnswer answer;
    CU_ASSERT_FATAL(exact_answer(desk->exact, &desk->game, false, &answer));
    CHECK(answer.value.sign == record->sign, "%s %s: %d", name, record->fen, answer.value.sign);
    int plies = exact_plies(desk->variant, game_position(&desk->game), answer.value);
    CHECK(plies == record->plies, "%s %s: %d plies", name, record->fen, plies);
    CHECK((size_t)answer.move_nb == json_count(record->moves), "%s %s: %d moves", name, record->fen,
          answer.move_nb);
    for (int i = 0; i < answer.move_nb; i++) {
        char token[MOVE_TEXT_MAX];
        StrView value;
        moves_format_wire(desk->variant, answer.moves[i].move, token);
        bool is_known = json_to_text(json_member(record->moves, token), &value);
        CHECK(is_known && sign_of_word(value) == answer.moves[i].value.sign, "%s %s: %s", name,
              record->fen, token);
        CHECK(i == 0 || exact_value_compare(answer.moves[i - 1].value, answer.moves[i].value) >= 0,
              "%s %s: %s is too late", name, record->fen, token);
    }
    exact_answer_release(&answer);
}

static void test_records(void)
{
    each_record(check_value);
}

/// With just as many plies left as a win takes it is one; with one less it is a draw.
static void check_limit(Desk *desk, const Record *record)
{
    Position pos = *game_position(&desk->game);
    int limit = desk->variant->rules.no_progress;
    if (record->plies < 1 || pos.hand[SIDE_WHITE] + pos.hand[SIDE_BLACK] > 0) {
        return;
    }
    for (int missing = 0; missing <= 1; missing++) {
        ExactAnswer answer;
        pos.quiet = (uint32_t)(limit - (int)record->plies + missing);
        game_release(&desk->game);
        game_init_from(&desk->game, desk->variant, &pos);
        CU_ASSERT_FATAL(exact_answer(desk->exact, &desk->game, true, &answer));
        CHECK(answer.value.sign == (missing == 0 ? record->sign : 0), "%s %s, %u quiet: %d",
              desk->variant->name, record->fen, pos.quiet, answer.value.sign);
        exact_answer_release(&answer);
    }
}

static void test_limits(void)
{
    each_record(check_limit);
}

/// Every move's line: legal, to the end where there is a winner and no longer than it takes.
static void check_lines(Desk *desk, const Record *record)
{
    ExactAnswer answer;
    CU_ASSERT_FATAL(exact_answer(desk->exact, &desk->game, true, &answer));
    Side side = (Side)game_position(&desk->game)->side;
    for (int i = 0; i < answer.move_nb; i++) {
        Move pv[128];
        int pv_nb = exact_line(&answer, &desk->game, i, pv, 128);
        ExactValue value = answer.moves[i].value;
        Game game = {0};
        game_copy(&game, &desk->game);
        bool is_legal = pv_nb >= 1 && pv[0] == answer.moves[i].move;
        for (int at = 0; at < pv_nb; at++) {
            is_legal = is_legal && game_play(&game, pv[at]) == STATUS_OK;
        }
        CHECK(is_legal, "%s %s: line %d", desk->variant->name, record->fen, i);
        Result expected = value.sign == 0  ? RESULT_DRAW
                          : value.sign > 0 ? result_win_of(side)
                                           : result_win_of(side_other(side));
        bool is_open = value.sign == 0 && game.outcome.result == RESULT_NONE;
        CHECK(game.outcome.result == expected || (is_open && game_occurrences(&game) > 1),
              "%s %s: line %d ends with %d", desk->variant->name, record->fen, i,
              game.outcome.result);
        CHECK(value.sign == 0 || pv_nb == value.end_plies, "%s %s: line %d has %d plies",
              desk->variant->name, record->fen, i, pv_nb);
        CHECK(exact_line(&answer, &desk->game, i, pv, 1) == 1, "one move is enough");
        game_release(&game);
    }
    exact_answer_release(&answer);
}

static void test_lines(void)
{
    each_record(check_lines);
}

/// How many replies to a move keep what it is worth, asked for on their own; -1: the game is over.
static int count_holding(Desk *desk, Move move, int sign)
{
    ExactAnswer answer;
    Game game = {0};
    int nb = 0;
    game_copy(&game, &desk->game);
    CHECK(game_play(&game, move) == STATUS_OK, "illegal");
    if (game.outcome.result != RESULT_NONE) {
        game_release(&game);
        return -1;
    }
    CU_ASSERT_FATAL(exact_answer(desk->exact, &game, false, &answer));
    for (int i = 0; i < answer.move_nb; i++) {
        nb += answer.moves[i].value.sign == -sign;
    }
    exact_answer_release(&answer);
    game_release(&game);
    return nb;
}

/// Among equal draws and losses the first leaves the fewest replies that hold; all is the same
/// again when it is asked for again.
static void check_hardest(Desk *desk, const Record *record)
{
    ExactAnswer answer, again;
    CU_ASSERT_FATAL(exact_answer(desk->exact, &desk->game, true, &answer));
    CU_ASSERT_FATAL(exact_answer(desk->exact, &desk->game, true, &again));
    ExactValue best = answer.moves[0].value;
    int first_nb = best.sign > 0 ? 0 : count_holding(desk, answer.moves[0].move, best.sign);
    for (int i = 0; i < answer.move_nb; i++) {
        const ExactMove *move = &answer.moves[i];
        CHECK(again.moves[i].move == move->move, "another order");
        if (best.sign > 0 || exact_value_compare(best, move->value) != 0) {
            continue;
        }
        int nb = count_holding(desk, move->move, best.sign);
        CHECK(nb == -1 || (first_nb != -1 && first_nb <= nb), "%s %s: %d replies hold, then %d",
              desk->variant->name, record->fen, first_nb, nb);
        CHECK(nb == (move->ends ? -1 : move->hold_nb), "%s %s: %d replies, not %d",
              desk->variant->name, record->fen, move->hold_nb, nb);
    }
    exact_answer_release(&answer);
    exact_answer_release(&again);
}

static void test_hardest(void)
{
    each_record(check_hardest);
}

static bool game_has_seen(const Game *game, Move move)
{
    Position next = position_play(game->variant, game_position(game), move);
    for (size_t ply = 0; ply <= game->ply_nb; ply++) {
        if (position_same(&game->positions[ply], &next)) {
            return true;
        }
    }
    return false;
}

/// With a history: of equal draws those to new positions come first, whatever holds after them.
static void test_new_positions(void)
{
    int seen_nb = 0;
    Desk desk;
    desk_init(&desk);
    desk_set(&desk, "nine_holes", NULL, NULL);
    while (desk.game.outcome.result == RESULT_NONE && desk.game.ply_nb < 60) {
        ExactAnswer answer;
        CU_ASSERT_FATAL(exact_answer(desk.exact, &desk.game, true, &answer));
        for (int i = 0; i < answer.move_nb; i++) {
            const ExactMove *move = &answer.moves[i];
            bool is_seen = game_has_seen(&desk.game, move->move);
            CHECK(move->value.sign != 0 || move->ends || move->seen == is_seen, "seen: %d, not %d",
                  move->seen, is_seen);
            CHECK(i == 0 || move->value.sign != 0 || move[-1].value.sign != 0 || move->ends ||
                      move[-1].seen <= move->seen,
                  "a new position comes behind one that is not");
            seen_nb += is_seen;
        }
        // Round in circles where that is possible: the last of the equal moves.
        int at = answer.move_nb - 1;
        while (at > 0 &&
               (answer.moves[at].value.sign != answer.value.sign || answer.moves[at].ends)) {
            at--;
        }
        game_play(&desk.game, answer.moves[at].move);
        exact_answer_release(&answer);
    }
    CHECK(seen_nb > 5, "only %d moves led back", seen_nb);
    desk_release(&desk);
}

/// Positions that no game reaches: unequal hands, men missing, the wrong side to move. Those of the
/// made-up game are held against the slow solver, with every count of quiet plies.
static void test_set_ups(void)
{
    static const char *const fens[] = {
        "3/3/3[PPPp] w",  "3/3/3[PPPp] b",  "3/3/3[ppp] w",    "P2/3/2p[] w",     "PP1/3/1pp[P] b",
        "PP1/3/1pp[P] w", "PP1/3/1pp[p] w", "PP1/3/1pp[p] b",  "P1p/1p1/P2[p] w", "3/1P1/3[PPp] b",
        "p1p/3/3[PPP] b", "PPp/3/pp1[] b",  "P2/1p1/3[PPpp] w"};
    Variant *v = made_up_new(&MADE_UP[0]);
    Layered *layered = layered_new(v);
    Desk desk;
    desk_init(&desk);
    for (size_t i = 0; i < sizeof(fens) / sizeof(fens[0]); i++) {
        for (int quiet = 0; quiet <= v->rules.no_progress; quiet++) {
            char fen[FEN_TEXT_MAX];
            snprintf(fen, sizeof(fen), "%s - - %d 1", fens[i], quiet);
            desk_set_variant(&desk, v, fen, NULL);
            ExactAnswer answer;
            bool is_known = exact_answer(desk.exact, &desk.game, true, &answer);
            LayeredValue expected = layered_value(layered, game_position(&desk.game));
            CHECK(is_known && answer.value.sign == expected.sign, "%s: %d, not %d", fen,
                  answer.value.sign, expected.sign);
            CHECK(expected.sign == 0 || answer.value.progress_plies == expected.progress_plies,
                  "%s: progress in %d, not %d", fen, answer.value.progress_plies,
                  expected.progress_plies);
            exact_answer_release(&answer);
        }
    }
    desk_release(&desk);
    layered_free(layered);
    variant_free(v);
}

/// The same position set up in one game after the other is not taken for the other's.
static void test_set_ups_of_two_games(void)
{
    static const struct {
        const char *variant;
        int sign, plies;
    } rows[] = {{"tapatan", 1, 1}, {"nine_holes", 1, 5}, {"tapatan", 1, 1}};
    Desk desk;
    desk_init(&desk);
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        ExactAnswer answer;
        // One man is missing: no game leads here. The third man wins where diagonals count.
        desk_set(&desk, rows[i].variant, "p2/1P1/P1p[P] w", NULL);
        CU_ASSERT_FATAL(exact_answer(desk.exact, &desk.game, true, &answer));
        CHECK(answer.value.sign == rows[i].sign && answer.value.end_plies == rows[i].plies,
              "%s: %d in %d", rows[i].variant, answer.value.sign, answer.value.end_plies);
        exact_answer_release(&answer);
    }
    desk_release(&desk);
}

static void test_ended_games(void)
{
    static const struct {
        const char *variant, *fen, *moves;
        int sign;
    } rows[] = {
        {"tictactoe", NULL, "c1 a1 b2 b1 a3", -1},
        {"tictactoe", NULL, "a1 b1 c1 b2 b3 a2 c2 c3 a3", 0},
        {"tapatan", "Ppp/1p1/PP1[] w - - 120 61", NULL, 0},
        {"nine_mens_morris", "P**P**P/*1*1*1*/**3**/3*3/**3**/*1*1*1*/p**p**1[] w - - 0 1", NULL,
         1},
        {"nine_mens_morris", "P**P**P/*1*1*1*/**3**/3*3/**3**/*1*1*1*/p**p**1[] b - - 0 1", NULL,
         -1},
    };
    Desk desk;
    desk_init(&desk);
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        desk_set(&desk, rows[i].variant, rows[i].fen, rows[i].moves);
        ExactAnswer answer;
        CHECK(exact_answer(desk.exact, &desk.game, true, &answer), "row %zu is over", i);
        CHECK(answer.value.sign == rows[i].sign && answer.move_nb == 0, "row %zu: %d", i,
              answer.value.sign);
        CHECK(rows[i].sign == 0 ||
                  exact_plies(desk.variant, game_position(&desk.game), answer.value) == 0,
              "row %zu: no plies left", i);
        exact_answer_release(&answer);
    }
    desk_set(&desk, "nine_mens_morris", NULL, NULL);
    ExactAnswer answer;
    CU_ASSERT_FALSE(exact_answer(desk.exact, &desk.game, true, &answer));
    desk_release(&desk);
}

/// The plies that are told where men can be taken: to the next removal, once placing is over.
static void test_plies_with_removals(void)
{
    Variant *v = made_up_new(&MADE_UP[4]);
    static const struct {
        const char *fen, *move;
        int plies;
    } rows[] = {
        {"PP1/2P/pp1[] w", "c2c3xa1", 1},
        {"PP1/3/p2[Pp] w", "c3xa1", PLIES_UNKNOWN},
    };
    Desk desk;
    desk_init(&desk);
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        desk_set_variant(&desk, v, rows[i].fen, NULL);
        ExactAnswer answer;
        CU_ASSERT_FATAL(exact_answer(desk.exact, &desk.game, true, &answer));
        ExactValue value = answer_value(&answer, desk_move(&desk, rows[i].move));
        int plies = exact_plies(v, game_position(&desk.game), value);
        CHECK(plies == rows[i].plies, "%s: %d in %d", rows[i].fen, value.sign, plies);
        exact_answer_release(&answer);
    }
    desk_release(&desk);
    variant_free(v);
}

/// More variants than are kept, twice: every answer is right whatever was dropped in between.
static void test_keeping(void)
{
    enum { COPY_NB = 8 };
    Variant *variants[COPY_NB * MADE_UP_NB];
    int signs[MADE_UP_NB];
    Desk desk;
    desk_init(&desk);
    for (int i = 0; i < COPY_NB * MADE_UP_NB; i++) {
        variants[i] = made_up_new(&MADE_UP[i % MADE_UP_NB]);
    }
    for (int i = 0; i < 2 * COPY_NB * MADE_UP_NB; i++) {
        const Variant *v = variants[i % (COPY_NB * MADE_UP_NB)];
        if (i >= 2 * MADE_UP_NB && i % MADE_UP_NB > 2) {
            continue; // a few of each copy are enough
        }
        ExactAnswer answer;
        exact_prepare(desk.exact, v);
        desk_set_variant(&desk, v, NULL, NULL);
        CU_ASSERT_FATAL(exact_answer(desk.exact, &desk.game, false, &answer));
        if (i < MADE_UP_NB) {
            signs[i] = answer.value.sign;
        }
        CHECK(answer.value.sign == signs[i % MADE_UP_NB], "%s: %d", v->name, answer.value.sign);
        exact_answer_release(&answer);
    }
    desk_release(&desk);
    for (int i = 0; i < COPY_NB * MADE_UP_NB; i++) {
        variant_free(variants[i]);
    }
}

const TestCase EXACT_CASES[] = {
    {"records", test_records},
    {"limits", test_limits},
    {"lines", test_lines},
    {"hardest", test_hardest},
    {"new positions", test_new_positions},
    {"set-ups", test_set_ups},
    {"set-ups of two games", test_set_ups_of_two_games},
    {"ended games", test_ended_games},
    {"plies with removals", test_plies_with_removals},
    {"keeping", test_keeping},
    {NULL, NULL},
};
