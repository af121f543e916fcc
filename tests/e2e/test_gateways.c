/* A hall and its gateways: clients come in anywhere, and what any of these processes suffers costs
 * nobody a match. */
#include "common/base/exit_status.h"
#include "tests/cluster.h"
#include "tests/e2e/held.h"
#include "tests/e2e/play.h"
#include "tests/e2e/stage.h"
#include "tests/e2e/stranger.h"
#include "tests/exposition.h"
#include "tests/nats.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

STAGE(gateways);

#define LINKED_SERVER_PROGRAM "tests/e2e/takeaway-server-linked"

/* --- the processes --- */

static const char *program = SERVER_PROGRAM; /* of what is started from now on */

/* What is started from now on speaks these versions of the link, such as "2-3". */
static void speak_link(const char *versions)
{
    program = LINKED_SERVER_PROGRAM;
    setenv("LINK_VERSIONS", versions, 1);
}

static void await_said(struct process *process, const char *part)
{
    while (!strstr(process_errors(process), part))
        cr_assert_not(process_has_ended(process), "%s", process_errors(process));
}

/* A name of the test's own: all tests share one bus. */
static const char *cluster_name(void)
{
    static char name[32];
    snprintf(name, sizeof name, "test-%d", (int)getpid());
    return name;
}

static char control[FOLDER_PATH_MAX]; /* the hall's socket for operators */

static void matches_database(char ret_database[TEST_DATABASE_MAX])
{
    char path[FOLDER_PATH_MAX];
    folder_path("matches.db", path);
    test_database_make(path, ret_database);
}

/* `database`: what --db is to be. It may stand by. */
static struct process *start_hall_on(const char *database, const char *control_path)
{
    const char *const arguments[] = {"--role",
                                     "hall",
                                     "--db",
                                     database,
                                     "--bus",
                                     getenv("TEST_NATS"),
                                     "--cluster",
                                     cluster_name(),
                                     "--control",
                                     control_path,
                                     "--metrics-listen",
                                     "127.0.0.1:0",
                                     NULL};
    return process_start(program, arguments);
}

/* Leads when it returns. */
static struct process *start_hall(void)
{
    static char database[TEST_DATABASE_MAX];
    folder_path("control", control);
    matches_database(database);
    struct process *hall = start_hall_on(database, control);
    process_find_line(hall, "leading");
    return hall;
}

/* Listens when it returns. */
static struct server start_gateway(const char *bus)
{
    struct server gateway = {.program = program};
    const char *const arguments[] = {
        "--role",    "gateway",      "--listen",  "127.0.0.1:0",      "--bus",       bus,
        "--cluster", cluster_name(), "--metrics", "--metrics-listen", "127.0.0.1:0", NULL};
    gateway.process = process_start(program, arguments);
    const char *line = process_find_line(gateway.process, "listening on ");
    snprintf(gateway.address, sizeof gateway.address, "%s", line + strlen("listening on "));
    cr_assert_eq(sscanf(line, "listening on 127.0.0.1:%d", &gateway.port), 1);
    return gateway;
}

struct cluster {
    struct process *hall;
    struct server near, far; /* gateways */
};

static struct cluster start_cluster(void)
{
    struct cluster cluster;
    if (!test_nats_is_there())
        cr_skip("there is no NATS server to test with: see tests/nats.sh");
    cluster.hall = start_hall();
    cluster.near = start_gateway(getenv("TEST_NATS"));
    cluster.far = start_gateway(getenv("TEST_NATS"));
    return cluster;
}

static void kill_process(struct process *process)
{
    process_signal(process, SIGKILL);
    cr_assert_eq(process_wait(process), SIGNAL_STATUS_BASE + SIGKILL);
}

static void stop_cluster(struct cluster *cluster)
{
    struct process *const all[] = {cluster->near.process, cluster->far.process, cluster->hall};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        process_signal(all[i], SIGTERM);
        int status = process_wait_within(all[i], ENDING_MS);
        cr_assert_eq(status, 0, "it ended with %d: %s", status, process_errors(all[i]));
    }
}

/* --- clients that resume --- */

/* The welcome's texts live as long as the test. */
static const struct wire_welcome *greet(struct peer *peer, const char *name, struct wire_text token)
{
    struct wire_hello hello = {
        .protocol = WIRE_PROTOCOL,
        .client = wire_text("test"),
        .name = wire_text(name),
        .token = token,
        .proof = WIRE_ABSENT,
        .resumes = true,
    };
    return peer_call(peer, WIRE_SESSION_HELLO, &hello);
}

struct resuming {
    struct peer *peer;
    struct wire_text token;
};

static struct resuming join(const struct server *gateway, const char *name)
{
    struct peer *peer = peer_connect(gateway);
    return (struct resuming){peer, greet(peer, name, wire_text(NULL))->token};
}

/* The server has restarted: the client says hello over the same connection. */
static void resume(struct resuming *client)
{
    peer_event(client->peer, WIRE_EVENT_SERVER_RESTARTED);
    client->token = greet(client->peer, NULL, client->token)->token;
}

/* A match whose player at the near gateway moves first. */
static int64_t begin_match(const struct resuming *first, const struct resuming *second)
{
    int64_t match = offer_accept(second->peer, offer_seek(first->peer, "nim", "9"))->match;
    match_move(first->peer, match, 1, "9>8");
    match_move(second->peer, match, 2, "8>7");
    return match;
}

static void go_on(struct resuming *first, struct resuming *second, int64_t match)
{
    cr_assert_eq(match_resume(first->peer, match)->ply, 2);
    cr_assert_eq(match_resume(second->peer, match)->ply, 2);
    match_move(first->peer, match, 3, "7>6");
    match_move(second->peer, match, 4, "6>0");
    peer_event(first->peer, WIRE_EVENT_MATCH_ENDED);
    peer_event(second->peer, WIRE_EVENT_MATCH_ENDED);
}

/* --- tests --- */

