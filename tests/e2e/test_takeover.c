/* Two servers and one PostgreSQL: the second stands by, and takes over when the first is killed, is
 * stopped or cut off, or has left a row of the future. */
#include "common/base/exit_status.h"
#include "tests/cutting_proxy.h"
#include "tests/e2e/play.h"
#include "tests/e2e/stage.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

STAGE(takeover);

static void skip_without_postgres(void)
{
    if (!test_database_is_postgres())
        cr_skip_test("only with PostgreSQL (tests/postgres.sh)");
}

static char control[FOLDER_PATH_MAX]; /* of the server that stands by */

/* Another one with the same database; it does not listen yet. */
static struct process *start_beside(const struct server *server)
{
    const char *arguments[] = {"--listen",  "127.0.0.1:0", "--db", server->database,
                               "--control", control,       NULL};
    folder_path("control", control);
    return process_start(SERVER_PROGRAM, arguments);
}

/* Waits until it listens. */
static struct server take_over(struct process *process, const char *database)
{
    struct server server = {.process = process, .program = SERVER_PROGRAM};
    const char *line = process_find_line(process, "listening on ");
    snprintf(server.database, sizeof server.database, "%s", database);
    snprintf(server.address, sizeof server.address, "%s", line + strlen("listening on "));
    server.port = atoi(strrchr(server.address, ':') + 1);
    return server;
}

static void expect_said(struct process *process, const char *part)
{
    cr_assert(strstr(process_errors(process), part) != NULL, "it has not said %s, but: %s", part,
              process_errors(process));
}

/* The address is this machine's, but it does not say so. */
Test(takeover, a_connection_that_may_lack_TLS_is_told_at_the_start)
{
    skip_without_postgres();
    int status;
    const char *const arguments[] = {"--db", "postgresql://0.0.0.0:1/x", NULL};
    const char *const decided[] = {"--db", "postgresql://0.0.0.0:1/x?sslmode=disable", NULL};
    expect_said(process_run(SERVER_PROGRAM, arguments, &status), "warn database-readable");
    const char *said = process_errors(process_run(SERVER_PROGRAM, decided, &status));
    cr_assert_null(strstr(said, "database-readable"), "%s", said);
    cr_assert_eq(status, EXIT_REFUSED);
}

Test(takeover, a_match_goes_on_at_the_server_that_stood_by)
{
    skip_without_postgres();
    struct server first = server_start();
    struct process *standby = start_beside(&first);
    struct table table = table_open(&first, "anna", "ben", "nim", "5");
    table_move(&table, 1, "5>4");
    server_kill(&first);
    struct server second = take_over(standby, first.database);
    expect_said(standby, "standing-by");
    expect_said(standby, "taking-over");
    table_come_back(&table, &second);
    table_move(&table, 2, "4>3");
    server_stop(&second);
}

Test(takeover, a_server_that_was_stopped_for_too_long_ends_when_it_wakes)
{
    skip_without_postgres();
    struct server first = server_start();
    struct process *standby = start_beside(&first);
    struct table table = table_open(&first, "anna", "ben", "nim", "5");
    table_move(&table, 1, "5>4");
    process_signal(first.process, SIGSTOP);
    struct server second = take_over(standby, first.database);
    struct peer *left_behind = table.first;
    uint32_t request = match_ask_move(table.second, table.match, 2, "4>0");
    struct peer *mover = table.second;
    table_come_back(&table, &second);
    table_move(&table, 2, "4>3");
    process_signal(first.process, SIGCONT);
    cr_assert_eq(process_wait(first.process), EXIT_REFUSED);
    expect_said(first.process, "replaced");

    /* It has said nothing, and what it was asked is not there. */
    peer_expect_end(mover);
    cr_assert_neq(peer_answer(mover, request).code, ERROR_NONE);
    peer_expect_end(left_behind);
    cr_assert_not(peer_has_event(left_behind, WIRE_EVENT_MATCH_MOVED));
    table_move(&table, 3, "3>2");
    server_stop(&second);
}

/* The address of the same database by way of a proxy. */
static struct proxy *start_proxy(const char *database, char ret_proxied[TEST_DATABASE_MAX])
{
    char folder[FOLDER_PATH_MAX], there[TEST_DATABASE_MAX];
    const char *host = strstr(database, "host=") + strlen("host=");
    size_t len = strcspn(host, "&");
    snprintf(there, sizeof there, "%.*s", (int)len, host);
    folder_path("proxy", folder);
    cr_assert_eq(mkdir(folder, 0700), 0);
    int bytes = snprintf(ret_proxied, TEST_DATABASE_MAX, "%.*s%s%s", (int)(host - database),
                         database, folder, host + len);
    cr_assert_lt(bytes, TEST_DATABASE_MAX);
    return proxy_start(folder, there);
}

