// SPDX-License-Identifier: MIT
// The mock engine does what its README says; other tests rely on it.
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/protocol/transport/child_watch.h"
#include "tests/suite.h"

#define NS_PER_MS 1000000u
#define ARGUMENT_MAX 32
#define GAME "position startpos moves a1 a2 b1\n"
#define T "--variants tictactoe " // whose moves are the empty points, in the order of their names

/// Starts the mock engine with the words of `arguments` and sends `input`.
static void mock_start(ChildWatch *watch, const char *arguments, const char *input)
{
    char *copy = strdup(arguments);
    const char *argv[ARGUMENT_MAX] = {TEST_BIN "/mock_engine"};
    int nb = 1;
    char *rest = NULL;
    for (char *word = strtok_r(copy, " ", &rest); word != NULL; word = strtok_r(NULL, " ", &rest)) {
        argv[nb++] = word;
    }
    Status status = watch_start(watch, argv, NULL);
    CHECK(status == STATUS_OK, "%s", watch->problem.text);
    child_write(watch->child, strview_from(input));
    free(copy);
}

/// All input at once, then its end; what was heard from `from` on, and how it ended.
static void check_talk(const char *arguments, const char *input, const char *heard, const char *end)
{
    ChildWatch watch = {0};
    mock_start(&watch, arguments, input);
    child_close_input(watch.child);
    watch_run(&watch);
    CHECK(strcmp(watch.text.data, heard) == 0, "%s: %.600s", arguments, watch.text.data);
    CHECK(strcmp(watch.end_text, end) == 0, "%s: %s", arguments, watch.end_text);
    watch_release(&watch);
}

static void test_play(void)
{
    static const struct {
        const char *arguments, *input, *heard;
    } cases[] = {
        {T, "isready\n\nnonsense\nquit\n", "[readyok]"},
        {T "--infos 0", GAME "go depth 1\n", "[bestmove a3]"},
        {T, "go depth 1\n", "[info depth 1 nodes 1 time 0 pv a1][bestmove a1]"},
        {T "--infos 0", "go infinite\nisready\nstop\nstop\n", "[readyok][bestmove a1]"},
        {T "--infos 0 --script b2,c3,zz",
         "go\n" GAME "go\nposition startpos moves a1 a2 b1 c3\ngo\n",
         "[bestmove b2][bestmove c3][bestmove zz]"},
        {T "--infos 0 --script ,b3", "go\n" GAME "go\n", "[bestmove a1][bestmove b3]"},
        {T "--scores 12,m-3", "go\n" GAME "go\n",
         "[info depth 1 score cp 12 nodes 1 time 0 pv a1][bestmove a1]"
         "[info depth 1 score mate -3 nodes 1 time 0 pv a3][bestmove a3]"},
        {T "--scores -,5", "go\n", "[info depth 1 nodes 1 time 0 pv a1][bestmove a1]"},
        {T "--infos 0", "position startpos moves a1 a1\nisready\ngo\n",
         "[info string error: illegal move a1][readyok][bestmove a1]"},
        {T "--infos 0", "position fen 3/3/P1p[PPPPppp] w - - 0 2\ngo\n", "[bestmove a2]"},
        {T "--infos 0", "position startpos moves a1 a2 b1 b2 c1\ngo\n", "[bestmove (none)]"},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        check_talk(cases[i].arguments, cases[i].input, cases[i].heard, "exit status 0");
    }
    check_talk("--fault nonsense", "uci\n", "", "exit status 2");
    check_talk("--nonsense", "uci\n", "", "exit status 2");
}

static void test_variants(void)
{
    ChildWatch watch = {0};
    mock_start(&watch, "--name Fool --variants dara,tictactoe",
               "uci\nsetoption name UCI_Variant value TicTacToe\n"
               "setoption name UCI_Variant value nine_mens_morris\nquit\n");
    watch_run(&watch);
    const char *heard = watch.text.data;
    CHECK(strstr(heard, "[id name Fool]") != NULL, "%s", heard);
    CHECK(strstr(heard, "combo default dara var tictactoe var dara]") != NULL ||
              strstr(heard, "combo default dara var dara var tictactoe]") != NULL, "%s", heard);
    CHECK(strstr(heard, "[uciok][info string variant tictactoe files 3 ranks 3 pocket 1 template "
                        "fairy startpos 3/3/3[PPPPPpppp] w - - 0 1][info string variant tictactoe "
                        "digest ") != NULL, "%s", heard);
    CHECK(strstr(heard, "error: no variant nine_mens_morris]") != NULL, "%s", heard);
    watch_release(&watch);
    check_talk("--no-variant", "setoption name UCI_Variant value dara\n", "", "exit status 0");
    check_talk(T "--digest beef", "setoption name UCI_Variant value tictactoe\n",
               "[info string variant tictactoe files 3 ranks 3 pocket 1 template fairy startpos "
               "3/3/3[PPPPPpppp] w - - 0 1][info string variant tictactoe digest beef]",
               "exit status 0");
}

