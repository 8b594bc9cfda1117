// SPDX-License-Identifier: MIT
#include "tests/protocol/transport/child_watch.h"

#include <dirent.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "tests/suite.h"

#define DEADLINE_MS 20000

static void note_line(void *ctx, StrView line, uint64_t arrived_ns)
{
    ChildWatch *watch = ctx;
    watch->line_nb++;
    watch->bytes += line.size + 1;
    watch->arrived_ns = arrived_ns;
    if (!watch->quiet) {
        strbuf_appendf(&watch->text, "[%.*s]", STRVIEW_ARG(line));
    }
    if (watch->at_line != NULL) {
        watch->at_line(watch, line);
    }
}

static void note_overlong(void *ctx, StrView head, size_t size, uint64_t arrived_ns)
{
    ChildWatch *watch = ctx;
    (void)head;
    watch->arrived_ns = arrived_ns;
    strbuf_appendf(&watch->text, "<%zu>", size);
}

static void note_end(void *ctx, const char *text)
{
    ChildWatch *watch = ctx;
    CHECK(!watch->ended, "a second end: %s", text);
    watch->ended = true;
    watch->ended_ns = clock_now_ns();
    snprintf(watch->end_text, sizeof(watch->end_text), "%s", text);
    loop_stop(watch->loop);
}

static void give_up(void *ctx)
{
    ChildWatch *watch = ctx;
    watch->timed_out = true;
    loop_stop(watch->loop);
}

Status watch_start(ChildWatch *watch, const char *const argv[], const char *folder)
{
    ChildListener listener = {watch, note_line, note_overlong, note_end};
    strbuf_init(&watch->text);
    watch->loop = loop_new();
    watch->deadline = timer_new(watch->loop, give_up, watch);
    timer_start(watch->deadline, DEADLINE_MS, 0);
    return child_start(watch->loop, argv, folder, &listener, &watch->child, &watch->problem);
}

Status watch_shell(ChildWatch *watch, const char *script)
{
    const char *const argv[] = {"/bin/sh", "-c", script, NULL};
    Status status = watch_start(watch, argv, NULL);
    CHECK(status == STATUS_OK, "%s", watch->problem.text);
    return status;
}

void watch_run(ChildWatch *watch)
{
    loop_run(watch->loop);
}

void watch_release(ChildWatch *watch)
{
    CHECK(!watch->timed_out, "deadline; heard: %.200s", watch->text.data);
    child_free(watch->child);
    timer_free(watch->deadline);
    loop_free(watch->loop);
    strbuf_release(&watch->text);
}

bool process_runs(int pid)
{
    char path[64];
    snprintf(path, sizeof(path), "/proc/%d/stat", pid);
    FILE *file = fopen(path, "re");
    if (file == NULL) {
        return false;
    }
    char state = '?';
    int read_nb = fscanf(file, "%*d (%*[^)]) %c", &state);
    fclose(file);
    return read_nb == 1 && state != 'Z' && state != 'X';
}

bool process_ends(int pid)
{
    for (int i = 0; i < 500; i++) {
        if (!process_runs(pid)) {
            return true;
        }
        wait_ms(10);
    }
    return false;
}

int open_fd_nb(void)
{
    DIR *folder = opendir("/proc/self/fd");
    int nb = 0;
    while (readdir(folder) != NULL) {
        nb++;
    }
    closedir(folder);
    return nb;
}

void wait_ms(long ms)
{
    struct timespec time = {.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000};
    nanosleep(&time, NULL);
}
