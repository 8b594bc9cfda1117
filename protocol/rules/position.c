// SPDX-License-Identifier: MIT
#include "protocol/rules/position.h"

#include <assert.h>

Position position_start(const Variant *v)
{
    Position pos = {
        .men = {v->start[SIDE_WHITE], v->start[SIDE_BLACK]},
        .move_number = 1,
        .hand = {v->rules.men[SIDE_WHITE], v->rules.men[SIDE_BLACK]},
        .side = SIDE_WHITE,
    };
    pos.key = position_key(v, &pos);
    return pos;
}

Position position_play(const Variant *v, const Position *pos, Move move)
{
    Position next = *pos;
    Side side = (Side)pos->side;
    Side other = side_other(side);
    next.side = (uint8_t)other;
    next.key ^= v->key_side;
    next.move_number += side == SIDE_BLACK;
    next.quiet++;
    if (move == MOVE_PASS) {
        return next;
    }
    int from = move_from(move);
    int to = move_to(move);
    assert((v->points & ~(pos->men[SIDE_WHITE] | pos->men[SIDE_BLACK])) >> to & 1);
    next.men[side] |= bitboard_of(to);
    next.key ^= v->key_men[side][to];
    if (from == POINT_NONE) {
        assert(pos->hand[side] > 0);
        next.hand[side]--;
        next.key ^= v->key_hand[side][pos->hand[side]] ^ v->key_hand[side][next.hand[side]];
        next.quiet = 0;
    } else {
        assert(pos->men[side] >> from & 1);
        next.men[side] ^= bitboard_of(from);
        next.key ^= v->key_men[side][from];
    }
    for (Move victims = move >> 14; victims != 0; victims >>= 7) {
        int victim = (int)(victims & 127) - 1;
        assert(pos->men[other] >> victim & 1);
        next.men[other] ^= bitboard_of(victim);
        next.key ^= v->key_men[other][victim];
        next.quiet = 0;
    }
    return next;
}

uint64_t position_key(const Variant *v, const Position *pos)
{
    uint64_t key = pos->side == SIDE_BLACK ? v->key_side : 0;
    for (int side = 0; side < SIDE_NB; side++) {
        for (Bitboard men = pos->men[side]; men != 0;) {
            key ^= v->key_men[side][bitboard_pop(&men)];
        }
        key ^= v->key_hand[side][pos->hand[side]];
    }
    return key;
}

bool position_same(const Position *a, const Position *b)
{
    return a->men[SIDE_WHITE] == b->men[SIDE_WHITE] && a->men[SIDE_BLACK] == b->men[SIDE_BLACK] &&
           a->hand[SIDE_WHITE] == b->hand[SIDE_WHITE] &&
           a->hand[SIDE_BLACK] == b->hand[SIDE_BLACK] && a->side == b->side;
}

bool position_can_fly(const Variant *v, const Position *pos, Side side)
{
    const VariantRules *rules = &v->rules;
    if (rules->move_kind == MOVE_ANY) {
        return true;
    }
    int count =
        bitboard_count(pos->men[side]) + (rules->fly_counts == COUNT_TOTAL ? pos->hand[side] : 0);
    return rules->fly_at > 0 && count <= rules->fly_at;
}
