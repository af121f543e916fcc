/* Counting cutoffs [RS] up to a bound, by several threads. The parts [i, i+1) are kept in a file,
 * so that a count can be interrupted and continued. */
#ifndef CLIENT_ALPHA_COUNT_H
#define CLIENT_ALPHA_COUNT_H

#include "client/show/progress.h"
#include "common/base/error.h"
#include "common/solver/alpha_walk.h"

#include <stdatomic.h>

/* --- the checkpoint: alpha_checkpoint.c --- */

enum { ALPHA_PART_OPEN = -1 };

struct alpha_parts {
    int64_t *counts; /* counts[i - 1] for [i, i+1); ALPHA_PART_OPEN: not counted */
    int64_t size;
};

void alpha_parts_finish(struct alpha_parts *parts);
/* Makes room for at least `size` parts. */
void alpha_parts_reserve(struct alpha_parts *parts, int64_t size);

/* The checkpoint is a file that keeps the parts of a count of cutoffs: a first line that names it,
 * a line "I COUNT" for each interval [I, I+1) that is counted, ascending, and a last one "sum HEX"
 * with the checksum of the lines above. It does not say how far the count was to go: one file
 * serves counts up to any bound. */

/* Adds what the file holds; no file is an empty one. IO: it cannot be read, is something else or is
 * damaged; then `parts` is as it was. */
enum error_code alpha_checkpoint_read(const char *path, struct alpha_parts *parts,
                                      struct error *error);
/* Replaces the file atomically, by a draft FILE.XXXXXX beside it: after a crash the old or the new
 * file is there; of several writers the last one wins. ERROR_NONE: it is on the disk. IO. */
enum error_code alpha_checkpoint_write(const char *path, const struct alpha_parts *parts,
                                       struct error *error);

/* --- the count: alpha_count.c --- */

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

/* Counts; parts in the checkpoint are not counted again. `ret_count` has to be finished, whatever
 * the end. */
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
