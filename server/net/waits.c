/* What connections wait for, each thing for a time that is the same for all: one timer sweeps the
 * lists. */
#include "server/net/state.h"

#include <assert.h>

enum {
    SWEEP_MS = 10, /* the least between two sweeps: what is due about then is due together */
    SWEPT_AT_ONCE =
        16, /* connections for which something is due; then it is the others' turn, ... */
    SWEPT_REST_MS = 1,         /* ... until so much later */
    LAST_WORDS_WAIT_MS = 2000, /* less than a shutdown waits */
    TURN_WAIT_MS = 20,
    /* A client that takes little in so long is ended when look-ups of others need the room. */
    TAKING_WAIT_MS = 1000,
    TAKING_BYTES = 65536, /* or half of what waits for it: more than little */
};

static int64_t at_least(int64_t value, int64_t minimum)
{
    return value > minimum ? value : minimum;
}

static int64_t now_ms(const struct server *server)
{
    return (int64_t)uv_now(&server->loop);
}

void waits_init(struct server *server)
{
    const struct net_limits *limits = &server->limits;
    assert(limits->requests_per_second > 0);
    server->wait_ms[WAIT_HELLO] = limits->hello_ms;
    server->wait_ms[WAIT_MESSAGE] = limits->message_ms;
    server->wait_ms[WAIT_BYTES] = limits->idle_ms;
    server->wait_ms[WAIT_PING] = limits->ping_ms;
    server->wait_ms[WAIT_TURN] = at_least(1000 / limits->requests_per_second, TURN_WAIT_MS);
    server->wait_ms[WAIT_TAKING] = TAKING_WAIT_MS;
    server->wait_ms[WAIT_LAST_WORDS] = LAST_WORDS_WAIT_MS;
}

/* --- what is due --- */

static void time_out(struct connection *connection, enum statistic kind, const char *what,
                     int64_t length_ms)
{
    struct error error;
    statistics_count(&connection->server->statistics, kind);
    error_set(&error, ERROR_TIMED_OUT, "%s within %g s", what, (double)length_ms / 1000);
    connection_fail(connection, &error);
}

/* The time that the server takes until it answers is not charged to the client. */
static void hello_due(struct connection *connection, int64_t length_ms)
{
    if (hall_session_is_open(connection->server->hall, connection->session))
        return;
    if (connection->unanswered > 0 || share_is_waiting(connection))
        wait_start(connection, WAIT_HELLO);
    else
        time_out(connection, STATISTIC_TIMEOUTS_HELLO, "no session.hello has succeeded", length_ms);
}

static void message_due(struct connection *connection, int64_t length_ms)
{
    time_out(connection, STATISTIC_TIMEOUTS_MESSAGE, "a message has begun and not come to its end",
             length_ms);
}

static void bytes_due(struct connection *connection, int64_t length_ms)
{
    time_out(connection, STATISTIC_TIMEOUTS_IDLE, "nothing has come from you", length_ms);
}

static void ping_due(struct connection *connection, int64_t length_ms)
{
    (void)length_ms;
    ping_send(connection);
    wait_start(connection, WAIT_PING);
}

/* Its turn to be flushed comes, which goes on reading. */
static void turn_due(struct connection *connection, int64_t length_ms)
{
    (void)length_ms;
    connection_queue(connection);
}

static void taking_due(struct connection *connection, int64_t length_ms)
{
    (void)length_ms;
    struct late_write *late = connection->late;
    if (!late || connection->state != CONNECTION_OPEN)
        return;
    size_t left = connection_late_bytes(connection);
    bool is_little = left > late->left / 2 && late->left - left < TAKING_BYTES;
    if (is_little && lanes_lack_room(connection->server)) {
        connection_give_up(connection);
    } else {
        late->left = left;
        wait_start(connection, WAIT_TAKING);
    }
}

static void last_words_due(struct connection *connection, int64_t length_ms)
{
    (void)length_ms;
    connection_close(connection);
}

typedef void due_handler(struct connection *connection, int64_t length_ms);

static due_handler *const handlers[WAIT_COUNT] = {
    [WAIT_HELLO] = hello_due,
    [WAIT_MESSAGE] = message_due,
    [WAIT_BYTES] = bytes_due,
    [WAIT_PING] = ping_due,
    [WAIT_TURN] = turn_due,
    [WAIT_TAKING] = taking_due,
    [WAIT_LAST_WORDS] = last_words_due,
};

/* --- the sweep --- */

static void on_sweep(uv_timer_t *timer);

static void arm(struct server *server, int64_t least_ms)
{
    int64_t first = INT64_MAX;
    for (int kind = 0; kind < WAIT_COUNT; kind++)
        if (server->waiting[kind] && server->waiting[kind]->waits[kind].due_ms < first)
            first = server->waiting[kind]->waits[kind].due_ms;
    if (first < INT64_MAX)
        uv_timer_start(&server->sweep, on_sweep,
                       (uint64_t)at_least(first - now_ms(server), least_ms), 0);
}

/* Of one kind, and not more than SWEPT_AT_ONCE. Returns whether that was all. */
static bool sweep(struct server *server, enum wait_kind kind)
{
    int64_t now = now_ms(server);
    struct connection *connection;
    for (int i = 0; (connection = server->waiting[kind]) && connection->waits[kind].due_ms <= now;
         i++) {
        if (i == SWEPT_AT_ONCE)
            return false;
        wait_stop(connection, kind);
        handlers[kind](connection, server->wait_ms[kind]);
    }
    return true;
}

static void on_sweep(uv_timer_t *timer)
{
    struct server *server = timer->data;
    bool is_all = true;
    for (int kind = 0; kind < WAIT_COUNT; kind++)
        is_all &= sweep(server, (enum wait_kind)kind);
    arm(server, is_all ? SWEEP_MS : SWEPT_REST_MS);
}

/* --- waiting --- */

bool wait_is_running(const struct connection *connection, enum wait_kind kind)
{
    return connection->waits[kind].due_ms != 0;
}

void wait_start(struct connection *connection, enum wait_kind kind)
{
    struct server *server = connection->server;
    wait_stop(connection, kind);
    connection->waits[kind].due_ms = now_ms(server) + server->wait_ms[kind];
    bool is_first = !server->waiting[kind];
    DL_APPEND2(server->waiting[kind], connection, waits[kind].prev, waits[kind].next);
    if (is_first && (!uv_is_active((uv_handle_t *)&server->sweep) ||
                     (int64_t)uv_timer_get_due_in(&server->sweep) > server->wait_ms[kind]))
        arm(server, SWEEP_MS);
}

void wait_stop(struct connection *connection, enum wait_kind kind)
{
    struct server *server = connection->server;
    if (!wait_is_running(connection, kind))
        return;
    connection->waits[kind].due_ms = 0;
    DL_DELETE2(server->waiting[kind], connection, waits[kind].prev, waits[kind].next);
}

void waits_stop(struct connection *connection)
{
    for (int kind = 0; kind < WAIT_COUNT; kind++)
        wait_stop(connection, (enum wait_kind)kind);
}
