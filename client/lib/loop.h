/* The event loop of a program: what client, bot and tests share of libuv, so that only this folder
 * includes it. */
#ifndef CLIENT_LIB_LOOP_H
#define CLIENT_LIB_LOOP_H

#include <stdint.h>

struct loop;

/* From here on the process ignores SIGPIPE: a peer that is gone is an error of the write. */
struct loop *loop_create(void);
/* Waits for what is still closing (a child may take a while to end), and frees everything. Whatever
 * was created on the loop has been destroyed by now: anything left is our own bug (assert). */
void loop_destroy(struct loop *loop);
/* Before it: waits for what is still closing, but for no work (work.h) that is under way. */
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

#endif
