#include "client/play/matchmaking.h"

#include "common/base/memory.h"
#include "common/game/time_control.h"
#include "common/wire/wire.h"
#include "common/words/words.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* How often somebody who waits, and does not mind who begins, looks for seeks of those who do. */
enum { LOOK_AGAIN_MS = 2000 };

enum { SAID_MAX = sizeof(struct refusal) + 80 };

static void look_for_seek(struct matchmaking *matchmaking);

static void call(struct matchmaking *matchmaking, enum wire_method method, const void *parameters,
                 client_answer *answer)
{
    matchmaking->open_requests++;
    client_call(matchmaking->client, method, parameters, answer, matchmaking);
}

/* A step of the search: there is at most one under way. */
static void call_to_search(struct matchmaking *matchmaking, enum wire_method method,
                           const void *parameters, client_answer *answer)
{
    matchmaking->is_asking = true;
    call(matchmaking, method, parameters, answer);
}

static void search_answered(struct matchmaking *matchmaking)
{
    matchmaking->open_requests--;
    matchmaking->is_asking = false;
}

static void tell_changed(struct matchmaking *matchmaking)
{
    matchmaking->events.changed(matchmaking->events.owner);
}

__attribute__((format(printf, 3, 4))) static void
say(const struct matchmaking *matchmaking, enum matchmaking_news news, const char *format, ...)
{
    char words[SAID_MAX];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(words, sizeof words, format, arguments);
    va_end(arguments);
    matchmaking->events.said(matchmaking->events.owner, news, words);
}

__attribute__((format(printf, 3, 4))) static void
say_failed(struct matchmaking *matchmaking, enum error_code code, const char *format, ...)
{
    char words[SAID_MAX];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(words, sizeof words, format, arguments);
    va_end(arguments);
    matchmaking->failure = code;
    matchmaking->events.said(matchmaking->events.owner, MATCHMAKING_FAILS, words);
}

static void say_text(const struct matchmaking *matchmaking, enum matchmaking_news news,
                     struct text *text)
{
    matchmaking->events.said(matchmaking->events.owner, news, text_string(text));
    text_finish(text);
}

static void give_up(struct matchmaking *matchmaking)
{
    matchmaking->wish = NULL;
    matchmaking->offer = 0;
    matchmaking->events.gave_up(matchmaking->events.owner);
}

bool matchmaking_is_searching(const struct matchmaking *matchmaking)
{
    return matchmaking->wish != NULL;
}

/* `control` is the protocol's; its length is 0 where there is no clock. */
static bool is_of_days(const char *control, size_t len)
{
    struct time_control parsed;
    struct error error;
    return len > 0 && !time_control_parse(control, len, &parsed, &error) &&
           time_control_is_of_days(&parsed);
}

bool matchmaking_offer_stays(const struct matchmaking *matchmaking)
{
    const struct wish *wish = matchmaking->wish;
    return matchmaking->offer && wish && !matchmaking->challenged &&
           (matchmaking->is_left_open || is_of_days(text_string(&wish->clock), wish->clock.len));
}

/* A match is there: the search is over. */
static void begin(struct matchmaking *matchmaking, const struct wire_match *state)
{
    matchmaking_stop(matchmaking);
    matchmaking->events.began(matchmaking->events.owner, state);
}

/* --- our own offer --- */

/* Seeks of others that come later do not fit ours when they say who begins: then it is for us to
 * accept them. The wish does not tell which seeks fit an offer that was left open. */
static bool looks_again(const struct matchmaking *matchmaking)
{
    return matchmaking->wish && matchmaking->offer && !matchmaking->challenged &&
           !matchmaking->is_refused && !matchmaking->is_left_open &&
           matchmaking->wish->first == WISH_FIRST_ANY;
}

static void on_time(void *owner)
{
    struct matchmaking *matchmaking = owner;
    if (looks_again(matchmaking) && !matchmaking->is_asking)
        look_for_seek(matchmaking);
}