static void test_random_repeats(void)
{
    char first[256] = "";
    for (int i = 0; i < 2; i++) {
        ChildWatch watch = {0};
        mock_start(&watch, T "--infos 0 --random 7", "go\n" GAME "go\nquit\n");
        watch_run(&watch);
        CHECK(i == 0 || strcmp(first, watch.text.data) == 0, "%s, then %s", first, watch.text.data);
        strview_copy(strbuf_view(&watch.text), first, sizeof(first));
        watch_release(&watch);
    }
}

static void test_faults_that_end(void)
{
    static const struct {
        const char *arguments, *input, *heard, *end;
    } cases[] = {
        {"--fault crash", "isready\ngo\n", "[readyok]",
         "killed by signal 11 (Segmentation fault)"},
        {"--fault crash --at 2", "go\ngo\n", "[bestmove a1]",
         "killed by signal 11 (Segmentation fault)"},
        {"--fault crash --on uci", "uci\n", "", "killed by signal 11 (Segmentation fault)"},
        {"--fault exit 3 --at-ply 3", "go\n" GAME "go\n", "[bestmove a1]", "exit status 3"},
        {"--fault exit --on start", "uci\n", "", "exit status 0"},
        {"--fault exit_after_bestmove 4", "go\nisready\n", "[bestmove a1]", "exit status 4"},
        {"--fault silent", "go\nisready\n", "[readyok]", "exit status 0"},
        {"--fault silent --once", "go\ngo\n", "[bestmove a1]", "exit status 0"},
        {"--fault no_readyok --at 2", "isready\nisready\ngo\n", "[readyok][bestmove a1]",
         "exit status 0"},
        {"--fault extra_readyok", "isready\n", "[readyok][readyok]", "exit status 0"},
        {"--fault illegal", "go\n", "[bestmove a2a1]", "exit status 0"},
        {"--fault empty", "go\n", "[bestmove]", "exit status 0"},
        {"--fault malformed", "go\n", "[bestmove @!?]", "exit status 0"},
        {"--fault none_move", "go\n", "[bestmove (none)]", "exit status 0"},
        {"--fault draw_word", "go\n", "[bestmove draw]", "exit status 0"},
        {"--fault resign_word", "go\n", "[bestmove resign]", "exit status 0"},
        {"--fault split", "go\n", "[bestmove a1]", "exit status 0"},
        {"--fault two_bestmoves", "go\n", "[bestmove a1][bestmove a1]", "exit status 0"},
        {"--fault megaline 9000000", "go\n", "<9000000>[bestmove a1]", "exit status 0"},
        {"--fault crlf", "isready\ngo\n", "[readyok][bestmove a1]", "exit status 0"},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        char arguments[256];
        snprintf(arguments, sizeof(arguments), T "--infos 0 %s", cases[i].arguments);
        check_talk(arguments, cases[i].input, cases[i].heard, cases[i].end);
    }
}

static void test_crlf_is_on_the_wire(void)
{
    ChildWatch watch = {0};
    watch_shell(&watch, "printf 'isready\\n' | " TEST_BIN "/mock_engine --fault crlf | od -An -c");
    watch_run(&watch);
    CHECK(strstr(watch.text.data, "\\r  \\n") != NULL, "%s", watch.text.data);
    watch_release(&watch);
}

static void test_slow_faults(void)
{
    static const struct {
        const char *arguments, *input, *last;
    } cases[] = {
        {"--fault slow_uciok 150", "uci\n", "[uciok]"},
        {"--fault slow_readyok 150", "isready\n", "[readyok]"},
        {"--fault late 150", "go\n", "[bestmove a1]"},
        {"--delay 150", "go\n", "[bestmove a1]"},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        ChildWatch watch = {0};
        char arguments[256];
        snprintf(arguments, sizeof(arguments), T "--infos 0 %s", cases[i].arguments);
        uint64_t start = clock_now_ns();
        mock_start(&watch, arguments, cases[i].input);
        child_close_input(watch.child);
        watch_run(&watch);
        CHECK(strstr(watch.text.data, cases[i].last) != NULL, "%s: %s", arguments, watch.text.data);
        CHECK(watch.arrived_ns - start >= 150u * NS_PER_MS, "%s: %llu ns", arguments,
              (unsigned long long)(watch.arrived_ns - start));
        watch_release(&watch);
    }
}

static void stop_loop(void *ctx)
{
    ChildWatch *watch = ctx;
    loop_stop(watch->loop);
}

/// Runs for a moment; it must not end by itself.
static void check_stays(ChildWatch *watch, const char *arguments)
{
    Timer *timer = timer_new(watch->loop, stop_loop, watch);
    timer_start(timer, 150, 0);
    watch_run(watch);
    CHECK(!watch->ended, "%s: %s", arguments, watch->end_text);
    timer_free(timer);
}

