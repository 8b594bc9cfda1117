// SPDX-License-Identifier: MIT
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "arbiter/results/journal.h"
#include "protocol/base/file.h"
#include "tests/arbiter/results/results_tests.h"

#define JOURNAL "out/" JOURNAL_FILE
#define KEPT_NB 3 // games in the journal of a bench

/// A journal of a few games, its text and where its last lines begin.
typedef struct Bench {
    Fixture fixture;
    Tournament *t;
    StrBuf text;
    size_t header_size, last_start;
    Heard heard;
    Problem problem;
} Bench;

static Status open_journal(Bench *bench, Journal **out)
{
    JournalListener listener = {&bench->heard, heard_notice, heard_game};
    memset(&bench->heard, 0, sizeof bench->heard);
    *out = NULL;
    return journal_open(bench->t, &listener, out, &bench->problem);
}

static void bench_open(Bench *bench)
{
    Journal *journal;
    Random random;
    memset(bench, 0, sizeof *bench);
    fixture_open(&bench->fixture);
    random_init(&random, 2);
    bench->t = fixture_tournament(&bench->fixture, RESULTS_TOURNAMENT);
    CU_ASSERT_EQUAL(file_make_folder(bench->t->output, &bench->problem), STATUS_OK);
    CU_ASSERT_EQUAL_FATAL(open_journal(bench, &journal), STATUS_OK);
    CU_ASSERT_EQUAL(journal_start(journal, RESULTS_IDENTITIES, &bench->problem), STATUS_OK);
    for (int64_t i = 0; i < KEPT_NB; i++) {
        GameRecord record;
        fixture_game(bench->t, i, &random, &record);
        CU_ASSERT_EQUAL(journal_append(journal, &record, &bench->problem), STATUS_OK);
        record_release(&record);
    }
    journal_free(journal);
    strbuf_init(&bench->text);
    fixture_read(&bench->fixture, JOURNAL, &bench->text);
    const char *text = bench->text.data;
    bench->header_size = (size_t)(strchr(text, '\n') + 1 - text);
    bench->last_start = bench->text.size - 1;
    while (text[bench->last_start - 1] != '\n') {
        bench->last_start--;
    }
}

static void bench_close(Bench *bench)
{
    strbuf_release(&bench->text);
    tournament_free(bench->t);
    fixture_close(&bench->fixture);
}

static size_t journal_size(const Bench *bench)
{
    StrBuf text;
    strbuf_init(&text);
    fixture_read(&bench->fixture, JOURNAL, &text);
    size_t size = text.size;
    strbuf_release(&text);
    return size;
}

/// The journal ends after every single byte of its last line: the line is dropped with a word, all
/// else is kept.
static void drops_a_torn_game(void)
{
    Bench bench;
    bench_open(&bench);
    for (size_t size = bench.last_start; size <= bench.text.size; size++) {
        Journal *journal;
        bool is_whole = size == bench.text.size;
        fixture_write(&bench.fixture, JOURNAL, (StrView){bench.text.data, size});
        Status status = open_journal(&bench, &journal);
        CHECK(status == STATUS_OK, "size %zu: %s", size, bench.problem.text);
        if (journal == NULL) {
            continue;
        }
        int wanted = is_whole ? KEPT_NB : KEPT_NB - 1;
        CHECK(journal_game_nb(journal) == wanted && bench.heard.game_nb == wanted,
              "size %zu: %d games", size, bench.heard.game_nb);
        CHECK(journal_has(journal, KEPT_NB - 1) == is_whole, "size %zu", size);
        bool told = bench.heard.notice_nb == 1;
        CHECK(told == (size > bench.last_start && !is_whole), "size %zu: %s", size,
              bench.heard.notice);
        CHECK(journal_size(&bench) == (is_whole ? size : bench.last_start), "size %zu", size);
        journal_free(journal);
    }
    bench_close(&bench);
}

static void drops_a_torn_header(void)
{
    Bench bench;
    bench_open(&bench);
    for (size_t size = 0; size < bench.header_size; size += size < 40 ? 5 : 211) {
        Journal *journal;
        fixture_write(&bench.fixture, JOURNAL, (StrView){bench.text.data, size});
        Status status = open_journal(&bench, &journal);
        CHECK(status == STATUS_OK, "size %zu: %s", size, bench.problem.text);
        if (journal != NULL) {
            CHECK(journal_is_new(journal) && journal_size(&bench) == 0, "size %zu", size);
            CU_ASSERT_EQUAL(journal_start(journal, RESULTS_IDENTITIES, &bench.problem), STATUS_OK);
            journal_free(journal);
            CU_ASSERT_EQUAL(open_journal(&bench, &journal), STATUS_OK);
            journal_free(journal);
        }
    }
    bench_close(&bench);
}

