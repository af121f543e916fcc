/* A gateway and a hall's net in one process: clients come over sockets to the one, the other hears
 * them through the link, whose frames this file carries. There is no hall: this file answers. */
#include "server/gateway/gateway.h"

#include "server/base/now.h"
#include "server/gateways.h"
#include "tests/suite.h"
#include "tests/unit/net_fixture.h"

#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

SUITE(gateway, 30);

enum { TURNS_MAX = 40000, FRAMES_MAX = 64, CLUSTER = 3, KEY = 99 };

/* Frames that are on their way. */
struct way {
    struct text frames[FRAMES_MAX];
    size_t count;
};

static struct bench {
    uv_loop_t loop;
    struct statistics statistics;
    struct address address;
    struct net *outer; /* with the sockets */
    struct gateway *gateway;
    uv_loop_t inner_loop; /* of the hall's process */
    struct net *inner;
    struct gateways *gateways; /* NULL: there is no hall */
    struct way to_hall, to_gateway;
    struct text heard; /* what the inner net's service hears, as words */
    uint64_t last_session;
    uint32_t last_request;
    uint64_t deriving; /* the number of what the gateway has to derive; 0: nothing */
} bench;

/* --- the hall's side --- */

static void note(const char *what)
{
    text_printf(&bench.heard, "%s, ", what);
}

static void on_request(void *owner, const struct net_request *request)
{
    (void)owner;
    struct wire_password body;
    struct error error;
    int method = wire_method_find(request->message->method);
    note(wire_methods[method].name);
    if (method == WIRE_ACCOUNT_PASSWORD &&
        !wire_message_read(request->message, &wire_record_password, &body, &error))
        text_printf(&bench.heard, "%.*s to %.*s, ", (int)body.old.len, body.old.bytes,
                    (int)body.password.len, body.password.bytes);
    bench.last_session = request->session;
    bench.last_request = request->message->id;
}

static void on_derived(void *owner, uint64_t session, const unsigned char *key)
{
    (void)owner, (void)session;
    text_printf(&bench.heard, "derived %.*s, ", DERIVED_BYTES, key ? (const char *)key : "nothing");
}

static void on_lag(void *owner, uint64_t session, int64_t lag_ms)
{
    (void)owner, (void)session, (void)lag_ms;
    note("lag");
}

static void on_fault(void *owner, uint64_t session)
{
    (void)owner, (void)session;
    note("fault");
}

static void on_left(void *owner, uint64_t session)
{
    (void)owner, (void)session;
    note("left");
}

static void on_lost(void *owner, uint64_t session)
{
    (void)owner, (void)session;
    note("lost");
}

static void on_closed(void *owner, uint64_t session)
{
    (void)owner, (void)session;
    note("closed");
}

/* --- the gateway's thread --- */

static void derive(void *owner, uint64_t number, const char *password, size_t len,
                   const struct derivation *derivation)
{
    (void)owner;
    cr_assert_eq(derivation->operations, 5);
    text_printf(&bench.heard, "%.*s with %s, ", (int)len, password, (const char *)derivation->salt);
    bench.deriving = number;
}

/* --- the bus --- */

static void put(struct way *way, const char *frame, size_t len)
{
    cr_assert_lt(way->count, FRAMES_MAX);
    text_append(&way->frames[way->count++], frame, len);
}

static void publish_to_hall(void *owner, const char *frame, size_t len)
{
    (void)owner;
    put(&bench.to_hall, frame, len);
}

static void publish_to_gateway(void *owner, uint64_t key, const char *frame, size_t len)
{
    (void)owner;
    cr_assert(key == KEY || key == 0);
    put(&bench.to_gateway, frame, len);
}

static void on_superseded(void *owner, uint64_t epoch)
{
    (void)owner;
    (void)epoch;
}

static uint64_t tick_us(void)
{
    return uv_now(&bench.loop) * 1000;
}

