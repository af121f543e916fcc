/* Running the server: its options and log, the operator's socket, backups, figures, restarts that
 * nobody notices. */
#include "tests/e2e/contest.h"
#include "tests/e2e/stage.h"
#include "tests/e2e/takeaway.h"
#include "tests/exposition.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <poll.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

STAGE(operate);

enum {
    EXIT_FAULT = 1,
    EXIT_USAGE = 2,
    ANSWER_BYTES_MAX = 65536,
};

/* --- verbs --- */

/* The socket in the test's folder, and the options of a server that has it. */
static char control[FOLDER_PATH_MAX];
static const char *const with_control[] = {"--control", control, NULL};

static struct server start_with_control(void)
{
    folder_path("control", control);
    return server_start_with(with_control);
}

#define ADMIN(...)                                                                                 \
    takeaway_run((const char *const[]){"admin", "--control", control, __VA_ARGS__, NULL})

/* The server ends at once with this status; what it says on standard error. */
static const char *server_refuses(const char *const *arguments, int expected_status)
{
    int status;
    struct process *process = process_run(SERVER_PROGRAM, arguments, &status);
    cr_assert_eq(status, expected_status, "it ended with %d: %s", status, process_errors(process));
    return process_errors(process);
}

static const struct wire_histogram *histogram(const struct wire_stats *stats, const char *name)
{
    for (size_t i = 0; i < stats->histograms_count; i++) {
        if (wire_text_equal(stats->histograms[i].name, name))
            return &stats->histograms[i];
    }
    cr_assert(false, "there is no histogram %s", name);
    return NULL;
}

/* --- options --- */

Test(operate, the_server_runs_by_a_configuration_file)
{
    char path[FOLDER_PATH_MAX], database[FOLDER_PATH_MAX];
    folder_path("takeaway.conf", path);
    folder_path("configured.db", database);
    FILE *file = fopen(path, "w");
    cr_assert_not_null(file);
    fprintf(file, "# a test\ndb = %s\nlisten = 127.0.0.1:0\nlog-level = error\n", database);
    fclose(file);
    struct process *process =
        process_start(SERVER_PROGRAM, (const char *const[]){"--config", path, NULL});
    process_find_line(process, "listening on 127.0.0.1:");
    process_signal(process, SIGTERM);
    cr_assert_eq(process_wait(process), 0);
    cr_assert_gt(folder_size("configured.db"), 0);
    cr_assert_str_empty(process_errors(process));
}

Test(operate, a_bad_configuration_file_is_refused_with_its_line)
{
    char path[FOLDER_PATH_MAX], expected[FOLDER_PATH_MAX + 64];
    folder_path("takeaway.conf", path);
    FILE *file = fopen(path, "w");
    cr_assert_not_null(file);
    fprintf(file, "db = x.db\nlive-matches = many\n");
    fclose(file);
    const char *said = server_refuses((const char *const[]){"--config", path, NULL}, EXIT_USAGE);
    snprintf(expected, sizeof expected, "%s:2: live-matches: ", path);
    assert_has(said, expected);
}

Test(operate, addresses_that_others_can_reach_need_a_flag)
{
    char database[FOLDER_PATH_MAX];
    folder_path("matches.db", database);
    assert_has(
        server_refuses((const char *const[]){"--db", database, "--listen", "0.0.0.0:0", NULL},
                       EXIT_USAGE),
        "--public allows that");
    assert_has(server_refuses((const char *const[]){"--db", database, "--listen", "0.0.0.0:0",
                                                    "--check-config", NULL},
                              EXIT_USAGE),
               "--public allows that");
}

/* Whatever the server opens must not get the number of a stream that it was started without. */
Test(operate, a_server_without_standard_input_runs_and_ends_well)
{
    char database[FOLDER_PATH_MAX];
    folder_path("matches.db", database);
    struct process *process = process_start_without_input(
        SERVER_PROGRAM, (const char *const[]){"--db", database, "--listen", "127.0.0.1:0", NULL});
    process_find_line(process, "listening on 127.0.0.1:");
    process_signal(process, SIGTERM);
    cr_assert_eq(process_wait_within(process, ENDING_MS), 0, "%s", process_errors(process));
}

/* --- the log --- */

Test(operate, no_client_can_forge_a_line_of_the_log)
{
    struct server server = server_start();
    struct wire_hello hello = {
        .protocol = WIRE_PROTOCOL,
        .client = wire_text("x\"\n2026-01-01T00:00:00.000Z error forged a=\"1"),
        .name = wire_text("anna"),
    };
    peer_call(peer_connect(&server), WIRE_SESSION_HELLO, &hello);
    server_stop(&server);
    const char *log = process_errors(server_keeper(&server));
    assert_has(log, " info hello session=");
    assert_has(log, " address=127.0.0.1 client=\"x");
    assert_has(log, " info welcome session=");
    assert_has(log, " name=anna");
    cr_assert_null(strstr(log, "\n2026-01-01"));
}

