// SPDX-License-Identifier: MIT
#include "protocol/transport/child.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/protocol/transport/child_watch.h"
#include "tests/protocol/transport/transport_suites.h"

#define NS_PER_MS 1000000u

static void test_table(void)
{
    static const struct {
        const char *script;
        const char *heard;
        const char *end;
    } cases[] = {
        {"exit 0", "", "exit status 0"},
        {"exit 3", "", "exit status 3"},
        {"echo uciok; exit 1", "[uciok]", "exit status 1"},
        {"printf 'a\\nb'", "[a][b]", "exit status 0"},
        {"printf 'a\\r\\nb\\r\\n'", "[a][b]", "exit status 0"},
        {"printf best; sleep 0.02; printf 'move a'; sleep 0.02; printf '1\\n'", "[bestmove a1]",
         "exit status 0"},
        {"echo bestmove a1; exec 1>&-; exit 2", "[bestmove a1]", "exit status 2"},
        {"echo last; ulimit -c 0; kill -SEGV $$", "[last]",
         "killed by signal 11 (Segmentation fault)"},
        {"ulimit -c 0; kill -ABRT $$", "", "killed by signal 6 (Aborted)"},
        {"kill -KILL $$", "", "killed by signal 9 (Killed)"},
        {"kill -TERM $$", "", "killed by signal 15 (Terminated)"},
        {"kill -PIPE $$", "", "killed by signal 13 (Broken pipe)"},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        ChildWatch watch = {0};
        watch_shell(&watch, cases[i].script);
        watch_run(&watch);
        CHECK(strcmp(watch.text.data, cases[i].heard) == 0, "%s: %s", cases[i].script,
              watch.text.data);
        CHECK(strcmp(watch.end_text, cases[i].end) == 0, "%s: %s", cases[i].script, watch.end_text);
        watch_release(&watch);
    }
}

static void answer_once(ChildWatch *watch, StrView line)
{
    if (strview_is(line, "ready")) {
        CU_ASSERT(child_write(watch->child, strview_from("hello\nworld\n")));
        CU_ASSERT(child_write(watch->child, strview_from("")));
        child_close_input(watch->child);
        child_close_input(watch->child);
        CU_ASSERT(!child_write(watch->child, strview_from("more\n")));
    }
}

static void test_echo(void)
{
    ChildWatch watch = {.at_line = answer_once};
    uint64_t start = clock_now_ns();
    watch_shell(&watch, "echo ready; exec cat");
    watch_run(&watch);
    CU_ASSERT_STRING_EQUAL(watch.text.data, "[ready][hello][world]");
    CU_ASSERT_STRING_EQUAL(watch.end_text, "exit status 0");
    CU_ASSERT(watch.arrived_ns > start && watch.arrived_ns <= watch.ended_ns);
    CU_ASSERT(!child_write(watch.child, strview_from("too late\n")));
    watch_release(&watch);
}

/// More than a pipe holds, closed behind it: all of it arrives.
static void test_long_text_both_ways(void)
{
    ChildWatch watch = {.quiet = true};
    watch_shell(&watch, "exec cat");
    StrBuf text;
    strbuf_init(&text);
    for (int i = 0; i < 20000; i++) {
        strbuf_append_text(&text, "position startpos moves a1 a4 a7 d7 d6xa1 g7 a1a4xd7 b2 b4\n");
    }
    CU_ASSERT(child_write(watch.child, strbuf_view(&text)));
    CU_ASSERT(child_write(watch.child, strview_from("end\n")));
    child_close_input(watch.child);
    watch_run(&watch);
    CHECK(watch.bytes == text.size + 4, "%llu of %zu", (unsigned long long)watch.bytes, text.size);
    CU_ASSERT_EQUAL(watch.line_nb, 20001);
    CU_ASSERT_STRING_EQUAL(watch.end_text, "exit status 0");
    strbuf_release(&text);
    watch_release(&watch);
}

static void test_one_long_line(void)
{
    ChildWatch watch = {.quiet = true};
    watch_shell(&watch, "head -c 1048576 /dev/zero | tr '\\0' x; echo; echo bestmove a1");
    watch_run(&watch);
    CHECK(watch.line_nb == 2 && watch.bytes == 1048577 + 12, "%zu", watch.line_nb);
    watch_release(&watch);
    ChildWatch overlong = {0};
    watch_shell(&overlong, "head -c 9000000 /dev/zero | tr '\\0' x; echo; echo bestmove a1");
    watch_run(&overlong);
    CHECK(strcmp(overlong.text.data, "<9000000>[bestmove a1]") == 0, "%.200s", overlong.text.data);
    watch_release(&overlong);
}

