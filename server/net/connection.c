/* A connection: bytes in, messages to dispatch.c; messages queued by speak.c, bytes out. */
#include "common/base/memory.h"
#include "server/base/log.h"
#include "server/net/state.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
    UNTAKEN_BYTES_MAX = 65536, /* of answers: with more, the next request waits */
    /* Of what the hall has to say to all connections: with more, requests that can have long
     * answers and have waited already go on waiting, so that there is room for the others. */
    UNSAID_BYTES_MUCH = 32 * 1024,
    /* With more, only requests that cannot be long are carried out: a move's answer is said after
     * all that was there before. */
    UNSAID_BYTES_LONG = 256 * 1024,
    LONG_REST_NS = 10000000, /* but one of them is served after this, whatever there is to say */
    VISIT_NS = 20000,       /* for a connection that has waited, before it is the next one's turn */
    SERVE_NS = 500000,      /* for all these in a turn, in what they are charged with */
    UNREAD_GRACE_MS = 16,   /* so much older all bytes count that are not read yet */
    LATE_BYTES_MAX = 65536, /* that are waited for when their connection is ended as the slowest */
};

struct connection *connection_find(const struct server *server, uint64_t session)
{
    struct connection *found = NULL;
    HASH_FIND(hh, server->connections, &session, sizeof session, found);
    return found;
}

static void take_spare(struct connection *connection)
{
    struct server *server = connection->server;
    if (server->spare_count > 0)
        connection->queued = server->spares[--server->spare_count];
}

/* The empty queue's memory is for whoever has something to say next. */
static void give_spare(struct connection *connection)
{
    struct server *server = connection->server;
    if (connection->queued.capacity > SPARE_BYTES_MAX || server->spare_count == SPARES_MAX) {
        text_finish(&connection->queued);
        return;
    }
    server->spares[server->spare_count++] = connection->queued;
    connection->queued = (struct text){0};
}

static void unlist(struct connection *connection)
{
    if (connection->listed)
        DL_DELETE(*connection->listed, connection);
    connection->listed = NULL;
}

/* The connection stands in this list from now on. */
static struct text *queue_in(struct connection *connection, struct connection **list)
{
    if (connection->listed != list) {
        unlist(connection);
        DL_APPEND(*list, connection);
        connection->listed = list;
    }
    if (!connection->queued.bytes)
        take_spare(connection);
    return &connection->queued;
}

struct text *connection_queue(struct connection *connection)
{
    return queue_in(connection, &connection->server->dirty);
}

struct text *connection_queue_later(struct connection *connection)
{
    return queue_in(connection,
                    connection->listed ? connection->listed : &connection->server->dirty_later);
}

struct text *connection_answer(struct connection *connection)
{
    assert(connection->unanswered > 0);
    connection->unanswered--;
    return connection_queue(connection);
}

/* By now libuv has given up what was late. */
static void on_closed(uv_handle_t *handle)
{
    struct connection *connection = handle->data;
    assert(!connection->late);
    wire_decoder_destroy(connection->decoder);
    text_finish(&connection->queued);
    text_wipe(&connection->unread);
    free(connection);
}

/* A connection's part of what all connections have. */
static void recount(size_t *all, size_t *part, size_t bytes)
{
    *all = *all - *part + bytes;
    *part = bytes;
}

void connection_count_said(struct connection *connection, size_t bytes)
{
    recount(&connection->server->said_bytes, &connection->said_bytes,
            connection->said_bytes + bytes);
}

/* It is about to be written to, or is closed. */
static void forget_said(struct connection *connection)
{
    unlist(connection);
    recount(&connection->server->said_bytes, &connection->said_bytes, 0);
}

static void count_unread(struct connection *connection, size_t bytes)
{
    if (connection->unread_bytes == 0)
        connection->unread_since_ms = (int64_t)uv_now(&connection->server->loop);
    recount(&connection->server->unread_bytes, &connection->unread_bytes, bytes);
}

static void count_backlog(struct connection *connection, size_t bytes)
{
    size_t before = connection->counted_bytes;
    recount(&connection->server->queued_bytes, &connection->counted_bytes, bytes);
    connection->share->queued_bytes += connection->counted_bytes - before;
}

/* The player is gone from now on. */
static void leave(struct connection *connection)
{
    server_set_time(connection->server);
    hall_leave(connection->server->hall, connection->session);
}

