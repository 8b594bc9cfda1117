// SPDX-License-Identifier: MIT
#include <getopt.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arbiter/play/run.h"
#include "arbiter/report/progress.h"
#include "arbiter/report/table.h"
#include "arbiter/report/verdicts.h"
#include "protocol/transport/child.h"
#include "protocol/transport/loop.h"

/// merels-arbiter: sub-commands only. Results go to standard output, warnings and errors to
/// standard error.

enum { EXIT_DONE = 0, EXIT_NO = 1, EXIT_USAGE = 2, EXIT_INTERRUPTED = 3, EXIT_STUCK = 4 };

static void warn(const char *text)
{
    fprintf(stderr, "merels-arbiter: %s\n", text);
}

static void print(const StrBuf *text)
{
    fwrite(text->data, 1, text->size, stdout);
    fflush(stdout);
}

// --- run ------------------------------------------------------------------------------------

static const char RUN_HELP[] =
    "Usage: merels-arbiter run FILE [--output DIR]\n"
    "\n"
    "Plays the tournament that FILE (JSON) describes, or goes on with it when the output folder\n"
    "holds a part of it already. tournaments/README.md explains every key.\n"
    "\n"
    "  --output DIR  where journal.jsonl, games.pgn and standings.json go, instead of the key\n"
    "                \"output\" of FILE\n"
    "\n"
    "Interrupt (Ctrl-C) drops the running games and keeps all results; twice kills the engines. A\n"
    "file named \"stop\" in the output folder ends the run after the running games. The same "
    "command\n"
    "goes on in both cases.\n"
    "Exit status: 0 done; 2 wrong usage or file; 3 interrupted, can be resumed; 4 could not go "
    "on.\n";

typedef struct RunView {
    const Tournament *t;
    Progress *progress;
    const char *file;
    const char *output; // as given; NULL when it was not
} RunView;

static void view_open(void *ctx, int64_t recorded_nb)
{
    progress_open(((RunView *)ctx)->progress, recorded_nb);
}

static void view_begin(void *ctx, const Pairing *pairing)
{
    progress_begin(((RunView *)ctx)->progress, pairing);
}

static void view_game(void *ctx, const GameRecord *record, const Tally *tally)
{
    progress_game(((RunView *)ctx)->progress, record, tally);
}

static void view_tick(void *ctx)
{
    progress_tick(((RunView *)ctx)->progress);
}

static void view_notice(void *ctx, const char *text)
{
    progress_clear(((RunView *)ctx)->progress);
    warn(text);
}

static void append_standings(const Tournament *t, const Tally *tally, StrBuf *out)
{
    Standings standings;
    standings_init(&standings, t, tally);
    strbuf_append_char(out, '\n');
    table_format(t, &standings, out);
    standings_release(&standings);
    strbuf_appendf(out, "Records: %s/ (journal.jsonl, games.pgn, standings.json)\n", t->output);
}

static void append_hint(const RunView *view, RunEnd end, int64_t recorded_nb, StrBuf *out)
{
    const char *what = end == RUN_STOPPED ? "Stopped" : "Interrupted";
    strbuf_appendf(out, "%s: %lld of %lld games are recorded. To go on: merels-arbiter run %s",
                   what, (long long)recorded_nb, (long long)schedule_game_nb(view->t), view->file);
    if (view->output != NULL) {
        strbuf_appendf(out, " --output %s", view->output);
    }
    strbuf_append_char(out, '\n');
}

static void view_end(void *ctx, RunEnd end, const Tally *tally, const char *text)
{
    RunView *view = ctx;
    progress_clear(view->progress);
    StrBuf out;
    strbuf_init(&out);
    if (end == RUN_NOTHING) {
        strbuf_append_text(&out, "Nothing to do: every game is recorded.\n");
    }
    if (tally != NULL && tally->game_nb > 0) {
        append_standings(view->t, tally, &out);
    }
    if (tally != NULL && (end == RUN_STOPPED || end == RUN_INTERRUPTED)) {
        append_hint(view, end, tally->game_nb, &out);
    }
    print(&out);
    strbuf_release(&out);
    if (text[0] != '\0') {
        warn(text);
    }
}

