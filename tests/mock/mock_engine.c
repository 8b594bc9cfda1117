// SPDX-License-Identifier: MIT
// A UCI engine that plays as it is told and misbehaves on request: see README.md in this folder.
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "protocol/base/random.h"
#include "protocol/notation/fen.h"
#include "protocol/notation/moves.h"
#include "protocol/rules/game.h"
#include "protocol/rules/movegen.h"
#include "protocol/rules/variant_set.h"
#include "tests/mock/mock_options.h"
#include "tests/mock/mock_stream.h"

#define SPLIT_PAUSE_MS 5
#define FLOOD_PAUSE_MS 10
#define FLOOD_LINES 256 // between two looks at stdin

typedef struct Mock {
    MockOptions options;
    MockStream stream;
    VariantSet set;
    const Variant *variant;
    Game game;
    int event_nb[EVENT_NB]; // how many there have been
    int life;               // of all the processes that share a life file, from 1
    bool ignores_quit;
    bool is_waiting;        // a go infinite or ponder has not been stopped
    Move legal[MOVE_MAX];
} Mock;

// --- Faults ------------------------------------------------------------------------------------

/// Nothing more is read or said; SIGTERM ends it unless that is ignored.
static _Noreturn void hang(void)
{
    for (;;) {
        pause();
    }
}

/// Ends at once with what has been said so far.
static _Noreturn void leave(int status)
{
    mock_stream_flush();
    _exit(status);
}

