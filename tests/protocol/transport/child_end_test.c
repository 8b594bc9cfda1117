// SPDX-License-Identifier: MIT
#include "protocol/transport/child.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/protocol/transport/child_watch.h"
#include "tests/protocol/transport/transport_suites.h"

#define NS_PER_MS 1000000u

/// The number in a line "WORD NUMBER"; 0 when there is none.
static int number_in(const ChildWatch *watch, const char *word)
{
    const char *at = strstr(watch->text.data, word);
    return at == NULL ? 0 : atoi(at + strlen(word));
}

static void terminate_when_ready(ChildWatch *watch, StrView line)
{
    if (strview_is(line, "ready")) {
        child_terminate(watch->child);
    }
}

/// SIGTERM reaches the whole group and leaves the guard to tell the tale.
static void test_polite_end(void)
{
    ChildWatch watch = {.at_line = terminate_when_ready};
    watch_shell(&watch, "trap 'echo bye; exit 7' TERM; sleep 100 & echo ready; wait; echo no");
    watch_run(&watch);
    CU_ASSERT_STRING_EQUAL(watch.text.data, "[ready][bye]");
    CU_ASSERT_STRING_EQUAL(watch.end_text, "exit status 7");
    watch_release(&watch);
    ChildWatch simple = {.at_line = terminate_when_ready};
    watch_shell(&simple, "echo ready; exec sleep 100");
    watch_run(&simple);
    CU_ASSERT_STRING_EQUAL(simple.end_text, "killed by signal 15 (Terminated)");
    child_terminate(simple.child); // ended: nothing
    child_kill(simple.child);
    watch_release(&simple);
}

typedef struct Later {
    ChildWatch *watch;
    bool was_running;
} Later;

static void kill_later(void *ctx)
{
    Later *later = ctx;
    later->was_running = !later->watch->ended;
    child_kill(later->watch->child);
}

static void test_ignores_sigterm(void)
{
    ChildWatch watch = {.at_line = terminate_when_ready};
    watch_shell(&watch, "trap '' TERM; echo ready; while :; do sleep 0.05; done");
    Later later = {&watch, false};
    Timer *timer = timer_new(watch.loop, kill_later, &later);
    timer_start(timer, 300, 0);
    watch_run(&watch);
    CU_ASSERT(later.was_running);
    CU_ASSERT_STRING_EQUAL(watch.end_text, "killed by signal 9 (Killed)");
    timer_free(timer);
    watch_release(&watch);
}

static void stop_group(ChildWatch *watch, StrView line)
{
    (void)line;
    kill(-child_pid(watch->child), SIGSTOP);
    child_kill(watch->child);
}

static void test_stopped_group_can_be_killed(void)
{
    ChildWatch watch = {.at_line = stop_group};
    watch_shell(&watch, "echo ready; exec sleep 100");
    watch_run(&watch);
    CU_ASSERT_STRING_EQUAL(watch.end_text, "killed by signal 9 (Killed)");
    watch_release(&watch);
}

/// A grandchild that holds stdout must neither delay the end nor live on.
static void test_grandchild_holds_stdout(void)
{
    ChildWatch watch = {0};
    watch_shell(&watch, "trap '' TERM HUP; sleep 100 & echo pid $!; exit 3");
    uint64_t start = clock_now_ns();
    watch_run(&watch);
    CU_ASSERT_STRING_EQUAL(watch.end_text, "exit status 3");
    CHECK(watch.ended_ns - start < 10000ull * NS_PER_MS, "%llu ns",
          (unsigned long long)(watch.ended_ns - start));
    int grandchild = number_in(&watch, "pid ");
    CHECK(grandchild > 0 && process_ends(grandchild), "%d lives", grandchild);
    watch_release(&watch);
}

/// One that has left the group and holds stdout is beyond our reach: the grace ends the waiting.
static void test_escaped_grandchild(void)
{
    ChildWatch watch = {0};
    watch_shell(&watch, "setsid sleep 5 & echo started; printf half; sleep 0.1; exit 0");
    watch_run(&watch);
    CU_ASSERT_STRING_EQUAL(watch.text.data, "[started][half]");
    CU_ASSERT_STRING_EQUAL(watch.end_text, "exit status 0");
    uint64_t waited = watch.ended_ns - watch.arrived_ns;
    CHECK(waited < 4500ull * NS_PER_MS, "%llu ns", (unsigned long long)waited);
    watch_release(&watch);
}

