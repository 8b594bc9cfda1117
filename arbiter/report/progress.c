// SPDX-License-Identifier: MIT
#include "arbiter/report/progress.h"

#include <errno.h>
#include <inttypes.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "protocol/base/memory.h"
#include "protocol/transport/loop.h"

#define WIDTH_USUAL 80
#define WIDTH_MIN 20
#define BAR_CELLS 16
#define LEADERS_MAX 4           // engines in the status line
#define LEADERS_COST_MAX 100000 // cells of the tally that one redraw may look at
#define REDRAW_NS 1000000000u   // the time shown moves on also when no game ends
#define NS_PER_S 1e9
#define WRITE_WAIT_MS 1000

struct Progress {
    const Tournament *t;
    int fd;
    bool is_live, has_colour;
    bool is_broken;     // the descriptor takes no more
    bool line_is_shown; // the cursor stands behind the status line
    bool has_changed;
    int64_t total_nb, earlier_nb, finished_nb, running_nb;
    const Tally *tally; // NULL before the first game
    uint64_t begun_ns, drawn_ns;
    StrBuf lines; // of games, not shown yet
    StrBuf out;
};

Progress *progress_new(const Tournament *t, int fd)
{
    Progress *progress = memory_new(1, sizeof *progress);
    const char *terminal = getenv("TERM");
    const char *no_colour = getenv("NO_COLOR");
    progress->t = t;
    progress->fd = fd;
    progress->is_live = isatty(fd) && terminal != NULL && strcmp(terminal, "dumb") != 0;
    progress->has_colour = progress->is_live && (no_colour == NULL || no_colour[0] == '\0');
    progress->total_nb = schedule_game_nb(t);
    progress->begun_ns = clock_now_ns();
    strbuf_init(&progress->lines);
    strbuf_init(&progress->out);
    return progress;
}

void progress_free(Progress *progress)
{
    if (progress != NULL) {
        progress_clear(progress);
        strbuf_release(&progress->lines);
        strbuf_release(&progress->out);
        free(progress);
    }
}

bool progress_is_live(const Progress *progress)
{
    return progress->is_live;
}

static void write_out(Progress *progress)
{
    const char *data = progress->out.data;
    size_t left = progress->out.size;
    while (left > 0 && !progress->is_broken) {
        ssize_t written = write(progress->fd, data, left);
        if (written > 0) {
            data += written;
            left -= (size_t)written;
        } else if (errno == EAGAIN) { // somebody made our output non-blocking
            struct pollfd wait = {.fd = progress->fd, .events = POLLOUT};
            poll(&wait, 1, WRITE_WAIT_MS);
        } else if (errno != EINTR) {
            progress->is_broken = true;
        }
    }
    strbuf_clear(&progress->out);
}

static void append_clean(StrBuf *out, const char *text)
{
    for (; *text != '\0'; text++) {
        unsigned char c = (unsigned char)*text;
        strbuf_append_char(out, c < ' ' || c == 127 ? '?' : *text);
    }
}

// --- Lines of games -------------------------------------------------------------------------

void progress_format_game(const Tournament *t, const GameRecord *record, int64_t number,
                          int64_t total, StrBuf *out)
{
    const Pairing *pairing = &record->pairing;
    strbuf_appendf(out, "[%" PRId64 "/%" PRId64 "] game %" PRId64 ": ", number, total,
                   pairing->index + 1);
    append_clean(out, t->engines[pairing->white].name);
    strbuf_append_text(out, " - ");
    append_clean(out, t->engines[pairing->black].name);
    strbuf_appendf(out, "  %s  %s: ", result_text(record->result),
                   t->variants[pairing->variant]->name);
    bool is_normal = record->termination == TERMINATION_NORMAL;
    strbuf_append_text(out, is_normal ? reason_text(record->game.outcome.reason)
                                      : termination_text(record->termination));
    if (record->detail[0] != '\0') {
        strbuf_append_text(out, " (");
        append_clean(out, record->detail);
        strbuf_append_text(out, ")");
    }
    strbuf_appendf(out, ", %zu plies, %.2f s", record->game.ply_nb,
                   (double)record->duration_us / 1e6);
}

// --- The status line ------------------------------------------------------------------------