void connection_close(struct connection *connection)
{
    struct server *server = connection->server;
    if (connection->state == CONNECTION_CLOSED)
        return;
    connection->state = CONNECTION_CLOSED;
    share_leave(connection);
    uint64_t told = hall_told(server->hall);
    share_lap(server);
    leave(connection);
    share_charge(connection, hall_told(server->hall) - told);
    forget_said(connection);
    waits_stop(connection);
    lanes_forget(connection);
    count_backlog(connection, 0);
    count_unread(connection, 0);
    connection->share = NULL;
    HASH_DELETE(hh, server->connections, connection);
    if (!connection->is_operator)
        addresses_remove(server->addresses, &connection->origin);
    uv_close(&connection->socket.handle, on_closed);
}

void connection_close_after_writing(struct connection *connection)
{
    if (connection->state != CONNECTION_OPEN)
        return;
    connection->state = CONNECTION_LAST_WORDS;
    leave(connection);
    connection_stop_reading(connection);
    wire_decoder_destroy(connection->decoder);
    connection->decoder = NULL;
    count_unread(connection, 0);
    wait_start(connection, WAIT_LAST_WORDS);
    connection_queue(connection);
}

void connection_fail(struct connection *connection, const struct error *error)
{
    statistics_count(&connection->server->statistics, STATISTIC_FAULTS);
    log_info("fault", log_int("session", (int64_t)connection->session),
             log_text("code", error_name(error->code)), log_text("message", error->message));
    struct wire_fault fault = {.code = error->code, .message = wire_text(error->message)};
    wire_encode_event(connection_queue(connection), WIRE_EVENT_SESSION_FAULT, &fault);
    connection_close_after_writing(connection);
}

/* What the client sent breaks the protocol: its player answers for it. (Silence is not told from a
 * way that is cut; and who reads too slowly breaks nothing: the way may be narrow, and others can
 * say much to somebody.) */
static void blame(struct connection *connection)
{
    server_set_time(connection->server);
    hall_fault(connection->server->hall, connection->session);
}

/* --- bytes in --- */

/* Does what it says count? Not once the server shuts down, which it may have asked for itself. */
static bool is_heard(const struct connection *connection)
{
    return connection->state == CONNECTION_OPEN && connection->server->state == SERVER_SERVING;
}

static bool has_token(const struct connection *connection)
{
    struct server *server = connection->server;
    struct bucket bucket = connection->bucket;
    return bucket_wait_ms(&bucket, &server->request_rate, 1, (int64_t)uv_now(&server->loop)) == 0;
}

/* Is there room for what one more request makes the hall say? Not with this much to say. */
static bool has_room(const struct server *server, size_t most)
{
    return hall_unsaid_bytes(server->hall) + server->said_bytes < most;
}

/* With more to say no request is carried out that can be long, or none at all. */
static size_t unsaid_max(const struct server *server, bool is_light)
{
    size_t most = (size_t)server->limits.all_queued_bytes / UNSAID_SHARE;
    return is_light || most < UNSAID_BYTES_LONG ? most : UNSAID_BYTES_LONG;
}

/* Has it too many unanswered requests, answers that it does not take, or look-ups that wait, or no
 * token? Then it waits until it has fewer, or one. */
static bool is_blocked(struct connection *connection)
{
    if (connection->unanswered >= WIRE_UNANSWERED_MAX ||
        connection->queued.len >= UNTAKEN_BYTES_MAX || lanes_hold(connection))
        return true;
    if (has_token(connection))
        return false;
    if (!wait_is_running(connection, WAIT_TURN)) {
        statistics_count(&connection->server->statistics, STATISTIC_THROTTLED);
        log_debug("throttled", log_int("session", (int64_t)connection->session));
        wait_start(connection, WAIT_TURN);
    }
    return true;
}

/* Can the next request not take long? `bytes`: what is not carried out yet. */
static bool is_next_light(const struct connection *connection, const char *bytes, size_t len)
{
    if (wire_decoder_is_inside(connection->decoder))
        return false;
    int method = wire_method_peek(bytes, len);
    return method == WIRE_SESSION_HELLO || method == WIRE_SESSION_PONG || method == WIRE_MATCH_MOVE;
}

static bool has_room_for(const struct connection *connection, const char *bytes, size_t len)
{
    const struct server *server = connection->server;
    return has_room(server, unsaid_max(server, false)) ||
           (has_room(server, unsaid_max(server, true)) && is_next_light(connection, bytes, len));
}

