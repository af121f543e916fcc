/* Counts cutoffs [RS] up to a bound with several threads. A file keeps the counts of the intervals
 * [i, i+1), so that a count can be interrupted and continued. */
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

/* The checkpoint is a file with the parts of a count of cutoffs: a first line that names the
 * format, a line "I COUNT" for each counted interval [I, I+1), ascending, and a last line "sum HEX"
 * with the checksum of the lines above. It holds no bound: one file serves counts up to any
 * bound. */

/* Adds the parts of the file; a missing file is an empty one. IO: the file cannot be read, is
 * something else or is damaged; `parts` is then unchanged. */
enum error_code alpha_checkpoint_read(const char *path, struct alpha_parts *parts,
                                      struct error *error);
/* Replaces the file atomically, by a draft FILE.XXXXXX beside it: after a crash the old or the new
 * file exists; of several writers the last one wins. ERROR_NONE: the content is on the disk. IO. */
enum error_code alpha_checkpoint_write(const char *path, const struct alpha_parts *parts,
                                       struct error *error);

/* --- the count: alpha_count.c --- */

struct alpha_count {
    struct alpha upto;
    struct alpha_parts parts;
    int64_t last; /* the cutoffs in [floor(upto), upto] */
};

struct alpha_count_wish {
    struct alpha upto;
    int threads;            /* from 1 to CREW_MAX (crew.h) */
    const char *checkpoint; /* the file; NULL: none */
    const atomic_bool *stop;
    progress_listener *progress; /* called after each part; may be NULL */
    void *owner;
};

enum alpha_count_end {
    ALPHA_COUNT_DONE,
    ALPHA_COUNT_STOPPED, /* by `stop`; the checkpoint has the finished parts */
    ALPHA_COUNT_FAILED,  /* see the error: IO, or LIMIT_REACHED where terms need over 63 bits */
};

/* Counts the parts that the checkpoint does not have. `ret_count` has to be finished, whatever the
 * end. */
enum alpha_count_end alpha_count_run(const struct alpha_count_wish *wish,
                                     struct alpha_count *ret_count, struct error *error);
void alpha_count_finish(struct alpha_count *count);

/* The numbers of finished parts and of all parts. */
void alpha_count_parts(const struct alpha_count *count, int64_t *ret_done, int64_t *ret_parts);
/* The cutoffs in (1, x], for a whole x from 1 to floor(upto). */
int64_t alpha_count_upto_whole(const struct alpha_count *count, int64_t x);
/* The cutoffs in (1, upto]. */
int64_t alpha_count_total(const struct alpha_count *count);

#endif
