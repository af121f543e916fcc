#include "client/lib/seat.h"

#include "client/lib/match_updates.h"
#include "common/wire/wire.h"

#include <assert.h>
#include <inttypes.h>

bool seat_is_live(const struct seat *seat)
{
    return seat->match && !match_is_over(seat->match);
}

bool seat_is_player(const struct seat *seat)
{
    return seat->match && seat->match->seat != MATCH_SPECTATOR;
}

bool seat_has_sent(const struct seat *seat)
{
    return seat->match && seat->sent_ply > seat->match->ply;
}

bool seat_is_ready(const struct seat *seat)
{
    return seat_is_live(seat) && !seat->ending_is_asked && !seat_has_sent(seat) &&
           match_is_my_turn(seat->match);
}

static int64_t now_ms(const struct seat *seat)
{
    return loop_now_ms(client_loop(seat->client));
}

/* --- following the match --- */

static void on_resumed(void *owner, const struct error *error, const void *result);

static void ask_for_match(struct seat *seat)
{
    if (seat->is_asked)
        return;
    struct wire_resume resume = {
        .match = seat->id,
        .after = seat->match ? seat->match->ply : WIRE_ABSENT,
    };
    seat->is_asked = true;
    client_call(seat->client, WIRE_MATCH_RESUME, &resume, on_resumed, seat);
}

/* Reacts to an update of the match, or to its failure. */
static void settle(struct seat *seat, enum error_code failed, enum match_update update,
                   const struct error *error)
{
    enum seat_change change = SEAT_MOVED;
    if (failed) {
        seat->events.failed(seat->events.owner, error);
        return;
    }
    if (seat->match->behind && update != MATCH_KNOWN) {
        ask_for_match(seat);
        return;
    }
    if (update == MATCH_KNOWN)
        change = SEAT_KNOWN;
    else if (match_is_over(seat->match))
        change = SEAT_ENDED;
    else if (match_is_my_turn(seat->match))
        change = SEAT_TURN;
    seat->events.changed(seat->events.owner, change);
}

static void tell_takeback(struct seat *seat, enum seat_takeback news)
{
    if (seat->events.takeback)
        seat->events.takeback(seat->events.owner, news);
}

/* The move that was sent last is not on its way any more. */
static void tell_taken_back(struct seat *seat)
{
    seat->sent_ply = seat->refused_ply = 0;
    tell_takeback(seat, SEAT_TAKEBACK_DONE);
}

static void tell_question(struct seat *seat)
{
    tell_takeback(seat, seat->match->asker == seat->match->seat ? SEAT_TAKEBACK_ASKED
                                                                : SEAT_TAKEBACK_WANTED);
}

/* Tells what a snapshot has brought of takebacks. */
static void tell_takebacks_of_state(struct seat *seat, int64_t back, enum match_seat asker)
{
    if (seat->match->back > back)
        tell_taken_back(seat);
    if (seat->match->asker != MATCH_SPECTATOR && seat->match->asker != asker)
        tell_question(seat);
}

static void take_state(struct seat *seat, const struct wire_match *state)
{
    enum match_update update = MATCH_UPDATED;
    struct error error;
    enum error_code failed;
    seat->is_rated = state->rated;
    if (seat->match) {
        int64_t back = seat->match->back;
        enum match_seat asker = seat->match->asker;
        failed = match_apply_state(seat->match, state, now_ms(seat), &update, &error);
        if (!failed)
            tell_takebacks_of_state(seat, back, asker);
    } else {
        failed = match_create(state, now_ms(seat), &seat->match, &update, &error);
        if (!failed) {
            seat->events.begun(seat->events.owner, state);
            tell_takebacks_of_state(seat, seat->match->back, MATCH_SPECTATOR);
        }
    }
    settle(seat, failed, update, &error);
}

/* --- the chat --- */

void seat_room_take(struct seat_room *room, const struct wire_chat_line *line)
{
    if (line->at != room->last_at_ms)
        room->last_count = 0;
    room->last_at_ms = line->at;
    room->last_count++;
}

