// SPDX-License-Identifier: MIT
#ifndef MERELS_RULES_VARIANT_H
#define MERELS_RULES_VARIANT_H

#include <stdbool.h>
#include <stdint.h>

#include "protocol/base/status.h"
#include "protocol/rules/bitboard.h"

/// A game as data: VariantSpec is what a file says, Variant what the hot path needs, and
/// variant_compile the only road between them. After compiling a Variant is const and shared by
/// pointer.
///
/// Invariant: point indexes are in ascending order of file, then rank (a1, a2, ..., b1, ...),
/// whatever order the file lists them in, so index order is notation order and one set of rules
/// gives one set of tables.

#define SIDE_NB 2
typedef enum Side { SIDE_WHITE, SIDE_BLACK } Side; // White is the side that begins

static inline Side side_other(Side side)
{
    return side == SIDE_WHITE ? SIDE_BLACK : SIDE_WHITE;
}

#define GRID_MAX 8           // files and ranks
#define VARIANT_NAME_MAX 48  // bytes with the NUL
#define VARIANT_TITLE_MAX 96 // bytes with the NUL
#define VARIANT_ALIAS_MAX 8  // aliases of one variant
#define LINE_MAX 512         // lines, or windows of a run rule, of one board
#define LINES_THROUGH_MAX 64 // lines through one point
#define NARROW_POINT_MAX 32  // points of a board whose sets fit in 32 bits
#define NARROW_LINE_MAX 48   // patterns of one set that the instances for such boards read
#define SMALL_POINT_MAX 9    // points of a board whose answers are tables
#define TAKEN_MAX 7          // men that one turn can take
#define MOVE_MAX 16384       // legal moves of any position of any variant that compiles

typedef enum LineKind { LINE_LISTED, LINE_RUNS } LineKind;
typedef enum MillEffect { MILL_NONE, MILL_WIN, MILL_REMOVE } MillEffect;
typedef enum MoveKind { MOVE_EDGES, MOVE_ANY } MoveKind;
typedef enum CountKind { COUNT_TOTAL, COUNT_BOARD } CountKind; // total: board + hand
typedef enum MinCounts { MIN_NO_RESERVE, MIN_TOTAL } MinCounts;
typedef enum Protect { PROTECT_UNLESS_ALL, PROTECT_NEVER, PROTECT_ALWAYS } Protect;
typedef enum StuckRule { STUCK_LOSS, STUCK_DRAW, STUCK_PASS } StuckRule; // for the stuck side
typedef enum FullBoard { FULL_NONE, FULL_DRAW, FULL_FIRST_LOSES } FullBoard;

// Along a rank, a file, / and \ (bits).
enum { DIRECTION_H = 1, DIRECTION_V = 2, DIRECTION_D = 4, DIRECTION_A = 8 };
#define DIRECTION_NB 4

/// The switches of the rules; rules/variants/README.md explains each key. Same meaning in spec and
/// tables.
typedef struct VariantRules {
    uint8_t men[SIDE_NB]; // in hand at the start
    MillEffect place_mill;
    int place_forbid_run_at_least; // 0: none
    Bitboard place_forbid_points;  // barred for placements
    bool place_and_move_mixed;     // a side with men in hand may also move
    MoveKind move_kind;
    int fly_at; // a side with at most this many men moves anywhere; 0: never
    CountKind fly_counts;
    int move_forbid_run_at_least; // 0: none
    Bitboard move_forbid_points;  // barred as destinations of moves
    MillEffect move_mill;
    bool move_phase;
    Protect protect;
    bool per_mill; // as many removals as mills closed
    bool optional; // a removal may be waived
    bool win_line_not_home;
    int min_men; // 0: no loss by material
    MinCounts min_counts;
    StuckRule no_place;
    StuckRule no_move;
    FullBoard full_board_after_placing;
    int repetition;  // occurrences that draw; 0: none
    int no_progress; // quiet plies that draw; 0: none
    bool house_rule; // the draw limits are ours, not the source's: a remark, no effect on play
} VariantRules;

typedef struct VariantSpec {
    char name[VARIANT_NAME_MAX];   // [a-z0-9_]+
    char title[VARIANT_TITLE_MAX]; // for people; the name when the file gives none
    char source[VARIANT_TITLE_MAX];
    char aliases[VARIANT_ALIAS_MAX][VARIANT_NAME_MAX];
    int alias_nb;
    int point_nb;               // 1 to POINT_MAX
    uint8_t file_of[POINT_MAX]; // 0 = a
    uint8_t rank_of[POINT_MAX]; // 0 = 1
    Bitboard neighbours[POINT_MAX];
    LineKind line_kind;
    int line_nb;
    Bitboard lines[LINE_MAX]; // listed lines, as sets
    int run_length;           // for LINE_RUNS
    unsigned run_directions;  // DIRECTION_ bits
    Bitboard start[SIDE_NB];  // men set up before the first turn
    VariantRules rules;
} VariantSpec;

/// A pattern of own men: it stands when (own & care) == want. For a listed line care == want; for a
/// run of an exact length care also holds the points before and behind it, which must not be own.
typedef struct Pattern {
    Bitboard care;
    Bitboard want;
} Pattern;

