// SPDX-License-Identifier: MIT
#ifndef MERELS_SEARCH_SEARCH_H
#define MERELS_SEARCH_SEARCH_H

#include <stdbool.h>
#include <stdint.h>

#include "protocol/base/status.h"
#include "protocol/rules/game.h"

/// The searcher of one client: its threads, its transposition table, one search at a time. It
/// reports values to a listener and prints nothing. Depends on engine/evaluation and
/// protocol/rules.

typedef struct Search Search;

#define SEARCH_DEPTH_MAX 120
#define SEARCH_PV_MAX 128
#define SEARCH_MULTIPV_MAX 256
#define SEARCH_THREADS_MAX 256
#define SEARCH_HASH_MB_MAX 1048576

/// Scores are centipawn-like for the side to move; +-(SEARCH_MATE - plies) is a proven win or loss
/// in that many plies.
#define SEARCH_MATE 32000
#define SEARCH_MATE_MIN (SEARCH_MATE - 1000) // from here on: a proven win
#define SEARCH_INFINITE 32001

typedef enum SearchBound { SEARCH_EXACT, SEARCH_LOWER, SEARCH_UPPER } SearchBound;

/// What one search may use. Absent values are -1; zero or negative ones that were given are passed
/// as 0.
typedef struct SearchLimits {
    int64_t time_ms, inc_ms; // the clock of the side to move
    int64_t moves_to_go;     // absent: sudden death
    int64_t movetime_ms;
    int64_t depth_plies;
    int64_t nodes;           // in all, over all threads
    int64_t mate_moves;      // stop when a win in that many moves (or fewer) is proven
    bool infinite, ponder;   // only these wait for search_stop (ponder: or search_ponderhit)
    bool now;                // some limit was at or below zero: a legal move within 20 ms
    const Move *searchmoves; // root moves to consider (legal, distinct); copied; 0: all
    int searchmoves_nb;
} SearchLimits;

typedef struct SearchInfo {
    int depth, seldepth; // plies
    int multipv;         // from 1
    int score;           // for the side to move, see SEARCH_MATE
    SearchBound bound;
    uint64_t nodes, tbhits;
    uint64_t time_ns;
    int hashfull_permille;
    int wdl[3];     // per mille: win, draw, loss for the side to move
    const Move *pv; // legal moves from the root position; at least one unless the game is over
    int pv_nb;
} SearchInfo;

/// What is known of the root for certain: told in place of a search.
typedef struct SearchKnown {
    const SearchInfo *lines; // the best first; each with at least one move; time_ns is filled in
    int line_nb;             // at least 1
} SearchKnown;

/// Settings in force for the next search.
typedef struct SearchSettings {
    int threads;
    int multipv;
    int64_t move_overhead_ms;
    int elo; // weaker on purpose, STRENGTH_LEAST to STRENGTH_MOST, with one thread and one line;
             // 0: full strength
    bool analyse; // UCI_AnalyseMode
    bool hardest; // among equals the move that is hardest for the opponent; not with `infinite`
    uint64_t seed;
    const SearchKnown *known; // NULL: nothing; not owned, unchanged until on_best has returned
} SearchSettings;

typedef struct SearchListener {
    void *ctx;
    /// From the search's thread, in order: one for each line of each finished iteration, the last
    /// complete statistics before on_best at the latest.
    void (*on_info)(void *ctx, const SearchInfo *info);
    /// Exactly once for each search_start, from the search's thread, after the last on_info. best
    /// is MOVE_NONE when the game is over (score: -SEARCH_MATE lost, SEARCH_MATE won, 0 drawn,
    /// reported by on_info with depth 0 before); ponder is MOVE_NONE when unknown.
    void (*on_best)(void *ctx, Move best, Move ponder);
} SearchListener;

/// A searcher without hash memory yet: the table (16 MiB, or what search_set_hash asked for) is
/// made by the first search.
Search *search_new(const SearchListener *listener);
/// Stops, waits, frees.
void search_free(Search *search);

/// Idle only. STATUS_MEMORY: the old table stays. Clears it otherwise.
Status search_set_hash(Search *search, int megabytes, Problem *problem);
/// Idle only: forget everything, as after search_new.
void search_clear(Search *search);

/// Idle only. Starts searching the last position of `game` (copied, with its history) and returns
/// at once. Limits without any bound get one second. With `now`, and when the system has no thread
/// left, the move is told before it returns, from this thread.
void search_start(Search *search, const Game *game, const SearchLimits *limits,
                  const SearchSettings *settings);
/// Any thread; at once. Ends the search under way if there is one; nothing is remembered for a
/// later one.
void search_stop(Search *search);
/// Any thread: a ponder search becomes a timed one, its clock starting now.
void search_ponderhit(Search *search);
/// Waits until on_best of the search under way has returned; at once when idle. Not from the
/// search's thread.
void search_wait(Search *search);
bool search_is_running(const Search *search);

#endif
