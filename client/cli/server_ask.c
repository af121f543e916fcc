#include "client/cli/server_ask.h"

#include "client/lib/client_connection.h"
#include "client/lib/known_servers.h"
#include "client/lib/loop.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

enum { PATIENCE_MS = 5000 };

struct look {
    struct loop *loop;
    struct connection *connection;
    bool is_unknown;
    char pin[CERTIFICATE_PIN_CHARS + 1];
    char distrust[80];
};

static void end_look(struct look *look)
{
    connection_destroy(look->connection);
    look->connection = NULL;
    loop_stop(look->loop, 0);
}

static void on_opened(void *owner)
{
    end_look(owner);
}

static void on_message(void *owner, const struct wire_message *message)
{
    (void)message;
    end_look(owner);
}

static void on_unknown(void *owner, const char *pin, const char *distrust)
{
    struct look *look = owner;
    look->is_unknown = true;
    strcpy(look->pin, pin);
    snprintf(look->distrust, sizeof look->distrust, "%s", distrust);
}

static void on_closed(void *owner, const struct error *reason)
{
    struct look *look = owner;
    (void)reason;
    look->connection = NULL; /* it has destroyed itself */
    end_look(look);
}

static void on_patience_over(void *owner)
{
    end_look(owner);
}

/* Connects until the server has shown its key, and says nothing. */
static void look_at(const struct server_address *server, const struct server_trust *trust,
                    struct look *ret_look)
{
    struct look *look = ret_look;
    struct error ignored;
    *look = (struct look){.loop = loop_create()};
    struct connection_events events = {
        .owner = look,
        .opened = on_opened,
        .message = on_message,
        .unknown = on_unknown,
        .closed = on_closed,
    };
    struct connection_config config = {.server = *server, .trust = *trust};
    if (!connection_create(look->loop, &config, &events, &look->connection, &ignored)) {
        struct loop_timer *patience = loop_timer_create(look->loop, on_patience_over, look);
        loop_timer_start(patience, PATIENCE_MS);
        loop_run(look->loop);
        loop_timer_destroy(patience);
    }
    loop_settle(look->loop);
    loop_destroy(look->loop);
}

/* Reads a line from the terminal, byte by byte, since the next one belongs to another reader.
 * False: there is none. */
static bool read_line(char *line, size_t size)
{
    char c;
    size_t len = 0;
    ssize_t count;
    while ((count = read(STDIN_FILENO, &c, 1)) == 1 && c != '\n')
        if (len + 1 < size)
            line[len++] = c;
    line[len] = '\0';
    return count == 1;
}

static bool ask(int terminal, const char *name, const struct look *look)
{
    char answer[CERTIFICATE_PIN_CHARS + 2];
    dprintf(terminal,
            "Nobody vouches for the server %s (%s).\n"
            "Its key is %s.\n"
            "Is that what its operator says? Type yes, no, or the key as you know it: ",
            name, look->distrust, look->pin);
    while (read_line(answer, sizeof answer)) {
        if (strcasecmp(answer, "yes") == 0 || strcmp(answer, look->pin) == 0)
            return true;
        if (strcasecmp(answer, "no") == 0)
            return false;
        dprintf(terminal, "%s: ",
                certificate_pin_is_valid(answer) ? "That is another key. Type yes or no"
                                                 : "Type yes, no, or the key");
    }
    dprintf(terminal, "\n");
    return false;
}

enum error_code server_ask(const struct server_address *server, const struct server_trust *trust,
                           struct error *error)
{
    char name[SERVER_ADDRESS_TEXT_MAX];
    struct look look;
    struct server_trust of_address = {trust->server_key, trust->known_servers, NULL};
    error->code = ERROR_NONE;
    server_address_print_name(server, name);
    bool may_have_tls = server->way == SERVER_BY_TLS || server->way == SERVER_BY_WSS ||
                        (server->way == SERVER_BY_HOST && !server_address_is_local(server));
    if (!may_have_tls || !trust->known_servers || !isatty(STDIN_FILENO) ||
        server_trust_expects_key(&of_address, name))
        return ERROR_NONE;
    look_at(server, trust, &look);
    if (!look.is_unknown)
        return ERROR_NONE;
    /* Standard error may be a file, or held back for the full screen that follows. */
    int terminal = open("/dev/tty", O_WRONLY | O_CLOEXEC);
    if (terminal < 0)
        return ERROR_NONE;
    if (!ask(terminal, name, &look))
        error_set(error, ERROR_UNKNOWN_SERVER, "the key of %.100s was not accepted", name);
    else if (known_servers_add(trust->known_servers, name, look.pin, error) == ERROR_NONE)
        dprintf(terminal, "Kept in %s.\n", trust->known_servers);
    close(terminal);
    return error->code;
}
