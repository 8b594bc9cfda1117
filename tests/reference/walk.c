// SPDX-License-Identifier: MIT
#include "tests/reference/walk.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "protocol/base/memory.h"
#include "protocol/notation/fen.h"
#include "protocol/notation/moves.h"
#include "protocol/notation/points.h"
#include "protocol/rules/movegen.h"
#include "protocol/rules/perft.h"
#include "tests/reference/walk_position.h"

#define PERFT_MOVE_MAX 40 // positions with more moves are not counted two plies deep

typedef struct Walk {
    const Variant *v;
    const ReferenceVariant *r;
    Game fast;
    ReferenceGame slow;
    Move *fast_moves; // owned; room for move_max
    Move *any_moves;  // owned; the same by the instance for any size
    int fast_nb;
    ReferenceMoves slow_moves;
    int point_of[REFERENCE_POINT_MAX]; // index in the variant of each point of the reference
    Random random;
    uint64_t seed;
    WalkStyle style;
    StrBuf history; // first position and all moves, as one types them
    bool differs;
} Walk;

/// Says what differs and how to come there.
__attribute__((format(printf, 2, 3))) static void report(Walk *walk, const char *format, ...)
{
    walk->differs = true;
    char fen[FEN_TEXT_MAX];
    fen_format(walk->v, game_position(&walk->fast), fen);
    fprintf(stderr, "DIFFERENCE in %s (seed %llu) at %s\n  ", walk->v->name,
            (unsigned long long)walk->seed, fen);
    va_list arguments;
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fprintf(stderr, "\n  position %s\n", walk->history.data);
}

// --- Comparing ---------------------------------------------------------------------------------

static void compare_position(Walk *walk)
{
    const Position *pos = game_position(&walk->fast);
    char fast[FEN_TEXT_MAX];
    fen_format(walk->v, pos, fast);
    StrBuf slow;
    strbuf_init(&slow);
    reference_fen(walk->r, reference_game_position(&walk->slow), &slow);
    if (strcmp(fast, slow.data) != 0) {
        report(walk, "position: the reference has %s", slow.data);
    }
    if (pos->key != position_key(walk->v, pos)) {
        report(walk, "the key is not the one computed from nothing");
    }
    Position back;
    Problem problem = {0};
    if (fen_parse(walk->v, strbuf_view(&slow), &back, &problem) != STATUS_OK) {
        report(walk, "fen_parse: %s", problem.text);
    } else if (!position_same(pos, &back) || back.key != pos->key || back.quiet != pos->quiet ||
               back.move_number != pos->move_number) {
        report(walk, "fen_parse reads another position");
    }
    strbuf_release(&slow);
}

static void compare_outcome(Walk *walk)
{
    ReferenceOutcome slow = reference_game_outcome(&walk->slow);
    Outcome fast = walk->fast.outcome;
    if (strcmp(result_text(fast.result), slow.result) != 0 ||
        strcmp(reason_text(fast.reason), slow.reason) != 0) {
        report(walk, "outcome: %s %s, the reference says %s %s", result_text(fast.result),
               reason_text(fast.reason), slow.result, slow.reason);
    }
    int occurrences = reference_game_occurrences(&walk->slow);
    if (game_occurrences(&walk->fast) != occurrences) {
        report(walk, "occurrences: %d, the reference counts %d", game_occurrences(&walk->fast),
               occurrences);
    }
}

static int compare_texts(const void *a, const void *b)
{
    return strcmp(a, b);
}

/// The moves that only one side has.
static void report_moves(Walk *walk, char (*fast)[REFERENCE_TOKEN_MAX], int fast_nb,
                         char (*slow)[REFERENCE_TOKEN_MAX], int slow_nb)
{
    StrBuf text;
    strbuf_init(&text);
    for (int i = 0; i < fast_nb; i++) {
        if (bsearch(fast[i], slow, (size_t)slow_nb, sizeof *slow, compare_texts) == NULL) {
            strbuf_appendf(&text, " +%s", fast[i]);
        }
    }
    for (int i = 0; i < slow_nb; i++) {
        if (bsearch(slow[i], fast, (size_t)fast_nb, sizeof *fast, compare_texts) == NULL) {
            strbuf_appendf(&text, " -%s", slow[i]);
        }
    }
    report(walk, "moves: %d, the reference has %d (too many +, missing -):%s", fast_nb, slow_nb,
           text.data);
    strbuf_release(&text);
}

