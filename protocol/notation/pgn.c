// SPDX-License-Identifier: MIT
#include "protocol/notation/pgn.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "protocol/base/memory.h"

#define COLUMN_MAX 79 // the standard wants lines below 80 columns

/// Room for one more element: the capacity is the next power of two of the count.
static void *grow(void *array, size_t nb, size_t size)
{
    bool full = (nb & (nb - 1)) == 0;
    return full ? memory_resize(array, nb == 0 ? 1 : 2 * nb, size) : array;
}

void pgn_game_init(PgnGame *game)
{
    *game = (PgnGame){.result = RESULT_NONE};
}

void pgn_game_release(PgnGame *game)
{
    for (size_t i = 0; i < game->tag_nb; i++) {
        free(game->tags[i].name);
        free(game->tags[i].value);
    }
    for (size_t i = 0; i < game->move_nb; i++) {
        free(game->moves[i].token);
        free(game->moves[i].comment);
    }
    free(game->tags);
    free(game->moves);
    free(game->comment);
    pgn_game_init(game);
}

void pgn_game_add_tag(PgnGame *game, const char *name, const char *value)
{
    game->tags = grow(game->tags, game->tag_nb, sizeof *game->tags);
    game->tags[game->tag_nb++] =
        (PgnTag){.name = memory_copy_text(name), .value = memory_copy_text(value)};
}

void pgn_game_add_move(PgnGame *game, const char *token, const char *comment)
{
    game->moves = grow(game->moves, game->move_nb, sizeof *game->moves);
    game->moves[game->move_nb++] = (PgnMove){
        .token = memory_copy_text(token),
        .comment = comment != NULL ? memory_copy_text(comment) : NULL,
    };
}

const char *pgn_game_tag(const PgnGame *game, const char *name)
{
    for (size_t i = 0; i < game->tag_nb; i++) {
        if (strcmp(game->tags[i].name, name) == 0) {
            return game->tags[i].value;
        }
    }
    return NULL;
}

// --- Writing --------------------------------------------------------------------------------

/// Words on lines of at most COLUMN_MAX bytes.
typedef struct Wrap {
    StrBuf *out;
    size_t column; // bytes of the line under way
} Wrap;

static void wrap_word(Wrap *wrap, StrView word)
{
    // A line that begins with '%' would be an escape: such a word stays behind the one before it.
    bool fits = wrap->column + 1 + word.size <= COLUMN_MAX || word.data[0] == '%';
    if (wrap->column > 0) {
        strbuf_append_char(wrap->out, fits ? ' ' : '\n');
        wrap->column = fits ? wrap->column + 1 : 0;
    }
    strbuf_append_view(wrap->out, word);
    wrap->column += word.size;
}

static bool is_blank_or_control(char c)
{
    return (c >= '\0' && c <= ' ') || c == 0x7f;
}

/// A comment's text must not end the comment, and no line of it may look like a tag to a reader
/// that looks for tags in every line without knowing comments (Ordo does).
static char comment_char(char c)
{
    if (is_blank_or_control(c)) {
        return ' ';
    }
    return c == '{' ? '(' : c == '}' ? ')' : c == '"' ? '\'' : c;
}

/// Returns whether anything was written.
static bool wrap_comment(Wrap *wrap, const char *comment)
{
    StrBuf text;
    strbuf_init(&text);
    for (; comment != NULL && *comment != '\0'; comment++) {
        char c = comment_char(*comment);
        if (c != ' ' && text.size == 0) {
            strbuf_append_char(&text, '{');
        }
        if (c != ' ' || text.size > 0) {
            strbuf_append_char(&text, c);
        }
    }
    bool any = text.size > 0;
    if (any) {
        strbuf_truncate(&text, strview_trim(strbuf_view(&text)).size);
        strbuf_append_char(&text, '}');
    }
    StrView rest = strbuf_view(&text);
    for (StrView word = strview_next_word(&rest); word.size > 0; word = strview_next_word(&rest)) {
        wrap_word(wrap, word);
    }
    strbuf_release(&text);
    return any;
}

static void format_tag(const PgnTag *tag, StrBuf *out)
{
    strbuf_appendf(out, "[%s \"", tag->name);
    for (const char *c = tag->value; *c != '\0'; c++) {
        if (*c == '"' || *c == '\\') {
            strbuf_append_char(out, '\\');
        }
        strbuf_append_char(out, is_blank_or_control(*c) ? ' ' : *c);
    }
    strbuf_append_text(out, "\"]\n");
}

void pgn_format(const PgnGame *game, unsigned first_move_number, bool black_begins, StrBuf *out)
{
    for (size_t i = 0; i < game->tag_nb; i++) {
        format_tag(&game->tags[i], out);
    }
    strbuf_append_char(out, '\n');
    Wrap wrap = {.out = out};
    StrBuf number;
    strbuf_init(&number);
    wrap_comment(&wrap, game->comment);
    bool number_due = true; // Black's move needs one behind a comment and at the beginning
    for (size_t i = 0; i < game->move_nb; i++) {
        size_t ply = i + black_begins;
        bool white = ply % 2 == 0;
        if (white || number_due) {
            strbuf_clear(&number);
            strbuf_appendf(&number, "%zu%s", first_move_number + ply / 2, white ? "." : "...");
            wrap_word(&wrap, strbuf_view(&number));
        }
        wrap_word(&wrap, strview_from(game->moves[i].token));
        number_due = wrap_comment(&wrap, game->moves[i].comment);
    }
    wrap_word(&wrap, strview_from(result_text(game->result)));
    strbuf_append_text(out, "\n\n");
    strbuf_release(&number);
}
