/* A connection to PostgreSQL that is cut after any byte of a batch's exchange, and servers that
 * were replaced: each batch is there once, and the store says so once and not too early.
 *
 * Each cut costs the store's pause of 100 ms before it tries again. So the cuts are some bytes
 * apart, a prime number of them; CUTS_STRIDE=1 in the environment tries every byte. */
#include "common/base/memory.h"
#include "tests/cutting_proxy.h"
#include "tests/suite.h"
#include "tests/unit/test_store_fixture.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

SUITE(store_cuts, 60);

enum { STRIDE = 41 };

static struct place place;
static struct place behind; /* the same database through the proxy */
static struct proxy *proxy;
static struct running running;
static int64_t last = 9; /* player, match and so on of the last batch */

/* A store behind the proxy, with players 1 and 2. */
static void begin(void)
{
    char folder[TEST_DATABASE_MAX], *end;
    if (!test_database_is_postgres())
        cr_skip_test("only with PostgreSQL (tests/postgres.sh)");
    behind = place = place_make();
    char *host = strstr(place.database, "host=") + strlen("host=");
    snprintf(folder, sizeof folder, "%s", host);
    if ((end = strchr(folder, '&')))
        *end = '\0';
    snprintf(behind.database, sizeof behind.database, "%.*s%s%s", (int)(host - place.database),
             place.database, place.directory, host + strlen(folder));
    proxy = proxy_start(place.directory, folder);
    running_start(&running, &behind);
    running_commit(&running, batch_of_two_players());
}

static void end(void)
{
    running_close(&running);
    proxy_stop(proxy);
    place_remove(&place);
}

/* Rows of many kinds: plain ones, gathered ones, replaced ones, and changes that must find theirs.
 */
static struct batch *next_batch(void)
{
    char name[32];
    struct batch *batch = batch_create();
    int64_t id = ++last;
    snprintf(name, sizeof name, "Guest%lld", (long long)id);
    add_player(batch, id, name);
    add_token(batch, id, id, 1000, LATER_MS);
    add_match(batch, id, 1, id, "3+5");
    add_move(batch, id, 1, "5>3");
    add_move(batch, id, 2, "3>0");
    add_move(batch, 7, id, "3>1");
    add_answer(batch, id, "key", 1, id, id, 5000);
    add_rating(batch, 1, "nim", 1500 + (double)id, id);
    add_line(batch, id, id, name, "hello", 6000);
    add_end(batch, id, 2, "5>3 3>0", ENDING_RESIGNATION, SEAT_FIRST);
    return batch;
}

/* The rows of the batch are so many times in each table. */
static void expect_rows(int64_t id, int times)
{
    char sql[800], expected[60];
    snprintf(sql, sizeof sql,
             "WITH batch AS (SELECT CAST(%lld AS bigint) AS id) SELECT"
             " (SELECT count(*) FROM player, batch WHERE player.id = batch.id),"
             " (SELECT count(*) FROM token, batch WHERE number = batch.id),"
             " (SELECT count(*) FROM match, batch WHERE match.id = batch.id AND plies = 2),"
             " (SELECT count(*) FROM journal, batch WHERE match = batch.id),"
             " (SELECT count(*) FROM journal, batch WHERE match = 7 AND ply = batch.id),"
             " (SELECT count(*) FROM answer, batch WHERE player = batch.id),"
             " (SELECT count(*) FROM rating, batch WHERE matches >= batch.id),"
             " (SELECT count(*) FROM line, batch WHERE match = batch.id),"
             " (SELECT count(*) FROM history, batch WHERE match = batch.id)",
             (long long)id);
    snprintf(expected, sizeof expected, "%d|%d|%d|%d|%d|%d|%d|%d|%d", times, times, times,
             2 * times, times, times, times, times, 2 * times);
    assert_rows(place.database, sql, expected);
}

/* All that was submitted is committed, and was told once each. */
static void wait_once(void)
{
    running_wait_committed(&running);
    expect_rows(last, 1);
    cr_assert_eq(running.committed, running.submitted, "a batch was told twice");
    cr_assert_eq(running.lost, 0);
}