Test(gateways, carry_a_match_between_two_of_them)
{
    struct cluster cluster = start_cluster();
    struct resuming ann = join(&cluster.near, "ann"), ben = join(&cluster.far, "ben");
    int64_t match = begin_match(&ann, &ben);
    go_on(&ann, &ben, match);
    peer_close_all();
    stop_cluster(&cluster);
}

Test(gateways, keep_the_connections_of_clients_that_resume_when_the_hall_is_killed)
{
    struct cluster cluster = start_cluster();
    struct resuming ann = join(&cluster.near, "ann"), ben = join(&cluster.far, "ben");
    int64_t match = begin_match(&ann, &ben);
    kill_process(cluster.hall);
    cluster.hall = start_hall();
    resume(&ann);
    resume(&ben);
    go_on(&ann, &ben, match);
    stop_cluster(&cluster);
}

/* The program of a person, with the words that it has for that. */
Test(gateways, takeaway_tells_of_a_restart_and_of_no_lost_connection)
{
    struct cluster cluster = start_cluster();
    struct resuming ben = join(&cluster.far, "ben");
    offer_seek(ben.peer, "nim", "9");
    const char *const play[] = {"play",    "--server", cluster.near.address,
                                "--as",    "ann",      "--game",
                                "nim",     "--start",  "9",
                                "--first", "them",     "--against",
                                "anyone",  NULL};
    struct process *ann = process_start(TAKEAWAY_PROGRAM, play);
    const struct wire_match_event *started = peer_event(ben.peer, WIRE_EVENT_MATCH_STARTED);
    int64_t match = started->match->match;
    match_move(ben.peer, match, 1, "9>8");
    process_find_line(ann, "ben takes 1");
    kill_process(cluster.hall);
    cluster.hall = start_hall();
    const char *line = "";
    while (!strstr(line, "All goes on after the restart of the server.")) {
        line = process_read_line(ann);
        cr_assert(line && !strstr(line, "onnect"), "%s", line ? line : process_errors(ann));
    }
    resume(&ben);
    match_resume(ben.peer, match);
    process_write(ann, "8>0\n");
    peer_event(ben.peer, WIRE_EVENT_MATCH_ENDED);
    const char *rest = process_read_rest(ann);
    cr_assert_not_null(strstr(rest, "You won"), "%s", rest);
    cr_assert_null(strstr(rest, "onnect"), "%s", rest);
    cr_assert_eq(process_wait(ann), 0);
    stop_cluster(&cluster);
}

Test(gateways, keep_the_connections_of_clients_that_resume_when_the_hall_is_stopped)
{
    struct cluster cluster = start_cluster();
    struct resuming ann = join(&cluster.near, "ann"), ben = join(&cluster.far, "ben");
    int64_t match = begin_match(&ann, &ben);
    process_signal(cluster.hall, SIGTERM);
    cr_assert_eq(process_wait_within(cluster.hall, ENDING_MS), 0);
    cluster.hall = start_hall();
    resume(&ann);
    resume(&ben);
    go_on(&ann, &ben, match);
    stop_cluster(&cluster);
}

Test(gateways, close_the_connections_of_other_clients_when_the_hall_is_killed)
{
    struct cluster cluster = start_cluster();
    struct peer *ann = peer_join(&cluster.near, "ann");
    kill_process(cluster.hall);
    cluster.hall = start_hall();
    peer_event(ann, WIRE_EVENT_SERVER_CLOSING);
    peer_expect_end(ann);
    struct peer *again = peer_come_back(&cluster.far, ann);
    cr_assert_eq(peer_welcome(again)->player, peer_welcome(ann)->player);
    stop_cluster(&cluster);
}

Test(gateways, refuse_what_a_killed_hall_has_not_answered)
{
    struct cluster cluster = start_cluster();
    struct resuming ann = join(&cluster.near, "ann");
    process_signal(cluster.hall, SIGSTOP);
    uint32_t request = peer_ask(ann.peer, WIRE_SESSION_PING, NULL);
    kill_process(cluster.hall);
    cluster.hall = start_hall();
    resume(&ann);
    cr_assert_eq(peer_answer(ann.peer, request).code, ERROR_SERVER_CLOSING);
    stop_cluster(&cluster);
}

Test(gateways, are_left_for_another_when_one_is_killed)
{
    struct cluster cluster = start_cluster();
    struct resuming ann = join(&cluster.near, "ann"), ben = join(&cluster.far, "ben");
    int64_t match = begin_match(&ann, &ben);
    kill_process(cluster.near.process);
    peer_expect_end(ann.peer);
    ann.peer = peer_connect(&cluster.far);
    greet(ann.peer, NULL, ann.token);
    go_on(&ann, &ben, match);
    cluster.near = start_gateway(getenv("TEST_NATS"));
    stop_cluster(&cluster);
}

Test(gateways, tell_the_hall_when_they_end)
{
    struct cluster cluster = start_cluster();
    struct resuming ann = join(&cluster.near, "ann"), ben = join(&cluster.far, "ben");
    int64_t match = begin_match(&ann, &ben);
    server_stop(&cluster.near);
    const struct wire_presence *gone = peer_event(ben.peer, WIRE_EVENT_MATCH_PRESENCE);
    cr_assert_not(gone->online);
    while (!strstr(process_errors(cluster.hall), "it has stopped"))
        usleep(10000);
    ann.peer = peer_connect(&cluster.far);
    greet(ann.peer, NULL, ann.token);
    go_on(&ann, &ben, match);
    cluster.near = start_gateway(getenv("TEST_NATS"));
    stop_cluster(&cluster);
}

Test(gateways, that_were_stopped_say_so_when_they_go_on)
{
    struct cluster cluster = start_cluster();
    struct resuming ann = join(&cluster.near, "ann"), ben = join(&cluster.far, "ben");
    struct peer *carl = peer_join(&cluster.near, "carl");
    int64_t match = begin_match(&ann, &ben);
    process_signal(cluster.near.process, SIGSTOP);
    const struct wire_presence *gone = peer_event(ben.peer, WIRE_EVENT_MATCH_PRESENCE);
    cr_assert_not(gone->online, "the hall has lost the gateway, and with it its clients");
    process_signal(cluster.near.process, SIGCONT);
    resume(&ann);
    peer_event(carl, WIRE_EVENT_SERVER_CLOSING);
    peer_expect_end(carl);
    go_on(&ann, &ben, match);
    stop_cluster(&cluster);
}

