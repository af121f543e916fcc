/* The bus on a NATS server, by cnats.
 *
 * cnats reads and writes only when this file says so: it is told that the loop watches the socket,
 * and the handle that does is here. Publishing appends to a buffer, bus_flush() writes it. Messages
 * wait in synchronous subscriptions and are fetched right after the read. So all of it happens on
 * the loop's thread, and none of cnats's locks is ever waited for. cnats never connects anew by
 * itself: a connection that is lost is destroyed, and the next one is another.
 *
 *     IDLE --> ATTEMPT --(handshakes done)--> PROVING --(the first echo)--> CONNECTED
 *      ^_____________________________________________________________________/ after any trouble
 *
 * A connection counts as one only when its first echo has come: the server takes the subscriptions
 * before it, and by then would have refused them. */
#include "server/bus/bus.h"

#include "common/base/memory.h"
#include "server/base/log.h"
#include "server/base/now.h"
#include "server/bus/nats_attempt.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
    RETRY_MS = 300,
    REFUSED_RETRY_MS = 5000, /* after the server has forbidden a subject: a person has to act */
    ECHO_MS = 500,
    ECHOES_MISSED_MAX = BUS_SILENCE_MS / ECHO_MS,
    WAITING_BYTES_MAX = 32 * 1024 * 1024, /* published, and not taken by the system */
    LAST_READS = 256,                     /* of a connection that ends */
};

enum bus_state {
    BUS_IDLE, /* not opened, waiting to try again, or closed */
    BUS_ATTEMPT,
    BUS_PROVING,
    BUS_CONNECTED,
};

/* A connection, its socket and the handle that watches it; freed when the handle is closed. */
struct carrier {
    uv_poll_t poll;
    struct bus *bus;
    struct nats_socket socket;
    natsConnection *connection; /* NULL: it is only attempted */
    int watched_for;            /* the events of the handle */
};

struct subscription {
    char *subject;
    natsSubscription *taken; /* NULL: there is no connection */
};

struct bus {
    uv_loop_t *loop;
    struct bus_config config; /* its texts are owned */
    struct bus_callbacks callbacks;
    struct bus_server *servers;
    struct nats_trouble *told; /* of each server: what the log has said of it last */
    size_t server_count;
    size_t server; /* the one of the present attempt or connection */
    enum bus_state state;
    bool is_closed;
    struct nats_attempt *attempt;       /* NULL: none is under way */
    struct carrier *carrier;            /* the present one, or that of the attempt */
    struct subscription *subscriptions; /* the first is of the echo */
    size_t subscription_count;
    uv_async_t attempt_ended;
    uv_timer_t retry; /* in BUS_IDLE */
    uv_timer_t echo;  /* from BUS_PROVING on */
    uint64_t echo_number, echo_sent_us;
    int echoes_missed; /* 0: the last one has come back */
    struct bus_figures figures;
};

static int buses; /* of this process: the last one that goes closes the library */

/* --- losing a connection --- */

static void on_retry(uv_timer_t *timer);

static void on_carrier_closed(uv_handle_t *handle)
{
    free(handle->data);
}

/* Destroys the connection without waiting: cnats would wait for the server's answer to a last flush
 * unless it learns, by reading, that the socket has ended. */
static void end_carrier(struct bus *bus)
{
    struct carrier *carrier = bus->carrier;
    bus->carrier = NULL;
    for (size_t i = 0; i < bus->subscription_count; i++) {
        natsSubscription_Destroy(bus->subscriptions[i].taken);
        bus->subscriptions[i].taken = NULL;
    }
    shutdown(carrier->socket.fd, SHUT_RDWR);
    for (int i = 0; i < LAST_READS && !natsConnection_IsClosed(carrier->connection); i++)
        natsConnection_ProcessReadEvent(carrier->connection);
    natsConnection_Destroy(carrier->connection);
    uv_close((uv_handle_t *)&carrier->poll, on_carrier_closed);
    close(carrier->socket.fd);
}

/* The next attempt is for the next server. */
static void lose(struct bus *bus, const struct nats_trouble *trouble, uint64_t retry_ms)
{
    bool was_connected = bus->state == BUS_CONNECTED;
    struct nats_trouble *told = &bus->told[bus->server];
    if (bus->carrier)
        end_carrier(bus);
    bus->state = BUS_IDLE;
    bus->server = (bus->server + 1) % bus->server_count;
    uv_timer_stop(&bus->echo);
    uv_timer_start(&bus->retry, on_retry, retry_ms, 0);
    if (was_connected || strcmp(trouble->reason, told->reason) != 0)
        log_warn("bus-lost", log_text("reason", trouble->reason),
                 log_text("instead", trouble->instead));
    *told = *trouble;
    if (was_connected)
        bus->callbacks.on_lost(bus->callbacks.owner);
}

