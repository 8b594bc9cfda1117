// SPDX-License-Identifier: MIT
#include "arbiter/schedule/openings.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "protocol/notation/fen.h"
#include "tests/arbiter/fixture.h"
#include "tests/arbiter/schedule/schedule_tests.h"

#define CASE_NB(cases) (sizeof(cases) / sizeof(cases)[0])

#define A "3/3/P2[PPPPpppp] b - - 0 1"
#define B "3/3/1P1[PPPPpppp] b - - 0 1"
#define C "3/3/2P[PPPPpppp] b - - 0 1"

static void reads_any_layout(void)
{
    static const char *const CASES[] = {
        A "\n" B "\n" C "\n",
        A "\n" B "\n" C,
        A "\r\n" B "\r\n" C "\r\n",
        A "\r" B "\r" C "\r",
        A "\r" B "\n" C "\r\n",
        "\xEF\xBB\xBF" A "\n" B "\n" C "\n",
        "\n\n" A "\n   \n\t\n" B "\n" C "\n\n\n",
        "# openings\n" A "\n  # more\n" B " # the middle\n" C "#\n",
        "  " A "  \n\t" B "\t\n" C " \t \n",
        "3/3/P2[PPPPpppp] b\n3/3/1P1[ppppPPPP] b - -\n" C "\n",
    };
    Fixture fixture;
    VariantSet set;
    char path[FIXTURE_PATH_MAX];
    uint64_t digest = 0;
    fixture_open(&fixture);
    variant_set_init(&set);
    const Variant *v = variant_set_find(&set, strview_from("tictactoe"));
    for (size_t i = 0; i < CASE_NB(CASES); i++) {
        Openings openings = {0};
        Problem problem = {0};
        fixture_write(&fixture, "o.txt", strview_from(CASES[i]));
        fixture_path(&fixture, "o.txt", path);
        Status status = openings_read(v, path, &openings, &problem);
        CHECK(status == STATUS_OK && openings.position_nb == 3, "layout %zu: %s", i, problem.text);
        digest = i == 0 ? openings.digest : digest;
        CHECK(openings.digest == digest, "layout %zu differs", i);
        openings_release(&openings);
    }
    variant_set_release(&set);
    fixture_close(&fixture);
}

static void refuses_bad_files(void)
{
    static const struct {
        const char *text;
        size_t size;
        const char *wanted;
    } CASES[] = {
        {"", 0, "o.txt: holds no position"},
        {"\n \n# nothing\n", 13, "o.txt: holds no position"},
        {A "\n" B "\nx\n", sizeof A + sizeof B + 2, "o.txt:3: "},
        {A "\r\n\r\n" B ";\r\n", sizeof A + sizeof B + 5, "o.txt:3: "},
        {A "\r" B "\rx\r", sizeof A + sizeof B + 2, "o.txt:3: "},
        {A "\n1**1**1/*1*1*1* w\n", sizeof A + 18, "o.txt:2: "},
        {A "\nPPP/pp1/3[PPpp] b - - 0 3\n", sizeof A + 27, "o.txt:2: the game is over"},
        {"\x1f\x8b\x08\x00\x00\x00\x00\x00", 8, "o.txt:1: "},
        {A "\n\0\0\0\n", sizeof A + 4, "o.txt:2: "},
    };
    Fixture fixture;
    VariantSet set;
    char path[FIXTURE_PATH_MAX];
    fixture_open(&fixture);
    variant_set_init(&set);
    const Variant *v = variant_set_find(&set, strview_from("tictactoe"));
    for (size_t i = 0; i < CASE_NB(CASES); i++) {
        Openings openings = {0};
        Problem problem = {0};
        fixture_write(&fixture, "o.txt", (StrView){CASES[i].text, CASES[i].size});
        fixture_path(&fixture, "o.txt", path);
        Status status = openings_read(v, path, &openings, &problem);
        CHECK(status != STATUS_OK, "file %zu is taken", i);
        CHECK(strstr(problem.text, CASES[i].wanted) != NULL, "%s\n  %s", CASES[i].wanted,
              problem.text);
        CHECK(openings.positions == NULL, "file %zu leaves something", i);
    }
    variant_set_release(&set);
    fixture_close(&fixture);
}

#define SHUFFLED_NB 4
#define ORDER_NB 24 // orders of SHUFFLED_NB things
#define SEED_NB 4800

/// The number of an order among all: 0 to ORDER_NB - 1.
static int order_number(const int places[SHUFFLED_NB])
{
    int number = 0;
    for (int i = 0; i < SHUFFLED_NB; i++) {
        int smaller = 0;
        for (int j = i + 1; j < SHUFFLED_NB; j++) {
            smaller += places[j] < places[i];
        }
        number = number * (SHUFFLED_NB - i) + smaller;
    }
    return number;
}

