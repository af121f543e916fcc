/* How a client comes in by TLS and WebSocket, whom it trusts, and what it never says where others
 * could read it. The host 0.0.0.0 is this machine, and to the client it is another one. */
#include "client/lib/known_servers.h"
#include "common/tls/certificate.h"
#include "tests/certificates.h"
#include "tests/e2e/folder.h"
#include "tests/unit/test_client_program.h"

#include <stdio.h>
#include <string.h>

static char known_servers[FOLDER_PATH_MAX];

/* Two certificates of this machine: one of an authority that the client knows, one self-signed. */
static void set_up(void)
{
    const char *hosts = "DNS:localhost,IP:127.0.0.1,IP:0.0.0.0";
    folder_make();
    folder_path("known_servers", known_servers);
    certificate_make((struct certificate_wish){.name = "root", .is_authority = true});
    certificate_make(
        (struct certificate_wish){.name = "vouched", .issuer = "root", .hosts = hosts});
    certificate_make((struct certificate_wish){.name = "own"});
    certificate_make((struct certificate_wish){.name = "other"});
    setenv("SSL_CERT_FILE", certificate_file("root", ".pem"), 1);
}

static void clean_up(void)
{
    folder_remove();
    suite_check_leaks();
}

TestSuite(client_tls, .init = set_up, .fini = clean_up, .timeout = BUSY_MACHINE_S(20));

/* The pin of a certificate of set_up(). */
static const char *pin_of(const char *name)
{
    static char pin[CERTIFICATE_PIN_CHARS + 1];
    struct certificate_pair pair;
    struct certificate facts;
    struct error error;
    cr_assert_eq(certificate_pair_load(certificate_file(name, ".pem"),
                                       certificate_file(name, ".key"), &pair, &error),
                 ERROR_NONE);
    certificate_describe(pair.x509, &facts);
    strcpy(pin, facts.pin);
    certificate_finish(&facts);
    certificate_pair_finish(&pair);
    return pin;
}

static void speak_tls(struct server *server, const char *name, bool is_web)
{
    server_speak(server, certificate_file(name, ".pem"), certificate_file(name, ".key"), is_web);
}

/* The address of the server with this in place of 127.0.0.1, such as "tls://0.0.0.0". */
static const char *address_as(const struct server *server, const char *host)
{
    static char address[64];
    snprintf(address, sizeof address, "%s%s", host, strchr(server_address(server), ':'));
    return address;
}

static void connect_to(struct program *program, const char *address, const char *server_key,
                       unsigned first_tries)
{
    *program = (struct program){.loop = loop_create()};
    struct client_config config = {
        .server = address,
        .trust = {.server_key = server_key, .known_servers = known_servers},
        .program = "test",
        .name = "ann",
        .first_tries = first_tries,
    };
    program_connect(program, &config);
}

static void call_register(struct program *program)
{
    struct wire_register parameters;
    wire_record_clear(&wire_record_register, &parameters);
    parameters.password = wire_text("open sesame");
    client_call(program->client, WIRE_ACCOUNT_REGISTER, &parameters, program_on_answer, program);
}

/* --- ways --- */

static void play_and_break_off(struct server *server)
{
    struct wire_hello hello;
    server_welcome(server, &hello);
    REQUIRE(wire_text_equal(hello.name, "ann") && !hello.token.bytes);
    accept_move(server, 1);
    server_close(server);
    server_welcome(server, &hello);
    REQUIRE(wire_text_equal(hello.token, "secret"));
    accept_move(server, 2);
    server_expect_end(server);
}

static void play_by_tls(struct server *server)
{
    speak_tls(server, "own", false);
    play_and_break_off(server);
}

static void play_by_wss(struct server *server)
{
    speak_tls(server, "own", true);
    play_and_break_off(server);
}

static void play_by_ws(struct server *server)
{
    server_speak(server, NULL, NULL, true);
    play_and_break_off(server);
}

