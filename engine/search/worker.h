// SPDX-License-Identifier: MIT
#ifndef MERELS_SEARCH_WORKER_H
#define MERELS_SEARCH_WORKER_H

#include <stdatomic.h>

#include "engine/evaluation/evaluator.h"
#include "engine/search/history.h"
#include "engine/search/past.h"
#include "engine/search/search.h"
#include "engine/search/tt.h"

/// One thread of a search: deepens iteratively over the moves of the root. What all threads share
/// is a Task; what one thread owns is a Worker, made once and used for one search after the other.

#define PLY_MAX SEARCH_PV_MAX // no line is longer, captures beyond the depth included
#define CREDIT_NODES 256      // nodes between two looks at the clock at the most

/// What all threads of one search share. Const while it runs, but for the atomics.
typedef struct Task {
    const Variant *variant;
    const Evaluator *evaluator; // of the variant
    Position root;
    Past past;
    SearchLimits limits; // without searchmoves: `moves` has them
    SearchSettings settings;
    const Table *table;
    const SearchListener *listener;
    Move *moves; // owned; the root moves to consider, at least one
    int move_nb;
    int legal_nb; // of the root, wanted or not
    int depth_max;
    bool reduce; // may moves that promise little be searched less deep, or not at all?
    int64_t start_ns;
    atomic_bool halt;              // every thread ends at its next node
    _Atomic int64_t clock_ns;      // when the clock of this search began to run
    _Atomic int64_t soft_ns;       // TimeBudget.soft_ns, counted from clock_ns and written after it
    _Atomic int64_t hard_ns;       // the point of time when the hard budget ends, or TIME_NONE
    _Atomic int64_t nodes_left;    // not yet granted to a thread
    struct Worker *const *workers; // worker_nb; the first one reports
    int worker_nb;
} Task;

typedef struct RootMove {
    Move move;
    int score; // of the iteration under way; -SEARCH_INFINITE when it is not known to be good
} RootMove;

/// A line to report: the root move at the same index, what it is worth and how play goes on.
typedef struct Line {
    int score;
    SearchBound bound;
    int depth, seldepth;
    int pv_nb; // 0: never searched
    Move pv[SEARCH_PV_MAX];
} Line;

typedef struct Pick {
    int32_t score;
    uint16_t index; // of the move in the order of movegen_legal
} Pick;

typedef struct Worker {
    Task *task;
    const Variant *variant; // of the task, as below: read at every node
    const Table *table;
    const Evaluator *evaluator;
    int id; // 0: the one that reports

    // The node under way.
    uint64_t nodes;
    uint32_t credit;   // nodes granted and not yet visited
    uint32_t grant;    // of nodes, the next time
    int64_t looked_ns; // when the clock was last looked at
    int64_t stall_ns;  // kept in reserve: the longest pause lately, half as long after each search
    bool is_halted;    // values returned from now on mean nothing
    bool reduce;       // see Task
    uint64_t salt;     // of table keys: entries of unreduced proofs are kept apart
    int seldepth;
    uint64_t horizon_nb; // values so far that a deeper search might change
    uint64_t path_nb;    // values so far that depend on the way to the position
    uint64_t keys[PLY_MAX + 1];
    Move killers[PLY_MAX + 1][2];
    int pv_nb[PLY_MAX + 2];
    Move pv[PLY_MAX + 2][SEARCH_PV_MAX]; // [ply]: the best line from there
    History history;
    Move *moves; // owned arena of the moves of all nodes on the path, and their order
    Pick *picks;
    size_t arena_used, arena_size;

    // The root.
    RootMove *roots; // owned; root_nb, the best first
    int root_nb, root_size;
    Line *lines; // owned; line_nb of this iteration, then as many of the one before
    int line_nb, line_size;
    Line candidate;       // found by the pass under way; pv_nb 0: nothing yet
    uint64_t pause_nodes; // a proof is given up when the worker has visited so many
    uint64_t nodes_told;  // of all threads, at the last report

    _Atomic uint64_t nodes_shown; // for other threads
} Worker;

Worker *worker_new(int id);
void worker_free(Worker *worker);

/// Makes the worker ready for a task: memory for its variant, histories empty, root moves in order.
/// Allocates; from the thread that starts the search.
void worker_prepare(Worker *worker, Task *task);

/// May later moves be searched less deep from now on? Entries of both kinds of search are kept
/// apart in the table, and so are those of different variants.
void worker_set_reduce(Worker *worker, bool reduce);

/// Counts one more node. False: the search is over, and `is_halted` says so.
static inline bool worker_enter(Worker *worker);
/// Asks for more credit, looking at the clock; false when there is none.
bool worker_renew(Worker *worker);
/// Nodes visited by all threads of the task; the others' as of their last look at the clock.
uint64_t worker_nodes_of_all(const Worker *worker);

static inline bool worker_enter(Worker *worker)
{
    if (atomic_load_explicit(&worker->task->halt, memory_order_relaxed) ||
        (worker->credit == 0 && !worker_renew(worker))) {
        worker->is_halted = true;
        return false;
    }
    worker->credit--;
    worker->nodes++;
    return true;
}

/// The key of a position in the table. Near the no-progress limit the same men are worth less, so
/// the count goes in.
uint64_t worker_table_key(const Worker *worker, const Position *pos);

#endif