static void carry(void)
{
    for (size_t i = 0; i < bench.to_hall.count; i++) {
        struct text *frame = &bench.to_hall.frames[i];
        if (bench.gateways)
            gateways_hear(bench.gateways, frame->bytes, frame->len);
        text_clear(frame);
    }
    bench.to_hall.count = 0;
    for (size_t i = 0; i < bench.to_gateway.count; i++) {
        struct text *frame = &bench.to_gateway.frames[i];
        gateway_hear(bench.gateway, frame->bytes, frame->len, tick_us());
        text_clear(frame);
    }
    bench.to_gateway.count = 0;
}

/* --- verbs --- */

static void begin_hall(uint64_t epoch)
{
    struct gateways_config config = {
        .cluster = CLUSTER,
        .epoch = epoch,
        .seed = "hall",
        .publish = publish_to_gateway,
        .on_superseded = on_superseded,
    };
    struct net_limits limits = net_limits_default;
    struct net_service service = deaf_service;
    service.on_request = on_request;
    service.on_lag = on_lag;
    service.on_fault = on_fault;
    service.on_left = on_left;
    service.on_lost = on_lost;
    service.on_closed = on_closed;
    service.on_derived = on_derived;
    limits.connections = 16;
    uv_loop_init(&bench.inner_loop);
    bench.inner = net_create(&bench.inner_loop, &limits, &service, &bench.statistics);
    bench.gateways = gateways_create(&config, bench.inner);
}

static void turn(void)
{
    uv_run(&bench.loop, UV_RUN_NOWAIT);
    net_serve(bench.outer);
    gateway_turn(bench.gateway, tick_us());
    carry();
    if (bench.gateways) {
        uv_run(&bench.inner_loop, UV_RUN_NOWAIT);
        net_serve(bench.inner);
        net_flush(bench.inner, now_us());
        gateways_turn(bench.gateways);
        carry();
        net_end_turn(bench.inner, now_us(), 0);
    }
    net_flush(bench.outer, now_us());
    net_end_turn(bench.outer, now_us(), 0);
    usleep(100);
}

static void end_hall(void)
{
    net_close(bench.inner);
    gateways_stop(bench.gateways);
    end_loop(&bench.inner_loop);
    net_destroy(bench.inner);
    gateways_destroy(bench.gateways);
    bench.gateways = NULL;
    text_clear(&bench.heard);
}

/* The hall's process is gone, without a word. */
static void kill_hall(void)
{
    end_hall();
    for (size_t i = 0; i < bench.to_gateway.count; i++)
        text_clear(&bench.to_gateway.frames[i]);
    bench.to_gateway.count = 0;
}

static void begin_with(int64_t all_queued_bytes)
{
    struct gateway_config config = {
        .cluster = CLUSTER,
        .key = KEY,
        .seed = "gateway",
        .all_queued_bytes = all_queued_bytes,
        .publish = publish_to_hall,
        .derive = derive,
    };
    struct net_limits limits = net_limits_default;
    limits.connections = 16;
    uv_loop_init(&bench.loop);
    bench.gateway = gateway_create(&config, tick_us());
    struct net_service callbacks = gateway_callbacks(bench.gateway);
    bench.outer = net_create(&bench.loop, &limits, &callbacks, &bench.statistics);
    gateway_start(bench.gateway, bench.outer);
    bench.address = net_listen(bench.outer);
}

static void begin(void)
{
    begin_with(net_limits_default.all_queued_bytes);
}

static void wait_for_hall(uint64_t epoch)
{
    struct gateway_figures figures = {0};
    for (int i = 0; i < TURNS_MAX && !(figures.has_hall && figures.link.epoch == epoch); i++) {
        turn();
        figures = gateway_figures(bench.gateway);
    }
    cr_assert(figures.has_hall && figures.link.epoch == epoch);
}