Test(client_tls, plays_by_every_way_and_comes_back)
{
    static const struct {
        server_script *script;
        const char *host;
        bool has_tls;
    } ways[] = {
        {play_and_break_off, "127.0.0.1", false},
        {play_by_ws, "ws://127.0.0.1", false},
        {play_by_tls, "tls://127.0.0.1", true},
        {play_by_tls, "127.0.0.1", true}, /* because a key was named */
        {play_by_tls, "0.0.0.0", true},
        {play_by_wss, "wss://127.0.0.1", true},
        {play_by_wss, "wss://0.0.0.0", true},
    };
    const char *pin = pin_of("own");
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        struct server *server = server_start(ways[i].script);
        struct program program;
        connect_to(&program, address_as(server, ways[i].host), ways[i].has_tls ? pin : NULL, 0);
        program_run_until(&program, "ready");
        cr_expect(client_is_private(program.client));
        const char *key = client_server_key(program.client);
        cr_expect_str_eq(key ? key : "", ways[i].has_tls ? pin : "");
        call_move(&program, 1);
        program_run_until(&program, "interrupted disconnected");
        call_move(&program, 2);
        program_run_until(&program, "answer ok");
        program_finish(&program, server);
        program_expect_story(&program,
                             "ready\nanswer ok\ninterrupted disconnected\nready\nanswer ok\n");
    }
}

/* --- trust --- */

static void welcome_vouched_for(struct server *server)
{
    speak_tls(server, "vouched", false);
    server_welcome(server, NULL);
    server_expect_end(server);
}

Test(client_tls, trusts_whom_the_authorities_vouch_for)
{
    struct server *server = server_start(welcome_vouched_for);
    struct program program;
    connect_to(&program, address_as(server, "0.0.0.0"), NULL, 0);
    program_run_until(&program, "ready");
    cr_expect(client_is_private(program.client));
    cr_expect_null(client_server_key(program.client));
    program_finish(&program, server);
    program_expect_story(&program, "ready\n");
}

static void be_distrusted(struct server *server)
{
    speak_tls(server, "own", false);
    server_accept(server);
    server_expect_end(server);
}

Test(client_tls, says_nothing_to_a_server_that_it_does_not_know)
{
    static const char *const hosts[] = {"tls://127.0.0.1", "0.0.0.0"};
    for (size_t i = 0; i < 2; i++) {
        struct server *server = server_start(be_distrusted);
        struct program program;
        connect_to(&program, address_as(server, hosts[i]), NULL, 3);
        program_run_until(&program, "failed unknown_server");
        cr_expect_not_null(strstr(program.reason.message, pin_of("own")), "%s",
                           program.reason.message);
        program_finish(&program, server);
        program_expect_story(&program, "failed unknown_server\n");
    }
}

Test(client_tls, says_nothing_to_a_server_with_another_key_than_the_named_one)
{
    struct server *server = server_start(be_distrusted);
    struct program program;
    connect_to(&program, address_as(server, "0.0.0.0"), pin_of("other"), 3);
    program_run_until(&program, "failed wrong_server");
    program_finish(&program, server);
    program_expect_story(&program, "failed wrong_server\n");
}

/* --- a certificate that is swapped while the client is away --- */

static void come_back_with_another_key(struct server *server)
{
    speak_tls(server, "own", false);
    server_welcome(server, NULL);
    speak_tls(server, "other", false);
    server_accept(server);
    server_expect_end(server);
}

Test(client_tls, refuses_a_known_server_that_comes_back_with_another_key)
{
    struct server *server = server_start(come_back_with_another_key);
    struct program program;
    struct error error;
    const char *address = address_as(server, "0.0.0.0");
    cr_assert_eq(known_servers_add(known_servers, address, pin_of("own"), &error), ERROR_NONE);
    connect_to(&program, address, NULL, 0);
    program_run_until(&program, "failed wrong_server");
    cr_expect_not_null(strstr(program.reason.message, "HAS CHANGED"), "%s", program.reason.message);
    program_finish(&program, server);
    program_expect_story(&program, "ready\ninterrupted disconnected\nfailed wrong_server\n");
}

