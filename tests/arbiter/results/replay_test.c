// SPDX-License-Identifier: MIT
#include "arbiter/results/replay.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "arbiter/results/archive.h"
#include "tests/arbiter/results/results_tests.h"

#define SEEN_MAX 32

typedef struct Seen {
    int nb;
    ReplayVerdict verdicts[SEEN_MAX];
    char texts[SEEN_MAX][300];
    size_t plies[SEEN_MAX];
    int64_t lines[SEEN_MAX];
} Seen;

static void see(void *ctx, const ReplayGame *game)
{
    Seen *seen = ctx;
    CU_ASSERT_EQUAL(game->number, seen->nb + 1);
    if (seen->nb < SEEN_MAX) {
        seen->verdicts[seen->nb] = game->verdict;
        seen->plies[seen->nb] = game->ply_nb;
        seen->lines[seen->nb] = game->line;
        snprintf(seen->texts[seen->nb], sizeof seen->texts[0], "%s", game->text);
    }
    seen->nb++;
}

static Status replay_text(StrView text, Seen *seen, ReplaySummary *summary, Problem *problem)
{
    Fixture fixture;
    char path[FIXTURE_PATH_MAX];
    ReplayListener listener = {seen, see};
    memset(seen, 0, sizeof *seen);
    fixture_open(&fixture);
    fixture_write(&fixture, "records", text);
    fixture_path(&fixture, "records", path);
    Status status = replay_file(path, NULL, &listener, summary, problem);
    fixture_close(&fixture);
    return status;
}

#define T "[Variant \"tictactoe\"]\n"
#define WON "1. b2 a1 2. a2 b1 3. c2" // White has a line

typedef struct Case {
    const char *pgn;
    ReplayVerdict verdict;
    const char *wanted; // in the text
} Case;

static const Case PGN_CASES[] = {
    {T "\n" WON " 1-0\n", REPLAY_AGREES, ""},
    {T "[PlyCount \"5\"]\n\n" WON " {0.1s; normal, line} 1-0\n", REPLAY_AGREES, ""},
    {T "[Termination \"normal\"]\n\n" WON " 1-0\n", REPLAY_AGREES, ""},
    {T "\n" WON " {0.1s; normal, no_move} 1-0\n", REPLAY_CONTRADICTION, "normal, no_move"},
    {T "\n" WON " {0.1s; time: late} 1-0\n", REPLAY_CONTRADICTION, "the record 1-0 (time)"},
    {T "\n" WON " 0-1\n", REPLAY_CONTRADICTION, "the rules say 1-0 (line), the record 0-1"},
    {T "\n" WON " 1/2-1/2\n", REPLAY_CONTRADICTION, "the rules say 1-0"},
    {T "\n" WON " c1 1-0\n", REPLAY_CONTRADICTION,
     "the rules end the game after ply 5 (1-0, line)"},
    {T "[PlyCount \"6\"]\n\n" WON " 1-0\n", REPLAY_CONTRADICTION, "6 plies are stated, 5 recorded"},
    {T "\n" WON " *\n", REPLAY_NO_RESULT, "no result"},
    {T "[Result \"1-0\"]\n\n" WON "\n", REPLAY_AGREES, ""},
    {T "[Result \"0-1\"]\n\n" WON " 1-0\n", REPLAY_CONTRADICTION, "Result tag says 0-1"},
    {T "[Result \"*\"]\n\n" WON " 1-0\n", REPLAY_CONTRADICTION, "Result tag says *"},
    {T "\n1. b2 a1 1-0\n", REPLAY_KEPT, "reason unknown"},
    {T "\n1. b2 a1 1/2-1/2\n", REPLAY_KEPT, "reason unknown"},
    {T "[Termination \"normal\"]\n\n1. b2 a1 1-0\n", REPLAY_KEPT, "reason unknown"},
    {T "\n1. b2 a1 {0.1s; normal, line} 1-0\n", REPLAY_CONTRADICTION, "they let the game go on"},
    {T "\n1. b2 a1 {0.1s; adjudicated_resign} 1-0\n", REPLAY_AGREES, ""},
    {T "\n1. b2 a1 {0.1s; adjudicated_draw} 1/2-1/2\n", REPLAY_AGREES, ""},
    {T "\n1. b2 a1 {0.1s; adjudicated_draw} 1-0\n", REPLAY_CONTRADICTION, "does not fit"},
    {T "\n1. b2 a1 {0.1s; max_plies} 1/2-1/2\n", REPLAY_AGREES, ""},
    {T "\n1. b2 a1 {0.1s; time: x} 0-1\n", REPLAY_AGREES, ""},
    {T "\n1. b2 a1 {0.1s; time: x} 1-0\n", REPLAY_CONTRADICTION, "White was to move"},
    {T "\n1. b2 a1 {0.1s; time, line: x} 0-1\n", REPLAY_CONTRADICTION, "a reason of the rules"},
    {T "\n1. b2 a1 {0.1s; crash} 1-0\n", REPLAY_AGREES, ""},
    {T "\n1. b2 a1 {0.1s; crash} 1/2-1/2\n", REPLAY_CONTRADICTION, "does not fit"},
    {T "\n{start_failed: both} 1/2-1/2\n", REPLAY_AGREES, ""},
    {T "\n{start_failed: exit 1} 0-1\n", REPLAY_AGREES, ""},
    {T "\n1. b2 b2 1-0\n", REPLAY_CONTRADICTION, "ply 2: "},
    {T "\n1. b2 z9 1-0\n", REPLAY_UNREADABLE, "ply 2: "},
    {"[Variant \"chess\"]\n\n1. b2 a1 1-0\n", REPLAY_UNREADABLE, "\"chess\" is no known variant"},
    {T "[SetUp \"1\"]\n[FEN \"3/3 w\"]\n\n1. b2 a1 1-0\n", REPLAY_UNREADABLE, "FEN: "},
    {T "[SetUp \"1\"]\n[FEN \"3/PP1/pp1[PPPpp] b - - 0 3\"]\n\n3... c1 0-1\n", REPLAY_AGREES, ""},
    {"\n1. d6 f4 1-0\n", REPLAY_KEPT, "reason unknown"}, // the default variant
};

