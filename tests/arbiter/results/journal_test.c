// SPDX-License-Identifier: MIT
#include "arbiter/results/journal.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "protocol/base/file.h"
#include "protocol/base/json.h"
#include "tests/arbiter/results/results_tests.h"

typedef struct Bench {
    Fixture fixture;
    Tournament *t;
    Heard heard;
    JournalListener listener;
    Problem problem;
} Bench;

static void bench_open(Bench *bench)
{
    memset(bench, 0, sizeof *bench);
    fixture_open(&bench->fixture);
    bench->t = fixture_tournament(&bench->fixture, RESULTS_TOURNAMENT);
    bench->listener = (JournalListener){&bench->heard, heard_notice, heard_game};
    CU_ASSERT_EQUAL(file_make_folder(bench->t->output, &bench->problem), STATUS_OK);
}

static void bench_close(Bench *bench)
{
    tournament_free(bench->t);
    fixture_close(&bench->fixture);
}

static Journal *must_open(Bench *bench)
{
    Journal *journal = NULL;
    Status status = journal_open(bench->t, &bench->listener, &journal, &bench->problem);
    CHECK(status == STATUS_OK, "%s", bench->problem.text);
    return journal;
}

/// Records games in an order that is not the schedule's.
static void play_games(Bench *bench, Journal *journal, GameRecord records[], int nb)
{
    Random random;
    random_init(&random, 1);
    for (int i = 0; i < nb; i++) {
        int64_t index = (i * 7 + 3) % RESULTS_GAME_NB;
        fixture_game(bench->t, index, &random, &records[index]);
        Status status = journal_append(journal, &records[index], &bench->problem);
        CHECK(status == STATUS_OK, "%s", bench->problem.text);
    }
}

static void reads_back_what_it_wrote(void)
{
    Bench bench;
    GameRecord records[RESULTS_GAME_NB];
    bench_open(&bench);
    Journal *journal = must_open(&bench);
    CU_ASSERT_TRUE(journal_is_new(journal));
    CU_ASSERT_FALSE(fixture_has(&bench.fixture, "out/" JOURNAL_FILE));
    CU_ASSERT_EQUAL(journal_start(journal, RESULTS_IDENTITIES, &bench.problem), STATUS_OK);
    play_games(&bench, journal, records, RESULTS_GAME_NB);
    CU_ASSERT_EQUAL(journal_sync(journal, &bench.problem), STATUS_OK);
    for (int opened = 0; opened < 2; opened++) { // by the writer, then by the next run
        CU_ASSERT_EQUAL(journal_game_nb(journal), RESULTS_GAME_NB);
        CU_ASSERT_FALSE(journal_is_new(journal));
        for (int64_t i = 0; i < RESULTS_GAME_NB; i++) {
            GameRecord read;
            CU_ASSERT_TRUE(journal_has(journal, i));
            Status status = journal_read(journal, i, &read, &bench.problem);
            CHECK(status == STATUS_OK, "game %" PRId64 ": %s", i, bench.problem.text);
            if (status == STATUS_OK) {
                CHECK(results_same(&records[i], &read), "game %" PRId64 " differs", i);
                record_release(&read);
            }
        }
        journal_free(journal);
        journal = opened == 0 ? must_open(&bench) : NULL;
    }
    CU_ASSERT_EQUAL(bench.heard.game_nb, RESULTS_GAME_NB);
    CHECK(bench.heard.notice_nb == 0, "%s", bench.heard.notice);
    for (int i = 0; i < RESULTS_GAME_NB; i++) {
        record_release(&records[i]);
    }
    bench_close(&bench);
}

static const char *text_at(const Json *object, const char *key)
{
    StrView text;
    return json_to_text(json_member(object, key), &text) ? text.data : "(none)";
}

/// Takes the next line of a text as JSON.
static Json *next_json(StrView *rest)
{
    Json *json = NULL;
    const char *end = memchr(rest->data, '\n', rest->size);
    CU_ASSERT_PTR_NOT_NULL_FATAL(end);
    StrView line = {rest->data, (size_t)(end - rest->data)};
    *rest = strview_skip(*rest, line.size + 1);
    CU_ASSERT_EQUAL_FATAL(json_parse(line, "line", &json, NULL), STATUS_OK);
    return json;
}

static void check_header(const Json *header)
{
    const Json *engines = json_member(header, "engines");
    const Json *machine = json_member(header, "machine");
    const Json *variants = json_member(header, "variants");
    CU_ASSERT_STRING_EQUAL(text_at(header, "schema"), "merels-journal-1");
    CU_ASSERT_STRING_EQUAL(text_at(header, "name"), "t");
    CU_ASSERT_EQUAL(strlen(text_at(header, "digest")), 16);
    CU_ASSERT_STRING_EQUAL(text_at(header, "version"), MERELS_VERSION);
    CU_ASSERT_STRING_EQUAL(text_at(machine, "system"), "Linux");
    CU_ASSERT_EQUAL(json_count(variants), 4);
    CU_ASSERT_EQUAL(strlen(text_at(json_first(variants), "digest")), 16);
    CU_ASSERT_EQUAL_FATAL(json_count(engines), 3);
    const Json *plain = json_first(engines);
    CU_ASSERT_STRING_EQUAL(text_at(plain, "name"), "plain");
    CU_ASSERT_STRING_EQUAL(text_at(plain, "id"), "Plain 1.0");
    CU_ASSERT_STRING_EQUAL(text_at(plain, "author"), "A. Author");
    CU_ASSERT_EQUAL(strlen(text_at(plain, "hash")), 16);
    const Json *options = json_member(plain, "options");
    CU_ASSERT_EQUAL_FATAL(json_count(options), 2);
    CU_ASSERT_STRING_EQUAL(text_at(json_first(options), "name"), "Hash");
    CU_ASSERT_STRING_EQUAL(text_at(json_first(options), "value"), "16");
    const Json *button = json_member(json_next(json_first(options)), "value");
    CU_ASSERT_EQUAL(json_kind(button), JSON_NULL);
    const Json *missing = json_next(json_next(plain)); // its program does not exist
    CU_ASSERT_EQUAL(json_kind(json_member(missing, "hash")), JSON_NULL);
    CU_ASSERT_STRING_EQUAL(text_at(json_member(header, "tournament"), "name"), "t");
    CU_ASSERT_PTR_NULL(json_member(json_member(header, "tournament"), "output"));
}

