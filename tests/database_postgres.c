#include "tests/database_postgres.h"

#include "common/base/text.h"
#include "tests/database.h"

#include <criterion/criterion.h>
#include <libpq-fe.h>
#include <string.h>

static PGconn *connect_to(const char *address)
{
    PGconn *connection = PQconnectdb(address);
    cr_assert_eq(PQstatus(connection), CONNECTION_OK, "%s", PQerrorMessage(connection));
    return connection;
}

char *postgres_ask(const char *address, const char *sql)
{
    struct text rows = {0};
    PGconn *connection = connect_to(address);
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
    return rows.bytes;
}

bool postgres_refuses(const char *address, const char *sql)
{
    PGconn *connection = connect_to(address);
    PGresult *result = PQexec(connection, sql);
    const char *state = PQresultErrorField(result, PG_DIAG_SQLSTATE);
    bool is_refused = state && strncmp(state, "23", 2) == 0;
    cr_assert(is_refused || PQresultStatus(result) == PGRES_COMMAND_OK, "%s: %s", sql,
              PQerrorMessage(connection));
    PQclear(result);
    PQfinish(connection);
    return is_refused;
}

struct test_hold *test_database_hold(const char *name, const char *sql)
{
    PGconn *connection = connect_to(name);
    PQclear(PQexec(connection, "BEGIN"));
    PGresult *result = PQexec(connection, sql);
    cr_assert_eq(PQresultStatus(result), PGRES_COMMAND_OK, "%s: %s", sql,
                 PQerrorMessage(connection));
    PQclear(result);
    return (struct test_hold *)connection;
}

void test_database_let_go(struct test_hold *hold)
{
    PQfinish((PGconn *)hold);
}
