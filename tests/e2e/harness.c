// SPDX-License-Identifier: MIT
#include "tests/e2e/harness.h"

#include <assert.h>
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "protocol/base/file.h"
#include "tests/suite.h"

#define POLL_MS 5
#define ARGUMENTS_MAX 32
#define COMMAND_LINE_MAX 8192

uint64_t now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

bool wait_until(bool (*is_so)(void *ctx), void *ctx, int patience_ms)
{
    uint64_t end_ms = now_ms() + (uint64_t)patience_ms;
    const struct timespec pause = {0, POLL_MS * 1000000};
    while (!is_so(ctx)) {
        if (now_ms() > end_ms) {
            return false;
        }
        nanosleep(&pause, NULL);
    }
    return true;
}

// --- Sandbox --------------------------------------------------------------------------------

static void join(const Sandbox *sandbox, const char *name, char out[PATH_MAX])
{
    int size = snprintf(out, PATH_MAX, "%s/%s", sandbox->path, name);
    assert(size < PATH_MAX);
    (void)size;
}

void sandbox_init(Sandbox *sandbox)
{
    const char *folder = getenv("TMPDIR");
    snprintf(sandbox->path, sizeof sandbox->path, "%s/merels-e2e-XXXXXX",
             folder != NULL ? folder : "/tmp");
    if (mkdtemp(sandbox->path) == NULL) {
        fprintf(stderr, "%s: %s\n", sandbox->path, strerror(errno));
        abort();
    }
}

static int remove_entry(const char *path, const struct stat *info, int kind, struct FTW *where)
{
    (void)info;
    (void)kind;
    (void)where;
    return remove(path);
}

void sandbox_write(const Sandbox *sandbox, const char *name, const char *format, ...)
{
    char path[PATH_MAX];
    StrBuf folder;
    strbuf_init(&folder);
    join(sandbox, name, path);
    file_folder_of(path, &folder);
    file_make_folder(folder.data, NULL);
    strbuf_release(&folder);
    FILE *file = fopen(path, "w");
    CU_ASSERT_FATAL(file != NULL);
    va_list arguments;
    va_start(arguments, format);
    vfprintf(file, format, arguments);
    va_end(arguments);
    fclose(file);
}

void sandbox_make_executable(const Sandbox *sandbox, const char *name)
{
    char path[PATH_MAX];
    join(sandbox, name, path);
    CU_ASSERT_EQUAL(chmod(path, 0755), 0);
}

char *sandbox_read(const Sandbox *sandbox, const char *name)
{
    char path[PATH_MAX];
    StrBuf text;
    strbuf_init(&text);
    join(sandbox, name, path);
    file_read(path, 1u << 28, &text, NULL);
    return strbuf_detach(&text);
}

bool sandbox_has(const Sandbox *sandbox, const char *name)
{
    char path[PATH_MAX];
    join(sandbox, name, path);
    return access(path, F_OK) == 0;
}

void sandbox_link(const Sandbox *sandbox, const char *name, const char *program)
{
    char path[PATH_MAX], target[PATH_MAX];
    StrBuf folder;
    strbuf_init(&folder);
    join(sandbox, name, path);
    file_folder_of(path, &folder);
    file_make_folder(folder.data, NULL);
    strbuf_release(&folder);
    snprintf(target, sizeof target, "%s/%s", TEST_BIN, program);
    CU_ASSERT_FATAL(symlink(target, path) == 0);
}

static void append_words(StrBuf *out, const char *words)
{
    StrView rest = strview_from(words);
    for (StrView word = strview_next_word(&rest); word.size > 0; word = strview_next_word(&rest)) {
        strbuf_appendf(out, ", \"%.*s\"", STRVIEW_ARG(word));
    }
}

