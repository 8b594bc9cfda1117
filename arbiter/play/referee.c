// SPDX-License-Identifier: MIT
#include "arbiter/play/referee.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arbiter/play/adjudicate.h"
#include "arbiter/play/clock.h"
#include "protocol/base/memory.h"
#include "protocol/notation/fen.h"
#include "protocol/notation/moves.h"
#include "protocol/wire/command.h"

#define NS_PER_US 1000u
#define QUOTE_MAX 120 // bytes of an engine's text in a record
#define FAULT_KEPT_MAX 400

typedef enum Phase { PHASE_NONE, PHASE_PREPARING, PHASE_PLAYING } Phase;

/// One side of the table.
typedef struct Seat {
    Player *player; // not owned; NULL: not seated yet, or failed
    bool is_ready;
    bool has_failed;
    PlayerFault fault;
    char text[FAULT_KEPT_MAX]; // of the fault
    Clock clock;
} Seat;

struct Referee {
    const Tournament *t;
    RefereeListener listener;
    Phase phase;
    bool has_record; // `record` holds a game that is to be released
    GameRecord record;
    Seat seats[SIDE_NB];
    Adjudicator adjudicator;
    StrBuf lines; // "position ... moves ...": grows with the game
    uint64_t begun_ns;
};

Referee *referee_new(const Tournament *t, const RefereeListener *listener)
{
    Referee *referee = memory_new(1, sizeof *referee);
    referee->t = t;
    referee->listener = *listener;
    strbuf_init(&referee->lines);
    return referee;
}

static void release_record(Referee *referee)
{
    if (referee->has_record) {
        record_release(&referee->record);
        referee->has_record = false;
    }
}

void referee_free(Referee *referee)
{
    if (referee != NULL) {
        release_record(referee);
        strbuf_release(&referee->lines);
        free(referee);
    }
}

static int engine_of(const Referee *referee, Side side)
{
    const Pairing *pairing = &referee->record.pairing;
    return side == SIDE_WHITE ? pairing->white : pairing->black;
}

static const EngineEntry *entry_of(const Referee *referee, Side side)
{
    return &referee->t->engines[engine_of(referee, side)];
}

static Side side_to_move(const Referee *referee)
{
    return (Side)game_position(&referee->record.game)->side;
}

// --- Ends -----------------------------------------------------------------------------------

static void end_game(Referee *referee, Result result, Termination termination)
{
    assert(referee->phase != PHASE_NONE);
    assert(result != RESULT_NONE);
    referee->record.result = result;
    referee->record.termination = termination;
    referee->record.duration_us = (clock_now_ns() - referee->begun_ns) / NS_PER_US;
    referee->phase = PHASE_NONE;
    for (int side = 0; side < SIDE_NB; side++) {
        referee->seats[side].player = NULL;
    }
    referee->listener.on_over(referee->listener.ctx, &referee->record);
}

// A text for the record: one clean line.
static void set_detail(Referee *referee, const char *first, const char *second)
{
    Problem problem;
    problem_set(&problem, STATUS_ILLEGAL, "%s%s", first, second);
    snprintf(referee->record.detail, sizeof referee->record.detail, "%s", problem.text);
}

static Termination termination_of_fault(const Seat *seat)
{
    switch (seat->fault) {
    case PLAYER_NO_UCIOK:
    case PLAYER_OTHER_RULES:
        return TERMINATION_START_FAILED;
    case PLAYER_NO_READYOK:
        return TERMINATION_STALL;
    case PLAYER_NO_BESTMOVE:
        return clock_is_timed(&seat->clock) ? TERMINATION_TIME : TERMINATION_STALL;
    case PLAYER_ENDED:
        return TERMINATION_CRASH;
    }
    assert(!"no such fault");
    return TERMINATION_CRASH;
}

