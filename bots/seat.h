/* One of the matches that a bot plays (seats.h). For the files of the seats alone: seats.c finds
 * the seat that an event is for, seat.c keeps it up to date, seat_turn.c moves. */
#ifndef BOTS_SEAT_H
#define BOTS_SEAT_H

#include "bots/seats.h"

#include <uthash.h>

struct seat {
    int64_t id; /* of the match */
    struct seats *seats;
    struct match *match;  /* NULL until its first state has come */
    int64_t offer;        /* told with the first state */
    void *thought;        /* of the move with asked_ply, which is not sent yet; NULL: none */
    int64_t asked_ply;    /* the last move that was chosen or sent, and not refused */
    int64_t refused_ply;  /* the last move that was refused for how the match stood */
    bool is_resuming;     /* an answer to match.resume is to come */
    bool is_over;         /* told; kept only for the answers that are to come */
    unsigned answers_due; /* they refer to this memory */
    /* Goes off when a thought takes too long, or the opponent has been gone long enough. NULL: not
     * needed yet. */
    struct loop_timer *timer;
    UT_hash_handle hh;
};

struct seats {
    struct loop *loop;
    struct seats_config config;
    struct seats_events events;
    struct client *client;
    struct seat *by_id;
    size_t live_count;
};

/* Frees it at once. */
void seat_destroy(struct seat *seat);
/* To be called at the end of whatever an event or an answer has caused: frees it when it is over
 * and no answer is to come. */
void seat_destroy_if_done(struct seat *seat);

void seat_take_state(struct seat *seat, const struct wire_match *state);
/* What the server says of the match cannot be. It is left alone, at least until the next welcome.
 */
void seat_distrust(struct seat *seat, const struct error *error);
/* Asks for the match, or the rest of it, unless that was asked already. */
void seat_resume(struct seat *seat);
/* Does what is to be done as the match stands now. */
void seat_go_on(struct seat *seat);

/* It is our turn. */
void seat_choose_move(struct seat *seat);
void seat_drop_thought(struct seat *seat);
/* To be called whenever something has changed in a live match. */
void seat_set_timer(struct seat *seat);

#endif
