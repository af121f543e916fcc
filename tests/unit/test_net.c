/* The half of the server that owns bytes, without the other half: this file answers in its place,
 * and links no hall. */
#include "server/net/net_run.h"

#include "server/base/now.h"
#include "server/net/tunnel.h"
#include "tests/suite.h"
#include "tests/unit/net_fixture.h"

#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

SUITE(net, 20);

enum { CLIENTS = 3, TURNS_MAX = 10000 };

/* What has come up, as words. */
static struct bench {
    uv_loop_t loop;
    struct net *net;
    struct statistics statistics;
    struct address address;
    struct text heard;
    uint32_t last_request;
    int64_t last_came_ms;
    bool is_held; /* do all sessions wait because of their look-ups? */
} bench;

static void note(const char *what, uint64_t session)
{
    text_printf(&bench.heard, "%s %d, ", what, (int)session);
}

static void on_request(void *owner, const struct net_request *request)
{
    (void)owner;
    note(wire_methods[wire_method_find(request->message->method)].name, request->session);
    bench.last_request = request->message->id;
    bench.last_came_ms = request->came_ms;
}

static void on_lag(void *owner, uint64_t session, int64_t lag_ms)
{
    (void)owner, (void)lag_ms;
    note("lag", session);
}

static void on_silent(void *owner, uint64_t session)
{
    (void)owner;
    note("silent", session);
}

static void on_behind(void *owner, uint64_t session, bool is_behind)
{
    (void)owner;
    note(is_behind ? "behind" : "ready", session);
}

static void on_fault(void *owner, uint64_t session)
{
    (void)owner;
    note("fault", session);
}

static void on_left(void *owner, uint64_t session)
{
    (void)owner;
    note("left", session);
}

static void on_lost(void *owner, uint64_t session)
{
    (void)owner;
    note("lost", session);
}

static void on_closed(void *owner, uint64_t session)
{
    (void)owner;
    note("closed", session);
}

static bool holds(void *owner, uint64_t session)
{
    (void)owner, (void)session;
    return bench.is_held;
}

/* --- verbs --- */

static void begin(void)
{
    struct net_service service = deaf_service;
    struct net_limits limits = net_limits_default;
    service.on_request = on_request;
    service.on_lag = on_lag;
    service.on_silent = on_silent;
    service.on_behind = on_behind;
    service.on_fault = on_fault;
    service.on_left = on_left;
    service.on_lost = on_lost;
    service.on_closed = on_closed;
    service.holds = holds;
    limits.connections = 256;
    uv_loop_init(&bench.loop);
    bench.net = net_create(&bench.loop, &limits, &service, &bench.statistics);
    bench.address = net_listen(bench.net);
}

static void turn(void)
{
    uv_run(&bench.loop, UV_RUN_NOWAIT);
    net_flush(bench.net, now_us());
    net_serve(bench.net);
    net_end_turn(bench.net, now_us(), 0);
}

/* Until all this has come up; forgets it. */
static void expect(const char *heard)
{
    for (int i = 0; i < TURNS_MAX && strcmp(text_string(&bench.heard), heard) != 0; i++) {
        turn();
        usleep(100);
    }
    cr_assert_str_eq(text_string(&bench.heard), heard);
    text_clear(&bench.heard);
}

static int come(void)
{
    size_t before = net_load(bench.net).connections;
    int fd = net_reach(&bench.address);
    for (int i = 0; i < TURNS_MAX && net_load(bench.net).connections == before; i++)
        turn();
    return fd;
}

static void ask(int fd, uint32_t id)
{
    send_request(fd, id, WIRE_SESSION_PING, NULL);
}

static size_t tell(const uint64_t *sessions, size_t count, const struct net_message *how)
{
    struct text bytes = {0};
    struct net_message message = *how;
    text_append_string(&bytes, "word");
    message.bytes = &bytes;
    message.sessions = sessions;
    message.session_count = count;
    size_t queued = net_send(bench.net, &message);
    text_finish(&bytes);
    return queued;
}

/* Has exactly this come? */
static void expect_bytes(int fd, const char *bytes)
{
    char got[256] = "";
    ssize_t len = -1;
    for (int i = 0; i < TURNS_MAX && len < 0; i++) {
        turn();
        len = recv(fd, got, sizeof got - 1, MSG_DONTWAIT);
    }
    cr_assert_str_eq(got, bytes);
}

static void end(void)
{
    net_close(bench.net);
    end_loop(&bench.loop);
    net_destroy(bench.net);
    text_finish(&bench.heard);
}

