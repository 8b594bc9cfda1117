// SPDX-License-Identifier: MIT
#include "protocol/transport/child.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <uv.h>

#include "protocol/base/file.h"
#include "protocol/base/memory.h"
#include "protocol/transport/loop_inner.h"

#define GUARD_NAME "merels-child-guard"
#define PIPE_NB (CHILD_GUARD_STATUS_FD + 1) // stdin, stdout, stderr, the guard's status

struct Child {
    Loop *loop;
    ChildListener listener;
    uv_process_t process;
    uv_pipe_t in, out, err;
    uv_timer_t grace;
    int open_nb;     // of the five handles above: not closed by libuv yet
    int status_fd;   // where the guard leaves the wait status
    int wait_status; // as waitpid gives it; once exited
    bool exited;     // the guard has been reaped
    bool out_ended;
    bool err_ended;
    bool ended; // on_end is due or given; all handles are closing
    bool freed;
    bool in_ended;     // it can take no more input: closed, gone or deaf
    bool in_closing;   // to be closed when the queue is empty
    LineReader reader; // of stdout
    uint64_t arrived_ns;
    uint64_t stderr_nb; // bytes ever read from stderr
    char stderr_ring[CHILD_STDERR_KEPT];
    char stderr_text[CHILD_STDERR_KEPT + 1];
};

/// Bytes on their way to a child that did not take them at once.
typedef struct QueuedWrite {
    uv_write_t request;
    Child *child;
    char bytes[];
} QueuedWrite;

// --- End ---------------------------------------------------------------------------------------

static void release(Child *child)
{
    line_reader_release(&child->reader);
    free(child);
}

static void handle_closed(uv_handle_t *handle)
{
    Child *child = handle->data;
    child->open_nb--;
    if (child->open_nb == 0 && child->freed) {
        release(child);
    }
}

static void close_handle(void *handle)
{
    if (!uv_is_closing(handle)) {
        uv_close(handle, handle_closed);
    }
}

static void close_pipes(Child *child)
{
    child->in_ended = true;
    close_handle(&child->in);
    close_handle(&child->out);
    close_handle(&child->err);
    close_handle(&child->grace);
}

static void give_line(void *ctx, StrView line)
{
    Child *child = ctx;
    child->listener.on_line(child->listener.ctx, line, child->arrived_ns);
}

static void give_overlong(void *ctx, StrView head, size_t size)
{
    Child *child = ctx;
    child->listener.on_overlong(child->listener.ctx, head, size, child->arrived_ns);
}

static void describe_end(int wait_status, char *text, size_t size)
{
    if (WIFSIGNALED(wait_status)) {
        int number = WTERMSIG(wait_status);
        const char *name = sigdescr_np(number);
        snprintf(text, size, "killed by signal %d (%s)", number, name ? name : "real-time signal");
    } else {
        snprintf(text, size, "exit status %d", WEXITSTATUS(wait_status));
    }
}

/// It has exited and said all it had to say, or has had its time for that.
static void finish(Child *child)
{
    assert(child->exited && !child->ended && !child->freed);
    child->ended = true;
    close_pipes(child);
    close_handle(&child->process);
    LineSink sink = {child, give_line, give_overlong};
    line_reader_end(&child->reader, &sink);
    if (!child->freed) { // the last line may have made the owner do that
        char text[96];
        describe_end(child->wait_status, text, sizeof(text));
        child->listener.on_end(child->listener.ctx, text);
    }
}

static void finish_if_silent(Child *child)
{
    if (child->exited && child->out_ended && child->err_ended && !child->ended && !child->freed) {
        finish(child);
    }
}

static void grace_over(uv_timer_t *timer)
{
    finish(timer->data);
}

/// How the program ended, from the guard's pipe; without a word from the guard, how that one ended.
static void learn_status(Child *child, int64_t exit_status, int term_signal)
{
    int status;
    if (read(child->status_fd, &status, sizeof(status)) == sizeof(status)) {
        child->wait_status = status;
    } else {
        // The guard was killed from outside and could not end the group.
        kill(-child->process.pid, SIGKILL);
        child->wait_status = term_signal != 0 ? term_signal : W_EXITCODE((int)exit_status, 0);
    }
    close(child->status_fd);
    child->status_fd = -1;
}

