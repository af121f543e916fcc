/* Holds the database against what the clients were told. */
#ifndef TESTS_CRASH_AUDIT_H
#define TESTS_CRASH_AUDIT_H

#include "tests/crash/player.h"

#include <stdbool.h>

struct audit {
    size_t matches;      /* in the database, all ended */
    size_t moves;        /* in the journal, or pruned from it */
    size_t pruned;       /* of these: they are in the record of their match only */
    size_t acknowledged; /* of all */
    size_t results;      /* that clients were told */
};

/* Every acknowledged move is in the match's record, and in the journal unless it was pruned; every
 * move there was sent by a client; every match has ended, by its moves; each client was told the
 * ending that stands there; a file is sound. Says on standard error what is wrong, and returns
 * whether nothing is. */
bool audit_run(const char *database, struct player *const *players, size_t count,
               struct audit *ret_audit);

#endif