Test(operate, the_log_tells_of_matches_and_not_of_tokens)
{
    struct server server = server_start();
    struct table table = table_open(&server, "anna", "ben", "nim", "3");
    table_play(&table, "3>0");
    peer_event(table.second, WIRE_EVENT_MATCH_ENDED);
    server_stop(&server);
    const char *log = process_errors(server_keeper(&server));
    assert_has(log, " info match-begun match=");
    assert_has(log, " rules=nim start=3 first=anna second=ben clock=none tournament=0\n");
    assert_has(log, " ending=normal winner=first\n");
    assert_has(log, " info closing why=SIGTERM\n");
    char token[WIRE_TOKEN_MAX + 1];
    const struct wire_welcome *welcome = peer_welcome(table.first);
    snprintf(token, sizeof token, "%.*s", (int)welcome->token.len, welcome->token.bytes);
    cr_assert_null(strstr(log, token));
}

Test(operate, a_quiet_log_holds_errors_only)
{
    struct server server = server_start_with((const char *const[]){"--log-level", "error", NULL});
    table_open(&server, "anna", "ben", "nim", "3");
    server_stop(&server);
    cr_assert_str_empty(process_errors(server.process));
    cr_assert_str_empty(process_errors(server_keeper(&server)));
}

static void change_database(const char *database, const char *sql)
{
    sqlite3 *db;
    cr_assert_eq(sqlite3_open(database, &db), SQLITE_OK);
    cr_assert_eq(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK, "%s", sqlite3_errmsg(db));
    sqlite3_close(db);
}

Test(operate, what_is_wrong_with_the_database_is_told_to_the_log_and_to_nobody_else)
{
    struct server server = server_start();
    struct peer *anna = peer_join(&server, "anna");
    change_database(server.database, "ALTER TABLE token RENAME TO gone");
    struct answer answer = peer_answer(anna, peer_ask(anna, WIRE_TOKEN_LIST, NULL));
    cr_assert_eq(answer.code, ERROR_INTERNAL);
    cr_assert_null(strstr(answer.message, "token"), "it is: %s", answer.message);
    change_database(server.database, "ALTER TABLE gone RENAME TO token");
    cr_assert_eq(token_list(anna)->tokens_count, 1);
    server_stop(&server);
    assert_has(process_errors(server_keeper(&server)),
               " error look-up reason=\"no such table: token");
}

/* --- the control socket --- */

Test(operate, the_control_socket_is_its_owners_alone_and_goes_with_the_server)
{
    struct server server = start_with_control();
    struct stat status;
    cr_assert_eq(lstat(control, &status), 0);
    cr_assert_eq(status.st_mode & S_IFMT, S_IFSOCK);
    cr_assert_eq(status.st_mode & 0777, 0600);
    server_stop(&server);
    cr_assert_eq(lstat(control, &status), -1);
}

Test(operate, the_socket_of_a_killed_server_is_replaced)
{
    struct server server = start_with_control();
    server_kill(&server);
    struct stat status;
    cr_assert_eq(lstat(control, &status), 0);
    server_start_again(&server);
    assert_has(ADMIN("players"), "Nobody is connected.");
    assert_has(process_errors(server_keeper(&server)), " warn control-replaced path=");
}

Test(operate, the_socket_of_a_live_server_is_not_replaced)
{
    char other[FOLDER_PATH_MAX];
    struct server server = start_with_control();
    folder_path("other.db", other);
    assert_has(server_refuses((const char *const[]){"--db", other, "--listen", "127.0.0.1:0",
                                                    "--control", control, NULL},
                              EXIT_FAULT),
               "another server listens there");
    assert_has(ADMIN("players"), "Nobody is connected.");
    server_stop(&server);
}

Test(operate, a_file_that_is_no_socket_is_not_replaced)
{
    char database[FOLDER_PATH_MAX];
    folder_path("matches.db", database);
    folder_path("control", control);
    FILE *file = fopen(control, "w");
    cr_assert_not_null(file);
    fputs("precious", file);
    fclose(file);
    assert_has(server_refuses((const char *const[]){"--db", database, "--listen", "127.0.0.1:0",
                                                    "--control", control, NULL},
                              EXIT_FAULT),
               "this is a file, and no socket");
    cr_assert_eq(folder_size("control"), 8);
}

