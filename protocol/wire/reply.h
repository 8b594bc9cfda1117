// SPDX-License-Identifier: MIT
#ifndef MERELS_WIRE_REPLY_H
#define MERELS_WIRE_REPLY_H

#include <stdbool.h>
#include <stdint.h>

#include "protocol/base/strbuf.h"
#include "protocol/base/strview.h"

/// Lines from an engine <-> Reply. Syntax only; views point into the parsed line. Pure; any thread.

typedef enum ReplyKind {
    REPLY_OTHER, // nothing we know; harmless
    REPLY_ID_NAME,
    REPLY_ID_AUTHOR,
    REPLY_OPTION,
    REPLY_UCIOK,
    REPLY_READYOK,
    REPLY_BESTMOVE,
    REPLY_INFO,
    REPLY_RESPONSE,
    REPLY_NB
} ReplyKind;

typedef enum OptionType {
    OPTION_CHECK,
    OPTION_SPIN,
    OPTION_COMBO,
    OPTION_BUTTON,
    OPTION_STRING
} OptionType;

typedef enum ScoreKind { SCORE_NONE, SCORE_CP, SCORE_MATE } ScoreKind;
typedef enum ScoreBound { BOUND_EXACT, BOUND_LOWER, BOUND_UPPER } ScoreBound;

/// An info line. Absent numbers are -1 (score: kind SCORE_NONE).
typedef struct ReplyInfo {
    int64_t depth, seldepth, multipv, nodes, nps, hashfull, tbhits, time_ms;
    ScoreKind score_kind;
    ScoreBound bound;
    int64_t score; // cp, or moves to mate (negative: being mated), for the engine's side to move
    bool has_wdl;
    int wdl[3];     // per mille
    StrView pv;     // words separated by blanks; empty when absent
    StrView string; // the rest of the line behind "string"; empty when absent
} ReplyInfo;

typedef struct Reply {
    ReplyKind kind;
    union {
        StrView text; // id name, id author, response: the rest of the line, trimmed
        struct {
            StrView name;
            OptionType type;
            StrView value; // default; empty when absent; "<empty>" is given as empty
            bool has_min, has_max;
            int64_t min, max;
            StrView vars; // the part of the line from the first " var " on; reply_option_has_var
                          // walks it
        } option;
        struct {
            StrView move; // empty when missing
            StrView ponder;
            StrView rest; // the whole text behind "bestmove", trimmed: what to quote
        } bestmove;
        ReplyInfo info;
    } as;
} Reply;

/// Parses one line (CR, tabs, leading and trailing blanks allowed). Never fails; numbers that are
/// none count as absent.
Reply reply_parse(StrView line);

/// Is `value` among the vars of a parsed combo option (case ignored)?
bool reply_option_has_var(const Reply *option, StrView value);

/// The other direction, for engines: appends one line with its newline. Absent values (see
/// ReplyInfo) are left out, in the order depth seldepth multipv score [bound] [wdl] nodes nps
/// hashfull tbhits time pv (or string).
void reply_format_info(const ReplyInfo *info, StrBuf *out);
/// ponder may be empty.
void reply_format_bestmove(const char *move, const char *ponder, StrBuf *out);

#endif
