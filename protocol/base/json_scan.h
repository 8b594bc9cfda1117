// SPDX-License-Identifier: MIT
#ifndef MERELS_BASE_JSON_SCAN_H
#define MERELS_BASE_JSON_SCAN_H

#include "protocol/base/status.h"
#include "protocol/base/strview.h"

/// The grammar of RFC 8259, checked before the text goes to a library that is lenient about it.
/// Builds nothing. Pure; any thread. For json.c and its tests.

#define JSON_NUMBER_TEXT_MAX 63 // bytes of one number; the library reads no more

/// Checks one JSON text as json_parse demands it (all but keys given twice) and moves `*text` past
/// a byte-order mark. STATUS_LIMIT when values nest deeper than `depth_max`, STATUS_SYNTAX for the
/// rest; the problem reads "FILE:LINE:COLUMN: reason", line and column from 1, a column being a
/// byte.
Status json_scan(StrView *text, int depth_max, const char *file, Problem *problem);

/// The size of the UTF-8 character at the front of a text that is not empty: 1 to 4 bytes; 0
/// when it is malformed (overlong forms, surrogates, numbers beyond U+10FFFF included).
size_t json_scan_character(StrView text);

#endif
