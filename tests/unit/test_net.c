/* The half of the server that owns bytes, without the other half: this file answers in its place,
 * and links no hall. */
#include "server/net/net_run.h"

#include "server/base/now.h"
#include "server/net/listener.h"
#include "tests/suite.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
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
} bench;

static void note(const char *what, uint64_t session)
{
    text_printf(&bench.heard, "%s %d, ", what, (int)session);
}

static void on_bytes(void *owner)
{
    (void)owner;
}

static void on_request(void *owner, const struct net_request *request)
{
    (void)owner;
    note(wire_methods[wire_method_find(request->message->method)].name, request->session);
    bench.last_request = request->message->id;
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

static void on_closed(void *owner, uint64_t session)
{
    (void)owner;
    note("closed", session);
}

static uint64_t told(void *owner)
{
    (void)owner;
    return 0;
}

static size_t unsaid_bytes(void *owner)
{
    (void)owner;
    return 0;
}

static bool holds(void *owner, uint64_t session)
{
    (void)owner, (void)session;
    return false;
}

static bool lacks_room(void *owner)
{
    (void)owner;
    return false;
}

/* --- verbs --- */

static void begin(void)
{
    static const struct net_service service = {
        .on_bytes = on_bytes,
        .on_request = on_request,
        .on_lag = on_lag,
        .on_silent = on_silent,
        .on_behind = on_behind,
        .on_fault = on_fault,
        .on_left = on_left,
        .on_closed = on_closed,
        .told = told,
        .unsaid_bytes = unsaid_bytes,
        .holds = holds,
        .lacks_room = lacks_room,
    };
    struct net_limits limits = net_limits_default;
    struct origin origin;
    struct error error;
    int fd;
    limits.connections = 16;
    uv_loop_init(&bench.loop);
    bench.net = net_create(&bench.loop, &limits, &service, &bench.statistics);
    bench.address = (struct address){.host = "127.0.0.1"};
    cr_assert_eq(listener_open(&bench.address, &fd, &error), ERROR_NONE, "%s", error.message);
    cr_assert_eq(listener_where(fd, &bench.address, &origin, &error), ERROR_NONE);
    cr_assert_eq(listener_start(bench.net, fd, &error), ERROR_NONE);
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
    struct sockaddr_in where = {
        .sin_family = AF_INET,
        .sin_port = htons(bench.address.port),
        .sin_addr.s_addr = htonl(INADDR_LOOPBACK),
    };
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    size_t before = net_load(bench.net).connections;
    cr_assert_eq(connect(fd, (struct sockaddr *)&where, sizeof where), 0);
    for (int i = 0; i < TURNS_MAX && net_load(bench.net).connections == before; i++)
        turn();
    return fd;
}

static void ask(int fd, uint32_t id)
{
    struct text bytes = {0};
    wire_encode_request(&bytes, id, WIRE_SESSION_PING, NULL);
    cr_assert_eq(send(fd, bytes.bytes, bytes.len, 0), (ssize_t)bytes.len);
    text_finish(&bytes);
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

static void close_handle(uv_handle_t *handle, void *unused)
{
    (void)unused;
    if (!uv_is_closing(handle))
        uv_close(handle, NULL);
}

static void end(void)
{
    net_close(bench.net);
    uv_walk(&bench.loop, close_handle, NULL);
    uv_run(&bench.loop, UV_RUN_DEFAULT);
    cr_assert_eq(uv_loop_close(&bench.loop), 0);
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
