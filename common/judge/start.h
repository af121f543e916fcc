/* The start positions of a tournament, chosen with the solver where they have to be fair. */
#ifndef COMMON_JUDGE_START_H
#define COMMON_JUDGE_START_H

#include "common/judge/judge.h"
#include "common/solver/solver.h"
#include "common/tournament/starts.h"

/* Starts that pass the check can be drawn. A check takes candidates until it has FAIR_FOUND_MIN
 * positions of each kind, which have to be among the first FAIR_CHECKED_MAX: so the rarer kind
 * should be at least 1 in 1000 of all candidates. A kind rarer than 1 in 6000 passes with a chance
 * below 10^-9. For any other kind a draw, which takes up to FAIR_ATTEMPTS_MAX candidates, fails
 * with a chance below 10^-14. */
enum {
    FAIR_FOUND_MIN = 20,
    FAIR_CHECKED_MAX = 20000,
    FAIR_ATTEMPTS_MAX = 200000,
};

/* Appends the start with this index. `rules`: those that go with it (starts_rules). `solver` is one
 * for these rules; only fair starts need it, for others it may be NULL. BAD_POSITION when
 * FAIR_ATTEMPTS_MAX candidates bring no position of the needed kind: the message names the kind and
 * asks for other bounds. DISCONNECTED when the patience (NULL: endless) ended. */
enum error_code start_draw(const struct rules *rules, struct solver *solver,
                           const struct starts *starts, uint64_t seed, int64_t index,
                           const struct patience *patience, struct text *out, struct error *error);
/* Can all starts be drawn with this plan? `rules`: those that go with index 0. Only fair starts
 * need the solver. The errors are those of start_draw(). */
enum error_code starts_check(const struct rules *rules, struct solver *solver,
                             const struct starts *starts, uint64_t seed,
                             const struct patience *patience, struct error *error);

#endif