/* --- cuts --- */

/* Returns whether there was a cut, or the exchange was over before. */
static bool cut_once(enum proxy_side side, size_t after, size_t *ret_passed)
{
    struct batch *batch = next_batch();
    proxy_cut_after(proxy, side, after);
    running_submit(&running, batch);
    wait_once();
    batch_destroy(batch);
    return proxy_take_cut(proxy, ret_passed);
}

static void cut_after_each(enum proxy_side side, size_t least)
{
    const char *given = getenv("CUTS_STRIDE");
    size_t stride = given ? strtoul(given, NULL, 10) : STRIDE;
    size_t passed = 0, after = 0;
    begin();
    while (cut_once(side, after, &passed))
        after += stride;
    cr_assert_gt(passed, least, "only %zu bytes", passed);
    cr_assert(store_stop(running.store));
    cr_assert_eq(running.committed, running.submitted);
    fprintf(stderr, "%zu bytes, %zu cuts\n", passed, after / stride);
    end();
}

Test(store_cuts, after_any_byte_from_the_store_leave_each_batch_there_once)
{
    cut_after_each(PROXY_CLIENT, 1000);
}

Test(store_cuts, after_any_byte_from_postgresql_leave_each_batch_there_once)
{
    cut_after_each(PROXY_SERVER, 100);
}

/* Asks until the answer is yes. */
static void wait_until(const char *sql)
{
    char *answer = test_database_ask(place.database, sql);
    while (strcmp(answer, "t") != 0) {
        free(answer);
        answer = test_database_ask(place.database, sql);
    }
    free(answer);
}

/* The backend has the whole batch, waits for a row, and so outlives its connection. */
Test(store_cuts, a_batch_whose_backend_goes_on_is_there_once)
{
    char sql[200];
    begin();
    struct test_hold *hold = test_database_hold(
        place.database, "INSERT INTO answer (player, key, kind, subject, result, at_ms)"
                        " VALUES (10, 'key', 1, 0, 0, 0)");
    struct batch *batch = next_batch();
    running_submit(&running, batch);
    wait_until("SELECT count(*) = 1 FROM pg_locks JOIN hall USING (pid) WHERE NOT granted");
    char *backend = test_database_ask(place.database, "SELECT pid FROM hall");
    proxy_cut_now(proxy);
    snprintf(sql, sizeof sql,
             "SELECT count(*) = 1 FROM pg_locks JOIN hall USING (pid) WHERE NOT granted"
             " AND pid <> %s",
             backend);
    wait_until(sql);
    test_database_let_go(hold);
    wait_once();
    free(backend);
    batch_destroy(batch);
    end();
}

/* As if the server's wait for a standby had been cancelled, so that the standby may lack what is
 * seen here. */
static void warn(int answers)
{
    char reason[RUNNING_REASON_BYTES];
    begin();
    struct batch *batch = next_batch();
    proxy_warn(proxy, answers);
    running_submit(&running, batch);
    for (int i = 0; i < answers; i++) {
        cr_assert(running_wait_failed(&running, reason), "told after %d of %d warnings", i,
                  answers);
        cr_assert_str_eq(reason, "the server has not waited for its standby");
    }
    wait_once();
    batch_destroy(batch);
    end();
}

Test(store_cuts, a_batch_that_no_standby_has_is_not_told)
{
    warn(1);
}

Test(store_cuts, a_batch_is_not_told_for_a_renewal_that_no_standby_has)
{
    warn(2);
}

/* --- taking over --- */

/* Another one's, whose writer is still connected. */
static enum error_code open_another(struct store **ret_store)
{
    struct error error;
    enum error_code code = store_open(place.database, ret_store, &error);
    cr_assert(code == ERROR_NONE || code == ERROR_TOO_EARLY, "%s", error.message);
    return code;
}

/* The clock of PostgreSQL was set back, or a machine with another clock has the database now. The
 * row is watched by this machine's clock, and it beats as long as its server is there. */