Test(takeover, a_server_that_is_cut_off_answers_nothing_more_and_lets_its_players_go)
{
    skip_without_postgres();
    char path[FOLDER_PATH_MAX], database[TEST_DATABASE_MAX], proxied[TEST_DATABASE_MAX];
    folder_path("matches.db", path);
    test_database_make(path, database);
    struct proxy *proxy = start_proxy(database, proxied);
    const char *arguments[] = {"--listen", "127.0.0.1:0", "--db", proxied, NULL};
    struct server first = take_over(process_start(SERVER_PROGRAM, arguments), database);
    struct process *standby = start_beside(&first);
    struct table table = table_open(&first, "anna", "ben", "nim", "5");
    struct peer *anna = table.first, *ben = table.second;
    table_move(&table, 1, "5>4");
    proxy_hold(proxy, true);
    struct server second = take_over(standby, database);
    table_come_back(&table, &second);
    table_move(&table, 2, "4>3");

    /* What it knows is out of date. */
    uint32_t resume =
        peer_ask(anna, WIRE_MATCH_RESUME, &(struct wire_resume){.match = table.match});
    uint32_t ping = peer_ask(ben, WIRE_SESSION_PING, NULL);
    peer_event(anna, WIRE_EVENT_SERVER_STALLED);
    peer_event(anna, WIRE_EVENT_SERVER_CLOSING);
    cr_assert_eq(peer_answer(anna, resume).code, ERROR_DISCONNECTED);
    cr_assert_eq(peer_answer(ben, ping).code, ERROR_DISCONNECTED);
    proxy_hold(proxy, false);
    cr_assert_eq(process_wait(first.process), EXIT_REFUSED);
    server_stop(&second);
    proxy_stop(proxy);
}

Test(takeover, the_figures_tell_the_epoch_and_what_is_left_of_the_lease)
{
    skip_without_postgres();
    struct server first = server_start();
    struct process *standby = start_beside(&first);
    int64_t epoch = stats_counter(stats_of(peer_join(&first, "anna")), "epoch");
    cr_assert_gt(epoch, 0);
    server_kill(&first);
    struct server second = take_over(standby, first.database);
    struct peer *ben = peer_join(&second, "ben");
    cr_assert_gt(stats_counter(stats_of(ben), "epoch"), epoch);
    int64_t lease_ms = stats_counter(stats_of(ben), "lease_milliseconds");
    cr_assert(0 < lease_ms && lease_ms <= 2500, "%lld ms", (long long)lease_ms);
    server_stop(&second);
}

static void ask_database(const struct server *server, const char *sql)
{
    free(test_database_ask(server->database, sql));
}

/* Each sign in the database takes longer than it is good for. */
Test(takeover, a_batch_that_is_confirmed_after_its_lease_is_not_told)
{
    skip_without_postgres();
    folder_path("control", control);
    const char *const options[] = {"--control", control, NULL};
    struct server server = server_start_with(options);
    struct peer *admin = peer_connect_operator(control);
    struct table table = table_open(&server, "anna", "ben", "nim", "5");
    table_move(&table, 1, "5>4");
    int64_t batches = stats_counter(stats_of(admin), "batches_total");
    ask_database(&server, "CREATE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql AS"
                          " $$ BEGIN PERFORM pg_sleep(2.6); RETURN NEW; END $$");
    ask_database(&server, "CREATE TRIGGER slow BEFORE UPDATE ON hall"
                          " FOR EACH ROW EXECUTE FUNCTION slow()");
    match_ask_move(table.second, table.match, 2, "4>3");
    peer_event(table.first, WIRE_EVENT_SERVER_STALLED);
    while (stats_counter(stats_of(admin), "batches_total") == batches)
        ;
    cr_assert_neq(match_try_move(table.first, table.match, 3, "3>2").code, ERROR_NONE);
    cr_assert_not(peer_has_event(table.first, WIRE_EVENT_SERVER_RESUMED));
    cr_assert_not(peer_has_event(table.first, WIRE_EVENT_MATCH_MOVED));

    ask_database(&server, "DROP TRIGGER slow ON hall");
    while (stats_counter(stats_of(admin), "lease_milliseconds") == 0)
        ;
    table_come_back(&table, &server);
    cr_assert_eq(match_resume(table.first, table.match)->ply, 2);
    table_move(&table, 3, "3>2");
    server_stop(&server);
}

static struct peer *ask_who_stands_by(struct process *standby)
{
    while (!strstr(process_errors(standby), "standing-by"))
        cr_assert_not(process_has_ended(standby));
    return peer_connect_operator(control);
}

