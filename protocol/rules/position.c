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
    // Everything is worked out in scalars and stored once: changing fields of a copy costs twice
    // the time, because the copy is made by wide loads and stores that must wait for the narrow
    // ones.
    Side side = (Side)pos->side;
    Side other = side_other(side);
    Bitboard own = pos->men[side];
    Bitboard enemy = pos->men[other];
    uint64_t key = pos->key ^ v->key_side;
    uint32_t quiet = pos->quiet + 1;
    bool is_placement = false;
    if (move != MOVE_PASS) {
        int from = move_from(move);
        int to = move_to(move);
        assert((v->points & ~(own | enemy)) >> to & 1);
        own |= bitboard_of(to);
        key ^= v->key_men[side][to];
        if (from == POINT_NONE) {
            int hand = pos->hand[side];
            assert(hand > 0);
            key ^= v->key_hand[side][hand] ^ v->key_hand[side][hand - 1];
            is_placement = true;
            quiet = 0;
        } else {
            assert(own >> from & 1);
            own ^= bitboard_of(from);
            key ^= v->key_men[side][from];
        }
        for (Move victims = move >> 14; victims != 0; victims >>= 7) {
            int victim = (int)(victims & 127) - 1;
            assert(enemy >> victim & 1);
            enemy ^= bitboard_of(victim);
            key ^= v->key_men[other][victim];
            quiet = 0;
        }
    }
    bool is_white = side == SIDE_WHITE;
    return (Position){
        .men = {is_white ? own : enemy, is_white ? enemy : own},
        .key = key,
        .quiet = quiet,
        .move_number = pos->move_number + !is_white,
        .hand = {(uint8_t)(pos->hand[SIDE_WHITE] - (is_placement & is_white)),
                 (uint8_t)(pos->hand[SIDE_BLACK] - (is_placement & !is_white))},
        .side = (uint8_t)other,
    };
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
