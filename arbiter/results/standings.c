// SPDX-License-Identifier: MIT
#include "arbiter/results/standings.h"

#include <math.h>
#include <stdlib.h>

#include "protocol/base/file.h"
#include "protocol/base/json.h"
#include "protocol/base/memory.h"

#define ELO_EQUAL 1e-6 // closer ratings differ by rounding only

static int compare_rows(const void *a, const void *b)
{
    const StandingsRow *left = a;
    const StandingsRow *right = b;
    double elo = right->rating.elo - left->rating.elo;
    if (fabs(elo) > ELO_EQUAL) {
        return elo > 0 ? 1 : -1;
    }
    double points = wdl_points(right->total) - wdl_points(left->total);
    if (points != 0) {
        return points > 0 ? 1 : -1;
    }
    return left->engine - right->engine;
}

void standings_init(Standings *standings, const Tournament *t, const Tally *tally)
{
    int nb = t->engine_nb;
    EloRating *ratings = memory_new((size_t)nb, sizeof *ratings);
    elo_fit(tally, ratings);
    *standings =
        (Standings){.row_nb = nb, .game_nb = tally->game_nb, .scheduled_nb = schedule_game_nb(t)};
    standings->rows = memory_new((size_t)nb, sizeof *standings->rows);
    for (int i = 0; i < nb; i++) {
        StandingsRow *row = &standings->rows[i];
        row->engine = i;
        row->white = tally_of_side(tally, i, TALLY_ALL, SIDE_WHITE);
        row->black = tally_of_side(tally, i, TALLY_ALL, SIDE_BLACK);
        row->total = wdl_sum(row->white, row->black);
        row->rating = ratings[i];
        for (int v = 0; v < t->variant_nb; v++) {
            row->variants[v] = tally_of_engine(tally, i, v);
        }
        for (int end = 0; end < TERMINATION_NB; end++) {
            row->faults[end] = tally_faults(tally, i, (Termination)end);
        }
    }
    qsort(standings->rows, (size_t)nb, sizeof *standings->rows, compare_rows);
    free(ratings);
}

void standings_release(Standings *standings)
{
    free(standings->rows);
    *standings = (Standings){0};
}

// --- standings.json --------------------------------------------------------------------------

static void set_text(Json *object, const char *key, const char *text)
{
    json_set(object, key, json_new_text(strview_from(text)));
}

static void set_wdl(Json *object, Wdl wdl)
{
    json_set(object, "games", json_new_integer(wdl_games(wdl)));
    json_set(object, "wins", json_new_integer(wdl.wins));
    json_set(object, "draws", json_new_integer(wdl.draws));
    json_set(object, "losses", json_new_integer(wdl.losses));
    json_set(object, "points", json_new_number(wdl_points(wdl)));
}

static Json *new_wdl(Wdl wdl)
{
    Json *object = json_new_object();
    set_wdl(object, wdl);
    return object;
}

static double rounded(double value)
{
    return round(value * 100) / 100;
}

static Json *new_row(const Tournament *t, const StandingsRow *row, int rank)
{
    Json *object = json_new_object();
    Json *variants = json_new_object();
    Json *faults = json_new_object();
    json_set(object, "rank", json_new_integer(rank));
    set_text(object, "name", t->engines[row->engine].name);
    set_wdl(object, row->total);
    json_set(object, "elo", json_new_number(rounded(row->rating.elo)));
    json_set(object, "error", json_new_number(rounded(row->rating.error95)));
    set_text(object, "elo_is", elo_bound_text(row->rating.bound));
    json_set(object, "white", new_wdl(row->white));
    json_set(object, "black", new_wdl(row->black));
    for (int v = 0; v < t->variant_nb; v++) {
        json_set(variants, t->variants[v]->name, new_wdl(row->variants[v]));
    }
    json_set(object, "variants", variants);
    for (int end = 0; end < TERMINATION_NB; end++) {
        json_set(faults, termination_text((Termination)end), json_new_integer(row->faults[end]));
    }
    json_set(object, "losses_by", faults);
    return object;
}

void standings_format_json(const Tournament *t, const Standings *standings, StrBuf *out)
{
    Json *root = json_new_object();
    Json *rows = json_new_array();
    for (int i = 0; i < standings->row_nb; i++) {
        json_append(rows, new_row(t, &standings->rows[i], i + 1));
    }
    set_text(root, "name", t->name);
    json_set(root, "games", json_new_integer(standings->game_nb));
    json_set(root, "scheduled", json_new_integer(standings->scheduled_nb));
    set_text(root, "elo_model", ELO_MODEL);
    json_set(root, "elo_prior_draws", json_new_number(ELO_PRIOR_DRAWS));
    json_set(root, "standings", rows);
    json_print(root, true, out);
    strbuf_append_char(out, '\n');
    json_free(root);
}

Status standings_write(const Tournament *t, const Tally *tally, const char *path, Problem *problem)
{
    Standings standings;
    StrBuf text;
    strbuf_init(&text);
    standings_init(&standings, t, tally);
    standings_format_json(t, &standings, &text);
    Status status = file_replace(path, strbuf_view(&text), problem);
    standings_release(&standings);
    strbuf_release(&text);
    return status;
}
