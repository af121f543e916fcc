/* What an address of PostgreSQL leads to. One that cannot be used is refused with a sentence that
 * says what to do, and without the password. */
#include "server/store/database.h"
#include "tests/suite.h"
#include "tests/unit/test_store_fixture.h"

#include <netinet/in.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

SUITE(store_refusals, 60);

static struct place place;

static void begin(void)
{
    if (!test_database_is_postgres())
        cr_skip_test("only with PostgreSQL (tests/postgres.sh)");
    place = place_make();
}

static void expect_refused(const char *address, const char *what, const char *advice)
{
    struct store *store = NULL;
    struct error error;
    cr_assert_eq(store_open(address, &store, &error), ERROR_IO);
    cr_assert_not_null(strstr(error.message, what), "%s", error.message);
    cr_assert_not_null(strstr(error.message, advice), "%s", error.message);
    cr_assert_null(strstr(error.message, "hidden"), "%s", error.message);
}

Test(store_refusals, no_option_of_the_address_is_overridden)
{
    static const char option[] = "&application_name=mine";
    struct place named;
    struct running running;
    begin();
    named = place;
    size_t len = strlen(named.database);
    cr_assert_lt(len + sizeof option, sizeof named.database);
    memcpy(named.database + len, option, sizeof option);
    running_start(&running, &named);
    assert_rows(place.database,
                "SELECT count(*) > 0 FROM pg_stat_activity JOIN hall USING (pid)"
                " WHERE application_name = 'mine'",
                "t");
    running_close(&running);
    place_remove(&place);
}

Test(store_refusals, no_server)
{
    begin();
    expect_refused("postgresql://a:hidden@/?host=/nowhere", "No such file", "does PostgreSQL run");
    place_remove(&place);
}

Test(store_refusals, no_such_database)
{
    char address[TEST_DATABASE_MAX + 40];
    begin();
    snprintf(address, sizeof address, "%s&dbname=none", getenv("TEST_POSTGRES"));
    expect_refused(address, "\"none\" does not exist", "createdb");
    place_remove(&place);
}

Test(store_refusals, an_address_whose_password_is_written_plainly)
{
    begin();
    expect_refused("postgresql://a:hidden%zz@host/db", "the address", "%25");
    expect_refused("postgresql://a:x@hidden@host/db", "the address", "%40");
    expect_refused("postgresql://a:1/hidden@host/db", "the address", "%2F");
    expect_refused("postgresql://host/db?password=a&hidden", "the address", "%25");
    place_remove(&place);
}

Test(store_refusals, an_address_with_a_parameter_that_libpq_does_not_know)
{
    begin();
    expect_refused("postgresql://a:hidden@host/db?sslmod=require", "query parameter: \"sslmod\"",
                   "?sslmode=verify-full");
    expect_refused("postgresql://[::1/db", "matching \"]\"", "postgresql://USER");
    expect_refused("postgresql://host/db?password=a&hidden=b", "the address", "%25");
    expect_refused("postgresql://a:1?hidden@host/db?sslmod=require", "the address", "%3F");
    place_remove(&place);
}

Test(store_refusals, a_parameter_with_a_value_that_is_none)
{
    begin();
    expect_refused("postgresql://a:hidden@/db?sslmode=safe", "sslmode value: \"safe\"",
                   "correct that in the address");
    expect_refused("postgresql://a:hidden@localhost:99999/db", "port number",
                   "correct that in the address");
    place_remove(&place);
}

/* Answers the question for TLS, of 8 bytes, that comes with a connection. */
struct answerer {
    pthread_t thread;
    int listener;
    char answer;
};

static void *answer_once(void *argument)
{
    const struct answerer *answerer = argument;
    char question[8];
    int fd = accept(answerer->listener, NULL, NULL);
    if (recv(fd, question, sizeof question, MSG_WAITALL) == sizeof question)
        (void)!write(fd, &answerer->answer, 1);
    close(fd);
    return NULL;
}

