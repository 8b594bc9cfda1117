// SPDX-License-Identifier: MIT
#include "protocol/rules/variant_json.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "protocol/base/file.h"
#include "protocol/rules/variant_reader.h"
#include "tests/protocol/rules/rules_help.h"
#include "tests/protocol/rules/rules_tests.h"

#define TABLE_MAX (1 << 20) // bytes
#define BUILT_IN_NB 33

// --- What is refused --------------------------------------------------------------------------

/// A built-in file with one edit, the status, and what the problem begins with.
typedef struct Refusal {
    const char *base, *from, *to;
    Status status;
    const char *problem;
} Refusal;

#define NINE "nine_mens_morris"
#define THREE "tapatan"
#define DARA_EDGES "[\"a1\", \"b1\"], [\"a1\", \"a2\"]"

static const Refusal REFUSALS[] = {
    // Text that is no variant.
    {NINE, "{\n", "[\n", STATUS_SYNTAX, "F:"},
    {NINE, "\"board\"", "\"name\": \"b\", \"board\"", STATUS_CONFLICT, "F: name: "},
    {NINE, "\"name\": \"nine_mens_morris\",", "", STATUS_SYNTAX, "F: (top): name is missing"},
    {NINE, "\"nine_mens_morris\"", "\"Nine Men\"", STATUS_SYNTAX, "F: name: must be made of"},
    {NINE, "\"nine_mens_morris\"", "\"\"", STATUS_SYNTAX, "F: name: must be made of"},
    {NINE, "\"nine_mens_morris\"", "7", STATUS_SYNTAX, "F: name: must be a text"},
    {NINE, "\"nine_mens_morris\"", "\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\"",
     STATUS_RANGE, "F: name: must not be longer than 47"},
    {NINE, "\"Nine Men's Morris\"", "\"a\\nb\"", STATUS_SYNTAX, "F: title: must not hold control"},
    {NINE, "\"merels\"", "\"Merels!\"", STATUS_SYNTAX, "F: aliases[0]: must be made of"},
    {NINE, "\"merels\"", "\"b\", \"c\", \"d\", \"e\", \"f\", \"g\", \"h\", \"i\"", STATUS_LIMIT,
     "F: aliases: more than 8"},
    {NINE, "\"aliases\": [", "\"aliases\": {}, \"source\": [", STATUS_CONFLICT, "F: source: "},
    // Unknown and reserved keys and words.
    {NINE, "\"men\"", "\"mens\"", STATUS_UNKNOWN, "F: mens: unknown key"},
    {NINE, "\"protect\"", "\"protekt\"", STATUS_UNKNOWN, "F: remove.protekt: unknown key"},
    {NINE, "\"fly_at\"", "\"fly\"", STATUS_UNKNOWN, "F: move.fly: unknown key"},
    {NINE, "\"min_men\"", "\"after_placing\": {\"first\": \"b\"}, \"min_men\"", STATUS_UNKNOWN,
     "F: after_placing: reserved, not yet supported"},
    {NINE, "\"min_men\"", "\"mill_once\": true, \"min_men\"", STATUS_UNKNOWN,
     "F: mill_once: reserved, not yet supported"},
    {NINE, "\"min_men\"", "\"no_remake_next_turn\": true, \"min_men\"", STATUS_UNKNOWN,
     "F: no_remake_next_turn: reserved, not yet supported"},
    {NINE, "\"min_men\"", "\"misere\": true, \"min_men\"", STATUS_UNKNOWN,
     "F: misere: reserved, not yet supported"},
    {NINE, "\"repetition\"", "\"no_progress_when_three\": 10, \"repetition\"", STATUS_UNKNOWN,
     "F: draw.no_progress_when_three: reserved, not yet supported"},
    {NINE, "\"place\": { \"mill\": \"remove\"", "\"place\": { \"mill\": \"remove_from_hand\"",
     STATUS_UNKNOWN, "F: place.mill: \"remove_from_hand\" is reserved, not yet supported"},
    {NINE, "\"place\": { \"mill\": \"remove\"", "\"place\": { \"mill\": \"mark_delay\"",
     STATUS_UNKNOWN, "F: place.mill: \"mark_delay\" is reserved, not yet supported"},
    {NINE, "\"place\": { \"mill\": \"remove\"", "\"place\": { \"mill\": \"count\"", STATUS_UNKNOWN,
     "F: place.mill: \"count\" is reserved, not yet supported"},
    {NINE, "\"place\": { \"mill\": \"remove\"", "\"place\": { \"mill\": \"first_gets_start\"",
     STATUS_UNKNOWN, "F: place.mill: \"first_gets_start\" is reserved, not yet supported"},
    {NINE, "\"place\": { \"mill\": \"remove\"", "\"place\": { \"mill\": \"extra_turn\"",
     STATUS_UNKNOWN, "F: place.mill: \"extra_turn\" is reserved, not yet supported"},
    {NINE, "\"no_move\": \"loss\"", "\"no_move\": \"opponent_frees\"", STATUS_UNKNOWN,
     "F: no_move: \"opponent_frees\" is reserved, not yet supported"},
    {NINE, "\"no_move\": \"loss\"", "\"no_move\": \"remove_then_move\"", STATUS_UNKNOWN,
     "F: no_move: \"remove_then_move\" is reserved, not yet supported"},
    {NINE, "\"no_move\": \"loss\"", "\"no_move\": \"win\"", STATUS_UNKNOWN,
     "F: no_move: \"win\" is none of loss, draw, pass"},
    {NINE, "\"unless_all\"", "\"sometimes\"", STATUS_UNKNOWN,
     "F: remove.protect: \"sometimes\" is none of unless_all, never, always"},
    {NINE, "\"edges\", \"fly_at\"", "\"jumps\", \"fly_at\"", STATUS_UNKNOWN,
     "F: move.kind: \"jumps\" is none of edges, any"},
    {NINE, "\"listed\"", "\"found\"", STATUS_UNKNOWN, "F: line.kind: \"found\""},
    {NINE, "\"no_reserve\"", "\"all\"", STATUS_UNKNOWN, "F: min_counts: \"all\""},
    // Types and ranges.
    {NINE, "\"min_men\": 3", "\"min_men\": \"3\"", STATUS_SYNTAX, "F: min_men: must be a whole"},
    {NINE, "\"min_men\": 3", "\"min_men\": 3.5", STATUS_SYNTAX, "F: min_men: must be a whole"},
    {NINE, "\"min_men\": 3", "\"min_men\": -1", STATUS_RANGE, "F: min_men: must be 0 to 64"},
    {NINE, "\"fly_at\": 3", "\"fly_at\": 65", STATUS_RANGE, "F: move.fly_at: must be 0 to 64"},
    {NINE, "\"repetition\": 3", "\"repetition\": 1", STATUS_RANGE,
     "F: draw.repetition: must be 0 or"},
    {NINE, "\"no_progress\": 100", "\"no_progress\": -1", STATUS_RANGE,
     "F: draw.no_progress: must"},
    {NINE, "\"no_progress\": 100", "\"house_rule\": 1", STATUS_SYNTAX,
     "F: draw.house_rule: must be tr"},
    {NINE, "\"draw\": {", "\"draw\": 5, \"place_and_move_mixed\": {", STATUS_SYNTAX,
     "F: place_and_move_mixed: must be true or false"},
    {NINE, "\"line\": { \"kind\": \"listed\" }", "\"line\": \"listed\"", STATUS_SYNTAX,
     "F: line: must be an object"},
    {NINE, "\"men\": [9, 9]", "\"men\": [9]", STATUS_SYNTAX, "F: men: two numbers"},
    {NINE, "\"men\": [9, 9]", "\"men\": 9", STATUS_SYNTAX, "F: men: must be an array"},
    {NINE, "\"men\": [9, 9]", "\"men\": [9, 65]", STATUS_RANGE, "F: men[1]: must be 0 to 64"},
    {NINE, "\"no_place\": \"loss\"", "\"no_place\": false", STATUS_SYNTAX,
     "F: no_place: must be a word"},
    // The board.
    {NINE, "\"board\"", "\"bored\"", STATUS_UNKNOWN, "F: bored: unknown key"},
    {NINE, "\"a7\", \"d7\", \"g7\",\n", "\"a7\", \"d7\", \"g9\",\n", STATUS_SYNTAX,
     "F: board.points[2]: must be a point"},
    {NINE, "\"a7\", \"d7\", \"g7\",\n", "\"a7\", \"d7\", \"i7\",\n", STATUS_SYNTAX,
     "F: board.points[2]: must be a point"},
    {NINE, "\"a7\", \"d7\", \"g7\",\n", "\"a7\", \"d7\", \"G7\",\n", STATUS_SYNTAX,
     "F: board.points[2]: must be a point"},
    {NINE, "\"a7\", \"d7\", \"g7\",\n", "\"a7\", \"d7\", \"g77\",\n", STATUS_SYNTAX,
     "F: board.points[2]: must be a point"},
    {NINE, "\"a7\", \"d7\", \"g7\",\n", "\"a7\", \"d7\", 7,\n", STATUS_SYNTAX,
     "F: board.points[2]: must be a point"},
    {NINE, "\"a7\", \"d7\", \"g7\",\n", "\"a7\", \"d7\", \"d7\",\n", STATUS_CONFLICT,
     "F: board.points[2]: d7 is listed twice"},
    {NINE, "[\"a7\", \"d7\"], [\"d7\", \"g7\"]", "[\"a7\", \"a6\"], [\"d7\", \"g7\"]",
     STATUS_CONFLICT, "F: board.edges[0][1]: a6 is no point of the board"},
    {NINE, "[\"a7\", \"d7\"], [\"d7\", \"g7\"]", "[\"a7\", \"a7\"], [\"d7\", \"g7\"]",
     STATUS_CONFLICT, "F: board.edges[0][1]: a7 is listed twice"},
    {NINE, "[\"a7\", \"d7\"], [\"d7\", \"g7\"]", "[\"a7\", \"d7\"], [\"d7\", \"a7\"]",
     STATUS_CONFLICT, "F: board.edges[1]: this edge is listed twice"},
    {NINE, "[\"a7\", \"d7\"], [\"d7\", \"g7\"]", "[\"a7\"], [\"d7\", \"g7\"]", STATUS_SYNTAX,
     "F: board.edges[0]: an edge joins two points"},
    {NINE, "[\"a7\", \"d7\"], [\"d7\", \"g7\"]", "[\"a7\", \"d7\", \"g7\"]", STATUS_SYNTAX,
     "F: board.edges[0]: an edge joins two points"},
    {NINE, "[\"a7\", \"d7\"], [\"d7\", \"g7\"]", "\"a7d7\"", STATUS_SYNTAX,
     "F: board.edges[0]: must be an array"},
    {NINE, "[\"a7\", \"d7\", \"g7\"], [\"b6\"", "[\"a7\", \"d7\", \"a6\"], [\"b6\"",
     STATUS_CONFLICT, "F: board.lines[0][2]: a6 is no point of the board"},
    {NINE, "[\"a7\", \"d7\", \"g7\"], [\"b6\"", "[\"a7\", \"d7\", \"a7\"], [\"b6\"",
     STATUS_CONFLICT, "F: board.lines[0][2]: a7 is listed twice"},
    {NINE, "[\"a7\", \"d7\", \"g7\"], [\"b6\"", "[\"a7\"], [\"b6\"", STATUS_SYNTAX,
     "F: board.lines[0]: a line has at least two points"},
    {NINE, "[\"a7\", \"d7\", \"g7\"], [\"b6\"", "[\"d6\", \"f6\", \"b6\"], [\"b6\"",
     STATUS_CONFLICT, "F: board.lines[1]: this line is listed twice"},
    {THREE, "[\"a1\", \"b1\"]", "5", STATUS_SYNTAX, "F: board.edges[0]: must be an array"},
    // Men.
    {THREE, "\"men\": [3, 3],", "", STATUS_CONFLICT, "F: men[0]: White has no man"},
    {THREE, "\"men\": [3, 3]", "\"men\": [3, 0]", STATUS_CONFLICT, "F: men[1]: Black has no man"},
    {THREE, "\"men\": [3, 3]", "\"men\": [5, 5]", STATUS_CONFLICT, "F: men: 10 men for 9 points"},
    {"shisima", "\"a1\": \"w\"", "\"a2\": \"x\"", STATUS_SYNTAX,
     "F: start.a2: must be \"w\" or \"b\""},
    {"shisima", "\"a1\": \"w\"", "\"d1\": \"w\"", STATUS_CONFLICT, "F: start.d1: d1 is no point"},
    {"shisima", "\"start\": {", "\"start\": [], \"line\": {", STATUS_CONFLICT, "F: line: "},
    {"pong_hau_ki", "\"a3\": \"w\", \"c3\": \"w\"", "\"a3\": \"b\", \"c3\": \"b\"", STATUS_CONFLICT,
     "F: men[0]: White has no man"},
    {"shisima", "\"men\": [0, 0]", "\"men\": [60, 2]", STATUS_CONFLICT,
     "F: men: 68 men for 9 points"},
    {"tictactoe", "\"men\": [5, 4]", "\"men\": [64, 64]", STATUS_OK, ""},
    // Keys that contradict each other.
    {THREE, "\"no_place\"", "\"min_men\": 3, \"no_place\"", STATUS_CONFLICT,
     "F: min_men: 3, but place"},
    {NINE, "\"place\": { \"mill\": \"remove\"", "\"place\": { \"mill\": \"win\"", STATUS_CONFLICT,
     "F: min_men: 3, but place.mill is win"},
    {"six_mens_morris", "\"min_men\": 3", "\"min_men\": 7", STATUS_CONFLICT,
     "F: min_men: 7, but White"},
    {THREE, "\"kind\": \"edges\", \"mill\": \"win\"", "\"kind\": \"edges\", \"mill\": \"remove\"",
     STATUS_CONFLICT, "F: place.mill: win in one phase and remove in the other"},
    // Nothing moves, so what a mill of a move would do contradicts nothing.
    {"tictactoe", "\"mill\": \"win\"", "\"mill\": \"remove\"", STATUS_OK, ""},
    {NINE, "\"fly_at\": 3", "\"fly_at\": 2", STATUS_CONFLICT, "F: move.fly_at: 2, but"},
    {NINE, "\"place\": { \"mill\"", "\"place\": { \"forbid_run_at_least\": 3, \"mill\"",
     STATUS_CONFLICT, "F: place.forbid_run_at_least: only with line.kind runs"},
    {NINE, "\"fly_at\": 3", "\"forbid_run_at_least\": 4", STATUS_CONFLICT,
     "F: move.forbid_run_at_least: only with line.kind runs"},
    {NINE, "{ \"kind\": \"listed\" }",
     "{ \"kind\": \"runs\", \"length\": 3, \"directions\": [\"h\"] }", STATUS_CONFLICT,
     "F: board.lines: line.kind is runs"},
    {NINE, "{ \"kind\": \"listed\" }", "{ \"kind\": \"listed\", \"length\": 3 }", STATUS_CONFLICT,
     "F: line.length: only with kind runs"},
    {THREE, "\"no_place\"", "\"win_line_not_home\": true, \"no_place\"", STATUS_CONFLICT,
     "F: win_line_not_home: there is no home"},
    {"tant_fant", "\"win_line_not_home\": true,", "", STATUS_CONFLICT,
     "F: start: White starts with"},
    {"tictactoe", "\"move_phase\": false", "\"move_phase\": false, \"place_and_move_mixed\": true",
     STATUS_CONFLICT, "F: place_and_move_mixed: true, but move_phase is false"},
    // Runs.
    {"dara", "\"length\": 3, ", "", STATUS_SYNTAX, "F: line: length is missing"},
    {"dara", ", \"directions\": [\"h\", \"v\"]", "", STATUS_SYNTAX,
     "F: line: directions is missing"},
    {"dara", "[\"h\", \"v\"]", "[]", STATUS_CONFLICT, "F: line.directions: at least one"},
    {"dara", "[\"h\", \"v\"]", "[\"h\", \"x\"]", STATUS_UNKNOWN,
     "F: line.directions[1]: must be h"},
    {"dara", "[\"h\", \"v\"]", "[\"h\", \"h\"]", STATUS_CONFLICT,
     "F: line.directions[1]: this direc"},
    {"dara", "\"length\": 3", "\"length\": 9", STATUS_RANGE, "F: line.length: must be 2 to 8"},
    {"dara", "\"length\": 3", "\"length\": 7", STATUS_CONFLICT, "F: line.length: no run of 7 fits"},
    {"dara", "\"forbid_run_at_least\": 3", "\"forbid_run_at_least\": 1", STATUS_RANGE,
     "F: place.forbid_run_at_least: must be 0 or 2 to 8"},
    {"dara", "\"a5\", \"b5\",", "\"a5\", \"b5\", \"h8\",", STATUS_CONFLICT,
     "F: line.kind: runs needs a full rectangle"},
    {"dara", DARA_EDGES, "", STATUS_SYNTAX, "F:"},
    // Too much.
    {"seven_mens_morris", "\"men\": [7, 7]", "\"men\": [8, 9]", STATUS_OK, ""},
    {"morabaraba", "\"protect\": \"unless_all\"", "\"per_mill\": true", STATUS_OK, ""},
};

