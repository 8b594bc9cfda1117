// SPDX-License-Identifier: MIT
#include "protocol/base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define CHUNK_SIZE 16384 // bytes

static Status fail(Problem *problem, const char *path, const char *what, int error)
{
    return problem_set(problem, STATUS_IO, "%s: %s: %s", path, what, strerror(error));
}

Status file_read(const char *path, size_t size_max, StrBuf *out, Problem *problem)
{
    // Without waiting: a pipe that nobody writes to must not stop the program.
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0) {
        return fail(problem, path, "cannot open", errno);
    }
    struct stat about;
    if (fstat(fd, &about) != 0 || (!S_ISREG(about.st_mode) && !S_ISDIR(about.st_mode))) {
        close(fd);
        return problem_set(problem, STATUS_IO, "%s: cannot read: not a plain file", path);
    }
    size_t size_before = out->size;
    Status status = STATUS_OK;
    while (status == STATUS_OK) {
        char chunk[CHUNK_SIZE];
        ssize_t size = read(fd, chunk, sizeof chunk);
        if (size == 0) {
            break;
        }
        if (size < 0 && errno == EINTR) {
            continue;
        }
        if (size < 0) {
            status = fail(problem, path, "cannot read", errno);
        } else if ((size_t)size > size_max - (out->size - size_before)) {
            status =
                problem_set(problem, STATUS_LIMIT, "%s: larger than %zu bytes", path, size_max);
        } else {
            strbuf_append(out, chunk, (size_t)size);
        }
    }
    close(fd);
    if (status != STATUS_OK) {
        strbuf_truncate(out, size_before);
    }
    return status;
}

int file_write_whole(int fd, StrView text)
{
    while (text.size > 0) {
        ssize_t size = write(fd, text.data, text.size);
        if (size < 0 && errno == EINTR) {
            continue;
        }
        if (size <= 0) {
            return size < 0 ? errno : EIO;
        }
        text = strview_skip(text, (size_t)size);
    }
    return 0;
}

static int write_new_file(const char *path, StrView text)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (fd < 0) {
        return errno;
    }
    int error = file_write_whole(fd, text);
    if (error == 0 && fsync(fd) != 0) {
        error = errno;
    }
    if (close(fd) != 0 && error == 0) {
        error = errno;
    }
    return error;
}

/// Makes a rename in the folder of `path` last; 0 or errno. File systems that cannot sync folders
/// are forgiven.
static int sync_folder_of(const char *path)
{
    StrBuf folder;
    strbuf_init(&folder);
    file_folder_of(path, &folder);
    int fd = open(folder.data, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    int error = fd < 0 ? errno : 0;
    if (fd >= 0) {
        if (fsync(fd) != 0 && errno != EINVAL && errno != EROFS) {
            error = errno;
        }
        close(fd);
    }
    strbuf_release(&folder);
    return error;
}

Status file_replace(const char *path, StrView text, Problem *problem)
{
    StrBuf temporary;
    strbuf_init(&temporary);
    strbuf_appendf(&temporary, "%s.tmp.%ld", path, (long)getpid());
    Status status = STATUS_OK;
    int error = write_new_file(temporary.data, text);
    if (error != 0) {
        status = fail(problem, temporary.data, "cannot write", error);
    } else if (rename(temporary.data, path) != 0) {
        status = fail(problem, path, "cannot replace", errno);
    }
    if (status != STATUS_OK) {
        unlink(temporary.data);
    } else if ((error = sync_folder_of(path)) != 0) {
        status = fail(problem, path, "cannot sync its folder", error);
    }
    strbuf_release(&temporary);
    return status;
}

/// 0 or errno. What mkdir says counts only when there is no folder afterwards: it may answer a
/// read-only or foreign parent before it looks whether the folder exists.
static int make_one_folder(const char *path)
{
    if (mkdir(path, 0777) == 0) {
        return 0;
    }
    int error = errno;
    struct stat info;
    if (stat(path, &info) == 0) {
        return S_ISDIR(info.st_mode) ? 0 : ENOTDIR;
    }
    return error;
}

Status file_make_folder(const char *path, Problem *problem)
{
    StrBuf part;
    strbuf_init(&part);
    strbuf_append_text(&part, path);
    int error = part.size == 0 ? ENOENT : 0;
    for (size_t i = 1; i < part.size && error == 0; i++) {
        if (part.data[i] == '/') {
            part.data[i] = '\0';
            error = make_one_folder(part.data);
            part.data[i] = '/';
        }
    }
    if (error == 0) {
        error = make_one_folder(part.data);
    }
    strbuf_release(&part);
    return error == 0 ? STATUS_OK : fail(problem, path, "cannot make this folder", error);
}

void file_join(const char *folder, const char *path, StrBuf *out)
{
    size_t size = strlen(folder);
    if (path[0] != '/' && size > 0) {
        strbuf_append(out, folder, size);
        if (folder[size - 1] != '/') {
            strbuf_append_char(out, '/');
        }
    }
    strbuf_append_text(out, path);
}

void file_folder_of(const char *path, StrBuf *out)
{
    size_t size = strlen(path);
    while (size > 1 && path[size - 1] == '/') {
        size--; // "a/b/" stands in "a", as "a/b" does
    }
    while (size > 0 && path[size - 1] != '/') {
        size--;
    }
    while (size > 1 && path[size - 1] == '/') {
        size--;
    }
    if (size == 0) {
        strbuf_append_char(out, '.');
    } else {
        strbuf_append(out, path, size);
    }
}
