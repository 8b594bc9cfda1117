// SPDX-License-Identifier: MIT
// Any bytes as a variant file; whatever is accepted is a game in which moves can be generated and
// played.
#include "protocol/base/random.h"
#include "protocol/rules/game.h"
#include "protocol/rules/variant_json.h"
#include "tests/fuzz/fuzz.h"

#define PLIES_MAX 40

static void play(const Variant *v)
{
    Move *legal = malloc(sizeof *legal * MOVE_MAX);
    Random random;
    random_init(&random, v->digest);
    Game game;
    game_init(&game, v);
    for (int ply = 0; ply < PLIES_MAX && game.outcome.result == RESULT_NONE; ply++) {
        int nb = game_legal(&game, legal);
        PROMISE(nb > 0 && nb <= v->move_max);
        PROMISE(game_play(&game, legal[random_below(&random, (uint64_t)nb)]) == STATUS_OK);
    }
    game_release(&game);
    free(legal);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Variant *v = NULL;
    Problem problem = {.text = ""};
    Status status = variant_json_read((StrView){(const char *)data, size}, "fuzz", &v, &problem);
    if (status == STATUS_OK) {
        play(v);
        variant_free(v);
    } else {
        PROMISE(v == NULL && problem.text[0] != '\0');
    }
    return 0;
}