static void bad_files_are_refused(void)
{
    for (size_t i = 0; i < sizeof(REFUSALS) / sizeof(REFUSALS[0]); i++) {
        const Refusal *refusal = &REFUSALS[i];
        StrBuf text;
        Variant *v = NULL;
        Problem problem = {0};
        strbuf_init(&text);
        help_edited_text(refusal->base, refusal->from, refusal->to, &text);
        Status status = variant_json_read(strbuf_view(&text), "F", &v, &problem);
        CHECK(status == refusal->status, "%s: %s -> %s: status %d, %s", refusal->base,
              refusal->from, refusal->to, (int)status, problem.text);
        CHECK(strncmp(problem.text, refusal->problem, strlen(refusal->problem)) == 0,
              "%s: %s -> %s: %s", refusal->base, refusal->from, refusal->to, problem.text);
        CHECK((v == NULL) == (status != STATUS_OK), "%s", refusal->problem);
        variant_free(v);
        strbuf_release(&text);
    }
}

/// Whole texts that lack what every variant needs.
static void what_every_variant_needs(void)
{
    static const struct {
        const char *text;
        const char *problem;
    } ROWS[] = {
        {"", "F:"},
        {"[]", "F: (top): a variant is an object"},
        {"{}", "F: (top): name is missing"},
        {"{\"name\": \"x\"}", "F: (top): board is missing"},
        {"{\"name\": \"x\", \"board\": []}", "F: board: must be an object"},
        {"{\"name\": \"x\", \"board\": {}}", "F: board: points is missing"},
        {"{\"name\": \"x\", \"board\": {\"points\": {}}}", "F: board.points: must be an array"},
        {"{\"name\": \"x\", \"board\": {\"points\": []}}", "F: board.points: a board has at least"},
        {"{\"name\": \"x\", \"board\": {\"points\": [\"a1\"]}}", "F: men[0]: White has no man"},
        {"{\"name\": \"x\", \"board\": {\"points\": [\"a1\", \"b1\"]}, \"men\": [1, 1]}",
         "F: board.edges: none, but move.kind is edges"},
    };
    for (size_t i = 0; i < sizeof(ROWS) / sizeof(ROWS[0]); i++) {
        Variant *v;
        Problem problem = {0};
        Status status = variant_json_read(strview_from(ROWS[i].text), "F", &v, &problem);
        CHECK(status != STATUS_OK &&
                  strncmp(problem.text, ROWS[i].problem, strlen(ROWS[i].problem)) == 0,
              "%s: %s", ROWS[i].text, problem.text);
    }
}

