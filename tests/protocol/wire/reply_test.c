// SPDX-License-Identifier: MIT
#include "protocol/wire/reply.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "protocol/base/random.h"
#include "tests/protocol/wire/wire_tests.h"

#define CASE_NB(cases) (sizeof(cases) / sizeof(cases)[0])

static void show_number(const char *name, int64_t value, StrBuf *out)
{
    if (value != -1) {
        strbuf_appendf(out, " %s=%" PRId64, name, value);
    }
}

static void show_info(const ReplyInfo *info, StrBuf *out)
{
    static const char *const KINDS[] = {"none", "cp", "mate"};
    static const char *const BOUNDS[] = {"", ">", "<"};
    show_number("depth", info->depth, out);
    show_number("seldepth", info->seldepth, out);
    show_number("multipv", info->multipv, out);
    show_number("nodes", info->nodes, out);
    show_number("nps", info->nps, out);
    show_number("hashfull", info->hashfull, out);
    show_number("tbhits", info->tbhits, out);
    show_number("time", info->time_ms, out);
    if (info->score_kind != SCORE_NONE) {
        strbuf_appendf(out, " %s%s=%" PRId64, KINDS[info->score_kind], BOUNDS[info->bound],
                       info->score);
    }
    if (info->has_wdl) {
        strbuf_appendf(out, " wdl=%d,%d,%d", info->wdl[0], info->wdl[1], info->wdl[2]);
    }
    if (info->pv.size > 0) {
        strbuf_appendf(out, " pv[%.*s]", STRVIEW_ARG(info->pv));
    }
    if (info->string.size > 0) {
        strbuf_appendf(out, " string[%.*s]", STRVIEW_ARG(info->string));
    }
}

static void show_option(const Reply *reply, StrBuf *out)
{
    static const char *const TYPES[] = {"check", "spin", "combo", "button", "string"};
    strbuf_appendf(out, " [%.*s] %s [%.*s]", STRVIEW_ARG(reply->as.option.name),
                   TYPES[reply->as.option.type], STRVIEW_ARG(reply->as.option.value));
    if (reply->as.option.has_min) {
        strbuf_appendf(out, " min=%" PRId64, reply->as.option.min);
    }
    if (reply->as.option.has_max) {
        strbuf_appendf(out, " max=%" PRId64, reply->as.option.max);
    }
    if (reply->as.option.vars.size > 0) {
        strbuf_appendf(out, " vars[%.*s]", STRVIEW_ARG(reply->as.option.vars));
    }
}

/// Everything a Reply says as one text, so that a case is a pair of lines.
static void show(const Reply *reply, StrBuf *out)
{
    static const char *const NAMES[REPLY_NB] = {"OTHER",    "ID_NAME", "ID_AUTHOR",
                                                "OPTION",   "UCIOK",   "READYOK",
                                                "BESTMOVE", "INFO",    "RESPONSE"};
    strbuf_clear(out);
    strbuf_append_text(out, NAMES[reply->kind]);
    if (reply->kind == REPLY_OPTION) {
        show_option(reply, out);
    } else if (reply->kind == REPLY_INFO) {
        show_info(&reply->as.info, out);
    } else if (reply->kind == REPLY_BESTMOVE) {
        strbuf_appendf(out, " [%.*s][%.*s]{%.*s}", STRVIEW_ARG(reply->as.bestmove.move),
                       STRVIEW_ARG(reply->as.bestmove.ponder),
                       STRVIEW_ARG(reply->as.bestmove.rest));
    } else if (reply->kind == REPLY_ID_NAME || reply->kind == REPLY_ID_AUTHOR ||
               reply->kind == REPLY_RESPONSE) {
        strbuf_appendf(out, " [%.*s]", STRVIEW_ARG(reply->as.text));
    }
}

