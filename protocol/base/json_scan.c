// SPDX-License-Identifier: MIT
#include "protocol/base/json_scan.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// Each scan function moves `at` past what it has read and answers NULL, or a reason with `at` on
/// the offending byte.
typedef struct Scan {
    const char *data;
    size_t size;
    size_t at;
    int depth;
    int depth_max;
} Scan;

static const char *const TOO_DEEP = "nested too deeply";

static char peek(const Scan *scan)
{
    return scan->at < scan->size ? scan->data[scan->at] : '\0'; // a real NUL is malformed anywhere
}

static void skip_blanks(Scan *scan)
{
    while (scan->at < scan->size && memchr(" \t\r\n", scan->data[scan->at], 4) != NULL) {
        scan->at++;
    }
}

static bool skip_digits(Scan *scan)
{
    size_t start = scan->at;
    while (peek(scan) >= '0' && peek(scan) <= '9') {
        scan->at++;
    }
    return scan->at > start;
}

static const char *scan_number(Scan *scan)
{
    size_t start = scan->at;
    if (peek(scan) == '-') {
        scan->at++;
    }
    size_t first_digit = scan->at;
    if (!skip_digits(scan)) {
        return "a digit is missing here";
    }
    if (scan->data[first_digit] == '0' && scan->at > first_digit + 1) {
        scan->at = first_digit;
        return "a number does not begin with 0";
    }
    if (peek(scan) == '.') {
        scan->at++;
        if (!skip_digits(scan)) {
            return "a digit is missing after the point";
        }
    }
    if (peek(scan) == 'e' || peek(scan) == 'E') {
        scan->at++;
        if (peek(scan) == '+' || peek(scan) == '-') {
            scan->at++;
        }
        if (!skip_digits(scan)) {
            return "a digit is missing in the exponent";
        }
    }
    char number[JSON_NUMBER_TEXT_MAX + 1];
    StrView view = {scan->data + start, scan->at - start};
    bool fits = strview_copy(view, number, sizeof number);
    if (!fits || !isfinite(strtod(number, NULL))) {
        scan->at = start;
        return fits ? "this number is too large" : "this number has too many digits";
    }
    return NULL;
}

/// Reads the four hexadecimal digits behind \u; -1 when they are not there.
static int scan_hex4(Scan *scan)
{
    int value = 0;
    for (int i = 0; i < 4; i++, scan->at++) {
        char c = peek(scan);
        const char *digits = "0123456789abcdef";
        const char *digit = c == '\0' ? NULL : strchr(digits, c >= 'A' && c <= 'F' ? c + 32 : c);
        if (digit == NULL) {
            return -1;
        }
        value = value * 16 + (int)(digit - digits);
    }
    return value;
}

static bool is_between(int value, int low, int high)
{
    return value >= low && value <= high;
}

/// Behind the backslash.
static const char *scan_escape(Scan *scan)
{
    size_t start = scan->at - 1;
    char c = peek(scan);
    if (c == '\0' || strchr("\"\\/bfnrtu", c) == NULL) {
        return "unknown escape";
    }
    scan->at++;
    if (c != 'u') {
        return NULL;
    }
    int unit = scan_hex4(scan);
    if (unit < 0) {
        return "four hexadecimal digits are missing here";
    }
    bool is_paired = !is_between(unit, 0xd800, 0xdfff);
    if (is_between(unit, 0xd800, 0xdbff) && peek(scan) == '\\') {
        scan->at++;
        if (peek(scan) == 'u') {
            scan->at++;
            is_paired = is_between(scan_hex4(scan), 0xdc00, 0xdfff);
        }
    }
    if (unit == 0 || !is_paired) {
        scan->at = start;
        return unit == 0 ? "\\u0000 is not allowed" : "half a surrogate pair";
    }
    return NULL;
}

static const char *scan_text(Scan *scan)
{
    size_t start = scan->at;
    scan->at++;
    while (scan->at < scan->size) {
        unsigned char c = (unsigned char)scan->data[scan->at];
        if (c == '"') {
            scan->at++;
            return NULL;
        }
        if (c < ' ') {
            return "a control character in a text";
        }
        if (c == '\\') {
            scan->at++;
            const char *reason = scan_escape(scan);
            if (reason != NULL) {
                return reason;
            }
            continue;
        }
        size_t size = json_scan_character((StrView){scan->data + scan->at, scan->size - scan->at});
        if (size == 0) {
            return "not UTF-8";
        }
        scan->at += size;
    }
    scan->at = start;
    return "this text has no end";
}