static void guard_exited(uv_process_t *process, int64_t exit_status, int term_signal)
{
    Child *child = process->data;
    child->exited = true;
    learn_status(child, exit_status, term_signal);
    if (child->freed) {
        close_handle(&child->process);
        return;
    }
    finish_if_silent(child);
    if (!child->ended) {
        uv_update_time(loop_native(child->loop));
        uv_timer_start(&child->grace, grace_over, CHILD_GRACE_MS, 0);
    }
}

// --- Reading -----------------------------------------------------------------------------------

static void lend_buffer(uv_handle_t *handle, size_t suggested, uv_buf_t *buffer)
{
    (void)suggested;
    Child *child = handle->data;
    *buffer = uv_buf_init(loop_read_buffer(child->loop), LOOP_READ_BYTES);
}

static void stdout_read(uv_stream_t *stream, ssize_t size, const uv_buf_t *buffer)
{
    Child *child = stream->data;
    if (size > 0) {
        LineSink sink = {child, give_line, give_overlong};
        child->arrived_ns = clock_now_ns();
        line_reader_feed(&child->reader, buffer->base, (size_t)size, &sink, &child->freed);
    } else if (size < 0) {
        child->out_ended = true;
        close_handle(&child->out);
        finish_if_silent(child);
    }
}

static void keep_stderr(Child *child, const char *bytes, size_t size)
{
    size_t skipped = size > CHILD_STDERR_KEPT ? size - CHILD_STDERR_KEPT : 0;
    child->stderr_nb += skipped;
    for (size_t i = skipped; i < size; i++) {
        child->stderr_ring[child->stderr_nb % CHILD_STDERR_KEPT] = bytes[i];
        child->stderr_nb++;
    }
}

static void stderr_read(uv_stream_t *stream, ssize_t size, const uv_buf_t *buffer)
{
    Child *child = stream->data;
    if (size > 0) {
        keep_stderr(child, buffer->base, (size_t)size);
    } else if (size < 0) {
        child->err_ended = true;
        close_handle(&child->err);
        finish_if_silent(child);
    }
}

const char *child_stderr(Child *child)
{
    uint64_t kept = child->stderr_nb < CHILD_STDERR_KEPT ? child->stderr_nb : CHILD_STDERR_KEPT;
    size_t size = 0;
    for (uint64_t i = child->stderr_nb - kept; i < child->stderr_nb; i++) {
        unsigned char c = (unsigned char)child->stderr_ring[i % CHILD_STDERR_KEPT];
        bool is_control = c < ' ' || c == 127;
        if (size > 0 || (!is_control && c != ' ')) {
            child->stderr_text[size++] = is_control ? ' ' : (char)c;
        }
    }
    while (size > 0 && child->stderr_text[size - 1] == ' ') {
        size--;
    }
    child->stderr_text[size] = '\0';
    return child->stderr_text;
}

// --- Writing -----------------------------------------------------------------------------------

static void close_input_if_sent(Child *child)
{
    uv_stream_t *in = (uv_stream_t *)&child->in;
    if (child->in_closing && uv_stream_get_write_queue_size(in) == 0) {
        close_handle(&child->in);
    }
}

static void queued_written(uv_write_t *request, int failed)
{
    QueuedWrite *queued = (QueuedWrite *)request;
    Child *child = queued->child;
    free(queued);
    if (failed != 0) {
        child->in_ended = true;
        child->in_closing = true;
    }
    close_input_if_sent(child);
}

static bool queue_write(Child *child, StrView text)
{
    QueuedWrite *queued = memory_new(1, sizeof(*queued) + text.size);
    queued->child = child;
    memcpy(queued->bytes, text.data, text.size);
    uv_buf_t buffer = uv_buf_init(queued->bytes, (unsigned)text.size);
    uv_stream_t *in = (uv_stream_t *)&child->in;
    if (uv_write(&queued->request, in, &buffer, 1, queued_written) != 0) {
        free(queued);
        child->in_ended = true;
    }
    return !child->in_ended;
}

