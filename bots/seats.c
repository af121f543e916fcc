#include "bots/seats.h"

#include "bots/seat.h"
#include "client/lib/match_updates.h"
#include "common/base/memory.h"

#include <stdlib.h>

/* --- the table --- */

static struct seat *find(const struct seats *seats, int64_t id)
{
    struct seat *seat = NULL;
    HASH_FIND(hh, seats->by_id, &id, sizeof id, seat);
    return seat;
}

static struct seat *find_or_add(struct seats *seats, int64_t id)
{
    struct seat *seat = find(seats, id);
    if (seat)
        return seat;
    seat = memory_zeroed(1, sizeof *seat);
    *seat = (struct seat){.id = id, .seats = seats, .offer = WIRE_ABSENT};
    HASH_ADD(hh, seats->by_id, id, sizeof seat->id, seat);
    seats->live_count++;
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
    struct seat *seat, *next;
    HASH_ITER (hh, seats->by_id, seat, next) {
        seat_destroy(seat);
    }
    seats->live_count = 0;
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
    return seats->live_count;
}

void seats_resume(struct seats *seats, struct client *client, const struct wire_welcome *welcome)
{
    seats->client = client;
    for (size_t i = 0; i < welcome->matches_count; i++)
        find_or_add(seats, welcome->matches[i]);
    struct seat *seat, *next;
    HASH_ITER (hh, seats->by_id, seat, next) {
        if (!seat->is_over)
            seat_resume(seat);
    }
}

void seats_take_state(struct seats *seats, const struct wire_match *state, int64_t offer)
{
    struct seat *seat = find_or_add(seats, state->match);
    if (seat->is_over)
        return;
    if (!seat->match)
        seat->offer = offer;
    seat_take_state(seat, state);
    seat_destroy_if_done(seat);
}

void seats_take_moved(struct seats *seats, const struct wire_moved *moved)
{
    struct seat *seat = find(seats, moved->match);
    if (!seat || seat->is_over || !seat->match)
        return;
    enum match_update update;
    struct error error;
    if (match_apply_moved(seat->match, moved, loop_now_ms(seats->loop), &update, &error))
        seat_distrust(seat, &error);
    else
        seat_go_on(seat);
    seat_destroy_if_done(seat);
}

void seats_take_ended(struct seats *seats, const struct wire_ended *ended)
{
    struct seat *seat = find(seats, ended->match);
    if (!seat || seat->is_over)
        return;
    if (!seat->match) {
        seat_resume(seat);
        return;
    }
    match_apply_ended(seat->match, ended, loop_now_ms(seats->loop));
    seat_go_on(seat);
    seat_destroy_if_done(seat);
}

void seats_take_presence(struct seats *seats, const struct wire_presence *presence)
{
    struct seat *seat = find(seats, presence->match);
    if (!seat || seat->is_over || !seat->match)
        return;
    match_apply_presence(seat->match, presence, loop_now_ms(seats->loop));
    seat_set_timer(seat);
}

void seats_go_on(struct seats *seats)
{
    struct seat *seat, *next;
    HASH_ITER (hh, seats->by_id, seat, next) {
        if (!seat->is_over && seat->match)
            seat_go_on(seat);
    }
}