static void end(void)
{
    net_close(bench.outer);
    if (bench.gateways)
        end_hall();
    end_loop(&bench.loop);
    net_destroy(bench.outer);
    gateway_destroy(bench.gateway);
    for (int i = 0; i < FRAMES_MAX; i++) {
        text_finish(&bench.to_hall.frames[i]);
        text_finish(&bench.to_gateway.frames[i]);
    }
    text_finish(&bench.heard);
}

/* Until all this has come up; forgets it. */
static void expect(const char *heard)
{
    for (int i = 0; i < TURNS_MAX && strcmp(text_string(&bench.heard), heard) != 0; i++)
        turn();
    cr_assert_str_eq(text_string(&bench.heard), heard);
    text_clear(&bench.heard);
}

static void expect_many(int count, const char *one)
{
    struct text heard = {0};
    for (int i = 0; i < count; i++)
        text_append_string(&heard, one);
    expect(text_string(&heard));
    text_finish(&heard);
}

static void expect_nothing(void)
{
    for (int i = 0; i < 100; i++)
        turn();
    cr_assert_eq(bench.heard.len, 0);
}

static int come(void)
{
    return net_reach(&bench.address);
}

static void say_hello(int fd, uint32_t id, bool resumes)
{
    struct wire_hello hello = {
        .protocol = 1,
        .client = wire_text("test"),
        .name = wire_text("ann"),
        .proof = WIRE_ABSENT,
        .resumes = resumes,
    };
    send_request(fd, id, WIRE_SESSION_HELLO, &hello);
}

/* The hall answers a request. */
static void answer_to(uint64_t session, uint32_t request)
{
    struct text bytes = {0};
    wire_encode_result(&bytes, request, &wire_record_nothing, NULL);
    net_send(bench.inner, &(struct net_message){
                              .bytes = &bytes,
                              .sessions = &session,
                              .session_count = 1,
                              .is_answer = true,
                          });
    text_finish(&bytes);
}

/* The last one. */
static void answer(void)
{
    answer_to(bench.last_session, bench.last_request);
}

/* The next message that comes to the client, as words: "answer 7", "refusal 7 server_closing",
 * "event server.closing", "end". */
static const char *next_message(int fd)
{
    static char words[128];
    struct wire_arena *arena = wire_arena_create();
    struct wire_decoder *decoder = wire_decoder_create(WIRE_ANSWER_BYTES_MAX);
    struct wire_message message;
    struct error error;
    enum error_code code;
    bool is_complete = false;
    ssize_t len = -1;
    char byte;
    for (int i = 0; i < TURNS_MAX && !is_complete && len != 0; i++) {
        len = recv(fd, &byte, 1, MSG_DONTWAIT);
        if (len == 1)
            wire_decoder_feed(decoder, arena, &byte, 1, &is_complete, &message, &code, &error);
        else
            turn();
    }
    if (!is_complete)
        snprintf(words, sizeof words, len == 0 ? "end" : "nothing");
    else if (message.kind == WIRE_NOTIFICATION)
        snprintf(words, sizeof words, "event %.*s", (int)message.method.len, message.method.bytes);
    else if (message.error.code)
        snprintf(words, sizeof words, "refusal %d %s", (int)message.id,
                 error_name(message.error.code));
    else
        snprintf(words, sizeof words, "answer %d", (int)message.id);
    wire_decoder_destroy(decoder);
    wire_arena_destroy(arena);
    return words;
}

static int come_in(bool resumes)
{
    int fd = come();
    say_hello(fd, 1, resumes);
    expect("session.hello, ");
    net_came_in(bench.inner, bench.last_session);
    answer();
    cr_assert_str_eq(next_message(fd), "answer 1");
    return fd;
}

/* --- tests --- */