Test(operate, an_operator_sees_kicks_and_bans)
{
    struct server server = start_with_control();
    struct peer *anna = peer_join(&server, "anna");
    peer_join(&server, "ben");
    json_t *json = parse_json(ADMIN("players", "--json"));
    json_t *players = json_object_get(json, "players");
    cr_assert_eq(json_array_size(players), 2);
    cr_assert_str_eq(json_string_value(json_object_get(json_array_get(players, 0), "name")),
                     "anna");
    json_decref(json);
    ADMIN("kick", "anna", "--reason", "mind your words");
    peer_expect_end(anna);
    cr_assert_str_eq(ADMIN("ban", "Anna", "--reason", "spam", "--hours", "2"), "Banned.\n");
    assert_has(ADMIN("bans"), "name Anna  until ");
    server_stop(&server);
    server_start_again(&server);
    struct wire_hello hello = {
        .protocol = WIRE_PROTOCOL,
        .client = wire_text("test"),
        .name = wire_text("ANNA"),
    };
    cr_assert_eq(peer_refusal(peer_connect(&server), WIRE_SESSION_HELLO, &hello), ERROR_BANNED);
    const char *log = process_errors(server_keeper(&server));
    assert_has(log, " info kept-out session=");
    assert_has(log, " address=127.0.0.1 name=ANNA reason=\"the operator keeps 'Anna' out until ");
    cr_assert_str_eq(ADMIN("unban", "anna"), "Let in again.\n");
    cr_assert_str_eq(ADMIN("bans"), "Nobody is banned.\n");
    peer_join(&server, "anna");
    server_stop(&server);
}

Test(operate, an_operator_ends_a_tournament)
{
    struct server server = start_with_control();
    const char *names[] = {"strong", "weak", NULL};
    struct contest contest = contest_open(&server, plan_of("round-robin"), names);
    cr_assert_str_eq(ADMIN("cancel", "1", "--reason", "nobody comes"),
                     "The tournament is cancelled.\n");
    cr_assert(wire_text_equal(contest_show(&contest)->state, "cancelled"));
    server_stop(&server);
}

Test(operate, an_operator_stops_the_server)
{
    struct server server = start_with_control();
    struct peer *anna = peer_join(&server, "anna");
    cr_assert_str_eq(ADMIN("stop"), "The server shuts down.\n");
    peer_event(anna, WIRE_EVENT_SERVER_CLOSING);
    cr_assert_eq(process_wait_within(server_keeper(&server), ENDING_MS), 0);
    assert_has(process_errors(server_keeper(&server)), " info closing why=operator.stop\n");
}

Test(operate, a_server_with_a_file_says_that_it_is_the_only_one)
{
    char process[40];
    server_alone("A hall tells of its gateways, too.");
    struct server server = start_with_control();
    const char *told = ADMIN("where");
    snprintf(process, sizeof process, ", process %d, since ", (int)process_pid(server.process));
    cr_assert_str_eq(strstr(told, "\n"), "\n", "one line: %s", told);
    assert_has(told, "This server is the only one, with a file: on ");
    assert_has(told, process);
    json_t *json = parse_json(ADMIN("where", "--json"));
    cr_assert_eq(json_object_get(json, "leads"), json_true());
    cr_assert_str_eq(json_string_value(json_object_get(json, "role")), "all");
    cr_assert_eq(json_integer_value(json_object_get(json, "pid")), process_pid(server.process));
    cr_assert_eq(json_object_get(json, "epoch"), json_null());
    cr_assert_eq(json_object_get(json, "lease"), json_null());
    json_decref(json);
    server_stop(&server);
}

/* The program's status and words when it cannot do what is asked. */
static void admin_refuses(const char *const *arguments, int expected_status, const char *said)
{
    int status;
    struct process *process = process_run(TAKEAWAY_PROGRAM, arguments, &status);
    cr_assert_eq(status, expected_status, "%s", process_errors(process));
    assert_has(process_errors(process), said);
}

#define ADMIN_REFUSES(status, said, ...)                                                           \
    admin_refuses((const char *const[]){"admin", __VA_ARGS__, NULL}, status, said)

/* --- the key that signs --- */

static const char key_file_text[] =
    "ed25519-secret:0707070707070707070707070707070707070707070707070707070707070707\n";
static const char key_file_key[] =
    "ed25519:ea4a6c63e29c520abef5507b132ec5f9954776aebebe7b92421eea691446d22c";

