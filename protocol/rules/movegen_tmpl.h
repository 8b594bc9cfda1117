// SPDX-License-Identifier: MIT
// The one body of the move generator, instanced by movegen.c; no include guard, because it is
// included once for each instance. Before the include:
//   INSTANCE(name)   the name with the instance's suffix
//   WORD             an unsigned type with a bit for each point
//   PATTERNS_SMALL   defined: answers about patterns are looked up (boards of at most
//   SMALL_POINT_MAX points), or PATTERN_NB and FORBIDDEN_NB   how many patterns the loops over
//   narrow sets read, a constant; or neither: any number
// They are undefined again at the end.

#if defined(PATTERNS_SMALL)

static inline WORD INSTANCE(closing)(const Variant *v, PatternUse use, WORD own)
{
    return v->small[use].closing[own];
}

static inline WORD INSTANCE(complete)(const Variant *v, WORD own)
{
    return v->small[PATTERN_LINES].complete[own];
}

#elif defined(PATTERN_NB)

static inline WORD INSTANCE(closing)(const Variant *v, PatternUse use, WORD own)
{
    const NarrowSet *set = &v->narrow[use];
    Lanes closing = {0};
    for (int i = 0; i < (use == PATTERN_LINES ? PATTERN_NB : FORBIDDEN_NB); i += LANE_NB) {
        Lanes want;
        Lanes care;
        lanes_load(set->want + i, &want);
        lanes_load(set->care + i, &care);
        Lanes wrong = (own ^ want) & care;
        closing |= wrong & (Lanes)((wrong & (wrong - 1)) == 0);
    }
    return lanes_join(&closing) & ~own;
}

static inline WORD INSTANCE(complete)(const Variant *v, WORD own)
{
    const NarrowSet *set = &v->narrow[PATTERN_LINES];
    Lanes complete = {0};
    for (int i = 0; i < PATTERN_NB; i += LANE_NB) {
        Lanes want;
        Lanes care;
        lanes_load(set->want + i, &want);
        lanes_load(set->care + i, &care);
        complete |= want & (Lanes)((own & care) == want);
    }
    return lanes_join(&complete);
}

#else

static inline WORD INSTANCE(closing)(const Variant *v, PatternUse use, WORD own)
{
    const PatternSet *set = use == PATTERN_LINES             ? &v->lines
                            : use == PATTERN_PLACE_FORBIDDEN ? &v->place_forbidden
                                                             : &v->move_forbidden;
    return pattern_set_closing(set, own);
}

static inline WORD INSTANCE(complete)(const Variant *v, WORD own)
{
    return pattern_set_complete(&v->lines, own);
}

#endif

/// Where the side to move may place a man.
static inline WORD INSTANCE(placements)(const Variant *v, WORD own, WORD empty)
{
    return empty & (WORD)~v->rules.place_forbid_points &
           (WORD)~INSTANCE(closing)(v, PATTERN_PLACE_FORBIDDEN, own);
}

/// Where a man may go that has left the men `rest` behind. reach: its neighbours, or every point
/// for a flying man.
static inline WORD INSTANCE(destinations)(const Variant *v, WORD rest, WORD empty, WORD reach)
{
    return empty & reach & (WORD)~v->rules.move_forbid_points &
           (WORD)~INSTANCE(closing)(v, PATTERN_MOVE_FORBIDDEN, rest);
}

static inline WORD INSTANCE(removable)(const Variant *v, WORD enemy)
{
    if (v->rules.protect == PROTECT_NEVER) {
        return enemy;
    }
    WORD exposed = enemy & (WORD)~INSTANCE(complete)(v, enemy);
    return exposed != 0 || v->rules.protect == PROTECT_ALWAYS ? exposed : enemy;
}

/// Writes the turns from one origin. rest: the side's men without the one that goes; closers: the
/// targets that earn a removal.
static int INSTANCE(write_turns)(const Variant *v, WORD rest, WORD enemy, int from, WORD targets,
                                 WORD closers, Move *out)
{
    int nb = 0;
    WORD removable = closers != 0 ? INSTANCE(removable)(v, enemy) : 0;
    while (targets != 0) {
        int to = bitboard_first(targets);
        WORD to_set = targets & (WORD)-targets;
        targets ^= to_set;
        Move turn = move_make(from, to);
        if ((closers & to_set) == 0) {
            out[nb++] = turn;
        } else if (v->rules.per_mill) {
            nb += removal_write(v, enemy, mills_through(v, rest | to_set, to), turn, out + nb);
        } else {
            if (v->rules.optional || removable == 0) {
                out[nb++] = turn;
            }
            for (WORD victims = removable; victims != 0; victims &= victims - 1) {
                out[nb++] = move_with_taken(turn, 0, bitboard_first(victims));
            }
        }
    }
    return nb;
}

