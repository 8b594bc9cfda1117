// SPDX-License-Identifier: MIT
#include "protocol/wire/command.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/// The words that begin a command.
static const struct {
    const char *word;
    CommandKind kind;
} WORDS[] = {
    {"uci", COMMAND_UCI},
    {"isready", COMMAND_ISREADY},
    {"setoption", COMMAND_SETOPTION},
    {"ucinewgame", COMMAND_UCINEWGAME},
    {"position", COMMAND_POSITION},
    {"go", COMMAND_GO},
    {"stop", COMMAND_STOP},
    {"ponderhit", COMMAND_PONDERHIT},
    {"debug", COMMAND_DEBUG},
    {"register", COMMAND_REGISTER},
    {"quit", COMMAND_QUIT},
    {"d", COMMAND_DISPLAY},
    {"eval", COMMAND_EVAL},
    {"bench", COMMAND_BENCH},
    {"query", COMMAND_QUERY},
};

#define WORD_NB (sizeof WORDS / sizeof WORDS[0])

static const char *const GO_WORDS[GO_NB] = {
#define X(name, text) text,
    GO_MAP(X)
#undef X
};

static CommandKind kind_of(StrView word)
{
    for (size_t i = 0; i < WORD_NB; i++) {
        if (strview_is(word, WORDS[i].word)) {
            return WORDS[i].kind;
        }
    }
    return COMMAND_UNKNOWN;
}

/// The text from `begin` up to `end`, both inside one line, without blanks at its ends.
static StrView text_between(const char *begin, const char *end)
{
    return strview_trim((StrView){begin, (size_t)(end - begin)});
}

// --- go -------------------------------------------------------------------------------------

static int go_key(StrView word) // GO_NB: none
{
    int key = 0;
    while (key < GO_NB && !strview_is(word, GO_WORDS[key])) {
        key++;
    }
    return key;
}

static bool is_go_word(StrView word)
{
    return go_key(word) < GO_NB || strview_is(word, "infinite") || strview_is(word, "ponder") ||
           strview_is(word, "searchmoves");
}

/// "KEY: 'TEXT' is no number", TEXT cut and made printable.
static void complain(CommandComplaints *complaints, int key, StrView text)
{
    if (complaints->nb == COMMAND_COMPLAINTS_MAX) {
        return;
    }
    char shown[40];
    size_t size = text.size < sizeof shown - 4 ? text.size : sizeof shown - 4;
    for (size_t i = 0; i < size; i++) {
        shown[i] = text.data[i] >= ' ' && text.data[i] <= '~' ? text.data[i] : '?';
    }
    strcpy(shown + size, text.size > size ? "..." : "");
    char *out = complaints->text[complaints->nb++];
    if (text.size == 0) {
        snprintf(out, sizeof complaints->text[0], "%s: its number is missing", GO_WORDS[key]);
    } else {
        snprintf(out, sizeof complaints->text[0], "%s: '%s' is no number", GO_WORDS[key], shown);
    }
}

/// The word behind a keyword. Another keyword is not its value and stays in `*rest`.
static void parse_go_value(int key, StrView *rest, GoCommand *go, CommandComplaints *complaints)
{
    StrView behind = *rest;
    StrView word = strview_next_word(&behind);
    if (word.size == 0 || is_go_word(word)) {
        complain(complaints, key, (StrView){NULL, 0});
        return;
    }
    *rest = behind;
    int64_t value = 0;
    if (strview_to_int64(word, &value)) {
        go->has[key] = true;
        go->value[key] = value;
    } else {
        complain(complaints, key, word);
    }
}

static StrView parse_searchmoves(StrView *rest)
{
    const char *begin = NULL;
    const char *end = NULL;
    StrView behind = *rest;
    for (StrView word = strview_next_word(&behind); word.size > 0 && !is_go_word(word);
         word = strview_next_word(&behind)) {
        begin = begin == NULL ? word.data : begin;
        end = word.data + word.size;
        *rest = behind;
    }
    return begin == NULL ? (StrView){NULL, 0} : text_between(begin, end);
}

static void parse_go(StrView rest, GoCommand *go, CommandComplaints *complaints)
{
    for (StrView word = strview_next_word(&rest); word.size > 0; word = strview_next_word(&rest)) {
        int key = go_key(word);
        if (key < GO_NB) {
            parse_go_value(key, &rest, go, complaints);
        } else if (strview_is(word, "infinite")) {
            go->infinite = true;
        } else if (strview_is(word, "ponder")) {
            go->ponder = true;
        } else if (strview_is(word, "searchmoves")) {
            go->has_searchmoves = true;
            go->searchmoves = parse_searchmoves(&rest);
        }
    }
}

