// SPDX-License-Identifier: MIT
#ifndef MERELS_PLAY_POOL_H
#define MERELS_PLAY_POOL_H

#include "arbiter/play/referee.h"
#include "arbiter/results/journal.h"

/// Plays the games of a schedule, several at once, and owns all engine processes. First every
/// engine is probed: started once, its variants looked at, the digests it prints compared; a
/// failure there ends the pool before the first game. Then each table takes the next game in order
/// of index. Processes live on between games and are reused; at most two for each table are alive
/// (beside those that are ending), and only POOL_STARTING_MAX start at the same time. One owner; on
/// the loop's thread.

#define POOL_STARTING_MAX 8

typedef enum PoolEnd {
    POOL_DONE,      // every game is played
    POOL_FINISHED,  // pool_finish: some games are left
    POOL_ABANDONED, // pool_abandon or pool_kill
    POOL_UNFIT      // an engine failed the probe
} PoolEnd;

typedef struct PoolListener {
    void *ctx;
    /// Once, before the first game: what the engines said of themselves, one for each. Valid during
    /// the call.
    void (*on_probed)(void *ctx, const EngineIdentity identities[]);
    void (*on_begin)(void *ctx, const Pairing *pairing);
    /// A finished game; valid during the call. pool_abandon may be called in it.
    void (*on_game)(void *ctx, const GameRecord *record);
    void (*on_warning)(void *ctx, int engine, const char *text); // stops nothing
    /// Once: no more games. `text` names engine, phase and reason when an engine is unfit, else "".
    /// Processes may still be ending.
    void (*on_end)(void *ctx, PoolEnd end, const char *text);
    void (*on_closed)(void *ctx); // once, last: all processes are gone
} PoolListener;

typedef struct Pool Pool;

/// table_nb: games at once, from 1. is_finished: one for each game of the schedule, those that are
/// not to be played; must outlive the pool, as `t`. The caller owns it (pool_free). Calls begin
/// with pool_start.
Pool *pool_new(Loop *loop, const Tournament *t, int table_nb, const bool is_finished[],
               const PoolListener *listener);
/// Kills what is left; no call follows.
void pool_free(Pool *pool);

void pool_start(Pool *pool);
/// Starts no more games; ends after the running ones.
void pool_finish(Pool *pool);
/// Drops the running games, which are not recorded, and asks all engines to end. Then, or when it
/// has ended already, nothing.
void pool_abandon(Pool *pool);
/// As pool_abandon, and kills all engines, also those that are ending.
void pool_kill(Pool *pool);

/// Games under way.
int pool_running_nb(const Pool *pool);
/// Lines that the processes of an engine sent out of turn, of those that are gone.
int64_t pool_stray_nb(const Pool *pool, int engine);

#endif