static void lose_by_fault(Referee *referee, Side side)
{
    const Seat *seat = &referee->seats[side];
    char name[QUOTE_MAX];
    snprintf(name, sizeof name, "%.100s: ", entry_of(referee, side)->name);
    set_detail(referee, name, seat->text);
    end_game(referee, result_win_of(side_other(side)), termination_of_fault(seat));
}

static void end_unprepared(Referee *referee)
{
    const Seat *seats = referee->seats;
    if (!seats[SIDE_WHITE].has_failed || !seats[SIDE_BLACK].has_failed) {
        lose_by_fault(referee, seats[SIDE_WHITE].has_failed ? SIDE_WHITE : SIDE_BLACK);
        return;
    }
    char text[PROBLEM_TEXT_MAX];
    snprintf(text, sizeof text, "%.60s: %.160s; %.60s: %.160s", entry_of(referee, SIDE_WHITE)->name,
             seats[SIDE_WHITE].text, entry_of(referee, SIDE_BLACK)->name, seats[SIDE_BLACK].text);
    set_detail(referee, "both engines failed: ", text);
    end_game(referee, RESULT_DRAW, termination_of_fault(&seats[SIDE_WHITE]));
}

// --- Moves ----------------------------------------------------------------------------------

static void begin_lines(Referee *referee)
{
    const Variant *v = referee->record.game.variant;
    const Position *start = game_position(&referee->record.game);
    Position usual = position_start(v);
    char fen[FEN_TEXT_MAX] = "";
    bool is_usual = position_same(start, &usual) && start->quiet == usual.quiet &&
                    start->move_number == usual.move_number;
    if (!is_usual) {
        fen_format(v, start, fen);
    }
    strbuf_clear(&referee->lines);
    command_format_position(fen, strview_from(""), &referee->lines);
    while (referee->lines.size > 0 &&
           strchr(" \n", referee->lines.data[referee->lines.size - 1]) != NULL) {
        strbuf_truncate(&referee->lines, referee->lines.size - 1);
    }
}

static void append_move(Referee *referee, Move move)
{
    char token[MOVE_TEXT_MAX];
    moves_format_wire(referee->record.game.variant, move, token);
    strbuf_append_text(&referee->lines, referee->record.game.ply_nb == 0 ? " moves " : " ");
    strbuf_append_text(&referee->lines, token);
}

static void set_go(GoCommand *go, GoKey key, int64_t value)
{
    go->has[key] = true;
    go->value[key] = value;
}

static GoCommand make_go(const Referee *referee, Side side)
{
    static const GoKey time_keys[SIDE_NB] = {GO_WTIME, GO_BTIME};
    static const GoKey increment_keys[SIDE_NB] = {GO_WINC, GO_BINC};
    GoCommand go = {.infinite = false};
    for (int i = 0; i < SIDE_NB; i++) {
        const Clock *clock = &referee->seats[i].clock;
        if (clock->limit->tc_time_ms >= 0) {
            set_go(&go, time_keys[i], clock_left_ms(clock));
            if (clock->limit->tc_inc_ms > 0) {
                set_go(&go, increment_keys[i], clock->limit->tc_inc_ms);
            }
        }
    }
    const Clock *own = &referee->seats[side].clock;
    const int64_t values[] = {own->period_moves > 0 ? own->period_moves : -1,
                              own->limit->movetime_ms, own->limit->nodes, own->limit->depth};
    static const GoKey keys[] = {GO_MOVESTOGO, GO_MOVETIME, GO_NODES, GO_DEPTH};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        if (values[i] >= 0) {
            set_go(&go, keys[i], values[i]);
        }
    }
    return go;
}

