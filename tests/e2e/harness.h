// SPDX-License-Identifier: MIT
#ifndef MERELS_TESTS_HARNESS_H
#define MERELS_TESTS_HARNESS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "protocol/base/json.h"

/// What the end-to-end tests share: a folder of their own, the real programs, their records.
/// Waiting is always for something that is looked for again and again, with a generous limit;
/// nothing sleeps for a fixed time.

#define SANDBOX_PATH_MAX 128
#define GAMES_MAX 512
#define PATIENCE_MS 60000 // how long anything may take before a test gives up

/// A folder that holds everything one test makes. Engines run under links inside it, so that
/// their processes can be told from those of other tests by their command lines.
typedef struct Sandbox {
    char path[SANDBOX_PATH_MAX];
} Sandbox;

void sandbox_init(Sandbox *sandbox);
/// Kills what still runs from it (a failure of the test) and removes it.
void sandbox_release(Sandbox *sandbox);
/// Writes a file; missing folders of its name are made.
void sandbox_write(const Sandbox *sandbox, const char *name, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void sandbox_make_executable(const Sandbox *sandbox, const char *name);
/// The text of a file; "" when it is not there. The caller's (free).
char *sandbox_read(const Sandbox *sandbox, const char *name);
bool sandbox_has(const Sandbox *sandbox, const char *name);
/// Makes `name` a link to a program of the build ("mock_engine").
void sandbox_link(const Sandbox *sandbox, const char *name, const char *program);
/// Living processes (no zombies) whose command line mentions the sandbox, this test's own children
/// included.
int sandbox_process_nb(const Sandbox *sandbox);
/// Living processes that run `program` (a path inside the sandbox as their first word).
int sandbox_program_nb(const Sandbox *sandbox, const char *program);
/// Zombies whose parent is `pid`.
int zombie_nb(pid_t pid);
/// Sends a signal to one process that runs `program` (a path inside the sandbox as its first word).
/// False when there is none.
bool sandbox_signal_one(const Sandbox *sandbox, const char *program, int signal_number);

/// An engine of a tournament file.
typedef struct EngineText {
    const char *name;
    const char *arguments; // of the mock, split at blanks; "" for none
    const char *limit;     // the JSON object; NULL: the tournament's
    const char *keys;      // further members, each with a comma behind it; NULL for none
    const char
        *program; // a path inside the sandbox; NULL: "mock", which is made when it is missing
} EngineText;

/// Writes a tournament file whose engines are mocks. keys: all other members, each with a comma
/// behind it. engines end with a NULL name.
void sandbox_write_tournament(const Sandbox *sandbox, const char *name, const char *keys,
                              const EngineText engines[]);

/// A running merels-arbiter; its output is in the sandbox's files "said" and "warned".
typedef struct Arbiter {
    pid_t pid;
    long rss_max_kb; // of it and what it reaped, once it has ended
} Arbiter;

/// Starts it with the words of `arguments` (split at blanks; '?' stands for a blank) inside the
/// sandbox.
Arbiter arbiter_start(const Sandbox *sandbox, const char *arguments);
/// The same; the system gives it no more than `most` of a resource (RLIMIT_FSIZE, RLIMIT_NOFILE).
Arbiter arbiter_start_limited(const Sandbox *sandbox, const char *arguments, int resource,
                              long most);
/// Its exit status; 128 + number for a signal; -1 when it did not end in time (it is killed then).
int arbiter_wait(Arbiter *arbiter, int patience_ms);
/// Both, with PATIENCE_MS.
int arbiter_run(const Sandbox *sandbox, const char *arguments);

/// arbiter_run, and the test fails, telling what it said, when its status is another.
void arbiter_expect(const Sandbox *sandbox, const char *arguments, int status);

/// Calls `is_so` every few ms until it holds. False when the time is over.
bool wait_until(bool (*is_so)(void *ctx), void *ctx, int patience_ms);
uint64_t now_ms(void);

/// One line of a journal.
typedef struct PlayedGame {
    int64_t index, plies;
    char white[64], black[64], variant[48], result[16], reason[32], termination[32];
    char fen[128];
    char detail[512];
    const Json *line; // of the journal
} PlayedGame;

/// A journal file read whole.
typedef struct Records {
    int game_nb; // lines of games; in file order
    PlayedGame games[GAMES_MAX];
    Json *header; // NULL: no file, or no whole first line
    Json *lines[GAMES_MAX];
    bool is_torn; // the last line has no newline
} Records;

/// Reads the journal in folder `folder` of the sandbox. Fails the test when a line is no JSON.
Records *records_read(const Sandbox *sandbox, const char *folder);
void records_free(Records *records);
int records_count_lines(const Sandbox *sandbox,
                        const char *folder); // whole lines; 0 without a file
/// The game with this index, NULL when there is none.
const PlayedGame *records_game(const Records *records, int64_t index);
/// Checks that the indexes 0 .. game_nb - 1 occur exactly once each.
void records_check_complete(const Records *records, int game_nb, const char *name);
/// The text of all games sorted by index without what depends on the time; the caller's (free).
char *records_without_times(const Records *records);

#endif
