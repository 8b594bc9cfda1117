// SPDX-License-Identifier: MIT
#ifndef MERELS_TESTS_ENGINE_TEXT_H
#define MERELS_TESTS_ENGINE_TEXT_H

#include <stdbool.h>
#include <stdint.h>

#include "tests/engine/engine_driver.h"

/// Words for the tests of the engine's protocol: questions about its lines, positions from lists of
/// men.

#define NINE_START "1**1**1/*1*1*1*/**3**/3*3/**3**/*1*1*1*/1**1**1[PPPPPPPPPppppppppp] w - - 0 1"
#define TEXT_FEN_MAX 512

/// The FEN of a position of nine men's morris: men as "a7 d7", side 'w' or 'b'.
void text_nine_fen(const char *white, const char *black, int hand_white, int hand_black, char side,
                   char out[TEXT_FEN_MAX]);

/// The number behind the word `key` of a line; `fallback` when the word is missing or no number
/// follows.
int64_t text_number(const char *line, const char *key, int64_t fallback);
/// Does `word` stand in `line` as a whole word?
bool text_has_word(const char *line, const char *word);
/// The word of a line, index from 0; "" when it has fewer. `out`: room for 64.
const char *text_word(const char *line, int index, char out[64]);

/// Sends a question and returns the rest of its response line ("" for none, ENGINE_NOTHING when it
/// does not come).
const char *engine_ask(Engine *engine, const char *question);
/// Chooses a variant; false when the engine does not take it.
bool engine_variant(Engine *engine, const char *name);
/// Sends `go` and waits for the bestmove: its move, "" when none comes. `out`: room for 64.
const char *engine_go(Engine *engine, const char *go, char out[64]);
/// Is `move` legal in the position that the engine has been given (asked by "query moves")?
bool engine_is_legal(Engine *engine, const char *move);
/// The last line that starts with "info depth"; ENGINE_NOTHING when there is none.
const char *engine_last_info(const Engine *engine);
/// Ends it by quit: its exit status.
int engine_quit(Engine *engine);

#endif
