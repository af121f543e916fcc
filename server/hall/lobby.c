/* The lobby: lists of offers, and events about open seeks. */
#include "server/hall/lobby.h"

#include "common/base/memory.h"
#include "common/game/family.h"
#include "server/hall/blocks.h"
#include "server/hall/matches.h"
#include "server/hall/outbox.h"
#include "server/hall/players.h"

#include <assert.h>
#include <stdlib.h>

/* --- the open seeks in the order of their numbers: a page of them costs no walk through all --- */

/* The place of the first seek whose id is greater than `id`. */
static size_t place_after(const struct lobby *lobby, int64_t id)
{
    size_t low = 0, high = lobby->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (lobby->seeks[middle]->id <= id)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

void lobby_finish(struct lobby *lobby)
{
    assert(lobby->count == 0 && lobby->followers.count == 0 && !lobby->deadline.place);
    free(lobby->seeks);
    free(lobby->gone);
    id_list_finish(&lobby->followers);
}

void lobby_arm(struct hall *hall)
{
    struct lobby *lobby = &hall->lobby;
    if (lobby->deadline.place || lobby->followers.count == 0)
        return;
    int64_t at_ms = lobby->next_ms > hall->play_ms ? lobby->next_ms : hall->play_ms;
    deadlines_set(&hall->deadlines, &lobby->deadline, at_ms);
}

/* A seek has come or gone: who is served now pays for telling it, the first one of an event for a
 * message to each follower, others for a part of it. */
static void has_changed(struct hall *hall)
{
    uint32_t followers = hall->lobby.followers.count;
    hall->told += hall->lobby.deadline.place ? (followers + 7) / 8 : followers;
    lobby_arm(hall);
}

void lobby_add(struct hall *hall, struct offer *offer)
{
    struct lobby *lobby = &hall->lobby;
    assert(lobby->count == 0 || lobby->seeks[lobby->count - 1]->id < offer->id);
    if (lobby->count == lobby->capacity) {
        lobby->capacity = lobby->capacity > 0 ? 2 * lobby->capacity : 64;
        lobby->seeks = memory_resized(lobby->seeks, lobby->capacity, sizeof *lobby->seeks);
    }
    lobby->seeks[lobby->count++] = offer;
    has_changed(hall);
}

void lobby_remove(struct hall *hall, const struct offer *offer)
{
    struct lobby *lobby = &hall->lobby;
    size_t place = place_after(lobby, offer->id) - 1;
    assert(place < lobby->count && lobby->seeks[place] == offer);
    lobby->count--;
    memmove(lobby->seeks + place, lobby->seeks + place + 1,
            (lobby->count - place) * sizeof *lobby->seeks);
    if (lobby->followers.count == 0 || offer->id > lobby->told)
        return;
    if (lobby->gone_count == lobby->gone_capacity) {
        lobby->gone_capacity = lobby->gone_capacity > 0 ? 2 * lobby->gone_capacity : 64;
        lobby->gone = memory_resized(lobby->gone, lobby->gone_capacity, sizeof *lobby->gone);
    }
    lobby->gone[lobby->gone_count++] = offer->id;
    has_changed(hall);
}

/* --- lists --- */

struct wire_offer offer_wire(const struct hall *hall, const struct offer *offer)
{
    const struct rules *rules = &offer->terms.rules->rules;
    return (struct wire_offer){
        .offer = offer->id,
        .from = wire_text(offer->maker->name),
        .to = wire_text(offer->taker ? offer->taker->name : NULL),
        .rules = wire_text(rules->text),
        .look = wire_text_given(offer->terms.look),
        .start = wire_text_given(offer->terms.start),
        .first = wire_text(offer_first_text(offer->terms.first)),
        .rematch_of = or_absent(offer->rematch_of),
        .rated = offer->terms.rated,
        .clock = wire_text(offer->terms.clock),
        .rating_min = or_absent(offer->conditions.rating_min),
        .rating_max = or_absent(offer->conditions.rating_max),
        .only = wire_text(audience_text(offer->conditions.only)),
        .bot = offer->maker->is_bot,
        .rating = unless_negative(rating_points(hall, offer->maker, rules->family)),
    };
}

enum { LONG_STARTS_MAX = HALL_PAGE_BYTES_MAX - HALL_PAGE_MAX * SHORT_START };

struct offer_page {
    const struct offer *list[HALL_PAGE_MAX];
    size_t count, limit;
    size_t long_bytes; /* of long starts: short ones always have room */
    bool more;         /* one had no room */
};

/* False: there is no room for it. */
static bool page_take(struct offer_page *page, const struct offer *offer)
{
    size_t len = strlen(offer->terms.start);
    size_t long_bytes = len > SHORT_START ? len : 0;
    assert(page->count <= page->limit && page->long_bytes <= LONG_STARTS_MAX);
    if (page->count == page->limit || long_bytes > LONG_STARTS_MAX - page->long_bytes) {
        page->more = true;
        return false;
    }
    page->long_bytes += long_bytes;
    page->list[page->count++] = offer;
    return true;
}

/* The player's own offers; then by turns one of the challenges to the player, one seek of the
 * accounts of each address, and one of the guests of each address. So a player with many seeks
 * hides few of others. A list whose next offer has no room gets no more turns. */
static void page_choose(const struct hall *hall, const struct player *player,
                        struct offer_page *page)
{
    const struct offer *turns[1 + PARTIES * HALL_PAGE_MAX], *offer;
    size_t turn_count = 0;
    DL_FOREACH2(player->made, offer, next_made)
    {
        page_take(page, offer);
    }

    if (player->invited)
        turns[turn_count++] = player->invited;
    static const enum place_party parties[PARTIES] = {PARTY_ACCOUNTS, PARTY_GUESTS};
    for (int i = 0; i < PARTIES; i++) {
        const struct seeks *seeks = hall->seeks[parties[i]];
        for (size_t count = 0; seeks && count < HALL_PAGE_MAX; count++, seeks = seeks->next)
            turns[turn_count++] = seeks->newest;
        page->more |= seeks != NULL;
    }

    while (turn_count > 0) {
        size_t left = 0;
        for (size_t i = 0; i < turn_count; i++) {
            for (offer = turns[i]; offer && (offer->maker == player ||
                                             !players_may_meet(hall, player, offer->maker));)
                offer = offer->next_invited;
            if (offer && page_take(page, offer) && offer->next_invited)
                turns[left++] = offer->next_invited;
        }
        turn_count = left;
    }
}

static int compare_ids(const void *a, const void *b)
{
    const struct offer *const *first = a, *const *second = b;
    return ((*first)->id > (*second)->id) - ((*first)->id < (*second)->id);
}

static void answer_page(struct hall *hall, struct hall_caller from, const struct player *player,
                        const struct offer_page *page)
{
    struct wire_offer list[HALL_PAGE_MAX];
    enum { FAMILIES_MAX = 32 };
    struct wire_own_rating ratings[FAMILIES_MAX];
    struct wire_offers wire = {.offers = list, .more = page->more};
    for (; wire.offers_count < page->count; wire.offers_count++)
        list[wire.offers_count] = offer_wire(hall, page->list[wire.offers_count]);
    if (player->account)
        wire.ratings = ratings;
    for (const struct family *family; wire.ratings && (family = family_at(wire.ratings_count));) {
        assert(wire.ratings_count < FAMILIES_MAX);
        ratings[wire.ratings_count++] = (struct wire_own_rating){
            .family = wire_text(family->name),
            .rating = rating_points(hall, player, family),
        };
    }
    answer(hall, from, &wire_record_offers, &wire);
}

void hall_offer_list(struct hall *hall, struct hall_caller from)
{
    const struct player *player = player_of(hall, from);
    struct offer_page page = {.count = 0, .limit = HALL_PAGE_MAX};
    page_choose(hall, player, &page);
    qsort(page.list, page.count, sizeof *page.list, compare_ids);
    answer_page(hall, from, player, &page);
}

void hall_offer_page(struct hall *hall, struct hall_caller from, int64_t after, int64_t limit)
{
    const struct player *player = player_of(hall, from);
    const struct lobby *lobby = &hall->lobby;
    /* Three lists in the order of their numbers: all open seeks, and the player's challenges. */
    size_t seek = place_after(lobby, after);
    const struct offer *made = player->made, *invited = player->invited;
    struct offer_page page = {.count = 0, .limit = (size_t)limit};
    assert(limit >= 1 && limit <= HALL_PAGE_MAX);
    for (;;) {
        while (made && (made->id <= after || !made->taker))
            made = made->next_made;
        while (invited && invited->id <= after)
            invited = invited->next_invited;
        const struct offer *next = seek < lobby->count ? lobby->seeks[seek] : NULL;
        if (made && (!next || made->id < next->id))
            next = made;
        if (invited && (!next || invited->id < next->id))
            next = invited;
        if (!next)
            break;
        bool is_seen = next->maker == player || players_may_meet(hall, player, next->maker);
        if (is_seen && !page_take(&page, next))
            break;
        after = next->id;
        seek += seek < lobby->count && next == lobby->seeks[seek];
    }
    answer_page(hall, from, player, &page);
}

/* --- events --- */

void hall_lobby_watch(struct hall *hall, struct hall_caller from)
{
    struct lobby *lobby = &hall->lobby;
    struct session *session = session_find(hall, from.session);
    if (lobby->followers.count == 0)
        lobby->told = hall->server_bits | hall->last_offer;
    if (!session->follows_lobby)
        id_list_add(&lobby->followers, session->id);
    session->follows_lobby = true;
    session->has_missed = false;
    hall_offer_list(hall, from);
}

void lobby_leave(struct hall *hall, struct session *session)
{
    struct lobby *lobby = &hall->lobby;
    if (!session->follows_lobby)
        return;
    id_list_remove(&lobby->followers, session->id);
    session->follows_lobby = session->has_missed = false;
    if (lobby->followers.count > 0)
        return;
    lobby->gone_count = 0;
    deadlines_set(&hall->deadlines, &lobby->deadline, INT64_MAX);
}

void hall_lobby_unwatch(struct hall *hall, struct hall_caller from)
{
    lobby_leave(hall, session_find(hall, from.session));
    answer_done(hall, from);
}

/* Tells the event to the followers that have missed one before, or to the others. Those that are
 * behind miss it. Parts of the followers get a message of their own each: the server can do other
 * work between two messages. Returns the bytes of the event. */
static size_t tell_followers(struct hall *hall, const struct wire_lobby_changed *event)
{
    enum { PART = 512 };
    struct message *message = NULL;
    for (uint32_t i = 0; i < hall->lobby.followers.count; i++) {
        struct session *session = session_find(hall, hall->lobby.followers.ids[i]);
        session->has_missed |= session->is_behind && !event->missed;
        if (session->is_behind || session->has_missed != event->missed)
            continue;
        if (!message)
            message = say(hall, WIRE_EVENT_LOBBY_CHANGED, event);
        else if (message->session_count == PART)
            message = say_same(hall, message);
        message_to(message, session->id);
    }
    return message ? message->bytes.len : 0;
}

void lobby_tell(struct hall *hall)
{
    struct lobby *lobby = &hall->lobby;
    struct wire_offer made[HALL_LOBBY_MADE_MAX];
    struct wire_lobby_changed event = {.made = made, .gone = lobby->gone};
    size_t place = place_after(lobby, lobby->told);
    for (; place < lobby->count && event.made_count < HALL_LOBBY_MADE_MAX; place++) {
        struct wire_offer *wire = &made[event.made_count++];
        *wire = offer_wire(hall, lobby->seeks[place]);
        if (wire->start.len > SHORT_START)
            wire->start = wire_text(NULL);
        lobby->told = wire->offer;
    }
    event.gone_count =
        lobby->gone_count < HALL_LOBBY_GONE_MAX ? lobby->gone_count : HALL_LOBBY_GONE_MAX;

    size_t bytes = 0;
    if (event.made_count > 0 || event.gone_count > 0)
        bytes = tell_followers(hall, &event);
    const struct wire_lobby_changed missed = {.missed = true};
    tell_followers(hall, &missed);
    for (uint32_t i = 0; i < lobby->followers.count; i++) {
        struct session *session = session_find(hall, lobby->followers.ids[i]);
        session->has_missed &= session->is_behind;
    }

    lobby->gone_count -= event.gone_count;
    if (lobby->gone_count > 0)
        memmove(lobby->gone, lobby->gone + event.gone_count,
                lobby->gone_count * sizeof *lobby->gone);
    int64_t told = (int64_t)(lobby->followers.count * (1 + bytes / HALL_LOBBY_FREE_BYTES));
    int64_t pause_ms = told / HALL_LOBBY_PER_MS;
    lobby->next_ms = hall->play_ms + (pause_ms > HALL_LOBBY_MS ? pause_ms : HALL_LOBBY_MS);
    deadlines_set(&hall->deadlines, &lobby->deadline, INT64_MAX);
    if (place < lobby->count || lobby->gone_count > 0)
        lobby_arm(hall);
}