/// Every built-in text cut after each byte, and with each byte overwritten: no crash, and a problem
/// on each refusal.
static void cut_and_spoilt_texts(void)
{
    StrBuf text;
    strbuf_init(&text);
    help_edited_text("dara", "", "", &text);
    for (size_t i = 0; i < text.size; i += 3) {
        Variant *v;
        Problem problem = {0};
        Status status = variant_json_read((StrView){text.data, i}, "cut", &v, &problem);
        CHECK(status != STATUS_OK && problem.text[0] != '\0', "cut at %zu", i);
        char kept = text.data[i];
        text.data[i] = "\"[{9,-x\1"[i % 8];
        status = variant_json_read(strbuf_view(&text), "spoilt", &v, &problem);
        CHECK(status == STATUS_OK || problem.text[0] != '\0', "spoilt at %zu", i);
        variant_free(v);
        text.data[i] = kept;
    }
    strbuf_release(&text);
}

// --- Digests ----------------------------------------------------------------------------------

static void stored_digests(void)
{
    VariantSet set;
    StrBuf text;
    Problem problem = {0};
    variant_set_init(&set);
    strbuf_init(&text);
    Status status = file_read(TEST_DATA "/digests.txt", TABLE_MAX, &text, &problem);
    CHECK(status == STATUS_OK, "%s", problem.text);
    StrView rest = strbuf_view(&text);
    int line_nb = 0;
    for (;;) {
        StrView name = strview_next_word(&rest);
        StrView digest = strview_next_word(&rest);
        if (name.size == 0) {
            break;
        }
        const Variant *v = variant_set_find(&set, name);
        char found[17];
        snprintf(found, sizeof(found), "%016" PRIx64, v == NULL ? 0 : v->digest);
        CHECK(strview_is(digest, found), "%.*s: %s", STRVIEW_ARG(name), found);
        line_nb++;
    }
    CU_ASSERT_EQUAL(line_nb, BUILT_IN_NB);
    CU_ASSERT_EQUAL(set.nb, BUILT_IN_NB);
    strbuf_release(&text);
    variant_set_release(&set);
}

