// SPDX-License-Identifier: MIT
#include "tests/engine/engine_driver.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#define ENGINE_PROGRAM TEST_BIN "/merels-engine"
#define ARGUMENT_MAX 16

struct Engine {
    pid_t pid;
    int to;   // -1: closed
    int from; // -1: closed
    bool ended;
    int status;
    char *text; // bytes of a line under way
    size_t size, capacity;
    char **lines; // whole lines, owned
    size_t line_nb, line_capacity;
    size_t next; // the first line that nobody has looked at
    size_t mark;
};

double engine_now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

static void fail(const char *what)
{
    fprintf(stderr, "engine driver: %s: %s\n", what, strerror(errno));
    abort();
}

static int open_file(const char *text)
{
    char path[] = "/tmp/merels-test-XXXXXX";
    int fd = mkostemp(path, O_CLOEXEC);
    if (fd < 0 || write(fd, text, strlen(text)) != (ssize_t)strlen(text) ||
        lseek(fd, 0, SEEK_SET) != 0) {
        fail("temporary file");
    }
    unlink(path);
    return fd;
}

bool engine_has_terminals(void)
{
    int terminal = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (terminal < 0) {
        fprintf(stderr, "skipped: there are no pseudo-terminals here\n");
        return false;
    }
    close(terminal);
    return true;
}

/// A terminal without echo, so that what we read is what the engine wrote.
static void open_terminal(int *ours, int *its)
{
    *ours = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (*ours < 0 || grantpt(*ours) != 0 || unlockpt(*ours) != 0) {
        fail("pseudo-terminal");
    }
    *its = open(ptsname(*ours), O_RDWR | O_NOCTTY | O_CLOEXEC);
    struct termios mode;
    if (*its < 0 || tcgetattr(*its, &mode) != 0) {
        fail("terminal");
    }
    mode.c_lflag &= ~(tcflag_t)ECHO;
    tcsetattr(*its, TCSANOW, &mode);
}

/// In the child: input and output in place, then the engine.
static void become_engine(EngineInput input, int in, int out, const char *const arguments[])
{
    const char *argv[ARGUMENT_MAX + 2] = {ENGINE_PROGRAM};
    for (int i = 0; i < ARGUMENT_MAX && arguments != NULL && arguments[i] != NULL; i++) {
        argv[i + 1] = arguments[i];
    }
    if (dup2(out, 1) < 0 || (input != INPUT_CLOSED && dup2(in, 0) < 0)) {
        _exit(126);
    }
    if (input == INPUT_CLOSED) {
        close(0);
    }
    signal(SIGPIPE, SIG_DFL);
    execv(ENGINE_PROGRAM, (char *const *)argv);
    _exit(127);
}

Engine *engine_start_with(EngineInput input, const char *text, const char *const arguments[])
{
    signal(SIGPIPE, SIG_IGN);
    Engine *engine = calloc(1, sizeof *engine);
    int in[2] = {-1, -1};
    int out[2] = {-1, -1};
    if (engine == NULL || access(ENGINE_PROGRAM, X_OK) != 0 || pipe2(in, O_CLOEXEC) != 0 ||
        pipe2(out, O_CLOEXEC) != 0) {
        fail(ENGINE_PROGRAM);
    }
    if (input == INPUT_FILE || input == INPUT_NULL) {
        close(in[0]);
        in[0] = input == INPUT_FILE ? open_file(text) : open("/dev/null", O_RDONLY | O_CLOEXEC);
    }
    if (input == INPUT_TERMINAL) {
        close(in[0]);
        close(in[1]);
        close(out[0]);
        close(out[1]);
        open_terminal(&in[1], &in[0]);
        out[0] = fcntl(in[1], F_DUPFD_CLOEXEC, 0);
        out[1] = fcntl(in[0], F_DUPFD_CLOEXEC, 0);
    }
    engine->pid = fork();
    if (engine->pid == 0) {
        become_engine(input, in[0], out[1], arguments);
    }
    if (engine->pid < 0) {
        fail("fork");
    }
    close(in[0]);
    close(out[1]);
    engine->to = in[1];
    engine->from = out[0];
    if (input != INPUT_PIPE && input != INPUT_TERMINAL) {
        engine_close_input(engine);
    }
    return engine;
}

Engine *engine_start(void)
{
    return engine_start_with(INPUT_PIPE, NULL, NULL);
}

void engine_free(Engine *engine)
{
    engine_close_input(engine);
    engine_close_output(engine);
    if (!engine->ended) {
        kill(engine->pid, SIGKILL);
        waitpid(engine->pid, NULL, 0);
    }
    for (size_t i = 0; i < engine->line_nb; i++) {
        free(engine->lines[i]);
    }
    free(engine->lines);
    free(engine->text);
    free(engine);
}

// --- Reading -------------------------------------------------------------------------------------

static void add_line(Engine *engine, const char *text, size_t size)
{
    if (engine->line_nb == engine->line_capacity) {
        engine->line_capacity = engine->line_capacity == 0 ? 64 : 2 * engine->line_capacity;
        engine->lines = realloc(engine->lines, engine->line_capacity * sizeof *engine->lines);
    }
    if (size > 0 && text[size - 1] == '\r') {
        size--;
    }
    engine->lines[engine->line_nb++] = strndup(text, size);
}

static void add_bytes(Engine *engine, const char *bytes, size_t size)
{
    if (engine->size + size > engine->capacity) {
        engine->capacity = 2 * (engine->size + size);
        engine->text = realloc(engine->text, engine->capacity);
    }
    memcpy(engine->text + engine->size, bytes, size);
    engine->size += size;
    size_t start = 0;
    for (const char *end;
         (end = memchr(engine->text + start, '\n', engine->size - start)) != NULL;) {
        size_t length = (size_t)(end - engine->text) - start;
        add_line(engine, engine->text + start, length);
        start += length + 1;
    }
    memmove(engine->text, engine->text + start, engine->size - start);
    engine->size -= start;
}