Test(gateways, go_on_with_a_hall_that_was_stopped)
{
    struct cluster cluster = start_cluster();
    struct resuming ann = join(&cluster.near, "ann"), ben = join(&cluster.far, "ben");
    int64_t match = begin_match(&ann, &ben);
    process_signal(cluster.hall, SIGSTOP);
    while (!strstr(process_errors(cluster.near.process), "hall-lost") ||
           !strstr(process_errors(cluster.far.process), "hall-lost"))
        usleep(10000);
    process_signal(cluster.hall, SIGCONT);
    resume(&ann);
    resume(&ben);
    go_on(&ann, &ben, match);
    stop_cluster(&cluster);
}

/* A NATS server of the test's own, which start_cluster() uses, too. */
static struct test_nats start_nats(void)
{
    if (!test_nats_is_there())
        cr_skip("there is no NATS server to test with: see tests/nats.sh");
    struct test_nats nats = test_nats_start(NULL);
    char bus[64];
    snprintf(bus, sizeof bus, "nats://127.0.0.1:%d", nats.port);
    setenv("TEST_NATS", bus, 1);
    return nats;
}

Test(gateways, wait_without_a_bus_and_say_so)
{
    struct test_nats nats = start_nats();
    test_nats_kill(&nats);
    struct server gateway = start_gateway(getenv("TEST_NATS"));
    struct peer *ann = peer_connect(&gateway);
    uint32_t hello = hello_ask(ann, "ann", NULL);
    while (!strstr(process_errors(gateway.process), "bus-"))
        usleep(10000);
    process_signal(gateway.process, SIGTERM);
    cr_assert_eq(process_wait_within(gateway.process, ENDING_MS), 0);
    cr_assert_eq(peer_answer(ann, hello).code, ERROR_DISCONNECTED);
}

Test(gateways, are_counted_by_the_hall_with_their_frames)
{
    struct cluster cluster = start_cluster();
    struct peer *admin = peer_connect_operator(control);
    struct peer *anna = peer_join(&cluster.near, "anna");
    peer_join(&cluster.far, "ben");
    const struct wire_whereabouts *where = peer_call(admin, WIRE_OPERATOR_WHERE, NULL);
    cr_assert(where->leads);
    cr_assert(wire_text_equal(where->role, "hall"));
    cr_assert_eq(where->pid, process_pid(cluster.hall));
    cr_assert_eq(where->gateways, 2);
    cr_assert_gt(stats_counter(stats_of(anna), "epoch"), 0);
    cr_assert_eq(stats_counter(stats_of(admin), "gateways"), 2);
    cr_assert_eq(stats_counter(stats_of(admin), "bus_connects_total"), 1);
    cr_assert_gt(stats_counter(stats_of(admin), "link_frames_received_total"), 0);
    cr_assert_gt(stats_counter(stats_of(admin), "link_frames_sent_total"), 0);
    kill_process(cluster.far.process);
    do
        where = peer_call(admin, WIRE_OPERATOR_WHERE, NULL);
    while (where->gateways > 1);
    cr_assert_gt(stats_counter(stats_of(admin), "link_resets_total"), 0);
}

Test(gateways, have_the_certificates_and_a_hall_that_is_to_reload_one_says_so)
{
    struct cluster cluster = start_cluster();
    struct peer *admin = peer_connect_operator(control);
    process_signal(cluster.hall, SIGHUP);
    while (!strstr(process_errors(cluster.hall), "warn nothing-reloaded"))
        usleep(10000);
    struct answer answer = peer_answer(admin, peer_ask(admin, WIRE_OPERATOR_RELOAD, NULL));
    cr_assert_eq(answer.code, ERROR_USAGE);
    cr_assert_not_null(strstr(answer.message, "`systemctl reload takeaway@gateway`"), "%s",
                       answer.message);
    peer_close_all();
    stop_cluster(&cluster);
}

/* --- figures --- */

/* Where a process has its figures for themselves. */
static struct server figures_of(struct process *process)
{
    static const char said[] = " info metrics address=127.0.0.1:";
    struct server figures = {.process = process};
    await_said(process, said);
    figures.port = atoi(strstr(process_errors(process), said) + strlen(said));
    return figures;
}

/* The answer, head and body, and *ret_body in it, valid until the next call. */
static const char *get(const struct server *server, const char *path, const char **ret_body)
{
    static char answer[65536];
    char request[128];
    struct stranger prometheus = stranger_connect(server);
    snprintf(request, sizeof request,
             "GET %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", path);
    stranger_send_text(&prometheus, request);
    stranger_expect_end(&prometheus);
    snprintf(answer, sizeof answer, "%s", text_string(&prometheus.got));
    stranger_close(&prometheus);
    *ret_body = strstr(answer, "\r\n\r\n");
    cr_assert_not_null(*ret_body, "%s", answer);
    *ret_body += 4;
    return answer;
}

/* What Prometheus gets of a process. */
static const char *read_metrics(const struct server *server)
{
    const char *figures;
    char why[256];
    get(server, "/metrics", &figures);
    cr_assert(exposition_is_sound(figures, why, sizeof why), "%s", why);
    return figures;
}

/* Waits until it is in this state: well if it does its part. */
static void await_health(const struct server *figures, const char *state, bool is_well)
{
    char line[32];
    const char *answer, *body;
    snprintf(line, sizeof line, "%s\n", state);
    do {
        answer = get(figures, "/health", &body);
    } while (strcmp(body, line) != 0);
    cr_assert_not_null(strstr(answer, is_well ? "HTTP/1.1 200 " : "HTTP/1.1 503 "), "%s", answer);
}

