/* A store whose PostgreSQL has a synchronous standby: nothing is told that the standby lacks, also
 * when the primary gives up waiting for it. */
#include "tests/cluster.h"
#include "tests/suite.h"
#include "tests/unit/test_store_fixture.h"

#include <stdio.h>
#include <string.h>

SUITE(store_standby, 60);

static struct postgres_process primary, standby;
static struct running running;

static void begin(void)
{
    struct place place;
    if (!test_database_is_postgres())
        cr_skip_test("only with PostgreSQL (tests/postgres.sh)");
    postgres_start(&primary, "-c synchronous_standby_names=standby -c wal_sender_timeout=3s");
    postgres_start_standby(&standby, &primary, primary.folder);
    cr_assert_lt(
        snprintf(place.database, sizeof place.database,
                 "postgresql://postgres@/postgres?host=%s,%s&target_session_attrs=read-write",
                 primary.folder, standby.folder),
        (int)sizeof place.database);
    running_start(&running, &place);
    running_commit(&running, batch_of_two_players());
}

static void end(void)
{
    running_close(&running);
    postgres_remove(&primary);
    postgres_remove(&standby);
}

/* Asks until the answer is yes. */
static void wait_until(const struct postgres_process *postgres, const char *sql)
{
    char *answer = test_database_ask(postgres->database, sql);
    while (strcmp(answer, "t") != 0) {
        free(answer);
        answer = test_database_ask(postgres->database, sql);
    }
    free(answer);
}

static struct batch *batch_with_match(int64_t id)
{
    struct batch *batch = batch_create();
    add_match(batch, id, 1, 2, "3+5");
    add_move(batch, id, 1, "5>3");
    return batch;
}

/* The move of the match is there once. */
static void expect_match(const struct postgres_process *postgres, int64_t id)
{
    char sql[100];
    snprintf(sql, sizeof sql, "SELECT count(*) FROM journal WHERE match = %lld", (long long)id);
    assert_rows(postgres->database, sql, "1");
}

static struct batch *submit_without_standby(int64_t id)
{
    struct batch *batch = batch_with_match(id);
    postgres_kill(&standby);
    wait_until(&primary, "SELECT count(*) = 0 FROM pg_stat_replication");
    running_submit(&running, batch);
    wait_until(&primary, "SELECT count(*) = 1 FROM pg_stat_activity JOIN hall USING (pid)"
                         " WHERE wait_event = 'SyncRep'");
    return batch;
}

Test(store_standby, a_batch_is_told_when_the_standby_has_it_too)
{
    begin();
    struct batch *batch = submit_without_standby(7);
    cr_assert_eq(running.committed, running.submitted - 1, "told without the standby");
    postgres_start_again(&standby);
    running_wait_committed(&running);
    postgres_kill(&primary); /* for good: only the standby is left */
    postgres_promote(&standby);
    expect_match(&standby, 7);
    batch_destroy(batch);
    end();
}

/* An operator ends the wait for the standby by this function. */
static void end_wait_by(const char *function, char reason[RUNNING_REASON_BYTES])
{
    char sql[100];
    begin();
    struct batch *batch = submit_without_standby(7);
    snprintf(sql, sizeof sql, "SELECT %s(pid) FROM hall", function);
    free(test_database_ask(primary.database, sql));
    cr_assert(running_wait_failed(&running, reason), "told without the standby");

    /* It is to be seen at the primary already, and asking there is no answer. */
    expect_match(&primary, 7);
    wait_until(&primary, "SELECT count(*) = 1 FROM pg_stat_activity"
                         " WHERE wait_event = 'SyncRep' AND query LIKE 'UPDATE hall%'");
    cr_assert_eq(running.committed, running.submitted - 1, "told without the standby");
    postgres_start_again(&standby);
    running_wait_committed(&running);
    expect_match(&primary, 7);
    batch_destroy(batch);
    end();
}

/* The commit succeeds, with a warning. */
Test(store_standby, a_batch_whose_wait_was_cancelled_is_not_told_before_the_standby_has_it)
{
    char reason[RUNNING_REASON_BYTES];
    end_wait_by("pg_cancel_backend", reason);
    cr_assert_str_eq(reason, "the server has not waited for its standby");
}

/* The connection ends, and the batch is committed. */
Test(store_standby, a_batch_whose_backend_was_ended_is_not_told_before_the_standby_has_it)
{
    char reason[RUNNING_REASON_BYTES];
    end_wait_by("pg_terminate_backend", reason);
}

/* The store finds the new primary by the two hosts in its address. */
Test(store_standby, play_goes_on_at_the_standby_when_the_primary_is_gone)
{
    begin();
    for (int64_t id = 1; id <= 20; id++)
        running_commit(&running, batch_with_match(id));
    postgres_kill(&primary);
    struct batch *batch = batch_with_match(21);
    running_submit(&running, batch);
    postgres_promote(&standby);
    running_wait_committed(&running);
    for (int64_t id = 1; id <= 21; id++)
        expect_match(&standby, id);
    cr_assert_eq(running.lost, 0);
    batch_destroy(batch);
    end();
}
