// SPDX-License-Identifier: MIT
#include "engine/tune/tune.h"

#include <stdlib.h>
#include <string.h>

#include "engine/tune/fit.h"
#include "protocol/base/file.h"
#include "protocol/base/json.h"
#include "protocol/base/memory.h"

#define EXIT_ARGUMENTS 2
#define EXIT_OUTPUT 4
#define COUNT_MAX 1000000

/// The numbers that options set.
typedef enum OptionWord {
    OPTION_PULL,
    OPTION_MIX,
    OPTION_PASSES,
    OPTION_SCALE,
    OPTION_SKIP,
    OPTION_SEED,
    OPTION_WORD_NB
} OptionWord;

static const struct {
    const char *word;
    int64_t start, least, most;
} OPTIONS[OPTION_WORD_NB] = {
    [OPTION_PULL] = {"--pull", 10, 1, COUNT_MAX},
    [OPTION_MIX] = {"--mix", 300, 0, 1000},
    [OPTION_PASSES] = {"--passes", 30, 1, FIT_PASS_MAX},
    [OPTION_SCALE] = {"--scale", 100, 20, 5000},
    [OPTION_SKIP] = {"--skip", 0, 0, COUNT_MAX},
    [OPTION_SEED] = {"--seed", 1, 0, COUNT_MAX},
};

typedef struct Tune {
    const Sink *sink;
    VariantSet variants;
    int64_t options[OPTION_WORD_NB];
    StrBuf command; // as it was given
    Family family;
    const char *names[WEIGHTS_VARIANT_MAX + 1]; // of variants; ends with NULL
    int name_nb;                                // 0: the whole family
    Samples samples;
    FitLoss first, last;
    int pass_nb;
} Tune;

// --- Arguments -----------------------------------------------------------------------------------

static Status read_option(Tune *tune, const char *word, const char *value, Problem *problem)
{
    for (int i = 0; i < OPTION_WORD_NB; i++) {
        if (strcmp(word, OPTIONS[i].word) != 0) {
            continue;
        }
        int64_t number;
        if (value == NULL || !strview_to_int64(strview_from(value), &number) ||
            number < OPTIONS[i].least || number > OPTIONS[i].most) {
            return problem_set(problem, STATUS_RANGE, "%s: a number from %d to %d is needed", word,
                               (int)OPTIONS[i].least, (int)OPTIONS[i].most);
        }
        tune->options[i] = number;
        return STATUS_OK;
    }
    return problem_set(problem, STATUS_UNKNOWN, "%s: no such option", word);
}

/// Takes the options out of the arguments; what remains is in `words`.
static Status read_arguments(Tune *tune, int argc, char *const argv[], const char *words[],
                             int *word_nb, Problem *problem)
{
    for (int i = 0; i < OPTION_WORD_NB; i++) {
        tune->options[i] = OPTIONS[i].start;
    }
    *word_nb = 0;
    for (int i = 0; i < argc; i++) {
        strbuf_appendf(&tune->command, " %s", argv[i]);
        if (strncmp(argv[i], "--", 2) != 0) {
            words[(*word_nb)++] = argv[i];
            continue;
        }
        const char *value = i + 1 < argc ? argv[i + 1] : NULL;
        Status status = read_option(tune, argv[i], value, problem);
        if (status != STATUS_OK) {
            return status;
        }
        strbuf_appendf(&tune->command, " %s", value);
        i++;
    }
    if (*word_nb < 3) {
        return problem_set(problem, STATUS_SYNTAX,
                           "usage: tune GAMES OUT.json JOURNAL... [--pull N] [--mix PERMILLE] "
                           "[--passes N] [--scale CP] [--skip PLIES] [--seed N]");
    }
    return STATUS_OK;
}

/// A family, or names of variants of one.
static Status read_games(Tune *tune, const char *games, Problem *problem)
{
    int family = feature_word_index(FAMILY_WORDS, strview_from(games));
    if (family >= 0) {
        tune->family = (Family)family;
        return STATUS_OK;
    }
    while (*games != '\0') {
        size_t size = strcspn(games, ",");
        const Variant *v = variant_set_find(&tune->variants, (StrView){games, size});
        if (v == NULL || tune->name_nb == WEIGHTS_VARIANT_MAX) {
            return problem_set(problem, STATUS_UNKNOWN, "'%.*s' is no family and no variant",
                               (int)size, games);
        }
        if (tune->name_nb > 0 && feature_family(v) != tune->family) {
            return problem_set(problem, STATUS_CONFLICT, "%s and %s are of different families",
                               tune->names[0], v->name);
        }
        tune->family = feature_family(v);
        tune->names[tune->name_nb++] = v->name;
        games += size + (games[size] == ',');
    }
    return STATUS_OK;
}

// --- Work ----------------------------------------------------------------------------------------

static void on_pass(void *ctx, int pass, FitLoss loss)
{
    Tune *tune = ctx;
    tune->first = pass == 0 ? loss : tune->first;
    tune->last = loss;
    tune->pass_nb = pass;
    sink_printf(tune->sink, "pass %2d: loss %.5f bits, of games kept apart %.5f\n", pass,
                loss.learnt, loss.held);
}

static double rounded(double value)
{
    return (double)(int64_t)(value * 1e5 + 0.5) / 1e5;
}