static const struct net_message answer = {.soon_count = 1, .is_answer = true};
static const struct net_message event = {.soon_count = 1};
static const struct net_message last_word = {.soon_count = 1, .is_last = true};
static const uint64_t first = 1;

/* --- tests --- */

Test(net, a_request_goes_up_and_its_answer_comes_down)
{
    begin();
    int fd = come();
    ask(fd, 7);
    expect("session.ping 1, ");
    cr_assert_eq(bench.last_request, 7);
    cr_assert_eq(tell(&first, 1, &answer), 1);
    expect_bytes(fd, "word");
    close(fd);
    expect("left 1, closed 1, ");
    end();
}

Test(net, a_message_goes_to_those_of_its_sessions_that_are_there)
{
    static const uint64_t sessions[] = {1, 2, 99, 3};
    int fds[CLIENTS];
    begin();
    for (int i = 0; i < CLIENTS; i++)
        fds[i] = come();
    close(fds[1]);
    expect("left 2, closed 2, ");
    cr_assert_eq(tell(sessions, 4, &event), 2);
    cr_assert_eq(net_presence(bench.net, 1), NET_READY);
    cr_assert_eq(net_presence(bench.net, 2), NET_GONE);
    cr_assert_null(net_origin(bench.net, 99));
    cr_assert_str_eq(net_origin(bench.net, 3)->text, "127.0.0.1");
    net_flush_later(bench.net, now_us());
    net_flush_later(bench.net, now_us());
    expect_bytes(fds[0], "word");
    expect_bytes(fds[2], "word");
    close(fds[0]);
    close(fds[2]);
    end();
}

Test(net, who_breaks_the_protocol_is_told_and_has_left)
{
    begin();
    int fd = come();
    cr_assert_eq(send(fd, "\xC1", 1, 0), 1);
    expect("fault 1, left 1, closed 1, ");
    cr_assert_eq(bench.statistics.values[STATISTIC_FAULTS], 1);
    close(fd);
    end();
}

Test(net, a_last_message_is_written_before_the_end)
{
    begin();
    int fd = come();
    cr_assert_eq(tell(&first, 1, &last_word), 1);
    cr_assert_eq(net_presence(bench.net, 1), NET_LEFT);
    cr_assert_eq(tell(&first, 1, &event), 0, "nothing follows it");
    cr_assert_not(net_is_written(bench.net));
    expect("left 1, closed 1, ");
    expect_bytes(fd, "word");
    close(fd);
    end();
}

Test(net, nothing_counts_that_is_said_after_the_stop)
{
    begin();
    int fd = come();
    net_stop(bench.net);
    ask(fd, 1);
    cr_assert_eq(tell(&first, 1, &event), 1);
    expect_bytes(fd, "word");
    cr_assert(net_is_written(bench.net));
    cr_assert_eq(bench.heard.len, 0);
    close(fd);
    end();
}

Test(net, while_the_net_is_held_no_request_goes_up)
{
    begin();
    int fd = come();
    net_hold(bench.net, true);
    ask(fd, 7);
    for (int i = 0; i < 10; i++)
        turn();
    cr_assert_eq(bench.heard.len, 0);
    cr_assert_not(net_can_go_on(bench.net));
    net_hold(bench.net, false);
    cr_assert(net_can_go_on(bench.net));
    expect("session.ping 1, ");
    cr_assert_lt(bench.last_came_ms, INT64_MAX, "its client is not to blame");
    tell(&first, 1, &answer);
    net_end(bench.net, 1);
    expect("left 1, closed 1, ");
    expect_bytes(fd, "word");
    close(fd);
    end();
}

Test(net, who_hangs_up_while_the_net_is_held_requests_nothing)
{
    begin();
    int fd = come();
    net_hold(bench.net, true);
    ask(fd, 7);
    for (int i = 0; i < 10; i++)
        turn();
    close(fd);
    net_hold(bench.net, false);
    expect("left 1, closed 1, ");
    end();
}

/* A gateway without a hall still shakes hands, shows its figures, and closes. */
Test(net, while_the_net_is_held_all_who_come_are_read)
{
    enum { MANY = 200 }; /* more than a turn has time for */
    int fds[MANY];
    begin();
    net_hold(bench.net, true);
    for (int i = 0; i < MANY; i++)
        fds[i] = net_reach(&bench.address);
    for (int i = 0; i < TURNS_MAX && net_load(bench.net).connections < MANY; i++)
        turn();
    cr_assert_eq(net_load(bench.net).connections, MANY);
    for (int i = 0; i < MANY; i++)
        close(fds[i]);
    for (int i = 0; i < TURNS_MAX && net_load(bench.net).connections > 0; i++) {
        turn();
        usleep(100);
    }
    cr_assert_eq(net_load(bench.net).connections, 0);
    end();
}

