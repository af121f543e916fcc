#include "client/pairing.h"

#include "client/refusal.h"
#include "client/words.h"
#include "common/base/memory.h"
#include "common/wire/wire.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* How often somebody who waits, and does not mind who begins, looks for seeks of those who do. */
enum { LOOK_AGAIN_MS = 2000 };

static void look_for_seek(struct pairing *pairing);

static void call(struct pairing *pairing, enum wire_method method, const void *parameters,
                 client_answer *answer)
{
    pairing->open_requests++;
    client_call(pairing->client, method, parameters, answer, pairing);
}

/* A step of the search: there is at most one under way. */
static void call_to_search(struct pairing *pairing, enum wire_method method, const void *parameters,
                           client_answer *answer)
{
    pairing->is_asking = true;
    call(pairing, method, parameters, answer);
}

static void search_answered(struct pairing *pairing)
{
    pairing->open_requests--;
    pairing->is_asking = false;
}

static void tell_changed(struct pairing *pairing)
{
    pairing->events.changed(pairing->events.owner);
}

static void give_up(struct pairing *pairing)
{
    pairing->wish = NULL;
    pairing->offer = 0;
    pairing->events.gave_up(pairing->events.owner);
}

bool pairing_is_searching(const struct pairing *pairing)
{
    return pairing->wish != NULL;
}

/* A match is there: the search is over. */
static void begin(struct pairing *pairing, const struct wire_match *state)
{
    pairing_stop(pairing);
    pairing->events.began(pairing->events.owner, state);
}

/* --- our own offer --- */

/* Seeks of others that come later do not fit ours when they say who begins: then it is for us to
 * accept them. */
static bool looks_again(const struct pairing *pairing)
{
    return pairing->wish && pairing->offer && !pairing->challenged && !pairing->is_refused &&
           pairing->wish->first == WISH_FIRST_ANY;
}

static void time_has_come(void *owner)
{
    struct pairing *pairing = owner;
    if (looks_again(pairing) && !pairing->is_asking)
        look_for_seek(pairing);
}

static void look_again_later(struct pairing *pairing)
{
    if (!looks_again(pairing))
        return;
    if (!pairing->look_again)
        pairing->look_again = loop_timer_create(pairing->loop, time_has_come, pairing);
    loop_timer_start(pairing->look_again, LOOK_AGAIN_MS);
}

static void say_waiting(struct pairing *pairing)
{
    if (pairing->wish->opponent == WISH_BOT)
        return; /* it is ours, and accepts at once */
    struct text text = {0};
    text_append_string(&text, "Waiting for ");
    text_append_string(&text, pairing->challenged ? pairing->challenged : "somebody");
    text_append_string(&text, " to play ");
    words_rules(pairing->wish->rules.text, &text);
    text_append_string(&text, " with you");
    words_control(text_string(&pairing->wish->clock), &text);
    text_append_string(&text, ". Type 'quit' to stop waiting.");
    console_say_text(pairing->console, &text);
}

static void offer_is_made(void *owner, const struct error *error, const void *result,
                          const struct wire_stale *stale)
{
    (void)stale;
    struct pairing *pairing = owner;
    const struct wire_offer_number *made = result;
    search_answered(pairing);
    if (!error)
        pairing->offer = made->offer;
    if (!pairing->wish) {
        pairing_stop(pairing); /* nobody is wanted any more */
    } else if (error) {
        console_say(pairing->console, "No match: %s.", refusal_of(error).words);
        give_up(pairing);
    } else {
        say_waiting(pairing);
        look_again_later(pairing);
    }
    tell_changed(pairing);
}