static int exit_of_run(RunEnd end)
{
    switch (end) {
    case RUN_DONE:
    case RUN_NOTHING:
        return EXIT_DONE;
    case RUN_STOPPED:
    case RUN_INTERRUPTED:
        return EXIT_INTERRUPTED;
    case RUN_REFUSED:
        return EXIT_USAGE;
    case RUN_FAILED:
        return EXIT_STUCK;
    }
    return EXIT_STUCK;
}

static int play(const char *file, const char *output)
{
    Tournament *t = NULL;
    Problem problem = {.status = STATUS_OK};
    if (tournament_load(file, output, &t, &problem) != STATUS_OK) {
        warn(problem.text);
        return EXIT_USAGE;
    }
    if (t->note[0] != '\0') {
        warn(t->note);
    }
    RunView view = {.t = t, .file = file, .output = output};
    view.progress = progress_new(t, STDOUT_FILENO);
    const RunListener listener = {
        .ctx = &view,
        .on_open = view_open,
        .on_begin = view_begin,
        .on_game = view_game,
        .on_tick = view_tick,
        .on_notice = view_notice,
        .on_end = view_end,
    };
    uint64_t tick_ms = progress_is_live(view.progress) ? PROGRESS_TICK_MS : 0;
    RunEnd end = run_tournament(t, tick_ms, &listener);
    progress_free(view.progress);
    tournament_free(t);
    return exit_of_run(end);
}

static int run_command(int argc, char **argv)
{
    static const struct option options[] = {
        {"output", required_argument, NULL, 'o'}, {"help", no_argument, NULL, 'h'}, {0}};
    const char *output = NULL;
    int choice;
    while ((choice = getopt_long(argc, argv, "o:h", options, NULL)) != -1) {
        if (choice == 'h') {
            fputs(RUN_HELP, stdout);
            return EXIT_DONE;
        }
        if (choice != 'o') {
            fputs(RUN_HELP, stderr);
            return EXIT_USAGE;
        }
        output = optarg;
    }
    if (output != NULL && output[0] == '\0') {
        warn("run: --output needs a folder");
        return EXIT_USAGE;
    }
    if (argc - optind != 1) {
        warn(optind == argc ? "run: which tournament file?" : "run: one tournament file, please");
        fputs(RUN_HELP, stderr);
        return EXIT_USAGE;
    }
    return play(argv[optind], output);
}

// --- replay ---------------------------------------------------------------------------------

static const char REPLAY_HELP[] =
    "Usage: merels-arbiter replay [--variants PATH] [--all] FILE...\n"
    "\n"
    "Judges the recorded games of journals (journal.jsonl) or PGN files again and says where the\n"
    "record and the rules differ.\n"
    "\n"
    "  --variants PATH  your own variants: a file or a folder\n"
    "  --all            a line for every game, not only for those that differ\n"
    "\n"
    "Exit status: 0 all agree; 1 some differ; 2 wrong usage, or a file that cannot be read.\n";

typedef struct ReplayView {
    const char *file;
    bool shows_all;
    StrBuf out;
} ReplayView;

static void show_replayed(void *ctx, const ReplayGame *game)
{
    ReplayView *view = ctx;
    bool differs = game->verdict == REPLAY_CONTRADICTION || game->verdict == REPLAY_UNREADABLE;
    if (differs || view->shows_all) {
        strbuf_clear(&view->out);
        verdicts_format_game(view->file, game, &view->out);
        print(&view->out);
    }
}

static int replay_one(ReplayView *view, const char *variant_path)
{
    const ReplayListener listener = {.ctx = view, .on_game = show_replayed};
    ReplaySummary summary;
    Problem problem;
    if (replay_file(view->file, variant_path, &listener, &summary, &problem) != STATUS_OK) {
        warn(problem.text);
        return EXIT_USAGE;
    }
    strbuf_clear(&view->out);
    verdicts_format_summary(view->file, &summary, &view->out);
    print(&view->out);
    bool all_agree =
        summary.verdicts[REPLAY_CONTRADICTION] + summary.verdicts[REPLAY_UNREADABLE] == 0;
    return all_agree ? EXIT_DONE : EXIT_NO;
}

