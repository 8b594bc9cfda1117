// SPDX-License-Identifier: MIT
// `go`: every limit, alone and together, zero, negative, missing and enormous; what the info lines
// say.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "protocol/notation/fen.h"
#include "protocol/notation/moves.h"
#include "protocol/rules/game.h"
#include "protocol/rules/variant_set.h"
#include "tests/engine/engine_suites.h"
#include "tests/engine/engine_text.h"

#define AT_ONCE_MS 500 // 20 ms are promised; the machine may be busy and the program sanitized

/// Zero and less: a legal move at once.
static void test_at_once(void)
{
    static const char *const lines[] = {"go movetime 0",
                                        "go movetime -1",
                                        "go movetime -2147483649",
                                        "go movetime -99999999999999999999",
                                        "go depth 0",
                                        "go depth -3",
                                        "go nodes 0",
                                        "go nodes -5",
                                        "go mate 0",
                                        "go mate -1",
                                        "go wtime 0",
                                        "go wtime 0 btime 60000",
                                        "go wtime -2 btime 60000 winc 20 binc 20",
                                        "go wtime -99999999999999999999 btime 1000",
                                        "go movetime 0 depth 30",
                                        "go depth 30 nodes 0",
                                        "go wtime 60000 btime 60000 movetime 0",
                                        "go mate 0 movetime 5000"};
    char best[64];
    Engine *engine = engine_start();
    engine_go(engine, "go depth 1", best); // the table is made by the first search
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        double start_ms = engine_now_ms();
        engine_go(engine, lines[i], best);
        double spent_ms = engine_now_ms() - start_ms;
        CHECK(spent_ms < AT_ONCE_MS, "%s: %.0f ms", lines[i], spent_ms);
        CHECK(engine_is_legal(engine, best), "%s: %s", lines[i], best);
    }
    CHECK(engine_ready(engine), "alive");
    CHECK(engine_count(engine, "info string error") == 0, "numbers, all of them");
    engine_free(engine);
}

/// Any usable limits in any order: exactly one bestmove, a legal one.
static void test_limits(void)
{
    static const char *const lines[] = {"go depth 3",
                                        "go nodes 500",
                                        "go movetime 30",
                                        "go mate 1 movetime 50",
                                        "go wtime 300 btime 300",
                                        "go wtime 300",
                                        "go wtime 200 btime 200 winc 20 binc 20",
                                        "go winc 20 binc 20 btime 200 wtime 200",
                                        "go binc 20 wtime 300",
                                        "go wtime 300 btime 300 movestogo 5",
                                        "go movestogo 1 wtime 200 btime 200",
                                        "go wtime 200 movestogo 0",
                                        "go wtime 200 movestogo -4 winc -100",
                                        "go wtime 100 btime 0",
                                        "go wtime 100 btime -50",
                                        "go depth 2 movetime 5000 nodes 5000000",
                                        "go nodes 300 depth 40",
                                        "go depth 1 infinite2",
                                        "go movetime 40 wtime 60000",
                                        "go wtime 200 winc 99999999999999999999",
                                        "go wtime 200 movestogo 99999999999999999999",
                                        "go depth 2 nodes 99999999999999999999",
                                        "go depth 99999999999999999999 movetime 30",
                                        "go mate 99999999999999999999 nodes 500",
                                        "go movetime 99999999999999999999 depth 2",
                                        "go wtime 99999999999999999999 depth 2",
                                        "go depth 2 depth 3"};
    char best[64];
    Engine *engine = engine_start();
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        engine_mark(engine);
        engine_go(engine, lines[i], best);
        CHECK(engine_is_legal(engine, best), "%s: %s", lines[i], best);
        CHECK(engine_count(engine, "bestmove") == 1, "%s", lines[i]);
        CHECK(engine_count(engine, "info depth") >= 1, "%s", lines[i]);
    }
    engine_free(engine);
}

/// Black's clock is Black's: White's is ignored when Black is to move.
static void test_own_clock(void)
{
    char best[64];
    Engine *engine = engine_start();
    engine_send(engine, "position startpos moves d6");
    double start_ms = engine_now_ms();
    engine_go(engine, "go btime 0 wtime 3600000", best);
    CHECK(engine_now_ms() - start_ms < AT_ONCE_MS, "Black has no time");
    CHECK(engine_is_legal(engine, best), "%s", best);
    engine_go(engine, "go btime 3000 wtime 0", best);
    CHECK(engine_is_legal(engine, best), "%s", best);
    CHECK(text_number(engine_last_info(engine), "depth", 0) > 1,
          "White's empty clock does not hurry Black: %s", engine_last_info(engine));
    engine_free(engine);
}

