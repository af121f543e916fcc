/* The half of tests/database.h that speaks with PostgreSQL; database_absent.c is in its place where
 * libpq is missing. */
#ifndef TESTS_DATABASE_POSTGRES_H
#define TESTS_DATABASE_POSTGRES_H

#include <stdbool.h>

/* As test_database_ask(). */
char *postgres_ask(const char *address, const char *sql);
/* As test_database_refuses(). */
bool postgres_refuses(const char *address, const char *sql);

#endif