Test(operate, operator_and_players_are_told_the_key_that_signs)
{
    char key[128], again[128];
    struct server server = start_with_control();
    snprintf(key, sizeof key, "%s", ADMIN("key"));
    cr_assert_eq(strlen(key), strlen(key_file_key) + 1, "%s", key);
    cr_expect_eq(strncmp(key, "ed25519:", 8), 0, "%s", key);
    const char *const ask[] = {"key", "--server", server.address, NULL};
    cr_expect_str_eq(takeaway_answer(ask), key);
    json_t *json = parse_json(ADMIN("key", "--json"));
    const char *told = json_string_value(json_object_get(json, "key"));
    cr_expect_eq(strncmp(key, told, strlen(told)), 0, "%s", told);
    json_decref(json);
    /* Everybody else has it from the first answer. */
    struct peer *anna = peer_join(&server, "anna");
    struct wire_text welcomed = peer_welcome(anna)->signing_key;
    cr_expect_eq(welcomed.len, strlen(key_file_key));
    cr_expect_eq(strncmp(key, welcomed.bytes, welcomed.len), 0, "%s", key);
    peer_close(anna);
    server_stop(&server);
    server_start_again(&server);
    snprintf(again, sizeof again, "%s", ADMIN("key"));
    cr_expect_str_eq(again, key, "a restart keeps it");
}

Test(operate, the_key_can_be_that_of_a_file)
{
    char path[FOLDER_PATH_MAX];
    server_alone("A gateway refuses the option.");
    folder_path("signing-key", path);
    folder_path("control", control);
    FILE *file = fopen(path, "we");
    cr_assert_not_null(file);
    fputs(key_file_text, file);
    fclose(file);
    cr_assert_eq(chmod(path, 0600), 0);
    server_start_with((const char *const[]){"--control", control, "--signing-key", path, NULL});
    assert_has(ADMIN("key"), key_file_key);
}

Test(operate, a_key_that_cannot_be_read_is_said_and_nothing_is_left_behind)
{
    char path[FOLDER_PATH_MAX], database[FOLDER_PATH_MAX];
    folder_path("none", path);
    folder_path("new.db", database);
    const char *arguments[] = {"--listen",      "127.0.0.1:0", "--db", database,
                               "--signing-key", path,          NULL};
    assert_has(server_refuses(arguments, EXIT_FAULT), "cannot read the signing key");
    cr_expect_not(folder_has("new.db"));
}

Test(operate, an_operator_ends_matches_and_offers)
{
    struct server server = start_with_control();
    struct peer *anna = peer_join(&server, "anna"), *ben = peer_join(&server, "ben");
    struct wire_offer_make seek = {.rules = wire_text("nim"), .start = wire_text("3+5")};
    struct wire_offer_choice choice = {.key = fresh_key()};
    seek.key = fresh_key();
    choice.offer =
        ((const struct wire_offer_number *)peer_call(anna, WIRE_OFFER_MAKE, &seek))->offer;
    peer_call(ben, WIRE_OFFER_ACCEPT, &choice);
    cr_assert_str_eq(ADMIN("abort", "1"), "The match is aborted.\n");
    const struct wire_ended *ended = peer_event(anna, WIRE_EVENT_MATCH_ENDED);
    cr_assert(wire_text_equal(ended->ending, "aborted"));
    ADMIN_REFUSES(EXIT_FAULT, "match 1 is over", "abort", "1", "--control", control);
    for (int i = 0; i < 2; i++) {
        seek.key = fresh_key();
        peer_call(anna, WIRE_OFFER_MAKE, &seek);
    }
    cr_assert_str_eq(ADMIN("clear", "--address", "127.0.0.1"),
                     "Aborted 0 matches, took back 2 offers.\n");
    cr_assert_str_eq(ADMIN("clear", "anna"), "Aborted 0 matches, took back 0 offers.\n");
    server_stop(&server);
}

Test(operate, what_an_operator_cannot_ask_is_said)
{
    struct server server = start_with_control();
    ADMIN_REFUSES(EXIT_USAGE, "which server? Add --control PATH", "players");
    ADMIN_REFUSES(EXIT_USAGE, "there is no 'dance', but players, kick, ban", "dance", "--control",
                  control);
    ADMIN_REFUSES(EXIT_USAGE, "'players' takes no argument", "players", "anna", "--control",
                  control);
    ADMIN_REFUSES(EXIT_USAGE, "'kick' needs a NAME", "kick", "--control", control);
    ADMIN_REFUSES(EXIT_USAGE, "'cancel' needs a TOURNAMENT", "cancel", "--control", control);
    ADMIN_REFUSES(EXIT_USAGE, "the tournament's number", "cancel", "cup", "--control", control);
    ADMIN_REFUSES(EXIT_FAULT, "there is no tournament 7", "cancel", "7", "--control", control);
    ADMIN_REFUSES(EXIT_USAGE, "'stop' does not take --reason", "stop", "--reason", "x", "--control",
                  control);
    ADMIN_REFUSES(EXIT_USAGE, "Either a NAME or --address", "ban", "--control", control);
    ADMIN_REFUSES(EXIT_FAULT, "'nobody' is not connected", "kick", "nobody", "--control", control);
    server_stop(&server);
    ADMIN_REFUSES(EXIT_FAULT, "does the server run?", "players", "--control", control);
}

