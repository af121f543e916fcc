#include "server/hall/places.h"

#include "common/base/memory.h"
#include "server/hall/invitations.h"
#include "server/hall/matches.h"
#include "server/hall/offers.h"
#include "server/hall/outbox.h"
#include "server/hall/tournament.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
    FEW = 12, /* so many guests, of one address too, can always take part or watch */
    /* Of a heap in a position: its vector may have twice the capacity that it needs. */
    CELL_BYTES = 16,
};

enum place_party party_of(const struct player *player)
{
    return player->account ? PARTY_ACCOUNTS : PARTY_GUESTS;
}

/* --- limits --- */

/* So many percent of it, rounded up. */
static int64_t share(int64_t limit, int64_t percent)
{
    return (limit * percent + 99) / 100;
}

static int64_t limit_in_hall(const struct hall *hall, enum place_kind kind, enum place_party party)
{
    const int64_t limits[PLACE_KINDS] = {
        [PLACE_MATCH] = hall->limits.live_matches,
        [PLACE_OFFER] = hall->limits.offers,
        [PLACE_TOURNAMENT] = hall->limits.tournaments,
        [PLACE_INVITATION] = hall->limits.invitations,
    };
    return party == PARTY_GUESTS ? share(limits[kind], hall->limits.guest_share) : limits[kind];
}

int64_t guests_among(const struct hall *hall, int64_t most)
{
    int64_t guests = share(most, hall->limits.guest_share);
    return guests > FEW ? guests : FEW;
}

int64_t guests_of_address_among(const struct hall *hall, int64_t most)
{
    int64_t here = share(guests_among(hall, most), hall->limits.address_share);
    return here > FEW ? here : FEW;
}

int64_t place_bytes(const struct hall *hall)
{
    return hall->whole.bytes[PARTY_GUESTS] + hall->whole.bytes[PARTY_ACCOUNTS];
}

/* The number of all things of a kind. */
static int64_t count_in_hall(const struct hall *hall, enum place_kind kind)
{
    const int64_t *held = hall->whole.held[kind];
    /* A tournament's matches hold no place, but count when players want more. */
    return kind == PLACE_MATCH ? (int64_t)hall->live.count
                               : held[PARTY_GUESTS] + held[PARTY_ACCOUNTS];
}

/* --- making room --- */

/* Ends the thing that has been idle for longest; false: none has been for long enough. */
static bool make_room(struct hall *hall, const struct deadlines *idle)
{
    const struct deadline *first = deadlines_first(idle);
    if (!first || first->at_ms > hall->play_ms)
        return false;
    switch (first->kind) {
    case DEADLINE_OF_MATCH:
        match_end(hall, first->match, ENDING_ABORTED, SEAT_NOBODY);
        break;
    case DEADLINE_OF_OFFER:
        offer_expire(hall, first->offer);
        break;
    case DEADLINE_OF_SPECTATORS: /* they hold no place */
    case DEADLINE_OF_LOBBY:
        assert(false);
        break;
    case DEADLINE_OF_TOURNAMENT:
        tournament_cancel(hall, first->tournament,
                          "nothing has happened in it, and others needed its place");
        break;
    case DEADLINE_OF_INVITATION:
        invitation_end(hall, first->invitation, "gone");
        break;
    }
    return true;
}

/* --- asking for a place --- */

static const struct {
    const char *verb, *noun, *nouns, *remedy;
    const char *all_noun, *all_nouns, *all_remedy;
} words[PLACE_KINDS] = {
    [PLACE_MATCH] = {"play", "match", "matches", "finish one first", "match is being played",
                     "matches are being played", "try again later"},
    [PLACE_OFFER] = {"make", "offer", "offers", "cancel one first", "offer is open",
                     "offers are open", "accept one, or try again later"},
    [PLACE_TOURNAMENT] = {"direct", "tournament", "tournaments", "end one first",
                          "tournament is not over", "tournaments are not over", "try again later"},
    [PLACE_INVITATION] = {"make", "invitation", "invitations", "revoke one first",
                          "invitation is open", "invitations are open", "try again later"},
};

static struct holder *holder_find(const struct hall *hall, uint64_t address)
{
    struct holder *found = NULL;
    HASH_FIND(hh, hall->holders, &address, sizeof address, found);
    return found;
}

