// SPDX-License-Identifier: MIT
#include "arbiter/limit.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define TIME_MAX_MS 1000000000             // of a clock, an increment, a move
#define MARGIN_MAX_MS 1000000              // of what may be overdrawn
#define TC_MOVES_MAX 1000                  // moves of a period
#define NODES_MAX (((int64_t)1 << 53) - 1) // exact in JSON
#define DEPTH_MAX 10000                    // plies

void limit_init(EngineLimit *limit)
{
    *limit = (EngineLimit){
        .tc_moves = -1, .tc_time_ms = -1, .movetime_ms = -1, .nodes = -1, .depth = -1};
}

/// The part of `*rest` before `mark`, which is taken off too; all of it when there is no mark.
static StrView take_until(StrView *rest, char mark)
{
    const char *end = rest->size > 0 ? memchr(rest->data, mark, rest->size) : NULL;
    StrView part = *rest;
    if (end == NULL) {
        *rest = strview_skip(*rest, rest->size);
        return part;
    }
    part.size = (size_t)(end - rest->data);
    *rest = strview_skip(*rest, part.size + 1);
    return part;
}

static bool has_char(StrView text, char c)
{
    return text.size > 0 && memchr(text.data, c, text.size) != NULL;
}

/// Digits only, at most `max`.
static bool parse_digits(StrView text, int64_t max, int64_t *out)
{
    if (text.size == 0 || text.data[0] < '0' || text.data[0] > '9') {
        return false; // no sign either
    }
    return strview_to_int64(text, out) && *out <= max;
}

/// "SS", "SS.F", "SS.FF", "SS.FFF" in milliseconds.
static bool parse_seconds(StrView text, int64_t *out_ms)
{
    bool has_point = has_char(text, '.');
    StrView rest = text;
    StrView whole = take_until(&rest, '.');
    int64_t seconds, fraction = 0;
    if (!parse_digits(whole, TIME_MAX_MS / 1000, &seconds)) {
        return false;
    }
    if (has_point) {
        if (rest.size > 3 || !parse_digits(rest, 999, &fraction)) {
            return false;
        }
        fraction *= rest.size == 1 ? 100 : rest.size == 2 ? 10 : 1;
    }
    *out_ms = seconds * 1000 + fraction;
    return true;
}

/// [[H:]M:]SS[.FFF].
static bool parse_time(StrView text, int64_t *out_ms)
{
    int64_t minutes = 0;
    for (int parts = 0; has_char(text, ':'); parts++) {
        int64_t part;
        if (parts == 2 || !parse_digits(take_until(&text, ':'), TIME_MAX_MS / 60000, &part)) {
            return false;
        }
        minutes = minutes * 60 + part;
    }
    int64_t seconds_ms;
    if (!parse_seconds(text, &seconds_ms)) {
        return false;
    }
    *out_ms = minutes * 60000 + seconds_ms;
    return true;
}

bool limit_parse_tc(StrView text, EngineLimit *out)
{
    EngineLimit read = *out;
    StrView rest = text;
    read.tc_moves = -1;
    read.tc_inc_ms = 0;
    if (!strview_copy(text, read.text, sizeof read.text)) {
        return false;
    }
    if (has_char(rest, '/') &&
        (!parse_digits(take_until(&rest, '/'), TC_MOVES_MAX, &read.tc_moves) ||
         read.tc_moves == 0)) {
        return false;
    }
    bool has_increment = has_char(rest, '+');
    StrView time = take_until(&rest, '+');
    if (!parse_time(time, &read.tc_time_ms) || read.tc_time_ms == 0 ||
        read.tc_time_ms > TIME_MAX_MS) {
        return false;
    }
    if (has_increment && !parse_seconds(rest, &read.tc_inc_ms)) {
        return false;
    }
    *out = read;
    return true;
}

Status limit_read(const Keys *keys, const Json *object, EngineLimit *out)
{
    static const char *const KEYS[] = {"tc", "movetime_ms", "nodes", "depth", "margin_ms", NULL};
    EngineLimit read;
    const char *tc = NULL;
    limit_init(&read);
    Status status = json_only_keys(keys->root, object, KEYS, keys->file, keys->problem);
    if (status != STATUS_OK || (status = keys_text(keys, object, "tc", &tc)) != STATUS_OK ||
        (status = keys_integer(keys, object, "movetime_ms", 1, TIME_MAX_MS, &read.movetime_ms)) !=
            STATUS_OK ||
        (status = keys_integer(keys, object, "nodes", 1, NODES_MAX, &read.nodes)) != STATUS_OK ||
        (status = keys_integer(keys, object, "depth", 1, DEPTH_MAX, &read.depth)) != STATUS_OK ||
        (status = keys_integer(keys, object, "margin_ms", 0, MARGIN_MAX_MS, &read.margin_ms)) !=
            STATUS_OK) {
        return status;
    }
    if (tc != NULL && !limit_parse_tc(strview_from(tc), &read)) {
        return json_problem(keys->problem, STATUS_SYNTAX, keys->file, keys->root,
                            json_member(object, "tc"),
                            "\"%s\" is no time control: [MOVES/]SECONDS[+SECONDS], as in "
                            "\"40/60+0.5\" or \"2+0.02\", above 0",
                            tc);
    }
    if (tc == NULL && read.movetime_ms < 0 && read.nodes < 0 && read.depth < 0) {
        return keys_problem(keys, STATUS_CONFLICT, object,
                            "needs one of tc, movetime_ms, nodes, depth");
    }
    *out = read;
    return STATUS_OK;
}

void limit_format(const EngineLimit *limit, char out[LIMIT_TEXT_MAX])
{
    size_t size = (size_t)snprintf(out, LIMIT_TEXT_MAX, "%s", limit->text);
    const struct {
        const char *name, *unit;
        int64_t value;
    } parts[] = {
        {"movetime", "ms", limit->movetime_ms},
        {"nodes", "", limit->nodes},
        {"depth", "", limit->depth},
    };
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        if (parts[i].value >= 0) {
            size += (size_t)snprintf(out + size, LIMIT_TEXT_MAX - size, "%s%s %" PRId64 "%s",
                                     size == 0 ? "" : " ", parts[i].name, parts[i].value,
                                     parts[i].unit);
        }
    }
    if (size == 0) {
        snprintf(out, LIMIT_TEXT_MAX, "-");
    }
}
