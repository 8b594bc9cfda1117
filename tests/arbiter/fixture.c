// SPDX-License-Identifier: MIT
#include "tests/arbiter/fixture.h"

#include <assert.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "protocol/base/file.h"
#include "protocol/base/memory.h"
#include "tests/suite.h"

#define FILE_MAX (64u << 20)
#define ENDED_EARLY_PERCENT 40
#define PLY_MAX 200 // of a game that the arbiter does not end earlier

void fixture_open(Fixture *fixture)
{
    const char *base = getenv("TMPDIR");
    snprintf(fixture->folder, sizeof fixture->folder, "%.400s/merels-test-XXXXXX",
             base == NULL ? "/tmp" : base);
    char *made = mkdtemp(fixture->folder);
    assert(made != NULL);
    (void)made;
}

static int remove_entry(const char *path, const struct stat *info, int kind, struct FTW *walk)
{
    (void)info;
    (void)kind;
    (void)walk;
    return remove(path);
}

void fixture_close(Fixture *fixture)
{
    nftw(fixture->folder, remove_entry, 8, FTW_DEPTH | FTW_PHYS);
}

void fixture_path(const Fixture *fixture, const char *name, char out[FIXTURE_PATH_MAX])
{
    snprintf(out, FIXTURE_PATH_MAX, "%.440s/%.60s", fixture->folder, name);
}

void fixture_write(const Fixture *fixture, const char *name, StrView text)
{
    char path[FIXTURE_PATH_MAX];
    Problem problem;
    StrBuf folder;
    fixture_path(fixture, name, path);
    strbuf_init(&folder);
    file_folder_of(path, &folder);
    CU_ASSERT_EQUAL(file_make_folder(folder.data, &problem), STATUS_OK);
    strbuf_release(&folder);
    FILE *file = fopen(path, "we"); // not file_replace: a sync for each file of a test takes long
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    CU_ASSERT_EQUAL(fwrite(text.data, 1, text.size, file), text.size);
    fclose(file);
}

void fixture_read(const Fixture *fixture, const char *name, StrBuf *out)
{
    char path[FIXTURE_PATH_MAX];
    fixture_path(fixture, name, path);
    file_read(path, FILE_MAX, out, NULL);
}

bool fixture_has(const Fixture *fixture, const char *name)
{
    char path[FIXTURE_PATH_MAX];
    fixture_path(fixture, name, path);
    return access(path, F_OK) == 0;
}

Status fixture_load(const Fixture *fixture, const char *json, Tournament **out, Problem *problem)
{
    char path[FIXTURE_PATH_MAX];
    fixture_write(fixture, "t.json", strview_from(json));
    fixture_path(fixture, "t.json", path);
    return tournament_load(path, NULL, out, problem);
}

Tournament *fixture_tournament(const Fixture *fixture, const char *json)
{
    Tournament *t = NULL;
    Problem problem = {0};
    Status status = fixture_load(fixture, json, &t, &problem);
    if (status != STATUS_OK) {
        fprintf(stderr, "%s\n", problem.text);
    }
    assert(status == STATUS_OK);
    return t;
}

static PlyRecord random_ply(Random *random)
{
    PlyRecord ply = {.time_us = random_below(random, 3000000), .depth = -1, .nodes = -1};
    ply.score_kind = (ScoreKind)random_below(random, 3);
    if (ply.score_kind != SCORE_NONE) {
        ply.score = (int64_t)random_below(random, 2001) - 1000;
    }
    if (random_below(random, 2) == 0) {
        ply.depth = (int64_t)random_below(random, 100);
        ply.nodes = (int64_t)random_below(random, UINT64_C(1) << 60);
    }
    return ply;
}

/// The end that the arbiter puts to a running game.
static void end_game(GameRecord *record, Random *random)
{
    Side mover = (Side)game_position(&record->game)->side;
    record->termination = (Termination)(1 + random_below(random, (uint64_t)TERMINATION_NB - 1));
    bool is_draw = record->termination == TERMINATION_ADJUDICATED_DRAW ||
                   record->termination == TERMINATION_MAX_PLIES;
    record->result = is_draw ? RESULT_DRAW : result_win_of(side_other(mover));
    snprintf(record->detail, sizeof record->detail, "it said \"x; normal, line {%d}\" \\",
             (int)random_below(random, 1000));
}

void fixture_game(const Tournament *t, int64_t index, Random *random, GameRecord *out)
{
    Pairing pairing = schedule_pairing(t, index);
    Position start = schedule_opening(t, &pairing);
    const Variant *v = t->variants[pairing.variant];
    Move *moves = memory_new((size_t)v->move_max, sizeof *moves);
    size_t ply_max =
        random_below(random, 100) < ENDED_EARLY_PERCENT ? random_below(random, 30) : PLY_MAX;
    record_init(out, &pairing, v, &start);
    record_stamp(out);
    while (out->game.outcome.result == RESULT_NONE && out->game.ply_nb < ply_max) {
        int move_nb = game_legal(&out->game, moves);
        PlyRecord ply = random_ply(random);
        Move move = moves[random_below(random, (uint64_t)move_nb)];
        Status status = record_add_ply(out, move, &ply);
        assert(status == STATUS_OK);
        (void)status;
        out->duration_us += ply.time_us;
    }
    free(moves);
    out->result = out->game.outcome.result;
    if (out->result == RESULT_NONE) {
        end_game(out, random);
    }
}
