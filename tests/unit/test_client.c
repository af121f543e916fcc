#include "tests/unit/test_client_program.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

SUITE(client, 20);

Test(client, says_hello_with_its_name_and_learns_its_token)
{
    struct server *server = server_start(greet_a_guest);
    struct program program;
    program_start(&program, server);
    cr_assert_eq(client_state(program.client), CLIENT_CONNECTING);
    cr_assert_str_empty(client_token(program.client));
    program_run_until(&program, "ready");
    cr_assert_eq(client_state(program.client), CLIENT_READY);
    cr_assert_str_eq(client_name(program.client), "ann");
    cr_assert_str_eq(client_token(program.client), "secret");
    program_finish(&program, server);
    program_expect_story(&program, "ready\n");
}

static void greet_an_owner(struct server *server)
{
    struct wire_hello hello;
    server_welcome(server, &hello);
    REQUIRE(!hello.name.bytes && wire_text_equal(hello.token, "kept"));
    server_expect_end(server);
}

Test(client, says_hello_with_its_token_when_it_has_one)
{
    struct server *server = server_start(greet_an_owner);
    struct program program = {.loop = loop_create()};
    struct client_config config = {
        .server = server_address(server),
        .program = "test",
        .name = "ann",
        .token = "kept",
    };
    program_connect(&program, &config);
    program_run_until(&program, "ready");
    program_finish(&program, server);
    program_expect_story(&program, "ready\n");
}

static void answer_three(struct server *server)
{
    server_welcome(server, NULL);
    accept_move(server, 1);
    accept_move(server, 2);
    struct wire_stale stale = {.match = 1, .seq = 7, .ply = 7, .position = wire_text("3+5")};
    server_refuse(server, server_expect(server, WIRE_MATCH_MOVE, NULL), ERROR_STALE_PLY, &stale);
    server_expect_end(server);
}

Test(client, sends_calls_in_their_order_and_hands_over_the_answers)
{
    struct server *server = server_start(answer_three);
    struct program program;
    program_start(&program, server);
    call_move(&program, 1); /* waits for the connection */
    program_run_until(&program, "ready");
    call_move(&program, 2);
    call_move(&program, 3);
    program_run_until(&program, "answer stale_ply");
    program_finish(&program, server);
    program_expect_story(&program, "ready\nanswer ok\nanswer ok\nanswer stale_ply\n");
}

static void put_off(struct server *server)
{
    server_welcome(server, NULL);
    server_put_off(server, server_expect(server, WIRE_MATCH_MOVE, NULL), 13888);
    server_expect_end(server);
}

Test(client, tells_how_long_to_wait_before_a_request_may_succeed)
{
    struct server *server = server_start(put_off);
    struct program program;
    program_start(&program, server);
    program_run_until(&program, "ready");
    call_move(&program, 1);
    program_run_until(&program, "answer too_early wait 13888");
    program_finish(&program, server);
    program_expect_story(&program, "ready\nanswer too_early wait 13888\n");
}

static void answer_backwards(struct server *server)
{
    server_welcome(server, NULL);
    uint32_t resume = server_expect(server, WIRE_MATCH_RESUME, NULL);
    accept_move(server, 1);
    server_refuse(server, resume, ERROR_NO_SUCH_MATCH, NULL);
    server_expect_end(server);
}

Test(client, matches_answers_to_calls_by_their_ids)
{
    struct server *server = server_start(answer_backwards);
    struct program program;
    program_start(&program, server);
    call_resume(&program, 9);
    call_move(&program, 1);
    program_run_until(&program, "answer no_such_match");
    program_finish(&program, server);
    program_expect_story(&program, "ready\nanswer ok\nanswer no_such_match\n");
}

static void send_news(struct server *server)
{
    static const char unknown_event[] = "\x93\x02\xA9new.thing\x91\x81\xA1x\x01";
    /* server.closing {reason: "tea", more: 1} */
    static const char unknown_key[] = "\x93\x02\xAEserver.closing\x91\x82\xA6reason\xA3"
                                      "tea\xA4more\x01";
    server_welcome(server, NULL);
    server_send_bytes(server, unknown_event, sizeof unknown_event - 1);
    server_send_bytes(server, unknown_key, sizeof unknown_key - 1);
    send_resumed(server);
    server_expect_end(server);
}