static void come_back_without_authority(struct server *server)
{
    speak_tls(server, "vouched", false);
    server_welcome(server, NULL);
    speak_tls(server, "own", false);
    server_accept(server);
    server_expect_end(server);
}

Test(client_tls, refuses_a_server_that_comes_back_without_its_authority)
{
    struct server *server = server_start(come_back_without_authority);
    struct program program;
    connect_to(&program, address_as(server, "0.0.0.0"), NULL, 0);
    program_run_until(&program, "failed wrong_server");
    program_finish(&program, server);
    program_expect_story(&program, "ready\ninterrupted disconnected\nfailed wrong_server\n");
}

static void come_back_renewed(struct server *server)
{
    speak_tls(server, "own", false);
    server_welcome(server, NULL);
    speak_tls(server, "vouched", false);
    server_welcome(server, NULL);
    server_expect_end(server);
}

Test(client_tls, takes_a_known_server_that_comes_back_with_an_authority)
{
    struct server *server = server_start(come_back_renewed);
    struct program program;
    struct error error;
    const char *address = address_as(server, "0.0.0.0");
    cr_assert_eq(known_servers_add(known_servers, address, pin_of("own"), &error), ERROR_NONE);
    connect_to(&program, address, NULL, 0);
    program_run_until(&program, "interrupted disconnected");
    program_run_until(&program, "ready");
    program_finish(&program, server);
    program_expect_story(&program, "ready\ninterrupted disconnected\nready\n");
}

/* --- servers without TLS --- */

enum { TLS_HANDSHAKE = 0x16 };

static void send_fault(struct server *server, enum error_code code)
{
    struct wire_fault fault = {.code = code, .message = wire_text("no")};
    server_send_event(server, WIRE_EVENT_SESSION_FAULT, &fault);
}

/* As a server without TLS answers the begin of a handshake. */
static void have_no_tls(struct server *server)
{
    server_accept(server);
    REQUIRE(server_expect_byte(server) == TLS_HANDSHAKE);
    send_fault(server, ERROR_BAD_MESSAGE);
}

static void welcome_openly(struct server *server)
{
    struct wire_hello hello;
    server_welcome_openly(server, &hello);
    REQUIRE(wire_text_equal(hello.name, "ann") && !hello.token.bytes && !hello.password.bytes);
}

static void welcome_twice_without_tls(struct server *server)
{
    have_no_tls(server);
    welcome_openly(server);
    have_no_tls(server);
    welcome_openly(server);
    server_expect_end(server);
}

Test(client_tls, is_a_new_guest_each_time_where_there_is_no_tls)
{
    struct server *server = server_start(welcome_twice_without_tls);
    struct program program = {.loop = loop_create()};
    struct client_config config = {
        .server = address_as(server, "0.0.0.0"),
        .program = "test",
        .name = "ann",
        .token = "older secret",
    };
    program_connect(&program, &config);
    program_run_until(&program, "ready");
    cr_expect_not(client_is_private(program.client));
    cr_expect_str_eq(client_token(program.client), "");
    program_run_until(&program, "ready");
    program_finish(&program, server);
    program_expect_story(&program, "ready\ninterrupted disconnected\nready\n");
}

static void give_a_token_without_tls(struct server *server)
{
    have_no_tls(server);
    server_welcome(server, NULL);
    server_expect_end(server);
}

/* Whoever stands between can answer as a server without TLS. */
Test(client_tls, takes_no_token_where_there_is_no_tls)
{
    struct server *server = server_start(give_a_token_without_tls);
    struct program program;
    connect_to(&program, address_as(server, "0.0.0.0"), NULL, 0);
    program_run_until(&program, "ready");
    cr_expect_not(client_is_private(program.client));
    cr_expect_str_eq(client_token(program.client), "");
    program_finish(&program, server);
    program_expect_story(&program, "ready\n");
}