/* A connection that is paused waits for its turn as soon as it waits for nothing else. Its
 * clocks are not charged for that, unless the wait comes from its own requests. */
static void wait_for_turn(struct connection *connection)
{
    bool blocked = is_blocked(connection);
    if (blocked || !share_is_in_credit(connection))
        connection->came_ms = INT64_MAX;
    if (!blocked) {
        statistics_count(&connection->server->statistics, STATISTIC_HELD);
        share_wait(connection,
                   is_next_light(connection, connection->unread.bytes + connection->unread_from,
                                 connection->unread.len - connection->unread_from));
    }
}

/* Keeps what may not be carried out yet, and reads no more. */
static void hold(struct connection *connection, const char *bytes, size_t len)
{
    connection->is_paused = true;
    text_append_secret(&connection->unread, bytes, len);
    uv_read_stop(&connection->socket.stream);
    wait_for_turn(connection);
}

static void take_message(struct connection *connection, const struct wire_message *message)
{
    struct server *server = connection->server;
    wait_stop(connection, WAIT_MESSAGE);
    bucket_take(&connection->bucket, &server->request_rate, (int64_t)uv_now(&server->loop));
    statistics_count(&server->statistics, STATISTIC_MESSAGES_IN);
    if (message->kind == WIRE_REQUEST)
        connection->unanswered++;
    size_t queued = connection->queued.len;
    dispatch(connection, message);
    if (connection->queued.len > queued) /* some answers are encoded at once */
        connection_count_said(connection, connection->queued.len - queued);
}

/* One that has begun has to end in time, unless it is the server that does not read on. */
static void watch_message(struct connection *connection)
{
    bool waits = is_heard(connection) && !connection->is_paused &&
                 wire_decoder_is_inside(connection->decoder);
    if (!waits)
        wait_stop(connection, WAIT_MESSAGE);
    else if (!wait_is_running(connection, WAIT_MESSAGE))
        wait_start(connection, WAIT_MESSAGE);
}

/* Carries out what has come, as long as the connection may go on and has used less than this.
 * Returns how many bytes are carried out. */
static size_t take_bytes(struct connection *connection, const char *bytes, size_t len,
                         int64_t allowance_ns)
{
    struct server *server = connection->server;
    size_t taken = 0;
    uint64_t told = hall_told(server->hall);
    while (taken < len && allowance_ns > 0 && is_heard(connection) && !is_blocked(connection) &&
           has_room_for(connection, bytes + taken, len - taken)) {
        bool complete;
        struct wire_message message;
        enum error_code code;
        struct error error;
        taken += wire_decoder_feed(connection->decoder, server->arena, bytes + taken, len - taken,
                                   &complete, &message, &code, &error);
        if (code) {
            blame(connection);
            connection_fail(connection, &error);
        } else if (complete) {
            take_message(connection, &message);
        }
        uint64_t told_before = told;
        told = hall_told(server->hall);
        /* A request without a message of the hall's has an answer, too. */
        allowance_ns -=
            share_charge(connection, told > told_before ? told - told_before : complete);
    }
    return taken;
}

static void on_taken(struct connection *connection)
{
    if (connection->state == CONNECTION_OPEN)
        count_unread(connection,
                     connection->unread.capacity + wire_decoder_bytes(connection->decoder));
    watch_message(connection);
}

/* The tick at which bytes that are read now had come at the latest: during the last turn, in
 * which the loop did not look, unless it has waited for them since. (The system's own times of
 * arrival, TCP_INFO, are coarser: they go by its ticks, 4 ms or more.) */
static int64_t came_by_ms(const struct server *server)
{
    int64_t now_ms = server_tick_ms(server);
    int64_t waited_ms = now_ms - (int64_t)(server->turn_end_us / 1000);
    int64_t unseen_ms = (int64_t)(server->turn_us / 1000) - waited_ms;
    return unseen_ms > 0 ? now_ms - unseen_ms : now_ms;
}

/* May it be carried out at once, while spectators have not been told yet of what was said before?
 * They take some turns. Meanwhile another broadcast has to wait, and moves do not. */
static bool may_go_first(const struct connection *connection, const char *bytes, size_t len)
{
    const struct server *server = connection->server;
    if (server->said_bytes <= UNSAID_BYTES_MUCH)
        return true;
    return (int64_t)server->said_bytes <= server->limits.all_queued_bytes / SAID_MUCH_SHARE &&
           is_next_light(connection, bytes, len);
}

