/* The search for an opponent, by a challenge to a player, an open offer to anyone or an invitation,
 * and the challenges and invitations of others. */
#ifndef CLIENT_LIB_SEEKING_H
#define CLIENT_LIB_SEEKING_H

#include "client/lib/client.h"
#include "common/game/conditions.h"

/* The wanted match, in the texts of the protocol. They are borrowed until the search is over. */
struct seeking_wish {
    const char *to; /* the player to challenge; NULL: anyone */
    const char *rules;
    const char *look;             /* what positions are to look like; NULL: heaps */
    const char *start;            /* NULL: any; the server draws that of our own offer */
    const char *clock;            /* NULL: none */
    const char *first;            /* `maker`, `taker` or `random`, of our own offer; NULL: any */
    struct conditions conditions; /* for the opponent; not together with `to` */
    /* A wish without special terms: an earlier open offer with a clock of days is reused. For any
     * other wish such offers are only reported. */
    bool is_plain;
};

enum seeking_kind {
    SEEKING_WAITS,      /* our offer is open */
    SEEKING_LEFT_OPEN,  /* our earlier `offer` is still open; the search may use it */
    SEEKING_CHALLENGED, /* by `offer`, listed as challenge `number` */
    SEEKING_WITHDRAWN,  /* challenge `number` is withdrawn */
    SEEKING_DECLINED,   /* by us */
    /* Refusals of the server: */
    SEEKING_NOT_OFFERED, /* the search is over */
    SEEKING_NOT_JOINED,  /* a matching open offer; the search continues with our own offer */
    SEEKING_NOT_ACCEPTED,
    SEEKING_NOT_DECLINED,
    SEEKING_NOT_LISTED, /* the offers of others */
    /* Of invitations: */
    SEEKING_INVITED,     /* ours is open: `made` */
    SEEKING_NOT_INVITED, /* refused: there is none */
    SEEKING_UNINVITED,   /* ours has ended, and nobody has accepted it */
    SEEKING_SHOWN,       /* that of another player: `invitation` */
    SEEKING_NOT_SHOWN,   /* refused */
    SEEKING_NOT_COME,    /* refused: it could not be accepted */
    /* The search is over: */
    SEEKING_REJECTED, /* by the challenged player */
    SEEKING_LEFT,     /* the other player has left */
};

struct seeking_news {
    enum seeking_kind kind;
    struct error error; /* of a refusal */
    const struct wire_offer *offer;
    int64_t number;
    const struct wire_invitation_made *made;
    const struct wire_invitation *invitation;
};

struct seeking_events {
    void *owner;
    void (*told)(void *owner, const struct seeking_news *news);
    /* A match of ours begins. `offer`: from match.started (WIRE_ABSENT: without an offer); 0: an
     * offer accepted here. The caller stops a search that is still under way. */
    void (*began)(void *owner, const struct wire_match *state, int64_t offer);
    /* A request was answered. May be NULL. */
    void (*changed)(void *owner);
};

/* `struct seeking seeking = {.events = ...}`; the owner sets `client` before the first call. */
struct seeking {
    struct seeking_events events;
    struct client *client; /* borrowed */
    bool is_searching;     /* for `wish` */
    struct seeking_wish wish;
    int64_t offer;         /* ours, open; 0: none */
    int64_t open_requests; /* number of pending requests */
    bool is_asking;        /* a step of the search is pending */
    bool is_following;     /* the server tells us of open seeks: see lobby.watch */
    bool keeps_following;  /* ... and goes on after the search; set by an owner that follows, too */
    /* Our own rating in each family of games, from the last list of offers; none of a guest. */
    struct seeking_rating {
        char family[64];
        int64_t rating;
    } ratings[16];
    size_t rating_count;
    bool is_listing;   /* a list of offers is pending */
    bool is_looking;   /* ... as the step of the search */
    bool is_refused;   /* a matching open offer could not be accepted */
    bool is_left_open; /* `offer` was made earlier, with a clock of days, and differs from `wish` */
    int64_t invitation;                      /* ours, for which the search waits; 0: none */
    char code[WIRE_INVITATION_CODE_MAX + 1]; /* of ours, or of the one to be accepted */
    bool may_lead_back;                      /* the latter, to a match that it has begun */
    bool has_told_left_open;                 /* earlier offers with a clock of days were reported */
    /* Open challenges of others, numbered in the order of their arrival. Owned. */
    struct seeking_challenge {
        int64_t number, offer;
    } * challenges;
    size_t challenge_count;
    int64_t last_number; /* assigned */
};

/* To be called while its client exists, if it had one. */
void seeking_finish(struct seeking *seeking);

void seeking_search(struct seeking *seeking, const struct seeking_wish *wish);
/* Continues the search after a break. An offer that survived the break is found in the list of
 * offers. */
void seeking_reconnected(struct seeking *seeking);
/* Stops the search and withdraws our offer, but not an invitation. */
void seeking_stop(struct seeking *seeking);
/* Does our offer stay open when we disconnect? */
bool seeking_offer_stays(const struct seeking *seeking);

/* Makes an invitation, for `wish->to` or anyone, and waits until somebody accepts it. `uses`,
 * `expires_in_ms`: 0: as the server has it. The invitation stays open when we stop or disconnect.
 */
void seeking_invite(struct seeking *seeking, const struct seeking_wish *wish, int64_t uses,
                    int64_t expires_in_ms);
/* Does the search wait for an offer or an invitation of ours to be accepted? */
bool seeking_is_waiting(const struct seeking *seeking);
/* Reports what the invitation of another player is for. `has_unfinished`: matches of ours go on,
 * and a code that is used up leads back to the one that it has begun. */
void seeking_look_at(struct seeking *seeking, const char *code, bool has_unfinished);
/* Accepts an invitation. */
void seeking_come(struct seeking *seeking, const char *code);

/* Reports all open challenges, also those reported before. */
void seeking_look_for_challenges(struct seeking *seeking);
/* The offer of the challenge with this number; 0: there is none. */
int64_t seeking_challenge(const struct seeking *seeking, int64_t number);
/* For open offers to anyone as well as for challenges. */
void seeking_accept(struct seeking *seeking, int64_t offer);
void seeking_decline(struct seeking *seeking, int64_t offer);
/* Joins a match whose beginning was learnt from another request. */
void seeking_join(struct seeking *seeking, int64_t match);

/* Takes offer.received, offer.closed, invitation.closed, lobby.changed and match.started. */
void seeking_event(struct seeking *seeking, enum wire_event event, const void *body);

/* Is this a clock of days, with which players may disconnect and open offers stay? Pure. */
bool seeking_is_of_days(struct wire_text clock);
/* Would a player with this wish, who may accept the offer, accept it, and fit its conditions? Pure.
 */
bool seeking_fits(const struct seeking_wish *wish, const struct wire_offer *offer,
                  const struct applicant *own);
/* The conditions that an offer carries. Pure. */
static inline struct conditions seeking_conditions(const struct wire_offer *offer)
{
    return (struct conditions){
        .rating_min = offer->rating_min > 0 ? offer->rating_min : 0,
        .rating_max = offer->rating_max > 0 ? offer->rating_max : 0,
        .only = offer->only.bytes ? audience_from_text(offer->only.bytes, offer->only.len)
                                  : AUDIENCE_ANYBODY,
    };
}
/* Us, as the one who may accept an offer of a game with these rules. */
struct applicant seeking_applicant(const struct seeking *seeking, struct wire_text rules);
/* Learns our own ratings from an answer to offer.list or lobby.watch. */
void seeking_take_ratings(struct seeking *seeking, const struct wire_offers *offers);

#endif