/* --- figures --- */

Test(operate, the_figures_tell_what_has_happened)
{
    struct server server = start_with_control();
    struct table table = table_open(&server, "anna", "ben", "nim", "9");
    table_play(&table, "9>6 6>2 2>1");
    const struct wire_stats *stats = stats_of(table.first);
    cr_assert_eq(stats_counter(stats, "moves_total"), 3);
    cr_assert_eq(stats_counter(stats, "matches_begun_total"), 1);
    cr_assert_eq(stats_counter(stats, "live_matches"), 1);
    cr_assert_eq(stats_counter(stats, "connections"), 2);
    cr_assert_eq(stats_counter(stats, "welcomes_total"), 2);
    cr_assert_geq(stats_counter(stats, "records_total"), stats_counter(stats, "batches_total"));
    const struct wire_histogram *moves = histogram(stats, "move");
    cr_assert_eq(moves->count, 3);
    cr_assert(moves->p50 > 0 && moves->p50 <= moves->p99 && moves->p99 <= moves->p999 &&
              moves->p999 <= moves->max);
    cr_assert_geq(moves->max, histogram(stats, "commit")->p50);
    cr_assert_eq(histogram(stats, "commit")->count, stats_counter(stats, "batches_total"));
    match_choose(table.first, WIRE_MATCH_RESIGN, table.match);
    json_t *json = parse_json(ADMIN("stats", "--json"));
    cr_assert_gt(json_integer_value(json_object_get(json, "uptime")), 0);
    json_decref(json);
    assert_has(ADMIN("stats"),
               "matches_ended_total{ending=\"resignation\"}               1  matches ended");
    server_stop(&server);
    server_start_again(&server);
    stats = stats_of(peer_connect_operator(control));
    cr_assert_eq(stats_counter(stats, "moves_total"), 0);
}

static int connect_to(int port)
{
    struct sockaddr_in address = {
        .sin_family = AF_INET,
        .sin_port = htons((uint16_t)port),
        .sin_addr.s_addr = htonl(INADDR_LOOPBACK),
    };
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    cr_assert_geq(fd, 0);
    cr_assert_eq(connect(fd, (struct sockaddr *)&address, sizeof address), 0, "%s",
                 strerror(errno));
    return fd;
}

/* The whole answer to a request, head and body, up to the end of the connection. */
static const char *http_bytes(int port, const char *request, size_t request_len)
{
    static char answer[ANSWER_BYTES_MAX];
    size_t len = 0;
    ssize_t more;
    int fd = connect_to(port);
    struct pollfd poller = {.fd = fd, .events = POLLIN};
    cr_assert_eq(write(fd, request, request_len), (ssize_t)request_len);
    do {
        cr_assert_eq(poll(&poller, 1, DEADLINE_MS), 1, "no answer to %s", request);
        more = read(fd, answer + len, sizeof answer - 1 - len);
        len += more > 0 ? (size_t)more : 0;
    } while (more > 0);
    answer[len] = '\0';
    close(fd);
    return answer;
}

static const char *http(int port, const char *request)
{
    return http_bytes(port, request, strlen(request));
}

static const char *const with_metrics[] = {"--metrics", NULL};

Test(operate, prometheus_gets_text_in_its_format)
{
    server_alone("A gateway has no figures of matches.");
    struct server server = server_start_with(with_metrics);
    struct table table = table_open(&server, "anna", "ben", "nim", "9");
    table_play(&table, "9>6 6>2");
    const char *answer = http(server.port, "GET /metrics HTTP/1.1\r\nHost: localhost\r\n"
                                           "Connection: close\r\n\r\n");
    assert_has(answer, "HTTP/1.1 200 OK\r\n");
    assert_has(answer, "\r\nContent-Type: text/plain; version=0.0.4; charset=utf-8\r\n");
    const char *body = strstr(answer, "\r\n\r\n") + 4;
    char why[256];
    cr_assert(exposition_is_sound(body, why, sizeof why), "%s", why);
    cr_assert_eq(exposition_value(body, "takeaway_moves_total"), 2);
    cr_assert_eq(exposition_value(body, "takeaway_live_matches"), 1);
    cr_assert_eq(exposition_value(body, "takeaway_move_seconds_count"), 2);
    cr_assert_eq(exposition_value(body, "takeaway_stalled"), 0);
    cr_assert_gt(exposition_value(body, "takeaway_turn_seconds_count"), 0);
}

/* The port of the address that the figures have for themselves. */
static int figures_port(struct server *server)
{
    static const char said[] = " info metrics address=127.0.0.1:";
    const char *line;
    while (!(line = strstr(process_errors(server->process), said)))
        cr_assert_not(process_has_ended(server->process));
    return atoi(line + strlen(said));
}

