// SPDX-License-Identifier: MIT
#include "tests/protocol/wire/wire_tests.h"

#include <stddef.h>

const TestSuite TEST_SUITES[] = {{"command", COMMAND_CASES}, {"reply", REPLY_CASES}, {NULL, NULL}};