static void test_stderr_kept(void)
{
    ChildWatch watch = {0};
    watch_shell(&watch, "echo 'first words' >&2; exit 1");
    CU_ASSERT_STRING_EQUAL(child_stderr(watch.child), "");
    watch_run(&watch);
    CU_ASSERT_STRING_EQUAL(child_stderr(watch.child), "first words");
    watch_release(&watch);
    ChildWatch flood = {0};
    watch_shell(&flood, "yes 'it is raining' | head -c 1000000 >&2; "
                        "printf '\\n\\tthe last\\001words\\n\\n' >&2; echo done");
    watch_run(&flood);
    CU_ASSERT_STRING_EQUAL(flood.text.data, "[done]");
    const char *kept = child_stderr(flood.child);
    size_t size = strlen(kept);
    CHECK(size <= CHILD_STDERR_KEPT && size > CHILD_STDERR_KEPT - 32, "%zu", size);
    CHECK(strcmp(kept + size - 14, "the last words") == 0, "%s", kept + size - 30);
    CU_ASSERT_EQUAL(strcspn(kept, "\n\t\r"), size);
    watch_release(&flood);
}

/// A file of our own with this content and mode; the caller frees the name.
static char *make_file(const char *content, mode_t mode)
{
    char *path = strdup("/tmp/merels-child-XXXXXX");
    int fd = mkstemp(path);
    CU_ASSERT_EQUAL(write(fd, content, strlen(content)), (ssize_t)strlen(content));
    fchmod(fd, mode);
    close(fd);
    return path;
}

static void check_refused(const char *path, const char *folder, const char *reason)
{
    int fd_nb = open_fd_nb();
    ChildWatch watch = {0};
    const char *const argv[] = {path, NULL};
    Status status = watch_start(&watch, argv, folder);
    CHECK(status == STATUS_IO && watch.child == NULL, "%s started", path);
    CHECK(strstr(watch.problem.text, reason) != NULL, "%s", watch.problem.text);
    CHECK(strstr(watch.problem.text, folder != NULL ? folder : path) != NULL, "%s",
          watch.problem.text);
    watch_release(&watch);
    CHECK(open_fd_nb() == fd_nb, "%d descriptors, then %d", fd_nb, open_fd_nb());
}

static void test_refused(void)
{
    char *plain = make_file("#!/bin/sh\necho hi\n", 0644);
    check_refused("/nonexistent/engine", NULL, "No such file or directory");
    check_refused("nonexistent", NULL, "No such file or directory");
    check_refused("/usr", NULL, "not a file");
    check_refused(plain, NULL, "Permission denied");
    check_refused("/bin/sh", "/nonexistent", "No such file or directory");
    check_refused("/bin/sh", plain, "Not a directory");
    unlink(plain);
    free(plain);
}

static void check_fails_later(const char *content, const char *reason)
{
    char *path = make_file(content, 0755);
    ChildWatch watch = {0};
    const char *const argv[] = {path, NULL};
    CU_ASSERT_EQUAL(watch_start(&watch, argv, NULL), STATUS_OK);
    watch_run(&watch);
    CU_ASSERT_STRING_EQUAL(watch.end_text, "exit status 126");
    const char *told = child_stderr(watch.child);
    CHECK(strstr(told, path) != NULL && strstr(told, reason) != NULL, "%s", told);
    watch_release(&watch);
    unlink(path);
    free(path);
}

static void test_exec_fails_later(void)
{
    check_fails_later("neither a program nor a script", "Exec format error");
    check_fails_later("#!/nonexistent/interpreter\n", "No such file or directory");
}

static void test_folder(void)
{
    ChildWatch watch = {0};
    const char *const argv[] = {"/bin/pwd", NULL};
    CU_ASSERT_EQUAL(watch_start(&watch, argv, "/usr/bin/.."), STATUS_OK);
    watch_run(&watch);
    CU_ASSERT_STRING_EQUAL(watch.text.data, "[/usr]");
    watch_release(&watch);
    // A relative program is looked for from our own folder.
    char *before = get_current_dir_name();
    CU_ASSERT_EQUAL(chdir("/bin"), 0);
    ChildWatch relative = {0};
    const char *const relative_argv[] = {"pwd", NULL};
    CU_ASSERT_EQUAL(watch_start(&relative, relative_argv, "/usr"), STATUS_OK);
    CU_ASSERT_EQUAL(chdir(before), 0);
    watch_run(&relative);
    CU_ASSERT_STRING_EQUAL(relative.text.data, "[/usr]");
    watch_release(&relative);
    free(before);
}

static void test_arguments_pass_unchanged(void)
{
    ChildWatch watch = {0};
    const char *const argv[] = {"/usr/bin/printf", "%s.\\n", "", "a b", "--child-guard", "\"*'",
                                NULL};
    CU_ASSERT_EQUAL(watch_start(&watch, argv, NULL), STATUS_OK);
    watch_run(&watch);
    CU_ASSERT_STRING_EQUAL(watch.text.data, "[.][a b.][--child-guard.][\"*'.]");
    watch_release(&watch);
}