Test(gateway, requests_go_to_the_hall_and_answers_to_the_client)
{
    begin();
    begin_hall(1);
    int fd = come_in(false);
    send_request(fd, 7, WIRE_SESSION_PING, NULL);
    expect("session.ping, ");
    cr_assert_eq(bench.last_request, 7);
    cr_assert_str_eq(net_origin(bench.inner, bench.last_session)->text, "127.0.0.1");
    cr_assert(net_is_private(bench.inner, bench.last_session));
    answer();
    cr_assert_str_eq(next_message(fd), "answer 7");
    close(fd);
    expect("left, closed, ");
    cr_assert_eq(net_load(bench.inner).connections, 0);
    end();
}

Test(gateway, an_answer_to_no_request_of_the_client_is_dropped)
{
    begin();
    begin_hall(1);
    int fd = come_in(false);
    send_request(fd, 7, WIRE_SESSION_PING, NULL);
    expect("session.ping, ");
    bench.last_request = 9;
    answer();
    send_request(fd, 8, WIRE_SESSION_PING, NULL);
    expect("session.ping, ");
    answer();
    cr_assert_str_eq(next_message(fd), "answer 8");
    close(fd);
    end();
}

Test(gateway, a_hello_waits_until_there_is_a_hall)
{
    begin();
    int fd = come();
    say_hello(fd, 1, false);
    for (int i = 0; i < 100; i++)
        turn();
    cr_assert_eq(gateway_figures(bench.gateway).seats, 0);
    begin_hall(1);
    expect("session.hello, ");
    close(fd);
    end();
}

Test(gateway, a_pong_is_answered_by_the_gateway)
{
    struct wire_pong pong = {.n = 5};
    begin();
    begin_hall(1);
    int fd = come_in(false);
    send_request(fd, 7, WIRE_SESSION_PONG, &pong);
    cr_assert_str_eq(next_message(fd), "answer 7");
    cr_assert_eq(bench.heard.len, 0);
    close(fd);
    end();
}

Test(gateway, the_hall_closes_a_session_after_its_last_message)
{
    struct text bytes = {0};
    begin();
    begin_hall(1);
    int fd = come_in(true);
    struct wire_reason reason = {.reason = wire_text("elsewhere")};
    wire_encode_event(&bytes, WIRE_EVENT_SESSION_REPLACED, &reason);
    net_send(bench.inner, &(struct net_message){
                              .bytes = &bytes,
                              .sessions = &bench.last_session,
                              .session_count = 1,
                              .soon_count = 1,
                              .is_last = true,
                          });
    text_finish(&bytes);
    cr_assert_str_eq(next_message(fd), "event session.replaced");
    cr_assert_str_eq(next_message(fd), "end");
    expect("left, closed, ");
    close(fd);
    end();
}

Test(gateway, who_breaks_the_protocol_is_told_by_the_gateway)
{
    begin();
    begin_hall(1);
    int fd = come_in(false);
    cr_assert_eq(send(fd, "\xC1", 1, 0), 1);
    cr_assert_str_eq(next_message(fd), "event session.fault");
    cr_assert_str_eq(next_message(fd), "end");
    expect("fault, left, closed, ");
    close(fd);
    end();
}

Test(gateway, a_client_asks_for_one_long_answer_at_a_time)
{
    begin();
    begin_hall(1);
    int fd = come_in(false);
    for (uint32_t id = 7; id < 10; id++)
        send_request(fd, id, WIRE_PLAYER_LIST, NULL);
    for (uint32_t id = 7; id < 10; id++) {
        expect("player.list, ");
        cr_assert_eq(bench.last_request, id);
        expect_nothing();
        answer();
    }
    close(fd);
    expect("left, closed, ");
    end();
}

Test(gateway, what_a_client_has_asked_is_carried_out_though_it_goes)
{
    begin();
    begin_hall(1);
    int fd = come_in(false);
    for (uint32_t id = 7; id < 9; id++)
        send_request(fd, id, WIRE_PLAYER_LIST, NULL);
    expect("player.list, ");
    close(fd);
    expect("player.list, left, closed, ");
    end();
}

/* Clients by their sessions at the hall. */
struct visitor {
    int fd;
    uint64_t session;
};

