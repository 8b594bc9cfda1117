// SPDX-License-Identifier: MIT
#ifndef MERELS_TESTS_ENGINE_DRIVER_H
#define MERELS_TESTS_ENGINE_DRIVER_H

#include <stdbool.h>
#include <stddef.h>

/// The real merels-engine as a child process, driven by lines as any client would. Every wait has a
/// deadline. One owner, one thread.

typedef struct Engine Engine;

/// What the engine finds as its standard input.
typedef enum EngineInput {
    INPUT_PIPE,
    INPUT_FILE,    // a regular file with the text given
    INPUT_NULL,    // /dev/null
    INPUT_CLOSED,  // no descriptor at all
    INPUT_TERMINAL // a pseudo-terminal, for input and output
} EngineInput;

#define ENGINE_WAIT_MS                                                                             \
    20000 // patience for what should come at once: the machine may be busy, the program sanitized
#define ENGINE_STATUS_NONE (-1)    // it has not ended
#define ENGINE_NOTHING "(nothing)" // in place of a line that did not come; no line is like it

/// Are there pseudo-terminals here? A bare chroot has none.
bool engine_has_terminals(void);

/// Starts it with a pipe. Aborts the test program when there is no such program.
Engine *engine_start(void);
/// `text`: the contents of INPUT_FILE (else NULL). `arguments`: after the program's name, ends with
/// NULL (NULL: none).
Engine *engine_start_with(EngineInput input, const char *text, const char *const arguments[]);
/// Kills it if it still runs, and frees.
void engine_free(Engine *engine);

/// Sends a line (printf format, the newline is added).
void engine_send(Engine *engine, const char *format, ...) __attribute__((format(printf, 2, 3)));
void engine_send_bytes(Engine *engine, const char *bytes, size_t size);
void engine_close_input(Engine *engine);
/// Closes our end of its output: whatever it writes then fails.
void engine_close_output(Engine *engine);

/// The next line that starts with `prefix`, those before it being skipped; ENGINE_NOTHING when none
/// comes in time or the output ends. CR is stripped. Valid until the engine is freed.
const char *engine_expect(Engine *engine, const char *prefix, int wait_ms);
/// The same with ENGINE_WAIT_MS.
const char *engine_line(Engine *engine, const char *prefix);
/// The same, but only whether it came.
bool engine_says(Engine *engine, const char *prefix);
/// Sends isready and waits for readyok, skipping what comes before. False when it does not come.
bool engine_ready(Engine *engine);
/// Reads for `wait_ms`; returns how many lines came (they are skipped).
int engine_silence(Engine *engine, int wait_ms);
/// How many of the lines read so far start with `prefix`.
int engine_count(const Engine *engine, const char *prefix);
/// How many lines have been read, and each of them.
size_t engine_line_nb(const Engine *engine);
const char *engine_nth(const Engine *engine, size_t index);
/// Only lines from here on count for engine_count.
void engine_mark(Engine *engine);

/// Reads to the end of output and waits for the exit: its status, 128 + the number of the signal
/// that killed it, or ENGINE_STATUS_NONE.
int engine_end(Engine *engine, int wait_ms);
/// Processor time it has used so far, over all threads.
double engine_cpu_ms(const Engine *engine);
/// Its present number of threads.
int engine_thread_nb(const Engine *engine);

/// Milliseconds on a monotonic clock.
double engine_now_ms(void);

#endif
