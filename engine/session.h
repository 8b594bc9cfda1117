// SPDX-License-Identifier: MIT
#ifndef MERELS_ENGINE_SESSION_H
#define MERELS_ENGINE_SESSION_H

#include <stdbool.h>
#include <stddef.h>

#include "protocol/base/strview.h"

/// One client of the engine: its variants, options, game, and one search or other work at a time.
/// It takes lines and writes lines, as protocol/README.md defines them; it knows no descriptors, so
/// that one process can hold many.
///
/// Invariants: every `go` but perft is answered by exactly one bestmove. A command that would
/// change what a running search works on stops it first. Perft and bench are not cut by what
/// follows them: later commands wait in a queue. All calls from one thread, the session's.

typedef struct Session Session;

#define SESSION_QUEUE_MAX (16u << 20) // bytes of commands that may wait for perft or bench

typedef struct SessionListener {
    void *ctx;
    /// Whole lines out. Any thread; calls must not be mixed.
    void (*write)(void *ctx, StrView lines);
    /// Work has ended, its last line is written: call session_continue from the session's thread.
    /// Any thread.
    void (*on_idle)(void *ctx);
} SessionListener;

Session *session_new(const SessionListener *listener);
/// Ends what runs and frees. No callback comes afterwards.
void session_free(Session *session);

/// Runs one command line (without its newline).
void session_command(Session *session, StrView line);
/// Reports a line that the transport refused: it had `size` bytes, more than `line_max`.
void session_overlong(Session *session, size_t size, size_t line_max);
/// The input has ended: what runs is finished, but infinite and ponder searches are stopped, also
/// those still to come from the queue.
void session_end_input(Session *session);
/// To be called after on_idle: runs the commands that waited.
void session_continue(Session *session);
/// Ends what runs now; what still waits is stopped as soon as it starts.
void session_hurry(Session *session);

/// `quit` was read. Further commands are ignored.
bool session_has_quit(const Session *session);
/// Quit or at the end of input, and nothing runs or waits any more.
bool session_is_done(const Session *session);

#endif
