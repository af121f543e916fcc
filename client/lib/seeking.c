#include "client/lib/seeking.h"

#include "common/base/memory.h"
#include "common/game/drawn.h"
#include "common/game/family.h"
#include "common/game/time_control.h"
#include "common/wire/wire.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static void look_for_offers(struct seeking *seeking);

static void call(struct seeking *seeking, enum wire_method method, const void *parameters,
                 client_answer *answer)
{
    seeking->open_requests++;
    client_call(seeking->client, method, parameters, answer, seeking);
}

static void choose_offer(struct seeking *seeking, enum wire_method method, int64_t offer,
                         client_answer *answer)
{
    assert(offer != 0);
    struct wire_offer_choice choice;
    wire_record_clear(&wire_record_offer_choice, &choice);
    choice.offer = offer;
    call(seeking, method, &choice, answer);
}

/* Without a search there is nothing to follow the lobby for. */
static void settle(struct seeking *seeking)
{
    if (!seeking->is_following || seeking->is_searching || seeking->keeps_following)
        return;
    seeking->is_following = false;
    client_call(seeking->client, WIRE_LOBBY_UNWATCH, NULL, NULL, NULL);
}

static void tell_changed(struct seeking *seeking)
{
    settle(seeking);
    if (seeking->events.changed)
        seeking->events.changed(seeking->events.owner);
}

static void tell(const struct seeking *seeking, const struct seeking_news *news)
{
    seeking->events.told(seeking->events.owner, news);
}

static void tell_refusal(const struct seeking *seeking, enum seeking_kind kind,
                         const struct error *error)
{
    struct seeking_news news = {.kind = kind, .error = *error};
    tell(seeking, &news);
}

bool seeking_is_of_days(struct wire_text clock)
{
    struct time_control control;
    struct error error;
    return clock.bytes && !time_control_parse(clock.bytes, clock.len, &control, &error) &&
           time_control_is_of_days(&control);
}

bool seeking_offer_stays(const struct seeking *seeking)
{
    return seeking->offer && seeking->is_searching && !seeking->wish.to &&
           (seeking->is_left_open || seeking_is_of_days(wire_text(seeking->wish.clock)));
}

static bool is_ours(const struct seeking *seeking, const struct wire_offer *offer)
{
    return wire_text_equal(offer->from, client_name(seeking->client));
}

/* --- our own offer --- */

/* Does a waiting search look at later offers of others? One that fixes the first move is not
 * matched to ours by the server, so that we have to accept it. With an offer left open the search
 * does not: the wish does not describe that offer. */
static bool looks_at_others(const struct seeking *seeking)
{
    return seeking->is_searching && seeking->offer && !seeking->wish.to && !seeking->is_refused &&
           !seeking->is_left_open && !seeking->wish.first;
}

static void wait_for_others(struct seeking *seeking)
{
    assert(seeking->is_searching && seeking->offer);
    struct seeking_news news = {.kind = SEEKING_WAITS};
    tell(seeking, &news);
}

static void on_offer_made(void *owner, const struct error *error, const void *result)
{
    struct seeking *seeking = owner;
    const struct wire_offer_number *made = result;
    seeking->open_requests--;
    seeking->is_asking = false;
    if (!error)
        seeking->offer = made->offer;
    if (!seeking->is_searching) {
        seeking_stop(seeking);
    } else if (error) {
        seeking->is_searching = false;
        tell_refusal(seeking, SEEKING_NOT_OFFERED, error);
    } else {
        wait_for_others(seeking);
    }
    tell_changed(seeking);
}

static void make_offer(struct seeking *seeking)
{
    const struct seeking_wish *wish = &seeking->wish;
    struct wire_offer_make offer;
    assert(seeking->is_searching && !seeking->offer);
    wire_record_clear(&wire_record_offer_make, &offer);
    offer.to = wire_text(wish->to);
    offer.rules = wire_text(wish->rules);
    offer.look = wire_text(wish->look);
    offer.start = wire_text(wish->start);
    offer.clock = wire_text(wish->clock);
    offer.first = wire_text(wish->first ? wish->first : "random");
    offer.rating_min = wish->conditions.rating_min;
    offer.rating_max = wish->conditions.rating_max;
    offer.only = wire_text(audience_text(wish->conditions.only));
    seeking->is_asking = true;
    call(seeking, WIRE_OFFER_MAKE, &offer, on_offer_made);
}