size_t seat_room_take_list(struct seat_room *room, const struct wire_chat_lines *list)
{
    int64_t last_at_ms = room->last_at_ms;
    size_t left = room->last_count, known = 0;
    for (; known < list->lines_count; known++) {
        int64_t at_ms = list->lines[known].at;
        if (at_ms > last_at_ms || (at_ms == last_at_ms && left == 0))
            break;
        left -= at_ms == last_at_ms;
    }
    for (size_t i = known; i < list->lines_count; i++)
        seat_room_take(room, &list->lines[i]);
    return known;
}

static void on_chat(void *owner, const struct error *error, const void *result)
{
    assert(((struct seat *)owner)->events.said);
    struct seat *seat = owner;
    const struct wire_chat_lines *list = result;
    seat->is_chat_asked = false;
    if (error)
        return; /* the room is closed */
    size_t known = seat_room_take_list(&seat->room, list);
    seat->events.said(seat->events.owner, list->lines + known, list->lines_count - known, false);
}

static void ask_for_chat(struct seat *seat)
{
    if (!seat->events.said || seat->is_chat_asked)
        return;
    struct wire_match_number number = {.match = seat->id};
    seat->is_chat_asked = true;
    client_call(seat->client, WIRE_CHAT_LIST, &number, on_chat, seat);
}

/* --- coming to the match --- */

static void forget_match(struct seat *seat)
{
    if (seat->client)
        client_drop_answers(seat->client, seat);
    match_destroy(seat->match);
    *seat = (struct seat){.events = seat->events};
}

static void begin(struct seat *seat, struct client *client, int64_t match)
{
    assert(client && match > 0);
    forget_match(seat);
    seat->client = client;
    seat->id = match;
}

void seat_take(struct seat *seat, struct client *client, const struct wire_match *state)
{
    if (seat->id != state->match) {
        begin(seat, client, state->match);
        ask_for_chat(seat); /* before the caller's own lines, which the list would repeat */
    }
    take_state(seat, state);
}

static void on_watching(void *owner, const struct error *error, const void *result)
{
    struct seat *seat = owner;
    seat->is_asked = false;
    if (error && error->code == ERROR_MATCH_OVER && seat->match) {
        ask_for_match(seat); /* the match has ended meanwhile */
    } else if (error) {
        seat->events.refused(seat->events.owner, WIRE_MATCH_WATCH, error);
    } else {
        seat->is_watched = true;
        ask_for_chat(seat);
        take_state(seat, result);
    }
}

static void ask_to_watch(struct seat *seat)
{
    if (seat->is_asked)
        return;
    struct wire_match_number number = {.match = seat->id};
    seat->is_asked = true;
    client_call(seat->client, WIRE_MATCH_WATCH, &number, on_watching, seat);
}

static void on_resumed(void *owner, const struct error *error, const void *result)
{
    struct seat *seat = owner;
    const struct wire_match *state = result;
    bool is_first = !seat->match;
    seat->is_asked = false;
    if (error) {
        seat->events.refused(seat->events.owner, WIRE_MATCH_RESUME, error);
        return;
    }
    bool is_live = !state->ending.bytes, is_player = state->seat.bytes != NULL;
    if (seat_is_player(seat) && !is_player) {
        struct error lost;
        error_set(&lost, ERROR_NOT_A_PLAYER,
                  "your seat in match %" PRId64 " is lost: the server takes you for somebody else",
                  seat->id);
        seat->events.failed(seat->events.owner, &lost);
        return;
    }
    if (is_first && is_live && !is_player)
        ask_to_watch(seat);
    else if (is_first)
        ask_for_chat(seat);
    take_state(seat, state);
}

void seat_look_up(struct seat *seat, struct client *client, int64_t match)
{
    begin(seat, client, match);
    ask_for_match(seat);
}

void seat_watch(struct seat *seat, struct client *client, int64_t match)
{
    begin(seat, client, match);
    ask_to_watch(seat);
}