/// A crash of the machine can leave blocks of zeros, or of nothing sensible, at the end.
static void drops_what_the_disk_never_got(void)
{
    static const char ZEROS[600];
    Bench bench;
    Journal *journal;
    StrBuf text;
    bench_open(&bench);
    for (int kind = 0; kind < 3; kind++) {
        strbuf_init(&text);
        strbuf_append(&text, bench.text.data, bench.last_start);
        size_t size = kind == 2 ? 1 : sizeof ZEROS;
        strbuf_append(&text, ZEROS, size);
        strbuf_append_text(&text, kind == 0 ? "" : "\n");
        fixture_write(&bench.fixture, JOURNAL, strbuf_view(&text));
        strbuf_release(&text);
        Status status = open_journal(&bench, &journal);
        CHECK(status == STATUS_OK, "kind %d: %s", kind, bench.problem.text);
        CU_ASSERT_EQUAL(bench.heard.notice_nb, 1);
        CU_ASSERT_EQUAL(bench.heard.game_nb, KEPT_NB - 1);
        CU_ASSERT_EQUAL(journal_size(&bench), bench.last_start);
        journal_free(journal);
    }
    bench_close(&bench);
}

/// Replaces the first occurrence at or behind `from`.
static void replace(const Bench *bench, size_t from, const char *old, const char *new, StrBuf *out)
{
    const char *at = strstr(bench->text.data + from, old);
    CU_ASSERT_PTR_NOT_NULL_FATAL(at);
    strbuf_append(out, bench->text.data, (size_t)(at - bench->text.data));
    strbuf_append_text(out, new);
    strbuf_append_text(out, at + strlen(old));
}

/// Changed lines are refused and the file is left as it is, the last line too: it is whole, so it
/// is no accident.
static void refuses_changed_lines(void)
{
    static const struct {
        bool in_last;
        const char *old, *new, *wanted;
    } CASES[] = {
        {false, "\"schema\":\"merels-journal-1\"", "\"schema\":\"merels-journal-9\"",
         ":1: no journal"},
        {false, "\"index\":0", "\"index\":99", ":2: index"},
        {false, "\"index\":0", "\"index\":-1", ":2: index"},
        {false, "\"index\":0", "\"index\":\"0\"", ":2: index"},
        {false, "\"index\":0,", "\"index\":0,,", ":2:"},
        {false, "\"round\":1", "\"round\":2", ":2: round"},
        {false, "\"pair\":0", "\"pair\":1", ":2: pair"},
        {false, "\"black\":", "\"blank\":", ":2: black"},
        {true, "\"index\":2", "\"index\":1", ":4: "},
        {true, "\"result\":\"", "\"result\":\"2", ":4: result"},
        {true, "\"termination\":\"", "\"termination\":\"x", ":4: termination"},
        {true, "\"variant\":\"", "\"variant\":\"x", ":4: variant"},
        {true, "\"digest\":\"", "\"digest\":\"0", ":4: digest"},
        {true, "\"white\":\"", "\"white\":\"x", ":4: white"},
        {false, "\"fen\":\"", "\"fen\":\"x", ":2: fen: "},
        {false, "\"fen\":\"", "\"fan\":\"", ":2: fen: "},
        {false, " - - ", " - - 1", ":2: fen"},
        {false, "\"moves\":[\"", "\"moves\":[\"a1a4\",\"", ":2: moves[0]: "},
        {false, "\"moves\":[", "\"moves\":[7,", ":2: moves[0]: "},
        {false, "\"moves\":[", "\"moves\":5,\"x\":[", ":2: moves"},
        {true, "\"reason\":", "\"reason\":7,\"x\":", ":4: reason"},
        {true, "\"reason\":", "\"reason\":\"x\",\"x\":", ":4: reason"},
        {true, "\"termination\":\"", "\"termination\":\"stall\",\"x\":\"", ":4: termination"},
        {true, "\"plies\":", "\"plies\":1", ":4: plies"},
        {true, "\"plies\":", "\"x\":", ":4: plies"},
        {true, "\"time_ms\":[", "\"time_ms\":[1,", ":4: time_ms"},
        {true, "\"score\":[", "\"score\":[null,", ":4: score"},
        {true, "\"depth\":[", "\"depth\":[null,", ":4: depth"},
        {true, "\"nodes\":[", "\"nodes\":[null,", ":4: nodes"},
        {true, "\"nodes\":[", "\"nodes\":null,\"x\":[", ":4: nodes"},
    };
    Bench bench;
    bench_open(&bench);
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        Journal *journal;
        StrBuf text;
        strbuf_init(&text);
        replace(&bench, CASES[i].in_last ? bench.last_start : 0, CASES[i].old, CASES[i].new, &text);
        fixture_write(&bench.fixture, JOURNAL, strbuf_view(&text));
        Status status = open_journal(&bench, &journal);
        CHECK(status != STATUS_OK && journal == NULL, "%s is taken", CASES[i].new);
        CHECK(strstr(bench.problem.text, CASES[i].wanted) != NULL, "%s: %s", CASES[i].wanted,
              bench.problem.text);
        CHECK(journal_size(&bench) == text.size, "%s: the file was changed", CASES[i].new);
        strbuf_release(&text);
    }
    bench_close(&bench);
}

