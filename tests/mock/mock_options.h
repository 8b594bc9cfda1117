// SPDX-License-Identifier: MIT
#ifndef MERELS_TESTS_MOCK_OPTIONS_H
#define MERELS_TESTS_MOCK_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

/// The command line of the mock engine; README.md explains every word of it.

#define MOCK_FAULT_MAX 16

/// What a fault belongs to: its default trigger.
typedef enum MockEvent {
    EVENT_START,
    EVENT_UCI,
    EVENT_ISREADY,
    EVENT_NEWGAME,
    EVENT_POSITION,
    EVENT_GO,
    EVENT_NB
} MockEvent;

/// name, word, default event, default number (-1: takes none).
#define MOCK_FAULT_MAP(X)                                                                          \
    X(CRASH, "crash", EVENT_GO, -1)                                                                \
    X(EXIT, "exit", EVENT_GO, 0)                                                                   \
    X(SILENT, "silent", EVENT_GO, -1)                                                              \
    X(STALL, "stall", EVENT_GO, -1)                                                                \
    X(NO_UCIOK, "no_uciok", EVENT_UCI, -1)                                                         \
    X(SLOW_UCIOK, "slow_uciok", EVENT_UCI, 3000)                                                   \
    X(NO_READYOK, "no_readyok", EVENT_ISREADY, -1)                                                 \
    X(SLOW_READYOK, "slow_readyok", EVENT_ISREADY, 3000)                                           \
    X(EXTRA_READYOK, "extra_readyok", EVENT_ISREADY, -1)                                           \
    X(EXIT_AFTER_BESTMOVE, "exit_after_bestmove", EVENT_GO, 0)                                     \
    X(FLOOD_SLOW, "flood_slow", EVENT_GO, -1)                                                      \
    X(FLOOD, "flood", EVENT_GO, -1)                                                                \
    X(ILLEGAL, "illegal", EVENT_GO, -1)                                                            \
    X(EMPTY, "empty", EVENT_GO, -1)                                                                \
    X(MALFORMED, "malformed", EVENT_GO, -1)                                                        \
    X(NONE_MOVE, "none_move", EVENT_GO, -1)                                                        \
    X(DRAW_WORD, "draw_word", EVENT_GO, -1)                                                        \
    X(RESIGN_WORD, "resign_word", EVENT_GO, -1)                                                    \
    X(LATE, "late", EVENT_GO, 3000)                                                                \
    X(SPLIT, "split", EVENT_GO, -1)                                                                \
    X(MEGALINE, "megaline", EVENT_GO, 1048576)                                                     \
    X(TWO_BESTMOVES, "two_bestmoves", EVENT_GO, -1)                                                \
    X(STDERR_FLOOD, "stderr_flood", EVENT_GO, 100000)                                              \
    X(CRLF, "crlf", EVENT_START, -1)                                                               \
    X(IGNORE_QUIT, "ignore_quit", EVENT_START, -1)

typedef enum MockFaultKind {
#define X(name, word, event, number) FAULT_##name,
    MOCK_FAULT_MAP(X)
#undef X
        FAULT_NB
} MockFaultKind;

typedef struct MockFault {
    MockFaultKind kind;
    MockEvent event;
    int64_t number;      // milliseconds, bytes or an exit status
    int at;              // from this event of its kind on, counted from 1 in this process
    int at_ply;          // and from this ply of the game on
    int life_from;       // and only in these lives, counted from 1
    int life_to;
    bool once;           // only the first time in this process
    const char *file;    // only if this file does not exist yet; it is made then. NULL: always
    bool happened;       // has been due in this process
    bool is_refused;     // somebody else has made the file
} MockFault;

typedef struct MockOptions {
    const char *name;
    const char *variants; // names with commas; NULL: all that are built in
    const char *digest;   // "right", "wrong", "none", or the text to send
    const char *script;   // moves with commas; NULL: none
    const char *scores;   // with commas; NULL: none
    const char *log;      // a file's name; NULL: none
    const char *life_file;
    bool no_variant;
    bool is_random;
    uint64_t seed;
    int64_t delay_ms;  // before every move
    int64_t info_nb;   // info lines for every move
    int fault_nb;
    MockFault faults[MOCK_FAULT_MAX];
} MockOptions;

/// Reads the command line. False with a message on stderr for anything that is not understood.
bool mock_options_read(int argc, char **argv, MockOptions *options);

/// Item `index` (from 0) of a list with commas; the last one for an index beyond it when
/// `repeat_last`, else false.
bool mock_options_item(const char *list, int64_t index, bool repeat_last, const char **item,
                       int *size);

#endif
