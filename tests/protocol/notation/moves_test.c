// SPDX-License-Identifier: MIT
#include "protocol/notation/moves.h"

#include <stdlib.h>
#include <string.h>

#include "protocol/notation/fen.h"
#include "protocol/notation/points.h"
#include "tests/protocol/notation/notation_tests.h"

/// What is read, its wire form, its form in records.
static void table(void)
{
    static const char *const CASES[][3] = {
        {"d6", "d6", "d6"},
        {"D6", "d6", "d6"},
        {"P@d6", "d6", "d6"},
        {"p@D6", "d6", "d6"},
        {"a1a4", "a1a4", "a1-a4"},
        {"a1-a4", "a1a4", "a1-a4"},
        {"A1A4", "a1a4", "a1-a4"},
        {"A1-A4Xd7", "a1a4xd7", "a1-a4xd7"},
        {"a1a4xd7", "a1a4xd7", "a1-a4xd7"},
        {"d6xb4", "d6xb4", "d6xb4"},
        {"P@d6xb4", "d6xb4", "d6xb4"},
        {"d6xb4xd7", "d6xb4xd7", "d6xb4xd7"},
        {"d6xd7xb4", "d6xb4xd7", "d6xb4xd7"},
        {"a1-a4xg7xa7xd7", "a1a4xa7xd7xg7", "a1-a4xa7xd7xg7"},
        {"d6xa1xa4xa7xb2xb4xb6xc3", "d6xa1xa4xa7xb2xb4xb6xc3", "d6xa1xa4xa7xb2xb4xb6xc3"},
        {"0000", "0000", "--"},
        {"--", "0000", "--"},
    };
    VariantSet set;
    notation_variants(&set);
    const Variant *v = notation_variant(&set, "nine_mens_morris");
    for (size_t i = 0; i < CASE_NB(CASES); i++) {
        Move move = MOVE_NONE;
        Problem problem = {.text = ""};
        char wire[MOVE_TEXT_MAX] = "";
        char record[MOVE_TEXT_MAX] = "";
        Status status = moves_parse(v, strview_from(CASES[i][0]), &move, &problem);
        CHECK(status == STATUS_OK, "%s", problem.text);
        moves_format_wire(v, move, wire);
        moves_format_record(v, move, record);
        CHECK(strcmp(wire, CASES[i][1]) == 0, "%s: %s", CASES[i][0], wire);
        CHECK(strcmp(record, CASES[i][2]) == 0, "%s: %s", CASES[i][0], record);
    }
    char none[MOVE_TEXT_MAX];
    moves_format_wire(v, MOVE_NONE, none);
    CU_ASSERT_STRING_EQUAL(none, "(none)");
    variant_set_release(&set);
}

static void refused(void)
{
    static const char *const CASES[][2] = {
        {"", "missing"},
        {"(none)", "'(none)': does not begin with a point"},
        {"d4", "does not begin with a point"},
        {"h8", "does not begin"},
        {"d", "does not begin"},
        {"xb4", "does not begin"},
        {"none", "does not begin"},
        {"resign", "does not begin"},
        {"P@", "does not begin"},
        {"P@d4", "does not begin"},
        {"P@a1a4", "expected the end"},
        {"P@a1-a4", "expected the end"},
        {"W@d6", "does not begin"},
        {"a1-", "behind the hyphen"},
        {"a1-d4", "behind the hyphen"},
        {"a1--a4", "behind the hyphen"},
        {"a1-xa4", "behind the hyphen"},
        {"a1a1", "where it stands"},
        {"a1-a1xd7", "where it stands"},
        {"a1d4", "expected the end"},
        {"a1a4a7", "expected the end"},
        {"a1a4d7", "expected the end"},
        {"a1a4x", "behind x"},
        {"a1a4xd4", "behind x"},
        {"a1a4xx", "behind x"},
        {"d6x-b4", "behind x"},
        {"d6xb4 ", "expected the end"},
        {" d6", "does not begin"},
        {"d6!", "expected the end"},
        {"d6xb4xb4", "twice"},
        {"d6xa1xa4xa7xb2xb4xb6xc3xc4", "more men"},
        {"000", "does not begin"},
        {"00000", "does not begin"},
        {"---", "does not begin"},
        {"e2e4", "does not begin"},
        {"d\xc2\xa0", "does not begin"},
    };
    VariantSet set;
    notation_variants(&set);
    const Variant *v = notation_variant(&set, "nine_mens_morris");
    Position pos = position_start(v);
    for (size_t i = 0; i < CASE_NB(CASES); i++) {
        Move move = 77;
        Problem problem = {.text = ""};
        StrView token = strview_from(CASES[i][0]);
        CHECK(moves_parse(v, token, &move, &problem) == STATUS_SYNTAX, "%s", CASES[i][0]);
        CHECK(strstr(problem.text, CASES[i][1]) != NULL, "%s: %s", CASES[i][0], problem.text);
        CHECK(moves_parse_legal(v, &pos, token, &move, NULL) == STATUS_SYNTAX, "%s", CASES[i][0]);
        CHECK(move == 77, "%s", CASES[i][0]);
    }
    char *text = malloc(10000);
    memset(text, 'a', 10000);
    Problem problem;
    Move move;
    CU_ASSERT_EQUAL(moves_parse(v, (StrView){text, 10000}, &move, &problem), STATUS_SYNTAX);
    CU_ASSERT(strlen(problem.text) < 200);
    memcpy(text, "d6\0", 3);
    CU_ASSERT_EQUAL(moves_parse(v, (StrView){text, 3}, &move, &problem), STATUS_SYNTAX);
    free(text);
    variant_set_release(&set);
}

