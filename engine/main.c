// SPDX-License-Identifier: MIT
// merels-engine: one session on standard input and output, or one command from the command line.
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#include "engine/session.h"
#include "engine/tune/tune.h"
#include "protocol/base/strbuf.h"
#include "protocol/transport/loop.h"
#include "protocol/transport/stdio.h"

#define QUIT_GRACE_MS 500 // what perft or bench may still take after quit

typedef struct App {
    Loop *loop;
    Bell *bell;
    Timer *grace;
    Input *input; // NULL: the command came from the command line
    Output *output;
    Session *session;
    bool in_grace;
    atomic_bool deaf; // nobody reads our output any more
} App;

static void check_done(App *app)
{
    if (session_is_done(app->session)) {
        loop_stop(app->loop);
    } else if (session_has_quit(app->session) && !app->in_grace) {
        app->in_grace = true;
        timer_start(app->grace, QUIT_GRACE_MS, 0);
    }
}

static void write_lines(void *ctx, StrView lines)
{
    App *app = ctx;
    if (!output_write(app->output, lines) && !atomic_exchange(&app->deaf, true)) {
        bell_ring(app->bell);
    }
}

static void on_idle(void *ctx)
{
    App *app = ctx;
    bell_ring(app->bell);
}

static void on_ring(void *ctx)
{
    App *app = ctx;
    if (atomic_load(&app->deaf)) {
        session_command(app->session, strview_from("quit"));
        session_hurry(app->session);
    }
    session_continue(app->session);
    check_done(app);
}

static void on_grace_over(void *ctx)
{
    App *app = ctx;
    session_hurry(app->session);
    check_done(app);
}

static void on_line(void *ctx, StrView line)
{
    App *app = ctx;
    session_command(app->session, line);
    check_done(app);
}

static void on_overlong(void *ctx, StrView head, size_t size)
{
    (void)head;
    App *app = ctx;
    session_overlong(app->session, size, LINE_BYTES_MAX);
}

static void on_end(void *ctx)
{
    App *app = ctx;
    session_end_input(app->session);
    check_done(app);
}

static void print_lines(void *ctx, StrView lines)
{
    fwrite(lines.data, 1, lines.size, ctx);
    fflush(ctx);
}

static void run(App *app, int argc, char **argv)
{
    if (argc < 2) {
        app->input = input_new(app->loop, 0, LINE_BYTES_MAX,
                               &(InputListener){app, on_line, on_overlong, on_end});
        loop_run(app->loop);
        input_free(app->input);
        return;
    }
    StrBuf command;
    strbuf_init(&command);
    for (int i = 1; i < argc; i++) {
        strbuf_append_text(&command, i > 1 ? " " : "");
        strbuf_append_text(&command, argv[i]);
    }
    session_command(app->session, strbuf_view(&command));
    strbuf_release(&command);
    session_end_input(app->session);
    if (!session_is_done(app->session)) {
        loop_run(app->loop);
    }
}

int main(int argc, char **argv)
{
    transport_prepare_process();
    if (argc == 2 && strcmp(argv[1], "--version") == 0) {
        printf("merels-engine %s\n", MERELS_VERSION);
        return 0;
    }
    if (argc == 2 && strcmp(argv[1], "--help") == 0) {
        printf("usage: merels-engine            commands from standard input (try \"uci\", \"d\", "
               "\"go\", \"quit\")\n"
               "       merels-engine COMMAND    run one command, such as \"bench\" or \"go perft "
               "5\", and end\n"
               "       merels-engine tune       weights from recorded games; says how to use it\n");
        return 0;
    }
    if (argc >= 2 && strcmp(argv[1], "tune") == 0) {
        return tune_run(argc - 2, argv + 2, &(Sink){stdout, print_lines});
    }
    App app = {.loop = loop_new(), .output = output_new(1)};
    atomic_init(&app.deaf, false);
    app.bell = bell_new(app.loop, on_ring, &app);
    app.grace = timer_new(app.loop, on_grace_over, &app);
    app.session = session_new(&(SessionListener){&app, write_lines, on_idle});
    run(&app, argc, argv);
    session_free(app.session);
    timer_free(app.grace);
    bell_free(app.bell);
    loop_free(app.loop);
    output_free(app.output);
    return 0;
}
