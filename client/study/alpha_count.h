/* Counting cutoffs [RS] up to a bound, by several threads, in parts [i, i+1) that are kept in a
 * file, so that a count can be interrupted and gone on with. */
#ifndef CLIENT_ALPHA_COUNT_H
#define CLIENT_ALPHA_COUNT_H

#include "client/progress.h"
#include "client/study/alpha_checkpoint.h"
#include "common/base/error.h"
#include "common/solver/alpha_walk.h"

#include <stdatomic.h>

enum { ALPHA_THREADS_MAX = 256 };

/* As many threads as there are processors. */
int alpha_count_threads(void);

struct alpha_count {
    struct alpha upto;
    struct alpha_parts parts;
    int64_t last; /* the cutoffs in [floor(upto), upto] */
};

struct alpha_count_wish {
    struct alpha upto;
    int threads;            /* from 1 to ALPHA_THREADS_MAX */
    const char *checkpoint; /* the file; NULL: none */
    const atomic_bool *stop;
    progress_listener *progress; /* told after each part; NULL: nobody */
    void *owner;
};

enum alpha_count_end {
    ALPHA_COUNT_DONE,
    ALPHA_COUNT_STOPPED, /* by `stop`; the parts that are done are in the checkpoint */
    ALPHA_COUNT_FAILED,  /* see the error: IO, or LIMIT_REACHED where terms need over 63 bits */
};

/* Counts; what stands in the checkpoint is not counted again. `ret_count` is to be finished
 * whatever the end. */
enum alpha_count_end alpha_count_run(const struct alpha_count_wish *wish,
                                     struct alpha_count *ret_count, struct error *error);
void alpha_count_finish(struct alpha_count *count);

/* How many parts are done, and how many there are. */
void alpha_count_parts(const struct alpha_count *count, int64_t *ret_done, int64_t *ret_parts);
/* The cutoffs in (1, x], for a whole x from 1 to floor(upto). */
int64_t alpha_count_upto_whole(const struct alpha_count *count, int64_t x);
/* The cutoffs in (1, upto]. */
int64_t alpha_count_total(const struct alpha_count *count);

#endif
