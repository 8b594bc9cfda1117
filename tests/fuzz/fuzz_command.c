// SPDX-License-Identifier: MIT
// Any bytes as a line to an engine and as a line from one.
#include <string.h>

#include "protocol/wire/command.h"
#include "protocol/wire/reply.h"
#include "tests/fuzz/fuzz.h"

static void check_go(const GoCommand *go)
{
    StrBuf line;
    strbuf_init(&line);
    command_format_go(go, &line);
    CommandComplaints complaints;
    Command again = command_parse(strbuf_view(&line), &complaints);
    PROMISE(again.kind == COMMAND_GO && complaints.nb == 0);
    PROMISE(memcmp(again.as.go.has, go->has, sizeof go->has) == 0);
    PROMISE(memcmp(again.as.go.value, go->value, sizeof go->value) == 0);
    PROMISE(again.as.go.infinite == go->infinite && again.as.go.ponder == go->ponder);
    PROMISE(strview_equal(again.as.go.searchmoves, go->searchmoves));
    strbuf_release(&line);
}

static void check_info(const ReplyInfo *info)
{
    StrBuf line;
    StrBuf second;
    strbuf_init(&line);
    strbuf_init(&second);
    reply_format_info(info, &line);
    Reply again = reply_parse(strbuf_view(&line));
    PROMISE(again.kind == REPLY_INFO);
    reply_format_info(&again.as.info, &second);
    PROMISE(strcmp(line.data, second.data) == 0);
    strbuf_release(&line);
    strbuf_release(&second);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    StrView line = {(const char *)data, size};
    CommandComplaints complaints;
    Command command = command_parse(line, &complaints);
    PROMISE(command.kind < COMMAND_NB);
    PROMISE(complaints.nb >= 0 && complaints.nb <= COMMAND_COMPLAINTS_MAX);
    if (command.kind == COMMAND_GO && memchr(data, '\n', size) == NULL) {
        check_go(&command.as.go);
    }
    Reply reply = reply_parse(line);
    PROMISE(reply.kind < REPLY_NB);
    if (reply.kind == REPLY_OPTION) {
        reply_option_has_var(&reply, strview_from("x"));
    } else if (reply.kind == REPLY_INFO && memchr(data, '\0', size) == NULL) {
        check_info(&reply.as.info);
    }
    return 0;
}
