/* Offers: an open seek is for anybody, a challenge for one player. Accepting one begins a match. */
#include "server/hall/offers.h"

#include "common/base/memory.h"
#include "server/hall/blocks.h"
#include "server/hall/lobby.h"
#include "server/hall/matches.h"
#include "server/hall/outbox.h"
#include "server/hall/players.h"
#include "server/hall/terms.h"

#include <assert.h>
#include <stdlib.h>

/* Begins or ends the time for which an open seek waits for its maker. Meanwhile it makes room for
 * others. */
static void set_left(struct hall *hall, struct offer *offer, bool is_left)
{
    bool was_left = offer->deadline.place != 0;
    if (is_left == was_left)
        return;
    deadlines_set(&hall->deadlines, &offer->deadline,
                  is_left ? hall->play_ms + HALL_OFFER_KEPT_MS : INT64_MAX);
    for (int i = 0; i < 2; i++)
        place_set_idle(&offer->places[i], is_left ? hall->play_ms : INT64_MAX);
}

/* Adds the offer to the taker's challenges or to the seeks of the maker's address. */
static void invite(struct hall *hall, struct offer *offer)
{
    if (offer->taker) {
        DL_APPEND2(offer->taker->invited, offer, prev_invited, next_invited);
        return;
    }
    struct holder *holder = offer->places[0].holder ? offer->places[0].holder : &hall->whole;
    enum place_party party = offer->places[1].party;
    struct seeks *seeks = offer->seeks = &holder->seeks[party];
    if (seeks->newest)
        DL_DELETE(hall->seeks[party], seeks);
    DL_PREPEND2(seeks->newest, offer, prev_invited, next_invited);
    DL_PREPEND(hall->seeks[party], seeks);
    lobby_add(hall, offer);
}

static void disinvite(struct hall *hall, struct offer *offer)
{
    struct seeks *seeks = offer->seeks;
    assert(!seeks == (offer->taker != NULL));
    if (!seeks) {
        DL_DELETE2(offer->taker->invited, offer, prev_invited, next_invited);
        return;
    }
    lobby_remove(hall, offer);
    DL_DELETE2(seeks->newest, offer, prev_invited, next_invited);
    if (!seeks->newest)
        DL_DELETE(hall->seeks[offer->places[1].party], seeks);
}

/* Takes over what the draft holds. */
static struct offer *offer_add(struct hall *hall, const struct offer *draft)
{
    assert(draft->maker && draft->maker != draft->taker && draft->terms.rules &&
           draft->terms.start);
    struct offer *offer = memory_zeroed(1, sizeof *offer);
    *offer = *draft;
    offer->id = hall->server_bits | ++hall->last_offer;
    offer->deadline.kind = DEADLINE_OF_OFFER;
    offer->deadline.offer = offer;
    offer->maker->made_count++;
    DL_APPEND2(offer->maker->made, offer, prev_made, next_made);
    HASH_ADD(hh, hall->offers, id, sizeof offer->id, offer);
    place_take_at_address(hall, &offer->places[0], PLACE_OFFER, offer->maker, &offer->deadline);
    place_take_in_hall(hall, &offer->places[1], PLACE_OFFER, party_of(offer->maker),
                       &offer->deadline);
    for (int i = 0; i < 2; i++)
        place_set_bytes(&offer->places[i], start_bytes(offer->terms.start));
    invite(hall, offer);
    return offer;
}

/* About as many bytes as the addressee gets of a challenge with this start. */
static size_t challenge_bytes(const char *start)
{
    return 128 + strlen(start);
}

void answer_offer_number(struct hall *hall, struct hall_caller from, int64_t offer)
{
    answer(hall, from, &wire_record_offer_number, &(struct wire_offer_number){.offer = offer});
}

struct message *answer_rematch(struct hall *hall, struct hall_caller from, int64_t offer,
                               int64_t match)
{
    struct wire_rematch rematch = {.offer = or_absent(offer), .match = or_absent(match)};
    return answer(hall, from, &wire_record_rematch, &rematch);
}

/* Follows the answer to the maker, so that the numbers are known on both sides. */
static void tell_taker(struct hall *hall, const struct offer *offer)
{
    if (!offer->taker || !offer->taker->session)
        return;
    struct wire_offer wire = offer_wire(hall, offer);
    struct message *message =
        say(hall, WIRE_EVENT_OFFER_RECEIVED, &(struct wire_offer_event){.offer = &wire});
    message_to(message, offer->taker->session);
    message_count_unasked(hall, message, challenge_bytes(offer->terms.start));
}

