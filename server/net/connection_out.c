/* Messages down, bytes out: messages are queued, and each connection is written to once in a turn.
 */
#include "server/net/connection.h"

#include "common/base/memory.h"
#include "server/base/now.h"

#include <stdlib.h>

enum {
    SPARE_BYTES_MAX = 4096, /* of a spare buffer, at most */
    SAID_SHARE = 32, /* of all_queued_bytes: with more queued, the queues are written first */
    LATE_BYTES_MAX = 65536, /* a connection ended as the slowest may still write this many */
};

void net_take_spare(struct net *net, struct text *ret_text)
{
    if (!ret_text->bytes && net->spare_count > 0)
        *ret_text = net->spares[--net->spare_count];
}

void net_give_spare(struct net *net, struct text *text)
{
    assert(text->len == 0);
    if (!text->bytes)
        return;
    if (text->capacity > SPARE_BYTES_MAX || net->spare_count == SPARES_MAX)
        text_finish(text);
    else
        net->spares[net->spare_count++] = *text;
    *text = (struct text){0};
}

static void unlist(struct connection *connection)
{
    if (connection->listed)
        DL_DELETE(*connection->listed, connection);
    connection->listed = NULL;
}

static void list_in(struct connection *connection, struct connection **list)
{
    assert(connection->state != CONNECTION_CLOSED);
    if (connection->listed != list) {
        unlist(connection);
        DL_APPEND(*list, connection);
        connection->listed = list;
    }
}

/* The connection's queue; moves the connection to this list. */
static struct text *queue_in(struct connection *connection, struct connection **list)
{
    list_in(connection, list);
    struct text *queued = &connection->line->queued;
    net_take_spare(connection->net, queued);
    return queued;
}

struct text *connection_queue(struct connection *connection)
{
    return queue_in(connection, &connection->net->dirty);
}

void connection_unblock(struct connection *connection)
{
    list_in(connection, &connection->net->dirty);
}

void connection_forget_said(struct connection *connection)
{
    unlist(connection);
    if (connection->line)
        recount(&connection->net->said_bytes, &connection->line->said_bytes, 0);
}

static void count_answer(struct connection *connection)
{
    assert(connection->unanswered > 0);
    connection->unanswered--;
}

static bool is_open(const struct connection *connection)
{
    return connection && connection->state == CONNECTION_OPEN;
}

static void queue_message(struct connection *connection, const struct text *bytes, bool is_soon)
{
    size_t *said_bytes = &connection->line->said_bytes;
    struct net *net = connection->net;
    /* A connection that is already in a list stays there. */
    struct connection **later = connection->listed ? connection->listed : &net->dirty_later;
    struct text *queue = is_soon ? connection_queue(connection) : queue_in(connection, later);
    if (bytes->is_secret)
        text_make_secret(queue);
    text_append(queue, bytes->bytes, bytes->len);
    recount(&net->said_bytes, said_bytes, *said_bytes + bytes->len);
}

size_t net_send(struct net *net, const struct net_message *message)
{
    size_t count = 0, soon_count = 0;
    assert(!message->is_answer || message->session_count == 1);
    for (size_t i = 0; i < message->session_count; i++) {
        struct connection *connection = connection_find(net, message->sessions[i]);
        if (!is_open(connection))
            continue;
        bool is_soon = message->is_answer || i < message->soon_count;
        count++;
        if (message->is_answer)
            count_answer(connection);
        if (!connection->line) {
            tunnel_list(connection);
            soon_count += is_soon;
            continue;
        }
        queue_message(connection, message->bytes, is_soon);
        if (message->is_last)
            connection_close_after_writing(connection);
    }
    if (net->tunnels.listed_count > 0)
        tunnels_say(net, message, soon_count);
    return count;
}

