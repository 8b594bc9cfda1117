// SPDX-License-Identifier: MIT
#include "tests/engine/engine_suites.h"

const TestSuite TEST_SUITES[] = {
    {"units", ENGINE_UNITS},
    {"session", ENGINE_SESSION},
    {"lines", ENGINE_LINES},
    {"options", ENGINE_OPTIONS},
    {"position", ENGINE_POSITION},
    {"go", ENGINE_GO},
    {"control", ENGINE_CONTROL},
    {"ending", ENGINE_ENDING},
    {"tools", ENGINE_TOOLS},
    {"long", ENGINE_LONG},
    {NULL, NULL},
};