/// Nothing of ours reaches the program: descriptors, signal mask, ignored signals.
static void test_clean_start(void)
{
    int loose = fcntl(1, F_DUPFD, 30); // inheritable, as a careless library might leave it
    ChildWatch watch = {0};
    watch_shell(&watch, "ls /proc/self/fd | tr '\\n' ' '; echo; "
                        "grep -E 'SigBlk|SigIgn' /proc/self/status");
    watch_run(&watch);
    close(loose);
    const char *expected = "[0 1 2 3 ][SigBlk:\t0000000000000000][SigIgn:\t";
    StrView heard = strbuf_view(&watch.text);
    CHECK(strview_starts_with(heard, expected), "%s", watch.text.data);
    // Two signals that the C library keeps for itself stay as our own caller left them.
    unsigned long long ignored = strtoull(heard.data + strlen(expected), NULL, 16);
    CHECK((ignored & 0x7fffffff) == 0, "%s", watch.text.data);
    watch_release(&watch);
}

typedef struct Beat {
    Timer *timer;
    Loop *loop;
    int nb;
} Beat;

static void beat(void *ctx)
{
    Beat *ticks = ctx;
    ticks->nb++;
    if (ticks->nb == 20) {
        loop_stop(ticks->loop);
    }
}

static long resident_pages(void)
{
    FILE *file = fopen("/proc/self/statm", "re");
    long pages = 0;
    if (file == NULL || fscanf(file, "%*d %ld", &pages) != 1) {
        pages = -1;
    }
    if (file != NULL) {
        fclose(file);
    }
    return pages;
}

/// Endless lines as fast as they can be written: timers fire, memory stays, and it can be killed.
static void test_flood(void)
{
    ChildWatch watch = {.quiet = true};
    watch_shell(&watch, "yes info string it is raining >&2 & exec yes info depth 1");
    Beat ticks = {.loop = watch.loop};
    ticks.timer = timer_new(watch.loop, beat, &ticks);
    timer_start(ticks.timer, 10, 10);
    long before = resident_pages();
    watch_run(&watch);
    long grown = (resident_pages() - before) * sysconf(_SC_PAGESIZE);
    CHECK(ticks.nb == 20, "%d ticks", ticks.nb);
    CHECK(watch.line_nb > 1000, "%zu lines", watch.line_nb);
    CHECK(grown < 8 << 20, "%ld bytes", grown);
    child_kill(watch.child);
    watch_run(&watch);
    CU_ASSERT_STRING_EQUAL(watch.end_text, "killed by signal 9 (Killed)");
    timer_free(ticks.timer);
    watch_release(&watch);
}

/// It never reads: writing goes on without waiting up to the limit, then fails for good.
static void test_deaf(void)
{
    ChildWatch watch = {0};
    watch_shell(&watch, "exec sleep 100");
    StrBuf text;
    strbuf_init(&text);
    while (text.size < 1u << 20) {
        strbuf_append_text(&text, "isready\n");
    }
    int taken_nb = 0;
    while (taken_nb < 100 && child_write(watch.child, strbuf_view(&text))) {
        taken_nb++;
    }
    CHECK(taken_nb >= 63 && taken_nb <= 65, "%d MiB", taken_nb);
    CU_ASSERT(!child_write(watch.child, strview_from("isready\n")));
    strbuf_release(&text);
    child_kill(watch.child);
    watch_run(&watch);
    CU_ASSERT_STRING_EQUAL(watch.end_text, "killed by signal 9 (Killed)");
    watch_release(&watch);
}

static void write_to_closed(ChildWatch *watch, StrView line)
{
    if (strview_is(line, "deaf")) {
        CU_ASSERT(!child_write(watch->child, strview_from("hello?\n")));
    }
}

/// It has closed its stdin but still speaks: no signal, no end, and its lines come.
static void test_closed_stdin(void)
{
    ChildWatch watch = {.at_line = write_to_closed};
    watch_shell(&watch, "exec 0<&-; sleep 0.1; echo deaf; sleep 0.05; echo but not dumb; exit 4");
    watch_run(&watch);
    CU_ASSERT_STRING_EQUAL(watch.text.data, "[deaf][but not dumb]");
    CU_ASSERT_STRING_EQUAL(watch.end_text, "exit status 4");
    watch_release(&watch);
}

const TestCase CHILD_CASES[] = {
    {"table", test_table},
    {"echo", test_echo},
    {"long_text_both_ways", test_long_text_both_ways},
    {"one_long_line", test_one_long_line},
    {"stderr_kept", test_stderr_kept},
    {"refused", test_refused},
    {"exec_fails_later", test_exec_fails_later},
    {"folder", test_folder},
    {"arguments_pass_unchanged", test_arguments_pass_unchanged},
    {"clean_start", test_clean_start},
    {"flood", test_flood},
    {"deaf", test_deaf},
    {"closed_stdin", test_closed_stdin},
    {NULL, NULL},
};