void net_answer_long(struct net *net, uint64_t session, struct text *answer)
{
    struct connection *connection = connection_find(net, session);
    if (!is_open(connection))
        return;
    if (!connection->line) {
        net_send(net,
                 &(struct net_message){
                     .bytes = answer, .sessions = &session, .session_count = 1, .is_answer = true});
        return;
    }
    count_answer(connection);
    struct text *queue = connection_queue(connection);
    if (queue->len == 0) {
        struct text empty = *queue;
        *queue = *answer;
        *answer = empty;
    } else {
        text_append(queue, answer->bytes, answer->len);
    }
    connection_flush(connection);
}

/* --- writing --- */

static void forget_late(struct connection *connection)
{
    struct line *line = connection->line;
    text_finish(&line->late->bytes);
    free(line->late);
    line->late = NULL;
}

static void on_written(uv_write_t *request, int status)
{
    struct connection *connection = request->data;
    assert(connection->line->late && &connection->line->late->request == request);
    forget_late(connection);
    if (status < 0)
        connection_close(connection);
    else if (connection->state != CONNECTION_CLOSED)
        connection_flush(connection);
}

/* Leaves the bytes that the system has not taken, of `ahead` (or NULL) and the queue, to libuv. */
static void write_later(struct connection *connection, struct text *ahead, size_t taken)
{
    struct line *line = connection->line;
    assert(!line->late);
    struct late_write *late = memory_zeroed(1, sizeof *late);
    late->request.data = connection;
    if (ahead && taken < ahead->len) {
        if (line->queued.is_secret)
            text_make_secret(ahead);
        text_append(ahead, line->queued.bytes, line->queued.len);
        text_clear(&line->queued);
        late->bytes = *ahead;
        *ahead = (struct text){0};
    } else {
        late->bytes = line->queued;
        line->queued = (struct text){0};
        if (ahead) {
            taken -= ahead->len;
            text_clear(ahead);
            net_give_spare(connection->net, ahead);
        }
    }
    assert(taken < late->bytes.len);
    line->late = late;
    uv_buf_t rest = uv_buf_init(late->bytes.bytes + taken, (unsigned)(late->bytes.len - taken));
    if (uv_write(&late->request, &line->socket.stream, &rest, 1, on_written) < 0) {
        forget_late(connection);
        connection_close(connection);
        return;
    }
    late->left = connection_late_bytes(connection);
    wait_start(connection, WAIT_TAKING);
}

size_t connection_late_bytes(const struct connection *connection)
{
    return uv_stream_get_write_queue_size(&connection->line->socket.stream);
}

/* Hands the queue to the system. Nearly always the system takes all of it at once; uv_write() would
 * report that in a callback, which costs another system call. */
static void start_writing(struct connection *connection)
{
    struct text *queued = &connection->line->queued, *ahead = pipe_encode(connection);
    uv_buf_t buffers[2];
    unsigned count = 0;
    size_t len = queued->len + (ahead ? ahead->len : 0);

    if (len == 0)
        return;
    if (ahead && ahead->len > 0)
        buffers[count++] = uv_buf_init(ahead->bytes, (unsigned)ahead->len);
    if (queued->len > 0)
        buffers[count++] = uv_buf_init(queued->bytes, (unsigned)queued->len);
    statistics_add(connection->net->statistics, STATISTIC_BYTES_OUT, (int64_t)len);
    share_charge_output(connection, len);
    ping_handed_over(connection);

    int taken = uv_try_write(&connection->line->socket.stream, buffers, count);
    if (taken != (int)len) { /* uv_write() reports the error, if there was one */
        write_later(connection, ahead, taken > 0 ? (size_t)taken : 0);
    } else {
        text_clear(queued);
        if (ahead) {
            text_clear(ahead);
            net_give_spare(connection->net, ahead);
        }
    }
}

void connection_count_backlog(struct connection *connection, size_t bytes)
{
    size_t before = connection->counted_bytes;
    recount(&connection->net->queued_bytes, &connection->counted_bytes, bytes);
    connection->share->queued_bytes += connection->counted_bytes - before;
}

/* Ends a connection whose client reads too slowly: drops the output whose writing has not begun;
 * the fault follows the rest. Three things lead here: too much queued for one client (below), too
 * much for all clients (connections_shed()), and a client that takes too little of what is late
 * (connection_waits.c). */
