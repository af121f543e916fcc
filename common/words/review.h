/* The review of a match: the worth of each move and of the ending, and sentences about them. No
 * I/O.
 *
 * A replay stands at a stop. The stops are the moves, 1 to ply, each with the position before the
 * move; and ply + 1, the end.
 *
 * The sums and the mistakes of a replay count one thing more than the marks of a tournament's
 * record: an ending that threw a win or a draw away, such as a resignation in a won position,
 * counts as one such position that was met and thrown away. */
#ifndef COMMON_WORDS_REVIEW_H
#define COMMON_WORDS_REVIEW_H

#include "common/game/match.h"
#include "common/judge/judge.h"
#include "common/judge/mark.h"
#include "common/words/why.h"

/* The positions that were a draw with best play when a player had to move in them; met = kept +
 * lost. */
struct draw_sums {
    int64_t met, kept, lost;
};

/* {0} is a replay without a match; replay_finish() it when done. */
struct replay {
    struct match *match; /* owned, from the heap; NULL: none yet */
    struct mark *marks;  /* of each move; NULL: not judged */
    bool has_ending;     /* the end is judged */
    struct judged_ending ending;
    struct mark_sums sums[2]; /* of the first and of the second player */
    struct draw_sums draws[2];
    int64_t stop;
    struct match_walk walk; /* before the move of the stop */
};

/* Takes over a match, and goes to its first stop. A former match is destroyed. */
void replay_begin(struct replay *replay, struct match *match);
void replay_finish(struct replay *replay);

/* --- judging --- */

/* Takes the marks of all moves, as in mark.h, and judges the end by the last of them. False when
 * the marks cannot be read or their number is not that of the moves; nothing has changed then. */
bool replay_judge(struct replay *replay, const char *marks);
/* Judges every move of a finished match, and its end, with a solver for its rules; a long match
 * can take seconds. */
void replay_judge_by(struct replay *replay, struct solver *solver);
/* Judges the end of a match without moves, which has no mark: `outcome` is the start's. Has no
 * effect on other matches. */
void replay_judge_start(struct replay *replay, enum outcome outcome);
/* Has either player met a position that was a draw? */
bool replay_has_draws(const struct replay *replay);
/* The mark of the move of this ply; NULL: not judged, or there is no such move. */
const struct mark *replay_mark(const struct replay *replay, int64_t ply);

/* --- stops --- */

/* Goes to the nearest existing stop; without a match does nothing. */
void replay_go(struct replay *replay, int64_t stop);
/* At the end, or without a match? */
bool replay_is_at_end(const struct replay *replay);
/* The move of the stop; false at the end. */
bool replay_step(const struct replay *replay, struct match_step *ret_step);

/* --- mistakes: the stops at which a player threw a win or a draw away, by a move or by the ending
 * --- */

bool replay_is_mistake(const struct replay *replay, int64_t stop);
/* The seat of the player who made the mistake of this stop. */
enum match_seat replay_seat_of_mistake(const struct replay *replay, int64_t stop);
/* The first mistake of this seat, for MATCH_SPECTATOR of either; 0: there is none. */
int64_t replay_first_mistake(const struct replay *replay, enum match_seat seat);
/* The first mistake after the current stop; 0: there is none. */
int64_t replay_next_mistake(const struct replay *replay);

/* --- sentences. Each is appended to a text; they say "you" to the player of the match's own seat.
 * Those of a replay need a match. --- */

/* "Move 5 of 13: ann takes 5, leaving 15"; at the end "After 13 moves". */
void review_say_move(const struct replay *replay, struct text *out);
/* The worth of the move: "Your first mistake. You had a winning move here: ... You chose to ...,
 * and from then on ben could win." At the end: whether the ending threw a win away, and how the win
 * changed hands. Nothing while the match is not judged. `winning` is a winning move of the
 * position; NULL: there is none, or it is unknown. */
void review_say_worth(const struct replay *replay, const struct move *winning, struct text *out);
/* "You resigned in a won position: to take 5, leaving 34, would have kept the win.", or that the
 * position was lost; nothing where the last move ended the match, or nobody won. `winning` is a
 * winning move of the last position, as above. */
void review_say_ending(const struct match *match, const struct judged_ending *ending,
                       const struct move *winning, struct text *out);
/* "2 winning moves: take 1, leaving 20; take 4, leaving 17." Names at most four of them. */
void review_say_winning(const struct replay *replay, const struct solution *solution,
                        struct text *out);
/* Adds to the reasons for the stop's position the reasons for the position after its move: `after`
 * are their lines, from solver_explain(). */
void review_say_after(const struct replay *replay, const char *after, struct text *out);

#endif
