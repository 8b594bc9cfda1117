// SPDX-License-Identifier: MIT
#include "engine/sink.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "protocol/base/memory.h"

#define SHORT_LINE_MAX 1024 // bytes; longer lines take memory of their own

void sink_write(const Sink *sink, StrView lines)
{
    assert(lines.size > 0);
    assert(lines.data[lines.size - 1] == '\n');
    sink->write(sink->ctx, lines);
}

void sink_printf(const Sink *sink, const char *format, ...)
{
    char buffer[SHORT_LINE_MAX];
    va_list arguments;
    va_start(arguments, format);
    int size = vsnprintf(buffer, sizeof buffer, format, arguments);
    va_end(arguments);
    assert(size > 0);
    if ((size_t)size < sizeof buffer) {
        sink_write(sink, (StrView){buffer, (size_t)size});
        return;
    }
    char *text = memory_new((size_t)size + 1, 1);
    va_start(arguments, format);
    vsnprintf(text, (size_t)size + 1, format, arguments);
    va_end(arguments);
    sink_write(sink, (StrView){text, (size_t)size});
    free(text);
}

void sink_error(const Sink *sink, const char *text)
{
    sink_printf(sink, "info string error: %s\n", text);
}