#define PLACING "P**P**1/*1*p*p*/**3**/3*3/**p2**/*1*1*1*/1**1**1[PPPpp] w"
#define MOVING "P**P**1/*P*1*p*/**p2**/P1P*2P/**1p1**/*p*1*1*/1**1**1[] w"

/// Variant, position, token, a part of the reason.
static void why_illegal(void)
{
    static const char *const CASES[][4] = {
        {"nine_mens_morris", PLACING, "d6", "d6 is occupied"},
        {"nine_mens_morris", PLACING, "a7", "a7 is occupied"},
        {"nine_mens_morris", PLACING, "a7a4", "placed before any is moved"},
        {"nine_mens_morris", PLACING, "g7", "must name the man it takes, such as g7x"},
        {"nine_mens_morris", PLACING, "g7xa7", "no man of the opponent stands on a7"},
        {"nine_mens_morris", PLACING, "g7xg1", "no man of the opponent stands on g1"},
        {"nine_mens_morris", PLACING, "g7xd6xf6", "2 men are named to be taken, 1 is right"},
        {"nine_mens_morris", PLACING, "a4xd6", "nothing can be taken"},
        {"nine_mens_morris", PLACING, "0000", "only a side without any other move passes"},
        {"nine_mens_morris", MOVING, "g7", "no man in hand"},
        {"nine_mens_morris", MOVING, "f6f4", "the man on f6 is the opponent's"},
        {"nine_mens_morris", MOVING, "d1a1", "no man stands on d1"},
        {"nine_mens_morris", MOVING, "a7g7", "a7 and g7 are not joined"},
        {"nine_mens_morris", MOVING, "a4a7", "a7 is occupied"},
        {"nine_mens_morris", MOVING, "c4c5", "c5 is occupied"},
        {"nine_mens_morris", MOVING, "a7d6", "a7 and d6 are not joined"},
        {"nine_mens_morris", MOVING, "g4g7xd3xf6", "2 men are named to be taken, 1 is right"},
        {"nine_mens_morris", "P**P**1/*1*1*1*/**3**/P2*3/**3**/*p*p*p*/1**1**p[PPPPPPppppp] w",
         "g7xb2", "the man on b2 is protected"},
        {"test_per_mill", "P**P**1/*1*1*1*/**3**/1p1*2P/**3**/*p*p*p*/1**1**P[PPPPPppppp] w",
         "g7xb2xd2", "cannot be taken together"},
        {"nine_mens_morris", "p**P**P/*1*p*p*/**3**/Pp1*pPp/**pPP**/*P*P*p*/P**p**1[] w", "a1d1",
         "the side to move has no legal move"},
        {"tictactoe", "3/1P1/3[PPPPpppp] b", "b2a1", "men are not moved in this game"},
        {"picaria9_nocentre", "3/3/3[PPPppp] w", "b2", "b2 is barred"},
        {"dara", "PP4/pp4/6/6/6[PPPPPPPPPPpppppppppp] w", "c5", "a row of 3 or more is forbidden"},
        {"dara", "PP1P2/2P3/6/6/p1p1pP[] w", "c4c5", "a row of 4 or more is forbidden"},
        {"achi", "Pp1/pp1/3[] w", "a3c3", "can only pass"},
        {"nine_mens_morris", "p**P**p/*1*p*1*/**3**/3*3/**3**/*1*1*1*/1**1**1[] w", "d7a7",
         "a7 is occupied"},
    };
    VariantSet set;
    notation_variants(&set);
    for (size_t i = 0; i < CASE_NB(CASES); i++) {
        const Variant *v = notation_variant(&set, CASES[i][0]);
        Position pos;
        Problem problem = {.text = ""};
        CHECK(fen_parse(v, strview_from(CASES[i][1]), &pos, &problem) == STATUS_OK, "%s",
              problem.text);
        Move move = 77;
        Status status = moves_parse_legal(v, &pos, strview_from(CASES[i][2]), &move, &problem);
        CHECK(status == STATUS_ILLEGAL, "%s in %s: %d", CASES[i][2], CASES[i][1], (int)status);
        CHECK(strstr(problem.text, CASES[i][3]) != NULL, "%s in %s: %s", CASES[i][2], CASES[i][1],
              problem.text);
        CHECK(move == 77, "%s", CASES[i][2]);
        CHECK(moves_parse_legal(v, &pos, strview_from(CASES[i][2]), &move, NULL) == STATUS_ILLEGAL,
              "%s", CASES[i][2]);
    }
    variant_set_release(&set);
}

const TestCase MOVES_CASES[] = {
    {"table", table}, {"refused", refused}, {"why illegal", why_illegal}, {NULL, NULL}};
