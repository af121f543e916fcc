#include "tests/database_postgres.h"

#include <criterion/criterion.h>

char *postgres_ask(const char *address, const char *sql)
{
    cr_assert_fail("no libpq: '%s' cannot be asked in %s", sql, address);
}

bool postgres_refuses(const char *address, const char *sql)
{
    cr_assert_fail("no libpq: '%s' cannot be tried in %s", sql, address);
}
