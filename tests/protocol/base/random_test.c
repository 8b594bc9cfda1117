// SPDX-License-Identifier: MIT
#include "protocol/base/random.h"

#include "tests/protocol/base/base_tests.h"

static void mixing_is_splitmix(void)
{
    // The first outputs of splitmix64 from the seed 1234567, as its authors' program prints them.
    static const uint64_t WANTED[] = {6457827717110365317u, 3203168211198807973u,
                                      9817491932198370423u, 4593380528125082431u,
                                      16408922859458223821u};
    uint64_t state = 1234567;
    for (int i = 0; i < 5; i++) {
        CHECK(random_mix(state) == WANTED[i], "output %d", i);
        state += 0x9e3779b97f4a7c15u;
    }
}

static void next_is_xoshiro(void)
{
    // From the state 1, 2, 3, 4 the reference program begins with these.
    static const uint64_t WANTED[] = {11520u, 0u, 1509978240u, 1215971899390074240u};
    Random random = {{1, 2, 3, 4}};
    for (int i = 0; i < 4; i++) {
        CHECK(random_next(&random) == WANTED[i], "output %d", i);
    }
}

static void seeds_repeat_and_differ(void)
{
    Random a;
    Random b;
    Random c;
    random_init(&a, 0);
    random_init(&b, 0);
    random_init(&c, 1);
    int same = 0;
    for (int i = 0; i < 1000; i++) {
        uint64_t value = random_next(&a);
        CHECK(value == random_next(&b), "output %d", i);
        same += value == random_next(&c);
    }
    CU_ASSERT_EQUAL(same, 0);
}

static void below_is_even(void)
{
    Random random;
    random_init(&random, 5);
    int counts[7] = {0};
    for (int i = 0; i < 70000; i++) {
        uint64_t value = random_below(&random, 7);
        CHECK(value < 7, "output %d", i);
        counts[value % 7]++;
    }
    for (int i = 0; i < 7; i++) {
        CHECK(counts[i] > 9500 && counts[i] < 10500, "%d came %d times", i, counts[i]); // 5 sigma
    }
    CU_ASSERT_EQUAL(random_below(&random, 1), 0);
    // Just above half of all numbers, a bare remainder would come twice as often at the low end.
    uint64_t bound = ((uint64_t)1 << 63) + 1;
    int low = 0;
    for (int i = 0; i < 10000; i++) {
        uint64_t value = random_below(&random, bound);
        CHECK(value < bound, "output %d", i);
        low += value < bound / 2;
    }
    CHECK(low > 4750 && low < 5250, "%d of 10000 in the lower half", low);
}

const TestCase RANDOM_CASES[] = {
    {"mixing is splitmix", mixing_is_splitmix},
    {"next is xoshiro", next_is_xoshiro},
    {"seeds repeat and differ", seeds_repeat_and_differ},
    {"below is even", below_is_even},
    {NULL, NULL},
};
