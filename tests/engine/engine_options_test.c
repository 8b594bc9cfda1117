// SPDX-License-Identifier: MIT
// Options: names, values, what is refused, and what a change says.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "protocol/base/file.h"
#include "tests/engine/engine_suites.h"
#include "tests/engine/engine_text.h"

#define NAME_MAX_BYTES 64

typedef struct OptionLine {
    char name[NAME_MAX_BYTES];
    const char *line;
} OptionLine;

/// Our own option list, as a client reads it. Returns how many.
static int read_options(Engine *engine, OptionLine options[32])
{
    int option_nb = 0;
    engine_mark(engine);
    size_t first = engine_line_nb(engine);
    engine_send(engine, "uci");
    engine_line(engine, "uciok");
    for (size_t i = first; i < engine_line_nb(engine) && option_nb < 32; i++) {
        const char *line = engine_nth(engine, i);
        const char *type = strstr(line, " type ");
        if (strncmp(line, "option name ", 12) == 0 && type != NULL) {
            snprintf(options[option_nb].name, NAME_MAX_BYTES, "%.*s", (int)(type - line - 12),
                     line + 12);
            options[option_nb++].line = line;
        }
    }
    return option_nb;
}

static void test_list(void)
{
    static const char *const expected[] = {
        "Hash",       "Threads",        "MultiPV",           "Ponder",          "Move Overhead",
        "Clear Hash", "UCI_Variant",    "UCI_ShowWDL",       "UCI_AnalyseMode", "VariantPath",
        "Seed",       "HardestReplies", "UCI_LimitStrength", "UCI_Elo"};
    OptionLine options[32];
    Engine *engine = engine_start();
    int option_nb = read_options(engine, options);
    for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++) {
        bool found = false;
        for (int o = 0; o < option_nb; o++) {
            found = found || strcmp(options[o].name, expected[i]) == 0;
        }
        CHECK(found, "%s is offered", expected[i]);
    }
    for (int o = 0; o < option_nb; o++) {
        const char *line = options[o].line;
        int64_t initial = text_number(line, "default", -1);
        if (strstr(line, " type spin ") != NULL) {
            CHECK(text_number(line, "min", 1) <= initial, "%s", line);
            CHECK(text_number(line, "max", 0) >= initial, "%s", line);
        }
        if (strstr(line, " type button") == NULL) {
            CHECK(text_has_word(line, "default"), "%s", line);
        }
    }
    engine_free(engine);
}

/// All of them are chosen once: each answers with its two lines, and the list is what the combo
/// says.
static void test_variants(void)
{
    OptionLine options[32];
    Engine *engine = engine_start();
    int option_nb = read_options(engine, options);
    const char *combo = NULL;
    int variant_nb = 0;
    for (int o = 0; o < option_nb; o++) {
        combo = strcmp(options[o].name, "UCI_Variant") == 0 ? options[o].line : combo;
    }
    CHECK(strstr(combo, " default nine_mens_morris var ") != NULL, "%s", combo);
    for (const char *at = combo; at != NULL && (at = strstr(at, " var ")) != NULL; at += 5) {
        char name[64];
        char word[64];
        text_word(at, 1, name);
        engine_send(engine, "setoption name UCI_Variant value %s", name);
        const char *first = engine_line(engine, "info string variant");
        const char *second = engine_line(engine, "info string variant");
        CHECK(strcmp(text_word(first, 3, word), name) == 0, "%s: %s", name, first);
        CHECK(strstr(first, " template fairy startpos ") != NULL, "%s: %s", name, first);
        CHECK(strlen(text_word(second, 5, word)) == 16, "%s: %s", name, second);
        const char *fen = first == NULL ? NULL : strstr(first, " startpos ");
        CHECK(fen != NULL && strcmp(fen + 10, engine_ask(engine, "fen")) == 0,
              "%s stands at its start", name);
        CHECK(fen != NULL && text_number(first, "pocket", -1) == (strstr(fen, "[]") == NULL),
              "%s: %s", name, first);
        variant_nb++;
    }
    CHECK(variant_nb == 33, "%d", variant_nb);
    engine_free(engine);
}