enum { VISITORS = 7, ROOM = 4 }; /* without room four of them may ask at once */

static struct visitor visitors[VISITORS];

static void visit(int64_t all_queued_bytes, int count, bool resumes)
{
    begin_with(all_queued_bytes);
    begin_hall(1);
    for (int i = 0; i < count; i++)
        visitors[i] = (struct visitor){come_in(resumes), bench.last_session};
}

static void leave(int count)
{
    for (int i = 0; i < count; i++)
        close(visitors[i].fd);
    end();
}

static void ask_long(int which, uint32_t id)
{
    send_request(visitors[which].fd, id, WIRE_PLAYER_LIST, NULL);
}

/* The hall hears the next one of these requests, and it is this one. */
static void expect_long(int which, uint32_t id)
{
    expect("player.list, ");
    cr_assert_eq(bench.last_session, visitors[which].session, "visitor %d", which);
    cr_assert_eq(bench.last_request, id);
}

static void take_all_room(void)
{
    for (int i = 0; i < ROOM; i++) {
        ask_long(i, 7);
        expect_long(i, 7);
    }
}

/* Five clients ask. */
static void five_ask(int64_t all_queued_bytes, int heard)
{
    enum { CLIENTS = 5 };
    visit(all_queued_bytes, CLIENTS, false);
    for (int i = 0; i < CLIENTS; i++)
        ask_long(i, 7);
    expect_many(heard, "player.list, ");
    expect_nothing();
    answer();
    if (heard < CLIENTS)
        expect("player.list, ");
    leave(CLIENTS);
}

Test(gateway, requests_wait_for_room_for_their_answers)
{
    five_ask(0, 4);
}

Test(gateway, requests_do_not_wait_while_there_is_room)
{
    five_ask(net_limits_default.all_queued_bytes, 5);
}

Test(gateway, a_client_that_waits_for_its_own_answer_delays_nobody_else)
{
    visit(net_limits_default.all_queued_bytes, 2, false);
    ask_long(0, 7);
    expect_long(0, 7);
    ask_long(0, 8);
    expect_nothing();
    ask_long(1, 7);
    expect_long(1, 7);
    answer_to(visitors[0].session, 7);
    expect_long(0, 8);
    leave(2);
}

Test(gateway, clients_that_wait_for_room_ask_in_the_order_in_which_they_came)
{
    static const int order[] = {6, 4, 0, 5};
    visit(0, VISITORS, false);
    take_all_room();
    for (int i = 0; i < 4; i++) { /* the third has an answer to wait for as well */
        ask_long(order[i], 8);
        expect_nothing();
    }
    answer_to(visitors[0].session, 7);
    expect_long(6, 8);
    answer_to(visitors[1].session, 7);
    expect_long(4, 8);
    answer_to(visitors[2].session, 7);
    expect_long(0, 8);
    answer_to(visitors[3].session, 7);
    expect_long(5, 8);
    leave(VISITORS);
}

Test(gateway, nobody_takes_the_room_for_which_another_one_waits)
{
    visit(0, VISITORS, false);
    take_all_room();
    ask_long(4, 8);
    expect_nothing();
    answer_to(visitors[0].session, 7);
    cr_assert_str_eq(next_message(visitors[0].fd), "answer 7");
    ask_long(5, 8);
    expect_long(4, 8);
    expect_nothing();
    leave(VISITORS);
}

/* All that is asked and waits is refused, is not asked of the next hall, and takes no room there.
 */
static void lose_hall_while_clients_wait(bool resumes)
{
    visit(0, ROOM + 1, resumes);
    take_all_room();
    ask_long(0, 8);
    ask_long(ROOM, 8);
    expect_nothing();
    kill_hall();
    begin_hall(2);
    for (int i = 0; i <= ROOM; i++) {
        if (resumes)
            cr_assert_str_eq(next_message(visitors[i].fd), "event server.restarted");
        if (i < ROOM)
            cr_assert_str_eq(next_message(visitors[i].fd), "refusal 7 server_closing");
        if (i == 0 || i == ROOM)
            cr_assert_str_eq(next_message(visitors[i].fd), "refusal 8 server_closing");
        if (!resumes)
            cr_assert_str_eq(next_message(visitors[i].fd), "event server.closing");
    }
}

