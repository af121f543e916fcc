/* The engine for PostgreSQL, by libpq. A connection that breaks is made again when it is next used,
 * outside of transactions. No query is tried again by itself. */
#ifndef SERVER_STORE_POSTGRES_ENGINE_H
#define SERVER_STORE_POSTGRES_ENGINE_H

#include "server/store/database.h"

/* What keeps a server apart from others that use the same database: see hall_row.h. A batch ends
 * with it, on the writer's connection. */
struct postgres_fence {
    /* SQL with the number of the batch as its only parameter; raises TK001 if another server has
     * taken over, which is TOO_EARLY. */
    char sql[100];
    int64_t batch; /* the last that is committed */
    /* The connection was made anew. *ret_batch: the last batch that is committed for good.
     * TOO_EARLY. */
    enum error_code (*renew)(struct postgres_fence *fence, struct database *db, int64_t *ret_batch,
                             struct error *error);
};

/* This is database_may_lack_tls(). */
bool postgres_may_lack_tls(const char *address);
/* This is database_open(). */
enum error_code postgres_open_beside(const char *address, enum database_use use,
                                     struct database **ret_db, struct error *error);
/* The writer's connection. NULL: no fence. */
enum error_code postgres_open_writer(const char *address, struct postgres_fence *fence,
                                     struct database **ret_db, struct error *error);

#endif
