// SPDX-License-Identifier: MIT
#include "protocol/base/memory.h"

#include <stdint.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/protocol/base/base_tests.h"

static void new_memory_is_zeroed(void)
{
    unsigned char *block = memory_new(100, 3);
    for (int i = 0; i < 300; i++) {
        CHECK(block[i] == 0, "byte %d", i);
    }
    free(block);
}

static void no_elements_are_a_block_too(void)
{
    void *none = memory_new(0, 8);
    CU_ASSERT_PTR_NOT_NULL(none);
    none = memory_resize(none, 0, 8);
    CU_ASSERT_PTR_NOT_NULL(none);
    free(none);
}

static void resize_keeps_contents(void)
{
    int *block = memory_resize(NULL, 2, sizeof *block);
    block[0] = 11;
    block[1] = 22;
    block = memory_resize(block, 10000, sizeof *block);
    block[9999] = 33;
    CU_ASSERT(block[0] == 11 && block[1] == 22 && block[9999] == 33);
    free(block);
}

static void text_is_copied(void)
{
    char text[] = "mill";
    char *copy = memory_copy_text(text);
    text[0] = 'k';
    CU_ASSERT_STRING_EQUAL(copy, "mill");
    free(copy);
}

/// Runs `call` in a child and tells whether it was aborted.
static int is_aborted(void (*call)(void))
{
    pid_t pid = fork();
    if (pid == 0) {
        struct rlimit no_core = {0, 0};
        setrlimit(RLIMIT_CORE, &no_core);
        if (close(STDERR_FILENO) == 0) {
            call();
        }
        _exit(0);
    }
    int status = 0;
    return pid > 0 && waitpid(pid, &status, 0) == pid &&
           (WIFSIGNALED(status) || WEXITSTATUS(status) != 0);
}

static void ask_too_much_new(void)
{
    volatile size_t count = SIZE_MAX / 2;
    free(memory_new(count, 4));
}

static void ask_too_much_resize(void)
{
    volatile size_t count = SIZE_MAX / 2;
    free(memory_resize(NULL, count, 4));
}

static void check_nothing(void)
{
    memory_checked(NULL);
}

static void ask_little(void)
{
    free(memory_checked(memory_new(1, 4)));
}

static void overflow_aborts(void)
{
    CU_ASSERT(is_aborted(ask_too_much_new));
    CU_ASSERT(is_aborted(ask_too_much_resize));
    CU_ASSERT(is_aborted(check_nothing));
    CU_ASSERT(!is_aborted(ask_little));
}

const TestCase MEMORY_CASES[] = {
    {"new memory is zeroed", new_memory_is_zeroed},
    {"no elements are a block too", no_elements_are_a_block_too},
    {"resize keeps contents", resize_keeps_contents},
    {"text is copied", text_is_copied},
    {"overflow aborts", overflow_aborts},
    {NULL, NULL},
};