static void offer_destroy(struct hall *hall, struct offer *offer)
{
    answers_release_offer(offer);
    set_left(hall, offer, false);
    disinvite(hall, offer);
    for (int i = 0; i < 2; i++)
        place_give_back(hall, &offer->places[i]);
    HASH_DELETE(hh, hall->offers, offer);
    assert(!offer->answers && offer->maker->made_count > 0);
    offer->maker->made_count--;
    DL_DELETE2(offer->maker->made, offer, prev_made, next_made);
    terms_finish(hall, &offer->terms);
    free(offer);
}

static void tell_closed(struct hall *hall, const struct offer *offer, const struct player *player,
                        const char *reason)
{
    if (!player || !player->session)
        return;
    struct wire_offer_closed event = {.offer = offer->id, .reason = wire_text(reason)};
    message_to(say(hall, WIRE_EVENT_OFFER_CLOSED, &event), player->session);
}

static void drop_invitations(struct hall *hall, struct player *player)
{
    struct offer *offer;
    while ((offer = player->invited)) {
        tell_closed(hall, offer, offer->maker, "gone");
        offer_destroy(hall, offer);
    }
}

/* Of one whose maker has left. */
static void drop_made(struct hall *hall, struct offer *offer)
{
    tell_closed(hall, offer, offer->taker, "gone");
    answers_forget_offer(hall, offer);
    offer_destroy(hall, offer);
}

void offers_drop(struct hall *hall, struct player *player)
{
    drop_invitations(hall, player);
    while (player->made)
        drop_made(hall, player->made);
}

void offers_leave(struct hall *hall, struct player *player)
{
    struct offer *offer, *next;
    drop_invitations(hall, player);
    DL_FOREACH_SAFE2(player->made, offer, next, next_made)
    {
        if (!offer->taker && time_control_is_of_days(&offer->terms.control))
            set_left(hall, offer, true);
        else
            drop_made(hall, offer);
    }
}

void offers_return(struct hall *hall, struct player *player)
{
    struct offer *offer;
    DL_FOREACH2(player->made, offer, next_made)
    {
        set_left(hall, offer, false);
    }
}

void offers_part(struct hall *hall, struct player *player, struct player *other)
{
    struct player *makers[2] = {player, other};
    for (int i = 0; i < 2; i++) {
        struct offer *offer, *next;
        DL_FOREACH_SAFE2(makers[i]->made, offer, next, next_made)
        {
            if (offer->taker != makers[!i])
                continue;
            tell_closed(hall, offer, offer->taker, "cancelled");
            tell_closed(hall, offer, offer->maker, i == 0 ? "cancelled" : "declined");
            offer_destroy(hall, offer);
        }
    }
}

void offer_withdraw(struct hall *hall, struct offer *offer)
{
    struct player *maker = offer->maker;
    tell_closed(hall, offer, offer->taker, "cancelled");
    tell_closed(hall, offer, maker, "cancelled");
    offer_destroy(hall, offer);
    player_settle(hall, maker);
}

void offer_expire(struct hall *hall, struct offer *offer)
{
    struct player *maker = offer->maker;
    drop_made(hall, offer);
    player_settle(hall, maker);
}

void offers_ban(struct hall *hall, const char *key)
{
    struct player *maker = NULL;
    HASH_FIND(by_key, hall->players_by_key, key, strlen(key), maker);
    struct offer *offer = maker ? maker->made : NULL, *next;
    for (; offer; offer = next) {
        next = offer->next_made;
        /* The last one takes its maker along. */
        if (offer->deadline.place)
            offer_expire(hall, offer);
    }
}

/* Begins the match that was offered. */
static const struct match *offer_take(struct hall *hall, struct offer *offer, struct player *taker)
{
    assert(taker != offer->maker && (!offer->taker || offer->taker == taker));
    const struct match *match =
        terms_begin(hall, &offer->terms, offer->maker, taker, 0, offer->code);
    answers_record_offer(hall, offer);
    return match;
}

/* Tells the maker, whose offer it was, unless they are away; the taker has the answer to the
 * request. */
static void tell_maker_started(struct hall *hall, const struct offer *offer,
                               const struct match *match)
{
    if (offer->maker->session)
        match_say_started(hall, match, match_seat_of(match, offer->maker), offer->id, 0)
            ->gives_turn = match->record.id;
}

/* The player who is to be challenged; NULL when the request is refused. */
static struct player *find_taker(struct hall *hall, struct hall_caller from,
                                 const struct player *maker, struct hall_text name)
{
    struct player *taker = player_named(hall, name);
    if (!taker || !taker->session) {
        refuse(hall, from, ERROR_NO_SUCH_PLAYER, "'%.*s' is not connected", (int)name.len,
               name.bytes);
        return NULL;
    }
    if (taker == maker) {
        refuse(hall, from, ERROR_NO_SUCH_PLAYER, "you cannot challenge yourself");
        return NULL;
    }
    return players_want_to_meet(hall, from, maker, taker) ? taker : NULL;
}