static void on_allocate(uv_handle_t *handle, size_t suggested, uv_buf_t *ret_buffer)
{
    (void)suggested;
    struct connection *connection = handle->data;
    /* Without room nothing is read, and on_read() is told so. */
    *ret_buffer = uv_buf_init(connection->server->read_buffer,
                              share_may_be_read(connection) ? READ_BYTES : 0);
}

static void on_read(uv_stream_t *stream, ssize_t len, const uv_buf_t *buffer)
{
    struct connection *connection = stream->data;
    struct server *server = connection->server;
    if (len == UV_ENOBUFS) /* its turn comes later */
        return;
    share_lap(server);
    if (len > 0)
        share_charge_input(connection, (size_t)len);
    int64_t allowance_ns = share_allowance_ns(connection);
    if (len < 0) {
        log_debug("gone", log_int("session", (int64_t)connection->session),
                  log_text("reason", uv_strerror((int)len)));
        if (len == UV_ETIMEDOUT)
            statistics_count(&server->statistics, STATISTIC_TIMEOUTS_DEAD);
        if (allowance_ns > 0) {
            connection_close(connection);
        } else { /* which may be news for many */
            connection->is_ending = connection->is_paused = true;
            uv_read_stop(stream);
            share_wait(connection, false);
        }
        return;
    }
    server_set_time(server);
    connection->came_ms = came_by_ms(server);
    statistics_add(&server->statistics, STATISTIC_BYTES_IN, len);
    if (!connection->is_operator)
        wait_start(connection, WAIT_BYTES);
    if (!may_go_first(connection, buffer->base, (size_t)len))
        allowance_ns = 0;
    size_t taken = take_bytes(connection, buffer->base, (size_t)len, allowance_ns);
    if (taken < (size_t)len && is_heard(connection))
        hold(connection, buffer->base + taken, (size_t)len - taken);
    on_taken(connection);
    explicit_bzero(buffer->base, (size_t)len); /* there may have been a password in it */
}

void connection_start_reading(struct connection *connection)
{
    if (uv_read_start(&connection->socket.stream, on_allocate, on_read) < 0)
        connection_close(connection);
}

void connection_stop_reading(struct connection *connection)
{
    share_leave(connection);
    connection->is_paused = connection->is_ending = false;
    connection->unread_from = 0;
    text_wipe(&connection->unread);
    waits_stop(connection);
    if (connection->state != CONNECTION_CLOSED)
        uv_read_stop(&connection->socket.stream);
}

/* Of a connection that waits for its turn because of its own requests, or of what was said. */
static bool can_be_long(const struct connection *connection)
{
    return !share_is_light(connection) &&
           (connection->came_ms == INT64_MAX || connection->server->said_bytes > UNSAID_BYTES_MUCH);
}

/* The connection's turn has come. */
static void serve(struct connection *connection)
{
    if (can_be_long(connection))
        connection->server->long_ns = connection->server->lap_ns;
    share_leave(connection);
    if (connection->is_ending) {
        connection_close(connection);
        return;
    }
    struct text unread = connection->unread;
    size_t from = connection->unread_from;
    connection->unread = (struct text){0};
    if (from < unread.len) /* a new connection may have waited before it was read at all */
        from += take_bytes(connection, unread.bytes + from, unread.len - from, VISIT_NS);
    if (from < unread.len && is_heard(connection)) {
        connection->unread = unread;
        connection->unread_from = from;
        wait_for_turn(connection);
    } else {
        text_wipe(&unread);
        connection->unread_from = 0;
        connection->is_paused = false;
        if (is_heard(connection))
            connection_start_reading(connection);
    }
    on_taken(connection);
}

/* The connection whose turn it is, if there is room for what it will make the hall say. */
static struct connection *next_with_room(struct server *server)
{
    struct connection *connection = share_next(server);
    if (!connection)
        return NULL;
    bool may_rest = can_be_long(connection) && server->lap_ns - server->long_ns < LONG_REST_NS &&
                    !has_room(server, UNSAID_BYTES_MUCH);
    bool is_light = share_is_light(connection);
    return !may_rest && has_room(server, unsaid_max(server, is_light)) ? connection : NULL;
}

