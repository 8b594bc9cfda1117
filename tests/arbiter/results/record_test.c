// SPDX-License-Identifier: MIT
#include "arbiter/results/record.h"

#include <string.h>

#include "protocol/notation/moves.h"
#include "tests/arbiter/results/results_tests.h"

static void knows_its_words(void)
{
    static const char *const WORDS[] = {"normal",
                                        "adjudicated_draw",
                                        "adjudicated_resign",
                                        "max_plies",
                                        "time",
                                        "illegal_move",
                                        "crash",
                                        "stall",
                                        "start_failed"};
    CU_ASSERT_EQUAL(TERMINATION_NB, 9);
    for (int i = 0; i < TERMINATION_NB; i++) {
        CU_ASSERT_STRING_EQUAL(termination_text((Termination)i), WORDS[i]);
        CU_ASSERT_EQUAL(termination_parse(strview_from(WORDS[i])), i);
    }
    CU_ASSERT_EQUAL(termination_parse(strview_from("Time")), TERMINATION_NB);
    CU_ASSERT_EQUAL(termination_parse(strview_from("")), TERMINATION_NB);
    CU_ASSERT_STRING_EQUAL(termination_pgn_text(TERMINATION_TIME), "time forfeit");
    CU_ASSERT_STRING_EQUAL(termination_pgn_text(TERMINATION_MAX_PLIES), "adjudication");
    CU_ASSERT_STRING_EQUAL(termination_pgn_text(TERMINATION_CRASH), "abandoned");
    CU_ASSERT_STRING_EQUAL(termination_pgn_text(TERMINATION_ILLEGAL_MOVE), "rules infraction");
}

static Status play(GameRecord *record, const char *token, int64_t depth)
{
    Move move;
    PlyRecord ply = {.depth = depth};
    CU_ASSERT_EQUAL(moves_parse(record->game.variant, strview_from(token), &move, NULL), STATUS_OK);
    return record_add_ply(record, move, &ply);
}

static void takes_legal_plies_only(void)
{
    VariantSet set;
    GameRecord record;
    Pairing pairing = {.index = 7};
    variant_set_init(&set);
    const Variant *v = variant_set_find(&set, strview_from("tictactoe"));
    Position start = position_start(v);
    record_init(&record, &pairing, v, &start);
    CU_ASSERT_EQUAL(play(&record, "b2", 1), STATUS_OK);
    CU_ASSERT_EQUAL(play(&record, "b2", 2), STATUS_ILLEGAL);
    CU_ASSERT_EQUAL(record.game.ply_nb, 1);
    CU_ASSERT_EQUAL(play(&record, "a1", 3), STATUS_OK);
    CU_ASSERT_EQUAL(play(&record, "a2", 4), STATUS_OK);
    CU_ASSERT_EQUAL(play(&record, "b1", 5), STATUS_OK);
    CU_ASSERT_EQUAL(play(&record, "c2", 6), STATUS_OK); // a line
    CU_ASSERT_EQUAL(play(&record, "c1", 7), STATUS_ILLEGAL);
    CU_ASSERT_EQUAL(record.game.ply_nb, 5);
    CU_ASSERT_EQUAL(record.plies[1].depth, 3);
    CU_ASSERT_EQUAL(record.plies[4].depth, 6);
    CU_ASSERT_EQUAL(record.game.outcome.result, RESULT_WHITE);
    record_stamp(&record);
    CU_ASSERT_EQUAL(strlen(record.started), strlen("2024-05-31T12:00:00.250Z"));
    record_release(&record);
    variant_set_release(&set);
}

const TestCase RECORD_CASES[] = {
    {"knows its words", knows_its_words},
    {"takes legal plies only", takes_legal_plies_only},
    {NULL, NULL},
};
