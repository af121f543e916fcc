/* How an opponent is found: open seeks, challenges, rematches. Says what happens on the console. */
#ifndef CLIENT_MATCHMAKING_H
#define CLIENT_MATCHMAKING_H

#include "client/console.h"
#include "client/lib/client.h"
#include "client/lib/loop.h"
#include "client/wish.h"

#include <stdbool.h>

struct matchmaking_events {
    void *owner;
    /* A match of ours begins. */
    void (*began)(void *owner, const struct wire_match *state);
    /* The search is over, nobody will come; the console knows why. */
    void (*gave_up)(void *owner);
    /* A request was answered, and the console may have been told of it. */
    void (*changed)(void *owner);
};

struct matchmaking {
    struct loop *loop;       /* borrowed */
    struct client *client;   /* borrowed */
    struct console *console; /* borrowed */
    struct matchmaking_events events;
    const struct wish *wish;       /* of the search under way; NULL: none */
    const char *challenged;        /* whom the search challenges; NULL: anyone will do; borrowed */
    int64_t offer;                 /* ours, open; 0: none */
    int64_t open_requests;         /* whose answers are still to come */
    bool is_asking;                /* one of them is a step of the search */
    bool is_refused;               /* a seek that fits could not be accepted */
    struct loop_timer *look_again; /* NULL: not needed yet */
    /* The challenges of others: the first is number 1 to the person. 0 when gone. Owned. */
    int64_t *challenges;
    size_t challenge_count;
};

void matchmaking_finish(struct matchmaking *matchmaking);

/* Looks for an opponent. `challenged` may be NULL. */
void matchmaking_search(struct matchmaking *matchmaking, const struct wish *wish,
                        const char *challenged);
/* After a break, which our offer has not outlived: goes on with the search. */
void matchmaking_reconnected(struct matchmaking *matchmaking);
/* A match has begun, or nobody is wanted any more: takes our offer back. */
void matchmaking_stop(struct matchmaking *matchmaking);
bool matchmaking_is_searching(const struct matchmaking *matchmaking);

/* For what a person types; challenges by their short numbers. */
void matchmaking_accept(struct matchmaking *matchmaking, int64_t number);
void matchmaking_decline(struct matchmaking *matchmaking, int64_t number);
/* Offers the same again, or accepts that. */
void matchmaking_rematch(struct matchmaking *matchmaking, int64_t match);

/* Takes offer.received, offer.closed and match.started. */
void matchmaking_event(struct matchmaking *matchmaking, enum wire_event event, const void *body);

#endif
