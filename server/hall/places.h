/* Places: the numbers of matches, offers, invitations and tournaments are limited, and each one
 * that exists holds places. Private to server/hall.
 *
 * Anybody can be a thousand guests, so all guests together get a share of the places
 * (hall_limits.guest_share), and the rest is kept for accounts. Each address gets a share too
 * (address_share): its guests a part of the guests' places, its accounts a part of all places.
 * Addresses are told apart by the number in struct hall_hello. Of a player who has not come back
 * since the start the address is not known (0), and not limited.
 *
 * Where a limit is reached, the thing that has been idle for longest makes room, if there is one: a
 * match of two guests without a move for guest_idle_ms, a guest's tournament that has been open or
 * paused for so long, an open seek or an invitation whose maker is away.
 *
 * With its place an offer, an invitation, a match or a tournament also holds bytes of starts, which
 * can be long, and of moves. Each of the two has hall_limits.start_bytes as its limit, with the
 * same shares. At the limit of starts, offers and invitations with a long one are refused, and
 * tournaments begin no more matches. A match that has begun goes on; when moves grow over their
 * limit, the match with the most at the address that has most is aborted, or if it is of a
 * tournament, that is cancelled.
 *
 * A match holds a place at the address of each player, one place if both are the same, and one in
 * the hall: of guests if both players are guests. Matches of tournaments hold no place; their
 * tournaments do. */
#ifndef SERVER_HALL_PLACES_H
#define SERVER_HALL_PLACES_H

#include "server/hall/deadlines.h"
#include "server/hall/hall.h"

#include <uthash.h>

struct player;
struct offer;

enum { SHORT_START = 64 }; /* bytes of a start position that is no burden */

enum place_kind {
    PLACE_MATCH,
    PLACE_OFFER,
    PLACE_TOURNAMENT,
    PLACE_INVITATION,
    PLACE_KINDS,
};

enum place_party {
    PARTY_GUESTS,
    PARTY_ACCOUNTS,
    PARTIES,
};

/* The open seeks of the guests, or of the accounts, of an address. */
struct seeks {
    struct offer *newest;      /* NULL: none */
    struct seeks *prev, *next; /* in hall->seeks */
};

/* An address, or the whole hall. */
struct holder {
    uint64_t address; /* 0: the hall */
    int64_t held[PLACE_KINDS][PARTIES];
    int64_t bytes[PARTIES];                      /* of start positions */
    int64_t moves[PARTIES];                      /* bytes of moves */
    struct deadlines idle[PLACE_KINDS][PARTIES]; /* when places may be taken away */
    struct seeks seeks[PARTIES]; /* of the hall: of makers whose address is not known */
    UT_hash_handle hh;           /* by address */
};

/* A held place. Zeroed: none is held. */
struct place {
    struct holder *holder; /* NULL: none */
    enum place_kind kind;
    enum place_party party;
    int64_t bytes; /* of start positions */
    int64_t moves; /* bytes of moves */
    struct deadline idle;
};

enum place_party party_of(const struct player *player);
/* Is there a place of this kind for one more thing of the player, at the player's address? An idle
 * one may have been taken away for it. Otherwise the request is refused; `is_asking`: it is this
 * player's. */
bool place_is_free_at_address(struct hall *hall, struct hall_caller from, enum place_kind kind,
                              const struct player *player, bool is_asking);
/* The same in the hall. */
bool place_is_free_in_hall(struct hall *hall, struct hall_caller from, enum place_kind kind,
                           enum place_party party);
/* The memory of a start position, and of a match that is played on from it. */
int64_t start_bytes(const char *start);
/* The same, but 0 of a short one: the numbers of places bound those. */
int64_t start_bytes_of_long(const char *start);
/* Is there room for an offer or an invitation of the player with this start, at the player's
 * address and in the hall? There always is for a short one: the number of places bounds those.
 * Otherwise the player's request is refused. */
bool place_has_room(struct hall *hall, struct hall_caller from, const struct player *player,
                    const char *start);
/* Holds a place at the player's address, if that is known. `subject`: any deadline of the match,
 * offer, tournament or invitation. */
void place_take_at_address(struct hall *hall, struct place *place, enum place_kind kind,
                           const struct player *player, const struct deadline *subject);
/* Holds a place in the hall. */
void place_take_in_hall(struct hall *hall, struct place *place, enum place_kind kind,
                        enum place_party party, const struct deadline *subject);
/* The bytes that a place holds beside. No effect when no place is held. */
void place_set_bytes(struct place *place, int64_t bytes);
void place_set_moves(struct place *place, int64_t bytes);
/* May the place's holder hold so many bytes of starts more? A place that is not held: yes. */
bool place_can_hold(const struct hall *hall, const struct place *place, int64_t more);
/* Does the place's holder hold more bytes of moves than it may? */
bool place_has_many_moves(const struct hall *hall, const struct place *place);
/* All bytes that are held. */
int64_t place_bytes(const struct hall *hall);
/* Without effect when none is held. */
void place_give_back(struct hall *hall, struct place *place);
/* From `at_ms` of play on it may be taken away; INT64_MAX: never. Without effect when no place is
 * held. */
void place_set_idle(struct place *place, int64_t at_ms);
/* Of `most` people in one thing, such as the spectators of a match: how many may be guests, and
 * guests of one address. */
int64_t guests_among(const struct hall *hall, int64_t most);
int64_t guests_of_address_among(const struct hall *hall, int64_t most);

#endif