static void refuses_a_game_twice(void)
{
    Bench bench;
    Journal *journal;
    StrBuf text;
    bench_open(&bench);
    strbuf_init(&text);
    strbuf_append_view(&text, strbuf_view(&bench.text));
    strbuf_append_text(&text, bench.text.data + bench.last_start);
    fixture_write(&bench.fixture, JOURNAL, strbuf_view(&text));
    CU_ASSERT_EQUAL(open_journal(&bench, &journal), STATUS_CONFLICT);
    CHECK(strstr(bench.problem.text, ":5: game 2 is recorded twice") != NULL, "%s",
          bench.problem.text);
    strbuf_release(&text);
    bench_close(&bench);
}

static void refuses_foreign_files(void)
{
    static const char *const CASES[] = {
        "hello", "hello\n", "{}\n", "[]\n", "{\"index\":0}\n", "{\"schema\":\"other\"}", "\n"};
    Bench bench;
    Journal *journal;
    bench_open(&bench);
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        fixture_write(&bench.fixture, JOURNAL, strview_from(CASES[i]));
        CHECK(open_journal(&bench, &journal) != STATUS_OK, "%s is taken", CASES[i]);
        CHECK(journal_size(&bench) == strlen(CASES[i]), "%s: the file was changed", CASES[i]);
    }
    bench_close(&bench);
}

/// What has changed is named by its path in the tournament file.
static void refuses_another_tournament(void)
{
    static const struct {
        const char *old, *new, *wanted;
    } CASES[] = {
        {"\"rounds\": 1", "\"rounds\": 2", " rounds differs"},
        {"\"plain\"", "\"plainer\"", " engines[0].name differs"},
        {"\"tc\": \"2+0.02\"", "\"tc\": \"2+0.03\"", " limit.tc differs"},
        {"\"depth\": 3", "\"depth\": 3, \"nodes\": 5", " engines[1].limit.nodes differs"},
        {"\"rounds\": 1", "\"rounds\": 1, \"seed\": 2", " seed differs"},
        {"\"tictactoe\", ", "", " variants[0] differs"},
        {"\"rounds\": 1, ", "", " rounds differs"},
    };
    Bench bench;
    bench_open(&bench);
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        Journal *journal;
        Problem problem;
        StrBuf json;
        JournalListener listener = {&bench.heard, heard_notice, heard_game};
        const char *at = strstr(RESULTS_TOURNAMENT, CASES[i].old);
        CU_ASSERT_PTR_NOT_NULL_FATAL(at);
        strbuf_init(&json);
        strbuf_append(&json, RESULTS_TOURNAMENT, (size_t)(at - RESULTS_TOURNAMENT));
        strbuf_appendf(&json, "%s%s", CASES[i].new, at + strlen(CASES[i].old));
        Tournament *changed = fixture_tournament(&bench.fixture, json.data);
        CU_ASSERT_EQUAL(journal_open(changed, &listener, &journal, &problem), STATUS_CONFLICT);
        CHECK(strstr(problem.text, CASES[i].wanted) != NULL, "%s: %s", CASES[i].wanted,
              problem.text);
        tournament_free(changed);
        strbuf_release(&json);
    }
    bench_close(&bench);
}

