// SPDX-License-Identifier: MIT
#ifndef MERELS_TESTS_WALK_POSITION_H
#define MERELS_TESTS_WALK_POSITION_H

#include "protocol/base/random.h"
#include "tests/reference/reference.h"

/// A random position: any men anywhere, none to as many as the variant has, in hand or not, either
/// side to move, `quiet` often near its limit. In every other one the men of the side to move lie
/// around one empty point, so that several lines wait for a man there.
ReferencePosition walk_position(const ReferenceVariant *r, Random *random);

#endif
