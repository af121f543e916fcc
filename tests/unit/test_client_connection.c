/* How a client gets in, how it knows that the server is there, and where it looks for it. */
#include "client/lib/client_connection.h"
#include "tests/unit/test_client_program.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

SUITE(client_connection, 20);

/* --- logging in --- */

static void start_with_password(struct program *program, const struct server *server)
{
    *program = (struct program){.loop = loop_create()};
    struct client_config config = {
        .server = server_address(server),
        .program = "test",
        .name = "ann",
        .password = "open sesame",
    };
    program_connect(program, &config);
}

static void expect_password(struct server *server)
{
    struct wire_hello hello;
    server_welcome(server, &hello);
    REQUIRE(wire_text_equal(hello.name, "ann") && !hello.token.bytes);
    REQUIRE(wire_text_equal(hello.password, "open sesame"));
    server_close(server);
    server_welcome(server, &hello);
    REQUIRE(wire_text_equal(hello.token, "secret"));
    REQUIRE(!hello.name.bytes && !hello.password.bytes);
    server_expect_end(server);
}

Test(client_connection, logs_in_once_and_comes_back_with_the_token)
{
    struct server *server = server_start(expect_password);
    struct program program;
    start_with_password(&program, server);
    program_run_until(&program, "interrupted disconnected");
    program_run_until(&program, "ready");
    program_finish(&program, server);
    program_expect_story(&program, "ready\ninterrupted disconnected\nready\n");
}

static void break_off_before_the_welcome(struct server *server)
{
    server_accept(server);
    server_expect(server, WIRE_SESSION_HELLO, NULL);
    server_close(server);
    struct wire_hello hello;
    server_welcome(server, &hello);
    REQUIRE(wire_text_equal(hello.password, "open sesame"));
    server_expect_end(server);
}

static void compare_hellos(struct server *server)
{
    struct wire_hello hello;
    server_welcome(server, &hello);
    REQUIRE(hello.instance != WIRE_ABSENT && hello.attempt != WIRE_ABSENT);
    int64_t instance = hello.instance, attempt = hello.attempt;
    server_close(server);
    server_welcome(server, &hello);
    REQUIRE(hello.instance == instance && hello.attempt > attempt);
    server_expect_end(server);
}

Test(client_connection, counts_its_hellos_so_that_a_late_one_can_be_told)
{
    struct server *server = server_start(compare_hellos);
    struct program program;
    program_start(&program, server);
    program_run_until(&program, "interrupted disconnected");
    program_run_until(&program, "ready");
    program_finish(&program, server);
    program_expect_story(&program, "ready\ninterrupted disconnected\nready\n");
}

Test(client_connection, logs_in_again_when_it_was_not_answered)
{
    struct server *server = server_start(break_off_before_the_welcome);
    struct program program;
    start_with_password(&program, server);
    program_run_until(&program, "ready");
    program_finish(&program, server);
    program_expect_story(&program, "interrupted disconnected\nready\n");
}

/* The refusals of hello that another try would only repeat. */
static const enum error_code final_refusals[] = {ERROR_BAD_CREDENTIALS, ERROR_TOO_MANY_ATTEMPTS,
                                                 ERROR_BANNED, ERROR_NOT_PRIVATE, ERROR_NAME_TAKEN};
static enum error_code refusal;

static void refuse_hello(struct server *server)
{
    server_accept(server);
    server_refuse(server, server_expect(server, WIRE_SESSION_HELLO, NULL), refusal, NULL);
    server_expect_end(server);
}

Test(client_connection, does_not_try_to_log_in_again_when_it_was_refused)
{
    for (size_t i = 0; i < sizeof final_refusals / sizeof *final_refusals; i++) {
        char line[64];
        refusal = final_refusals[i];
        snprintf(line, sizeof line, "failed %s", error_name(refusal));
        struct server *server = server_start(refuse_hello);
        struct program program;
        start_with_password(&program, server);
        program_run_until(&program, line);
        cr_assert_eq(client_state(program.client), CLIENT_FAILED);
        program_finish(&program, server);
        text_finish(&program.story);
    }
}

/* --- is the server there? --- */

/* A client that asks after a moment of silence. */
static void start_impatient(struct program *program, const struct server *server)
{
    *program = (struct program){.loop = loop_create()};
    struct client_config config = {
        .server = server_address(server),
        .program = "test",
        .name = "ann",
        .quiet_ms = 200,
    };
    program_connect(program, &config);
}