static void on_cancelled(void *owner, const struct error *error, const void *result)
{
    (void)error; /* accepted at the same time: match.started follows */
    (void)result;
    struct seeking *seeking = owner;
    seeking->open_requests--;
    tell_changed(seeking);
}

void seeking_stop(struct seeking *seeking)
{
    if (seeking->offer)
        choose_offer(seeking, WIRE_OFFER_CANCEL, seeking->offer, on_cancelled);
    seeking->offer = seeking->invitation = 0;
    seeking->is_searching = false;
    settle(seeking);
}

/* --- challenges of others --- */

/* NULL: none has this offer. */
static struct seeking_challenge *find_challenge(const struct seeking *seeking, int64_t offer)
{
    for (size_t i = 0; i < seeking->challenge_count; i++) {
        if (seeking->challenges[i].offer == offer)
            return &seeking->challenges[i];
    }
    return NULL;
}

int64_t seeking_challenge(const struct seeking *seeking, int64_t number)
{
    for (size_t i = 0; i < seeking->challenge_count; i++) {
        if (seeking->challenges[i].number == number)
            return seeking->challenges[i].offer;
    }
    return 0;
}

/* Its number is never reused. */
static void remove_challenge(struct seeking *seeking, struct seeking_challenge *challenge)
{
    assert(seeking->challenge_count > 0);
    *challenge = seeking->challenges[--seeking->challenge_count];
}

static void take_challenge(struct seeking *seeking, const struct wire_offer *offer)
{
    if (find_challenge(seeking, offer->offer))
        return; /* reported before a break */
    size_t count = seeking->challenge_count++;
    seeking->challenges =
        memory_resized(seeking->challenges, count + 1, sizeof *seeking->challenges);
    seeking->challenges[count] = (struct seeking_challenge){++seeking->last_number, offer->offer};
    struct seeking_news news = {
        .kind = SEEKING_CHALLENGED, .offer = offer, .number = seeking->last_number};
    tell(seeking, &news);
}

static void on_accepted(void *owner, const struct error *error, const void *result)
{
    struct seeking *seeking = owner;
    seeking->open_requests--;
    if (error)
        tell_refusal(seeking, SEEKING_NOT_ACCEPTED, error);
    else
        seeking->events.began(seeking->events.owner, result, 0);
    tell_changed(seeking);
}

void seeking_accept(struct seeking *seeking, int64_t offer)
{
    choose_offer(seeking, WIRE_OFFER_ACCEPT, offer, on_accepted);
}

void seeking_join(struct seeking *seeking, int64_t match)
{
    assert(match > 0);
    struct wire_resume resume = {.match = match, .after = WIRE_ABSENT};
    call(seeking, WIRE_MATCH_RESUME, &resume, on_accepted);
}

static void on_declined(void *owner, const struct error *error, const void *result)
{
    (void)result;
    struct seeking *seeking = owner;
    struct seeking_news news = {.kind = SEEKING_DECLINED};
    seeking->open_requests--;
    if (error)
        tell_refusal(seeking, SEEKING_NOT_DECLINED, error);
    else
        tell(seeking, &news);
    tell_changed(seeking);
}

void seeking_decline(struct seeking *seeking, int64_t offer)
{
    struct seeking_challenge *challenge = find_challenge(seeking, offer);
    if (challenge)
        remove_challenge(seeking, challenge);
    choose_offer(seeking, WIRE_OFFER_DECLINE, offer, on_declined);
}

/* --- invitations --- */

bool seeking_is_waiting(const struct seeking *seeking)
{
    return seeking->is_searching || seeking->invitation;
}

