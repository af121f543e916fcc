/* The bus on a NATS server, by cnats.
 *
 * cnats reads and writes only when this file says so: it is told that the loop watches the socket,
 * and the handle that does is here. Publishing appends to a buffer, bus_flush() writes it. Messages
 * wait in synchronous subscriptions and are fetched right after the read. So all of it happens on
 * the loop's thread, and none of cnats's locks is ever waited for. There is one exception: with TLS
 * cnats waits when the socket is full, at most NATS_TLS_WAIT_MS; then the connection is lost. cnats
 * never connects anew by itself: a connection that is lost is destroyed, and the next one is
 * another.
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
#include "server/bus/nats_trouble.h"

#include <assert.h>
#include <inttypes.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    RETRY_MS = 300,
    REFUSED_RETRY_MS = 5000, /* after the server has forbidden a subject: a person has to act */
    ECHO_MS = 500,
    ECHOES_MISSED_MAX = BUS_SILENCE_MS / ECHO_MS,
    DRAIN_MS = 300, /* the longest that closing waits for the server to take the last messages */
    STUCK_MS = NATS_ATTEMPT_MS + 1000, /* then an attempt is left behind */
    USED_MAX = 64,                     /* messages, ... */
    USED_BYTES_MAX = 1024 * 1024,      /* ... and bytes of them */
};

enum bus_state {
    BUS_IDLE, /* not opened, waiting to try again, or closed */
    BUS_ATTEMPT,
    BUS_PROVING,
    BUS_CONNECTED,
};

/* A connection and the handle that watches its socket; freed when the handle is closed. */
struct carrier {
    uv_poll_t poll;
    struct bus *bus;
    struct nats_link *link;
    int watched_for; /* the events of the handle */
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
    struct nats_attempt *attempt;       /* in BUS_ATTEMPT; NULL: none */
    struct carrier *carrier;            /* from BUS_PROVING on; NULL: none */
    struct subscription *subscriptions; /* the first is of the echo */
    size_t subscription_count;
    natsMsg *used[USED_MAX]; /* messages that have been delivered */
    size_t used_count, used_bytes;
    uv_async_t attempt_ended;
    uv_timer_t retry; /* in BUS_IDLE; in BUS_ATTEMPT it waits for one that is stuck */
    uv_timer_t echo;  /* from BUS_PROVING on */
    uint64_t echo_number, echo_sent_us;
    int echoes_missed; /* 0: the last one has come back */
    struct bus_figures figures;
};

/* --- messages that have been delivered --- */

static void destroy_used(struct bus *bus)
{
    for (size_t i = 0; i < bus->used_count; i++)
        natsMsg_Destroy(bus->used[i]);
    bus->used_count = bus->used_bytes = 0;
}

/* cnats frees messages on a thread of its own. To wake it for each message would cost more than all
 * else that is done for one here, so they go by dozens. */
static void destroy_later(struct bus *bus, natsMsg *message)
{
    bus->used[bus->used_count++] = message;
    bus->used_bytes += (size_t)natsMsg_GetDataLength(message);
    if (bus->used_count == USED_MAX || bus->used_bytes >= USED_BYTES_MAX)
        destroy_used(bus);
}

/* --- losing a connection --- */

static void on_retry(uv_timer_t *timer);

static void on_carrier_closed(uv_handle_t *handle)
{
    free(handle->data);
}

static void end_carrier(struct bus *bus)
{
    struct carrier *carrier = bus->carrier;
    bus->carrier = NULL;
    for (size_t i = 0; i < bus->subscription_count; i++) {
        natsSubscription_Destroy(bus->subscriptions[i].taken);
        bus->subscriptions[i].taken = NULL;
    }
    uv_close((uv_handle_t *)&carrier->poll, on_carrier_closed);
    nats_link_destroy(carrier->link);
}

