#include "client/lib/client.h"
#include "common/base/text.h"
#include "tests/suite.h"
#include "tests/unit/test_client_server.h"

#include <stdio.h>
#include <string.h>

SUITE(client, 20);

/* A program with one client, that writes down what its callbacks were told. */
struct program {
    struct loop *loop;
    struct client *client;
    struct text story;   /* a line for each callback */
    const char *awaited; /* the loop stops after the callback that writes this line */
    const char *fatal;   /* the client is destroyed in the callback that writes this line */
};

static void write_down(struct program *program, const char *line)
{
    text_printf(&program->story, "%s\n", line);
    if (program->fatal && strcmp(line, program->fatal) == 0) {
        client_destroy(program->client);
        program->client = NULL;
    }
    if (program->awaited && strcmp(line, program->awaited) == 0)
        loop_stop(program->loop, 0);
}

static void on_ready(void *owner, const struct wire_welcome *welcome)
{
    cr_assert(wire_text_equal(welcome->name, "ann"));
    write_down(owner, "ready");
}

static void on_interrupted(void *owner, const struct error *reason)
{
    char line[64];
    snprintf(line, sizeof line, "interrupted %s", error_name(reason->code));
    write_down(owner, line);
}

static void on_failed(void *owner, const struct error *reason)
{
    char line[64];
    snprintf(line, sizeof line, "failed %s", error_name(reason->code));
    write_down(owner, line);
}

static void on_event(void *owner, enum wire_event event, const void *body)
{
    (void)body;
    write_down(owner, wire_events[event].name);
}

static void on_answer(void *owner, const struct error *error, const void *result,
                      const struct wire_stale *stale)
{
    char line[64];
    cr_assert_eq(error == NULL, result != NULL);
    snprintf(line, sizeof line, "answer %s%s", error ? error_name(error->code) : "ok",
             stale ? " stale" : "");
    write_down(owner, line);
}

static void on_offer_number(void *owner, const struct error *error, const void *result,
                            const struct wire_stale *stale)
{
    (void)stale;
    char line[64];
    cr_assert_null(error);
    const struct wire_offer_number *number = result;
    snprintf(line, sizeof line, "offer %d", (int)number->offer);
    write_down(owner, line);
}

static void program_connect(struct program *program, const struct client_config *config)
{
    struct client_events events = {
        .owner = program,
        .ready = on_ready,
        .interrupted = on_interrupted,
        .failed = on_failed,
        .event = on_event,
    };
    struct error error;
    cr_assert_eq(client_create(program->loop, config, &events, &program->client, &error),
                 ERROR_NONE, "%s", error.message);
}

/* Connects as the guest "ann". */
static void start(struct program *program, const struct server *server)
{
    *program = (struct program){.loop = loop_create()};
    struct client_config config = {
        .server = server_address(server),
        .program = "test",
        .name = "ann",
    };
    program_connect(program, &config);
}

static void run_until(struct program *program, const char *line)
{
    program->awaited = line;
    loop_run(program->loop);
}

static void run_and_destroy_at(struct program *program, const char *line)
{
    program->fatal = line;
    run_until(program, line);
}

/* Ends the program, and then the server. */
static void finish(struct program *program, struct server *server)
{
    client_destroy(program->client);
    loop_destroy(program->loop);
    if (server)
        server_finish(server);
}

static void expect_story(struct program *program, const char *story)
{
    cr_assert_str_eq(text_string(&program->story), story);
    text_finish(&program->story);
}

static void call_resume(struct program *program, int64_t match)
{
    struct wire_resume parameters = {.match = match, .after = WIRE_ABSENT};
    client_call(program->client, WIRE_MATCH_RESUME, &parameters, on_answer, program);
}

static void call_move(struct program *program, int64_t ply)
{
    struct wire_move parameters = {.match = 1, .ply = ply, .move = wire_text("5>3")};
    client_call(program->client, WIRE_MATCH_MOVE, &parameters, on_answer, program);
}

static void call_offer(struct program *program)
{
    struct wire_offer_make parameters;
    wire_record_clear(&wire_record_offer_make, &parameters);
    parameters.rules = wire_text("nim");
    client_call(program->client, WIRE_OFFER_MAKE, &parameters, on_offer_number, program);
}

