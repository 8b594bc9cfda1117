// SPDX-License-Identifier: MIT
// Any bytes as a file of records; what can be read is written and must read back to the same moves.
#include <string.h>

#include "protocol/notation/pgn.h"
#include "tests/fuzz/fuzz.h"

static void check_again(const PgnGame *game)
{
    StrBuf text;
    strbuf_init(&text);
    pgn_format(game, 1, false, &text);
    StrView rest = strbuf_view(&text);
    size_t line = 1;
    PgnGame again;
    PROMISE(pgn_next(&rest, &line, &again, NULL) == STATUS_OK);
    PROMISE(again.tag_nb == game->tag_nb && again.move_nb == game->move_nb);
    PROMISE(again.has_end_mark && again.result == game->result);
    for (size_t i = 0; i < game->tag_nb; i++) {
        PROMISE(strcmp(again.tags[i].name, game->tags[i].name) == 0);
        PROMISE(strcmp(again.tags[i].value, game->tags[i].value) == 0);
    }
    for (size_t i = 0; i < game->move_nb; i++) {
        PROMISE(strcmp(again.moves[i].token, game->moves[i].token) == 0);
        PROMISE((again.moves[i].comment == NULL) == (game->moves[i].comment == NULL));
    }
    pgn_game_release(&again);
    PROMISE(pgn_next(&rest, &line, &again, NULL) == STATUS_CLOSED);
    strbuf_release(&text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    StrView rest = {(const char *)data, size};
    size_t line = 1;
    for (;;) {
        PgnGame game;
        Problem problem = {.text = ""};
        size_t before = rest.size;
        Status status = pgn_next(&rest, &line, &game, &problem);
        if (status == STATUS_CLOSED) {
            break;
        }
        PROMISE(rest.size < before);
        if (status == STATUS_OK) {
            check_again(&game);
        } else {
            PROMISE(status == STATUS_SYNTAX && problem.text[0] != '\0');
        }
        pgn_game_release(&game);
    }
    PROMISE(rest.size == 0);
    return 0;
}
