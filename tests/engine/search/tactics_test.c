// SPDX-License-Identifier: MIT
// Positions whose value-keeping moves are known (tests/data/tactics.txt): how many a search of a
// fixed size gets right. One thread and fresh memory for each, so every run gives the same.
#include <stdio.h>
#include <string.h>

#include "protocol/notation/moves.h"
#include "tests/engine/search/search_help.h"

#define LINE_SIZE 1024 // bytes of a line of the file at the most
#define TEST_NODES 10000

typedef struct TacticsSet {
    const char *name;
    int floor_percent; // of TEST_NODES; see test_floors
} TacticsSet;

static const TacticsSet SETS[] = {
    {"placing_win", 78},  // 17 of 19
    {"placing_draw", 86}, // 28 of 30
    {"moving_win", 86},   // 33 of 36
    {"moving_draw", 82},  // 26 of 29
    {"flying_win", 83},   // 22 of 24
    {"flying_draw", 90},  // 11 of 11
    {"small_win", 96},    // 52 of 52
    {"small_draw", 95},   // 44 of 44
    {"worked_win", 100},  // 5 of 5
};
#define SET_NB (sizeof(SETS) / sizeof(SETS[0]))

typedef struct Tally {
    int position_nb, solved_nb;
    uint64_t nodes;
    int64_t cpu_ms;
} Tally;

/// Is the best move among the tokens? Each must be legal.
static bool is_solved(const Bench *bench, StrView tokens)
{
    bool is_found = false;
    for (StrView token; (token = strview_next_word(&tokens)).size > 0;) {
        Move move = MOVE_NONE;
        Problem problem = {.text = ""};
        Status status =
            moves_parse_legal(bench->variant, game_position(&bench->game), token, &move, &problem);
        CHECK(status == STATUS_OK, "%s", problem.text);
        is_found = is_found || move == bench->best;
    }
    return is_found;
}

/// Searches one line of the file: "SET VARIANT FEN ; MOVE MOVE ...".
static void play_line(Bench *bench, char *text, int64_t nodes, Tally tallies[])
{
    char *moves = strchr(text, ';');
    CU_ASSERT_PTR_NOT_NULL_FATAL(moves);
    *moves++ = '\0';
    StrView rest = strview_from(text);
    StrView set = strview_next_word(&rest);
    char variant[64];
    strview_copy(strview_next_word(&rest), variant, sizeof(variant));
    size_t at = 0;
    while (at < SET_NB && !strview_is(set, SETS[at].name)) {
        at++;
    }
    CU_ASSERT_TRUE_FATAL(at < SET_NB);
    bench_set(bench, variant, rest.data, NULL);
    search_clear(bench->search);
    int64_t before_ms = cpu_ms();
    bench_run(bench, limits_nodes(nodes));
    Tally *tally = &tallies[at];
    tally->cpu_ms += cpu_ms() - before_ms;
    tally->nodes += bench->nodes_max;
    tally->position_nb++;
    tally->solved_nb += is_solved(bench, strview_from(moves));
}

static void play_all(int64_t nodes, Tally tallies[SET_NB])
{
    Bench bench;
    bench_init(&bench, "nine_mens_morris", NULL, NULL);
    Problem problem = {.text = ""};
    CHECK(search_set_hash(bench.search, 1, &problem) == STATUS_OK, "%s", problem.text);
    FILE *file = fopen(TEST_DATA "/tactics.txt", "r");
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    char text[LINE_SIZE];
    while (fgets(text, sizeof(text), file) != NULL) {
        CU_ASSERT_TRUE_FATAL(strchr(text, '\n') != NULL);
        if (text[0] != '#') {
            play_line(&bench, text, nodes, tallies);
        }
    }
    fclose(file);
    bench_release(&bench);
}

/// Each floor leaves one position (small sets) or two to what was measured when it was written, as
/// it stands beside the floor: a change of the search may lose a position here or there, not many.
/// With 1,000 nodes 229 of the 250 are solved, with 10,000 238, with 100,000 242, with 300,000 244.
static void test_floors(void)
{
    Tally tallies[SET_NB] = {{0}};
    play_all(TEST_NODES, tallies);
    for (size_t i = 0; i < SET_NB; i++) {
        CHECK(tallies[i].position_nb > 0, "%s: no position", SETS[i].name);
        CHECK(100 * tallies[i].solved_nb >= SETS[i].floor_percent * tallies[i].position_nb,
              "%s: %d of %d solved, wanted are %d %%", SETS[i].name, tallies[i].solved_nb,
              tallies[i].position_nb, SETS[i].floor_percent);
    }
}

/// Prints what is solved with how many nodes; asserts nothing but what bench_run does.
static void test_table(void)
{
    printf("\n%-13s %9s %9s %7s %7s %12s %8s\n", "set", "limit", "positions", "solved", "share",
           "nodes", "cpu ms");
    for (int64_t nodes = 1000; nodes <= 1000000; nodes *= 10) {
        Tally tallies[SET_NB] = {{0}};
        play_all(nodes, tallies);
        for (size_t i = 0; i < SET_NB; i++) {
            const Tally *tally = &tallies[i];
            printf("%-13s %9lld %9d %7d %6.1f%% %12llu %8lld\n", SETS[i].name, (long long)nodes,
                   tally->position_nb, tally->solved_nb,
                   100.0 * tally->solved_nb / (tally->position_nb > 0 ? tally->position_nb : 1),
                   (unsigned long long)tally->nodes, (long long)tally->cpu_ms);
        }
    }
}

const TestCase TACTICS_CASES[] = {{"sets of known best moves", test_floors}, {NULL, NULL}};
const TestCase TACTICS_TABLE_CASES[] = {{"solved shares by nodes", test_table}, {NULL, NULL}};