/// Every order of the openings is equally likely: chi-square over all of them. The seeds are fixed,
/// so the figure is too; one beyond 60 would have a chance below 1 in 20,000.
static void shuffles_without_bias(void)
{
    VariantSet set;
    int counts[ORDER_NB] = {0};
    double chi_square = 0;
    variant_set_init(&set);
    const Variant *v = variant_set_find(&set, strview_from("dara"));
    for (uint64_t seed = 0; seed < SEED_NB; seed++) {
        Position positions[SHUFFLED_NB];
        int places[SHUFFLED_NB];
        Openings openings = {.positions = positions, .position_nb = SHUFFLED_NB};
        for (int i = 0; i < SHUFFLED_NB; i++) {
            positions[i] = position_start(v);
            positions[i].move_number = (uint32_t)i;
        }
        openings_shuffle(v, seed, &openings);
        for (int i = 0; i < SHUFFLED_NB; i++) {
            places[i] = (int)positions[i].move_number;
        }
        counts[order_number(places)]++;
    }
    for (int i = 0; i < ORDER_NB; i++) {
        double expected = (double)SEED_NB / ORDER_NB;
        chi_square += (counts[i] - expected) * (counts[i] - expected) / expected;
    }
    CHECK(chi_square < 60, "chi-square %.1f of %d orders", chi_square, ORDER_NB);
    CHECK(chi_square > 5, "chi-square %.1f of %d orders: too even to be random", chi_square,
          ORDER_NB);
    variant_set_release(&set);
}

static void shuffles_by_seed_and_variant(void)
{
    VariantSet set;
    variant_set_init(&set);
    const Variant *dara = variant_set_find(&set, strview_from("dara"));
    const Variant *nine = variant_set_find(&set, strview_from("nine_mens_morris"));
    Position first[100], second[100];
    for (int run = 0; run < 3; run++) {
        Openings a = {.positions = first, .position_nb = 100};
        Openings b = {.positions = second, .position_nb = 100};
        for (int i = 0; i < 100; i++) {
            first[i] = second[i] = position_start(dara);
            first[i].move_number = second[i].move_number = (uint32_t)i;
        }
        openings_shuffle(dara, 7, &a);
        openings_shuffle(run == 1 ? nine : dara, run == 2 ? 8 : 7, &b);
        bool same = memcmp(first, second, sizeof first) == 0;
        CHECK(same == (run == 0), "run %d", run);
    }
    variant_set_release(&set);
}

static void draws_random_positions(void)
{
    static const struct {
        const char *variant;
        int plies;
    } CASES[] = {{"nine_mens_morris", 4},  {"nine_mens_morris", 40}, {"tictactoe", 6}, {"dara", 30},
                 {"three_mens_morris", 7}, {"morabaraba", 3}};
    VariantSet set;
    variant_set_init(&set);
    for (size_t i = 0; i < CASE_NB(CASES); i++) {
        const Variant *v = variant_set_find(&set, strview_from(CASES[i].variant));
        int different_nb = 0;
        Position last = position_start(v);
        for (int64_t number = 0; number < 20; number++) {
            Position a, b;
            CU_ASSERT_TRUE(openings_random(v, 3, number, CASES[i].plies, &a));
            CU_ASSERT_TRUE(openings_random(v, 3, number, CASES[i].plies, &b));
            CHECK(memcmp(&a, &b, sizeof a) == 0, "%s: not the same twice", CASES[i].variant);
            CHECK(outcome_of_position(v, &a).result == RESULT_NONE, "%s: over", CASES[i].variant);
            int plies = (int)(a.move_number - 1) * 2 + a.side;
            CHECK(plies == CASES[i].plies, "%s: %d plies", CASES[i].variant, plies);
            different_nb += !position_same(&a, &last);
            last = a;
        }
        CHECK(different_nb >= 16, "%s: only %d differ", CASES[i].variant, different_nb);
    }
    Position position;
    const Variant *v = variant_set_find(&set, strview_from("tictactoe"));
    Position start = position_start(v);
    CU_ASSERT_FALSE(openings_random(v, 1, 0, 9, &position));
    CU_ASSERT_TRUE(position_same(&position, &start));
    variant_set_release(&set);
}

const TestCase OPENINGS_CASES[] = {
    {"reads any layout", reads_any_layout},
    {"refuses bad files with the line", refuses_bad_files},
    {"shuffles without bias", shuffles_without_bias},
    {"shuffles by seed and variant", shuffles_by_seed_and_variant},
    {"draws random positions", draws_random_positions},
    {NULL, NULL},
};
