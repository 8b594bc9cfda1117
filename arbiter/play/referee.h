// SPDX-License-Identifier: MIT
#ifndef MERELS_PLAY_REFEREE_H
#define MERELS_PLAY_REFEREE_H

#include "arbiter/play/player.h"
#include "arbiter/results/record.h"

/// One table: plays one game after another between two players and writes the record. It believes
/// no engine: every move is checked by the rules, and after each move the rules are asked first,
/// then the adjudication. An engine's fault loses its game; the record quotes what it sent. When
/// both engines fail before the first move, nobody has earned the point: a draw. A player that ends
/// while the other side thinks loses when its turn comes (the rules may end the game before that).
/// Events come in through the referee_on_ calls; it owns no process and reads no time but the
/// monotonic clock.

typedef struct RefereeListener {
    void *ctx;
    /// The game is over; its record is valid during the call, in which the next game may begin.
    /// Players that failed are ENDING.
    void (*on_over)(void *ctx, const GameRecord *record);
} RefereeListener;

typedef struct Referee Referee;

/// `t` must outlive it. The caller owns it (referee_free).
Referee *referee_new(const Tournament *t, const RefereeListener *listener);
void referee_free(Referee *referee);

/// A new game; none may be running. Players are seated one by one as they become available.
void referee_begin(Referee *referee, const Pairing *pairing);
/// `player` is IDLE, of the engine that has `side`, and stays the caller's. May end the game (it
/// cannot play the variant).
void referee_seat(Referee *referee, Side side, Player *player);
/// The player of `side` is gone before the game has begun, and another will be seated. False, and
/// nothing is done, when the game has begun or none is being prepared.
bool referee_unseat(Referee *referee, Side side);
/// Drops the running game, if any, without a word.
void referee_drop(Referee *referee);

bool referee_is_running(const Referee *referee);
const Pairing *referee_pairing(const Referee *referee);

/// What the player of `side` reports. A fault may also come before it is seated.
void referee_on_ready(Referee *referee, Side side);
void referee_on_answer(Referee *referee, Side side, const PlayerAnswer *answer);
void referee_on_fault(Referee *referee, Side side, PlayerFault fault, const char *text);

#endif
