// SPDX-License-Identifier: MIT
#include "engine/tune/tune.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/evaluation/weights.h"
#include "engine/tune/samples.h"
#include "protocol/base/file.h"
#include "tests/suite.h"

#define JOURNAL TEST_DATA "/tune_journal.jsonl"

static void collect(void *ctx, StrView lines)
{
    strbuf_append_view(ctx, lines);
}

/// Runs with up to six arguments, the first NULL ending them; what it says is in `out`.
static int run(StrBuf *out, const char *const words[])
{
    char *arguments[12];
    int nb = 0;
    while (words[nb] != NULL) {
        arguments[nb] = strdup(words[nb]);
        nb++;
    }
    strbuf_clear(out);
    int status = tune_run(nb, arguments, &(Sink){out, collect});
    for (int i = 0; i < nb; i++) {
        free(arguments[i]);
    }
    return status;
}

static void test_arguments(void)
{
    static const struct {
        const char *words[8], *said;
    } BAD[] = {
        {{NULL}, "usage"},
        {{"morris", "x.json", NULL}, "usage"},
        {{"chess", "x.json", JOURNAL, NULL}, "chess"},
        {{"nine_mens_morris,dara", "x.json", JOURNAL, NULL}, "families"},
        {{"morris", "x.json", "no/such/file", NULL}, "no/such/file"},
        {{"morris", "x.json", JOURNAL, "--pull", "0", NULL}, "--pull"},
        {{"morris", "x.json", JOURNAL, "--mix", NULL}, "--mix"},
        {{"morris", "x.json", JOURNAL, "--speed", "1", NULL}, "--speed"},
        {{"runs", "x.json", JOURNAL, NULL}, "no position"},
    };
    StrBuf out;
    strbuf_init(&out);
    for (size_t i = 0; i < sizeof(BAD) / sizeof(BAD[0]); i++) {
        CHECK(run(&out, BAD[i].words) == 2, "case %zu", i);
        CHECK(strstr(out.data, BAD[i].said) != NULL, "%s", out.data);
    }
    strbuf_release(&out);
}

static void test_file(void)
{
    char path[] = "/tmp/tuned.XXXXXX";
    StrBuf out;
    StrBuf text[2];
    WeightsFile file;
    Problem problem = {.text = ""};
    int fd = mkstemp(path);
    close(fd);
    strbuf_init(&out);
    for (int i = 0; i < 2; i++) {
        strbuf_init(&text[i]);
        CHECK(run(&out, (const char *const[]){"nine_mens_morris", path, JOURNAL, NULL}) == 0, "%s",
              out.data);
        CHECK(file_read(path, 1 << 20, &text[i], &problem) == STATUS_OK, "%s", problem.text);
    }
    CHECK(strstr(out.data, "nan") == NULL && strstr(out.data, "pass  1: loss") != NULL, "%s",
          out.data);
    CHECK(strcmp(text[0].data, text[1].data) == 0, "two runs differ");
    CHECK(weights_read(strbuf_view(&text[0]), "tuned", &file, &problem) == STATUS_OK, "%s",
          problem.text);
    CHECK(file.family == FAMILY_MORRIS && file.variant_nb == 1, "%d", file.variant_nb);
    CHECK(strstr(text[0].data, "\"games\": 4") != NULL, "%s", text[0].data);
    CHECK(run(&out, (const char *const[]){"morris", "/no/such/folder/x", JOURNAL, NULL}) == 4, "%s",
          out.data);
    unlink(path);
    for (int i = 0; i < 2; i++) {
        strbuf_release(&text[i]);
    }
    strbuf_release(&out);
}

static void test_samples(void)
{
    static const char *const OTHERS[] = {"dara", NULL};
    VariantSet variants;
    Samples samples;
    Problem problem = {.text = ""};
    SamplesRule rule = {.family = FAMILY_MORRIS};
    variant_set_init(&variants);
    samples_init(&samples);
    Status status = samples_read(&samples, &variants, &rule, JOURNAL, &problem);
    CHECK(status == STATUS_OK, "%s", problem.text);
    CHECK(samples.game_nb == 4 && samples.nb > 20, "%zu games, %zu positions", samples.game_nb,
          samples.nb);
    for (size_t i = 0; i < samples.nb; i++) {
        const Sample *sample = &samples.items[i];
        CHECK(sample->counts[0][FEATURE_TURN] + sample->counts[1][FEATURE_TURN] == 1, "whose turn");
        CHECK(sample->counts[0][FEATURE_MAN] <= 9 && sample->result <= 2, "men, result");
    }
    size_t all_nb = samples.nb;
    samples_release(&samples);
    rule.skip_plies = 10;
    (void)samples_read(&samples, &variants, &rule, JOURNAL, &problem);
    CHECK(samples.nb < all_nb && samples.nb > 0, "%zu positions", samples.nb);
    samples_release(&samples);
    rule.names = OTHERS;
    (void)samples_read(&samples, &variants, &rule, JOURNAL, &problem);
    CHECK(samples.nb == 0 && samples.game_nb == 0, "games of other variants");
    samples_release(&samples);
    variant_set_release(&variants);
}

const TestCase TUNE_CASES[] = {
    {"arguments", test_arguments},
    {"samples", test_samples},
    {"file", test_file},
    {NULL, NULL},
};
