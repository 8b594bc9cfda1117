// SPDX-License-Identifier: MIT
#include "arbiter/play/adjudicate.h"
#include "tests/arbiter/play/test_play.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// A game as the scores of its plies, White first: centipawns, "M9" or "M-9" for mates, "-" for
/// none. Expected: the ply (from 1) on which it is ended, 0 for never, how and for whom.
typedef struct AdjudicateCase {
    const char *name;
    Adjudication rules;
    const char *scores;
    int ply;
    Termination termination;
    Result result;
} AdjudicateCase;

#define RESIGN(plies, score)                                                                       \
    {                                                                                              \
        .resign = true, .resign_plies = (plies), .resign_score_cp = (score)                        \
    }
#define DRAW(from, plies, score)                                                                   \
    {                                                                                              \
        .draw = true, .draw_from_ply = (from), .draw_plies = (plies), .draw_score_cp = (score)     \
    }

static const AdjudicateCase CASES[] = {
    // Field case A12: three own moves at or below -5.00, and only the third in a row counts.
    {"resign at the sixth own move", RESIGN(6, 500), "-600 0 -600 0 -400 0 -600 0 -600 0 -600 0",
     11, TERMINATION_ADJUDICATED_RESIGN, RESULT_BLACK},
    {"exactly the score counts", RESIGN(6, 500), "-500 0 -500 0 -500 0", 5,
     TERMINATION_ADJUDICATED_RESIGN, RESULT_BLACK},
    {"one less does not", RESIGN(6, 500), "-499 0 -499 0 -499 0 -499 0", 0, TERMINATION_NORMAL,
     RESULT_NONE},
    {"Black resigns", RESIGN(6, 500), "0 -600 0 -600 0 -600", 6, TERMINATION_ADJUDICATED_RESIGN,
     RESULT_WHITE},
    {"a winning mate is no loss", RESIGN(6, 500), "M9 0 M9 0 M9 0 M9 0 M9 0", 0, TERMINATION_NORMAL,
     RESULT_NONE},
    {"a losing mate is", RESIGN(6, 500), "M-9 0 M-9 0 M-9 0", 5, TERMINATION_ADJUDICATED_RESIGN,
     RESULT_BLACK},
    {"mated already", RESIGN(6, 500), "M0 0 M0 0 M0 0", 5, TERMINATION_ADJUDICATED_RESIGN,
     RESULT_BLACK},
    {"the other's view does not count", RESIGN(6, 500), "900 900 900 900 900 900 900 900", 0,
     TERMINATION_NORMAL, RESULT_NONE},
    {"both see it, the loser decides", RESIGN(6, 500), "900 -900 900 -900 900 -900", 6,
     TERMINATION_ADJUDICATED_RESIGN, RESULT_WHITE},
    {"no scores, no resignation", RESIGN(6, 500), "- - - - - - - -", 0, TERMINATION_NORMAL,
     RESULT_NONE},
    {"a missing score starts anew", RESIGN(6, 500), "-600 0 -600 0 - 0 -600 0 -600 0 -600 0", 11,
     TERMINATION_ADJUDICATED_RESIGN, RESULT_BLACK},
    {"the other's missing score does not matter", RESIGN(6, 500), "-600 - -600 - -600 -", 5,
     TERMINATION_ADJUDICATED_RESIGN, RESULT_BLACK},
    {"an odd number of plies is rounded up", RESIGN(5, 500), "-600 0 -600 0 -600 0", 5,
     TERMINATION_ADJUDICATED_RESIGN, RESULT_BLACK},
    {"one ply", RESIGN(1, 500), "0 -600", 2, TERMINATION_ADJUDICATED_RESIGN, RESULT_WHITE},
    // Field case A12, the draw: four of each side within 0.10, from move 10 (ply 19) on.
    {"the row may begin before the first ply", DRAW(19, 8, 10),
     "50 50 50 50 50 50 50 50 50 50 50 50 50 50 5 -5 10 -10 0 0 0 0 0", 22,
     TERMINATION_ADJUDICATED_DRAW, RESULT_DRAW},
    {"and it ends on that ply when it began early enough", DRAW(19, 8, 10),
     "50 50 50 50 50 50 50 50 50 50 50 5 -5 10 -10 0 0 0 0 0 0", 19, TERMINATION_ADJUDICATED_DRAW,
     RESULT_DRAW},
    {"eight in a row after it", DRAW(4, 8, 10), "50 50 0 0 0 0 0 0 0 0 0", 10,
     TERMINATION_ADJUDICATED_DRAW, RESULT_DRAW},
    {"the row is long enough before, the game is not", DRAW(12, 4, 10), "0 0 0 0 0 0 0 0 0 0 0 0 0",
     12, TERMINATION_ADJUDICATED_DRAW, RESULT_DRAW},
    {"one outlier", DRAW(1, 8, 10), "0 0 0 0 0 0 0 11 0 0 0 0 0 0 0 0", 16,
     TERMINATION_ADJUDICATED_DRAW, RESULT_DRAW},
    {"one outlier below", DRAW(1, 4, 10), "0 0 0 -11 0 0 0 0", 8, TERMINATION_ADJUDICATED_DRAW,
     RESULT_DRAW},
    {"both ends of the window count", DRAW(1, 4, 10), "10 -10 10 -10", 4,
     TERMINATION_ADJUDICATED_DRAW, RESULT_DRAW},
    {"one side alone is not enough", DRAW(1, 4, 10), "0 50 0 50 0 50 0 50 0 50", 0,
     TERMINATION_NORMAL, RESULT_NONE},
    {"a missing score starts the draw anew", DRAW(1, 4, 10), "0 0 0 - 0 0 0 0", 8,
     TERMINATION_ADJUDICATED_DRAW, RESULT_DRAW},
    {"a mate is no draw", DRAW(1, 4, 10), "M5 M-5 M5 M-5 M5", 0, TERMINATION_NORMAL, RESULT_NONE},
    {"the length", {.max_plies = 5}, "- - - - - - -", 5, TERMINATION_MAX_PLIES, RESULT_DRAW},
    {"no length, no end", {.max_plies = 0}, "- - - - - - -", 0, TERMINATION_NORMAL, RESULT_NONE},
    {"resignation before length",
     {.resign = true, .resign_plies = 2, .resign_score_cp = 500, .max_plies = 2},
     "0 -600",
     2,
     TERMINATION_ADJUDICATED_RESIGN,
     RESULT_WHITE},
    {"switched off",
     {.draw = false, .draw_plies = 1, .draw_score_cp = 1000, .resign_plies = 1},
     "0 0 0 -900",
     0,
     TERMINATION_NORMAL,
     RESULT_NONE},
};