static void make_offer(struct pairing *pairing)
{
    const struct wish *wish = pairing->wish;
    struct wire_offer_make offer;
    wire_record_clear(&wire_record_offer_make, &offer);
    offer.to = wire_text(pairing->challenged);
    offer.rules = wire_text(wish->rules.text);
    if (wish->start.len > 0)
        offer.start = wire_text(text_string(&wish->start));
    if (wish->clock.len > 0)
        offer.clock = wire_text(text_string(&wish->clock));
    offer.first = wire_text(wish_first_text(wish));
    call_to_search(pairing, WIRE_OFFER_MAKE, &offer, offer_is_made);
}

static void cancelled(void *owner, const struct error *error, const void *result,
                      const struct wire_stale *stale)
{
    (void)error; /* it was accepted at the same time: match.started says so */
    (void)result;
    (void)stale;
    struct pairing *pairing = owner;
    pairing->open_requests--;
    tell_changed(pairing);
}

static void choose_offer(struct pairing *pairing, enum wire_method method, int64_t offer,
                         client_answer *answer)
{
    struct wire_offer_choice choice;
    wire_record_clear(&wire_record_offer_choice, &choice);
    choice.offer = offer;
    call(pairing, method, &choice, answer);
}

void pairing_stop(struct pairing *pairing)
{
    if (pairing->offer)
        choose_offer(pairing, WIRE_OFFER_CANCEL, pairing->offer, cancelled);
    pairing->offer = 0;
    pairing->wish = NULL;
}

/* --- offers of others --- */

static char *copy(struct wire_text text)
{
    return memory_text(text.bytes ? text.bytes : "", text.len);
}

static const char *first_in_words(struct wire_text first)
{
    if (wire_text_equal(first, "taker"))
        return "you move first";
    return wire_text_equal(first, "maker") ? "they move first" : "who moves first is drawn";
}

/* The short number of a challenge; 0: it has none. */
static size_t number_of(const struct pairing *pairing, int64_t offer)
{
    for (size_t i = 0; i < pairing->challenge_count; i++) {
        if (pairing->challenges[i] == offer)
            return i + 1;
    }
    return 0;
}

static size_t give_number(struct pairing *pairing, int64_t offer)
{
    pairing->challenges = memory_resized(pairing->challenges, pairing->challenge_count + 1,
                                         sizeof *pairing->challenges);
    pairing->challenges[pairing->challenge_count++] = offer;
    return pairing->challenge_count;
}

static void show_challenge(struct pairing *pairing, const struct wire_offer *offer)
{
    if (number_of(pairing, offer->offer))
        return; /* it was shown before a break */
    size_t number = give_number(pairing, offer->offer);
    char *rules = copy(offer->rules), *clock = copy(offer->clock);
    struct text text = {0};
    text_printf(&text, "%.*s ", (int)offer->from.len, offer->from.bytes);
    if (offer->rematch_of != WIRE_ABSENT)
        text_append_string(&text, "offers a rematch: ");
    else
        text_append_string(&text, "challenges you: ");
    words_rules(rules, &text);
    text_append_string(&text, " from ");
    text_append(&text, offer->start.bytes, offer->start.len);
    words_control(clock, &text);
    text_printf(&text, ", %s. Type 'accept %zu' or 'decline %zu'.", first_in_words(offer->first),
                number, number);
    console_say_text(pairing->console, &text);
    free(rules);
    free(clock);
}

/* The challenge that a person means; 0, and they are told, when there is none. */
static int64_t find_challenge(struct pairing *pairing, int64_t number)
{
    bool was_given = number >= 1 && (uint64_t)number <= pairing->challenge_count;
    int64_t offer = was_given ? pairing->challenges[number - 1] : 0;
    if (!offer)
        console_say(pairing->console, "There is no challenge %" PRId64 "%s.", number,
                    was_given ? " any more" : "");
    return offer;
}

static void accepted(void *owner, const struct error *error, const void *result,
                     const struct wire_stale *stale)
{
    (void)stale;
    struct pairing *pairing = owner;
    pairing->open_requests--;
    if (error)
        console_say(pairing->console, "That cannot be accepted: %s.", refusal_of(error).words);
    else
        begin(pairing, result);
    tell_changed(pairing);
}

