// SPDX-License-Identifier: MIT
#include "engine/evaluation/counting.h"

#include <string.h>

#include "engine/evaluation/evaluator.h"
#include "protocol/base/random.h"
#include "protocol/notation/fen.h"
#include "protocol/rules/movegen.h"
#include "protocol/rules/outcome.h"
#include "protocol/rules/variant_json.h"
#include "protocol/rules/variant_set.h"
#include "tests/suite.h"

/// The slow reference: every feature from its sentence in feature.h, point by point, with nothing
/// of the evaluation's code.

typedef struct Board {
    const Variant *v;
    Phase phase[SIDE_NB];
    int of[POINT_MAX]; // 0 empty, 1 White, 2 Black
} Board;

static bool has(Bitboard set, int point)
{
    return (set >> point & 1) != 0;
}

static bool has_step(const Board *board, int point)
{
    for (int to = 0; to < board->v->point_nb; to++) {
        if (has(board->v->neighbours[point], to) && board->of[to] == 0) {
            return true;
        }
    }
    return false;
}

static bool is_beside(const Board *board, int point, int colour)
{
    for (int other = 0; other < board->v->point_nb; other++) {
        if (has(board->v->neighbours[point], other) && board->of[other] == colour) {
            return true;
        }
    }
    return false;
}

/// What a pattern holds, from the side of `colour`.
typedef struct Line {
    int own, enemy, size, spoil_nb;
    int lacking; // the last empty point of it
} Line;

static Line line_of(const Board *board, const Pattern *pattern, int colour)
{
    Line line = {.lacking = POINT_NONE};
    for (int point = 0; point < board->v->point_nb; point++) {
        bool is_own = board->of[point] == colour;
        if (has(pattern->want, point)) {
            line.size++;
            line.own += is_own;
            line.enemy += board->of[point] == 3 - colour;
            line.lacking = board->of[point] == 0 ? point : line.lacking;
        } else if (has(pattern->care, point)) {
            line.spoil_nb += is_own;
        }
    }
    return line;
}

static bool is_in_mill(const Board *board, int point)
{
    for (int i = 0; i < board->v->lines.nb; i++) {
        const Pattern *pattern = &board->v->lines.patterns[i];
        Line line = line_of(board, pattern, board->of[point]);
        if (has(pattern->want, point) && line.own == line.size && line.spoil_nb == 0) {
            return true;
        }
    }
    return false;
}

static void count_open_two(const Board *board, const Pattern *pattern, const Line *line, int colour,
                           int counts[FEATURE_NB], bool closing[POINT_MAX])
{
    const VariantRules *rules = &board->v->rules;
    Phase phase = board->phase[colour - 1];
    Phase other = board->phase[2 - colour];
    bool may_move =
        phase != PHASE_PLACING || rules->place_and_move_mixed || rules->place_mill == MILL_NONE;
    bool closes = phase == PHASE_PLACING && rules->place_mill != MILL_NONE && line->spoil_nb == 0;
    bool swings = false;
    for (int from = 0; from < board->v->point_nb && may_move; from++) {
        bool reaches = phase == PHASE_FLYING || has(board->v->neighbours[line->lacking], from);
        bool unspoils = line->spoil_nb == 0 || (line->spoil_nb == 1 && has(pattern->care, from));
        if (board->of[from] == colour && !has(pattern->want, from) && reaches && unspoils) {
            closes = true;
            swings |= is_in_mill(board, from);
        }
    }
    counts[FEATURE_THREAT] += closes;
    counts[FEATURE_SWING] += swings;
    counts[FEATURE_EXPOSED] +=
        closes && (other != PHASE_MOVING || is_beside(board, line->lacking, 3 - colour));
    counts[FEATURE_HALF] += !closes && line->spoil_nb == 0;
    counts[FEATURE_DEAD] += !closes && line->spoil_nb > 0;
    closing[line->lacking] |= closes;
}

static void count_lines(const Board *board, int colour, int counts[FEATURE_NB])
{
    bool closing[POINT_MAX + 1] = {false};
    int closing_nb = 0;
    for (int i = 0; i < board->v->lines.nb; i++) {
        const Pattern *pattern = &board->v->lines.patterns[i];
        Line line = line_of(board, pattern, colour);
        bool is_clean = line.spoil_nb == 0;
        counts[FEATURE_MILL] += line.own == line.size && is_clean;
        counts[FEATURE_STOPPED] += line.own == line.size - 1 && line.enemy == 1;
        counts[FEATURE_SEED] +=
            line.own >= 1 && line.own < line.size - 1 && line.enemy == 0 && is_clean;
        if (line.own == line.size - 1 && line.enemy == 0) {
            count_open_two(board, pattern, &line, colour, counts, closing);
        }
    }
    for (int point = 0; point < board->v->point_nb; point++) {
        closing_nb += closing[point];
        counts[FEATURE_LOOSE] +=
            board->of[point] == colour && is_in_mill(board, point) && has_step(board, point);
    }
    counts[FEATURE_FORK] = closing_nb > 1 ? closing_nb - 1 : 0;
}