static void look_again_later(struct matchmaking *matchmaking)
{
    if (!looks_again(matchmaking))
        return;
    if (!matchmaking->look_again)
        matchmaking->look_again = loop_timer_create(matchmaking->loop, on_time, matchmaking);
    loop_timer_start(matchmaking->look_again, LOOK_AGAIN_MS);
}

static void say_waiting(struct matchmaking *matchmaking)
{
    if (matchmaking->wish->opponent == WISH_BOT)
        return; /* it is ours, and accepts at once */
    struct text text = {0};
    text_append_string(&text, "Waiting for ");
    text_append_string(&text, matchmaking->challenged ? matchmaking->challenged : "somebody");
    text_append_string(&text, " to play ");
    words_rules(matchmaking->wish->rules.text, &text);
    text_append_string(&text, " with you");
    words_control(text_string(&matchmaking->wish->clock), &text);
    text_append_char(&text, '.');
    say_text(matchmaking, MATCHMAKING_WAITS, &text);
}

static void on_offer_made(void *owner, const struct error *error, const void *result)
{
    struct matchmaking *matchmaking = owner;
    const struct wire_offer_number *made = result;
    search_answered(matchmaking);
    if (!error)
        matchmaking->offer = made->offer;
    if (!matchmaking->wish) {
        matchmaking_stop(matchmaking); /* nobody is wanted any more */
    } else if (error) {
        say_failed(matchmaking, error->code, "No match: %s.", refusal_of(error).words);
        give_up(matchmaking);
    } else {
        say_waiting(matchmaking);
        look_again_later(matchmaking);
    }
    tell_changed(matchmaking);
}

static void make_offer(struct matchmaking *matchmaking)
{
    const struct wish *wish = matchmaking->wish;
    struct wire_offer_make offer;
    wire_record_clear(&wire_record_offer_make, &offer);
    offer.to = wire_text(matchmaking->challenged);
    offer.rules = wire_text(wish->rules.text);
    if (wish->start.len > 0)
        offer.start = wire_text(text_string(&wish->start));
    if (wish->clock.len > 0)
        offer.clock = wire_text(text_string(&wish->clock));
    offer.first = wire_text(wish_first_text(wish));
    call_to_search(matchmaking, WIRE_OFFER_MAKE, &offer, on_offer_made);
}

static void cancelled(void *owner, const struct error *error, const void *result)
{
    (void)error; /* it was accepted at the same time: match.started says so */
    (void)result;
    struct matchmaking *matchmaking = owner;
    matchmaking->open_requests--;
    tell_changed(matchmaking);
}

static void choose_offer(struct matchmaking *matchmaking, enum wire_method method, int64_t offer,
                         client_answer *answer)
{
    struct wire_offer_choice choice;
    wire_record_clear(&wire_record_offer_choice, &choice);
    choice.offer = offer;
    call(matchmaking, method, &choice, answer);
}

void matchmaking_stop(struct matchmaking *matchmaking)
{
    if (matchmaking->offer)
        choose_offer(matchmaking, WIRE_OFFER_CANCEL, matchmaking->offer, cancelled);
    matchmaking->offer = 0;
    matchmaking->wish = NULL;
}

/* --- offers of others --- */

static char *copy(struct wire_text text)
{
    return memory_text(text.bytes ? text.bytes : "", text.len);
}

/* NULL: there is none of this offer. */
static struct challenge *find_challenge(const struct matchmaking *matchmaking, int64_t offer)
{
    for (size_t i = 0; i < matchmaking->challenge_count; i++) {
        if (matchmaking->challenges[i].offer == offer)
            return &matchmaking->challenges[i];
    }
    return NULL;
}

static void add_challenge(struct matchmaking *matchmaking, int64_t offer)
{
    size_t count = matchmaking->challenge_count++;
    matchmaking->challenges =
        memory_resized(matchmaking->challenges, count + 1, sizeof *matchmaking->challenges);
    matchmaking->challenges[count] = (struct challenge){++matchmaking->last_number, offer};
}

/* Its number is not given again. */
static void remove_challenge(struct matchmaking *matchmaking, struct challenge *challenge)
{
    *challenge = matchmaking->challenges[--matchmaking->challenge_count];
}