Test(operate, the_figures_are_only_for_whom_they_are_meant)
{
    struct server server = server_start();
    assert_has(http(server.port, "GET /metrics HTTP/1.1\r\nHost: localhost\r\n"
                                 "Connection: close\r\n\r\n"),
               " 404 ");
    server_stop(&server);
    server = server_start_with(with_metrics);
    assert_has(http(server.port, "GET /metrics HTTP/1.1\r\nHost: rebound.example\r\n"
                                 "Connection: close\r\n\r\n"),
               " 421 ");
    assert_has(http(server.port, "POST /metrics HTTP/1.1\r\nHost: localhost\r\n"
                                 "Connection: close\r\n\r\n"),
               " 405 ");
    server_stop(&server);
    /* Whoever comes through a proxy on this machine is somebody else. */
    static const char ask[] = "GET /metrics HTTP/1.1\r\nHost: localhost\r\n"
                              "Connection: close\r\n\r\n";
    char request[PROXY_HEAD_BYTES + sizeof ask];
    size_t len = proxy_head_write(request, "127.0.0.1", false);
    memcpy(request + len, ask, sizeof ask - 1);
    server = server_start_with((const char *const[]){"--metrics", "--proxy-protocol", "loopback",
                                                     "--metrics-listen", "127.0.0.1:0", NULL});
    assert_has(http_bytes(server.port, request, len + sizeof ask - 1), " 404 ");
    /* No proxy has an address of the figures' own. */
    assert_has(http(figures_port(&server), ask), " 200 ");
}

#define GET(path) "GET " path " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"

Test(operate, the_figures_can_have_an_address_of_their_own)
{
    static const char *const options[] = {
        "--metrics-listen", "127.0.0.1:0", "--connections", "2", "--web-host",
        "figures.example",  "--control",   control,         NULL};
    char address[64];
    folder_path("control", control);
    struct server server = server_start_with(options);
    int port = figures_port(&server);
    struct table table = table_open(&server, "anna", "ben", "nim", "9");
    table_play(&table, "9>6");
    assert_has(http(port, GET("/health")), " 200 OK\r\n");
    assert_has(http(port, GET("/health")), "\r\n\r\nactive\n");
    const char *figures = strstr(http(port, GET("/metrics")), "\r\n\r\n") + 4;
    char why[256];
    cr_assert(exposition_is_sound(figures, why, sizeof why), "%s", why);
    cr_assert_eq(exposition_value(figures, "takeaway_moves_total"), 1);
    cr_assert_eq(exposition_value(figures, "takeaway_leading"), -1, "it is no hall");
    snprintf(address, sizeof address, "\nThe figures of this server are at http://127.0.0.1:%d/",
             port);
    assert_has(ADMIN("where"), address);

    assert_has(http(port, GET("/")), " 404 ");
    assert_has(http(server.port, GET("/metrics")), "as many as it takes");
    assert_has(http(port, "GET /metrics HTTP/1.1\r\nHost: rebound.example\r\n"
                          "Connection: close\r\n\r\n"),
               " 421 ");
    assert_has(http(port, "GET /health HTTP/1.1\r\nHost: figures.example:9100\r\n"
                          "Connection: close\r\n\r\n"),
               "\r\n\r\nactive\n");
    assert_has(http(port, "GET /socket HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
                          "Connection: Upgrade, close\r\nSec-WebSocket-Version: 13\r\n"
                          "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"),
               " 404 ");
}

Test(operate, who_holds_all_connections_for_figures_keeps_no_player_out)
{
    enum { HELD = 32 };
    static const char *const options[] = {"--metrics-listen", "127.0.0.1:0", "--connections", "2",
                                          NULL};
    int held[HELD];
    struct server server = server_start_with(options);
    int port = figures_port(&server);
    for (int i = 0; i < HELD; i++) {
        held[i] = connect_to(port);
        (void)!write(held[i], "GET /met", 8);
    }
    assert_has(http(port, ""), "32 connections ask for figures, as many as may");
    struct table table = table_open(&server, "anna", "ben", "nim", "9");
    table_play(&table, "9>6 6>2 2>0");
    close(held[0]);
    while (!strstr(http(port, GET("/health")), "active"))
        continue;
    for (int i = 1; i < HELD; i++)
        close(held[i]);
}

Test(operate, who_holds_http_connections_holds_up_nobody)
{
    enum { IDLE = 40 };
    int idle[IDLE];
    struct server server = server_start_with(with_metrics);
    int port = server.port;
    for (int i = 0; i < IDLE; i++) {
        idle[i] = connect_to(port);
        (void)!write(idle[i], "GET /met", 8);
    }
    struct table table = table_open(&server, "anna", "ben", "nim", "9");
    table_play(&table, "9>6 6>2 2>0");
    server_stop(&server);
    for (int i = 0; i < IDLE; i++)
        close(idle[i]);
}