bool place_is_free_at_address(struct hall *hall, struct hall_caller from, enum place_kind kind,
                              const struct player *player, bool is_asking)
{
    enum place_party party = party_of(player);
    const char *people = party == PARTY_GUESTS ? "guests" : "accounts";
    int64_t limit = share(limit_in_hall(hall, kind, party), hall->limits.address_share);
    struct holder *holder = player->address ? holder_find(hall, player->address) : NULL;
    /* The last place that is given back takes its holder along. */
    while (holder && holder->held[kind][party] >= limit) {
        if (!make_room(hall, &holder->idle[kind][party])) {
            const char *noun = limit == 1 ? words[kind].noun : words[kind].nouns;
            if (is_asking)
                refuse(hall, from, ERROR_LIMIT_REACHED,
                       "the %s of your address %s %lld %s, the most there may be: %s%s", people,
                       words[kind].verb, (long long)limit, noun, words[kind].remedy,
                       party == PARTY_GUESTS ? ", or come in with an account" : "");
            else
                refuse(hall, from, ERROR_LIMIT_REACHED,
                       "the %s of the address of '%s' %s %lld %s, the most there may be: take "
                       "another offer, or try again later",
                       people, player->name, words[kind].verb, (long long)limit, noun);
            return false;
        }
        holder = holder_find(hall, player->address);
    }
    return true;
}

bool place_is_free_in_hall(struct hall *hall, struct hall_caller from, enum place_kind kind,
                           enum place_party party)
{
    const struct holder *whole = &hall->whole;
    int64_t all = limit_in_hall(hall, kind, PARTY_ACCOUNTS);
    int64_t limit = limit_in_hall(hall, kind, PARTY_GUESTS);
    while (count_in_hall(hall, kind) >= all) {
        if (!make_room(hall, &whole->idle[kind][PARTY_GUESTS]) &&
            !make_room(hall, &whole->idle[kind][PARTY_ACCOUNTS])) {
            refuse(hall, from, ERROR_LIMIT_REACHED, "%lld %s here, the most there may be: %s",
                   (long long)all, all == 1 ? words[kind].all_noun : words[kind].all_nouns,
                   words[kind].all_remedy);
            return false;
        }
    }
    while (party == PARTY_GUESTS && whole->held[kind][party] >= limit) {
        if (!make_room(hall, &whole->idle[kind][party])) {
            refuse(hall, from, ERROR_LIMIT_REACHED,
                   "guests %s %lld %s here, the most there may be: try again later, or come in "
                   "with an account",
                   words[kind].verb, (long long)limit,
                   limit == 1 ? words[kind].noun : words[kind].nouns);
            return false;
        }
    }
    return true;
}

/* The limit of a holder, and what it holds. */
struct fill {
    int64_t limit, held;
};

/* Of the bytes of guests and accounts that are `held` in the hall or at an address. In the hall the
 * accounts have what the guests leave. */
static struct fill fill_of(const struct hall *hall, const struct holder *holder,
                           enum place_party party, const int64_t held[PARTIES])
{
    int64_t limit = hall->limits.start_bytes;
    if (party == PARTY_GUESTS)
        limit = share(limit, hall->limits.guest_share);
    if (holder != &hall->whole)
        return (struct fill){share(limit, hall->limits.address_share), held[party]};
    int64_t guests = party == PARTY_ACCOUNTS ? held[PARTY_GUESTS] : 0;
    return (struct fill){limit, held[party] + guests};
}

int64_t start_bytes(const char *start)
{
    int64_t bytes = CELL_BYTES + (int64_t)strlen(start);
    for (; *start; start++)
        bytes += *start == '+' ? CELL_BYTES : 0;
    return bytes;
}

int64_t start_bytes_of_long(const char *start)
{
    return strlen(start) > SHORT_START ? start_bytes(start) : 0;
}