// --- setoption and position -----------------------------------------------------------------

/// Takes words off `*rest` until `wanted` has been taken; an empty view when it never comes.
static StrView find_word(StrView *rest, const char *wanted)
{
    StrView word = strview_next_word(rest);
    while (word.size > 0 && !strview_is(word, wanted)) {
        word = strview_next_word(rest);
    }
    return word;
}

static void parse_setoption(StrView rest, Command *out)
{
    if (find_word(&rest, "name").size == 0) {
        return; // without a name: the session says so
    }
    StrView name = rest;
    StrView word = find_word(&rest, "value");
    if (word.size == 0) {
        out->as.setoption.name = strview_trim(name);
        return;
    }
    StrView value = strview_skip(name, (size_t)(word.data + word.size - name.data));
    if (value.size > 0) {
        value = strview_skip(value, 1); // the one blank that separates
    }
    while (value.size > 0 &&
           (value.data[value.size - 1] == '\r' || value.data[value.size - 1] == '\n')) {
        value.size--;
    }
    out->as.setoption.name = text_between(name.data, word.data);
    out->as.setoption.value = value;
    out->as.setoption.has_value = true;
}

static void parse_position(StrView rest, Command *out)
{
    StrView first = strview_next_word(&rest);
    bool startpos = strview_is(first, "startpos");
    StrView fen = rest;
    StrView moves = find_word(&rest, "moves");
    if (moves.size > 0) {
        fen = text_between(fen.data, moves.data);
        out->as.position.moves = strview_trim(rest);
    }
    fen = strview_trim(fen);
    out->as.position.startpos = startpos;
    if (strview_is(first, "fen")) {
        out->as.position.fen = fen;
    } else {
        out->as.position.malformed = !startpos || fen.size > 0;
    }
}

Command command_parse(StrView line, CommandComplaints *complaints)
{
    Command out = {.kind = COMMAND_EMPTY};
    complaints->nb = 0;
    StrView rest = line;
    StrView first = strview_next_word(&rest);
    if (first.size == 0 || first.data[0] == '#') {
        return out;
    }
    StrView word = first;
    out.kind = kind_of(word);
    while (out.kind == COMMAND_UNKNOWN && word.size > 0) {
        word = strview_next_word(&rest);
        out.kind = kind_of(word);
    }
    out.word = word.size > 0 ? word : first;
    switch (out.kind) {
    case COMMAND_SETOPTION:
        parse_setoption(rest, &out);
        break;
    case COMMAND_POSITION:
        parse_position(rest, &out);
        break;
    case COMMAND_GO:
        parse_go(rest, &out.as.go, complaints);
        break;
    case COMMAND_UNKNOWN:
        break;
    default:
        out.as.argument = strview_trim(rest);
        break;
    }
    return out;
}

// --- Writing --------------------------------------------------------------------------------

void command_format_setoption(const char *name, const char *value, StrBuf *out)
{
    strbuf_append_text(out, "setoption name ");
    strbuf_append_text(out, name);
    if (value != NULL) {
        strbuf_append_text(out, " value ");
        strbuf_append_text(out, value);
    }
    strbuf_append_char(out, '\n');
}

void command_format_position(const char *fen, StrView moves, StrBuf *out)
{
    if (fen == NULL || fen[0] == '\0') {
        strbuf_append_text(out, "position startpos");
    } else {
        strbuf_append_text(out, "position fen ");
        strbuf_append_text(out, fen);
    }
    if (moves.size > 0) {
        strbuf_append_text(out, " moves ");
        strbuf_append_view(out, moves);
    }
    strbuf_append_char(out, '\n');
}

void command_format_go(const GoCommand *go, StrBuf *out)
{
    strbuf_append_text(out, "go");
    if (go->ponder) {
        strbuf_append_text(out, " ponder");
    }
    for (int key = 0; key < GO_NB; key++) {
        if (go->has[key]) {
            strbuf_appendf(out, " %s %" PRId64, GO_WORDS[key], go->value[key]);
        }
    }
    if (go->infinite) {
        strbuf_append_text(out, " infinite");
    }
    if (go->has_searchmoves) { // last: some engines take everything behind it for moves
        strbuf_append_text(out, " searchmoves ");
        strbuf_append_view(out, go->searchmoves);
    }
    strbuf_append_char(out, '\n');
}