static void refuse_a_token_that_it_was_not_told(struct server *server)
{
    have_no_tls(server);
    server_accept(server);
    server_refuse(server, server_expect(server, WIRE_SESSION_HELLO, NULL), ERROR_BAD_TOKEN, NULL);
    have_no_tls(server);
    welcome_openly(server);
    server_expect_end(server);
}

Test(client_tls, does_not_believe_that_a_token_is_bad_which_it_has_not_told)
{
    struct server *server = server_start(refuse_a_token_that_it_was_not_told);
    struct program program = {.loop = loop_create()};
    struct client_config config = {
        .server = address_as(server, "0.0.0.0"),
        .program = "test",
        .name = "ann",
        .token = "older secret",
    };
    program_connect(&program, &config);
    program_run_until(&program, "ready");
    program_finish(&program, server);
    program_expect_story(&program, "interrupted bad_message\nready\n");
}

/* Refuses the first name of the next connection. */
static void find_the_name_taken(struct server *server, const char *name, const char *next)
{
    struct wire_hello hello;
    have_no_tls(server);
    server_accept(server);
    uint32_t id = server_expect(server, WIRE_SESSION_HELLO, &hello);
    REQUIRE(wire_text_equal(hello.name, name));
    server_refuse(server, id, ERROR_NAME_TAKEN, NULL);
    id = server_expect(server, WIRE_SESSION_HELLO, &hello);
    REQUIRE(wire_text_equal(hello.name, next));
}

static void keep_the_name_for_the_old_seat(struct server *server)
{
    have_no_tls(server);
    welcome_openly(server);
    find_the_name_taken(server, "ann", "ann-2");
    find_the_name_taken(server, "ann-2", "ann-3");
    server_close(server);
    have_no_tls(server);
    server_accept(server);
    server_refuse(server, server_expect(server, WIRE_SESSION_HELLO, NULL), ERROR_BANNED, NULL);
    server_expect_end(server);
}

Test(client_tls, comes_as_a_namesake_where_its_old_seat_has_the_name)
{
    struct server *server = server_start(keep_the_name_for_the_old_seat);
    struct program program;
    connect_to(&program, address_as(server, "0.0.0.0"), NULL, 0);
    program_run_until(&program, "failed banned");
    program_finish(&program, server);
    program_expect_story(&program, "ready\ninterrupted disconnected\nfailed banned\n");
}

static void know_ann_2_by_her_token(struct server *server)
{
    struct wire_hello hello;
    speak_tls(server, "own", false);
    server_accept(server);
    uint32_t id = server_expect(server, WIRE_SESSION_HELLO, &hello);
    REQUIRE(wire_text_equal(hello.name, "ann") && !hello.token.bytes);
    server_refuse(server, id, ERROR_NAME_TAKEN, NULL);
    id = server_expect(server, WIRE_SESSION_HELLO, &hello);
    REQUIRE(wire_text_equal(hello.token, "kept") && !hello.name.bytes);
    server_refuse(server, id, ERROR_BANNED, NULL);
    server_expect_end(server);
}

/* One connection, and the server's key is known before a token is looked for. */
Test(client_tls, asks_for_the_token_of_the_key_and_of_each_name_that_it_tries)
{
    struct server *server = server_start(know_ann_2_by_her_token);
    struct program program = {.loop = loop_create(), .kept_token = "kept"};
    struct client_config config = {
        .server = address_as(server, "127.0.0.1"),
        .trust = {.server_key = pin_of("own")},
        .program = "test",
        .name = "ann",
        .may_be_numbered = true,
    };
    char story[256];
    snprintf(story, sizeof story, "recall ann for %s\nrecall ann-2 for %s\nfailed banned\n",
             pin_of("own"), pin_of("own"));
    program_connect(&program, &config);
    program_run_until(&program, "failed banned");
    program_finish(&program, server);
    program_expect_story(&program, story);
}