static void check(const char *const cases[][2], size_t nb)
{
    StrBuf shown;
    strbuf_init(&shown);
    for (size_t i = 0; i < nb; i++) {
        Reply reply = reply_parse(strview_from(cases[i][0]));
        show(&reply, &shown);
        CHECK(strcmp(shown.data, cases[i][1]) == 0, "'%s': is '%s', not '%s'", cases[i][0],
              shown.data, cases[i][1]);
    }
    strbuf_release(&shown);
}

static void words(void)
{
    static const char *const CASES[][2] = {
        {"uciok", "UCIOK"},
        {"  uciok \r", "UCIOK"},
        {"readyok", "READYOK"},
        {"readyok\r\n", "READYOK"},
        {"id name Merels 0.1", "ID_NAME [Merels 0.1]"},
        {"id author A. B. ", "ID_AUTHOR [A. B.]"},
        {"id name", "ID_NAME []"},
        {"id", "OTHER"},
        {"id version 3", "OTHER"},
        {"response none", "RESPONSE [none]"},
        {"response", "RESPONSE []"},
        {"response a1 a2\r", "RESPONSE [a1 a2]"},
        {"bestmove d6", "BESTMOVE [d6][]{d6}"},
        {"bestmove d6xb4 ponder a1a4 ", "BESTMOVE [d6xb4][a1a4]{d6xb4 ponder a1a4}"},
        {"bestmove\ta1a4\tponder\td6\r", "BESTMOVE [a1a4][d6]{a1a4\tponder\td6}"},
        {"bestmove", "BESTMOVE [][]{}"},
        {"bestmove (none)", "BESTMOVE [(none)][]{(none)}"},
        {"bestmove d6 ponder", "BESTMOVE [d6][]{d6 ponder}"},
        {"bestmove d6 and more", "BESTMOVE [d6][]{d6 and more}"},
        {"bestmoved6", "OTHER"},
        {"", "OTHER"},
        {"Stockfish 15.1 by others", "OTHER"},
        {"# comment", "OTHER"},
        {"hello uciok", "OTHER"}, // a word of an answer does not count in the middle of a line
        {"info score 3 bestmove c4", "INFO"},
    };
    check(CASES, CASE_NB(CASES));
}

static void info(void)
{
    static const char *const CASES[][2] = {
        {"info depth 5 seldepth 7 multipv 2 score cp 13 nodes 1000 nps 5000 hashfull 12 tbhits 3 "
         "time 200 pv d6 b4xd6",
         "INFO depth=5 seldepth=7 multipv=2 nodes=1000 nps=5000 hashfull=12 tbhits=3 time=200 "
         "cp=13 pv[d6 b4xd6]"},
        {"info score mate -3", "INFO mate=-3"},
        {"info score mate 0 depth 0", "INFO depth=0 mate=0"},
        {"info score cp -5 lowerbound nodes 2", "INFO nodes=2 cp>=-5"},
        {"info score cp 5 upperbound", "INFO cp<=5"},
        {"info score cp 5 wdl 300 400 300 time 1", "INFO time=1 cp=5 wdl=300,400,300"},
        {"info score cp 5 upperbound wdl 1 2 997", "INFO cp<=5 wdl=1,2,997"},
        {"info string depth 5 score cp 3", "INFO string[depth 5 score cp 3]"},
        {"info depth 1 string  two  words ", "INFO depth=1 string[two  words]"},
        {"info pv a1 b2 c3 depth 4", "INFO depth=4 pv[a1 b2 c3]"},
        {"info pv", "INFO"},
        {"info currmove d6 currmovenumber 3 depth 2", "INFO depth=2"},
        {"info depth 2 currmove d6 pv d6", "INFO depth=2 pv[d6]"},
        // numbers that are none count as absent
        {"info depth x nodes 5", "INFO nodes=5"},
        {"info depth nodes 5", "INFO nodes=5"},
        {"info time 12.5 nodes 5", "INFO nodes=5"},
        {"info nodes -5 depth 2", "INFO depth=2"},
        {"info score", "INFO"},
        {"info score cp", "INFO"},
        {"info score cp x", "INFO"},
        {"info score cp depth 3", "INFO depth=3"},
        {"info score 12 depth 3", "INFO depth=3"},
        {"info score cp 99999999999999999999", "INFO cp=9223372036854775807"},
        {"info wdl 1 2", "INFO"},
        {"info wdl 1 2 1001 depth 1", "INFO depth=1"},
        {"info wdl -1 2 3 depth 1", "INFO depth=1"},
        {"info depth 1 depth 2", "INFO depth=2"},
        {"info \t depth\t3 \r", "INFO depth=3"},
        {"info", "INFO"},
    };
    check(CASES, CASE_NB(CASES));
}

