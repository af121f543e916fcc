/* The same conversation through everything that a connection's bytes can go through, cut anywhere:
 * the half of the server that owns bytes on one side, a client's channel on the other. This file
 * answers in place of the half that owns requests. */
#include "server/net/net_run.h"

#include "client/lib/channel.h"
#include "server/base/now.h"
#include "tests/suite.h"
#include "tests/unit/net_fixture.h"

#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

SUITE(pipe, 60);

enum { TURNS_MAX = 20000, LONG_ANSWER = 300000 };

static struct {
    uv_loop_t loop;
    struct net *net;
    struct statistics statistics;
    struct address address;
    struct net_door door;
    char folder[32], certificate[64], key[64];
    uint64_t session; /* of the last request */
    int faults;
    size_t clients;     /* that have come and not left */
    struct text answer; /* to each request */
} bench;

static void on_request(void *owner, const struct net_request *request)
{
    (void)owner;
    bench.session = request->session;
    struct net_message message = {
        .bytes = &bench.answer,
        .sessions = &request->session,
        .session_count = 1,
        .soon_count = 1,
        .is_answer = true,
    };
    cr_assert_eq(net_send(bench.net, &message), 1);
}

static void on_fault(void *owner, uint64_t session)
{
    (void)owner, (void)session;
    bench.faults++;
}

/* --- verbs --- */

static void begin(void)
{
    struct net_service service = deaf_service;
    struct net_limits limits = net_limits_default;
    struct error error;
    service.on_request = on_request;
    service.on_fault = on_fault;
    limits.connections = 16;
    strcpy(bench.folder, "/tmp/takeaway-pipe-XXXXXX");
    cr_assert_not_null(mkdtemp(bench.folder));
    cr_assert_eq(certificate_pair_make(bench.folder, NULL, 0, &error), ERROR_NONE, "%s",
                 error.message);
    snprintf(bench.certificate, sizeof bench.certificate, "%s/certificate.pem", bench.folder);
    snprintf(bench.key, sizeof bench.key, "%s/key.pem", bench.folder);
    bench.door = (struct net_door){.certificate = bench.certificate, .key = bench.key};
    uv_loop_init(&bench.loop);
    bench.net = net_create(&bench.loop, &limits, &service, &bench.statistics);
    cr_assert_eq(net_open_door(bench.net, &bench.door, &error), ERROR_NONE, "%s", error.message);
    bench.address = net_listen(bench.net);
}

static void turn(void)
{
    uv_run(&bench.loop, UV_RUN_NOWAIT);
    net_flush(bench.net, now_us());
    net_serve(bench.net);
    net_end_turn(bench.net, now_us(), 0);
}

static void end(void)
{
    net_close(bench.net);
    end_loop(&bench.loop);
    net_destroy(bench.net);
    text_finish(&bench.answer);
    unlink(bench.certificate);
    unlink(bench.key);
    rmdir(bench.folder);
}

/* A client, whose bytes go to the server in pieces of `step`, each in a turn of its own. */
struct client {
    int fd;
    enum server_way way;
    size_t step;
    struct channel *channel;
    enum channel_state state;
    struct tls_context *tls;
    struct text out, plain;
};

static enum error_code trust(void *owner, const struct certificate *certificate,
                             const char *distrust, struct error *error)
{
    (void)owner, (void)certificate, (void)distrust, (void)error;
    return ERROR_NONE;
}

static void write_piece(struct client *client)
{
    size_t len = client->step < client->out.len ? client->step : client->out.len;
    ssize_t sent = send(client->fd, client->out.bytes, len, MSG_DONTWAIT | MSG_NOSIGNAL);
    if (sent <= 0)
        return;
    memmove(client->out.bytes, client->out.bytes + sent, client->out.len - (size_t)sent);
    client->out.len -= (size_t)sent;
}