static void lose_because(struct bus *bus, natsStatus status, const char *text)
{
    struct nats_trouble trouble;
    nats_explain(&bus->config, &bus->servers[bus->server], status, text, &trouble);
    lose(bus, &trouble, status == NATS_NOT_PERMITTED ? REFUSED_RETRY_MS : RETRY_MS);
}

/* Has the connection ended, or has the server refused something? Then it is lost. */
static bool is_sound(struct bus *bus)
{
    const char *text;
    bool is_closed = natsConnection_IsClosed(bus->carrier->connection);
    natsStatus status = natsConnection_GetLastError(bus->carrier->connection, &text);
    if (!is_closed && status != NATS_NOT_PERMITTED)
        return true;
    if (is_closed && (status == NATS_OK || status == NATS_IO_ERROR))
        status = NATS_CONNECTION_CLOSED;
    lose_because(bus, status, text);
    return false;
}

/* --- the echo --- */

static void send_echo(struct bus *bus)
{
    char number[24];
    int len = snprintf(number, sizeof number, "%" PRIu64, ++bus->echo_number);
    bus->echo_sent_us = now_us();
    bus->echoes_missed = 1;
    natsConnection_Publish(bus->carrier->connection, bus->config.echo, number, len);
}

/* Counts ticks, not time: while the loop itself stands still no echo can be heard. */
static void on_echo_time(uv_timer_t *timer)
{
    struct bus *bus = timer->data;
    struct nats_trouble trouble;
    char at[ADDRESS_TEXT_MAX];
    if (bus->echoes_missed == 0) {
        send_echo(bus);
        return;
    }
    if (++bus->echoes_missed <= ECHOES_MISSED_MAX)
        return;
    address_print(&bus->servers[bus->server].address, at);
    snprintf(trouble.reason, sizeof trouble.reason,
             "the NATS server at %s takes messages, and delivers none since %d s", at,
             BUS_SILENCE_MS / 1000);
    snprintf(trouble.instead, sizeof trouble.instead,
             "look whether nats-server is stopped or its machine is cut off");
    lose(bus, &trouble, RETRY_MS);
}

static void take_echo(struct bus *bus, natsMsg *message)
{
    char number[24] = "";
    int len = natsMsg_GetDataLength(message);
    if (len < (int)sizeof number)
        memcpy(number, natsMsg_GetData(message), (size_t)len);
    if (strtoull(number, NULL, 10) != bus->echo_number)
        return;
    bus->echoes_missed = 0;
    bus->figures.echo_us = (int64_t)(now_us() - bus->echo_sent_us);
    if (bus->state == BUS_CONNECTED)
        return;
    bus->state = BUS_CONNECTED;
    bus->told[bus->server].reason[0] = '\0';
    bus->figures.connects++;
    char at[ADDRESS_TEXT_MAX];
    address_print(&bus->servers[bus->server].address, at);
    log_info("bus-connected", log_text("server", at), log_int("echo_us", bus->figures.echo_us));
    bus->callbacks.on_connected(bus->callbacks.owner);
}

/* --- reading and writing --- */

/* Until the connection is proven, messages to other subjects wait. A callback may close the bus. */
static void deliver(struct bus *bus)
{
    const struct carrier *carrier = bus->carrier;
    natsMsg *message;
    for (size_t i = 0; i < bus->subscription_count; i++) {
        while (bus->carrier == carrier && (i == 0 || bus->state == BUS_CONNECTED) &&
               natsSubscription_NextMsg(&message, bus->subscriptions[i].taken, 0) == NATS_OK) {
            if (i == 0) {
                take_echo(bus, message);
            } else {
                bus->figures.received++;
                bus->callbacks.on_message(bus->callbacks.owner, natsMsg_GetSubject(message),
                                          natsMsg_GetData(message),
                                          (size_t)natsMsg_GetDataLength(message));
            }
            natsMsg_Destroy(message);
        }
    }
}

static void on_poll(uv_poll_t *poll, int status, int events);

static void watch(struct carrier *carrier)
{
    int events = UV_READABLE | (carrier->socket.wants_write ? UV_WRITABLE : 0);
    if (events != carrier->watched_for)
        uv_poll_start(&carrier->poll, events, on_poll);
    carrier->watched_for = events;
}

static void on_poll(uv_poll_t *poll, int status, int events)
{
    struct carrier *carrier = poll->data;
    struct bus *bus = carrier->bus;
    /* An error of the socket shows when it is read. */
    if (status < 0 || (events & UV_READABLE)) {
        natsConnection_ProcessReadEvent(carrier->connection);
        deliver(bus);
    }
    if (bus->carrier == carrier && (events & UV_WRITABLE) && carrier->socket.wants_write)
        natsConnection_ProcessWriteEvent(carrier->connection);
    if (bus->carrier == carrier && is_sound(bus))
        watch(carrier);
}

