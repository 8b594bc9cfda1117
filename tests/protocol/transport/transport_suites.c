// SPDX-License-Identifier: MIT
#include "tests/protocol/transport/transport_suites.h"

#include <stddef.h>

const TestSuite TEST_SUITES[] = {
    {"line_reader", LINE_READER_CASES},
    {"loop", LOOP_CASES},
    {"input", INPUT_CASES},
    {"output", OUTPUT_CASES},
    {"child", CHILD_CASES},
    {"child_end", CHILD_END_CASES},
    {"child_program", CHILD_PROGRAM_CASES},
    {NULL, NULL},
};
