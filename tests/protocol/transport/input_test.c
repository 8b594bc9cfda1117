// SPDX-License-Identifier: MIT
#include "protocol/transport/stdio.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "tests/protocol/transport/transport_suites.h"

#define DEADLINE_MS 20000

typedef struct Reading {
    Loop *loop;
    Input *input;
    Timer *deadline;
    bool timed_out;
    StrBuf text; // "[line]" each, "<size>" for one too long, "." for the end
    uint64_t bytes;
    int line_nb;
    int end_nb;
    int free_at; // line number at which the input is freed in its callback; 0: never
    bool is_quiet; // count only
} Reading;

static void read_line(void *ctx, StrView line)
{
    Reading *reading = ctx;
    reading->line_nb++;
    reading->bytes += line.size + 1;
    if (!reading->is_quiet) {
        strbuf_appendf(&reading->text, "[%.*s]", STRVIEW_ARG(line));
    }
    if (reading->line_nb == reading->free_at) {
        input_free(reading->input);
        reading->input = NULL;
        loop_stop(reading->loop);
    }
}

static void read_overlong(void *ctx, StrView head, size_t size)
{
    Reading *reading = ctx;
    (void)head;
    strbuf_appendf(&reading->text, "<%zu>", size);
}

static void read_end(void *ctx)
{
    Reading *reading = ctx;
    reading->end_nb++;
    strbuf_append_char(&reading->text, '.');
    loop_stop(reading->loop);
}

static void give_up(void *ctx)
{
    Reading *reading = ctx;
    reading->timed_out = true;
    loop_stop(reading->loop);
}

static void reading_start(Reading *reading, int fd)
{
    InputListener listener = {reading, read_line, read_overlong, read_end};
    strbuf_init(&reading->text);
    reading->loop = loop_new();
    reading->deadline = timer_new(reading->loop, give_up, reading);
    timer_start(reading->deadline, DEADLINE_MS, 0);
    reading->input = input_new(reading->loop, fd, 1u << 20, &listener);
}

static void reading_finish(Reading *reading)
{
    CU_ASSERT(!reading->timed_out);
    input_free(reading->input);
    timer_free(reading->deadline);
    loop_free(reading->loop);
    strbuf_release(&reading->text);
}

/// Reads `fd` to its end and compares.
static void check_input(int fd, const char *expected)
{
    Reading reading = {0};
    reading_start(&reading, fd);
    loop_run(reading.loop);
    CHECK(strcmp(reading.text.data, expected) == 0, "%s", reading.text.data);
    CU_ASSERT_EQUAL(reading.end_nb, 1);
    reading_finish(&reading);
}

static void send_text(int fd, const char *text)
{
    CU_ASSERT_EQUAL(write(fd, text, strlen(text)), (ssize_t)strlen(text));
}

static void test_pipe(void)
{
    int ends[2];
    CU_ASSERT_EQUAL_FATAL(pipe(ends), 0);
    send_text(ends[1], "uci\r\nisready\n\nquit");
    close(ends[1]);
    check_input(ends[0], "[uci][isready][][quit].");
    close(ends[0]);
}

static void test_file(void)
{
    FILE *file = tmpfile();
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    fputs("position startpos\ngo\n", file);
    rewind(file);
    check_input(fileno(file), "[position startpos][go].");
    fclose(file);
}

static void test_nothing_to_read(void)
{
    int null = open("/dev/null", O_RDONLY);
    check_input(null, ".");
    int closed = fcntl(null, F_DUPFD, 500);
    close(null);
    close(closed);
    check_input(closed, ".");
    int folder = open("/", O_RDONLY | O_DIRECTORY);
    check_input(folder, ".");
    close(folder);
    int empty[2];
    CU_ASSERT_EQUAL_FATAL(pipe(empty), 0);
    close(empty[1]);
    check_input(empty[0], ".");
    close(empty[0]);
}

static void test_terminal(void)
{
    int master = posix_openpt(O_RDWR | O_NOCTTY);
    if (master < 0) {
        fprintf(stderr, "skipped: there are no pseudo-terminals here\n");
        return;
    }
    CU_ASSERT_FATAL(grantpt(master) == 0 && unlockpt(master) == 0);
    int slave = open(ptsname(master), O_RDWR | O_NOCTTY);
    CU_ASSERT_FATAL(slave >= 0);
    send_text(master, "uci\nquit\n\x04"); // the last one is the terminal's end of file
    check_input(slave, "[uci][quit].");
    // A terminal that goes away is the end too.
    send_text(master, "more\n");
    Reading reading = {.free_at = 0};
    reading_start(&reading, slave);
    close(master);
    loop_run(reading.loop);
    CU_ASSERT_EQUAL(reading.end_nb, 1);
    reading_finish(&reading);
    close(slave);
}