static void test_names(void)
{
    static const char *const lines[] = {
        "setoption name multipv value 3", "setoption name MULTIPV value 3",
        "setoption   name   MultiPV   value   3", "\tsetoption name\tMultiPV\tvalue 3 ",
        "setoption name MultiPV value  3"};
    char best[64];
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        Engine *engine = engine_start();
        engine_send(engine, "%s", lines[i]);
        engine_go(engine, "go depth 2", best);
        CHECK(engine_count(engine, "info string error") == 0, "%s", lines[i]);
        CHECK(text_number(engine_last_info(engine), "multipv", 0) == 3, "%s: %s", lines[i],
              engine_last_info(engine));
        engine_free(engine);
    }
    Engine *engine = engine_start();
    engine_send(engine, "setoption name move overhead value 20");
    engine_send(engine, "setoption name MOVE OVERHEAD value 20");
    engine_send(engine, "setoption name  Move   Overhead  value  20");
    engine_send(engine, "setoption name clear\thash");
    engine_send(engine, "setoption name clear hash");
    engine_send(engine, "setoption name Clear Hash value whatever");
    engine_send(engine, "setoption name UCI_VARIANT value TICTACTOE");
    CHECK(engine_ready(engine), "alive");
    CHECK(engine_count(engine, "info string error") == 0, "all of them are fine");
    CHECK(strcmp(engine_ask(engine, "fen"), "3/3/3[PPPPPpppp] w - - 0 1") == 0,
          "combo values have no case either");
    engine_free(engine);
}

static void test_unknown_option(void)
{
    static const char *const lines[] = {"setoption name OwnBook value true",
                                        "setoption name UCI_Opponent value none",
                                        "setoption",
                                        "setoption name",
                                        "setoption value 3",
                                        "setoption Hash 3"};
    Engine *engine = engine_start();
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        size_t before = engine_line_nb(engine);
        engine_send(engine, "%s", lines[i]);
        CHECK(engine_ready(engine), "%s", lines[i]);
        for (size_t n = before; n + 1 < engine_line_nb(engine); n++) {
            CHECK(strncmp(engine_nth(engine, n), "info string", 11) == 0, "%s: %s", lines[i],
                  engine_nth(engine, n));
        }
    }
    engine_free(engine);
}

/// Numbers that are none, or out of range, are refused with a message; what is within it is taken
/// silently.
static void test_numbers(void)
{
    static const char *const bad[] = {"99999999999999999999",
                                      "-99999999999999999999",
                                      "1e3",
                                      "0x10",
                                      "",
                                      "1 value 2",
                                      "abc",
                                      "1.5",
                                      "1,5",
                                      "--1",
                                      "12a",
                                      "true"};
    OptionLine options[32];
    Engine *engine = engine_start();
    int option_nb = read_options(engine, options);
    int spin_nb = 0;
    for (int o = 0; o < option_nb; o++) {
        const char *name = options[o].name;
        if (strstr(options[o].line, " type spin ") == NULL) {
            continue;
        }
        spin_nb++;
        int64_t least = text_number(options[o].line, "min", 0);
        int64_t greatest = text_number(options[o].line, "max", 0);
        engine_mark(engine);
        for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
            engine_send(engine, "setoption name %s value %s", name, bad[i]);
        }
        engine_send(engine, "setoption name %s value %lld", name, (long long)least - 1);
        engine_send(engine, "setoption name %s value %lld", name, (long long)greatest + 1);
        engine_send(engine, "setoption name %s", name);
        CHECK(engine_ready(engine), "%s", name);
        int bad_nb = (int)(sizeof bad / sizeof bad[0]) + 3;
        CHECK(engine_count(engine, "info string error") == bad_nb, "%s: %d of %d refused", name,
              engine_count(engine, "info string error"), bad_nb);
        engine_mark(engine);
        engine_send(engine, "setoption name %s value %lld", name, (long long)least);
        engine_send(engine, "setoption name %s value  %lld", name,
                    (long long)text_number(options[o].line, "default", 0));
        CHECK(engine_ready(engine), "%s", name);
        CHECK(engine_count(engine, "info string error") == 0, "%s", name);
    }
    CHECK(spin_nb == 6, "%d", spin_nb);
    engine_free(engine);
}

