// SPDX-License-Identifier: MIT
#include "protocol/base/status.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

const char *status_text(Status status)
{
    static const char *const TEXTS[STATUS_NB] = {
#define X(name, text) [STATUS_##name] = text,
        STATUS_MAP(X)
#undef X
    };
    assert(status < STATUS_NB);
    return TEXTS[status];
}

/// Makes the text one clean line: what a file or another program says must not drive a terminal.
static void clean_text(char *text)
{
    for (; *text != '\0'; text++) {
        if ((unsigned char)*text < ' ' || (unsigned char)*text > '~') {
            *text = '?';
        }
    }
}

Status problem_set(Problem *problem, Status status, const char *format, ...)
{
    if (problem == NULL) {
        return status;
    }
    // Formatted apart from the problem, because its old text may be among the arguments.
    char text[PROBLEM_TEXT_MAX];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (length <= 0) {
        snprintf(text, sizeof text, "%s", status == STATUS_OK ? "" : status_text(status));
    }
    clean_text(text);
    memcpy(problem->text, text, sizeof text);
    problem->status = status;
    return status;
}

Status problem_prefix(Problem *problem, const char *format, ...)
{
    if (problem == NULL || problem->status == STATUS_OK) {
        return STATUS_OK;
    }
    char text[PROBLEM_TEXT_MAX];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (length > 0) {
        size_t used = (size_t)length < sizeof text ? (size_t)length : sizeof text - 1;
        size_t kept = strnlen(problem->text, sizeof text - 1 - used);
        memcpy(text + used, problem->text, kept);
        text[used + kept] = '\0';
        clean_text(text);
        memcpy(problem->text, text, used + kept + 1);
    }
    return problem->status;
}