/// Is a fault of this kind due at this event? Says so once for each event.
static const MockFault *due(Mock *mock, MockFaultKind kind, MockEvent event)
{
    for (int i = 0; i < mock->options.fault_nb; i++) {
        MockFault *fault = &mock->options.faults[i];
        if (fault->kind != kind || fault->event != event || fault->is_refused ||
            mock->event_nb[event] < fault->at || (int64_t)mock->game.ply_nb < fault->at_ply ||
            mock->life < fault->life_from || mock->life > fault->life_to ||
            (fault->once && fault->happened)) {
            continue;
        }
        if (fault->file != NULL && !fault->happened) {
            int fd = open(fault->file, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
            if (fd < 0) {
                fault->is_refused = true;
                continue;
            }
            close(fd);
        }
        fault->happened = true;
        return fault;
    }
    return NULL;
}

static _Noreturn void crash(void)
{
    struct rlimit no_core = {0, 0};
    setrlimit(RLIMIT_CORE, &no_core);
    signal(SIGSEGV, SIG_DFL);
    raise(SIGSEGV);
    abort();
}

/// Counts an event and does what can happen at any of them. True when it is to go unanswered.
static bool begin_event(Mock *mock, MockEvent event)
{
    mock->event_nb[event]++;
    const MockFault *fault;
    if (due(mock, FAULT_CRASH, event) != NULL) {
        mock_stream_flush();
        crash();
    }
    if ((fault = due(mock, FAULT_EXIT, event)) != NULL) {
        leave((int)fault->number);
    }
    if (due(mock, FAULT_STALL, event) != NULL) {
        mock_stream_flush();
        hang();
    }
    return due(mock, FAULT_SILENT, event) != NULL;
}

/// How many processes have written to the life file, this one included.
static int count_life(const char *path)
{
    if (path == NULL) {
        return 1;
    }
    struct stat info;
    int fd = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
    if (fd < 0 || flock(fd, LOCK_EX) != 0 || write(fd, "|", 1) != 1 || fstat(fd, &info) != 0) {
        fprintf(stderr, "mock_engine: the life file cannot be used\n");
        leave(2);
    }
    close(fd);
    return (int)info.st_size;
}

// --- Variants and positions --------------------------------------------------------------------

static void set_variant(Mock *mock, const Variant *variant)
{
    game_release(&mock->game);
    mock->variant = variant;
    game_init(&mock->game, variant);
}

static bool is_offered(const Mock *mock, StrView name)
{
    const char *item;
    int size;
    for (int i = 0; mock_options_item(mock->options.variants, i, false, &item, &size); i++) {
        if (strview_equal_nocase(name, (StrView){item, (size_t)size})) {
            return true;
        }
    }
    return mock->options.variants == NULL;
}

static void announce_variant(Mock *mock)
{
    const Variant *v = mock->variant;
    const char *digest = mock->options.digest;
    Position start = position_start(v);
    char fen[FEN_TEXT_MAX];
    fen_format(v, &start, fen);
    mock_stream_say(&mock->stream,
                    "info string variant %s files %d ranks %d pocket %d template fairy startpos %s",
                    v->name, v->file_nb, v->rank_nb, v->rules.men[0] + v->rules.men[1] > 0, fen);
    if (strcmp(digest, "right") == 0) {
        mock_stream_say(&mock->stream, "info string variant %s digest %016" PRIx64, v->name,
                        v->digest);
    } else if (strcmp(digest, "wrong") == 0) {
        mock_stream_say(&mock->stream, "info string variant %s digest %016" PRIx64, v->name,
                        ~v->digest);
    } else if (strcmp(digest, "none") != 0) {
        mock_stream_say(&mock->stream, "info string variant %s digest %s", v->name, digest);
    }
}

static void set_option(Mock *mock, StrView rest)
{
    StrView name = {NULL, 0};
    if (!strview_is(strview_next_word(&rest), "name")) {
        return;
    }
    name = strview_next_word(&rest);
    if (!strview_is(strview_next_word(&rest), "value")) {
        return;
    }
    StrView value = strview_trim(rest);
    if (strview_is_nocase(name, "UCI_Variant") && !mock->options.no_variant) {
        const Variant *variant = variant_set_find(&mock->set, value);
        if (variant == NULL || !is_offered(mock, value)) {
            mock_stream_say(&mock->stream, "info string error: no variant %.*s",
                            STRVIEW_ARG(value));
            return;
        }
        set_variant(mock, variant);
        announce_variant(mock);
    } else if (strview_is_nocase(name, "VariantPath") && value.size > 0) {
        char path[4096];
        Problem problem;
        strview_copy(value, path, sizeof(path));
        if (variant_set_load(&mock->set, path, &problem) != STATUS_OK) {
            mock_stream_say(&mock->stream, "info string error: %s", problem.text);
        }
    }
}

static Status play_moves(const Mock *mock, Game *game, StrView moves, Problem *problem)
{
    Status status = STATUS_OK;
    for (;;) {
        StrView token = strview_next_word(&moves);
        if (token.size == 0 || status != STATUS_OK) {
            return status;
        }
        Move move;
        status = moves_parse(mock->variant, token, &move, problem);
        if (status == STATUS_OK && (status = game_play(game, move)) != STATUS_OK) {
            problem_set(problem, status, "illegal move %.*s", STRVIEW_ARG(token));
        }
    }
}

/// Bad positions are told and change nothing.
static void set_position(Mock *mock, StrView line)
{
    Problem problem;
    Status status = STATUS_OK;
    Position start = position_start(mock->variant);
    char *text = strndup(line.data, line.size);
    char *moves = strstr(text, "moves");
    if (moves != NULL) {
        *moves = '\0';
        moves += strlen("moves");
    }
    StrView rest = strview_from(text);
    if (strview_is(strview_next_word(&rest), "fen")) {
        status = fen_parse(mock->variant, strview_trim(rest), &start, &problem);
    }
    if (status == STATUS_OK) {
        Game game;
        game_init_from(&game, mock->variant, &start);
        status = play_moves(mock, &game, strview_from(moves), &problem);
        if (status == STATUS_OK) {
            game_release(&mock->game);
            mock->game = game;
        } else {
            game_release(&game);
        }
    }
    if (status != STATUS_OK) {
        mock_stream_say(&mock->stream, "info string error: %s", problem.text);
    }
    free(text);
}

// --- Moves -------------------------------------------------------------------------------------

/// A move that names points of the board and is not legal; a man cannot come from an empty point,
/// so there is one in every position.
static Move find_illegal(const Mock *mock)
{
    const Position *pos = game_position(&mock->game);
    for (int to = 0; to < mock->variant->point_nb; to++) {
        for (int from = 0; from < mock->variant->point_nb; from++) {
            Move move = move_make(from, to);
            if (from != to && !movegen_is_legal(mock->variant, pos, move)) {
                return move;
            }
        }
    }
    return MOVE_PASS;
}

/// The move of the script, of chance, or the first legal one, as wire text.
static void choose_move(Mock *mock, char text[MOVE_TEXT_MAX])
{
    const char *item;
    int size;
    int64_t turn = (int64_t)(mock->game.ply_nb / 2);
    if (mock_options_item(mock->options.script, turn, false, &item, &size) && size > 0) {
        snprintf(text, MOVE_TEXT_MAX, "%.*s", size, item);
        return;
    }
    Move move = MOVE_NONE;
    int nb = game_legal(&mock->game, mock->legal);
    if (nb > 0) {
        // Chance depends on the position alone: a second life plays the same game.
        const Position *pos = game_position(&mock->game);
        uint64_t chance = random_mix(mock->options.seed ^ pos->key ^ random_mix(mock->game.ply_nb));
        move = mock->legal[mock->options.is_random ? chance % (uint64_t)nb : 0];
    }
    moves_format_wire(mock->variant, move, text);
}

static void say_infos(Mock *mock, const char *move)
{
    const char *item;
    int size;
    char score[32] = "";
    int64_t turn = (int64_t)(mock->game.ply_nb / 2);
    if (mock_options_item(mock->options.scores, turn, true, &item, &size) && size > 0 &&
        strncmp(item, "-", (size_t)size) != 0) {
        snprintf(score, sizeof(score), " score %s %.*s", item[0] == 'm' ? "mate" : "cp",
                 item[0] == 'm' ? size - 1 : size, item[0] == 'm' ? item + 1 : item);
    }
    for (int64_t i = 1; i <= mock->options.info_nb; i++) {
        mock_stream_say(&mock->stream, "info depth %" PRId64 "%s nodes %" PRId64 " time 0 pv %s", i,
                        score, i, move);
    }
}

/// Lines without end; quit and the end of input are still obeyed, unless they are not.
static _Noreturn void flood(Mock *mock, int64_t pause_ms)
{
    for (int64_t i = 1;; i++) {
        mock_stream_say(&mock->stream, "info depth 1 nodes %" PRId64 " string nothing new", i);
        if (pause_ms == 0 && i % FLOOD_LINES != 0) {
            continue;
        }
        bool is_heard = mock_stream_flush();
        if (mock_stream_wait(&mock->stream, pause_ms)) {
            const char *line = mock_stream_line(&mock->stream);
            is_heard = is_heard && line != NULL;
            if (line != NULL && strcmp(line, "quit") == 0 && !mock->ignores_quit) {
                leave(0);
            }
            if (line != NULL && strcmp(line, "isready") == 0 && pause_ms > 0) {
                mock_stream_say(&mock->stream, "readyok");
            }
        }
        if (!is_heard) {
            if (!mock->ignores_quit) {
                leave(0);
            }
            hang();
        }
    }
}

static void say_split(Mock *mock, const char *move)
{
    printf("best");
    mock_stream_flush();
    mock_sleep(SPLIT_PAUSE_MS);
    printf("move %.1s", move);
    mock_stream_flush();
    mock_sleep(SPLIT_PAUSE_MS);
    mock_stream_say(&mock->stream, "%s", move + 1);
}

static void write_megaline(Mock *mock, int64_t size)
{
    printf("info string ");
    for (int64_t i = 12; i < size; i++) {
        putchar('x');
    }
    mock_stream_flush();
    mock_sleep(SPLIT_PAUSE_MS);
    mock_stream_say(&mock->stream, "%s", "");
}

/// What stands in place of the move by a fault; NULL when there is none.
static const char *wrong_word(Mock *mock, char text[MOVE_TEXT_MAX])
{
    static const struct {
        MockFaultKind kind;
        const char *word;
    } words[] = {{FAULT_EMPTY, ""},
                 {FAULT_MALFORMED, "@!?"},
                 {FAULT_NONE_MOVE, "(none)"},
                 {FAULT_DRAW_WORD, "draw"},
                 {FAULT_RESIGN_WORD, "resign"}};
    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
        if (due(mock, words[i].kind, EVENT_GO) != NULL) {
            return words[i].word;
        }
    }
    if (due(mock, FAULT_ILLEGAL, EVENT_GO) != NULL) {
        moves_format_wire(mock->variant, find_illegal(mock), text);
        return text;
    }
    return NULL;
}