/* Reads them until a sample has at least this value, and not more often than an address may
 * connect.
 */
static void await_figure(const struct server *gateway, const char *sample, double value)
{
    while (exposition_value(read_metrics(gateway), sample) < value)
        usleep(50000);
}

Test(gateways, tell_prometheus_of_their_link_and_their_bus)
{
    struct test_nats nats = start_nats();
    struct server gateway = start_gateway(getenv("TEST_NATS"));
    await_figure(&gateway, "takeaway_bus_connects_total", 1);
    const char *alone = read_metrics(&gateway);
    cr_assert_eq(exposition_value(alone, "takeaway_epoch"), 0);
    cr_assert_eq(exposition_value(alone, "takeaway_link_frames_received_total"), 0);
    cr_assert_gt(exposition_value(alone, "takeaway_link_frames_sent_total"), 0,
                 "it asks for a hall");
    cr_assert_eq(exposition_value(alone, "takeaway_link_round_trip_microseconds"), 0);

    struct process *hall = start_hall();
    struct peer *anna = peer_join(&gateway, "anna");
    peer_call(anna, WIRE_SESSION_PING, NULL);
    await_figure(&gateway, "takeaway_link_round_trip_microseconds", 1);
    const char *carried = read_metrics(&gateway);
    double epoch = exposition_value(carried, "takeaway_epoch");
    cr_assert_eq(epoch, stats_counter(stats_of(anna), "epoch"));
    cr_assert_eq(exposition_value(carried, "takeaway_link_resets_total"), 0);
    cr_assert_gt(exposition_value(carried, "takeaway_link_frames_received_total"), 0);
    cr_assert_gt(exposition_value(carried, "takeaway_connections"), 0);

    kill_process(hall);
    start_hall();
    await_figure(&gateway, "takeaway_epoch", epoch + 1);
    await_figure(&gateway, "takeaway_link_resets_total", 1);
    test_nats_kill(&nats);
    test_nats_start_again(&nats);
    await_figure(&gateway, "takeaway_bus_connects_total", 2);
}

/* Has it these figures, and none of those? */
static void expect_families(const char *figures, const char *const *own, const char *const *others)
{
    for (size_t i = 0; own[i]; i++)
        cr_expect_neq(exposition_value(figures, own[i]), -1, "there has to be %s", own[i]);
    for (size_t i = 0; others[i]; i++)
        cr_expect_eq(exposition_value(figures, others[i]), -1, "%s is another's", others[i]);
}

Test(gateways, and_the_hall_show_each_its_own_figures)
{
    static const char *const of_halls[] = {
        "takeaway_role_info{role=\"hall\"}",
        "takeaway_leading",
        "takeaway_live_matches",
        "takeaway_stalled",
        "takeaway_gateways",
        "takeaway_lease_milliseconds",
        "takeaway_logins_total{result=\"ok\"}",
        "takeaway_commit_seconds_count",
        NULL,
    };
    static const char *const of_gateways[] = {
        "takeaway_role_info{role=\"gateway\"}",
        "takeaway_link_up",
        "takeaway_connections",
        "takeaway_connections_accepted_total",
        "takeaway_timeouts_total{kind=\"hello\"}",
        "takeaway_tls_handshakes_total{result=\"ok\"}",
        "takeaway_http_requests_total",
        "takeaway_certificate_expires",
        NULL,
    };
    struct cluster cluster = start_cluster();
    struct server at_hall = figures_of(cluster.hall), at_near = figures_of(cluster.near.process);
    struct resuming ann = join(&cluster.near, "ann"), ben = join(&cluster.far, "ben");
    begin_match(&ann, &ben);
    const char *hall = read_metrics(&at_hall);
    expect_families(hall, of_halls, of_gateways);
    cr_expect_eq(exposition_value(hall, "takeaway_moves_total"), 2);
    cr_expect_eq(exposition_value(hall, "takeaway_live_matches"), 1);
    cr_expect_eq(exposition_value(hall, "takeaway_gateways"), 2);
    cr_expect_eq(exposition_value(hall, "takeaway_link_sessions"), 2);
    cr_expect_eq(exposition_value(hall, "takeaway_leading"), 1);
    cr_expect_eq(exposition_value(hall, "takeaway_bus_connected"), 1);
    cr_expect_gt(exposition_value(hall, "takeaway_bus_messages_sent_total"), 0);
    cr_expect_gt(exposition_value(hall, "takeaway_bus_messages_received_total"), 0);
    cr_expect_gt(exposition_value(hall, "takeaway_bus_echo_microseconds"), 0);
    cr_expect_gt(exposition_value(hall, "takeaway_link_frames_received_total"), 0);
    cr_expect_gt(exposition_value(hall, "takeaway_commit_seconds_count"), 0);
    cr_expect_eq(exposition_value(hall, "takeaway_epoch"),
                 stats_counter(stats_of(ann.peer), "epoch"));

    const char *near = read_metrics(&at_near);
    expect_families(near, of_gateways, of_halls);
    cr_expect_eq(exposition_value(near, "takeaway_link_up"), 1);
    cr_expect_eq(exposition_value(near, "takeaway_link_sessions"), 1);
    cr_expect_eq(exposition_value(near, "takeaway_bus_connected"), 1);
    expect_families(read_metrics(&cluster.near), of_gateways, of_halls);

    process_signal(cluster.far.process, SIGSTOP);
    await_figure(&at_hall, "takeaway_link_silence_milliseconds", 300);
    process_signal(cluster.far.process, SIGCONT);
    process_signal(cluster.hall, SIGSTOP);
    await_figure(&at_near, "takeaway_link_silence_milliseconds", 1000);
    process_signal(cluster.hall, SIGCONT);
    peer_close_all();
    stop_cluster(&cluster);
}

