/* A finished match under review: a walk through its moves with the judgement of each, and of the
 * way in which it ended. Pure.
 *
 * The stops are the moves, 1 to ply: the position before the move, with the move; and ply + 1: the
 * end.
 *
 * The sums and the mistakes here count one thing more than the marks of a tournament's record: an
 * ending that threw a win away, such as a resignation in a won position, counts as one won position
 * that was met and thrown away. */
#ifndef CLIENT_REPLAY_H
#define CLIENT_REPLAY_H

#include "client/record/record.h"
#include "common/judge/ending.h"
#include "common/judge/mark.h"

/* A replay of zeroes has no match. */
struct replay {
    struct match *match; /* owned; NULL: not there yet */
    struct mark *marks;  /* of each move; NULL: not judged */
    bool has_ending;     /* the end is judged */
    struct ending ending;
    struct mark_sums sums[2]; /* of the first and of the second player */
    int64_t stop;
    struct record_walk walk; /* before the move of the stop */
};

/* Takes a match over, and stands at its first stop. */
void replay_begin(struct replay *replay, struct match *match);
void replay_finish(struct replay *replay);

/* Takes the marks of all moves, as in mark.h, and judges the end by the last of them. False, and
 * nothing has changed: the marks cannot be read, or are not one for each move. */
bool replay_judge(struct replay *replay, const char *marks);
/* Judges the end of a match without moves, which has no mark: `outcome` is that of its start. Has
 * no effect on other matches. */
void replay_judge_start(struct replay *replay, enum outcome outcome);
/* NULL: not judged, or no move. */
const struct mark *replay_mark(const struct replay *replay, int64_t ply);

/* To the nearest stop there is. */
void replay_go(struct replay *replay, int64_t stop);
/* The end, or before there is a match. */
bool replay_is_at_end(const struct replay *replay);
/* The move of the stop; false at the end. */
bool replay_step(const struct replay *replay, struct record_step *ret_step);

/* --- mistakes: the stops at which a player threw a win away, by a move or by the ending --- */

bool replay_is_mistake(const struct replay *replay, int64_t stop);
/* Whose mistake it is; of a stop that is one. */
enum match_seat replay_seat_of_mistake(const struct replay *replay, int64_t stop);
/* The first mistake of this seat, of either for MATCH_SPECTATOR; 0: there is none. */
int64_t replay_first_mistake(const struct replay *replay, enum match_seat seat);
/* The first mistake after this stop; 0: there is none. */
int64_t replay_next_mistake(const struct replay *replay);

#endif
