// SPDX-License-Identifier: MIT
#include "protocol/wire/reply.h"

#include <inttypes.h>

// --- option ---------------------------------------------------------------------------------

static const char *const TYPE_WORDS[] = {"check", "spin", "combo", "button", "string"};

#define TYPE_NB (sizeof TYPE_WORDS / sizeof TYPE_WORDS[0])

static bool is_option_word(StrView word)
{
    return strview_is(word, "default") || strview_is(word, "min") || strview_is(word, "max") ||
           strview_is(word, "var");
}

/// Takes words off `*rest` up to the next keyword of an option line. Unless `maybe_none` the first
/// is taken whatever it is: a var may be called "default".
static StrView take_value(StrView *rest, bool maybe_none)
{
    StrView behind = *rest;
    StrView word = strview_next_word(&behind);
    if (word.size == 0 || (maybe_none && is_option_word(word))) {
        return (StrView){NULL, 0};
    }
    const char *begin = word.data;
    const char *end = begin;
    do {
        end = word.data + word.size;
        *rest = behind;
        word = strview_next_word(&behind);
    } while (word.size > 0 && !is_option_word(word));
    return (StrView){begin, (size_t)(end - begin)};
}

static bool parse_type(StrView word, OptionType *out)
{
    for (size_t i = 0; i < TYPE_NB; i++) {
        if (strview_is(word, TYPE_WORDS[i])) {
            *out = (OptionType)i;
            return true;
        }
    }
    return false;
}

static void parse_option_words(StrView rest, Reply *out)
{
    StrView behind = rest;
    for (StrView word = strview_next_word(&behind); word.size > 0;
         word = strview_next_word(&behind)) {
        if (strview_is(word, "default") && out->as.option.type == OPTION_STRING) {
            out->as.option.value = strview_trim(behind); // to the end: it may hold any words
            break;
        }
        if (strview_is(word, "default")) {
            out->as.option.value = take_value(&behind, true);
        } else if (strview_is(word, "min")) {
            StrView value = take_value(&behind, true);
            out->as.option.has_min = strview_to_int64(value, &out->as.option.min);
        } else if (strview_is(word, "max")) {
            StrView value = take_value(&behind, true);
            out->as.option.has_max = strview_to_int64(value, &out->as.option.max);
        } else if (strview_is(word, "var")) {
            if (out->as.option.vars.size == 0) {
                size_t at = (size_t)(word.data - rest.data);
                out->as.option.vars = strview_trim(strview_skip(rest, at));
            }
            take_value(&behind, false);
        }
    }
    if (strview_is(out->as.option.value, "<empty>")) {
        out->as.option.value.size = 0;
    }
}

/// `rest`: all behind the word "option".
static void parse_option(StrView rest, Reply *out)
{
    if (!strview_is(strview_next_word(&rest), "name")) {
        return;
    }
    StrView name = rest;
    StrView word = strview_next_word(&rest);
    while (word.size > 0 && !strview_is(word, "type")) {
        word = strview_next_word(&rest);
    }
    if (word.size == 0) {
        return;
    }
    name.size = (size_t)(word.data - name.data);
    name = strview_trim(name);
    OptionType type = OPTION_CHECK;
    if (name.size == 0 || !parse_type(strview_next_word(&rest), &type)) {
        return;
    }
    out->kind = REPLY_OPTION;
    out->as.option.name = name;
    out->as.option.type = type;
    parse_option_words(rest, out);
}

bool reply_option_has_var(const Reply *option, StrView value)
{
    StrView rest = option->as.option.vars;
    for (StrView word = strview_next_word(&rest); word.size > 0; word = strview_next_word(&rest)) {
        if (strview_is(word, "var") && strview_equal_nocase(take_value(&rest, false), value)) {
            return true;
        }
    }
    return false;
}

// --- info -----------------------------------------------------------------------------------

typedef enum InfoKey {
    INFO_DEPTH,
    INFO_SELDEPTH,
    INFO_MULTIPV,
    INFO_NODES,
    INFO_NPS,
    INFO_HASHFULL,
    INFO_TBHITS,
    INFO_TIME,
    INFO_SCORE,
    INFO_WDL,
    INFO_LOWERBOUND,
    INFO_UPPERBOUND,
    INFO_PV,
    INFO_STRING,
    INFO_OTHER, // known to UCI, of no use here; only ends a pv
    INFO_NONE
} InfoKey;

