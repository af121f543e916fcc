#include "client/cli/private_server.h"

#include "client/lib/child.h"
#include "client/lib/loop.h"
#include "common/base/memory.h"
#include "common/base/text.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char before_address[] = "listening on ", before_reason[] = "failed ",
                  no_port[] = "cannot listen ";

enum {
    RESTART_MS = 100,         /* pause after the end of a server that had started */
    STEADY_MS = 5000,         /* a longer life resets the count of restarts */
    RESTARTS_MAX = 300,       /* ... in a row without such a life */
    LEFT_BEHIND_MS = 5000,    /* for the end of a server whose `takeaway host` was killed */
    FAILURES_MAX = 20,        /* failed starts in a row, a minute and a half with the pauses */
    KILLS_MAX = 5,            /* before the first server listens, three seconds with the pauses */
    SIGNAL_STATUS_BASE = 128, /* the status of a killed program is this plus the signal */
};

struct private_server {
    struct loop *loop;
    struct private_server_config config;
    struct private_server_events events;
    struct child *child; /* NULL: a restart is pending */
    struct loop_timer *restart;
    char *address; /* owned; NULL: unknown */
    int64_t created_ms;
    int64_t started_ms;
    bool has_started; /* the current server listens */
    int restarts;     /* of started servers, since a steady one */
    int failures;     /* failed starts since a successful one */
    int kills;        /* by signals, before the first server listened */
    struct backoff backoff;
    struct text reason; /* of the last server's end, in its words; empty: none */
    bool is_taken;      /* another server, which may end, holds the database */
};

static void take_address(struct private_server *server, const char *address)
{
    assert(server->child);
    server->has_started = true;
    server->failures = 0;
    server->backoff = (struct backoff){0};
    if (server->address)
        return;
    server->address = memory_text(address, strlen(address));
    server->events.ready(server->events.owner, server->address);
}

static void on_line(void *owner, const char *line, size_t len)
{
    struct private_server *server = owner;
    (void)len;
    if (strncmp(line, before_address, strlen(before_address)) == 0) {
        take_address(server, line + strlen(before_address));
        return;
    }
    if (strncmp(line, before_reason, strlen(before_reason)) != 0)
        return;
    /* "io: file is not a database: private.db" */
    const char *reason = line + strlen(before_reason), *colon = strchr(reason, ':');
    const char *taken = error_name(ERROR_TOO_EARLY);
    text_clear(&server->reason);
    text_append_string(&server->reason, colon ? colon + strspn(colon, ": ") : reason);
    server->is_taken = strncmp(reason, taken, strlen(taken)) == 0;
}

static void give_up(struct private_server *server, int status)
{
    struct error error;
    if (server->reason.len == 0 && status > SIGNAL_STATUS_BASE)
        text_printf(&server->reason, "signal %d (%s) ended it%s", status - SIGNAL_STATUS_BASE,
                    strsignal(status - SIGNAL_STATUS_BASE),
                    server->kills > KILLS_MAX ? " again and again" : "");
    else if (server->reason.len == 0)
        text_printf(&server->reason, "status %d", status);
    const char *reason = text_string(&server->reason);
    const char *which = server->config.door ? "your" : "the private";
    if (server->address)
        error_set(&error, ERROR_IO, "%s server has ended (%s); every move that was made is kept",
                  which, reason);
    else if (server->is_taken && server->config.door)
        error_set(&error, ERROR_IO,
                  "your server is %s: another `takeaway host` of yours has it; quit that one first",
                  reason);
    else if (server->is_taken)
        error_set(&error, ERROR_IO,
                  "your private server is %s: the full screen or another `takeaway` has it; quit "
                  "that one first, or play on a shared server with --server",
                  reason);
    else
        error_set(&error, ERROR_IO, "%s server could not start: %s%s", which, reason,
                  strncmp(reason, no_port, strlen(no_port)) == 0 ? "; --port names another port"
                                                                 : "");
    server->events.failed(server->events.owner, &error);
}

/* May a server that has ended be restarted? One that has never listened may only if the reason can
 * go away by itself. */