/* Can an offer have these conditions? Otherwise the request is refused. */
static bool may_have_conditions(struct hall *hall, struct hall_caller from,
                                const struct hall_offer *request)
{
    struct error error;
    if (request->to.bytes && conditions_are_set(&request->conditions))
        refuse(hall, from, ERROR_BAD_ARGUMENTS,
               "a challenge has no conditions: leave out either 'to', or 'rating_min', "
               "'rating_max' and 'only'");
    else if (conditions_check(&request->conditions, &error))
        hall_refuse(hall, from, &error);
    else
        return true;
    return false;
}

/* Is there a place for one more offer? places.c counts those of players, addresses and guests.
 * `taker` NULL: an open seek. */
static bool may_offer(struct hall *hall, struct hall_caller from, const struct player *maker,
                      const struct player *taker, const char *start)
{
    if (taker && !session_may_be_told(hall, from, taker->session, challenge_bytes(start)))
        return false;
    if ((int64_t)maker->made_count < hall->limits.offers_per_player)
        return place_is_free_at_address(hall, from, PLACE_OFFER, maker, true) &&
               place_is_free_in_hall(hall, from, PLACE_OFFER, party_of(maker)) &&
               place_has_room(hall, from, maker, start);
    refuse(hall, from, ERROR_LIMIT_REACHED,
           "you have %lld offer%s open, the most there may be: cancel one first",
           (long long)hall->limits.offers_per_player,
           hall->limits.offers_per_player == 1 ? "" : "s");
    return false;
}

void hall_offer_make(struct hall *hall, struct hall_caller from, const struct hall_offer *request,
                     struct hall_text key)
{
    struct player *maker = change_begin(hall, from, REQUEST_OFFER_MAKE, 0, key);
    if (!maker)
        return;
    struct offer draft = {.maker = maker, .conditions = request->conditions};
    if (!may_have_conditions(hall, from, request))
        return;
    if (request->to.bytes && !(draft.taker = find_taker(hall, from, maker, request->to)))
        return;
    if (request->terms.rated && !players_may_be_rated(hall, from, maker, draft.taker))
        return;
    if (!terms_read(hall, from, &request->terms, &draft.terms))
        return;
    /* Last, since an idle offer may have to go for it. */
    if (!may_offer(hall, from, maker, draft.taker, draft.terms.start)) {
        terms_finish(hall, &draft.terms);
        return;
    }
    struct offer *offer = offer_add(hall, &draft);
    answer_keep_offer(hall, offer, key, REQUEST_OFFER_MAKE, 0);
    answer_offer_number(hall, from, offer->id);
    tell_taker(hall, offer);
}

/* Begins a change to an offer that exists; NULL when it was answered here. */
static struct offer *change_offer(struct hall *hall, struct hall_caller from,
                                  enum request_kind kind, int64_t id, struct hall_text key,
                                  struct player **ret_player)
{
    *ret_player = change_begin(hall, from, kind, id, key);
    if (!*ret_player)
        return NULL;
    struct offer *offer = offer_find(hall, id);
    if (!offer)
        refuse(hall, from, ERROR_NO_SUCH_OFFER, "offer %lld does not exist (any more)",
               (long long)id);
    return offer;
}

void hall_offer_cancel(struct hall *hall, struct hall_caller from, int64_t id, struct hall_text key)
{
    struct player *player;
    struct offer *offer = change_offer(hall, from, REQUEST_OFFER_CANCEL, id, key, &player);
    if (!offer)
        return;
    if (offer->maker != player) {
        refuse(hall, from, ERROR_NOT_YOURS, "offer %lld is not yours to cancel", (long long)id);
        return;
    }
    answer_keep(hall, player->id, key, REQUEST_OFFER_CANCEL, id, 0, false);
    answer_done(hall, from);
    tell_closed(hall, offer, offer->taker, "cancelled");
    offer_destroy(hall, offer);
}

void hall_offer_decline(struct hall *hall, struct hall_caller from, int64_t id,
                        struct hall_text key)
{
    struct player *player;
    struct offer *offer = change_offer(hall, from, REQUEST_OFFER_DECLINE, id, key, &player);
    if (!offer)
        return;
    if (offer->taker != player) {
        refuse(hall, from, ERROR_NOT_YOURS, "offer %lld is no challenge to you", (long long)id);
        return;
    }
    answer_keep(hall, player->id, key, REQUEST_OFFER_DECLINE, id, 0, false);
    answer_done(hall, from);
    tell_closed(hall, offer, offer->maker, "declined");
    offer_destroy(hall, offer);
}

