// SPDX-License-Identifier: MIT
#include "protocol/notation/fen.h"

#include <stdlib.h>
#include <string.h>

#include "protocol/rules/movegen.h"
#include "protocol/rules/outcome.h"
#include "tests/protocol/notation/notation_tests.h"

#define NINE "1**1**1/*1*1*1*/**3**/3*3/**3**/*1*1*1*/1**1**1"

static void starts(void)
{
    static const char *const CASES[][2] = {
        {"nine_mens_morris", NINE "[PPPPPPPPPppppppppp] w - - 0 1"},
        {"tictactoe", "3/3/3[PPPPPpppp] w - - 0 1"},
        {"dara", "6/6/6/6/6[PPPPPPPPPPPPpppppppppppp] w - - 0 1"},
        {"shisima", "ppp/3/PPP[] w - - 0 1"},
        {"five_mens_morris", "1*1*1/*3*/2*2/*3*/1*1*1[PPPPPppppp] w - - 0 1"},
    };
    VariantSet set;
    notation_variants(&set);
    for (size_t i = 0; i < CASE_NB(CASES); i++) {
        const Variant *v = notation_variant(&set, CASES[i][0]);
        Position start = position_start(v);
        char text[FEN_TEXT_MAX];
        fen_format(v, &start, text);
        CHECK(strcmp(text, CASES[i][1]) == 0, "%s: %s", v->name, text);
    }
    variant_set_release(&set);
}

/// Counters beyond what is read are written as the most that is read.
static void far_counters(void)
{
    VariantSet set;
    notation_variants(&set);
    const Variant *v = notation_variant(&set, "shisima");
    Position pos;
    CHECK(fen_parse(v, strview_from("ppp/3/PPP[] b - - 2147483647 2147483647"), &pos, NULL) ==
              STATUS_OK,
          "the most that is read");
    Move moves[MOVE_MAX];
    CHECK(movegen_legal(v, &pos, moves) > 0, "no move");
    Position next = position_play(v, &pos, moves[0]);
    char text[FEN_TEXT_MAX];
    fen_format(v, &next, text);
    CHECK(strstr(text, " w - - 2147483647 2147483647") != NULL, "%s", text);
    CHECK(fen_parse(v, strview_from(text), &pos, NULL) == STATUS_OK, "%s", text);
    variant_set_release(&set);
}

/// Variant, what is read, its canonical form.
static void accepted(void)
{
    static const char *const CASES[][3] = {
        {"tictactoe", "3/3/3[PPPPPpppp] w - - 0 1", "3/3/3[PPPPPpppp] w - - 0 1"},
        {"tictactoe", "3/3/3[pPpPpPpPP] b - - 5 17", "3/3/3[PPPPPpppp] b - - 5 17"},
        {"tictactoe", "3/3/3 w", "3/3/3[] w - - 0 1"},
        {"tictactoe", "3/3/3[] w", "3/3/3[] w - - 0 1"},
        {"tictactoe", "3/3/3[-] w -", "3/3/3[] w - - 0 1"},
        {"tictactoe", "3/3/3[-] w - -", "3/3/3[] w - - 0 1"},
        {"tictactoe", "3/3/3[-] w - - 7", "3/3/3[] w - - 7 1"},
        {"tictactoe", "3/3/3 w - - 7 0", "3/3/3[] w - - 7 1"},
        {"tictactoe", "3/3/3 w - - 007 0012", "3/3/3[] w - - 7 12"},
        {"tictactoe", "3/3/3 w - - 2147483647 2147483647", "3/3/3[] w - - 2147483647 2147483647"},
        {"tictactoe", " \t3/3/3[P]  \t b\t-  -   0 1 \r\n", "3/3/3[P] b - - 0 1"},
        {"tictactoe", "111/12/21 w", "3/3/3[] w - - 0 1"},
        {"tictactoe", "PpP/1p1/pP1[Pp] b", "PpP/1p1/pP1[Pp] b - - 0 1"},
        // unequal hands, unreachable and finished positions
        {"tictactoe", "3/3/3[Ppppp] w", "3/3/3[Ppppp] w - - 0 1"},
        {"tictactoe", "PPP/ppp/3 w", "PPP/ppp/3[] w - - 0 1"},
        {"shisima", "ppp/3/1PP[P] w", "ppp/3/1PP[P] w - - 0 1"},
        {"nine_mens_morris", "1**1**1/*1*P*1*/**3**/3*3/**3**/*1*1*1*/1**1**1[] b",
         "1**1**1/*1*P*1*/**3**/3*3/**3**/*1*1*1*/1**1**1[] b - - 0 1"},
        {"nine_mens_morris", "P**P**1/*p*p*p*/**1P1**/11P*3/**3**/*1*1*1*/1**1**1[p] w - - 99 50",
         "P**P**1/*p*p*p*/**1P1**/2P*3/**3**/*1*1*1*/1**1**1[p] w - - 99 50"},
    };
    VariantSet set;
    notation_variants(&set);
    for (size_t i = 0; i < CASE_NB(CASES); i++) {
        const Variant *v = notation_variant(&set, CASES[i][0]);
        Position pos = {.quiet = 1};
        Problem problem = {.text = ""};
        char text[FEN_TEXT_MAX] = "";
        Status status = fen_parse(v, strview_from(CASES[i][1]), &pos, &problem);
        CHECK(status == STATUS_OK, "%s: %s", CASES[i][1], problem.text);
        if (status == STATUS_OK) {
            fen_format(v, &pos, text);
            CHECK(strcmp(text, CASES[i][2]) == 0, "%s: %s", CASES[i][1], text);
            CHECK(pos.key == position_key(v, &pos), "%s: key", CASES[i][1]);
        }
    }
    variant_set_release(&set);
}