void seat_refresh(struct seat *seat)
{
    seat->our_offer = seat->their_offer = 0;
    if (seat_is_live(seat) && !seat_is_player(seat)) {
        ask_to_watch(seat); /* the chat follows */
        return;
    }
    if (seat->id != 0 && !(seat->match && match_is_over(seat->match)))
        ask_for_match(seat);
    if (seat->match)
        ask_for_chat(seat);
}

static void tell_rematch(struct seat *seat, enum seat_rematch news)
{
    assert(seat->events.rematch);
    seat->events.rematch(seat->events.owner, news, 0, false);
}

/* Does the opponent offer the same again with the seats swapped? As a rematch, or as a challenge if
 * the server does not remember the match. */
static bool is_rematch(const struct seat *seat, const struct wire_offer *offer)
{
    const struct match *match = seat->match;
    struct text start = {0};
    if (offer->rematch_of != WIRE_ABSENT || !match || !match_is_over(match) ||
        !seat_is_player(seat) || match->tournament)
        return offer->rematch_of == seat->id;
    position_print(&match->rules, &match->start, &start);
    bool is_same =
        wire_text_equal(offer->from, match_opponent(match)) &&
        wire_text_equal(offer->rules, match->rules.text) &&
        wire_text_equal(offer->start, text_string(&start)) &&
        wire_text_equal(offer->first, match->seat == MATCH_FIRST ? "maker" : "taker") &&
        (offer->clock.bytes ? wire_text_equal(offer->clock, match->clock) : !*match->clock) &&
        offer->rated == seat->is_rated;
    text_finish(&start);
    return is_same;
}

static void take_closed(struct seat *seat, const struct wire_offer_closed *closed)
{
    bool is_declined = wire_text_equal(closed->reason, "declined");
    if (seat->their_offer && closed->offer == seat->their_offer) {
        seat->their_offer = 0;
        tell_rematch(seat, SEAT_REMATCH_WITHDRAWN);
    } else if (seat->our_offer && closed->offer == seat->our_offer &&
               !wire_text_equal(closed->reason, "accepted")) { /* match.started follows */
        seat->our_offer = 0;
        tell_rematch(seat, is_declined ? SEAT_REMATCH_DECLINED : SEAT_REMATCH_LEFT);
    }
}

/* Takes an event of this match. */
static void take_event(struct seat *seat, enum wire_event event, const void *body)
{
    enum match_update update = MATCH_KNOWN;
    struct error error;
    enum error_code failed = ERROR_NONE;
    if (!seat->match) {
        if (event == WIRE_EVENT_MATCH_ENDED)
            ask_for_match(seat);
        return;
    }
    if (event == WIRE_EVENT_MATCH_PRESENCE) {
        match_apply_presence(seat->match, body, now_ms(seat));
        seat->events.presence(seat->events.owner, body);
        return;
    }
    if (event == WIRE_EVENT_MATCH_TAKEBACK) {
        if (!match_apply_takeback(seat->match, body))
            return;
        if (seat->match->asker == MATCH_SPECTATOR)
            tell_takeback(seat, SEAT_TAKEBACK_DECLINED);
        else
            tell_question(seat);
        return;
    }
    if (event == WIRE_EVENT_MATCH_MOVED)
        failed = match_apply_moved(seat->match, body, now_ms(seat), &update, &error);
    else if (event == WIRE_EVENT_MATCH_TAKEN_BACK)
        failed = match_apply_taken_back(seat->match, body, now_ms(seat), &update, &error);
    else
        update = match_apply_ended(seat->match, body, now_ms(seat));
    if (event == WIRE_EVENT_MATCH_TAKEN_BACK && !failed && update == MATCH_UPDATED)
        tell_taken_back(seat);
    if (failed || update != MATCH_KNOWN)
        settle(seat, failed, update, &error);
}

