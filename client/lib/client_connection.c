#include "client/lib/client_connection.h"

#include "client/lib/channel.h"
#include "client/lib/loop_uv.h"
#include "common/base/memory.h"

#include <assert.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <string.h>

enum {
    ATTEMPT_MS = 5000, /* for one address to answer, before the next one is tried */
    /* ... of a server that has others: time for one packet to be lost. */
    ATTEMPT_OF_SEVERAL_MS = 2000,
    HANDSHAKE_MS = 8000, /* for TLS and WebSocket, on top */
    /* A vanished host is detected after this long in silence, or with unacknowledged bytes. */
    KEEP_ALIVE_S = 15,
    UNACKNOWLEDGED_MS = 30000,
};

struct connection {
    struct loop *loop;
    struct connection_events events;
    struct server_address server;
    char address[SERVER_ADDRESS_TEXT_MAX]; /* for messages */
    char name[SERVER_ADDRESS_TEXT_MAX];    /* under which its keys are known */
    struct server_trust trust;
    bool wants_tls;    /* of the current address */
    bool may_be_plain; /* falls back if the server does not speak TLS */
    uv_getaddrinfo_t look_up;
    struct addrinfo *addresses;     /* the result of the look-up; owned */
    const struct addrinfo *current; /* the one that is tried */
    const struct addrinfo *next;    /* the next to try */
    struct socket *socket;          /* connecting, or open */
    struct channel *channel;        /* from the socket's opening on; NULL: bytes pass as they are */
    bool is_open;                   /* `opened` was called */
    char pin[CERTIFICATE_PIN_CHARS + 1]; /* of the server's key; "": there is no TLS */
    char distrust[80];                   /* why the authorities do not vouch for it; "": they do */
    uint64_t attempt_ms;
    uv_timer_t patience; /* the timeout of the current address */
    uv_prepare_t cork;   /* active while there is output: writes before the loop waits */
    struct text output;  /* as the client writes it, a secret */
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
static void on_patience_lost(uv_timer_t *timer);

static void leave(struct connection *connection)
{
    assert(connection->uses > 0);
    if (--connection->uses > 0)
        return;
    assert(connection->closing);
    uv_freeaddrinfo(connection->addresses);
    wire_decoder_destroy(connection->decoder);
    channel_destroy(connection->channel);
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
    channel_destroy(connection->channel);
    connection->channel = NULL;
}

/* Says goodbye inside of WebSocket and TLS, if the system takes it at once. */
static void end_channel(struct connection *connection)
{
    struct text out = {0};
    channel_end(connection->channel, &out);
    uv_buf_t buffer = uv_buf_init(out.bytes, (unsigned)out.len);
    if (out.len > 0)
        uv_try_write(&connection->socket->stream, &buffer, 1);
    text_finish(&out);
}

void connection_destroy(struct connection *connection)
{
    if (!connection || connection->closing)
        return;
    connection->closing = true;
    loop_leave(connection->loop);
    if (connection->channel)
        end_channel(connection);
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

static void on_written(uv_write_t *request, int status)
{
    struct write *write = (struct write *)request;
    struct connection *connection = write->connection;
    text_finish(&write->bytes);
    free(write);
    if (status < 0)
        lose(connection, status); /* no effect while closing */
}

/* Writes the bytes, as they are on the wire, and empties the text. The system nearly always accepts
 * all of them immediately; uv_write() would spend another system call to learn that. */
static void write_out(struct connection *connection, struct text *bytes)
{
    assert(connection->socket);
    uv_buf_t buffer = uv_buf_init(bytes->bytes, (unsigned)bytes->len);
    int taken = uv_try_write(&connection->socket->stream, &buffer, 1);
    if (taken == (int)bytes->len) {
        text_clear(bytes);
        return;
    }
    /* The rest waits until the server reads. uv_write() reports a failure, too. */
    size_t at = taken > 0 ? (size_t)taken : 0;
    struct write *write = memory_zeroed(1, sizeof *write);
    write->connection = connection;
    write->bytes = *bytes;
    *bytes = (struct text){0};
    buffer = uv_buf_init(write->bytes.bytes + at, (unsigned)(write->bytes.len - at));
    int status = uv_write(&write->request, &connection->socket->stream, &buffer, 1, on_written);
    if (status < 0)
        on_written(&write->request, status);
}

/* Writes the output of one turn of the loop at once: one write, and one record of TLS or one frame.
 */
static void on_cork(uv_prepare_t *cork)
{
    struct connection *connection = cork->data;
    uv_prepare_stop(cork);
    assert(connection->is_open && connection->output.len > 0);
    if (!connection->channel) {
        write_out(connection, &connection->output);
        return;
    }
    struct text out = {0};
    channel_send(connection->channel, connection->output.bytes, connection->output.len, &out);
    text_clear(&connection->output);
    write_out(connection, &out);
    text_finish(&out);
}

static void remember_failure(struct connection *connection, const char *what)
{
    error_set(&connection->last_failure, ERROR_DISCONNECTED, "cannot connect to %s: %s",
              connection->address, what);
}

/* The server does not speak TLS. */
static void do_without_tls(struct connection *connection)
{
    if (connection->may_be_plain) {
        connection->wants_tls = false;
        connection->next = connection->current;
        try_next_address(connection);
    } else {
        remember_failure(connection,
                         server_trust_expects_key(&connection->trust, connection->name)
                             ? "it does not speak TLS, though its key is known: perhaps "
                               "somebody stands between you and it"
                             : "it does not speak TLS");
        break_off(connection, &connection->last_failure);
    }
}

/* Before the connection is open only one message makes sense, a refusal. That the bytes of a TLS
 * handshake are no message is how a server says that it has no TLS. */
static void take_refusal(struct connection *connection, const struct wire_message *message)
{
    struct wire_fault fault;
    struct error ignored;
    bool is_fault = message->kind == WIRE_NOTIFICATION &&
                    wire_event_find(message->method) == WIRE_EVENT_SESSION_FAULT &&
                    !wire_message_read(message, &wire_record_fault, &fault, &ignored);
    if (is_fault && (!connection->wants_tls || fault.code != ERROR_BAD_MESSAGE)) {
        connection->events.message(connection->events.owner, message);
    } else if (connection->wants_tls) {
        do_without_tls(connection);
    } else {
        remember_failure(connection, "it does not speak WebSocket");
        break_off(connection, &connection->last_failure);
    }
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
        if (complete && connection->is_open) {
            connection->events.message(connection->events.owner, &message);
        } else if (complete) {
            take_refusal(connection, &message);
            return;
        }
    }
}

static void open_up(struct connection *connection)
{
    uv_timer_stop(&connection->patience);
    connection->is_open = true;
    connection->events.opened(connection->events.owner);
}

/* Takes bytes through the channel. */
static void take_channelled(struct connection *connection, char *bytes, size_t len)
{
    struct text plain = {0}, out = {0};
    struct error error;
    enum channel_state state =
        channel_receive(connection->channel, bytes, len, &plain, &out, &error);
    if (out.len > 0)
        write_out(connection, &out);
    if (!connection->closing && state == CHANNEL_OPEN && !connection->is_open)
        open_up(connection);
    if (!connection->closing && state == CHANNEL_NO_TLS)
        do_without_tls(connection);
    else if (!connection->closing)
        take_input(connection, text_string(&plain), plain.len);
    text_wipe(&plain);
    text_finish(&out);

    if (connection->closing || !connection->channel)
        return;
    if (state == CHANNEL_ENDED) {
        lose(connection, UV_EOF);
    } else if (state == CHANNEL_FAILED && error.code == ERROR_BAD_MESSAGE) {
        remember_failure(connection, error.message);
        break_off(connection, &connection->last_failure);
    } else if (state == CHANNEL_FAILED) {
        if (error.code == ERROR_UNKNOWN_SERVER && connection->events.unknown)
            connection->events.unknown(connection->events.owner, connection->pin,
                                       connection->distrust);
        break_off(connection, &error);
    }
}

static void on_read(uv_stream_t *stream, ssize_t count, const uv_buf_t *buffer)
{
    struct connection *connection = ((struct socket *)stream)->connection;
    connection->heard_ms = loop_now_ms(connection->loop);
    if (count < 0)
        lose(connection, (int)count);
    else if (count > 0 && connection->channel)
        take_channelled(connection, buffer->base, (size_t)count);
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

/* The channel asks before it says anything to the server. */
static enum error_code judge(void *owner, const struct certificate *certificate,
                             const char *distrust, struct error *error)
{
    struct connection *connection = owner;
    strcpy(connection->pin, certificate->pin);
    snprintf(connection->distrust, sizeof connection->distrust, "%s", distrust ? distrust : "");
    return server_trust_judge(&connection->trust, connection->name, certificate, distrust, error);
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
    set_socket_options(connection->socket);
    uv_read_start(request->handle, loop_lend_input, on_read);
    connection->heard_ms = loop_now_ms(connection->loop);
    if (!connection->wants_tls && !server_address_is_web(&connection->server)) {
        open_up(connection);
        return;
    }
    struct text out = {0};
    struct error error;
    struct tls_context *tls = NULL;
    if (connection->wants_tls && loop_client_tls(connection->loop, &tls, &error)) {
        break_off(connection, &error);
        return;
    }
    loop_start_timer(&connection->patience, on_patience_lost, HANDSHAKE_MS);
    connection->channel = channel_create(&connection->server, tls, judge, connection, &out);
    write_out(connection, &out);
    text_finish(&out);
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
        const struct addrinfo *address = connection->current = connection->next;
        connection->next = address->ai_next;
        drop_socket(connection);
        struct socket *socket = connection->socket = create_socket(connection);
        uv_tcp_init(&connection->loop->uv, &socket->tcp);
        int status = uv_tcp_connect(&socket->connect, &socket->tcp, address->ai_addr, on_connected);
        if (status == 0) {
            loop_start_timer(&connection->patience, on_patience_lost, connection->attempt_ms);
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

void connection_write(struct connection *connection, const char *bytes, size_t len)
{
    assert(!connection->closing && connection->is_open);
    text_append_secret(&connection->output, bytes, len);
    uv_prepare_start(&connection->cork, on_cork);
}

const struct server_address *connection_server(const struct connection *connection)
{
    return &connection->server;
}

bool connection_is_private(const struct connection *connection)
{
    assert(connection->is_open);
    return connection->wants_tls || server_address_is_local(&connection->server);
}

bool connection_has_tls(const struct connection *connection)
{
    assert(connection->is_open);
    return connection->wants_tls;
}

const char *connection_pin(const struct connection *connection)
{
    assert(connection->is_open);
    return connection->distrust[0] || connection->trust.server_key ? connection->pin : NULL;
}

int64_t connection_heard_ms(const struct connection *connection)
{
    return connection->heard_ms;
}

static enum error_code start_look_up(struct connection *connection, struct error *error)
{
    char port[8];
    snprintf(port, sizeof port, "%u", connection->server.at.port);
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM};
    connection->look_up.data = connection;
    int status = uv_getaddrinfo(&connection->loop->uv, &connection->look_up, on_looked_up,
                                connection->server.at.host, port, &hints);
    if (status < 0)
        return error_set(error, ERROR_IO, "cannot look up %s: %s", connection->address,
                         uv_strerror(status));
    connection->uses++;
    return ERROR_NONE;
}

enum error_code connection_create(struct loop *loop, const struct connection_config *config,
                                  const struct connection_events *events,
                                  struct connection **ret_connection, struct error *error)
{
    const struct server_address *server = &config->server;
    struct connection *connection = memory_zeroed(1, sizeof *connection);
    connection->loop = loop;
    connection->events = *events;
    connection->server = *server;
    connection->trust = config->trust;
    connection->attempt_ms = config->has_others ? ATTEMPT_OF_SEVERAL_MS : ATTEMPT_MS;
    connection->decoder = wire_decoder_create(WIRE_ANSWER_BYTES_MAX);
    server_address_print(server, connection->address);
    server_address_print_name(server, connection->name);
    bool is_open_question = server->way == SERVER_BY_HOST && !server_address_is_local(server);
    connection->wants_tls = is_open_question || server->way == SERVER_BY_TLS ||
                            server->way == SERVER_BY_WSS ||
                            (server->way == SERVER_BY_HOST && config->trust.server_key);
    connection->may_be_plain = is_open_question && !config->must_have_tls &&
                               !server_trust_expects_key(&config->trust, connection->name);
    uv_timer_init(&loop->uv, &connection->patience);
    uv_prepare_init(&loop->uv, &connection->cork);
    connection->patience.data = connection->cork.data = connection;
    connection->uses = 2;
    loop_join(loop);
    enum error_code failed = ERROR_NONE;
    if (server->way == SERVER_BY_SOCKET) { /* one address, no look-up */
        struct socket *socket = connection->socket = create_socket(connection);
        uv_pipe_init(&loop->uv, &socket->pipe, 0);
        uv_pipe_connect(&socket->connect, &socket->pipe, server->path, on_connected);
        loop_start_timer(&connection->patience, on_patience_lost, connection->attempt_ms);
    } else {
        failed = start_look_up(connection, error);
    }
    if (failed)
        connection_destroy(connection);
    else
        *ret_connection = connection;
    return failed;
}
