// SPDX-License-Identifier: MIT
#include "engine/session.h"

#include <assert.h>
#include <inttypes.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "engine/bench.h"
#include "engine/display.h"
#include "engine/divide.h"
#include "engine/go_limits.h"
#include "engine/job.h"
#include "engine/known.h"
#include "engine/options.h"
#include "engine/queries.h"
#include "engine/search/search.h"
#include "engine/search_report.h"
#include "engine/setup.h"
#include "engine/sink.h"
#include "engine/tables/exact.h"
#include "protocol/base/memory.h"
#include "protocol/notation/fen.h"
#include "protocol/rules/perft.h"
#include "protocol/rules/variant_set.h"
#include "protocol/wire/command.h"

#define SHOWN_MAX 60 // bytes of a wrong word that a message repeats

struct Session {
    SessionListener listener;
    Sink sink;
    VariantSet variants;
    const Variant *variant; // one of `variants`
    Options options;
    Game game;
    Exact *exact;
    Known known; // what the newest search tells if nothing has to be searched
    Search *search;
    Job *job;
    bool infinite;         // the newest search ends only by stop
    bool pondering;        // likewise, before its ponderhit
    atomic_bool searching; // a bestmove is still owed
    atomic_bool debug;
    StrBuf out;   // scratch for answers, the session's thread's
    StrBuf info;  // scratch for what the search says, its thread's
    StrBuf words; // likewise
    StrBuf queue; // commands that wait for the job, each with its newline
    size_t queue_start;
    bool input_ended;
    bool has_quit;
    bool hurried;
};

// --- What the search says, on its thread ------------------------------------------------------

static void on_info(void *ctx, const SearchInfo *info)
{
    Session *session = ctx;
    bool show_wdl = options_number(&session->options, OPTION_ID_SHOW_WDL) != 0;
    strbuf_clear(&session->info);
    search_report_info(session->variant, info, show_wdl, &session->words, &session->info);
    sink_write(&session->sink, strbuf_view(&session->info));
}

static void on_best(void *ctx, Move best, Move ponder)
{
    Session *session = ctx;
    bool may_ponder = options_number(&session->options, OPTION_ID_PONDER) != 0;
    strbuf_clear(&session->info);
    search_report_best(session->variant, best, may_ponder ? ponder : MOVE_NONE, &session->info);
    sink_write(&session->sink, strbuf_view(&session->info));
    atomic_store(&session->searching, false);
    session->listener.on_idle(session->listener.ctx);
}

static void on_job_end(void *ctx)
{
    Session *session = ctx;
    session->listener.on_idle(session->listener.ctx);
}

// --- Variants and options ------------------------------------------------------------------------

static void announce_variant(Session *session)
{
    const Variant *v = session->variant;
    Position start = position_start(v);
    char fen[FEN_TEXT_MAX];
    fen_format(v, &start, fen);
    bool pocket = v->rules.men[SIDE_WHITE] > 0 || v->rules.men[SIDE_BLACK] > 0;
    sink_printf(&session->sink,
                "info string variant %s files %d ranks %d pocket %d template fairy startpos %s\n",
                v->name, v->file_nb, v->rank_nb, pocket, fen);
    sink_printf(&session->sink, "info string variant %s digest %016" PRIx64 "\n", v->name,
                v->digest);
}

/// The strength to play with; 0: all there is.
static int elo_of(const Session *session)
{
    bool is_limited = options_number(&session->options, OPTION_ID_LIMIT_STRENGTH) != 0 &&
                      options_number(&session->options, OPTION_ID_ANALYSE) == 0;
    return is_limited ? (int)options_number(&session->options, OPTION_ID_ELO) : 0;
}

/// What is known exactly; NULL when it is not to be used.
static Exact *exact_of(const Session *session)
{
    bool is_used =
        options_number(&session->options, OPTION_ID_SMALL_TABLES) != 0 && elo_of(session) == 0;
    return is_used ? session->exact : NULL;
}

static void set_variant(Session *session, const Variant *v)
{
    session->variant = v;
    game_release(&session->game);
    game_init(&session->game, v);
    search_clear(session->search);
    announce_variant(session);
    if (exact_of(session) != NULL) {
        exact_prepare(session->exact, v);
    }
}

static Status change_variant(Session *session, StrView name, Problem *problem)
{
    const Variant *v = variant_set_find(&session->variants, name);
    if (v == NULL) {
        StrView shown = strview_head(name, SHOWN_MAX);
        return problem_set(problem, STATUS_UNKNOWN,
                           "option UCI_Variant: '%.*s' is no variant; %s stays", STRVIEW_ARG(shown),
                           session->variant->name);
    }
    set_variant(session, v);
    return STATUS_OK;
}

