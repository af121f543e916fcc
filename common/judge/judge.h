/* The exact judgement of a match by the solver: a mark for each move, and the worth of its ending.
 * It is the same whenever and wherever it is made. */
#ifndef COMMON_JUDGE_JUDGE_H
#define COMMON_JUDGE_JUDGE_H

#include "common/judge/mark.h"
#include "common/solver/solver.h"

#include <stdbool.h>
#include <stddef.h>

/* A way to stop a long series of questions to the solver. `go_on` is called before each question,
 * which takes some milliseconds at most, except when it has to make a table first; false gives up.
 */
struct patience {
    bool (*go_on)(void *owner);
    void *owner;
};

/* NULL is endless patience. */
static inline bool patience_goes_on(const struct patience *patience)
{
    return patience == NULL || patience->go_on(patience->owner);
}

/* Judges the moves of a match: `moves` with a space between two, which may end before the game is
 * over. Appends the marks as mark.h has them. BAD_POSITION, BAD_MOVE or ILLEGAL_MOVE, with the ply,
 * when the rules refuse the text; DISCONNECTED when the patience (NULL: endless) ended. An error
 * appends nothing.
 *
 * Every position that the rules allow has an exact answer, within about a millisecond once there is
 * a table: the longest match, 10,000 plies of Grundy's game from a heap of a million, takes some
 * seconds, its table included. */
enum error_code judge_match(struct solver *solver, const char *start, const char *moves,
                            const struct patience *patience, struct text *out, struct error *error);

/* The worth of an ending: a player who resigns, runs out of time or is gone may have thrown away a
 * won position, which no mark of a move says. */
enum ending_worth {
    ENDING_BY_MOVE,    /* the last move ended the match; its mark says everything */
    ENDING_NOBODY_WON, /* aborted, void, too many moves: no player gave anything up */
    ENDING_IN_DRAW,    /* the position was a draw with best play: the ending threw it away */
    ENDING_IN_LOST,    /* the loser could not have won against best play */
    ENDING_IN_WON,     /* the loser could have won: the ending threw the win away */
};

/* Players are 0 for the first and 1 for the second. */
struct judged_ending {
    enum ending_worth worth;
    int mover;    /* the player to move */
    int favoured; /* the player who wins the last position with best play; not of a drawn one */
    int loser;    /* meaningful for ENDING_IN_DRAW, ENDING_IN_LOST and ENDING_IN_WON only */
};

/* `ending` and `winner` are as in match.ended of the protocol and in EXPORT.md; `winner` may be
 * NULL for none. `ply` moves were made, and `outcome` is that of the position after them. */
struct judged_ending ending_judge(const char *ending, const char *winner, int64_t ply,
                                  enum outcome outcome);

#endif