Test(gateways, and_the_hall_say_how_they_are)
{
    struct test_nats nats = start_nats();
    struct process *hall = start_hall();
    struct server gateway = start_gateway(getenv("TEST_NATS"));
    struct server at_hall = figures_of(hall), at_gateway = figures_of(gateway.process);
    await_health(&at_hall, "active", true);
    await_health(&at_gateway, "active", true);

    test_nats_kill(&nats);
    await_health(&at_hall, "no-bus", false);
    await_health(&at_gateway, "no-bus", false);
    cr_assert_eq(exposition_value(read_metrics(&at_hall), "takeaway_bus_connected"), 0);
    test_nats_start_again(&nats);
    await_health(&at_gateway, "active", true);
    await_health(&at_hall, "active", true);

    kill_process(hall);
    await_health(&at_gateway, "no-hall", false);
    cr_assert_eq(exposition_value(read_metrics(&at_gateway), "takeaway_link_up"), 0);
    hall = start_hall();
    await_health(&at_gateway, "active", true);
}

Test(gateways, and_the_hall_do_not_share_the_address_for_figures_with_players)
{
    const char *body;
    struct cluster cluster = start_cluster();
    struct server figures = figures_of(cluster.hall);
    cr_assert_not_null(strstr(get(&figures, "/", &body), "HTTP/1.1 404 "));
    cr_assert_str_eq(body, "there are /metrics and /health here, and no more\n");
    cr_assert_not_null(strstr(get(&cluster.near, "/health", &body), "HTTP/1.1 404 "));
    struct peer *ann = peer_connect(&figures);
    hello_ask(ann, "ann", NULL);
    const struct wire_fault *fault = peer_event(ann, WIRE_EVENT_SESSION_FAULT);
    cr_assert_eq(fault->code, ERROR_BAD_MESSAGE);
    cr_assert(wire_text_equal(
        fault->message, "only figures are here, by HTTP: players come in at another address"));
    peer_expect_end(ann);
    stop_cluster(&cluster);
}

/* --- versions --- */

/* Both make a move of 1 in their only heap; ply counts both. */
static void move_each(struct resuming *first, struct resuming *second, int64_t match, int *ply)
{
    enum { HEAP = 40 };
    for (int i = 0; i < 2; i++, ++*ply) {
        char move[MOVE_TEXT_MAX];
        snprintf(move, sizeof move, "%d>%d", HEAP - *ply, HEAP - *ply - 1);
        match_move(i == 0 ? first->peer : second->peer, match, *ply + 1, move);
    }
}

static void replace_hall(struct cluster *cluster, struct resuming *ann, struct resuming *ben)
{
    process_signal(cluster->hall, SIGTERM);
    cr_assert_eq(process_wait_within(cluster->hall, ENDING_MS), 0);
    cluster->hall = start_hall();
    resume(ann);
    resume(ben);
}

/* Its player goes on at another one. */
static void replace_gateway(struct server *gateway, const struct server *other,
                            struct resuming *player)
{
    server_stop(gateway);
    peer_event(player->peer, WIRE_EVENT_SERVER_CLOSING);
    player->peer = peer_connect(other);
    player->token = greet(player->peer, NULL, player->token)->token;
    *gateway = start_gateway(getenv("TEST_NATS"));
}

/* From these versions to those, and a move of each between two steps. */
static void roll(const char *from, const char *to, bool is_hall_first)
{
    int ply = 0;
    speak_link(from);
    struct cluster cluster = start_cluster();
    struct resuming ann = join(&cluster.near, "ann"), ben = join(&cluster.far, "ben");
    int64_t match = offer_accept(ben.peer, offer_seek(ann.peer, "nim", "40"))->match;
    move_each(&ann, &ben, match, &ply);

    speak_link(to);
    if (is_hall_first)
        replace_hall(&cluster, &ann, &ben);
    move_each(&ann, &ben, match, &ply);
    replace_gateway(&cluster.near, &cluster.far, &ann);
    move_each(&ann, &ben, match, &ply);
    replace_gateway(&cluster.far, &cluster.near, &ben);
    ann.peer = peer_connect(&cluster.near); /* it was there, too */
    ann.token = greet(ann.peer, NULL, ann.token)->token;
    move_each(&ann, &ben, match, &ply);
    if (!is_hall_first)
        replace_hall(&cluster, &ann, &ben);
    move_each(&ann, &ben, match, &ply);
    cr_assert_eq(match_resume(ann.peer, match)->ply, ply);
    peer_close_all();
    stop_cluster(&cluster);
}

Test(gateways, are_upgraded_one_by_one_after_the_hall)
{
    roll("1-2", "2-3", true);
}

Test(gateways, are_upgraded_one_by_one_before_the_hall)
{
    roll("1-2", "2-3", false);
}

Test(gateways, go_back_to_the_version_before_as_they_came)
{
    roll("2-3", "1-2", true);
}

Test(gateways, that_are_two_versions_ahead_of_the_hall_say_so_and_wait_for_a_newer_one)
{
    struct cluster cluster;
    speak_link("1-2");
    cluster = start_cluster();
    server_stop(&cluster.far);
    speak_link("3-4");
    cluster.far = start_gateway(getenv("TEST_NATS"));
    struct peer *ann = peer_connect(&cluster.far);
    uint32_t hello = hello_ask(ann, "ann", NULL);
    while (!strstr(process_errors(cluster.far.process), "error hall-refuses"))
        cr_assert_not(process_has_ended(cluster.far.process));
    cr_assert_not_null(
        strstr(process_errors(cluster.far.process),
               "reason=\"this hall speaks link versions 1 to 2, the gateway 3 to 4: update "
               "the older\""),
        "%s", process_errors(cluster.far.process));
    peer_join(&cluster.near, "ben");

    process_signal(cluster.hall, SIGTERM);
    cr_assert_eq(process_wait_within(cluster.hall, ENDING_MS), 0);
    speak_link("2-3");
    cluster.hall = start_hall();
    cr_assert_eq(peer_answer(ann, hello).code, ERROR_NONE);
    peer_close_all();
    stop_cluster(&cluster);
}

/* --- other halls --- */

static char waiting_control[FOLDER_PATH_MAX]; /* of the hall that stands by */