static void test_overlong(void)
{
    FILE *file = tmpfile();
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    for (int i = 0; i < (1 << 20) + 7; i++) {
        fputc('x', file);
    }
    fputs("\nquit\n", file);
    rewind(file);
    check_input(fileno(file), "<1048583>[quit].");
    fclose(file);
}

static void test_free_while_blocked(void)
{
    int ends[2];
    CU_ASSERT_EQUAL_FATAL(pipe(ends), 0);
    Reading reading = {0};
    reading_start(&reading, ends[0]);
    struct timespec moment = {.tv_nsec = 20000000};
    nanosleep(&moment, NULL); // the thread is waiting by now
    reading_finish(&reading);
    Reading again = {0};
    reading_start(&again, ends[0]); // and before it has begun to wait
    reading_finish(&again);
    close(ends[0]);
    close(ends[1]);
}

static void test_free_in_callback(void)
{
    int ends[2];
    CU_ASSERT_EQUAL_FATAL(pipe(ends), 0);
    send_text(ends[1], "a\nb\nc\nd\n");
    Reading reading = {.free_at = 2};
    reading_start(&reading, ends[0]);
    loop_run(reading.loop);
    CU_ASSERT_STRING_EQUAL(reading.text.data, "[a][b]");
    CU_ASSERT_EQUAL(reading.end_nb, 0);
    reading_finish(&reading);
    close(ends[0]);
    close(ends[1]);
}

/// Writes lines until nothing has been taken for 300 ms; returns the bytes taken.
static size_t stuff(int fd, size_t bytes_max)
{
    static const char line[] = "info depth 1 seldepth 2 score cp 0 nodes 3 time 4 pv a1 a4 a7 d7\n";
    size_t taken = 0;
    for (int idle_ms = 0; idle_ms < 300 && taken < bytes_max;) {
        ssize_t size = write(fd, line, sizeof(line) - 1);
        if (size > 0) {
            taken += (size_t)size;
            idle_ms = 0;
        } else {
            struct timespec moment = {.tv_nsec = 10000000};
            nanosleep(&moment, NULL);
            idle_ms += 10;
        }
    }
    return taken;
}

static void start_stuffed(Reading *reading, int ends[2], size_t *taken)
{
    CU_ASSERT_EQUAL_FATAL(pipe(ends), 0);
    fcntl(ends[1], F_SETFL, O_NONBLOCK);
    reading->is_quiet = true;
    reading_start(reading, ends[0]);
    *taken = stuff(ends[1], 8u << 20);
    // The queue, the pipe, one read under way, and nothing else.
    CHECK(*taken > 600u << 10 && *taken < 1400u << 10, "%zu bytes", *taken);
}

static void test_slow_loop_is_bounded(void)
{
    int ends[2];
    size_t taken;
    Reading reading = {0};
    start_stuffed(&reading, ends, &taken);
    close(ends[1]);
    loop_run(reading.loop);
    CHECK(reading.bytes >= taken && reading.bytes <= taken + 1, "%llu of %zu",
          (unsigned long long)reading.bytes, taken);
    reading_finish(&reading);
    close(ends[0]);
}

static void test_free_while_queue_is_full(void)
{
    int ends[2];
    size_t taken;
    Reading reading = {0};
    start_stuffed(&reading, ends, &taken);
    reading_finish(&reading);
    CU_ASSERT_EQUAL(reading.line_nb, 0);
    close(ends[0]);
    close(ends[1]);
}

const TestCase INPUT_CASES[] = {
    {"pipe", test_pipe},
    {"file", test_file},
    {"nothing_to_read", test_nothing_to_read},
    {"terminal", test_terminal},
    {"overlong", test_overlong},
    {"free_while_blocked", test_free_while_blocked},
    {"free_in_callback", test_free_in_callback},
    {"slow_loop_is_bounded", test_slow_loop_is_bounded},
    {"free_while_queue_is_full", test_free_while_queue_is_full},
    {NULL, NULL},
};
