/* Looks at pairs of the sums to come: the first ones of each sum, and, given a sparse space, all
 * with a rare heap, as far as both heaps have known values by then. The sums of a run are looked at
 * together, since the partners of a heap are neighbours. While a long table is made, other threads
 * look at the next run while this one is used. */
#ifndef COMMON_SOLVER_LOOK_AHEAD_H
#define COMMON_SOLVER_LOOK_AHEAD_H

#include "common/base/crew.h"
#include "common/solver/bit_sets.h"
#include "common/solver/sparse_space.h"
#include "common/solver/value_row.h"

enum {
    LOOK_AHEAD_BOUND_MAX = 1 << 16, /* of values */
    LOOK_AHEAD_PAIRS_MIN = 64,      /* first pairs */
};

struct ahead_run {
    int64_t from;         /* the first of its sums; 0: none is looked at */
    int64_t sums;         /* their number */
    int64_t rest;         /* the pairs with a heap below this are not looked at */
    int64_t first_pairs;  /* and the others up to this one are */
    uint32_t mask;        /* so are those with a heap that this mask makes rare */
    struct bit_sets sets; /* the values found, by sum - from */
    uint32_t *rare;       /* the rare heaps of these */
    int64_t rare_count, rare_capacity;
};

struct look_ahead {
    const struct value_row *row;
    const struct sparse_space *space;
    bool unequal;    /* two heaps must differ */
    uint32_t *heaps; /* [n] = n: the first pairs in one row */
    int64_t heap_count;
    struct ahead_run now, next;
    struct ahead_run *in_work; /* one of them, for the parts of the job */
    struct crew *crew;         /* NULL: outside look_ahead_begin() and look_ahead_end() */
    /* As value_row_mark_sums() has it, for each member one behind the other; all 0 between uses. */
    uint8_t *seen;
    size_t seen_bytes; /* of one member */
    int seen_count;
};

/* `row` and `space` are borrowed. */
void look_ahead_init(struct look_ahead *ahead, const struct value_row *row,
                     const struct sparse_space *space, bool unequal);
void look_ahead_finish(struct look_ahead *ahead);
/* In bytes. */
size_t look_ahead_memory(const struct look_ahead *ahead);

/* Takes threads for the sums up to look_ahead_end(). In between the row must not need more room
 * than it has. */
void look_ahead_begin(struct look_ahead *ahead);
void look_ahead_end(struct look_ahead *ahead);
/* How many look ahead at once: the threads, or else the caller. */
int look_ahead_lookers(const struct look_ahead *ahead);

/* Sets the values below row->bound of the pairs looked at of this sum: at least the first ones,
 * whose number it returns, and those with a rare heap. If the sum is in no run yet, `first_pairs`
 * of them (from LOOK_AHEAD_PAIRS_MIN to all but one) are looked at now. Preconditions: sum <=
 * row->count, and row->bound <= LOOK_AHEAD_BOUND_MAX. */
int64_t look_ahead_take(struct look_ahead *ahead, int64_t sum, int64_t first_pairs,
                        uint64_t *ret_set);

#endif