static Status load_variants(Session *session, StrView path, Problem *problem)
{
    if (path.size == 0) {
        return STATUS_OK; // nothing to load; what is loaded stays
    }
    StrBuf text;
    strbuf_init(&text);
    strbuf_append_view(&text, path);
    Status status = variant_set_load(&session->variants, text.data, problem);
    strbuf_release(&text);
    if (status != STATUS_OK) {
        return status;
    }
    const Variant *current =
        variant_set_find(&session->variants, strview_from(session->variant->name));
    assert(current != NULL);
    if (current != session->variant) {
        set_variant(session, current);
    }
    return STATUS_OK;
}

static Status on_option(void *ctx, OptionId id, const OptionValue *value, Problem *problem)
{
    Session *session = ctx;
    switch (id) {
    case OPTION_ID_HASH:
        return search_set_hash(session->search, (int)value->number, problem);
    case OPTION_ID_CLEAR_HASH:
        search_clear(session->search);
        return STATUS_OK;
    case OPTION_ID_VARIANT:
        return change_variant(session, value->text, problem);
    case OPTION_ID_VARIANT_PATH:
        return load_variants(session, value->text, problem);
    case OPTION_ID_SMALL_TABLES:
        if (value->number != 0) {
            exact_prepare(session->exact, session->variant);
        }
        return STATUS_OK;
    default:
        return STATUS_OK; // read when the next search starts
    }
}

// --- Life cycle ------------------------------------------------------------------------

Session *session_new(const SessionListener *listener)
{
    Session *session = memory_new(1, sizeof *session);
    session->listener = *listener;
    session->sink = (Sink){listener->ctx, listener->write};
    variant_set_init(&session->variants);
    session->variant = variant_set_find(&session->variants, strview_from(VARIANT_DEFAULT));
    assert(session->variant != NULL);
    options_init(&session->options, &(OptionListener){session, on_option});
    game_init(&session->game, session->variant);
    session->exact = exact_new();
    session->search = search_new(&(SearchListener){session, on_info, on_best});
    session->job = job_new();
    atomic_init(&session->searching, false);
    atomic_init(&session->debug, false);
    strbuf_init(&session->out);
    strbuf_init(&session->info);
    strbuf_init(&session->words);
    strbuf_init(&session->queue);
    return session;
}

void session_free(Session *session)
{
    job_free(session->job);
    search_free(session->search);
    known_release(&session->known);
    exact_free(session->exact);
    game_release(&session->game);
    variant_set_release(&session->variants);
    strbuf_release(&session->out);
    strbuf_release(&session->info);
    strbuf_release(&session->words);
    strbuf_release(&session->queue);
    free(session);
}

/// Ends the search under way, its bestmove printed.
static void stop_search(Session *session)
{
    search_stop(session->search);
    search_wait(session->search);
    assert(!atomic_load(&session->searching));
}

// --- Commands --------------------------------------------------------------------------------

static void flush_out(Session *session)
{
    if (session->out.size > 0) {
        sink_write(&session->sink, strbuf_view(&session->out));
    }
    strbuf_clear(&session->out);
}

static void run_uci(Session *session)
{
    const char *choices[VARIANT_SET_MAX];
    int choice_nb = session->variants.nb;
    assert(choice_nb <= VARIANT_SET_MAX);
    for (int i = 0; i < choice_nb; i++) {
        choices[i] = session->variants.items[i]->name;
    }
    strbuf_append_text(&session->out,
                       "id name Merels " MERELS_VERSION "\nid author the Merels authors\n");
    options_format(choices, choice_nb, &session->out);
    strbuf_append_text(&session->out, "uciok\n");
    flush_out(session);
}

static void run_setoption(Session *session, const Command *command)
{
    Problem problem;
    stop_search(session);
    Status status =
        options_set(&session->options, command->as.setoption.name, command->as.setoption.value,
                    command->as.setoption.has_value, &problem);
    if (status != STATUS_OK) {
        sink_error(&session->sink, problem.text);
    }
}

static void run_position(Session *session, const Command *command)
{
    Game game;
    Problem problem;
    stop_search(session);
    if (setup_game(session->variant, command, &game, &problem) != STATUS_OK) {
        sink_error(&session->sink, problem.text);
        return;
    }
    game_release(&session->game);
    session->game = game;
}

