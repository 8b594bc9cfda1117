// SPDX-License-Identifier: MIT
#include "arbiter/results/archive.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arbiter/results/pgn_export.h"
#include "arbiter/results/standings.h"
#include "protocol/base/file.h"
#include "protocol/base/memory.h"
#include "protocol/transport/loop.h"

#define PGN_CHUNK (1u << 20) // bytes gathered before a write

struct Archive {
    const Tournament *t;
    ArchiveListener listener;
    Journal *journal;
    Tally tally;
    StrBuf pgn_path, standings_path, stop_path;
    int pgn_fd;            // open for appending while the run goes on; -1: not
    uint64_t standings_ns; // when standings.json was last written; 0: not yet
};

static Status fail(const char *path, const char *what, int error, Problem *problem)
{
    return problem_set(problem, STATUS_IO, "%s: %s: %s", path, what, strerror(error));
}

static void on_notice(void *ctx, const char *text)
{
    Archive *archive = ctx;
    archive->listener.on_notice(archive->listener.ctx, text);
}

static void on_game(void *ctx, const Pairing *pairing, Result result, Termination termination)
{
    Archive *archive = ctx;
    tally_add(&archive->tally, pairing, result, termination);
}

// --- games.pgn -------------------------------------------------------------------------------

/// Writes all recorded games in order of their index. Not through one text in memory: there may be
/// millions.
static Status write_games(const Archive *archive, int fd, const char *path, Problem *problem)
{
    StrBuf text;
    strbuf_init(&text);
    Status status = STATUS_OK;
    int error = 0;
    int64_t nb = schedule_game_nb(archive->t);
    for (int64_t i = 0; i < nb && status == STATUS_OK && error == 0; i++) {
        GameRecord record;
        if (!journal_has(archive->journal, i)) {
            continue;
        }
        status = journal_read(archive->journal, i, &record, problem);
        if (status == STATUS_OK) {
            pgn_export_format(archive->t, &record, &text);
            record_release(&record);
        }
        if (text.size >= PGN_CHUNK) {
            error = file_write_whole(fd, strbuf_view(&text));
            strbuf_clear(&text);
        }
    }
    if (status == STATUS_OK && error == 0) {
        error = file_write_whole(fd, strbuf_view(&text));
    }
    strbuf_release(&text);
    return error != 0 ? fail(path, "cannot write", error, problem) : status;
}

/// Makes games.pgn anew beside the old one and puts it in its place; it stays open for appending.
/// sync: wait for the disk. Not at the start of a run: a journal that is read again can always make
/// it anew.
static Status rebuild_pgn(Archive *archive, bool sync, Problem *problem)
{
    const char *path = archive->pgn_path.data;
    StrBuf temporary;
    strbuf_init(&temporary);
    strbuf_appendf(&temporary, "%s.tmp.%ld", path, (long)getpid());
    int flags = O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC;
    int fd = open(temporary.data, flags, 0666);
    Status status = fd < 0 ? fail(temporary.data, "cannot create", errno, problem)
                           : write_games(archive, fd, temporary.data, problem);
    if (status == STATUS_OK && sync && fsync(fd) != 0 && errno != EINVAL) {
        status = fail(temporary.data, "cannot sync", errno, problem);
    }
    if (status == STATUS_OK && rename(temporary.data, path) != 0) {
        status = fail(path, "cannot replace", errno, problem);
    }
    if (status != STATUS_OK) {
        unlink(temporary.data);
        if (fd >= 0) {
            close(fd);
        }
    } else {
        if (archive->pgn_fd >= 0) {
            close(archive->pgn_fd);
        }
        archive->pgn_fd = fd;
    }
    strbuf_release(&temporary);
    return status;
}

static Status append_pgn(Archive *archive, const GameRecord *record, Problem *problem)
{
    StrBuf text;
    strbuf_init(&text);
    pgn_export_format(archive->t, record, &text);
    int error = file_write_whole(archive->pgn_fd, strbuf_view(&text));
    strbuf_release(&text);
    return error == 0 ? STATUS_OK : fail(archive->pgn_path.data, "cannot write", error, problem);
}

// --- standings.json --------------------------------------------------------------------------

static Status write_standings(Archive *archive, Problem *problem)
{
    archive->standings_ns = clock_now_ns();
    return standings_write(archive->t, &archive->tally, archive->standings_path.data, problem);
}

static bool standings_are_due(const Archive *archive)
{
    uint64_t now = clock_now_ns();
    return archive->standings_ns == 0 ||
           now - archive->standings_ns >= (uint64_t)ARCHIVE_STANDINGS_MS * 1000000;
}

// --- The archive -----------------------------------------------------------------------------

Status archive_open(const Tournament *t, const ArchiveListener *listener, Archive **out,
                    Problem *problem)
{
    *out = NULL;
    Status status = file_make_folder(t->output, problem);
    if (status != STATUS_OK) {
        return status;
    }
    Archive *archive = memory_new(1, sizeof *archive);
    archive->t = t;
    archive->listener = *listener;
    archive->pgn_fd = -1;
    tally_init(&archive->tally, t->engine_nb, t->variant_nb);
    strbuf_init(&archive->pgn_path);
    strbuf_init(&archive->standings_path);
    strbuf_init(&archive->stop_path);
    file_join(t->output, ARCHIVE_PGN, &archive->pgn_path);
    file_join(t->output, ARCHIVE_STANDINGS, &archive->standings_path);
    file_join(t->output, ARCHIVE_STOP, &archive->stop_path);
    JournalListener journal_listener = {archive, on_notice, on_game};
    status = journal_open(t, &journal_listener, &archive->journal, problem);
    if (status != STATUS_OK) {
        archive_free(archive);
        return status;
    }
    *out = archive;
    return STATUS_OK;
}

void archive_free(Archive *archive)
{
    if (archive == NULL) {
        return;
    }
    if (archive->pgn_fd >= 0) {
        close(archive->pgn_fd);
    }
    journal_free(archive->journal);
    tally_release(&archive->tally);
    strbuf_release(&archive->pgn_path);
    strbuf_release(&archive->standings_path);
    strbuf_release(&archive->stop_path);
    free(archive);
}

Status archive_start(Archive *archive, const EngineIdentity identities[], Problem *problem)
{
    Status status = journal_start(archive->journal, identities, problem);
    return status != STATUS_OK ? status : rebuild_pgn(archive, false, problem);
}

bool archive_has(const Archive *archive, int64_t index)
{
    return journal_has(archive->journal, index);
}

int64_t archive_game_nb(const Archive *archive)
{
    return journal_game_nb(archive->journal);
}

const Tally *archive_tally(const Archive *archive)
{
    return &archive->tally;
}

Status archive_add(Archive *archive, const GameRecord *record, Problem *problem)
{
    Status status = journal_append(archive->journal, record, problem);
    if (status != STATUS_OK) {
        return status;
    }
    tally_add(&archive->tally, &record->pairing, record->result, record->termination);
    status = append_pgn(archive, record, problem);
    if (status == STATUS_OK && standings_are_due(archive)) {
        status = write_standings(archive, problem);
    }
    return status;
}

Status archive_sync(Archive *archive, Problem *problem)
{
    return journal_sync(archive->journal, problem);
}

Status archive_finish(Archive *archive, Problem *problem)
{
    Status status = journal_sync(archive->journal, problem);
    if (status == STATUS_OK) {
        status = rebuild_pgn(archive, true, problem);
    }
    if (status == STATUS_OK) {
        status = write_standings(archive, problem);
    }
    return status;
}

bool archive_take_stop(const Archive *archive)
{
    return unlink(archive->stop_path.data) == 0;
}
