// SPDX-License-Identifier: MIT
#include "arbiter/results/pgn_export.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "protocol/notation/fen.h"
#include "protocol/notation/moves.h"
#include "tests/arbiter/results/results_tests.h"

static const char *tag(const PgnGame *game, const char *name)
{
    const char *value = pgn_game_tag(game, name);
    return value == NULL ? "(none)" : value;
}

/// Plays what the PGN says; false when it is not the same game.
static bool same_game(const PgnGame *pgn, const GameRecord *record)
{
    const Variant *v = record->game.variant;
    const char *fen = pgn_game_tag(pgn, "FEN");
    Position start = position_start(v);
    Game game;
    if (fen != NULL && fen_parse(v, strview_from(fen), &start, NULL) != STATUS_OK) {
        return false;
    }
    game_init_from(&game, v, &start);
    bool same = pgn->move_nb == record->game.ply_nb && pgn->result == record->result;
    for (size_t i = 0; same && i < pgn->move_nb; i++) {
        Move move;
        same = moves_parse_legal(v, game_position(&game), strview_from(pgn->moves[i].token), &move,
                                 NULL) == STATUS_OK &&
               move == record->game.moves[i] && game_play(&game, move) == STATUS_OK;
    }
    same = same && game.outcome.result == record->game.outcome.result &&
           game.outcome.reason == record->game.outcome.reason;
    game_release(&game);
    return same;
}

static void check_tags(const Tournament *t, const GameRecord *record, const PgnGame *pgn)
{
    char number[24];
    snprintf(number, sizeof number, "%zu", record->game.ply_nb);
    CU_ASSERT_STRING_EQUAL(tag(pgn, "Event"), "t");
    CU_ASSERT_STRING_EQUAL(tag(pgn, "Site"), "?");
    CU_ASSERT_EQUAL(strlen(tag(pgn, "Date")), 10);
    CU_ASSERT_STRING_EQUAL(tag(pgn, "Round"), "1");
    CU_ASSERT_STRING_EQUAL(tag(pgn, "White"), t->engines[record->pairing.white].name);
    CU_ASSERT_STRING_EQUAL(tag(pgn, "Black"), t->engines[record->pairing.black].name);
    CU_ASSERT_STRING_EQUAL(tag(pgn, "Result"), result_text(record->result));
    CU_ASSERT_STRING_EQUAL(tag(pgn, "Variant"), record->game.variant->name);
    CU_ASSERT_STRING_EQUAL(tag(pgn, "PlyCount"), number);
    CU_ASSERT_STRING_EQUAL(tag(pgn, "Termination"), termination_pgn_text(record->termination));
    bool has_limit_apart = (record->pairing.white == 1) != (record->pairing.black == 1);
    CU_ASSERT_STRING_EQUAL(tag(pgn, "TimeControl"), has_limit_apart ? "?" : "2+0.02");
    if (record->pairing.white == 1) {
        CU_ASSERT_STRING_EQUAL(tag(pgn, "WhiteTimeControl"), "depth 3");
        CU_ASSERT_STRING_EQUAL(tag(pgn, "BlackTimeControl"), "2+0.02");
    }
}

static void reads_back_to_the_same_game(void)
{
    Fixture fixture;
    Random random;
    fixture_open(&fixture);
    random_init(&random, 4);
    Tournament *t = fixture_tournament(&fixture, RESULTS_TOURNAMENT);
    for (int run = 0; run < 5; run++) {
        GameRecord records[RESULTS_GAME_NB];
        StrBuf text;
        size_t line = 1;
        strbuf_init(&text);
        for (int64_t i = 0; i < RESULTS_GAME_NB; i++) {
            fixture_game(t, i, &random, &records[i]);
            pgn_export_format(t, &records[i], &text);
        }
        StrView rest = strbuf_view(&text);
        for (int64_t i = 0; i < RESULTS_GAME_NB; i++) {
            PgnGame pgn;
            Problem problem = {0};
            Termination termination = TERMINATION_NB;
            Reason reason = REASON_NONE;
            pgn_game_init(&pgn);
            Status status = pgn_next(&rest, &line, &pgn, &problem);
            CHECK(status == STATUS_OK, "game %" PRId64 ": %s", i, problem.text);
            CHECK(same_game(&pgn, &records[i]), "game %" PRId64 " differs", i);
            check_tags(t, &records[i], &pgn);
            CHECK(pgn_export_parse_end(&pgn, &termination, &reason), "game %" PRId64, i);
            CHECK(termination == records[i].termination, "game %" PRId64 ": %s", i,
                  termination_text(termination));
            CHECK(reason == (termination == TERMINATION_NORMAL ? records[i].game.outcome.reason
                                                               : REASON_NONE),
                  "game %" PRId64 ": %s", i, reason_text(reason));
            pgn_game_release(&pgn);
            record_release(&records[i]);
        }
        strbuf_release(&text);
    }
    tournament_free(t);
    fixture_close(&fixture);
}