Test(store_cuts, a_row_of_the_future_is_taken_over_when_it_is_silent)
{
    struct store *store = NULL;
    begin();
    do_sql(&place, "UPDATE hall SET beat = beat + interval '1 hour'");
    cr_assert_eq(open_another(&store), ERROR_TOO_EARLY);
    int64_t first = store_succession(running.store).epoch;
    running_close(&running);
    do_sql(&place, "UPDATE hall SET beat = clock_timestamp() + interval '1 hour', pid = 1");
    int64_t wall_ms = (int64_t)time(NULL) * 1000;
    cr_assert_eq(open_another(&store), ERROR_NONE);
    struct store_succession before = store_succession(store);
    cr_assert_geq(before.beat_ms, wall_ms + 3600000 - 1000);
    cr_assert_lt(before.ahead_ms, 2000);
    cr_assert_gt(before.ahead_ms, -2000);
    cr_assert_gt(before.epoch, first);
    store_close(store);
    proxy_stop(proxy);
    place_remove(&place);
}

/* Of a server that takes over now. */
static int64_t next_epoch(void)
{
    struct store *store = NULL;
    cr_assert_eq(open_another(&store), ERROR_NONE);
    int64_t epoch = store_succession(store).epoch;
    store_close(store);
    return epoch;
}

/* Gateways that have followed a server with a file, whose epoch is the time, follow the next one
 * with PostgreSQL; so they do when an older copy of the database is restored. */
Test(store_cuts, an_epoch_is_the_time_or_greater_than_the_last)
{
    begin();
    running_close(&running);
    int64_t began_ms = (int64_t)time(NULL) * 1000;
    cr_assert_geq(next_epoch(), began_ms);
    do_sql(&place, "UPDATE hall SET epoch = 7");
    cr_assert_geq(next_epoch(), began_ms);
    do_sql(&place, "UPDATE hall SET epoch = epoch + 3600000");
    cr_assert_geq(next_epoch(), began_ms + 3600000);
    proxy_stop(proxy);
    place_remove(&place);
}

Test(store_cuts, who_has_the_row_is_told_until_it_hands_over)
{
    struct database_leader leader;
    struct error error;
    char node[256] = "";
    begin();
    gethostname(node, sizeof node - 1);
    int64_t wall_ms = (int64_t)time(NULL) * 1000;
    cr_assert_eq(store_find_leader(place.database, &leader, &error), ERROR_NONE);
    int64_t epoch = store_succession(running.store).epoch;
    cr_assert(leader.is_there);
    cr_assert_eq(leader.epoch, epoch);
    cr_assert_str_eq(leader.node, node);
    cr_assert_eq(leader.pid, getpid());
    cr_assert(leader.since_ms > wall_ms - 60000 && leader.since_ms < wall_ms + 2000);
    cr_assert_lt(leader.silent_ms, 60000);
    running_close(&running);
    cr_assert_eq(store_find_leader(place.database, &leader, &error), ERROR_NONE);
    cr_assert_not(leader.is_there);
    cr_assert_eq(leader.epoch, epoch);
    proxy_stop(proxy);
    place_remove(&place);
}

Test(store_cuts, the_backend_of_the_server_before_is_ended)
{
    char sql[100];
    begin();
    char *backend = test_database_ask(place.database, "SELECT pid FROM hall");
    struct store *other = NULL;
    do
        do_sql(&place, "UPDATE hall SET beat = beat - interval '10 s'");
    while (open_another(&other) == ERROR_TOO_EARLY);
    snprintf(sql, sizeof sql, "SELECT count(*) = 0 FROM pg_stat_activity WHERE pid = %s", backend);
    wait_until(sql);
    free(backend);
    store_close(other);
    end();
}

#define SOMEBODY_WAITS                                                                             \
    "SELECT count(*) = 1 FROM pg_locks JOIN pg_stat_activity USING (pid)"                          \
    " WHERE NOT granted AND datname = current_database()"