static void judges_pgn(void)
{
    for (size_t i = 0; i < sizeof PGN_CASES / sizeof PGN_CASES[0]; i++) {
        const Case *c = &PGN_CASES[i];
        Seen seen;
        ReplaySummary summary;
        Problem problem = {0};
        Status status = replay_text(strview_from(c->pgn), &seen, &summary, &problem);
        CHECK(status == STATUS_OK && seen.nb == 1, "%s: %d games, %s", c->pgn, seen.nb,
              problem.text);
        CHECK(seen.verdicts[0] == c->verdict, "%s: %s, %s", c->pgn,
              replay_verdict_text(seen.verdicts[0]), seen.texts[0]);
        CHECK(strstr(seen.texts[0], c->wanted) != NULL, "%s: %s", c->wanted, seen.texts[0]);
        CHECK((seen.texts[0][0] == '\0') == (c->verdict == REPLAY_AGREES), "%s", seen.texts[0]);
        CU_ASSERT_EQUAL(summary.game_nb, 1);
        CU_ASSERT_EQUAL(summary.verdicts[c->verdict], 1);
    }
}

/// Odd layouts, one game each, and a plain game behind them: six games, none swallows its
/// neighbour.
static void reads_odd_layouts(void)
{
    static const char FILE_TEXT[] =
        "[Event \"two blank lines\"]\r\n" T "\r\n\r\n" WON " 1-0\r\n\r\n"
        "[Event \"a blank line between tags\"]\n\n" T "\n" WON " 1-0\n\n"
        "[Event \"a break after White's move\"]\n" T "\n1. b2\na1 2. a2\nb1 3. c2\n1-0\n"
        "[Event \"Black begins\"]\n" T "[SetUp \"1\"]\n[FEN \"3/PP1/pp1[PPPpp] b - - 0 3\"]\n\n"
        "3... c1 0-1\n\n"
        "[Event \"no end mark\"]\n[Result \"1-0\"]\n" T "\n" WON "\n\n"
        "[Event \"plain\"]\n" T "\n" WON " 1-0\n\n";
    static const size_t PLIES[] = {5, 5, 5, 1, 5, 5};
    Seen seen;
    ReplaySummary summary;
    Problem problem;
    CU_ASSERT_EQUAL(replay_text(strview_from(FILE_TEXT), &seen, &summary, &problem), STATUS_OK);
    CU_ASSERT_EQUAL_FATAL(seen.nb, 6);
    for (int i = 0; i < 6; i++) {
        CHECK(seen.verdicts[i] == REPLAY_AGREES, "game %d: %s", i + 1, seen.texts[i]);
        CHECK(seen.plies[i] == PLIES[i], "game %d: %zu plies", i + 1, seen.plies[i]);
        CHECK(i == 0 || seen.lines[i] > seen.lines[i - 1], "game %d", i + 1);
    }
    CU_ASSERT_EQUAL(summary.ply_nb, 26);
}

