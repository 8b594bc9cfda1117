// SPDX-License-Identifier: MIT
#ifndef MERELS_TRANSPORT_LOOP_H
#define MERELS_TRANSPORT_LOOP_H

#include <stdbool.h>
#include <stdint.h>

#include "protocol/base/status.h"

/// The event loop of a process, with timers, signals and a doorbell for other threads. libuv stays
/// inside this room. All calls from the loop's thread, but bell_ring and clock_now_ns.

typedef struct Loop Loop;
typedef struct Timer Timer;
typedef struct Bell Bell;
typedef struct SignalWatch SignalWatch;

/// To be called first in main (after child_guard_main): opens /dev/null in missing descriptors 0-2,
/// marks inherited ones from 3 on close-on-exec, ignores SIGPIPE.
void transport_prepare_process(void);

/// Monotonic nanoseconds, read now and never cached. Any thread.
uint64_t clock_now_ns(void);

Loop *loop_new(void);
/// Runs the close callbacks of what has been freed (children that still die included) and frees the
/// loop. Asserts that every timer, bell, watch, input and child has been freed by its owner.
void loop_free(Loop *loop);
/// Runs until nothing is active or loop_stop.
void loop_run(Loop *loop);
/// Ends loop_run after the round of events under way; called outside of it, the next loop_run.
void loop_stop(Loop *loop);

/// A timer that is not running. Owned by the caller; timer_free may be called at any time, also in
/// its own callback.
Timer *timer_new(Loop *loop, void (*on_time)(void *ctx), void *ctx);
void timer_free(Timer *timer);
/// (Re)starts: fires once after `delay_ms` of real time counted from now, never earlier, then every
/// `repeat_ms` if that is not 0.
void timer_start(Timer *timer, uint64_t delay_ms, uint64_t repeat_ms);
void timer_stop(Timer *timer);

/// A doorbell: rings from any thread become at least one call of `on_ring` on the loop's thread;
/// several may become one. A bell keeps the loop running. After bell_free nobody may ring it.
Bell *bell_new(Loop *loop, void (*on_ring)(void *ctx), void *ctx);
void bell_free(Bell *bell);
void bell_ring(Bell *bell); // any thread

/// Calls `on_signal` for every delivery of `signal_number` (the system may merge deliveries that
/// follow each other closely). Does not keep the loop running.
SignalWatch *signal_watch_new(Loop *loop, int signal_number,
                              void (*on_signal)(void *ctx, int signal_number), void *ctx);
void signal_watch_free(SignalWatch *watch);

#endif