/* --- steps of scripts --- */

static void require(bool condition)
{
    if (!condition)
        abort();
}

static void accept_move(struct server *server, int64_t ply)
{
    struct wire_move move;
    uint32_t id = server_expect(server, WIRE_MATCH_MOVE, &move);
    require(move.ply == ply && wire_text_equal(move.move, "5>3"));
    struct wire_move_done done = {.match = 1, .seq = ply, .ply = ply};
    server_answer(server, id, WIRE_MATCH_MOVE, &done);
}

static void send_resumed(struct server *server)
{
    struct wire_nothing nothing;
    server_send_event(server, WIRE_EVENT_SERVER_RESUMED, &nothing);
}

/* --- tests --- */

static void greet_a_guest(struct server *server)
{
    struct wire_hello hello;
    server_welcome(server, &hello);
    require(hello.protocol == WIRE_PROTOCOL && wire_text_equal(hello.client, "test"));
    require(wire_text_equal(hello.name, "ann") && !hello.token.bytes);
    server_expect_end(server);
}

Test(client, says_hello_with_its_name_and_learns_its_token)
{
    struct server *server = server_start(greet_a_guest);
    struct program program;
    start(&program, server);
    cr_assert_eq(client_state(program.client), CLIENT_CONNECTING);
    cr_assert_str_empty(client_token(program.client));
    run_until(&program, "ready");
    cr_assert_eq(client_state(program.client), CLIENT_READY);
    cr_assert_str_eq(client_name(program.client), "ann");
    cr_assert_str_eq(client_token(program.client), "secret");
    finish(&program, server);
    expect_story(&program, "ready\n");
}

static void greet_an_owner(struct server *server)
{
    struct wire_hello hello;
    server_welcome(server, &hello);
    require(!hello.name.bytes && wire_text_equal(hello.token, "kept"));
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
    run_until(&program, "ready");
    finish(&program, server);
    expect_story(&program, "ready\n");
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
    start(&program, server);
    call_move(&program, 1); /* waits for the connection */
    run_until(&program, "ready");
    call_move(&program, 2);
    call_move(&program, 3);
    run_until(&program, "answer stale_ply stale");
    finish(&program, server);
    expect_story(&program, "ready\nanswer ok\nanswer ok\nanswer stale_ply stale\n");
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
    start(&program, server);
    call_resume(&program, 9);
    call_move(&program, 1);
    run_until(&program, "answer no_such_match");
    finish(&program, server);
    expect_story(&program, "ready\nanswer ok\nanswer no_such_match\n");
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
    start(&program, server);
    run_until(&program, "server.resumed");
    finish(&program, server);
    expect_story(&program, "ready\nserver.closing\nserver.resumed\n");
}

/* Closes without answering, and is asked the same again. */
static void lose_an_offer(struct server *server)
{
    struct wire_offer_make offer;
    struct wire_hello hello;
    char key[WIRE_KEY_MAX + 1];
    server_welcome(server, NULL);
    server_expect(server, WIRE_OFFER_MAKE, &offer);
    require(offer.key.len == 32 && wire_text_equal(offer.rules, "nim"));
    snprintf(key, sizeof key, "%.*s", (int)offer.key.len, offer.key.bytes);
    server_expect(server, WIRE_MATCH_MOVE, NULL);
    server_welcome(server, &hello);
    require(wire_text_equal(hello.token, "secret") && !hello.name.bytes);
    uint32_t id = server_expect(server, WIRE_OFFER_MAKE, &offer);
    require(wire_text_equal(offer.key, key));
    struct wire_offer_number number = {.offer = 77};
    server_answer(server, id, WIRE_OFFER_MAKE, &number);
    accept_move(server, 4);
    server_expect_end(server);
}

Test(client, comes_back_with_its_token_and_repeats_what_was_not_answered)
{
    struct server *server = server_start(lose_an_offer);
    struct program program;
    start(&program, server);
    call_offer(&program);
    call_move(&program, 4);
    run_until(&program, "answer ok");
    finish(&program, server);
    expect_story(&program, "ready\ninterrupted disconnected\nready\noffer 77\nanswer ok\n");
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
    require(!wire_text_equal(offer.key, key));
    number.offer = 2;
    server_answer(server, id, WIRE_OFFER_MAKE, &number);
    server_expect_end(server);
}