static void option(void)
{
    static const char *const CASES[][2] = {
        {"option name Hash type spin default 16 min 1 max 1024",
         "OPTION [Hash] spin [16] min=1 max=1024"},
        {"option name Move Overhead type spin max 5000 min 0 default 10 \r",
         "OPTION [Move Overhead] spin [10] min=0 max=5000"},
        {"option name Ponder type check default false", "OPTION [Ponder] check [false]"},
        {"option name Clear Hash type button", "OPTION [Clear Hash] button []"},
        {"option name Style type combo default Normal var Solid var Normal var Very Risky",
         "OPTION [Style] combo [Normal] vars[var Solid var Normal var Very Risky]"},
        {"option name Style type combo var a var b default a",
         "OPTION [Style] combo [a] vars[var a var b default a]"},
        {"option name Path type string default <empty>", "OPTION [Path] string []"},
        {"option name Path type string default", "OPTION [Path] string []"},
        {"option name Path type string default my min max var path",
         "OPTION [Path] string [my min max var path]"},
        {"option name Hash type spin default min 1", "OPTION [Hash] spin [] min=1"},
        {"option name Hash type spin default 1 min x", "OPTION [Hash] spin [1]"},
        {"option name Hash type spin default 16 min -9 max 99999999999999999999",
         "OPTION [Hash] spin [16] min=-9 max=9223372036854775807"},
        {"option name X type file default a", "OTHER"},
        {"option name X", "OTHER"},
        {"option name type spin", "OTHER"},
        {"option X type spin", "OTHER"},
        {"option", "OTHER"},
    };
    check(CASES, CASE_NB(CASES));
}

static void option_vars(void)
{
    Reply reply = reply_parse(strview_from("option name UCI_Variant type combo default b var a var "
                                           "Very Risky var default var c min 3"));
    static const struct {
        const char *value;
        bool has;
    } CASES[] = {
        {"a", true},     {"A", true},       {"Very Risky", true}, {"very risky", true},
        {"Very", false}, {"default", true}, {"c", true},          {"c min 3", false},
        {"b", false},    {"var", false},    {"", false},
    };
    for (size_t i = 0; i < CASE_NB(CASES); i++) {
        CHECK(reply_option_has_var(&reply, strview_from(CASES[i].value)) == CASES[i].has, "'%s'",
              CASES[i].value);
    }
}

static void formats(void)
{
    StrBuf out;
    strbuf_init(&out);
    ReplyInfo info = {.depth = 5,
                      .seldepth = 6,
                      .multipv = 1,
                      .nodes = 100,
                      .nps = 2000,
                      .hashfull = 0,
                      .tbhits = 0,
                      .time_ms = 50,
                      .score_kind = SCORE_MATE,
                      .bound = BOUND_LOWER,
                      .score = -2,
                      .has_wdl = true,
                      .wdl = {0, 1, 999},
                      .pv = strview_from("d6 d2")};
    reply_format_info(&info, &out);
    info = (ReplyInfo){.depth = -1,
                       .seldepth = -1,
                       .multipv = -1,
                       .nodes = -1,
                       .nps = -1,
                       .hashfull = -1,
                       .tbhits = -1,
                       .time_ms = -1,
                       .string = strview_from("error: no")};
    reply_format_info(&info, &out);
    reply_format_bestmove("d6", "", &out);
    reply_format_bestmove("d6", NULL, &out);
    reply_format_bestmove("a1a4", "d6", &out);
    CU_ASSERT_STRING_EQUAL(out.data,
                           "info depth 5 seldepth 6 multipv 1 score mate -2 lowerbound wdl 0 1 999 "
                           "nodes 100 nps 2000 hashfull 0 tbhits 0 time 50 pv d6 d2\n"
                           "info string error: no\n"
                           "bestmove d6\n"
                           "bestmove d6\n"
                           "bestmove a1a4 ponder d6\n");
    strbuf_release(&out);
}