typedef struct Edit {
    const char *base, *from, *to;
} Edit;

static uint64_t digest_of(const char *base, const char *from, const char *to)
{
    Variant *v = help_edited_variant(base, from, to);
    uint64_t digest = v->digest;
    variant_free(v);
    return digest;
}

static void other_words_same_digest(void)
{
    static const Edit EDITS[] = {
        {NINE, "\"nine_mens_morris\"", "\"other\""},
        {NINE, "\"title\": \"Nine Men's Morris\",", ""},
        {NINE, "Rule text S2", "Somewhere else"},
        {NINE, "\"merels\"", "\"another\""},
        {NINE, "[\"a7\", \"d7\"], [\"d7\", \"g7\"]", "[\"g7\", \"d7\"], [\"d7\", \"a7\"]"},
        {NINE, "[\"a7\", \"d7\", \"g7\"], [\"b6\", \"d6\", \"f6\"]",
         "[\"f6\", \"b6\", \"d6\"], [\"g7\", \"d7\", \"a7\"]"},
        {NINE, "\"a7\", \"d7\", \"g7\",\n", "\"g7\", \"a7\", \"d7\",\n"},
        {NINE, "\"men\"", "\"start\": null, \"men\""},
        {NINE, "\"men\"", "\"start\": {}, \"men\""},
        {NINE, "\"men\"", "\"move_phase\": true, \"place_and_move_mixed\": false, \"men\""},
        {NINE, "\"men\"", "\"win_line_not_home\": false, \"men\""},
        {NINE, "\"men\"", "\"full_board_after_placing\": \"none\", \"men\""},
        {NINE, "\"line\": { \"kind\": \"listed\" },", ""},
        {NINE, "\"min_counts\": \"no_reserve\",", ""},
        {NINE, "\"no_place\": \"loss\",", ""},
        {NINE, "\"remove\": { \"protect\": \"unless_all\" },", ""},
        {NINE, "\"protect\"", "\"optional\": false, \"per_mill\": false, \"protect\""},
        {NINE, "\"kind\": \"edges\", \"fly_at\": 3",
         "\"fly_counts\": \"total\", \"forbid_points\": [], \"forbid_run_at_least\": 0, "
         "\"fly_at\": 3"},
        {NINE, "\"repetition\": 3, \"no_progress\": 100",
         "\"no_progress\": 100, \"house_rule\": false, \"repetition\": 3"},
        {NINE, "\"repetition\": 3, ", ""},
        {"dara", "[\"h\", \"v\"]", "[\"v\", \"h\"]"},
        {"dara", "\"edges\": [", "\"lines\": [], \"edges\": ["},
        {"shisima", "\"no_move\"", "\"no_place\": \"loss\", \"no_move\""},
    };
    for (size_t i = 0; i < sizeof(EDITS) / sizeof(EDITS[0]); i++) {
        const Edit *edit = &EDITS[i];
        CHECK(digest_of(edit->base, edit->from, edit->to) == digest_of(edit->base, "", ""),
              "%s: %s -> %s", edit->base, edit->from, edit->to);
    }
}

