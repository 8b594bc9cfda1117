// SPDX-License-Identifier: MIT
#include "engine/search/strength.h"

#include <assert.h>
#include <string.h>

#include "engine/search/node.h"
#include "protocol/base/random.h"
#include "protocol/rules/outcome.h"

#define CLEAR_CP 700    // a clear advantage, as good as any greater one
#define WIN_NOW_CP 3000 // a win on the move
#define WIN_CP 1500     // a win that has to be played out ...
#define WIN_STEP_CP 5   // ... for each ply so much less
#define PERCENT 100

/// What makes a level; between two rows everything is in proportion.
typedef struct Level {
    int elo;
    int noise_cp;      // how far a move is misjudged: half of all times less than about 0.8 of it
    int depth_percent; // plies; 250: half of all moves 2 and half of them 3 plies
    int blind_percent; // how often a move is judged without any reply to it
} Level;

static const Level LEVELS[] = {
    {500, 100000, 100, 100}, {535, 2000, 100, 100}, {580, 900, 100, 95}, {630, 500, 100, 80},
    {730, 250, 100, 45},     {835, 160, 110, 28},   {990, 115, 160, 19}, {1085, 90, 200, 12},
    {1265, 70, 250, 8},      {1400, 55, 300, 5},    {1665, 35, 350, 2},  {1795, 28, 400, 1},
    {1900, 20, 400, 0},      {2020, 12, 450, 0},    {2100, 8, 480, 0},
};
#define LEVEL_NB ((int)(sizeof(LEVELS) / sizeof(LEVELS[0])))

static int between(int low, int high, int at, int of)
{
    return low + (high - low) * at / of;
}

static Level level_of(int elo)
{
    assert(elo >= LEVELS[0].elo);
    assert(elo <= LEVELS[LEVEL_NB - 1].elo);
    int i = 1;
    while (LEVELS[i].elo < elo) {
        i++;
    }
    const Level *low = &LEVELS[i - 1];
    const Level *high = &LEVELS[i];
    int at = elo - low->elo;
    int of = high->elo - low->elo;
    return (Level){elo, between(low->noise_cp, high->noise_cp, at, of),
                   between(low->depth_percent, high->depth_percent, at, of),
                   between(low->blind_percent, high->blind_percent, at, of)};
}

/// Every position of a game has its own random numbers, also when it comes back.
static void random_prepare(Random *random, const Task *task)
{
    uint64_t when = (uint64_t)task->root.move_number << 32 | task->root.quiet;
    random_init(random, random_mix(task->settings.seed) ^ task->root.key ^ random_mix(when));
}

static bool random_happens(Random *random, int percent)
{
    return (int)random_below(random, PERCENT) < percent;
}

/// Nearly a normal distribution, from integers alone: -4 * cp to 4 * cp.
static int random_noise(Random *random, int cp)
{
    int64_t sum = 0;
    for (int i = 0; i < 4; i++) {
        sum += (int64_t)random_below(random, 2 * (uint64_t)cp + 1) - cp;
    }
    return (int)sum;
}

/// What the side that moves makes of a score: more than CLEAR_CP is all the same to it, and a win
/// is better than that by a bounded amount.
static int feeling_of(int score)
{
    if (!score_is_mate(score)) {
        return score > CLEAR_CP ? CLEAR_CP : score < -CLEAR_CP ? -CLEAR_CP : score;
    }
    int plies = score_mate_plies(score);
    int felt = plies <= 1 ? WIN_NOW_CP : WIN_CP - WIN_STEP_CP * plies;
    return score > 0 ? felt : -felt;
}

/// A root move with what it seems to be worth.
typedef struct Look {
    Move move;
    int noise_cp;
    int depth; // 0: without any reply
    int felt;
} Look;

static void look_at_itself(Worker *worker, Look *look, Line *line)
{
    const Variant *v = worker->variant;
    const Position *root = &worker->task->root;
    Position next = position_play(v, root, look->move);
    Outcome outcome = outcome_of_position(v, &next);
    int score = 0;
    if (outcome.result == RESULT_NONE) {
        score = -evaluate_position(worker->evaluator, &next);
    } else if (outcome.result != RESULT_DRAW) {
        score =
            outcome.result == result_win_of((Side)root->side) ? SEARCH_MATE - 1 : 1 - SEARCH_MATE;
    }
    (void)worker_enter(worker); // counts it, and looks at the limits
    look->felt = feeling_of(score) + look->noise_cp;
    *line = (Line){.score = score, .depth = 1, .seldepth = 1, .pv_nb = 1, .pv = {look->move}};
}

/// Only what would beat `felt` is searched for; the rest stays a bound.
static void look_at_replies(Worker *worker, Look *look, int felt, Line *line)
{
    int wanted = felt - look->noise_cp;
    bool is_plain = wanted > -CLEAR_CP && wanted < CLEAR_CP;
    Node node = {.pos = &worker->task->root,
                 .depth = look->depth,
                 .alpha = is_plain ? wanted : -SEARCH_INFINITE,
                 .beta = SEARCH_INFINITE,
                 .best = -SEARCH_INFINITE};
    worker->seldepth = 0;
    int score = node_try(worker, &node, look->move, 0);
    look->felt = feeling_of(score) + look->noise_cp;
    node_set_pv(worker, 0, look->move);
    *line = (Line){.score = score,
                   .depth = look->depth,
                   .seldepth = worker->seldepth,
                   .pv_nb = worker->pv_nb[0]};
    memcpy(line->pv, worker->pv[0], (size_t)line->pv_nb * sizeof(line->pv[0]));
}

static int depth_of(const Level *level, const Task *task, Random *random)
{
    int depth = level->depth_percent / PERCENT;
    depth += random_happens(random, level->depth_percent % PERCENT);
    return depth > task->depth_max ? task->depth_max : depth;
}

void strength_play(Worker *worker)
{
    const Task *task = worker->task;
    const Level level = level_of(task->settings.elo);
    Random random;
    random_prepare(&random, task);
    worker_set_reduce(worker, false);
    int depth = depth_of(&level, task, &random);
    Line *best = &worker->lines[0];
    int best_felt = -SEARCH_INFINITE;
    for (int i = 0; i < worker->root_nb; i++) {
        // All draws are made, so that one move's chance does not hang on another's score.
        Look look = {.move = worker->roots[i].move, .depth = depth};
        look.noise_cp = random_noise(&random, level.noise_cp);
        Line line;
        if (random_happens(&random, level.blind_percent)) {
            look_at_itself(worker, &look, &line);
        } else {
            look_at_replies(worker, &look, best_felt, &line);
        }
        if (worker->is_halted) {
            break;
        }
        if (best->pv_nb == 0 || look.felt > best_felt) {
            *best = line;
            best_felt = look.felt;
        }
    }
    worker->nodes_told = UINT64_MAX;
}