static void writes_the_documented_text(void)
{
    static const struct {
        const char *token;
        PlyRecord ply;
    } PLIES[] = {
        {"b2", {210000, SCORE_CP, 35, 12, 1000}}, {"a1", {4999, SCORE_MATE, -3, 9, 5}},
        {"a2", {0, SCORE_NONE, 0, -1, -1}},       {"b1", {12345678, SCORE_CP, -5, -1, -1}},
        {"c2", {1000, SCORE_MATE, 1, 1, 1}},
    };
    Fixture fixture;
    GameRecord record;
    StrBuf text;
    fixture_open(&fixture);
    Tournament *t = fixture_tournament(
        &fixture, "{\"name\": \"e\", \"limit\": {\"nodes\": 7}, \"variants\": [\"tictactoe\"], "
                  "\"engines\": [{\"name\": \"a \\\"b\\\"\", \"command\": [\"a\"]}, {\"name\": "
                  "\"c\\\\d\", \"command\": [\"b\"]}]}");
    Pairing pairing = schedule_pairing(t, 0);
    Position start = schedule_opening(t, &pairing);
    record_init(&record, &pairing, t->variants[0], &start);
    snprintf(record.started, sizeof record.started, "2024-05-31T12:00:00.250Z");
    for (size_t i = 0; i < sizeof PLIES / sizeof PLIES[0]; i++) {
        Move move = MOVE_NONE;
        moves_parse(t->variants[0], strview_from(PLIES[i].token), &move, NULL);
        CU_ASSERT_EQUAL(record_add_ply(&record, move, &PLIES[i].ply), STATUS_OK);
    }
    record.result = RESULT_WHITE;
    strbuf_init(&text);
    pgn_export_format(t, &record, &text);
    CU_ASSERT_STRING_EQUAL(text.data,
                           "[Event \"e\"]\n[Site \"?\"]\n[Date \"2024.05.31\"]\n[Round \"1\"]\n"
                           "[White \"a \\\"b\\\"\"]\n[Black \"c\\\\d\"]\n[Result \"1-0\"]\n"
                           "[Variant \"tictactoe\"]\n[TimeControl \"nodes 7\"]\n"
                           "[PlyCount \"5\"]\n[Termination \"normal\"]\n\n"
                           "1. b2 {+0.35/12 0.210s} 1... a1 {-M3/9 0.004s} 2. a2 {0.000s} 2... b1 "
                           "{-0.05\n"
                           "12.345s} 3. c2 {+M1/1 0.001s; normal, line} 1-0\n\n");
    strbuf_release(&text);
    record_release(&record);
    tournament_free(t);
    fixture_close(&fixture);
}

static void reads_ends(void)
{
    static const struct {
        const char *comment;
        bool is_ours;
        Termination termination;
        Reason reason;
    } CASES[] = {
        {"0.1s; normal, line", true, TERMINATION_NORMAL, REASON_LINE},
        {"0.1s;  normal,  no_progress ", true, TERMINATION_NORMAL, REASON_NO_PROGRESS},
        {"0.1s; time: no bestmove; normal, line", true, TERMINATION_TIME, REASON_NONE},
        {"0.1s; max_plies", true, TERMINATION_MAX_PLIES, REASON_NONE},
        {"0.1s; normal", true, TERMINATION_NORMAL, REASON_NONE},
        {"0.1s; normalised", false, TERMINATION_NB, REASON_NONE},
        {"+0.35/12 0.21s", false, TERMINATION_NB, REASON_NONE},
        {"; ", false, TERMINATION_NB, REASON_NONE},
        {"White resigns; time to go", true, TERMINATION_TIME, REASON_NONE},
        {NULL, false, TERMINATION_NB, REASON_NONE},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        PgnGame game;
        Termination termination = TERMINATION_NB;
        Reason reason = REASON_NONE;
        pgn_game_init(&game);
        pgn_game_add_move(&game, "a1", CASES[i].comment);
        bool is_ours = pgn_export_parse_end(&game, &termination, &reason);
        CHECK(is_ours == CASES[i].is_ours && termination == CASES[i].termination &&
                  reason == CASES[i].reason,
              "%s: %s %s", CASES[i].comment, termination_text(termination), reason_text(reason));
        pgn_game_release(&game);
    }
}

const TestCase PGN_EXPORT_CASES[] = {
    {"reads back to the same game", reads_back_to_the_same_game},
    {"writes the documented text", writes_the_documented_text},
    {"reads ends", reads_ends},
    {NULL, NULL},
};
