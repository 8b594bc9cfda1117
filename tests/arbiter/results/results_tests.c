// SPDX-License-Identifier: MIT
#include "tests/arbiter/results/results_tests.h"

#include <stdio.h>
#include <string.h>

const TestSuite TEST_SUITES[] = {
    {"record", RECORD_CASES},
    {"line_file", LINE_FILE_CASES},
    {"journal", JOURNAL_CASES},
    {"journal_fault", JOURNAL_FAULT_CASES},
    {"pgn_export", PGN_EXPORT_CASES},
    {"standings", STANDINGS_CASES},
    {"archive", ARCHIVE_CASES},
    {"replay", REPLAY_CASES},
    {NULL, NULL},
};

static const EngineOption OPTIONS[] = {{(char *)"Hash", (char *)"16"}, {(char *)"Clear", NULL}};

const EngineIdentity RESULTS_IDENTITIES[3] = {
    {"Plain 1.0", "A. Author", OPTIONS, 2}, {"", "", NULL, 0}, {"x \"y\"", "", OPTIONS, 1}};

void heard_notice(void *ctx, const char *text)
{
    Heard *heard = ctx;
    heard->notice_nb++;
    snprintf(heard->notice, sizeof heard->notice, "%s", text);
}

void heard_game(void *ctx, const Pairing *pairing, Result result, Termination termination)
{
    (void)pairing;
    (void)result;
    (void)termination;
    Heard *heard = ctx;
    heard->game_nb++;
}

static bool same_pairing(const Pairing *a, const Pairing *b)
{
    return a->index == b->index && a->round == b->round && a->variant == b->variant &&
           a->pair == b->pair && a->white == b->white && a->black == b->black &&
           a->opening == b->opening;
}

bool results_same(const GameRecord *a, const GameRecord *b)
{
    bool same = same_pairing(&a->pairing, &b->pairing) && a->result == b->result &&
                a->termination == b->termination && strcmp(a->detail, b->detail) == 0 &&
                strcmp(a->started, b->started) == 0 && a->duration_us == b->duration_us &&
                a->game.variant == b->game.variant && a->game.ply_nb == b->game.ply_nb;
    for (size_t i = 0; same && i <= a->game.ply_nb; i++) {
        same = position_same(&a->game.positions[i], &b->game.positions[i]) &&
               a->game.positions[i].quiet == b->game.positions[i].quiet &&
               a->game.positions[i].move_number == b->game.positions[i].move_number;
    }
    for (size_t i = 0; same && i < a->game.ply_nb; i++) {
        const PlyRecord *x = &a->plies[i];
        const PlyRecord *y = &b->plies[i];
        same = a->game.moves[i] == b->game.moves[i] && x->time_us == y->time_us &&
               x->score_kind == y->score_kind && x->score == y->score && x->depth == y->depth &&
               x->nodes == y->nodes;
    }
    return same;
}