static void start_search(Session *session, const GoCommand *go)
{
    const Options *options = &session->options;
    SearchSettings settings = {
        .threads = (int)options_number(options, OPTION_ID_THREADS),
        .multipv = (int)options_number(options, OPTION_ID_MULTIPV),
        .move_overhead_ms = options_number(options, OPTION_ID_MOVE_OVERHEAD),
        .analyse = options_number(options, OPTION_ID_ANALYSE) != 0,
        .seed = (uint64_t)options_number(options, OPTION_ID_SEED),
    };
    settings.elo = elo_of(session);
    settings.hardest = options_number(options, OPTION_ID_HARDEST) != 0 && !settings.analyse;
    SearchLimits limits = go_limits(go, (Side)game_position(&session->game)->side);
    Move *searchmoves = NULL;
    if (go->has_searchmoves) {
        searchmoves = memory_new((size_t)session->variant->move_max, sizeof *searchmoves);
        limits.searchmoves_nb =
            setup_searchmoves(&session->game, go->searchmoves, searchmoves, &session->sink);
        limits.searchmoves = searchmoves;
    }
    if (atomic_load(&session->debug)) {
        sink_printf(&session->sink,
                    "info string debug limits time %" PRId64 " inc %" PRId64 " movestogo %" PRId64
                    " movetime %" PRId64 " depth %" PRId64 " nodes %" PRId64 " mate %" PRId64
                    " infinite %d ponder %d now %d searchmoves %d\n",
                    limits.time_ms, limits.inc_ms, limits.moves_to_go, limits.movetime_ms,
                    limits.depth_plies, limits.nodes, limits.mate_moves, limits.infinite,
                    limits.ponder, limits.now, limits.searchmoves_nb);
    }
    if (exact_of(session) != NULL) {
        settings.known =
            known_lines(&session->known, session->exact, &session->game, &limits, &settings);
    }
    session->infinite = limits.infinite;
    session->pondering = limits.ponder;
    atomic_store(&session->searching, true);
    search_start(session->search, &session->game, &limits, &settings);
    free(searchmoves);
    // Commands that had waited may come to run after the end.
    if (session->has_quit || session->hurried ||
        (session->input_ended && (limits.infinite || limits.ponder))) {
        stop_search(session);
    }
}

static void start_job(Session *session, JobTask task)
{
    Problem problem;
    if (job_start(session->job, &task, on_job_end, session, &problem) != STATUS_OK) {
        sink_error(&session->sink, problem.text);
    } else if (session->hurried) {
        job_stop(session->job);
    }
}

static void run_go(Session *session, const Command *command)
{
    const GoCommand *go = &command->as.go;
    stop_search(session);
    if (!go->has[GO_PERFT]) {
        start_search(session, go);
        return;
    }
    int64_t depth = go->value[GO_PERFT] < 0 ? 0 : go->value[GO_PERFT];
    depth = depth > PERFT_DEPTH_MAX ? PERFT_DEPTH_MAX : depth;
    start_job(session, divide_task(session->variant, game_position(&session->game), (int)depth,
                                   &session->sink));
}

static void run_bench(Session *session, const Command *command)
{
    int64_t depth = BENCH_DEPTH_DEFAULT;
    StrView argument = command->as.argument;
    stop_search(session);
    if (argument.size > 0 &&
        (!strview_to_int64(argument, &depth) || depth < 1 || depth > SEARCH_DEPTH_MAX)) {
        sink_printf(&session->sink,
                    "info string error: bench: the depth is no number from 1 to %d\n",
                    SEARCH_DEPTH_MAX);
        return;
    }
    start_job(session, bench_task((int)depth, &session->sink));
}

static void run_query(Session *session, const Command *command)
{
    Problem problem;
    if (queries_answer(&session->game, exact_of(session), command->as.argument, &session->out,
                       &problem) != STATUS_OK) {
        sink_error(&session->sink, problem.text);
    }
    flush_out(session);
}

static void run_stop(Session *session)
{
    job_stop(session->job);
    stop_search(session);
}

static void run_debug(Session *session, const Command *command)
{
    if (strview_is_nocase(command->as.argument, "on") ||
        strview_is_nocase(command->as.argument, "off")) {
        atomic_store(&session->debug, strview_is_nocase(command->as.argument, "on"));
    } else {
        sink_error(&session->sink, "debug: neither on nor off");
    }
}

static void run_unknown(Session *session, const Command *command)
{
    Problem problem;
    StrView shown = strview_head(command->word, SHOWN_MAX);
    problem_set(&problem, STATUS_UNKNOWN, "unknown command: %.*s", STRVIEW_ARG(shown));
    sink_error(&session->sink, problem.text);
}

static void run_quit(Session *session)
{
    // Perft and bench get a moment to finish (session_hurry ends it), so that "go perft 5" and
    // "quit" in one script work.
    session->has_quit = true;
    stop_search(session);
}

