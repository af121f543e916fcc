#include "bots/seats.h"

#include "bots/report.h"
#include "bots/strategy.h"
#include "client/lib/seat.h"
#include "common/base/memory.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <uthash.h>

/* The limits with a clock; a first move has a deadline of its own. */
enum { THINKING_MAX_MS = 20000, FIRST_THINKING_MAX_MS = 40000, RESERVE_MS = 1000 };

/* One of the matches that the bot plays, until it has ended or is lost. */
struct bot_seat {
    int64_t id; /* of the match */
    struct seats *seats;
    struct seat seat;
    int64_t offer;     /* of the first state */
    void *thought;     /* about the move of asked_ply, which is not sent yet; NULL: none */
    int64_t asked_ply; /* the last move that was asked for or sent, and not refused */
    /* Fires when a thought takes too long, or the opponent has been gone long enough. NULL: not
     * needed yet. */
    struct loop_timer *timer;
    UT_hash_handle hh;
};

struct seats {
    struct loop *loop;
    struct seats_config config;
    struct seats_events events;
    struct client *client; /* NULL before the first `ready` */
    struct bot_seat *by_id;
};

/* --- the end of a match --- */

static void drop_thought(struct bot_seat *seat)
{
    const struct chooser *chooser = &seat->seats->config.chooser;
    chooser->drop(chooser->owner, seat->thought);
    seat->thought = NULL;
}

/* Drops the thought of a match that has changed, ended or is forgotten. */
static void stop_thinking(struct bot_seat *seat)
{
    if (!seat->thought)
        return;
    drop_thought(seat);
    seat->asked_ply = 0;
}

/* Removes the seat from the live matches. */
static void leave(struct bot_seat *seat)
{
    stop_thinking(seat);
    HASH_DEL(seat->seats->by_id, seat);
}

static void destroy(struct bot_seat *seat)
{
    loop_timer_destroy(seat->timer);
    seat_finish(&seat->seat);
    free(seat);
}

static void end(struct bot_seat *seat)
{
    struct seats *seats = seat->seats;
    const struct chooser *chooser = &seats->config.chooser;
    leave(seat);
    if (chooser->ended)
        chooser->ended(chooser->owner, seat->seat.match);
    seats->events.ended(seats->events.owner, seat->seat.match);
    destroy(seat);
}

static void lose(struct bot_seat *seat)
{
    struct seats *seats = seat->seats;
    leave(seat);
    seats->events.lost(seats->events.owner, seat->id);
    destroy(seat);
}

/* --- moving --- */

/* May the choice use nearly all of the time? */
static bool is_patient(const struct bot_seat *seat)
{
    return seat->seat.match->seed != 0 || seat->seats->config.chooser.is_patient;
}

static void move_in_haste(struct bot_seat *seat)
{
    bool resigns = seat->seats->config.resigns_for_haste;
    struct turn turn = chooser_turn(seat->seat.match);
    struct move move;
    if (is_patient(seat)) {
        report_line("match %" PRId64 " haste %" PRId64 " %s", seat->id, turn.ply,
                    resigns ? "resigned" : "made");
        report_trouble("match %" PRId64 ", move %" PRId64 ": %s", seat->id, turn.ply,
                       resigns ? "resigned, for want of a move" : "made in haste");
    }
    if (resigns) {
        seat_ask_ending(&seat->seat, WIRE_MATCH_RESIGN);
        return;
    }
    strategy_choose_in_haste(&turn, &move);
    seat_move(&seat->seat, &move);
}

static void take_choice(void *owner, enum chooser_choice choice, const struct move *move)
{
    struct bot_seat *seat = owner;
    seat->thought = NULL;
    if (seat->seat.match->behind) {
        seat->asked_ply = 0; /* asks again as soon as the rest of the match is there */
        return;
    }
    if (seat->seat.is_takeback_pending) {
        seat->asked_ply = 0; /* the move would be refused; asks again after the takeback */
        return;
    }
    switch (choice) {
    case CHOOSER_MOVES:
        seat_move(&seat->seat, move);
        return;
    case CHOOSER_RESIGNS:
        seat_ask_ending(&seat->seat, WIRE_MATCH_RESIGN);
        return;
    case CHOOSER_HAS_NONE:
        move_in_haste(seat);
        return;
    }
}

