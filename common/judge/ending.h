/* Whether the way in which a match ended threw a win away: a player who resigns, runs out of time
 * or is gone may have had a won position. The marks of mark.h judge moves only; this judges the
 * end. */
#ifndef COMMON_JUDGE_ENDING_H
#define COMMON_JUDGE_ENDING_H

#include "common/solver/solver.h"

enum ending_worth {
    ENDING_BY_MOVE,    /* the last move ended the match; its mark says everything */
    ENDING_NOBODY_WON, /* aborted, void, too many moves: no player gave anything up */
    ENDING_IN_LOST,    /* the loser could not have won against best play */
    ENDING_IN_WON,     /* the loser could have won: the ending threw the win away */
};

/* Players are 0 for the first and 1 for the second. */
struct ending {
    enum ending_worth worth;
    int mover;    /* whose turn it was */
    int favoured; /* could win the last position with best play */
    int loser;    /* meaningful for ENDING_IN_LOST and ENDING_IN_WON only */
};

/* `ending` and `winner` are as in match.ended of the protocol and in EXPORT.md; `winner` may be
 * NULL for none. `ply` moves were made, and `outcome` is that of the position after them. */
struct ending ending_judge(const char *ending, const char *winner, int64_t ply,
                           enum outcome outcome);

#endif