static void kill_guard(ChildWatch *watch, StrView line)
{
    (void)line;
    kill(child_pid(watch->child), SIGKILL);
}

static void test_guard_killed_from_outside(void)
{
    ChildWatch watch = {.at_line = kill_guard};
    watch_shell(&watch, "sleep 100 & echo pids $$ and $!; wait");
    watch_run(&watch);
    CU_ASSERT_STRING_EQUAL(watch.end_text, "killed by signal 9 (Killed)");
    int program = number_in(&watch, "pids ");
    int grandchild = number_in(&watch, "and ");
    CHECK(program > 0 && process_ends(program), "%d lives", program);
    CHECK(grandchild > 0 && process_ends(grandchild), "%d lives", grandchild);
    watch_release(&watch);
}

static void kill_program(ChildWatch *watch, StrView line)
{
    (void)line;
    kill(number_in(watch, "pid "), SIGKILL);
}

static void test_program_killed_from_outside(void)
{
    ChildWatch watch = {.at_line = kill_program};
    watch_shell(&watch, "echo pid $$; sleep 100");
    watch_run(&watch);
    CU_ASSERT_STRING_EQUAL(watch.end_text, "killed by signal 9 (Killed)");
    watch_release(&watch);
}

/// The kill signal of the guard counts only from the parent.
static void test_guard_is_not_fooled(void)
{
    ChildWatch watch = {0};
    char script[128];
    snprintf(script, sizeof(script), "trap '' %d USR1 USR2 INT HUP TERM; "
             "for s in %d USR1 USR2 INT HUP TERM; do kill -$s 0; done; sleep 0.05; echo alive",
             SIGRTMIN, SIGRTMIN);
    watch_shell(&watch, script);
    watch_run(&watch);
    CU_ASSERT_STRING_EQUAL(watch.text.data, "[alive]");
    CU_ASSERT_STRING_EQUAL(watch.end_text, "exit status 0");
    watch_release(&watch);
}

static void free_at_second(ChildWatch *watch, StrView line)
{
    (void)line;
    if (watch->line_nb == 2) {
        child_free(watch->child);
        watch->child = NULL;
        loop_stop(watch->loop);
    }
}

static void test_free_at_any_time(void)
{
    ChildWatch at_once = {0}; // before the guard has begun its work
    watch_shell(&at_once, "echo hi");
    int pid = child_pid(at_once.child);
    watch_release(&at_once);
    CU_ASSERT(!at_once.ended && at_once.line_nb == 0);
    CHECK(!process_runs(pid), "%d lives", pid);
    ChildWatch in_line = {.at_line = free_at_second};
    watch_shell(&in_line, "echo a; echo b; echo c; exec sleep 100");
    watch_run(&in_line);
    CU_ASSERT_EQUAL(in_line.line_nb, 2);
    CU_ASSERT(!in_line.ended);
    watch_release(&in_line);
    ChildWatch in_last_line = {.at_line = free_at_second}; // which has no newline
    watch_shell(&in_last_line, "echo a; printf b");
    watch_run(&in_last_line);
    CU_ASSERT_EQUAL(in_last_line.line_nb, 2);
    CU_ASSERT(!in_last_line.ended);
    watch_release(&in_last_line);
    ChildWatch writing = {0}; // with text still queued
    watch_shell(&writing, "exec sleep 100");
    StrBuf text;
    strbuf_init(&text);
    while (text.size < 1u << 20) {
        strbuf_append_text(&text, "isready\n");
    }
    CU_ASSERT(child_write(writing.child, strbuf_view(&text)));
    child_close_input(writing.child);
    strbuf_release(&text);
    watch_release(&writing);
    child_free(NULL);
}

