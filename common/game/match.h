/* A match as one of those who look at it knows it: its players, its moves, its clocks. A plain
 * value without I/O; client/lib/match_updates.h keeps one as the server tells of it.
 *
 * The server alone measures the clocks. What it last said is exact; what has run off since is
 * estimated by a clock of the caller's, `now_ms`, which never goes back and is always the same one.
 */
#ifndef COMMON_GAME_MATCH_H
#define COMMON_GAME_MATCH_H

#include "common/base/text.h"
#include "common/game/game.h"
#include "common/game/time_control.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    MATCH_NAME_MAX = 32,     /* bytes of a player's name */
    MATCH_PLIES_MAX = 10000, /* moves of a match */
};

enum match_seat {
    MATCH_SPECTATOR = 0,
    MATCH_FIRST = 1,
    MATCH_SECOND = 2,
};

/* How long a move took. */
struct match_time {
    int64_t taken_ms;  /* what the server counted for it; -1: not told */
    int64_t credit_ms; /* what it gave back of that for the network's lag; -1: not told */
};

struct match {
    int64_t id;
    struct rules rules;
    struct position start;
    struct position position;
    struct text moves;        /* all moves so far, a space between two */
    int64_t ply;              /* moves in `moves` */
    struct match_time *times; /* of each of them */
    int64_t times_capacity;
    int64_t seq; /* of the last change that was applied */
    char first[MATCH_NAME_MAX + 1];
    char second[MATCH_NAME_MAX + 1];
    enum match_seat seat;
    bool online[2];
    bool behind;     /* moves are known to be missing */
    char ending[33]; /* "" while it is live, or the moves before its end are missing */
    char winner[17];
    int64_t seed;                          /* of this client's seat, in a tournament; 0: none */
    int64_t tournament;                    /* 0: none */
    char clock[TIME_CONTROL_TEXT_MAX + 1]; /* the time control; "": none */
    int64_t left_ms[2]; /* of first and second at `clock_since_ms`; of a clock only */
    int64_t clock_since_ms;
    bool clock_runs;            /* of the one who is to move, since then */
    int64_t first_move_left_ms; /* of the one who is to move, at `clock_since_ms`; -1: no limit */
    /* By the caller's clock; -1: never, as things stand, or not told. */
    int64_t
        claim_at_ms; /* the one to move is gone: from when on the opponent may claim the match */
    int64_t abort_at_ms; /* our opponent is gone: from when on we may abort the match */
    int64_t idle_at_ms;  /* when the match ends if nobody moves */
};

/* Plays a move in the notation, the one after the last: BAD_MOVE or ILLEGAL_MOVE when the rules
 * refuse it, and nothing has changed. */
enum error_code match_play(struct match *match, const char *move, size_t len,
                           struct match_time time, struct error *error);
void match_destroy(struct match *match); /* of the heap; NULL is taken */

/* --- players and turns --- */

/* The other of the two seats. */
enum match_seat match_seat_opposite(enum match_seat seat);
/* Who makes the move of this ply; plies count from 1. */
enum match_seat match_seat_of_ply(int64_t ply);
/* The name of who has this seat, the first or the second. */
const char *match_player(const struct match *match, enum match_seat seat);
bool match_is_over(const struct match *match);
/* Whose turn it is, or would be if the match were not over: the first or the second. */
enum match_seat match_turn(const struct match *match);
/* Is it the turn of this client's seat, in a live match all of whose moves are here, with a legal
 * move to make? */
bool match_is_my_turn(const struct match *match);
/* The name of who sits opposite; a spectator's is the second player. */
const char *match_opponent(const struct match *match);
bool match_opponent_is_online(const struct match *match);

/* --- clocks and deadlines --- */

bool match_has_clock(const struct match *match);
/* The time of a seat's player, not below 0; of a match with a clock. */
int64_t match_left_ms(const struct match *match, enum match_seat seat, int64_t now_ms);

/* The deadlines of a live match besides its clocks, in ms from now, 0 when they are past; -1: there
 * is none, as things stand, or the server has not told of it. */
/* Of the first move of the one who is to move. */
int64_t match_first_move_left_ms(const struct match *match, int64_t now_ms);
/* Until the opponent of the one who is to move, and is gone, may claim the match. */
int64_t match_claim_in_ms(const struct match *match, int64_t now_ms);
/* Until this client may abort the match because its opponent is gone. (Before both have moved it
 * may at any time.) */
int64_t match_abort_in_ms(const struct match *match, int64_t now_ms);
/* Until the match ends because nobody moves. */
int64_t match_idle_left_ms(const struct match *match, int64_t now_ms);

/* --- a walk through the moves of a match, which may grow meanwhile --- */

/* The position after some move; position_finish() it when done. */
struct match_walk {
    struct position position;
    int64_t ply; /* of the last move that was passed; 0 at the start */
    size_t at;   /* bytes of match->moves that were passed */
};

/* One move of the walk. */
struct match_step {
    int64_t ply;
    enum match_seat by;
    const char *text; /* in the notation, `len` bytes; borrowed from the match */
    size_t len;
    struct move move;
};

/* Begins before the first move. `ret_walk->position` has to be a valid position, such as {0}. */
void match_walk_begin(const struct match *match, struct match_walk *ret_walk);
/* The next move, without passing it; false at the end. The move is legal in walk->position. */
bool match_walk_peek(const struct match *match, const struct match_walk *walk,
                     struct match_step *ret_step);
/* Passes a move that was peeked at. */
void match_walk_pass(const struct match *match, struct match_walk *walk,
                     const struct match_step *step);

#endif
