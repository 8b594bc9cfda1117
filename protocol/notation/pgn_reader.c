// SPDX-License-Identifier: MIT
// The reading half of pgn.h.
#include "protocol/notation/pgn.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "protocol/base/memory.h"

#define TAG_NB_MAX 256    // tags of one game
#define TOKEN_SIZE_MAX 64 // bytes of one word of the movetext

/// A game under way. `at` only grows.
typedef struct Reader {
    StrView text;    // from the beginning of the game on
    size_t at;       // bytes read
    size_t line;     // of the byte at `at`
    int newlines;    // since the last thing that was read: 2 mean a blank line
    bool line_start; // nothing but blanks between the beginning of the line and `at`
    bool in_moves;   // movetext has begun
    bool over;       // the game ends before `at`
    StrBuf comment;  // comments since the last move
    PgnGame *game;
    Problem *problem;
    bool broken; // the game cannot be read; `problem` says why
} Reader;

static bool is_blank_or_control(char c)
{
    return (c >= '\0' && c <= ' ') || c == 0x7f;
}

static int peek(const Reader *r, size_t ahead)
{
    size_t at = r->at + ahead;
    return at < r->text.size ? (unsigned char)r->text.data[at] : -1;
}

/// Is the byte at `at` the end of a line? CR LF, LF and CR end one; of CR LF it is the LF.
static bool ends_line(StrView text, size_t at)
{
    char c = text.data[at];
    return c == '\n' || (c == '\r' && (at + 1 == text.size || text.data[at + 1] != '\n'));
}

static void step(Reader *r)
{
    assert(r->at < r->text.size);
    if (ends_line(r->text, r->at)) {
        r->line++;
        r->newlines++;
        r->line_start = true;
    } else if (!is_blank_or_control(r->text.data[r->at])) {
        r->newlines = 0;
        r->line_start = false;
    }
    r->at++;
}

static void step_to(Reader *r, size_t at)
{
    while (r->at < at) {
        step(r);
    }
}

static void skip_line(Reader *r)
{
    size_t line = r->line;
    while (r->line == line && r->at < r->text.size) {
        step(r);
    }
}

