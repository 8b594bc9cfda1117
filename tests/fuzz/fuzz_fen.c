// SPDX-License-Identifier: MIT
// Any bytes as a position of the variant that the first byte picks, and what follows its line as a
// move; then the rules on whatever was accepted.
#include <string.h>

#include "protocol/notation/fen.h"
#include "protocol/notation/moves.h"
#include "protocol/rules/game.h"
#include "protocol/rules/movegen.h"
#include "protocol/rules/variant_set.h"
#include "tests/fuzz/fuzz.h"

static const VariantSet *variants(void)
{
    static VariantSet set; // loading all for every input would be most of the work
    if (set.nb == 0) {
        variant_set_init(&set);
    }
    return &set;
}

static void check_position(const Variant *v, const Position *pos)
{
    char text[FEN_TEXT_MAX];
    Position again;
    fen_format(v, pos, text);
    PROMISE(fen_parse(v, strview_from(text), &again, NULL) == STATUS_OK);
    PROMISE(position_same(&again, pos) && again.key == pos->key);
    PROMISE(again.quiet == pos->quiet && again.move_number == pos->move_number);
}

static void check_moves(const Variant *v, const Position *pos)
{
    Move *legal = malloc(sizeof *legal * MOVE_MAX);
    Game game;
    game_init_from(&game, v, pos);
    int nb = game_legal(&game, legal);
    PROMISE(nb <= v->move_max);
    PROMISE((nb == 0) == (game.outcome.result != RESULT_NONE));
    for (int i = 0; i < nb; i++) {
        char text[MOVE_TEXT_MAX];
        Move again = MOVE_NONE;
        moves_format_wire(v, legal[i], text);
        PROMISE(moves_parse_legal(v, pos, strview_from(text), &again, NULL) == STATUS_OK);
        PROMISE(again == legal[i]);
        Position next = position_play(v, pos, legal[i]);
        PROMISE(next.key == position_key(v, &next));
        if (next.quiet <= INT32_MAX && next.move_number <= INT32_MAX) {
            check_position(v, &next);
        }
    }
    game_release(&game);
    free(legal);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0) {
        return 0;
    }
    const VariantSet *set = variants();
    const Variant *v = set->items[data[0] % set->nb];
    StrView fen = {(const char *)data + 1, size - 1};
    StrView token = {NULL, 0};
    const char *end = fen.size > 0 ? memchr(fen.data, '\n', fen.size) : NULL;
    if (end != NULL) {
        token = strview_skip(fen, (size_t)(end + 1 - fen.data));
        fen.size = (size_t)(end - fen.data);
    }
    Position pos = position_start(v);
    Problem problem;
    if (fen_parse(v, fen, &pos, &problem) == STATUS_OK) {
        check_position(v, &pos);
        check_moves(v, &pos);
    } else {
        PROMISE(problem.text[0] != '\0');
    }
    Move move = MOVE_NONE;
    if (moves_parse_legal(v, &pos, token, &move, &problem) == STATUS_OK) {
        PROMISE(movegen_is_legal(v, &pos, move));
    }
    return 0;
}