/* --- backups --- */

Test(operate, a_backup_is_of_one_moment_while_play_goes_on)
{
    char copy[FOLDER_PATH_MAX];
    struct server server = start_with_control();
    struct table table = table_open(&server, "anna", "ben", "nim", "9");
    folder_path("copy.db", copy);
    table_move(&table, 1, "9>6");
    json_t *json = parse_json(ADMIN("backup", copy, "--json"));
    cr_assert_eq(json_integer_value(json_object_get(json, "bytes")), folder_size("copy.db"));
    json_decref(json);
    table_move(&table, 2, "6>2");
    struct server restored = server_start_on("copy.db");
    cr_assert_eq(match_resume(peer_come_back(&restored, table.first), table.match)->ply, 1);
    cr_assert_eq(match_resume(table.first, table.match)->ply, 2);
    ADMIN_REFUSES(EXIT_FAULT, "there is such a file already", "backup", copy, "--control", control);
    assert_has(process_errors(server_keeper(&server)), " warn backup-failed path=");
    server_stop(&server);
    server_stop(&restored);
}

/* Makes the database so large that its backup takes many parts. */
static void enlarge(const char *database)
{
    change_database(database, "CREATE TABLE ballast (bytes BLOB);"
                              "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n "
                              "WHERE i < 32) INSERT INTO ballast SELECT zeroblob(1048576) FROM n");
}

static struct server start_with_large_database(void)
{
    struct server server = start_with_control();
    server_stop(&server);
    enlarge(server.database);
    server_start_again(&server);
    return server;
}

/* A backup, and another request before it can have ended; their answers. */
static void ask_both(struct peer *operator, const char * target, enum wire_method second,
                     const void *parameters, struct answer ret_answers[2])
{
    struct wire_backup backup = {.path = wire_text(target)};
    uint32_t first = peer_ask_both(operator, WIRE_OPERATOR_BACKUP, &backup, second, parameters);
    ret_answers[0] = peer_answer(operator, first);
    ret_answers[1] = peer_answer(operator, first + 1);
}

Test(operate, one_backup_at_a_time_tells_how_far_it_is)
{
    char copy[FOLDER_PATH_MAX], other[FOLDER_PATH_MAX];
    struct server server = start_with_large_database();
    struct peer *operator= peer_connect_operator(control);
    struct answer answers[2];
    folder_path("copy.db", copy);
    folder_path("other.db", other);
    struct wire_backup second = {.path = wire_text(other)};
    ask_both(operator, copy, WIRE_OPERATOR_BACKUP, &second, answers);
    cr_assert_eq(answers[0].code, ERROR_NONE, "%s", answers[0].message);
    cr_assert_eq(answers[1].code, ERROR_LIMIT_REACHED);
    const struct wire_backup_progress *progress =
        peer_event(operator, WIRE_EVENT_OPERATOR_PROGRESS);
    cr_assert_gt(progress->total, 32 * 1048576 / 4096);
    cr_assert(progress->pages > 0 && progress->pages < progress->total);
    cr_assert_gt(folder_size("copy.db"), 32 * 1048576);
    cr_assert_eq(folder_size("other.db"), 0);
    peer_call(operator, WIRE_OPERATOR_BACKUP, &second);
    server_stop(&server);
}

Test(operate, a_shutdown_gives_a_backup_up_and_leaves_nothing_of_it)
{
    char copy[FOLDER_PATH_MAX];
    struct server server = start_with_large_database();
    struct answer answers[2];
    folder_path("copy.db", copy);
    ask_both(peer_connect_operator(control), copy, WIRE_OPERATOR_STOP, NULL, answers);
    cr_assert_eq(answers[0].code, ERROR_SERVER_CLOSING);
    cr_assert_eq(answers[1].code, ERROR_NONE);
    cr_assert_eq(process_wait_within(server_keeper(&server), ENDING_MS), 0);
    cr_assert_eq(access(copy, F_OK), -1);
}

Test(operate, nothing_is_carried_out_that_was_asked_after_the_stop)
{
    char copy[FOLDER_PATH_MAX];
    struct server server = start_with_large_database();
    struct peer *operator= peer_connect_operator(control);
    folder_path("copy.db", copy);
    struct wire_backup backup = {.path = wire_text(copy)};
    uint32_t stop =
        peer_ask_both(operator, WIRE_OPERATOR_STOP, NULL, WIRE_OPERATOR_BACKUP, &backup);
    cr_assert_eq(peer_answer(operator, stop).code, ERROR_NONE);
    cr_assert_eq(peer_answer(operator, stop + 1).code, ERROR_DISCONNECTED);
    cr_assert_eq(process_wait_within(server_keeper(&server), ENDING_MS), 0);
    cr_assert_eq(access(copy, F_OK), -1);
}