/* "ann challenges you: Nim from 3+5, you move first." */
static void show_challenge(struct matchmaking *matchmaking, const struct wire_offer *offer)
{
    if (find_challenge(matchmaking, offer->offer))
        return; /* it was shown before a break */
    add_challenge(matchmaking, offer->offer);
    char *rules = memory_text(offer->rules.bytes, offer->rules.len);
    char *clock = memory_text(offer->clock.bytes ? offer->clock.bytes : "", offer->clock.len);
    struct text text = {0};
    text_printf(&text, "%.*s ", (int)offer->from.len, offer->from.bytes);
    text_append_string(&text, offer->rematch_of != WIRE_ABSENT ? "offers a rematch: "
                                                               : "challenges you: ");
    words_rules(rules, &text);
    text_append_string(&text, " from ");
    text_append(&text, offer->start.bytes, offer->start.len);
    words_control(clock, &text);
    text_printf(&text, ", %s.",
                wire_text_equal(offer->first, "taker")   ? "you move first"
                : wire_text_equal(offer->first, "maker") ? "they move first"
                                                         : "who moves first is drawn");
    free(rules);
    free(clock);
    say_text(matchmaking, MATCHMAKING_CHALLENGED, &text);
}

int64_t matchmaking_challenge(struct matchmaking *matchmaking, int64_t number)
{
    for (size_t i = 0; i < matchmaking->challenge_count; i++) {
        if (matchmaking->challenges[i].number == number)
            return matchmaking->challenges[i].offer;
    }
    bool was_given = number >= 1 && number <= matchmaking->last_number;
    say_failed(matchmaking, ERROR_NO_SUCH_OFFER, "There is no challenge %" PRId64 "%s.", number,
               was_given ? " any more" : "");
    return 0;
}

static void accepted(void *owner, const struct error *error, const void *result)
{
    struct matchmaking *matchmaking = owner;
    matchmaking->open_requests--;
    if (error)
        say_failed(matchmaking, error->code, "That cannot be accepted: %s.",
                   refusal_of(error).words);
    else
        begin(matchmaking, result);
    tell_changed(matchmaking);
}

void matchmaking_join(struct matchmaking *matchmaking, int64_t match)
{
    struct wire_resume resume = {.match = match, .after = WIRE_ABSENT};
    call(matchmaking, WIRE_MATCH_RESUME, &resume, accepted);
}

void matchmaking_accept(struct matchmaking *matchmaking, int64_t offer)
{
    choose_offer(matchmaking, WIRE_OFFER_ACCEPT, offer, accepted);
}

static void declined(void *owner, const struct error *error, const void *result)
{
    (void)result;
    struct matchmaking *matchmaking = owner;
    matchmaking->open_requests--;
    if (error)
        say_failed(matchmaking, error->code, "That cannot be declined: %s.",
                   refusal_of(error).words);
    else
        say(matchmaking, MATCHMAKING_SAYS, "Declined.");
    tell_changed(matchmaking);
}

void matchmaking_decline(struct matchmaking *matchmaking, int64_t offer)
{
    struct challenge *challenge = find_challenge(matchmaking, offer);
    if (challenge)
        remove_challenge(matchmaking, challenge);
    choose_offer(matchmaking, WIRE_OFFER_DECLINE, offer, declined);
}

/* --- open seeks --- */

static void say_refused_and_wait(struct matchmaking *matchmaking, const struct error *error)
{
    say_failed(matchmaking, error->code, "A match that you could join cannot begin: %s.",
               refusal_of(error).words);
    matchmaking->is_refused = true;
    make_offer(matchmaking);
}

static void seek_accepted(void *owner, const struct error *error, const void *result)
{
    struct matchmaking *matchmaking = owner;
    search_answered(matchmaking);
    if (!error)
        begin(matchmaking, result);
    else if (error->code == ERROR_NO_SUCH_OFFER && matchmaking->wish)
        look_for_seek(matchmaking); /* somebody else was faster */
    else if (matchmaking->wish)
        say_refused_and_wait(matchmaking, error);
    tell_changed(matchmaking);
}

