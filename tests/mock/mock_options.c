// SPDX-License-Identifier: MIT
#include "tests/mock/mock_options.h"

#include <errno.h>
#include <limits.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *word;
    MockEvent event;
    int64_t number;
} FAULTS[FAULT_NB] = {
#define X(name, text, on, by_default) {text, on, by_default},
    MOCK_FAULT_MAP(X)
#undef X
};

static const char *const EVENTS[EVENT_NB] = {"start",    "uci", "isready", "ucinewgame",
                                             "position", "go"};

/// The words that are still to be read.
typedef struct Words {
    int nb;
    char **word;
} Words;

static bool complain(const char *what, const char *word)
{
    fprintf(stderr, "mock_engine: %s: %s\n", what, word);
    return false;
}

static bool read_number(const char *text, int64_t *number)
{
    char *end;
    errno = 0;
    long long value = strtoll(text, &end, 10);
    if (end == text || *end != '\0' || errno != 0) {
        return false;
    }
    *number = value;
    return true;
}

static bool take_text(Words *words, const char **text)
{
    if (words->nb < 2) {
        return complain("value missing", words->word[0]);
    }
    words->nb--;
    words->word++;
    *text = words->word[0];
    return true;
}

static bool take_number(Words *words, int64_t *number)
{
    const char *text;
    if (!take_text(words, &text)) {
        return false;
    }
    return read_number(text, number) || complain("no number", text);
}

static bool take_int(Words *words, int *number)
{
    int64_t value;
    if (!take_number(words, &value)) {
        return false;
    }
    if (value < 0 || value > INT_MAX) {
        return complain("out of range", words->word[0]);
    }
    *number = (int)value;
    return true;
}

static bool take_fault(Words *words, MockOptions *options)
{
    const char *word;
    if (!take_text(words, &word)) {
        return false;
    }
    if (options->fault_nb == MOCK_FAULT_MAX) {
        return complain("too many faults", word);
    }
    for (int kind = 0; kind < FAULT_NB; kind++) {
        if (strcmp(word, FAULTS[kind].word) == 0) {
            MockFault *fault = &options->faults[options->fault_nb++];
            *fault = (MockFault){.kind = (MockFaultKind)kind,
                                 .event = FAULTS[kind].event,
                                 .number = FAULTS[kind].number,
                                 .at = 1,
                                 .life_from = 1,
                                 .life_to = INT_MAX};
            // An amount may follow: "--fault late 3000".
            if (fault->number >= 0 && words->nb > 1 &&
                read_number(words->word[1], &fault->number)) {
                words->nb--;
                words->word++;
            }
            return true;
        }
    }
    return complain("no such fault", word);
}

static bool take_event(Words *words, MockEvent *event)
{
    const char *text;
    if (!take_text(words, &text)) {
        return false;
    }
    for (int i = 0; i < EVENT_NB; i++) {
        if (strcmp(text, EVENTS[i]) == 0) {
            *event = (MockEvent)i;
            return true;
        }
    }
    return complain("no such event", text);
}

/// "2", "2-" or "2-4".
static bool take_lives(Words *words, MockFault *fault)
{
    const char *text;
    if (!take_text(words, &text)) {
        return false;
    }
    char *end;
    fault->life_from = (int)strtol(text, &end, 10);
    if (*end == '\0') {
        fault->life_to = fault->life_from;
    } else if (*end == '-' && end[1] == '\0') {
        fault->life_to = INT_MAX;
    } else if (*end == '-') {
        fault->life_to = (int)strtol(end + 1, &end, 10);
    }
    return (end != text && fault->life_from >= 1 && (*end == '\0' || *end == '-')) ||
           complain("no lives", text);
}

/// A word that says more of the fault before it; `*is_known` tells whether it is one.
static bool take_fault_detail(Words *words, MockFault *fault, bool *is_known)
{
    const char *word = words->word[0];
    *is_known = true;
    if (strcmp(word, "--at") == 0) {
        return take_int(words, &fault->at);
    }
    if (strcmp(word, "--at-ply") == 0) {
        return take_int(words, &fault->at_ply);
    }
    if (strcmp(word, "--on") == 0) {
        return take_event(words, &fault->event);
    }
    if (strcmp(word, "--life") == 0) {
        return take_lives(words, fault);
    }
    if (strcmp(word, "--fault-file") == 0) {
        return take_text(words, &fault->file);
    }
    if (strcmp(word, "--once") == 0) {
        fault->once = true;
        return true;
    }
    *is_known = false;
    return true;
}

static bool take_general(Words *words, MockOptions *options)
{
    const char *word = words->word[0];
    const struct {
        const char *word;
        const char **text;
    } texts[] = {{"--name", &options->name},       {"--variants", &options->variants},
                 {"--digest", &options->digest},   {"--script", &options->script},
                 {"--scores", &options->scores},   {"--log", &options->log},
                 {"--life-file", &options->life_file}};
    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
        if (strcmp(word, texts[i].word) == 0) {
            return take_text(words, texts[i].text);
        }
    }
    if (strcmp(word, "--no-variant") == 0) {
        options->no_variant = true;
        return true;
    }
    if (strcmp(word, "--random") == 0) {
        int64_t seed = 0;
        options->is_random = true;
        bool is_read = take_number(words, &seed);
        options->seed = (uint64_t)seed;
        return is_read;
    }
    if (strcmp(word, "--delay") == 0) {
        return take_number(words, &options->delay_ms);
    }
    if (strcmp(word, "--infos") == 0) {
        return take_number(words, &options->info_nb);
    }
    return complain("unknown word", word);
}

bool mock_options_read(int argc, char **argv, MockOptions *options)
{
    *options = (MockOptions){.name = "Mock", .digest = "right", .info_nb = 1};
    for (Words words = {argc - 1, argv + 1}; words.nb > 0; words.nb--, words.word++) {
        if (strcmp(words.word[0], "--fault") == 0) {
            if (!take_fault(&words, options)) {
                return false;
            }
            continue;
        }
        bool is_known = false;
        if (options->fault_nb > 0 &&
            !take_fault_detail(&words, &options->faults[options->fault_nb - 1], &is_known)) {
            return false;
        }
        if (!is_known && !take_general(&words, options)) {
            return false;
        }
    }
    return true;
}

bool mock_options_item(const char *list, int64_t index, bool repeat_last, const char **item,
                       int *size)
{
    if (list == NULL) {
        return false;
    }
    for (;;) {
        size_t item_size = strcspn(list, ",");
        if (index == 0 || (repeat_last && list[item_size] == '\0')) {
            *item = list;
            *size = (int)item_size;
            return true;
        }
        if (list[item_size] == '\0') {
            return false;
        }
        list += item_size + 1;
        index--;
    }
}