void seat_event(struct seat *seat, enum wire_event event, const void *body)
{
    const struct wire_moved *moved = body;
    const struct wire_ended *ended = body;
    const struct wire_presence *presence = body;
    const struct wire_takeback *question = body;
    const struct wire_taken_back *taken_back = body;
    const struct wire_chat_line *line = body;
    const struct wire_offer_event *received = body;
    const struct wire_match_event *started = body;
    if (seat->id == 0)
        return;
    if ((event == WIRE_EVENT_MATCH_MOVED && moved->match == seat->id) ||
        (event == WIRE_EVENT_MATCH_ENDED && ended->match == seat->id) ||
        (event == WIRE_EVENT_MATCH_TAKEBACK && question->match == seat->id) ||
        (event == WIRE_EVENT_MATCH_TAKEN_BACK && taken_back->match == seat->id) ||
        (event == WIRE_EVENT_MATCH_PRESENCE && presence->match == seat->id)) {
        take_event(seat, event, body);
    } else if (event == WIRE_EVENT_SERVER_RESUMED && seat_is_live(seat)) {
        ask_for_match(seat); /* clocks and deadlines stood still during the stall */
    } else if (event == WIRE_EVENT_CHAT_SAID && line->match == seat->id && seat->events.said &&
               !seat->is_chat_asked) { /* the pending list includes this line */
        seat_room_take(&seat->room, line);
        seat->events.said(seat->events.owner, line, 1, true);
    } else if (!seat->events.rematch) {
        return;
    } else if (event == WIRE_EVENT_OFFER_RECEIVED && is_rematch(seat, received->offer) &&
               !wire_text_equal(received->offer->from, client_name(seat->client))) {
        seat->their_offer = received->offer->offer;
        tell_rematch(seat, SEAT_REMATCH_OFFERED);
    } else if (event == WIRE_EVENT_OFFER_CLOSED) {
        take_closed(seat, body);
    } else if (event == WIRE_EVENT_MATCH_STARTED && seat->our_offer &&
               started->offer == seat->our_offer) {
        seat->our_offer = 0;
        seat->events.rematch(seat->events.owner, SEAT_REMATCH_BEGINS, started->match->match, true);
    }
}

void seat_finish(struct seat *seat)
{
    struct wire_match_number number = {.match = seat->id};
    if (seat->is_watched && seat_is_live(seat) && client_state(seat->client) == CLIENT_READY)
        client_call(seat->client, WIRE_MATCH_UNWATCH, &number, NULL, NULL);
    forget_match(seat);
}

/* --- requests --- */

/* Does the refusal show that the seat's state of the match is outdated? */
static bool is_misunderstanding(enum error_code code)
{
    return code == ERROR_STALE_PLY || code == ERROR_NOT_YOUR_TURN || code == ERROR_MATCH_OVER;
}

static void on_move_answered(void *owner, const struct error *error, const void *result)
{
    (void)result; /* match.moved follows */
    struct seat *seat = owner;
    if (!error)
        return;
    if (is_misunderstanding(error->code) && seat->refused_ply != seat->sent_ply) {
        seat->refused_ply = seat->sent_ply;
        ask_for_match(seat);
    }
    seat->sent_ply = 0;
    seat->events.refused(seat->events.owner, WIRE_MATCH_MOVE, error);
}

void seat_move(struct seat *seat, const struct move *move)
{
    assert(seat_is_live(seat) && seat_is_player(seat));
    struct text text = {0};
    move_print(&seat->match->rules, &seat->match->position, move, &text);
    seat->sent_ply = seat->match->ply + 1;
    struct wire_move request = {
        .match = seat->id,
        .ply = seat->sent_ply,
        .move = {.bytes = text.bytes, .len = text.len},
        .back = seat->match->back > 0 ? seat->match->back : WIRE_ABSENT,
    };
    client_call(seat->client, WIRE_MATCH_MOVE, &request, on_move_answered, seat);
    text_finish(&text);
}

static void on_ending_answered(void *owner, const struct error *error, const void *result)
{
    (void)result; /* match.ended follows */
    struct seat *seat = owner;
    if (!error)
        return;
    seat->ending_is_asked = false;
    if (is_misunderstanding(error->code))
        ask_for_match(seat);
    seat->events.refused(seat->events.owner, seat->ending, error);
}

