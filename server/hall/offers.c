/* Offers: an open seek is for anybody, a challenge for one player; whoever accepts starts a match. */
#include "common/base/memory.h"
#include "server/hall/state.h"

#include <assert.h>
#include <stdlib.h>

struct offer *offer_find(const struct hall *hall, int64_t id)
{
    struct offer *found = NULL;
    HASH_FIND(hh, hall->offers, &id, sizeof id, found);
    return found;
}

static void fill_view(const struct offer *offer, struct offer_view *view)
{
    const struct rules *rules = &offer->rules->rules;
    *view = (struct offer_view){
        .offer = offer->id,
        .from = memory_text(offer->maker->name, strlen(offer->maker->name)),
        .to = offer->taker ? memory_text(offer->taker->name, strlen(offer->taker->name)) : NULL,
        .rules = memory_text(rules->text, rules->text_len),
        .start = memory_text(offer->start, strlen(offer->start)),
        .first = offer->first,
        .rematch_of = offer->rematch_of,
        .rated = offer->rated,
        .clock = clock_text(&offer->control),
    };
}

/* Takes over what the draft holds. */
static struct offer *offer_add(struct hall *hall, const struct offer *draft)
{
    struct offer *offer = memory_zeroed(1, sizeof *offer);
    *offer = *draft;
    offer->id = hall->server_bits | ++hall->last_offer;
    offer->maker->made_count++;
    DL_APPEND2(offer->maker->made, offer, prev_made, next_made);
    if (offer->taker)
        DL_APPEND2(offer->taker->invited, offer, prev_invited, next_invited);
    HASH_ADD(hh, hall->offers, id, sizeof offer->id, offer);
    return offer;
}

/* Follows the answer to the maker, so that the numbers are known on both sides. */
static void tell_taker(struct hall *hall, const struct offer *offer)
{
    if (!offer->taker || !offer->taker->session)
        return;
    struct message *message = say(hall, MESSAGE_OFFER_RECEIVED);
    fill_view(offer, &message->offer_received);
    message_to(message, offer->taker->session);
}

static void offer_destroy(struct hall *hall, struct offer *offer)
{
    answers_release_offer(offer);
    HASH_DELETE(hh, hall->offers, offer);
    offer->maker->made_count--;
    DL_DELETE2(offer->maker->made, offer, prev_made, next_made);
    if (offer->taker)
        DL_DELETE2(offer->taker->invited, offer, prev_invited, next_invited);
    shared_rules_drop(hall, offer->rules);
    free(offer->start);
    free(offer);
}

static void tell_closed(struct hall *hall, const struct offer *offer, const struct player *player,
                        enum offer_end reason)
{
    if (!player || !player->session)
        return;
    struct message *message = say(hall, MESSAGE_OFFER_CLOSED);
    message->offer_closed.offer = offer->id;
    message->offer_closed.reason = reason;
    message_to(message, player->session);
}

void offers_drop(struct hall *hall, struct player *player)
{
    struct offer *offer;
    while ((offer = player->invited)) {
        tell_closed(hall, offer, offer->maker, OFFER_GONE);
        offer_destroy(hall, offer);
    }
    while ((offer = player->made)) {
        tell_closed(hall, offer, offer->taker, OFFER_GONE);
        answers_forget_offer(hall, offer);
        offer_destroy(hall, offer);
    }
}

/* May these two play one more match? Otherwise the request is refused; `from` is the taker's. */
static bool may_begin(struct hall *hall, struct hall_caller from, const struct player *maker,
                      const struct player *taker)
{
    long long most = hall->limits.live_matches_per_player;
    if ((int64_t)taker->live_seats >= most)
        refuse(hall, from, ERROR_LIMIT_REACHED,
               "you play %lld match%s, the most there may be: finish one first", most,
               most == 1 ? "" : "es");
    else if ((int64_t)maker->live_seats >= most)
        refuse(hall, from, ERROR_LIMIT_REACHED,
               "'%s' plays %lld match%s, the most there may be: try again later", maker->name, most,
               most == 1 ? "" : "es");
    else if ((int64_t)HASH_COUNT(hall->live) >= hall->limits.live_matches)
        refuse(hall, from, ERROR_LIMIT_REACHED,
               "%lld match%s being played here, the most there may be: try again later",
               (long long)hall->limits.live_matches,
               hall->limits.live_matches == 1 ? " is" : "es are");
    else
        return true;
    return false;
}

