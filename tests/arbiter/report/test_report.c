// SPDX-License-Identifier: MIT
#include "arbiter/report/progress.h"
#include "arbiter/report/table.h"
#include "arbiter/report/verdicts.h"
#include "tests/suite.h"

#include <fcntl.h>
#include <pty.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

/// What people see: lines of games, the status line on a terminal, the final table.

#define WIDTH 60
#define SHOWN_MAX 65536

/// A tournament of three engines on two variants, made without a file.
typedef struct Scene {
    Tournament t;
    EngineEntry engines[3];
    Tally tally;
    GameRecord record;
} Scene;

static void scene_init(Scene *scene)
{
    static char *const names[] = {"first", "second\x1b[31m", "dritte M\xc3\xbchle"};
    memset(scene, 0, sizeof *scene);
    Tournament *t = &scene->t;
    t->name = "scene";
    t->output = "/some/where";
    t->rounds = 1;
    t->games_per_pairing = 2;
    t->concurrency = 2;
    t->engine_nb = 3;
    t->engines = scene->engines;
    for (int i = 0; i < 3; i++) {
        scene->engines[i].name = names[i];
    }
    variant_set_init(&t->set);
    t->variant_nb = 2;
    t->variants[0] = variant_set_find(&t->set, strview_from("nine_mens_morris"));
    t->variants[1] = variant_set_find(&t->set, strview_from("dara"));
    tally_init(&scene->tally, 3, 2);
    Pairing pairing = {.index = 6, .white = 0, .black = 1, .variant = 1};
    Position start = position_start(t->variants[1]);
    record_init(&scene->record, &pairing, t->variants[1], &start);
    scene->record.result = RESULT_BLACK;
    scene->record.termination = TERMINATION_ILLEGAL_MOVE;
    scene->record.duration_us = 1234000;
    snprintf(scene->record.detail, sizeof scene->record.detail, "first sent \"bestmove \x1b[2Jx\"");
    tally_add(&scene->tally, &pairing, RESULT_BLACK, TERMINATION_ILLEGAL_MOVE);
}

static void scene_release(Scene *scene)
{
    record_release(&scene->record);
    tally_release(&scene->tally);
    variant_set_release(&scene->t.set);
}

static void test_game_line(void)
{
    Scene scene;
    scene_init(&scene);
    StrBuf out;
    strbuf_init(&out);
    progress_format_game(&scene.t, &scene.record, 3, 12, &out);
    CU_ASSERT_STRING_EQUAL(
        out.data, "[3/12] game 7: first - second?[31m  0-1  dara: illegal_move (first sent "
                  "\"bestmove ?[2Jx\"), 0 plies, 1.23 s");
    strbuf_release(&out);
    scene_release(&scene);
}

// Everything that a run writes to `fd`, until nothing more comes.
static size_t read_all(int fd, char out[SHOWN_MAX])
{
    size_t size = 0;
    fcntl(fd, F_SETFL, O_NONBLOCK);
    for (ssize_t nb;
         size + 1 < SHOWN_MAX && (nb = read(fd, out + size, SHOWN_MAX - 1 - size)) > 0;) {
        size += (size_t)nb;
    }
    out[size] = '\0';
    return size;
}

static void show_run(Scene *scene, int fd)
{
    Progress *progress = progress_new(&scene->t, fd);
    progress_open(progress, 4);
    progress_begin(progress, &scene->record.pairing);
    progress_tick(progress);
    progress_game(progress, &scene->record, &scene->tally);
    progress_tick(progress);
    progress_tick(progress); // nothing has changed: nothing is drawn
    progress_free(progress);
}

static void test_plain(void)
{
    Scene scene;
    scene_init(&scene);
    int ends[2];
    char *shown = malloc(SHOWN_MAX);
    CU_ASSERT_EQUAL_FATAL(pipe(ends), 0);
    show_run(&scene, ends[1]);
    read_all(ends[0], shown);
    CHECK(strchr(shown, '\x1b') == NULL && strchr(shown, '\r') == NULL, "%s", shown);
    CHECK(strstr(shown,
                 "scene: 12 games, 3 engines, 2 variants, 2 at a time; 4 are recorded already\n") ==
              shown,
          "%s", shown);
    CHECK(strstr(shown, "\n[5/12] game 7: first - ") != NULL, "%s", shown);
    close(ends[0]);
    close(ends[1]);
    free(shown);
    scene_release(&scene);
}

static int count(const char *text, const char *word)
{
    int found_nb = 0;
    for (const char *place = text; (place = strstr(place, word)) != NULL; place++) {
        found_nb++;
    }
    return found_nb;
}