Test(takeover, a_server_that_stands_by_tells_which_one_leads_and_nothing_else)
{
    skip_without_postgres();
    char node[256] = "";
    struct server first = server_start();
    struct process *standby = start_beside(&first);
    struct peer *admin = ask_who_stands_by(standby);
    gethostname(node, sizeof node - 1);
    const struct wire_whereabouts *where = peer_call(admin, WIRE_OPERATOR_WHERE, NULL);
    int64_t epoch = where->epoch;
    cr_assert_not(where->leads);
    cr_assert(wire_text_equal(where->role, "all"));
    cr_assert(wire_text_equal(where->node, node));
    cr_assert_eq(where->pid, process_pid(first.process));
    cr_assert_neq(where->beat, WIRE_ABSENT);
    cr_assert_eq(where->lease, WIRE_ABSENT);
    for (int i = 0; i < WIRE_METHOD_COUNT; i++) {
        bool is_operators =
            wire_methods[i].when == WIRE_OPERATOR || wire_methods[i].when == WIRE_EITHER;
        if (!is_operators || wire_methods[i].parameters != &wire_record_nothing ||
            i == WIRE_OPERATOR_WHERE)
            continue;
        struct answer refused = peer_answer(admin, peer_ask(admin, (enum wire_method)i, NULL));
        cr_assert_eq(refused.code, ERROR_TOO_EARLY, "%s", wire_methods[i].name);
        cr_assert_not_null(strstr(refused.message, node), "%s", refused.message);
    }

    /* It asks the one that took over, which is now this one. */
    server_kill(&first);
    struct server second = take_over(standby, first.database);
    where = peer_call(admin, WIRE_OPERATOR_WHERE, NULL);
    cr_assert(where->leads);
    cr_assert_gt(where->epoch, epoch);
    cr_assert_eq(where->pid, process_pid(standby));
    cr_assert(0 < where->lease && where->lease <= 2500);
    cr_assert_eq(where->beat, WIRE_ABSENT);
    cr_assert_eq(where->gateways, WIRE_ABSENT);
    server_stop(&second);
}

Test(takeover, a_server_that_stands_by_ends_while_an_operator_is_connected)
{
    skip_without_postgres();
    struct server first = server_start();
    struct process *standby = start_beside(&first);
    struct peer *admin = ask_who_stands_by(standby);
    peer_call(admin, WIRE_OPERATOR_WHERE, NULL);
    process_signal(standby, SIGTERM);
    cr_assert_eq(process_wait(standby), EXIT_OK, "%s", process_errors(standby));
    peer_expect_end(admin);
    server_stop(&first);
}

/* The clock of PostgreSQL was set back by an hour. */
Test(takeover, a_row_of_the_future_is_taken_over)
{
    skip_without_postgres();
    struct server first = server_start();
    struct table table = table_open(&first, "anna", "ben", "nim", "5");
    table_move(&table, 1, "5>4");
    int64_t began = match_resume(table.first, table.match)->created;
    server_kill(&first);
    free(test_database_ask(first.database,
                           "UPDATE hall SET beat = clock_timestamp() + interval '1 hour'"));
    struct server second = take_over(start_beside(&first), first.database);
    table_come_back(&table, &second);
    table_move(&table, 2, "4>3");
    struct table later = table_open(&second, "carl", "dora", "nim", "5");
    cr_assert_gt(match_resume(later.first, later.match)->created, began + 3600000 - 60000,
                 "time went back");
    server_stop(&second);
}

/* The database's own clock is what it was an hour ago. */
static void set_database_clock_back(const char *database)
{
    free(test_database_ask(database,
                           "CREATE FUNCTION clock_timestamp() RETURNS timestamptz LANGUAGE sql"
                           " RETURN pg_catalog.clock_timestamp() - interval '1 hour'"));
    free(test_database_ask(database,
                           "DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET search_path ="
                           " public, pg_catalog', current_database()); END $$"));
}

/* Give or take what passes between the two readings, and what each of them rounds off. */
static void expect_told_ahead(struct process *process, long ms)
{
    static const char said[] = "warn clock-differs ahead_ms=";
    expect_said(process, said);
    long ahead_ms = atol(strstr(process_errors(process), said) + strlen(said));
    cr_assert(labs(ahead_ms - ms) < 60 * 1000, "%ld", ahead_ms);
}

Test(takeover, a_clock_that_differs_by_an_hour_is_told_and_harms_no_match)
{
    skip_without_postgres();
    char path[FOLDER_PATH_MAX], database[TEST_DATABASE_MAX];
    folder_path("matches.db", path);
    test_database_make(path, database);
    set_database_clock_back(database);
    struct server first = server_start();
    expect_told_ahead(first.process, 3600 * 1000);
    expect_said(first.process, "set both by NTP");
    struct process *standby = start_beside(&first);
    struct table table = table_open(&first, "anna", "ben", "nim", "5");
    table_move(&table, 1, "5>4");
    server_kill(&first);
    struct server second = take_over(standby, first.database);
    table_come_back(&table, &second);
    table_move(&table, 2, "4>3");
    expect_said(standby, "warn clock-differs");
    server_stop(&second);
}