static void ping_twice(struct server *server)
{
    struct wire_ping ping = {.n = 41};
    struct wire_pong pong;
    struct wire_nothing nothing;
    server_welcome(server, NULL);
    server_send_event(server, WIRE_EVENT_SESSION_PING, &ping);
    ping.n = 42;
    server_send_event(server, WIRE_EVENT_SESSION_PING, &ping);
    uint32_t id = server_expect(server, WIRE_SESSION_PONG, &pong);
    REQUIRE(pong.n == 41);
    server_answer(server, id, WIRE_SESSION_PONG, &nothing);
    id = server_expect(server, WIRE_SESSION_PONG, &pong);
    REQUIRE(pong.n == 42);
    server_answer(server, id, WIRE_SESSION_PONG, &nothing);
    send_resumed(server);
    server_expect_end(server);
}

Test(client_connection, answers_pings_by_itself_and_tells_nobody)
{
    struct server *server = server_start(ping_twice);
    struct program program;
    program_start(&program, server);
    program_run_until(&program, "server.resumed");
    program_finish(&program, server);
    program_expect_story(&program, "ready\nserver.resumed\n");
}

static void answer_five_pings(struct server *server)
{
    struct wire_nothing nothing;
    server_welcome(server, NULL);
    for (int i = 0; i < 5; i++)
        server_answer(server, server_expect(server, WIRE_SESSION_PING, NULL), WIRE_SESSION_PING,
                      &nothing);
    send_resumed(server);
    server_expect(server, WIRE_SESSION_PING, NULL);
}

Test(client_connection, asks_a_silent_server_whether_it_is_there_and_believes_the_answer)
{
    struct server *server = server_start(answer_five_pings);
    struct program program;
    start_impatient(&program, server);
    program_run_until(&program, "server.resumed");
    program_run_until(&program, "interrupted disconnected"); /* the script has ended */
    program_finish(&program, server);
    program_expect_story(&program, "ready\nserver.resumed\ninterrupted disconnected\n");
}

/* Answers the client's next ping; returns how long it took to come. */
static int64_t answer_ping(struct server *server)
{
    struct wire_nothing nothing;
    struct timespec began, ended;
    clock_gettime(CLOCK_MONOTONIC, &began);
    server_answer(server, server_expect(server, WIRE_SESSION_PING, NULL), WIRE_SESSION_PING,
                  &nothing);
    clock_gettime(CLOCK_MONOTONIC, &ended);
    return (ended.tv_sec - began.tv_sec) * 1000 + (ended.tv_nsec - began.tv_nsec) / 1000000;
}

enum { PATIENT_MS = 5000 };

static void be_stalled_between_pings(struct server *server)
{
    struct wire_reason reason = {.reason = wire_text("no disk")};
    server_welcome(server, NULL);
    REQUIRE(answer_ping(server) < PATIENT_MS / 2);
    server_send_event(server, WIRE_EVENT_SERVER_STALLED, &reason);
    REQUIRE(answer_ping(server) >= PATIENT_MS / 2);
    send_resumed(server);
    server_expect_end(server);
}

Test(client_connection, asks_one_of_several_addresses_sooner_unless_it_is_stalled)
{
    char servers[72];
    struct server *server = server_start(be_stalled_between_pings);
    struct program program = {.loop = loop_create()};
    snprintf(servers, sizeof servers, "%s,127.0.0.1:1", server_address(server));
    struct client_config config = {
        .server = servers, .program = "test", .name = "ann", .quiet_ms = PATIENT_MS};
    program_connect(&program, &config);
    program_run_until(&program, "server.resumed");
    program_finish(&program, server);
    program_expect_story(&program, "ready\nserver.stalled\nserver.resumed\n");
}

/* Accepts and welcomes, and never says anything again; then another connection is made. */
static void fall_silent(struct server *server)
{
    server_welcome(server, NULL);
    server_expect(server, WIRE_MATCH_MOVE, NULL);
    server_expect(server, WIRE_SESSION_PING, NULL);
    server_expect_end(server);
    server_welcome(server, NULL);
    accept_move(server, 1);
    server_expect(server, WIRE_SESSION_PING, NULL);
    server_expect_end(server);
}

Test(client_connection, leaves_a_connection_that_is_half_open)
{
    struct server *server = server_start(fall_silent);
    struct program program;
    start_impatient(&program, server);
    call_move(&program, 1);
    program_run_until(&program, "answer ok");
    program_run_until(&program, "interrupted disconnected");
    program_finish(&program, server);
    program_expect_story(&program, "ready\ninterrupted disconnected\nready\nanswer ok\n"
                                   "interrupted disconnected\n");
}

static void be_away(struct server *server)
{
    (void)server;
}

Test(client_connection, gives_up_in_time_when_nobody_is_there)
{
    struct server *server = server_start(be_away);
    char address[32];
    snprintf(address, sizeof address, "%s", server_address(server));
    server_finish(server);
    struct program program = {.loop = loop_create()};
    struct client_config config = {
        .server = address, .program = "test", .name = "ann", .give_up_ms = 1};
    program_connect(&program, &config);
    program_run_until(&program, "failed disconnected");
    program_finish(&program, NULL);
    const char *story = text_string(&program.story);
    cr_assert_not_null(strstr(story, "failed disconnected\n"));
    text_finish(&program.story);
}