static void count_points(const Board *board, int colour, int counts[FEATURE_NB])
{
    for (int point = 0; point < board->v->point_nb; point++) {
        int degree = 0;
        bool has_helper = false;
        for (int other = 0; other < board->v->point_nb; other++) {
            bool is_neighbour = has(board->v->neighbours[point], other);
            degree += is_neighbour;
            if (board->of[point] == colour && is_neighbour) {
                counts[FEATURE_MOBILITY] += board->of[other] == 0;
                has_helper |= board->of[other] == colour && has_step(board, other);
            }
        }
        if (board->of[point] == colour) {
            counts[FEATURE_MAN]++;
            counts[FEATURE_BLOCKED] += !has_step(board, point);
            counts[FEATURE_TRAPPED] += !has_step(board, point) && !has_helper;
            counts[FEATURE_JUNCTION] += degree >= 3;
            counts[FEATURE_CROSSING] += degree >= 4;
        } else if (board->of[point] == 0) {
            counts[FEATURE_CONTROL] +=
                is_beside(board, point, colour) && !is_beside(board, point, 3 - colour);
        }
    }
}

static void count_slowly(const Variant *v, const Position *pos, Counts *out)
{
    Board board = {.v = v};
    *out = (Counts){0};
    for (int side = 0; side < SIDE_NB; side++) {
        board.phase[side] = pos->hand[side] > 0                    ? PHASE_PLACING
                            : position_can_fly(v, pos, (Side)side) ? PHASE_FLYING
                                                                   : PHASE_MOVING;
        out->phase[side] = board.phase[side];
        for (int point = 0; point < v->point_nb; point++) {
            board.of[point] = has(pos->men[side], point) ? side + 1 : board.of[point];
        }
    }
    for (int side = 0; side < SIDE_NB; side++) {
        int *counts = out->of[side];
        count_points(&board, side + 1, counts);
        if (feature_family(v) != FAMILY_BLOCK) {
            count_lines(&board, side + 1, counts);
        }
        counts[FEATURE_STATE] = 1;
        counts[FEATURE_TURN] = pos->side == side;
        counts[FEATURE_HAND] = pos->hand[side];
        counts[FEATURE_MAN] += pos->hand[side];
        int scarce = v->rules.min_men + 3 - counts[FEATURE_MAN];
        counts[FEATURE_SCARCE] = v->rules.min_men > 0 && scarce > 0 ? scarce : 0;
    }
}

// --- The walks -----------------------------------------------------------------------------------

static void check_position(const Counting *counting, const Counting *plain, const Position *pos,
                           int seen[FEATURE_NB])
{
    const Variant *v = counting->variant;
    Counts counts[2];
    Counts wanted;
    counting_count(counting, pos, &counts[0]);
    counting_count(plain, pos, &counts[1]);
    count_slowly(v, pos, &wanted);
    for (int way = 0; way < 2; way++) {
        for (int side = 0; side < SIDE_NB; side++) {
            CU_ASSERT(counts[way].phase[side] == wanted.phase[side]);
            for (int i = 0; i < FEATURE_NB; i++) {
                int count = counts[way].of[side][i];
                seen[i] += count != 0;
                if (count != wanted.of[side][i]) {
                    char fen[FEN_TEXT_MAX];
                    fen_format(v, pos, fen);
                    CHECK(false, "%s %s, side %d, %s by shape %d: %d, not %d", v->name, fen, side,
                          FEATURE_WORDS[i], way == 0 ? (int)counting->shape : COUNTING_ANY, count,
                          wanted.of[side][i]);
                }
            }
        }
    }
}

static void walk(const Variant *v, int walk_nb, int seen[FEATURE_NB])
{
    static Move moves[MOVE_MAX];
    Random random;
    Counting counting;
    counting_init(&counting, v);
    Counting plain = counting;
    plain.shape = COUNTING_ANY;
    random_init(&random, 11);
    for (int i = 0; i < walk_nb; i++) {
        Position pos = position_start(v);
        for (int ply = 0; ply < 80; ply++) {
            check_position(&counting, &plain, &pos, seen);
            int nb = movegen_legal(v, &pos, moves);
            if (nb == 0 || outcome_of_position(v, &pos).result != RESULT_NONE) {
                break;
            }
            pos = position_play(v, &pos, moves[random_below(&random, (uint64_t)nb)]);
        }
    }
    counting_release(&counting);
}

static void test_walks(void)
{
    VariantSet set;
    int seen[FEATURE_NB] = {0};
    variant_set_init(&set);
    for (int i = 0; i < set.nb; i++) {
        walk(set.items[i], 12, seen);
    }
    variant_set_release(&set);
    for (int i = 0; i < FEATURE_NB; i++) {
        CHECK(seen[i] > 0, "%s was never seen", FEATURE_WORDS[i]);
    }
}

