// SPDX-License-Identifier: MIT
// Positions, games and worked examples whose answers an independent program computed
// (tests/data/oracle).
#include <stdlib.h>
#include <string.h>

#include "protocol/notation/fen.h"
#include "protocol/notation/moves.h"
#include "protocol/rules/game.h"
#include "protocol/rules/movegen.h"
#include "protocol/rules/perft.h"
#include "tests/protocol/notation/notation_tests.h"

static StrView text_of(const Json *object, const char *key)
{
    StrView text = {NULL, 0};
    json_to_text(json_member(object, key), &text);
    return text;
}

static const Variant *variant_of(const VariantSet *set, const Json *object)
{
    return notation_variant(set, text_of(object, "variant").data);
}

static Position position_of(const Variant *v, const Json *object)
{
    Position pos = position_start(v);
    Problem problem = {.text = ""};
    Status status = fen_parse(v, text_of(object, "fen"), &pos, &problem);
    CHECK(status == STATUS_OK, "%s: %s", v->name, problem.text);
    return pos;
}

/// Does `outcome` say what the keys result and reason say? Without them: that the game goes on.
static bool outcome_is(Outcome outcome, const Json *object)
{
    static const char *const RESULTS[] = {"", "white", "black", "draw"};
    return strview_is(text_of(object, "result"), RESULTS[outcome.result]) &&
           (outcome.result == RESULT_NONE ||
            strview_is(text_of(object, "reason"), reason_text(outcome.reason)));
}

/// A legal move among words; its list is not sorted.
static bool has_word(const Json *list, const char *word)
{
    for (const Json *item = json_first(list); item != NULL; item = json_next(item)) {
        StrView text = {NULL, 0};
        if (json_to_text(item, &text) && strview_is(text, word)) {
            return true;
        }
    }
    return false;
}

/// The legal moves, only those that begin with `from`, are exactly those of `list`.
static void check_exactly(const Variant *v, const Position *pos, StrView from, const Json *list,
                          const char *label)
{
    Move *legal = malloc(sizeof *legal * MOVE_MAX);
    int legal_nb = movegen_legal(v, pos, legal);
    size_t found = 0;
    for (int i = 0; i < legal_nb; i++) {
        char text[MOVE_TEXT_MAX];
        moves_format_wire(v, legal[i], text);
        if (strncmp(text, from.size > 0 ? from.data : "", from.size) == 0) {
            CHECK(has_word(list, text), "%s %s: %s should be illegal", v->name, label, text);
            found++;
        }
    }
    CHECK(found == json_count(list), "%s %s: %zu legal moves of %zu", v->name, label, found,
          json_count(list));
    CHECK(movegen_count(v, pos) == legal_nb, "%s %s: count", v->name, label);
    free(legal);
}

static void positions(void)
{
    VariantSet set;
    notation_variants(&set);
    StrBuf file;
    strbuf_init(&file);
    notation_data("oracle/positions.jsonl", &file);
    StrView rest = strbuf_view(&file);
    int nb = 0;
    for (Json *json = notation_next_json(&rest); json != NULL; json = notation_next_json(&rest)) {
        const Variant *v = variant_of(&set, json);
        const char *fen = text_of(json, "fen").data;
        Position pos = position_of(v, json);
        char again[FEN_TEXT_MAX];
        fen_format(v, &pos, again);
        CHECK(strcmp(fen, again) == 0, "%s %s: %s", v->name, fen, again);
        CHECK(outcome_is(outcome_of_position(v, &pos), json), "%s %s: outcome", v->name, fen);
        const Json *legal = json_member(json, "legal");
        int64_t perft = 0;
        if (legal != NULL) {
            check_exactly(v, &pos, strview_from(""), legal, fen);
        }
        if (json_to_int64(json_member(json, "perft2"), &perft)) {
            uint64_t count = perft_count(v, &pos, 2, NULL);
            CHECK(count == (uint64_t)perft, "%s %s: perft 2 is %llu", v->name, fen,
                  (unsigned long long)count);
        }
        json_free(json);
        nb++;
    }
    CU_ASSERT_EQUAL(nb, 553);
    strbuf_release(&file);
    variant_set_release(&set);
}

