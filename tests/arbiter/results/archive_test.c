// SPDX-License-Identifier: MIT
#include "arbiter/results/archive.h"

#include <inttypes.h>
#include <string.h>
#include <unistd.h>

#include "arbiter/results/pgn_export.h"
#include "arbiter/results/replay.h"
#include "protocol/base/json.h"
#include "tests/arbiter/results/results_tests.h"

typedef struct Bench {
    Fixture fixture;
    Tournament *t;
    GameRecord games[RESULTS_GAME_NB]; // by index
    Heard heard;
    Problem problem;
} Bench;

static void bench_open(Bench *bench)
{
    Random random;
    memset(bench, 0, sizeof *bench);
    fixture_open(&bench->fixture);
    random_init(&random, 6);
    bench->t = fixture_tournament(&bench->fixture, RESULTS_TOURNAMENT);
    for (int64_t i = 0; i < RESULTS_GAME_NB; i++) {
        fixture_game(bench->t, i, &random, &bench->games[i]);
    }
}

static void bench_close(Bench *bench)
{
    for (int64_t i = 0; i < RESULTS_GAME_NB; i++) {
        record_release(&bench->games[i]);
    }
    tournament_free(bench->t);
    fixture_close(&bench->fixture);
}

static Archive *must_open(Bench *bench)
{
    Archive *archive = NULL;
    ArchiveListener listener = {&bench->heard, heard_notice};
    Status status = archive_open(bench->t, &listener, &archive, &bench->problem);
    CHECK(status == STATUS_OK, "%s", bench->problem.text);
    return archive;
}

/// One run: it plays up to `nb` games that are not recorded yet, the last first.
static void run(Bench *bench, int nb, bool is_killed)
{
    Archive *archive = must_open(bench);
    CU_ASSERT_EQUAL(archive_start(archive, RESULTS_IDENTITIES, &bench->problem), STATUS_OK);
    for (int64_t i = RESULTS_GAME_NB - 1; i >= 0 && nb > 0; i--) {
        if (!archive_has(archive, i)) {
            Status status = archive_add(archive, &bench->games[i], &bench->problem);
            CHECK(status == STATUS_OK, "%s", bench->problem.text);
            nb--;
        }
    }
    if (!is_killed) {
        CU_ASSERT_EQUAL(archive_finish(archive, &bench->problem), STATUS_OK);
    }
    CU_ASSERT_EQUAL(archive_tally(archive)->game_nb, archive_game_nb(archive));
    archive_free(archive);
}

static void read_pgn(const Bench *bench, StrBuf *out)
{
    fixture_read(&bench->fixture, "out/" ARCHIVE_PGN, out);
}

/// games.pgn as it must be when all games are recorded: by index.
static void check_whole_pgn(const Bench *bench)
{
    StrBuf wanted, got;
    strbuf_init(&wanted);
    strbuf_init(&got);
    for (int64_t i = 0; i < RESULTS_GAME_NB; i++) {
        pgn_export_format(bench->t, &bench->games[i], &wanted);
    }
    read_pgn(bench, &got);
    CU_ASSERT_STRING_EQUAL(got.data, wanted.data);
    strbuf_release(&wanted);
    strbuf_release(&got);
}

static int count_text(const char *text, const char *part)
{
    int nb = 0;
    while ((text = strstr(text, part)) != NULL) {
        text += strlen(part);
        nb++;
    }
    return nb;
}

static void keeps_records_in_step(void)
{
    Bench bench;
    bench_open(&bench);
    run(&bench, RESULTS_GAME_NB, false);
    check_whole_pgn(&bench);
    StrBuf text;
    Json *json = NULL;
    int64_t games = 0;
    strbuf_init(&text);
    fixture_read(&bench.fixture, "out/" ARCHIVE_STANDINGS, &text);
    CU_ASSERT_EQUAL_FATAL(json_parse(strbuf_view(&text), "s", &json, NULL), STATUS_OK);
    CU_ASSERT_TRUE(json_to_int64(json_member(json, "games"), &games));
    CU_ASSERT_EQUAL(games, RESULTS_GAME_NB);
    json_free(json);
    strbuf_release(&text);
    bench_close(&bench);
}

/// Ended in every way between any two games, the records are those of a run without an end: nothing
/// lost, nothing twice.
static void goes_on_after_any_end(void)
{
    Bench bench;
    bench_open(&bench);
    for (int part = 3; part <= RESULTS_GAME_NB; part += 7) {
        int left = RESULTS_GAME_NB;
        bool is_killed = true;
        char path[FIXTURE_PATH_MAX];
        for (; left > 0; left -= part, is_killed = !is_killed) {
            run(&bench, part, is_killed);
            StrBuf pgn;
            strbuf_init(&pgn);
            read_pgn(&bench, &pgn);
            int recorded = RESULTS_GAME_NB - (left > part ? left - part : 0);
            CHECK(count_text(pgn.data, "[Event ") == recorded, "parts of %d: %d games of %d", part,
                  count_text(pgn.data, "[Event "), recorded);
            strbuf_release(&pgn);
        }
        run(&bench, RESULTS_GAME_NB, false); // nothing to do
        check_whole_pgn(&bench);
        fixture_path(&bench.fixture, "out/" JOURNAL_FILE, path);
        CU_ASSERT_EQUAL(unlink(path), 0);
    }
    CHECK(bench.heard.notice_nb == 0, "%s", bench.heard.notice);
    bench_close(&bench);
}

