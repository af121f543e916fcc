#include "client/lib/client_connection.h"

#include "client/lib/loop_uv.h"
#include "common/base/memory.h"

#include <assert.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <string.h>

enum {
    ATTEMPT_MS = 5000, /* for one address to answer, before the next one is tried */
    /* A vanished host is detected after this long in silence, or with unacknowledged bytes. */
    KEEP_ALIVE_S = 15,
    UNACKNOWLEDGED_MS = 30000,
};

struct connection {
    struct loop *loop;
    struct connection_events events;
    char address[ADDRESS_TEXT_MAX]; /* for messages */
    uv_getaddrinfo_t look_up;
    struct addrinfo *addresses;  /* the result of the look-up; owned */
    const struct addrinfo *next; /* the next to try */
    struct socket *socket;       /* connecting, or open */
    uv_timer_t patience;         /* the timeout of the current address */
    uv_prepare_t cork;           /* active while there is output: writes before the loop waits */
    struct text output;
    struct wire_decoder *decoder;
    int64_t heard_ms;
    struct error last_failure; /* of the last address tried */
    unsigned uses; /* number of libuv's handles and requests that refer to this memory */
    bool closing;
};

/* A socket for one address: it cannot be reused after a failed connect(). */
struct socket {
    union {
        uv_handle_t handle;
        uv_stream_t stream;
        uv_tcp_t tcp;
        uv_pipe_t pipe;
    }; /* first member: a handle is cast to its socket */
    uv_connect_t connect;
    struct connection *connection;
};

/* Bytes being written. */
struct write {
    uv_write_t request; /* first member: a request is cast to its write */
    struct text bytes;
    struct connection *connection;
};

static void try_next_address(struct connection *connection);

static void leave(struct connection *connection)
{
    assert(connection->uses > 0);
    if (--connection->uses > 0)
        return;
    assert(connection->closing);
    uv_freeaddrinfo(connection->addresses);
    wire_decoder_destroy(connection->decoder);
    text_finish(&connection->output);
    free(connection);
}

static void on_handle_closed(uv_handle_t *handle)
{
    leave(handle->data);
}

static void on_socket_closed(uv_handle_t *handle)
{
    struct socket *socket = (struct socket *)handle;
    leave(socket->connection);
    free(socket);
}

static void drop_socket(struct connection *connection)
{
    if (connection->socket)
        uv_close(&connection->socket->handle, on_socket_closed);
    connection->socket = NULL;
}

void connection_destroy(struct connection *connection)
{
    if (!connection || connection->closing)
        return;
    connection->closing = true;
    loop_leave(connection->loop);
    uv_cancel((uv_req_t *)&connection->look_up); /* a finished request is left alone */
    drop_socket(connection);
    uv_close((uv_handle_t *)&connection->patience, on_handle_closed);
    uv_close((uv_handle_t *)&connection->cork, on_handle_closed);
}

static void break_off(struct connection *connection, const struct error *reason)
{
    if (connection->closing)
        return;
    struct connection_events events = connection->events;
    connection_destroy(connection);
    events.closed(events.owner, reason);
}

/* Ends an open connection. `status`: libuv's error. */
static void lose(struct connection *connection, int status)
{
    struct error reason;
    if (status == UV_EOF)
        error_set(&reason, ERROR_DISCONNECTED, "%s closed the connection", connection->address);
    else
        error_set(&reason, ERROR_DISCONNECTED, "the connection to %s broke: %s",
                  connection->address, uv_strerror(status));
    break_off(connection, &reason);
}

static void take_input(struct connection *connection, const char *bytes, size_t len)
{
    while (len > 0 && !connection->closing) {
        bool complete = false;
        struct wire_message message;
        struct error error;
        enum error_code code = ERROR_NONE;
        size_t taken = wire_decoder_feed(connection->decoder, connection->loop->arena, bytes, len,
                                         &complete, &message, &code, &error);
        if (code) {
            struct error reason;
            error_set(&reason, code, "%s sent what is no message: %s", connection->address,
                      error.message);
            break_off(connection, &reason);
            return;
        }
        bytes += taken;
        len -= taken;
        if (complete)
            connection->events.message(connection->events.owner, &message);
    }
}

static void on_read(uv_stream_t *stream, ssize_t count, const uv_buf_t *buffer)
{
    struct connection *connection = ((struct socket *)stream)->connection;
    connection->heard_ms = loop_now_ms(connection->loop);
    if (count < 0)
        lose(connection, (int)count);
    else
        take_input(connection, buffer->base, (size_t)count);
}

static void set_socket_options(struct socket *socket)
{
    if (socket->handle.type != UV_TCP)
        return;
    uv_tcp_nodelay(&socket->tcp, 1);
    uv_tcp_keepalive(&socket->tcp, 1, KEEP_ALIVE_S);
    uv_os_fd_t fd;
    unsigned patience_ms = UNACKNOWLEDGED_MS;
    if (uv_fileno(&socket->handle, &fd) == 0)
        setsockopt(fd, IPPROTO_TCP, TCP_USER_TIMEOUT, &patience_ms, sizeof patience_ms);
}

static void remember_failure(struct connection *connection, const char *what)
{
    error_set(&connection->last_failure, ERROR_DISCONNECTED, "cannot connect to %s: %s",
              connection->address, what);
}