static void on_invited(void *owner, const struct error *error, const void *result)
{
    struct seeking *seeking = owner;
    struct seeking_news news = {.kind = SEEKING_INVITED, .made = result};
    seeking->open_requests--;
    seeking->is_asking = false;
    if (error) {
        tell_refusal(seeking, SEEKING_NOT_INVITED, error);
    } else {
        seeking->invitation = news.made->invitation;
        snprintf(seeking->code, sizeof seeking->code, "%.*s", (int)news.made->code.len,
                 news.made->code.bytes ? news.made->code.bytes : "");
        tell(seeking, &news);
    }
    tell_changed(seeking);
}

void seeking_invite(struct seeking *seeking, const struct seeking_wish *wish, int64_t uses,
                    int64_t expires_in_ms)
{
    struct wire_invitation_create invitation;
    assert(seeking->client && !seeking_is_waiting(seeking));
    wire_record_clear(&wire_record_invitation_create, &invitation);
    invitation.to = wire_text(wish->to);
    invitation.rules = wire_text(wish->rules);
    invitation.look = wire_text(wish->look);
    invitation.start = wire_text(wish->start);
    invitation.clock = wire_text(wish->clock);
    invitation.first = wire_text(wish->first);
    if (uses)
        invitation.uses = uses;
    if (expires_in_ms)
        invitation.expires_in = expires_in_ms;
    seeking->wish = *wish;
    seeking->is_asking = true;
    call(seeking, WIRE_INVITATION_CREATE, &invitation, on_invited);
}

static void uninvite(struct seeking *seeking)
{
    struct seeking_news news = {.kind = SEEKING_UNINVITED};
    seeking->invitation = 0;
    tell(seeking, &news);
}

static void show(struct seeking *seeking, client_answer *answer)
{
    struct wire_invitation_code code = {.code = wire_text(seeking->code)};
    call(seeking, WIRE_INVITATION_SHOW, &code, answer);
}

/* After a break: has our invitation ended meanwhile? */
static void on_still_open(void *owner, const struct error *error, const void *result)
{
    (void)result;
    struct seeking *seeking = owner;
    seeking->open_requests--;
    if (seeking->invitation && error && error->code == ERROR_NO_SUCH_INVITATION)
        uninvite(seeking);
    tell_changed(seeking);
}

static void on_shown(void *owner, const struct error *error, const void *result)
{
    struct seeking *seeking = owner;
    struct seeking_news news = {.kind = SEEKING_SHOWN, .invitation = result};
    seeking->open_requests--;
    if (error && error->code == ERROR_NO_SUCH_INVITATION && seeking->may_lead_back)
        seeking_come(seeking, seeking->code);
    else if (error)
        tell_refusal(seeking, SEEKING_NOT_SHOWN, error);
    else
        tell(seeking, &news);
    tell_changed(seeking);
}

void seeking_look_at(struct seeking *seeking, const char *code, bool has_unfinished)
{
    assert(!seeking_is_waiting(seeking));
    seeking->may_lead_back = has_unfinished;
    snprintf(seeking->code, sizeof seeking->code, "%s", code);
    show(seeking, on_shown);
}

static void on_come(void *owner, const struct error *error, const void *result)
{
    struct seeking *seeking = owner;
    seeking->open_requests--;
    if (error)
        tell_refusal(seeking, SEEKING_NOT_COME, error);
    else
        seeking->events.began(seeking->events.owner, result, 0);
    tell_changed(seeking);
}

void seeking_come(struct seeking *seeking, const char *code)
{
    struct wire_invitation_accept accept = {.code = wire_text(code)};
    call(seeking, WIRE_INVITATION_ACCEPT, &accept, on_come);
}

/* --- open offers of others --- */