static struct postgres_process start_postgres(void)
{
    struct postgres_process postgres;
    if (!test_nats_is_there() ||
        system("command -v pg_config >/dev/null && test -x $(pg_config --bindir)/postgres") != 0)
        cr_skip("it needs a NATS server (tests/nats.sh) and PostgreSQL");
    postgres_start(&postgres, "");
    return postgres;
}

/* A hall that leads and one that stands by. */
struct halls {
    struct postgres_process postgres;
    struct process *leader, *standby;
};

static void start_halls(struct halls *ret_halls)
{
    ret_halls->postgres = start_postgres();
    folder_path("control", control);
    folder_path("waiting", waiting_control);
    ret_halls->leader = start_hall_on(ret_halls->postgres.database, control);
    process_find_line(ret_halls->leader, "leading");
    ret_halls->standby = start_hall_on(ret_halls->postgres.database, waiting_control);
    await_said(ret_halls->standby, "standing-by");
}

Test(gateways, go_on_with_the_hall_that_stood_by_and_told_which_one_led)
{
    struct halls halls;
    start_halls(&halls);
    struct process *leader = halls.leader, *standby = halls.standby;
    struct server at_standby = figures_of(standby);
    char address[32];
    struct server gateway = start_gateway(getenv("TEST_NATS"));
    struct resuming ann = join(&gateway, "ann"), ben = join(&gateway, "ben");
    int64_t match = begin_match(&ann, &ben);

    struct peer *admin = peer_connect_operator(waiting_control);
    const struct wire_whereabouts *where = peer_call(admin, WIRE_OPERATOR_WHERE, NULL);
    cr_assert_not(where->leads);
    cr_assert(wire_text_equal(where->role, "hall"));
    cr_assert_eq(where->pid, process_pid(leader));
    cr_assert_eq(where->gateways, WIRE_ABSENT);
    snprintf(address, sizeof address, "127.0.0.1:%d", at_standby.port);
    cr_assert(wire_text_equal(where->metrics, address), "its own, not the leader's");
    cr_assert_eq(peer_refusal(admin, WIRE_SERVER_STATS, NULL), ERROR_TOO_EARLY);
    await_health(&at_standby, "standing-by", true);
    const char *figures = read_metrics(&at_standby);
    cr_assert_eq(exposition_value(figures, "takeaway_leading"), 0);
    cr_assert_eq(exposition_value(figures, "takeaway_epoch"), 0);
    cr_assert_eq(exposition_value(figures, "takeaway_bus_connected"), 1);

    kill_process(leader);
    resume(&ann);
    resume(&ben);
    go_on(&ann, &ben, match);
    where = peer_call(admin, WIRE_OPERATOR_WHERE, NULL);
    cr_assert(where->leads);
    cr_assert_eq(where->pid, process_pid(standby));
    cr_assert_eq(where->gateways, 1);
    await_health(&at_standby, "active", true);
    figures = read_metrics(&at_standby);
    cr_assert_eq(exposition_value(figures, "takeaway_leading"), 1);
    cr_assert_eq(exposition_value(figures, "takeaway_epoch"), where->epoch);
    peer_close_all();
    process_signal(standby, SIGTERM);
    cr_assert_eq(process_wait_within(standby, ENDING_MS), 0);
    postgres_remove(&halls.postgres);
}

Test(gateways, have_halls_that_say_when_the_database_is_away)
{
    struct halls halls;
    start_halls(&halls);
    struct server at_leader = figures_of(halls.leader), at_standby = figures_of(halls.standby);
    await_health(&at_leader, "active", true);
    await_health(&at_standby, "standing-by", true);
    postgres_kill(&halls.postgres);
    await_health(&at_standby, "no-database", false);
    await_health(&at_leader, "stalled", false);
    cr_assert_eq(exposition_value(read_metrics(&at_leader), "takeaway_stalled"), 1);
    /* Either may be the one that gets it now. */
    postgres_start_again(&halls.postgres);
    const char *answer, *body;
    do {
        answer = get(&at_standby, "/health", &body);
    } while (strcmp(body, "no-database\n") == 0);
    cr_assert_not_null(strstr(answer, "HTTP/1.1 200 "), "%s", answer);
    postgres_remove(&halls.postgres);
}

Test(gateways, follow_a_hall_with_postgresql_after_one_with_a_file)
{
    struct postgres_process postgres = start_postgres();
    struct cluster cluster = start_cluster();
    process_signal(cluster.hall, SIGTERM);
    cr_assert_eq(process_wait_within(cluster.hall, ENDING_MS), 0);
    cluster.hall = start_hall_on(postgres.database, control);
    peer_join(&cluster.near, "ann");
    peer_join(&cluster.far, "ben");
    peer_close_all();
    stop_cluster(&cluster);
    postgres_remove(&postgres);
}

/* Another database, and by mistake the same name on the bus. */
Test(gateways, follow_the_later_of_two_halls_and_the_earlier_one_says_what_may_be_wrong)
{
    struct cluster cluster = start_cluster();
    struct process *earlier = cluster.hall;
    char path[FOLDER_PATH_MAX], other[FOLDER_PATH_MAX];
    folder_path("other.db", path);
    folder_path("other", other);
    cluster.hall = start_hall_on(path, other);
    cr_assert_eq(process_wait(earlier), EXIT_REFUSED);
    cr_assert_not_null(strstr(process_errors(earlier), "error replaced epoch="));
    cr_assert_not_null(strstr(process_errors(earlier), "give each its own --cluster"), "%s",
                       process_errors(earlier));
    /* The other gateway may have been the one that told it. */
    struct server figures = figures_of(cluster.hall);
    await_figure(&cluster.near, "takeaway_epoch",
                 exposition_value(read_metrics(&figures), "takeaway_epoch"));
    peer_join(&cluster.near, "ann");
    peer_close_all();
    stop_cluster(&cluster);
}

/* --- secrets --- */

#define PASSWORD "correct horse battery"
#define ANOTHER "staple, no horse at all"
#define RESET "a horse out of the blue"