bool child_write(Child *child, StrView text)
{
    assert(!child->freed);
    if (child->in_ended || child->exited) {
        return false;
    }
    uv_stream_t *in = (uv_stream_t *)&child->in;
    if (uv_stream_get_write_queue_size(in) + text.size > CHILD_WRITE_QUEUE_MAX) {
        child->in_ended = true;
        return false;
    }
    if (text.size == 0) {
        return true;
    }
    uv_buf_t buffer = uv_buf_init((char *)(uintptr_t)text.data, (unsigned)text.size);
    int written = uv_try_write(in, &buffer, 1);
    if (written == UV_EAGAIN) {
        written = 0;
    }
    if (written < 0) {
        child->in_ended = true;
        return false;
    }
    StrView rest = strview_skip(text, (size_t)written);
    return rest.size == 0 || queue_write(child, rest);
}

void child_close_input(Child *child)
{
    assert(!child->freed);
    if (!child->in_closing) {
        child->in_ended = true;
        child->in_closing = true;
        close_input_if_sent(child);
    }
}

// --- Signals -----------------------------------------------------------------------------------

void child_terminate(Child *child)
{
    if (!child->exited) {
        kill(-child->process.pid, SIGTERM);
    }
}

void child_kill(Child *child)
{
    if (!child->exited) {
        kill(child->process.pid, CHILD_GUARD_KILL_SIGNAL);
        kill(child->process.pid, SIGCONT); // a group that was stopped has its guard stopped too
    }
}

int child_pid(const Child *child)
{
    return child->process.pid;
}

void child_free(Child *child)
{
    if (child == NULL) {
        return;
    }
    assert(!child->freed);
    child_kill(child);
    child->freed = true;
    loop_count_owned(child->loop, -1);
    close_pipes(child);
    if (child->exited) { // otherwise it must be reaped first
        close_handle(&child->process);
    }
    if (child->open_nb == 0) {
        release(child);
    }
}

// --- Start -------------------------------------------------------------------------------------

static Status check_folder(const char *path, Problem *problem)
{
    struct stat info;
    if (stat(path, &info) != 0 || (!S_ISDIR(info.st_mode) && (errno = ENOTDIR)) ||
        access(path, X_OK) != 0) {
        return problem_set(problem, STATUS_IO, "working folder %s: %s", path, strerror(errno));
    }
    return STATUS_OK;
}

static void close_fds(int pipes[PIPE_NB][2], int end)
{
    for (int i = 0; i < PIPE_NB; i++) {
        if (pipes[i][end] >= 0) {
            close(pipes[i][end]);
        }
    }
}

/// Real pipes: libuv's own would be socket pairs, which an engine cannot open again by name.
static Status open_pipes(int pipes[PIPE_NB][2], Problem *problem)
{
    memset(pipes, -1, sizeof(int[PIPE_NB][2]));
    for (int i = 0; i < PIPE_NB; i++) {
        if (pipe2(pipes[i], O_CLOEXEC) != 0) {
            Status status =
                problem_set(problem, STATUS_IO, "no pipe for a child: %s", strerror(errno));
            close_fds(pipes, 0);
            close_fds(pipes, 1);
            return status;
        }
    }
    return STATUS_OK;
}

static Child *child_new(Loop *loop, const ChildListener *listener, int pipes[PIPE_NB][2])
{
    Child *child = memory_new(1, sizeof(*child));
    child->loop = loop;
    child->listener = *listener;
    line_reader_init(&child->reader, LINE_BYTES_MAX);
    uv_loop_t *uv = loop_native(loop);
    uv_pipe_init(uv, &child->in, 0);
    uv_pipe_init(uv, &child->out, 0);
    uv_pipe_init(uv, &child->err, 0);
    uv_timer_init(uv, &child->grace);
    uv_handle_t *handles[] = {(uv_handle_t *)&child->in, (uv_handle_t *)&child->out,
                              (uv_handle_t *)&child->err, (uv_handle_t *)&child->grace,
                              (uv_handle_t *)&child->process};
    for (size_t i = 0; i < sizeof(handles) / sizeof(handles[0]); i++) {
        handles[i]->data = child;
        child->open_nb++;
    }
    int failed = uv_pipe_open(&child->in, pipes[0][1]);
    failed |= uv_pipe_open(&child->out, pipes[1][0]);
    failed |= uv_pipe_open(&child->err, pipes[2][0]);
    assert(failed == 0);
    (void)failed;
    child->status_fd = pipes[CHILD_GUARD_STATUS_FD][0];
    fcntl(child->status_fd, F_SETFL, O_NONBLOCK);
    return child;
}