Test(client_connection, gives_up_after_the_first_tries_when_nobody_is_there)
{
    struct server *server = server_start(be_away);
    char address[32];
    snprintf(address, sizeof address, "%s", server_address(server));
    server_finish(server);
    struct program program = {.loop = loop_create()};
    struct client_config config = {
        .server = address, .program = "test", .name = "ann", .first_tries = 2};
    program_connect(&program, &config);
    program_run_until(&program, "failed disconnected");
    program_finish(&program, NULL);
    program_expect_story(&program, "interrupted disconnected\nfailed disconnected\n");
}

/* A name of this machine that no name server is asked for: a bare container has no /etc/hosts. */
static const char *local_name(void)
{
    char line[256];
    bool found = false;
    FILE *hosts = fopen("/etc/hosts", "r");
    while (hosts && !found && fgets(line, sizeof line, hosts))
        found = line[0] != '#' && strstr(line, "localhost");
    if (hosts)
        fclose(hosts);
    return found ? "localhost" : "127.1";
}

Test(client_connection, looks_names_up_and_tries_every_address)
{
    struct server *server = server_start(greet_a_guest);
    char address[32];
    snprintf(address, sizeof address, "%s%s", local_name(), strchr(server_address(server), ':'));
    struct program program = {.loop = loop_create()};
    struct client_config config = {.server = address, .program = "test", .name = "ann"};
    program_connect(&program, &config);
    program_run_until(&program, "ready");
    program_finish(&program, server);
    program_expect_story(&program, "ready\n");
}

Test(client_connection, says_what_is_wrong_with_an_address)
{
    struct loop *loop = loop_create();
    struct client_config config = {.server = "localhost:", .program = "test", .name = "ann"};
    struct client_events events = {0};
    struct client *client = NULL;
    struct error error;
    cr_assert_eq(client_create(loop, &config, &events, &client, &error), ERROR_USAGE);
    cr_assert_null(client);
    loop_destroy(loop);
}

Test(client_connection, may_be_destroyed_before_it_has_connected)
{
    struct server *server = server_start(be_away);
    struct program program;
    program_start(&program, server);
    call_move(&program, 1);
    program_finish(&program, server);
    program_expect_story(&program, "");
}

/* --- what goes out --- */

enum { MANY = 16000 }; /* requests of half a kilobyte: more than the system takes at once */

static void read_many(struct server *server)
{
    struct wire_chat_say say;
    server_accept(server);
    for (uint32_t i = 0; i < MANY; i++)
        REQUIRE(server_expect(server, WIRE_CHAT_SAY, &say) == i && say.match == (int64_t)i + 1);
    server_answer(server, MANY - 1, WIRE_CHAT_SAY, NULL);
    server_expect_end(server);
}

struct writer {
    struct loop *loop;
    struct connection *connection;
    bool is_answered;
};

static void write_many(void *owner)
{
    struct writer *writer = owner;
    struct text requests = {0};
    char words[501];
    memset(words, 'x', sizeof words - 1);
    words[sizeof words - 1] = '\0';
    for (uint32_t i = 0; i < MANY; i++) {
        struct wire_chat_say say = {
            .match = (int64_t)i + 1, .text = wire_text(words), .key = wire_text("key")};
        wire_encode_request(&requests, i, WIRE_CHAT_SAY, &say);
    }
    connection_write(writer->connection, requests.bytes, requests.len);
    text_finish(&requests);
}

static void take_answer(void *owner, const struct wire_message *message)
{
    struct writer *writer = owner;
    writer->is_answered = message->id == MANY - 1;
    loop_stop(writer->loop, 0);
}

static void take_end(void *owner, const struct error *reason)
{
    (void)owner;
    cr_assert(false, "%s", reason->message);
}

Test(client_connection, what_the_system_does_not_take_at_once_follows)
{
    struct server *server = server_start(read_many);
    struct writer writer = {.loop = loop_create()};
    struct connection_events events = {
        .owner = &writer, .opened = write_many, .message = take_answer, .closed = take_end};
    struct connection_config config = {0};
    struct error error;
    cr_assert_eq(server_address_parse(server_address(server), &config.server, &error), ERROR_NONE);
    cr_assert_eq(connection_create(writer.loop, &config, &events, &writer.connection, &error),
                 ERROR_NONE);
    loop_run(writer.loop);
    cr_assert(writer.is_answered);
    connection_destroy(writer.connection);
    loop_destroy(writer.loop);
    server_finish(server);
}