/* The next attempt is for the next server. */
static void lose(struct bus *bus, const struct nats_failure *failure)
{
    bool was_connected = bus->state == BUS_CONNECTED;
    struct nats_trouble *told = &bus->told[bus->server], trouble;
    nats_trouble_of(&bus->config, &bus->servers[bus->server], bus->carrier != NULL, failure,
                    &trouble);
    if (bus->carrier)
        end_carrier(bus);
    bus->state = BUS_IDLE;
    bus->server = (bus->server + 1) % bus->server_count;
    uv_timer_stop(&bus->echo);
    uv_timer_start(&bus->retry, on_retry,
                   failure->status == NATS_NOT_PERMITTED ? REFUSED_RETRY_MS : RETRY_MS, 0);
    if (was_connected || strcmp(trouble.reason, told->reason) != 0)
        log_warn("bus-lost", log_text("reason", trouble.reason),
                 log_text("instead", trouble.instead));
    *told = trouble;
    if (was_connected && bus->callbacks.on_lost)
        bus->callbacks.on_lost(bus->callbacks.owner);
}

static void lose_because(struct bus *bus, int status)
{
    lose(bus, &(struct nats_failure){.status = (natsStatus)status});
}

/* Has the connection ended, or has the server refused something? Then it is lost. */
static bool is_sound(struct bus *bus)
{
    struct nats_failure failure;
    const char *text;
    bool is_closed = natsConnection_IsClosed(bus->carrier->link->connection);
    failure.status = natsConnection_GetLastError(bus->carrier->link->connection, &text);
    if (!is_closed && failure.status != NATS_NOT_PERMITTED)
        return true;
    snprintf(failure.text, sizeof failure.text, "%s", text);
    lose(bus, &failure);
    return false;
}

/* --- the echo --- */

static void send_echo(struct bus *bus)
{
    char number[24];
    int len = snprintf(number, sizeof number, "%" PRIu64, ++bus->echo_number);
    bus->echo_sent_us = now_us();
    bus->echoes_missed = 1;
    natsConnection_Publish(bus->carrier->link->connection, bus->config.echo, number, len);
}

/* Counts ticks, not time: while the loop itself stands still no echo can be heard. */
static void on_echo_time(uv_timer_t *timer)
{
    struct bus *bus = timer->data;
    if (bus->echoes_missed == 0)
        send_echo(bus);
    else if (++bus->echoes_missed > ECHOES_MISSED_MAX)
        lose_because(bus, TROUBLE_SILENT);
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
    if (bus->callbacks.on_connected)
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
            destroy_later(bus, message);
        }
    }
}

static void on_poll(uv_poll_t *poll, int status, int events);

static void watch(struct carrier *carrier)
{
    int events = UV_READABLE | (carrier->link->wants_write ? UV_WRITABLE : 0);
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
        natsConnection_ProcessReadEvent(carrier->link->connection);
        if (!is_sound(bus))
            return;
        deliver(bus);
    }
    if (bus->carrier == carrier && (events & UV_WRITABLE) && carrier->link->wants_write)
        natsConnection_ProcessWriteEvent(carrier->link->connection);
    if (bus->carrier == carrier && is_sound(bus))
        watch(carrier);
}

void bus_flush(struct bus *bus)
{
    struct carrier *carrier = bus->carrier;
    if (!carrier || !carrier->link->wants_write)
        return;
    natsConnection_ProcessWriteEvent(carrier->link->connection);
    if (!is_sound(bus))
        return;
    watch(carrier);
    if (natsConnection_Buffered(carrier->link->connection) > BUS_WAITING_MAX)
        lose_because(bus, TROUBLE_SLOW);
}

bool bus_publish(struct bus *bus, const char *subject, const char *bytes, size_t len)
{
    assert(len <= BUS_MESSAGE_MAX);
    if (bus->state != BUS_CONNECTED ||
        natsConnection_Publish(bus->carrier->link->connection, subject, bytes, (int)len) != NATS_OK)
        return false;
    bus->figures.published++;
    return true;
}

/* --- subscriptions --- */

static natsStatus subscribe_now(struct bus *bus, struct subscription *subscription)
{
    natsStatus status = natsConnection_SubscribeSync(
        &subscription->taken, bus->carrier->link->connection, subscription->subject);
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
    if (bus->carrier)
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
    bus->state = BUS_ATTEMPT;
    bus->attempt = nats_attempt_start(&bus->config, &bus->servers[bus->server], wake_loop, bus);
    uv_timer_start(&bus->retry, on_retry, STUCK_MS, STUCK_MS);
}

