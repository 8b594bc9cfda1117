// SPDX-License-Identifier: MIT
#include "protocol/transport/stdio.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "tests/protocol/transport/transport_suites.h"

#define WRITER_NB 3
#define LINE_NB 2000

static void test_closed_pipe(void)
{
    int ends[2];
    CU_ASSERT_EQUAL_FATAL(pipe(ends), 0);
    Output *output = output_new(ends[1]);
    CU_ASSERT(output_write(output, strview_from("one\n")));
    CU_ASSERT(output_write(output, strview_from("")));
    char text[8] = "";
    CU_ASSERT_EQUAL(read(ends[0], text, sizeof(text)), 4);
    CU_ASSERT(memcmp(text, "one\n", 4) == 0);
    close(ends[0]);
    CU_ASSERT(!output_write(output, strview_from("two\n")));
    CU_ASSERT(!output_write(output, strview_from("three\n")));
    CU_ASSERT(!output_write(output, strview_from("")));
    output_free(output);
    output_free(NULL);
    close(ends[1]);
}

static void test_other_ends(void)
{
    int full = open("/dev/full", O_WRONLY);
    Output *output = output_new(full);
    CU_ASSERT(!output_write(output, strview_from("lost\n")));
    output_free(output);
    close(full);
    output = output_new(full); // closed by now
    CU_ASSERT(!output_write(output, strview_from("lost\n")));
    output_free(output);
}

static void *write_lines(void *ctx)
{
    Output *output = ctx;
    char line[256];
    memset(line, 'a', sizeof(line));
    line[sizeof(line) - 1] = '\n';
    int failed_nb = 0;
    for (int i = 0; i < LINE_NB; i++) {
        size_t size = sizeof(line) - (size_t)(i % 200);
        failed_nb += !output_write(output, (StrView){line + sizeof(line) - size, size});
    }
    return failed_nb == 0 ? output : NULL;
}

/// Reads to the end, slowly at first; returns how many lines came, -1 when one is mixed.
static int count_lines(int fd)
{
    FILE *in = fdopen(fd, "r");
    char line[300];
    int nb = 0;
    while (fgets(line, sizeof(line), in) != NULL) {
        if (nb % 1000 == 0) {
            struct timespec moment = {.tv_nsec = 5000000};
            nanosleep(&moment, NULL);
        }
        size_t size = strspn(line, "a");
        nb = line[size] == '\n' && line[size + 1] == '\0' && size >= 56 && nb >= 0 ? nb + 1 : -1;
    }
    fclose(in);
    return nb;
}

static void *write_all(void *ctx)
{
    pthread_t threads[WRITER_NB];
    int *fd = ctx;
    Output *output = output_new(*fd);
    for (int i = 0; i < WRITER_NB; i++) {
        pthread_create(&threads[i], NULL, write_lines, output);
    }
    void *all = ctx;
    for (int i = 0; i < WRITER_NB; i++) {
        void *done;
        pthread_join(threads[i], &done);
        all = done == NULL ? NULL : all;
    }
    output_free(output);
    close(*fd);
    return all;
}

/// Several threads write to a pipe that is often full; with O_NONBLOCK too, which somebody who
/// shares the descriptor may have set.
static void check_threads(int flags)
{
    int ends[2];
    CU_ASSERT_EQUAL_FATAL(pipe2(ends, O_CLOEXEC), 0);
    fcntl(ends[1], F_SETFL, flags);
    pthread_t writer;
    pthread_create(&writer, NULL, write_all, &ends[1]);
    int nb = count_lines(ends[0]);
    void *all;
    pthread_join(writer, &all);
    CHECK(all != NULL, "a write failed");
    CHECK(nb == WRITER_NB * LINE_NB, "%d lines", nb);
}

static void test_threads(void)
{
    check_threads(0);
    check_threads(O_NONBLOCK);
}

const TestCase OUTPUT_CASES[] = {
    {"closed_pipe", test_closed_pipe},
    {"other_ends", test_other_ends},
    {"threads", test_threads},
    {NULL, NULL},
};