static void compare_moves(Walk *walk)
{
    const Position *pos = game_position(&walk->fast);
    int fast_nb = movegen_legal(walk->v, pos, walk->fast_moves);
    walk->fast_nb = fast_nb;
    reference_legal(walk->r, reference_game_position(&walk->slow), &walk->slow_moves);
    int slow_nb = (int)walk->slow_moves.nb;
    char(*fast)[REFERENCE_TOKEN_MAX] = memory_new((size_t)fast_nb, sizeof *fast);
    char(*slow)[REFERENCE_TOKEN_MAX] = memory_new((size_t)slow_nb, sizeof *slow);
    for (int i = 0; i < fast_nb; i++) {
        moves_format_wire(walk->v, walk->fast_moves[i], fast[i]);
    }
    for (int i = 0; i < slow_nb; i++) {
        memcpy(slow[i], walk->slow_moves.items[i].token, sizeof *slow);
    }
    qsort(fast, (size_t)fast_nb, sizeof *fast, compare_texts);
    qsort(slow, (size_t)slow_nb, sizeof *slow, compare_texts);
    bool is_same = fast_nb == slow_nb;
    for (int i = 0; is_same && i < fast_nb; i++) {
        is_same = strcmp(fast[i], slow[i]) == 0;
    }
    if (!is_same) {
        report_moves(walk, fast, fast_nb, slow, slow_nb);
    }
    free(fast);
    free(slow);
}

/// The other ways to ask for the same moves.
static void compare_counts(Walk *walk)
{
    const Position *pos = game_position(&walk->fast);
    int nb = walk->fast_nb;
    if (movegen_count(walk->v, pos) != nb || movegen_count_any_size(walk->v, pos) != nb) {
        report(walk, "movegen_count: %d and %d, not %d", movegen_count(walk->v, pos),
               movegen_count_any_size(walk->v, pos), nb);
    }
    int any_nb = movegen_legal_any_size(walk->v, pos, walk->any_moves);
    if (any_nb != nb || memcmp(walk->any_moves, walk->fast_moves, (size_t)nb * sizeof(Move)) != 0) {
        report(walk, "the instances differ");
    }
    bool is_over = walk->fast.outcome.result != RESULT_NONE;
    if (game_legal(&walk->fast, walk->any_moves) != (is_over ? 0 : nb)) {
        report(walk, "game_legal does not give the %d moves of the position", nb);
    }
}

static bool is_slow_legal(const Walk *walk, const char *token)
{
    for (size_t i = 0; i < walk->slow_moves.nb; i++) {
        if (strcmp(walk->slow_moves.items[i].token, token) == 0) {
            return true;
        }
    }
    return false;
}

/// A legal move reads back as itself; a move made up of random points is legal only if the
/// reference says so.
static void compare_texts_of_moves(Walk *walk)
{
    const Position *pos = game_position(&walk->fast);
    char token[MOVE_TEXT_MAX];
    Move back = MOVE_NONE;
    if (walk->fast_nb > 0) {
        Move move = walk->fast_moves[random_below(&walk->random, (uint64_t)walk->fast_nb)];
        moves_format_wire(walk->v, move, token);
        if (moves_parse(walk->v, strview_from(token), &back, NULL) != STATUS_OK || back != move ||
            !movegen_is_legal(walk->v, pos, move)) {
            report(walk, "moves_parse or movegen_is_legal refuses %s", token);
        }
    }
    uint64_t point_nb = (uint64_t)walk->v->point_nb;
    Move move = move_make(random_below(&walk->random, 2) == 0
                              ? POINT_NONE
                              : (int)random_below(&walk->random, point_nb),
                          (int)random_below(&walk->random, point_nb));
    if (random_below(&walk->random, 2) == 0) {
        move = move_with_taken(move, 0, (int)random_below(&walk->random, point_nb));
    }
    moves_format_wire(walk->v, move, token);
    Problem problem = {0};
    Status status = moves_parse_legal(walk->v, pos, strview_from(token), &back, &problem);
    bool is_legal = is_slow_legal(walk, token);
    if (movegen_is_legal(walk->v, pos, move) != is_legal || (status == STATUS_OK) != is_legal) {
        report(walk, "%s is %s by the reference; moves_parse_legal: %s", token,
               is_legal ? "legal" : "illegal", problem.text);
    }
}