static void check_game_line(const Json *game)
{
    static const char *const KEYS[] = {
        "index", "round",   "pair",        "opening", "variant", "digest",      "white",
        "black", "fen",     "moves",       "result",  "reason",  "termination", "detail",
        "plies", "started", "duration_ms", "time_ms", "score",   "depth",       "nodes"};
    int64_t plies = -1;
    for (size_t i = 0; i < sizeof KEYS / sizeof KEYS[0]; i++) {
        CHECK(json_member(game, KEYS[i]) != NULL, "no key %s", KEYS[i]);
    }
    CU_ASSERT_TRUE(json_to_int64(json_member(game, "plies"), &plies));
    static const char *const LISTS[] = {"moves", "time_ms", "score", "depth", "nodes"};
    for (size_t i = 0; i < sizeof LISTS / sizeof LISTS[0]; i++) {
        CHECK((int64_t)json_count(json_member(game, LISTS[i])) == plies, "%s", LISTS[i]);
    }
    bool is_normal = strcmp(text_at(game, "termination"), "normal") == 0;
    CU_ASSERT_EQUAL(json_kind(json_member(game, "reason")), is_normal ? JSON_STRING : JSON_NULL);
    CU_ASSERT_EQUAL(strlen(text_at(game, "digest")), 16);
}

static void writes_the_documented_lines(void)
{
    Bench bench;
    GameRecord records[RESULTS_GAME_NB];
    StrBuf text;
    bench_open(&bench);
    Journal *journal = must_open(&bench);
    CU_ASSERT_EQUAL(journal_start(journal, RESULTS_IDENTITIES, &bench.problem), STATUS_OK);
    play_games(&bench, journal, records, RESULTS_GAME_NB);
    journal_free(journal);
    strbuf_init(&text);
    fixture_read(&bench.fixture, "out/" JOURNAL_FILE, &text);
    StrView rest = strbuf_view(&text);
    Json *header = next_json(&rest);
    check_header(header);
    json_free(header);
    for (int i = 0; i < RESULTS_GAME_NB; i++) {
        int64_t index = -1;
        Json *game = next_json(&rest);
        CU_ASSERT_TRUE(json_to_int64(json_member(game, "index"), &index));
        CU_ASSERT_EQUAL(index, (i * 7 + 3) % RESULTS_GAME_NB);
        check_game_line(game);
        json_free(game);
        record_release(&records[i]);
    }
    CU_ASSERT_EQUAL(rest.size, 0);
    strbuf_release(&text);
    bench_close(&bench);
}

static void keeps_others_out(void)
{
    Bench bench;
    Journal *second = NULL;
    bench_open(&bench);
    Journal *journal = must_open(&bench);
    CU_ASSERT_EQUAL(journal_open(bench.t, &bench.listener, &second, &bench.problem),
                    STATUS_CONFLICT);
    CU_ASSERT_PTR_NULL(second);
    CHECK(strstr(bench.problem.text, "another arbiter") != NULL, "%s", bench.problem.text);
    journal_free(journal);
    journal_free(must_open(&bench));
    bench_close(&bench);
}

static void tells_of_changed_engines(void)
{
    Bench bench;
    bench_open(&bench);
    Journal *journal = must_open(&bench);
    CU_ASSERT_EQUAL(journal_start(journal, RESULTS_IDENTITIES, &bench.problem), STATUS_OK);
    journal_free(journal);
    journal = must_open(&bench);
    CU_ASSERT_EQUAL(journal_start(journal, RESULTS_IDENTITIES, &bench.problem), STATUS_OK);
    CHECK(bench.heard.notice_nb == 0, "%s", bench.heard.notice);
    EngineIdentity changed[3];
    memcpy(changed, RESULTS_IDENTITIES, sizeof changed);
    changed[0].id_name = "Plain 1.1";
    CU_ASSERT_EQUAL(journal_start(journal, changed, &bench.problem), STATUS_OK);
    CU_ASSERT_EQUAL(bench.heard.notice_nb, 1);
    CHECK(strstr(bench.heard.notice, "\"plain\"") != NULL &&
              strstr(bench.heard.notice, "Plain 1.1") != NULL,
          "%s", bench.heard.notice);
    journal_free(journal);
    bench_close(&bench);
}

const TestCase JOURNAL_CASES[] = {
    {"reads back what it wrote", reads_back_what_it_wrote},
    {"writes the documented lines", writes_the_documented_lines},
    {"keeps others out", keeps_others_out},
    {"tells of changed engines", tells_of_changed_engines},
    {NULL, NULL},
};