static const struct {
    const char *word;
    InfoKey key;
} INFO_WORDS[] = {
    {"depth", INFO_DEPTH},
    {"seldepth", INFO_SELDEPTH},
    {"multipv", INFO_MULTIPV},
    {"nodes", INFO_NODES},
    {"nps", INFO_NPS},
    {"hashfull", INFO_HASHFULL},
    {"tbhits", INFO_TBHITS},
    {"time", INFO_TIME},
    {"score", INFO_SCORE},
    {"wdl", INFO_WDL},
    {"lowerbound", INFO_LOWERBOUND},
    {"upperbound", INFO_UPPERBOUND},
    {"pv", INFO_PV},
    {"string", INFO_STRING},
    {"currmove", INFO_OTHER},
    {"currmovenumber", INFO_OTHER},
    {"cpuload", INFO_OTHER},
    {"refutation", INFO_OTHER},
    {"currline", INFO_OTHER},
};

#define INFO_WORD_NB (sizeof INFO_WORDS / sizeof INFO_WORDS[0])

static InfoKey info_key(StrView word)
{
    for (size_t i = 0; i < INFO_WORD_NB; i++) {
        if (strview_is(word, INFO_WORDS[i].word)) {
            return INFO_WORDS[i].key;
        }
    }
    return INFO_NONE;
}

/// Takes the next word if it is a number of at least `min`.
static bool take_number(StrView *rest, int64_t min, int64_t *out)
{
    StrView behind = *rest;
    int64_t value = 0;
    if (!strview_to_int64(strview_next_word(&behind), &value)) {
        return false;
    }
    *rest = behind;
    if (value < min) {
        return false;
    }
    *out = value;
    return true;
}

static void parse_score(StrView *rest, ReplyInfo *info)
{
    StrView behind = *rest;
    StrView word = strview_next_word(&behind);
    ScoreKind kind = strview_is(word, "cp")     ? SCORE_CP
                     : strview_is(word, "mate") ? SCORE_MATE
                                                : SCORE_NONE;
    if (kind == SCORE_NONE) {
        return;
    }
    *rest = behind;
    if (take_number(rest, INT64_MIN, &info->score)) {
        info->score_kind = kind;
    }
}

static void parse_wdl(StrView *rest, ReplyInfo *info)
{
    int64_t parts[3];
    info->has_wdl = true;
    for (int i = 0; i < 3; i++) {
        if (!take_number(rest, 0, &parts[i]) || parts[i] > 1000) {
            info->has_wdl = false;
            return;
        }
        info->wdl[i] = (int)parts[i];
    }
}

/// The words of a pv: up to the next keyword.
static StrView take_pv(StrView *rest)
{
    StrView behind = *rest;
    StrView pv = {NULL, 0};
    for (StrView word = strview_next_word(&behind); word.size > 0 && info_key(word) == INFO_NONE;
         word = strview_next_word(&behind)) {
        if (pv.data == NULL) {
            pv.data = word.data;
        }
        pv.size = (size_t)(word.data + word.size - pv.data);
        *rest = behind;
    }
    return pv;
}

static int64_t *number_of(ReplyInfo *info, InfoKey key)
{
    int64_t *const numbers[] = {
        [INFO_DEPTH] = &info->depth,     [INFO_SELDEPTH] = &info->seldepth,
        [INFO_MULTIPV] = &info->multipv, [INFO_NODES] = &info->nodes,
        [INFO_NPS] = &info->nps,         [INFO_HASHFULL] = &info->hashfull,
        [INFO_TBHITS] = &info->tbhits,   [INFO_TIME] = &info->time_ms,
    };
    return numbers[key];
}

static void info_init(ReplyInfo *info)
{
    *info = (ReplyInfo){.depth = -1,
                        .seldepth = -1,
                        .multipv = -1,
                        .nodes = -1,
                        .nps = -1,
                        .hashfull = -1,
                        .tbhits = -1,
                        .time_ms = -1};
}

