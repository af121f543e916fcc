#include "client/private_server.h"

#include "client/lib/child.h"
#include "common/base/memory.h"
#include "common/base/text.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char first_words[] = "listening on ";

enum {
    RESTART_MS = 100,   /* after its end */
    STEADY_MS = 5000,   /* who has lived so long has started well */
    RESTARTS_MAX = 300, /* without that */
};

struct private_server {
    struct loop *loop;
    struct private_server_config config;
    struct private_server_events events;
    struct child *child;        /* NULL: it waits to be started again */
    struct loop_timer *restart; /* NULL: it is not to be */
    char *address;              /* owned; NULL: not known yet */
    int64_t started_ms;
    int restarts; /* since it was steady */
};

static void take_line(void *owner, const char *line, size_t len)
{
    struct private_server *server = owner;
    size_t skipped = strlen(first_words);
    if (server->address || len <= skipped || memcmp(line, first_words, skipped) != 0)
        return;
    server->address = memory_text(line + skipped, len - skipped);
    server->events.ready(server->events.owner, server->address);
}

static void give_up(struct private_server *server, int status)
{
    struct error error;
    if (server->address)
        error_set(&error, ERROR_IO,
                  "the private server has ended (status %d); every move that was made is kept",
                  status);
    else
        error_set(&error, ERROR_IO,
                  "the private server could not start. If another takeaway is running, quit that "
                  "one first, or play on a shared server with --server");
    server->events.failed(server->events.owner, &error);
}

static void take_end(void *owner, int status)
{
    struct private_server *server = owner;
    if (loop_now_ms(server->loop) - server->started_ms >= STEADY_MS)
        server->restarts = 0;
    if (!server->restart || server->restarts++ >= RESTARTS_MAX) {
        give_up(server, status);
        return;
    }
    child_destroy(server->child);
    server->child = NULL;
    loop_timer_start(server->restart, RESTART_MS);
}

static enum error_code start(struct private_server *server, struct error *error)
{
    const char *arguments[] = {
        "takeaway-server",
        "--listen",
        server->address ? server->address : "127.0.0.1:0",
        "--db",
        server->config.database,
        "--log-level",
        "error",
        "--exit-on-eof",
        NULL,
    };
    struct child_events events = {.owner = server, .line = take_line, .ended = take_end};
    int errors = server->config.errors ? server->config.errors : STDERR_FILENO;
    server->started_ms = loop_now_ms(server->loop);
    return child_start_apart(server->loop, arguments[0], arguments, errors, &events, &server->child,
                             error);
}

static void restart_is_due(void *owner)
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
    if (config->restarts)
        server->restart = loop_timer_create(loop, restart_is_due, server);
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
    free(server->address);
    free(server);
}