struct recovering {
    struct store *store;
    struct hall *hall;
    enum error_code code;
    struct error error;
};

static void *recover(void *argument)
{
    struct recovering *recovering = argument;
    recovering->code = store_recover(recovering->store, recovering->hall, &recovering->error);
    return NULL;
}

/* Opens the database as the only server there, and waits in the middle of the recovery. */
static struct test_hold *recover_slowly(struct recovering *ret_recovering, pthread_t *ret_thread)
{
    begin();
    running_close(&running);
    struct hall_config config = {.now_ms = 1, .tick_ms = 1, .limits = hall_limits_default};
    *ret_recovering = (struct recovering){.hall = hall_create(&config)};
    cr_assert_eq(open_another(&ret_recovering->store), ERROR_NONE);
    struct test_hold *hold =
        test_database_hold(place.database, "LOCK TABLE match IN ACCESS EXCLUSIVE MODE");
    cr_assert_eq(pthread_create(ret_thread, NULL, recover, ret_recovering), 0);
    wait_until(SOMEBODY_WAITS);
    return hold;
}

static void end_recovery(struct recovering *recovering, pthread_t thread, struct test_hold *hold)
{
    test_database_let_go(hold);
    pthread_join(thread, NULL);
    store_close(recovering->store);
    hall_destroy(recovering->hall);
    proxy_stop(proxy);
    place_remove(&place);
}

static void expect_beats(void)
{
    struct store *other;
    for (int i = 0; i < 3; i++) { /* it beats anew each time */
        do_sql(&place, "UPDATE hall SET beat = clock_timestamp() - interval '2.9 s'");
        wait_until("SELECT beat > clock_timestamp() - interval '1 s' FROM hall");
        cr_assert_eq(open_another(&other), ERROR_TOO_EARLY);
    }
}

Test(store_cuts, a_server_that_restores_its_hall_keeps_the_others_out)
{
    struct recovering recovering;
    pthread_t thread;
    struct test_hold *hold = recover_slowly(&recovering, &thread);
    expect_beats();
    end_recovery(&recovering, thread, hold);
    cr_assert_eq(recovering.code, ERROR_NONE, "%s", recovering.error.message);
}

Test(store_cuts, a_server_that_was_replaced_while_it_restored_its_hall_does_not_start)
{
    struct recovering recovering;
    pthread_t thread;
    struct test_hold *hold = recover_slowly(&recovering, &thread);
    do_sql(&place, "UPDATE hall SET epoch = epoch + 1");
    end_recovery(&recovering, thread, hold);
    cr_assert_eq(recovering.code, ERROR_TOO_EARLY);
    cr_assert_str_eq(recovering.error.message, "another server has taken over");
}

static void *open_store(void *argument)
{
    struct recovering *recovering = argument;
    recovering->code = store_open(place.database, &recovering->store, &recovering->error);
    return NULL;
}

/* Nobody beats for a server that prepares its statements. */
Test(store_cuts, a_server_leads_only_once_its_statements_are_prepared)
{
    struct recovering opening = {0};
    pthread_t thread;
    begin();
    running_close(&running);
    struct test_hold *hold =
        test_database_hold(place.database, "LOCK TABLE journal IN ACCESS EXCLUSIVE MODE");
    cr_assert_eq(pthread_create(&thread, NULL, open_store, &opening), 0);
    wait_until(SOMEBODY_WAITS);
    char *row = test_database_ask(place.database, "SELECT pid IS NULL FROM hall");
    cr_assert_str_eq(row, "t");
    free(row);
    test_database_let_go(hold);
    pthread_join(thread, NULL);
    cr_assert_eq(opening.code, ERROR_NONE, "%s", opening.error.message);
    store_close(opening.store);
    proxy_stop(proxy);
    place_remove(&place);
}

