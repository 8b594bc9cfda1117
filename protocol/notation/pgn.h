// SPDX-License-Identifier: MIT
#ifndef MERELS_NOTATION_PGN_H
#define MERELS_NOTATION_PGN_H

#include "protocol/base/strbuf.h"
#include "protocol/rules/outcome.h"

/// Game records as PGN text, out and in. Out: what Ordo and BayesElo read, names escaped. In: our
/// own, and the layouts found in the field (CR LF, byte-order mark, missing blank lines, comments,
/// NAGs, games that Black begins). The reader works on text only; it knows no variant: moves come
/// back as tokens for notation/moves.

#define PGN_FILE_MAX (1u << 30)

typedef struct PgnTag {
    char *name;  // owned
    char *value; // owned, unescaped
} PgnTag;

typedef struct PgnMove {
    char *token;   // owned: the move as written
    char *comment; // owned: text of the comments behind it, joined by blanks; NULL for none
} PgnMove;

/// One game. All pointers owned; pgn_game_release frees them.
typedef struct PgnGame {
    PgnTag *tags;
    size_t tag_nb;
    PgnMove *moves;
    size_t move_nb;
    char *comment; // before the first move; NULL for none
    Result result; // the end mark of the movetext; RESULT_NONE for "*" or when missing
    bool has_end_mark;
    size_t line; // where it starts in the file, from 1
} PgnGame;

void pgn_game_init(PgnGame *game);
void pgn_game_release(PgnGame *game);
void pgn_game_add_tag(PgnGame *game, const char *name, const char *value);
/// comment may be NULL.
void pgn_game_add_move(PgnGame *game, const char *token, const char *comment);
/// The value of a tag; NULL when it has none of that name.
const char *pgn_game_tag(const PgnGame *game, const char *name);

/// Appends the game as text: tags in order, a blank line, movetext wrapped at 80 columns with
/// numbers from `first_move_number` (Black begins: "N..."), the end mark, a blank line. '"' and '\'
/// in tag values are escaped; in comments braces become parentheses and double quotes single ones,
/// so that no reader takes them for ends or tags.
void pgn_format(const PgnGame *game, unsigned first_move_number, bool black_begins, StrBuf *out);

/// Takes the next game off the front of `*rest`; `*line` counts lines and is kept by the caller (1
/// at first). STATUS_CLOSED when there is none left. STATUS_SYNTAX for a game that cannot be read:
/// it is skipped whole (`*rest` stands at the next one), and the problem names its line. A game
/// never swallows its neighbour.
Status pgn_next(StrView *rest, size_t *line, PgnGame *out, Problem *problem);

#endif