Test(operate, a_backup_to_a_relative_path_is_refused)
{
    struct server server = start_with_control();
    struct wire_backup backup = {.path = wire_text("copy.db")};
    cr_assert_eq(peer_refusal(peer_connect_operator(control), WIRE_OPERATOR_BACKUP, &backup),
                 ERROR_BAD_ARGUMENTS);
    server_stop(&server);
}

/* --- restarts --- */

static int listen_on_loopback(void)
{
    struct sockaddr_in address = {
        .sin_family = AF_INET,
        .sin_addr.s_addr = htonl(INADDR_LOOPBACK),
    };
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    cr_assert_geq(fd, 0);
    cr_assert_eq(bind(fd, (struct sockaddr *)&address, sizeof address), 0);
    cr_assert_eq(listen(fd, 128), 0);
    return fd;
}

/* A server that listens on this socket and on no other. */
static void start_on_socket(struct server *server, int listener)
{
    const char *const arguments[] = {"--db", server->database, "--listen", "127.0.0.1:1", NULL};
    server->process = process_start_listening(SERVER_PROGRAM, arguments, listener);
    const char *line = process_read_line(server->process);
    cr_assert_not_null(line, "%s", process_errors(server->process));
    cr_assert_eq(sscanf(line, "listening on 127.0.0.1:%d", &server->port), 1, "%s", line);
}

Test(operate, nobody_who_connects_during_a_restart_is_refused_and_matches_go_on)
{
    enum { RESTARTS = 3, COUNTERS = 20 };
    struct server server = {0};
    char start[MOVE_TEXT_MAX], move[MOVE_TEXT_MAX];
    int listener = listen_on_loopback();
    folder_path("matches.db", server.database);
    start_on_socket(&server, listener);
    snprintf(start, sizeof start, "%d", COUNTERS);
    struct table table = table_open(&server, "anna", "ben", "nim", start);
    int64_t ply = 1;
    for (int i = 0; i < RESTARTS; i++) {
        single_move(COUNTERS, ply, move);
        table_move(&table, ply++, move);
        server_stop(&server);
        /* Nobody is there to take it, and still it is not refused. */
        struct peer *early = peer_connect(&server);
        struct wire_hello hello = {
            .protocol = WIRE_PROTOCOL,
            .client = wire_text("test"),
            .name = wire_text("early"),
        };
        uint32_t request = peer_ask(early, WIRE_SESSION_HELLO, &hello);
        start_on_socket(&server, listener);
        cr_assert_eq(peer_answer(early, request).code, ERROR_NONE);
        peer_close(early);
        table_come_back(&table, &server);
    }
    single_move(COUNTERS, ply, move);
    table_move(&table, ply, move);
    server_stop(&server);
    close(listener);
}

Test(operate, clients_that_keep_coming_during_restarts_are_all_served)
{
    enum { RESTARTS = 3, EACH = 20 };
    struct server server = {0};
    int listener = listen_on_loopback();
    folder_path("matches.db", server.database);
    start_on_socket(&server, listener);
    for (int i = 0; i < RESTARTS; i++) {
        struct peer *peers[EACH];
        uint32_t requests[EACH];
        /* Half of them come while the old server goes, half after it has gone. */
        process_signal(server.process, SIGTERM);
        for (int k = 0; k < EACH; k++) {
            if (k == EACH / 2)
                cr_assert_eq(process_wait_within(server_keeper(&server), ENDING_MS), 0);
            peers[k] = peer_connect(&server);
        }
        start_on_socket(&server, listener);
        for (int k = EACH / 2; k < EACH; k++)
            requests[k] = peer_ask(
                peers[k], WIRE_SESSION_HELLO,
                &(struct wire_hello){
                    .protocol = WIRE_PROTOCOL,
                    .client = wire_text("test"),
                    .name = wire_text((char[]){'p', (char)('a' + k), (char)('a' + i), '\0'}),
                });
        for (int k = EACH / 2; k < EACH; k++)
            cr_assert_eq(peer_answer(peers[k], requests[k]).code, ERROR_NONE);
    }
    server_stop(&server);
    close(listener);
}

Test(operate, a_socket_that_does_not_listen_is_refused)
{
    int status;
    char database[FOLDER_PATH_MAX];
    folder_path("matches.db", database);
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    cr_assert_geq(fd, 0);
    struct process *process =
        process_start_listening(SERVER_PROGRAM, (const char *const[]){"--db", database, NULL}, fd);
    status = process_wait(process);
    close(fd);
    cr_assert_eq(status, EXIT_FAULT);
    assert_has(process_errors(process), "descriptor 3, handed over by LISTEN_FDS");
}
