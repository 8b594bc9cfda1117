// SPDX-License-Identifier: MIT
#include "arbiter/results/journal.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "arbiter/results/journal_line.h"
#include "arbiter/results/line_file.h"
#include "protocol/base/file.h"
#include "protocol/base/memory.h"

#define NOTICE_MAX 1024
#define PLACE_MAX 512

struct Journal {
    const Tournament *t;
    JournalListener listener;
    StrBuf path;
    int folder_fd;    // holds the lock
    int fd;           // -1: no file yet
    int64_t size;     // bytes; the file ends with a whole line here
    Json *header;     // NULL: no header yet
    int64_t *offsets; // of the line of each game, 0: not recorded (the header stands there)
    int64_t game_nb;
};

static Status fail(const Journal *journal, const char *what, int error, Problem *problem)
{
    return problem_set(problem, STATUS_IO, "%s: %s: %s", journal->path.data, what, strerror(error));
}

static void notice(const Journal *journal, const char *text)
{
    journal->listener.on_notice(journal->listener.ctx, text);
}

/// "PATH:LINE", the front of problems.
static void format_place(const Journal *journal, int64_t line, char out[PLACE_MAX])
{
    snprintf(out, PLACE_MAX, "%.460s:%" PRId64, journal->path.data, line);
}

// --- Opening ---------------------------------------------------------------------------------

/// Two arbiters never share a folder. The lock is the kernel's: it ends with the process, however
/// that ends.
static Status lock_folder(Journal *journal, Problem *problem)
{
    const char *folder = journal->t->output;
    journal->folder_fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (journal->folder_fd < 0) {
        return problem_set(problem, STATUS_IO, "%s: cannot open: %s", folder, strerror(errno));
    }
    if (flock(journal->folder_fd, LOCK_EX | LOCK_NB) == 0) {
        return STATUS_OK;
    }
    if (errno == EWOULDBLOCK) {
        return problem_set(problem, STATUS_CONFLICT,
                           "%s: another arbiter is at work in this folder", folder);
    }
    char text[NOTICE_MAX];
    snprintf(text, sizeof text, "%.900s: cannot be locked against a second arbiter: %s", folder,
             strerror(errno));
    notice(journal, text);
    return STATUS_OK;
}

static Status open_file(Journal *journal, Problem *problem)
{
    struct stat info;
    journal->fd = open(journal->path.data, O_RDWR | O_APPEND | O_CLOEXEC);
    if (journal->fd < 0) {
        return errno == ENOENT ? STATUS_OK : fail(journal, "cannot open", errno, problem);
    }
    if (fstat(journal->fd, &info) != 0 || !S_ISREG(info.st_mode)) {
        return problem_set(problem, STATUS_IO, "%s: is no plain file", journal->path.data);
    }
    journal->size = info.st_size;
    return STATUS_OK;
}

/// Cuts the file after its last whole line.
static Status cut(Journal *journal, int64_t offset, int64_t line, Problem *problem)
{
    char text[NOTICE_MAX];
    snprintf(text, sizeof text,
             "%.800s:%" PRId64 ": dropped a last line of %" PRId64
             " bytes that was not written to its end; the game is played again",
             journal->path.data, line, journal->size - offset);
    if (ftruncate(journal->fd, offset) != 0) {
        return fail(journal, "cannot cut off a torn line", errno, problem);
    }
    journal->size = offset;
    notice(journal, text);
    return STATUS_OK;
}

static Status read_problem(const Journal *journal, Status status, int64_t line, Problem *problem)
{
    if (status == STATUS_LIMIT) {
        return problem_set(problem, STATUS_LIMIT, "%s:%" PRId64 ": line too long",
                           journal->path.data, line);
    }
    return fail(journal, "cannot read", errno, problem);
}

/// A file that holds only the beginning of our header: the run was ended before its first game.
static bool is_torn_header(StrView text)
{
    static const char BEGIN[] = "{\"schema\":\"" JOURNAL_SCHEMA "\"";
    size_t size = text.size < sizeof BEGIN - 1 ? text.size : sizeof BEGIN - 1;
    return size == 0 || memcmp(text.data, BEGIN, size) == 0;
}

