// SPDX-License-Identifier: MIT
#ifndef MERELS_WIRE_COMMAND_H
#define MERELS_WIRE_COMMAND_H

#include <stdbool.h>
#include <stdint.h>

#include "protocol/base/strbuf.h"
#include "protocol/base/strview.h"

/// Lines to an engine <-> Command. Syntax only: moves and positions stay text. Pure functions over
/// one table of words; views point into the line that was parsed. Any thread.

typedef enum CommandKind {
    COMMAND_EMPTY,   // blank or a comment ('#' as its first character)
    COMMAND_UNKNOWN, // no known word in it; `word` is the first
    COMMAND_UCI,
    COMMAND_ISREADY,
    COMMAND_SETOPTION,
    COMMAND_UCINEWGAME,
    COMMAND_POSITION,
    COMMAND_GO,
    COMMAND_STOP,
    COMMAND_PONDERHIT,
    COMMAND_DEBUG,
    COMMAND_REGISTER, // accepted, without effect
    COMMAND_QUIT,
    COMMAND_DISPLAY, // d
    COMMAND_EVAL,
    COMMAND_BENCH,
    COMMAND_QUERY,
    COMMAND_NB
} CommandKind;

/// name in the bit set, word on the wire, takes a number.
#define GO_MAP(X)                                                                                  \
    X(WTIME, "wtime")                                                                              \
    X(BTIME, "btime")                                                                              \
    X(WINC, "winc")                                                                                \
    X(BINC, "binc")                                                                                \
    X(MOVESTOGO, "movestogo")                                                                      \
    X(DEPTH, "depth")                                                                              \
    X(NODES, "nodes")                                                                              \
    X(MATE, "mate")                                                                                \
    X(MOVETIME, "movetime")                                                                        \
    X(PERFT, "perft")

typedef enum GoKey {
#define X(name, text) GO_##name,
    GO_MAP(X)
#undef X
        GO_NB
} GoKey;

typedef struct GoCommand {
    bool has[GO_NB];      // given with a number
    int64_t value[GO_NB]; // ms, plies, nodes, moves: as sent, may be zero, negative or huge
    bool infinite, ponder;
    bool has_searchmoves;
    StrView searchmoves; // the words after searchmoves up to the next go keyword
} GoCommand;

typedef struct Command {
    CommandKind kind;
    StrView word; // the command word itself
    union {
        struct {
            StrView name;  // trimmed; inner blanks kept
            StrView value; // exactly as sent behind the one blank after "value", CR stripped; may
                           // hold "value" and blanks
            bool has_value;
        } setoption;
        struct {
            bool startpos;
            StrView fen;    // for "position fen": all up to the word "moves", trimmed
            StrView moves;  // all behind the word "moves"; may be empty
            bool malformed; // neither startpos nor fen, or words between startpos and moves
        } position;
        GoCommand go;
        StrView argument; // debug, query, bench, register: the rest of the line, trimmed
    } as;
} Command;

#define COMMAND_COMPLAINTS_MAX 8

/// What was ignored in a line: one short text each ("wtime: 'x' is no number").
typedef struct CommandComplaints {
    int nb; // at most COMMAND_COMPLAINTS_MAX; further ones are dropped
    char text[COMMAND_COMPLAINTS_MAX][96];
} CommandComplaints;

/// Parses one line (without its newline; CR, tabs, leading blanks allowed). Never fails: unknown
/// words in front of a command word are skipped, as UCI asks, but only at the beginning of a line.
/// A go value that is no number is complained of and ignored with its keyword; unknown words inside
/// go are skipped; of a repeated keyword the last counts. `complaints` is always written.
Command command_parse(StrView line, CommandComplaints *complaints);

/// The other direction, for programs that drive an engine. Each appends one line with its newline.
void command_format_setoption(const char *name, const char *value,
                              StrBuf *out); // value NULL: a button
/// fen NULL or "": startpos. `moves`: wire tokens separated by single blanks, may be empty.
void command_format_position(const char *fen, StrView moves, StrBuf *out);
void command_format_go(const GoCommand *go, StrBuf *out);

#endif