/// The old value stays: three lines were asked for, and three there are after every wrong number.
static void test_refused_number_keeps_the_old(void)
{
    static const char *const bad[] = {"1 value 2", "0", "257", "x", ""};
    char best[64];
    Engine *engine = engine_start();
    engine_send(engine, "setoption name MultiPV value 3");
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        engine_send(engine, "setoption name MultiPV value %s", bad[i]);
        engine_go(engine, "go depth 2", best);
        CHECK(text_number(engine_last_info(engine), "multipv", 0) == 3, "'%s': %s", bad[i],
              engine_last_info(engine));
    }
    engine_free(engine);
}

static void test_checks(void)
{
    char best[64];
    Engine *engine = engine_start();
    engine_send(engine, "setoption name UCI_ShowWDL value TRUE");
    engine_go(engine, "go depth 3", best);
    const char *info = engine_last_info(engine);
    const char *wdl = strstr(info, " wdl ");
    int parts[3] = {0};
    CHECK(wdl != NULL && sscanf(wdl, " wdl %d %d %d", &parts[0], &parts[1], &parts[2]) == 3, "%s",
          info);
    CHECK(parts[0] + parts[1] + parts[2] == 1000, "%s", info);
    engine_send(engine, "setoption name UCI_ShowWDL value maybe");
    CHECK(engine_says(engine, "info string error: option UCI_ShowWDL"), "neither true nor false");
    engine_go(engine, "go depth 3", best);
    CHECK(strstr(engine_last_info(engine), " wdl ") != NULL, "still on");
    engine_send(engine, "setoption name UCI_ShowWDL value false");
    engine_go(engine, "go depth 3", best);
    CHECK(strstr(engine_last_info(engine), " wdl ") == NULL, "off");
    engine_free(engine);
}

/// The option Ponder decides whether a bestmove names a move to ponder on.
static void test_ponder(void)
{
    Engine *engine = engine_start();
    engine_send(engine, "go depth 5");
    const char *line = engine_line(engine, "bestmove");
    CHECK(strstr(line, "ponder") == NULL, "%s", line);
    engine_send(engine, "setoption name Ponder value true");
    engine_send(engine, "go depth 5");
    line = engine_line(engine, "bestmove");
    CHECK(strstr(line, " ponder ") != NULL, "%s", line);
    engine_free(engine);
}

/// The greatest table: either it can be had or there is a message, and the engine lives on with the
/// old one.
static void test_huge_hash(void)
{
    char best[64];
    Engine *engine = engine_start();
    engine_send(engine, "setoption name Hash value 1048576");
    CHECK(engine_ready(engine), "alive");
    int64_t page_nb = sysconf(_SC_PHYS_PAGES);
    bool is_there = page_nb > (INT64_C(1) << 40) / sysconf(_SC_PAGESIZE);
    CHECK(engine_count(engine, "info string error") == (is_there ? 0 : 1), "a terabyte of memory");
    engine_go(engine, "go depth 4", best);
    CHECK(engine_is_legal(engine, best), "%s", best);
    CHECK(engine_quit(engine) == 0, "exit");
    engine_free(engine);
}

static void test_missing_files(void)
{
    char best[64];
    Engine *engine = engine_start();
    engine_send(engine, "setoption name VariantPath value /nowhere/at all/no  file.json");
    const char *line = engine_line(engine, "info string error: ");
    CHECK(strstr(line, "/nowhere/at all/no  file.json") != NULL,
          "names the file, blanks and all: %s", line);
    engine_send(engine, "setoption name VariantPath value best value for money");
    line = engine_line(engine, "info string error: ");
    CHECK(strstr(line, "best value for money") != NULL, "%s", line);
    CHECK(engine_ready(engine), "ready all the same");
    engine_go(engine, "go depth 3", best);
    CHECK(engine_is_legal(engine, best), "and playing: %s", best);
    engine_mark(engine);
    engine_send(engine, "setoption name VariantPath value ");
    engine_send(engine, "setoption name VariantPath value <empty>");
    engine_send(engine, "setoption name VariantPath");
    CHECK(engine_ready(engine), "alive");
    CHECK(engine_count(engine, "info string error") == 0, "an empty path is no error");
    engine_free(engine);
}

static void write_file(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    CU_ASSERT_FATAL(file != NULL);
    fputs(text, file);
    fclose(file);
}