void seat_ask_ending(struct seat *seat, enum wire_method method)
{
    assert(seat_is_live(seat) && seat_is_player(seat));
    assert(method == WIRE_MATCH_RESIGN || method == WIRE_MATCH_ABORT || method == WIRE_MATCH_CLAIM);
    struct wire_match_choice choice;
    wire_record_clear(&wire_record_match_choice, &choice);
    choice.match = seat->id;
    seat->ending = method;
    seat->ending_is_asked = true;
    client_call(seat->client, method, &choice, on_ending_answered, seat);
}

bool seat_can_ask_takeback(const struct seat *seat)
{
    return seat_is_live(seat) && seat_is_player(seat) && !seat->is_rated &&
           seat->match->tournament == 0 && !seat->match->behind && !seat->is_takeback_pending &&
           seat->match->asker == MATCH_SPECTATOR && match_last_own_ply(seat->match) > 0;
}

bool seat_is_asked_takeback(const struct seat *seat)
{
    return seat_is_live(seat) && seat_is_player(seat) && !seat->is_takeback_pending &&
           seat->match->asker == match_seat_opposite(seat->match->seat);
}

static void answer_takeback(struct seat *seat, enum wire_method method, const struct error *error)
{
    seat->is_takeback_pending = false;
    if (error)
        seat->events.refused(seat->events.owner, method, error);
}

static void on_takeback_asked(void *owner, const struct error *error, const void *result)
{
    (void)result; /* match.takeback follows */
    answer_takeback(owner, WIRE_MATCH_TAKEBACK, error);
}

static void on_takeback_accepted(void *owner, const struct error *error, const void *result)
{
    (void)result; /* match.taken_back follows */
    answer_takeback(owner, WIRE_MATCH_ACCEPT_TAKEBACK, error);
}

static void on_takeback_declined(void *owner, const struct error *error, const void *result)
{
    (void)result; /* match.takeback follows */
    answer_takeback(owner, WIRE_MATCH_DECLINE_TAKEBACK, error);
}

void seat_ask_takeback(struct seat *seat)
{
    assert(seat_can_ask_takeback(seat));
    struct wire_takeback_ask ask;
    wire_record_clear(&wire_record_takeback_ask, &ask);
    ask.match = seat->id;
    ask.ply = match_last_own_ply(seat->match);
    seat->is_takeback_pending = true;
    client_call(seat->client, WIRE_MATCH_TAKEBACK, &ask, on_takeback_asked, seat);
}

void seat_answer_takeback(struct seat *seat, bool accepts)
{
    assert(seat_is_asked_takeback(seat));
    struct wire_takeback_choice choice;
    wire_record_clear(&wire_record_takeback_choice, &choice);
    choice.match = seat->id;
    choice.seq = seat->match->seq;
    choice.ply = seat->match->asked_ply;
    seat->is_takeback_pending = true;
    if (accepts)
        client_call(seat->client, WIRE_MATCH_ACCEPT_TAKEBACK, &choice, on_takeback_accepted, seat);
    else
        client_call(seat->client, WIRE_MATCH_DECLINE_TAKEBACK, &choice, on_takeback_declined, seat);
}

static void on_line_answered(void *owner, const struct error *error, const void *result)
{
    (void)result; /* chat.said follows */
    struct seat *seat = owner;
    if (error)
        seat->events.refused(seat->events.owner, WIRE_CHAT_SAY, error);
}

void seat_say(struct seat *seat, const char *text, size_t len)
{
    assert(seat->id != 0);
    struct wire_chat_say say;
    wire_record_clear(&wire_record_chat_say, &say);
    say.match = seat->id;
    say.text = (struct wire_text){.bytes = text, .len = len};
    client_call(seat->client, WIRE_CHAT_SAY, &say, on_line_answered, seat);
}

static void refuse_rematch(struct seat *seat, const struct error *error)
{
    seat->events.refused(seat->events.owner, WIRE_MATCH_REMATCH, error);
}

