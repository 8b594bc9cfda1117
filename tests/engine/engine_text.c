// SPDX-License-Identifier: MIT
#include "tests/engine/engine_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void put_men(char grid[7][7], const char *men, char letter)
{
    for (; men[0] != '\0'; men += men[2] == ' ' ? 3 : 2) {
        grid[men[1] - '1'][men[0] - 'a'] = letter;
    }
}

void text_nine_fen(const char *white, const char *black, int hand_white, int hand_black, char side,
                   char out[TEXT_FEN_MAX])
{
    static const char *const board[7] = {".**.**.", "*.*.*.*", "**...**", "...*...",
                                         "**...**", "*.*.*.*", ".**.**."};
    char grid[7][7];
    for (int rank = 0; rank < 7; rank++) {
        memcpy(grid[rank], board[rank], 7);
    }
    put_men(grid, white, 'P');
    put_men(grid, black, 'p');
    char *end = out;
    for (int rank = 6; rank >= 0; rank--) {
        for (int file = 0; file < 7; file++) {
            int run = 0;
            while (file + run < 7 && grid[rank][file + run] == '.') {
                run++;
            }
            *end++ = (char)(run > 0 ? '0' + run : grid[rank][file]);
            file += run > 0 ? run - 1 : 0;
        }
        *end++ = '/';
    }
    end[-1] = '[';
    memset(end, 'P', (size_t)hand_white);
    memset(end + hand_white, 'p', (size_t)hand_black);
    sprintf(end + hand_white + hand_black, "] %c - - 0 1", side);
}

const char *text_word(const char *line, int index, char out[64])
{
    out[0] = '\0';
    for (int i = 0; i <= index; i++) {
        line += strspn(line, " ");
        size_t size = strcspn(line, " ");
        if (i == index && size < 64) {
            memcpy(out, line, size);
            out[size] = '\0';
        }
        line += size;
    }
    return out;
}

int64_t text_number(const char *line, const char *key, int64_t fallback)
{
    char word[64];
    for (int i = 0; text_word(line, i, word)[0] != '\0'; i++) {
        if (strcmp(word, key) == 0) {
            char *end;
            int64_t number = strtoll(text_word(line, i + 1, word), &end, 10);
            return end != word && *end == '\0' ? number : fallback;
        }
    }
    return fallback;
}

bool text_has_word(const char *line, const char *word)
{
    char other[64];
    for (int i = 0; text_word(line, i, other)[0] != '\0'; i++) {
        if (strcmp(word, other) == 0) {
            return true;
        }
    }
    return false;
}

const char *engine_ask(Engine *engine, const char *question)
{
    engine_send(engine, "query %s", question);
    const char *line = engine_line(engine, "response");
    if (strcmp(line, ENGINE_NOTHING) == 0) {
        return line;
    }
    line += strlen("response");
    return line[0] == ' ' ? line + 1 : line;
}

bool engine_variant(Engine *engine, const char *name)
{
    engine_send(engine, "setoption name UCI_Variant value %s", name);
    const char *line = engine_line(engine, "info string");
    char word[64];
    return strcmp(text_word(line, 2, word), "variant") == 0 && engine_ready(engine);
}

const char *engine_go(Engine *engine, const char *go, char out[64])
{
    engine_send(engine, "%s", go);
    return text_word(engine_line(engine, "bestmove"), 1, out);
}

bool engine_is_legal(Engine *engine, const char *move)
{
    return move[0] != '\0' && text_has_word(engine_ask(engine, "moves"), move);
}

const char *engine_last_info(const Engine *engine)
{
    for (size_t i = engine_line_nb(engine); i > 0; i--) {
        if (strncmp(engine_nth(engine, i - 1), "info depth", 10) == 0) {
            return engine_nth(engine, i - 1);
        }
    }
    return ENGINE_NOTHING;
}

int engine_quit(Engine *engine)
{
    engine_send(engine, "quit");
    return engine_end(engine, ENGINE_WAIT_MS);
}
