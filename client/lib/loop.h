/* The event loop of a program: what client, bot and tests share of libuv, so that only this folder
 * includes it. */
#ifndef CLIENT_LIB_LOOP_H
#define CLIENT_LIB_LOOP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct loop;

/* From here on the process ignores SIGPIPE: a peer that is gone is an error of the write. */
struct loop *loop_create(void);
/* Waits for what is still closing (a child may take a while to end), and frees everything. Whatever
 * was created on the loop has been destroyed by now: anything left is our own bug (assert). */
void loop_destroy(struct loop *loop);
/* Before it: waits for what is still closing, but for no work that is under way. */
void loop_settle(struct loop *loop);
/* Runs until loop_stop(); returns what that was given. Runs out of work: 0. */
int loop_run(struct loop *loop);
void loop_stop(struct loop *loop, int exit_code);
int64_t loop_now_ms(const struct loop *loop); /* monotonic; stands still during a callback */
/* Milliseconds since some fixed moment, without a loop; never goes back. */
int64_t clock_now_ms(void);

/* A timer that fires once; start again at will, also from within `fire`. */
struct loop_timer;
struct loop_timer *loop_timer_create(struct loop *loop, void (*fire)(void *owner), void *owner);
void loop_timer_start(struct loop_timer *timer, uint32_t delay_ms);
void loop_timer_stop(struct loop_timer *timer);
void loop_timer_destroy(struct loop_timer *timer); /* NULL is taken */

/* Calls back on SIGINT and SIGTERM. */
struct loop_signals;
struct loop_signals *loop_signals_create(struct loop *loop, void (*caught)(void *owner, int number),
                                         void *owner);
/* From then on both are ignored: the program is ending, and told so again it ends no other way.
 * NULL is taken. */
void loop_signals_destroy(struct loop_signals *signals);

/* Calls back whenever something can be read from a descriptor, and leaves the reading to the
 * caller: as long as something is left, it calls again. */
struct watch;
/* Watches a descriptor of the same kind as `fd`, which stays in the mode in which it is; NULL when
 * the system refuses (a file cannot be watched). */
struct watch *watch_create(struct loop *loop, int fd, void (*readable)(void *owner), void *owner);
void watch_destroy(struct watch *watch); /* NULL is taken */

/* Calls back when a signal has come. */
struct signal_watch;
struct signal_watch *signal_watch_create(struct loop *loop, int number,
                                         void (*caught)(void *owner, int number), void *owner);
/* Lets the system do what it does about this signal when nobody watches it: for SIGTSTP, the call
 * returns when the program goes on. */
void signal_watch_yield(struct signal_watch *watch);
void signal_watch_destroy(struct signal_watch *watch); /* NULL is taken */

/* --- something that takes long, done on a thread beside the loop's, which goes on meanwhile --- */

/* How many pieces of work run at a time; further ones wait, and so do look-ups of host names. Work
 * that takes seconds must leave a thread free. */
enum { WORK_THREADS = 4 };

struct work;

struct work_steps {
    void *owner;
    /* On a thread of the pool. Nothing else may touch its data until `finish`. */
    void (*run)(void *owner);
    /* On the loop, exactly once, and never from inside work_start() or work_cancel(); the work is
     * gone when it returns. `has_run` is false when it was cancelled before it began. */
    void (*finish)(void *owner, bool has_run);
};

struct work *work_start(struct loop *loop, const struct work_steps *steps);
/* Work that has not begun never runs; any other goes on to its end. Either way `finish` follows, at
 * the latest in loop_destroy(), which waits for it. To be called at most once, before `finish`. */
void work_cancel(struct work *work);

/* Would loop_destroy() have to wait for work? A program that is told to end may rather call
 * _exit(), after loop_settle(). */
bool work_is_under_way(const struct loop *loop);

/* --- chance that nobody can foresee or repeat, and how long to wait before the next try --- */

enum { ENTROPY_BYTES_MAX = 256 }; /* at a time */

/* Bytes from the kernel's generator. */
void entropy_fill(void *bytes, size_t len);

enum { BACKOFF_MIN_MS = 100, BACKOFF_MAX_MS = 5000 };

/* Each wait is twice as long as the one before, give or take half of it, so that a thousand clients
 * do not all come back in the same moment. `struct backoff b = {0}` starts at BACKOFF_MIN_MS;
 * assign that again when things are well. */
struct backoff {
    uint32_t delay_ms; /* of the last try, before chance is added; 0: none yet */
};

uint32_t backoff_next_ms(struct backoff *backoff);

#endif
