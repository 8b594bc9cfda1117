// SPDX-License-Identifier: MIT
#include "protocol/base/file.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/protocol/base/base_tests.h"

#define PATH_MAX_HERE 256

/// A fresh folder; the test removes what it made (leave_folder).
static void enter_folder(char folder[PATH_MAX_HERE])
{
    snprintf(folder, PATH_MAX_HERE, "%s", "/tmp/merels-file-test-XXXXXX");
    CU_ASSERT_PTR_NOT_NULL_FATAL(mkdtemp(folder));
}

static void path_in(const char *folder, const char *name, char out[PATH_MAX_HERE])
{
    CU_ASSERT(snprintf(out, PATH_MAX_HERE, "%s/%s", folder, name) < PATH_MAX_HERE);
}

static int entry_nb(const char *folder)
{
    int nb = -2; // "." and ".."
    DIR *dir = opendir(folder);
    while (dir != NULL && readdir(dir) != NULL) {
        nb++;
    }
    if (dir != NULL) {
        closedir(dir);
    }
    return nb;
}

static void check_text(const char *path, const char *wanted)
{
    StrBuf text;
    strbuf_init(&text);
    Problem problem;
    CU_ASSERT_EQUAL(file_read(path, 1000, &text, &problem), STATUS_OK);
    CHECK(strcmp(text.data, wanted) == 0, "'%s' instead of '%s'", text.data, wanted);
    strbuf_release(&text);
}

static void replacing_and_reading(void)
{
    char folder[PATH_MAX_HERE];
    char path[PATH_MAX_HERE];
    enter_folder(folder);
    path_in(folder, "a.json", path);
    Problem problem;
    CU_ASSERT_EQUAL(file_replace(path, strview_from("first"), &problem), STATUS_OK);
    check_text(path, "first");
    CU_ASSERT_EQUAL(file_replace(path, strview_from("2nd"), NULL), STATUS_OK);
    check_text(path, "2nd");
    CU_ASSERT_EQUAL(file_replace(path, strview_from(NULL), &problem), STATUS_OK);
    check_text(path, "");
    CU_ASSERT_EQUAL(entry_nb(folder), 1); // no temporary file stays
    unlink(path);
    rmdir(folder);
}

static void reading_stops_at_the_limit(void)
{
    char folder[PATH_MAX_HERE];
    char path[PATH_MAX_HERE];
    enter_folder(folder);
    path_in(folder, "big", path);
    StrBuf text;
    strbuf_init(&text);
    for (int i = 0; i < 50000; i++) {
        strbuf_append_char(&text, (char)('a' + i % 26));
    }
    CU_ASSERT_EQUAL(file_replace(path, strbuf_view(&text), NULL), STATUS_OK);
    StrBuf out;
    strbuf_init(&out);
    strbuf_append_text(&out, "kept");
    Problem problem;
    CU_ASSERT_EQUAL(file_read(path, 49999, &out, &problem), STATUS_LIMIT);
    CU_ASSERT_STRING_EQUAL(out.data, "kept");
    CU_ASSERT_PTR_NOT_NULL(strstr(problem.text, path));
    CU_ASSERT_PTR_NOT_NULL(strstr(problem.text, "49999"));
    CU_ASSERT_EQUAL(file_read(path, 0, &out, &problem), STATUS_LIMIT);
    CU_ASSERT_EQUAL(file_read(path, 50000, &out, &problem), STATUS_OK);
    CU_ASSERT_EQUAL(out.size, 50004);
    CU_ASSERT(strview_equal(strview_skip(strbuf_view(&out), 4), strbuf_view(&text)));
    strbuf_release(&out);
    strbuf_release(&text);
    unlink(path);
    rmdir(folder);
}