Test(store_cuts, a_server_that_has_restored_its_hall_keeps_the_others_out_until_it_starts)
{
    struct recovering recovering;
    pthread_t thread;
    struct test_hold *hold = recover_slowly(&recovering, &thread);
    test_database_let_go(hold);
    pthread_join(thread, NULL);
    cr_assert_eq(recovering.code, ERROR_NONE, "%s", recovering.error.message);
    expect_beats();
    store_close(recovering.store);
    hall_destroy(recovering.hall);
    proxy_stop(proxy);
    place_remove(&place);
}

Test(store_cuts, a_query_of_the_recovery_that_cannot_be_made_is_told)
{
    struct hall_config config = {.now_ms = 1, .tick_ms = 1, .limits = hall_limits_default};
    struct hall *hall = hall_create(&config);
    struct store *store;
    struct error error;
    begin();
    running_close(&running);
    cr_assert_eq(open_another(&store), ERROR_NONE);
    do_sql(&place, "ALTER TABLE ban RENAME TO bans");
    cr_assert_eq(store_recover(store, hall, &error), ERROR_IO);
    cr_assert(strstr(error.message, "\"ban\" does not exist") != NULL, "%s", error.message);
    store_close(store);
    hall_destroy(hall);
    proxy_stop(proxy);
    place_remove(&place);
}

/* --- the end --- */

/* PostgreSQL holds the connection, and does not answer. */
Test(store_cuts, a_store_ends_without_an_answer)
{
    begin();
    struct test_hold *hold =
        test_database_hold(place.database, "LOCK TABLE hall IN ACCESS EXCLUSIVE MODE");
    struct batch *batch = next_batch();
    running_submit(&running, batch);
    wait_until(SOMEBODY_WAITS);
    cr_assert_not(store_stop(running.store));
    running_close(&running);
    test_database_let_go(hold);
    batch_destroy(batch);
    proxy_stop(proxy);
    place_remove(&place);
}

/* --- servers that were replaced --- */

/* Makes the store behind the proxy look silent, and another one take over from it. */
static struct store *replace(void)
{
    struct store *store = NULL;
    struct error error;
    enum error_code code = ERROR_TOO_EARLY;
    while (code == ERROR_TOO_EARLY) { /* it beats all the same */
        do_sql(&place, "UPDATE hall SET beat = beat - interval '10 s'");
        code = store_open(place.database, &store, &error);
    }
    cr_assert_eq(code, ERROR_NONE, "%s", error.message);
    return store;
}

static void expect_fenced(void)
{
    char reason[RUNNING_REASON_BYTES];
    struct batch *batch = next_batch();
    running_submit(&running, batch);
    do /* that the connection has ended may be told first */
        cr_assert(running_wait_failed(&running, reason), "committed");
    while (!strstr(reason, "another server has taken over"));
    cr_assert_not(store_stop(running.store));
    cr_assert_geq(running.lost, 1);
    cr_assert_eq(running.committed, running.submitted - 1);
    expect_rows(last, 0);
    batch_destroy(batch);
}

Test(store_cuts, a_server_that_was_replaced_writes_nothing)
{
    begin();
    struct store *other = replace();
    expect_fenced();
    store_close(other);
    end();
}

Test(store_cuts, a_server_that_was_replaced_writes_nothing_when_it_connects_again)
{
    begin();
    struct store *other = replace();
    proxy_cut_now(proxy);
    expect_fenced();
    store_close(other);
    end();
}

/* As after a failover to a standby that has not got all batches: the connections have ended. */
Test(store_cuts, a_database_that_has_gone_back_is_told)
{
    char reason[RUNNING_REASON_BYTES];
    begin();
    struct batch *batch = next_batch();
    do_sql(&place, "UPDATE hall SET batch = batch - 1");
    proxy_cut_now(proxy);
    running_submit(&running, batch);
    do /* that the connection has ended may be told first */
        cr_assert(running_wait_failed(&running, reason), "committed");
    while (!strstr(reason, "it lacks batches 1 to 1, which were acknowledged"));
    cr_assert_not(store_stop(running.store));
    cr_assert_geq(running.lost, 1);
    batch_destroy(batch);
    end();
}
