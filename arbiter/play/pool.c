// SPDX-License-Identifier: MIT
#include "arbiter/play/pool.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "protocol/base/memory.h"

#define WARNINGS_MAX 8 // of one engine; the rest is dropped
#define ABANDON_PATIENCE_MAX_MS                                                                    \
    1000 // an interrupted run ends within seconds, whatever quit_ms says
#define POOL_TEXT_MAX 512

typedef enum Stage { STAGE_NEW, STAGE_PROBING, STAGE_PLAYING, STAGE_ENDING } Stage;

typedef struct Table Table;

/// One engine process and what it is used for.
typedef struct Worker {
    Pool *pool;
    Player *player;
    int engine;
    bool is_probing;
    Table *table;   // NULL: none
    Side side;      // at the table
    bool is_reused; // it has been through the probe or a game before this one
    uint64_t used;  // when it was used last, in turns of the pool
} Worker;

struct Table {
    Pool *pool;
    Referee *referee;
    bool wants[SIDE_NB]; // a player is still to be found
};

/// What is known of an engine beyond one process.
typedef struct PoolEngine {
    char *id_name, *id_author; // owned; NULL before the probe
    EngineOption *options;     // owned, the texts are the tournament's: as sent
    int option_nb;
    int warning_nb;
    int64_t stray_nb;
} PoolEngine;

struct Pool {
    Loop *loop;
    const Tournament *t;
    const bool *is_finished;
    PoolListener listener;
    Stage stage;
    bool is_finishing;
    bool is_pumping, pump_again;
    bool is_closed;
    int probe_next, probed_nb;
    int64_t game_next, game_nb;
    Table *tables;
    int table_nb;
    Worker **workers; // alive or ending
    int worker_nb, worker_capacity;
    PoolEngine *engines;
    char *path_option; // the word VariantPath, for identities
    uint64_t turn;
};

static void pump(Pool *pool);

// --- Workers --------------------------------------------------------------------------------

static bool is_ending(const Worker *worker)
{
    PlayerState state = player_state(worker->player);
    return state == PLAYER_ENDING || state == PLAYER_GONE;
}

static bool is_idle(const Worker *worker)
{
    return worker->table == NULL && !worker->is_probing &&
           player_state(worker->player) == PLAYER_IDLE;
}

static void drop_worker(Worker *worker)
{
    Pool *pool = worker->pool;
    pool->engines[worker->engine].stray_nb += player_stray_nb(worker->player);
    player_free(worker->player);
    for (int i = 0; i < pool->worker_nb; i++) {
        if (pool->workers[i] == worker) {
            pool->workers[i] = pool->workers[--pool->worker_nb];
            break;
        }
    }
    free(worker);
}

// The idle process that was used longest ago; of `engine`, or of any with engine < 0.
static Worker *find_idle(const Pool *pool, int engine)
{
    Worker *found = NULL;
    for (int i = 0; i < pool->worker_nb; i++) {
        Worker *worker = pool->workers[i];
        if (is_idle(worker) && (engine < 0 || worker->engine == engine) &&
            (found == NULL || worker->used < found->used)) {
            found = worker;
        }
    }
    return found;
}

// May one more process start now? Makes room by ending an idle one.
static bool make_room(Pool *pool)
{
    int starting_nb = 0;
    int alive_nb = 0;
    for (int i = 0; i < pool->worker_nb; i++) {
        starting_nb += player_state(pool->workers[i]->player) == PLAYER_STARTING;
        alive_nb += !is_ending(pool->workers[i]);
    }
    if (starting_nb >= POOL_STARTING_MAX) {
        return false;
    }
    if (alive_nb < 2 * pool->table_nb) {
        return true;
    }
    Worker *idle = find_idle(pool, -1);
    if (idle == NULL) {
        return false;
    }
    player_quit(idle->player, pool->t->deadlines.quit_ms);
    return true;
}

static void on_worker_started(void *ctx);
static void on_worker_ready(void *ctx);
static void on_worker_answer(void *ctx, const PlayerAnswer *answer);
static void on_worker_fault(void *ctx, PlayerFault fault, const char *text);
static void on_worker_gone(void *ctx);
static void on_worker_warning(void *ctx, const char *text);