static int replay_command(int argc, char **argv)
{
    static const struct option options[] = {{"variants", required_argument, NULL, 'v'},
                                            {"all", no_argument, NULL, 'a'},
                                            {"help", no_argument, NULL, 'h'},
                                            {0}};
    const char *variant_path = NULL;
    ReplayView view = {.shows_all = false};
    int choice;
    while ((choice = getopt_long(argc, argv, "v:ah", options, NULL)) != -1) {
        if (choice == 'h') {
            fputs(REPLAY_HELP, stdout);
            return EXIT_DONE;
        }
        if (choice == 'v') {
            variant_path = optarg;
        } else if (choice == 'a') {
            view.shows_all = true;
        } else {
            fputs(REPLAY_HELP, stderr);
            return EXIT_USAGE;
        }
    }
    if (optind == argc) {
        warn("replay: which files?");
        fputs(REPLAY_HELP, stderr);
        return EXIT_USAGE;
    }
    int worst = EXIT_DONE;
    strbuf_init(&view.out);
    for (int i = optind; i < argc; i++) {
        view.file = argv[i];
        int status = replay_one(&view, variant_path);
        worst = status > worst ? status : worst;
    }
    strbuf_release(&view.out);
    return worst;
}

// --- Which ----------------------------------------------------------------------------------

typedef struct SubCommand {
    const char *name;
    int (*run)(int argc, char **argv); // argv[0] is the name
    const char *summary;
} SubCommand;

static const SubCommand COMMANDS[] = {
    {"run", run_command, "play a tournament, or go on with it"},
    {"replay", replay_command, "judge recorded games again"},
};

#define COMMAND_NB (sizeof COMMANDS / sizeof *COMMANDS)

static void print_help(FILE *file)
{
    fputs("merels-arbiter " MERELS_VERSION ": tournaments of mill and alignment games\n"
          "\n"
          "Usage: merels-arbiter COMMAND ...\n"
          "\n",
          file);
    for (size_t i = 0; i < COMMAND_NB; i++) {
        fprintf(file, "  %-8s %s\n", COMMANDS[i].name, COMMANDS[i].summary);
    }
    fputs("\n\"merels-arbiter COMMAND --help\" says more. --version prints the version.\n", file);
}

static int dispatch(int argc, char **argv)
{
    if (argc < 2) {
        print_help(stderr);
        return EXIT_USAGE;
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 ||
        strcmp(argv[1], "help") == 0) {
        print_help(stdout);
        return EXIT_DONE;
    }
    if (strcmp(argv[1], "--version") == 0) {
        puts("merels-arbiter " MERELS_VERSION);
        return EXIT_DONE;
    }
    for (size_t i = 0; i < COMMAND_NB; i++) {
        if (strcmp(argv[1], COMMANDS[i].name) == 0) {
            return COMMANDS[i].run(argc - 1, argv + 1);
        }
    }
    fprintf(stderr, "merels-arbiter: there is no command '%s'\n\n", argv[1]);
    print_help(stderr);
    return EXIT_USAGE;
}

// A pipe whose reader has left ("| head -1") is no fault: it got what it wanted.
static bool is_reader_gone(int fd)
{
    struct pollfd watched = {.fd = fd, .events = POLLOUT};
    return poll(&watched, 1, 0) == 1 && (watched.revents & (POLLERR | POLLHUP)) != 0;
}

int main(int argc, char **argv)
{
    child_guard_main(argc, argv);
    transport_prepare_process();
    signal(SIGXFSZ, SIG_IGN); // a limit on file sizes is a failed write like any other
    int status = dispatch(argc, argv);
    if ((fflush(stdout) != 0 || ferror(stdout)) && !is_reader_gone(STDOUT_FILENO)) {
        warn("standard output could not be written");
    }
    return status;
}
