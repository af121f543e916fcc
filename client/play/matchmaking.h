/* How an opponent is found: open seeks, challenges, rematches. Says what happens in words. */
#ifndef CLIENT_MATCHMAKING_H
#define CLIENT_MATCHMAKING_H

#include "client/lib/client.h"
#include "client/lib/loop.h"
#include "client/play/wish.h"

#include <stdbool.h>

enum matchmaking_news {
    MATCHMAKING_SAYS, /* in passing */
    MATCHMAKING_WAITS,
    MATCHMAKING_CHALLENGED, /* with `last_number` */
    MATCHMAKING_GONE,       /* one of them: by its number */
    MATCHMAKING_FAILS,
};

struct matchmaking_events {
    void *owner;
    /* A sentence for the person, which lives during the call. */
    void (*said)(void *owner, enum matchmaking_news news, const char *words);
    /* A match of ours begins. */
    void (*began)(void *owner, const struct wire_match *state);
    /* The search is over, nobody will come; it has been said why. */
    void (*gave_up)(void *owner);
    /* A request was answered, and something may have been said of it. */
    void (*changed)(void *owner);
};

struct matchmaking {
    struct loop *loop;     /* borrowed */
    struct client *client; /* borrowed */
    struct matchmaking_events events;
    const struct wish *wish; /* of the search under way; NULL: none */
    const char *challenged;  /* whom the search challenges; NULL: anyone will do; borrowed */
    int64_t offer;           /* ours, open; 0: none */
    int64_t open_requests;   /* whose answers are still to come */
    bool is_asking;          /* one of them is a step of the search */
    bool is_refused;         /* a seek that fits could not be accepted */
    bool is_left_open;       /* `offer` is of days, was made earlier, and is not what `wish` says */
    bool has_told_left_open; /* the person was told of the offers of days made earlier */
    struct loop_timer *look_again; /* NULL: not needed yet */
    /* The challenges of others that are open, numbered for the person in the order in which they
     * came. Owned. */
    struct challenge {
        int64_t number, offer;
    } * challenges;
    size_t challenge_count;
    int64_t last_number;     /* that was given */
    enum error_code failure; /* what MATCHMAKING_FAILS is said of */
};

void matchmaking_finish(struct matchmaking *matchmaking);

/* Looks for an opponent. `challenged` may be NULL. A plain wish goes on with an offer of days
 * that the person has made earlier, if there is one. With any other wish the person is told of it.
 */
void matchmaking_search(struct matchmaking *matchmaking, const struct wish *wish,
                        const char *challenged);
/* After a break: goes on with the search. An offer that has outlived the break is found among the
 * others. */
void matchmaking_reconnected(struct matchmaking *matchmaking);
/* A match has begun, or nobody is wanted any more: takes our offer back. */
void matchmaking_stop(struct matchmaking *matchmaking);
bool matchmaking_is_searching(const struct matchmaking *matchmaking);
/* Does our offer stay open when we leave? */
bool matchmaking_offer_stays(const struct matchmaking *matchmaking);

/* The challenge of this short number; 0, which has been said, where there is none. */
int64_t matchmaking_challenge(struct matchmaking *matchmaking, int64_t number);
/* An open seek, or a challenge. */
void matchmaking_accept(struct matchmaking *matchmaking, int64_t offer);
void matchmaking_decline(struct matchmaking *matchmaking, int64_t offer);
/* A match that has begun, as the answer to another request has told. */
void matchmaking_join(struct matchmaking *matchmaking, int64_t match);

/* Takes offer.received, offer.closed and match.started. */
void matchmaking_event(struct matchmaking *matchmaking, enum wire_event event, const void *body);

#endif