/// Nothing usable: one second.
static void test_bare_go(void)
{
    static const char *const lines[] = {"go",         "go movestogo 3", "go btime 50",
                                        "go winc 30", "go depth",       "go foo"};
    char best[64];
    Engine *engine = engine_start();
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        double start_ms = engine_now_ms();
        engine_go(engine, lines[i], best);
        double spent_ms = engine_now_ms() - start_ms;
        CHECK(spent_ms > 700 && spent_ms < 5000, "%s: %.0f ms", lines[i], spent_ms);
        CHECK(engine_is_legal(engine, best), "%s: %s", lines[i], best);
    }
    engine_free(engine);
}

/// A value that is no number is reported and ignored with its keyword; later keywords still count.
static void test_values_that_are_no_numbers(void)
{
    static const struct {
        const char *line;
        int complaint_nb;
        int64_t depth; // that the search must reach and not pass; 0: any
    } rows[] = {
        {"go wtime btime 50000 depth 2", 1, 2},
        {"go depth", 1, 0},
        {"go depth abc", 1, 0},
        {"go foo 3 depth 2", 0, 2},
        {"go depth 3 depth 2", 0, 2},
        {"go depth x nodes y movetime 30", 2, 0},
        {"go movetime 1e3 depth 2", 1, 2},
        {"go wtime 0x10 depth 2", 1, 2},
        {"go infinite2 depth 2", 0, 2},
        {"go depth 2.5 depth 2", 1, 2},
    };
    char best[64];
    Engine *engine = engine_start();
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        engine_mark(engine);
        engine_go(engine, rows[i].line, best);
        CHECK(engine_is_legal(engine, best), "%s: %s", rows[i].line, best);
        CHECK(engine_count(engine, "info string error") == rows[i].complaint_nb,
              "%s: %d complaints", rows[i].line, engine_count(engine, "info string error"));
        CHECK(engine_count(engine, "bestmove") == 1, "%s", rows[i].line);
        int64_t depth = text_number(engine_last_info(engine), "depth", 0);
        CHECK(rows[i].depth == 0 || depth == rows[i].depth, "%s: %s", rows[i].line,
              engine_last_info(engine));
    }
    engine_free(engine);
}

static void test_searchmoves(void)
{
    static const struct {
        const char *line;
        const char *allowed; // one of these must be played
        int error_nb;
    } rows[] = {
        {"go searchmoves a1 depth 3", "a1", 0},
        {"go depth 3 searchmoves a1 d1", "a1 d1", 0},
        {"go searchmoves d1 d1 d1 depth 3", "d1", 0},
        {"go searchmoves zz a1 d4 depth 3", "a1", 2},
        {"go searchmoves A1 P@d1 depth 2", "a1 d1", 0},
        {"go searchmoves a1 depth 2 searchmoves d1", "d1", 0},
        {"go searchmoves a1 movetime 0", "a1", 0},
        {"go searchmoves a1 nodes 1", "a1", 0},
        {"go searchmoves zz depth 2", NULL, 2}, // none is legal: all moves are searched
        {"go searchmoves depth 2", NULL, 1},
    };
    char best[64];
    Engine *engine = engine_start();
    engine_send(engine, "setoption name MultiPV value 5");
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        engine_mark(engine);
        engine_go(engine, rows[i].line, best);
        CHECK(engine_is_legal(engine, best), "%s: %s", rows[i].line, best);
        CHECK(rows[i].allowed == NULL || text_has_word(rows[i].allowed, best), "%s: %s",
              rows[i].line, best);
        CHECK(engine_count(engine, "info string error") == rows[i].error_nb, "%s: %d", rows[i].line,
              engine_count(engine, "info string error"));
    }
    engine_free(engine);
}

/// MultiPV beyond the number of moves is clamped; the lines are of different moves, in order.
static void test_multipv(void)
{
    char best[64];
    char first[9][64];
    Engine *engine = engine_start();
    engine_variant(engine, "tictactoe");
    engine_send(engine, "setoption name MultiPV value 256");
    engine_go(engine, "go depth 4", best);
    size_t last = engine_line_nb(engine);
    while (last > 0 && strncmp(engine_nth(engine, last - 1), "info depth", 10) != 0) {
        last--;
    }
    CU_ASSERT_FATAL(last >= 9);
    for (int i = 0; i < 9; i++) {
        const char *line = engine_nth(engine, last - 9 + (size_t)i);
        const char *pv = strstr(line, " pv ");
        CHECK(text_number(line, "multipv", 0) == i + 1, "%s", line);
        CU_ASSERT_FATAL(pv != NULL);
        text_word(pv, 1, first[i]);
        for (int other = 0; other < i; other++) {
            CHECK(strcmp(first[i], first[other]) != 0, "%s twice", first[i]);
        }
    }
    CHECK(strcmp(best, first[0]) == 0, "bestmove %s, first line %s", best, first[0]);
    engine_free(engine);
}