Test(gateway, what_waits_for_room_when_the_link_is_reset_is_refused)
{
    lose_hall_while_clients_wait(true);
    for (int i = 0; i < ROOM; i++) {
        ask_long(i, 9);
        expect("player.list, ");
        visitors[i].session = bench.last_session;
    }
    ask_long(ROOM, 9);
    expect_nothing();
    answer();
    expect("player.list, ");
    leave(ROOM + 1);
}

Test(gateway, what_waits_for_room_is_refused_before_its_connection_is_closed)
{
    lose_hall_while_clients_wait(false);
    for (int i = 0; i <= ROOM; i++)
        cr_assert_str_eq(next_message(visitors[i].fd), "end");
    expect_nothing();
    leave(ROOM + 1);
}

Test(gateway, a_new_hall_keeps_the_connections_of_those_who_resume)
{
    begin();
    begin_hall(1);
    int fd = come_in(true);
    send_request(fd, 7, WIRE_SESSION_PING, NULL);
    expect("session.ping, ");
    kill_hall();
    begin_hall(2);
    cr_assert_str_eq(next_message(fd), "event server.restarted");
    cr_assert_str_eq(next_message(fd), "refusal 7 server_closing");
    send_request(fd, 8, WIRE_SESSION_PING, NULL);
    expect("session.ping, ");
    say_hello(fd, 9, true);
    expect("session.hello, ");
    answer();
    cr_assert_str_eq(next_message(fd), "answer 9");
    close(fd);
    end();
}

Test(gateway, restarts_are_told_once_until_the_next_hello)
{
    begin();
    begin_hall(1);
    int fd = come_in(true);
    kill_hall();
    begin_hall(2);
    cr_assert_str_eq(next_message(fd), "event server.restarted");
    kill_hall();
    begin_hall(3);
    wait_for_hall(3);
    send_request(fd, 7, WIRE_SESSION_PING, NULL);
    expect("session.ping, ");
    answer();
    cr_assert_str_eq(next_message(fd), "answer 7", "no second event");
    close(fd);
    end();
}

Test(gateway, a_new_hall_ends_the_connections_of_others)
{
    begin();
    begin_hall(1);
    int fd = come_in(false);
    send_request(fd, 2, WIRE_OFFER_LIST, NULL);
    expect("offer.list, ");
    kill_hall();
    begin_hall(2);
    cr_assert_str_eq(next_message(fd), "refusal 2 server_closing");
    cr_assert_str_eq(next_message(fd), "event server.closing");
    cr_assert_str_eq(next_message(fd), "end");
    close(fd);
    fd = come_in(false);
    close(fd);
    expect("left, closed, ");
    end();
}

Test(gateway, a_hall_that_ends_lets_its_gateways_go_at_once)
{
    begin();
    begin_hall(1);
    int fd = come_in(false);
    end_hall();
    cr_assert_str_eq(next_message(fd), "event server.closing");
    cr_assert_not(gateway_figures(bench.gateway).has_hall);
    close(fd);
    end();
}

Test(gateway, a_gateway_that_stops_refuses_open_requests_and_tells_its_clients)
{
    begin();
    begin_hall(1);
    int fd = come_in(true);
    send_request(fd, 2, WIRE_OFFER_LIST, NULL);
    expect("offer.list, ");
    net_stop(bench.outer);
    gateway_stop(bench.gateway);
    cr_assert_str_eq(next_message(fd), "refusal 2 server_closing");
    cr_assert_str_eq(next_message(fd), "event server.closing");
    cr_assert_str_eq(next_message(fd), "end");
    cr_assert_str_eq(text_string(&bench.heard), "lost, closed, ", "the hall knows it at once");
    close(fd);
    end();
}

