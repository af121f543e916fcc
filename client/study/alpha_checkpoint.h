/* The file that keeps the parts of a count of cutoffs: a first line that names it, a line
 * "I COUNT" for each interval [I, I+1) that is counted, ascending, and a last one "sum HEX" with
 * the checksum of what is above. It does not say how far the count was to go: one file serves all.
 */
#ifndef CLIENT_ALPHA_CHECKPOINT_H
#define CLIENT_ALPHA_CHECKPOINT_H

#include "common/base/error.h"

#include <stdint.h>

enum { ALPHA_PART_OPEN = -1 };

struct alpha_parts {
    int64_t *counts; /* counts[i - 1] for [i, i+1); ALPHA_PART_OPEN: not counted */
    int64_t size;
};

void alpha_parts_finish(struct alpha_parts *parts);
/* Makes room for at least `size` parts. */
void alpha_parts_reserve(struct alpha_parts *parts, int64_t size);

/* Adds what the file holds; no file is an empty one. IO: it cannot be read, is something else or is
 * damaged; then `parts` is as it was. */
enum error_code alpha_checkpoint_read(const char *path, struct alpha_parts *parts,
                                      struct error *error);
/* Replaces the file as a whole, by a draft FILE.XXXXXX beside it: after a crash there is the old
 * one or the new one, and of several who write at once the last one's. ERROR_NONE: it is on the
 * disk. IO. */
enum error_code alpha_checkpoint_write(const char *path, const struct alpha_parts *parts,
                                       struct error *error);

#endif
