// SPDX-License-Identifier: MIT
#ifndef MERELS_PLAY_PLAYER_H
#define MERELS_PLAY_PLAYER_H

#include "arbiter/tournament.h"
#include "protocol/transport/loop.h"
#include "protocol/wire/reply.h"

/// One engine process as a state machine over its lines. It knows the protocol but no game:
/// positions and moves stay text here. Every phase has one deadline in total, which no output can
/// extend. What an engine says out of turn is harmless and counted. One owner; everything on the
/// loop's thread.
///
/// Its states:
/// - STARTING, until uciok came and the options are sent: then IDLE;
/// - IDLE: player_check and player_prepare make it READYING, player_think THINKING;
/// - READYING until readyok, THINKING until bestmove: then IDLE;
/// - ENDING from any of them by player_quit, player_kill or a fault, until the process is gone:
/// GONE.
typedef enum PlayerState {
    PLAYER_STARTING,
    PLAYER_IDLE,
    PLAYER_READYING,
    PLAYER_THINKING,
    PLAYER_ENDING,
    PLAYER_GONE
} PlayerState;

typedef enum PlayerFault {
    PLAYER_NO_UCIOK,    // none in time, or the process ended before it
    PLAYER_NO_READYOK,  // none in time
    PLAYER_NO_BESTMOVE, // none in time
    PLAYER_ENDED,       // the process ended, though nobody asked it to
    PLAYER_OTHER_RULES  // it printed another digest for a variant of the tournament
} PlayerFault;

/// A bestmove and what the engine said before it. The views are valid during the call.
typedef struct PlayerAnswer {
    StrView move;         // first word behind "bestmove"; empty when missing
    StrView text;         // all behind "bestmove"
    uint64_t elapsed_ns;  // from writing go to its arrival
    ScoreKind score_kind; // of the last info line with a score of the first line of play
    int64_t score;
    int64_t depth, nodes; // -1: not said
} PlayerAnswer;

typedef struct Player Player;

typedef struct PlayerListener {
    void *ctx;
    void (*on_started)(void *ctx); // STARTING is over
    void (*on_ready)(void *ctx);   // readyok
    void (*on_answer)(void *ctx, const PlayerAnswer *answer);
    /// The player is ENDING already and its process is being killed. `text` says what happened,
    /// without the engine's name.
    void (*on_fault)(void *ctx, PlayerFault fault, const char *text);
    /// Exactly once, the last call, from any end: the process is gone and reaped. The owner may
    /// call player_free in it.
    void (*on_gone)(void *ctx);
    void (*on_warning)(void *ctx, const char *text); // stops nothing
} PlayerListener;

/// Starts engine `engine` of the tournament and its handshake. STATUS_IO when no process could be
/// made; no call follows then. `t` must outlive it. On success `*out` is the caller's
/// (player_free).
Status player_start(Loop *loop, const Tournament *t, int engine, const PlayerListener *listener,
                    Player **out, Problem *problem);
/// Kills what still runs. No call follows.
void player_free(Player *player);

PlayerState player_state(const Player *player);
/// Lines and words that came out of turn.
int64_t player_stray_nb(const Player *player);
/// What it said of itself; "" when nothing. Valid as long as the player.
const char *player_id_name(const Player *player);
const char *player_id_author(const Player *player);
/// Was option `index` of the engine's entry sent? Known from IDLE on.
bool player_option_sent(const Player *player, int index);
/// Was the tournament's variant_path sent as VariantPath?
bool player_variant_path_sent(const Player *player);
/// Which variants of the tournament it plays, as a bit set over them. Known from IDLE on.
uint64_t player_variants(const Player *player);

/// IDLE: lets it set every variant of the tournament that it plays, so that it prints their
/// digests; then on_ready. The time for readyok is the deadline once for each variant.
void player_check(Player *player);
/// IDLE: a new game of a variant that it plays; then on_ready.
void player_prepare(Player *player, int variant);
/// IDLE: writes `lines` (position and go) at once; then on_answer. allowed_ns: after that and a
/// short grace, in which an answer that is under way is read, the fault is PLAYER_NO_BESTMOVE.
void player_think(Player *player, StrView lines, uint64_t allowed_ns);

/// Asks it to end (stop, quit, end of input), after `patience_ms` by SIGTERM, after as long again
/// by SIGKILL. Nothing if it is ENDING already.
void player_quit(Player *player, int64_t patience_ms);
/// Ends it and its whole process group at once, also while ENDING.
void player_kill(Player *player);

#endif
