// SPDX-License-Identifier: MIT
#ifndef MERELS_TRANSPORT_CHILD_GUARD_H
#define MERELS_TRANSPORT_CHILD_GUARD_H

/// The guard of a child process: a second, tiny life of this same program between parent and child.
/// It leads the child's session and process group, waits for the program to end or for the parent
/// to die, reaps it, and then kills the whole group, itself included, so that nothing of it is left
/// in any case. It blocks every signal: a SIGTERM to the group is for the program alone.
/// Depends on libc only.

#define CHILD_GUARD_ARGUMENT "--child-guard"
/// argv of a guard: its name, CHILD_GUARD_ARGUMENT, the parent's process id, the program's working
/// folder ("" for ours), then the program's own argv, its path first.
#define CHILD_GUARD_ARGUMENT_NB 4

/// Where the guard writes the program's wait status (an int, as waitpid gives it) before it ends. A
/// guard that was killed from outside leaves nothing there.
#define CHILD_GUARD_STATUS_FD 3
#define CHILD_GUARD_EXEC_FAILED 126 // exit status in place of a program that could not be executed

/// The signal by which the parent, or the kernel on the parent's death, has the guard kill the
/// program at once. From anybody else it is ignored.
#define CHILD_GUARD_KILL_SIGNAL SIGRTMIN

/// The first thing main does: when argv[1] is CHILD_GUARD_ARGUMENT this process is a guard, and the
/// call never returns. Otherwise nothing happens.
void child_guard_main(int argc, char **argv);

#endif