static int terminal_width(const Progress *progress)
{
    struct winsize size;
    if (ioctl(progress->fd, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) {
        return WIDTH_USUAL;
    }
    return size.ws_col < WIDTH_MIN ? WIDTH_MIN : size.ws_col;
}

static void append_time(StrBuf *out, double seconds)
{
    int64_t whole = seconds < 1e9 ? (int64_t)(seconds + 0.5) : 1000000000;
    if (whole >= 3600) {
        strbuf_appendf(out, "%" PRId64 ":%02d:%02d", whole / 3600, (int)(whole / 60 % 60),
                       (int)(whole % 60));
    } else {
        strbuf_appendf(out, "%d:%02d", (int)(whole / 60), (int)(whole % 60));
    }
}

// The first few engines by share of points.
static void append_leaders(const Progress *progress, StrBuf *out)
{
    const Tournament *t = progress->t;
    int64_t cost = (int64_t)t->engine_nb * t->engine_nb * t->variant_nb;
    if (progress->tally == NULL || cost > LEADERS_COST_MAX) {
        return;
    }
    bool is_listed[TOURNAMENT_ENGINES_MAX] = {false};
    for (int place = 0; place < LEADERS_MAX && place < t->engine_nb; place++) {
        int best = -1;
        double best_share = -1;
        Wdl best_wdl = {0, 0, 0};
        for (int i = 0; i < t->engine_nb; i++) {
            Wdl wdl = tally_of_engine(progress->tally, i, TALLY_ALL);
            double share = wdl_games(wdl) > 0 ? wdl_points(wdl) / (double)wdl_games(wdl) : 0;
            if (!is_listed[i] && share > best_share) {
                best = i;
                best_share = share;
                best_wdl = wdl;
            }
        }
        is_listed[best] = true;
        strbuf_append_text(out, place == 0 ? "  " : ", ");
        append_clean(out, t->engines[best].name);
        strbuf_appendf(out, " %g/%" PRId64, wdl_points(best_wdl), wdl_games(best_wdl));
    }
}

static void format_status(const Progress *progress, StrBuf *out)
{
    int64_t done_nb = progress->earlier_nb + progress->finished_nb;
    int64_t cells = progress->total_nb > 0 ? done_nb * BAR_CELLS / progress->total_nb : BAR_CELLS;
    strbuf_append_char(out, '[');
    for (int i = 0; i < BAR_CELLS; i++) {
        strbuf_append_char(out, i < cells ? '#' : '.');
    }
    double seconds = (double)(clock_now_ns() - progress->begun_ns) / NS_PER_S;
    strbuf_appendf(out, "] %" PRId64 "/%" PRId64 " games, %" PRId64 " running, ", done_nb,
                   progress->total_nb, progress->running_nb);
    append_time(out, seconds);
    if (progress->finished_nb > 0) {
        double rate = (double)progress->finished_nb / seconds;
        strbuf_appendf(out, ", %.*f/s, left ", rate < 10 ? 1 : 0, rate);
        append_time(out, (double)(progress->total_nb - done_nb) / rate);
    }
    append_leaders(progress, out);
}

// Cuts to `width` characters; a continuation byte of UTF-8 is none.
static void cut_to_width(StrBuf *text, size_t start, int width)
{
    int shown = 0;
    for (size_t i = start; i < text->size; i++) {
        if (((unsigned char)text->data[i] & 0xC0) != 0x80 && ++shown > width) {
            strbuf_truncate(text, i);
            return;
        }
    }
}

static void erase_status(Progress *progress)
{
    if (progress->line_is_shown) {
        strbuf_append_text(&progress->out, "\r\033[K");
        progress->line_is_shown = false;
    }
}

static void draw(Progress *progress)
{
    erase_status(progress);
    strbuf_append_view(&progress->out, strbuf_view(&progress->lines));
    strbuf_clear(&progress->lines);
    if (progress->has_colour) {
        strbuf_append_text(&progress->out, "\033[1m");
    }
    size_t start = progress->out.size;
    format_status(progress, &progress->out);
    cut_to_width(&progress->out, start, terminal_width(progress) - 1);
    if (progress->has_colour) {
        strbuf_append_text(&progress->out, "\033[0m");
    }
    progress->line_is_shown = true;
    progress->has_changed = false;
    progress->drawn_ns = clock_now_ns();
    write_out(progress);
}

// --- Events ---------------------------------------------------------------------------------

void progress_open(Progress *progress, int64_t recorded_nb)
{
    const Tournament *t = progress->t;
    progress->earlier_nb = recorded_nb;
    progress->begun_ns = clock_now_ns();
    append_clean(&progress->lines, t->name);
    strbuf_appendf(&progress->lines, ": %" PRId64 " games, %d engines, %d variant%s, %d at a time",
                   progress->total_nb, t->engine_nb, t->variant_nb, t->variant_nb == 1 ? "" : "s",
                   t->concurrency);
    if (recorded_nb > 0) {
        strbuf_appendf(&progress->lines, "; %" PRId64 " are recorded already", recorded_nb);
    }
    strbuf_append_char(&progress->lines, '\n');
    progress->has_changed = true;
    progress_clear(progress);
}

void progress_begin(Progress *progress, const Pairing *pairing)
{
    (void)pairing;
    progress->running_nb++;
    progress->has_changed = true;
}

void progress_game(Progress *progress, const GameRecord *record, const Tally *tally)
{
    progress->running_nb--;
    progress->finished_nb++;
    progress->tally = tally;
    progress->has_changed = true;
    progress_format_game(progress->t, record, progress->earlier_nb + progress->finished_nb,
                         progress->total_nb, &progress->lines);
    strbuf_append_char(&progress->lines, '\n');
    if (!progress->is_live) {
        progress_clear(progress);
    }
}

void progress_tick(Progress *progress)
{
    if (progress->is_live &&
        (progress->has_changed || clock_now_ns() - progress->drawn_ns >= REDRAW_NS)) {
        draw(progress);
    }
}

void progress_clear(Progress *progress)
{
    erase_status(progress);
    strbuf_append_view(&progress->out, strbuf_view(&progress->lines));
    strbuf_clear(&progress->lines);
    write_out(progress);
}
