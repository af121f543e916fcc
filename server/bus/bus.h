/* The bus between the processes of a cluster: messages to subjects, carried by a NATS server.
 *
 * The bus promises little. Messages of one publisher to one subject arrive in their order; any of
 * them may be missing, in particular those published around a loss of the connection. A message
 * is never kept for a subscriber that comes later. Frames with numbers make more of it
 * (server/link).
 *
 *     closed --bus_open()--> connecting --> connected --> lost: connecting anew after a while
 *
 * All calls are made, and all callbacks come, on the loop's thread. Connecting, which blocks, is
 * done by a thread that ends with it. A bus never ends its program: a server that is away, is
 * stopped, or refuses this client is told in the log, and asked again three times a second; one
 * that forbids a subject, each 5 s. */
#ifndef SERVER_BUS_BUS_H
#define SERVER_BUS_BUS_H

#include "common/base/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <uv.h>

struct bus;

enum {
    BUS_MESSAGE_MAX = 256 * 1024,       /* bytes of a message; the server has to allow as many */
    BUS_SUBJECT_MAX = 127,              /* characters of a subject */
    BUS_WAITING_MAX = 32 * 1024 * 1024, /* bytes published, and not taken by the system */
    BUS_SILENCE_MS = 4000, /* without an echo for so long a connection is given up as dead */
};

struct bus_config {
    /* nats://[USER:PASSWORD@]HOST[:PORT], or tls://...; several, with commas, are the servers of
     * one NATS cluster: each attempt takes the next one. */
    const char *url;
    /* PEM files, NULL: none. Authorities that the server's certificate has to be from (NULL: the
     * system's), and the own certificate with its key, for servers that ask for one. */
    const char *ca, *certificate, *key;
    const char *name; /* how the server's own lists name this client */
    /* A subject of this client alone. Messages to it show that the connection works: the kernel of
     * a server that is stopped still accepts bytes. */
    const char *echo;
};

struct bus_callbacks {
    void *owner; /* the first argument of all */
    /* The next two may be NULL.
     *
     * Messages can be published, and the subscriptions are known to the server; messages of others
     * from before are not made up for. */
    void (*on_connected)(void *owner);
    /* Messages may be missing from here on, both ways. Comes once for each on_connected(). */
    void (*on_lost)(void *owner);
    /* `subject` ends with a zero byte; both are valid during the call. */
    void (*on_message)(void *owner, const char *subject, const char *bytes, size_t len);
};

/* May the program be started with this configuration? Does no I/O. USAGE, in the words of the
 * command line: built without NATS; a URL that is none; TLS files without tls://, or a certificate
 * without its key; a plain connection to a host that is not the loopback. Never shows the password.
 */
enum error_code bus_check(const struct bus_config *config, struct error *error);

/* The texts of `config` are copied. Passes bus_check(). Threads exist from now on. */
struct bus *bus_create(uv_loop_t *loop, const struct bus_config *config,
                       const struct bus_callbacks *callbacks);
/* Begins to connect. IO: a TLS file cannot be read, and is named. Call once. */
enum error_code bus_open(struct bus *bus, struct error *error);

/* Messages to `subject` come to on_message(), from the present connection, or the next one, on.
 * Nothing is ever unsubscribed. `subject` has no wildcards and is copied. */
void bus_subscribe(struct bus *bus, const char *subject);
/* Sends with the next bus_flush(). False: not connected, and the message is dropped. `len` is at
 * most BUS_MESSAGE_MAX. Bytes that the server does not take for so long that they are too many to
 * keep end the connection: on_lost() is then called by bus_flush(), never from here. */
bool bus_publish(struct bus *bus, const char *subject, const char *bytes, size_t len);
/* Hands what has been published to the system, as far as it takes it now; the rest follows by
 * itself. Call at the end of each turn of the loop. */
void bus_flush(struct bus *bus);

bool bus_is_connected(const struct bus *bus);

struct bus_figures {
    uint64_t connects; /* how often a connection was made */
    uint64_t published, received;
    size_t waiting_bytes; /* published, and not taken by the system yet */
    int64_t echo_us;      /* the last echo's time of travel; -1: none yet */
};
struct bus_figures bus_figures(const struct bus *bus);

/* Ends the connection when the server has what was published, or after 0.3 s, and closes all
 * handles; no callback comes any more. An attempt to connect is waited for, up to 2 s. NULL is
 * taken. */
void bus_close(struct bus *bus);
/* Call when the loop has closed the handles. NULL is taken. */
void bus_destroy(struct bus *bus);

#endif
