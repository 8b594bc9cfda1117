// SPDX-License-Identifier: MIT
// The pure parts of the session: limits of a go line, values of options, lines about the search.
#include <stdlib.h>
#include <string.h>

#include "engine/go_limits.h"
#include "engine/options.h"
#include "engine/search_report.h"
#include "protocol/rules/variant_set.h"
#include "tests/engine/engine_suites.h"

#define NO (-1)

static void test_limits(void)
{
    static const struct {
        const char *line;
        Side side;
        int64_t time, inc, to_go, movetime, depth, nodes, mate;
        bool now;
    } rows[] = {
        {"go depth 5", SIDE_WHITE, NO, NO, NO, NO, 5, NO, NO, false},
        {"go", SIDE_WHITE, NO, NO, NO, 1000, NO, NO, NO, false},
        {"go ponder", SIDE_BLACK, NO, NO, NO, 1000, NO, NO, NO, false},
        {"go infinite", SIDE_BLACK, NO, NO, NO, NO, NO, NO, NO, false},
        {"go infinite wtime 50 movetime 3", SIDE_WHITE, NO, NO, NO, NO, NO, NO, NO, false},
        {"go infinite depth 0 nodes -1", SIDE_WHITE, NO, NO, NO, NO, NO, NO, NO, false},
        {"go infinite depth 3", SIDE_WHITE, NO, NO, NO, NO, 3, NO, NO, false},
        {"go wtime 100 btime 200 winc 3 binc 4 movestogo 5", SIDE_WHITE, 100, 3, 5, NO, NO, NO, NO,
         false},
        {"go wtime 100 btime 200 winc 3 binc 4 movestogo 5", SIDE_BLACK, 200, 4, 5, NO, NO, NO, NO,
         false},
        {"go wtime 100 winc -3 movestogo 0", SIDE_WHITE, 100, NO, NO, NO, NO, NO, NO, false},
        {"go wtime 0 winc 10", SIDE_WHITE, 0, 10, NO, NO, NO, NO, NO, true},
        {"go wtime -7", SIDE_WHITE, 0, NO, NO, NO, NO, NO, NO, true},
        {"go wtime -7", SIDE_BLACK, NO, NO, NO, 1000, NO, NO, NO, false},
        {"go btime 0 depth 3", SIDE_WHITE, NO, NO, NO, NO, 3, NO, NO, false},
        {"go winc 10 movestogo 3", SIDE_WHITE, NO, NO, NO, 1000, NO, NO, NO, false},
        {"go movetime 0", SIDE_WHITE, NO, NO, NO, 0, NO, NO, NO, true},
        {"go movetime 0 depth 9", SIDE_WHITE, NO, NO, NO, 0, 9, NO, NO, true},
        {"go depth -1", SIDE_WHITE, NO, NO, NO, NO, 0, NO, NO, true},
        {"go nodes 0", SIDE_WHITE, NO, NO, NO, NO, NO, 0, NO, true},
        {"go mate -4", SIDE_WHITE, NO, NO, NO, NO, NO, NO, 0, true},
        {"go mate 3 nodes 77", SIDE_WHITE, NO, NO, NO, NO, NO, 77, 3, false},
        {"go wtime 99999999999999999999", SIDE_WHITE, GO_TIME_MS_MAX, NO, NO, NO, NO, NO, NO,
         false},
        {"go depth 99999999999999999999", SIDE_WHITE, NO, NO, NO, NO, SEARCH_DEPTH_MAX, NO, NO,
         false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        CommandComplaints complaints;
        Command command = command_parse(strview_from(rows[i].line), &complaints);
        SearchLimits limits = go_limits(&command.as.go, rows[i].side);
        CHECK(limits.time_ms == rows[i].time && limits.inc_ms == rows[i].inc &&
                  limits.moves_to_go == rows[i].to_go,
              "%s", rows[i].line);
        CHECK(limits.movetime_ms == rows[i].movetime && limits.depth_plies == rows[i].depth, "%s",
              rows[i].line);
        CHECK(limits.nodes == rows[i].nodes && limits.mate_moves == rows[i].mate, "%s",
              rows[i].line);
        CHECK(limits.now == rows[i].now, "%s", rows[i].line);
        CHECK(limits.searchmoves_nb == 0, "%s", rows[i].line);
    }
}

typedef struct Heard {
    int change_nb;
    OptionId id;
    OptionValue value;
    Status answer;
} Heard;

static Status on_change(void *ctx, OptionId id, const OptionValue *value, Problem *problem)
{
    Heard *heard = ctx;
    heard->change_nb++;
    heard->id = id;
    heard->value = *value;
    return heard->answer == STATUS_OK ? STATUS_OK : problem_set(problem, heard->answer, "refused");
}

static void test_options(void)
{
    static const struct {
        const char *name, *value; // value NULL: none sent
        Status status;
        OptionId id;
        int64_t number;
        const char *text;
    } rows[] = {
        {"Hash", "32", STATUS_OK, OPTION_ID_HASH, 32, ""},
        {"hASH", " 32 ", STATUS_OK, OPTION_ID_HASH, 32, ""},
        {"Hash", "0", STATUS_RANGE, OPTION_ID_HASH, 0, ""},
        {"Hash", NULL, STATUS_SYNTAX, OPTION_ID_HASH, 0, ""},
        {"Hash", "1 2", STATUS_SYNTAX, OPTION_ID_HASH, 0, ""},
        {"Hash", "99999999999999999999", STATUS_RANGE, OPTION_ID_HASH, 0, ""},
        {"move overhead", "0", STATUS_OK, OPTION_ID_MOVE_OVERHEAD, 0, ""},
        {"Move  Overhead", "0", STATUS_OK, OPTION_ID_MOVE_OVERHEAD, 0, ""},
        {"Ponder", "True", STATUS_OK, OPTION_ID_PONDER, 1, ""},
        {"Ponder", "false ", STATUS_OK, OPTION_ID_PONDER, 0, ""},
        {"Ponder", "1", STATUS_SYNTAX, OPTION_ID_PONDER, 0, ""},
        {"Clear Hash", NULL, STATUS_OK, OPTION_ID_CLEAR_HASH, 0, ""},
        {"Clear Hash", "x", STATUS_OK, OPTION_ID_CLEAR_HASH, 0, ""},
        {"VariantPath", "a  b ", STATUS_OK, OPTION_ID_VARIANT_PATH, 0, "a  b "},
        {"VariantPath", "best value for money", STATUS_OK, OPTION_ID_VARIANT_PATH, 0,
         "best value for money"},
        {"VariantPath", "<empty>", STATUS_OK, OPTION_ID_VARIANT_PATH, 0, ""},
        {"UCI_Variant", " dara ", STATUS_OK, OPTION_ID_VARIANT, 0, "dara"},
        {"Elo", "1", STATUS_UNKNOWN, OPTION_ID_HASH, 0, ""},
        {"", "1", STATUS_UNKNOWN, OPTION_ID_HASH, 0, ""},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        Heard heard = {0};
        Options options;
        Problem problem;
        options_init(&options, &(OptionListener){&heard, on_change});
        Status status = options_set(&options, strview_from(rows[i].name),
                                    strview_from(rows[i].value), rows[i].value != NULL, &problem);
        CHECK(status == rows[i].status, "%s = %s: %s", rows[i].name, rows[i].value,
              status_text(status));
        CHECK(heard.change_nb == (rows[i].status == STATUS_OK), "%s = %s", rows[i].name,
              rows[i].value);
        if (status == STATUS_OK) {
            CHECK(heard.id == rows[i].id && heard.value.number == rows[i].number, "%s = %s",
                  rows[i].name, rows[i].value);
            CHECK(strview_is(heard.value.text, rows[i].text), "%s = %s", rows[i].name,
                  rows[i].value);
            CHECK(options_number(&options, rows[i].id) == rows[i].number, "%s = %s", rows[i].name,
                  rows[i].value);
        }
    }
}

/// A listener that refuses keeps the old value.
static void test_refusing_listener(void)
{
    Heard heard = {.answer = STATUS_MEMORY};
    Options options;
    Problem problem;
    options_init(&options, &(OptionListener){&heard, on_change});
    CHECK(options_set(&options, strview_from("Hash"), strview_from("64"), true, &problem) ==
              STATUS_MEMORY,
          "told");
    CHECK(strcmp(problem.text, "refused") == 0, "%s", problem.text);
    CHECK(options_number(&options, OPTION_ID_HASH) == 16, "%d",
          (int)options_number(&options, OPTION_ID_HASH));
}

static void test_scores(void)
{
    static const struct {
        int score;
        SearchBound bound;
        const char *text;
    } rows[] = {
        {0, SEARCH_EXACT, " score cp 0 "},
        {-37, SEARCH_EXACT, " score cp -37 "},
        {900, SEARCH_LOWER, " score cp 900 lowerbound "},
        {-900, SEARCH_UPPER, " score cp -900 upperbound "},
        {SEARCH_MATE - 1, SEARCH_EXACT, " score mate 1 "},
        {SEARCH_MATE - 2, SEARCH_EXACT, " score mate 1 "},
        {SEARCH_MATE - 3, SEARCH_EXACT, " score mate 2 "},
        {SEARCH_MATE - 9, SEARCH_EXACT, " score mate 5 "},
        {-(SEARCH_MATE - 2), SEARCH_EXACT, " score mate -1 "},
        {-(SEARCH_MATE - 4), SEARCH_EXACT, " score mate -2 "},
        {-SEARCH_MATE, SEARCH_EXACT, " score mate 0 "},
        {SEARCH_MATE_MIN, SEARCH_EXACT, " score mate 500 "},
        {SEARCH_MATE_MIN - 1, SEARCH_EXACT, " score cp 30999 "},
    };
    VariantSet variants;
    StrBuf words;
    StrBuf out;
    variant_set_init(&variants);
    const Variant *v = variant_set_find(&variants, strview_from("nine_mens_morris"));
    strbuf_init(&words);
    strbuf_init(&out);
    Move pv[2] = {move_make(POINT_NONE, 0), move_make(POINT_NONE, 1)};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        SearchInfo info = {.depth = 3,
                           .seldepth = 4,
                           .multipv = 1,
                           .score = rows[i].score,
                           .bound = rows[i].bound,
                           .nodes = 5000,
                           .time_ns = 2000000,
                           .hashfull_permille = 7,
                           .wdl = {1, 2, 997},
                           .pv = pv,
                           .pv_nb = 2};
        strbuf_clear(&out);
        search_report_info(v, &info, i % 2 == 1, &words, &out);
        CHECK(strstr(out.data, rows[i].text) != NULL, "%d: %s", rows[i].score, out.data);
        CHECK((strstr(out.data, " wdl 1 2 997 ") != NULL) == (i % 2 == 1), "%s", out.data);
        CHECK(strstr(out.data, " nodes 5000 nps 2500000 hashfull 7 tbhits 0 time 2 pv a1 a4\n") !=
                  NULL,
              "%s", out.data);
    }
    strbuf_clear(&out);
    search_report_best(v, pv[0], pv[1], &out);
    search_report_best(v, pv[0], MOVE_NONE, &out);
    search_report_best(v, MOVE_NONE, MOVE_NONE, &out);
    CHECK(strcmp(out.data, "bestmove a1 ponder a4\nbestmove a1\nbestmove (none)\n") == 0, "%s",
          out.data);
    strbuf_release(&words);
    strbuf_release(&out);
    variant_set_release(&variants);
}

const TestCase ENGINE_UNITS[] = {
    {"limits", test_limits},
    {"options", test_options},
    {"refusing_listener", test_refusing_listener},
    {"scores", test_scores},
    {NULL, NULL},
};
