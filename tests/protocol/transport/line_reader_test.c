// SPDX-License-Identifier: MIT
#include "protocol/transport/line_reader.h"

#include <stdlib.h>
#include <string.h>

#include "tests/protocol/transport/transport_suites.h"

/// What a sink was given, as text: "[line]" for each line, "<head:size>" for one that was too long.
typedef struct Seen {
    StrBuf text;
    int line_nb;
    int stop_after; // lines; 0: never
    bool stop;
} Seen;

static void see_line(void *ctx, StrView line)
{
    Seen *seen = ctx;
    strbuf_append_char(&seen->text, '[');
    strbuf_append_view(&seen->text, line);
    strbuf_append_char(&seen->text, ']');
    seen->line_nb++;
    seen->stop = seen->line_nb == seen->stop_after;
}

static void see_overlong(void *ctx, StrView head, size_t size)
{
    Seen *seen = ctx;
    strbuf_appendf(&seen->text, "<%.*s:%zu>", STRVIEW_ARG(head), size);
}

/// Feeds `bytes` in pieces of `piece` bytes, then the end.
static void feed(const char *bytes, size_t size, size_t piece, size_t line_max, Seen *seen)
{
    LineReader reader;
    LineSink sink = {seen, see_line, see_overlong};
    line_reader_init(&reader, line_max);
    strbuf_init(&seen->text);
    for (size_t at = 0; at < size && !seen->stop; at += piece) {
        size_t part = size - at < piece ? size - at : piece;
        line_reader_feed(&reader, bytes + at, part, &sink, &seen->stop);
    }
    if (!seen->stop) {
        line_reader_end(&reader, &sink);
    }
    line_reader_release(&reader);
}

static void test_table(void)
{
    static const struct {
        const char *bytes;
        const char *seen; // with a limit of 8 bytes
    } cases[] = {
        {"", ""},
        {"\n", "[]"},
        {"\r\n", "[]"},
        {"\r", "[]"},
        {"a", "[a]"},
        {"a\n", "[a]"},
        {"a\nb", "[a][b]"},
        {"a\r\nb\r\n", "[a][b]"},
        {"a\r", "[a]"},
        {"a\r\r\n", "[a\r]"},
        {"a\rb\n", "[a\rb]"},
        {"\n\n\n", "[][][]"},
        {"12345678\n", "[12345678]"},
        {"12345678\r\n", "[12345678]"},
        {"12345678", "[12345678]"},
        {"12345678\r", "[12345678]"},
        {"123456789\n", "<123456789:9>"},
        {"123456789\r\n", "<123456789:9>"},
        {"123456789", "<123456789:9>"},
        {"12345678\r9\n", "<12345678\r9:10>"},
        {"12345678\r\r\n", "<12345678\r:9>"},
        {"1234567890abc\nnext\n", "<1234567890abc:13>[next]"},
        {"1234567890\r\n\r\n12345678\r\n", "<1234567890:10>[][12345678]"},
        {"x\n1234567890\n1234567890\ny", "[x]<1234567890:10><1234567890:10>[y]"},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        size_t size = strlen(cases[i].bytes);
        for (size_t piece = 1; piece <= size + 1; piece++) {
            Seen seen = {0};
            feed(cases[i].bytes, size, piece, 8, &seen);
            CHECK(strcmp(seen.text.data, cases[i].seen) == 0, "case %zu in pieces of %zu: %s", i,
                  piece, seen.text.data);
            strbuf_release(&seen.text);
        }
    }
}

static void test_any_byte(void)
{
    const char bytes[] = "a\0b\n\xff\xc3\n";
    Seen seen = {0};
    feed(bytes, sizeof(bytes) - 1, 2, 100, &seen);
    CU_ASSERT_EQUAL(seen.line_nb, 2);
    CU_ASSERT_EQUAL(seen.text.size, 9);
    CU_ASSERT(memcmp(seen.text.data, "[a\0b][\xff\xc3]", 9) == 0);
    strbuf_release(&seen.text);
}

/// A line of `size` bytes, then a short one: whole when it fits, told once when it does not.
static void check_size(size_t size, size_t line_max, size_t piece)
{
    char *bytes = malloc(size + 6);
    memset(bytes, 'x', size);
    memcpy(bytes + size, "\r\nok\n", 5);
    Seen seen = {0};
    feed(bytes, size + 5, piece, line_max, &seen);
    if (size <= line_max) {
        CHECK(seen.line_nb == 2 && seen.text.size == size + 2 + 4, "%zu of %zu by %zu", size,
              line_max, piece);
    } else {
        char told[128];
        snprintf(told, sizeof(told), "<%.*s:%zu>[ok]", LINE_HEAD_MAX, bytes, size);
        CHECK(strcmp(seen.text.data, told) == 0, "%zu of %zu by %zu: %.200s", size, line_max, piece,
              seen.text.data);
    }
    strbuf_release(&seen.text);
    free(bytes);
}

static void test_limits(void)
{
    static const size_t limits[] = {64, 1023, 1024, 4095, 4096, 65535, 65536, 1u << 20};
    static const size_t pieces[] = {1023, 1024, 4096, 65536};
    for (size_t i = 0; i < sizeof(limits) / sizeof(limits[0]); i++) {
        for (size_t j = 0; j < sizeof(pieces) / sizeof(pieces[0]); j++) {
            for (size_t size = limits[i] - 2; size <= limits[i] + 3; size++) {
                check_size(size, limits[i], pieces[j]);
            }
        }
    }
}

static void test_documented_limit(void)
{
    check_size(LINE_BYTES_MAX, LINE_BYTES_MAX, 65536);
    check_size(LINE_BYTES_MAX + 1, LINE_BYTES_MAX, 65536);
}

static void test_memory_of_overlong_line(void)
{
    LineReader reader;
    Seen seen = {0};
    LineSink sink = {&seen, see_line, see_overlong};
    char block[4096];
    memset(block, 'x', sizeof(block));
    strbuf_init(&seen.text);
    line_reader_init(&reader, 1u << 20);
    for (int i = 0; i < 1024; i++) {
        line_reader_feed(&reader, block, sizeof(block), &sink, NULL);
        CHECK(reader.pending.capacity <= 4u << 20, "%zu", reader.pending.capacity);
    }
    CU_ASSERT(reader.overlong);
    CU_ASSERT(reader.pending.size <= LINE_HEAD_MAX);
    CU_ASSERT(reader.pending.capacity <= 4096);
    line_reader_release(&reader);
    strbuf_release(&seen.text);
}

static void test_stop(void)
{
    Seen seen = {.stop_after = 2};
    const char *bytes = "a\nb\nc\nd\n";
    feed(bytes, strlen(bytes), 100, 100, &seen);
    CU_ASSERT_STRING_EQUAL(seen.text.data, "[a][b]");
    strbuf_release(&seen.text);
}

const TestCase LINE_READER_CASES[] = {
    {"table", test_table},
    {"any_byte", test_any_byte},
    {"limits", test_limits},
    {"documented_limit", test_documented_limit},
    {"memory_of_overlong_line", test_memory_of_overlong_line},
    {"stop", test_stop},
    {NULL, NULL},
};