/* Begins the match that was offered. */
static const struct match *offer_take(struct hall *hall, struct offer *offer, struct player *taker)
{
    bool maker_first = offer->first == FIRST_MAKER ||
                       (offer->first == FIRST_RANDOM && random_below(&hall->random, 2) == 0);
    struct player *maker = offer->maker;
    const struct match *match = match_begin(hall, &(struct match_draft){
                                                      .rules = shared_rules_ref(offer->rules),
                                                      .start = offer->start,
                                                      .first = maker_first ? maker : taker,
                                                      .second = maker_first ? taker : maker,
                                                      .control = offer->control,
                                                      .rated = offer->rated,
                                                  });
    answers_record_offer(hall, offer);
    return match;
}

/* Tells the maker, whose offer it was; the taker has the answer to the request. */
static void tell_started(struct hall *hall, const struct offer *offer, const struct match *match)
{
    struct message *message = say(hall, MESSAGE_MATCH_STARTED);
    message->gives_turn = match->id;
    message->match.offer = offer->id;
    match_fill_view(hall, match, match_seat_of(match, offer->maker), 0, &message->match.view);
    message_to(message, offer->maker->session);
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
    return taker;
}

/* The canonical start position that was asked for, or a drawn one; NULL with an error. */
static char *read_start(struct hall *hall, const struct rules *rules, struct hall_text text,
                        struct error *error)
{
    struct position start = {0};
    enum error_code code = ERROR_NONE;
    if (!text.bytes)
        position_draw_start(rules, &hall->random, &start);
    else
        code = position_parse(rules, text.bytes, text.len, &start, error);
    if (!code)
        code = position_check_start(rules, &start, error);
    struct text canonical = {0};
    if (!code)
        position_print(rules, &start, &canonical);
    position_finish(&start);
    return code ? NULL : canonical.bytes;
}

static bool may_offer(struct hall *hall, struct hall_caller from, const struct player *maker)
{
    if ((int64_t)maker->made_count >= hall->limits.offers_per_player)
        refuse(hall, from, ERROR_LIMIT_REACHED,
               "you have %lld offer%s open, the most there may be: cancel one first",
               (long long)hall->limits.offers_per_player,
               hall->limits.offers_per_player == 1 ? "" : "s");
    else if ((int64_t)HASH_COUNT(hall->offers) >= hall->limits.offers)
        refuse(hall, from, ERROR_LIMIT_REACHED,
               "%lld offer%s open here, the most there may be: accept one, or try again later",
               (long long)hall->limits.offers, hall->limits.offers == 1 ? " is" : "s are");
    else
        return true;
    return false;
}

/* Have both an account, if the match is to be rated? Otherwise the request is refused. `other` NULL: not known yet. */
static bool may_be_rated(struct hall *hall, struct hall_caller from, const struct player *asking,
                         const struct player *other)
{
    if (!asking->account)
        refuse(hall, from, ERROR_NO_ACCOUNT,
               "'%s' is a guest, and a rated match is between accounts: register first",
               asking->name);
    else if (other && !other->account)
        refuse(hall, from, ERROR_NO_ACCOUNT,
               "'%s' is a guest, and a rated match is between accounts", other->name);
    else
        return true;
    return false;
}