static void choose_move(struct bot_seat *seat)
{
    const struct chooser *chooser = &seat->seats->config.chooser;
    const struct match *match = seat->seat.match;
    struct move move;
    assert(!seat->thought);
    seat->asked_ply = match->ply + 1;
    if (chooser->choose_at_once && chooser->choose_at_once(chooser->owner, match, &move))
        seat_move(&seat->seat, &move);
    else
        seat->thought = chooser->ask(chooser->owner, match, take_choice, seat);
}

/* --- time --- */

static uint32_t thinking_ms(const struct bot_seat *seat)
{
    const struct match *match = seat->seat.match;
    int64_t left = match_left_ms(match, match->seat, loop_now_ms(seat->seats->loop));
    int64_t most = left / 2, longest = THINKING_MAX_MS;
    if (is_patient(seat)) {
        most = left > 2 * RESERVE_MS ? left - RESERVE_MS : left / 2;
        longest = match->ply < 2 ? FIRST_THINKING_MAX_MS : UINT32_MAX;
    }
    return (uint32_t)(most < longest ? most : longest);
}

/* Has the opponent, who is to move, gone, and has this client to ask for the end? */
static bool is_left_alone(const struct bot_seat *seat)
{
    const struct match *match = seat->seat.match;
    return !match->behind && match->tournament == 0 && match_turn(match) != match->seat &&
           !match_opponent_is_online(match);
}

static void on_due(void *owner)
{
    struct bot_seat *seat = owner;
    if (seat->thought) {
        drop_thought(seat);
        take_choice(seat, CHOOSER_HAS_NONE, NULL);
    } else if (is_left_alone(seat)) {
        seat_ask_ending(&seat->seat,
                        seat->seat.match->ply < 2 ? WIRE_MATCH_ABORT : WIRE_MATCH_CLAIM);
    }
}

/* Sets the timer after every change in a live match. */
static void set_timer(struct bot_seat *seat)
{
    bool thinks = seat->thought && match_has_clock(seat->seat.match);
    if (!thinks && !is_left_alone(seat)) {
        if (seat->timer)
            loop_timer_stop(seat->timer);
        return;
    }
    if (!seat->timer)
        seat->timer = loop_timer_create(seat->seats->loop, on_due, seat);
    loop_timer_start(seat->timer, thinks ? thinking_ms(seat) : seat->seats->config.patience_ms);
}

/* --- events of the match --- */

/* Ends a match that is over, or moves if it is this client's turn. No move may be missing. */
static void go_on(struct bot_seat *seat)
{
    const struct match *match = seat->seat.match;
    assert(!match->behind);
    if (seat->asked_ply != match->ply + 1)
        stop_thinking(seat);
    if (match_is_over(match)) {
        end(seat);
        return;
    }
    if (match_is_my_turn(match) && seat->asked_ply != match->ply + 1 &&
        !seat->seat.is_takeback_pending)
        choose_move(seat);
    set_timer(seat);
}

static void on_begun(void *owner, const struct wire_match *state)
{
    (void)state;
    struct bot_seat *seat = owner;
    struct seats *seats = seat->seats;
    seats->events.started(seats->events.owner, seat->seat.match, seat->offer);
}

static void on_changed(void *owner, enum seat_change change)
{
    (void)change;
    go_on(owner);
}

static void on_presence(void *owner, const struct wire_presence *presence)
{
    (void)presence;
    set_timer(owner);
}

/* Answers the opponent's question. A thought goes on when it is declined, and is dropped when moves
 * are taken back. */
static void on_takeback(void *owner, enum seat_takeback news)
{
    struct bot_seat *seat = owner;
    const struct match *match = seat->seat.match;
    if (news == SEAT_TAKEBACK_WANTED && seat_is_asked_takeback(&seat->seat)) {
        seat_answer_takeback(&seat->seat, match->back < seat->seats->config.takebacks);
    } else if (news == SEAT_TAKEBACK_DECLINED && !match->behind) {
        go_on(seat);
    } else if (news == SEAT_TAKEBACK_DONE) {
        stop_thinking(seat);
        seat->asked_ply = 0;
    }
}

static void on_failed(void *owner, const struct error *error)
{
    struct bot_seat *seat = owner;
    report_trouble("match %" PRId64 " is left alone: %s", seat->id, error->message);
    lose(seat);
}

/* A refusal because the match stands differently has already made the seat ask for the match again
 * (`is_asked`). */
