/* In place of database.c where libpq is missing: a test keeps its data in a file. */
#include "tests/database.h"

#include <criterion/criterion.h>
#include <stdio.h>

bool test_database_is_postgres(void)
{
    return false;
}

void test_database_make(const char *path, char ret_name[TEST_DATABASE_MAX])
{
    cr_assert_lt(snprintf(ret_name, TEST_DATABASE_MAX, "%s", path), TEST_DATABASE_MAX);
}

bool test_database_refuses(const char *name, const char *sql)
{
    cr_assert_fail("nobody tries '%s' in '%s'", sql, name);
}

void test_database_drop_all(void)
{
}

char *test_database_ask(const char *name, const char *sql)
{
    cr_assert_fail("nobody asks '%s' in '%s'", sql, name);
}