static Status read_header(Journal *journal, LineFile *file, StrBuf *line, Problem *problem)
{
    bool is_whole;
    char place[PLACE_MAX];
    Status status = line_file_next(file, JOURNAL_LINE_MAX, line, &is_whole);
    if (status == STATUS_CLOSED) {
        return STATUS_OK; // an empty file
    }
    if (status != STATUS_OK) {
        return read_problem(journal, status, 1, problem);
    }
    if (!is_whole && is_torn_header(strbuf_view(line))) {
        return cut(journal, 0, 1, problem);
    }
    status = json_parse(strbuf_view(line), journal->path.data, &journal->header, problem);
    if (status != STATUS_OK) {
        return status;
    }
    format_place(journal, 1, place);
    return journal_line_check_header(journal->t, journal->header, place, problem);
}

/// Takes in one whole line. `*is_json` false: it cannot even be parsed. The game is played through
/// now, since a line that is found to be wrong after the last game is found too late.
static Status read_game(Journal *journal, StrView line, int64_t number, int64_t offset,
                        bool *is_json, Problem *problem)
{
    Json *json;
    GameRecord record;
    char place[PLACE_MAX];
    format_place(journal, number, place);
    Status status = json_parse(line, place, &json, problem);
    *is_json = status == STATUS_OK;
    if (status != STATUS_OK) {
        return status;
    }
    status = journal_line_record(journal->t, json, place, &record, problem);
    json_free(json);
    if (status != STATUS_OK) {
        return status;
    }
    Pairing pairing = record.pairing;
    Result result = record.result;
    Termination termination = record.termination;
    record_release(&record);
    int64_t index = pairing.index;
    if (journal->offsets[index] != 0) {
        return problem_set(problem, STATUS_CONFLICT, "%s: game %" PRId64 " is recorded twice",
                           place, index);
    }
    journal->offsets[index] = offset;
    journal->game_nb++;
    journal->listener.on_game(journal->listener.ctx, &pairing, result, termination);
    return STATUS_OK;
}

static Status read_games(Journal *journal, LineFile *file, StrBuf *line, Problem *problem)
{
    for (int64_t number = 2;; number++) {
        bool is_whole, is_json = false;
        int64_t offset = file->offset;
        Status status = line_file_next(file, JOURNAL_LINE_MAX, line, &is_whole);
        if (status == STATUS_CLOSED) {
            return STATUS_OK;
        }
        if (status != STATUS_OK) {
            return read_problem(journal, status, number, problem);
        }
        if (!is_whole) {
            return cut(journal, offset, number, problem);
        }
        status = read_game(journal, strbuf_view(line), number, offset, &is_json, problem);
        if (status != STATUS_OK && !is_json && file->offset == journal->size) {
            return cut(journal, offset, number, problem); // blocks that the disk never got
        }
        if (status != STATUS_OK) {
            return status;
        }
    }
}

static Status read_all(Journal *journal, Problem *problem)
{
    LineFile file;
    StrBuf line;
    line_file_init(&file, journal->fd);
    strbuf_init(&line);
    Status status = read_header(journal, &file, &line, problem);
    if (status == STATUS_OK && journal->header != NULL) {
        status = read_games(journal, &file, &line, problem);
    }
    strbuf_release(&line);
    line_file_release(&file);
    return status;
}

Status journal_open(const Tournament *t, const JournalListener *listener, Journal **out,
                    Problem *problem)
{
    Journal *journal = memory_new(1, sizeof *journal);
    *journal = (Journal){.t = t, .listener = *listener, .folder_fd = -1, .fd = -1};
    journal->offsets = memory_new((size_t)schedule_game_nb(t), sizeof *journal->offsets);
    strbuf_init(&journal->path);
    file_join(t->output, JOURNAL_FILE, &journal->path);
    Status status = lock_folder(journal, problem);
    if (status == STATUS_OK) {
        status = open_file(journal, problem);
    }
    if (status == STATUS_OK && journal->fd >= 0) {
        status = read_all(journal, problem);
    }
    *out = journal;
    if (status != STATUS_OK) {
        journal_free(journal);
        *out = NULL;
    }
    return status;
}

