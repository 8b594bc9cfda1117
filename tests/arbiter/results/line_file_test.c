// SPDX-License-Identifier: MIT
#include "arbiter/results/line_file.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "tests/arbiter/results/results_tests.h"

typedef struct Opened {
    Fixture fixture;
    LineFile file;
    StrBuf line;
} Opened;

static void open_text(Opened *opened, StrView text)
{
    char path[FIXTURE_PATH_MAX];
    fixture_open(&opened->fixture);
    fixture_write(&opened->fixture, "f", text);
    fixture_path(&opened->fixture, "f", path);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    CU_ASSERT_TRUE(fd >= 0);
    line_file_init(&opened->file, fd);
    strbuf_init(&opened->line);
}

static void close_text(Opened *opened)
{
    close(opened->file.fd);
    line_file_release(&opened->file);
    strbuf_release(&opened->line);
    fixture_close(&opened->fixture);
}

static void check_line(Opened *opened, const char *wanted, bool whole, int64_t next)
{
    bool is_whole;
    Status status = line_file_next(&opened->file, 1000, &opened->line, &is_whole);
    CHECK(status == STATUS_OK, "%s: status %d", wanted, (int)status);
    CU_ASSERT_STRING_EQUAL(opened->line.data, wanted);
    CU_ASSERT_EQUAL(is_whole, whole);
    CU_ASSERT_EQUAL(opened->file.offset, next);
}

static void reads_lines(void)
{
    Opened opened;
    bool is_whole;
    open_text(&opened, strview_from("one\n\nthree\r\nlast"));
    check_line(&opened, "one", true, 4);
    check_line(&opened, "", true, 5);
    check_line(&opened, "three\r", true, 12);
    check_line(&opened, "last", false, 16);
    CU_ASSERT_EQUAL(line_file_next(&opened.file, 1000, &opened.line, &is_whole), STATUS_CLOSED);
    line_file_seek(&opened.file, 5);
    check_line(&opened, "three\r", true, 12);
    close_text(&opened);
    open_text(&opened, strview_from(""));
    CU_ASSERT_EQUAL(line_file_next(&opened.file, 1000, &opened.line, &is_whole), STATUS_CLOSED);
    close_text(&opened);
}

/// Lines that end just before, at and behind the ends of the chunks that are read.
static void reads_across_chunks(void)
{
    for (int shift = -2; shift <= 2; shift++) {
        Opened opened;
        StrBuf text;
        bool is_whole;
        size_t long_size = (size_t)(LINE_FILE_CHUNK + shift);
        strbuf_init(&text);
        for (size_t i = 0; i < long_size; i++) {
            strbuf_append_char(&text, (char)('a' + i % 26));
        }
        strbuf_append_text(&text, "\nshort\n");
        open_text(&opened, strbuf_view(&text));
        CU_ASSERT_EQUAL(line_file_next(&opened.file, long_size - 1, &opened.line, &is_whole),
                        STATUS_LIMIT);
        line_file_seek(&opened.file, 0);
        CU_ASSERT_EQUAL(line_file_next(&opened.file, long_size, &opened.line, &is_whole),
                        STATUS_OK);
        CHECK(is_whole && opened.line.size == long_size &&
                  memcmp(opened.line.data, text.data, long_size) == 0,
              "shift %d: %zu bytes", shift, opened.line.size);
        check_line(&opened, "short", true, (int64_t)text.size);
        strbuf_release(&text);
        close_text(&opened);
    }
}

const TestCase LINE_FILE_CASES[] = {
    {"reads lines", reads_lines},
    {"reads across chunks", reads_across_chunks},
    {NULL, NULL},
};