/// Reads what is there, waiting until `deadline_ms` for it. False at the deadline or the end of
/// output.
static bool read_more(Engine *engine, double deadline_ms)
{
    double left_ms = deadline_ms - engine_now_ms();
    struct pollfd wait = {.fd = engine->from, .events = POLLIN};
    if (engine->from < 0 || poll(&wait, 1, left_ms > 0 ? (int)left_ms + 1 : 0) <= 0) {
        return false;
    }
    char bytes[65536];
    ssize_t size = read(engine->from, bytes, sizeof bytes);
    if (size <= 0) { // a terminal whose other side is closed gives EIO
        close(engine->from);
        engine->from = -1;
        return false;
    }
    add_bytes(engine, bytes, (size_t)size);
    return true;
}

static bool starts_with(const char *line, const char *prefix)
{
    return strncmp(line, prefix, strlen(prefix)) == 0;
}

const char *engine_expect(Engine *engine, const char *prefix, int wait_ms)
{
    double deadline_ms = engine_now_ms() + wait_ms;
    do {
        while (engine->next < engine->line_nb) {
            const char *line = engine->lines[engine->next++];
            if (starts_with(line, prefix)) {
                return line;
            }
        }
    } while (read_more(engine, deadline_ms));
    return ENGINE_NOTHING;
}

const char *engine_line(Engine *engine, const char *prefix)
{
    return engine_expect(engine, prefix, ENGINE_WAIT_MS);
}

bool engine_says(Engine *engine, const char *prefix)
{
    return strcmp(engine_line(engine, prefix), ENGINE_NOTHING) != 0;
}

bool engine_ready(Engine *engine)
{
    engine_send(engine, "isready");
    return engine_says(engine, "readyok");
}

int engine_silence(Engine *engine, int wait_ms)
{
    double deadline_ms = engine_now_ms() + wait_ms;
    size_t before = engine->next;
    while (read_more(engine, deadline_ms)) {
    }
    engine->next = engine->line_nb;
    return (int)(engine->line_nb - before);
}

int engine_count(const Engine *engine, const char *prefix)
{
    int count = 0;
    for (size_t i = engine->mark; i < engine->line_nb; i++) {
        count += starts_with(engine->lines[i], prefix);
    }
    return count;
}

size_t engine_line_nb(const Engine *engine)
{
    return engine->line_nb;
}

const char *engine_nth(const Engine *engine, size_t index)
{
    return engine->lines[index];
}

void engine_mark(Engine *engine)
{
    engine->mark = engine->next;
}

// --- Writing and ending --------------------------------------------------------------------------

/// Reads while it writes, so that two full pipes never wait for each other.
void engine_send_bytes(Engine *engine, const char *bytes, size_t size)
{
    double deadline_ms = engine_now_ms() + ENGINE_WAIT_MS;
    if (engine->to < 0) {
        return;
    }
    fcntl(engine->to, F_SETFL, fcntl(engine->to, F_GETFL) | O_NONBLOCK);
    while (size > 0 && engine_now_ms() < deadline_ms) {
        ssize_t written = write(engine->to, bytes, size);
        if (written > 0) {
            bytes += written;
            size -= (size_t)written;
        } else if (errno == EAGAIN) {
            read_more(engine, engine_now_ms() + 5);
        } else {
            return; // it has ended; the test sees that by what is missing
        }
    }
}

void engine_send(Engine *engine, const char *format, ...)
{
    char *line = NULL;
    va_list arguments;
    va_start(arguments, format);
    int size = vasprintf(&line, format, arguments);
    va_end(arguments);
    if (size < 0) {
        fail("line");
    }
    line[size] = '\n'; // in place of the NUL
    engine_send_bytes(engine, line, (size_t)size + 1);
    free(line);
}

void engine_close_input(Engine *engine)
{
    if (engine->to >= 0) {
        close(engine->to);
        engine->to = -1;
    }
}

void engine_close_output(Engine *engine)
{
    if (engine->from >= 0) {
        close(engine->from);
        engine->from = -1;
    }
}

int engine_end(Engine *engine, int wait_ms)
{
    double deadline_ms = engine_now_ms() + wait_ms;
    while (read_more(engine, deadline_ms)) {
    }
    while (!engine->ended) {
        int status;
        pid_t done = waitpid(engine->pid, &status, WNOHANG);
        if (done == engine->pid) {
            engine->ended = true;
            engine->status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
        } else if (engine_now_ms() > deadline_ms) {
            return ENGINE_STATUS_NONE;
        } else {
            nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
        }
    }
    return engine->status;
}

double engine_cpu_ms(const Engine *engine)
{
    clockid_t clock;
    struct timespec used;
    if (clock_getcpuclockid(engine->pid, &clock) != 0 || clock_gettime(clock, &used) != 0) {
        return -1;
    }
    return (double)used.tv_sec * 1e3 + (double)used.tv_nsec / 1e6;
}

int engine_thread_nb(const Engine *engine)
{
    char path[64];
    char line[256];
    int threads = -1;
    snprintf(path, sizeof path, "/proc/%d/status", (int)engine->pid);
    FILE *file = fopen(path, "re");
    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        if (sscanf(line, "Threads: %d", &threads) == 1) {
            break;
        }
    }
    if (file != NULL) {
        fclose(file);
    }
    return threads;
}