Test(client, hands_over_events_and_ignores_what_it_does_not_know)
{
    struct server *server = server_start(send_news);
    struct program program;
    program_start(&program, server);
    program_run_until(&program, "server.resumed");
    program_finish(&program, server);
    program_expect_story(&program, "ready\nserver.closing\nserver.resumed\n");
}

/* Closes without answering, and is asked the same again. */
static void lose_an_offer(struct server *server)
{
    struct wire_offer_make offer;
    struct wire_hello hello;
    char key[WIRE_KEY_MAX + 1];
    server_welcome(server, NULL);
    server_expect(server, WIRE_OFFER_MAKE, &offer);
    REQUIRE(offer.key.len == 32 && wire_text_equal(offer.rules, "nim"));
    snprintf(key, sizeof key, "%.*s", (int)offer.key.len, offer.key.bytes);
    server_expect(server, WIRE_MATCH_MOVE, NULL);
    server_welcome(server, &hello);
    REQUIRE(wire_text_equal(hello.token, "secret") && !hello.name.bytes);
    uint32_t id = server_expect(server, WIRE_OFFER_MAKE, &offer);
    REQUIRE(wire_text_equal(offer.key, key));
    struct wire_offer_number number = {.offer = 77};
    server_answer(server, id, WIRE_OFFER_MAKE, &number);
    accept_move(server, 4);
    server_expect_end(server);
}

Test(client, comes_back_with_its_token_and_repeats_what_was_not_answered)
{
    struct server *server = server_start(lose_an_offer);
    struct program program;
    program_start(&program, server);
    call_offer(&program);
    call_move(&program, 4);
    program_run_until(&program, "answer ok");
    program_finish(&program, server);
    program_expect_story(&program, "ready\ninterrupted disconnected\nready\noffer 77\nanswer ok\n");
}

static void take_two_offers(struct server *server)
{
    struct wire_offer_make offer;
    struct wire_offer_number number = {.offer = 1};
    char key[WIRE_KEY_MAX + 1];
    server_welcome(server, NULL);
    uint32_t id = server_expect(server, WIRE_OFFER_MAKE, &offer);
    snprintf(key, sizeof key, "%.*s", (int)offer.key.len, offer.key.bytes);
    server_answer(server, id, WIRE_OFFER_MAKE, &number);
    id = server_expect(server, WIRE_OFFER_MAKE, &offer);
    REQUIRE(!wire_text_equal(offer.key, key));
    number.offer = 2;
    server_answer(server, id, WIRE_OFFER_MAKE, &number);
    server_expect_end(server);
}

Test(client, gives_every_call_a_key_of_its_own)
{
    struct server *server = server_start(take_two_offers);
    struct program program;
    program_start(&program, server);
    call_offer(&program);
    call_offer(&program);
    program_run_until(&program, "offer 2");
    program_finish(&program, server);
    program_expect_story(&program, "ready\noffer 1\noffer 2\n");
}

static void talk_nonsense_once(struct server *server)
{
    server_welcome(server, NULL);
    server_send_bytes(server, "GET / HTTP/1.1\r\n\r\n", 18);
}

static void talk_nonsense(struct server *server)
{
    talk_nonsense_once(server);
    server_expect_end(server);
    server_welcome(server, NULL);
    server_expect_end(server);
}

/* A server that breaks the protocol once, and then greets. */
static void expect_mended(struct server *server)
{
    struct program program;
    program_start(&program, server);
    program_run_until(&program, "interrupted bad_message");
    program_run_until(&program, "ready");
    program_finish(&program, server);
    program_expect_story(&program, "ready\ninterrupted bad_message\nready\n");
}

Test(client, mends_a_connection_that_brings_garbage)
{
    expect_mended(server_start(talk_nonsense));
}