static ScoreKind read_score(const char *word, int64_t *score)
{
    if (strcmp(word, "-") == 0) {
        *score = 0;
        return SCORE_NONE;
    }
    bool is_mate = word[0] == 'M';
    *score = strtoll(word + is_mate, NULL, 10);
    return is_mate ? SCORE_MATE : SCORE_CP;
}

static int play_scores(const AdjudicateCase *c, Verdict *verdict)
{
    Adjudicator adjudicator;
    adjudicate_init(&adjudicator, &c->rules);
    StrView rest = strview_from(c->scores);
    for (int ply = 1;; ply++) {
        StrView view = strview_next_word(&rest);
        char word[16];
        if (view.size == 0) {
            return 0;
        }
        strview_copy(view, word, sizeof word);
        int64_t score;
        ScoreKind kind = read_score(word, &score);
        *verdict =
            adjudicate_ply(&adjudicator, ply % 2 == 1 ? SIDE_WHITE : SIDE_BLACK, kind, score);
        if (verdict->termination != TERMINATION_NORMAL) {
            return ply;
        }
    }
}

static void test_cases(void)
{
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        const AdjudicateCase *c = &CASES[i];
        Verdict verdict = {TERMINATION_NORMAL, RESULT_NONE};
        int ply = play_scores(c, &verdict);
        CHECK(ply == c->ply, "%s: ended on ply %d, not %d", c->name, ply, c->ply);
        CHECK(verdict.termination == c->termination, "%s: %s", c->name,
              termination_text(verdict.termination));
        CHECK(verdict.result == c->result, "%s: %s", c->name, result_text(verdict.result));
    }
}

// Every pair of thresholds against a plain recount of the row that has just been played.
static void test_recount(void)
{
    static const int scores[] = {0,    5, -5,   20, -700, -700, -700, 5, 0,
                                 -700, 0, -700, 0,  0,    0,    -700, 3, -700};
    enum { PLY_NB = sizeof scores / sizeof *scores };
    for (int plies = 1; plies <= 8; plies++) {
        for (int from = 0; from <= PLY_NB; from++) {
            const Adjudication rules = {
                .draw = true, .draw_from_ply = from, .draw_plies = plies, .draw_score_cp = 5};
            Adjudicator adjudicator;
            adjudicate_init(&adjudicator, &rules);
            for (int ply = 1; ply <= PLY_NB; ply++) {
                Side side = ply % 2 == 1 ? SIDE_WHITE : SIDE_BLACK;
                bool is_expected = ply >= from && ply >= plies;
                for (int i = ply - plies; i >= 0 && i < ply; i++) {
                    is_expected = is_expected && abs(scores[i]) <= 5;
                }
                Verdict verdict = adjudicate_ply(&adjudicator, side, SCORE_CP, scores[ply - 1]);
                CHECK((verdict.termination == TERMINATION_ADJUDICATED_DRAW) == is_expected,
                      "%d plies from %d, ply %d", plies, from, ply);
            }
        }
    }
}

const TestCase ADJUDICATE_CASES[] = {
    {"tables of scores", test_cases},
    {"against a plain recount", test_recount},
    {NULL, NULL},
};
