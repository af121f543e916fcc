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

/* How each acknowledged move is there, for a count of one's own. */
struct audit_events {
    void *owner;
    void (*judged)(void *owner, const struct ledger_move *move, bool is_lost, bool is_doubled);
};

/* Names that begin with it are those of bots, whose moves are in no ledger. */
#define AUDIT_BOT "bot-"

/* Every acknowledged move is in the match's record, and in the journal unless it was pruned; every
 * move there was sent by a client or is a bot's; every match has ended, by its moves; each client
 * was told the ending that stands there; a file is sound. Says on standard error what is wrong, and
 * returns whether nothing is. `events` may be NULL. */
bool audit_run(const char *database, struct player *const *players, size_t count,
               const struct audit_events *events, struct audit *ret_audit);
/* Only whether the moves are there that were acknowledged since then, which may be asked while the
 * matches go on. */
bool audit_since(const char *database, struct player *const *players, size_t count,
                 int64_t since_ms);

#endif
