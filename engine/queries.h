// SPDX-License-Identifier: MIT
#ifndef MERELS_ENGINE_QUERIES_H
#define MERELS_ENGINE_QUERIES_H

#include "protocol/base/strbuf.h"
#include "protocol/rules/game.h"

/// The `query` commands: questions about the game that has been set, answered without a search.

/// Appends the line "response ..." that answers "query QUESTION". STATUS_UNKNOWN for a question
/// that there is none of; nothing is appended then. Values of positions are `unknown` to this
/// engine.
Status queries_answer(const Game *game, StrView question, StrBuf *out, Problem *problem);

#endif