static void on_retry(uv_timer_t *timer)
{
    struct bus *bus = timer->data;
    if (bus->state == BUS_IDLE) {
        try_to_connect(bus);
    } else if (nats_attempt_leave(bus->attempt, 0)) {
        bus->attempt = NULL;
        lose_because(bus, NATS_TIMEOUT);
    }
}

/* There is a connection: watches it, subscribes, and asks for the echo that proves it. */
static natsStatus take_link(struct bus *bus, struct nats_link *link)
{
    struct carrier *carrier = memory_zeroed(1, sizeof *carrier);
    natsStatus status = NATS_OK;
    carrier->bus = bus;
    carrier->link = link;
    carrier->poll.data = carrier;
    if (uv_poll_init(bus->loop, &carrier->poll, link->fd))
        abort(); /* the system has no memory or no descriptors */
    bus->carrier = carrier;
    bus->state = BUS_PROVING;
    if (natsConnection_GetMaxPayload(link->connection) < BUS_MESSAGE_MAX)
        return NATS_MAX_PAYLOAD;
    for (size_t i = 0; i < bus->subscription_count && !status; i++)
        status = subscribe_now(bus, &bus->subscriptions[i]);
    return status;
}

static void on_attempt_ended(uv_async_t *async)
{
    struct bus *bus = async->data;
    struct nats_failure failure;
    if (!bus->attempt)
        return;
    struct nats_link *link = nats_attempt_end(bus->attempt, &failure);
    bus->attempt = NULL;
    uv_timer_stop(&bus->retry);
    if (!link) {
        lose(bus, &failure);
        return;
    }
    natsStatus status = take_link(bus, link);
    if (status) {
        lose_because(bus, status);
        return;
    }
    watch(bus->carrier);
    send_echo(bus);
    uv_timer_start(&bus->echo, on_echo_time, ECHO_MS, ECHO_MS);
}

/* --- life --- */

/* The end of a connection to which the server writes at that moment makes the server leave unread
 * what it had still to read. So the last messages are waited for: an echo comes behind them. */
static void drain(struct bus *bus)
{
    natsConnection *connection = bus->carrier->link->connection;
    uint64_t end_us = now_us() + DRAIN_MS * UINT64_C(1000), at_us;
    natsMsg *message;
    send_echo(bus);
    while (bus->echoes_missed > 0 && (at_us = now_us()) < end_us &&
           !natsConnection_IsClosed(connection)) {
        bool wants_write = bus->carrier->link->wants_write;
        struct pollfd ready = {
            .fd = bus->carrier->link->fd,
            .events = (short)(POLLIN | (wants_write ? POLLOUT : 0)),
        };
        poll(&ready, 1, (int)((end_us - at_us) / 1000) + 1);
        if (ready.revents & POLLOUT)
            natsConnection_ProcessWriteEvent(connection);
        if (ready.revents & ~POLLOUT)
            natsConnection_ProcessReadEvent(connection);
        while (natsSubscription_NextMsg(&message, bus->subscriptions[0].taken, 0) == NATS_OK) {
            take_echo(bus, message);
            natsMsg_Destroy(message);
        }
    }
}

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
    int waiting = bus->carrier ? natsConnection_Buffered(bus->carrier->link->connection) : 0;
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
        nats_attempt_leave(bus->attempt, NATS_ATTEMPT_MS);
    if (bus->carrier) {
        if (bus->state == BUS_CONNECTED)
            drain(bus);
        end_carrier(bus);
    }
    bus->state = BUS_IDLE;
    uv_close((uv_handle_t *)&bus->attempt_ended, NULL);
    uv_close((uv_handle_t *)&bus->retry, NULL);
    uv_close((uv_handle_t *)&bus->echo, NULL);
}

void bus_destroy(struct bus *bus)
{
    if (!bus)
        return;
    assert(bus->is_closed);
    destroy_used(bus);
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
            code =
                error_set(error, ERROR_USAGE,
                          "--bus: %.80s is another machine, and nats:// is not encrypted: others "
                          "on the way could read chat, the addresses of players and the "
                          "password of the bus, and speak as the hall. Write tls:// and give "
                          "nats-server a certificate",
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
