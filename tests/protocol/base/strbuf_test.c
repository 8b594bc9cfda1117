// SPDX-License-Identifier: MIT
#include "protocol/base/strbuf.h"

#include <stdlib.h>
#include <string.h>

#include "tests/protocol/base/base_tests.h"

static void an_empty_one_is_a_text(void)
{
    StrBuf buf;
    strbuf_init(&buf);
    CU_ASSERT_STRING_EQUAL(buf.data, "");
    CU_ASSERT_EQUAL(buf.capacity, 0);
    strbuf_clear(&buf);
    strbuf_append(&buf, NULL, 0);
    strbuf_append_view(&buf, (StrView){NULL, 0});
    strbuf_append_text(&buf, "");
    CU_ASSERT_STRING_EQUAL(buf.data, "");
    strbuf_release(&buf);
    strbuf_release(&buf);
    CU_ASSERT_STRING_EQUAL(buf.data, "");
}

static void appending(void)
{
    StrBuf buf;
    strbuf_init(&buf);
    strbuf_append_text(&buf, "go");
    strbuf_append_char(&buf, ' ');
    strbuf_append_view(&buf, (StrView){"depthless", 5});
    strbuf_appendf(&buf, " %d %s", 12, "now");
    strbuf_append(&buf, "a\0b", 3);
    CU_ASSERT_EQUAL(buf.size, 18);
    CU_ASSERT_EQUAL(memcmp(buf.data, "go depth 12 nowa\0b", 19), 0);
    CU_ASSERT(strview_equal(strbuf_view(&buf), (StrView){"go depth 12 nowa\0b", 18}));
    strbuf_truncate(&buf, 8);
    CU_ASSERT_STRING_EQUAL(buf.data, "go depth");
    size_t capacity = buf.capacity;
    strbuf_clear(&buf);
    CU_ASSERT_STRING_EQUAL(buf.data, "");
    CU_ASSERT_EQUAL(buf.capacity, capacity);
    strbuf_release(&buf);
}

static void growing(void)
{
    StrBuf buf;
    strbuf_init(&buf);
    for (int i = 0; i < 5000; i++) {
        size_t size = buf.size;
        strbuf_appendf(&buf, "%d,", i);
        CHECK(buf.size > size && buf.size < buf.capacity, "%d", i);
        CHECK(buf.data[buf.size] == '\0', "%d", i);
        strbuf_append_char(&buf, ';');
    }
    CU_ASSERT_EQUAL(strncmp(buf.data, "0,;1,;2,;", 9), 0);
    CU_ASSERT_STRING_EQUAL(buf.data + buf.size - 6, "4999,;");
    strbuf_release(&buf);
}

static void detaching(void)
{
    StrBuf buf;
    strbuf_init(&buf);
    char *none = strbuf_detach(&buf);
    CU_ASSERT_STRING_EQUAL(none, "");
    free(none);
    strbuf_append_text(&buf, "mine");
    char *text = strbuf_detach(&buf);
    CU_ASSERT_STRING_EQUAL(text, "mine");
    CU_ASSERT_STRING_EQUAL(buf.data, "");
    strbuf_append_text(&buf, "yours");
    CU_ASSERT_STRING_EQUAL(text, "mine");
    free(text);
    strbuf_release(&buf);
}

const TestCase STRBUF_CASES[] = {
    {"an empty one is a text", an_empty_one_is_a_text},
    {"appending", appending},
    {"growing", growing},
    {"detaching", detaching},
    {NULL, NULL},
};