void journal_free(Journal *journal)
{
    if (journal == NULL) {
        return;
    }
    if (journal->fd >= 0) {
        close(journal->fd);
    }
    if (journal->folder_fd >= 0) {
        close(journal->folder_fd);
    }
    json_free(journal->header);
    free(journal->offsets);
    strbuf_release(&journal->path);
    free(journal);
}

bool journal_is_new(const Journal *journal)
{
    return journal->header == NULL;
}

bool journal_has(const Journal *journal, int64_t index)
{
    return journal->offsets[index] != 0;
}

int64_t journal_game_nb(const Journal *journal)
{
    return journal->game_nb;
}

// --- Writing ---------------------------------------------------------------------------------

/// Writes a line at the end, by one write unless the system takes less; what cannot be written
/// whole is cut off again.
static Status append(Journal *journal, StrView line, Problem *problem)
{
    int error = file_write_whole(journal->fd, line);
    if (error != 0) {
        Status status = fail(journal, "cannot write", error, problem);
        // If even this fails, the next run drops the torn line.
        int cut = ftruncate(journal->fd, journal->size);
        (void)cut;
        return status;
    }
    journal->size += (int64_t)line.size;
    return STATUS_OK;
}

Status journal_sync(Journal *journal, Problem *problem)
{
    if (journal->fd >= 0 && fdatasync(journal->fd) != 0 && errno != EINVAL) {
        return fail(journal, "cannot sync", errno, problem);
    }
    return STATUS_OK;
}

static Status write_header(Journal *journal, StrView line, Problem *problem)
{
    if (journal->fd < 0) {
        journal->fd = open(journal->path.data, O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
        if (journal->fd < 0) {
            return fail(journal, "cannot create", errno, problem);
        }
    }
    Status status = append(journal, line, problem);
    if (status == STATUS_OK) {
        status = journal_sync(journal, problem);
    }
    if (status == STATUS_OK && fsync(journal->folder_fd) != 0 && errno != EINVAL) {
        status = fail(journal, "cannot sync its folder", errno, problem);
    }
    return status;
}

Status journal_start(Journal *journal, const EngineIdentity identities[], Problem *problem)
{
    if (journal->header != NULL) {
        journal_line_compare_engines(journal->t, journal->header, identities, &journal->listener);
        return STATUS_OK;
    }
    StrBuf line;
    strbuf_init(&line);
    journal_line_header(journal->t, identities, &line);
    Status status = write_header(journal, strbuf_view(&line), problem);
    if (status == STATUS_OK) {
        status = json_parse(strbuf_view(&line), journal->path.data, &journal->header, problem);
    }
    strbuf_release(&line);
    return status;
}

Status journal_append(Journal *journal, const GameRecord *record, Problem *problem)
{
    int64_t index = record->pairing.index;
    int64_t offset = journal->size;
    StrBuf line;
    assert(journal->header != NULL);
    assert(journal->offsets[index] == 0);
    strbuf_init(&line);
    journal_format_game(journal->t, record, &line);
    Status status = append(journal, strbuf_view(&line), problem);
    strbuf_release(&line);
    if (status == STATUS_OK) {
        journal->offsets[index] = offset;
        journal->game_nb++;
    }
    return status;
}

// --- Reading back ----------------------------------------------------------------------------

Status journal_read(const Journal *journal, int64_t index, GameRecord *out, Problem *problem)
{
    LineFile file;
    StrBuf line;
    bool is_whole;
    Json *json = NULL;
    char place[PLACE_MAX];
    assert(journal->offsets[index] != 0);
    snprintf(place, sizeof place, "%.460s: game %" PRId64, journal->path.data, index);
    line_file_init(&file, journal->fd);
    strbuf_init(&line);
    line_file_seek(&file, journal->offsets[index]);
    Status status = line_file_next(&file, JOURNAL_LINE_MAX, &line, &is_whole);
    if (status != STATUS_OK) {
        status = fail(journal, "cannot read a game back", errno, problem);
    } else {
        status = json_parse(strbuf_view(&line), place, &json, problem);
    }
    if (status == STATUS_OK) {
        status = journal_line_record(journal->t, json, place, out, problem);
    }
    json_free(json);
    strbuf_release(&line);
    line_file_release(&file);
    return status;
}