static void parse_info(StrView rest, ReplyInfo *info)
{
    info_init(info);
    for (StrView word = strview_next_word(&rest); word.size > 0; word = strview_next_word(&rest)) {
        InfoKey key = info_key(word);
        switch (key) {
        case INFO_SCORE:
            parse_score(&rest, info);
            break;
        case INFO_WDL:
            parse_wdl(&rest, info);
            break;
        case INFO_LOWERBOUND:
            info->bound = BOUND_LOWER;
            break;
        case INFO_UPPERBOUND:
            info->bound = BOUND_UPPER;
            break;
        case INFO_PV:
            info->pv = take_pv(&rest);
            break;
        case INFO_STRING:
            info->string = strview_trim(rest);
            return;
        case INFO_OTHER:
        case INFO_NONE:
            break;
        default:
            take_number(&rest, 0, number_of(info, key));
            break;
        }
    }
}

// --- Lines ----------------------------------------------------------------------------------

static void parse_bestmove(StrView rest, Reply *out)
{
    out->kind = REPLY_BESTMOVE;
    out->as.bestmove.rest = strview_trim(rest);
    out->as.bestmove.move = strview_next_word(&rest);
    if (strview_is(strview_next_word(&rest), "ponder")) {
        out->as.bestmove.ponder = strview_next_word(&rest);
    }
}

static void parse_id(StrView rest, Reply *out)
{
    StrView word = strview_next_word(&rest);
    if (strview_is(word, "name") || strview_is(word, "author")) {
        out->kind = strview_is(word, "name") ? REPLY_ID_NAME : REPLY_ID_AUTHOR;
        out->as.text = strview_trim(rest);
    }
}

Reply reply_parse(StrView line)
{
    Reply out = {.kind = REPLY_OTHER};
    StrView rest = line;
    StrView word = strview_next_word(&rest);
    if (strview_is(word, "info")) {
        out.kind = REPLY_INFO;
        parse_info(rest, &out.as.info);
    } else if (strview_is(word, "bestmove")) {
        parse_bestmove(rest, &out);
    } else if (strview_is(word, "readyok")) {
        out.kind = REPLY_READYOK;
    } else if (strview_is(word, "uciok")) {
        out.kind = REPLY_UCIOK;
    } else if (strview_is(word, "id")) {
        parse_id(rest, &out);
    } else if (strview_is(word, "option")) {
        parse_option(rest, &out);
    } else if (strview_is(word, "response")) {
        out.kind = REPLY_RESPONSE;
        out.as.text = strview_trim(rest);
    }
    return out;
}

// --- Writing --------------------------------------------------------------------------------

static void append_number(const char *word, int64_t value, StrBuf *out)
{
    if (value >= 0) {
        strbuf_appendf(out, " %s %" PRId64, word, value);
    }
}

static void append_text(const char *word, StrView text, StrBuf *out)
{
    if (text.size > 0) {
        strbuf_appendf(out, " %s ", word);
        strbuf_append_view(out, text);
    }
}

void reply_format_info(const ReplyInfo *info, StrBuf *out)
{
    strbuf_append_text(out, "info");
    append_number("depth", info->depth, out);
    append_number("seldepth", info->seldepth, out);
    append_number("multipv", info->multipv, out);
    if (info->score_kind != SCORE_NONE) {
        strbuf_appendf(out, " score %s %" PRId64, info->score_kind == SCORE_CP ? "cp" : "mate",
                       info->score);
        strbuf_append_text(out, info->bound == BOUND_LOWER   ? " lowerbound"
                                : info->bound == BOUND_UPPER ? " upperbound"
                                                             : "");
    }
    if (info->has_wdl) {
        strbuf_appendf(out, " wdl %d %d %d", info->wdl[0], info->wdl[1], info->wdl[2]);
    }
    append_number("nodes", info->nodes, out);
    append_number("nps", info->nps, out);
    append_number("hashfull", info->hashfull, out);
    append_number("tbhits", info->tbhits, out);
    append_number("time", info->time_ms, out);
    append_text("pv", info->pv, out);
    append_text("string", info->string, out);
    strbuf_append_char(out, '\n');
}

void reply_format_bestmove(const char *move, const char *ponder, StrBuf *out)
{
    strbuf_append_text(out, "bestmove ");
    strbuf_append_text(out, move);
    if (ponder != NULL && ponder[0] != '\0') {
        strbuf_append_text(out, " ponder ");
        strbuf_append_text(out, ponder);
    }
    strbuf_append_char(out, '\n');
}
