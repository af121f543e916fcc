/* The coach of a person who learns a game: a sentence about each move, and help in three steps,
 * each of which gives away a little more. No I/O.
 *
 * The learner is "you", and the other player is "your opponent". */
#ifndef COMMON_WORDS_COACH_H
#define COMMON_WORDS_COACH_H

#include "common/judge/mark.h"
#include "common/words/why.h"

enum coach_step {
    COACH_OUTCOME = 1, /* is the position won? */
    COACH_PART,        /* which heap? */
    COACH_MOVE,        /* which move? solver_explain() says why */
};

/* "Kept: one of 3 winning moves.", "Thrown away: ...", or that the position was lost already.
 * `solution` is that of the position before the move. Returns the mark of the move. */
struct mark coach_say_move(struct solver *solver, const struct position *position,
                           const struct solution *solution, const struct move *move,
                           struct text *out);
/* The question that a step answers: "Is it won?" */
const char *coach_step_question(enum coach_step step);
/* Help in a position that is not over. With only one heap the second step says roughly how much to
 * take. */
void coach_say_help(const struct rules *rules, const struct position *position,
                    const struct solution *solution, enum coach_step step, struct text *out);

#endif