static void other_rules_other_digest(void)
{
    static const Edit EDITS[] = {
        {NINE, "\"men\": [9, 9]", "\"men\": [9, 8]"},
        {NINE, "\"men\": [9, 9]", "\"men\": [8, 9]"},
        {NINE, "\"men\": [9, 9]", "\"men\": [9, 8], \"start\": {\"a1\": \"b\"}"},
        {NINE, "\"men\": [9, 9]", "\"men\": [8, 9], \"start\": {\"a1\": \"w\"}"},
        {NINE, "\"men\": [9, 9]", "\"men\": [8, 9], \"start\": {\"d1\": \"w\"}"},
        {NINE, "[\"a7\", \"d7\"], ", ""},
        {NINE, "[\"a7\", \"d7\"], ", "[\"a7\", \"d6\"], "},
        {NINE, "[\"a7\", \"d7\", \"g7\"], ", ""},
        {NINE, "[\"a7\", \"d7\", \"g7\"], ", "[\"a7\", \"d7\"], "},
        {NINE, "\"a7\", \"d7\", \"g7\",\n", "\"a7\", \"d7\", \"g7\", \"d4\",\n"},
        {NINE, "\"mill\": \"remove\" }", "\"mill\": \"none\" }"},
        {NINE, "\"fly_at\": 3, \"mill\": \"remove\"", "\"fly_at\": 3, \"mill\": \"none\""},
        {NINE, "\"kind\": \"edges\"", "\"kind\": \"any\""},
        {NINE, "\"fly_at\": 3", "\"fly_at\": 4"},
        {NINE, "\"fly_at\": 3", "\"fly_at\": 3, \"fly_counts\": \"board\""},
        {NINE, "\"fly_at\": 3", "\"fly_at\": 3, \"forbid_points\": [\"a1\"]"},
        {NINE, "\"place\": {", "\"place\": {\"forbid_points\": [\"a1\"], "},
        {NINE, "\"place\": {", "\"place\": {\"forbid_points\": [\"d1\"], "},
        {NINE, "\"unless_all\"", "\"never\""},
        {NINE, "\"unless_all\"", "\"always\""},
        {NINE, "\"unless_all\"", "\"unless_all\", \"per_mill\": true"},
        {NINE, "\"unless_all\"", "\"unless_all\", \"optional\": true"},
        {NINE, "\"min_men\": 3", "\"min_men\": 2"},
        {NINE, "\"no_reserve\"", "\"total\""},
        {NINE, "\"no_place\": \"loss\"", "\"no_place\": \"draw\""},
        {NINE, "\"no_place\": \"loss\"", "\"no_place\": \"pass\""},
        {NINE, "\"no_move\": \"loss\"", "\"no_move\": \"draw\""},
        {NINE, "\"no_move\": \"loss\"", "\"no_move\": \"pass\""},
        {NINE, "\"no_move\"", "\"full_board_after_placing\": \"draw\", \"no_move\""},
        {NINE, "\"no_move\"", "\"full_board_after_placing\": \"first_loses\", \"no_move\""},
        {NINE, "\"no_move\"", "\"place_and_move_mixed\": true, \"no_move\""},
        {NINE, "\"no_move\"", "\"move_phase\": false, \"no_move\""},
        {NINE, "\"repetition\": 3", "\"repetition\": 0"},
        {NINE, "\"no_progress\": 100", "\"no_progress\": 120"},
        {NINE, "\"no_progress\": 100", "\"no_progress\": 100, \"house_rule\": true"},
        {"dara", "\"length\": 3", "\"length\": 4"},
        {"dara", "[\"h\", \"v\"]", "[\"h\"]"},
        {"dara", "[\"h\", \"v\"]", "[\"h\", \"v\", \"d\"]"},
        {"dara", "[\"h\", \"v\"]", "[\"h\", \"v\", \"a\"]"},
        {"dara", "\"forbid_run_at_least\": 3", "\"forbid_run_at_least\": 4"},
        {"dara", "\"forbid_run_at_least\": 4", "\"forbid_run_at_least\": 5"},
        {"tant_fant", "\"a1\": \"w\"", "\"a2\": \"w\""},
    };
    enum { EDIT_NB = sizeof(EDITS) / sizeof(EDITS[0]) };
    uint64_t digests[EDIT_NB + 3] = {digest_of(NINE, "", ""), digest_of("dara", "", ""),
                                     digest_of("tant_fant", "", "")};
    int nb = 3;
    for (int i = 0; i < EDIT_NB; i++) {
        uint64_t digest = digest_of(EDITS[i].base, EDITS[i].from, EDITS[i].to);
        for (int k = 0; k < nb; k++) {
            CHECK(digest != digests[k], "%s: %s -> %s", EDITS[i].base, EDITS[i].from, EDITS[i].to);
        }
        digests[nb++] = digest;
    }
}