static void say_bestmove(Mock *mock)
{
    char move[MOVE_TEXT_MAX];
    char wrong[MOVE_TEXT_MAX];
    choose_move(mock, move);
    say_infos(mock, move);
    const char *word = wrong_word(mock, wrong);
    const MockFault *fault;
    if (word == NULL && due(mock, FAULT_SPLIT, EVENT_GO) != NULL) {
        say_split(mock, move);
    } else {
        word = word != NULL ? word : move;
        mock_stream_say(&mock->stream, word[0] != '\0' ? "bestmove %s" : "bestmove%s", word);
    }
    if (due(mock, FAULT_TWO_BESTMOVES, EVENT_GO) != NULL) {
        mock_stream_say(&mock->stream, "bestmove %s", move);
    }
    if ((fault = due(mock, FAULT_EXIT_AFTER_BESTMOVE, EVENT_GO)) != NULL) {
        leave((int)fault->number);
    }
}

static void go(Mock *mock, StrView limits)
{
    const MockFault *fault;
    if (begin_event(mock, EVENT_GO)) {
        return;
    }
    if (due(mock, FAULT_FLOOD_SLOW, EVENT_GO) != NULL) {
        flood(mock, FLOOD_PAUSE_MS);
    }
    if (due(mock, FAULT_FLOOD, EVENT_GO) != NULL) {
        flood(mock, 0);
    }
    if ((fault = due(mock, FAULT_STDERR_FLOOD, EVENT_GO)) != NULL) {
        for (int64_t i = 0; i < fault->number; i += 50) {
            fputs("mock_engine: a line of fifty bytes to stderr.....\n", stderr);
        }
    }
    if ((fault = due(mock, FAULT_MEGALINE, EVENT_GO)) != NULL) {
        write_megaline(mock, fault->number);
    }
    if ((fault = due(mock, FAULT_LATE, EVENT_GO)) != NULL) {
        mock_stream_flush();
        mock_sleep(fault->number);
    }
    mock_sleep(mock->options.delay_ms);
    for (StrView word = strview_next_word(&limits); word.size > 0;
         word = strview_next_word(&limits)) {
        mock->is_waiting |= strview_is(word, "infinite") || strview_is(word, "ponder");
    }
    if (!mock->is_waiting) {
        say_bestmove(mock);
    }
}

