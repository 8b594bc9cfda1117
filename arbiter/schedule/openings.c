// SPDX-License-Identifier: MIT
#include "arbiter/schedule/openings.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "protocol/base/file.h"
#include "protocol/base/memory.h"
#include "protocol/base/random.h"
#include "protocol/notation/fen.h"
#include "protocol/rules/game.h"

/// A generator of its own for each use: `number` tells the uses of one seed and variant apart.
static void seed_random(Random *random, const Variant *v, uint64_t seed, uint64_t number)
{
    uint64_t name = XXH3_64bits(v->name, strlen(v->name));
    random_init(random, random_mix(random_mix(seed) ^ name) ^ random_mix(number));
}

/// Takes the next line off the front, whatever its end.
static StrView next_line(StrView *rest)
{
    size_t size = 0;
    while (size < rest->size && rest->data[size] != '\n' && rest->data[size] != '\r') {
        size++;
    }
    StrView line = {rest->data, size};
    if (size < rest->size) {
        bool is_pair = rest->data[size] == '\r' && size + 1 < rest->size &&
                       rest->data[size + 1] == '\n';
        size += is_pair ? 2 : 1;
    }
    *rest = strview_skip(*rest, size);
    return line;
}

static StrView without_comment(StrView line)
{
    const char *mark = line.size > 0 ? memchr(line.data, '#', line.size) : NULL;
    if (mark != NULL) {
        line.size = (size_t)(mark - line.data);
    }
    return strview_trim(line);
}

static void set_digest(const Variant *v, Openings *openings)
{
    StrBuf text;
    strbuf_init(&text);
    for (int i = 0; i < openings->position_nb; i++) {
        char fen[FEN_TEXT_MAX];
        fen_format(v, &openings->positions[i], fen);
        strbuf_append_text(&text, fen);
        strbuf_append_char(&text, '\n');
    }
    openings->digest = XXH3_64bits(text.data, text.size);
    strbuf_release(&text);
}

static Status read_position(const Variant *v, StrView line, Position *out, Problem *problem)
{
    Status status = fen_parse(v, line, out, problem);
    if (status != STATUS_OK) {
        return status;
    }
    Outcome outcome = outcome_of_position(v, out);
    if (outcome.result != RESULT_NONE) {
        return problem_set(problem, STATUS_CONFLICT, "the game is over in this position: %s (%s)",
                           result_text(outcome.result), reason_text(outcome.reason));
    }
    return STATUS_OK;
}

static Status read_lines(const Variant *v, StrView text, const char *path, Openings *out,
                         Problem *problem)
{
    int capacity = 0;
    for (size_t number = 1; text.size > 0; number++) {
        StrView line = without_comment(next_line(&text));
        if (line.size == 0) {
            continue;
        }
        if (out->position_nb == capacity) {
            capacity = capacity == 0 ? 16 : 2 * capacity;
            out->positions =
                memory_resize(out->positions, (size_t)capacity, sizeof *out->positions);
        }
        Status status = read_position(v, line, &out->positions[out->position_nb], problem);
        if (status != STATUS_OK) {
            problem_prefix(problem, "%s:%zu: ", path, number);
            return status;
        }
        out->position_nb++;
    }
    if (out->position_nb == 0) {
        return problem_set(problem, STATUS_SYNTAX, "%s: holds no position", path);
    }
    return STATUS_OK;
}

Status openings_read(const Variant *v, const char *path, Openings *out, Problem *problem)
{
    StrBuf buffer;
    strbuf_init(&buffer);
    out->positions = NULL;
    out->position_nb = 0;
    Status status = file_read(path, OPENINGS_FILE_MAX, &buffer, problem);
    if (status == STATUS_OK) {
        StrView text = strbuf_view(&buffer);
        if (strview_starts_with(text, "\xEF\xBB\xBF")) {
            text = strview_skip(text, 3);
        }
        status = read_lines(v, text, path, out, problem);
    }
    strbuf_release(&buffer);
    if (status != STATUS_OK) {
        openings_release(out);
        return status;
    }
    set_digest(v, out);
    return STATUS_OK;
}

void openings_release(Openings *openings)
{
    free(openings->positions);
    openings->positions = NULL;
    openings->position_nb = 0;
}

/// Source: Ronald A. Fisher, Frank Yates, "Statistical tables", 1938, in the form of Richard
/// Durstenfeld, "Algorithm 235: Random permutation", 1964.
void openings_shuffle(const Variant *v, uint64_t seed, Openings *openings)
{
    Random random;
    seed_random(&random, v, seed, UINT64_MAX);
    for (int i = openings->position_nb - 1; i > 0; i--) {
        int j = (int)random_below(&random, (uint64_t)i + 1);
        Position kept = openings->positions[i];
        openings->positions[i] = openings->positions[j];
        openings->positions[j] = kept;
    }
    set_digest(v, openings);
}

/// Plays random moves until `plies` are played or the game is over.
static void play_random(Game *game, int plies, Random *random, Move moves[])
{
    while (game->ply_nb < (size_t)plies && game->outcome.result == RESULT_NONE) {
        int move_nb = game_legal(game, moves);
        Status status = game_play(game, moves[random_below(random, (uint64_t)move_nb)]);
        assert(status == STATUS_OK);
        (void)status;
    }
}

bool openings_random(const Variant *v, uint64_t seed, int64_t number, int plies, Position *out)
{
    Random random;
    seed_random(&random, v, seed, (uint64_t)number);
    Move *moves = memory_new((size_t)v->move_max, sizeof *moves);
    bool found = false;
    *out = position_start(v);
    for (int i = 0; i < OPENINGS_TRIES_MAX && !found; i++) {
        Game game;
        game_init(&game, v);
        play_random(&game, plies, &random, moves);
        found = game.outcome.result == RESULT_NONE;
        if (found) {
            *out = *game_position(&game);
        }
        game_release(&game);
    }
    free(moves);
    return found;
}