Test(client, gives_every_call_a_key_of_its_own)
{
    struct server *server = server_start(take_two_offers);
    struct program program;
    start(&program, server);
    call_offer(&program);
    call_offer(&program);
    run_until(&program, "offer 2");
    finish(&program, server);
    expect_story(&program, "ready\noffer 1\noffer 2\n");
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
    start(&program, server);
    run_until(&program, "interrupted bad_message");
    run_until(&program, "ready");
    finish(&program, server);
    expect_story(&program, "ready\ninterrupted bad_message\nready\n");
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
    start(&program, server);
    run_until(&program, "interrupted bad_message");
    finish(&program, server);
    expect_story(&program, "ready\ninterrupted bad_message\n");
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
    start(&program, server);
    call_move(&program, 1);
    run_until(&program, "answer internal");
    finish(&program, server);
    expect_story(&program, "ready\nanswer internal\n");
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
    start(&program, server);
    call_move(&program, 1);
    run_until(&program, "answer bad_token");
    cr_assert_eq(client_state(program.client), CLIENT_FAILED);
    call_move(&program, 2);
    run_until(&program, "answer bad_token");
    finish(&program, server);
    expect_story(&program, "failed bad_token\nanswer bad_token\nanswer bad_token\n");
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
    start(&program, server);
    run_until(&program, "ready");
    finish(&program, server);
    expect_story(&program, "interrupted server_closing\nready\n");
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
    start(&program, server);
    run_until(&program, "failed disconnected");
    finish(&program, server);
    expect_story(&program, "ready\nfailed disconnected\n");
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
    start(&program, server);
    run_until(&program, "failed disconnected");
    finish(&program, server);
    expect_story(&program, "ready\nfailed disconnected\n");
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
    start(&program, server);
    call_move(&program, 1);
    run_until(&program, "answer bad_message");
    finish(&program, server);
    expect_story(&program, "ready\nfailed bad_message\nanswer bad_message\n");
}

Test(client, does_not_send_what_is_larger_than_any_server_takes)
{
    struct server *server = server_start(greet_a_guest);
    struct program program;
    start(&program, server);
    char huge[WIRE_REQUEST_BYTES_MAX];
    memset(huge, '1', sizeof huge);
    struct wire_move parameters = {.match = 1, .ply = 1, .move = {huge, sizeof huge}};
    client_call(program.client, WIRE_MATCH_MOVE, &parameters, on_answer, &program);
    run_until(&program, "answer too_large");
    run_until(&program, "ready");
    finish(&program, server);
    expect_story(&program, "answer too_large\nready\n");
}

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
    require(wire_text_equal(hello.name, "ann") && !hello.token.bytes);
    require(wire_text_equal(hello.password, "open sesame"));
    server_close(server);
    server_welcome(server, &hello);
    require(wire_text_equal(hello.token, "secret"));
    require(!hello.name.bytes && !hello.password.bytes);
    server_expect_end(server);
}

Test(client, logs_in_once_and_comes_back_with_the_token)
{
    struct server *server = server_start(expect_password);
    struct program program;
    start_with_password(&program, server);
    run_until(&program, "interrupted disconnected");
    run_until(&program, "ready");
    finish(&program, server);
    expect_story(&program, "ready\ninterrupted disconnected\nready\n");
}

static void break_off_before_the_welcome(struct server *server)
{
    server_accept(server);
    server_expect(server, WIRE_SESSION_HELLO, NULL);
    server_close(server);
    struct wire_hello hello;
    server_welcome(server, &hello);
    require(wire_text_equal(hello.password, "open sesame"));
    server_expect_end(server);
}

