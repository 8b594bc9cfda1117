// SPDX-License-Identifier: MIT
// Exact values: the small games, whose values are known, and positions solved with more patience
// than skill.
#include <string.h>

#include "protocol/base/file.h"
#include "protocol/base/json.h"
#include "protocol/base/random.h"
#include "protocol/notation/fen.h"
#include "protocol/rules/movegen.h"
#include "tests/engine/search/search_help.h"

#define PLIES_SURE 9 // every win that takes no longer is found

static int mate_plies(int score)
{
    return score >= SEARCH_MATE_MIN    ? SEARCH_MATE - score
           : score <= -SEARCH_MATE_MIN ? SEARCH_MATE + score
                                      : 0;
}

/// One position of the table: its value, its distance, and whether the best move keeps the value.
static void check_record(Bench *bench, const Json *record)
{
    StrView variant, fen, value, kept;
    int64_t plies = 0;
    CU_ASSERT_FATAL(json_to_text(json_member(record, "variant"), &variant));
    CU_ASSERT_FATAL(json_to_text(json_member(record, "fen"), &fen));
    CU_ASSERT_FATAL(json_to_text(json_member(record, "value"), &value));
    bool is_decided = json_to_int64(json_member(record, "plies_to_end"), &plies);
    if (plies > PLIES_SURE) {
        return;
    }
    bench_set(bench, variant.data, fen.data, NULL);
    search_clear(bench->search);
    bench_run(bench, limits_depth(is_decided ? plies : PLIES_SURE));
    const SearchInfo *info = &bench->last[0];
    char text[64];
    if (!is_decided) {
        CHECK(mate_plies(info->score) == 0, "%s %s: a draw is taken for %d", variant.data, fen.data,
              info->score);
        return;
    }
    int expected = strview_is(value, "win") ? SEARCH_MATE - (int)plies : (int)plies - SEARCH_MATE;
    CHECK(info->score == expected && info->bound == SEARCH_EXACT, "%s %s: %d instead of %d",
          variant.data, fen.data, info->score, expected);
    CHECK(info->pv_nb == plies, "%s %s: the line has %d plies", variant.data, fen.data,
          info->pv_nb);
    bench_text(bench, bench->best, text);
    bool is_known = json_to_text(json_member(json_member(record, "moves"), text), &kept);
    CHECK(is_known && strview_equal(kept, value), "%s %s: %s gives the value away", variant.data,
          fen.data, text);
}

static void test_small_values(void)
{
    StrBuf text;
    strbuf_init(&text);
    Problem problem = {.text = ""};
    CHECK(file_read(TEST_DATA "/small_values.jsonl", 1 << 20, &text, &problem) == STATUS_OK, "%s",
          problem.text);
    Bench bench;
    bench_init(&bench, "tictactoe", NULL, NULL);
    int record_nb = 0;
    for (char *line = strtok(text.data, "\n"); line != NULL; line = strtok(NULL, "\n")) {
        Json *record = NULL;
        CHECK(json_parse(strview_from(line), "small_values", &record, &problem) == STATUS_OK, "%s",
              problem.text);
        check_record(&bench, record);
        json_free(record);
        record_nb++;
    }
    CHECK(record_nb == 392, "%d positions", record_nb);
    bench_release(&bench);
    strbuf_release(&text);
}

/// The games themselves. plies: of the first player's win; 0: a draw, or too far.
static const struct {
    const char *variant;
    int depth, plies;
    const char *best; // the only winning move
} GAMES[] = {
    {"three_mens_morris", 9, 9, "b2"},
    {"tapatan", 9, 9, "b2"},
    {"luk_tsut_ki", 9, 9, "b2"},
    {"three_men_slide", 9, 9, "b2"},
    {"achi", 11, 11, "b2"},
    {"achi_loss", 11, 11, "b2"},
    {"achi_draw", 11, 11, "b2"},
    {"picaria9_nocentre", 7, 7, NULL},
    {"nine_holes", 9, 0, NULL},
    {"tictactoe", 9, 0, NULL},
    {"shisima", 9, 0, NULL},
    {"tant_fant", 9, 0, NULL},
    {"picaria9", 9, 0, NULL},
    {"three_any", 9, 0, NULL},
    {"pong_hau_ki", 20, 0, NULL},
};

static void test_games(void)
{
    Bench bench;
    bench_init(&bench, "tictactoe", NULL, NULL);
    for (size_t i = 0; i < sizeof(GAMES) / sizeof(GAMES[0]); i++) {
        bench_set(&bench, GAMES[i].variant, NULL, NULL);
        bench_run(&bench, limits_depth(GAMES[i].depth));
        char text[64];
        CHECK(mate_plies(bench.last[0].score) == GAMES[i].plies, "%s: score %d", GAMES[i].variant,
              bench.last[0].score);
        CHECK(GAMES[i].best == NULL ||
                  strcmp(bench_text(&bench, bench.best, text), GAMES[i].best) == 0,
              "%s: %s", GAMES[i].variant, text);
    }
    bench_set(&bench, "tictactoe", NULL, NULL);
    bench_run(&bench, limits_depth(9));
    CHECK(bench.last[0].score == 0, "a proven draw is 0, not %d", bench.last[0].score);
    bench_release(&bench);
}

/// Every first move of three men's morris: the centre wins, corners draw, edges lose.
static void test_first_moves(void)
{
    Bench bench;
    bench_init(&bench, "three_mens_morris", NULL, NULL);
    Move moves[MOVE_MAX];
    int nb = game_legal(&bench.game, moves);
    for (int i = 0; i < nb; i++) {
        SearchLimits limits = limits_depth(14);
        limits.searchmoves = &moves[i];
        limits.searchmoves_nb = 1;
        bench_run(&bench, limits);
        char text[64];
        bench_text(&bench, moves[i], text);
        int score = bench.last[0].score;
        int sign = strcmp(text, "b2") == 0 ? 1 : text[0] == 'b' || text[1] == '2' ? -1 : 0;
        CHECK(bench.best == moves[i], "%s was asked for", text);
        CHECK(sign == (score >= SEARCH_MATE_MIN) - (score <= -SEARCH_MATE_MIN), "%s: %d", text,
              score);
    }
    bench_release(&bench);
}

const TestCase VALUE_CASES[] = {
    {"positions of the small games", test_small_values},
    {"the small games", test_games},
    {"first moves of three men's morris", test_first_moves},
    {NULL, NULL},
};
