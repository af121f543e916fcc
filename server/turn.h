/* The end of each turn of the loop, just before the loop waits again: the results of the turn's
 * events are committed, sent and written. */
#ifndef SERVER_TURN_H
#define SERVER_TURN_H

#include "server/net/net_run.h"
#include "server/service/service.h"

#include <uv.h>

/* Measures how long turns last. */
struct turn_time {
    uint64_t end_us, idle_us; /* the last turn's end, and the loop's idle time up to it */
    uint64_t work_end_us;     /* the thread's processor time at that end */
};

struct loop_turn {
    /* Set by the owner before turn_init(). */
    uv_loop_t *loop;
    struct net *net;
    struct service *service;
    struct statistics *statistics;
    bool (*on_ended)(void *owner); /* returns whether that was the last turn */
    void *owner;

    uv_prepare_t end;       /* runs at the end of each turn */
    uv_timer_t flags;       /* wakes the loop at the hall's next deadline */
    int64_t flags_ms;       /* that deadline; INT64_MAX: none */
    uv_idle_t flags_idle;   /* keeps the loop from waiting for reads, until ... */
    uv_check_t flags_check; /* ... flags fall here */
    bool flags_fell;        /* have flags fallen since the last turn's end? */
    uv_timer_t rest;        /* ends that of the service */
    uv_idle_t going_on;     /* active while there is more work than a turn should do */
    struct turn_time time;
    bool has_more_to_say; /* did the last turn stop before all messages were said? */
    bool has_more_to_do;  /* ... before all steps of tournaments were done? */
};

void turn_init(struct loop_turn *turn);

/* Both for a gateway's turns, too. Call the first at the end of each. */
void turn_time_end(struct turn_time *time, uv_loop_t *loop, struct net *net,
                   struct statistics *statistics);
/* With true the loop does not wait any more, until a call with false. */
void turn_go_on(uv_idle_t *idle, bool goes_on);

#endif
