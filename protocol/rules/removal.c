// SPDX-License-Identifier: MIT
#include "protocol/rules/removal.h"

#include <assert.h>
#include <stddef.h>

Bitboard removal_candidates(const Variant *v, Bitboard enemy)
{
    if (v->rules.protect == PROTECT_NEVER) {
        return enemy;
    }
    Bitboard exposed = enemy & ~variant_in_lines(v, enemy);
    return exposed != 0 || v->rules.protect == PROTECT_ALWAYS ? exposed : enemy;
}

/// Can exactly these men be taken one after another in some order? Depth is at most TAKEN_MAX.
static bool can_take(const Variant *v, Bitboard enemy, Bitboard victims)
{
    if (victims == 0) {
        return true;
    }
    for (Bitboard next = removal_candidates(v, enemy) & victims; next != 0;) {
        Bitboard victim = bitboard_of(bitboard_pop(&next));
        if (can_take(v, enemy ^ victim, victims ^ victim)) {
            return true;
        }
    }
    return false;
}

static int victims_due(const Variant *v, int mills)
{
    int due = v->rules.per_mill ? mills : mills > 0;
    assert(due <= TAKEN_MAX);
    return due;
}

static bool is_legal_set(const Variant *v, Bitboard enemy, int due, Bitboard victims, int victim_nb)
{
    bool may_end =
        victim_nb == due || v->rules.optional || removal_candidates(v, enemy & ~victims) == 0;
    return may_end && can_take(v, enemy, victims);
}

bool removal_is_legal(const Variant *v, Bitboard enemy, int mills, Bitboard victims)
{
    int due = victims_due(v, mills);
    int victim_nb = bitboard_count(victims);
    return victim_nb <= due && (victims & ~enemy) == 0 &&
           is_legal_set(v, enemy, due, victims, victim_nb);
}

/// One branch of the walk over all ascending sequences of victims.
typedef struct Walk {
    const Variant *v;
    Bitboard enemy;
    int due;
    Move *out; // NULL: only count
    int nb;
} Walk;

static void walk_sets(Walk *walk, Move turn, Bitboard victims, int victim_nb, Bitboard later)
{
    if (is_legal_set(walk->v, walk->enemy, walk->due, victims, victim_nb)) {
        if (walk->out != NULL) {
            walk->out[walk->nb] = turn;
        }
        walk->nb++;
    }
    if (victim_nb == walk->due) {
        return;
    }
    while (later != 0) {
        int victim = bitboard_pop(&later);
        walk_sets(walk, move_with_taken(turn, victim_nb, victim), victims | bitboard_of(victim),
                  victim_nb + 1, later);
    }
}

int removal_write(const Variant *v, Bitboard enemy, int mills, Move turn, Move *out)
{
    Walk walk = {.v = v, .enemy = enemy, .due = victims_due(v, mills), .out = out};
    walk_sets(&walk, turn, 0, 0, enemy);
    assert(walk.nb >= 1);
    return walk.nb;
}