void sandbox_write_tournament(const Sandbox *sandbox, const char *name, const char *keys,
                              const EngineText engines[])
{
    StrBuf out;
    strbuf_init(&out);
    if (!sandbox_has(sandbox, "mock")) {
        sandbox_link(sandbox, "mock", "mock_engine");
    }
    for (const EngineText *engine = engines; engine->name != NULL; engine++) {
        const char *program = engine->program != NULL ? engine->program : "mock";
        strbuf_appendf(&out, "%s  {%s \"name\": \"%s\", \"command\": [\"%s/%s\"",
                       engine == engines ? "" : ",\n", engine->keys != NULL ? engine->keys : "",
                       engine->name, sandbox->path, program);
        append_words(&out, engine->arguments);
        strbuf_append_char(&out, ']');
        if (engine->limit != NULL) {
            strbuf_appendf(&out, ", \"limit\": %s", engine->limit);
        }
        strbuf_append_char(&out, '}');
    }
    sandbox_write(sandbox, name,
                  "{ \"name\": \"test\", \"output\": \"out\", %s\n\"engines\": [\n%s\n] }\n", keys,
                  out.data);
    strbuf_release(&out);
}

// --- Processes ------------------------------------------------------------------------------

// State letter, parent and command line (words joined by blanks) of a process; false when it is
// gone.
static bool look_at_process(const char *pid, char *state, int *parent, char line[COMMAND_LINE_MAX])
{
    char path[64], stat_text[512];
    snprintf(path, sizeof path, "/proc/%.20s/stat", pid);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t size = fd < 0 ? -1 : read(fd, stat_text, sizeof stat_text - 1);
    if (fd >= 0) {
        close(fd);
    }
    if (size <= 0) {
        return false;
    }
    stat_text[size] = '\0';
    const char *behind_name = strrchr(stat_text, ')');
    if (behind_name == NULL || sscanf(behind_name + 1, " %c %d", state, parent) != 2) {
        return false;
    }
    snprintf(path, sizeof path, "/proc/%.20s/cmdline", pid);
    fd = open(path, O_RDONLY | O_CLOEXEC);
    size = fd < 0 ? 0 : read(fd, line, COMMAND_LINE_MAX - 1);
    if (fd >= 0) {
        close(fd);
    }
    size = size < 0 ? 0 : size;
    for (ssize_t i = 0; i < size; i++) {
        line[i] = line[i] == '\0' ? ' ' : line[i];
    }
    line[size] = '\0';
    return true;
}

typedef bool ProcessTest(int pid, char state, int parent, const char *line, void *ctx);

// Counts processes for which the test holds.
static int count_processes(ProcessTest *test, void *ctx)
{
    int found_nb = 0;
    DIR *folder = opendir("/proc");
    CU_ASSERT_FATAL(folder != NULL);
    for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        char state, line[COMMAND_LINE_MAX];
        int parent;
        if (isdigit((unsigned char)entry->d_name[0]) &&
            look_at_process(entry->d_name, &state, &parent, line)) {
            found_nb += test(atoi(entry->d_name), state, parent, line, ctx);
        }
    }
    closedir(folder);
    return found_nb;
}

static bool lives_in_sandbox(int pid, char state, int parent, const char *line, void *ctx)
{
    (void)parent;
    return pid != getpid() && state != 'Z' && state != 'X' &&
           strstr(line, ((Sandbox *)ctx)->path) != NULL;
}

int sandbox_process_nb(const Sandbox *sandbox)
{
    Sandbox copy = *sandbox;
    return count_processes(lives_in_sandbox, &copy);
}

static bool is_zombie_of(int pid, char state, int parent, const char *line, void *ctx)
{
    (void)pid;
    (void)line;
    return state == 'Z' && parent == *(pid_t *)ctx;
}

int zombie_nb(pid_t pid)
{
    return count_processes(is_zombie_of, &pid);
}

typedef struct Target {
    char path[PATH_MAX];
    int signal_number; // 0 once it has been sent
} Target;

static bool runs_program(int pid, char state, int parent, const char *line, void *ctx)
{
    const Target *target = ctx;
    size_t length = strlen(target->path);
    (void)pid;
    (void)parent;
    return state != 'Z' && strncmp(line, target->path, length) == 0 &&
           (line[length] == ' ' || line[length] == '\0');
}

int sandbox_program_nb(const Sandbox *sandbox, const char *program)
{
    Target target = {.signal_number = 0};
    join(sandbox, program, target.path);
    return count_processes(runs_program, &target);
}

