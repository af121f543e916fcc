/* The process around a role of the server: its loop, its signals, its standard input, and its end.
 * A shutdown refuses new requests, completes and answers the accepted ones as far as time allows,
 * then closes everything.
 *
 *     serving --(SIGTERM, SIGINT, end of input)--> settling --(settled, or time is up)--> ended
 */
#ifndef SERVER_DAEMON_H
#define SERVER_DAEMON_H

#include "common/base/error.h"

#include <stdbool.h>
#include <uv.h>

enum daemon_state {
    DAEMON_SERVING,
    DAEMON_SETTLING,
    DAEMON_ENDED,
};

/* Each is called once, but reload(). */
struct daemon_events {
    void *owner; /* the first argument of all */
    /* The shutdown begins. */
    void (*stop)(void *owner);
    /* The shutdown ends: ends all threads and connections. Open handles are closed afterwards. */
    void (*end)(void *owner);
    /* SIGHUP has come. */
    void (*reload)(void *owner);
};

struct daemon {
    uv_loop_t loop;
    struct daemon_events events;
    enum daemon_state state;
    uv_signal_t signals[2];
    uv_signal_t reload_signal;
    uv_timer_t settled_by; /* ends DAEMON_SETTLING after a while */
    uv_pipe_t input;       /* standard input, with --exit-on-eof */
};

/* Aborts if the system has no descriptor left for a loop. */
void daemon_init(struct daemon *daemon, const struct daemon_events *events);
/* Shuts down when standard input ends, as on SIGTERM. USAGE: it is no pipe. */
enum error_code daemon_watch_input(struct daemon *daemon, struct error *error);
/* Begins the shutdown; `why` is for the log. Idempotent. */
void daemon_shut_down(struct daemon *daemon, const char *why);
/* Everything is settled: ends the shutdown now. Call once, before the end. */
void daemon_end(struct daemon *daemon);
/* Ends what has not ended, runs the loop until all handles are closed, and closes it. */
void daemon_finish(struct daemon *daemon);

#endif
