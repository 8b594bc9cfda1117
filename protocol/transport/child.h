// SPDX-License-Identifier: MIT
#ifndef MERELS_TRANSPORT_CHILD_H
#define MERELS_TRANSPORT_CHILD_H

#include "protocol/transport/child_guard.h"   // child_guard_main, for main
#include "protocol/transport/child_program.h" // child_find_program
#include "protocol/transport/line_reader.h"
#include "protocol/transport/loop.h"

/// A child process that speaks lines. It runs in a session and process group of its own under a
/// guard (this same program, started again; child_guard.h), which ends the whole group when the
/// parent dies in any way, SIGKILL included, and when the program ends. Everything on the loop's
/// thread, which must live as long as the process: to the kernel its end is the parent's death.

#define CHILD_STDERR_KEPT 2048            // bytes of the newest stderr text that are kept
#define CHILD_WRITE_QUEUE_MAX (64u << 20) // bytes; beyond it the child is deaf, child_write fails
#define CHILD_GRACE_MS 200                // how long output may stay open after the exit

typedef struct Child Child;

typedef struct ChildListener {
    void *ctx;
    /// One line of its stdout. `arrived_ns`: clock_now_ns read when its bytes were read.
    void (*on_line)(void *ctx, StrView line, uint64_t arrived_ns);
    void (*on_overlong)(void *ctx, StrView head, size_t size, uint64_t arrived_ns);
    /// Once: the process has exited and its output is read to the end (or CHILD_GRACE_MS have
    /// passed since the exit). `text` says how ("exit status 3", "killed by signal 11 (Segmentation
    /// fault)"). Its group has been killed by then. Only child_stderr and child_free may follow.
    void (*on_end)(void *ctx, const char *text);
} ChildListener;

/// Starts argv[0] (a path; no PATH look-up; relative to our own working directory) with `folder` as
/// its working directory (NULL: ours). STATUS_IO when there is no such file or folder, it may not
/// be executed, or no process could be made; nothing is left then. An exec that fails later ends
/// the child with status 126 and a line on its stderr. main must have called child_guard_main and
/// transport_prepare_process (SIGPIPE must be ignored).
Status child_start(Loop *loop, const char *const argv[], const char *folder,
                   const ChildListener *listener, Child **out, Problem *problem);

/// Queues whole lines and returns at once; what can be written is written now. False when the child
/// is gone or deaf; lines that it sent before may still come.
bool child_write(Child *child, StrView text);
/// No more input: its stdin is closed after what is queued.
void child_close_input(Child *child);
/// SIGTERM to its whole group; nothing if it has ended.
void child_terminate(Child *child);
/// SIGKILL to the program, then to what is left of its group, by the guard, which reaps the
/// program; nothing if it has ended.
void child_kill(Child *child);
/// The process id of its guard, which is the id of its process group and session.
int child_pid(const Child *child);
/// The newest stderr text, control characters replaced by blanks, trimmed. Valid until the next
/// call on this child.
const char *child_stderr(Child *child);
/// child_kill if it still runs; frees when the system is done with it; no callback comes
/// afterwards. May be called in a callback of this child.
void child_free(Child *child);

#endif