void pairing_accept(struct pairing *pairing, int64_t number)
{
    int64_t offer = find_challenge(pairing, number);
    if (offer)
        choose_offer(pairing, WIRE_OFFER_ACCEPT, offer, accepted);
}

static void declined(void *owner, const struct error *error, const void *result,
                     const struct wire_stale *stale)
{
    (void)result;
    (void)stale;
    struct pairing *pairing = owner;
    pairing->open_requests--;
    if (error)
        console_say(pairing->console, "That cannot be declined: %s.", refusal_of(error).words);
    else
        console_say(pairing->console, "Declined.");
    tell_changed(pairing);
}

void pairing_decline(struct pairing *pairing, int64_t number)
{
    int64_t offer = find_challenge(pairing, number);
    if (!offer)
        return;
    pairing->challenges[number - 1] = 0;
    choose_offer(pairing, WIRE_OFFER_DECLINE, offer, declined);
}

/* --- open seeks --- */

static void say_refused_and_wait(struct pairing *pairing, const struct error *error)
{
    console_say(pairing->console, "A match that you could join cannot begin: %s.",
                refusal_of(error).words);
    pairing->is_refused = true;
    make_offer(pairing);
}

static void seek_accepted(void *owner, const struct error *error, const void *result,
                          const struct wire_stale *stale)
{
    (void)stale;
    struct pairing *pairing = owner;
    search_answered(pairing);
    if (!error)
        begin(pairing, result);
    else if (error->code == ERROR_NO_SUCH_OFFER && pairing->wish)
        look_for_seek(pairing); /* somebody else was faster */
    else if (pairing->wish)
        say_refused_and_wait(pairing, error);
    tell_changed(pairing);
}

/* Our own seek is taken back, so that nobody accepts it while we accept another one. */
static void retracted(void *owner, const struct error *error, const void *result,
                      const struct wire_stale *stale)
{
    (void)result;
    (void)stale;
    struct pairing *pairing = owner;
    search_answered(pairing);
    if (!error)
        pairing->offer = 0;
    if (pairing->wish && !pairing->offer)
        look_for_seek(pairing);
    else
        look_again_later(pairing); /* the server cannot take it back now */
    tell_changed(pairing);
}

/* `seek` fits; 0: none does. */
static void take_seek(struct pairing *pairing, int64_t seek)
{
    pairing->is_asking = seek != 0;
    if (seek && pairing->offer)
        choose_offer(pairing, WIRE_OFFER_CANCEL, pairing->offer, retracted);
    else if (seek)
        choose_offer(pairing, WIRE_OFFER_ACCEPT, seek, seek_accepted);
    else if (pairing->offer)
        look_again_later(pairing);
    else
        make_offer(pairing);
}

static bool fits(const struct pairing *pairing, const struct wire_offer *offer)
{
    if (offer->to.bytes || wire_text_equal(offer->from, client_name(pairing->client)))
        return false;
    char *rules = copy(offer->rules), *start = copy(offer->start), *first = copy(offer->first);
    char *clock = copy(offer->clock);
    struct wish_offer theirs = {.rules = rules, .start = start, .first = first, .clock = clock};
    bool fit = wish_fits(pairing->wish, &theirs);
    free(rules);
    free(start);
    free(first);
    free(clock);
    return fit;
}

static bool is_challenge_to_us(const struct pairing *pairing, const struct wire_offer *offer)
{
    return offer->to.bytes && !wire_text_equal(offer->from, client_name(pairing->client));
}

static void offers_listed(void *owner, const struct error *error, const void *result,
                          const struct wire_stale *stale)
{
    (void)stale;
    struct pairing *pairing = owner;
    search_answered(pairing);
    if (!pairing->wish)
        return;
    const struct wire_offers *offers = result;
    size_t count = error ? 0 : offers->offers_count;
    int64_t found = 0;
    for (size_t i = 0; i < count; i++) {
        if (is_challenge_to_us(pairing, &offers->offers[i]))
            show_challenge(pairing, &offers->offers[i]);
        else if (!found && fits(pairing, &offers->offers[i]))
            found = offers->offers[i].offer;
    }
    take_seek(pairing, found);
    tell_changed(pairing);
}

