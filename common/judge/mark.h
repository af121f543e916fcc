/* The mark of a move, its exact judgement by the solver. As a text, one word for each move of a
 * match, a space between two:
 *
 *     +3     the position was won, by 3 winning moves, and the move made is one of them
 *     -3     the position was won, by 3 winning moves, and the move made is none of them: it threw
 *            the win away
 *     0      the position was lost already
 *
 * and in games that know draws:
 *
 *     /3     the position was won, by 3 winning moves, and the move made leaves a draw
 *     =3     the position was a draw, 3 moves keep it, and the move made is one of them
 *     !3     the position was a draw, 3 moves keep it, and the move made is none of them: it loses
 *
 * A number with ~ behind it is a lower bound, where counting all winning moves would take too long:
 * +12~ */
#ifndef COMMON_JUDGE_MARK_H
#define COMMON_JUDGE_MARK_H

#include "common/base/text.h"
#include "common/solver/solver.h"

#include <stdbool.h>
#include <stdint.h>

struct mark {
    bool won;        /* was the position won for the player who made the move? */
    bool drawn;      /* or was it a draw with best play? */
    bool kept;       /* did the move keep the win or the draw? False in a lost position */
    bool to_draw;    /* did it turn a win into a draw? */
    uint128 winning; /* the number of winning moves, in a drawn position of those that keep it */
    bool counted;    /* is that number exact? Otherwise it is a lower bound */
};

/* Has the move thrown a win or a draw away? */
static inline bool mark_is_mistake(const struct mark *mark)
{
    return (mark->won || mark->drawn) && !mark->kept;
}

/* Appends the mark, with a space before it unless `out` is empty. */
void mark_print(const struct mark *mark, struct text *out);
/* Reads the mark that *at points to, and goes on to the next one, or to the end of the text. False:
 * there is no mark, or it is malformed; *at is undefined then. */
bool mark_next(const char **at, struct mark *ret_mark);

/* The outcome of the position after the judged move. */
enum outcome mark_outcome_after(const struct mark *mark);

/* The sums of a player over one or more matches. Positions that were a draw are not in them. */
struct mark_sums {
    int64_t won;    /* won positions that the player met; won = kept + thrown */
    int64_t kept;   /* wins kept */
    int64_t thrown; /* wins thrown away */
};

/* Adds the marks of a match to the sums of the first ([0]) and of the second player. False: the
 * text cannot be read, and `sums` is unchanged. `ret_first_thrown`: the first ply, from 1, at which
 * a player threw a win away, 0: none; may be NULL. */
bool mark_sum(const char *marks, struct mark_sums sums[2], int64_t *ret_first_thrown);

#endif