// --- Commands ----------------------------------------------------------------------------------

static void say_options(Mock *mock)
{
    mock_stream_say(&mock->stream, "id name %s", mock->options.name);
    mock_stream_say(&mock->stream, "id author the tests");
    mock_stream_say(&mock->stream, "option name Hash type spin default 16 min 1 max 4096");
    mock_stream_say(&mock->stream, "option name Threads type spin default 1 min 1 max 64");
    mock_stream_say(&mock->stream, "option name Ponder type check default false");
    mock_stream_say(&mock->stream, "option name VariantPath type string default <empty>");
    if (mock->options.no_variant) {
        return;
    }
    printf("option name UCI_Variant type combo default %s", mock->variant->name);
    for (int i = 0; i < mock->set.nb; i++) {
        if (is_offered(mock, strview_from(mock->set.items[i]->name))) {
            printf(" var %s", mock->set.items[i]->name);
        }
    }
    mock_stream_say(&mock->stream, "%s", "");
}

static void answer_uci(Mock *mock)
{
    const MockFault *fault;
    if (begin_event(mock, EVENT_UCI)) {
        return;
    }
    if ((fault = due(mock, FAULT_SLOW_UCIOK, EVENT_UCI)) != NULL) {
        mock_sleep(fault->number);
    }
    say_options(mock);
    if (due(mock, FAULT_NO_UCIOK, EVENT_UCI) == NULL) {
        mock_stream_say(&mock->stream, "uciok");
    }
}

