/* Clocks of matches: what they know, and what is asked of them. Private to server/hall. */
#ifndef SERVER_HALL_CLOCKS_H
#define SERVER_HALL_CLOCKS_H

#include "common/base/text.h"
#include "common/game/time_control.h"
#include "server/hall/deadlines.h"
#include "server/hall/hall.h"
#include "server/hall/match_record.h"

/*
 *     PENDING --(the message that gives the turn is released)-------------------> GIVEN
 *        \______(the same, but the mover has not been back since the start or a
 *                 loss, or was away, and is awaited)----------------------------> AWAITED
 *     AWAITED --(the mover's welcome is released, or the time for that is over)-> GIVEN
 *     GIVEN --(the mover's connection is lost by the server's fault)------------> AWAITED
 *     any of them --(a move, or moves are taken back)--> PENDING
 *
 * After a start, the turn of each match that was found is AWAITED. One whose time is over counts as
 * GIVEN since then, even if the deadline was not met yet.
 */
enum turn {
    TURN_PENDING,
    TURN_AWAITED, /* no clock runs before its player is back */
    TURN_GIVEN,   /* the mover knows, and the mover's clock runs if there is one */
};

/* The times of a match, also of a match without a clock. All are in ms of play, see struct hall. */
struct match_clock {
    struct time_control control;
    enum turn turn;
    int64_t given_ms;         /* GIVEN: since when; AWAITED: when it will be at the latest */
    int64_t idle_ms;          /* since when no move has come */
    int64_t left_ms[2];       /* at the beginning of each player's turn; -1: no clock */
    int64_t quota_ms[2];      /* of lag that can still be credited */
    int64_t awaited_until_ms; /* see MATCH_FIELDS; 0: not */
    bool awaits_mover;        /* was the mover away when this turn became PENDING, and awaited? */
    struct text times;        /* of all moves, as in struct record */
    struct deadline deadline; /* the next one of this match */
};

struct match;
struct player;

/* As time_control_print() says it; free() it. NULL: no clock. */
char *clock_text(const struct time_control *control);
/* Of a new match: both have their whole time. */
void clock_begin(struct hall *hall, struct match *match, const struct time_control *control);
void clock_finish(struct hall *hall, struct match *match);
/* A move that was made before the start, not yet played. INTERNAL: its figures cannot be. */
enum error_code clock_restore_move(const struct hall *hall, struct match *match,
                                   const struct move_record *move, struct error *error);
/* The same of moves that were taken back. */
enum error_code clock_restore_takeback(const struct hall *hall, struct match *match,
                                       const struct move_record *taken_back, struct error *error);
/* The match stands as it was found after the start: the turn waits for the mover. `last_at_ms`: of
 * the last move, or when it began. */
void clock_restore_turn(struct hall *hall, struct match *match, int64_t last_at_ms);
/* The time of play at which a request had come, by its caller's came_ms. */
int64_t clock_came(const struct hall *hall, struct hall_caller from);
/* The ending that was due at `at_ms` because the mover has taken too long, judged or not;
 * ENDING_NONE: none. */
enum ending clock_verdict(const struct hall *hall, const struct match *match, int64_t at_ms);
/* The mover makes a move that came at `at_ms`, and it will be the opponent's turn: charges it.
 * Call before it is played. */
struct move_times clock_charge(struct hall *hall, struct match *match, int64_t at_ms);
/* At `at_ms`, moves are taken back until `plies` are left: charges the mover for this turn, and it
 * will be the turn after so many moves. Call before they are taken back. */
struct move_times clock_take_back(struct hall *hall, struct match *match, int64_t at_ms,
                                  int64_t plies);
/* The time on the clock of a seat now, without lag credit; -1: no clock. */
int64_t clock_left(const struct hall *hall, const struct match *match, int seat);
/* Does the mover's clock run when what is made now is said? A turn that is pending has been given
 * by then, by a message before it or this one, so has one that waits for a welcome before it, and a
 * stall is over; when the hall closes, nothing runs any more. */
bool clock_runs(const struct hall *hall, const struct match *match);
/* The message is about to be said: turns that it gives begin. */
void clocks_release(struct hall *hall, const struct message *message);
/* Sets the time from which on the match makes room for others. Call when it has taken places. */
void clock_set_idle(const struct hall *hall, struct match *match);
/* The player's session is about to be lost: see hall_lose(). */
void clocks_lose(struct hall *hall, struct player *player);
/* The player's lag has changed, or its session. */
void clocks_of_player_changed(struct hall *hall, const struct player *player);
/* Does the clock give so much time that players need not stay connected? Then absence does not
 * count. */
bool clock_is_patient(const struct match *match);
/* For how long the player of a seat has to be gone still until the opponent may act on it: 0 or
 * less: may now. With `turn`, the player must have the move for so long, too: a turn that is
 * pending counts as given now. INT64_MAX: never, as things stand. */
int64_t clock_absence_missing(const struct hall *hall, const struct match *match, int seat,
                              bool turn);

/* The deadlines of a live match, as struct wire_match has them: in ms from now, 0 when they are
 * past; -1: none. */
int64_t clock_first_move_left(const struct hall *hall, const struct match *match);
int64_t clock_await_left(const struct hall *hall, const struct match *match);
int64_t clock_claim_in(const struct hall *hall, const struct match *match);
/* For the opponent of the player of `seat`. */
int64_t clock_abort_in(const struct hall *hall, const struct match *match, int seat);
int64_t clock_idle_left(const struct hall *hall, const struct match *match);

#endif
