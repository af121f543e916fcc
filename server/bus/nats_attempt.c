#include "server/bus/nats_attempt.h"

#include "common/base/harmless.h"
#include "common/base/memory.h"

#include <fcntl.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
    BUFFER_BYTES = 256 * 1024, /* the most that a turn of the loop reads */
    SILENT_PEER_MS = 5000,     /* the kernel gives up a peer that acknowledges nothing */
};

struct nats_attempt {
    const struct bus_config *config;
    const struct bus_server *server;
    struct nats_socket *socket;
    void (*on_ended)(void *owner);
    void *owner;
    uv_thread_t thread;
    uv_mutex_t lock; /* of `is_abandoned` */
    bool is_abandoned;
    natsConnection *connection; /* the results, read when the thread has ended */
    struct nats_trouble trouble;
};

/* --- what cnats calls: the loop that watches the socket is the bus's own --- */

static natsStatus on_attach(void **ret_data, void *socket_argument, natsConnection *connection,
                            natsSock fd)
{
    struct nats_socket *watched = socket_argument;
    int on = 1, idle_s = 2, interval_s = 1, probes = 3;
    unsigned silent_ms = SILENT_PEER_MS;
    (void)connection;
    *ret_data = watched;
    watched->own_fd = fd;
    watched->fd = fcntl(fd, F_DUPFD_CLOEXEC, 0);
    if (watched->fd < 0)
        return NATS_SYS_ERROR;
    setsockopt(fd, SOL_SOCKET, SO_KEEPALIVE, &on, sizeof on);
    setsockopt(fd, IPPROTO_TCP, TCP_KEEPIDLE, &idle_s, sizeof idle_s);
    setsockopt(fd, IPPROTO_TCP, TCP_KEEPINTVL, &interval_s, sizeof interval_s);
    setsockopt(fd, IPPROTO_TCP, TCP_KEEPCNT, &probes, sizeof probes);
    setsockopt(fd, IPPROTO_TCP, TCP_USER_TIMEOUT, &silent_ms, sizeof silent_ms);
    return NATS_OK;
}

static natsStatus on_read(void *data, bool is_wanted)
{
    (void)data, (void)is_wanted;
    return NATS_OK;
}

static natsStatus on_write(void *data, bool is_wanted)
{
    struct nats_socket *watched = data;
    watched->wants_write = is_wanted;
    return NATS_OK;
}

/* Since version 3.10 it is the loop's part to close the socket. */
static natsStatus on_detach(void *data)
{
#ifdef NATS_HAS_CLOSE_EVENT
    struct nats_socket *watched = data;
    natsConnection_ProcessCloseEvent(&watched->own_fd);
#else
    (void)data;
#endif
    return NATS_OK;
}

/* --- reasons --- */