static void look_for_seek(struct pairing *pairing)
{
    struct wire_nothing nothing;
    call_to_search(pairing, WIRE_OFFER_LIST, &nothing, offers_listed);
}

void pairing_search(struct pairing *pairing, const struct wish *wish, const char *challenged)
{
    pairing->wish = wish;
    pairing->challenged = challenged;
    pairing->offer = 0;
    pairing->is_refused = false;
    if (challenged)
        make_offer(pairing);
    else
        look_for_seek(pairing);
}

void pairing_reconnected(struct pairing *pairing)
{
    if (pairing->offer && !pairing->wish)
        console_say(pairing->console, "Your offer is gone with the connection.");
    pairing->offer = 0;
    if (pairing->wish && !pairing->is_asking)
        pairing_search(pairing, pairing->wish, pairing->challenged);
}

/* --- rematches --- */

static void rematch_answered(void *owner, const struct error *error, const void *result,
                             const struct wire_stale *stale)
{
    (void)stale;
    struct pairing *pairing = owner;
    const struct wire_rematch *rematch = result;
    pairing->open_requests--;
    if (error) {
        console_say(pairing->console, "No rematch: %s.", refusal_of(error).words);
    } else if (rematch->match != WIRE_ABSENT) {
        struct wire_resume resume = {.match = rematch->match, .after = WIRE_ABSENT};
        call(pairing, WIRE_MATCH_RESUME, &resume, accepted);
    } else {
        pairing->offer = rematch->offer;
        console_say(pairing->console, "You offer a rematch. Waiting for the answer.");
    }
    tell_changed(pairing);
}

void pairing_rematch(struct pairing *pairing, int64_t match)
{
    struct wire_match_choice choice;
    wire_record_clear(&wire_record_match_choice, &choice);
    choice.match = match;
    call(pairing, WIRE_MATCH_REMATCH, &choice, rematch_answered);
}

/* --- events --- */

static void say_refused(struct pairing *pairing, struct wire_text reason)
{
    console_say(pairing->console, "%s",
                wire_text_equal(reason, "declined") ? "The other player declined."
                                                    : "The other player has left.");
}

static void take_closed_challenge(struct pairing *pairing, int64_t offer)
{
    size_t number = number_of(pairing, offer);
    if (!number)
        return;
    pairing->challenges[number - 1] = 0;
    console_say(pairing->console, "Challenge %zu is gone.", number);
}

static void take_closed(struct pairing *pairing, const struct wire_offer_closed *closed)
{
    if (closed->offer != pairing->offer) {
        take_closed_challenge(pairing, closed->offer);
        return;
    }
    pairing->offer = 0;
    if (wire_text_equal(closed->reason, "accepted"))
        return; /* match.started follows */
    say_refused(pairing, closed->reason);
    if (pairing->wish)
        give_up(pairing);
}

static void take_started(struct pairing *pairing, const struct wire_match_event *started)
{
    if (started->offer == pairing->offer)
        pairing->offer = 0; /* it has served */
    begin(pairing, started->match);
}

void pairing_finish(struct pairing *pairing)
{
    loop_timer_destroy(pairing->look_again);
    free(pairing->challenges);
}

void pairing_event(struct pairing *pairing, enum wire_event event, const void *body)
{
    if (event == WIRE_EVENT_OFFER_RECEIVED)
        show_challenge(pairing, ((const struct wire_offer_event *)body)->offer);
    else if (event == WIRE_EVENT_OFFER_CLOSED)
        take_closed(pairing, body);
    else if (event == WIRE_EVENT_MATCH_STARTED)
        take_started(pairing, body);
}
