/* A match as a player or a spectator knows it: its players, its moves, its clocks. A plain value
 * without I/O; client/lib/match_updates.h keeps it up to date with the server's events.
 *
 * The server alone measures the clocks. Its last figures are exact; the time since then is
 * estimated with the caller's monotonic clock, `now_ms`, always the same one. */
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
    int64_t taken_ms;  /* as the server counted it; -1: unknown */
    int64_t credit_ms; /* the part given back for the network's lag; -1: unknown */
};

/* Moves that were taken back together. */
struct match_taken {
    int64_t ply;       /* of the first of them */
    struct text moves; /* a space between two */
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
    int64_t seq;                    /* of the last change that was applied */
    struct match_taken *taken_back; /* the oldest first */
    int64_t back;                   /* how often moves were taken back: their number */
    /* The open question whether moves may be taken back; MATCH_SPECTATOR: there is none. */
    enum match_seat asker;
    int64_t asked_ply; /* the first move that would go */
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
    bool clock_runs;            /* of the player to move, since then */
    int64_t first_move_left_ms; /* of the player to move, at `clock_since_ms`; -1: no limit */
    /* Times of the caller's clock; -1: none at present, or unknown. */
    int64_t await_until_ms; /* the player to move is away, and awaited: the turn has not begun */
    int64_t claim_at_ms;    /* the player to move is gone: the opponent may claim from then on */
    int64_t abort_at_ms;    /* our opponent is gone: we may abort from then on */
    int64_t idle_at_ms;     /* the match ends then if nobody moves */
};

/* Plays a move in the notation, the one after the last: BAD_MOVE or ILLEGAL_MOVE when the rules
 * refuse it, and nothing has changed. */
enum error_code match_play(struct match *match, const char *move, size_t len,
                           struct match_time time, struct error *error);
/* The move number `ply` and all after it do not stand any more. */
void match_take_back(struct match *match, int64_t ply);
/* These moves were taken back together: adds them to `taken_back`. */
void match_note_taken_back(struct match *match, int64_t ply, const char *moves, size_t len);
void match_destroy(struct match *match); /* of the heap; NULL is taken */

/* --- players and turns --- */

/* The other of the two seats. */
enum match_seat match_seat_opposite(enum match_seat seat);
/* The seat that makes the move of this ply; plies count from 1. */
enum match_seat match_seat_of_ply(int64_t ply);
/* The name of the player in this seat, the first or the second. */
const char *match_player(const struct match *match, enum match_seat seat);
bool match_is_over(const struct match *match);
/* The seat to move, also after the end of the match: the first or the second. */
enum match_seat match_turn(const struct match *match);
/* Is it the turn of this client's seat, in a live match all of whose moves are here, with a legal
 * move to make? */
bool match_is_my_turn(const struct match *match);
/* The last move that this client made, by its number; 0: it has made none. */
int64_t match_last_own_ply(const struct match *match);
/* The opponent's name; for a spectator that of the second player. */
const char *match_opponent(const struct match *match);
/* The moves from number `ply` on, a space between two; borrowed. */
const char *match_moves_from(const struct match *match, int64_t ply);
bool match_opponent_is_online(const struct match *match);

/* --- clocks and deadlines --- */

bool match_has_clock(const struct match *match);
/* The time that the player of this seat has left, not below 0; meaningful in a match with a clock.
 */
int64_t match_left_ms(const struct match *match, enum match_seat seat, int64_t now_ms);

/* The deadlines of a live match besides its clocks, in ms from now, 0 when they are past; -1: there
 * is none at present, or the server has not told it. */

/* Until the first move of the player to move is due. */
int64_t match_first_move_left_ms(const struct match *match, int64_t now_ms);
/* For how long the player to move, who is away, is still awaited: no clock runs meanwhile. */
int64_t match_await_left_ms(const struct match *match, int64_t now_ms);
/* Until the opponent of the player to move, who is gone, may claim the match. */
int64_t match_claim_in_ms(const struct match *match, int64_t now_ms);
/* Until this client may abort the match because its opponent is gone. (Before both have moved it
 * may abort at any time.) */
int64_t match_abort_in_ms(const struct match *match, int64_t now_ms);
/* Until the match ends because nobody moves. */
int64_t match_idle_left_ms(const struct match *match, int64_t now_ms);

/* --- a walk through the moves of a match, which may grow meanwhile --- */

/* The position after some move; position_finish() it when done. */
struct match_walk {
    struct position position;
    int64_t ply;  /* of the last passed move; 0 at the start */
    size_t at;    /* passed bytes of match->moves */
    int64_t back; /* how often moves had been taken back then */
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
/* Call when moves were taken back: returns to before the first of them that the walk has passed.
 * Whether it has passed any. */
bool match_walk_return(const struct match *match, struct match_walk *walk);
/* Passes a move that was peeked at. */
void match_walk_pass(const struct match *match, struct match_walk *walk,
                     const struct match_step *step);

#endif