static void errors_name_path_and_reason(void)
{
    char folder[PATH_MAX_HERE];
    char path[PATH_MAX_HERE];
    enter_folder(folder);
    path_in(folder, "missing", path);
    StrBuf out;
    strbuf_init(&out);
    Problem problem = {0};
    CU_ASSERT_EQUAL(file_read(path, 10, &out, &problem), STATUS_IO);
    CU_ASSERT_PTR_NOT_NULL(strstr(problem.text, path));
    CU_ASSERT_PTR_NOT_NULL(strstr(problem.text, "No such file"));
    CU_ASSERT_EQUAL(file_read(folder, 10, &out, &problem), STATUS_IO);
    CU_ASSERT_PTR_NOT_NULL(strstr(problem.text, "directory"));
    // A pipe that nobody writes to, and a device that never ends: refused, not waited for.
    path_in(folder, "fifo", path);
    CU_ASSERT_EQUAL(mkfifo(path, 0600), 0);
    CU_ASSERT_EQUAL(file_read(path, 10, &out, &problem), STATUS_IO);
    CU_ASSERT_PTR_NOT_NULL(strstr(problem.text, "not a plain file"));
    remove(path);
    CU_ASSERT_EQUAL(file_read("/dev/zero", 10, &out, &problem), STATUS_IO);
    CU_ASSERT_EQUAL(out.size, 0);
    CU_ASSERT_EQUAL(file_replace(folder, strview_from("x"), &problem), STATUS_IO);
    CU_ASSERT_EQUAL(entry_nb(folder), 0);
    path_in(folder, "no/where", path);
    CU_ASSERT_EQUAL(file_replace(path, strview_from("x"), &problem), STATUS_IO);
    CU_ASSERT_PTR_NOT_NULL(strstr(problem.text, path));
    strbuf_release(&out);
    CU_ASSERT_EQUAL(rmdir(folder), 0); // nothing was left in it or beside it
}

static void folders_with_their_parents(void)
{
    char folder[PATH_MAX_HERE];
    char deep[PATH_MAX_HERE];
    char path[PATH_MAX_HERE];
    enter_folder(folder);
    path_in(folder, "a/b//c/", deep);
    Problem problem;
    CU_ASSERT_EQUAL(file_make_folder(deep, &problem), STATUS_OK);
    CU_ASSERT_EQUAL(file_make_folder(deep, &problem), STATUS_OK);
    CU_ASSERT_EQUAL(file_make_folder("/", &problem), STATUS_OK);
    CU_ASSERT_EQUAL(file_make_folder("", &problem), STATUS_IO);
    struct stat info;
    path_in(folder, "a/b/c", deep);
    CU_ASSERT(stat(deep, &info) == 0 && S_ISDIR(info.st_mode));
    path_in(folder, "file", path);
    CU_ASSERT_EQUAL(file_replace(path, strview_from("x"), NULL), STATUS_OK);
    CU_ASSERT_EQUAL(file_make_folder(path, &problem), STATUS_IO);
    CU_ASSERT_PTR_NOT_NULL(strstr(problem.text, path));
    CU_ASSERT_EQUAL(unlink(path), 0);
    rmdir(deep);
    path_in(folder, "a/b", deep);
    rmdir(deep);
    path_in(folder, "a", deep);
    rmdir(deep);
    CU_ASSERT_EQUAL(rmdir(folder), 0);
}

static void joining(void)
{
    static const char *const CASES[][3] = {
        {"a", "b", "a/b"},   {"a/", "b", "a/b"}, {"a", "/b", "/b"}, {"", "b", "b"},
        {"/", "b/c", "/b/c"}, {".", "b", "./b"},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        StrBuf out;
        strbuf_init(&out);
        file_join(CASES[i][0], CASES[i][1], &out);
        CHECK(strcmp(out.data, CASES[i][2]) == 0, "case %zu: %s", i, out.data);
        strbuf_release(&out);
    }
}

static void folder_parts(void)
{
    static const char *const CASES[][2] = {
        {"a", "."},   {"a/b", "a"},     {"/a", "/"}, {"/a/b.json", "/a"}, {"a/b/", "a"},
        {"a//b", "a"}, {"", "."},        {"/", "/"},  {"../x", ".."},      {"a/", "."},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        StrBuf out;
        strbuf_init(&out);
        file_folder_of(CASES[i][0], &out);
        CHECK(strcmp(out.data, CASES[i][1]) == 0, "'%s': %s", CASES[i][0], out.data);
        strbuf_release(&out);
    }
}

const TestCase FILE_CASES[] = {
    {"replacing and reading", replacing_and_reading},
    {"reading stops at the limit", reading_stops_at_the_limit},
    {"errors name path and reason", errors_name_path_and_reason},
    {"folders with their parents", folders_with_their_parents},
    {"joining", joining},
    {"folder parts", folder_parts},
    {NULL, NULL},
};
