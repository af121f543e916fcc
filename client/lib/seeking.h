/* How an opponent is found: the search for one, by a challenge to a player or an open offer to
 * anyone, and what others offer. */
#ifndef CLIENT_LIB_SEEKING_H
#define CLIENT_LIB_SEEKING_H

#include "client/lib/client.h"

/* What is looked for, in the protocol's texts. They are the caller's, as long as the search goes
 * on. */
struct seeking_wish {
    const char *to; /* whom it challenges; NULL: anyone will do */
    const char *rules;
    const char *start; /* NULL: any; of our own offer the server draws it */
    const char *clock; /* NULL: none */
    const char *first; /* `maker`, `taker` or `random`, of our own offer; NULL: whoever */
    /* Nothing special is asked for: goes on with an offer of days that was made earlier, if there
     * is one. With any other wish such offers are only told of. */
    bool is_plain;
};

enum seeking_kind {
    SEEKING_WAITS,      /* our offer is open */
    SEEKING_LEFT_OPEN,  /* `offer` of ours is open still; the search may wait for this one */
    SEEKING_CHALLENGED, /* by `offer`, which has `number` */
    SEEKING_WITHDRAWN,  /* challenge `number` is gone */
    SEEKING_DECLINED,   /* by us */
    /* Refusals of the server: */
    SEEKING_NOT_OFFERED, /* the search is over */
    SEEKING_NOT_JOINED,  /* an open offer of another that fits; goes on with an offer of our own */
    SEEKING_NOT_ACCEPTED,
    SEEKING_NOT_DECLINED,
    SEEKING_NOT_LISTED, /* what others offer */
    /* The search is over: */
    SEEKING_REJECTED, /* by the one who is challenged */
    SEEKING_LEFT,     /* the other player has left */
};

struct seeking_news {
    enum seeking_kind kind;
    struct error error; /* of a refusal */
    const struct wire_offer *offer;
    int64_t number;
};

struct seeking_events {
    void *owner;
    void (*told)(void *owner, const struct seeking_news *news);
    /* A match of ours begins. `offer`: of which match.started has told, WIRE_ABSENT: of none; 0:
     * one that was accepted here. A search that goes on is the caller's to stop. */
    void (*began)(void *owner, const struct wire_match *state, int64_t offer);
    /* A request was answered. NULL: nobody wants to know. */
    void (*changed)(void *owner);
};

/* `struct seeking seeking = {.events = ...}`; its client is set before anything is asked. */
struct seeking {
    struct seeking_events events;
    struct client *client; /* borrowed */
    bool is_searching;     /* for `wish` */
    struct seeking_wish wish;
    int64_t offer;           /* ours, open; 0: none */
    int64_t open_requests;   /* whose answers are still to come */
    bool is_asking;          /* one of them is a step of the search */
    bool is_listing;         /* one of them is offer.list */
    bool is_looking;         /* ... and that is the step of the search */
    bool is_refused;         /* an open offer that fits could not be accepted */
    bool is_left_open;       /* `offer` is of days, was made earlier, and is not what `wish` says */
    bool has_told_left_open; /* the offers of days made earlier were told of */
    struct loop_timer *look_again; /* NULL: not needed yet */
    /* The challenges of others that are open, numbered in the order in which they came. Owned. */
    struct seeking_challenge {
        int64_t number, offer;
    } * challenges;
    size_t challenge_count;
    int64_t last_number; /* that was given */
};

/* While its client exists, if it had one. */
void seeking_finish(struct seeking *seeking);

void seeking_search(struct seeking *seeking, const struct seeking_wish *wish);
/* After a break: goes on with the search. An offer that has outlived the break is found among the
 * others. */
void seeking_reconnected(struct seeking *seeking);
/* Nobody is wanted any more: takes our offer back. */
void seeking_stop(struct seeking *seeking);
/* Does our offer stay open when we leave? */
bool seeking_offer_stays(const struct seeking *seeking);

/* Tells of all challenges that are open, also of those that were told before. */
void seeking_look_for_challenges(struct seeking *seeking);
/* The challenge of this number; 0: there is none. */
int64_t seeking_challenge(const struct seeking *seeking, int64_t number);
/* Open offers to anyone, and challenges. */
void seeking_accept(struct seeking *seeking, int64_t offer);
void seeking_decline(struct seeking *seeking, int64_t offer);
/* A match that has begun, as the answer to another request has told. */
void seeking_join(struct seeking *seeking, int64_t match);

/* Takes offer.received, offer.closed and match.started. */
void seeking_event(struct seeking *seeking, enum wire_event event, const void *body);

/* Is it a time control of days, under which players and open offers may be away? Pure. */
bool seeking_is_of_days(struct wire_text clock);
/* Would this offer be accepted by who has this wish, and may accept it? Pure. */
bool seeking_fits(const struct seeking_wish *wish, const struct wire_offer *offer);

#endif
