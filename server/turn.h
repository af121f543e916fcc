/* Everything that a turn of the loop has brought is carried on at its end, just before the loop
 * waits again. */
#ifndef SERVER_TURN_H
#define SERVER_TURN_H

#include "server/net/net_run.h"
#include "server/service/service.h"

#include <uv.h>

struct loop_turn {
    /* Set by the owner before turn_init(). */
    uv_loop_t *loop;
    struct net *net;
    struct service *service;
    struct statistics *statistics;
    bool (*on_ended)(void *owner); /* returns whether that was the last turn */
    void *owner;

    uv_prepare_t end;         /* of each turn */
    uv_timer_t flags;         /* wakes the loop at the hall's next deadline */
    int64_t flags_ms;         /* which that is; INT64_MAX: none */
    uv_idle_t flags_idle;     /* while it is active, the loop does not wait for reads, and ... */
    uv_check_t flags_check;   /* ... then flags fall */
    bool flags_fell;          /* since the last turn's end */
    uv_idle_t going_on;       /* while it is active, there is more to do than a turn should take */
    uint64_t end_us, idle_us; /* of the last turn: when it ended, and the waiting up to then */
    uint64_t work_end_us;     /* the thread's processor time when it ended */
    bool has_more_to_say;     /* did the last turn stop before all messages were said? */
    bool has_more_to_do;      /* the same of the steps of tournaments */
};

void turn_init(struct loop_turn *turn);

#endif
