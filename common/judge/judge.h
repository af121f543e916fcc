/* The marks of a match, from the solver: exact, and the same whenever and wherever they are made.
 */
#ifndef COMMON_JUDGE_JUDGE_H
#define COMMON_JUDGE_JUDGE_H

#include "common/judge/mark.h"
#include "common/judge/patience.h"
#include "common/solver/solver.h"

/* Every position that the rules allow has an exact answer, within about a millisecond once there is
 * a table: the longest match, 10,000 plies of Grundy's game from a heap of a million, takes some
 * seconds, its table as well.
 *
 * Judges a whole match: `moves` with a space between two, which need not go on to the end of the
 * game. Appends the marks as mark.h has them. BAD_POSITION, BAD_MOVE or ILLEGAL_MOVE when the rules
 * refuse what stands there, with the ply; DISCONNECTED when the patience (NULL: endless) came to
 * its end. Nothing is appended then. */
enum error_code judge_match(struct solver *solver, const char *start, const char *moves,
                            const struct patience *patience, struct text *out, struct error *error);

#endif
