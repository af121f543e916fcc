/* In place of the engine for PostgreSQL, where libpq is missing. */
#include "server/store/postgres/hall_row.h"

#include <assert.h>

static enum error_code say_absent(struct error *error)
{
    return error_set(
        error, ERROR_IO,
        "this server was built without PostgreSQL: install libpq-dev and build it again");
}

bool postgres_may_lack_tls(const char *address)
{
    (void)address;
    return false;
}

enum error_code postgres_open_beside(const char *address, enum database_use use,
                                     struct database **ret_db, struct error *error)
{
    (void)address, (void)use, (void)ret_db;
    return say_absent(error);
}

enum error_code hall_row_open(const char *address, int64_t number, struct hall_row *ret_row,
                              struct error *error)
{
    (void)address, (void)number, (void)ret_row;
    return say_absent(error);
}

enum error_code hall_row_take(struct hall_row *row, struct error *error)
{
    (void)row;
    assert(false); /* none was ever opened */
    return say_absent(error);
}

enum error_code hall_row_read(const char *address, int64_t number,
                              struct database_leader *ret_leader, struct error *error)
{
    (void)address, (void)number, (void)ret_leader;
    return say_absent(error);
}

void hall_row_release(struct hall_row *row)
{
    (void)row;
    assert(false);
}