/// The pv of a line, played out: legal moves only. Returns how many; -1 when one is not. `over`:
/// the game ends there.
static int play_pv(const Game *start, const char *line, bool *over)
{
    Game game = {0};
    int move_nb = 0;
    const char *pv = strstr(line, " pv ");
    game_init(&game, start->variant);
    game_copy(&game, start);
    StrView rest = strview_from(pv == NULL ? "" : pv + 4);
    for (StrView token = strview_next_word(&rest); token.size > 0;
         token = strview_next_word(&rest)) {
        Move move;
        if (moves_parse(game.variant, token, &move, NULL) != STATUS_OK ||
            game_play(&game, move) != STATUS_OK) {
            move_nb = -1;
            break;
        }
        move_nb++;
    }
    *over = game.outcome.result != RESULT_NONE;
    game_release(&game);
    return move_nb;
}

typedef struct InfoRow {
    const char *variant, *fen;
} InfoRow;

static const InfoRow info_rows[] = {
    {"nine_mens_morris",
     "1**1**1/*1*1*1*/**3**/3*3/**3**/*1*1*1*/1**1**1[PPPPPPPPPppppppppp] w - - 0 1"},
    {"nine_mens_morris", "P**1**1/*1*P*1*/**1P1**/P2*1p1/**1pP**/*P*1*p*/P**1**1[] b - - 0 1"},
    {"nine_mens_morris", "1**1**1/*1*1*1*/**p2**/1P1*1p1/**P2**/*1*1*1*/P**1**p[] w - - 3 30"},
    {"dara", "Pp3p/4pp/P3P1/3P1P/2Ppp1[] w - - 0 1"},
    {"dara", "6/6/6/6/6[PPPPPPPPPPPPpppppppppppp] w - - 0 1"},
    {"lasker_morris", "1**1**P/*P*1*1*/**3**/PPP*2P/**3**/*P*1*1*/p**1**P[PPpppppp] b - - 0 1"},
    {"morabaraba", "1**p**p/*1*p*1*/**1p1**/1p1*3/**pP1**/*p*P*P*/p**1**1[] w - - 0 1"},
    {"tictactoe", "1P1/3/Pp1[PPPppp] b - - 0 1"},
    {"achi", "P1p/1P1/p2[PPpp] w - - 0 1"},
    {"pong_hau_ki", NULL},
    {"shisima", "1p1/PpP/1Pp[] w - - 0 1"},
};

/// Every info line: whole numbers, a legal pv, a score that is not taken for another kind; the last
/// one starts with bestmove.
static void check_infos(Engine *engine, const Game *game, const char *best, size_t from)
{
    static const char *const numbers[] = {"depth", "seldepth", "multipv", "nodes",
                                          "nps",   "hashfull", "tbhits",  "time"};
    char word[64];
    for (size_t i = from; i < engine_line_nb(engine); i++) {
        const char *line = engine_nth(engine, i);
        if (strncmp(line, "info depth", 10) != 0) {
            continue;
        }
        for (size_t n = 0; n < sizeof numbers / sizeof numbers[0]; n++) {
            CHECK(text_number(line, numbers[n], -1) >= 0, "%s in %s", numbers[n], line);
        }
        bool is_mate = text_number(line, "mate", 0) != 0;
        CHECK(is_mate != text_has_word(line, "cp"), "one kind of score: %s", line);
        CHECK(llabs(text_number(line, "cp", 0)) < 31000, "no cp that looks like a mate: %s", line);
        bool over;
        int pv_nb = play_pv(game, line, &over);
        CHECK(pv_nb >= 1, "the pv is legal: %s", line);
        int64_t plies = 2 * llabs(text_number(line, "mate", 0));
        CHECK(!is_mate || !over || pv_nb == plies || pv_nb == plies - 1, "mate and pv agree: %s",
              line);
    }
    const char *pv = strstr(engine_last_info(engine), " pv ");
    bool over;
    CHECK(pv != NULL && strcmp(text_word(pv, 1, word), best) == 0, "bestmove %s: %s", best,
          engine_last_info(engine));
    CHECK(play_pv(game, engine_last_info(engine), &over) > 1 || over, "more than one move: %s",
          engine_last_info(engine));
}