/// Plays the words of `list`; false when one is illegal. The game must go on before each.
static bool play_all(Game *game, const Json *list, const char *label)
{
    const Json *item = list != NULL ? json_first(list) : NULL;
    for (; item != NULL; item = json_next(item)) {
        StrView word = {NULL, 0};
        json_to_text(item, &word);
        Move move = MOVE_NONE;
        Problem problem = {.text = ""};
        CHECK(game->outcome.result == RESULT_NONE, "%s: over before ply %zu", label,
              game->ply_nb + 1);
        Status status =
            moves_parse_legal(game->variant, game_position(game), word, &move, &problem);
        CHECK(status == STATUS_OK, "%s: ply %zu: %s", label, game->ply_nb + 1, problem.text);
        if (status != STATUS_OK || game_play(game, move) != STATUS_OK) {
            return false;
        }
        char text[MOVE_TEXT_MAX];
        moves_format_wire(game->variant, move, text);
        CHECK(strview_is(word, text), "%s: %s", label, text);
    }
    return true;
}

static void games(void)
{
    VariantSet set;
    notation_variants(&set);
    StrBuf file;
    strbuf_init(&file);
    notation_data("oracle/games.jsonl", &file);
    StrView rest = strbuf_view(&file);
    int nb = 0;
    for (Json *json = notation_next_json(&rest); json != NULL; json = notation_next_json(&rest)) {
        const Variant *v = variant_of(&set, json);
        char label[VARIANT_NAME_MAX + 20];
        snprintf(label, sizeof label, "%s, game %d", v->name, ++nb);
        Game game;
        game_init(&game, v);
        CHECK(play_all(&game, json_member(json, "moves"), label), "%s: an illegal move", label);
        CHECK(outcome_is(game.outcome, json), "%s: ends with %s, %s", label,
              result_text(game.outcome.result), reason_text(game.outcome.reason));
        game_release(&game);
        json_free(json);
    }
    CU_ASSERT_EQUAL(nb, 91);
    strbuf_release(&file);
    variant_set_release(&set);
}

/// Every word of `list` is legal, or none is.
static void check_words(const Variant *v, const Position *pos, const Json *list, bool legal,
                        const char *label)
{
    const Json *item = list != NULL ? json_first(list) : NULL;
    for (; item != NULL; item = json_next(item)) {
        StrView word = {NULL, 0};
        Move move = MOVE_NONE;
        json_to_text(item, &word);
        Status status = moves_parse_legal(v, pos, word, &move, NULL);
        CHECK(status == (legal ? STATUS_OK : STATUS_ILLEGAL), "%s: %s", label, word.data);
    }
}

static void check_worked(const VariantSet *set, const Json *json)
{
    static const char *const KEYS[] = {
        "id",       "variant",  "fen",    "note",   "moves",           "exactly", "from",
        "excludes", "contains", "result", "reason", "fen_after_board", NULL};
    Problem problem = {.text = ""};
    CHECK(json_only_keys(json, json, KEYS, "worked.json", &problem) == STATUS_OK, "%s",
          problem.text);
    const Variant *v = variant_of(set, json);
    const char *label = text_of(json, "id").data;
    Position start = position_of(v, json);
    Game game;
    game_init_from(&game, v, &start);
    CHECK(play_all(&game, json_member(json, "moves"), label), "%s: an illegal move", label);
    CHECK(outcome_is(game.outcome, json), "%s: ends with %s, %s", label,
          result_text(game.outcome.result), reason_text(game.outcome.reason));
    if (json_member(json, "exactly") != NULL) {
        check_exactly(v, &start, text_of(json, "from"), json_member(json, "exactly"), label);
    }
    check_words(v, &start, json_member(json, "contains"), true, label);
    check_words(v, &start, json_member(json, "excludes"), false, label);
    StrView after = text_of(json, "fen_after_board");
    if (after.size > 0) {
        char text[FEN_TEXT_MAX];
        fen_format(v, game_position(&game), text);
        CHECK(strview_starts_with(strview_from(text), after.data), "%s: %s", label, text);
    }
    game_release(&game);
}

static void worked(void)
{
    VariantSet set;
    notation_variants(&set);
    StrBuf file;
    strbuf_init(&file);
    notation_data("oracle/worked.json", &file);
    Json *all = NULL;
    Problem problem = {.text = ""};
    CHECK(json_parse(strbuf_view(&file), "worked.json", &all, &problem) == STATUS_OK, "%s",
          problem.text);
    CU_ASSERT_EQUAL(json_count(all), 44);
    for (const Json *json = json_first(all); json != NULL; json = json_next(json)) {
        check_worked(&set, json);
    }
    json_free(all);
    strbuf_release(&file);
    variant_set_release(&set);
}

const TestCase ORACLE_CASES[] = {
    {"positions", positions}, {"games", games}, {"worked", worked}, {NULL, NULL}};
