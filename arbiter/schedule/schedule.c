// SPDX-License-Identifier: MIT
#include "arbiter/schedule/schedule.h"

#include <assert.h>

#include "arbiter/schedule/openings.h"

/// Pairings of one round and variant.
static int pairing_nb(const Tournament *t)
{
    int n = t->engine_nb;
    return t->format == FORMAT_GAUNTLET ? n - 1 : n * (n - 1) / 2;
}

/// Pairs of games (one opening, colours changed) of one pairing, round and variant.
static int pair_nb(const Tournament *t)
{
    return (t->games_per_pairing + 1) / 2;
}

int64_t schedule_game_nb(const Tournament *t)
{
    return (int64_t)t->rounds * t->variant_nb * pairing_nb(t) * t->games_per_pairing;
}

/// Who meets whom in pairing `number`, `*first` being the one to begin with White. The circle
/// method: with m players (one of them a bye if their number is odd) the last one stays, the others
/// walk round a circle of m - 1 places. White goes to the side that lies ahead on the circle, and
/// to the one that stays in every other turn: so nobody has White more than once more often than
/// Black. Source: Richard Schurig, "Zur Paarung der Theilnehmer eines Turniers", 1886.
static void pair_round_robin(int engine_nb, int number, int *first, int *second)
{
    int places = engine_nb - 1 + engine_nb % 2;
    int tables = engine_nb / 2;
    int turn = number / tables;
    int table = number % tables;
    if (engine_nb % 2 == 1) {
        table++; // table 0 has the bye
    }
    if (table == 0) {
        *first = turn % 2 == 0 ? turn : places;
        *second = turn % 2 == 0 ? places : turn;
        return;
    }
    *first = (turn + table) % places;
    *second = (turn - table + places) % places;
}

static void pair_gauntlet(int number, int *first, int *second)
{
    *first = number % 2 == 0 ? 0 : number + 1;
    *second = number % 2 == 0 ? number + 1 : 0;
}

Pairing schedule_pairing(const Tournament *t, int64_t index)
{
    assert(index >= 0);
    assert(index < schedule_game_nb(t));
    int64_t rest = index;
    int game = (int)(rest % t->games_per_pairing);
    rest /= t->games_per_pairing;
    int64_t meeting = rest; // of one pairing in one round on one variant
    int number = (int)(rest % pairing_nb(t));
    rest /= pairing_nb(t);
    int variant = (int)(rest % t->variant_nb);
    int round = (int)(rest / t->variant_nb);

    int first, second;
    if (t->format == FORMAT_GAUNTLET) {
        pair_gauntlet(number, &first, &second);
    } else {
        pair_round_robin(t->engine_nb, number, &first, &second);
    }
    // An odd number of games leaves one White too many: it goes round with the rounds and variants.
    bool odd = t->games_per_pairing % 2 == 1;
    bool swapped = (game + (odd ? round + variant : 0)) % 2 == 1;
    return (Pairing){
        .index = index,
        .round = round,
        .variant = variant,
        .pair = meeting * pair_nb(t) + game / 2,
        .white = swapped ? second : first,
        .black = swapped ? first : second,
        .opening = round * pair_nb(t) + game / 2,
    };
}

Position schedule_opening(const Tournament *t, const Pairing *pairing)
{
    const Variant *v = t->variants[pairing->variant];
    const Openings *openings = &t->openings[pairing->variant];
    if (openings->position_nb > 0) {
        return openings->positions[pairing->opening % openings->position_nb];
    }
    // Fewer plies where so many always end the game: a tournament never stops for want of an
    // opening.
    Position position = position_start(v);
    int plies = t->random_plies;
    while (plies > 0 && !openings_random(v, t->seed, pairing->opening, plies, &position)) {
        plies--;
    }
    return position;
}