static const char *scan_word(Scan *scan, const char *word)
{
    if (!strview_starts_with((StrView){scan->data + scan->at, scan->size - scan->at}, word)) {
        return "a value is expected here";
    }
    scan->at += strlen(word);
    return NULL;
}

static const char *scan_value(Scan *scan);

static const char *scan_key(Scan *scan)
{
    if (peek(scan) != '"') {
        return "a key in quotes is expected here";
    }
    const char *reason = scan_text(scan);
    if (reason != NULL) {
        return reason;
    }
    skip_blanks(scan);
    if (peek(scan) != ':') {
        return "':' is expected here";
    }
    scan->at++;
    return NULL;
}

/// The elements of an array (`end` is ']') or the members of an object ('}').
static const char *scan_elements(Scan *scan, char end)
{
    if (scan->depth == scan->depth_max) {
        return TOO_DEEP;
    }
    scan->depth++;
    scan->at++;
    skip_blanks(scan);
    bool is_done = peek(scan) == end;
    while (!is_done) {
        const char *reason = end == '}' ? scan_key(scan) : NULL;
        reason = reason == NULL ? scan_value(scan) : reason;
        if (reason != NULL) {
            return reason;
        }
        is_done = peek(scan) == end;
        if (!is_done && peek(scan) != ',') {
            return end == '}' ? "',' or '}' is expected here" : "',' or ']' is expected here";
        }
        if (!is_done) {
            scan->at++;
            skip_blanks(scan);
        }
    }
    scan->at++;
    scan->depth--;
    return NULL;
}

/// A value and the blanks around it.
static const char *scan_value(Scan *scan)
{
    skip_blanks(scan);
    const char *reason;
    switch (peek(scan)) {
    case '{':
        reason = scan_elements(scan, '}');
        break;
    case '[':
        reason = scan_elements(scan, ']');
        break;
    case '"':
        reason = scan_text(scan);
        break;
    case 't':
        reason = scan_word(scan, "true");
        break;
    case 'f':
        reason = scan_word(scan, "false");
        break;
    case 'n':
        reason = scan_word(scan, "null");
        break;
    default:
        if (peek(scan) != '-' && !is_between(peek(scan), '0', '9')) {
            return "a value is expected here";
        }
        reason = scan_number(scan);
    }
    if (reason == NULL) {
        skip_blanks(scan);
    }
    return reason;
}

Status json_scan(StrView *text, int depth_max, const char *file, Problem *problem)
{
    if (strview_starts_with(*text, "\xEF\xBB\xBF")) {
        *text = strview_skip(*text, 3);
    }
    Scan scan = {text->data, text->size, 0, 0, depth_max};
    const char *reason = scan_value(&scan);
    if (reason == NULL && scan.at < scan.size) {
        reason = "something follows the value";
    }
    if (reason == NULL) {
        return STATUS_OK;
    }
    if (scan.at >= scan.size && reason != TOO_DEEP) {
        reason = "the text ends too early";
    }
    size_t line = 1;
    size_t line_start = 0;
    for (size_t i = 0; i < scan.at; i++) {
        if (scan.data[i] == '\n') {
            line++;
            line_start = i + 1;
        }
    }
    return problem_set(problem, reason == TOO_DEEP ? STATUS_LIMIT : STATUS_SYNTAX, "%s:%zu:%zu: %s",
                       file, line, scan.at - line_start + 1, reason);
}

size_t json_scan_character(StrView text)
{
    const unsigned char *bytes = (const unsigned char *)text.data;
    unsigned char lead = bytes[0];
    if (lead < 0x80) {
        return 1;
    }
    size_t size = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
    if (lead < 0xc2 || lead > 0xf4 || text.size < size) {
        return 0;
    }
    // Some leads narrow the second byte: no overlong forms, no surrogates, nothing beyond U+10FFFF.
    unsigned char low = lead == 0xe0 ? 0xa0 : lead == 0xf0 ? 0x90 : 0x80;
    unsigned char high = lead == 0xed ? 0x9f : lead == 0xf4 ? 0x8f : 0xbf;
    if (bytes[1] < low || bytes[1] > high) {
        return 0;
    }
    for (size_t i = 2; i < size; i++) {
        if (bytes[i] < 0x80 || bytes[i] > 0xbf) {
            return 0;
        }
    }
    return size;
}
