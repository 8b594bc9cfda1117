// SPDX-License-Identifier: MIT
#include "protocol/transport/child_guard.h"

#include <errno.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

// A process that hangs in the kernel outlives SIGKILL; after this long the guard goes without it.
#define REAP_SECONDS_MAX 1

/// Leaves the program's status to the parent and kills the group. The status goes through a pipe
/// because the guard, being in the group, cannot tell it by its own end.
static _Noreturn void end_group(const int *status)
{
    if (status != NULL) {
        // A parent that is gone reads nothing, and there is nobody else to tell.
        ssize_t written = write(CHILD_GUARD_STATUS_FD, status, sizeof(*status));
        (void)written;
    }
    kill(0, SIGKILL);
    for (;;) {
        pause();
    }
}

/// Starts the program with the signal mask and descriptors of a fresh process.
static pid_t start_program(char **argv, int *error)
{
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_t actions;
    sigset_t none;
    sigemptyset(&none);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1);
    pid_t program = -1;
    *error = posix_spawn(&program, argv[0], &actions, &attributes, argv, environ);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    return program;
}

static _Noreturn void kill_program(pid_t program, const sigset_t *awaited)
{
    int status;
    struct timespec patience = {.tv_sec = REAP_SECONDS_MAX};
    kill(program, SIGKILL);
    while (waitpid(program, &status, WNOHANG) != program) {
        if (sigtimedwait(awaited, NULL, &patience) < 0 && errno == EAGAIN) {
            end_group(NULL);
        }
    }
    end_group(&status);
}

static _Noreturn void watch_program(pid_t program, pid_t parent, const sigset_t *awaited)
{
    for (;;) {
        int status;
        if (waitpid(program, &status, WNOHANG) == program) {
            end_group(&status);
        }
        if (getppid() != parent) {
            kill_program(program, awaited);
        }
        siginfo_t info;
        int number = sigwaitinfo(awaited, &info);
        if (number == CHILD_GUARD_KILL_SIGNAL && info.si_pid == parent) {
            kill_program(program, awaited);
        }
    }
}

static _Noreturn void refuse(const char *what, const char *why)
{
    dprintf(STDERR_FILENO, "cannot run %s: %s\n", what, why);
    int status = W_EXITCODE(CHILD_GUARD_EXEC_FAILED, 0);
    end_group(&status);
}

void child_guard_main(int argc, char **argv)
{
    if (argc < 2 || strcmp(argv[1], CHILD_GUARD_ARGUMENT) != 0) {
        return;
    }
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, NULL);
    if (argc <= CHILD_GUARD_ARGUMENT_NB || getpgrp() != getpid()) {
        _exit(CHILD_GUARD_EXEC_FAILED); // started by hand: there is no group of its own to kill
    }
    pid_t parent = (pid_t)strtol(argv[2], NULL, 10);
    const char *folder = argv[3];
    char **program_argv = argv + CHILD_GUARD_ARGUMENT_NB;
    prctl(PR_SET_NAME, "child-guard");
    prctl(PR_SET_PDEATHSIG, CHILD_GUARD_KILL_SIGNAL);
    if (getppid() != parent) {
        _exit(CHILD_GUARD_EXEC_FAILED); // it died before the kernel was asked to tell
    }
    // Whatever was inherited by mistake must not stay open here: somebody may wait for its end.
    close_range(CHILD_GUARD_STATUS_FD + 1, ~0u, 0);
    if (folder[0] != '\0' && chdir(folder) != 0) {
        refuse(folder, strerror(errno));
    }
    int error;
    pid_t program = start_program(program_argv, &error);
    if (error != 0) {
        refuse(program_argv[0], strerror(error));
    }
    // The ends of its input and output are the program's alone.
    close(STDIN_FILENO);
    close(STDOUT_FILENO);
    close(STDERR_FILENO);
    sigset_t awaited;
    sigemptyset(&awaited);
    sigaddset(&awaited, SIGCHLD);
    sigaddset(&awaited, CHILD_GUARD_KILL_SIGNAL);
    watch_program(program, parent, &awaited);
}