void bus_flush(struct bus *bus)
{
    struct carrier *carrier = bus->carrier;
    char at[ADDRESS_TEXT_MAX];
    if (bus->state < BUS_PROVING || !carrier->socket.wants_write)
        return;
    natsConnection_ProcessWriteEvent(carrier->connection);
    if (!is_sound(bus))
        return;
    watch(carrier);
    if (natsConnection_Buffered(carrier->connection) > WAITING_BYTES_MAX) {
        struct nats_trouble trouble;
        address_print(&bus->servers[bus->server].address, at);
        snprintf(trouble.reason, sizeof trouble.reason,
                 "the NATS server at %s takes messages more slowly than they are made: %d MiB wait",
                 at, WAITING_BYTES_MAX / (1024 * 1024));
        snprintf(trouble.instead, sizeof trouble.instead,
                 "give nats-server a machine or a network that is fast enough");
        lose(bus, &trouble, RETRY_MS);
    }
}

bool bus_publish(struct bus *bus, const char *subject, const char *bytes, size_t len)
{
    assert(len <= BUS_MESSAGE_MAX);
    if (bus->state != BUS_CONNECTED ||
        natsConnection_Publish(bus->carrier->connection, subject, bytes, (int)len) != NATS_OK)
        return false;
    bus->figures.published++;
    return true;
}

/* --- subscriptions --- */

static natsStatus subscribe_now(struct bus *bus, struct subscription *subscription)
{
    natsStatus status = natsConnection_SubscribeSync(&subscription->taken, bus->carrier->connection,
                                                     subscription->subject);
    /* They are emptied after each read, so these limits would only lose messages. */
    return status ? status : natsSubscription_SetPendingLimits(subscription->taken, -1, -1);
}

void bus_subscribe(struct bus *bus, const char *subject)
{
    assert(strlen(subject) <= BUS_SUBJECT_MAX);
    bus->subscriptions =
        memory_for_next(bus->subscriptions, bus->subscription_count, sizeof *bus->subscriptions);
    struct subscription *added = &bus->subscriptions[bus->subscription_count++];
    *added = (struct subscription){.subject = memory_text(subject, strlen(subject))};
    /* A failure is one of the connection, which is found when it is flushed. */
    if (bus->state >= BUS_PROVING)
        (void)subscribe_now(bus, added);
}

/* --- connecting --- */

/* On the thread of the attempt. */
static void wake_loop(void *owner)
{
    struct bus *bus = owner;
    uv_async_send(&bus->attempt_ended);
}

static void try_to_connect(struct bus *bus)
{
    assert(bus->state == BUS_IDLE && !bus->carrier && !bus->attempt);
    bus->carrier = memory_zeroed(1, sizeof *bus->carrier);
    bus->carrier->bus = bus;
    bus->state = BUS_ATTEMPT;
    bus->attempt = nats_attempt_start(&bus->config, &bus->servers[bus->server],
                                      &bus->carrier->socket, wake_loop, bus);
}

static void on_retry(uv_timer_t *timer)
{
    try_to_connect(timer->data);
}

/* The attempt has ended without a connection, or one that nobody wants any more. */
static void drop_attempted(struct bus *bus, natsConnection *connection)
{
    natsConnection_Destroy(connection);
    if (bus->carrier->socket.fd >= 0)
        close(bus->carrier->socket.fd);
    free(bus->carrier);
    bus->carrier = NULL;
}

static void on_attempt_ended(uv_async_t *async)
{
    struct bus *bus = async->data;
    struct carrier *carrier = bus->carrier;
    struct nats_trouble trouble;
    if (!bus->attempt)
        return;
    natsConnection *connection = nats_attempt_end(bus->attempt, &trouble);
    bus->attempt = NULL;
    if (connection && natsConnection_GetMaxPayload(connection) < BUS_MESSAGE_MAX) {
        nats_explain(&bus->config, &bus->servers[bus->server], NATS_MAX_PAYLOAD, NULL, &trouble);
        natsConnection_Destroy(connection);
        connection = NULL;
    }
    if (!connection || uv_poll_init(bus->loop, &carrier->poll, carrier->socket.fd)) {
        drop_attempted(bus, connection);
        lose(bus, &trouble, RETRY_MS);
        return;
    }
    carrier->connection = connection;
    carrier->poll.data = carrier;
    bus->state = BUS_PROVING;
    natsStatus status = NATS_OK;
    for (size_t i = 0; i < bus->subscription_count && !status; i++)
        status = subscribe_now(bus, &bus->subscriptions[i]);
    if (status) {
        lose_because(bus, status, NULL);
        return;
    }
    watch(carrier);
    send_echo(bus);
    uv_timer_start(&bus->echo, on_echo_time, ECHO_MS, ECHO_MS);
}

