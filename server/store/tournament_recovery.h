/* An unfinished tournament, with everything that belongs to it, for the hall. */
#ifndef SERVER_STORE_TOURNAMENT_RECOVERY_H
#define SERVER_STORE_TOURNAMENT_RECOVERY_H

#include "server/hall/hall.h"

#include <sqlite3.h>

/* The columns: id, owner, name, rules, format, rounds, starts, seed, clock, at_once, each_at_once,
 * rated, invited, forbidden, state, reason, created_ms, active_ms. INTERNAL when the database says
 * what cannot be. */
enum error_code tournament_restore(struct hall *hall, sqlite3_stmt *row, struct error *error);

#endif
