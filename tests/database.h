/* Where a test keeps its data. As it is, that is a file of SQLite. With TEST_POSTGRES in the
 * environment, the address of a server of PostgreSQL that is there for tests (tests/postgres.sh),
 * it is a database of its own in there, so that the same tests try both. */
#ifndef TESTS_DATABASE_H
#define TESTS_DATABASE_H

#include <stdbool.h>

enum { TEST_DATABASE_MAX = 300 };

bool test_database_is_postgres(void);
/* What --db is to be: `path`, or the address of a database that is new and empty when this path is
 * first asked for. */
void test_database_make(const char *path, char ret_name[TEST_DATABASE_MAX]);
/* Does the database itself refuse this statement, by a constraint? */
bool test_database_refuses(const char *name, const char *sql);
/* Drops all that this process has made, whoever uses them. */
void test_database_drop_all(void);
/* Runs one statement there; returns its rows, "1|NULL" a line without a line feed after the last.
 * free() it. */
char *test_database_ask(const char *name, const char *sql);
/* Only in PostgreSQL: runs one statement in a transaction that lasts until test_database_let_go().
 */
struct test_hold *test_database_hold(const char *name, const char *sql);
void test_database_let_go(struct test_hold *hold);

#endif
