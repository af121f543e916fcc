#include "server/bus/nats_attempt.h"

#include "common/base/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
    BUFFER_BYTES = 256 * 1024, /* the most that a turn of the loop reads */
    SILENT_PEER_MS = 5000,     /* the kernel gives up a peer that acknowledges nothing */
    LAST_READS = 256,          /* of a connection that ends */
    LEFT_BEHIND_MAX = 4,       /* threads */
};

struct nats_attempt {
    natsOptions *options;
    void (*on_ended)(void *owner);
    void *owner;
    uv_thread_t thread;
    uv_mutex_t lock; /* of the next three */
    uv_cond_t end;
    bool has_ended, is_left;
    struct nats_link *link; /* the results, once it has ended; NULL: it has failed */
    struct nats_failure failure;
};

static atomic_int left_behind;

/* --- what cnats calls: the loop that watches the socket is the bus's own --- */

static natsStatus on_attach(void **ret_data, void *link_argument, natsConnection *connection,
                            natsSock fd)
{
    struct nats_link *link = link_argument;
    int on = 1, idle_s = 2, interval_s = 1, probes = 3;
    unsigned silent_ms = SILENT_PEER_MS;
    (void)connection;
    *ret_data = link;
    link->own_fd = fd;
    link->fd = fcntl(fd, F_DUPFD_CLOEXEC, 0);
    if (link->fd < 0)
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
    struct nats_link *link = data;
    link->wants_write = is_wanted;
    return NATS_OK;
}

/* Since version 3.10 it is the loop's part to close the socket. */
static natsStatus on_detach(void *data)
{
#ifdef NATS_HAS_CLOSE_EVENT
    struct nats_link *link = data;
    natsConnection_ProcessCloseEvent(&link->own_fd);
#else
    (void)data;
#endif
    return NATS_OK;
}

/* cnats would wait for the server's answer to a last flush unless it learns, by reading, that the
 * socket has ended. */
void nats_link_destroy(struct nats_link *link)
{
    if (!link)
        return;
    if (link->fd >= 0)
        shutdown(link->fd, SHUT_RDWR);
    for (int i = 0;
         i < LAST_READS && link->connection && !natsConnection_IsClosed(link->connection); i++)
        natsConnection_ProcessReadEvent(link->connection);
    natsConnection_Destroy(link->connection);
    if (link->fd >= 0)
        close(link->fd);
    free(link);
}

/* --- options --- */

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
static natsStatus set_options(natsOptions *options, struct nats_link *link,
                              const struct bus_config *config, const struct bus_server *server)
{
    char at[ADDRESS_TEXT_MAX], url[ADDRESS_TEXT_MAX + sizeof "nats://"];
    address_print(&server->address, at);
    snprintf(url, sizeof url, "nats://%s", at);
    natsStatus status = natsOptions_SetURL(options, url);
    if (!status)
        status = natsOptions_SetEventLoop(options, link, on_attach, on_read, on_write, on_detach);
    if (!status)
        status = natsOptions_SetTimeout(options, NATS_ATTEMPT_MS);
    if (!status)
        status = natsOptions_SetName(options, config->name);
    if (!status)
        status = natsOptions_SetSendAsap(options, true);
    if (!status)
        status = natsOptions_SetWriteDeadline(options, NATS_TLS_WAIT_MS);
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
        status = set_secrets(options, server);
    if (!status && server->is_tls)
        status = set_tls(options, config, server);
    return status;
}

/* --- the thread --- */

static void attempt_free(struct nats_attempt *attempt)
{
    nats_link_destroy(attempt->link);
    natsOptions_Destroy(attempt->options);
    uv_cond_destroy(&attempt->end);
    uv_mutex_destroy(&attempt->lock);
    free(attempt);
}

static void fail(struct nats_attempt *attempt, natsStatus status)
{
    const char *text = nats_GetLastError(NULL);
    attempt->failure.status = status;
    snprintf(attempt->failure.text, sizeof attempt->failure.text, "%s",
             text && *text ? text : natsStatus_GetText(status));
    nats_link_destroy(attempt->link);
    attempt->link = NULL;
}

static void run_attempt(void *argument)
{
    struct nats_attempt *attempt = argument;
    natsStatus status = attempt->failure.status;
    if (!status)
        status = natsConnection_Connect(&attempt->link->connection, attempt->options);
    if (status)
        fail(attempt, status);
    nats_ReleaseThreadMemory();
    uv_mutex_lock(&attempt->lock);
    bool is_left = attempt->is_left;
    attempt->has_ended = true;
    if (!is_left)
        attempt->on_ended(attempt->owner);
    uv_cond_signal(&attempt->end);
    uv_mutex_unlock(&attempt->lock);
    if (is_left) {
        attempt_free(attempt);
        left_behind--;
    }
}

struct nats_attempt *nats_attempt_start(const struct bus_config *config,
                                        const struct bus_server *server,
                                        void (*on_ended)(void *owner), void *owner)
{
    struct nats_attempt *attempt = memory_zeroed(1, sizeof *attempt);
    attempt->on_ended = on_ended;
    attempt->owner = owner;
    attempt->link = memory_zeroed(1, sizeof *attempt->link);
    attempt->link->fd = -1;
    attempt->failure.status = natsOptions_Create(&attempt->options);
    if (!attempt->failure.status)
        attempt->failure.status = set_options(attempt->options, attempt->link, config, server);
    if (uv_mutex_init(&attempt->lock) || uv_cond_init(&attempt->end) ||
        uv_thread_create(&attempt->thread, run_attempt, attempt))
        abort(); /* as when memory runs out: a restart is the cleanest recovery */
    return attempt;
}

struct nats_link *nats_attempt_end(struct nats_attempt *attempt, struct nats_failure *ret_failure)
{
    uv_thread_join(&attempt->thread);
    struct nats_link *link = attempt->link;
    attempt->link = NULL;
    *ret_failure = attempt->failure;
    attempt_free(attempt);
    return link;
}

bool nats_attempt_leave(struct nats_attempt *attempt, uint64_t wait_ms)
{
    uv_mutex_lock(&attempt->lock);
    if (wait_ms == 0 && !attempt->has_ended && left_behind >= LEFT_BEHIND_MAX) {
        uv_mutex_unlock(&attempt->lock);
        return false;
    }
    uint64_t end_ns = uv_hrtime() + wait_ms * 1000000, now_ns;
    while (!attempt->has_ended && (now_ns = uv_hrtime()) < end_ns)
        uv_cond_timedwait(&attempt->end, &attempt->lock, end_ns - now_ns);
    bool has_ended = attempt->has_ended;
    if (!has_ended) {
        attempt->is_left = true;
        left_behind++;
        pthread_detach(attempt->thread);
    }
    uv_mutex_unlock(&attempt->lock);
    if (has_ended) {
        uv_thread_join(&attempt->thread);
        attempt_free(attempt);
    }
    return true;
}

enum error_code nats_attempt_check(const struct bus_config *config, struct error *error)
{
    const struct {
        const char *option, *path;
    } files[] = {{"--bus-ca", config->ca},
                 {"--bus-certificate", config->certificate},
                 {"--bus-key", config->key}};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        if (files[i].path && access(files[i].path, R_OK))
            return error_set(error, ERROR_IO, "%s: %s cannot be read: %s", files[i].option,
                             files[i].path, strerror(errno));
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
