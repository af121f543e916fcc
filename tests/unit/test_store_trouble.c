/* A PostgreSQL of the test's own that cannot do what it should: the store says what is wrong, and
 * goes on by itself when it is mended. */
#include "server/store/database.h"
#include "tests/cluster.h"
#include "tests/suite.h"
#include "tests/unit/test_store_fixture.h"

#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

SUITE(store_trouble, 60);

static struct postgres_process postgres;
static struct place place;

static void begin(const char *options)
{
    if (!test_database_is_postgres())
        cr_skip_test("only with PostgreSQL (tests/postgres.sh)");
    postgres_start(&postgres, options);
    snprintf(place.database, sizeof place.database, "%s", postgres.database);
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

/* Reads failures until one says so. */
static void wait_for_failure(struct running *running, const char *part)
{
    char reason[RUNNING_REASON_BYTES];
    do
        cr_assert(running_wait_failed(running, reason), "committed");
    while (!strstr(reason, part));
}

Test(store_trouble, no_sync_to_disk)
{
    begin("-c fsync=off");
    expect_refused(place.database, "fsync = off", "set it to on");
    postgres_remove(&postgres);
}

Test(store_trouble, a_wrong_password)
{
    char address[TEST_DATABASE_MAX];
    begin("");
    do_sql(&place, "CREATE ROLE owner LOGIN SUPERUSER PASSWORD 'right'");
    postgres_shell(&postgres, "printf 'local all owner scram-sha-256\\nlocal all all trust\\n'"
                              " >data/pg_hba.conf");
    free(test_database_ask(place.database, "SELECT pg_reload_conf()"));
    snprintf(address, sizeof address, "postgresql://owner:hidden@/postgres?host=%s",
             postgres.folder);
    expect_refused(address, "password authentication failed",
                   "check the user and the password in the address");
    snprintf(place.database, sizeof place.database, "postgresql://owner:right@/postgres?host=%s",
             postgres.folder);
    struct running running;
    running_start(&running, &place);
    running_commit(&running, batch_of_two_players());
    running_close(&running);
    postgres_remove(&postgres);
}

enum { CLIENTS_MAX = 12 };

/* Takes all the connections that are left; returns how many. */
static int take_all(struct database *taken[CLIENTS_MAX])
{
    struct error error;
    int count = 0;
    while (count < CLIENTS_MAX &&
           !database_open(place.database, DATABASE_TO_READ, &taken[count], &error))
        count++;
    cr_assert_lt(count, CLIENTS_MAX);
    cr_assert_not_null(strstr(error.message, "too many clients"), "%s", error.message);
    return count + 1; /* the last did not get one, but is there */
}

Test(store_trouble, too_many_clients)
{
    struct database *taken[CLIENTS_MAX], *first = NULL;
    struct error error;
    struct running running;
    begin("-c max_connections=8 -c autovacuum=off");
    running_start(&running, &place);
    running_commit(&running, batch_of_two_players());
    cr_assert_eq(database_open(place.database, DATABASE_TO_READ, &first, &error), ERROR_NONE);
    int count = take_all(taken);
    expect_refused(place.database, "too many clients", "raise max_connections");

    /* A connection that breaks is not had again, until another one ends. */
    cr_assert_eq(database_run(first, "SELECT pg_terminate_backend(pid, 5000) FROM hall", &error),
                 ERROR_NONE);
    struct database *thief = NULL;
    cr_assert_eq(database_open(place.database, DATABASE_TO_READ, &thief, &error), ERROR_NONE);
    struct batch *batch = batch_create();
    add_match(batch, 7, 1, 2, "3+5");
    running_submit(&running, batch);
    wait_for_failure(&running, "too many clients");
    database_close(thief);
    running_wait_committed(&running);

    database_close(first);
    for (int i = 0; i < count; i++)
        database_close(taken[i]);
    assert_rows(place.database, "SELECT count(*) FROM match", "1");
    running_close(&running);
    batch_destroy(batch);
    postgres_remove(&postgres);
}

/* For the process at the other end of the writer's connection. */
static void limit_files(const char *bytes)
{
    char line[80], *backend = test_database_ask(place.database, "SELECT pid FROM hall");
    snprintf(line, sizeof line, "prlimit --pid %s --fsize=%s:", backend, bytes);
    postgres_shell(&postgres, line);
    free(backend);
}

/* As on a full disk, a file cannot grow. */
Test(store_trouble, a_disk_without_room)
{
    enum { MOVES = 20000 };
    struct running running;
    begin("");
    running_start(&running, &place);
    running_commit(&running, batch_of_two_players());
    limit_files("1048576");
    struct batch *batch = batch_create();
    add_match(batch, 7, 1, 2, "3+5");
    for (int ply = 1; ply <= MOVES; ply++)
        add_move(batch, 7, ply, "5>3");
    running_submit(&running, batch);
    wait_for_failure(&running, "could not extend file");
    assert_rows(place.database, "SELECT count(*) FROM journal", "0");
    limit_files("unlimited");
    running_wait_committed(&running);
    assert_rows(place.database, "SELECT count(*), count(DISTINCT ply) FROM journal", "20000|20000");
    running_close(&running);
    batch_destroy(batch);
    postgres_remove(&postgres);
}

static int64_t boot_ms(void)
{
    struct timespec time;
    clock_gettime(CLOCK_BOOTTIME, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

/* Another server may have the row a second after the end of the connection. */
Test(store_trouble, a_connection_that_has_ended_shortens_the_lease)
{
    enum { BATCHES_MAX = 100 };
    struct running running;
    struct batch *batches[BATCHES_MAX];
    char reason[RUNNING_REASON_BYTES];
    int64_t sent_ms;
    int count = 0;
    begin("");
    running_start(&running, &place);
    running_commit(&running, batch_of_two_players());
    postgres_kill(&postgres);
    do { /* a backend outlives its postmaster for some milliseconds */
        cr_assert_lt(count, BATCHES_MAX);
        sent_ms = boot_ms();
        batches[count] = batch_create();
        add_match(batches[count], count + 1, 1, 2, "3+5");
        running_submit(&running, batches[count++]);
    } while (!running_wait_failed(&running, reason));
    int64_t left_ms = store_lease_ms(running.store) - sent_ms;
    cr_assert_lt(left_ms, 1000, "%lld ms", (long long)left_ms);
    postgres_start_again(&postgres);
    running_wait_committed(&running);
    left_ms = store_lease_ms(running.store) - sent_ms;
    cr_assert_gt(left_ms, 2000, "%lld ms", (long long)left_ms);
    while (count > 0)
        batch_destroy(batches[--count]);
    running_close(&running);
    postgres_remove(&postgres);
}

/* The batch fails so often over a connection that is sound; then it ends, while nobody uses it. */
static void end_between_two_tries(struct running *running, int failures, int64_t match)
{
    char reason[RUNNING_REASON_BYTES];
    struct batch *batch = batch_create();
    add_match(batch, match, 1, 2, "3+5");
    do_sql(&place, "ALTER TABLE match RENAME TO gone");
    running_submit(running, batch);
    for (int i = 0; i < failures; i++) {
        cr_assert(running_wait_failed(running, reason));
        cr_assert_not_null(strstr(reason, "does not exist"), "%s", reason);
    }
    do_sql(&place, "SELECT pg_terminate_backend(pid, 5000) FROM hall");
    int64_t ended_ms = boot_ms();
    while (boot_ms() < store_lease_ms(running->store))
        usleep(1000);
    int64_t after_ms = store_lease_ms(running->store) - ended_ms;
    cr_assert_lt(after_ms, 1000, "it speaks for %lld ms", (long long)after_ms);
    do_sql(&place, "ALTER TABLE gone RENAME TO match");
    running_wait_committed(running);
    batch_destroy(batch);
}

Test(store_trouble, a_connection_that_ends_between_two_tries_of_a_batch_shortens_the_lease)
{
    struct running running;
    begin("");
    running_start(&running, &place);
    running_commit(&running, batch_of_two_players());
    end_between_two_tries(&running, 1, 1);
    end_between_two_tries(&running, 3, 2);
    end_between_two_tries(&running, 5, 3);
    running_close(&running);
    postgres_remove(&postgres);
}

/* PostgreSQL is killed, and starts again after its recovery. */
Test(store_trouble, a_death_of_postgresql)
{
    struct running running;
    begin("");
    running_start(&running, &place);
    running_commit(&running, batch_of_two_players());
    for (int64_t id = 1; id <= 10; id++) {
        struct batch *batch = batch_create();
        add_match(batch, id, 1, 2, "3+5");
        add_move(batch, id, 1, "5>3");
        running_submit(&running, batch);
        postgres_kill(&postgres);
        postgres_start_again(&postgres);
        running_wait_committed(&running);
        batch_destroy(batch);
    }
    assert_rows(place.database, "SELECT count(*), count(DISTINCT match) FROM journal", "10|10");
    cr_assert_eq(running.committed, running.submitted);
    running_close(&running);
    postgres_remove(&postgres);
}