static int64_t random_number(Random *random)
{
    return random_below(random, 4) == 0 ? -1 : (int64_t)(random_next(random) >> 2);
}

static void round_trip(void)
{
    Random random;
    random_init(&random, 3);
    StrBuf line;
    StrBuf again;
    strbuf_init(&line);
    strbuf_init(&again);
    for (int i = 0; i < 2000; i++) {
        ReplyInfo info = {.depth = random_number(&random),
                          .seldepth = random_number(&random),
                          .multipv = random_number(&random),
                          .nodes = random_number(&random),
                          .nps = random_number(&random),
                          .hashfull = random_number(&random),
                          .tbhits = random_number(&random),
                          .time_ms = random_number(&random)};
        info.score_kind = (ScoreKind)random_below(&random, 3);
        if (info.score_kind != SCORE_NONE) {
            info.bound = (ScoreBound)random_below(&random, 3);
            info.score = (int64_t)random_next(&random);
        }
        info.has_wdl = random_below(&random, 2) == 1;
        info.wdl[0] = (int)random_below(&random, 1001);
        info.pv = strview_from(random_below(&random, 2) == 1 ? "a1a4xd7 0000" : "");
        info.string = strview_from(random_below(&random, 2) == 1 ? "pv depth 3" : "");
        strbuf_clear(&line);
        strbuf_clear(&again);
        reply_format_info(&info, &line);
        Reply reply = reply_parse(strbuf_view(&line));
        CU_ASSERT_EQUAL(reply.kind, REPLY_INFO);
        reply_format_info(&reply.as.info, &again);
        CHECK(strcmp(line.data, again.data) == 0, "%s%s", line.data, again.data);
    }
    strbuf_release(&line);
    strbuf_release(&again);
}

static void noise(void)
{
    static const char *const PARTS[] = {
        "info",
        "option",
        "bestmove",
        "id",
        "name",
        "type",
        "combo",
        "spin",
        "string",
        "var",
        "default",
        "min",
        "score",
        "cp",
        "wdl",
        "pv",
        "ponder",
        "-1",
        "9999999999999999999999",
        "x",
    };
    Random random;
    random_init(&random, 4);
    StrBuf line;
    strbuf_init(&line);
    for (int i = 0; i < 20000; i++) {
        strbuf_clear(&line);
        for (uint64_t n = random_below(&random, 12); n > 0; n--) {
            if (random_below(&random, 5) == 0) {
                strbuf_append_char(&line, (char)random_below(&random, 256));
            } else {
                strbuf_append_text(&line, PARTS[random_below(&random, CASE_NB(PARTS))]);
            }
            strbuf_append_text(&line, random_below(&random, 3) > 0 ? " " : "");
        }
        char *copy = malloc(line.size > 0 ? line.size
                                          : 1); // so that the sanitizer sees a step beyond the end
        memcpy(copy, line.data, line.size);
        Reply reply = reply_parse((StrView){copy, line.size});
        CHECK(reply.kind < REPLY_NB, "kind %d", (int)reply.kind);
        if (reply.kind == REPLY_OPTION) {
            reply_option_has_var(&reply, strview_from("x"));
        }
        free(copy);
    }
    strbuf_release(&line);
}

const TestCase REPLY_CASES[] = {
    {"words", words},     {"info", info},
    {"option", option},   {"option vars", option_vars},
    {"formats", formats}, {"round trip", round_trip},
    {"noise", noise},     {NULL, NULL},
};