static bool may_start_again(struct private_server *server, int status)
{
    assert(server->child);
    if (!server->address && server->reason.len == 0 && status > SIGNAL_STATUS_BASE)
        return server->kills++ < KILLS_MAX;
    if (!server->config.restarts)
        return false;
    if (server->has_started)
        return server->restarts++ < RESTARTS_MAX;
    bool is_left_behind =
        server->config.door && loop_now_ms(server->loop) - server->created_ms < LEFT_BEHIND_MS;
    bool may_wait = (server->config.waits || is_left_behind) && server->is_taken;
    return (server->address || may_wait) && server->failures++ < FAILURES_MAX;
}

static void on_ended(void *owner, int status)
{
    struct private_server *server = owner;
    if (server->has_started && loop_now_ms(server->loop) - server->started_ms >= STEADY_MS)
        server->restarts = 0;
    if (server->config.errors)
        dprintf(server->config.errors, "takeaway-server has ended with status %d%s%s\n", status,
                server->reason.len > 0 ? ": " : "", text_string(&server->reason));
    if (!may_start_again(server, status)) {
        give_up(server, status);
        return;
    }
    child_destroy(server->child);
    server->child = NULL;
    loop_timer_start(server->restart,
                     server->has_started ? RESTART_MS : backoff_next_ms(&server->backoff));
}

static enum error_code start(struct private_server *server, struct error *error)
{
    assert(!server->child);
    static const char *const limits_far_away[] = {
        "--guest-share",
        "100",
        "--address-share",
        "100",
        "--start-bytes",
        "1G",
        "--guest-bytes-per-day",
        "1024G",
        "--address-guest-bytes-per-day",
        "1024G",
        "--all-guest-bytes-per-day",
        "1024G",
        "--all-bytes-per-day",
        "1024G",
    };
    const struct private_server_door *door = server->config.door;
    const char *listen = door ? door->listen : "127.0.0.1:0";
    const char *arguments[32] = {
        "takeaway-server",
        "--listen",
        server->address ? server->address : listen,
        "--db",
        server->config.database,
        "--log-level",
        "error",
        "--exit-on-eof",
    };
    size_t count = 8;
    if (server->config.signing_key) {
        arguments[count++] = "--signing-key";
        arguments[count++] = server->config.signing_key;
    }
    if (door) {
        arguments[count++] = "--public";
        arguments[count++] = "--tls-certificate";
        arguments[count++] = door->certificate;
        arguments[count++] = "--tls-key";
        arguments[count++] = door->key;
        if (door->web_host) {
            arguments[count++] = "--web-host";
            arguments[count++] = door->web_host;
        }
    } else {
        memcpy(arguments + count, limits_far_away, sizeof limits_far_away);
    }
    struct child_events events = {.owner = server, .line = on_line, .ended = on_ended};
    int errors = server->config.errors ? server->config.errors : STDERR_FILENO;
    server->started_ms = loop_now_ms(server->loop);
    server->has_started = false;
    server->is_taken = false;
    text_clear(&server->reason);
    return child_start_apart(server->loop, arguments[0], arguments, errors, &events, &server->child,
                             error);
}

static void on_restart_due(void *owner)
{
    struct private_server *server = owner;
    struct error error;
    if (start(server, &error))
        server->events.failed(server->events.owner, &error);
}

enum error_code private_server_start(struct loop *loop, const struct private_server_config *config,
                                     const struct private_server_events *events,
                                     struct private_server **ret_server, struct error *error)
{
    struct private_server *server = memory_zeroed(1, sizeof *server);
    server->loop = loop;
    server->config = *config;
    server->events = *events;
    server->created_ms = loop_now_ms(loop);
    server->restart = loop_timer_create(loop, on_restart_due, server);
    enum error_code failed = start(server, error);
    if (failed) {
        private_server_stop(server);
        return failed;
    }
    *ret_server = server;
    return ERROR_NONE;
}

void private_server_stop(struct private_server *server)
{
    if (!server)
        return;
    child_destroy(server->child);
    loop_timer_destroy(server->restart);
    text_finish(&server->reason);
    free(server->address);
    free(server);
}