bool place_has_room(struct hall *hall, struct hall_caller from, const struct player *player,
                    const char *start)
{
    if (strlen(start) <= SHORT_START)
        return true;
    int64_t bytes = start_bytes(start);
    enum place_party party = party_of(player);
    const char *people = party == PARTY_GUESTS ? "guests" : "accounts";
    const struct holder *holder = player->address ? holder_find(hall, player->address) : NULL;
    struct fill whole = fill_of(hall, &hall->whole, party, hall->whole.bytes);
    struct fill here = holder ? fill_of(hall, holder, party, holder->bytes) : whole;
    if (bytes > here.limit - here.held && holder)
        refuse(
            hall, from, ERROR_LIMIT_REACHED,
            "the start positions of the %s of your address have %lld bytes, and this one has "
            "%lld: %lld are the most there may be: take a shorter start, or end another offer or "
            "match",
            people, (long long)here.held, (long long)bytes, (long long)here.limit);
    else if (bytes > whole.limit - whole.held)
        refuse(
            hall, from, ERROR_LIMIT_REACHED,
            "the start positions of the %s here have %lld bytes, and this one has %lld: %lld are "
            "the most there may be: take a shorter start, or try again later",
            people, (long long)whole.held, (long long)bytes, (long long)whole.limit);
    else
        return true;
    return false;
}

/* --- holding one --- */

static void take(struct place *place, struct holder *holder, enum place_kind kind,
                 enum place_party party, const struct deadline *subject)
{
    assert(!place->holder);
    *place = (struct place){.holder = holder, .kind = kind, .party = party, .idle = *subject};
    place->idle.place = 0;
    holder->held[kind][party]++;
}

void place_take_at_address(struct hall *hall, struct place *place, enum place_kind kind,
                           const struct player *player, const struct deadline *subject)
{
    if (!player->address)
        return;
    struct holder *holder = holder_find(hall, player->address);
    if (!holder) {
        holder = memory_zeroed(1, sizeof *holder);
        holder->address = player->address;
        HASH_ADD(hh, hall->holders, address, sizeof holder->address, holder);
    }
    take(place, holder, kind, party_of(player), subject);
}

void place_take_in_hall(struct hall *hall, struct place *place, enum place_kind kind,
                        enum place_party party, const struct deadline *subject)
{
    take(place, &hall->whole, kind, party, subject);
}

void place_give_back(struct hall *hall, struct place *place)
{
    struct holder *holder = place->holder;
    if (!holder)
        return;
    place_set_idle(place, INT64_MAX);
    place->holder = NULL;
    assert(holder->held[place->kind][place->party] > 0);
    holder->held[place->kind][place->party]--;
    holder->bytes[place->party] -= place->bytes;
    holder->moves[place->party] -= place->moves;
    assert(holder->bytes[place->party] >= 0 && holder->moves[place->party] >= 0);

    for (int kind = 0; kind < PLACE_KINDS; kind++)
        for (int party = 0; party < PARTIES; party++)
            if (holder->held[kind][party] > 0)
                return;
    for (int kind = 0; kind < PLACE_KINDS; kind++)
        for (int party = 0; party < PARTIES; party++) {
            assert(!deadlines_first(&holder->idle[kind][party]));
            deadlines_finish(&holder->idle[kind][party]);
        }
    if (holder != &hall->whole) {
        assert(!holder->seeks[PARTY_GUESTS].newest && !holder->seeks[PARTY_ACCOUNTS].newest);
        HASH_DELETE(hh, hall->holders, holder);
        free(holder);
    }
}

void place_set_idle(struct place *place, int64_t at_ms)
{
    if (place->holder)
        deadlines_set(&place->holder->idle[place->kind][place->party], &place->idle, at_ms);
}

void place_set_bytes(struct place *place, int64_t bytes)
{
    if (!place->holder)
        return;
    assert(bytes >= 0);
    place->holder->bytes[place->party] += bytes - place->bytes;
    place->bytes = bytes;
}

void place_set_moves(struct place *place, int64_t bytes)
{
    if (!place->holder)
        return;
    assert(bytes >= 0);
    place->holder->moves[place->party] += bytes - place->moves;
    place->moves = bytes;
}

/* Is so much more than the place's holder may hold, of the bytes of guests and accounts `held`? */
static bool is_too_much(const struct hall *hall, const struct place *place,
                        const int64_t held[PARTIES], int64_t more)
{
    struct fill room = fill_of(hall, place->holder, place->party, held);
    return room.held + more > room.limit;
}

bool place_can_hold(const struct hall *hall, const struct place *place, int64_t more)
{
    return !place->holder || !is_too_much(hall, place, place->holder->bytes, more);
}

bool place_has_many_moves(const struct hall *hall, const struct place *place)
{
    return place->holder && is_too_much(hall, place, place->holder->moves, 0);
}
