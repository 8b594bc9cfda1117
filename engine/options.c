// SPDX-License-Identifier: MIT
#include "engine/options.h"

#include <assert.h>
#include <inttypes.h>

typedef struct OptionSpec {
    const char *name;
    OptionType type;
    int64_t initial, least, greatest;
    const char *text;
} OptionSpec;

static const OptionSpec specs[OPTION_ID_NB] = {
#define X(id, name, type, initial, least, greatest, text)                                          \
    [OPTION_ID_##id] = {name, type, initial, least, greatest, text},
    OPTION_MAP(X)
#undef X
};

static const char *const type_words[] = {
    [OPTION_CHECK] = "check",   [OPTION_SPIN] = "spin",     [OPTION_COMBO] = "combo",
    [OPTION_BUTTON] = "button", [OPTION_STRING] = "string",
};

void options_init(Options *options, const OptionListener *listener)
{
    options->listener = *listener;
    for (int id = 0; id < OPTION_ID_NB; id++) {
        assert(specs[id].initial >= specs[id].least);
        assert(specs[id].initial <= specs[id].greatest);
        options->numbers[id] = specs[id].initial;
    }
}

int64_t options_number(const Options *options, OptionId id)
{
    assert(id < OPTION_ID_NB);
    return options->numbers[id];
}

#define SHOWN_MAX 60 // bytes of a wrong name or value that a message repeats

static Status read_value(const OptionSpec *spec, StrView sent, bool has_value, OptionValue *value,
                         Problem *problem)
{
    StrView trimmed = strview_trim(sent);
    *value = (OptionValue){.number = 0, .text = {NULL, 0}};
    switch (spec->type) {
    case OPTION_BUTTON:
        return STATUS_OK; // a value is meaningless and ignored, as UCI says
    case OPTION_STRING:
        value->text = strview_is(sent, "<empty>") ? (StrView){NULL, 0} : sent;
        return STATUS_OK;
    case OPTION_COMBO:
        value->text = trimmed;
        return STATUS_OK;
    case OPTION_CHECK:
        value->number = strview_is_nocase(trimmed, "true");
        if (value->number == 1 || strview_is_nocase(trimmed, "false")) {
            return STATUS_OK;
        }
        return problem_set(problem, STATUS_SYNTAX,
                           "option %s: '%.*s' is neither true nor false; the old value stays",
                           spec->name, STRVIEW_ARG(strview_head(trimmed, SHOWN_MAX)));
    case OPTION_SPIN:
        break;
    }
    if (!has_value || !strview_to_int64(trimmed, &value->number)) {
        return problem_set(problem, STATUS_SYNTAX,
                           "option %s: '%.*s' is no whole number; the old value stays", spec->name,
                           STRVIEW_ARG(strview_head(trimmed, SHOWN_MAX)));
    }
    if (value->number < spec->least || value->number > spec->greatest) {
        return problem_set(
            problem, STATUS_RANGE,
            "option %s: %.*s is not within %" PRId64 " to %" PRId64 "; the old value stays",
            spec->name, STRVIEW_ARG(strview_head(trimmed, SHOWN_MAX)), spec->least, spec->greatest);
    }
    return STATUS_OK;
}

/// Word by word, so that several blanks or a tab inside a name are as good as one blank.
static bool is_name(StrView sent, const char *name)
{
    StrView rest = strview_from(name);
    StrView wanted;
    do {
        wanted = strview_next_word(&rest);
        if (!strview_equal_nocase(strview_next_word(&sent), wanted)) {
            return false;
        }
    } while (wanted.size > 0);
    return true;
}

Status options_set(Options *options, StrView name, StrView value, bool has_value, Problem *problem)
{
    for (int id = 0; id < OPTION_ID_NB; id++) {
        if (!is_name(name, specs[id].name)) {
            continue;
        }
        OptionValue read;
        Status status = read_value(&specs[id], value, has_value, &read, problem);
        if (status == STATUS_OK) {
            status =
                options->listener.on_change(options->listener.ctx, (OptionId)id, &read, problem);
        }
        if (status == STATUS_OK) {
            options->numbers[id] = read.number;
        }
        return status;
    }
    return problem_set(problem, STATUS_UNKNOWN, "no such option: '%.*s'",
                       STRVIEW_ARG(strview_head(name, SHOWN_MAX)));
}

void options_format(const char *const choices[], int choice_nb, StrBuf *out)
{
    for (int id = 0; id < OPTION_ID_NB; id++) {
        const OptionSpec *spec = &specs[id];
        strbuf_appendf(out, "option name %s type %s", spec->name, type_words[spec->type]);
        switch (spec->type) {
        case OPTION_BUTTON:
            break;
        case OPTION_CHECK:
            strbuf_appendf(out, " default %s", spec->initial ? "true" : "false");
            break;
        case OPTION_SPIN:
            strbuf_appendf(out, " default %" PRId64 " min %" PRId64 " max %" PRId64, spec->initial,
                           spec->least, spec->greatest);
            break;
        case OPTION_STRING:
            strbuf_appendf(out, " default %s", spec->text[0] == '\0' ? "<empty>" : spec->text);
            break;
        case OPTION_COMBO:
            strbuf_appendf(out, " default %s", spec->text);
            for (int i = 0; i < choice_nb; i++) {
                strbuf_appendf(out, " var %s", choices[i]);
            }
            break;
        }
        strbuf_append_char(out, '\n');
    }
}
