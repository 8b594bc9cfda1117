// SPDX-License-Identifier: MIT
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "protocol/base/file.h"
#include "protocol/base/memory.h"
#include "protocol/rules/variant_json.h"
#include "protocol/rules/variant_set.h"
#include "tests/reference/reference_tests.h"
#include "tests/reference/walk.h"

#define BUILT_IN_NB 33
#define ODD_NB 28
#define PATH_MAX_HERE 512
#define MANY_PLIES 400 // of one game; some games have no limit of their own
#define FEW_PLIES 4
#define SHORT_PLIES 900 // of each variant
#define LONG_PLIES 20000

/// Both implementations' view of one variant file.
typedef struct Pair {
    const Variant *v;
    ReferenceVariant *r; // owned
} Pair;

bool reference_tests_read(const char *path, ReferenceVariant *out)
{
    StrBuf text;
    strbuf_init(&text);
    Problem problem = {0};
    Status status = file_read(path, VARIANT_FILE_MAX, &text, &problem);
    bool fine = status == STATUS_OK && reference_read(strbuf_view(&text), out);
    CHECK(fine, "%s: %s", path, problem.text);
    strbuf_release(&text);
    return fine;
}

/// Seeds belong to a variant's name, so that a new variant does not change the walks of the others.
static uint64_t seed_of(const char *name, long game)
{
    uint64_t seed = 2024;
    for (const char *c = name; *c != '\0'; c++) {
        seed = random_mix(seed ^ (unsigned char)*c);
    }
    return random_mix(seed + (uint64_t)game);
}

/// Plays games until `plies` plies are compared: one from the start position, one from a random
/// position, a few plies from other random positions, and so on. Where several mills count, many
/// more of the last, because men in play seldom close two at once.
static void walk_variant(const Pair *pair, long plies, WalkTally *tally)
{
    long end = tally->ply_nb + plies;
    for (long game = 0; tally->ply_nb < end && game < plies; game++) {
        long turn = game % (pair->r->per_mill ? 24 : 3);
        int ply_max = turn < 2 ? MANY_PLIES : FEW_PLIES;
        uint64_t seed = seed_of(pair->v->name, game);
        bool fine = walk_play(pair->v, pair->r, seed, turn == 0, ply_max, tally);
        CU_ASSERT(fine);
        if (!fine) {
            return; // one difference in each variant is enough to read
        }
    }
}

static void print_tally(const char *name, const WalkTally *tally)
{
    printf("\n%s: %ld games, %ld plies, %ld moves compared, %ld differences;", name, tally->game_nb,
           tally->ply_nb, tally->move_nb, tally->difference_nb);
    for (int i = 0; i < REASON_NB; i++) {
        printf(" %s %ld", reason_text((Reason)i), tally->reason_nb[i]);
    }
    printf("; passes %ld; moves that take 1, 2, ...:", tally->pass_nb);
    for (int i = 1; i <= TAKEN_MAX; i++) {
        printf(" %ld", tally->taking_nb[i]);
    }
    printf("\n");
}

static void add_tally(WalkTally *sum, const WalkTally *tally)
{
    sum->game_nb += tally->game_nb;
    sum->ply_nb += tally->ply_nb;
    sum->move_nb += tally->move_nb;
    sum->difference_nb += tally->difference_nb;
    sum->pass_nb += tally->pass_nb;
    for (int i = 0; i < REASON_NB; i++) {
        sum->reason_nb[i] += tally->reason_nb[i];
    }
    for (int i = 0; i <= TAKEN_MAX; i++) {
        sum->taking_nb[i] += tally->taking_nb[i];
    }
}

/// Walks through every variant of the set whose file lies in `folder`; returns how many.
static int walk_folder(const VariantSet *set, const char *folder, long plies, WalkTally *sum)
{
    int nb = 0;
    ReferenceVariant *r = memory_new(1, sizeof *r);
    for (int i = 0; i < set->nb; i++) {
        char path[PATH_MAX_HERE];
        snprintf(path, sizeof path, "%s/%s.json", folder, set->items[i]->name);
        FILE *file = fopen(path, "r");
        if (file == NULL) {
            continue;
        }
        fclose(file);
        nb++;
        Pair pair = {set->items[i], r};
        WalkTally tally = {0};
        if (reference_tests_read(path, r)) {
            walk_variant(&pair, plies, &tally);
        }
        if (getenv("MERELS_WALK_TELL") != NULL) {
            print_tally(pair.v->name, &tally);
        }
        add_tally(sum, &tally);
    }
    free(r);
    return nb;
}

/// No walk is worth much that never came to the rare rules.
static void check_tally(const WalkTally *tally)
{
    print_tally("all", tally);
    CU_ASSERT_EQUAL(tally->difference_nb, 0);
    for (int i = REASON_NONE + 1; i < REASON_NB; i++) {
        CHECK(tally->reason_nb[i] > 0, "no game ended by %s", reason_text((Reason)i));
    }
    CU_ASSERT(tally->pass_nb > 0);
    for (int i = 0; i <= 3; i++) {
        CHECK(tally->taking_nb[i] > 0, "no move took %d men", i);
    }
}

static void walk_all(long plies)
{
    VariantSet set;
    variant_set_init(&set);
    WalkTally tally = {0};
    int nb = walk_folder(&set, TEST_SOURCE "/protocol/rules/variants", plies, &tally);
    CHECK(nb == BUILT_IN_NB, "%d built-in variants", nb);
    Problem problem = {0};
    Status status = variant_set_load(&set, TEST_DATA "/variants", &problem);
    CHECK(status == STATUS_OK, "%s", problem.text);
    nb = walk_folder(&set, TEST_DATA "/variants", plies, &tally);
    CHECK(nb == ODD_NB, "%d odd variants", nb);
    check_tally(&tally);
    variant_set_release(&set);
    CU_ASSERT(tally.ply_nb >= (BUILT_IN_NB + ODD_NB) * plies);
}

static void short_walks(void)
{
    walk_all(SHORT_PLIES);
}

static void long_walks(void)
{
    walk_all(LONG_PLIES);
}

static const TestCase SHORT_CASES[] = {{"short walks", short_walks}, {NULL, NULL}};
static const TestCase LONG_CASES[] = {{"long walks", long_walks}, {NULL, NULL}};

const TestSuite TEST_SUITES[] = {
    {"oracle", REFERENCE_ORACLE_CASES},
    {"walks", SHORT_CASES},
    {"long_walks", LONG_CASES},
    {NULL, NULL},
};
