/* The person's seat in a match: tells what happens there, and makes the moves that are typed. */
#ifndef CLIENT_SEAT_H
#define CLIENT_SEAT_H

#include "client/console.h"
#include "client/play/chat.h"
#include "client/play/commentary.h"
#include "client/play/commentary_json.h"
#include "client/record/follower.h"

#include <stdbool.h>

struct seat_events {
    void *owner;
    /* Something was told, or the turn has changed, or the match has ended. */
    void (*changed)(void *owner);
    /* The match cannot go on here. */
    void (*failed)(void *owner, const struct error *error);
};

/* seat_init() it, seat_finish() it when done. */
struct seat {
    struct console *console; /* borrowed */
    struct seat_events events;
    struct client *client; /* borrowed; outlives the seat or drops its requests */
    struct follower follower;
    struct commentary commentary;
    struct commentary_json commentary_json; /* instead, where the console is for a program */
    json_t *summary;                        /* of the match, for the latter; NULL: none */
    int64_t turn_told; /* to a program: the ply of this match that we were last said to be at; 0:
                          none */
    struct chat chat;
    const char *remark; /* told once, when a match has begun; NULL: none; borrowed */
    bool hint_is_told;  /* how to move in this match */
    bool is_rated;
    bool has_begun;       /* the commentary is with this match */
    int64_t sent_ply;     /* of our move, until the match has moved there; 0: none */
    bool ending_is_asked; /* we have resigned or aborted; the end follows */
};

void seat_init(struct seat *seat, struct console *console, const struct seat_events *events);
/* Sits down in a match; `client` is the connection to its server. */
void seat_take(struct seat *seat, struct client *client, const struct wire_match *state);
void seat_finish(struct seat *seat);

/* The match, ended or not; NULL before the first. */
const struct match *seat_match(const struct seat *seat);
bool seat_is_live(const struct seat *seat);
/* Is it our turn, and nothing under way? */
bool seat_is_ready(const struct seat *seat);

/* For what a person types, in a live match. */
void seat_move(struct seat *seat, const char *line);
void seat_resign(struct seat *seat);
void seat_abort(struct seat *seat);
void seat_claim(struct seat *seat);
/* ... in any match. */
void seat_say(struct seat *seat, const char *text, size_t len);
void seat_show_moves(struct seat *seat, bool all);
void seat_show_record(struct seat *seat);
/* Says how to move, when it is our turn. */
void seat_show_hint(struct seat *seat);
/* What is left for our move, on our clock or for a first move, whichever is less; -1 unless it runs
 * down. */
int64_t seat_own_time_ms(const struct seat *seat, bool *ret_is_first_move);
/* Until `claim` wins the match; -1: it does not, as things stand, or needs not be typed. */
int64_t seat_claim_in_ms(const struct seat *seat);
/* Appends both clocks and a blank; nothing when no clock is running down. */
void seat_print_clocks(const struct seat *seat, struct text *out);

/* Gets what happened during a break. */
void seat_refresh(struct seat *seat);
void seat_event(struct seat *seat, enum wire_event event, const void *body);

#endif
