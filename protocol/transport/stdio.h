// SPDX-License-Identifier: MIT
#ifndef MERELS_TRANSPORT_STDIO_H
#define MERELS_TRANSPORT_STDIO_H

#include "protocol/transport/line_reader.h"
#include "protocol/transport/loop.h"

/// Lines of the process's own standard input and output. Standard input may be a pipe, a file, a
/// terminal, /dev/null or closed: it is read by a thread of its own with read(), because an event
/// loop refuses some of these.

typedef struct Input Input;

typedef struct InputListener {
    void *ctx;
    void (*on_line)(void *ctx, StrView line); // on the loop's thread, in order
    void (*on_overlong)(void *ctx, StrView head, size_t size);
    void (*on_end)(void *ctx); // once, after the last line
} InputListener;

/// Starts reading descriptor `fd` (not closed by this). The queue between thread and loop holds at
/// most one line beyond 1 MiB of text: the reader waits when the loop is slow. Keeps the loop
/// running until input_free.
Input *input_new(Loop *loop, int fd, size_t line_max, const InputListener *listener);
/// Stops the thread (also while it waits in read()) and frees; no callback comes afterwards. May be
/// called in a callback of this input.
void input_free(Input *input);

typedef struct Output Output;

/// Lines to descriptor `fd`. Thread-safe; each call writes its bytes whole and unmixed, before it
/// returns. Nothing is buffered.
Output *output_new(int fd);
void output_free(Output *output);
/// `text` holds whole lines. False when the other side is gone (then and ever after); the bytes are
/// dropped. Waits while the other side does not read. SIGPIPE must be ignored.
bool output_write(Output *output, StrView text);

#endif