static void welcome_behind_a_proxy(struct server *server)
{
    struct wire_hello hello;
    welcome_openly(server);
    server_accept(server);
    uint32_t id = server_expect(server, WIRE_SESSION_HELLO, &hello);
    REQUIRE(wire_text_equal(hello.name, "ann") && !hello.token.bytes);
    server_refuse(server, id, ERROR_NAME_TAKEN, NULL);
    id = server_expect(server, WIRE_SESSION_HELLO, &hello);
    REQUIRE(wire_text_equal(hello.name, "ann-2"));
    server_refuse(server, id, ERROR_BANNED, NULL);
    server_expect_end(server);
}

/* The server knows of a proxy on this machine, the client does not. */
Test(client_tls, believes_a_server_here_that_gives_no_token)
{
    struct server *server = server_start(welcome_behind_a_proxy);
    struct program program;
    connect_to(&program, server_address(server), NULL, 0);
    program_run_until(&program, "ready");
    cr_expect_not(client_is_private(program.client));
    call_register(&program);
    program_run_until(&program, "answer not_private");
    program_run_until(&program, "failed banned");
    program_finish(&program, server);
    text_finish(&program.story);
}

static void is_the_other(struct server *server)
{
    speak_tls(server, "other", false);
    server_accept(server);
    server_expect_end(server);
}

static void is_the_own(struct server *server)
{
    speak_tls(server, "own", false);
    server_welcome(server, NULL);
    server_expect_end(server);
}

/* A key that is not the named one ends nothing, as long as another address has it. */
Test(client_tls, takes_of_two_addresses_the_one_with_the_named_key)
{
    char servers[72], key[CERTIFICATE_PIN_CHARS + 1];
    struct server *first = server_start(is_the_other);
    struct server *second = server_start(is_the_own);
    struct program program;
    snprintf(servers, sizeof servers, "%s,%s", server_address(first), server_address(second));
    strcpy(key, pin_of("own"));
    connect_to(&program, servers, key, 1);
    program_run_until(&program, "ready");
    program_finish(&program, second);
    server_finish(first);
    program_expect_story(&program, "ready\n");
}

Test(client_tls, fails_when_a_key_is_wrong_and_no_other_address_answers)
{
    char servers[72], key[CERTIFICATE_PIN_CHARS + 1];
    struct server *server = server_start(is_the_other);
    struct program program;
    snprintf(servers, sizeof servers, "%s,127.0.0.1:1", server_address(server));
    strcpy(key, pin_of("own"));
    connect_to(&program, servers, key, 0);
    program_run_until(&program, "failed wrong_server");
    program_finish(&program, server);
    program_expect_story(&program, "failed wrong_server\n");
}

static void refuse_the_name(struct server *server)
{
    have_no_tls(server);
    server_accept(server);
    server_refuse(server, server_expect(server, WIRE_SESSION_HELLO, NULL), ERROR_NAME_TAKEN, NULL);
    server_expect_end(server);
}

Test(client_tls, first_comes_by_its_own_name_or_not_at_all)
{
    struct server *server = server_start(refuse_the_name);
    struct program program;
    connect_to(&program, address_as(server, "0.0.0.0"), NULL, 0);
    program_run_until(&program, "failed name_taken");
    program_finish(&program, server);
    program_expect_story(&program, "failed name_taken\n");
}

static void welcome_by_open_websocket(struct server *server)
{
    server_speak(server, NULL, NULL, true);
    welcome_openly(server);
    server_expect_end(server);
}

Test(client_tls, open_websocket_to_another_machine_is_not_private)
{
    struct server *server = server_start(welcome_by_open_websocket);
    struct program program;
    connect_to(&program, address_as(server, "ws://0.0.0.0"), NULL, 0);
    program_run_until(&program, "ready");
    cr_expect_not(client_is_private(program.client));
    program_finish(&program, server);
    program_expect_story(&program, "ready\n");
}