void connections_serve(struct server *server)
{
    struct connection *connection;
    share_lap(server);
    int64_t end_ns = server->at_once_ns - SERVE_NS;
    while (server->at_once_ns > end_ns && (connection = next_with_room(server)))
        serve(connection);
}

bool connections_can_go_on(struct server *server)
{
    return next_with_room(server) != NULL;
}

/* --- bytes out --- */

static void forget_late(struct connection *connection)
{
    text_finish(&connection->late->bytes);
    free(connection->late);
    connection->late = NULL;
}

static void on_written(uv_write_t *request, int status)
{
    struct connection *connection = request->data;
    forget_late(connection);
    server_set_time(connection->server);
    if (status < 0)
        connection_close(connection);
    else if (connection->state != CONNECTION_CLOSED)
        connection_flush(connection);
}

/* Leaves to libuv what comes after the bytes that the system has taken. */
static void write_later(struct connection *connection, size_t taken)
{
    struct late_write *late = memory_zeroed(1, sizeof *late);
    late->request.data = connection;
    late->bytes = connection->queued;
    connection->queued = (struct text){0};
    connection->late = late;
    uv_buf_t rest = uv_buf_init(late->bytes.bytes + taken, (unsigned)(late->bytes.len - taken));
    if (uv_write(&late->request, &connection->socket.stream, &rest, 1, on_written) < 0) {
        forget_late(connection);
        connection_close(connection);
        return;
    }
    late->left = connection_late_bytes(connection);
    wait_start(connection, WAIT_TAKING);
}

size_t connection_late_bytes(const struct connection *connection)
{
    return uv_stream_get_write_queue_size(&connection->socket.stream);
}

/* Hands the queue to the system. Nearly always that takes all of it at once, which uv_write() would
 * be told of in a callback, at the price of a system call. */
static void start_writing(struct connection *connection)
{
    uv_buf_t buffer = uv_buf_init(connection->queued.bytes, (unsigned)connection->queued.len);
    statistics_add(&connection->server->statistics, STATISTIC_BYTES_OUT, buffer.len);
    share_charge_output(connection, buffer.len);
    ping_handed_over(connection);
    int taken = uv_try_write(&connection->socket.stream, &buffer, 1);
    if (taken == (int)buffer.len)
        text_clear(&connection->queued);
    else /* uv_write() finds out what is wrong, if anything is */
        write_later(connection, taken > 0 ? (size_t)taken : 0);
}

/* Whoever takes less than is said loses what is not begun to be written, and hears why after the
 * rest. */
static void fail_slow_reader(struct connection *connection, const struct error *why)
{
    statistics_count(&connection->server->statistics, STATISTIC_UNREAD);
    text_finish(&connection->queued);
    connection_fail(connection, why);
}

static void fail_with_too_much(struct connection *connection)
{
    struct error error;
    error_set(&error, ERROR_LIMIT_REACHED,
              "you read too slowly: more than %lld bytes were waiting for you",
              (long long)connection->server->limits.queued_bytes);
    fail_slow_reader(connection, &error);
}

static void fail_as_slowest(struct connection *connection)
{
    struct error error;
    error_set(&error, ERROR_LIMIT_REACHED,
              "you read too slowly: all who do so had %lld bytes waiting, and your address "
              "the most",
              (long long)connection->server->limits.all_queued_bytes / BACKLOG_SHARE);
    fail_slow_reader(connection, &error);
}

/* The memory of what the system has not taken yet, and of what waits behind that. */
static void measure_backlog(struct connection *connection)
{
    const struct late_write *late = connection->late;
    count_backlog(connection, late ? late->bytes.capacity + connection->queued.capacity : 0);
    bool is_behind = late != NULL;
    if (is_behind != connection->is_behind) {
        connection->is_behind = is_behind;
        hall_session_behind(connection->server->hall, connection->session, is_behind);
    }
}

void connection_give_up(struct connection *connection)
{
    fail_as_slowest(connection);
    /* What is half written cannot be taken back, only given up with the connection. */
    if (connection->late && connection->late->bytes.len > LATE_BYTES_MAX)
        connection_close(connection);
    else
        measure_backlog(connection);
}

