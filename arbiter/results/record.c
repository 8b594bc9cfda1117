// SPDX-License-Identifier: MIT
#include "arbiter/results/record.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "protocol/base/memory.h"

#define PLY_CAPACITY_START 64

void record_init(GameRecord *record, const Pairing *pairing, const Variant *variant,
                 const Position *start)
{
    memset(record, 0, sizeof *record);
    record->pairing = *pairing;
    game_init_from(&record->game, variant, start);
}

void record_release(GameRecord *record)
{
    game_release(&record->game);
    free(record->plies);
    record->plies = NULL;
    record->ply_capacity = 0;
}

Status record_add_ply(GameRecord *record, Move move, const PlyRecord *ply)
{
    size_t index = record->game.ply_nb;
    Status status = game_play(&record->game, move);
    if (status != STATUS_OK) {
        return status;
    }
    if (index == record->ply_capacity) {
        record->ply_capacity = index == 0 ? PLY_CAPACITY_START : 2 * index;
        record->plies = memory_resize(record->plies, record->ply_capacity, sizeof *record->plies);
    }
    record->plies[index] = *ply;
    return STATUS_OK;
}

void record_stamp(GameRecord *record)
{
    record_time_text(record->started);
}

void record_time_text(char out[RECORD_TIME_MAX])
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    struct tm utc;
    gmtime_r(&now.tv_sec, &utc);
    size_t size = strftime(out, RECORD_TIME_MAX, "%Y-%m-%dT%H:%M:%S", &utc);
    snprintf(out + size, RECORD_TIME_MAX - size, ".%03dZ", (int)(now.tv_nsec / 1000000));
}

const char *termination_text(Termination termination)
{
    switch (termination) {
#define X(name, text, pgn)                                                                         \
    case TERMINATION_##name:                                                                       \
        return text;
        TERMINATION_MAP(X)
#undef X
    case TERMINATION_NB:
        break;
    }
    return "unknown";
}

const char *termination_pgn_text(Termination termination)
{
    switch (termination) {
#define X(name, text, pgn)                                                                         \
    case TERMINATION_##name:                                                                       \
        return pgn;
        TERMINATION_MAP(X)
#undef X
    case TERMINATION_NB:
        break;
    }
    return "unterminated";
}

Termination termination_parse(StrView text)
{
    int i = 0;
    while (i < TERMINATION_NB && !strview_is(text, termination_text((Termination)i))) {
        i++;
    }
    return (Termination)i;
}
