/* Drops guests to whom no match, no tournament (player.is_kept) and no token refers. The trigger
 * token_made deletes expired tokens, at the earliest a day after they ran out; the hall renews the
 * tokens of players who stay connected.
 *
 * The dropper has a connection of its own that does not enforce foreign keys: checking them would
 * take a scan of all matches for each deleted row. The player with the greatest id stays, so that
 * no id is used twice. */
#ifndef SERVER_STORE_DROPPER_H
#define SERVER_STORE_DROPPER_H

#include "common/base/error.h"
#include "server/store/database.h"

#include <stdint.h>

enum { DROPPER_SLICE = 256 }; /* guests visited in one step */

struct dropper {
    struct database *db;
    struct statement *find, *drop;
    int64_t reached; /* the pass has visited the guests up to this id */
};

/* Initialises a zeroed struct; finish it also when this fails. Call the dropper on the writer's
 * thread, or while that is not running. */
enum error_code dropper_init(struct dropper *dropper, const char *path, struct error *error);
void dropper_finish(struct dropper *dropper);
/* Visits the next guests to whom no match and no tournament refers, and drops those without a
 * token, in a transaction of its own that is not synced. After the last guest the next step begins
 * again with the first. On failure nothing has changed. */
enum error_code dropper_step(struct dropper *dropper, struct error *error);

#endif