static Worker *start_worker(Pool *pool, int engine, Problem *problem)
{
    Worker *worker = memory_new(1, sizeof *worker);
    worker->pool = pool;
    worker->engine = engine;
    worker->used = pool->turn++;
    const PlayerListener listener = {
        .ctx = worker,
        .on_started = on_worker_started,
        .on_ready = on_worker_ready,
        .on_answer = on_worker_answer,
        .on_fault = on_worker_fault,
        .on_gone = on_worker_gone,
        .on_warning = on_worker_warning,
    };
    if (player_start(pool->loop, pool->t, engine, &listener, &worker->player, problem) !=
        STATUS_OK) {
        free(worker);
        return NULL;
    }
    if (pool->worker_nb == pool->worker_capacity) {
        pool->worker_capacity = pool->worker_capacity * 2 + 8;
        pool->workers =
            memory_resize(pool->workers, (size_t)pool->worker_capacity, sizeof *pool->workers);
    }
    pool->workers[pool->worker_nb++] = worker;
    return worker;
}

// --- The end --------------------------------------------------------------------------------

static void end_pool(Pool *pool, PoolEnd end, const char *text, int64_t patience_ms)
{
    if (pool->stage == STAGE_ENDING) {
        return;
    }
    pool->stage = STAGE_ENDING;
    for (int i = 0; i < pool->table_nb; i++) {
        referee_drop(pool->tables[i].referee);
    }
    for (int i = 0; i < pool->worker_nb; i++) {
        pool->workers[i]->table = NULL;
        player_quit(pool->workers[i]->player, patience_ms);
    }
    pool->listener.on_end(pool->listener.ctx, end, text);
}

static void end_unfit(Pool *pool, int engine, const char *phase, const char *text)
{
    char message[POOL_TEXT_MAX];
    snprintf(message, sizeof message, "engine '%.100s' %s: %s", pool->t->engines[engine].name,
             phase, text);
    end_pool(pool, POOL_UNFIT, message, pool->t->deadlines.quit_ms);
}

void pool_abandon(Pool *pool)
{
    int64_t patience_ms = pool->t->deadlines.quit_ms;
    if (patience_ms > ABANDON_PATIENCE_MAX_MS) {
        patience_ms = ABANDON_PATIENCE_MAX_MS;
    }
    end_pool(pool, POOL_ABANDONED, "", patience_ms);
    pump(pool);
}

void pool_kill(Pool *pool)
{
    end_pool(pool, POOL_ABANDONED, "", 0);
    for (int i = 0; i < pool->worker_nb; i++) {
        player_kill(pool->workers[i]->player);
    }
    pump(pool);
}

void pool_finish(Pool *pool)
{
    pool->is_finishing = true;
    pump(pool);
}

// --- The probe ------------------------------------------------------------------------------

static void probe_next_engines(Pool *pool)
{
    while (pool->stage == STAGE_PROBING && pool->probe_next < pool->t->engine_nb &&
           make_room(pool)) {
        Problem problem;
        int engine = pool->probe_next++;
        Worker *worker = start_worker(pool, engine, &problem);
        if (worker == NULL) {
            end_unfit(pool, engine, "does not start", problem.text);
            return;
        }
        worker->is_probing = true;
    }
}

static void keep_identity(Pool *pool, const Worker *worker)
{
    const EngineEntry *entry = &pool->t->engines[worker->engine];
    PoolEngine *engine = &pool->engines[worker->engine];
    assert(engine->id_name == NULL);
    engine->id_name = memory_copy_text(player_id_name(worker->player));
    engine->id_author = memory_copy_text(player_id_author(worker->player));
    engine->options = memory_new((size_t)entry->option_nb + 1, sizeof *engine->options);
    if (player_variant_path_sent(worker->player)) {
        engine->options[engine->option_nb++] =
            (EngineOption){pool->path_option, pool->t->variant_path};
    }
    for (int i = 0; i < entry->option_nb; i++) {
        if (player_option_sent(worker->player, i)) {
            engine->options[engine->option_nb++] = entry->options[i];
        }
    }
}

static void probe_started(Worker *worker)
{
    Pool *pool = worker->pool;
    uint64_t plays = player_variants(worker->player);
    for (int i = 0; i < pool->t->variant_nb; i++) {
        if ((plays >> i & 1) == 0) {
            char text[POOL_TEXT_MAX];
            snprintf(text, sizeof text, "it does not offer the variant %s",
                     pool->t->variants[i]->name);
            end_unfit(pool, worker->engine, "cannot play this tournament", text);
            return;
        }
    }
    keep_identity(pool, worker);
    player_check(worker->player);
}

static void end_probe(Worker *worker)
{
    worker->is_probing = false;
    worker->is_reused = true;
    worker->pool->probed_nb++;
    pump(worker->pool);
}