// The next move is asked for by one write: the position with all moves since the start, then go.
static void ask_for_move(Referee *referee)
{
    Side side = side_to_move(referee);
    const Seat *seat = &referee->seats[side];
    if (seat->has_failed) {
        lose_by_fault(referee, side);
        return;
    }
    size_t kept = referee->lines.size;
    GoCommand go = make_go(referee, side);
    strbuf_append_char(&referee->lines, '\n');
    command_format_go(&go, &referee->lines);
    int64_t allowed_us = clock_allowed_us(&seat->clock);
    uint64_t allowed_ns = allowed_us == CLOCK_UNLIMITED
                              ? (uint64_t)referee->t->deadlines.move_ms * 1000 * NS_PER_US
                              : (uint64_t)allowed_us * NS_PER_US;
    player_think(seat->player, strbuf_view(&referee->lines), allowed_ns);
    strbuf_truncate(&referee->lines, kept);
}

static void begin_play(Referee *referee)
{
    referee->phase = PHASE_PLAYING;
    record_stamp(&referee->record);
    referee->begun_ns = clock_now_ns();
    Outcome outcome = referee->record.game.outcome;
    if (outcome.result != RESULT_NONE) { // an opening that is over already
        end_game(referee, outcome.result, TERMINATION_NORMAL);
        return;
    }
    ask_for_move(referee);
}

// --- Events ---------------------------------------------------------------------------------

void referee_begin(Referee *referee, const Pairing *pairing)
{
    assert(referee->phase == PHASE_NONE);
    release_record(referee);
    Position start = schedule_opening(referee->t, pairing);
    record_init(&referee->record, pairing, referee->t->variants[pairing->variant], &start);
    referee->has_record = true;
    record_stamp(&referee->record);
    referee->begun_ns = clock_now_ns();
    referee->phase = PHASE_PREPARING;
    for (int side = 0; side < SIDE_NB; side++) {
        Seat *seat = &referee->seats[side];
        seat->player = NULL;
        seat->is_ready = false;
        seat->has_failed = false;
        clock_init(&seat->clock, &entry_of(referee, (Side)side)->limit);
    }
    adjudicate_init(&referee->adjudicator, &referee->t->adjudication);
    begin_lines(referee);
}

static void check_prepared(Referee *referee)
{
    const Seat *white = &referee->seats[SIDE_WHITE];
    const Seat *black = &referee->seats[SIDE_BLACK];
    if ((!white->is_ready && !white->has_failed) || (!black->is_ready && !black->has_failed)) {
        return; // the other side has its own deadline
    }
    if (white->has_failed || black->has_failed) {
        end_unprepared(referee);
    } else {
        begin_play(referee);
    }
}

void referee_seat(Referee *referee, Side side, Player *player)
{
    assert(referee->phase == PHASE_PREPARING);
    assert(referee->seats[side].player == NULL);
    int variant = referee->record.pairing.variant;
    if ((player_variants(player) >> variant & 1) == 0) {
        char text[FAULT_KEPT_MAX];
        snprintf(text, sizeof text, "it does not play %s any more",
                 referee->t->variants[variant]->name);
        player_kill(player);
        referee_on_fault(referee, side, PLAYER_NO_UCIOK, text);
        return;
    }
    referee->seats[side].player = player;
    player_prepare(player, variant);
}

bool referee_unseat(Referee *referee, Side side)
{
    if (referee->phase != PHASE_PREPARING) {
        return false;
    }
    referee->seats[side].player = NULL;
    referee->seats[side].is_ready = false;
    return true;
}

void referee_drop(Referee *referee)
{
    referee->phase = PHASE_NONE;
}

bool referee_is_running(const Referee *referee)
{
    return referee->phase != PHASE_NONE;
}

const Pairing *referee_pairing(const Referee *referee)
{
    assert(referee->has_record);
    return &referee->record.pairing;
}

void referee_on_ready(Referee *referee, Side side)
{
    if (referee->phase == PHASE_PREPARING) {
        referee->seats[side].is_ready = true;
        check_prepared(referee);
    }
}

