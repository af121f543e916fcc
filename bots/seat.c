#include "bots/seat.h"

#include "bots/report.h"
#include "client/lib/match_updates.h"
#include "common/wire/wire.h"

#include <inttypes.h>
#include <stdlib.h>

/* --- its end --- */

void seat_drop_thought(struct seat *seat)
{
    const struct chooser *chooser = &seat->seats->config.chooser;
    chooser->drop(chooser->owner, seat->thought);
    seat->thought = NULL;
}

/* The match has changed or ended meanwhile, or is forgotten. */
static void stop_thinking(struct seat *seat)
{
    if (!seat->thought)
        return;
    seat_drop_thought(seat);
    seat->asked_ply = 0;
}

void seat_destroy(struct seat *seat)
{
    stop_thinking(seat);
    loop_timer_destroy(seat->timer);
    HASH_DEL(seat->seats->by_id, seat);
    match_destroy(seat->match);
    free(seat);
}

void seat_destroy_if_done(struct seat *seat)
{
    if (seat->is_over && seat->answers_due == 0)
        seat_destroy(seat);
}

/* Nothing is to be done in the match any more. */
static void close_seat(struct seat *seat)
{
    stop_thinking(seat);
    if (seat->timer)
        loop_timer_stop(seat->timer);
    seat->is_over = true;
    seat->seats->live_count--;
}

static void tell_ended(struct seat *seat)
{
    struct seats *seats = seat->seats;
    const struct chooser *chooser = &seats->config.chooser;
    close_seat(seat);
    if (chooser->ended)
        chooser->ended(chooser->owner, seat->match);
    seats->events.ended(seats->events.owner, seat->match);
}

static void lose(struct seat *seat)
{
    struct seats *seats = seat->seats;
    close_seat(seat);
    seats->events.lost(seats->events.owner, seat->id);
}

/* --- match.resume --- */

void seat_distrust(struct seat *seat, const struct error *error)
{
    report_trouble("match %" PRId64 " is left alone: %s", seat->id, error->message);
    lose(seat);
}

void seat_take_state(struct seat *seat, const struct wire_match *state)
{
    struct seats *seats = seat->seats;
    enum match_update update;
    struct error error;
    bool is_first = !seat->match;
    int64_t now = loop_now_ms(seats->loop);
    enum error_code failed = is_first ? match_create(state, now, &seat->match, &update, &error)
                                      : match_apply_state(seat->match, state, now, &update, &error);
    if (failed) {
        seat_distrust(seat, &error);
        return;
    }
    if (is_first)
        seats->events.started(seats->events.owner, seat->match, seat->offer);
    seat_go_on(seat);
}

static void on_resumed(void *owner, const struct error *error, const void *result)
{
    struct seat *seat = owner;
    seat->answers_due--;
    seat->is_resuming = false;
    if (!error && !seat->is_over)
        seat_take_state(seat, result);
    else if (error && error->code == ERROR_NO_SUCH_MATCH && !seat->is_over)
        lose(seat);
    else if (error)
        report_trouble("match %" PRId64 " cannot be resumed: %s", seat->id, error->message);
    seat_destroy_if_done(seat);
}

void seat_resume(struct seat *seat)
{
    if (seat->is_resuming)
        return;
    struct wire_resume parameters;
    wire_record_clear(&wire_record_resume, &parameters);
    parameters.match = seat->id;
    if (seat->match)
        parameters.after = seat->match->ply;
    seat->is_resuming = true;
    seat->answers_due++;
    client_call(seat->seats->client, WIRE_MATCH_RESUME, &parameters, on_resumed, seat);
}

/* --- whatever has changed --- */

void seat_go_on(struct seat *seat)
{
    if (seat->match->behind || seat->asked_ply != seat->match->ply + 1)
        stop_thinking(seat);
    if (!seat->match->behind && match_is_over(seat->match)) {
        tell_ended(seat);
        return;
    }
    if (seat->match->behind)
        seat_resume(seat);
    else if (match_is_my_turn(seat->match) && seat->asked_ply != seat->match->ply + 1)
        seat_choose_move(seat);
    seat_set_timer(seat);
}