static void explain(struct nats_trouble *trouble, const char *instead, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static void explain(struct nats_trouble *trouble, const char *instead, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(trouble->reason, sizeof trouble->reason, format, arguments);
    va_end(arguments);
    harmless_make(trouble->reason);
    snprintf(trouble->instead, sizeof trouble->instead, "%s", instead);
}

void nats_explain(const struct bus_config *config, const struct bus_server *server,
                  natsStatus status, const char *text, struct nats_trouble *ret_trouble)
{
    char at[ADDRESS_TEXT_MAX];
    address_print(&server->address, at);
    text = text && *text ? text : natsStatus_GetText(status);
    switch ((int)status) {
    case NATS_NO_SERVER:
    case NATS_IO_ERROR:
        explain(ret_trouble, "start nats-server there, or correct --bus",
                "no NATS server answers at %s", at);
        break;
    case NATS_TIMEOUT:
        explain(ret_trouble, "look whether nats-server runs there and the network lets it answer",
                "%s does not answer within %d s as a NATS server does", at, NATS_ATTEMPT_MS / 1000);
        break;
    case NATS_CONNECTION_AUTH_FAILED:
        explain(ret_trouble,
                server->user
                    ? "correct the user and the password in --bus, or those of nats-server"
                    : "give the user and the password in --bus: nats://USER:PASSWORD@HOST:PORT",
                server->user ? "the NATS server at %s does not accept this user and password"
                             : "the NATS server at %s wants a user and a password",
                at);
        break;
    case NATS_NOT_PERMITTED:
        explain(ret_trouble,
                "allow it in the permissions of nats-server; OPERATING.md lists the subjects",
                "the NATS server at %s forbids this user: %s", at, text);
        break;
    case NATS_SECURE_CONNECTION_REQUIRED:
        explain(ret_trouble, "write tls:// in --bus",
                "the NATS server at %s takes only connections with TLS", at);
        break;
    case NATS_SECURE_CONNECTION_WANTED:
        explain(ret_trouble, "give nats-server a certificate (tls {...} in its configuration)",
                "the NATS server at %s has no TLS", at);
        break;
    case NATS_SSL_ERROR:
        explain(ret_trouble,
                config->ca ? "--bus-ca has to name the authority of its certificate, which has to "
                             "be for the host in --bus; --bus-certificate is what it may ask for"
                           : "name the authority of its certificate with --bus-ca",
                "TLS with the NATS server at %s fails: %s", at, text);
        break;
    case NATS_MAX_PAYLOAD:
        explain(ret_trouble, "raise max_payload in the configuration of nats-server to 1MB",
                "the NATS server at %s does not take messages of %d bytes", at, BUS_MESSAGE_MAX);
        break;
    case NATS_PROTOCOL_ERROR:
    case NATS_LINE_TOO_LONG:
        explain(ret_trouble, "correct --bus: it needs the address of a NATS server",
                "what answers at %s is no NATS server", at);
        break;
    case NATS_CONNECTION_CLOSED:
    case NATS_STALE_CONNECTION:
        explain(ret_trouble, "nothing, if nats-server was restarted; else see its own log",
                "the NATS server at %s has ended the connection", at);
        break;
    default:
        explain(ret_trouble, "see the log of nats-server", "the NATS server at %s: %s", at, text);
    }
}

/* --- the attempt --- */

static natsStatus set_secrets(natsOptions *options, const struct bus_server *server)
{
    if (!server->user)
        return NATS_OK;
    return server->password ? natsOptions_SetUserInfo(options, server->user, server->password)
                            : natsOptions_SetToken(options, server->user);
}

static natsStatus set_tls(natsOptions *options, const struct bus_config *config,
                          const struct bus_server *server)
{
    natsStatus status = natsOptions_SetSecure(options, true);
    if (!status && config->ca)
        status = natsOptions_LoadCATrustedCertificates(options, config->ca);
    if (!status && config->certificate)
        status = natsOptions_LoadCertificatesChain(options, config->certificate, config->key);
    if (!status && server)
        status = natsOptions_SetExpectedHostname(options, server->address.host);
    return status;
}

/* Everything is done by the thread that calls: no thread reads, writes, or asks for a sign of life;
 * nothing is kept for a server that is away; a lost connection is given up. */
static natsStatus set_options(natsOptions *options, const struct nats_attempt *attempt)
{
    char at[ADDRESS_TEXT_MAX], url[ADDRESS_TEXT_MAX + sizeof "nats://"];
    address_print(&attempt->server->address, at);
    snprintf(url, sizeof url, "nats://%s", at);
    natsStatus status = natsOptions_SetURL(options, url);
    if (!status)
        status = natsOptions_SetEventLoop(options, attempt->socket, on_attach, on_read, on_write,
                                          on_detach);
    if (!status)
        status = natsOptions_SetTimeout(options, NATS_ATTEMPT_MS);
    if (!status)
        status = natsOptions_SetName(options, attempt->config->name);
    if (!status)
        status = natsOptions_SetSendAsap(options, true);
    if (!status)
        status = natsOptions_SetPingInterval(options, 0);
    if (!status)
        status = natsOptions_SetAllowReconnect(options, false);
    if (!status)
        status = natsOptions_SetReconnectBufSize(options, 1);
    if (!status)
        status = natsOptions_SetIgnoreDiscoveredServers(options, true);
    if (!status)
        status = natsOptions_SetIOBufSize(options, BUFFER_BYTES);
    if (!status)
        status = set_secrets(options, attempt->server);
    if (!status && attempt->server->is_tls)
        status = set_tls(options, attempt->config, attempt->server);
    return status;
}

static natsStatus connect_now(struct nats_attempt *attempt)
{
    natsOptions *options = NULL;
    natsStatus status = natsOptions_Create(&options);
    if (!status)
        status = set_options(options, attempt);
    if (!status)
        status = natsConnection_Connect(&attempt->connection, options);
    natsOptions_Destroy(options);
    return status;
}

static void explain_failure(struct nats_attempt *attempt, natsStatus status)
{
    const char *text = nats_GetLastError(NULL);
    char at[ADDRESS_TEXT_MAX];
    nats_explain(attempt->config, attempt->server, status, text, &attempt->trouble);
    /* The server ends the connection without a word where it expects TLS from the first byte on, or
     * is another program that takes CONNECT for nonsense. */
    if (status == NATS_CONNECTION_CLOSED) {
        address_print(&attempt->server->address, at);
        explain(&attempt->trouble,
                "look whether a NATS server listens there, and for clients; see its log",
                "%s ends each new connection", at);
    }
}

static void run_attempt(void *argument)
{
    struct nats_attempt *attempt = argument;
    natsStatus status = connect_now(attempt);
    if (status)
        explain_failure(attempt, status);
    nats_ReleaseThreadMemory();
    uv_mutex_lock(&attempt->lock);
    if (!attempt->is_abandoned)
        attempt->on_ended(attempt->owner);
    uv_mutex_unlock(&attempt->lock);
}

struct nats_attempt *nats_attempt_start(const struct bus_config *config,
                                        const struct bus_server *server, struct nats_socket *socket,
                                        void (*on_ended)(void *owner), void *owner)
{
    struct nats_attempt *attempt = memory_zeroed(1, sizeof *attempt);
    *attempt = (struct nats_attempt){
        .config = config, .server = server, .socket = socket, .on_ended = on_ended, .owner = owner};
    *socket = (struct nats_socket){.fd = -1};
    if (uv_mutex_init(&attempt->lock) || uv_thread_create(&attempt->thread, run_attempt, attempt))
        abort(); /* as when memory runs out: a restart is the cleanest recovery */
    return attempt;
}

void nats_attempt_abandon(struct nats_attempt *attempt)
{
    uv_mutex_lock(&attempt->lock);
    attempt->is_abandoned = true;
    uv_mutex_unlock(&attempt->lock);
}

natsConnection *nats_attempt_end(struct nats_attempt *attempt, struct nats_trouble *ret_trouble)
{
    uv_thread_join(&attempt->thread);
    uv_mutex_destroy(&attempt->lock);
    natsConnection *connection = attempt->connection;
    *ret_trouble = attempt->trouble;
    free(attempt);
    return connection;
}

enum error_code nats_attempt_check(const struct bus_config *config, struct error *error)
{
    enum error_code code = ERROR_NONE;
    natsOptions *options = NULL;
    natsStatus status = natsOptions_Create(&options);
    if (!status)
        status = natsOptions_SetSecure(options, true);
    if (!status && config->ca && natsOptions_LoadCATrustedCertificates(options, config->ca))
        code = error_set(error, ERROR_IO, "--bus-ca: %s holds no certificates in PEM form",
                         config->ca);
    else if (!status && config->certificate &&
             natsOptions_LoadCertificatesChain(options, config->certificate, config->key))
        code = error_set(error, ERROR_IO,
                         "--bus-certificate, --bus-key: %s and %s are no certificate and its key "
                         "in PEM form",
                         config->certificate, config->key);
    natsOptions_Destroy(options);
    if (!code && status)
        code = error_set(error, ERROR_IO, "TLS of the bus: %s", natsStatus_GetText(status));
    return code;
}