/// PGN and standings are derived: whatever happens to them, the next run makes them anew.
static void repairs_derived_files(void)
{
    Bench bench;
    bench_open(&bench);
    run(&bench, RESULTS_GAME_NB, true);
    fixture_write(&bench.fixture, "out/" ARCHIVE_PGN, strview_from("[Event \"torn"));
    fixture_write(&bench.fixture, "out/" ARCHIVE_STANDINGS, strview_from("{"));
    run(&bench, 0, false);
    check_whole_pgn(&bench);
    bench_close(&bench);
}

static void count_verdicts(void *ctx, const ReplayGame *game)
{
    int *bad_nb = ctx;
    *bad_nb += game->verdict != REPLAY_AGREES;
    CHECK(game->verdict == REPLAY_AGREES, "game %" PRId64 ": %s", game->number, game->text);
}

static void ignore_verdict(void *ctx, const ReplayGame *game)
{
    (void)ctx;
    (void)game;
}

static void writes_what_replay_agrees_with(void)
{
    static const char *const FILES[] = {"out/" JOURNAL_FILE, "out/" ARCHIVE_PGN};
    Bench bench;
    bench_open(&bench);
    run(&bench, RESULTS_GAME_NB, false);
    for (int i = 0; i < 2; i++) {
        int bad_nb = 0;
        char path[FIXTURE_PATH_MAX];
        ReplayListener listener = {&bad_nb, count_verdicts};
        ReplaySummary summary;
        fixture_path(&bench.fixture, FILES[i], path);
        Status status = replay_file(path, NULL, &listener, &summary, &bench.problem);
        CHECK(status == STATUS_OK, "%s", bench.problem.text);
        CU_ASSERT_EQUAL(summary.game_nb, RESULTS_GAME_NB);
        CU_ASSERT_EQUAL(summary.verdicts[REPLAY_AGREES], RESULTS_GAME_NB);
        CU_ASSERT_EQUAL(bad_nb, 0);
    }
    bench_close(&bench);
}

/// A journal names the user's variants itself; with PGN the caller must.
static void replays_variants_of_the_user(void)
{
    static const char JSON[] =
        "{\"name\": \"u\", \"output\": \"out\", \"variant_path\": \"" TEST_DATA
        "/variants/odd_fours.json\", \"variants\": [\"odd_fours\"], \"limit\": {\"depth\": 1}, "
        "\"engines\": [{\"name\": \"a\", \"command\": [\"a\"]}, {\"name\": \"b\", "
        "\"command\": [\"b\"]}]}";
    static const struct {
        const char *file, *variant_path;
        ReplayVerdict verdict;
    } CASES[] = {
        {"out/" JOURNAL_FILE, NULL, REPLAY_AGREES},
        {"out/" ARCHIVE_PGN, NULL, REPLAY_UNREADABLE},
        {"out/" ARCHIVE_PGN, TEST_DATA "/variants/odd_fours.json", REPLAY_AGREES},
    };
    Fixture fixture;
    Archive *archive;
    Random random;
    Problem problem;
    Heard heard = {0};
    ArchiveListener listener = {&heard, heard_notice};
    fixture_open(&fixture);
    random_init(&random, 8);
    Tournament *t = fixture_tournament(&fixture, JSON);
    CU_ASSERT_EQUAL_FATAL(archive_open(t, &listener, &archive, &problem), STATUS_OK);
    CU_ASSERT_EQUAL(archive_start(archive, RESULTS_IDENTITIES, &problem), STATUS_OK);
    for (int64_t i = 0; i < schedule_game_nb(t); i++) {
        GameRecord record;
        fixture_game(t, i, &random, &record);
        CU_ASSERT_EQUAL(archive_add(archive, &record, &problem), STATUS_OK);
        record_release(&record);
    }
    archive_free(archive);
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        char path[FIXTURE_PATH_MAX];
        ReplaySummary summary;
        ReplayListener silent = {NULL, ignore_verdict};
        fixture_path(&fixture, CASES[i].file, path);
        Status status = replay_file(path, CASES[i].variant_path, &silent, &summary, &problem);
        CHECK(status == STATUS_OK, "case %zu: %s", i, problem.text);
        CHECK(summary.verdicts[CASES[i].verdict] == 2, "case %zu", i);
    }
    tournament_free(t);
    fixture_close(&fixture);
}

static void writes_nothing_before_its_start(void)
{
    Bench bench;
    bench_open(&bench);
    archive_free(must_open(&bench));
    CU_ASSERT_TRUE(fixture_has(&bench.fixture, "out"));
    CU_ASSERT_FALSE(fixture_has(&bench.fixture, "out/" JOURNAL_FILE));
    CU_ASSERT_FALSE(fixture_has(&bench.fixture, "out/" ARCHIVE_PGN));
    CU_ASSERT_FALSE(fixture_has(&bench.fixture, "out/" ARCHIVE_STANDINGS));
    bench_close(&bench);
}

static void obeys_a_stop_once(void)
{
    Bench bench;
    bench_open(&bench);
    Archive *archive = must_open(&bench);
    CU_ASSERT_FALSE(archive_take_stop(archive));
    fixture_write(&bench.fixture, "out/stop", strview_from(""));
    CU_ASSERT_TRUE(archive_take_stop(archive));
    CU_ASSERT_FALSE(fixture_has(&bench.fixture, "out/stop"));
    CU_ASSERT_FALSE(archive_take_stop(archive));
    archive_free(archive);
    bench_close(&bench);
}

const TestCase ARCHIVE_CASES[] = {
    {"keeps records in step", keeps_records_in_step},
    {"goes on after any end", goes_on_after_any_end},
    {"repairs derived files", repairs_derived_files},
    {"writes what replay agrees with", writes_what_replay_agrees_with},
    {"replays variants of the user", replays_variants_of_the_user},
    {"writes nothing before its start", writes_nothing_before_its_start},
    {"obeys a stop once", obeys_a_stop_once},
    {NULL, NULL},
};