static void fail_slow_reader(struct connection *connection, const struct error *why)
{
    statistics_count(connection->net->statistics, STATISTIC_UNREAD);
    text_finish(&connection->line->queued);
    connection_fail(connection, why);
}

/* Counts the memory of the late write and of the queue behind it. */
static void measure_backlog(struct connection *connection)
{
    const struct net_service *service = &connection->net->service;
    const struct line *line = connection->line;
    const struct late_write *late = line->late;
    connection_count_backlog(connection, late ? late->bytes.capacity + line->queued.capacity +
                                                    pipe_output_bytes(connection)
                                              : 0);
    bool is_behind = late != NULL;
    if (is_behind != connection->is_behind) {
        connection->is_behind = is_behind;
        service->on_behind(service->owner, connection->session, is_behind);
    }
}

void connection_give_up(struct connection *connection)
{
    struct error error;
    error_set(&error, ERROR_LIMIT_REACHED,
              "you read too slowly: all who do so had %lld bytes waiting, and your address "
              "the most",
              (long long)connection->net->limits.all_queued_bytes / NET_BACKLOG_SHARE);
    const struct line *line = connection->line;
    fail_slow_reader(connection, &error);
    /* A partly written buffer cannot be withdrawn, only dropped with the connection. */
    if (line->late && line->late->bytes.len > LATE_BYTES_MAX)
        connection_close(connection);
    else
        measure_backlog(connection);
}

static bool has_output(const struct connection *connection)
{
    return connection->line->queued.len > 0 || pipe_has_output(connection);
}

static void go_on_reading(struct connection *connection)
{
    if (connection->is_paused && connection->state == CONNECTION_OPEN &&
        !share_is_waiting(connection))
        connection_wait_for_turn(connection);
}

void connection_flush(struct connection *connection)
{
    const struct net_limits *limits = &connection->net->limits;
    struct line *line = connection->line;
    assert(connection->state != CONNECTION_CLOSED);
    connection_forget_said(connection);
    if (!line) {
        go_on_reading(connection);
        return;
    }
    if (!line->late && has_output(connection))
        start_writing(connection);
    if (!line->late && connection->state == CONNECTION_LAST_WORDS)
        connection_close(connection);
    /* The server does not read from a peer that does not read. */
    if (!line->late)
        go_on_reading(connection);
    if (line->queued.len == 0)
        net_give_spare(connection->net, &line->queued);
    if (connection->state == CONNECTION_CLOSED)
        return;
    measure_backlog(connection);
    if (connection->state == CONNECTION_OPEN && connection->counted_bytes > 0 &&
        (int64_t)line->queued.len > limits->queued_bytes) {
        struct error error;
        error_set(&error, ERROR_LIMIT_REACHED,
                  "you read too slowly: more than %lld bytes were waiting for you",
                  (long long)limits->queued_bytes);
        fail_slow_reader(connection, &error);
    }
}

/* --- in a turn --- */

/* Writes to the connections of a list until the time is over, but to one at least. */
static void flush_list(struct connection **list, uint64_t end_us)
{
    while (*list) {
        connection_flush(*list);
        if (now_us() > end_us)
            return;
    }
}

void net_flush(struct net *net, uint64_t end_us)
{
    flush_list(&net->dirty, end_us);
    connections_shed(net);
}

void net_flush_later(struct net *net, uint64_t end_us)
{
    flush_list(&net->dirty_later, end_us);
}

bool net_is_dirty(const struct net *net)
{
    return net->dirty != NULL;
}

bool net_has_said_much(const struct net *net)
{
    return (int64_t)net->said_bytes > net->limits.all_queued_bytes / SAID_SHARE;
}

bool net_is_written(const struct net *net)
{
    for (const struct connection *connection = net->connections; connection;
         connection = connection->next_open)
        if (connection->line && (connection->line->late || has_output(connection)))
            return false;
    return true;
}