static void expect_answered(char answer, const char *parameters, const char *what,
                            const char *advice)
{
    char address[200];
    struct answerer answerer = {.answer = answer, .listener = socket(AF_INET, SOCK_STREAM, 0)};
    struct sockaddr_in bound = {.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
    socklen_t len = sizeof bound;
    cr_assert_eq(bind(answerer.listener, (struct sockaddr *)&bound, len), 0);
    cr_assert_eq(listen(answerer.listener, 1), 0);
    cr_assert_eq(getsockname(answerer.listener, (struct sockaddr *)&bound, &len), 0);
    snprintf(address, sizeof address, "postgresql://a:hidden@127.0.0.1:%d/db?%s",
             ntohs(bound.sin_port), parameters);
    cr_assert_eq(pthread_create(&answerer.thread, NULL, answer_once, &answerer), 0);
    expect_refused(address, what, advice);
    pthread_join(answerer.thread, NULL);
    close(answerer.listener);
}

Test(store_refusals, a_server_without_TLS_and_an_authority_that_cannot_be_read)
{
    begin();
    expect_answered('N', "sslmode=require", "does not support SSL", "turn ssl on there");
    expect_answered('S', "sslmode=verify-full&sslrootcert=/nowhere/ca.pem", "/nowhere/ca.pem",
                    "check sslrootcert");
    place_remove(&place);
}

Test(store_refusals, a_connection_to_another_machine_that_may_lack_TLS_is_known)
{
    begin();
    unsetenv("PGSSLMODE");
    unsetenv("PGHOST");
    static const char *const open[] = {"postgresql://db.example/x",
                                       "postgresql://u:p@localhost,10.0.0.1/x",
                                       "postgres://10.0.0.1",
                                       "postgresql:///x?host=db.example",
                                       "postgresql://localhost/x?hostaddr=10.0.0.1",
                                       "postgresql://db.example/x?sslmode=allow"};
    static const char *const guarded[] = {"postgresql://db.example/x?sslmode=verify-full",
                                          "postgresql://db.example/x?sslmode=disable",
                                          "postgresql://127.0.0.1:5433/x",
                                          "postgresql://[::1],localhost/x",
                                          "postgresql:///x",
                                          "postgresql://u@/x?host=/run/postgresql",
                                          "matches.db"};
    for (size_t i = 0; i < sizeof open / sizeof *open; i++)
        cr_assert(database_may_lack_tls(open[i]), "%s", open[i]);
    for (size_t i = 0; i < sizeof guarded / sizeof *guarded; i++)
        cr_assert_not(database_may_lack_tls(guarded[i]), "%s", guarded[i]);
    setenv("PGSSLMODE", "require", 1);
    cr_assert_not(database_may_lack_tls(open[0]));
    place_remove(&place);
}

Test(store_refusals, tables_of_another_program)
{
    begin();
    do_sql(&place, "CREATE TABLE theirs (x int)");
    expect_refused(place.database, "another program", "give the server an empty one");
    place_remove(&place);
}

Test(store_refusals, a_newer_schema)
{
    struct running running;
    begin();
    running_start(&running, &place);
    running_close(&running);
    do_sql(&place, "UPDATE schema_version SET version = 1000");
    expect_refused(place.database, "schema version 1000", "start that one");
    place_remove(&place);
}

Test(store_refusals, an_older_schema)
{
    struct running running;
    begin();
    running_start(&running, &place);
    running_close(&running);
    do_sql(&place, "UPDATE schema_version SET version = 0");
    expect_refused(place.database, "schema version 0", "start the server that made it");
    place_remove(&place);
}

/* Runs as a role of its own, which owns nothing. */
static void expect_role_refused(const char *options, const char *what, const char *advice)
{
    char address[TEST_DATABASE_MAX + 40], statement[300];
    begin();
    const char *role = strrchr(place.database, '=') + 1; /* as the database */
    snprintf(statement, sizeof statement, "CREATE ROLE %s LOGIN %s", role, options);
    do_sql(&place, statement);
    snprintf(address, sizeof address, "postgresql://%s:hidden@%s", role,
             strchr(place.database, '@') + 1);
    expect_refused(address, what, advice);
    snprintf(statement, sizeof statement, "DROP ROLE %s", role);
    do_sql(&place, statement);
    place_remove(&place);
}

Test(store_refusals, a_role_that_may_make_no_tables)
{
    expect_role_refused("", "permission denied", "the owner of the database");
}

Test(store_refusals, no_connections_left)
{
    expect_role_refused("CONNECTION LIMIT 0", "too many connections", "raise the limit");
}