static void canonical_text(void)
{
    static const char TEXT[] = "{\"name\": \"x\", \"board\": {\"points\": [\"b1\", \"a2\", \"a1\"],"
                               " \"edges\": [[\"b1\", \"a1\"], [\"a2\", \"a1\"]], \"lines\": "
                               "[[\"b1\", \"a1\"], [\"a2\", \"a1\"]]},"
                               " \"men\": [1, 0], \"start\": {\"b1\": \"b\"}, \"place\": "
                               "{\"forbid_points\": [\"b1\", \"a2\"]}}";
    static const char WANTED[] =
        "{\"board\":{\"edges\":[[\"a1\",\"a2\"],[\"a1\",\"b1\"]],\"lines\":[[\"a1\",\"a2\"],["
        "\"a1\",\"b1\"]],"
        "\"points\":[\"a1\",\"a2\",\"b1\"]},\"draw\":{\"house_rule\":false,\"no_progress\":120,"
        "\"repetition\":3},\"full_board_after_placing\":\"none\",\"line\":{\"kind\":\"listed\"},"
        "\"men\":[1,0],\"min_counts\":\"no_reserve\",\"min_men\":0,\"move\":{\"fly_at\":0,"
        "\"fly_counts\":\"total\",\"forbid_points\":[],\"forbid_run_at_least\":0,\"kind\":"
        "\"edges\","
        "\"mill\":\"win\"},\"move_phase\":true,\"no_move\":\"loss\",\"no_place\":\"loss\","
        "\"place\":{\"forbid_points\":[\"a2\",\"b1\"],\"forbid_run_at_least\":0,\"mill\":\"win\"},"
        "\"place_and_move_mixed\":false,\"remove\":{\"optional\":false,\"per_mill\":false,"
        "\"protect\":\"unless_all\"},\"start\":{\"b1\":\"b\"},\"win_line_not_home\":false}";
    Json *root;
    Problem problem = {0};
    CU_ASSERT_EQUAL_FATAL(json_parse(strview_from(TEXT), "t", &root, &problem), STATUS_OK);
    VariantSpec spec;
    Status status = variant_reader_spec(root, "t", &spec, &problem);
    CHECK(status == STATUS_OK, "%s", problem.text);
    StrBuf out;
    strbuf_init(&out);
    variant_json_canonical(&spec, &out);
    CHECK(strcmp(out.data, WANTED) == 0, "%s", out.data);
    strbuf_release(&out);
    json_free(root);
}

const TestCase VARIANT_JSON_CASES[] = {
    {"bad files are refused", bad_files_are_refused},
    {"what every variant needs", what_every_variant_needs},
    {"cut and spoilt texts", cut_and_spoilt_texts},
    {"stored digests", stored_digests},
    {"other words, same digest", other_words_same_digest},
    {"other rules, other digest", other_rules_other_digest},
    {"canonical text", canonical_text},
    {NULL, NULL},
};