static void answer_isready(Mock *mock)
{
    const MockFault *fault;
    if (begin_event(mock, EVENT_ISREADY)) {
        return;
    }
    if ((fault = due(mock, FAULT_SLOW_READYOK, EVENT_ISREADY)) != NULL) {
        mock_sleep(fault->number);
    }
    if (due(mock, FAULT_NO_READYOK, EVENT_ISREADY) == NULL) {
        mock_stream_say(&mock->stream, "readyok");
    }
    if (due(mock, FAULT_EXTRA_READYOK, EVENT_ISREADY) != NULL) {
        mock_stream_say(&mock->stream, "readyok");
    }
}

/// False when the process is to end.
static bool obey(Mock *mock, StrView line)
{
    StrView word = strview_next_word(&line);
    if (strview_is(word, "uci")) {
        answer_uci(mock);
    } else if (strview_is(word, "isready")) {
        answer_isready(mock);
    } else if (strview_is(word, "setoption")) {
        set_option(mock, line);
    } else if (strview_is(word, "ucinewgame")) {
        begin_event(mock, EVENT_NEWGAME);
    } else if (strview_is(word, "position")) {
        set_position(mock, line);
        begin_event(mock, EVENT_POSITION);
    } else if (strview_is(word, "go")) {
        go(mock, line);
    } else if (strview_is(word, "stop") || strview_is(word, "ponderhit")) {
        if (mock->is_waiting) {
            mock->is_waiting = false;
            say_bestmove(mock);
        }
    } else if (strview_is(word, "quit")) {
        return mock->ignores_quit;
    }
    return true;
}

static void prepare(Mock *mock)
{
    mock_stream_init(&mock->stream, mock->options.log);
    mock->life = count_life(mock->options.life_file);
    variant_set_init(&mock->set);
    const char *first;
    int size;
    StrView name = strview_from(VARIANT_DEFAULT);
    if (!is_offered(mock, name) &&
        mock_options_item(mock->options.variants, 0, false, &first, &size)) {
        name = (StrView){first, (size_t)size};
    }
    mock->variant = variant_set_find(&mock->set, name);
    if (mock->variant == NULL) {
        fprintf(stderr, "mock_engine: no variant %.*s\n", STRVIEW_ARG(name));
        leave(2);
    }
    game_init(&mock->game, mock->variant);
    if (begin_event(mock, EVENT_START)) {
        hang();
    }
    mock->stream.crlf = due(mock, FAULT_CRLF, EVENT_START) != NULL;
    mock->ignores_quit = due(mock, FAULT_IGNORE_QUIT, EVENT_START) != NULL;
    if (mock->ignores_quit) {
        signal(SIGTERM, SIG_IGN);
        signal(SIGHUP, SIG_IGN);
        signal(SIGINT, SIG_IGN);
        signal(SIGPIPE, SIG_IGN);
    }
}

int main(int argc, char **argv)
{
    Mock *mock = calloc(1, sizeof(*mock));
    if (mock == NULL || !mock_options_read(argc, argv, &mock->options)) {
        free(mock);
        return 2;
    }
    prepare(mock);
    for (;;) {
        char *line = mock_stream_line(&mock->stream);
        if (line == NULL && mock->ignores_quit) {
            hang();
        }
        if (line == NULL || !obey(mock, strview_from(line))) {
            break;
        }
        mock_stream_flush();
    }
    game_release(&mock->game);
    variant_set_release(&mock->set);
    mock_stream_release(&mock->stream);
    free(mock);
    return 0;
}
