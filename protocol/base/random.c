// SPDX-License-Identifier: MIT
#include "protocol/base/random.h"

#include <assert.h>

#define SPLITMIX_STEP 0x9e3779b97f4a7c15u

uint64_t random_mix(uint64_t value)
{
    value += SPLITMIX_STEP;
    value = (value ^ value >> 30) * 0xbf58476d1ce4e5b9u;
    value = (value ^ value >> 27) * 0x94d049bb133111ebu;
    return value ^ value >> 31;
}

void random_init(Random *random, uint64_t seed)
{
    for (int i = 0; i < 4; i++) {
        random->state[i] = random_mix(seed);
        seed += SPLITMIX_STEP;
    }
}

static uint64_t rotate_left(uint64_t value, int bits)
{
    return value << bits | value >> (64 - bits);
}

uint64_t random_next(Random *random)
{
    uint64_t *s = random->state;
    uint64_t result = rotate_left(s[1] * 5, 7) * 9;
    uint64_t shifted = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= shifted;
    s[3] = rotate_left(s[3], 45);
    return result;
}

uint64_t random_below(Random *random, uint64_t bound)
{
    assert(bound >= 1);
    // The lowest 2^64 mod bound numbers would make some remainders likelier: thrown away.
    uint64_t surplus = -bound % bound;
    uint64_t value = random_next(random);
    while (value < surplus) {
        value = random_next(random);
    }
    return value % bound;
}
