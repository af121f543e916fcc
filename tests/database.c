#include "tests/database.h"

#include "common/base/memory.h"
#include "common/base/text.h"

#include <criterion/criterion.h>
#include <libpq-fe.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MADE_MAX = 64 };

static struct {
    char *path;
    char name[64];
} made[MADE_MAX];
static int made_count;

bool test_database_is_postgres(void)
{
    return getenv("TEST_POSTGRES") != NULL;
}

char *test_database_ask(const char *name, const char *sql)
{
    struct text rows = {0};
    PGconn *connection = PQconnectdb(name);
    cr_assert_eq(PQstatus(connection), CONNECTION_OK, "%s", PQerrorMessage(connection));
    PGresult *result = PQexec(connection, sql);
    ExecStatusType status = PQresultStatus(result);
    cr_assert(status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK, "%s: %s", sql,
              PQerrorMessage(connection));
    text_append(&rows, "", 0);
    for (int row = 0; row < PQntuples(result); row++)
        for (int column = 0; column < PQnfields(result); column++)
            text_printf(&rows, "%s%s",
                        column ? "|"
                        : row  ? "\n"
                               : "",
                        PQgetisnull(result, row, column) ? "NULL"
                                                         : PQgetvalue(result, row, column));
    PQclear(result);
    PQfinish(connection);
    return rows.bytes ? rows.bytes : memory_text("", 0);
}

bool test_database_refuses(const char *name, const char *sql)
{
    PGconn *connection = PQconnectdb(name);
    PGresult *result = PQexec(connection, sql);
    const char *state = PQresultErrorField(result, PG_DIAG_SQLSTATE);
    bool is_refused = state && strncmp(state, "23", 2) == 0;
    cr_assert(is_refused || PQresultStatus(result) == PGRES_COMMAND_OK, "%s: %s", sql,
              PQerrorMessage(connection));
    PQclear(result);
    PQfinish(connection);
    return is_refused;
}

void test_database_make(const char *path, char ret_name[TEST_DATABASE_MAX])
{
    char sql[128], *server = getenv("TEST_POSTGRES");
    if (!server) {
        cr_assert_lt(snprintf(ret_name, TEST_DATABASE_MAX, "%s", path), TEST_DATABASE_MAX);
        return;
    }
    int i = 0;
    while (i < made_count && strcmp(made[i].path, path) != 0)
        i++;
    if (i == made_count) {
        cr_assert_lt(made_count, MADE_MAX);
        made[i].path = memory_text(path, strlen(path));
        snprintf(made[i].name, sizeof made[i].name, "test_%ld_%d", (long)getpid(), i);
        snprintf(sql, sizeof sql, "CREATE DATABASE %s", made[i].name);
        free(test_database_ask(server, sql));
        made_count++;
    }
    snprintf(ret_name, TEST_DATABASE_MAX, "%s&dbname=%s", server, made[i].name);
}

void test_database_drop_all(void)
{
    char sql[128];
    while (made_count > 0) {
        snprintf(sql, sizeof sql, "DROP DATABASE %s WITH (FORCE)", made[--made_count].name);
        free(made[made_count].path);
        free(test_database_ask(getenv("TEST_POSTGRES"), sql));
    }
}
