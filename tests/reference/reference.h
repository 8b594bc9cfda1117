// SPDX-License-Identifier: MIT
#ifndef MERELS_TESTS_REFERENCE_H
#define MERELS_TESTS_REFERENCE_H

#include <stdbool.h>
#include <stddef.h>

#include "protocol/base/strbuf.h"

/// The rules of all games a second time, to be compared with the first: slow and plain, one array
/// entry for a point, one loop for a sentence of the rule text. It reads the same variant files but
/// shares no code with protocol/rules or protocol/notation; of protocol/ it uses texts and the JSON
/// tree only. Points keep the order of the file.

#define REFERENCE_POINT_MAX 64
#define REFERENCE_LINE_MAX 512
#define REFERENCE_GRID_MAX 8
#define REFERENCE_TAKEN_MAX 7
#define REFERENCE_TOKEN_MAX 32 // bytes of a move's text with the NUL

// What stands on a point, and whose turn it is.
enum { REFERENCE_EMPTY, REFERENCE_WHITE, REFERENCE_BLACK };

typedef enum ReferenceMill {
    REFERENCE_MILL_NONE,
    REFERENCE_MILL_WIN,
    REFERENCE_MILL_REMOVE
} ReferenceMill;
typedef enum ReferenceProtect {
    REFERENCE_UNLESS_ALL,
    REFERENCE_NEVER,
    REFERENCE_ALWAYS
} ReferenceProtect;
typedef enum ReferenceStuck { REFERENCE_LOSS, REFERENCE_DRAW, REFERENCE_PASS } ReferenceStuck;
typedef enum ReferenceFull {
    REFERENCE_FULL_NONE,
    REFERENCE_FULL_DRAW,
    REFERENCE_FULL_FIRST_LOSES
} ReferenceFull;

/// What holds for placing, or for moving.
typedef struct ReferencePhase {
    ReferenceMill mill;
    int forbid_run_at_least; // 0: none
    bool is_forbidden[REFERENCE_POINT_MAX];
} ReferencePhase;

/// A variant file, key for key.
typedef struct ReferenceVariant {
    int point_nb;
    char name[REFERENCE_POINT_MAX][3]; // of each point
    int file[REFERENCE_POINT_MAX];     // 0 = a
    int rank[REFERENCE_POINT_MAX];     // 0 = 1
    int point_at[REFERENCE_GRID_MAX][REFERENCE_GRID_MAX]; // [file][rank], -1 where there is none
    int file_nb, rank_nb;
    bool is_joined[REFERENCE_POINT_MAX][REFERENCE_POINT_MAX];
    bool has_runs; // else listed lines
    int line_nb;
    int line_size[REFERENCE_LINE_MAX];
    int line[REFERENCE_LINE_MAX][REFERENCE_POINT_MAX];
    int run_length;
    bool has_direction[4]; // h, v, d, a
    int men[3];            // in hand at the start, by side
    int start[REFERENCE_POINT_MAX];
    bool is_mixed;
    bool moves_anywhere; // move.kind is any
    int fly_at;
    bool fly_counts_board; // else board and hand
    bool has_move_phase;
    ReferencePhase place;
    ReferencePhase move;
    ReferenceProtect protect;
    bool per_mill;
    bool optional;
    bool line_not_home;
    int min_men;
    bool min_counts_total;
    ReferenceStuck no_place;
    ReferenceStuck no_move;
    ReferenceFull full_board;
    int repetition;
    int no_progress;
} ReferenceVariant;

/// How the present position came about, as far as lines are concerned.
typedef enum ReferencePly {
    REFERENCE_PLY_UNKNOWN,
    REFERENCE_PLY_PLACED,
    REFERENCE_PLY_MOVED
} ReferencePly;

typedef struct ReferencePosition {
    int board[REFERENCE_POINT_MAX];
    int hand[3]; // by side
    int side;    // to move
    long quiet;
    long move_number;
    ReferencePly last; // unknown in a position that was set up, and after a pass
} ReferencePosition;

typedef struct ReferenceMove {
    bool is_pass;
    int from; // -1 for a placement
    int to;
    int taken_nb;
    int taken[REFERENCE_TAKEN_MAX];
    char token[REFERENCE_TOKEN_MAX];
} ReferenceMove;

typedef struct ReferenceMoves {
    ReferenceMove *items; // owned
    size_t nb;
    size_t capacity;
} ReferenceMoves;

/// All positions of a game. One owner.
typedef struct ReferenceGame {
    const ReferenceVariant *variant; // not owned
    ReferencePosition *positions;    // owned; the first to the present one
    size_t nb;
    size_t capacity;
} ReferenceGame;

/// "1-0", "0-1", "1/2-1/2" or "*", and the reason's word ("none" for "*"). Static texts.
typedef struct ReferenceOutcome {
    const char *result;
    const char *reason;
} ReferenceOutcome;

/// Reads a variant file's text; false when it is not understood. Meant for files that the first
/// implementation has accepted: it does not look for every contradiction.
bool reference_read(StrView text, ReferenceVariant *out);

ReferencePosition reference_start(const ReferenceVariant *v);

/// All legal moves by the rules of the turn, whether the game is over or not; a forced pass is one.
/// `out` is emptied first.
void reference_legal(const ReferenceVariant *v, const ReferencePosition *pos, ReferenceMoves *out);
void reference_moves_release(ReferenceMoves *moves);

/// The position after a legal move.
ReferencePosition reference_play(const ReferenceVariant *v, const ReferencePosition *pos,
                                 const ReferenceMove *move);

/// Reads a position's text in its whole form, hands in brackets included; false when it is not one.
bool reference_set_up(const ReferenceVariant *v, const char *fen, ReferencePosition *out);
/// Appends the position's text.
void reference_fen(const ReferenceVariant *v, const ReferencePosition *pos, StrBuf *out);

/// How many lines of its owner's men the man on `point` completes.
int reference_mills_through(const ReferenceVariant *v, const int board[], int point);
/// Does the man on `point` stand in a row of `size` or more of its owner's men, in a direction of
/// the variant?
bool reference_has_run(const ReferenceVariant *v, const int board[], int point, int size);
/// Which men of `side` may be taken next by the protection rule. out: one for each point.
void reference_removable(const ReferenceVariant *v, const int board[], int side, bool out[]);
/// Does `side` have a line that wins?
bool reference_has_winning_line(const ReferenceVariant *v, const int board[], int side);

void reference_game_init(ReferenceGame *game, const ReferenceVariant *v,
                         const ReferencePosition *first);
void reference_game_release(ReferenceGame *game);
const ReferencePosition *reference_game_position(const ReferenceGame *game);
/// Plays the legal move with this token; false when there is none or the game is over.
bool reference_game_play(ReferenceGame *game, const char *token);
/// How often the present position has occurred, itself included.
int reference_game_occurrences(const ReferenceGame *game);
ReferenceOutcome reference_game_outcome(const ReferenceGame *game);

static inline int reference_other(int side)
{
    return side == REFERENCE_WHITE ? REFERENCE_BLACK : REFERENCE_WHITE;
}

#endif