static Json *origin_of(const Tune *tune, double scale)
{
    Json *origin = json_new_object();
    StrBuf command;
    strbuf_init(&command);
    strbuf_appendf(&command, "merels-engine tune%s", tune->command.data);
    json_set(origin, "version", json_new_text(strview_from(MERELS_VERSION)));
    json_set(origin, "command", json_new_text(strbuf_view(&command)));
    json_set(origin, "games", json_new_integer((int64_t)tune->samples.game_nb));
    json_set(origin, "positions", json_new_integer((int64_t)tune->samples.nb));
    json_set(origin, "passes", json_new_integer(tune->pass_nb));
    json_set(origin, "scale_cp", json_new_integer((int64_t)(scale + 0.5)));
    json_set(origin, "loss_before", json_new_number(rounded(tune->first.learnt)));
    json_set(origin, "loss_after", json_new_number(rounded(tune->last.learnt)));
    json_set(origin, "held_before", json_new_number(rounded(tune->first.held)));
    json_set(origin, "held_after", json_new_number(rounded(tune->last.held)));
    strbuf_release(&command);
    return origin;
}

static Status write_file(const Tune *tune, double scale, const Weights *weights, const char *path,
                         Problem *problem)
{
    Json *root = json_new_object();
    StrBuf text;
    strbuf_init(&text);
    json_set(root, "family", json_new_text(strview_from(FAMILY_WORDS[tune->family])));
    if (tune->name_nb > 0) {
        Json *names = json_new_array();
        for (int i = 0; i < tune->name_nb; i++) {
            json_append(names, json_new_text(strview_from(tune->names[i])));
        }
        json_set(root, "variants", names);
    }
    json_set(root, "origin", origin_of(tune, scale));
    json_set(root, "weights", weights_to_json(weights));
    json_print(root, true, &text);
    if (text.size > 0 && text.data[text.size - 1] != '\n') {
        strbuf_append_char(&text, '\n');
    }
    Status status = file_replace(path, strbuf_view(&text), problem);
    strbuf_release(&text);
    json_free(root);
    return status;
}

static Status read_journals(Tune *tune, const char *const paths[], int nb, Problem *problem)
{
    SamplesRule rule = {
        .family = tune->family,
        .names = tune->name_nb > 0 ? tune->names : NULL,
        .skip_plies = (int)tune->options[OPTION_SKIP],
        .seed = (uint64_t)tune->options[OPTION_SEED],
    };
    for (int i = 0; i < nb; i++) {
        Status status = samples_read(&tune->samples, &tune->variants, &rule, paths[i], problem);
        if (status != STATUS_OK) {
            return status;
        }
    }
    size_t learnt_nb = 0;
    for (size_t i = 0; i < tune->samples.nb; i++) {
        learnt_nb += !tune->samples.items[i].is_held;
    }
    if (learnt_nb == 0) {
        return problem_set(problem, STATUS_SYNTAX, "no position of these games can be learnt from");
    }
    sink_printf(tune->sink, "%zu games, %zu quiet positions, %zu of them kept apart\n",
                tune->samples.game_nb, tune->samples.nb, tune->samples.nb - learnt_nb);
    return STATUS_OK;
}

static Status tune_work(Tune *tune, int argc, char *const argv[], const char *words[],
                        const char **out, Weights *weights, double *scale, Problem *problem)
{
    int word_nb;
    Status status = read_arguments(tune, argc, argv, words, &word_nb, problem);
    status = status == STATUS_OK ? read_games(tune, words[0], problem) : status;
    status = status == STATUS_OK ? read_journals(tune, words + 2, word_nb - 2, problem) : status;
    if (status != STATUS_OK) {
        return status;
    }
    *out = words[1];
    weights_find(tune->family, tune->name_nb > 0 ? tune->names[0] : NULL, weights, NULL);
    *scale = (double)tune->options[OPTION_SCALE];
    double present = fit_scale(&tune->samples, weights);
    sink_printf(tune->sink, "the weights as they are fit best with a scale of %.0f cp\n", present);
    fit_rescale(weights, *scale / present);
    FitSettings settings = {(int)tune->options[OPTION_PASSES], (double)tune->options[OPTION_PULL],
                            (double)tune->options[OPTION_MIX] / 1000, present};
    fit_weights(&tune->samples, *scale, &settings, &(FitListener){tune, on_pass}, weights);
    return STATUS_OK;
}

int tune_run(int argc, char *const argv[], const Sink *sink)
{
    Tune tune = {.sink = sink};
    Problem problem;
    Weights weights;
    double scale;
    const char *out = NULL;
    const char **words = memory_new((size_t)argc + 1, sizeof(*words));
    variant_set_init(&tune.variants);
    samples_init(&tune.samples);
    strbuf_init(&tune.command);
    int exit_status = 0;
    if (tune_work(&tune, argc, argv, words, &out, &weights, &scale, &problem) != STATUS_OK) {
        exit_status = EXIT_ARGUMENTS;
    } else if (write_file(&tune, scale, &weights, out, &problem) != STATUS_OK) {
        exit_status = EXIT_OUTPUT;
    }
    if (exit_status != 0) {
        sink_error(sink, problem.text);
    }
    strbuf_release(&tune.command);
    samples_release(&tune.samples);
    variant_set_release(&tune.variants);
    free(words);
    return exit_status;
}
