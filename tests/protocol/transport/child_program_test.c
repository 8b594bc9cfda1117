// SPDX-License-Identifier: MIT
#include "protocol/transport/child_program.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/protocol/transport/transport_suites.h"

static void check_found(const char *name, const char *folder, const char *expected)
{
    StrBuf found;
    Problem problem;
    strbuf_init(&found);
    strbuf_append_char(&found, '>');
    Status status = child_find_program(name, folder, &found, &problem);
    if (expected != NULL) {
        CHECK(status == STATUS_OK && strcmp(found.data + 1, expected) == 0, "%s: %s", name,
              status == STATUS_OK ? found.data : problem.text);
    } else {
        CHECK(status == STATUS_IO && strcmp(found.data, ">") == 0, "%s: %s", name, found.data);
        CHECK(strstr(problem.text, name) != NULL, "%s", problem.text);
    }
    strbuf_release(&found);
}

static void test_find(void)
{
    char own[512];
    ssize_t size = readlink("/proc/self/exe", own, sizeof(own) - 1);
    CU_ASSERT_FATAL(size > 0);
    own[size] = '\0';
    char *path = strdup(getenv("PATH") != NULL ? getenv("PATH") : "");
    setenv("PATH", "/nonexistent:/bin", 1);
    check_found("sh", "/nonexistent", "/bin/sh");
    check_found(strrchr(own, '/') + 1, "/nonexistent", own); // beside this program: itself
    check_found("./sh", "/bin", "/bin/./sh");
    check_found("bin/sh", "/", "/bin/sh");
    check_found("/bin/sh", "/nonexistent", "/bin/sh");
    check_found("./sh", "/usr", NULL);
    check_found("/usr", "/", NULL);
    check_found("no-such-engine", "/bin", NULL);
    check_found("", "/bin", NULL);
    setenv("PATH", "", 1);
    check_found("sh", "/bin", NULL);
    unsetenv("PATH");
    check_found("sh", "/nonexistent", "/usr/bin/sh");
    setenv("PATH", path, 1);
    free(path);
}

const TestCase CHILD_PROGRAM_CASES[] = {
    {"find", test_find},
    {NULL, NULL},
};