static void refuses_other_openings_and_rules(void)
{
    static const char JSON[] =
        "{\"name\": \"o\", \"output\": \"out\", \"limit\": {\"depth\": 1}, \"variants\": "
        "[\"tictactoe\"], \"openings\": {\"file\": \"o.txt\"}, \"engines\": [{\"name\": \"a\", "
        "\"command\": [\"a\"]}, {\"name\": \"b\", \"command\": [\"b\"]}]}";
    Fixture fixture;
    Heard heard = {0};
    JournalListener listener = {&heard, heard_notice, heard_game};
    Journal *journal;
    Problem problem;
    fixture_open(&fixture);
    fixture_write(&fixture, "o.txt", strview_from("3/3/P2[PPPPpppp] b\n"));
    fixture_write(&fixture, "out/x", strview_from(""));
    Tournament *t = fixture_tournament(&fixture, JSON);
    CU_ASSERT_EQUAL_FATAL(journal_open(t, &listener, &journal, &problem), STATUS_OK);
    CU_ASSERT_EQUAL(journal_start(journal, RESULTS_IDENTITIES, &problem), STATUS_OK);
    journal_free(journal);
    tournament_free(t);
    fixture_write(&fixture, "o.txt", strview_from("# the same\n3/3/P2[PPPPpppp] b - - 0 1"));
    t = fixture_tournament(&fixture, JSON);
    CU_ASSERT_EQUAL(journal_open(t, &listener, &journal, &problem), STATUS_OK);
    journal_free(journal);
    tournament_free(t);
    fixture_write(&fixture, "o.txt", strview_from("3/3/1P1[PPPPpppp] b\n"));
    t = fixture_tournament(&fixture, JSON);
    CU_ASSERT_EQUAL(journal_open(t, &listener, &journal, &problem), STATUS_CONFLICT);
    CHECK(strstr(problem.text, "openings of tictactoe have changed") != NULL, "%s", problem.text);
    uint64_t digest = t->openings[0].digest;
    t->openings[0].digest = 1;
    CU_ASSERT_NOT_EQUAL(digest, 1);
    Variant other = *t->variants[0];
    other.digest++;
    t->variants[0] = &other;
    CU_ASSERT_EQUAL(journal_open(t, &listener, &journal, &problem), STATUS_CONFLICT);
    CHECK(strstr(problem.text, "rules of tictactoe have changed") != NULL, "%s", problem.text);
    tournament_free(t);
    fixture_close(&fixture);
}

/// A disk that is full in the middle of a line, made by the system's limit of file sizes.
static void survives_a_full_disk(void)
{
    Bench bench;
    Journal *journal;
    Random random;
    GameRecord record;
    struct rlimit before, small;
    bench_open(&bench);
    random_init(&random, 3);
    CU_ASSERT_EQUAL_FATAL(open_journal(&bench, &journal), STATUS_OK);
    fixture_game(bench.t, KEPT_NB, &random, &record);
    getrlimit(RLIMIT_FSIZE, &before);
    small = before;
    void (*handler)(int) = signal(SIGXFSZ, SIG_IGN);
    for (size_t room = 0; room < 300; room += 99) {
        small.rlim_cur = bench.text.size + room;
        CU_ASSERT_EQUAL(setrlimit(RLIMIT_FSIZE, &small), 0);
        Status status = journal_append(journal, &record, &bench.problem);
        CU_ASSERT_EQUAL(setrlimit(RLIMIT_FSIZE, &before), 0);
        CHECK(status == STATUS_IO, "room for %zu bytes: status %d", room, (int)status);
        CHECK(strstr(bench.problem.text, "cannot write") != NULL, "%s", bench.problem.text);
        CHECK(journal_size(&bench) == bench.text.size, "room for %zu: a part was left", room);
        CU_ASSERT_FALSE(journal_has(journal, KEPT_NB));
    }
    CU_ASSERT_EQUAL(journal_append(journal, &record, &bench.problem), STATUS_OK);
    signal(SIGXFSZ, handler);
    journal_free(journal);
    CU_ASSERT_EQUAL(open_journal(&bench, &journal), STATUS_OK);
    CU_ASSERT_EQUAL(bench.heard.game_nb, KEPT_NB + 1);
    CU_ASSERT_EQUAL(bench.heard.notice_nb, 0);
    journal_free(journal);
    record_release(&record);
    bench_close(&bench);
}

/// A game that is changed while its journal is open is found when it is read back.
static void finds_games_changed_since(void)
{
    Bench bench;
    Journal *journal;
    StrBuf text;
    GameRecord record;
    bench_open(&bench);
    CU_ASSERT_EQUAL_FATAL(open_journal(&bench, &journal), STATUS_OK);
    strbuf_init(&text);
    replace(&bench, 0, "\"moves\":[\"", "\"moves\":[\"z", &text);
    fixture_write(&bench.fixture, JOURNAL, strbuf_view(&text));
    CU_ASSERT_NOT_EQUAL(journal_read(journal, 0, &record, &bench.problem), STATUS_OK);
    CHECK(strstr(bench.problem.text, "game 0: moves[0]: ") != NULL, "%s", bench.problem.text);
    journal_free(journal);
    strbuf_release(&text);
    bench_close(&bench);
}

const TestCase JOURNAL_FAULT_CASES[] = {
    {"drops a torn game", drops_a_torn_game},
    {"drops a torn header", drops_a_torn_header},
    {"drops what the disk never got", drops_what_the_disk_never_got},
    {"refuses changed lines", refuses_changed_lines},
    {"refuses a game twice", refuses_a_game_twice},
    {"refuses foreign files", refuses_foreign_files},
    {"refuses another tournament", refuses_another_tournament},
    {"refuses other openings and rules", refuses_other_openings_and_rules},
    {"survives a full disk", survives_a_full_disk},
    {"finds games changed since", finds_games_changed_since},
    {NULL, NULL},
};
