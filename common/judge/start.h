/* The start positions of a tournament, with the solver's word where they are to be fair. */
#ifndef COMMON_JUDGE_START_H
#define COMMON_JUDGE_START_H

#include "common/judge/patience.h"
#include "common/solver/solver.h"
#include "common/tournament/starts.h"

enum { FAIR_ATTEMPTS_MAX = 20000 };

/* Appends the start with this index. `solver` is one for these rules; it is asked for fair starts only and may be NULL otherwise.
 * BAD_POSITION when FAIR_ATTEMPTS_MAX candidates bring no position of the kind that is needed: the message says which kind, and
 * that other bounds are needed. DISCONNECTED when the patience (NULL: endless) came to its end. */
enum error_code start_draw(const struct rules *rules, struct solver *solver,
                           const struct starts *starts, uint64_t seed, int64_t index,
                           const struct patience *patience, struct text *out, struct error *error);
/* Can starts be drawn like this at all? Draws the first of each kind. The errors are those of start_draw(). */
enum error_code starts_check(const struct rules *rules, struct solver *solver,
                             const struct starts *starts, uint64_t seed,
                             const struct patience *patience, struct error *error);

#endif