static void on_joined(void *owner, const struct error *error, const void *result)
{
    struct seeking *seeking = owner;
    seeking->open_requests--;
    seeking->is_asking = false;
    if (!error) {
        seeking->is_searching = false;
        seeking->events.began(seeking->events.owner, result, 0);
    } else if (error->code == ERROR_NO_SUCH_OFFER && seeking->is_searching) {
        look_for_offers(seeking); /* another player was faster */
    } else if ((error->code == ERROR_UNFIT || error->code == ERROR_DECLINED) &&
               seeking->is_searching) {
        make_offer(seeking); /* only the server knows who fits, and who has blocked whom */
    } else if (seeking->is_searching) {
        tell_refusal(seeking, SEEKING_NOT_JOINED, error);
        seeking->is_refused = true;
        make_offer(seeking);
    }
    tell_changed(seeking);
}

/* Our offer was withdrawn, so that nobody accepts it while we accept another one. */
static void on_retracted(void *owner, const struct error *error, const void *result)
{
    (void)result;
    struct seeking *seeking = owner;
    seeking->open_requests--;
    seeking->is_asking = false;
    if (!error)
        seeking->offer = 0;
    if (seeking->is_searching && !seeking->offer)
        look_for_offers(seeking);
    tell_changed(seeking);
}

/* `found`: a matching offer; 0: none. */
static void join_or_wait(struct seeking *seeking, int64_t found)
{
    seeking->is_asking = found != 0;
    if (found && seeking->offer)
        choose_offer(seeking, WIRE_OFFER_CANCEL, seeking->offer, on_retracted);
    else if (found)
        choose_offer(seeking, WIRE_OFFER_ACCEPT, found, on_joined);
    else if (!seeking->offer)
        make_offer(seeking);
}

struct applicant seeking_applicant(const struct seeking *seeking, struct wire_text rules)
{
    struct applicant own = {.is_bot = client_is_bot(seeking->client), .rating = -1};
    struct rules parsed;
    struct error error;
    if (rules_or_class_parse(&parsed, rules.bytes, rules.len, &error))
        return own;
    for (size_t i = 0; i < seeking->rating_count; i++) {
        if (strcmp(seeking->ratings[i].family, parsed.family->name) == 0)
            own.rating = seeking->ratings[i].rating;
    }
    return own;
}

void seeking_take_ratings(struct seeking *seeking, const struct wire_offers *offers)
{
    enum { ROOM = sizeof seeking->ratings / sizeof *seeking->ratings };
    seeking->rating_count = offers->ratings_count < ROOM ? offers->ratings_count : ROOM;
    for (size_t i = 0; i < seeking->rating_count; i++) {
        struct wire_text family = offers->ratings[i].family;
        struct seeking_rating *rating = &seeking->ratings[i];
        snprintf(rating->family, sizeof rating->family, "%.*s", (int)family.len, family.bytes);
        rating->rating = offers->ratings[i].rating;
    }
}

/* Are these the wished rules, and do they look the same? */
static bool is_game_of(const struct seeking_wish *wish, const struct wire_offer *offer)
{
    return wire_text_equal(offer->rules, wish->rules) &&
           (wish->look ? wire_text_equal(offer->look, wish->look) : offer->look.len == 0);
}

bool seeking_fits(const struct seeking_wish *wish, const struct wire_offer *offer,
                  const struct applicant *own)
{
    struct conditions theirs = seeking_conditions(offer);
    struct applicant maker = {.is_bot = offer->bot,
                              .rating = offer->rating >= 0 ? offer->rating : -1};
    struct error error;
    if (theirs.only == AUDIENCE_COUNT || conditions_admit(&theirs, own, &error) ||
        conditions_admit(&wish->conditions, &maker, &error))
        return false;
    bool has_clock =
        wish->clock ? wire_text_equal(offer->clock, wish->clock) : offer->clock.len == 0;
    const char *first = wish->first; /* the accepting player is the taker */
    if (first && strcmp(first, "random") != 0)
        first = strcmp(first, "maker") == 0 ? "taker" : "maker";
    return is_game_of(wish, offer) && has_clock &&
           (!wish->start || wire_text_equal(offer->start, wish->start)) &&
           (!first || wire_text_equal(offer->first, first));
}