enum { SECRETS_MAX = 16 };

struct secrets {
    struct wire_text text[SECRETS_MAX];
    size_t count;
};

static void add_secret(struct secrets *secrets, struct wire_text text)
{
    cr_assert_lt(secrets->count, SECRETS_MAX);
    cr_assert_gt(text.len, 10);
    secrets->text[secrets->count++] = text;
}

static void expect_none(const struct process *process, const char *which,
                        const struct secrets *secrets, const char *said_aloud)
{
    struct text memory = process_memory(process);
    cr_expect_not_null(memmem(memory.bytes, memory.len, said_aloud, strlen(said_aloud)),
                       "the search finds what the %s has to hold", which);
    for (size_t i = 0; i < secrets->count; i++) {
        struct wire_text secret = secrets->text[i];
        cr_expect_null(memmem(memory.bytes, memory.len, secret.bytes, secret.len),
                       "'%.*s' is in the memory of the %s", (int)secret.len, secret.bytes, which);
    }
    text_finish(&memory);
}

/* A guest becomes an account, whose password changes twice: with the old one, and with an
 * operator's code. */
static void live_with_passwords(const struct server *gateway, struct secrets *secrets)
{
    struct peer *guest = peer_join(gateway, "anna");
    add_secret(secrets, peer_welcome(guest)->token);
    cr_assert_eq(account_register(guest, PASSWORD), ERROR_NONE);
    struct peer *anna = peer_log_in(gateway, "anna", PASSWORD);
    add_secret(secrets, peer_welcome(anna)->token);
    anna = peer_come_back(gateway, anna);
    add_secret(secrets, peer_welcome(anna)->token);
    cr_assert_eq(account_password(anna, PASSWORD, ANOTHER), ERROR_NONE);
    cr_assert_eq(hello_try(gateway, "anna", PASSWORD), ERROR_BAD_CREDENTIALS);
    struct wire_text code = operator_reset_password(peer_connect_operator(control), "anna")->code;
    add_secret(secrets, code);
    struct peer *owner = peer_connect(gateway);
    cr_assert_eq(peer_answer(owner, hello_ask_code(owner, "anna", code, RESET)).code, ERROR_NONE);
    const char *const passwords[] = {PASSWORD, ANOTHER, RESET};
    for (int i = 0; i < 3; i++)
        add_secret(secrets, wire_text(passwords[i]));
}

/* The hall keeps an invitation's code, the others do not: the maker gets it, and another one shows
 * it. */
static void invite(struct peer *maker, struct peer *taker, struct secrets *secrets)
{
    struct wire_invitation_create create = {
        .rules = wire_text("nim"),
        .start = wire_text("9"),
        .first = wire_text("maker"),
        .uses = 2,
        .expires_in = WIRE_ABSENT,
        .key = fresh_key(),
    };
    struct wire_text code =
        ((const struct wire_invitation_made *)peer_call(maker, WIRE_INVITATION_CREATE, &create))
            ->code;
    struct wire_invitation_code choice = {.code = code};
    struct wire_invitation_page page = {.before = WIRE_ABSENT, .limit = WIRE_ABSENT};
    struct wire_invitation_accept accept = {.code = code, .key = fresh_key()};
    peer_call(maker, WIRE_INVITATION_SHOW, &choice);
    peer_call(maker, WIRE_INVITATION_LIST, &page);
    peer_call(taker, WIRE_INVITATION_SHOW, &choice);
    peer_call(taker, WIRE_INVITATION_ACCEPT, &accept);
    add_secret(secrets, code);
}

Test(gateways, keep_no_secret_and_neither_do_the_hall_and_the_bus)
{
    struct test_nats nats = start_nats();
    struct cluster cluster = start_cluster();
    struct secrets secrets = {0};
    struct peer *maker = peer_join(&cluster.near, "said-aloud"),
                *taker = peer_join(&cluster.near, "taker");
    live_with_passwords(&cluster.near, &secrets);
    offer_seek(maker, "nim", "9");
    peer_call(taker, WIRE_SESSION_PING, NULL);
    expect_none(cluster.hall, "hall", &secrets, "said-aloud");
    invite(maker, taker, &secrets);
    peer_call(taker, WIRE_SESSION_PING, NULL);
    expect_none(cluster.near.process, "gateway", &secrets, "said-aloud");
    expect_none(nats.process, "NATS server", &secrets, "said-aloud");
    stop_cluster(&cluster);
}

/* --- passwords --- */

/* The near gateway's work on a password waits for the test, once for each time that it begins. */
static struct held hold_near(struct cluster *cluster)
{
    if (!held_server_is_there())
        cr_skip("this build has no server that holds a password: %s", HELD_SERVER_PROGRAM);
    server_stop(&cluster->near);
    struct held password = hold("password");
    held_server_prepare();
    program = HELD_SERVER_PROGRAM;
    cluster->near = start_gateway(getenv("TEST_NATS"));
    program = SERVER_PROGRAM;
    return password;
}

static uint32_t ask_to_log_in(struct peer *peer, const char *name, const char *password)
{
    struct wire_hello hello = {
        .protocol = WIRE_PROTOCOL,
        .client = wire_text("test"),
        .name = wire_text(name),
        .password = wire_text(password),
        .proof = WIRE_ABSENT,
        .resumes = true,
    };
    return peer_ask(peer, WIRE_SESSION_HELLO, &hello);
}