/// Lines of four and five points, which no built-in game has.
static const char BIG[] =
    "{\"name\":\"big\",\"board\":{\"points\":[\"a1\",\"b1\",\"c1\",\"d1\",\"e1\",\"a2\",\"b2\","
    "\"c2\","
    "\"d2\",\"e2\",\"a3\",\"b3\",\"c3\",\"d3\",\"e3\"],\"edges\":[[\"a1\",\"b1\"],[\"b1\",\"c1\"],"
    "[\"c1\",\"d1\"],[\"d1\",\"e1\"],[\"a2\",\"b2\"],[\"b2\",\"c2\"],[\"c2\",\"d2\"],[\"d2\","
    "\"e2\"],"
    "[\"a3\",\"b3\"],[\"b3\",\"c3\"],[\"c3\",\"d3\"],[\"d3\",\"e3\"],[\"a1\",\"a2\"],[\"a2\","
    "\"a3\"],"
    "[\"b1\",\"b2\"],[\"b2\",\"b3\"],[\"c1\",\"c2\"],[\"c2\",\"c3\"],[\"d1\",\"d2\"],[\"d2\","
    "\"d3\"],"
    "[\"e1\",\"e2\"],[\"e2\",\"e3\"]],\"lines\":[[\"a1\",\"b1\",\"c1\",\"d1\"],[\"b2\",\"c2\","
    "\"d2\","
    "\"e2\"],[\"a3\",\"b3\",\"c3\",\"d3\",\"e3\"],[\"a1\",\"a2\",\"a3\"]]},\"line\":{\"kind\":"
    "\"listed\"},\"men\":[5,5],\"place\":{\"mill\":\"remove\"},\"move\":{\"kind\":\"edges\","
    "\"mill\":"
    "\"remove\"},\"remove\":{\"protect\":\"unless_all\"},\"min_men\":3,\"min_counts\":\"no_"
    "reserve\","
    "\"no_place\":\"loss\",\"no_move\":\"loss\"}";

static void test_long_lines(void)
{
    Variant *v;
    Problem problem = {.text = ""};
    int seen[FEATURE_NB] = {0};
    Status status = variant_json_read(strview_from(BIG), "big", &v, &problem);
    CHECK(status == STATUS_OK, "%s", problem.text);
    if (status == STATUS_OK) {
        walk(v, 40, seen);
        CHECK(seen[FEATURE_SEED] > 0 && seen[FEATURE_MILL] > 0, "seeds and mills");
        variant_free(v);
    }
}

static void test_shapes(void)
{
    static const struct {
        const char *variant;
        CountingShape shape;
    } SHAPES[] = {{"nine_mens_morris", COUNTING_24}, {"morabaraba", COUNTING_24},
                  {"tictactoe", COUNTING_24},        {"pong_hau_ki", COUNTING_24},
                  {"dara", COUNTING_LINES},          {"dara_6x5", COUNTING_LINES}};
    VariantSet set;
    variant_set_init(&set);
    for (size_t i = 0; i < sizeof(SHAPES) / sizeof(SHAPES[0]); i++) {
        Counting counting;
        counting_init(&counting, variant_set_find(&set, strview_from(SHAPES[i].variant)));
        CHECK(counting.shape == SHAPES[i].shape, "%s", SHAPES[i].variant);
        counting_release(&counting);
    }
    variant_set_release(&set);
}

/// The score is what the counts and weights say.
static void test_sum(void)
{
    static Move moves[MOVE_MAX];
    VariantSet set;
    Random random;
    variant_set_init(&set);
    random_init(&random, 5);
    for (int i = 0; i < set.nb; i++) {
        const Variant *v = set.items[i];
        Evaluator *evaluator = evaluator_new(v);
        Position pos = position_start(v);
        for (int ply = 0; ply < 60; ply++) {
            int nb = movegen_legal(v, &pos, moves);
            if (nb == 0 || outcome_of_position(v, &pos).result != RESULT_NONE) {
                break;
            }
            pos = position_play(v, &pos, moves[random_below(&random, (uint64_t)nb)]);
            Counts counts;
            int score = 0;
            evaluator_count(evaluator, &pos, &counts);
            int men = counts.of[0][FEATURE_MAN] + counts.of[1][FEATURE_MAN];
            for (int side = 0; side < SIDE_NB; side++) {
                for (int k = 0; k < FEATURE_NB; k++) {
                    int product = evaluator_weights(evaluator, men)->of[counts.phase[side]][k] *
                                  counts.of[side][k];
                    score += side == pos.side ? product : -product;
                }
            }
            CHECK(score == evaluate_position(evaluator, &pos), "%s, ply %d", v->name, ply);
        }
        evaluator_free(evaluator);
    }
    variant_set_release(&set);
}

const TestCase COUNTING_CASES[] = {
    {"shapes", test_shapes},
    {"the slow reference", test_walks},
    {"long lines", test_long_lines},
    {"the sum", test_sum},
    {NULL, NULL},
};