void connection_flush(struct connection *connection)
{
    const struct net_limits *limits = &connection->server->limits;
    forget_said(connection);
    if (!connection->late && connection->queued.len > 0)
        start_writing(connection);
    if (!connection->late && connection->state == CONNECTION_LAST_WORDS)
        connection_close(connection);
    /* A peer that does not read is not read either. */
    if (!connection->late && connection->is_paused && connection->state == CONNECTION_OPEN &&
        !share_is_waiting(connection))
        wait_for_turn(connection);
    if (connection->queued.bytes && connection->queued.len == 0)
        give_spare(connection);
    if (connection->state == CONNECTION_CLOSED)
        return;
    if (!connection->late && connection->places)
        lanes_return(connection);
    measure_backlog(connection);
    if (connection->state == CONNECTION_OPEN && connection->counted_bytes > 0 &&
        (int64_t)connection->queued.len > limits->queued_bytes)
        fail_with_too_much(connection);
}

static void fail_with_most_unread(struct connection *connection)
{
    struct error error;
    error_set(&error, ERROR_LIMIT_REACHED,
              "%lld bytes of requests have come that are not whole, or wait for their turn, and "
              "of these your address has most",
              (long long)connection->server->limits.all_unread_bytes);
    connection_fail(connection, &error);
}

/* Bytes that have been there for long weigh more: who sends one long request in two pieces must not
 * make room for those who keep theirs unfinished at a thousand addresses. */
static size_t unread_weight_of(const struct connection *connection)
{
    int64_t age_ms = (int64_t)uv_now(&connection->server->loop) - connection->unread_since_ms;
    return connection->unread_bytes * (size_t)(UNREAD_GRACE_MS + age_ms);
}

static size_t backlog_of(const struct connection *connection)
{
    return connection->counted_bytes;
}

struct weighed {
    struct connection *connection;
    size_t weight;
};

/* Those of one address together, the lightest first; of two as heavy, the newer one. */
static int compare_at_address(const void *a, const void *b)
{
    const struct weighed *one = a, *other = b;
    uintptr_t address = (uintptr_t)one->connection->share;
    uintptr_t other_address = (uintptr_t)other->connection->share;
    if (address != other_address)
        return address < other_address ? -1 : 1;
    if (one->weight != other->weight)
        return one->weight < other->weight ? -1 : 1;
    return one->connection->session < other->connection->session ? 1 : -1;
}

/* The heaviest first; of two as heavy, the older connection. */
static int compare_weighed(const void *a, const void *b)
{
    const struct weighed *one = a, *other = b;
    if (one->weight != other->weight)
        return one->weight < other->weight ? 1 : -1;
    return one->connection->session < other->connection->session ? -1 : 1;
}

/* The open connections that weigh anything, in the order in which they have to go; free() it. The
 * heaviest address loses its heaviest connection, and so on. So each connection is weighed with all
 * the lighter ones of its address: as what is left there when its turn comes. */
static struct weighed *weigh(const struct server *server,
                             size_t (*weight_of)(const struct connection *), size_t *ret_count)
{
    struct weighed *list = memory_zeroed(HASH_COUNT(server->connections) + 1, sizeof *list);
    size_t count = 0;
    for (struct connection *connection = server->connections; connection;
         connection = connection->hh.next)
        if (connection->state == CONNECTION_OPEN && weight_of(connection) > 0)
            list[count++] = (struct weighed){connection, weight_of(connection)};
    qsort(list, count, sizeof *list, compare_at_address);
    for (size_t i = 1; i < count; i++)
        if (list[i].connection->share == list[i - 1].connection->share)
            list[i].weight += list[i - 1].weight;
    qsort(list, count, sizeof *list, compare_weighed);
    *ret_count = count;
    return list;
}

static bool has_too_much_unread(const struct server *server)
{
    return (int64_t)server->unread_bytes > server->limits.all_unread_bytes;
}

static bool has_too_much_queued(const struct server *server)
{
    return (int64_t)server->queued_bytes > server->limits.all_queued_bytes / BACKLOG_SHARE;
}

void connections_shed(struct server *server)
{
    size_t count;
    if (has_too_much_unread(server)) {
        struct weighed *list = weigh(server, unread_weight_of, &count);
        for (size_t i = 0; i < count && has_too_much_unread(server); i++)
            fail_with_most_unread(list[i].connection);
        free(list);
    }
    if (has_too_much_queued(server)) {
        struct weighed *list = weigh(server, backlog_of, &count);
        for (size_t i = 0; i < count && has_too_much_queued(server); i++)
            connection_give_up(list[i].connection);
        free(list);
    }
}