static void answer_the_unasked(struct server *server)
{
    server_welcome(server, NULL);
    server_refuse(server, 12345, ERROR_INTERNAL, NULL);
    server_expect_end(server);
    server_welcome(server, NULL);
    server_expect_end(server);
}

Test(client, mends_a_connection_whose_answers_belong_to_no_call)
{
    expect_mended(server_start(answer_the_unasked));
}

static void send_a_bad_event(struct server *server)
{
    static const char bytes[] = "\x93\x02\xABmatch.moved\x91\x81\xA5match\x01";
    server_welcome(server, NULL);
    server_send_bytes(server, bytes, sizeof bytes - 1);
    server_expect_end(server);
}

Test(client, does_not_miss_an_event_that_it_cannot_read)
{
    struct server *server = server_start(send_a_bad_event);
    struct program program;
    program_start(&program, server);
    program_run_until(&program, "interrupted bad_message");
    program_finish(&program, server);
    program_expect_story(&program, "ready\ninterrupted bad_message\n");
}

static void send_a_bad_result(struct server *server)
{
    server_welcome(server, NULL);
    uint32_t id = server_expect(server, WIRE_MATCH_MOVE, NULL);
    struct wire_offer_number wrong = {.offer = 1};
    server_answer(server, id, WIRE_OFFER_MAKE, &wrong);
    server_expect_end(server);
}

Test(client, answers_a_call_whose_result_it_cannot_read_with_an_error)
{
    struct server *server = server_start(send_a_bad_result);
    struct program program;
    program_start(&program, server);
    call_move(&program, 1);
    program_run_until(&program, "answer internal");
    program_finish(&program, server);
    program_expect_story(&program, "ready\nanswer internal\n");
}

static void refuse_the_token(struct server *server)
{
    server_accept(server);
    server_refuse(server, server_expect(server, WIRE_SESSION_HELLO, NULL), ERROR_BAD_TOKEN, NULL);
    server_expect_end(server);
}

Test(client, gives_up_when_hello_is_refused_and_answers_all_calls)
{
    struct server *server = server_start(refuse_the_token);
    struct program program;
    program_start(&program, server);
    call_move(&program, 1);
    program_run_until(&program, "answer bad_token");
    cr_assert_eq(client_state(program.client), CLIENT_FAILED);
    call_move(&program, 2);
    program_run_until(&program, "answer bad_token");
    program_finish(&program, server);
    program_expect_story(&program, "failed bad_token\nanswer bad_token\nanswer bad_token\n");
}

static void be_closing_at_first(struct server *server)
{
    server_accept(server);
    server_refuse(server, server_expect(server, WIRE_SESSION_HELLO, NULL), ERROR_SERVER_CLOSING,
                  NULL);
    server_expect_end(server);
    server_welcome(server, NULL);
    server_expect_end(server);
}

Test(client, tries_again_when_the_refusal_will_pass)
{
    struct server *server = server_start(be_closing_at_first);
    struct program program;
    program_start(&program, server);
    program_run_until(&program, "ready");
    program_finish(&program, server);
    program_expect_story(&program, "interrupted server_closing\nready\n");
}

static void replace_the_session(struct server *server)
{
    struct wire_reason reason = {.reason = wire_text("elsewhere")};
    server_welcome(server, NULL);
    server_send_event(server, WIRE_EVENT_SESSION_REPLACED, &reason);
    server_expect_end(server);
}

Test(client, does_not_fight_for_a_seat_that_was_taken_over)
{
    struct server *server = server_start(replace_the_session);
    struct program program;
    program_start(&program, server);
    program_run_until(&program, "failed disconnected");
    program_finish(&program, server);
    program_expect_story(&program, "ready\nfailed disconnected\n");
}

static void replace_the_first_session(struct server *server)
{
    replace_the_session(server);
    server_welcome(server, NULL);
    server_expect_end(server);
}