/* --- connections that a gateway holds: tunnels --- */

enum { TUNNEL = 1001, OTHER_TUNNEL = 1002, THIRD_TUNNEL = 1003 };

static const uint64_t tunnel = TUNNEL;

static void carry_say(void *owner, const struct net_message *message)
{
    (void)owner;
    cr_assert_not(message->is_last);
    text_printf(&bench.heard, "%s%d:", message->is_answer ? "answer" : "say",
                (int)message->soon_count);
    for (size_t i = 0; i < message->session_count; i++)
        text_printf(&bench.heard, " %d", (int)message->sessions[i]);
    text_append_string(&bench.heard, ", ");
}

static void carry_close(void *owner, uint64_t session)
{
    (void)owner;
    note("close", session);
}

static void carry_came_in(void *owner, uint64_t session)
{
    (void)owner;
    note("came-in", session);
}

static void carry_excuse(void *owner, uint64_t session)
{
    (void)owner;
    note("excuse", session);
}

static int64_t heard_ms(void *owner)
{
    (void)owner;
    return 77;
}

static void open_tunnel(uint64_t session)
{
    struct tunnel_client client = {.is_private = session == TUNNEL};
    cr_assert(origin_parse("192.0.2.7", 9, &client.origin));
    tunnel_open(bench.net, session, &client);
}

static void begin_with_tunnel(void)
{
    static const struct net_carrier carrier = {
        .owner = &bench,
        .say = carry_say,
        .close = carry_close,
        .came_in = carry_came_in,
        .excuse_hello = carry_excuse,
        .heard_ms = heard_ms,
    };
    begin();
    net_set_carrier(bench.net, &carrier);
    turn(); /* gives the loop's time out */
    open_tunnel(TUNNEL);
}

/* The request comes in pieces of this length. */
static void ask_through(uint64_t session, uint32_t id, size_t piece, int64_t came_ms)
{
    struct text bytes = {0};
    wire_encode_request(&bytes, id, WIRE_SESSION_PING, NULL);
    for (size_t at = 0; at < bytes.len; at += piece)
        tunnel_receive(bench.net, session, bytes.bytes + at,
                       bytes.len - at < piece ? bytes.len - at : piece, came_ms);
    text_finish(&bytes);
}

Test(net, a_request_through_a_tunnel_goes_up_and_its_answer_is_carried)
{
    begin_with_tunnel();
    ask_through(TUNNEL, 7, SIZE_MAX / 2, 5);
    expect("session.ping 1001, ");
    cr_assert_eq(bench.last_request, 7);
    cr_assert_eq(bench.last_came_ms, 5);
    cr_assert_eq(tell(&tunnel, 1, &answer), 1);
    expect("answer1: 1001, ");
    net_came_in(bench.net, TUNNEL);
    net_excuse_hello(bench.net, TUNNEL);
    net_pong(bench.net, TUNNEL, 1);
    expect("came-in 1001, excuse 1001, ");
    end();
}

Test(net, a_request_through_a_tunnel_may_come_in_pieces_between_those_of_others)
{
    struct text bytes = {0};
    begin_with_tunnel();
    open_tunnel(OTHER_TUNNEL);
    wire_encode_request(&bytes, 7, WIRE_SESSION_PING, NULL);
    tunnel_receive(bench.net, TUNNEL, bytes.bytes, 3, 5);
    ask_through(OTHER_TUNNEL, 8, 1, 6);
    expect("session.ping 1002, ");
    tunnel_receive(bench.net, TUNNEL, bytes.bytes + 3, bytes.len - 3, 9);
    expect("session.ping 1001, ");
    cr_assert_eq(bench.last_request, 7);
    cr_assert_eq(bench.last_came_ms, 9);
    text_finish(&bytes);
    end();
}

Test(net, a_message_to_many_tunnels_is_carried_once)
{
    static const uint64_t sessions[] = {OTHER_TUNNEL, 1, TUNNEL, 99, THIRD_TUNNEL};
    static const struct net_message two_soon = {.soon_count = 3};
    begin_with_tunnel();
    open_tunnel(OTHER_TUNNEL);
    open_tunnel(THIRD_TUNNEL);
    int fd = come();
    cr_assert_eq(tell(sessions, 5, &two_soon), 4);
    expect("say2: 1002 1001 1003, ");
    expect_bytes(fd, "word");
    close(fd);
    expect("left 1, closed 1, ");
    end();
}