static void check_terminal(const char *kind, const char *no_colour, bool is_live, bool has_colour)
{
    Scene scene;
    scene_init(&scene);
    int master, slave;
    struct winsize size = {.ws_row = 24, .ws_col = WIDTH};
    if (openpty(&master, &slave, NULL, NULL, &size) != 0) {
        fprintf(stderr, "skipped: there are no pseudo-terminals here\n");
        scene_release(&scene);
        return;
    }
    char *shown = malloc(SHOWN_MAX);
    setenv("TERM", kind, 1);
    setenv("NO_COLOR", no_colour, 1);
    show_run(&scene, slave);
    read_all(master, shown);
    CHECK(count(shown, "] 4/12 games, 1 running") == (is_live ? 1 : 0), "%s: %s", kind, shown);
    CHECK(count(shown, "] 5/12 games, 0 running") == (is_live ? 1 : 0), "%s: %s", kind, shown);
    CHECK(count(shown, "\r\033[K") == (is_live ? 2 : 0), "%s: %s", kind, shown);
    CHECK((strstr(shown, "\033[1m") != NULL) == has_colour, "%s: %s", kind, shown);
    char *status = strstr(shown, "[#"); // cut to the width of the terminal
    CHECK(!is_live || (status != NULL && strcspn(status, "\r\033") < WIDTH), "%s", shown);
    close(slave);
    close(master);
    free(shown);
    scene_release(&scene);
}

static void test_terminal(void)
{
    check_terminal("xterm", "", true, true);
    check_terminal("xterm", "1", true, false);
    check_terminal("dumb", "", false, false);
}

// Nobody reads any more: the run must not care.
static void test_closed(void)
{
    Scene scene;
    scene_init(&scene);
    int fd = open("/dev/full", O_WRONLY);
    CU_ASSERT_FATAL(fd >= 0);
    show_run(&scene, fd);
    close(fd);
    scene_release(&scene);
}

static void test_table(void)
{
    Scene scene;
    scene_init(&scene);
    const Pairing games[] = {{.white = 0, .black = 2, .variant = 0},
                             {.white = 2, .black = 1, .variant = 0}};
    tally_add(&scene.tally, &games[0], RESULT_WHITE, TERMINATION_NORMAL);
    tally_add(&scene.tally, &games[1], RESULT_DRAW, TERMINATION_NORMAL);
    Standings standings;
    standings_init(&standings, &scene.t, &scene.tally);
    StrBuf out;
    strbuf_init(&out);
    table_format(&scene.t, &standings, &out);
    CHECK(strncmp(out.data, "Rank  Engine", 12) == 0, "%s", out.data);
    CHECK(strstr(out.data, "nine_mens_morris") != NULL && strstr(out.data, "dara\n") != NULL, "%s",
          out.data);
    CHECK(strstr(out.data, "second?[31m") != NULL && strchr(out.data, '\x1b') == NULL, "%s",
          out.data);
    CHECK(strstr(out.data, ELO_MODEL) != NULL, "%s", out.data);
    CHECK(strstr(out.data, "Lost by faults: first: 1 by illegal_move\n") != NULL, "%s", out.data);
    CHECK(strstr(out.data, "nan") == NULL && strstr(out.data, "inf") == NULL &&
              strstr(out.data, "-0.0") == NULL,
          "%s", out.data);
    int shown_nb = 0;
    size_t width = 0;
    char *rest = out.data;
    for (char *line; (line = strsep(&rest, "\n")) != NULL && shown_nb < 4; shown_nb++) {
        size_t own = 0; // characters
        for (const char *c = line; *c != '\0'; c++) {
            own += ((unsigned char)*c & 0xC0) != 0x80;
        }
        CHECK(width == 0 || own == width, "columns do not stand below each other: %s", line);
        width = own;
    }
    strbuf_release(&out);
    standings_release(&standings);
    scene_release(&scene);
}

static void test_verdicts(void)
{
    StrBuf out;
    strbuf_init(&out);
    const ReplayGame game = {.number = 2,
                             .line = 9,
                             .white = "a",
                             .black = "b\x1b",
                             .variant = "dara",
                             .result = RESULT_WHITE,
                             .ply_nb = 7,
                             .verdict = REPLAY_CONTRADICTION,
                             .text = "no line"};
    verdicts_format_game("x.pgn", &game, &out);
    CU_ASSERT_STRING_EQUAL(out.data,
                           "x.pgn:9: game 2: a - b?  1-0  dara, 7 plies: contradiction: no line\n");
    strbuf_clear(&out);
    const ReplaySummary summary = {
        .game_nb = 3, .ply_nb = 50, .verdicts = {[REPLAY_AGREES] = 2, [REPLAY_CONTRADICTION] = 1}};
    verdicts_format_summary("x.pgn", &summary, &out);
    CU_ASSERT_STRING_EQUAL(out.data, "x.pgn: 3 games, 50 plies: 2 agrees, 1 contradiction\n");
    strbuf_release(&out);
}

static const TestCase CASES[] = {
    {"the line of a game", test_game_line},
    {"plain lines", test_plain},
    {"a terminal", test_terminal},
    {"nobody reads", test_closed},
    {"the final table", test_table},
    {"verdicts", test_verdicts},
    {NULL, NULL},
};

const TestSuite TEST_SUITES[] = {
    {"report", CASES},
    {NULL, NULL},
};
