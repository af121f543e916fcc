/* Everything that a turn of the loop has brought is carried on at its end, just before the loop
 * waits again. */
#include "server/net/state.h"

#include <time.h>

enum {
    GO_ON_US = 500,  /* in a turn, for tournaments: then they go on in the next one */
    SAY_US = 4000,   /* the same of what is said */
    FLUSH_US = 4000, /* the same of writing */
    LATER_US = 250,  /* in a turn, of writing to spectators: many short turns delay nobody */
    ROUNDS_MAX = 4,  /* of saying and writing in a turn: two, and some for connections that end */
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

/* Writes to the first of a list until the time is over, but to one of them at least. */
static void flush(struct connection **list, uint64_t end_us)
{
    while (*list) {
        connection_flush(*list);
        if (measure_now_us() > end_us)
            return;
    }
}

static void flush_connections(struct server *server)
{
    flush(&server->dirty, measure_now_us() + FLUSH_US);
    connections_shed(server);
}

static void say_all(struct server *server)
{
    struct message *message;
    uint64_t end_us = measure_now_us() + SAY_US;
    server->has_more_to_say = false;
    while (!server->has_more_to_say && (message = hall_message_next(server->hall))) {
        speak(server, message);
        if ((int64_t)server->said_bytes > server->limits.all_queued_bytes / SAID_SHARE) {
            flush_connections(server);
            flush(&server->dirty_later, end_us);
            server->has_more_to_say = measure_now_us() > end_us;
        }
    }
}

static void tournaments_go_on(struct server *server)
{
    uint64_t end_us = measure_now_us() + GO_ON_US;
    do {
        server->has_more_to_do = hall_go_on(server->hall);
    } while (server->has_more_to_do && measure_now_us() < end_us);
}

/* What others have sent is read before a turn that has become long goes on. */
static void go_on_later(struct server *server)
{
    if (server->dirty || server->dirty_later || server->has_more_to_say || server->has_more_to_do ||
        connections_can_go_on(server))
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

/* A turn lasts from the end of the one before; libuv tells how long it waited in between. Its
 * processor time is measured besides: other programs on the machine make a turn longer, but do not
 * add to that. */
static void end_turn(struct server *server)
{
    uint64_t end_us = measure_now_us(), idle_us = uv_metrics_idle_time(&server->loop) / 1000;
    uint64_t taken_us = end_us - server->turn_end_us, waited_us = idle_us - server->idle_us;
    struct timespec worked;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &worked);
    uint64_t work_end_us = (uint64_t)worked.tv_sec * 1000000 + (uint64_t)worked.tv_nsec / 1000;
    server->turn_us = taken_us > waited_us ? taken_us - waited_us : 0;
    if (server->turn_end_us > 0) {
        statistics_measure(&server->statistics, MEASURE_TURN, server->turn_us);
        statistics_measure(&server->statistics, MEASURE_TURN_WORK,
                           work_end_us - server->turn_work_end_us);
    }
    server->turn_end_us = end_us;
    server->turn_work_end_us = work_end_us;
    server->idle_us = idle_us;
    share_begin_turn(server);
}

/* The open batch goes to the store if that is idle, what may be said is encoded, and each
 * connection is written to once. */
void turn_on_end(uv_prepare_t *prepare)
{
    struct server *server = prepare->data;
    uv_update_time(&server->loop);
    if (flags_come_first(server)) {
        end_turn(server);
        return;
    }
    hall_set_time(server->hall, wall_clock_ms(), server_tick_ms(server));
    /* Writing can end connections, which is news for others, and lets connections go on that waited
     * for it: again until there is nothing more. */
    for (int i = 0; i == 0 || (server->dirty && i < ROUNDS_MAX); i++) {
        flush_connections(server);
        if (i == 0) {
            flush(&server->dirty_later, measure_now_us() + LATER_US);
            connections_serve(server);
        }
        tournaments_go_on(server);
        /* A turn of a match is given at the time at which this is said. */
        uv_update_time(&server->loop);
        server_set_time(server);
        say_all(server);
        submit_batch(server);
    }
    lanes_go_on(server);
    go_on_later(server);
    statistics_answers_left(&server->statistics, measure_now_us());
    end_turn(server);
    if (server->state == SERVER_SETTLING && hall_is_settled(server->hall) && all_written(server))
        server_end(server);
    else
        flags_set(server);
}