static void probe_fault(Worker *worker, PlayerFault fault, const char *text)
{
    Pool *pool = worker->pool;
    if (fault == PLAYER_NO_UCIOK) {
        end_unfit(pool, worker->engine, "does not start", text);
    } else if (fault == PLAYER_OTHER_RULES) {
        end_unfit(pool, worker->engine, "cannot play this tournament", text);
    } else {
        // It speaks the protocol, so it may play; games that it spoils by this are its own loss and
        // say so in the records.
        pool->listener.on_warning(pool->listener.ctx, worker->engine, text);
        end_probe(worker);
    }
}

static void tell_probed(Pool *pool)
{
    int engine_nb = pool->t->engine_nb;
    EngineIdentity *identities = memory_new((size_t)engine_nb, sizeof *identities);
    for (int i = 0; i < engine_nb; i++) {
        const PoolEngine *engine = &pool->engines[i];
        identities[i] = (EngineIdentity){engine->id_name, engine->id_author, engine->options,
                                         engine->option_nb};
    }
    pool->stage = STAGE_PLAYING;
    pool->listener.on_probed(pool->listener.ctx, identities);
    free(identities);
}

// --- Games ----------------------------------------------------------------------------------

static bool take_next_game(Pool *pool, int64_t *index)
{
    while (pool->game_next < pool->game_nb && pool->is_finished[pool->game_next]) {
        pool->game_next++;
    }
    if (pool->is_finishing || pool->game_next == pool->game_nb) {
        return false;
    }
    *index = pool->game_next++;
    return true;
}

static void begin_games(Pool *pool)
{
    int64_t index;
    for (int i = 0; i < pool->table_nb; i++) {
        Table *table = &pool->tables[i];
        if (referee_is_running(table->referee) || !take_next_game(pool, &index)) {
            continue;
        }
        Pairing pairing = schedule_pairing(pool->t, index);
        referee_begin(table->referee, &pairing);
        table->wants[SIDE_WHITE] = true;
        table->wants[SIDE_BLACK] = true;
        pool->listener.on_begin(pool->listener.ctx, &pairing);
    }
}

static void seat_worker(Table *table, Side side, Worker *worker)
{
    worker->table = table;
    worker->side = side;
    table->wants[side] = false;
}

static void find_player(Table *table, Side side)
{
    Pool *pool = table->pool;
    const Pairing *pairing = referee_pairing(table->referee);
    int engine = side == SIDE_WHITE ? pairing->white : pairing->black;
    Worker *worker = find_idle(pool, engine);
    if (worker != NULL) {
        seat_worker(table, side, worker);
        referee_seat(table->referee, side, worker->player);
        return;
    }
    if (!make_room(pool)) {
        return; // it is tried again when a process has started or gone
    }
    Problem problem;
    worker = start_worker(pool, engine, &problem);
    if (worker != NULL) {
        seat_worker(table, side, worker);
    } else {
        table->wants[side] = false;
        referee_on_fault(table->referee, side, PLAYER_NO_UCIOK, problem.text);
    }
}

static void find_players(Pool *pool)
{
    for (int i = 0; i < pool->table_nb; i++) {
        for (int side = 0; side < SIDE_NB; side++) {
            Table *table = &pool->tables[i];
            if (pool->stage == STAGE_PLAYING && referee_is_running(table->referee) &&
                table->wants[side]) {
                find_player(table, (Side)side);
            }
        }
    }
}

int pool_running_nb(const Pool *pool)
{
    int running_nb = 0;
    for (int i = 0; i < pool->table_nb; i++) {
        running_nb += referee_is_running(pool->tables[i].referee);
    }
    return running_nb;
}

static void on_game_over(void *ctx, const GameRecord *record)
{
    Table *table = ctx;
    Pool *pool = table->pool;
    for (int i = 0; i < pool->worker_nb; i++) {
        if (pool->workers[i]->table == table) {
            pool->workers[i]->table = NULL;
            pool->workers[i]->is_reused = true;
            pool->workers[i]->used = pool->turn++;
        }
    }
    pool->listener.on_game(pool->listener.ctx, record);
    pump(pool);
}

// Does whatever can be done now. Called after every event that changes something; a call from
// within only asks for another round.
static void pump(Pool *pool)
{
    if (pool->is_pumping) {
        pool->pump_again = true;
        return;
    }
    pool->is_pumping = true;
    do {
        pool->pump_again = false;
        if (pool->stage == STAGE_PROBING) {
            probe_next_engines(pool);
        }
        if (pool->stage == STAGE_PROBING && pool->probed_nb == pool->t->engine_nb) {
            tell_probed(pool);
        }
        if (pool->stage == STAGE_PLAYING) {
            begin_games(pool);
            find_players(pool);
        }
        if (pool->stage == STAGE_PLAYING && pool_running_nb(pool) == 0 && !pool->pump_again) {
            bool is_done = pool->game_next == pool->game_nb;
            end_pool(pool, is_done ? POOL_DONE : POOL_FINISHED, "", pool->t->deadlines.quit_ms);
        }
    } while (pool->pump_again);
    pool->is_pumping = false;
    if (pool->stage == STAGE_ENDING && pool->worker_nb == 0 && !pool->is_closed) {
        pool->is_closed = true;
        pool->listener.on_closed(pool->listener.ctx);
    }
}