static void test_info_lines(void)
{
    static const char *const gos[] = {"go depth 5", "go nodes 3000", "go movetime 60"};
    VariantSet variants;
    variant_set_init(&variants);
    Engine *engine = engine_start();
    for (size_t i = 0; i < sizeof info_rows / sizeof info_rows[0]; i++) {
        const Variant *v = variant_set_find(&variants, strview_from(info_rows[i].variant));
        Position pos = position_start(v);
        Game game;
        if (info_rows[i].fen != NULL) {
            CHECK(fen_parse(v, strview_from(info_rows[i].fen), &pos, NULL) == STATUS_OK, "%s",
                  info_rows[i].fen);
        }
        game_init_from(&game, v, &pos);
        engine_variant(engine, v->name);
        for (size_t g = 0; g < sizeof gos / sizeof gos[0]; g++) {
            char best[64];
            engine_send(engine, "position %s%s", info_rows[i].fen == NULL ? "startpos" : "fen ",
                        info_rows[i].fen == NULL ? "" : info_rows[i].fen);
            size_t from = engine_line_nb(engine);
            engine_go(engine, gos[g], best);
            check_infos(engine, &game, best, from);
        }
        game_release(&game);
    }
    CHECK(engine_quit(engine) == 0, "exit");
    engine_free(engine);
    variant_set_release(&variants);
}

/// Mates count moves: a win with the next ply is mate 1, being lost after two is mate -1.
static void test_mate_scores(void)
{
    static const struct {
        const char *variant, *fen;
        int64_t mate;
    } rows[] = {
        {"tictactoe", "PP1/pp1/3[PPPpp] w - - 0 1", 1},
        {"tictactoe", "P1P/1p1/1pP[PPpp] b - - 0 1", 1},
        {"tictactoe", "P1P/1p1/p1P[PPpp] b - - 0 1", -1},
        {"three_mens_morris", "3/1P1/3[PPppp] b - - 0 1", -4},
        {"three_mens_morris", "3/3/3[PPPppp] w - - 0 1", 5},
    };
    char best[64];
    Engine *engine = engine_start();
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        engine_variant(engine, rows[i].variant);
        engine_send(engine, "position fen %s", rows[i].fen);
        engine_go(engine, "go depth 12", best);
        CHECK(text_number(engine_last_info(engine), "mate", 0) == rows[i].mate, "%s: %s",
              rows[i].fen, engine_last_info(engine));
    }
    // A limit in moves: done as soon as such a win is proven.
    engine_send(engine, "position fen 3/3/3[PPPppp] w - - 0 1");
    engine_go(engine, "go mate 5", best);
    CHECK(strcmp(best, "b2") == 0, "%s", best);
    engine_free(engine);
}

/// The move that closes a mill is one token with its removal, at any depth.
static void test_removal_is_part_of_the_move(void)
{
    static const char *const gos[] = {"go depth 1 searchmoves a7xa1 a7xd1",
                                      "go depth 5 searchmoves a7xa1 a7xd1",
                                      "go depth 12 movetime 1500 searchmoves a7xa1 a7xd1",
                                      "go depth 1",
                                      "go depth 5",
                                      "go depth 12 movetime 1500"};
    char best[64];
    Engine *engine = engine_start();
    for (size_t i = 0; i < sizeof gos / sizeof gos[0]; i++) {
        engine_send(engine, "position startpos moves d7 a1 g7 d1");
        engine_go(engine, gos[i], best);
        bool takes = strcmp(best, "a7xa1") == 0 || strcmp(best, "a7xd1") == 0;
        CHECK(takes || strstr(gos[i], "searchmoves") == NULL, "%s: %s", gos[i], best);
        CHECK(engine_is_legal(engine, best), "%s: %s", gos[i], best);
    }
    engine_free(engine);
}

const TestCase ENGINE_GO[] = {
    {"at_once", test_at_once},
    {"limits", test_limits},
    {"own_clock", test_own_clock},
    {"bare_go", test_bare_go},
    {"values_that_are_no_numbers", test_values_that_are_no_numbers},
    {"searchmoves", test_searchmoves},
    {"multipv", test_multipv},
    {"info_lines", test_info_lines},
    {"mate_scores", test_mate_scores},
    {"removal_is_part_of_the_move", test_removal_is_part_of_the_move},
    {NULL, NULL},
};