/* --- life --- */

static const char *copy(const char *text)
{
    return text ? memory_text(text, strlen(text)) : NULL;
}

struct bus *bus_create(uv_loop_t *loop, const struct bus_config *config,
                       const struct bus_callbacks *callbacks)
{
    struct bus *bus = memory_zeroed(1, sizeof *bus);
    struct error error;
    *bus = (struct bus){.loop = loop,
                        .callbacks = *callbacks,
                        .config = {.ca = copy(config->ca),
                                   .certificate = copy(config->certificate),
                                   .key = copy(config->key),
                                   .name = copy(config->name),
                                   .echo = copy(config->echo)},
                        .figures = {.echo_us = -1}};
    if (bus_url_parse(config->url, &bus->servers, &bus->server_count, &error) || nats_Open(-1))
        abort();
    buses++;
    bus->told = memory_zeroed(bus->server_count, sizeof *bus->told);
    if (uv_async_init(loop, &bus->attempt_ended, on_attempt_ended))
        abort();
    uv_timer_init(loop, &bus->retry);
    uv_timer_init(loop, &bus->echo);
    bus->attempt_ended.data = bus->retry.data = bus->echo.data = bus;
    bus_subscribe(bus, config->echo);
    return bus;
}

enum error_code bus_open(struct bus *bus, struct error *error)
{
    enum error_code code = nats_attempt_check(&bus->config, error);
    if (!code)
        try_to_connect(bus);
    return code;
}

bool bus_is_connected(const struct bus *bus)
{
    return bus->state == BUS_CONNECTED;
}

struct bus_figures bus_figures(const struct bus *bus)
{
    struct bus_figures figures = bus->figures;
    int waiting = bus->state >= BUS_PROVING ? natsConnection_Buffered(bus->carrier->connection) : 0;
    figures.waiting_bytes = waiting > 0 ? (size_t)waiting : 0;
    return figures;
}

void bus_close(struct bus *bus)
{
    if (!bus)
        return;
    assert(!bus->is_closed);
    bus->is_closed = true;
    if (bus->attempt)
        nats_attempt_abandon(bus->attempt);
    if (bus->state >= BUS_PROVING) {
        if (bus->carrier->socket.wants_write)
            natsConnection_ProcessWriteEvent(bus->carrier->connection);
        end_carrier(bus);
    }
    bus->state = BUS_IDLE;
    uv_close((uv_handle_t *)&bus->attempt_ended, NULL);
    uv_close((uv_handle_t *)&bus->retry, NULL);
    uv_close((uv_handle_t *)&bus->echo, NULL);
}

void bus_destroy(struct bus *bus)
{
    struct nats_trouble trouble;
    if (!bus)
        return;
    assert(bus->is_closed);
    if (bus->attempt)
        drop_attempted(bus, nats_attempt_end(bus->attempt, &trouble));
    const char *const texts[] = {bus->config.ca, bus->config.certificate, bus->config.key,
                                 bus->config.name, bus->config.echo};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        free((void *)(uintptr_t)texts[i]);
    for (size_t i = 0; i < bus->subscription_count; i++)
        free(bus->subscriptions[i].subject);
    free(bus->subscriptions);
    free(bus->told);
    bus_servers_free(bus->servers, bus->server_count);
    free(bus);
    if (--buses == 0)
        nats_CloseAndWait(0);
}

/* --- configuration --- */

enum error_code bus_check(const struct bus_config *config, struct error *error)
{
    struct bus_server *servers;
    size_t count;
    bool any_tls = false;
    enum error_code code = bus_url_parse(config->url, &servers, &count, error);
    if (code)
        return code;
    for (size_t i = 0; i < count && !code; i++) {
        any_tls |= servers[i].is_tls;
        if (!servers[i].is_tls && !servers[i].is_loopback)
            code = error_set(error, ERROR_USAGE,
                             "--bus: %.80s is another machine, and nats:// is not encrypted: what "
                             "passes has tokens and passwords. Write tls:// and give nats-server a "
                             "certificate",
                             servers[i].address.host);
    }
    bus_servers_free(servers, count);
    if (!code && !any_tls && (config->ca || config->certificate || config->key))
        code = error_set(error, ERROR_USAGE,
                         "--bus-ca, --bus-certificate and --bus-key are for tls:// in --bus");
    else if (!code && !config->certificate != !config->key)
        code = error_set(error, ERROR_USAGE,
                         "--bus-certificate and --bus-key belong together: %s is missing",
                         config->key ? "the certificate" : "the key");
    return code;
}
