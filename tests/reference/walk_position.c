// SPDX-License-Identifier: MIT
#include "tests/reference/walk_position.h"

#include <stdlib.h>
#include <string.h>

#define QUIET_WITHOUT_LIMIT 300 // the most quiet plies where the game has no limit of them
#define MOVE_NUMBER_MAX 500
#define POINT_TRIES 40 // to find a point in line with the centre

static int men_at_most(const ReferenceVariant *r, int side)
{
    int men = r->men[side];
    for (int point = 0; point < r->point_nb; point++) {
        men += r->start[point] == side;
    }
    return men;
}

/// Could both points stand in one line?
static bool are_in_line(const ReferenceVariant *r, int a, int b)
{
    int files = abs(r->file[a] - r->file[b]);
    int ranks = abs(r->rank[a] - r->rank[b]);
    if (r->has_runs) {
        bool is_straight = files == 0 || ranks == 0 || files == ranks;
        return is_straight && files < r->run_length && ranks < r->run_length;
    }
    for (int line = 0; line < r->line_nb; line++) {
        int held = 0;
        for (int i = 0; i < r->line_size[line]; i++) {
            held += r->line[line][i] == a || r->line[line][i] == b;
        }
        if (held == 2) {
            return true;
        }
    }
    return false;
}

/// An empty point, one at least existing.
static int random_empty(const ReferenceVariant *r, const ReferencePosition *pos, Random *random)
{
    for (;;) {
        int point = (int)random_below(random, (uint64_t)r->point_nb);
        if (pos->board[point] == REFERENCE_EMPTY) {
            return point;
        }
    }
}

/// An empty point other than the centre, unless by bad luck; with `in_line` one in line with it.
static int random_beside(const ReferenceVariant *r, const ReferencePosition *pos, Random *random,
                         int centre, bool in_line)
{
    int point = random_empty(r, pos, random);
    for (int i = 0; i < POINT_TRIES; i++) {
        if (point != centre && (!in_line || are_in_line(r, point, centre))) {
            break;
        }
        point = random_empty(r, pos, random);
    }
    return point;
}

/// How many men a side has in hand, of so many.
static int random_hand(const ReferenceVariant *r, Random *random, int side, int men,
                       bool is_crossed)
{
    int most = is_crossed ? men / 2 : men;
    most = most < r->men[side] ? most : r->men[side];
    return (int)random_below(random, (uint64_t)most + 1);
}

ReferencePosition walk_position(const ReferenceVariant *r, Random *random)
{
    ReferencePosition pos = reference_start(r);
    memset(pos.board, 0, sizeof pos.board);
    pos.side = random_below(random, 2) == 0 ? REFERENCE_WHITE : REFERENCE_BLACK;
    bool is_crossed = random_below(random, 2) == 0;
    bool has_hands = random_below(random, 2) == 0;
    int centre = (int)random_below(random, (uint64_t)r->point_nb);
    int empty_nb = r->point_nb;
    for (int i = 0; i < 2; i++) {
        int side = i == 0 ? pos.side : reference_other(pos.side);
        uint64_t most = (uint64_t)men_at_most(r, side);
        int men = (int)random_below(random, most + 1);
        int again = (int)random_below(random, most + 1);
        men = again > men ? again : men; // many men more often than few
        pos.hand[side] = has_hands ? random_hand(r, random, side, men, is_crossed) : 0;
        for (int man = pos.hand[side]; man < men && empty_nb > 0; man++, empty_nb--) {
            int point = is_crossed ? random_beside(r, &pos, random, centre, side == pos.side)
                                   : random_empty(r, &pos, random);
            pos.board[point] = side;
        }
    }
    int limit = r->no_progress > 0 ? r->no_progress : QUIET_WITHOUT_LIMIT;
    if (random_below(random, 3) > 0) {
        pos.quiet = (long)random_below(random, (uint64_t)limit + 2);
    }
    pos.move_number = 1 + (long)random_below(random, MOVE_NUMBER_MAX);
    return pos;
}