/// All turns but passes.
static int INSTANCE(legal)(const Variant *v, const Position *pos, Move *out)
{
    const VariantRules *rules = &v->rules;
    Side side = (Side)pos->side;
    WORD own = (WORD)pos->men[side];
    WORD enemy = (WORD)pos->men[side_other(side)];
    WORD empty = (WORD)v->points & ~(own | enemy);
    int nb = 0;
    if (pos->hand[side] > 0) {
        WORD targets = INSTANCE(placements)(v, own, empty);
        WORD closers = rules->place_mill == MILL_REMOVE
                           ? targets & INSTANCE(closing)(v, PATTERN_LINES, own)
                           : 0;
        nb = INSTANCE(write_turns)(v, own, enemy, POINT_NONE, targets, closers, out);
    }
    if (may_move(v, pos, side)) {
        bool flies = position_can_fly(v, pos, side);
        for (WORD origins = own; origins != 0; origins &= origins - 1) {
            int from = bitboard_first(origins);
            WORD rest = own ^ (origins & (WORD)-origins);
            WORD reach = flies ? empty : (WORD)v->neighbours[from] & empty;
            if (reach == 0) {
                continue;
            }
            WORD targets = INSTANCE(destinations)(v, rest, empty, reach);
            WORD closers = rules->move_mill == MILL_REMOVE
                               ? targets & INSTANCE(closing)(v, PATTERN_LINES, rest)
                               : 0;
            nb += INSTANCE(write_turns)(v, rest, enemy, from, targets, closers, out + nb);
        }
    }
    return nb;
}

/// How many more turns than one each of the targets `closers` gives, together.
static inline int INSTANCE(extra_turns)(const Variant *v, WORD rest, WORD enemy, WORD closers)
{
    int nb = 0;
    if (closers == 0) {
        return 0;
    }
    if (!v->rules.per_mill) {
        int removable = bitboard_count(INSTANCE(removable)(v, enemy));
        return removable == 0 ? 0 : bitboard_count(closers) * (removable - 1 + v->rules.optional);
    }
    for (; closers != 0; closers &= closers - 1) {
        WORD to_set = closers & (WORD)-closers;
        nb += removal_write(v, enemy, mills_through(v, rest | to_set, bitboard_first(closers)),
                            MOVE_NONE, NULL) -
              1;
    }
    return nb;
}

/// How many INSTANCE(legal) would write.
static int INSTANCE(count)(const Variant *v, const Position *pos)
{
    const VariantRules *rules = &v->rules;
    Side side = (Side)pos->side;
    WORD own = (WORD)pos->men[side];
    WORD enemy = (WORD)pos->men[side_other(side)];
    WORD empty = (WORD)v->points & ~(own | enemy);
    int nb = 0;
    if (pos->hand[side] > 0) {
        WORD targets = INSTANCE(placements)(v, own, empty);
        nb = bitboard_count(targets);
        if (rules->place_mill == MILL_REMOVE) {
            nb += INSTANCE(extra_turns)(v, own, enemy,
                                        targets & INSTANCE(closing)(v, PATTERN_LINES, own));
        }
    }
    if (may_move(v, pos, side)) {
        bool flies = position_can_fly(v, pos, side);
        for (WORD origins = own; origins != 0; origins &= origins - 1) {
            WORD rest = own ^ (origins & (WORD)-origins);
            WORD reach = flies ? empty : (WORD)v->neighbours[bitboard_first(origins)] & empty;
            if (reach == 0) {
                continue;
            }
            WORD targets = INSTANCE(destinations)(v, rest, empty, reach);
            nb += bitboard_count(targets);
            if (rules->move_mill == MILL_REMOVE) {
                nb += INSTANCE(extra_turns)(v, rest, enemy,
                                            targets & INSTANCE(closing)(v, PATTERN_LINES, rest));
            }
        }
    }
    return nb;
}

#undef INSTANCE
#undef WORD
#undef PATTERNS_SMALL
#undef PATTERN_NB
#undef FORBIDDEN_NB
