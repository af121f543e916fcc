/* A connection that outlives the server behind it (server.restarted): the client says hello again
 * over the same connection, and asks again what had no answer. */
#include "tests/unit/test_client_program.h"

#include <stdio.h>
#include <string.h>

SUITE(client_restart, 20);

static void restart(struct server *server)
{
    struct wire_reason reason = {.reason = wire_text("another machine has taken over")};
    server_send_event(server, WIRE_EVENT_SERVER_RESTARTED, &reason);
}

static void expect_return(struct server *server)
{
    struct wire_hello hello;
    server_welcome_again(server, &hello);
    REQUIRE(wire_text_equal(hello.token, "secret") && !hello.name.bytes && hello.resumes);
}

static void refuse_what_was_asked(struct server *server)
{
    struct wire_offer_make offer;
    struct wire_hello hello;
    char key[WIRE_KEY_MAX + 1];
    server_welcome(server, &hello);
    REQUIRE(hello.resumes);
    uint32_t asked = server_expect(server, WIRE_OFFER_MAKE, &offer);
    snprintf(key, sizeof key, "%.*s", (int)offer.key.len, offer.key.bytes);
    uint32_t moved = server_expect(server, WIRE_MATCH_MOVE, NULL);
    restart(server);
    server_refuse(server, asked, ERROR_SERVER_CLOSING, NULL);
    server_refuse(server, moved, ERROR_HELLO_FIRST, NULL);
    expect_return(server);
    uint32_t id = server_expect(server, WIRE_OFFER_MAKE, &offer);
    REQUIRE(wire_text_equal(offer.key, key));
    struct wire_offer_number number = {.offer = 77};
    server_answer(server, id, WIRE_OFFER_MAKE, &number);
    accept_move(server, 4);
    server_expect_end(server);
}

Test(client_restart, comes_back_over_the_same_connection_and_repeats_what_was_not_answered)
{
    struct server *server = server_start(refuse_what_was_asked);
    struct program program;
    program_start(&program, server);
    call_offer(&program);
    call_move(&program, 4);
    program_run_until(&program, "answer ok");
    program_finish(&program, server);
    program_expect_story(&program, "ready\ninterrupted disconnected\nready\noffer 77\nanswer ok\n");
}

static void restart_twice(struct server *server)
{
    server_welcome(server, NULL);
    restart(server);
    uint32_t first = server_expect(server, WIRE_SESSION_HELLO, NULL);
    restart(server);
    server_refuse(server, first, ERROR_SERVER_CLOSING, NULL);
    expect_return(server);
    accept_move(server, 1);
    server_expect_end(server);
}

Test(client_restart, says_hello_once_more_if_the_next_server_ends_before_it_answers)
{
    struct server *server = server_start(restart_twice);
    struct program program;
    program_start(&program, server);
    program_run_until(&program, "interrupted disconnected");
    call_move(&program, 1);
    program_run_until(&program, "answer ok");
    program_finish(&program, server);
    program_expect_story(&program, "ready\ninterrupted disconnected\nready\nanswer ok\n");
}

/* The first hello was on its way to the next server when the event came. */
static void hear_the_first_hello(struct server *server)
{
    server_accept(server);
    restart(server);
    server_welcome_again(server, NULL);
    uint32_t second = server_expect(server, WIRE_SESSION_HELLO, NULL);
    server_refuse(server, second, ERROR_HELLO_TWICE, NULL);
    accept_move(server, 1);
    server_expect_end(server);
}

Test(client_restart, a_hello_that_the_next_server_has_heard_is_enough)
{
    struct server *server = server_start(hear_the_first_hello);
    struct program program;
    program_start(&program, server);
    call_move(&program, 1);
    program_run_until(&program, "answer ok");
    program_finish(&program, server);
    program_expect_story(&program, "interrupted disconnected\nready\nanswer ok\n");
}

static void refuse_a_ping(struct server *server)
{
    server_welcome(server, NULL);
    uint32_t ping = server_expect(server, WIRE_SESSION_PING, NULL);
    restart(server);
    server_refuse(server, ping, ERROR_SERVER_CLOSING, NULL);
    expect_return(server);
    accept_move(server, 1);
    server_expect_end(server);
}

Test(client_restart, the_refusal_of_a_ping_is_no_refusal_of_hello)
{
    struct server *server = server_start(refuse_a_ping);
    struct program program = {.loop = loop_create()};
    struct client_config config = {
        .server = server_address(server),
        .program = "test",
        .name = "ann",
        .quiet_ms = 100,
    };
    program_connect(&program, &config);
    program_run_until(&program, "interrupted disconnected");
    call_move(&program, 1);
    program_run_until(&program, "answer ok");
    program_finish(&program, server);
    program_expect_story(&program, "ready\ninterrupted disconnected\nready\nanswer ok\n");
}

static void answer_after_the_restart(struct server *server)
{
    server_welcome(server, NULL);
    uint32_t moved = server_expect(server, WIRE_MATCH_MOVE, NULL);
    restart(server);
    struct wire_move_done done = {.match = 1, .seq = 1, .ply = 1};
    server_answer(server, moved, WIRE_MATCH_MOVE, &done);
    struct wire_hello hello;
    server_welcome(server, &hello); /* over another connection */
    REQUIRE(wire_text_equal(hello.token, "secret"));
    accept_move(server, 1);
    server_expect_end(server);
}

Test(client_restart, an_answer_of_the_server_before_breaks_the_protocol)
{
    struct server *server = server_start(answer_after_the_restart);
    struct program program;
    program_start(&program, server);
    call_move(&program, 1);
    program_run_until(&program, "answer ok");
    program_finish(&program, server);
    program_expect_story(&program, "ready\ninterrupted disconnected\nready\nanswer ok\n");
}

static void refuse_the_token(struct server *server)
{
    server_welcome(server, NULL);
    restart(server);
    server_refuse(server, server_expect(server, WIRE_SESSION_HELLO, NULL), ERROR_BAD_TOKEN, NULL);
    server_expect_end(server);
}

Test(client_restart, gives_up_where_the_next_server_does_not_know_its_token)
{
    struct server *server = server_start(refuse_the_token);
    struct program program;
    program_start(&program, server);
    program_run_until(&program, "failed bad_token");
    program_finish(&program, server);
    program_expect_story(&program, "ready\ninterrupted disconnected\nfailed bad_token\n");
}