/// Commands that work on the game or start work: they wait while a job runs.
static bool must_wait(CommandKind kind)
{
    switch (kind) {
    case COMMAND_SETOPTION:
    case COMMAND_UCINEWGAME:
    case COMMAND_POSITION:
    case COMMAND_GO:
    case COMMAND_DISPLAY:
    case COMMAND_EVAL:
    case COMMAND_BENCH:
    case COMMAND_QUERY:
        return true;
    default:
        return false;
    }
}

static void run_command(Session *session, const Command *command)
{
    switch (command->kind) {
    case COMMAND_UNKNOWN:
        run_unknown(session, command);
        break;
    case COMMAND_UCI:
        run_uci(session);
        break;
    case COMMAND_ISREADY:
        sink_printf(&session->sink, "readyok\n");
        break;
    case COMMAND_SETOPTION:
        run_setoption(session, command);
        break;
    case COMMAND_UCINEWGAME:
        stop_search(session);
        search_clear(session->search);
        break;
    case COMMAND_POSITION:
        run_position(session, command);
        break;
    case COMMAND_GO:
        run_go(session, command);
        break;
    case COMMAND_STOP:
        run_stop(session);
        break;
    case COMMAND_PONDERHIT:
        session->pondering = false;
        search_ponderhit(session->search);
        break;
    case COMMAND_DEBUG:
        run_debug(session, command);
        break;
    case COMMAND_QUIT:
        run_quit(session);
        break;
    case COMMAND_DISPLAY:
        display_game(&session->game, &session->out);
        flush_out(session);
        break;
    case COMMAND_EVAL:
        display_evaluation(&session->game, &session->out);
        flush_out(session);
        break;
    case COMMAND_BENCH:
        run_bench(session, command);
        break;
    case COMMAND_QUERY:
        run_query(session, command);
        break;
    case COMMAND_EMPTY:
    case COMMAND_REGISTER:
    case COMMAND_NB:
        break;
    }
}

// --- Lines in --------------------------------------------------------------------------------

static bool has_queue(const Session *session)
{
    return session->queue.size > session->queue_start;
}

/// Drops the part of the queue that has been run.
static void compact_queue(Session *session)
{
    size_t left = session->queue.size - session->queue_start;
    memmove(session->queue.data, session->queue.data + session->queue_start, left);
    strbuf_truncate(&session->queue, left);
    session->queue_start = 0;
}

static void enqueue(Session *session, StrView line)
{
    if (session->queue.size + line.size >= SESSION_QUEUE_MAX) {
        sink_error(&session->sink,
                   "too many commands wait for perft or bench; this one is dropped");
        return;
    }
    strbuf_append_view(&session->queue, line);
    strbuf_append_char(&session->queue, '\n');
}

static void run_parsed(Session *session, const Command *command,
                       const CommandComplaints *complaints)
{
    for (int i = 0; i < complaints->nb; i++) {
        sink_error(&session->sink, complaints->text[i]);
    }
    run_command(session, command);
}

void session_command(Session *session, StrView line)
{
    if (session->has_quit || session->input_ended) {
        return;
    }
    CommandComplaints complaints;
    Command command = command_parse(line, &complaints);
    bool busy = job_is_running(session->job);
    // A command never overtakes those that wait, so that readyok means what it says; only quit
    // does, and stop also works at once.
    bool waits =
        has_queue(session) ? command.kind != COMMAND_QUIT : busy && must_wait(command.kind);
    if (!waits) {
        run_parsed(session, &command, &complaints);
        return;
    }
    if (command.kind == COMMAND_STOP) {
        job_stop(session->job);
    }
    enqueue(session, line);
}

void session_continue(Session *session)
{
    while (has_queue(session) && !job_is_running(session->job)) {
        StrView rest = strview_skip(strbuf_view(&session->queue), session->queue_start);
        const char *end = memchr(rest.data, '\n', rest.size);
        assert(end != NULL);
        StrView line = {rest.data, (size_t)(end - rest.data)};
        session->queue_start += line.size + 1;
        CommandComplaints complaints;
        Command command = command_parse(line, &complaints);
        run_parsed(session, &command, &complaints);
    }
    compact_queue(session);
}

void session_overlong(Session *session, size_t size, size_t line_max)
{
    sink_printf(&session->sink,
                "info string error: a line of %zu bytes is beyond the limit of %zu and ignored\n",
                size, line_max);
}

void session_end_input(Session *session)
{
    session->input_ended = true;
    if (session->infinite || session->pondering) {
        stop_search(session);
    }
}

void session_hurry(Session *session)
{
    session->hurried = true;
    job_stop(session->job);
    stop_search(session);
}

bool session_has_quit(const Session *session)
{
    return session->has_quit;
}

bool session_is_done(const Session *session)
{
    bool is_last = session->has_quit || session->input_ended;
    return is_last && !atomic_load(&session->searching) && !job_is_running(session->job) &&
           !has_queue(session);
}
