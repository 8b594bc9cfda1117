// SPDX-License-Identifier: MIT
#ifndef MERELS_ENGINE_SINK_H
#define MERELS_ENGINE_SINK_H

#include "protocol/base/status.h"
#include "protocol/base/strview.h"

/// Where a session's lines go. The session does not know what is behind it: a pipe, a socket, a
/// test. `write` takes whole lines, is called from any thread, and must not mix the bytes of two
/// calls.
typedef struct Sink {
    void *ctx;
    void (*write)(void *ctx, StrView lines);
} Sink;

/// Writes whole lines. Any thread.
void sink_write(const Sink *sink, StrView lines);

/// Writes lines made from a printf format, the last newline included. Any thread.
void sink_printf(const Sink *sink, const char *format, ...) __attribute__((format(printf, 2, 3)));

/// Writes "info string error: TEXT". Any thread.
void sink_error(const Sink *sink, const char *text);

#endif
