// SPDX-License-Identifier: MIT
#include "arbiter/limit.h"

#include <inttypes.h>
#include <string.h>

#include "tests/arbiter/schedule/schedule_tests.h"

#define CASE_NB(cases) (sizeof(cases) / sizeof(cases)[0])

static void reads_time_controls(void)
{
    static const struct {
        const char *text;
        int64_t moves, time_ms, increment_ms;
    } CASES[] = {
        {"60", -1, 60000, 0},
        {"2+0.02", -1, 2000, 20},
        {"40/60+0.5", 40, 60000, 500},
        {"40/60", 40, 60000, 0},
        {"1/0.001", 1, 1, 0},
        {"0.5", -1, 500, 0},
        {"0.25+1", -1, 250, 1000},
        {"0.125+0.005", -1, 125, 5},
        {"1:30", -1, 90000, 0},
        {"1:30+1", -1, 90000, 1000},
        {"40/1:00:00+30", 40, 3600000, 30000},
        {"0:05.5", -1, 5500, 0},
        {"1000000", -1, 1000000000, 0},
        {"10+0", -1, 10000, 0},
        {"007", -1, 7000, 0},
    };
    for (size_t i = 0; i < CASE_NB(CASES); i++) {
        EngineLimit limit;
        limit_init(&limit);
        bool read = limit_parse_tc(strview_from(CASES[i].text), &limit);
        CHECK(read, "%s", CASES[i].text);
        CHECK(limit.tc_moves == CASES[i].moves && limit.tc_time_ms == CASES[i].time_ms &&
                  limit.tc_inc_ms == CASES[i].increment_ms,
              "%s: %" PRId64 "/%" PRId64 "+%" PRId64, CASES[i].text, limit.tc_moves,
              limit.tc_time_ms, limit.tc_inc_ms);
        CHECK(strcmp(limit.text, CASES[i].text) == 0, "%s: %s", CASES[i].text, limit.text);
    }
}

static void refuses_bad_time_controls(void)
{
    static const char *const CASES[] = {
        "",
        " ",
        "0",
        "0.0",
        "-1",
        "+1",
        "/60",
        "0/60",
        "40/",
        "60+",
        "60+-1",
        "60+x",
        "x",
        "60s",
        "1 0",
        "60 ",
        " 60",
        "1e3",
        "0x10",
        "60.",
        ".5",
        "60.5.5",
        "60.1234",
        "60+0.0001",
        "1:",
        ":30",
        "1::30",
        "1:2:3:4",
        "40/40/60",
        "60+1+1",
        "1001/60",
        "-40/60",
        "+40/60",
        "60,5",
        "1000001",
        "99999999999999999999",
        "60+99999999999999999999",
        "99999999999999999999/1",
        "99999999999999999999:00",
        "0+1",
        "0000000000000000000000000000000000000000000000000060",
        "\xEF\xBC\x91",
    };
    for (size_t i = 0; i < CASE_NB(CASES); i++) {
        EngineLimit limit, before;
        limit_init(&limit);
        before = limit;
        CHECK(!limit_parse_tc(strview_from(CASES[i]), &limit), "'%s'", CASES[i]);
        CHECK(memcmp(&limit, &before, sizeof limit) == 0, "'%s' changed the limit", CASES[i]);
    }
}

static void says_limits_in_words(void)
{
    char text[LIMIT_TEXT_MAX];
    EngineLimit limit;
    limit_init(&limit);
    limit_format(&limit, text);
    CU_ASSERT_STRING_EQUAL(text, "-");
    limit.depth = 4;
    limit_format(&limit, text);
    CU_ASSERT_STRING_EQUAL(text, "depth 4");
    limit.nodes = INT64_C(9007199254740992);
    limit.movetime_ms = 1000000000;
    CU_ASSERT_TRUE(limit_parse_tc(strview_from("40/60+0.5"), &limit));
    limit_format(&limit, text);
    CU_ASSERT_STRING_EQUAL(text, "40/60+0.5 movetime 1000000000ms nodes 9007199254740992 depth 4");
}

const TestCase LIMIT_CASES[] = {
    {"reads time controls", reads_time_controls},
    {"refuses bad time controls", refuses_bad_time_controls},
    {"says limits in words", says_limits_in_words},
    {NULL, NULL},
};
