/* Drops guests to whom nothing refers: no match, no tournament (player.is_kept), and no token any
 * more. Expired tokens are deleted when new ones are made (the trigger token_made), a day after
 * they ran out at the earliest; the hall renews those of players who stay connected.
 *
 * A connection of its own, which does not enforce foreign keys: to check them, each row to delete
 * would take a walk over all matches. The player with the greatest id stays, so that no id is given
 * twice. */
#ifndef SERVER_STORE_DROPPER_H
#define SERVER_STORE_DROPPER_H

#include "common/base/error.h"

#include <sqlite3.h>
#include <stdint.h>

enum { DROPPER_SLICE = 256 }; /* guests that are looked at in one step */

struct dropper {
    sqlite3 *db;
    sqlite3_stmt *find, *drop;
    int64_t reached; /* the pass has looked at the guests up to this id */
};

/* Of a zeroed struct; finish it also when this fails. On the thread of the writer, or while that
 * does not run. */
enum error_code dropper_init(struct dropper *dropper, const char *path, struct error *error);
void dropper_finish(struct dropper *dropper);
/* Looks at the next guests whom nothing keeps, and drops those without a token, in a transaction of
 * its own that is not synced. Behind the last guest it begins again with the first. On failure
 * nothing has changed. */
enum error_code dropper_step(struct dropper *dropper, struct error *error);

#endif