/// Variant, text, a part of the reason.
static const char *const REFUSED[][3] = {
    {"nine_mens_morris", "", "no text"},
    {"nine_mens_morris", " \t ", "no text"},
    {"nine_mens_morris", NINE, "side to move"},
    {"nine_mens_morris", NINE "[P]", "side to move"},
    {"nine_mens_morris", NINE " x - - 0 1", "'x' is neither w nor b"},
    {"nine_mens_morris", NINE " W", "'W' is neither"},
    {"nine_mens_morris", NINE "[PPPPPPPPPP] w", "White has 0 men on the board and 10 in hand"},
    {"nine_mens_morris", NINE "[pppppppppp] w", "Black has 0 men on the board and 10 in hand"},
    // 23 and 25 points
    {"nine_mens_morris", "1**1**1/*1*1*1*/**3**/2*3/**3**/*1*1*1*/1**1**1 w", "rank 4 '2*3'"},
    {"nine_mens_morris", "1**1**1/*1*1*1*/**3**/7/**3**/*1*1*1*/1**1**1 w", "rank 4 '7'"},
    {"nine_mens_morris", "1**1**1/*1*1*1*/**3**/3*3/**3**/*1*1*1*/1**1**11 w", "rank 1"},
    {"nine_mens_morris", "1**1**1/*1*1*1*/**3**/3*3/**3**/*1*1*1*/1**1*** w", "rank 1"},
    {"nine_mens_morris", "1**1**1/*1*1*1*/**3**/3*3/**3**/*1*1*1* w", "only 6 of the 7 ranks"},
    {"nine_mens_morris", NINE "/7 w", "more than the 7 ranks"},
    {"nine_mens_morris", NINE "/ w", "more than the 7 ranks"},
    {"nine_mens_morris", "1**1**1//*1*1*1*/**3**/3*3/**3**/*1*1*1* w", "rank 6 ''"},
    {"nine_mens_morris", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "rank 7"},
    {"nine_mens_morris", "1**1**1/*1*Q*1*/**3**/3*3/**3**/*1*1*1*/1**1**1 w", "rank 6 '*1*Q*1*'"},
    // ten men on the board; nine on the board and three in hand
    {"nine_mens_morris", "P**P**P/*P*P*P*/**PPP**/P2*3/**3**/*1*1*1*/1**1**1[] w",
     "White has 10 men on the board and 0 in hand"},
    {"nine_mens_morris", "P**P**P/*P*P*P*/**PPP**/3*3/**3**/*1*1*1*/1**1**1[PPP] w",
     "White has 9 men on the board and 3 in hand"},
    {"shisima", "ppp/3/1PP[PP] w", "White has 2 men on the board and 2 in hand"},
    {"tictactoe", "3/3/30 w", "rank 1"},
    {"tictactoe", "3/3/9 w", "rank 1"},
    {"tictactoe", "3/3/4 w", "rank 1"},
    {"tictactoe", "3/3/2 w", "too few"},
    {"tictactoe", "3/3/3[ w", "no ']'"},
    {"tictactoe", "3/3/3[P w", "no ']'"},
    {"tictactoe", "3/3/3[P]p w", "behind the men in hand"},
    {"tictactoe", "3/3/3[P]] w", "behind the men in hand"},
    {"tictactoe", "3/3/3[-1] w", "men in hand"},
    {"tictactoe", "3/3/3[P-] w", "men in hand"},
    {"tictactoe", "3/3/3[2P] w", "men in hand"},
    {"tictactoe", "3/3/3] w", "rank 1"},
    {"tictactoe", "[P] w", "rank 3"},
    {"tictactoe", "3/3/3 [P] w", "neither w nor b"},
    {"tictactoe", "3/3/3 w KQ - 0 1", "field 3 is 'KQ'"},
    {"tictactoe", "3/3/3 w - e3 0 1", "field 4 is 'e3'"},
    {"tictactoe", "3/3/3 w 0 1", "field 3 is '0'"},
    {"tictactoe", "3/3/3 w - - -1 1", "QUIET '-1'"},
    {"tictactoe", "3/3/3 w - - +1 1", "QUIET '+1'"},
    {"tictactoe", "3/3/3 w - - x 1", "QUIET 'x'"},
    {"tictactoe", "3/3/3 w - - 2147483648 1", "QUIET '2147483648'"},
    {"tictactoe", "3/3/3 w - - 99999999999999999999 1", "QUIET"},
    {"tictactoe", "3/3/3 w - - 0 -1", "MOVE '-1'"},
    {"tictactoe", "3/3/3 w - - 0 1.5", "MOVE '1.5'"},
    {"tictactoe", "3/3/3 w - - 0 1 a1", "trailing text 'a1'"},
    {"tictactoe", "3/3/3 w - - 0 1 ;", "trailing text"},
};

