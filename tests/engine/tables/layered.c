// SPDX-License-Identifier: MIT
#include "tests/engine/tables/layered.h"

#include <assert.h>
#include <stdlib.h>

#include "protocol/base/memory.h"
#include "protocol/base/random.h"
#include "protocol/rules/movegen.h"
#include "protocol/rules/outcome.h"

#define CAPACITY_FIRST 4096 // a power of two

typedef struct State {
    Position pos;
    LayeredValue value;
} State;

struct Layered {
    const Variant *v;
    State *states;
    size_t nb, capacity;
    uint32_t *slots; // 2 * capacity; state + 1
};

Layered *layered_new(const Variant *v)
{
    assert(v->rules.no_progress > 0);
    Layered *layered = memory_new(1, sizeof(*layered));
    layered->v = v;
    layered->capacity = CAPACITY_FIRST;
    layered->states = memory_new(layered->capacity, sizeof(*layered->states));
    layered->slots = memory_new(2 * layered->capacity, sizeof(*layered->slots));
    return layered;
}

void layered_free(Layered *layered)
{
    free(layered->states);
    free(layered->slots);
    free(layered);
}

static size_t slot_of(const Layered *layered, const Position *pos)
{
    size_t mask = 2 * layered->capacity - 1;
    size_t slot = (size_t)random_mix(pos->key + pos->quiet) & mask;
    for (; layered->slots[slot] != 0; slot = (slot + 1) & mask) {
        const Position *other = &layered->states[layered->slots[slot] - 1].pos;
        if (position_same(other, pos) && other->quiet == pos->quiet) {
            break;
        }
    }
    return slot;
}

static void insert(Layered *layered, const Position *pos, LayeredValue value)
{
    if (layered->nb == layered->capacity) {
        layered->capacity *= 2;
        layered->states =
            memory_resize(layered->states, layered->capacity, sizeof(*layered->states));
        free(layered->slots);
        layered->slots = memory_new(2 * layered->capacity, sizeof(*layered->slots));
        for (size_t i = 0; i < layered->nb; i++) {
            layered->slots[slot_of(layered, &layered->states[i].pos)] = (uint32_t)i + 1;
        }
    }
    layered->states[layered->nb++] = (State){*pos, value};
    layered->slots[slot_of(layered, pos)] = (uint32_t)layered->nb;
}

static int least(int a, int b)
{
    return a < b ? a : b;
}

static int greatest(int a, int b)
{
    return a > b ? a : b;
}

/// Takes one more turn, of this value for the mover, into account.
static void improve(LayeredValue *best, LayeredValue turn)
{
    if (turn.sign > best->sign) {
        *best = turn;
    } else if (turn.sign == best->sign && turn.sign != 0) {
        int (*choose)(int, int) = turn.sign > 0 ? least : greatest;
        best->end_plies = choose(best->end_plies, turn.end_plies);
        best->progress_plies = choose(best->progress_plies, turn.progress_plies);
    }
}

LayeredValue layered_value(Layered *layered, const Position *pos)
{
    size_t slot = slot_of(layered, pos);
    if (layered->slots[slot] != 0) {
        return layered->states[layered->slots[slot] - 1].value;
    }
    Outcome outcome = outcome_of_position(layered->v, pos);
    LayeredValue value = {-2, 0, 0};
    if (outcome.result != RESULT_NONE) {
        value.sign = outcome.result == RESULT_DRAW                      ? 0
                     : outcome.result == result_win_of((Side)pos->side) ? 1
                                                                        : -1;
    } else {
        Move *moves = memory_new((size_t)layered->v->move_max, sizeof(*moves));
        int move_nb = movegen_legal(layered->v, pos, moves);
        for (int i = 0; i < move_nb; i++) {
            Position next = position_play(layered->v, pos, moves[i]);
            LayeredValue turn = layered_value(layered, &next);
            turn.sign = -turn.sign;
            turn.end_plies++;
            turn.progress_plies = next.quiet == 0 ? 1 : turn.progress_plies + 1;
            improve(&value, turn);
        }
        free(moves);
    }
    insert(layered, pos, value);
    return value;
}

size_t layered_nb(const Layered *layered)
{
    return layered->nb;
}

const Position *layered_state(const Layered *layered, size_t index, LayeredValue *value)
{
    *value = layered->states[index].value;
    return &layered->states[index].pos;
}