static void only_have_no_tls(struct server *server)
{
    have_no_tls(server);
    server_expect_end(server);
}

Test(client_tls, does_not_do_without_tls_where_it_was_asked_for_or_a_key_is_known)
{
    struct error error;
    static const char *const hosts[] = {"tls://127.0.0.1", "wss://0.0.0.0", "0.0.0.0", "0.0.0.0"};
    for (size_t i = 0; i < 4; i++) {
        struct server *server = server_start(only_have_no_tls);
        struct program program;
        const char *address = address_as(server, hosts[i]);
        if (i == 3)
            cr_assert_eq(known_servers_add(known_servers, address, pin_of("own"), &error),
                         ERROR_NONE);
        connect_to(&program, address, i == 2 ? pin_of("own") : NULL, 1);
        program_run_until(&program, "failed disconnected");
        cr_expect_not_null(strstr(program.reason.message, "it does not speak TLS"), "%s",
                           program.reason.message);
        program_finish(&program, server);
        program_expect_story(&program, "failed disconnected\n");
    }
}

static void lose_tls_for_a_while(struct server *server)
{
    struct wire_hello hello;
    speak_tls(server, "vouched", false);
    server_welcome(server, NULL);
    server_speak(server, NULL, NULL, false);
    have_no_tls(server);
    speak_tls(server, "vouched", false);
    server_welcome(server, &hello);
    REQUIRE(wire_text_equal(hello.token, "secret"));
    server_expect_end(server);
}

Test(client_tls, never_does_without_tls_once_it_had_it)
{
    struct server *server = server_start(lose_tls_for_a_while);
    struct program program;
    connect_to(&program, address_as(server, "0.0.0.0"), NULL, 0);
    program_run_until(&program, "interrupted disconnected");
    program_run_until(&program, "ready");
    program_finish(&program, server);
    program_expect_story(&program, "ready\ninterrupted disconnected\nready\n");
}

/* Neither an end nor silence is an answer. */
static void end_without_an_answer(struct server *server)
{
    server_accept(server);
    REQUIRE(server_expect_byte(server) == TLS_HANDSHAKE);
    server_close(server);
    speak_tls(server, "vouched", false);
    server_welcome(server, NULL);
    server_expect_end(server);
}

Test(client_tls, tries_tls_again_when_the_handshake_breaks_off)
{
    struct server *server = server_start(end_without_an_answer);
    struct program program;
    connect_to(&program, address_as(server, "0.0.0.0"), NULL, 0);
    program_run_until(&program, "ready");
    cr_expect(client_is_private(program.client));
    program_finish(&program, server);
    program_expect_story(&program, "interrupted disconnected\nready\n");
}

static void stop_in_mid_handshake(struct server *server)
{
    server_accept(server);
    REQUIRE(server_expect_byte(server) == TLS_HANDSHAKE);
    server_expect_end(server);
}

Test(client_tls, gives_up_a_server_that_stops_in_mid_handshake)
{
    struct server *server = server_start(stop_in_mid_handshake);
    struct program program = {.loop = loop_create()};
    struct client_config config = {.server = address_as(server, "0.0.0.0"),
                                   .program = "test",
                                   .name = "ann",
                                   .give_up_ms = 200};
    program_connect(&program, &config);
    program_run_until(&program, "failed disconnected");
    program_finish(&program, server);
    program_expect_story(&program, "failed disconnected\n");
}

static void answer_with_garbage(struct server *server)
{
    server_accept(server);
    REQUIRE(server_expect_byte(server) == TLS_HANDSHAKE);
    server_send_bytes(server, "\x16\x03\x03garbage", 10);
    server_expect_byte(server); /* the alert */
    server_close(server);
    server_accept(server);
    REQUIRE(server_expect_byte(server) == TLS_HANDSHAKE);
    server_send_bytes(server, "HTTP/1.1 400 Bad Request\r\n\r\n", 28);
    server_expect_end(server);
}

