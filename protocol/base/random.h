// SPDX-License-Identifier: MIT
#ifndef MERELS_BASE_RANDOM_H
#define MERELS_BASE_RANDOM_H

#include <stdint.h>

/// Reproducible random numbers: xoshiro256** seeded by splitmix64. One state, one owner. Source:
/// David Blackman and Sebastiano Vigna, "Scrambled linear pseudorandom number generators", 2018.
typedef struct Random {
    uint64_t state[4];
} Random;

/// The splitmix64 mixing of `value`: a good 64-bit hash of it. Pure.
uint64_t random_mix(uint64_t value);
/// Different seeds give unrelated sequences; any seed is fine, 0 too.
void random_init(Random *random, uint64_t seed);
uint64_t random_next(Random *random);
/// Uniform over 0 .. bound - 1 without bias; bound at least 1.
uint64_t random_below(Random *random, uint64_t bound);

#endif