static bool is_space(int c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

/// White space, escape lines and byte-order marks.
static void skip_space(Reader *r)
{
    for (;;) {
        bool column_0 = r->at == 0 || ends_line(r->text, r->at - 1);
        int c = peek(r, 0);
        if (c == '%' && column_0) {
            int newlines = r->newlines;
            skip_line(r);
            r->newlines = newlines; // an escape line is no blank line
        } else if (c == 0xEF && peek(r, 1) == 0xBB && peek(r, 2) == 0xBF) {
            r->at += 3;
        } else if (is_space(c)) {
            step(r);
        } else {
            return;
        }
    }
}

static void complain(Reader *r, size_t line, const char *reason)
{
    if (!r->broken) {
        problem_set(r->problem, STATUS_SYNTAX, "line %zu: %s (in the game that begins in line %zu)",
                    line, reason, r->game->line);
    }
    r->broken = true;
}

static bool is_name_char(int c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/// Does the text at `at` begin with [NAME "? At the beginning of a line it is the sign of a tag.
static bool looks_like_tag(StrView text, size_t at)
{
    if (text.data[at++] != '[') {
        return false;
    }
    size_t begin = at;
    while (at < text.size && is_name_char((unsigned char)text.data[at])) {
        at++;
    }
    if (at == begin) {
        return false;
    }
    while (at < text.size && (text.data[at] == ' ' || text.data[at] == '\t')) {
        at++;
    }
    return at < text.size && text.data[at] == '"';
}

/// Inside a comment or a variation that has no end a tag shows where the next game begins.
static bool at_next_game(const Reader *r)
{
    return r->line_start && peek(r, 0) == '[' && looks_like_tag(r->text, r->at);
}

/// Appends `text` as words separated by single blanks.
static void append_words(StrBuf *out, StrView text)
{
    bool gap = out->size > 0;
    for (size_t i = 0; i < text.size; i++) {
        if (is_blank_or_control(text.data[i])) {
            gap = out->size > 0;
            continue;
        }
        if (gap) {
            strbuf_append_char(out, ' ');
            gap = false;
        }
        strbuf_append_char(out, text.data[i]);
    }
}

static void end_of_part_missing(Reader *r, size_t line, const char *reason)
{
    complain(r, line, reason);
    r->over = true;
}

/// "{...}". What it holds is kept only when `keep`: not inside variations.
static void read_comment(Reader *r, bool keep)
{
    size_t line = r->line;
    step(r);
    size_t begin = r->at;
    while (peek(r, 0) != '}') {
        if (peek(r, 0) < 0 || at_next_game(r)) {
            end_of_part_missing(r, line, "a comment has no '}'");
            return;
        }
        step(r);
    }
    if (keep) {
        append_words(&r->comment, (StrView){r->text.data + begin, r->at - begin});
    }
    step(r);
}

/// "; ..." to the end of the line.
static void read_line_comment(Reader *r, bool keep)
{
    size_t begin = r->at + 1;
    skip_line(r);
    if (keep) {
        append_words(&r->comment, (StrView){r->text.data + begin, r->at - begin});
    }
}

/// "(...)", nested to any depth.
static void skip_variation(Reader *r)
{
    size_t line = r->line;
    size_t depth = 0;
    do {
        skip_space(r);
        int c = peek(r, 0);
        if (c < 0 || at_next_game(r)) {
            end_of_part_missing(r, line, "a variation has no ')'");
            return;
        }
        if (c == '{') {
            read_comment(r, false);
            continue;
        }
        if (c == ';') {
            read_line_comment(r, false);
            continue;
        }
        depth += c == '(';
        depth -= c == ')';
        step(r);
    } while (depth > 0 && !r->over);
}

static char *take_comment(Reader *r)
{
    char *text = r->comment.size > 0 ? memory_copy_text(r->comment.data) : NULL;
    strbuf_clear(&r->comment);
    return text;
}

/// The comments read so far belong to the last move, or to the game before its first.
static void flush_comment(Reader *r)
{
    PgnGame *game = r->game;
    if (r->comment.size == 0) {
        return;
    }
    if (game->move_nb > 0) {
        free(game->moves[game->move_nb - 1].comment);
        game->moves[game->move_nb - 1].comment = take_comment(r);
    } else {
        free(game->comment);
        game->comment = take_comment(r);
    }
}

/// Finds the quote that ends the tag value beginning at `at` (behind its opening quote): the first
/// one that is not escaped, if ']' follows; else, as some programs escape nothing, the last one in
/// front of the line's last ']'. text.size when there is none. `*end` is the index behind the ']'.
static size_t find_value_end(StrView text, size_t at, size_t *end)
{
    size_t i = at;
    while (i < text.size && text.data[i] != '"' && !ends_line(text, i)) {
        i += text.data[i] == '\\' && i + 1 < text.size && !ends_line(text, i + 1) ? 2 : 1;
    }
    size_t behind = i + 1;
    while (behind < text.size && (text.data[behind] == ' ' || text.data[behind] == '\t')) {
        behind++;
    }
    if (i < text.size && text.data[i] == '"' && behind < text.size && text.data[behind] == ']') {
        *end = behind + 1;
        return i;
    }
    size_t quote = text.size;
    size_t candidate = text.size;
    for (i = at; i < text.size && !ends_line(text, i); i++) {
        if (text.data[i] == '"') {
            candidate = i;
        } else if (text.data[i] == ']' && candidate != text.size) {
            quote = candidate;
            *end = i + 1;
        } else if (text.data[i] != ' ' && text.data[i] != '\t') {
            candidate = text.size;
        }
    }
    return quote;
}

static char *unescape(StrView value)
{
    char *out = memory_new(value.size + 1, 1);
    size_t size = 0;
    for (size_t i = 0; i < value.size; i++) {
        char c = value.data[i];
        char next = i + 1 < value.size ? value.data[i + 1] : '\0';
        if (c == '\\' && (next == '"' || next == '\\')) {
            c = next;
            i++;
        }
        out[size++] = is_blank_or_control(c) ? ' ' : c;
    }
    return out;
}

/// Is a tag of this name another game's? Names stand once in a game, and Event comes first.
static bool begins_next_game(const Reader *r, const char *name)
{
    bool event = strcmp(name, "Event") == 0;
    bool repeated = pgn_game_tag(r->game, name) != NULL;
    return r->game->tag_nb > 0 && (event || repeated) && (r->newlines > 1 || (event && repeated));
}

static void add_tag(Reader *r, StrView name, StrView value)
{
    if (pgn_game_tag(r->game, name.data) != NULL) {
        complain(r, r->line, "the same tag stands twice");
    } else if (r->game->tag_nb == TAG_NB_MAX) {
        complain(r, r->line, "too many tags");
    } else {
        char *text = unescape(value);
        pgn_game_add_tag(r->game, name.data, text);
        free(text);
    }
}

/// [NAME "VALUE"]. A line with anything else behind '[' spoils the game and is skipped.
static void read_tag(Reader *r)
{
    char name[TOKEN_SIZE_MAX] = "";
    size_t size = 0;
    size_t at = r->at + 1;
    while (at < r->text.size && is_name_char((unsigned char)r->text.data[at])) {
        if (size + 1 < sizeof name) {
            name[size++] = r->text.data[at];
        }
        at++;
    }
    while (at < r->text.size && (r->text.data[at] == ' ' || r->text.data[at] == '\t')) {
        at++;
    }
    if (begins_next_game(r, name)) {
        r->over = true;
        return;
    }
    size_t end = 0;
    size_t quote = r->text.size;
    if (size > 0 && at < r->text.size && r->text.data[at] == '"') {
        quote = find_value_end(r->text, at + 1, &end);
    }
    if (quote == r->text.size) {
        complain(r, r->line, "a tag is not of the form [Name \"value\"]");
        skip_line(r);
        return;
    }
    add_tag(r, (StrView){name, size}, (StrView){r->text.data + at + 1, quote - at - 1});
    step_to(r, end);
}

/// "12." and "12...", or bare digits; false (nothing read) when the word is something else.
static bool read_number(Reader *r)
{
    size_t digits = 0;
    while (peek(r, digits) >= '0' && peek(r, digits) <= '9') {
        digits++;
    }
    size_t dots = 0;
    while (peek(r, digits + dots) == '.') {
        dots++;
    }
    int behind = peek(r, digits + dots);
    bool pass = digits == 4 && dots == 0 && memcmp(r->text.data + r->at, "0000", 4) == 0;
    bool ends = behind < 0 || is_space(behind) || strchr("{}();$", behind) != NULL;
    if (pass || digits + dots == 0 || (dots == 0 && !ends)) {
        return false;
    }
    bool first = digits == 1 && peek(r, 0) == '1' && dots == 1;
    if (first && r->newlines > 1 && r->game->move_nb > 0) {
        r->over = true; // a game without tags behind one without an end mark
        return true;
    }
    step_to(r, r->at + digits + dots);
    return true;
}

static bool read_result(const char *word, Result *out)
{
    for (Result result = RESULT_NONE; result <= RESULT_DRAW; result++) {
        if (strcmp(word, result_text(result)) == 0) {
            *out = result;
            return true;
        }
    }
    if (strcmp(word, "1/2") == 0) {
        *out = RESULT_DRAW;
        return true;
    }
    return false;
}

/// Behind the end mark: a comment on the same line still belongs to this game.
static void read_end(Reader *r)
{
    r->game->has_end_mark = true;
    r->over = true;
    while (peek(r, 0) == ' ' || peek(r, 0) == '\t') {
        step(r);
    }
    if (peek(r, 0) == '{') {
        read_comment(r, true);
    } else if (peek(r, 0) == ';') {
        read_line_comment(r, true);
    }
}

/// A move, a result, an annotation ("!?", "$6").
static void read_word(Reader *r)
{
    char word[TOKEN_SIZE_MAX];
    size_t size = 0;
    size_t line = r->line;
    int c = peek(r, 0);
    do {
        if (c < ' ' || c > '~') {
            complain(r, line, "an unreadable character in the moves");
        }
        if (size < sizeof word) {
            word[size++] = (char)c;
        }
        step(r);
        c = peek(r, 0);
    } while (c >= 0 && !is_space(c) && strchr("{}();$", c) == NULL);
    if (size == sizeof word) {
        complain(r, line, "a word of the moves is too long");
        return;
    }
    while (size > 0 && (word[size - 1] == '!' || word[size - 1] == '?')) {
        size--;
    }
    word[size] = '\0';
    bool number = strspn(word, "0123456789") == size && strcmp(word, "0000") != 0;
    if (size == 0 || number || word[0] == '$') {
        return;
    }
    if (read_result(word, &r->game->result)) {
        read_end(r);
        return;
    }
    if (strchr("})[]", word[0]) != NULL) {
        complain(r, line, "a stray bracket in the moves");
        return;
    }
    flush_comment(r);
    pgn_game_add_move(r->game, word, NULL);
}

/// One thing of the game; sets `over` behind or in front of what ends it.
static void read_item(Reader *r)
{
    int c = peek(r, 0);
    bool tag =
        c == '[' && (looks_like_tag(r->text, r->at) || (r->line_start && is_name_char(peek(r, 1))));
    if (tag && r->in_moves) {
        r->over = true;
    } else if (tag || (c == '[' && !r->in_moves)) {
        read_tag(r);
    } else if (c == '{') {
        read_comment(r, true);
    } else if (c == ';') {
        read_line_comment(r, true);
    } else if (c == '(') {
        skip_variation(r);
    } else {
        r->in_moves = true;
        if (!read_number(r)) {
            read_word(r);
        }
    }
}

Status pgn_next(StrView *rest, size_t *line, PgnGame *out, Problem *problem)
{
    Reader r = {.text = *rest, .line = *line, .line_start = true, .game = out, .problem = problem};
    strbuf_init(&r.comment);
    pgn_game_init(out);
    skip_space(&r);
    out->line = r.line;
    while (r.at < r.text.size && !r.over) {
        read_item(&r);
        if (!r.over) {
            skip_space(&r);
        }
    }
    flush_comment(&r);
    strbuf_release(&r.comment);
    *rest = strview_skip(*rest, r.at);
    *line = r.line;
    Status status = STATUS_OK;
    if (r.broken) {
        status = STATUS_SYNTAX;
    } else if (out->tag_nb == 0 && !r.in_moves) {
        status = STATUS_CLOSED;
    }
    if (status != STATUS_OK) {
        pgn_game_release(out);
    }
    return status;
}