static void on_challenged(void *owner, const struct error *error, const void *result)
{
    struct seat *seat = owner;
    seat->is_rematch_asked = false;
    if (error) {
        refuse_rematch(seat, error);
        return;
    }
    seat->our_offer = ((const struct wire_offer_number *)result)->offer;
    tell_rematch(seat, SEAT_REMATCH_ASKED);
}

/* The server remembers no match that ended before it was started: a challenge says the same. */
static void challenge(struct seat *seat)
{
    const struct match *match = seat->match;
    struct text start = {0};
    struct wire_offer_make offer;
    wire_record_clear(&wire_record_offer_make, &offer);
    position_print(&match->rules, &match->start, &start);
    offer.to = wire_text(match_opponent(match));
    offer.rules = wire_text(match->rules.text);
    offer.look = wire_text(look_text(match->rules.look));
    offer.start = wire_text(text_string(&start));
    offer.clock = wire_text_given(match->clock);
    offer.first = wire_text(match->seat == MATCH_FIRST ? "taker" : "maker");
    offer.rated = seat->is_rated;
    client_call(seat->client, WIRE_OFFER_MAKE, &offer, on_challenged, seat);
    text_finish(&start);
}

static void on_rematch_answered(void *owner, const struct error *error, const void *result)
{
    struct seat *seat = owner;
    const struct wire_rematch *rematch = result;
    if (error && error->code == ERROR_NO_SUCH_MATCH && !seat->match->tournament) {
        challenge(seat);
        return;
    }
    seat->is_rematch_asked = false;
    if (error) {
        refuse_rematch(seat, error);
    } else if (rematch->match != WIRE_ABSENT) {
        seat->events.rematch(seat->events.owner, SEAT_REMATCH_BEGINS, rematch->match, false);
    } else {
        seat->our_offer = rematch->offer;
        tell_rematch(seat, SEAT_REMATCH_ASKED);
    }
}

static void ask_for_rematch(struct seat *seat)
{
    struct wire_match_choice choice;
    wire_record_clear(&wire_record_match_choice, &choice);
    choice.match = seat->id;
    client_call(seat->client, WIRE_MATCH_REMATCH, &choice, on_rematch_answered, seat);
}

static void on_rematch_accepted(void *owner, const struct error *error, const void *result)
{
    struct seat *seat = owner;
    const struct wire_match *state = result;
    if (error && error->code == ERROR_NO_SUCH_OFFER) {
        seat->their_offer = 0; /* withdrawn at the same time */
        ask_for_rematch(seat);
        return;
    }
    seat->is_rematch_asked = false;
    if (error)
        refuse_rematch(seat, error);
    else
        seat->events.rematch(seat->events.owner, SEAT_REMATCH_BEGINS, state->match, false);
}

void seat_rematch(struct seat *seat)
{
    struct wire_offer_choice choice;
    assert(seat->match && match_is_over(seat->match));
    seat->is_rematch_asked = true;
    if (!seat->their_offer) {
        ask_for_rematch(seat);
        return;
    }
    wire_record_clear(&wire_record_offer_choice, &choice);
    choice.offer = seat->their_offer;
    client_call(seat->client, WIRE_OFFER_ACCEPT, &choice, on_rematch_accepted, seat);
}

static void on_offer_closed(void *owner, const struct error *error, const void *result)
{
    (void)result;
    struct seat *seat = owner;
    if (error)
        seat->events.refused(seat->events.owner, WIRE_OFFER_CANCEL, error);
}

static void close_offer(struct seat *seat, enum wire_method method, int64_t *offer)
{
    assert(*offer != 0);
    struct wire_offer_choice choice;
    wire_record_clear(&wire_record_offer_choice, &choice);
    choice.offer = *offer;
    *offer = 0; /* the answer is ignored */
    client_call(seat->client, method, &choice, on_offer_closed, seat);
}

void seat_cancel_rematch(struct seat *seat)
{
    close_offer(seat, WIRE_OFFER_CANCEL, &seat->our_offer);
}

void seat_decline_rematch(struct seat *seat)
{
    close_offer(seat, WIRE_OFFER_DECLINE, &seat->their_offer);
}