static void on_connected(uv_connect_t *request, int status)
{
    struct connection *connection = ((struct socket *)request->handle)->connection;
    if (status == UV_ECANCELED)
        return;
    if (status < 0) {
        remember_failure(connection, uv_strerror(status));
        try_next_address(connection);
        return;
    }
    uv_timer_stop(&connection->patience);
    set_socket_options(connection->socket);
    uv_read_start(request->handle, loop_lend_input, on_read);
    connection->heard_ms = loop_now_ms(connection->loop);
    connection->events.opened(connection->events.owner);
}

static void on_patience_lost(uv_timer_t *timer)
{
    struct connection *connection = timer->data;
    remember_failure(connection, "no answer");
    try_next_address(connection);
}

static struct socket *create_socket(struct connection *connection)
{
    struct socket *socket = memory_zeroed(1, sizeof *socket);
    socket->connection = connection;
    connection->uses++;
    return socket;
}

static void try_next_address(struct connection *connection)
{
    while (connection->next) {
        const struct addrinfo *address = connection->next;
        connection->next = address->ai_next;
        drop_socket(connection);
        struct socket *socket = connection->socket = create_socket(connection);
        uv_tcp_init(&connection->loop->uv, &socket->tcp);
        int status = uv_tcp_connect(&socket->connect, &socket->tcp, address->ai_addr, on_connected);
        if (status == 0) {
            loop_start_timer(&connection->patience, on_patience_lost, ATTEMPT_MS);
            return;
        }
        remember_failure(connection, uv_strerror(status));
    }
    break_off(connection, &connection->last_failure);
}

static void on_looked_up(uv_getaddrinfo_t *request, int status, struct addrinfo *addresses)
{
    struct connection *connection = request->data;
    connection->addresses = addresses;
    connection->next = addresses;
    if (!connection->closing) {
        error_set(&connection->last_failure, ERROR_DISCONNECTED,
                  "%s: this host cannot be found: %s", connection->address,
                  status < 0 ? uv_strerror(status) : "it has no address");
        try_next_address(connection);
    }
    leave(connection);
}

static void on_written(uv_write_t *request, int status)
{
    struct write *write = (struct write *)request;
    struct connection *connection = write->connection;
    text_finish(&write->bytes);
    free(write);
    if (status < 0)
        lose(connection, status); /* no effect while closing */
}

/* Writes the output of one turn of the loop at once. The system nearly always accepts all of it
 * immediately; uv_write() would spend another system call to learn that. */
static void on_cork(uv_prepare_t *cork)
{
    struct connection *connection = cork->data;
    uv_prepare_stop(cork);
    struct text output = connection->output;
    assert(connection->socket && output.len > 0);
    uv_buf_t buffer = uv_buf_init(output.bytes, (unsigned)output.len);
    int taken = uv_try_write(&connection->socket->stream, &buffer, 1);
    if (taken == (int)output.len) {
        text_clear(&connection->output);
        return;
    }
    /* The rest waits until the server reads. uv_write() reports a failure, too. */
    size_t at = taken > 0 ? (size_t)taken : 0;
    struct write *write = memory_zeroed(1, sizeof *write);
    write->connection = connection;
    write->bytes = output;
    connection->output = (struct text){0};
    buffer = uv_buf_init(output.bytes + at, (unsigned)(output.len - at));
    int status = uv_write(&write->request, &connection->socket->stream, &buffer, 1, on_written);
    if (status < 0)
        on_written(&write->request, status);
}

void connection_write(struct connection *connection, const char *bytes, size_t len)
{
    assert(!connection->closing && connection->socket);
    text_append(&connection->output, bytes, len);
    uv_prepare_start(&connection->cork, on_cork);
}

int64_t connection_heard_ms(const struct connection *connection)
{
    return connection->heard_ms;
}

static enum error_code start_look_up(struct connection *connection, const struct address *address,
                                     struct error *error)
{
    char port[8];
    snprintf(port, sizeof port, "%u", address->port);
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM};
    connection->look_up.data = connection;
    int status = uv_getaddrinfo(&connection->loop->uv, &connection->look_up, on_looked_up,
                                address->host, port, &hints);
    if (status < 0)
        return error_set(error, ERROR_IO, "cannot look up %s: %s", connection->address,
                         uv_strerror(status));
    connection->uses++;
    return ERROR_NONE;
}

enum error_code connection_create(struct loop *loop, const struct address *address,
                                  const struct connection_events *events,
                                  struct connection **ret_connection, struct error *error)
{
    struct connection *connection = memory_zeroed(1, sizeof *connection);
    connection->loop = loop;
    connection->events = *events;
    connection->decoder = wire_decoder_create(WIRE_ANSWER_BYTES_MAX);
    bool is_path = address->host[0] == '/';
    if (is_path)
        strcpy(connection->address, address->host);
    else
        address_print(address, connection->address);
    uv_timer_init(&loop->uv, &connection->patience);
    uv_prepare_init(&loop->uv, &connection->cork);
    connection->patience.data = connection->cork.data = connection;
    connection->uses = 2;
    loop_join(loop);
    enum error_code failed = ERROR_NONE;
    if (is_path) { /* one address, no look-up */
        struct socket *socket = connection->socket = create_socket(connection);
        uv_pipe_init(&loop->uv, &socket->pipe, 0);
        uv_pipe_connect(&socket->connect, &socket->pipe, address->host, on_connected);
        loop_start_timer(&connection->patience, on_patience_lost, ATTEMPT_MS);
    } else {
        failed = start_look_up(connection, address, error);
    }
    if (failed)
        connection_destroy(connection);
    else
        *ret_connection = connection;
    return failed;
}