static void judges_journals(void)
{
    static const struct {
        const char *old, *new;
        ReplayVerdict verdict;
        const char *wanted;
    } CASES[] = {
        {"\"index\":0", "\"index\":0", REPLAY_AGREES, ""},
        {"\"result\":\"1-0\"", "\"result\":\"0-1\"", REPLAY_CONTRADICTION, "the record 0-1"},
        {"\"reason\":\"line\"", "\"reason\":\"no_move\"", REPLAY_CONTRADICTION, "no_move"},
        {"\"plies\":5", "\"plies\":4", REPLAY_CONTRADICTION, "4 plies are stated"},
        {"\"digest\":\"", "\"digest\":\"0", REPLAY_CONTRADICTION, "other rules of tictactoe"},
        {"\"termination\":\"normal\"", "\"termination\":\"time\"", REPLAY_CONTRADICTION, "(time"},
        {"\"termination\":\"normal\"", "\"termination\":\"x\"", REPLAY_UNREADABLE, "no game line"},
        {"\"b2\"", "\"z2\"", REPLAY_UNREADABLE, "ply 1"},
        {"\"a1\"", "\"b2\"", REPLAY_CONTRADICTION, "ply 2"},
        {"\"a1\"", "1", REPLAY_UNREADABLE, "ply 2"},
        {"\"moves\"", "\"turns\"", REPLAY_UNREADABLE, "no game line"},
        {"\"variant\":\"tictactoe\"", "\"variant\":\"x\"", REPLAY_UNREADABLE, "no known variant"},
        {"\"index\":0,", "\"index\":0,,", REPLAY_UNREADABLE, ""},
    };
    static const char GAME[] =
        "{\"index\":0,\"variant\":\"tictactoe\",\"digest\":\"%s\",\"white\":\"a\",\"black\":\"b\","
        "\"fen\":\"3/3/3[PPPPPpppp] w - - 0 1\",\"moves\":[\"b2\",\"a1\",\"a2\",\"b1\",\"c2\"],"
        "\"result\":\"1-0\",\"reason\":\"line\",\"termination\":\"normal\",\"plies\":5}\n";
    VariantSet set;
    variant_set_init(&set);
    const Variant *v = variant_set_find(&set, strview_from("tictactoe"));
    char digest[20], good[600];
    snprintf(digest, sizeof digest, "%016" PRIx64, v->digest);
    snprintf(good, sizeof good, GAME, digest);
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        Seen seen;
        ReplaySummary summary;
        Problem problem = {0};
        StrBuf text;
        const char *at = strstr(good, CASES[i].old);
        CU_ASSERT_PTR_NOT_NULL_FATAL(at);
        strbuf_init(&text);
        strbuf_append_text(&text, "{\"schema\":\"" JOURNAL_SCHEMA "\"}\n");
        strbuf_append(&text, good, (size_t)(at - good));
        strbuf_appendf(&text, "%s%s", CASES[i].new, at + strlen(CASES[i].old));
        strbuf_append_text(&text, good);          // a good one behind it
        strbuf_append_text(&text, "{\"index\":"); // and a torn one
        Status status = replay_text(strbuf_view(&text), &seen, &summary, &problem);
        CHECK(status == STATUS_OK && seen.nb == 3, "%s: %d games, %s", CASES[i].new, seen.nb,
              problem.text);
        CHECK(seen.verdicts[0] == CASES[i].verdict, "%s: %s, %s", CASES[i].new,
              replay_verdict_text(seen.verdicts[0]), seen.texts[0]);
        CHECK(strstr(seen.texts[0], CASES[i].wanted) != NULL, "%s: %s", CASES[i].wanted,
              seen.texts[0]);
        CHECK(seen.verdicts[1] == REPLAY_AGREES, "%s: %s", CASES[i].new, seen.texts[1]);
        CU_ASSERT_EQUAL(seen.verdicts[2], REPLAY_UNREADABLE);
        CU_ASSERT_EQUAL(seen.lines[2], 4);
        strbuf_release(&text);
    }
    variant_set_release(&set);
}

static void reports_files_that_are_none(void)
{
    Seen seen;
    ReplaySummary summary;
    Problem problem;
    ReplayListener listener = {&seen, see};
    CU_ASSERT_EQUAL(replay_file("/no/such/file", NULL, &listener, &summary, &problem), STATUS_IO);
    CU_ASSERT_EQUAL(replay_file("/", NULL, &listener, &summary, &problem), STATUS_IO);
    CU_ASSERT_EQUAL(replay_text(strview_from("{}\n"), &seen, &summary, &problem), STATUS_SYNTAX);
    CU_ASSERT_EQUAL(replay_text(strview_from("{\n"), &seen, &summary, &problem), STATUS_SYNTAX);
    CU_ASSERT_EQUAL(replay_text(strview_from(""), &seen, &summary, &problem), STATUS_OK);
    CU_ASSERT_EQUAL(seen.nb, 0);
    CU_ASSERT_STRING_EQUAL(replay_verdict_text(REPLAY_KEPT), "kept");
}

const TestCase REPLAY_CASES[] = {
    {"judges PGN", judges_pgn},
    {"reads odd layouts", reads_odd_layouts},
    {"judges journals", judges_journals},
    {"reports files that are none", reports_files_that_are_none},
    {NULL, NULL},
};