Test(net, a_gateway_tells_how_its_clients_are)
{
    begin_with_tunnel();
    open_tunnel(OTHER_TUNNEL);
    cr_assert(net_is_private(bench.net, TUNNEL));
    cr_assert_not(net_is_private(bench.net, OTHER_TUNNEL));
    cr_assert_str_eq(net_origin(bench.net, TUNNEL)->text, "192.0.2.7");
    cr_assert_eq(net_load(bench.net).connections, 2);
    cr_assert_eq(net_heard_ms(bench.net), 77);
    cr_assert_eq(net_presence(bench.net, TUNNEL), NET_READY);
    tunnel_behind(bench.net, TUNNEL, true);
    tunnel_behind(bench.net, TUNNEL, true);
    cr_assert_eq(net_presence(bench.net, TUNNEL), NET_BEHIND);
    tunnel_behind(bench.net, TUNNEL, false);
    tunnel_lag(bench.net, TUNNEL, 9);
    tunnel_silent(bench.net, TUNNEL);
    tunnel_fault(bench.net, TUNNEL);
    tunnel_left(bench.net, TUNNEL);
    expect("behind 1001, ready 1001, lag 1001, silent 1001, fault 1001, left 1001, ");
    cr_assert_eq(net_presence(bench.net, TUNNEL), NET_LEFT);
    cr_assert_eq(tell(&tunnel, 1, &event), 0);
    tunnel_closed(bench.net, TUNNEL);
    tunnel_closed(bench.net, TUNNEL);
    tunnel_lag(bench.net, TUNNEL, 9);
    tunnel_lost(bench.net, OTHER_TUNNEL);
    expect("closed 1001, lost 1002, closed 1002, ");
    cr_assert_eq(net_presence(bench.net, TUNNEL), NET_GONE);
    end();
}

Test(net, a_last_message_is_carried_before_the_end_of_a_tunnel)
{
    begin_with_tunnel();
    cr_assert_eq(tell(&tunnel, 1, &last_word), 1);
    expect("say1: 1001, left 1001, close 1001, ");
    ask_through(TUNNEL, 7, 100, 5);
    tunnel_closed(bench.net, TUNNEL);
    expect("closed 1001, ");
    end();
}

Test(net, who_breaks_the_protocol_through_a_tunnel_is_told_and_has_left)
{
    begin_with_tunnel();
    open_tunnel(OTHER_TUNNEL);
    tunnel_receive(bench.net, TUNNEL, "\xC1", 1, 5);
    expect("fault 1001, say1: 1001, left 1001, close 1001, ");
    ask_through(OTHER_TUNNEL, 8, 100, 6);
    expect("session.ping 1002, ");
    end();
}

Test(net, requests_that_wait_in_a_tunnel_come_before_its_end)
{
    begin_with_tunnel();
    ask_through(TUNNEL, 7, 100, 5);
    bench.is_held = true;
    ask_through(TUNNEL, 8, 100, 6);
    ask_through(TUNNEL, 9, 2, 7);
    tunnel_closed(bench.net, TUNNEL);
    expect("session.ping 1001, ");
    bench.is_held = false;
    turn();
    cr_assert_eq(bench.heard.len, 0, "nothing has told it to go on");
    tell(&tunnel, 1, &answer);
    expect("answer1: 1001, session.ping 1001, session.ping 1001, left 1001, closed 1001, ");
    cr_assert_eq(bench.last_request, 9);
    cr_assert_eq(bench.last_came_ms, INT64_MAX, "its own look-ups made it wait");
    end();
}

Test(net, requests_that_wait_in_a_tunnel_are_dropped_with_a_lost_one)
{
    begin_with_tunnel();
    bench.is_held = true;
    ask_through(TUNNEL, 8, 100, 6);
    tunnel_lost(bench.net, TUNNEL);
    bench.is_held = false;
    turn();
    expect("lost 1001, closed 1001, ");
    end();
}

Test(net, a_tunnel_with_too_many_waiting_bytes_is_told_and_has_left)
{
    static const char many[1 << 16];
    begin_with_tunnel();
    open_tunnel(OTHER_TUNNEL);
    bench.is_held = true;
    ask_through(TUNNEL, 8, 100, 6);
    ask_through(OTHER_TUNNEL, 8, 100, 6);
    for (int64_t bytes = 0; bytes <= net_limits_default.all_unread_bytes; bytes += sizeof many)
        tunnel_receive(bench.net, TUNNEL, many, sizeof many, 7);
    expect("say1: 1001, left 1001, close 1001, ");
    cr_assert_eq(net_presence(bench.net, OTHER_TUNNEL), NET_READY);
    end();
}