/* An open offer of another player that the search accepts. */
static bool is_wanted(const struct seeking *seeking, const struct wire_offer *offer)
{
    struct applicant own = seeking_applicant(seeking, offer->rules);
    return !offer->to.bytes && !is_ours(seeking, offer) &&
           seeking_fits(&seeking->wish, offer, &own);
}

/* Is this our own offer with the current wish, from before a break or, with a clock of days, from
 * an earlier connection? */
static bool is_same_as_ours(const struct seeking *seeking, const struct wire_offer *offer)
{
    const struct seeking_wish *wish = &seeking->wish;
    struct conditions conditions = seeking_conditions(offer);
    bool is_to_same = wish->to ? offer->to.len == strlen(wish->to) &&
                                     strncasecmp(offer->to.bytes, wish->to, offer->to.len) == 0
                               : !offer->to.bytes;
    bool has_clock =
        wish->clock ? wire_text_equal(offer->clock, wish->clock) : offer->clock.len == 0;
    return is_to_same && is_ours(seeking, offer) && is_game_of(wish, offer) &&
           (!wish->start || wire_text_equal(offer->start, wish->start)) &&
           wire_text_equal(offer->first, wish->first ? wish->first : "random") && has_clock &&
           conditions.rating_min == wish->conditions.rating_min &&
           conditions.rating_max == wish->conditions.rating_max &&
           conditions.only == wish->conditions.only;
}

/* Reports an earlier open offer of ours with a clock of days; a plain wish reuses it. */
static void take_left_open(struct seeking *seeking, const struct wire_offer *offer)
{
    if (!seeking->offer && seeking->wish.is_plain) {
        seeking->offer = offer->offer;
        seeking->is_left_open = true;
    }
    struct seeking_news news = {.kind = SEEKING_LEFT_OPEN, .offer = offer};
    tell(seeking, &news);
}

static void go_on_searching(struct seeking *seeking, const struct wire_offers *offers)
{
    bool was_left = false, tells_left_open = offers && !seeking->has_told_left_open;
    size_t count = offers ? offers->offers_count : 0;
    int64_t found = 0;
    for (size_t i = 0; i < count; i++) {
        const struct wire_offer *offer = &offers->offers[i];
        if (!seeking->offer && is_same_as_ours(seeking, offer)) {
            seeking->offer = offer->offer;
            was_left = true;
        } else if (offer->to.bytes || seeking->wish.to) {
            continue;
        } else if (is_ours(seeking, offer)) {
            if (tells_left_open && seeking_is_of_days(offer->clock))
                take_left_open(seeking, offer);
        } else if (!found && is_wanted(seeking, offer)) {
            found = offer->offer;
        }
    }
    seeking->has_told_left_open |= tells_left_open;
    if (was_left && !found)
        wait_for_others(seeking);
    join_or_wait(seeking, seeking->is_left_open ? 0 : found);
}

static void on_listed(void *owner, const struct error *error, const void *result)
{
    struct seeking *seeking = owner;
    const struct wire_offers *offers = error ? NULL : result;
    bool is_step = seeking->is_looking;
    seeking->open_requests--;
    seeking->is_listing = seeking->is_looking = false;
    if (is_step)
        seeking->is_asking = false;
    if (error)
        tell_refusal(seeking, SEEKING_NOT_LISTED, error);
    if (offers)
        seeking_take_ratings(seeking, offers);
    for (size_t i = 0; offers && i < offers->offers_count; i++) {
        if (offers->offers[i].to.bytes && !is_ours(seeking, &offers->offers[i]))
            take_challenge(seeking, &offers->offers[i]);
    }
    if (is_step && seeking->is_searching)
        go_on_searching(seeking, offers);
    tell_changed(seeking);
}

static void list_offers(struct seeking *seeking)
{
    if (seeking->is_listing)
        return;
    seeking->is_listing = true;
    bool follows = seeking->is_looking && !seeking->wish.to && !seeking->wish.first;
    seeking->is_following |= follows;
    call(seeking, follows ? WIRE_LOBBY_WATCH : WIRE_OFFER_LIST, NULL, on_listed);
}