Test(client, takes_its_seat_back_when_it_is_told_to)
{
    struct server *server = server_start(replace_the_first_session);
    struct program program;
    program_start(&program, server);
    program_run_until(&program, "failed disconnected");
    cr_assert(client_was_replaced(program.client));
    client_take_seat_back(program.client);
    program_run_until(&program, "ready");
    cr_assert_not(client_was_replaced(program.client));
    program_finish(&program, server);
    program_expect_story(&program, "ready\nfailed disconnected\nready\n");
}

static void kick(struct server *server)
{
    struct wire_reason reason = {.reason = wire_text("be nice")};
    server_welcome(server, NULL);
    server_send_event(server, WIRE_EVENT_SESSION_KICKED, &reason);
    server_expect_end(server);
}

Test(client, does_not_come_back_when_it_was_put_out)
{
    struct server *server = server_start(kick);
    struct program program;
    program_start(&program, server);
    program_run_until(&program, "failed disconnected");
    program_finish(&program, server);
    program_expect_story(&program, "ready\nfailed disconnected\n");
}

static void find_fault(struct server *server)
{
    struct wire_fault fault = {.code = ERROR_BAD_MESSAGE, .message = wire_text("no map")};
    server_welcome(server, NULL);
    server_expect(server, WIRE_MATCH_MOVE, NULL);
    server_send_event(server, WIRE_EVENT_SESSION_FAULT, &fault);
    server_expect_end(server);
}

Test(client, does_not_repeat_what_broke_the_protocol)
{
    struct server *server = server_start(find_fault);
    struct program program;
    program_start(&program, server);
    call_move(&program, 1);
    program_run_until(&program, "answer bad_message");
    program_finish(&program, server);
    program_expect_story(&program, "ready\nfailed bad_message\nanswer bad_message\n");
}

Test(client, does_not_send_what_is_larger_than_any_server_takes)
{
    struct server *server = server_start(greet_a_guest);
    struct program program;
    program_start(&program, server);
    char huge[WIRE_REQUEST_BYTES_MAX];
    memset(huge, '1', sizeof huge);
    struct wire_move parameters = {.match = 1, .ply = 1, .move = {huge, sizeof huge}};
    client_call(program.client, WIRE_MATCH_MOVE, &parameters, program_on_answer, &program);
    program_run_until(&program, "answer too_large");
    program_run_until(&program, "ready");
    program_finish(&program, server);
    program_expect_story(&program, "answer too_large\nready\n");
}

/* --- a client may be destroyed in each of its callbacks --- */

static void expect_end_at(server_script *script, const char *line)
{
    struct server *server = server_start(script);
    struct program program;
    program_start(&program, server);
    call_move(&program, 1);
    call_move(&program, 2);
    program_run_and_destroy_at(&program, line);
    cr_assert_null(program.client);
    program_finish(&program, server);
    const char *story = text_string(&program.story);
    size_t len = strlen(story), line_len = strlen(line);
    cr_assert(len > line_len && strncmp(story + len - line_len - 1, line, line_len) == 0, "%s",
              story);
    text_finish(&program.story);
}

static void only_welcome(struct server *server)
{
    server_welcome(server, NULL);
}

static void answer_the_first(struct server *server)
{
    server_welcome(server, NULL);
    accept_move(server, 1);
    server_expect(server, WIRE_MATCH_MOVE, NULL);
    server_expect_end(server);
}

static void send_two_events(struct server *server)
{
    struct text bytes = {0};
    struct wire_nothing nothing;
    server_welcome(server, NULL);
    wire_encode_event(&bytes, WIRE_EVENT_SERVER_RESUMED, &nothing);
    wire_encode_event(&bytes, WIRE_EVENT_SERVER_RESUMED, &nothing);
    server_send_bytes(server, bytes.bytes, bytes.len);
    text_finish(&bytes);
}

Test(client, may_be_destroyed_when_ready)
{
    expect_end_at(only_welcome, "ready");
}

Test(client, may_be_destroyed_in_an_answer)
{
    expect_end_at(answer_the_first, "answer ok");
}

Test(client, may_be_destroyed_in_an_event)
{
    expect_end_at(send_two_events, "server.resumed");
}

Test(client, may_be_destroyed_when_interrupted)
{
    expect_end_at(talk_nonsense_once, "interrupted bad_message");
}

