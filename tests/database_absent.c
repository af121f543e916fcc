#include "tests/database.h"
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

struct test_hold *test_database_hold(const char *name, const char *sql)
{
    cr_assert_fail("nobody holds '%s' in '%s'", sql, name);
}

void test_database_let_go(struct test_hold *hold)
{
    cr_assert_null(hold);
}
