// SPDX-License-Identifier: MIT
#include "engine/tables/exact_value.h"

ExactValue exact_value_of_turn(ExactValue next, bool makes_progress)
{
    ExactValue value = {-next.sign, PLIES_UNKNOWN, PLIES_UNKNOWN};
    if (next.sign == 0) {
        return value;
    }
    if (next.end_plies != PLIES_UNKNOWN) {
        value.end_plies = next.end_plies + 1;
    }
    if (makes_progress) {
        value.progress_plies = 1;
    } else if (next.progress_plies != PLIES_UNKNOWN) {
        value.progress_plies = next.progress_plies + 1;
    }
    return value;
}

/// How much sooner `a` comes than `b`; what is not known comes last.
static int sooner(int a, int b)
{
    if (a == PLIES_UNKNOWN || b == PLIES_UNKNOWN) {
        return (a != PLIES_UNKNOWN) - (b != PLIES_UNKNOWN);
    }
    return (a < b) - (a > b);
}

int exact_value_compare(ExactValue a, ExactValue b)
{
    if (a.sign != b.sign || a.sign == 0) {
        return a.sign - b.sign;
    }
    int order = sooner(a.end_plies, b.end_plies);
    if (order == 0 && a.end_plies == PLIES_UNKNOWN) {
        order = sooner(a.progress_plies, b.progress_plies);
    }
    return a.sign * order;
}