void hall_offer_accept(struct hall *hall, struct hall_caller from, int64_t id, struct hall_text key)
{
    struct player *player;
    struct offer *offer = change_offer(hall, from, REQUEST_OFFER_ACCEPT, id, key, &player);
    if (!offer)
        return;
    if (offer->maker == player || (offer->taker && offer->taker != player)) {
        refuse(hall, from, ERROR_NOT_YOURS, "offer %lld is not yours to accept", (long long)id);
        return;
    }
    struct applicant applicant = {
        .is_bot = player->is_bot,
        .rating = rating_points(hall, player, offer->terms.rules->rules.family),
    };
    struct error error;
    if (conditions_admit(&offer->conditions, &applicant, &error)) {
        hall_refuse(hall, from, &error);
        return;
    }
    if (offer->terms.rated && !players_may_be_rated(hall, from, player, offer->maker))
        return;
    if (!players_may_begin(hall, from, offer->maker, player))
        return;
    const struct match *match = offer_take(hall, offer, player);
    answer_keep(hall, player->id, key, REQUEST_OFFER_ACCEPT, id, match->record.id, true);
    match_answer(hall, from, player, match->record.id, 0)->gives_turn = match->record.id;
    tell_maker_started(hall, offer, match);
    offer_destroy(hall, offer);
}

/* The same again with the seats swapped, offered by one who played it. */
static struct offer *offer_rematch(struct hall *hall, struct match *match, struct player *maker,
                                   struct player *taker)
{
    struct offer draft = {
        .maker = maker,
        .taker = taker,
        .terms = {.rules = shared_rules_ref(match->rules),
                  .start = memory_text(match->record.start, strlen(match->record.start)),
                  .control = match->clock.control,
                  .clock = clock_text(&match->clock.control),
                  .first = match_seat_of(match, maker) == SEAT_FIRST ? FIRST_TAKER : FIRST_MAKER,
                  .rated = match->record.rated},
        .rematch_of = match->record.id,
        .code = match->record.code,
    };
    memcpy(draft.terms.look, match->record.look, strlen(match->record.look) + 1);
    struct offer *offer = offer_add(hall, &draft);
    match->rematch_offer = offer->id;
    return offer;
}

static void ask_for_rematch(struct hall *hall, struct hall_caller from, struct match *match,
                            struct player *maker, struct hall_text key)
{
    enum seat seat = match_seat_of(match, maker);
    struct player *taker = match->seats[seat == SEAT_FIRST].player;
    if (!taker->session) {
        refuse(hall, from, ERROR_NO_SUCH_PLAYER, "'%s' is not connected", taker->name);
        return;
    }
    if (!players_want_to_meet(hall, from, maker, taker))
        return;
    struct offer *offer = offer_find(hall, match->rematch_offer);
    bool offered_before = offer != NULL;
    if (!offered_before && !may_offer(hall, from, maker, taker, match->record.start))
        return;
    if (!offered_before)
        offer = offer_rematch(hall, match, maker, taker);
    answer_keep_offer(hall, offer, key, REQUEST_MATCH_REMATCH, match->record.id);
    answer_rematch(hall, from, offer->id, 0);
    if (!offered_before)
        tell_taker(hall, offer);
}

static void take_rematch(struct hall *hall, struct hall_caller from, struct offer *offer,
                         struct player *taker, struct hall_text key)
{
    if (!players_may_begin(hall, from, offer->maker, taker))
        return;
    const struct match *match = offer_take(hall, offer, taker);
    answer_keep(hall, taker->id, key, REQUEST_MATCH_REMATCH, offer->rematch_of, match->record.id,
                true);
    answer_rematch(hall, from, 0, match->record.id)->gives_turn = match->record.id;
    tell_maker_started(hall, offer, match);
    offer_destroy(hall, offer);
}

void hall_match_rematch(struct hall *hall, struct hall_caller from, int64_t id,
                        struct hall_text key)
{
    struct player *player = change_begin(hall, from, REQUEST_MATCH_REMATCH, id, key);
    if (!player)
        return;
    struct match *match = match_find_ended(hall, id);
    if (!match) {
        refuse(hall, from, ERROR_NO_SUCH_MATCH,
               "match %lld is not one of the last %d that have ended since the server's start: "
               "make an offer instead",
               (long long)id, HALL_ENDED_KEPT);
        return;
    }
    if (match_seat_of(match, player) == SEAT_NOBODY) {
        refuse(hall, from, ERROR_NOT_A_PLAYER, "you did not play match %lld", (long long)id);
        return;
    }
    if (match->record.tournament) {
        refuse(hall, from, ERROR_NOT_YOURS,
               "match %lld belongs to a tournament, which decides who meets whom: make an offer "
               "instead",
               (long long)id);
        return;
    }
    struct offer *offer = offer_find(hall, match->rematch_offer);
    if (offer && offer->taker == player)
        take_rematch(hall, from, offer, player, key);
    else
        ask_for_rematch(hall, from, match, player, key);
}
