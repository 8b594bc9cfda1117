// SPDX-License-Identifier: MIT
#ifndef MERELS_TRANSPORT_CHILD_H
#define MERELS_TRANSPORT_CHILD_H

#include "protocol/transport/line_reader.h"
#include "protocol/transport/loop.h"

/// A child process that speaks lines. It runs in a session and process group of its own under a guard (this same
/// program, started again), which ends the whole group when the parent dies in any way, SIGKILL included.
/// Everything on the loop's thread.

#define CHILD_GUARD_ARGUMENT "--child-guard"
#define CHILD_STDERR_KEPT 2048        // bytes of the newest stderr text that are kept
#define CHILD_WRITE_QUEUE_MAX (64u << 20) // bytes; beyond it the child counts as deaf and child_write fails

/// The first thing main does: when argv[1] is CHILD_GUARD_ARGUMENT this process is a guard; the call then never returns.
void child_guard_main(int argc, char **argv);

typedef struct Child Child;

typedef struct ChildListener {
    void *ctx;
    /// One line of its stdout. `arrived_ns`: clock_now_ns read when its bytes were read.
    void (*on_line)(void *ctx, StrView line, uint64_t arrived_ns);
    void (*on_overlong)(void *ctx, StrView head, size_t size, uint64_t arrived_ns);
    /// Once: the process has exited and its output is read to the end (or 200 ms have passed since the exit). `text` says how
    /// ("exit status 3", "killed by signal 11 (Segmentation fault)"). Its group has been killed by then. Only child_free may follow.
    void (*on_end)(void *ctx, const char *text);
} ChildListener;

/// Starts argv[0] (a path; no PATH look-up) with `folder` as working directory (NULL: ours).
/// STATUS_IO when there is no such file, it may not be executed, or no process could be made; nothing is left then.
/// An exec that fails later ends the child with status 126 and a line on its stderr.
Status child_start(Loop *loop, const char *const argv[], const char *folder, const ChildListener *listener,
                   Child **out, Problem *problem);

/// Queues whole lines and returns at once; what can be written is written now. False when the child is gone or deaf.
bool child_write(Child *child, StrView text);
/// No more input: its stdin is closed after what is queued.
void child_close_input(Child *child);
/// SIGTERM, or SIGKILL, to its whole group; nothing if it has ended.
void child_terminate(Child *child);
void child_kill(Child *child);
int child_pid(const Child *child);
/// The newest stderr text, control characters replaced by blanks. Valid until the next call on this child.
const char *child_stderr(Child *child);
/// Kills the group if it still runs and frees when the system is done with it; no callback comes afterwards.
void child_free(Child *child);

/// The path of an executable as a user wrote it: with a '/', relative to `folder`; without one, beside this program, then on PATH.
/// Appends to `out`; STATUS_IO names what was looked for.
Status child_find_program(const char *name, const char *folder, StrBuf *out, Problem *problem);

#endif