static void on_refused(void *owner, enum wire_method method, const struct error *error)
{
    struct bot_seat *seat = owner;
    bool again = seat->seat.is_asked || client_is_stall(error->code);
    if (method == WIRE_MATCH_RESUME) {
        if (error->code == ERROR_NO_SUCH_MATCH)
            lose(seat);
        else
            report_trouble("match %" PRId64 " cannot be resumed: %s", seat->id, error->message);
    } else if (method == WIRE_MATCH_CLAIM || method == WIRE_MATCH_ABORT) {
        if (error->code == ERROR_TOO_EARLY || client_is_stall(error->code))
            set_timer(seat);
        else if (!again)
            report_trouble("match %" PRId64 " cannot be ended: %s", seat->id, error->message);
    } else if (method == WIRE_MATCH_ACCEPT_TAKEBACK || method == WIRE_MATCH_DECLINE_TAKEBACK) {
        if (seat->seat.match && !seat->seat.match->behind)
            go_on(seat); /* the question is gone */
    } else if (again) {
        seat->asked_ply = 0;
    } else {
        report_trouble("match %" PRId64 ": move %" PRId64 " was refused: %s", seat->id,
                       seat->asked_ply, error->message);
    }
}

/* --- the table --- */

static struct bot_seat *find(const struct seats *seats, int64_t id)
{
    struct bot_seat *seat = NULL;
    HASH_FIND(hh, seats->by_id, &id, sizeof id, seat);
    return seat;
}

static struct bot_seat *find_or_add(struct seats *seats, int64_t id)
{
    struct bot_seat *seat = find(seats, id);
    if (seat)
        return seat;
    seat = memory_zeroed(1, sizeof *seat);
    *seat = (struct bot_seat){
        .id = id,
        .seats = seats,
        .seat.events =
            {
                .owner = seat,
                .begun = on_begun,
                .changed = on_changed,
                .presence = on_presence,
                .refused = on_refused,
                .failed = on_failed,
                .takeback = on_takeback,
            },
        .offer = WIRE_ABSENT,
    };
    HASH_ADD(hh, seats->by_id, id, sizeof seat->id, seat);
    return seat;
}

/* --- the public functions --- */

struct seats *seats_create(struct loop *loop, const struct seats_config *config,
                           const struct seats_events *events)
{
    struct seats *seats = memory_zeroed(1, sizeof *seats);
    seats->loop = loop;
    seats->config = *config;
    seats->events = *events;
    return seats;
}

void seats_clear(struct seats *seats)
{
    struct bot_seat *seat, *next;
    HASH_ITER (hh, seats->by_id, seat, next) {
        leave(seat);
        destroy(seat);
    }
}

void seats_destroy(struct seats *seats)
{
    if (!seats)
        return;
    seats_clear(seats);
    free(seats);
}

size_t seats_live_count(const struct seats *seats)
{
    return HASH_COUNT(seats->by_id);
}

void seats_resume(struct seats *seats, struct client *client, const struct wire_welcome *welcome)
{
    seats->client = client;
    for (size_t i = 0; i < welcome->matches_count; i++)
        find_or_add(seats, welcome->matches[i]);
    struct bot_seat *seat, *next;
    HASH_ITER (hh, seats->by_id, seat, next) {
        if (seat->seat.id == 0)
            seat_look_up(&seat->seat, client, seat->id);
        else
            seat_refresh(&seat->seat);
    }
}

void seats_take_state(struct seats *seats, const struct wire_match *state, int64_t offer)
{
    struct bot_seat *seat = find_or_add(seats, state->match);
    if (!seat->seat.match)
        seat->offer = offer;
    seat_take(&seat->seat, seats->client, state);
}

void seats_event(struct seats *seats, enum wire_event event, const void *body)
{
    int64_t id = 0;
    if (event == WIRE_EVENT_MATCH_MOVED)
        id = ((const struct wire_moved *)body)->match;
    else if (event == WIRE_EVENT_MATCH_ENDED)
        id = ((const struct wire_ended *)body)->match;
    else if (event == WIRE_EVENT_MATCH_TAKEBACK)
        id = ((const struct wire_takeback *)body)->match;
    else if (event == WIRE_EVENT_MATCH_TAKEN_BACK)
        id = ((const struct wire_taken_back *)body)->match;
    else if (event == WIRE_EVENT_MATCH_PRESENCE)
        id = ((const struct wire_presence *)body)->match;
    struct bot_seat *seat = id != 0 ? find(seats, id) : NULL;
    if (seat)
        seat_event(&seat->seat, event, body);
}

void seats_go_on(struct seats *seats)
{
    struct bot_seat *seat, *next;
    HASH_ITER (hh, seats->by_id, seat, next) {
        if (seat->seat.match && !seat->seat.match->behind)
            go_on(seat);
    }
}