/* One turn of the server, one piece there, and one back. False: the server has hung up. */
static bool go_on(struct client *client)
{
    char bytes[16384];
    struct error error;
    if (client->out.len > 0)
        write_piece(client);
    turn();
    ssize_t len = recv(client->fd, bytes, sizeof bytes, MSG_DONTWAIT);
    if (len <= 0 || client->state == CHANNEL_ENDED || client->state == CHANNEL_FAILED)
        return len != 0;
    client->state =
        channel_receive(client->channel, bytes, (size_t)len, &client->plain, &client->out, &error);
    return true;
}

static struct client come(enum server_way way, size_t step)
{
    struct client client = {.way = way, .step = step};
    bench.clients++;
    struct server_address server = {.way = way, .at = bench.address, .path = "/socket"};
    bool has_tls = way == SERVER_BY_TLS || way == SERVER_BY_WSS;
    struct error error;
    client.fd = net_reach(&bench.address);
    if (has_tls)
        cr_assert_eq(tls_context_for_client(&client.tls, &error), ERROR_NONE);
    client.channel = channel_create(&server, client.tls, trust, NULL, &client.out);
    if (way == SERVER_BY_HOST)
        client.state = CHANNEL_OPEN;
    for (int i = 0; i < TURNS_MAX && client.state == CHANNEL_SHAKING; i++)
        go_on(&client);
    cr_assert_eq(client.state, CHANNEL_OPEN);
    return client;
}

static void leave(struct client *client)
{
    channel_destroy(client->channel);
    tls_context_unref(client->tls);
    text_finish(&client->out);
    text_finish(&client->plain);
    close(client->fd);
    bench.clients--;
    for (int i = 0; i < TURNS_MAX && net_load(bench.net).connections > bench.clients; i++)
        turn();
    cr_assert_eq(net_load(bench.net).connections, bench.clients);
}

static void ask(struct client *client)
{
    struct text request = {0};
    wire_encode_request(&request, 1, WIRE_SESSION_PING, NULL);
    channel_send(client->channel, request.bytes, request.len, &client->out);
    text_finish(&request);
}

static void expect_answers(struct client *client, int count)
{
    size_t len = bench.answer.len * (size_t)count;
    for (int i = 0; i < TURNS_MAX && client->plain.len < len; i++)
        cr_assert(go_on(client), "way %d, %zu of %zu", client->way, client->plain.len, len);
    cr_assert_eq(client->plain.len, len);
    for (int i = 0; i < count; i++)
        cr_assert_arr_eq(client->plain.bytes + (size_t)i * bench.answer.len, bench.answer.bytes,
                         bench.answer.len);
    text_clear(&client->plain);
}

static const enum server_way ways[] = {SERVER_BY_HOST, SERVER_BY_TLS, SERVER_BY_WS, SERVER_BY_WSS};
enum { WAYS = sizeof ways / sizeof *ways };

/* --- tests --- */

Test(pipe, requests_and_answers_pass_however_they_are_cut)
{
    static const size_t steps[] = {1, 2, 7, 100, 100000};
    begin();
    text_append_string(&bench.answer, "answer");
    for (size_t way = 0; way < WAYS; way++) {
        for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
            struct client client = come(ways[way], steps[i]);
            ask(&client);
            expect_answers(&client, 1);
            ask(&client);
            ask(&client);
            expect_answers(&client, 2);
            cr_assert(net_is_private(bench.net, bench.session));
            leave(&client);
        }
    }
    cr_assert_eq(bench.faults, 0);
    end();
}

/* The system does not take such an answer at once: the rest is written late. */
Test(pipe, a_long_answer_arrives_whole)
{
    begin();
    for (int i = 0; i < LONG_ANSWER; i++)
        text_append_char(&bench.answer, (char)(i * 7 + i / 251));
    for (size_t way = 0; way < WAYS; way++) {
        struct client client = come(ways[way], 100000);
        for (int i = 0; i < 10; i++)
            ask(&client);
        expect_answers(&client, 10);
        leave(&client);
    }
    end();
}

