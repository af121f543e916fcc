#include "client/private_server.h"

#include "client/lib/child.h"
#include "common/base/memory.h"
#include "common/base/text.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static const char first_words[] = "listening on ";

struct private_server {
    struct private_server_events events;
    struct child *child;
    bool is_ready;
};

static void take_line(void *owner, const char *line, size_t len)
{
    struct private_server *server = owner;
    size_t skipped = strlen(first_words);
    if (server->is_ready || len <= skipped || memcmp(line, first_words, skipped) != 0)
        return;
    server->is_ready = true;
    struct text address = {0};
    text_append(&address, line + skipped, len - skipped);
    server->events.ready(server->events.owner, text_string(&address));
    text_finish(&address);
}

static void take_end(void *owner, int status)
{
    struct private_server *server = owner;
    struct error error;
    if (server->is_ready)
        error_set(&error, ERROR_IO,
                  "the private server has ended (status %d); every move that was made is kept",
                  status);
    else
        error_set(&error, ERROR_IO,
                  "the private server could not start. If another takeaway is running, quit that "
                  "one first, or play on a shared server with --server");
    server->events.failed(server->events.owner, &error);
}

enum error_code private_server_start(struct loop *loop, const char *database,
                                     const struct private_server_events *events,
                                     struct private_server **ret_server, struct error *error)
{
    struct private_server *server = memory_zeroed(1, sizeof *server);
    server->events = *events;
    const char *arguments[] = {
        "takeaway-server", "--listen", "127.0.0.1:0",   "--db", database,
        "--log-level",     "error",    "--exit-on-eof", NULL,
    };
    struct child_events child = {.owner = server, .line = take_line, .ended = take_end};
    enum error_code failed =
        child_start(loop, arguments[0], arguments, &child, &server->child, error);
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
    free(server);
}