// --- What the processes report --------------------------------------------------------------

static void on_worker_started(void *ctx)
{
    Worker *worker = ctx;
    if (worker->is_probing) {
        probe_started(worker);
    } else if (worker->table != NULL) {
        referee_seat(worker->table->referee, worker->side, worker->player);
    }
    pump(worker->pool);
}

static void on_worker_ready(void *ctx)
{
    Worker *worker = ctx;
    if (worker->is_probing) {
        end_probe(worker);
    } else if (worker->table != NULL) {
        referee_on_ready(worker->table->referee, worker->side);
    }
}

static void on_worker_answer(void *ctx, const PlayerAnswer *answer)
{
    Worker *worker = ctx;
    if (worker->table != NULL) {
        referee_on_answer(worker->table->referee, worker->side, answer);
    }
}

static void on_worker_fault(void *ctx, PlayerFault fault, const char *text)
{
    Worker *worker = ctx;
    if (worker->is_probing) {
        probe_fault(worker, fault, text);
        return;
    }
    Table *table = worker->table;
    worker->table = NULL;
    // A process that dies between two games may be seen to be dead before the next one takes it, or
    // after; so that nothing hangs on which, that game gets a new one in either case.
    if (table != NULL && fault == PLAYER_ENDED && worker->is_reused &&
        referee_unseat(table->referee, worker->side)) {
        table->wants[worker->side] = true; // on_worker_gone looks for another
    } else if (table != NULL) {
        referee_on_fault(table->referee, worker->side, fault, text);
    }
}

static void on_worker_gone(void *ctx)
{
    Worker *worker = ctx;
    Pool *pool = worker->pool;
    drop_worker(worker);
    pump(pool);
}

// What a process says at its start is told once, by the probe.
static void on_worker_warning(void *ctx, const char *text)
{
    Worker *worker = ctx;
    Pool *pool = worker->pool;
    bool is_repeated = !worker->is_probing && player_state(worker->player) == PLAYER_STARTING;
    if (!is_repeated && pool->engines[worker->engine].warning_nb++ < WARNINGS_MAX) {
        pool->listener.on_warning(pool->listener.ctx, worker->engine, text);
    }
}

// --- Life -----------------------------------------------------------------------------------

Pool *pool_new(Loop *loop, const Tournament *t, int table_nb, const bool is_finished[],
               const PoolListener *listener)
{
    assert(table_nb >= 1);
    Pool *pool = memory_new(1, sizeof *pool);
    pool->loop = loop;
    pool->t = t;
    pool->is_finished = is_finished;
    pool->listener = *listener;
    pool->game_nb = schedule_game_nb(t);
    pool->table_nb = table_nb;
    pool->tables = memory_new((size_t)pool->table_nb, sizeof *pool->tables);
    for (int i = 0; i < pool->table_nb; i++) {
        Table *table = &pool->tables[i];
        const RefereeListener referee_listener = {.ctx = table, .on_over = on_game_over};
        table->pool = pool;
        table->referee = referee_new(t, &referee_listener);
    }
    pool->engines = memory_new((size_t)t->engine_nb, sizeof *pool->engines);
    pool->path_option = memory_copy_text("VariantPath");
    return pool;
}

void pool_free(Pool *pool)
{
    if (pool == NULL) {
        return;
    }
    while (pool->worker_nb > 0) {
        drop_worker(pool->workers[pool->worker_nb - 1]);
    }
    for (int i = 0; i < pool->table_nb; i++) {
        referee_free(pool->tables[i].referee);
    }
    for (int i = 0; i < pool->t->engine_nb; i++) {
        free(pool->engines[i].id_name);
        free(pool->engines[i].id_author);
        free(pool->engines[i].options);
    }
    free(pool->path_option);
    free(pool->engines);
    free(pool->workers);
    free(pool->tables);
    free(pool);
}

void pool_start(Pool *pool)
{
    assert(pool->stage == STAGE_NEW);
    pool->stage = STAGE_PROBING;
    pump(pool);
}

int64_t pool_stray_nb(const Pool *pool, int engine)
{
    assert(engine >= 0 && engine < pool->t->engine_nb);
    return pool->engines[engine].stray_nb;
}