Test(gateways, and_a_server_without_any_read_each_others_passwords)
{
    struct cluster cluster = start_cluster();
    struct peer *anna = peer_join(&cluster.near, "anna");
    cr_assert_eq(account_register(anna, PASSWORD), ERROR_NONE);
    peer_close_all();
    stop_cluster(&cluster);

    struct server whole = server_start_on("matches.db");
    cr_assert_eq(hello_try(&whole, "anna", ANOTHER), ERROR_BAD_CREDENTIALS);
    anna = peer_log_in(&whole, "anna", PASSWORD);
    cr_assert_eq(account_password(anna, PASSWORD, ANOTHER), ERROR_NONE);
    struct peer *ben = peer_join(&whole, "ben");
    cr_assert_eq(account_register(ben, RESET), ERROR_NONE);
    peer_close_all();
    server_stop(&whole);

    cluster = start_cluster();
    cr_assert_eq(hello_try(&cluster.far, "anna", PASSWORD), ERROR_BAD_CREDENTIALS);
    anna = peer_log_in(&cluster.near, "anna", ANOTHER);
    ben = peer_log_in(&cluster.far, "ben", RESET);
    cr_assert_eq(account_password(ben, ANOTHER, PASSWORD), ERROR_BAD_CREDENTIALS);
    cr_assert_eq(account_password(ben, RESET, PASSWORD), ERROR_NONE);
    cr_assert_eq(hello_try(&cluster.near, "ben", RESET), ERROR_BAD_CREDENTIALS);
    cr_assert_eq(hello_try(&cluster.near, "nobody", PASSWORD), ERROR_BAD_CREDENTIALS);
    ben = peer_log_in(&cluster.near, "ben", PASSWORD);
    struct wire_closure closure = {.password = wire_text(RESET), .key = fresh_key()};
    uint32_t wrong = peer_ask(ben, WIRE_ACCOUNT_CLOSE, &closure);
    cr_assert_eq(peer_answer(ben, wrong).code, ERROR_BAD_CREDENTIALS);
    closure = (struct wire_closure){.password = wire_text(PASSWORD), .key = fresh_key()};
    uint32_t right = peer_ask(ben, WIRE_ACCOUNT_CLOSE, &closure);
    cr_assert_eq(peer_answer(ben, right).code, ERROR_NONE);
    peer_close_all();
    stop_cluster(&cluster);
}

/* The key of each log-in takes 20 ms of a processor, the rest of it a small part of that. */
Test(gateways, take_the_work_on_passwords_from_the_hall)
{
    enum { LOGINS = 12 };
    struct cluster cluster = start_cluster();
    cr_assert_eq(account_register(peer_join(&cluster.far, "anna"), PASSWORD), ERROR_NONE);
    long hall_ms = process_cpu_ms(cluster.hall),
         gateways_ms = process_cpu_ms(cluster.near.process) + process_cpu_ms(cluster.far.process);
    for (int i = 0; i < LOGINS; i++)
        peer_close(peer_log_in(i % 2 ? &cluster.near : &cluster.far, "anna", PASSWORD));
    hall_ms = process_cpu_ms(cluster.hall) - hall_ms;
    gateways_ms =
        process_cpu_ms(cluster.near.process) + process_cpu_ms(cluster.far.process) - gateways_ms;
    cr_assert_lt(2 * hall_ms, gateways_ms, "%d log-ins took %ld ms of the hall, %ld ms of gateways",
                 LOGINS, hall_ms, gateways_ms);
    peer_close_all();
    stop_cluster(&cluster);
}

Test(gateways, work_on_passwords_apart_and_one_that_is_killed_loses_only_its_own)
{
    struct cluster cluster = start_cluster();
    cr_assert_eq(account_register(peer_join(&cluster.far, "anna"), PASSWORD), ERROR_NONE);
    struct held password = hold_near(&cluster);
    struct peer *near = peer_connect(&cluster.near);
    uint32_t hello = hello_ask(near, "anna", PASSWORD);
    expect_held(&password);
    struct peer *far = peer_log_in(&cluster.far, "anna", PASSWORD);
    cr_assert_eq(account_password(far, PASSWORD, ANOTHER), ERROR_NONE,
                 "the hall and the far gateway do not wait for the near one");
    kill_process(cluster.near.process);
    cr_assert_eq(peer_answer(near, hello).code, ERROR_DISCONNECTED);
    while (!strstr(process_errors(cluster.hall), "is dropped"))
        usleep(10000);
    peer_log_in(&cluster.far, "anna", ANOTHER);
    cluster.near = start_gateway(getenv("TEST_NATS"));
    peer_log_in(&cluster.near, "anna", ANOTHER);
    peer_close_all();
    stop_cluster(&cluster);
}

Test(gateways, give_no_hall_the_key_that_the_killed_one_has_asked_for)
{
    struct cluster cluster = start_cluster();
    cr_assert_eq(account_register(peer_join(&cluster.far, "anna"), PASSWORD), ERROR_NONE);
    struct held password = hold_near(&cluster);
    struct peer *anna = peer_connect(&cluster.near);
    uint32_t first = ask_to_log_in(anna, "anna", PASSWORD);
    expect_held(&password);
    kill_process(cluster.hall);
    cluster.hall = start_hall();
    peer_event(anna, WIRE_EVENT_SERVER_RESTARTED);
    cr_assert_eq(peer_answer(anna, first).code, ERROR_SERVER_CLOSING);
    uint32_t second = ask_to_log_in(anna, "anna", PASSWORD);
    let_go(&password); /* the key for the killed hall, which nobody wants */
    expect_held(&password);
    let_go(&password);
    cr_assert_eq(peer_answer(anna, second).code, ERROR_NONE);
    peer_close_all();
    stop_cluster(&cluster);
}

Test(gateways, end_while_they_work_on_a_password)
{
    struct cluster cluster = start_cluster();
    cr_assert_eq(account_register(peer_join(&cluster.far, "anna"), PASSWORD), ERROR_NONE);
    struct held password = hold_near(&cluster);
    struct peer *anna = peer_connect(&cluster.near);
    ask_to_log_in(anna, "anna", PASSWORD);
    expect_held(&password);
    process_signal(cluster.near.process, SIGTERM);
    peer_event(anna, WIRE_EVENT_SERVER_CLOSING);
    let_go(&password);
    cr_assert_eq(process_wait_within(cluster.near.process, ENDING_MS), 0);
    cluster.near = start_gateway(getenv("TEST_NATS"));
    peer_log_in(&cluster.near, "anna", PASSWORD);
    peer_close_all();
    stop_cluster(&cluster);
}
