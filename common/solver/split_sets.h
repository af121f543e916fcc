/* The values that the splits of a sum into two heaps can reach, for the latest sums. Finding all of
 * them takes a look at every pair. It is rarely needed: a heap's value is the least one that no
 * option has, so it is enough to find a pair for each smaller value, and to be sure that there is
 * none for this one.
 *
 * When a set is made, some pairs are looked at: the first few, and, given a sparse space, all pairs
 * with a rare heap. From then on
 *   - a value in the set is the value of some pair (whatever the space);
 *   - a value that is not in the set is the value of no pair when all pairs were looked at, or when
 *     it is common in the space with which the set was made: all pairs with a rare heap were looked
 *     at, and two common heaps make a rare value;
 *   - about any other value nothing is known, and split_sets_reach() searches the pairs for it.
 * So answers are exact whatever the space; a good space makes searches rare, and the first pairs
 * make them short. The number of first pairs is tuned as the work goes on. */
#ifndef COMMON_SOLVER_SPLIT_SETS_H
#define COMMON_SOLVER_SPLIT_SETS_H

#include "common/solver/bit_sets.h"
#include "common/solver/look_ahead.h"

struct split_sets {
    const struct value_row *row;
    const struct sparse_space *space;
    bool unequal; /* the two heaps must differ */
    int64_t kept; /* the number of sums that are kept */

    struct bit_sets reached; /* by `sum` at [sum % kept] */
    struct bit_sets absent;  /* searched for in vain */
    struct split_state *states;
    uint8_t *seen; /* a byte for each value, all 0 between uses */
    uint32_t seen_bound;

    struct look_ahead ahead;

    int64_t first_pairs; /* the number of pairs to look at first */
    int64_t sums;        /* made since first_pairs was tuned */
    int64_t looked;      /* the first pairs looked at in these sums */
    int64_t searched;    /* the pairs searched in these sums */
};

/* `row` and `space` are borrowed. The `kept` latest sums can be requested. */
void split_sets_init(struct split_sets *sets, const struct value_row *row,
                     const struct sparse_space *space, bool unequal, int64_t kept);
void split_sets_finish(struct split_sets *sets);
/* In bytes. */
size_t split_sets_memory(const struct split_sets *sets);

/* The number of pairs into which `sum` can be split. */
int64_t split_sets_pairs(const struct split_sets *sets, int64_t sum);

/* Takes threads for many sums in a row, up to split_sets_end(). In between the row must not need
 * more room than it has. */
void split_sets_begin(struct split_sets *sets);
void split_sets_end(struct split_sets *sets);

/* Makes the set of a sum whose parts all have known values. `complete`: looks at all pairs. */
void split_sets_make(struct split_sets *sets, int64_t sum, bool complete);
/* The known part of the set; bits from row->bound on are 0. */
const uint64_t *split_sets_known(const struct split_sets *sets, int64_t sum);
/* Is this the value of a pair of this sum? */
bool split_sets_reach(struct split_sets *sets, int64_t sum, uint32_t value);

#endif
