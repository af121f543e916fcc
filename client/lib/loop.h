/* The event loop of a program. It wraps libuv for the client, the bots and the tests, so that only
 * this folder includes libuv. */
#ifndef CLIENT_LIB_LOOP_H
#define CLIENT_LIB_LOOP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct loop;

/* Also makes the process ignore SIGPIPE: writing to a closed peer fails with an error instead. */
struct loop *loop_create(void);
/* Waits for closing handles (a child may take a while to end) and for work, then frees everything.
 * Every object created on the loop must have been destroyed before (assert). */
void loop_destroy(struct loop *loop);
/* To be called before loop_destroy(): waits for closing handles and for work that is needed, but
 * not for other work under way. */
void loop_settle(struct loop *loop);
/* Runs until loop_stop() and returns its exit code, or 0 when no handle is active any more. */
int loop_run(struct loop *loop);
void loop_stop(struct loop *loop, int exit_code);
int64_t loop_now_ms(const struct loop *loop); /* monotonic; stands still during a callback */
/* A monotonic clock without a loop, in milliseconds. */
int64_t clock_now_ms(void);

/* A timer that fires once. It may be started again at any time, also from within `fire`. */
struct loop_timer;
struct loop_timer *loop_timer_create(struct loop *loop, void (*fire)(void *owner), void *owner);
void loop_timer_start(struct loop_timer *timer, uint32_t delay_ms);
void loop_timer_stop(struct loop_timer *timer);
void loop_timer_destroy(struct loop_timer *timer); /* NULL is allowed */

/* Calls back on SIGINT, SIGTERM and, unless the process ignores it, SIGHUP. */
struct loop_signals;
struct loop_signals *loop_signals_create(struct loop *loop, void (*caught)(void *owner, int number),
                                         void *owner);
/* After the last one of the loop the process ignores these signals: it is ending already. NULL is
 * allowed. */
void loop_signals_destroy(struct loop_signals *signals);

/* Calls back while a descriptor is readable (level-triggered). The owner does the reading. */
struct watch;
/* Watches a duplicate of `fd`, whose mode stays as it is. NULL: the system refuses (a file cannot
 * be watched). */
struct watch *watch_create(struct loop *loop, int fd, void (*readable)(void *owner), void *owner);
void watch_destroy(struct watch *watch); /* NULL is allowed */

/* Calls back on one signal. */
struct signal_watch;
struct signal_watch *signal_watch_create(struct loop *loop, int number,
                                         void (*caught)(void *owner, int number), void *owner);
/* Takes the system's default action for the signal. With SIGTSTP this returns when the program is
 * continued. */
void signal_watch_yield(struct signal_watch *watch);
void signal_watch_destroy(struct signal_watch *watch); /* NULL is allowed */

/* --- long computations, on threads beside the loop --- */

/* The number of threads. Further work waits in a queue, as do look-ups of host names. Work of
 * several seconds must leave a thread free. */
enum { WORK_THREADS = 4 };

struct work;

struct work_steps {
    void *owner;
    /* Called on a thread of the pool. No other thread may touch its data until `finish`. */
    void (*run)(void *owner);
    /* Called on the loop exactly once, never from inside work_start() or work_cancel(); the work is
     * freed after it. `has_run` is false for work cancelled before it began. */
    void (*finish)(void *owner, bool has_run);
    /* The work has to be done even if the program is about to end. It is not cancelled, and counts
     * as no object on the loop. */
    bool is_needed;
};

struct work *work_start(struct loop *loop, const struct work_steps *steps);
/* Work that has not begun never runs; work under way runs to its end. In both cases `finish`
 * follows, at the latest in loop_destroy(), which waits for it. To be called at most once, before
 * `finish`. */
void work_cancel(struct work *work);

/* Would loop_destroy() have to wait for work that is not needed? A program that is told to end may
 * call loop_settle() and _exit() instead. */
bool work_is_under_way(const struct loop *loop);

/* --- randomness from the kernel, and back-off --- */

enum { ENTROPY_BYTES_MAX = 256 }; /* in one call */

/* Fills `bytes` from the kernel's generator. */
void entropy_fill(void *bytes, size_t len);

enum { BACKOFF_MIN_MS = 100, BACKOFF_MAX_MS = 5000 };

/* Each delay is twice the one before, plus or minus a random half, so that a thousand clients do
 * not reconnect at the same moment. `struct backoff b = {0}` starts at BACKOFF_MIN_MS; assign {0}
 * again after a success. */
struct backoff {
    uint32_t delay_ms; /* of the last try, before the random part; 0: none yet */
};

uint32_t backoff_next_ms(struct backoff *backoff);

#endif