/// The sets that the move generator offers to a search.
static void compare_sets(Walk *walk)
{
    const Position *pos = game_position(&walk->fast);
    int board[REFERENCE_POINT_MAX];
    memcpy(board, reference_game_position(&walk->slow)->board, sizeof board);
    for (int side = REFERENCE_WHITE; side <= REFERENCE_BLACK; side++) {
        bool removable[REFERENCE_POINT_MAX];
        reference_removable(walk->r, board, side, removable);
        Bitboard closing = 0;
        Bitboard taken = 0;
        for (int point = 0; point < walk->r->point_nb; point++) {
            Bitboard bit = bitboard_of(walk->point_of[point]);
            if (board[point] == REFERENCE_EMPTY) {
                board[point] = side;
                closing |= reference_mills_through(walk->r, board, point) > 0 ? bit : 0;
                board[point] = REFERENCE_EMPTY;
            }
            taken |= removable[point] ? bit : 0;
        }
        Side fast_side = side == REFERENCE_WHITE ? SIDE_WHITE : SIDE_BLACK;
        Bitboard own = pos->men[fast_side];
        if (movegen_closing_points(walk->v, own, position_empty(walk->v, pos)) != closing) {
            report(walk, "movegen_closing_points differs for side %d", fast_side);
        }
        if (movegen_removable(walk->v, pos, fast_side) != taken) {
            report(walk, "movegen_removable differs for side %d", fast_side);
        }
    }
}

static uint64_t slow_perft_2(const ReferenceVariant *r, const ReferencePosition *pos)
{
    ReferenceVariant endless = *r; // perft ignores the draws of the game's history
    endless.repetition = 0;
    endless.no_progress = 0;
    uint64_t nb = 0;
    ReferenceMoves moves = {NULL, 0, 0};
    ReferenceMoves replies = {NULL, 0, 0};
    reference_legal(r, pos, &moves);
    for (size_t i = 0; i < moves.nb; i++) {
        ReferencePosition next = reference_play(r, pos, &moves.items[i]);
        ReferenceGame game;
        reference_game_init(&game, &endless, &next);
        if (strcmp(reference_game_outcome(&game).result, "*") == 0) {
            reference_legal(r, &next, &replies);
            nb += replies.nb;
        }
        reference_game_release(&game);
    }
    reference_moves_release(&moves);
    reference_moves_release(&replies);
    return nb;
}

static void compare_perft(Walk *walk)
{
    if (walk->fast.outcome.result != RESULT_NONE || walk->fast_nb > PERFT_MOVE_MAX) {
        return;
    }
    uint64_t fast = perft_count(walk->v, game_position(&walk->fast), 2, NULL);
    uint64_t slow = slow_perft_2(walk->r, reference_game_position(&walk->slow));
    if (fast != slow) {
        report(walk, "perft 2: %llu, the reference counts %llu", (unsigned long long)fast,
               (unsigned long long)slow);
    }
}

/// After the end nothing is legal, whatever the position would allow.
static void compare_end(Walk *walk)
{
    if (walk->slow_moves.nb == 0 || walk->fast_nb == 0) {
        return;
    }
    if (game_play(&walk->fast, walk->fast_moves[0]) != STATUS_ILLEGAL) {
        report(walk, "a move after the end was played");
    }
    if (reference_game_play(&walk->slow, walk->slow_moves.items[0].token)) {
        report(walk, "the reference played a move after the end");
    }
}

static void compare_all(Walk *walk)
{
    compare_position(walk);
    compare_outcome(walk);
    compare_moves(walk);
    if (!walk->differs) {
        compare_counts(walk);
        compare_texts_of_moves(walk);
        if (random_below(&walk->random, 4) == 0) {
            compare_sets(walk);
        }
        if (random_below(&walk->random, 32) == 0) {
            compare_perft(walk);
        }
    }
}

// --- Playing -----------------------------------------------------------------------------------

/// A move that goes back where the side's last move came from, or NULL.
static const ReferenceMove *find_way_back(const Walk *walk)
{
    if (walk->fast.ply_nb < 2) {
        return NULL;
    }
    Move last = walk->fast.moves[walk->fast.ply_nb - 2];
    if (last == MOVE_PASS || move_from(last) == POINT_NONE) {
        return NULL;
    }
    char token[MOVE_TEXT_MAX];
    moves_format_wire(walk->v, move_make(move_to(last), move_from(last)), token);
    for (size_t i = 0; i < walk->slow_moves.nb; i++) {
        if (strcmp(walk->slow_moves.items[i].token, token) == 0) {
            return &walk->slow_moves.items[i];
        }
    }
    return NULL;
}

