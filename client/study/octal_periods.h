/* `takeaway periods`: the periods of all octal codes of up to three digits, proven or looked for.
 * The list is a CSV file, which is its own checkpoint: a later run goes on where it ended. */
#ifndef CLIENT_OCTAL_PERIODS_H
#define CLIENT_OCTAL_PERIODS_H

#include "client/show/progress.h"
#include "common/game/game.h"

#include <stdatomic.h>

struct octal_period {
    char code[8];   /* "0.77", canonical */
    int64_t looked; /* the values of the heaps up to this were computed; 0: not yet looked at */
    int64_t first;  /* G(n + period) = G(n) for all n >= first */
    int64_t period; /* 0: none is proven */
    int64_t proven_with; /* the proof needs the values up to this */
};

struct octal_periods {
    struct octal_period *rows; /* by code; owned */
    size_t count;
};

/* All codes 0.abc and 4.abc, none looked at. */
struct octal_periods octal_periods_create(void);
void octal_periods_finish(struct octal_periods *periods);

/* Takes over the rows of the file; one that is missing is empty. IO: it cannot be read, or a line
 * is not as octal_periods_write() writes it. */
enum error_code octal_periods_read(struct octal_periods *periods, const char *path,
                                   struct error *error);
/* Replaces the file atomically. IO. */
enum error_code octal_periods_write(const struct octal_periods *periods, const char *path,
                                    struct error *error);

/* Looks up to the heap `upto`, or to the limit of the table, or until a period is proven. */
void octal_period_extend(struct octal_period *row, int64_t upto);

#endif
