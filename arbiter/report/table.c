// SPDX-License-Identifier: MIT
#include "arbiter/report/table.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define TABLE_WIDTH_MAX 110 // characters; wider tables leave the variants to lines of their own
#define FIXED_WIDTH 62      // of all columns but the name and the variants
#define CELL_MAX 64

// Names may hold UTF-8: padding counts characters, not bytes. Control characters are replaced.
static int text_width(const char *text)
{
    int width = 0;
    for (; *text != '\0'; text++) {
        width += ((unsigned char)*text & 0xC0) != 0x80;
    }
    return width;
}

static void append_name(StrBuf *out, const char *name, int width)
{
    for (const char *c = name; *c != '\0'; c++) {
        strbuf_append_char(out, (unsigned char)*c < ' ' || *c == 127 ? '?' : *c);
    }
    for (int i = text_width(name); i < width; i++) {
        strbuf_append_char(out, ' ');
    }
}

static int name_width(const Tournament *t)
{
    int width = 6;
    for (int i = 0; i < t->engine_nb; i++) {
        int own = text_width(t->engines[i].name);
        width = own > width ? own : width;
    }
    return width;
}

static int column_width(const Tournament *t, int variant)
{
    int width = (int)strlen(t->variants[variant]->name);
    return width < 9 ? 9 : width;
}

static bool variants_fit(const Tournament *t)
{
    int width = FIXED_WIDTH + name_width(t);
    for (int i = 0; i < t->variant_nb; i++) {
        width += 2 + column_width(t, i);
    }
    return width <= TABLE_WIDTH_MAX;
}

static void format_points(Wdl wdl, char out[CELL_MAX])
{
    snprintf(out, CELL_MAX, "%.1f/%" PRId64, wdl_points(wdl), wdl_games(wdl));
}

static const char *bound_mark(EloBound bound)
{
    switch (bound) {
    case ELO_EXACT:
        return " ";
    case ELO_BELOW:
        return "<";
    case ELO_ABOVE:
        return ">";
    case ELO_OPEN:
        return "?";
    }
    return "?";
}

static void append_row(const Tournament *t, const StandingsRow *row, int rank, bool has_variants,
                       StrBuf *out)
{
    char points[CELL_MAX];
    double elo = fabs(row->rating.elo) < 0.05 ? 0 : row->rating.elo; // no "-0.0"
    strbuf_appendf(out, "%4d  ", rank);
    append_name(out, t->engines[row->engine].name, name_width(t));
    strbuf_appendf(out, "  %s%+7.1f  %6.1f  %6" PRId64 "  %5" PRId64 "  %5" PRId64 "  %5" PRId64,
                   bound_mark(row->rating.bound), elo, row->rating.error95, wdl_games(row->total),
                   row->total.wins, row->total.draws, row->total.losses);
    strbuf_appendf(out, "  %7.1f", wdl_points(row->total));
    for (int i = 0; has_variants && i < t->variant_nb; i++) {
        format_points(row->variants[i], points);
        strbuf_appendf(out, "  %*s", column_width(t, i), points);
    }
    strbuf_append_char(out, '\n');
}

static void append_variant_lines(const Tournament *t, const Standings *standings, StrBuf *out)
{
    strbuf_append_text(out, "Points by variant:\n");
    for (int i = 0; i < t->variant_nb; i++) {
        strbuf_appendf(out, "  %s:", t->variants[i]->name);
        for (int j = 0; j < standings->row_nb; j++) {
            char points[CELL_MAX];
            format_points(standings->rows[j].variants[i], points);
            strbuf_append_text(out, j == 0 ? " " : ", ");
            append_name(out, t->engines[standings->rows[j].engine].name, 0);
            strbuf_appendf(out, " %s", points);
        }
        strbuf_append_char(out, '\n');
    }
}

// Why a mark stands in the table, if one does.
static void append_bounds(const Standings *standings, StrBuf *out)
{
    static const char *const meaning[] = {
        [ELO_BELOW] = "  < lost everything against the rest: the rating is an upper bound\n",
        [ELO_ABOVE] = "  > won everything against the rest: the rating is a lower bound\n",
        [ELO_OPEN] = "  ? not comparable with the rest by these games\n"};
    for (EloBound bound = ELO_BELOW; bound <= ELO_OPEN; bound++) {
        for (int i = 0; i < standings->row_nb; i++) {
            if (standings->rows[i].rating.bound == bound) {
                strbuf_append_text(out, meaning[bound]);
                break;
            }
        }
    }
}

// The faults that games were lost by: everything an engine can do wrong.
static void append_faults(const Tournament *t, const Standings *standings, StrBuf *out)
{
    for (int i = 0; i < standings->row_nb; i++) {
        const StandingsRow *row = &standings->rows[i];
        bool has_any = false;
        for (Termination fault = TERMINATION_TIME; fault < TERMINATION_NB; fault++) {
            if (row->faults[fault] == 0) {
                continue;
            }
            if (!has_any) {
                strbuf_append_text(out, "Lost by faults: ");
                append_name(out, t->engines[row->engine].name, 0);
            }
            strbuf_appendf(out, "%s %" PRId64 " by %s", has_any ? "," : ":", row->faults[fault],
                           termination_text(fault));
            has_any = true;
        }
        if (has_any) {
            strbuf_append_char(out, '\n');
        }
    }
}

void table_format(const Tournament *t, const Standings *standings, StrBuf *out)
{
    bool has_variants = t->variant_nb > 1 && variants_fit(t);
    strbuf_append_text(out, "Rank  ");
    append_name(out, "Engine", name_width(t));
    strbuf_append_text(out, "       Elo   +-95%   Games   Wins  Draws   Loss   Points");
    for (int i = 0; has_variants && i < t->variant_nb; i++) {
        strbuf_appendf(out, "  %*s", column_width(t, i), t->variants[i]->name);
    }
    strbuf_append_char(out, '\n');
    for (int i = 0; i < standings->row_nb; i++) {
        append_row(t, &standings->rows[i], i + 1, has_variants, out);
    }
    append_bounds(standings, out);
    if (t->variant_nb > 1 && !has_variants) {
        append_variant_lines(t, standings, out);
    }
    strbuf_append_text(out, "Elo: " ELO_MODEL "; as the engine of the line sees it.\n");
    append_faults(t, standings, out);
}
