/* A match as somebody steps through it, with the mark of every move. Pure.
 *
 * The stops are the moves, 1 to ply: the position in which the move was made, with the move; and ply + 1: how it ended. */
#ifndef CLIENT_TUI_REPLAY_H
#define CLIENT_TUI_REPLAY_H

#include "client/record/record.h"
#include "common/judge/mark.h"

/* A replay of zeroes has no match. */
struct replay {
    struct match *match; /* owned; NULL: not there yet */
    struct mark *marks;  /* of each move; NULL: not judged */
    struct mark_sums sums[2];
    int64_t first_thrown; /* the first ply with which a win was thrown away; 0: none */
    int64_t stop;
    struct record_walk walk; /* before the move of the stop */
};

/* Takes a match over, and stands at its first stop. */
void replay_begin(struct replay *replay, struct match *match);
void replay_finish(struct replay *replay);

/* Takes the marks of all moves, as in mark.h. False, and nothing has changed: they cannot be read, or are not one for each. */
bool replay_judge(struct replay *replay, const char *marks);
/* NULL: not judged, or no move. */
const struct mark *replay_mark(const struct replay *replay, int64_t ply);

/* To the nearest stop there is. */
void replay_go(struct replay *replay, int64_t stop);
/* The end, or before there is a match. */
bool replay_is_at_end(const struct replay *replay);
/* The first stop after this one at which a win was thrown away, from the beginning again after the last; 0: there is none. */
int64_t replay_next_thrown(const struct replay *replay);
/* The first with which the seat threw a win away; 0: there is none. */
int64_t replay_first_thrown_by(const struct replay *replay, enum match_seat seat);
/* The move of the stop; false at the end. */
bool replay_step(const struct replay *replay, struct record_step *ret_step);

#endif