Test(client, may_be_destroyed_when_failed)
{
    expect_end_at(refuse_the_token, "failed bad_token");
}

Test(client, may_be_destroyed_while_refused_calls_are_answered)
{
    expect_end_at(refuse_the_token, "answer bad_token");
}

/* --- several addresses --- */

/* An address at which nobody listens as long as the socket is open. */
static int close_port(char ret_address[32])
{
    struct sockaddr_in bound = {.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
    socklen_t len = sizeof bound;
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    cr_assert_eq(bind(fd, (struct sockaddr *)&bound, sizeof bound), 0);
    cr_assert_eq(getsockname(fd, (struct sockaddr *)&bound, &len), 0);
    snprintf(ret_address, 32, "127.0.0.1:%d", ntohs(bound.sin_port));
    return fd;
}

/* Of an answer to hello the client despairs later. */
enum { IMPATIENT_MS = 15000 };

/* `first_tries` as in the configuration. */
static void connect_to_two(struct program *program, const char *first, const char *second,
                           unsigned first_tries)
{
    char servers[72];
    snprintf(servers, sizeof servers, "%s,%s", first, second);
    *program = (struct program){.loop = loop_create()};
    struct client_config config = {.server = servers,
                                   .program = "test",
                                   .name = "ann",
                                   .first_tries = first_tries,
                                   .give_up_ms = IMPATIENT_MS};
    program_connect(program, &config);
}

static void expect_server(const struct program *program, const char *expected)
{
    char address[SERVER_ADDRESS_TEXT_MAX];
    server_address_print(client_server(program->client), address);
    cr_expect_str_eq(address, expected);
}

Test(client, of_two_addresses_the_second_answers_in_the_first_try)
{
    char closed[32];
    int fd = close_port(closed);
    struct server *server = server_start(greet_a_guest);
    struct program program;
    connect_to_two(&program, closed, server_address(server), 1);
    program_run_until(&program, "ready");
    expect_server(&program, server_address(server));
    program_finish(&program, server);
    program_expect_story(&program, "ready\n");
    close(fd);
}

static void answer_one_and_leave(struct server *server)
{
    server_welcome(server, NULL);
    accept_move(server, 1);
    server_expect(server, WIRE_MATCH_MOVE, NULL);
    server_close(server);
}

static void take_over(struct server *server)
{
    struct wire_hello hello;
    server_welcome(server, &hello);
    REQUIRE(wire_text_equal(hello.token, "secret"));
    accept_move(server, 2);
    server_expect_end(server);
}

Test(client, goes_to_the_other_address_with_its_token_and_its_call)
{
    struct server *first = server_start(answer_one_and_leave);
    struct server *second = server_start(take_over);
    struct program program;
    connect_to_two(&program, server_address(first), server_address(second), 0);
    program_run_until(&program, "ready");
    expect_server(&program, server_address(first));
    call_move(&program, 1);
    call_move(&program, 2);
    program_run_until(&program, "interrupted disconnected");
    server_finish(first);
    program_run_until(&program, "ready");
    expect_server(&program, server_address(second));
    program_run_until(&program, "answer ok");
    program_finish(&program, second);
    program_expect_story(&program,
                         "ready\nanswer ok\ninterrupted disconnected\nready\nanswer ok\n");
}

static void welcome_twice(struct server *server)
{
    server_welcome(server, NULL);
    server_close(server);
    server_welcome(server, NULL);
    server_expect_end(server);
}

/* The one that stands first in the list would leave its hello without an answer. */
Test(client, comes_back_first_to_the_address_that_worked_last)
{
    char closed[32];
    int fd = close_port(closed);
    struct server *server = server_start(welcome_twice);
    struct program program;
    connect_to_two(&program, closed, server_address(server), 0);
    program_run_until(&program, "ready");
    cr_assert_eq(listen(fd, 1), 0);
    program_run_until(&program, "interrupted disconnected");
    program_run_until(&program, "ready");
    program_finish(&program, server);
    program_expect_story(&program, "ready\ninterrupted disconnected\nready\n");
    close(fd);
}

static void welcome_in_silence(struct server *server)
{
    struct wire_nothing nothing;
    server_welcome(server, NULL);
    server_expect(server, WIRE_SESSION_PING, &nothing);
    server_expect_end(server);
}

static void welcome_back(struct server *server)
{
    struct wire_hello hello;
    server_welcome(server, &hello);
    REQUIRE(wire_text_equal(hello.token, "secret"));
    server_expect_end(server);
}

/* A host that has stopped takes connections, and says nothing. */
Test(client, comes_back_last_to_the_address_that_has_fallen_silent)
{
    char servers[72];
    struct server *first = server_start(welcome_in_silence);
    struct server *second = server_start(welcome_back);
    struct program program = {.loop = loop_create()};
    snprintf(servers, sizeof servers, "%s,%s", server_address(first), server_address(second));
    struct client_config config = {.server = servers,
                                   .program = "test",
                                   .name = "ann",
                                   .give_up_ms = IMPATIENT_MS,
                                   .quiet_ms = 100};
    program_connect(&program, &config);
    program_run_until(&program, "interrupted disconnected");
    program_run_until(&program, "ready");
    expect_server(&program, server_address(second));
    program_finish(&program, second);
    server_finish(first);
    program_expect_story(&program, "ready\ninterrupted disconnected\nready\n");
}

static void take_no_hello(struct server *server)
{
    server_accept(server);
    server_expect(server, WIRE_SESSION_HELLO, NULL);
    server_expect_end(server);
}

/* It would be given up only after the 30 s that a server without others has. */
Test(client, goes_on_from_an_address_that_does_not_answer_its_hello)
{
    struct server *first = server_start(take_no_hello);
    struct server *second = server_start(greet_a_guest);
    struct program program;
    connect_to_two(&program, server_address(first), server_address(second), 0);
    program_run_until(&program, "ready");
    expect_server(&program, server_address(second));
    program_finish(&program, second);
    server_finish(first);
    program_expect_story(&program, "ready\n");
}

static void is_closing(struct server *server)
{
    server_accept(server);
    server_refuse(server, server_expect(server, WIRE_SESSION_HELLO, NULL), ERROR_SERVER_CLOSING,
                  NULL);
    server_expect_end(server);
}

Test(client, goes_on_from_an_address_that_takes_nobody_now)
{
    struct server *first = server_start(is_closing);
    struct server *second = server_start(greet_a_guest);
    struct program program;
    connect_to_two(&program, server_address(first), server_address(second), 0);
    program_run_until(&program, "ready");
    program_finish(&program, second);
    server_finish(first);
    program_expect_story(&program, "ready\n");
}

static void close_and_open_again(struct server *server)
{
    is_closing(server);
    server_welcome(server, NULL);
    server_expect_end(server);
}

/* That is not what the number of first tries limits. */
Test(client, tries_again_when_an_address_was_reached_in_vain)
{
    char closed[32];
    int fd = close_port(closed);
    struct server *server = server_start(close_and_open_again);
    struct program program;
    connect_to_two(&program, server_address(server), closed, 1);
    program_run_until(&program, "ready");
    program_finish(&program, server);
    program_expect_story(&program, "interrupted disconnected\nready\n");
    close(fd);
}

Test(client, counts_a_round_through_its_addresses_as_one_try)
{
    char closed[2][32];
    int fds[2] = {close_port(closed[0]), close_port(closed[1])};
    struct program program;
    connect_to_two(&program, closed[0], closed[1], 2);
    program_run_until(&program, "failed disconnected");
    cr_expect_not_null(strstr(program.reason.message, closed[1]), "%s", program.reason.message);
    cr_expect_not_null(
        strstr(program.reason.message, ", the last of 2 addresses; given up after 2 tries"), "%s",
        program.reason.message);
    client_destroy(program.client);
    loop_settle(program.loop);
    loop_destroy(program.loop);
    program_expect_story(&program, "interrupted disconnected\nfailed disconnected\n");
    close(fds[0]);
    close(fds[1]);
}
