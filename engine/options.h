// SPDX-License-Identifier: MIT
#ifndef MERELS_ENGINE_OPTIONS_H
#define MERELS_ENGINE_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/search/search.h"
#include "engine/search/strength.h"
#include "protocol/base/status.h"
#include "protocol/base/strbuf.h"
#include "protocol/rules/variant_set.h"
#include "protocol/wire/reply.h"

/// The options of a session: one table of names, types, defaults and ranges, and their present
/// values. A value is checked here; what a change does is its listener's business.

/// id, name, type, default, least, greatest, default text. A check is 0 or 1.
/// Hash 16 MiB and Move Overhead 10 ms are what users of chess engines know as defaults.
#define OPTION_MAP(X)                                                                              \
    X(HASH, "Hash", OPTION_SPIN, 16, 1, SEARCH_HASH_MB_MAX, "")                                    \
    X(THREADS, "Threads", OPTION_SPIN, 1, 1, SEARCH_THREADS_MAX, "")                               \
    X(MULTIPV, "MultiPV", OPTION_SPIN, 1, 1, SEARCH_MULTIPV_MAX, "")                               \
    X(PONDER, "Ponder", OPTION_CHECK, 0, 0, 1, "")                                                 \
    X(MOVE_OVERHEAD, "Move Overhead", OPTION_SPIN, 10, 0, 5000, "")                                \
    X(CLEAR_HASH, "Clear Hash", OPTION_BUTTON, 0, 0, 0, "")                                        \
    X(VARIANT, "UCI_Variant", OPTION_COMBO, 0, 0, 0, VARIANT_DEFAULT)                              \
    X(SHOW_WDL, "UCI_ShowWDL", OPTION_CHECK, 0, 0, 1, "")                                          \
    X(LIMIT_STRENGTH, "UCI_LimitStrength", OPTION_CHECK, 0, 0, 1, "")                              \
    X(ELO, "UCI_Elo", OPTION_SPIN, STRENGTH_MOST, STRENGTH_LEAST, STRENGTH_MOST, "")               \
    X(ANALYSE, "UCI_AnalyseMode", OPTION_CHECK, 0, 0, 1, "")                                       \
    X(VARIANT_PATH, "VariantPath", OPTION_STRING, 0, 0, 0, "")                                     \
    X(SEED, "Seed", OPTION_SPIN, 0, 0, 2147483647, "")                                             \
    X(SMALL_TABLES, "UseSmallTables", OPTION_CHECK, 1, 0, 1, "")                                   \
    X(HARDEST, "HardestReplies", OPTION_CHECK, 1, 0, 1, "")

typedef enum OptionId {
#define X(id, name, type, initial, least, greatest, text) OPTION_ID_##id,
    OPTION_MAP(X)
#undef X
        OPTION_ID_NB
} OptionId;

/// A value that has passed its table: a number for spin and check, a text for combo and string,
/// neither for a button.
typedef struct OptionValue {
    int64_t number;
    StrView text; // not owned; a string as it was sent, a combo value trimmed
} OptionValue;

typedef struct OptionListener {
    void *ctx;
    /// Makes a new value take effect. Anything but STATUS_OK keeps the old one and shows the
    /// problem.
    Status (*on_change)(void *ctx, OptionId id, const OptionValue *value, Problem *problem);
} OptionListener;

typedef struct Options {
    int64_t numbers[OPTION_ID_NB];
    OptionListener listener;
} Options;

void options_init(Options *options, const OptionListener *listener);

/// Sets the option called `name` (case ignored, any blanks between its words) to `value`
/// (`has_value` false: none was sent). STATUS_UNKNOWN for no such option, STATUS_SYNTAX or
/// STATUS_RANGE for a value that does not fit, or what the listener says; the old value stays then.
Status options_set(Options *options, StrView name, StrView value, bool has_value, Problem *problem);

int64_t options_number(const Options *options, OptionId id);

/// Appends the "option name ..." lines; the combo's choices are `choices`, `choice_nb` of them.
void options_format(const char *const choices[], int choice_nb, StrBuf *out);

#endif
