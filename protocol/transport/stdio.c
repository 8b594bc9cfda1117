// SPDX-License-Identifier: MIT
#include "protocol/transport/stdio.h"

#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "protocol/base/memory.h"
#include "protocol/transport/loop_inner.h"

#define READ_BYTES (64u << 10)
#define QUEUE_MAX (1u << 20)  // bytes of entries that wait; the reader stops at the first beyond it
#define KEPT_BYTES (2u << 20) // a buffer that a long line has blown up beyond this is given back

typedef enum EntryKind { ENTRY_LINE, ENTRY_OVERLONG, ENTRY_END } EntryKind;

/// What stands in front of the bytes of one queue entry.
typedef struct EntryHead {
    EntryKind kind;
    size_t size; // bytes that follow
    size_t line; // of a line that was too long: how long it was
} EntryHead;

struct Input {
    Loop *loop;
    InputListener listener;
    Bell *bell;
    int fd;
    int wake_fd; // an eventfd that ends the reader's wait
    pthread_t thread;
    LineReader reader; // the thread's
    pthread_mutex_t lock;
    pthread_cond_t has_room;
    StrBuf queue;      // under the lock: entries that the thread has added
    size_t waiting;    // under the lock: bytes in `queue`, and in `drained` until it is done
    bool stopping;     // under the lock
    StrBuf drained;    // the loop's: entries being handed out
    bool is_draining;  // the loop's
    bool freed;        // the loop's: input_free was called while handing out
};

struct Output {
    int fd;
    pthread_mutex_t lock;
    bool gone; // under the lock
};

// --- The thread --------------------------------------------------------------------------------

static bool is_stopping(Input *input)
{
    pthread_mutex_lock(&input->lock);
    bool stopping = input->stopping;
    pthread_mutex_unlock(&input->lock);
    return stopping;
}

/// Adds an entry once there is room; drops it when the input is being freed.
static void enqueue(Input *input, EntryKind kind, StrView text, size_t line)
{
    EntryHead head = {kind, text.size, line};
    pthread_mutex_lock(&input->lock);
    while (input->waiting > QUEUE_MAX && !input->stopping) {
        // The loop may not have heard of what fills the queue yet.
        bell_ring(input->bell);
        pthread_cond_wait(&input->has_room, &input->lock);
    }
    if (!input->stopping) {
        strbuf_append(&input->queue, (const char *)&head, sizeof(head));
        strbuf_append_view(&input->queue, text);
        input->waiting += sizeof(head) + text.size;
    }
    pthread_mutex_unlock(&input->lock);
}

static void enqueue_line(void *ctx, StrView line)
{
    enqueue(ctx, ENTRY_LINE, line, line.size);
}

static void enqueue_overlong(void *ctx, StrView head, size_t size)
{
    enqueue(ctx, ENTRY_OVERLONG, head, size);
}

/// Waits for bytes and reads them. 0 at the end of input, or when the input is being freed.
static size_t read_some(Input *input, char *buffer)
{
    for (;;) {
        struct pollfd wait[2] = {{.fd = input->fd, .events = POLLIN},
                                 {.fd = input->wake_fd, .events = POLLIN}};
        int ready = poll(wait, 2, -1);
        if (ready < 0 && errno == EINTR) {
            continue;
        }
        if (ready < 0 || wait[1].revents != 0 || (wait[0].revents & POLLNVAL) != 0) {
            return 0;
        }
        ssize_t size = read(input->fd, buffer, READ_BYTES);
        if (size >= 0) {
            return (size_t)size;
        }
        if (errno != EINTR && errno != EAGAIN) {
            return 0; // a terminal that went away, a folder: no more input in any case
        }
    }
}

static void *read_lines(void *argument)
{
    Input *input = argument;
    LineSink sink = {input, enqueue_line, enqueue_overlong};
    char *buffer = memory_new(READ_BYTES, 1);
    size_t size;
    while ((size = read_some(input, buffer)) > 0 && !is_stopping(input)) {
        line_reader_feed(&input->reader, buffer, size, &sink, NULL);
        bell_ring(input->bell);
    }
    line_reader_end(&input->reader, &sink);
    enqueue(input, ENTRY_END, (StrView){NULL, 0}, 0);
    bell_ring(input->bell);
    free(buffer);
    return NULL;
}

// --- The loop's side ---------------------------------------------------------------------------

static void destroy(Input *input)
{
    strbuf_release(&input->queue);
    strbuf_release(&input->drained);
    line_reader_release(&input->reader);
    pthread_cond_destroy(&input->has_room);
    pthread_mutex_destroy(&input->lock);
    free(input);
}