static void lose_on_time(Referee *referee, Side side, const PlayerAnswer *answer)
{
    char text[PROBLEM_TEXT_MAX];
    snprintf(text, sizeof text, "bestmove %.*s came after %.3f ms, %.3f ms were left",
             answer->text.size > QUOTE_MAX ? QUOTE_MAX : (int)answer->text.size, answer->text.data,
             (double)answer->elapsed_ns / 1e6,
             (double)clock_allowed_us(&referee->seats[side].clock) / 1e3);
    char name[QUOTE_MAX];
    snprintf(name, sizeof name, "%.100s: ", entry_of(referee, side)->name);
    set_detail(referee, name, text);
    player_kill(referee->seats[side].player);
    end_game(referee, result_win_of(side_other(side)), TERMINATION_TIME);
}

static void lose_by_illegal_move(Referee *referee, Side side, const PlayerAnswer *answer,
                                 const Problem *problem)
{
    char text[PROBLEM_TEXT_MAX];
    snprintf(text, sizeof text, "%.100s sent \"bestmove%s%.*s\": ", entry_of(referee, side)->name,
             answer->text.size > 0 ? " " : "",
             answer->text.size > QUOTE_MAX ? QUOTE_MAX : (int)answer->text.size,
             answer->text.size > 0 ? answer->text.data : "");
    set_detail(referee, text, problem->text);
    player_kill(referee->seats[side].player);
    end_game(referee, result_win_of(side_other(side)), TERMINATION_ILLEGAL_MOVE);
}

static Status read_move(const Referee *referee, const PlayerAnswer *answer, Move *move,
                        Problem *problem)
{
    const Game *game = &referee->record.game;
    if (answer->move.size == 0) {
        return problem_set(problem, STATUS_ILLEGAL, "there is no move in it");
    }
    return moves_parse_legal(game->variant, game_position(game), answer->move, move, problem);
}

void referee_on_answer(Referee *referee, Side side, const PlayerAnswer *answer)
{
    if (referee->phase != PHASE_PLAYING) {
        return;
    }
    assert(side == side_to_move(referee));
    Seat *seat = &referee->seats[side];
    int64_t elapsed_us = (int64_t)(answer->elapsed_ns / NS_PER_US);
    if (!clock_spend(&seat->clock, elapsed_us)) {
        lose_on_time(referee, side, answer);
        return;
    }
    Move move;
    Problem problem;
    if (read_move(referee, answer, &move, &problem) != STATUS_OK) {
        lose_by_illegal_move(referee, side, answer, &problem);
        return;
    }
    append_move(referee, move);
    const PlyRecord ply = {.time_us = (uint64_t)elapsed_us,
                           .score_kind = answer->score_kind,
                           .score = answer->score,
                           .depth = answer->depth,
                           .nodes = answer->nodes};
    if (record_add_ply(&referee->record, move, &ply) !=
        STATUS_OK) { // only at the limit of a game's length
        end_game(referee, RESULT_DRAW, TERMINATION_MAX_PLIES);
        return;
    }
    Outcome outcome = referee->record.game.outcome;
    if (outcome.result != RESULT_NONE) {
        end_game(referee, outcome.result, TERMINATION_NORMAL);
        return;
    }
    Verdict verdict =
        adjudicate_ply(&referee->adjudicator, side, answer->score_kind, answer->score);
    if (verdict.result != RESULT_NONE) {
        end_game(referee, verdict.result, verdict.termination);
        return;
    }
    ask_for_move(referee);
}

void referee_on_fault(Referee *referee, Side side, PlayerFault fault, const char *text)
{
    if (referee->phase == PHASE_NONE) {
        return;
    }
    Seat *seat = &referee->seats[side];
    seat->player = NULL;
    seat->has_failed = true;
    seat->is_ready = false;
    seat->fault = fault;
    snprintf(seat->text, sizeof seat->text, "%s", text);
    if (referee->phase == PHASE_PREPARING) {
        check_prepared(referee);
    } else if (side == side_to_move(referee)) {
        lose_by_fault(referee, side);
    }
}
