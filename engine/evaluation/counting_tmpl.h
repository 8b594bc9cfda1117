// SPDX-License-Identifier: MIT
// The body of the instances of counting.c; no header guard. Before each inclusion:
//   INSTANCE(name)  the name of a function of this instance
//   CHUNKS          how many chunks the board may have (a constant unrolls the loop)
//   WORDS           words of a sum of lines
//   RUNS            are there lines that men beside them spoil?
// No macro outlives the inclusion.

static inline LineSum INSTANCE(sum)(const Counting *c, Bitboard set)
{
    const CountingTables *tables = c->tables;
    LineSum sum = {0};
    for (int i = 0; i < CHUNKS; i++) {
        const LineSum *part = &tables->sums[i][set >> (8 * i) & 255];
        sum.near |= part->near;
        sum.edges ^= part->edges;
        for (int w = 0; w < WORDS; w++) {
            sum.lines[w] += part->lines[w];
        }
    }
    return sum;
}

static inline Bitboard INSTANCE(near)(const Counting *c, Bitboard set)
{
    Bitboard near = 0;
    for (int i = 0; i < CHUNKS; i++) {
        near |= c->tables->sums[i][set >> (8 * i) & 255].near;
    }
    return near;
}

/// Lines with two own men and one empty point, or three own men, are few: these are looked at one
/// by one, all others only counted.
static inline void INSTANCE(lines)(const Counting *c, const View *view, const LineSum *own,
                                   const LineSum *enemy, int counts[FEATURE_NB])
{
    const Pattern *patterns = c->variant->lines.patterns;
    uint64_t twos[WORDS];
    uint64_t spoils[2] = {0, 0};
    Bitboard in_mills = 0;
    if (RUNS) {
        for (int i = 0; i < CHUNKS; i++) {
            const uint64_t *part = c->tables->spoils[i][view->men >> (8 * i) & 255];
            spoils[0] |= part[0];
            spoils[1] |= part[1];
        }
    }
    for (int w = 0; w < WORDS; w++) {
        uint64_t low = own->lines[w] & FIELDS;
        uint64_t high = own->lines[w] >> 1 & FIELDS;
        uint64_t other_low = enemy->lines[w] & FIELDS;
        uint64_t other_high = enemy->lines[w] >> 1 & FIELDS;
        uint64_t free = ~(other_low | other_high);
        uint64_t mills = low & high & ~spoils[w];
        counts[FEATURE_MILL] += bitboard_count(mills);
        counts[FEATURE_SEED] += bitboard_count(low & ~high & free & ~spoils[w]);
        counts[FEATURE_STOPPED] += bitboard_count(high & ~low & other_low & ~other_high);
        twos[w] = high & ~low & free;
        while (mills != 0) {
            in_mills |= patterns[w * WORD_LINES + bitboard_pop(&mills) / 2].want;
        }
    }
    counts[FEATURE_LOOSE] = bitboard_count(in_mills & view->near_empty);
    Bitboard closing = 0;
    for (int w = 0; w < WORDS; w++) {
        while (twos[w] != 0) {
            count_two(c, view, &patterns[w * WORD_LINES + bitboard_pop(&twos[w]) / 2], in_mills,
                      &closing, counts);
        }
    }
    counts[FEATURE_FORK] = bitboard_count(closing & (closing - 1));
}

static inline void INSTANCE(count)(const Counting *c, const Position *pos, Sides *sides)
{
    LineSum sums[SIDE_NB];
    sides_begin(c, pos, sides);
    Bitboard near_empty = INSTANCE(near)(c, sides->empty);
    for (int side = 0; side < SIDE_NB; side++) {
        sums[side] = INSTANCE(sum)(c, pos->men[side]);
    }
    for (int side = 0; side < SIDE_NB; side++) {
        int *counts = sides->counts.of[side];
        View view = view_make(sides, pos, (Side)side, near_empty, sums[!side].near);
        counts[FEATURE_MOBILITY] = bitboard_count(sums[side].edges & ~sums[!side].edges);
        Bitboard blocked = view.men & ~near_empty;
        counts[FEATURE_BLOCKED] = bitboard_count(blocked);
        if (blocked != 0) {
            counts[FEATURE_TRAPPED] =
                bitboard_count(blocked & ~INSTANCE(near)(c, view.men & near_empty));
        }
        counts[FEATURE_CONTROL] =
            bitboard_count(sides->empty & sums[side].near & ~sums[!side].near);
        INSTANCE(lines)(c, &view, &sums[side], &sums[!side], counts);
    }
}

#undef INSTANCE
#undef CHUNKS
#undef WORDS
#undef RUNS