/// `out` must stay as it was.
static void refused(void)
{
    VariantSet set;
    notation_variants(&set);
    for (size_t i = 0; i < CASE_NB(REFUSED); i++) {
        const Variant *v = notation_variant(&set, REFUSED[i][0]);
        Position before = position_start(v);
        Position pos = before;
        Problem problem = {.text = ""};
        Status status = fen_parse(v, strview_from(REFUSED[i][1]), &pos, &problem);
        CHECK(status == STATUS_SYNTAX || status == STATUS_RANGE, "%s: status %d", REFUSED[i][1],
              (int)status);
        CHECK(strstr(problem.text, REFUSED[i][2]) != NULL, "%s: '%s' lacks '%s'", REFUSED[i][1],
              problem.text, REFUSED[i][2]);
        CHECK(memcmp(&pos, &before, sizeof pos) == 0, "%s: changed", REFUSED[i][1]);
        CHECK(fen_parse(v, strview_from(REFUSED[i][1]), &pos, NULL) == status, "%s", REFUSED[i][1]);
    }
    variant_set_release(&set);
}

static void refused_bytes(void)
{
    VariantSet set;
    notation_variants(&set);
    const Variant *v = notation_variant(&set, "tictactoe");
    Position pos;
    Problem problem;
    StrView nul_in_board = {"3/3/\0003 w", 8};
    CU_ASSERT_EQUAL(fen_parse(v, nul_in_board, &pos, &problem), STATUS_SYNTAX);
    StrView nul_behind = {"3/3/3 w - - 0 1\0", 16};
    CU_ASSERT_EQUAL(fen_parse(v, nul_behind, &pos, &problem), STATUS_RANGE);
    StrView nothing = {NULL, 0};
    CU_ASSERT_EQUAL(fen_parse(v, nothing, &pos, &problem), STATUS_SYNTAX);
    static const char FILLS[] = "P1*/[]-w \x80";
    for (size_t i = 0; FILLS[i] != '\0'; i++) {
        char *text = malloc(10000);
        memset(text, FILLS[i], 10000);
        CU_ASSERT_NOT_EQUAL(fen_parse(v, (StrView){text, 10000}, &pos, &problem), STATUS_OK);
        memcpy(text, "3/3/3[", 6);
        CU_ASSERT_NOT_EQUAL(fen_parse(v, (StrView){text, 10000}, &pos, &problem), STATUS_OK);
        CHECK(strlen(problem.text) < 200, "%s", problem.text);
        free(text);
    }
    variant_set_release(&set);
}

/// Two White men and an empty hand: a finished game, not an error.
static void finished(void)
{
    VariantSet set;
    notation_variants(&set);
    const Variant *v = notation_variant(&set, "nine_mens_morris");
    Position pos;
    StrView text = strview_from("P**P**1/*1*p*p*/**p2**/3*3/**3**/*1*1*1*/1**1**1[] w - - 0 30");
    CU_ASSERT_EQUAL(fen_parse(v, text, &pos, NULL), STATUS_OK);
    Outcome outcome = outcome_of_position(v, &pos);
    CU_ASSERT_EQUAL(outcome.result, RESULT_BLACK);
    CU_ASSERT_EQUAL(outcome.reason, REASON_MATERIAL);
    variant_set_release(&set);
}

const TestCase FEN_CASES[] = {
    {"starts", starts},     {"accepted", accepted}, {"far counters", far_counters},
    {"refused", refused},   {"refused bytes", refused_bytes},
    {"finished", finished}, {NULL, NULL},
};
