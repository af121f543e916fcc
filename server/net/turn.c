/* Everything that a turn of the loop has brought is carried on at its end, just before the loop waits again. */
#include "server/net/state.h"

enum {
    SAID_BYTES_MAX = 1024 * 1024, /* then the connections are written to */
    ROUNDS_MAX = 4, /* of saying and writing in a turn: two, and some for connections that end */
};

uint64_t measure_now_us(void)
{
    return uv_hrtime() / 1000;
}

static bool all_written(const struct server *server)
{
    for (const struct connection *connection = server->connections; connection;
         connection = connection->hh.next)
        if (connection->late || connection->queued.len > 0)
            return false;
    return !server->look_ups && !server->backup && !identity_is_pending(server);
}

static void flush_connections(struct server *server)
{
    struct connection *connection, *next;
    server->said_bytes = 0;
    DL_FOREACH_SAFE (server->dirty, connection, next) {
        connection_flush(connection);
    }
    connections_shed(server);
}

static void say_all(struct server *server)
{
    struct message *message;
    while ((message = hall_message_next(server->hall))) {
        speak(server, message);
        if (server->said_bytes > SAID_BYTES_MAX)
            flush_connections(server);
    }
}

/* What others have sent is read before a turn that has become long goes on. */
static void go_on_later(struct server *server)
{
    if (server->dirty)
        uv_idle_start(&server->going_on, keep_awake);
    else
        uv_idle_stop(&server->going_on);
}

static void submit_batch(struct server *server)
{
    if (server->submitted || !(server->submitted = hall_batch_take(server->hall)))
        return;
    server->submitted_us = measure_now_us();
    store_submit(server->store, server->submitted);
}

/* A turn lasts from the end of the one before; the waiting in between is libuv's to tell. */
static void measure_turn(struct server *server)
{
    uint64_t end_us = measure_now_us(), idle_us = uv_metrics_idle_time(&server->loop) / 1000;
    uint64_t taken_us = end_us - server->turn_end_us, waited_us = idle_us - server->idle_us;
    if (server->turn_end_us > 0)
        statistics_measure(&server->statistics, MEASURE_TURN,
                           taken_us > waited_us ? taken_us - waited_us : 0);
    server->turn_end_us = end_us;
    server->idle_us = idle_us;
}

/* The open batch goes to the store if that is idle, what may be said is encoded, and each connection is written to once. */
void turn_on_end(uv_prepare_t *prepare)
{
    struct server *server = prepare->data;
    uv_update_time(&server->loop);
    if (flags_come_first(server))
        return;
    hall_set_time(server->hall, wall_clock_ms(), server_tick_ms(server));
    /* Writing can end connections, which is news for others, and lets connections go on that waited for it: again until there
     * is nothing more. */
    for (int i = 0; i == 0 || (server->dirty && i < ROUNDS_MAX); i++) {
        flush_connections(server);
        say_all(server);
        submit_batch(server);
    }
    go_on_later(server);
    statistics_answers_left(&server->statistics, measure_now_us());
    measure_turn(server);
    if (server->state == SERVER_SETTLING && hall_is_settled(server->hall) && all_written(server))
        server_end(server);
    else
        flags_set(server);
}