/* Our own seek is taken back, so that nobody accepts it while we accept another one. */
static void retracted(void *owner, const struct error *error, const void *result)
{
    (void)result;
    struct matchmaking *matchmaking = owner;
    search_answered(matchmaking);
    if (!error)
        matchmaking->offer = 0;
    if (matchmaking->wish && !matchmaking->offer)
        look_for_seek(matchmaking);
    else
        look_again_later(matchmaking); /* the server cannot take it back now */
    tell_changed(matchmaking);
}

/* `seek` fits; 0: none does. */
static void take_seek(struct matchmaking *matchmaking, int64_t seek)
{
    matchmaking->is_asking = seek != 0;
    if (seek && matchmaking->offer)
        choose_offer(matchmaking, WIRE_OFFER_CANCEL, matchmaking->offer, retracted);
    else if (seek)
        choose_offer(matchmaking, WIRE_OFFER_ACCEPT, seek, seek_accepted);
    else if (matchmaking->offer)
        look_again_later(matchmaking);
    else
        make_offer(matchmaking);
}

/* Is it the open seek that we would make now? One of days is left from an earlier connection. */
static bool is_same_as_ours(const struct matchmaking *matchmaking, const struct wire_offer *offer)
{
    const struct wish *wish = matchmaking->wish;
    return !offer->to.bytes && wire_text_equal(offer->from, client_name(matchmaking->client)) &&
           wire_text_equal(offer->rules, wish->rules.text) &&
           (wish->start.len == 0 || wire_text_equal(offer->start, text_string(&wish->start))) &&
           wire_text_equal(offer->first, wish_first_text(wish)) && offer->clock.bytes &&
           wire_text_equal(offer->clock, text_string(&wish->clock));
}

/* A seek of ours that has outlived, or will outlive, the connection that made it. */
static bool is_ours_of_days(const struct matchmaking *matchmaking, const struct wire_offer *offer)
{
    return !offer->to.bytes && wire_text_equal(offer->from, client_name(matchmaking->client)) &&
           offer->clock.bytes && is_of_days(offer->clock.bytes, offer->clock.len);
}

static void say_left_open(const struct matchmaking *matchmaking, const struct wire_offer *offer)
{
    bool is_awaited = offer->offer == matchmaking->offer;
    char *rules = copy(offer->rules), *clock = copy(offer->clock);
    struct text text = {0};
    text_append_string(&text, "Your offer of ");
    words_rules(rules, &text);
    text_printf(&text, " from %.*s", (int)offer->start.len, offer->start.bytes);
    words_control(clock, &text);
    text_append_string(&text, is_awaited ? ", is still open. Waiting for somebody to accept it."
                                         : ", is still open, too.");
    say_text(matchmaking, is_awaited ? MATCHMAKING_WAITS : MATCHMAKING_SAYS, &text);
    free(rules);
    free(clock);
}

static bool fits(const struct matchmaking *matchmaking, const struct wire_offer *offer)
{
    if (offer->to.bytes || wire_text_equal(offer->from, client_name(matchmaking->client)))
        return false;
    char *rules = copy(offer->rules), *start = copy(offer->start), *first = copy(offer->first);
    char *clock = copy(offer->clock);
    struct wish_offer theirs = {.rules = rules, .start = start, .first = first, .clock = clock};
    bool fit = wish_fits(matchmaking->wish, &theirs);
    free(rules);
    free(start);
    free(first);
    free(clock);
    return fit;
}

static bool is_challenge_to_us(const struct matchmaking *matchmaking,
                               const struct wire_offer *offer)
{
    return offer->to.bytes && !wire_text_equal(offer->from, client_name(matchmaking->client));
}