void hall_offer_make(struct hall *hall, struct hall_caller from, const struct hall_offer *request,
                     struct hall_text key)
{
    struct player *maker = change_begin(hall, from, REQUEST_OFFER_MAKE, 0, key);
    if (!maker)
        return;
    struct offer draft = {.maker = maker, .first = request->first, .rated = request->rated};
    if (request->to.bytes && !(draft.taker = find_taker(hall, from, maker, request->to)))
        return;
    if (draft.rated && !may_be_rated(hall, from, maker, draft.taker))
        return;
    if (!may_offer(hall, from, maker))
        return;
    struct error error;
    if (request->clock.bytes &&
        time_control_parse(request->clock.bytes, request->clock.len, &draft.control, &error)) {
        hall_refuse(hall, from, &error);
        return;
    }
    draft.rules = shared_rules_get(hall, request->rules.bytes, request->rules.len, &error);
    if (!draft.rules) {
        hall_refuse(hall, from, &error);
        return;
    }
    draft.start = read_start(hall, &draft.rules->rules, request->start, &error);
    if (!draft.start) {
        shared_rules_drop(hall, draft.rules);
        hall_refuse(hall, from, &error);
        return;
    }
    struct offer *offer = offer_add(hall, &draft);
    answer_keep_offer(hall, offer, key, REQUEST_OFFER_MAKE, 0);
    answer_to(hall, from, MESSAGE_OFFER_NUMBER)->offer_number = offer->id;
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
    answer_to(hall, from, MESSAGE_NOTHING);
    tell_closed(hall, offer, offer->taker, OFFER_CANCELLED);
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
    answer_to(hall, from, MESSAGE_NOTHING);
    tell_closed(hall, offer, offer->maker, OFFER_DECLINED);
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
    if (offer->rated && !may_be_rated(hall, from, player, offer->maker))
        return;
    if (!may_begin(hall, from, offer->maker, player))
        return;
    const struct match *match = offer_take(hall, offer, player);
    answer_keep(hall, player->id, key, REQUEST_OFFER_ACCEPT, id, match->id, true);
    match_answer(hall, from, player, match->id, 0)->gives_turn = match->id;
    tell_started(hall, offer, match);
    offer_destroy(hall, offer);
}

void hall_offer_list(struct hall *hall, struct hall_caller from)
{
    const struct player *player = player_of(hall, from);
    struct message *message = answer_to(hall, from, MESSAGE_OFFERS);
    size_t most = HASH_COUNT(hall->offers);
    if (most > HALL_PAGE_MAX)
        most = HALL_PAGE_MAX;
    message->offers.list = memory_zeroed(most, sizeof *message->offers.list);
    size_t bytes = 0;
    for (const struct offer *offer = hall->offers; offer; offer = offer->hh.next) {
        if (offer->taker && offer->taker != player && offer->maker != player)
            continue;
        bytes += strlen(offer->start);
        if (message->offers.count == most || bytes > HALL_PAGE_BYTES_MAX)
            break;
        fill_view(offer, &message->offers.list[message->offers.count++]);
    }
}

/* The same again with the seats swapped, offered by one who played it. */
static struct offer *offer_rematch(struct hall *hall, struct match *match, struct player *maker,
                                   struct player *taker)
{
    struct offer draft = {
        .maker = maker,
        .taker = taker,
        .rules = shared_rules_ref(match->rules),
        .start = memory_text(match->start, strlen(match->start)),
        .control = match->clock.control,
        .first = match_seat_of(match, maker) == SEAT_FIRST ? FIRST_TAKER : FIRST_MAKER,
        .rematch_of = match->id,
        .rated = match->rated,
    };
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
    struct offer *offer = offer_find(hall, match->rematch_offer);
    bool offered_before = offer != NULL;
    if (!offered_before && !may_offer(hall, from, maker))
        return;
    if (!offered_before)
        offer = offer_rematch(hall, match, maker, taker);
    answer_keep_offer(hall, offer, key, REQUEST_MATCH_REMATCH, match->id);
    answer_to(hall, from, MESSAGE_REMATCH)->rematch.offer = offer->id;
    if (!offered_before)
        tell_taker(hall, offer);
}

static void take_rematch(struct hall *hall, struct hall_caller from, struct offer *offer,
                         struct player *taker, struct hall_text key)
{
    if (!may_begin(hall, from, offer->maker, taker))
        return;
    const struct match *match = offer_take(hall, offer, taker);
    answer_keep(hall, taker->id, key, REQUEST_MATCH_REMATCH, offer->rematch_of, match->id, true);
    struct message *message = answer_to(hall, from, MESSAGE_REMATCH);
    message->gives_turn = match->id;
    message->rematch.match = match->id;
    tell_started(hall, offer, match);
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
    if (match->tournament) {
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