/// A user's own files: a file, a folder, a faulty one, and one that replaces the variant in play.
static void test_variant_path(void)
{
    char folder[] = "/tmp/merels-variants-XXXXXX";
    char path[96];
    char word[64];
    CU_ASSERT_FATAL(mkdtemp(folder) != NULL);
    snprintf(path, sizeof path, "%s/mine.json", folder);
    StrBuf text;
    strbuf_init(&text);
    CU_ASSERT_FATAL(file_read(TEST_DATA "/engine/endless_nine.json", 100000, &text, NULL) ==
                    STATUS_OK);
    char *endless = text.data;
    write_file(path, endless);
    Engine *engine = engine_start();
    engine_send(engine, "setoption name VariantPath value %s", folder);
    engine_send(engine, "uci");
    const char *combo = engine_line(engine, "option name UCI_Variant");
    CHECK(text_has_word(combo, "endless_nine"), "joins the combo: %s", combo);
    CHECK(engine_variant(engine, "endless_nine"), "can be chosen");
    // The same name with other rules: the session follows, since its variant is the one that was
    // replaced.
    const char *old_digest = text_word(engine_nth(engine, engine_line_nb(engine) - 2), 5, word);
    char *men = strstr(endless, "\"men\"");
    CU_ASSERT_FATAL(men != NULL && strchr(men, '9') != NULL);
    *strchr(men, '9') = '8';
    *strchr(men, '9') = '8';
    write_file(path, endless);
    engine_send(engine, "setoption name variantpath value %s", path);
    const char *digest = engine_line(engine, "info string variant endless_nine digest ");
    char new_word[64];
    CHECK(strcmp(text_word(digest, 5, new_word), old_digest) != 0, "%s", digest);
    CHECK(strstr(engine_ask(engine, "fen"), "[PPPPPPPPpppppppp] w") != NULL, "at its start");
    // A fault: one line that names file, path and reason; nothing changes.
    engine_mark(engine);
    write_file(path, "{ \"name\": \"faulty\", \"mice\": 3 }");
    engine_send(engine, "setoption name VariantPath value %s", path);
    const char *error = engine_line(engine, "info string error: ");
    CHECK(strstr(error, path) != NULL, "%s", error);
    CHECK(engine_ready(engine), "alive");
    CHECK(engine_count(engine, "info string") == 1, "one line");
    CHECK(strstr(engine_ask(engine, "fen"), "[PPPPPPPPpppppppp] w") != NULL, "as before");
    CHECK(engine_quit(engine) == 0, "exit");
    engine_free(engine);
    strbuf_release(&text);
    unlink(path);
    rmdir(folder);
}

static void test_unknown_variant(void)
{
    Engine *engine = engine_start();
    engine_send(engine, "setoption name UCI_Variant value chess");
    CHECK(engine_says(engine, "info string error: option UCI_Variant: 'chess'"), "refused");
    engine_send(engine, "setoption name UCI_Variant value ");
    CHECK(engine_says(engine, "info string error: option UCI_Variant: ''"), "refused");
    CHECK(strcmp(engine_ask(engine, "fen"), NINE_START) == 0, "the old one stays");
    engine_free(engine);
}

/// An option set while a search runs: the search ends with its bestmove, then the option is set.
static void test_during_search(void)
{
    static const char *const lines[] = {
        "setoption name Hash value 8", "setoption name Threads value 2",
        "setoption name Clear Hash", "setoption name UCI_Variant value dara",
        "setoption name No Such Thing value 1"};
    Engine *engine = engine_start();
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        engine_mark(engine);
        engine_send(engine, "go infinite");
        engine_send(engine, "%s", lines[i]);
        CHECK(engine_ready(engine), "%s", lines[i]);
        CHECK(engine_count(engine, "bestmove") == 1, "%s", lines[i]);
    }
    CHECK(engine_quit(engine) == 0, "exit");
    engine_free(engine);
}

const TestCase ENGINE_OPTIONS[] = {
    {"list", test_list},
    {"variants", test_variants},
    {"names", test_names},
    {"unknown_option", test_unknown_option},
    {"numbers", test_numbers},
    {"refused_number_keeps_the_old", test_refused_number_keeps_the_old},
    {"checks", test_checks},
    {"ponder", test_ponder},
    {"huge_hash", test_huge_hash},
    {"missing_files", test_missing_files},
    {"variant_path", test_variant_path},
    {"unknown_variant", test_unknown_variant},
    {"during_search", test_during_search},
    {NULL, NULL},
};
