/* The start positions of a tournament, with the solver's word where they are to be fair. */
#ifndef COMMON_JUDGE_START_H
#define COMMON_JUDGE_START_H

#include "common/judge/patience.h"
#include "common/solver/solver.h"
#include "common/tournament/starts.h"

/* What passes the check can be drawn. A check takes candidates until it has FAIR_FOUND_MIN
 * positions of each kind, which have to be among the first FAIR_CHECKED_MAX: so the rarer kind
 * should be 1 in 1000 of all candidates at least. When it is rarer than 1 in 6000, it passes all
 * the same with a chance below 10^-9; when it is not, a draw, which takes up to FAIR_ATTEMPTS_MAX
 * candidates, fails with a chance below 10^-14. */
enum {
    FAIR_FOUND_MIN = 20,
    FAIR_CHECKED_MAX = 20000,
    FAIR_ATTEMPTS_MAX = 200000,
};

/* Appends the start with this index. `solver` is one for these rules; it is asked for fair starts
 * only and may be NULL otherwise. BAD_POSITION when FAIR_ATTEMPTS_MAX candidates bring no position
 * of the kind that is needed: the message says which kind, and that other bounds are needed.
 * DISCONNECTED when the patience (NULL: endless) came to its end. */
enum error_code start_draw(const struct rules *rules, struct solver *solver,
                           const struct starts *starts, uint64_t seed, int64_t index,
                           const struct patience *patience, struct text *out, struct error *error);
/* Can all starts be drawn like this? Only fair ones need the solver to say. The errors are those of
 * start_draw(). */
enum error_code starts_check(const struct rules *rules, struct solver *solver,
                             const struct starts *starts, uint64_t seed,
                             const struct patience *patience, struct error *error);

#endif
