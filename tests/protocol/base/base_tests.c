// SPDX-License-Identifier: MIT
#include "tests/protocol/base/base_tests.h"

#include <stddef.h>

const TestSuite TEST_SUITES[] = {
    {"status", STATUS_CASES},   {"memory", MEMORY_CASES}, {"strview", STRVIEW_CASES},
    {"strbuf", STRBUF_CASES},   {"file", FILE_CASES},     {"json_scan", JSON_SCAN_CASES},
    {"json", JSON_CASES},       {"random", RANDOM_CASES}, {NULL, NULL},
};