Test(client_tls, says_what_is_wrong_with_a_server_that_is_none)
{
    struct server *server = server_start(answer_with_garbage);
    struct program program;
    connect_to(&program, address_as(server, "tls://127.0.0.1"), NULL, 2);
    program_run_until(&program, "interrupted disconnected");
    cr_expect_not_null(strstr(program.reason.message, "TLS failed"), "%s", program.reason.message);
    program_run_until(&program, "failed disconnected");
    cr_expect_not_null(strstr(program.reason.message, "it does not speak TLS"), "%s",
                       program.reason.message);
    program_finish(&program, server);
    program_expect_story(&program, "interrupted disconnected\nfailed disconnected\n");
}

static void refuse_in_the_clear(struct server *server)
{
    server_accept(server);
    REQUIRE(server_expect_byte(server) == TLS_HANDSHAKE);
    send_fault(server, ERROR_LIMIT_REACHED);
    server_expect_end(server);
    server_speak(server, NULL, NULL, false);
    server_accept(server);
    REQUIRE(server_expect_byte(server) == TLS_HANDSHAKE);
    send_fault(server, ERROR_BANNED);
    server_expect_end(server);
    speak_tls(server, "vouched", false);
    server_welcome(server, NULL);
    server_expect_end(server);
}

Test(client_tls, tells_the_refusal_of_a_server_that_comes_in_the_clear)
{
    struct server *server = server_start(refuse_in_the_clear);
    struct program program;
    connect_to(&program, address_as(server, "0.0.0.0"), NULL, 0);
    program_run_until(&program, "interrupted limit_reached");
    program_run_until(&program, "ready");
    cr_expect(client_is_private(program.client));
    program_finish(&program, server);
    program_expect_story(&program, "interrupted limit_reached\nready\n");
}

/* --- secrets --- */

static void expect_no_password(struct server *server)
{
    have_no_tls(server);
    server_accept(server);
    server_expect_end(server);
}

Test(client_tls, sends_no_password_without_tls)
{
    struct server *server = server_start(expect_no_password);
    struct program program = {.loop = loop_create()};
    struct client_config config = {
        .server = address_as(server, "0.0.0.0"),
        .program = "test",
        .name = "ann",
        .password = "open sesame",
    };
    program_connect(&program, &config);
    program_run_until(&program, "failed not_private");
    cr_expect_not_null(strstr(program.reason.message, "ssh -N -L 7800:127.0.0.1:"), "%s",
                       program.reason.message);
    program_finish(&program, server);
    program_expect_story(&program, "failed not_private\n");
}

Test(client_tls, does_not_come_as_a_guest_who_must_be_known)
{
    struct server *server = server_start(expect_no_password);
    struct program program = {.loop = loop_create()};
    struct client_config config = {
        .server = address_as(server, "0.0.0.0"),
        .program = "test",
        .name = "ann",
        .token = "secret",
        .must_be_known = true,
    };
    program_connect(&program, &config);
    program_run_until(&program, "failed not_private");
    program_finish(&program, server);
    program_expect_story(&program, "failed not_private\n");
}

static void take_two_moves_openly(struct server *server)
{
    have_no_tls(server);
    welcome_openly(server);
    accept_move(server, 1);
    accept_move(server, 2);
    server_expect_end(server);
}

Test(client_tls, refuses_calls_with_a_password_where_there_is_no_tls)
{
    struct server *server = server_start(take_two_moves_openly);
    struct program program;
    connect_to(&program, address_as(server, "0.0.0.0"), NULL, 0);
    call_register(&program); /* before the client knows */
    call_move(&program, 1);
    program_run_until(&program, "answer not_private");
    call_register(&program);
    program_run_until(&program, "answer not_private");
    call_move(&program, 2);
    program_run_until(&program, "answer ok");
    program_finish(&program, server);
    text_finish(&program.story);
}
