// SPDX-License-Identifier: MIT
#ifndef MERELS_TESTS_TRANSPORT_CHILD_WATCH_H
#define MERELS_TESTS_TRANSPORT_CHILD_WATCH_H

#include "protocol/transport/child.h"

/// A child on a loop of its own, and what has been heard of it. For tests.

typedef struct ChildWatch {
    Loop *loop;
    Child *child;      // NULL when it could not be started or has been freed
    Timer *deadline;
    bool timed_out;    // the loop ran for 20 s
    StrBuf text;       // "[line]" each, "<size>" for one too long; not in quiet mode
    bool quiet;        // count only
    size_t line_nb;
    uint64_t bytes;
    uint64_t arrived_ns; // of the last line
    bool ended;
    char end_text[128];
    uint64_t ended_ns;
    Problem problem;   // why it did not start
    // What a test wants done at a line; may be NULL. Called after the line has been noted.
    void (*at_line)(struct ChildWatch *watch, StrView line);
} ChildWatch;

/// Fills `watch` (zeroed but for quiet and at_line) and starts argv.
Status watch_start(ChildWatch *watch, const char *const argv[], const char *folder);
/// The same for `sh -c SCRIPT`.
Status watch_shell(ChildWatch *watch, const char *script);
/// Runs the loop until the child has ended, loop_stop or the deadline.
void watch_run(ChildWatch *watch);
/// Frees all; the test fails when the deadline passed.
void watch_release(ChildWatch *watch);

/// Waits up to five seconds for a process to be gone or a zombie.
bool process_ends(int pid);
/// Is it there and no zombie?
bool process_runs(int pid);
/// Open descriptors of this process.
int open_fd_nb(void);
void wait_ms(long ms);

#endif