static void offers_listed(void *owner, const struct error *error, const void *result)
{
    struct matchmaking *matchmaking = owner;
    search_answered(matchmaking);
    if (!matchmaking->wish)
        return;
    const struct wire_offers *offers = result;
    size_t count = error ? 0 : offers->offers_count;
    int64_t found = 0;
    bool was_left = false, tells_left_open = !matchmaking->has_told_left_open && !error;
    for (size_t i = 0; i < count; i++) {
        const struct wire_offer *offer = &offers->offers[i];
        if (is_challenge_to_us(matchmaking, offer)) {
            show_challenge(matchmaking, offer);
        } else if (!matchmaking->offer && is_same_as_ours(matchmaking, offer)) {
            matchmaking->offer = offer->offer;
            was_left = true;
        } else if (tells_left_open && is_ours_of_days(matchmaking, offer)) {
            if (!matchmaking->offer && matchmaking->wish->is_plain) {
                matchmaking->offer = offer->offer;
                matchmaking->is_left_open = true;
            }
            say_left_open(matchmaking, offer);
        } else if (!found && fits(matchmaking, offer)) {
            found = offer->offer;
        }
    }
    matchmaking->has_told_left_open |= tells_left_open;
    if (was_left && !found)
        say_waiting(matchmaking);
    take_seek(matchmaking, matchmaking->is_left_open ? 0 : found);
    tell_changed(matchmaking);
}

static void look_for_seek(struct matchmaking *matchmaking)
{
    struct wire_nothing nothing;
    call_to_search(matchmaking, WIRE_OFFER_LIST, &nothing, offers_listed);
}

void matchmaking_search(struct matchmaking *matchmaking, const struct wish *wish,
                        const char *challenged)
{
    matchmaking->wish = wish;
    matchmaking->challenged = challenged;
    matchmaking->offer = 0;
    matchmaking->is_refused = false;
    matchmaking->is_left_open = false;
    matchmaking->has_told_left_open = false;
    if (challenged)
        make_offer(matchmaking);
    else
        look_for_seek(matchmaking);
}

void matchmaking_reconnected(struct matchmaking *matchmaking)
{
    matchmaking->offer = 0;
    if (matchmaking->wish && !matchmaking->is_asking)
        matchmaking_search(matchmaking, matchmaking->wish, matchmaking->challenged);
}

/* --- events --- */

static void say_refused(struct matchmaking *matchmaking, struct wire_text reason)
{
    say_failed(matchmaking, ERROR_NO_SUCH_OFFER, "%s",
               wire_text_equal(reason, "declined") ? "The other player declined."
                                                   : "The other player has left.");
}

static void take_closed_challenge(struct matchmaking *matchmaking, int64_t offer)
{
    struct challenge *challenge = find_challenge(matchmaking, offer);
    if (!challenge)
        return;
    int64_t number = challenge->number;
    remove_challenge(matchmaking, challenge);
    say(matchmaking, MATCHMAKING_GONE, "Challenge %" PRId64 " is gone.", number);
}

static void take_closed(struct matchmaking *matchmaking, const struct wire_offer_closed *closed)
{
    if (closed->offer != matchmaking->offer) {
        take_closed_challenge(matchmaking, closed->offer);
        return;
    }
    matchmaking->offer = 0;
    if (wire_text_equal(closed->reason, "accepted"))
        return; /* match.started follows */
    say_refused(matchmaking, closed->reason);
    if (matchmaking->wish)
        give_up(matchmaking);
}

static void take_started(struct matchmaking *matchmaking, const struct wire_match_event *started)
{
    if (started->offer == matchmaking->offer)
        matchmaking->offer = 0; /* it has served */
    begin(matchmaking, started->match);
}

void matchmaking_finish(struct matchmaking *matchmaking)
{
    loop_timer_destroy(matchmaking->look_again);
    free(matchmaking->challenges);
}

void matchmaking_event(struct matchmaking *matchmaking, enum wire_event event, const void *body)
{
    if (event == WIRE_EVENT_OFFER_RECEIVED)
        show_challenge(matchmaking, ((const struct wire_offer_event *)body)->offer);
    else if (event == WIRE_EVENT_OFFER_CLOSED)
        take_closed(matchmaking, body);
    else if (event == WIRE_EVENT_MATCH_STARTED)
        take_started(matchmaking, body);
}