typedef struct PatternSet {
    int nb;
    Pattern patterns[LINE_MAX];
    uint8_t through_nb[POINT_MAX];
    uint16_t through[POINT_MAX][LINES_THROUGH_MAX]; // the patterns whose `want` holds the point
} PatternSet;

/// The same patterns for boards of at most 32 points, padded with patterns that never matter (care
/// and want 0), so that a loop of a constant number of turns may read them.
typedef struct NarrowSet {
    uint32_t care[NARROW_LINE_MAX];
    uint32_t want[NARROW_LINE_MAX];
} NarrowSet;

/// The answers themselves for boards of at most SMALL_POINT_MAX points, by the set of own men.
typedef struct SmallSet {
    uint16_t closing[1 << SMALL_POINT_MAX];  // pattern_set_closing
    uint16_t complete[1 << SMALL_POINT_MAX]; // pattern_set_complete
} SmallSet;

/// What a set of patterns is for: the index of its narrow and small forms.
typedef enum PatternUse {
    PATTERN_LINES,
    PATTERN_PLACE_FORBIDDEN,
    PATTERN_MOVE_FORBIDDEN,
    PATTERN_USE_NB
} PatternUse;

/// Move generator instances of one body (movegen_tmpl.h); a board belongs to the first that it
/// fits.
typedef enum SizeClass {
    SIZE_9,        // at most SMALL_POINT_MAX points
    SIZE_16_LINES, // at most NARROW_POINT_MAX points and 16 lines, no forbidden runs
    SIZE_32_LINES, // the same with at most 32 lines
    SIZE_48_LINES, // at most NARROW_POINT_MAX points and 48 patterns of each use
    SIZE_ANY,
    SIZE_NB
} SizeClass;

typedef struct Variant {
    char name[VARIANT_NAME_MAX];
    char title[VARIANT_TITLE_MAX];
    char source[VARIANT_TITLE_MAX];
    char aliases[VARIANT_ALIAS_MAX][VARIANT_NAME_MAX];
    int alias_nb;
    VariantRules rules;
    int point_nb, file_nb, rank_nb; // the grid is file_nb x rank_nb
    uint8_t file_of[POINT_MAX], rank_of[POINT_MAX];
    int8_t point_at[GRID_MAX][GRID_MAX]; // [file][rank], -1 for a hole
    Bitboard points;                     // all points of the board
    Bitboard neighbours[POINT_MAX];
    PatternSet lines;           // mills, or lines that win
    Bitboard home[SIDE_NB];     // the men set up at the start; a line inside it never wins with
                                // win_line_not_home
    PatternSet place_forbidden; // runs that make a placement illegal
    PatternSet move_forbidden;  // runs that make a move illegal
    Bitboard start[SIDE_NB];
    uint8_t men_max[SIDE_NB]; // set up + in hand: no position has more
    int move_max;             // no position has more legal moves; at most MOVE_MAX
    SizeClass size_class;
    uint64_t key_men[SIDE_NB][POINT_MAX]; // hash keys, the same for every variant
    uint64_t key_hand[SIDE_NB][POINT_MAX + 1];
    uint64_t key_side;                // in when Black is to move
    uint64_t digest;                  // of the canonical rules, see variant_json.h
    NarrowSet narrow[PATTERN_USE_NB]; // filled for the three classes of lines
    SmallSet small[PATTERN_USE_NB];   // filled for SIZE_9
} Variant;

/// Checks a spec and derives the tables. `*out` is the caller's (variant_free).
/// STATUS_CONFLICT names the keys that contradict each other (the checks of
/// rules/variants/README.md). `digest` is left 0; variant_json sets it.
Status variant_compile(const VariantSpec *spec, Variant **out, Problem *problem);
void variant_free(Variant *variant);

/// The points outside `own` on which one more own man would complete a pattern of the set. Pure;
/// any thread.
static inline Bitboard pattern_set_closing(const PatternSet *set, Bitboard own)
{
    Bitboard closing = 0;
    for (int i = 0; i < set->nb; i++) {
        // What is missing, or stands where it must not: a single point outside `own` can only be
        // missing.
        Bitboard wrong = (own ^ set->patterns[i].want) & set->patterns[i].care;
        closing |= bitboard_is_single(wrong) ? wrong : 0;
    }
    return closing & ~own;
}

/// The points of `own` that stand in complete patterns of the set. Pure; any thread.
static inline Bitboard pattern_set_complete(const PatternSet *set, Bitboard own)
{
    Bitboard complete = 0;
    for (int i = 0; i < set->nb; i++) {
        const Pattern *pattern = &set->patterns[i];
        complete |= (own & pattern->care) == pattern->want ? pattern->want : 0;
    }
    return complete;
}

/// Does the set `own` hold a complete line? Any thread; pure.
bool variant_has_line(const Variant *v, Bitboard own);
/// The points of `own` that stand in complete lines. Any thread; pure.
Bitboard variant_in_lines(const Variant *v, Bitboard own);

#endif
