// SPDX-License-Identifier: MIT
#ifndef MERELS_ENGINE_QUERIES_H
#define MERELS_ENGINE_QUERIES_H

#include "engine/tables/exact.h"
#include "protocol/base/strbuf.h"
#include "protocol/rules/game.h"

/// The `query` commands: questions about the game that has been set, answered without a search.

/// Appends the line "response ..." that answers "query QUESTION". STATUS_UNKNOWN for a question
/// that there is none of; nothing is appended then. exact: where values come from; NULL: they are
/// `unknown`.
Status queries_answer(const Game *game, Exact *exact, StrView question, StrBuf *out,
                      Problem *problem);

#endif
