// SPDX-License-Identifier: MIT
#include "arbiter/results/journal_line.h"

#include <assert.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <sys/utsname.h>
#include <unistd.h>
#include <xxhash.h>

#include "protocol/notation/fen.h"
#include "protocol/notation/moves.h"

#define HASH_CHUNK 65536 // bytes

void hash_format(uint64_t hash, char out[HASH_TEXT_MAX])
{
    snprintf(out, HASH_TEXT_MAX, "%016" PRIx64, hash);
}

bool hash_file(const char *path, uint64_t *out)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    XXH3_state_t *state = fd >= 0 ? XXH3_createState() : NULL;
    if (state == NULL) {
        if (fd >= 0) {
            close(fd);
        }
        return false;
    }
    char chunk[HASH_CHUNK];
    ssize_t size;
    XXH3_64bits_reset(state);
    while ((size = read(fd, chunk, sizeof chunk)) > 0) {
        XXH3_64bits_update(state, chunk, (size_t)size);
    }
    *out = XXH3_64bits_digest(state);
    XXH3_freeState(state);
    close(fd);
    return size == 0;
}

static Json *text_or_null(const char *text)
{
    return text == NULL ? json_new_null() : json_new_text(strview_from(text));
}

static void set_text(Json *object, const char *key, const char *text)
{
    json_set(object, key, text_or_null(text));
}

static void set_hash(Json *object, const char *key, uint64_t hash)
{
    char text[HASH_TEXT_MAX];
    hash_format(hash, text);
    set_text(object, key, text);
}

// --- Header ----------------------------------------------------------------------------------

static Json *new_machine(void)
{
    Json *machine = json_new_object();
    struct utsname names;
    if (uname(&names) == 0) {
        set_text(machine, "system", names.sysname);
        set_text(machine, "release", names.release);
        set_text(machine, "machine", names.machine);
        set_text(machine, "node", names.nodename);
    }
    json_set(machine, "processors", json_new_integer(sysconf(_SC_NPROCESSORS_ONLN)));
    return machine;
}

static Json *new_variants(const Tournament *t)
{
    Json *variants = json_new_array();
    for (int i = 0; i < t->variant_nb; i++) {
        Json *variant = json_new_object();
        set_text(variant, "name", t->variants[i]->name);
        set_hash(variant, "digest", t->variants[i]->digest);
        if (t->openings[i].position_nb > 0) {
            set_hash(variant, "openings", t->openings[i].digest);
        } else {
            set_text(variant, "openings", NULL);
        }
        json_append(variants, variant);
    }
    return variants;
}

static Json *new_engine(const EngineEntry *entry, const EngineIdentity *identity)
{
    Json *engine = json_new_object();
    Json *options = json_new_array();
    uint64_t hash;
    set_text(engine, "name", entry->name);
    set_text(engine, "id", identity->id_name);
    set_text(engine, "author", identity->id_author);
    set_text(engine, "program", entry->program);
    if (hash_file(entry->program, &hash)) {
        set_hash(engine, "hash", hash);
    } else {
        set_text(engine, "hash", NULL);
    }
    for (int i = 0; i < identity->option_nb; i++) {
        Json *option = json_new_object();
        set_text(option, "name", identity->options[i].name);
        set_text(option, "value", identity->options[i].value);
        json_append(options, option);
    }
    json_set(engine, "options", options);
    return engine;
}

static void append_line(Json *json, StrBuf *out)
{
    json_print(json, false, out);
    strbuf_append_char(out, '\n');
    json_free(json);
}

void journal_line_header(const Tournament *t, const EngineIdentity identities[], StrBuf *out)
{
    char started[RECORD_TIME_MAX];
    Json *tournament, *engines = json_new_array();
    Json *header = json_new_object();
    record_time_text(started);
    Status status = json_parse(strview_from(t->json), "tournament", &tournament, NULL);
    assert(status == STATUS_OK);
    (void)status;
    for (int i = 0; i < t->engine_nb; i++) {
        json_append(engines, new_engine(&t->engines[i], &identities[i]));
    }
    set_text(header, "schema", JOURNAL_SCHEMA);
    set_text(header, "name", t->name);
    set_hash(header, "digest", t->digest);
    set_text(header, "version", MERELS_VERSION);
    set_text(header, "started", started);
    json_set(header, "machine", new_machine());
    json_set(header, "variants", new_variants(t));
    set_text(header, "variant_path", t->variant_path);
    json_set(header, "engines", engines);
    json_set(header, "tournament", tournament);
    append_line(header, out);
}

// --- Game ------------------------------------------------------------------------------------

static Json *new_score(const PlyRecord *ply)
{
    char text[40];
    if (ply->score_kind == SCORE_NONE) {
        return json_new_null();
    }
    snprintf(text, sizeof text, "%s %" PRId64, ply->score_kind == SCORE_CP ? "cp" : "mate",
             ply->score);
    return json_new_text(strview_from(text));
}

static Json *new_count(int64_t count)
{
    return count < 0 ? json_new_null() : json_new_integer(count);
}

static void set_moves(Json *object, const Game *game)
{
    Json *moves = json_new_array();
    for (size_t i = 0; i < game->ply_nb; i++) {
        char text[MOVE_TEXT_MAX];
        moves_format_wire(game->variant, game->moves[i], text);
        json_append(moves, json_new_text(strview_from(text)));
    }
    json_set(object, "moves", moves);
}

static double ms_of(uint64_t time_us)
{
    return (double)time_us / 1000;
}

/// One list for each thing known of a ply, so that a reader can take the column it needs.
static void set_plies(Json *object, const GameRecord *record)
{
    Json *times = json_new_array();
    Json *scores = json_new_array();
    Json *depths = json_new_array();
    Json *nodes = json_new_array();
    for (size_t i = 0; i < record->game.ply_nb; i++) {
        const PlyRecord *ply = &record->plies[i];
        json_append(times, json_new_number(ms_of(ply->time_us)));
        json_append(scores, new_score(ply));
        json_append(depths, new_count(ply->depth));
        json_append(nodes, new_count(ply->nodes));
    }
    json_set(object, "time_ms", times);
    json_set(object, "score", scores);
    json_set(object, "depth", depths);
    json_set(object, "nodes", nodes);
}

void journal_format_game(const Tournament *t, const GameRecord *record, StrBuf *out)
{
    const Pairing *pairing = &record->pairing;
    const Game *game = &record->game;
    bool by_rules = record->termination == TERMINATION_NORMAL;
    char fen[FEN_TEXT_MAX];
    fen_format(game->variant, &game->positions[0], fen);
    Json *line = json_new_object();
    json_set(line, "index", json_new_integer(pairing->index));
    json_set(line, "round", json_new_integer(pairing->round + 1));
    json_set(line, "pair", json_new_integer(pairing->pair));
    json_set(line, "opening", json_new_integer(pairing->opening));
    set_text(line, "variant", game->variant->name);
    set_hash(line, "digest", game->variant->digest);
    set_text(line, "white", t->engines[pairing->white].name);
    set_text(line, "black", t->engines[pairing->black].name);
    set_text(line, "fen", fen);
    set_moves(line, game);
    set_text(line, "result", result_text(record->result));
    set_text(line, "reason", by_rules ? reason_text(game->outcome.reason) : NULL);
    set_text(line, "termination", termination_text(record->termination));
    set_text(line, "detail", record->detail);
    json_set(line, "plies", json_new_integer((int64_t)game->ply_nb));
    set_text(line, "started", record->started);
    json_set(line, "duration_ms", json_new_number(ms_of(record->duration_us)));
    set_plies(line, record);
    append_line(line, out);
}