static void stop_at_readyok(ChildWatch *watch, StrView line)
{
    if (strview_is(line, "readyok")) {
        loop_stop(watch->loop);
    }
}

static void test_faults_that_stay(void)
{
    static const struct {
        const char *arguments;
        size_t lines_min;
    } cases[] = {{"--fault stall", 0}, {"--fault flood_slow", 3}, {"--fault flood", 500}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        ChildWatch watch = {.quiet = true, .at_line = stop_at_readyok};
        mock_start(&watch, cases[i].arguments, "isready\ngo\n");
        watch_run(&watch);
        check_stays(&watch, cases[i].arguments);
        CHECK(watch.line_nb >= cases[i].lines_min, "%s: %zu lines", cases[i].arguments,
              watch.line_nb);
        child_terminate(watch.child);
        watch_run(&watch);
        CU_ASSERT_STRING_EQUAL(watch.end_text, "killed by signal 15 (Terminated)");
        watch_release(&watch);
    }
}

static void test_ignore_quit(void)
{
    ChildWatch watch = {.at_line = stop_at_readyok};
    mock_start(&watch, "--fault ignore_quit", "quit\nisready\n");
    watch_run(&watch);
    CU_ASSERT_STRING_EQUAL(watch.text.data, "[readyok]");
    child_close_input(watch.child);
    child_terminate(watch.child);
    check_stays(&watch, "ignore_quit");
    child_kill(watch.child);
    watch_run(&watch);
    CU_ASSERT_STRING_EQUAL(watch.end_text, "killed by signal 9 (Killed)");
    watch_release(&watch);
}

static void test_stderr_flood(void)
{
    ChildWatch watch = {0};
    mock_start(&watch, T "--infos 0 --fault stderr_flood", "go\nquit\n");
    watch_run(&watch);
    CU_ASSERT_STRING_EQUAL(watch.text.data, "[bestmove a1]");
    CU_ASSERT(strlen(child_stderr(watch.child)) > CHILD_STDERR_KEPT - 100);
    watch_release(&watch);
}

static void test_lives(void)
{
    char folder[] = "/tmp/merels-mock-XXXXXX";
    CU_ASSERT_PTR_NOT_NULL_FATAL(mkdtemp(folder));
    char arguments[256];
    snprintf(arguments, sizeof(arguments), T "--infos 0 --fault exit 5 --fault-file %s/seen",
             folder);
    check_talk(arguments, "go\n", "", "exit status 5");
    check_talk(arguments, "go\n", "[bestmove a1]", "exit status 0");
    snprintf(arguments, sizeof(arguments),
             T "--infos 0 --life-file %s/lives --fault exit 6 --life 2 --fault exit 7 --life 4-",
             folder);
    static const char *const ends[] = {"exit status 0", "exit status 6", "exit status 0",
                                       "exit status 7", "exit status 7"};
    for (size_t i = 0; i < sizeof(ends) / sizeof(ends[0]); i++) {
        check_talk(arguments, "go\n", ends[i][12] == '0' ? "[bestmove a1]" : "", ends[i]);
    }
    char path[64];
    snprintf(arguments, sizeof(arguments), T "--infos 0 --log %s/log", folder);
    check_talk(arguments, "isready\ngo depth 3\n", "[readyok][bestmove a1]", "exit status 0");
    snprintf(path, sizeof(path), "%s/log", folder);
    FILE *log = fopen(path, "re");
    char text[256] = "";
    CU_ASSERT_PTR_NOT_NULL_FATAL(log);
    size_t size = fread(text, 1, sizeof(text) - 1, log);
    fclose(log);
    CHECK(size > 0 && strstr(text, " isready\n") != NULL && strstr(text, " go depth 3\n") != NULL,
          "%s", text);
    unlink(path);
    snprintf(path, sizeof(path), "%s/seen", folder);
    unlink(path);
    snprintf(path, sizeof(path), "%s/lives", folder);
    unlink(path);
    rmdir(folder);
}

static const TestCase MOCK_ENGINE_CASES[] = {
    {"play", test_play},
    {"variants", test_variants},
    {"random_repeats", test_random_repeats},
    {"faults_that_end", test_faults_that_end},
    {"crlf_is_on_the_wire", test_crlf_is_on_the_wire},
    {"slow_faults", test_slow_faults},
    {"faults_that_stay", test_faults_that_stay},
    {"ignore_quit", test_ignore_quit},
    {"stderr_flood", test_stderr_flood},
    {"lives", test_lives},
    {NULL, NULL},
};

const TestSuite TEST_SUITES[] = {{"mock_engine", MOCK_ENGINE_CASES}, {NULL, NULL}};