/* --- passwords --- */

static void change_password(int fd, uint32_t id)
{
    struct wire_password change = {
        .old = wire_text("correct horse"),
        .password = wire_text("battery staple"),
        .key = wire_text("k-1"),
    };
    send_request(fd, id, WIRE_ACCOUNT_PASSWORD, &change);
    expect("account.password, ************* to **************, ");
}

/* The hall lets the gateway derive for its last request. */
static bool ask_to_derive(bool is_old, const char *salt)
{
    struct derivation derivation = {.operations = 5, .memory_kib = 7168};
    memcpy(derivation.salt, salt, strlen(salt));
    return net_derive(bench.inner, bench.last_session, bench.last_request, is_old, &derivation);
}

static void give_key(const char *text)
{
    unsigned char key[DERIVED_BYTES] = {0};
    memcpy(key, text, strlen(text));
    gateway_derived(bench.gateway, bench.deriving, key);
}

Test(gateway, the_hall_gets_no_password_but_what_is_derived_from_it)
{
    begin();
    begin_hall(1);
    int fd = come_in(true);
    cr_assert_neq(net_deriver(bench.inner, bench.last_session), 0);
    change_password(fd, 7);
    cr_assert(ask_to_derive(true, "pepper"));
    expect("correct horse with pepper, ");
    give_key("a key");
    expect("derived a key, ");
    cr_assert(ask_to_derive(false, "salt"));
    expect("battery staple with salt, ");
    give_key("another");
    expect("derived another, ");
    close(fd);
    end();
}

Test(gateway, a_password_is_forgotten_when_its_request_is_answered)
{
    begin();
    begin_hall(1);
    int fd = come_in(true);
    change_password(fd, 7);
    answer();
    cr_assert_str_eq(next_message(fd), "answer 7");
    cr_assert(ask_to_derive(true, "pepper"));
    expect("derived nothing, ");
    close(fd);
    end();
}

Test(gateway, a_password_is_worked_on_to_the_end_though_its_client_has_gone)
{
    begin();
    begin_hall(1);
    int fd = come_in(true);
    change_password(fd, 7);
    cr_assert(ask_to_derive(true, "pepper"));
    expect("correct horse with pepper, ");
    close(fd);
    expect("left, closed, ");
    give_key("a key");
    expect("derived a key, ");
    cr_assert(ask_to_derive(false, "salt"));
    expect("derived nothing, ");
    end();
}

Test(gateway, a_new_hall_gets_no_key_that_another_has_asked_for)
{
    begin();
    begin_hall(1);
    int fd = come_in(true);
    change_password(fd, 7);
    cr_assert(ask_to_derive(true, "pepper"));
    expect("correct horse with pepper, ");
    kill_hall();
    begin_hall(2);
    cr_assert_str_eq(next_message(fd), "event server.restarted");
    cr_assert_str_eq(next_message(fd), "refusal 7 server_closing");
    uint64_t before = bench.deriving;
    change_password(fd, 8);
    cr_assert(ask_to_derive(true, "salt"));
    expect("correct horse with salt, ");
    gateway_derived(bench.gateway, before, (const unsigned char[DERIVED_BYTES]){"late"});
    give_key("a key");
    expect("derived a key, ");
    close(fd);
    end();
}

Test(gateway, a_hall_whose_gateway_has_gone_is_told_so)
{
    begin();
    begin_hall(1);
    int fd = come_in(true);
    change_password(fd, 7);
    cr_assert(ask_to_derive(true, "pepper"));
    expect("correct horse with pepper, ");
    gateway_stop(bench.gateway);
    expect("lost, closed, derived nothing, ");
    cr_assert_not(ask_to_derive(false, "salt"));
    give_key("too late");
    close(fd);
    end();
}