Test(client, logs_in_again_when_it_was_not_answered)
{
    struct server *server = server_start(break_off_before_the_welcome);
    struct program program;
    start_with_password(&program, server);
    run_until(&program, "ready");
    finish(&program, server);
    expect_story(&program, "interrupted disconnected\nready\n");
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

Test(client, does_not_try_to_log_in_again_when_it_was_refused)
{
    for (size_t i = 0; i < sizeof final_refusals / sizeof *final_refusals; i++) {
        char line[64];
        refusal = final_refusals[i];
        snprintf(line, sizeof line, "failed %s", error_name(refusal));
        struct server *server = server_start(refuse_hello);
        struct program program;
        start_with_password(&program, server);
        run_until(&program, line);
        cr_assert_eq(client_state(program.client), CLIENT_FAILED);
        finish(&program, server);
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
    require(pong.n == 41);
    server_answer(server, id, WIRE_SESSION_PONG, &nothing);
    id = server_expect(server, WIRE_SESSION_PONG, &pong);
    require(pong.n == 42);
    server_answer(server, id, WIRE_SESSION_PONG, &nothing);
    send_resumed(server);
    server_expect_end(server);
}

Test(client, answers_pings_by_itself_and_tells_nobody)
{
    struct server *server = server_start(ping_twice);
    struct program program;
    start(&program, server);
    run_until(&program, "server.resumed");
    finish(&program, server);
    expect_story(&program, "ready\nserver.resumed\n");
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

Test(client, asks_a_silent_server_whether_it_is_there_and_believes_the_answer)
{
    struct server *server = server_start(answer_five_pings);
    struct program program;
    start_impatient(&program, server);
    run_until(&program, "server.resumed");
    run_until(&program, "interrupted disconnected"); /* the script has ended */
    finish(&program, server);
    expect_story(&program, "ready\nserver.resumed\ninterrupted disconnected\n");
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

Test(client, leaves_a_connection_that_is_half_open)
{
    struct server *server = server_start(fall_silent);
    struct program program;
    start_impatient(&program, server);
    call_move(&program, 1);
    run_until(&program, "answer ok");
    run_until(&program, "interrupted disconnected");
    finish(&program, server);
    expect_story(&program, "ready\ninterrupted disconnected\nready\nanswer ok\n"
                           "interrupted disconnected\n");
}

static void be_away(struct server *server)
{
    (void)server;
}

Test(client, gives_up_in_time_when_nobody_is_there)
{
    struct server *server = server_start(be_away);
    char address[32];
    snprintf(address, sizeof address, "%s", server_address(server));
    server_finish(server);
    struct program program = {.loop = loop_create()};
    struct client_config config = {
        .server = address, .program = "test", .name = "ann", .give_up_ms = 1};
    program_connect(&program, &config);
    run_until(&program, "failed disconnected");
    finish(&program, NULL);
    const char *story = text_string(&program.story);
    cr_assert_not_null(strstr(story, "failed disconnected\n"));
    text_finish(&program.story);
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

Test(client, looks_names_up_and_tries_every_address)
{
    struct server *server = server_start(greet_a_guest);
    char address[32];
    snprintf(address, sizeof address, "%s%s", local_name(), strchr(server_address(server), ':'));
    struct program program = {.loop = loop_create()};
    struct client_config config = {.server = address, .program = "test", .name = "ann"};
    program_connect(&program, &config);
    run_until(&program, "ready");
    finish(&program, server);
    expect_story(&program, "ready\n");
}

Test(client, says_what_is_wrong_with_an_address)
{
    struct loop *loop = loop_create();
    struct client_config config = {.server = "localhost", .program = "test", .name = "ann"};
    struct client_events events = {0};
    struct client *client = NULL;
    struct error error;
    cr_assert_eq(client_create(loop, &config, &events, &client, &error), ERROR_USAGE);
    cr_assert_null(client);
    loop_destroy(loop);
}

Test(client, may_be_destroyed_before_it_has_connected)
{
    struct server *server = server_start(be_away);
    struct program program;
    start(&program, server);
    call_move(&program, 1);
    finish(&program, server);
    expect_story(&program, "");
}

/* --- a client may be destroyed in each of its callbacks --- */

static void expect_end_at(server_script *script, const char *line)
{
    struct server *server = server_start(script);
    struct program program;
    start(&program, server);
    call_move(&program, 1);
    call_move(&program, 2);
    run_and_destroy_at(&program, line);
    cr_assert_null(program.client);
    finish(&program, server);
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