/* A step of the search; at most one is pending. */
static void look_for_offers(struct seeking *seeking)
{
    seeking->is_asking = seeking->is_looking = true;
    list_offers(seeking);
}

void seeking_look_for_challenges(struct seeking *seeking)
{
    seeking->challenge_count = 0;
    list_offers(seeking);
}

void seeking_search(struct seeking *seeking, const struct seeking_wish *wish)
{
    assert(seeking->client && wish->rules);
    seeking->invitation = 0;
    seeking->is_searching = true;
    seeking->wish = *wish;
    seeking->offer = 0;
    seeking->is_refused = seeking->is_left_open = seeking->has_told_left_open = false;
    if (wish->to)
        make_offer(seeking);
    else
        look_for_offers(seeking);
}

void seeking_reconnected(struct seeking *seeking)
{
    seeking->offer = 0;
    seeking->is_following = false;
    if (seeking->invitation)
        show(seeking, on_still_open);
    if (!seeking->is_searching || seeking->is_asking)
        return;
    seeking->is_refused = seeking->is_left_open = seeking->has_told_left_open = false;
    look_for_offers(seeking);
}

/* --- events --- */

static void take_closed(struct seeking *seeking, const struct wire_offer_closed *closed)
{
    struct seeking_challenge *challenge = find_challenge(seeking, closed->offer);
    struct seeking_news news = {.kind = SEEKING_WITHDRAWN};
    if (closed->offer == seeking->offer) {
        if (wire_text_equal(closed->reason, "accepted"))
            return; /* match.started follows */
        bool is_declined = wire_text_equal(closed->reason, "declined");
        seeking->offer = 0;
        seeking->is_searching = false;
        settle(seeking);
        news.kind = is_declined ? SEEKING_REJECTED : SEEKING_LEFT;
        tell(seeking, &news);
    } else if (challenge) {
        news.number = challenge->number;
        remove_challenge(seeking, challenge);
        tell(seeking, &news);
    }
}

/* Goes on with the search when there is a new offer for it. */
static void take_changed(struct seeking *seeking, const struct wire_lobby_changed *changed)
{
    if (!looks_at_others(seeking) || seeking->is_asking)
        return;
    if (changed->missed) {
        look_for_offers(seeking);
        return;
    }
    for (size_t i = 0; i < changed->made_count; i++) {
        if (is_wanted(seeking, &changed->made[i])) {
            join_or_wait(seeking, changed->made[i].offer);
            return;
        }
    }
}

void seeking_event(struct seeking *seeking, enum wire_event event, const void *body)
{
    if (event == WIRE_EVENT_OFFER_RECEIVED) {
        take_challenge(seeking, ((const struct wire_offer_event *)body)->offer);
    } else if (event == WIRE_EVENT_OFFER_CLOSED) {
        take_closed(seeking, body);
    } else if (event == WIRE_EVENT_INVITATION_CLOSED) {
        const struct wire_invitation_closed *closed = body;
        if (seeking->invitation && closed->invitation == seeking->invitation)
            uninvite(seeking);
    } else if (event == WIRE_EVENT_LOBBY_CHANGED) {
        take_changed(seeking, body);
    } else if (event == WIRE_EVENT_MATCH_STARTED) {
        const struct wire_match_event *started = body;
        if (seeking->offer && started->offer == seeking->offer) {
            seeking->offer = 0; /* this offer led to the match */
            seeking->is_searching = false;
        }
        if (seeking->invitation && started->invitation == seeking->invitation)
            seeking->invitation = 0;
        settle(seeking);
        seeking->events.began(seeking->events.owner, started->match, started->offer);
    }
}

void seeking_finish(struct seeking *seeking)
{
    if (seeking->client)
        client_drop_answers(seeking->client, seeking);
    free(seeking->challenges);
    *seeking = (struct seeking){.events = seeking->events};
}