static bool signal_target(int pid, char state, int parent, const char *line, void *ctx)
{
    Target *target = ctx;
    if (target->signal_number == 0 || !runs_program(pid, state, parent, line, ctx)) {
        return false;
    }
    bool is_sent = kill(pid, target->signal_number) == 0;
    target->signal_number = is_sent ? 0 : target->signal_number;
    return is_sent;
}

bool sandbox_signal_one(const Sandbox *sandbox, const char *program, int signal_number)
{
    Target target = {.signal_number = signal_number};
    join(sandbox, program, target.path);
    return count_processes(signal_target, &target) > 0;
}

static bool kill_leftover(int pid, char state, int parent, const char *line, void *ctx)
{
    if (!lives_in_sandbox(pid, state, parent, line, ctx)) {
        return false;
    }
    fprintf(stderr, "left behind: %d %s\n", pid, line);
    return kill(pid, SIGKILL) == 0;
}

void sandbox_release(Sandbox *sandbox)
{
    int left_nb = count_processes(kill_leftover, sandbox);
    CHECK(left_nb == 0, "%d processes were left behind", left_nb);
    nftw(sandbox->path, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
}

// --- The arbiter ----------------------------------------------------------------------------

static void redirect(const char *name, int fd)
{
    int file = open(name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (file < 0 || dup2(file, fd) < 0) {
        _exit(127);
    }
}

static Arbiter start(const Sandbox *sandbox, const char *arguments, int resource, long most)
{
    char program[PATH_MAX], words[4096];
    char *argv[ARGUMENTS_MAX + 1];
    int argument_nb = 0;
    snprintf(program, sizeof program, "%s/merels-arbiter", TEST_BIN);
    snprintf(words, sizeof words, "%s", arguments);
    argv[argument_nb++] = program;
    for (char *word = strtok(words, " "); word != NULL && argument_nb < ARGUMENTS_MAX;
         word = strtok(NULL, " ")) {
        for (char *c = word; (c = strchr(c, '?')) != NULL;) {
            *c = ' ';
        }
        argv[argument_nb++] = word;
    }
    argv[argument_nb] = NULL;
    Arbiter arbiter = {.pid = fork()};
    CU_ASSERT_FATAL(arbiter.pid >= 0);
    if (arbiter.pid == 0) {
        const struct rlimit limit = {(rlim_t)most, (rlim_t)most};
        if (chdir(sandbox->path) != 0 || (most > 0 && setrlimit(resource, &limit) != 0)) {
            _exit(127);
        }
        redirect("said", STDOUT_FILENO);
        redirect("warned", STDERR_FILENO);
        execv(program, argv);
        _exit(127);
    }
    return arbiter;
}

Arbiter arbiter_start(const Sandbox *sandbox, const char *arguments)
{
    return start(sandbox, arguments, RLIMIT_FSIZE, 0);
}

Arbiter arbiter_start_limited(const Sandbox *sandbox, const char *arguments, int resource,
                              long most)
{
    return start(sandbox, arguments, resource, most);
}

int arbiter_wait(Arbiter *arbiter, int patience_ms)
{
    uint64_t end_ms = now_ms() + (uint64_t)patience_ms;
    const struct timespec pause = {0, POLL_MS * 1000000};
    int status;
    pid_t ended;
    struct rusage usage;
    while ((ended = wait4(arbiter->pid, &status, WNOHANG, &usage)) == 0) {
        if (now_ms() > end_ms) {
            kill(arbiter->pid, SIGKILL);
            waitpid(arbiter->pid, &status, 0);
            return -1;
        }
        nanosleep(&pause, NULL);
    }
    CU_ASSERT_FATAL(ended == arbiter->pid);
    arbiter->rss_max_kb = usage.ru_maxrss;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

int arbiter_run(const Sandbox *sandbox, const char *arguments)
{
    Arbiter arbiter = arbiter_start(sandbox, arguments);
    return arbiter_wait(&arbiter, PATIENCE_MS);
}

void arbiter_expect(const Sandbox *sandbox, const char *arguments, int status)
{
    int found = arbiter_run(sandbox, arguments);
    char *said = sandbox_read(sandbox, "warned");
    CHECK(found == status, "%s: status %d, not %d: %.400s", arguments, found, status, said);
    free(said);
}

// --- Records --------------------------------------------------------------------------------

static void copy_member(const Json *line, const char *key, char *out, size_t size)
{
    StrView text = strview_from("");
    json_to_text(json_member(line, key), &text);
    strview_copy(text, out, size);
}

static PlayedGame read_game(const Json *line)
{
    PlayedGame game = {.index = -1, .plies = -1, .line = line};
    json_to_int64(json_member(line, "index"), &game.index);
    json_to_int64(json_member(line, "plies"), &game.plies);
    copy_member(line, "white", game.white, sizeof game.white);
    copy_member(line, "black", game.black, sizeof game.black);
    copy_member(line, "variant", game.variant, sizeof game.variant);
    copy_member(line, "fen", game.fen, sizeof game.fen);
    copy_member(line, "result", game.result, sizeof game.result);
    copy_member(line, "reason", game.reason, sizeof game.reason);
    copy_member(line, "termination", game.termination, sizeof game.termination);
    copy_member(line, "detail", game.detail, sizeof game.detail);
    return game;
}

Records *records_read(const Sandbox *sandbox, const char *folder)
{
    char name[PATH_MAX];
    snprintf(name, sizeof name, "%s/journal.jsonl", folder);
    char *text = sandbox_read(sandbox, name);
    Records *records = calloc(1, sizeof *records);
    CU_ASSERT_FATAL(records != NULL);
    for (char *start = text, *end; *start != '\0'; start = end + 1) {
        end = strchr(start, '\n');
        if (end == NULL) {
            records->is_torn = true;
            break;
        }
        Json *line;
        Problem problem = {.status = STATUS_OK};
        Status status = json_parse((StrView){start, (size_t)(end - start)}, name, &line, &problem);
        CHECK(status == STATUS_OK, "%s", problem.text);
        if (status != STATUS_OK) {
            break;
        }
        if (records->header == NULL) {
            records->header = line;
            continue;
        }
        CU_ASSERT_FATAL(records->game_nb < GAMES_MAX);
        records->lines[records->game_nb] = line;
        records->games[records->game_nb++] = read_game(line);
    }
    free(text);
    return records;
}

void records_free(Records *records)
{
    for (int i = 0; i < records->game_nb; i++) {
        json_free(records->lines[i]);
    }
    if (records->header != NULL) {
        json_free(records->header);
    }
    free(records);
}

int records_count_lines(const Sandbox *sandbox, const char *folder)
{
    char name[PATH_MAX];
    snprintf(name, sizeof name, "%s/journal.jsonl", folder);
    char *text = sandbox_read(sandbox, name);
    int line_nb = 0;
    for (const char *c = text; *c != '\0'; c++) {
        line_nb += *c == '\n';
    }
    free(text);
    return line_nb;
}

const PlayedGame *records_game(const Records *records, int64_t index)
{
    for (int i = 0; i < records->game_nb; i++) {
        if (records->games[i].index == index) {
            return &records->games[i];
        }
    }
    return NULL;
}

void records_check_complete(const Records *records, int game_nb, const char *name)
{
    CHECK(records->game_nb == game_nb, "%s: %d games, not %d", name, records->game_nb, game_nb);
    for (int i = 0; i < game_nb; i++) {
        CHECK(records_game(records, i) != NULL, "%s: game %d is missing", name, i);
    }
}

char *records_without_times(const Records *records)
{
    static const char *const TIMES[] = {"started", "duration_ms", "time_ms", NULL};
    StrBuf out;
    strbuf_init(&out);
    for (int64_t index = 0; index < GAMES_MAX; index++) {
        const PlayedGame *game = records_game(records, index);
        if (game == NULL) {
            continue;
        }
        for (const Json *member = json_first(game->line); member != NULL;
             member = json_next(member)) {
            const char *key = json_key(member);
            bool is_time = false;
            for (int i = 0; TIMES[i] != NULL; i++) {
                is_time = is_time || strcmp(key, TIMES[i]) == 0;
            }
            if (!is_time) {
                strbuf_appendf(&out, "%s=", key);
                json_print(member, false, &out);
                strbuf_append_char(&out, '\n');
            }
        }
    }
    return strbuf_detach(&out);
}
