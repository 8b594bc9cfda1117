// SPDX-License-Identifier: MIT
#include "tests/protocol/rules/rules_help.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "protocol/rules/movegen.h"
#include "protocol/rules/variant_json.h"
#include "protocol/rules/variants_embedded.h"
#include "tests/suite.h"

#define MOVE_TEXT_MAX 32

const Variant *help_variant(const VariantSet *set, const char *name)
{
    const Variant *v = variant_set_find(set, strview_from(name));
    assert(v != NULL);
    return v;
}

void help_edited_text(const char *name, const char *from, const char *to, StrBuf *out)
{
    StrBuf whole;
    strbuf_init(&whole);
    for (int i = 0; i < VARIANTS_EMBEDDED_NB; i++) {
        const EmbeddedFile *file = &VARIANTS_EMBEDDED[i];
        if (strncmp(file->name, name, strlen(name)) == 0 &&
            strcmp(file->name + strlen(name), ".json") == 0) {
            strbuf_append(&whole, (const char *)file->data, file->size);
        }
    }
    assert(whole.size > 0);
    if (from == NULL || *from == '\0') {
        strbuf_append_view(out, strbuf_view(&whole));
    } else {
        const char *place = strstr(whole.data, from);
        assert(place != NULL);
        strbuf_append(out, whole.data, (size_t)(place - whole.data));
        strbuf_append_text(out, to);
        strbuf_append_text(out, place + strlen(from));
    }
    strbuf_release(&whole);
}

Variant *help_edited_variant(const char *name, const char *from, const char *to)
{
    StrBuf text;
    Variant *v;
    Problem problem = {0};
    strbuf_init(&text);
    help_edited_text(name, from, to, &text);
    Status status = variant_json_read(strbuf_view(&text), "edited", &v, &problem);
    if (status != STATUS_OK) {
        fprintf(stderr, "%s\n", problem.text);
    }
    assert(status == STATUS_OK);
    strbuf_release(&text);
    return v;
}

static int point_of(const Variant *v, const char *text)
{
    assert(text[0] >= 'a');
    assert(text[0] <= 'h');
    assert(text[1] >= '1');
    assert(text[1] <= '8');
    int point = v->point_at[text[0] - 'a'][text[1] - '1'];
    assert(point >= 0);
    return point;
}

Bitboard help_points(const Variant *v, const char *text)
{
    Bitboard set = 0;
    for (; *text != '\0'; text += text[2] == ' ' ? 3 : 2) {
        set |= bitboard_of(point_of(v, text));
    }
    return set;
}

Position help_position(const Variant *v, const char *white, const char *black, int white_hand,
                       int black_hand, Side side)
{
    Position pos = {
        .men = {help_points(v, white), help_points(v, black)},
        .move_number = 1,
        .hand = {(uint8_t)white_hand, (uint8_t)black_hand},
        .side = (uint8_t)side,
    };
    assert((pos.men[SIDE_WHITE] & pos.men[SIDE_BLACK]) == 0);
    pos.key = position_key(v, &pos);
    return pos;
}

Move help_move(const Variant *v, const char *text)
{
    if (strcmp(text, "0000") == 0) {
        return MOVE_PASS;
    }
    int first = point_of(v, text);
    text += 2;
    Move move = move_make(POINT_NONE, first);
    if (*text != '\0' && *text != 'x') {
        move = move_make(first, point_of(v, text));
        text += 2;
    }
    for (int i = 0; *text == 'x'; i++, text += 3) {
        move = move_with_taken(move, i, point_of(v, text + 1));
    }
    assert(*text == '\0');
    return move;
}

static void append_point(const Variant *v, int point, char *out)
{
    size_t used = strlen(out);
    out[used] = (char)('a' + v->file_of[point]);
    out[used + 1] = (char)('1' + v->rank_of[point]);
    out[used + 2] = '\0';
}

static void format_move(const Variant *v, Move move, char out[MOVE_TEXT_MAX])
{
    strcpy(out, move == MOVE_PASS ? "0000" : "");
    if (move == MOVE_PASS) {
        return;
    }
    if (move_from(move) != POINT_NONE) {
        append_point(v, move_from(move), out);
    }
    append_point(v, move_to(move), out);
    for (int i = 0; i < TAKEN_MAX && move_taken(move, i) != POINT_NONE; i++) {
        strcat(out, "x");
        append_point(v, move_taken(move, i), out);
    }
}

void help_legal_text(const Variant *v, const Position *pos, char out[HELP_MOVES_TEXT_MAX])
{
    Move *moves = calloc((size_t)v->move_max, sizeof(*moves));
    int nb = movegen_legal(v, pos, moves);
    size_t used = 0;
    out[0] = '\0';
    for (int i = 0; i < nb; i++) {
        char text[MOVE_TEXT_MAX];
        format_move(v, moves[i], text);
        assert(used + strlen(text) + 2 < HELP_MOVES_TEXT_MAX);
        used += (size_t)sprintf(out + used, "%s%s", i > 0 ? " " : "", text);
    }
    free(moves);
}

void help_check_legal(const Variant *v, const Position *pos, const char *wanted, const char *what)
{
    char text[HELP_MOVES_TEXT_MAX];
    help_legal_text(v, pos, text);
    CHECK(strcmp(text, wanted) == 0, "%s: legal are %s", what, text);
}