/* Behind it comes the end of the WebSocket and of TLS, so that the client knows it has all. */
Test(pipe, the_last_words_are_followed_by_the_end_of_each_layer)
{
    begin();
    text_append_string(&bench.answer, "answer");
    for (size_t way = 0; way < WAYS; way++) {
        struct client client = come(ways[way], 100000);
        ask(&client);
        expect_answers(&client, 1);
        struct net_message message = {
            .bytes = &bench.answer,
            .sessions = &bench.session,
            .session_count = 1,
            .soon_count = 1,
            .is_last = true,
        };
        cr_assert_eq(net_send(bench.net, &message), 1);
        for (int i = 0; i < TURNS_MAX && go_on(&client); i++)
            ;
        cr_assert_eq(client.plain.len, bench.answer.len);
        cr_assert_eq(client.state, ways[way] == SERVER_BY_HOST ? CHANNEL_OPEN : CHANNEL_ENDED);
        leave(&client);
    }
    end();
}

Test(pipe, bytes_that_break_the_protocol_are_told_within_each_layer)
{
    begin();
    text_append_string(&bench.answer, "answer");
    for (size_t way = 0; way < WAYS; way++) {
        struct client client = come(ways[way], 100000);
        ask(&client);
        expect_answers(&client, 1);
        channel_send(client.channel, "\xC1", 1, &client.out);
        for (int i = 0; i < TURNS_MAX && go_on(&client); i++)
            ;
        cr_assert_eq(bench.faults, (int)way + 1);
        cr_assert_gt(client.plain.len, 2);
        cr_assert_arr_eq(client.plain.bytes, "\x93\x02\xadsession.fault", 16);
        leave(&client);
    }
    end();
}

/* No end of a WebSocket can be sent through a TLS that has failed. */
Test(pipe, a_record_that_cannot_be_decrypted_ends_the_connection)
{
    static const char record[] = "\x17\x03\x03\x00\x20thirty-two bytes of nobody's key";
    begin();
    text_append_string(&bench.answer, "answer");
    for (size_t way = 0; way < WAYS; way++) {
        if (ways[way] != SERVER_BY_TLS && ways[way] != SERVER_BY_WSS)
            continue;
        struct client client = come(ways[way], 100000);
        ask(&client);
        expect_answers(&client, 1);
        int faults = bench.faults;
        text_append(&client.out, record, sizeof record - 1);
        for (int i = 0; i < TURNS_MAX && go_on(&client); i++)
            ;
        cr_assert_eq(bench.faults, faults + 1);
        leave(&client);
    }
    end();
}

/* A turn begins few handshakes; the others come in the turns that follow. */
Test(pipe, many_handshakes_at_once_all_end)
{
    enum { CLIENTS = 14 };
    struct client clients[CLIENTS];
    begin();
    text_append_string(&bench.answer, "answer");
    for (int i = 0; i < CLIENTS; i++) {
        struct server_address server = {.way = SERVER_BY_TLS, .at = bench.address};
        struct error error;
        clients[i] = (struct client){.step = 100000, .fd = net_reach(&bench.address)};
        cr_assert_eq(tls_context_for_client(&clients[i].tls, &error), ERROR_NONE);
        clients[i].channel = channel_create(&server, clients[i].tls, trust, NULL, &clients[i].out);
        write_piece(&clients[i]);
    }
    bench.clients = CLIENTS;
    while (net_load(bench.net).connections < CLIENTS)
        turn();
    turn();
    int64_t served = 0;
    for (int i = 0; i < TURNS_MAX && served < CLIENTS; i++) {
        int64_t before = served;
        for (int k = 0; k < CLIENTS; k++)
            if (clients[k].out.len > 0)
                write_piece(&clients[k]);
        turn();
        served = bench.statistics.values[STATISTIC_HANDSHAKES_OK];
        cr_assert_leq(served - before, 8);
        for (int k = 0; k < CLIENTS; k++) {
            char bytes[16384];
            struct error error;
            ssize_t len = recv(clients[k].fd, bytes, sizeof bytes, MSG_DONTWAIT);
            if (len > 0)
                clients[k].state = channel_receive(clients[k].channel, bytes, (size_t)len,
                                                   &clients[k].plain, &clients[k].out, &error);
        }
    }
    cr_assert_eq(served, CLIENTS);
    for (int i = 0; i < CLIENTS; i++)
        leave(&clients[i]);
    end();
}
