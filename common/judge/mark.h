/* What the solver says of a move: the exact judgement of a match. As a text, one word for each
 * move, a space between two:
 *
 *     +3     the position was won, by 3 winning moves, and the move made is one of them
 *     -3     the position was won, by 3 winning moves, and the move made is none of them: it threw
 *            the win away
 *     0      the position was lost already
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
    bool won;        /* was the position won for whoever made the move? */
    bool kept;       /* did the move keep the win? of a won one */
    uint128 winning; /* how many winning moves there were */
    bool counted;    /* exactly; otherwise at least so many */
};

/* Appends the mark, with a space before it unless `out` is empty. */
void mark_print(const struct mark *mark, struct text *out);
/* Reads the mark that *at points to, and goes on to the next, or to the end of the text. False, and
 * *at is anywhere: there is none, or it cannot be. */
bool mark_next(const char **at, struct mark *ret_mark);

/* The outcome of the position that the judged move led to. */
enum outcome mark_outcome_after(const struct mark *mark);

/* Of a player in one or more matches. */
struct mark_sums {
    int64_t won;    /* won positions met */
    int64_t kept;   /* of these */
    int64_t thrown; /* of these; won = kept + thrown */
};

/* Adds the marks of a match to those of the first ([0]) and of the second player. False: the text
 * cannot be read; `sums` is as it was. `ret_first_thrown`: the first ply, from 1, at which either
 * threw a win away, 0: none; may be NULL. */
bool mark_sum(const char *marks, struct mark_sums sums[2], int64_t *ret_first_thrown);

#endif