static void hand_out(Input *input, const EntryHead *head, const char *bytes)
{
    const InputListener *listener = &input->listener;
    StrView text = {bytes, head->size};
    switch (head->kind) {
    case ENTRY_LINE:
        listener->on_line(listener->ctx, text);
        break;
    case ENTRY_OVERLONG:
        listener->on_overlong(listener->ctx, text, head->line);
        break;
    case ENTRY_END:
        listener->on_end(listener->ctx);
        break;
    }
}

/// Takes the whole queue over; false when it is empty.
static bool take_queue(Input *input)
{
    pthread_mutex_lock(&input->lock);
    StrBuf taken = input->queue;
    input->queue = input->drained;
    input->drained = taken;
    pthread_mutex_unlock(&input->lock);
    return taken.size > 0;
}

/// Empties `drained` and tells the thread of the room.
static void finish_queue(Input *input)
{
    size_t done = input->drained.size;
    if (input->drained.capacity > KEPT_BYTES) {
        strbuf_release(&input->drained);
    } else {
        strbuf_clear(&input->drained);
    }
    pthread_mutex_lock(&input->lock);
    input->waiting -= done;
    pthread_cond_signal(&input->has_room);
    pthread_mutex_unlock(&input->lock);
}

/// One queue a ring: what comes meanwhile rings again, and timers get their turn in between.
static void drain(void *ctx)
{
    Input *input = ctx;
    if (!take_queue(input)) {
        return;
    }
    input->is_draining = true;
    size_t at = 0;
    while (at < input->drained.size && !input->freed) {
        EntryHead head;
        memcpy(&head, input->drained.data + at, sizeof(head));
        hand_out(input, &head, input->drained.data + at + sizeof(head));
        at += sizeof(head) + head.size;
    }
    input->is_draining = false;
    if (input->freed) {
        destroy(input);
    } else {
        finish_queue(input);
    }
}

Input *input_new(Loop *loop, int fd, size_t line_max, const InputListener *listener)
{
    Input *input = memory_new(1, sizeof(*input));
    input->loop = loop;
    input->listener = *listener;
    input->fd = fd;
    input->wake_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    assert(input->wake_fd >= 0);
    input->bell = bell_new(loop, drain, input);
    line_reader_init(&input->reader, line_max);
    pthread_mutex_init(&input->lock, NULL);
    pthread_cond_init(&input->has_room, NULL);
    strbuf_init(&input->queue);
    strbuf_init(&input->drained);
    loop_count_owned(loop, 1);
    // Signals belong to the loop's thread.
    sigset_t all;
    sigset_t before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int failed = pthread_create(&input->thread, NULL, read_lines, input);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    assert(failed == 0);
    (void)failed;
    return input;
}

void input_free(Input *input)
{
    if (input == NULL) {
        return;
    }
    pthread_mutex_lock(&input->lock);
    input->stopping = true;
    pthread_cond_signal(&input->has_room);
    pthread_mutex_unlock(&input->lock);
    uint64_t one = 1;
    ssize_t written = write(input->wake_fd, &one, sizeof(one));
    assert(written == sizeof(one));
    (void)written;
    pthread_join(input->thread, NULL);
    close(input->wake_fd);
    bell_free(input->bell);
    loop_count_owned(input->loop, -1);
    if (input->is_draining) {
        input->freed = true;
    } else {
        destroy(input);
    }
}

// --- Output ------------------------------------------------------------------------------------

Output *output_new(int fd)
{
    Output *output = memory_new(1, sizeof(*output));
    output->fd = fd;
    pthread_mutex_init(&output->lock, NULL);
    return output;
}

void output_free(Output *output)
{
    if (output != NULL) {
        pthread_mutex_destroy(&output->lock);
        free(output);
    }
}

/// True when writing can go on after this error.
static bool wait_writable(int fd, int error)
{
    if (error == EINTR) {
        return true;
    }
    if (error != EAGAIN) {
        return false;
    }
    struct pollfd wait = {.fd = fd, .events = POLLOUT};
    return poll(&wait, 1, -1) >= 0 || errno == EINTR;
}

bool output_write(Output *output, StrView text)
{
    pthread_mutex_lock(&output->lock);
    while (text.size > 0 && !output->gone) {
        ssize_t size = write(output->fd, text.data, text.size);
        if (size >= 0) {
            text = strview_skip(text, (size_t)size);
        } else if (!wait_writable(output->fd, errno)) {
            output->gone = true;
        }
    }
    bool written = !output->gone;
    pthread_mutex_unlock(&output->lock);
    return written;
}
