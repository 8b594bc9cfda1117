// SPDX-License-Identifier: MIT
#include "protocol/transport/child_program.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/stat.h>
#include <unistd.h>

#include "protocol/base/file.h"

#define PATH_DEFAULT "/usr/local/bin:/usr/bin:/bin"

Status child_program_check(const char *path, Problem *problem)
{
    struct stat info;
    if (stat(path, &info) != 0) {
        return problem_set(problem, STATUS_IO, "%s: %s", path, strerror(errno));
    }
    if (!S_ISREG(info.st_mode)) {
        return problem_set(problem, STATUS_IO, "%s: not a file that can be executed", path);
    }
    if (access(path, X_OK) != 0) {
        return problem_set(problem, STATUS_IO, "%s: %s", path, strerror(errno));
    }
    return STATUS_OK;
}

/// Makes `out` FOLDER/NAME; false when that is no program.
static bool try_folder(const char *folder, const char *name, StrBuf *out)
{
    strbuf_clear(out);
    file_join(folder, name, out);
    return child_program_check(out->data, NULL) == STATUS_OK;
}

bool child_program_own(StrBuf *out)
{
    char own[PATH_MAX];
    ssize_t size = readlink(CHILD_PROGRAM_SELF, own, sizeof(own) - 1);
    if (size > 0) {
        strbuf_append(out, own, (size_t)size);
        return true;
    }
    // A chroot may lack /proc; the kernel also leaves the name that was executed.
    const char *executed = (const char *)(uintptr_t)getauxval(AT_EXECFN);
    if (executed == NULL || realpath(executed, own) == NULL) {
        return false;
    }
    strbuf_append_text(out, own);
    return true;
}

static bool find_beside_us(const char *name, StrBuf *found)
{
    StrBuf own;
    StrBuf folder;
    strbuf_init(&own);
    strbuf_init(&folder);
    bool is_found = false;
    if (child_program_own(&own)) {
        file_folder_of(own.data, &folder);
        is_found = try_folder(folder.data, name, found);
    }
    strbuf_release(&own);
    strbuf_release(&folder);
    return is_found;
}

static bool find_on_path(const char *name, StrBuf *found)
{
    const char *path = getenv("PATH");
    if (path == NULL) {
        path = PATH_DEFAULT;
    }
    StrBuf folder;
    strbuf_init(&folder);
    bool is_found = false;
    for (;;) {
        size_t size = strcspn(path, ":");
        strbuf_clear(&folder);
        strbuf_append(&folder, path, size);
        if (size == 0) {
            strbuf_append_char(&folder, '.'); // an empty entry is the working folder
        }
        is_found = try_folder(folder.data, name, found);
        if (is_found || path[size] == '\0') {
            break;
        }
        path += size + 1;
    }
    strbuf_release(&folder);
    return is_found;
}

Status child_find_program(const char *name, const char *folder, StrBuf *out, Problem *problem)
{
    StrBuf found;
    strbuf_init(&found);
    Status status = STATUS_OK;
    if (strchr(name, '/') != NULL) {
        file_join(folder, name, &found);
        status = child_program_check(found.data, problem);
    } else if (name[0] == '\0' || (!find_beside_us(name, &found) && !find_on_path(name, &found))) {
        status = problem_set(problem, STATUS_IO,
                             "%s: no such program, neither beside this one nor on PATH", name);
    }
    if (status == STATUS_OK) {
        strbuf_append_view(out, strbuf_view(&found));
    }
    strbuf_release(&found);
    return status;
}