static const ReferenceMove *choose_move(Walk *walk)
{
    if (walk->style == WALK_SHUFFLING && random_below(&walk->random, 10) < 8) {
        const ReferenceMove *back = find_way_back(walk);
        if (back != NULL) {
            return back;
        }
    }
    const ReferenceMoves *moves = &walk->slow_moves;
    const ReferenceMove *best = &moves->items[random_below(&walk->random, moves->nb)];
    if (walk->style == WALK_TAKING || walk->style == WALK_SPARING) {
        // The first of the best behind a random one.
        size_t start = random_below(&walk->random, moves->nb);
        for (size_t i = 0; i < moves->nb; i++) {
            const ReferenceMove *move = &moves->items[(start + i) % moves->nb];
            int more = move->taken_nb - best->taken_nb;
            if (walk->style == WALK_TAKING ? more > 0 : more < 0) {
                best = move;
            }
        }
    }
    return best;
}

static void play_one(Walk *walk, WalkTally *tally)
{
    const ReferenceMove *chosen = choose_move(walk);
    char token[REFERENCE_TOKEN_MAX];
    memcpy(token, chosen->token, sizeof token);
    tally->ply_nb++;
    tally->pass_nb += chosen->is_pass;
    tally->move_nb += walk->fast_nb;
    for (size_t i = 0; i < walk->slow_moves.nb; i++) {
        tally->taking_nb[walk->slow_moves.items[i].taken_nb]++;
    }
    Move move = MOVE_NONE;
    if (moves_parse(walk->v, strview_from(token), &move, NULL) != STATUS_OK ||
        game_play(&walk->fast, move) != STATUS_OK) {
        report(walk, "%s is refused", token);
        return;
    }
    strbuf_appendf(&walk->history, " %s", token);
    if (!reference_game_play(&walk->slow, token)) {
        report(walk, "%s is refused by the reference", token);
    }
}

static bool start_walk(Walk *walk, bool from_start)
{
    for (int point = 0; point < walk->r->point_nb; point++) {
        walk->point_of[point] = points_parse(walk->v, strview_from(walk->r->name[point]));
    }
    ReferencePosition first = from_start ? reference_start(walk->r)
                                         : walk_position(walk->r, &walk->random);
    reference_game_init(&walk->slow, walk->r, &first);
    reference_fen(walk->r, &first, &walk->history);
    Position pos = position_start(walk->v);
    Problem problem = {0};
    if (!from_start &&
        fen_parse(walk->v, strbuf_view(&walk->history), &pos, &problem) != STATUS_OK) {
        fprintf(stderr, "DIFFERENCE in %s: fen_parse refuses %s: %s\n", walk->v->name,
                walk->history.data, problem.text);
        walk->differs = true;
    }
    strbuf_append_text(&walk->history, " moves");
    game_init_from(&walk->fast, walk->v, &pos);
    return !walk->differs;
}

bool walk_play(const Variant *v, const ReferenceVariant *r, uint64_t seed, bool from_start,
               int ply_max, WalkTally *tally)
{
    Walk walk = {.v = v, .r = r, .seed = seed};
    random_init(&walk.random, seed);
    walk.style = (WalkStyle)random_below(&walk.random, WALK_STYLE_NB);
    walk.fast_moves = memory_new((size_t)v->move_max, sizeof(Move));
    walk.any_moves = memory_new((size_t)v->move_max, sizeof(Move));
    strbuf_init(&walk.history);
    bool is_over = !start_walk(&walk, from_start);
    for (int ply = 0; !is_over; ply++) {
        compare_all(&walk);
        is_over = walk.fast.outcome.result != RESULT_NONE || ply == ply_max;
        if (!walk.differs && walk.fast.outcome.result != RESULT_NONE) {
            compare_end(&walk);
        } else if (!walk.differs && !is_over) {
            play_one(&walk, tally);
        }
        is_over = is_over || walk.differs;
    }
    tally->game_nb++;
    tally->reason_nb[walk.fast.outcome.reason]++;
    tally->difference_nb += walk.differs;
    game_release(&walk.fast);
    reference_game_release(&walk.slow);
    reference_moves_release(&walk.slow_moves);
    strbuf_release(&walk.history);
    free(walk.fast_moves);
    free(walk.any_moves);
    return !walk.differs;
}
