// SPDX-License-Identifier: MIT
#ifndef MERELS_TRANSPORT_LOOP_INNER_H
#define MERELS_TRANSPORT_LOOP_INNER_H

#include <stddef.h>

#include "protocol/transport/loop.h"

/// What the other files of this room need of a loop. Not for other rooms.

/// Bytes of the buffer below. A pipe of the default size holds 64 KiB, so one read always empties
/// it and comes back short, and libuv then turns to its other handles and timers instead of reading
/// on: a flooding child gets one read per round and no more.
#define LOOP_READ_BYTES (68u << 10)

struct uv_loop_s;

struct uv_loop_s *loop_native(Loop *loop);
/// One buffer of LOOP_READ_BYTES for all reads on this loop: libuv fills it right before the read
/// callback that uses it up.
char *loop_read_buffer(Loop *loop);
/// Owners of things on the loop are counted, so that loop_free can tell a leak.
void loop_count_owned(Loop *loop, int change);

#endif
