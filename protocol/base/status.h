// SPDX-License-Identifier: MIT
#ifndef MERELS_BASE_STATUS_H
#define MERELS_BASE_STATUS_H

/// How a call ended, and, for bad input, what was wrong and where.
/// Depends on libc only. Programmer's errors are asserts; everything a user, a file or another
/// program can cause is a Status with a Problem that a person can act on.

#define PROBLEM_TEXT_MAX 512

/// name, short text for people.
#define STATUS_MAP(X)                                                                              \
    X(OK, "ok")                                                                                    \
    X(SYNTAX, "malformed")                                                                         \
    X(UNKNOWN, "unknown name")                                                                     \
    X(RANGE, "out of range")                                                                       \
    X(CONFLICT, "contradiction")                                                                   \
    X(ILLEGAL, "illegal move")                                                                     \
    X(LIMIT, "limit exceeded")                                                                     \
    X(MEMORY, "out of memory")                                                                     \
    X(IO, "input or output failed")                                                                \
    X(CLOSED, "closed")

typedef enum Status {
#define X(name, text) STATUS_##name,
    STATUS_MAP(X)
#undef X
        STATUS_NB
} Status;

/// What was wrong. `text` is one line without a newline, complete enough to be shown as it is:
/// it names the place (file, JSON path, line, word index) and the offending text.
typedef struct Problem {
    Status status;
    char text[PROBLEM_TEXT_MAX]; // NUL-terminated, cut at the end if longer, never empty on error
} Problem;

/// The short text of a status ("out of range"). Static; never NULL.
const char *status_text(Status status);

/// Fills `problem` (may be NULL: nothing is stored) from a printf format and returns `status`, so
/// that a caller can write `return problem_set(problem, STATUS_RANGE, "depth: %d", depth);`.
/// Control characters and bytes above 126 in the result are shown as '?', so the text is one clean
/// line.
Status problem_set(Problem *problem, Status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/// Puts a prefix made from a printf format in front of the text already in `problem` (the place
/// around it: "FILE: " + text). Nothing happens for NULL or STATUS_OK. Returns problem's status
/// (STATUS_OK for NULL).
Status problem_prefix(Problem *problem, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