/// Descriptors and processes are given back, also of children that were killed or not listened to.
static void test_many_cycles(void)
{
    static const char *const scripts[] = {"exit 0", "read line; echo $line", "exec sleep 100",
                                          "sleep 100 & exit 1"};
    ChildWatch first = {0};
    watch_shell(&first, "exit 0");
    watch_run(&first);
    watch_release(&first);
    int fd_nb = open_fd_nb();
    for (int i = 0; i < 200; i++) {
        ChildWatch watch = {0};
        watch_shell(&watch, scripts[i % 4]);
        child_write(watch.child, strview_from("hello\n"));
        if (i % 4 == 2) {
            child_kill(watch.child);
        }
        if (i % 16 != 15) {
            watch_run(&watch);
            CU_ASSERT(watch.ended);
        }
        watch_release(&watch);
    }
    CHECK(open_fd_nb() == fd_nb, "%d descriptors, then %d", fd_nb, open_fd_nb());
    errno = 0;
    CHECK(waitpid(-1, NULL, WNOHANG) == -1 && errno == ECHILD, "children are left: %d", errno);
}

/// Many at a time on one loop, each with its own end.
static void test_many_at_once(void)
{
    enum { NB = 20 };
    ChildWatch watches[NB] = {{0}};
    for (int i = 0; i < NB; i++) {
        char script[64];
        snprintf(script, sizeof(script), "read line; echo $line; exit %d", i);
        watch_shell(&watches[i], script);
    }
    for (int i = NB - 1; i >= 0; i--) {
        CU_ASSERT(child_write(watches[i].child, strview_from("go\n")));
    }
    for (int i = 0; i < NB; i++) {
        char expected[32];
        snprintf(expected, sizeof(expected), "exit status %d", i);
        watch_run(&watches[i]);
        CU_ASSERT_STRING_EQUAL(watches[i].text.data, "[go]");
        CU_ASSERT_STRING_EQUAL(watches[i].end_text, expected);
        watch_release(&watches[i]);
    }
}

static void stop_loop(ChildWatch *watch, StrView line)
{
    (void)line;
    loop_stop(watch->loop);
}

/// In a process of its own: two children with a grandchild each; says the pids on `fd`, then waits.
static void be_a_parent(int fd)
{
    static const char script[] = "trap '' TERM HUP INT; sleep 100 & echo pids $$ and $!; "
                                 "while :; do sleep 100; done";
    ChildWatch watches[2] = {{.at_line = stop_loop}, {.at_line = stop_loop}};
    for (int i = 0; i < 2; i++) {
        watch_shell(&watches[i], script);
        watch_run(&watches[i]);
        dprintf(fd, "%d %d %d\n", child_pid(watches[i].child), number_in(&watches[i], "pids "),
                number_in(&watches[i], "and "));
    }
    close(fd);
    for (;;) {
        pause();
    }
}

static void test_parent_killed(void)
{
    int ends[2];
    CU_ASSERT_EQUAL_FATAL(pipe2(ends, O_CLOEXEC), 0);
    pid_t parent = fork();
    if (parent == 0) {
        close(ends[0]);
        be_a_parent(ends[1]);
    }
    close(ends[1]);
    FILE *in = fdopen(ends[0], "r");
    int pids[6] = {0};
    for (int i = 0; i < 6; i++) {
        CU_ASSERT_EQUAL(fscanf(in, "%d", &pids[i]), 1);
        CHECK(pids[i] > 1 && process_runs(pids[i]), "process %d: %d", i, pids[i]);
    }
    fclose(in);
    kill(parent, SIGKILL);
    waitpid(parent, NULL, 0);
    for (int i = 0; i < 6; i++) {
        CHECK(process_ends(pids[i]), "process %d of pid %d outlives the parent", i, pids[i]);
    }
}

const TestCase CHILD_END_CASES[] = {
    {"polite_end", test_polite_end},
    {"ignores_sigterm", test_ignores_sigterm},
    {"stopped_group_can_be_killed", test_stopped_group_can_be_killed},
    {"grandchild_holds_stdout", test_grandchild_holds_stdout},
    {"escaped_grandchild", test_escaped_grandchild},
    {"guard_killed_from_outside", test_guard_killed_from_outside},
    {"program_killed_from_outside", test_program_killed_from_outside},
    {"guard_is_not_fooled", test_guard_is_not_fooled},
    {"free_at_any_time", test_free_at_any_time},
    {"many_cycles", test_many_cycles},
    {"many_at_once", test_many_at_once},
    {"parent_killed", test_parent_killed},
    {NULL, NULL},
};