static int spawn_guard(Child *child, const char *path, const char *const argv[], const char *folder,
                       int pipes[PIPE_NB][2])
{
    size_t argument_nb = 0;
    while (argv[argument_nb] != NULL) {
        argument_nb++;
    }
    char parent[16];
    snprintf(parent, sizeof(parent), "%d", (int)getpid());
    const char **arguments = memory_new(CHILD_GUARD_ARGUMENT_NB + argument_nb + 1, sizeof(char *));
    arguments[0] = GUARD_NAME;
    arguments[1] = CHILD_GUARD_ARGUMENT;
    arguments[2] = parent;
    arguments[3] = folder != NULL ? folder : "";
    memcpy(arguments + CHILD_GUARD_ARGUMENT_NB, argv, argument_nb * sizeof(char *));
    arguments[CHILD_GUARD_ARGUMENT_NB] = path;
    uv_stdio_container_t stdio[PIPE_NB];
    for (int i = 0; i < PIPE_NB; i++) {
        stdio[i].flags = UV_INHERIT_FD;
        stdio[i].data.fd = pipes[i][i == 0 ? 0 : 1];
    }
    // The executable itself, even when its file has been replaced by a newer build meanwhile; where
    // there is no /proc, its path.
    StrBuf own;
    strbuf_init(&own);
    if (access(CHILD_PROGRAM_SELF, X_OK) == 0 || !child_program_own(&own)) {
        strbuf_append_text(&own, CHILD_PROGRAM_SELF);
    }
    uv_process_options_t options = {
        .file = own.data,
        .args = (char **)(uintptr_t)arguments,
        .flags = UV_PROCESS_DETACHED, // a session and group of its own
        .stdio = stdio,
        .stdio_count = PIPE_NB,
        .exit_cb = guard_exited,
    };
    int failed = uv_spawn(loop_native(child->loop), &child->process, &options);
    strbuf_release(&own);
    free(arguments);
    return failed;
}

/// argv[0] must mean the same file in the child's working folder.
static Status absolute_path(const char *path, StrBuf *out, Problem *problem)
{
    char folder[PATH_MAX] = "";
    if (path[0] != '/' && getcwd(folder, sizeof(folder)) == NULL) {
        return problem_set(problem, STATUS_IO, "our working folder: %s", strerror(errno));
    }
    file_join(folder, path, out);
    return STATUS_OK;
}

static Status start_checked(Loop *loop, const char *path, const char *const argv[],
                            const char *folder, const ChildListener *listener, Child **out,
                            Problem *problem)
{
    int pipes[PIPE_NB][2];
    Status status = open_pipes(pipes, problem);
    if (status != STATUS_OK) {
        return status;
    }
    Child *child = child_new(loop, listener, pipes);
    int failed = spawn_guard(child, path, argv, folder, pipes);
    close(pipes[0][0]);
    for (int i = 1; i < PIPE_NB; i++) {
        close(pipes[i][1]);
    }
    if (failed != 0) {
        child->freed = true;
        close(child->status_fd);
        close_pipes(child);
        close_handle(&child->process);
        return problem_set(problem, STATUS_IO, "no process for %s: %s", path, uv_strerror(failed));
    }
    loop_count_owned(loop, 1);
    uv_read_start((uv_stream_t *)&child->out, lend_buffer, stdout_read);
    uv_read_start((uv_stream_t *)&child->err, lend_buffer, stderr_read);
    *out = child;
    return STATUS_OK;
}

Status child_start(Loop *loop, const char *const argv[], const char *folder,
                   const ChildListener *listener, Child **out, Problem *problem)
{
    assert(argv[0] != NULL);
    assert(listener->on_line != NULL && listener->on_overlong != NULL && listener->on_end != NULL);
    *out = NULL;
    StrBuf path;
    strbuf_init(&path);
    Status status = absolute_path(argv[0], &path, problem);
    if (status == STATUS_OK) {
        status = child_program_check(path.data, problem);
    }
    if (status == STATUS_OK && folder != NULL) {
        status = check_folder(folder, problem);
    }
    if (status == STATUS_OK) {
        status = start_checked(loop, path.data, argv, folder, listener, out, problem);
    }
    strbuf_release(&path);
    return status;
}
