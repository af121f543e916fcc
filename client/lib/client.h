/* The asynchronous client: a connection to a server that restores itself. Callbacks take the
 * answers to requests, one handler takes the events. After a break the client connects again with
 * back-off, says hello with its token, and repeats every request without an answer. Where the
 * connection outlives the server (server.restarted), it does the same over that connection.
 * Repeating is harmless: moves carry their ply, other changes carry a key.
 *
 * A server at several addresses (server_address.h) is tried at one after another, beginning with
 * the one that welcomed the client last, or behind it if that has fallen silent. Such a round is
 * one try, of which the back-off and the limits below speak.
 *
 * The client runs on a loop (loop.h). No function here blocks or calls a callback before it
 * returns. Every callback may call any of these functions, client_destroy() included. */
#ifndef CLIENT_LIB_CLIENT_H
#define CLIENT_LIB_CLIENT_H

#include "client/lib/loop.h"
#include "client/lib/server_trust.h"
#include "common/base/error.h"
#include "common/wire/schema.h"

#include <stdbool.h>
#include <stdint.h>

struct client;

enum client_state {
    CLIENT_CONNECTING, /* also again, after a break */
    CLIENT_READY,      /* hello has been answered */
    CLIENT_FAILED,     /* given up: another try would fail for the same reason */
};

enum {
    CLIENT_FIRST_TRIES = 3, /* enough for a server started at the same moment */
    CLIENT_WORK_MAX = 32,   /* bits of the hardest proof of work tried for a log-in: minutes */
};

struct client_events {
    void *owner;
    /* The server has answered hello, for the first time or after a break. `welcome` is valid during
     * the call. Requests that the break left without an answer have been sent again by now. */
    void (*ready)(void *owner, const struct wire_welcome *welcome);
    /* The connection broke, or the server was restarted behind it, or the first try failed, and the
     * client tries again. Called at most
     * once between two `ready`, however many tries that takes. */
    void (*interrupted)(void *owner, const struct error *reason);
    /* The client has given up: the server is not trusted (UNKNOWN_SERVER, WRONG_SERVER) at one of
     * its addresses, and none of the others has welcomed the client in that round; it refuses
     * hello (BAD_TOKEN, BAD_CREDENTIALS, BANNED, ...), another connection took over with the same
     * token, the player was kicked, the server reports a breach of the protocol, `first_tries`
     * failed, or `give_up_ms` passed. Pending calls are answered with the same reason after this.
     */
    void (*failed)(void *owner, const struct error *reason);
    /* The log-in needs a proof of work of about 2^`bits` trials, because strangers try the same
     * account; the search for it has begun. May be NULL. */
    void (*working)(void *owner, int bits);
    /* An event; `body` is the struct of the event's record and valid during the call. Never
     * session.replaced, session.kicked, session.fault or server.restarted, which arrive as `failed`
     * or `interrupted`, nor session.ping, which the client answers. Before `ready` only
     * server.stalled and server.resumed may come. */
    void (*event)(void *owner, enum wire_event event, const void *body);
    /* Before hello, as long as the server has given no token: finds the one that is kept for this
     * server and for the name that the client comes as; NULL: none. `pin`: of the key by which the
     * server is trusted; NULL: it is not trusted by its key. `is_vouched`: authorities vouch for
     * its name; if neither, it has no TLS. `server`: the one of its addresses that has answered. An
     * error fails the client. May be NULL: the configuration has the token. */
    enum error_code (*recall)(void *owner, const struct server_address *server, const char *pin,
                              bool is_vouched, const char *name, const char **ret_token,
                              struct error *error);
};

struct client_config {
    const char *server; /* as server_list_parse() reads it */
    /* See server_trust.h; the list is the client's. The client never sends a token or a password
     * over a connection that is not private (client_is_private()). */
    struct server_trust trust;
    const char *program;  /* the member `client` of session.hello */
    bool is_bot;          /* ... and its member `bot` */
    const char *name;     /* of a new guest or of an account; may be NULL with a token */
    bool may_be_numbered; /* where the name is taken, the guest comes as ann-2, ann-3, ... */
    const char *token;    /* NULL: none yet */
    /* Logs in to the account `name`; `token` must be NULL then. The first welcome brings a token,
     * which replaces the password. Fails with NOT_PRIVATE over a connection that others could read.
     * NULL: none. */
    const char *password;
    /* An operator's one-time code, by which `password` becomes the account's. NULL: none. */
    const char *code;
    /* Fails with NOT_PRIVATE, too, where the token cannot be sent, and with BAD_TOKEN where there
     * is none; otherwise the client comes as a new guest then. */
    bool must_be_known;
    /* Number of failed tries before the first welcome after which the client gives up, one second
     * apart. 0: no limit. */
    unsigned first_tries;
    uint32_t give_up_ms; /* the time for a first or renewed connection; 0: no limit */
    /* After this time without a byte from the server the client pings it; after as long again the
     * connection counts as broken. 0: 20 s, longer than the interval of the server's
     * session.ping. A server at several addresses may have lost one of them, so there it is a fifth
     * of that, which is longer than half a takeover; but not while the server is stalled, and
     * answers nothing. */
    uint32_t quiet_ms;
};

/* Copies the texts and starts to connect at once. USAGE: `server` cannot be parsed. */
enum error_code client_create(struct loop *loop, const struct client_config *config,
                              const struct client_events *events, struct client **ret_client,
                              struct error *error);
/* Closes the connection. Pending requests are dropped without a callback; those not sent yet are
 * not sent. NULL is allowed. */
void client_destroy(struct client *client);

enum client_state client_state(const struct client *client);
/* Does the connection stand, with another server behind it that has not welcomed the client yet? */
bool client_is_resuming(const struct client *client);
/* Has the client failed because another connection of the same player took over? */
bool client_was_replaced(const struct client *client);
/* Connects a replaced client again, as after a break. Calls made meanwhile have been refused. */
void client_take_seat_back(struct client *client);
/* The name and token of the last welcome; "" before. */
const char *client_name(const struct client *client);
const char *client_token(const struct client *client);
struct loop *client_loop(const struct client *client);
/* The one of the server's addresses that is connected to, or tried. */
const struct server_address *client_server(const struct client *client);

/* The connection of the last `ready`: can nobody on the way read it? It has TLS, or the server is
 * on this machine and takes it for that (it knows of a proxy between). Over another one it gives no
 * token, so that after a break the client comes back as a new guest: `welcome` has another player
 * then, and another name ("ann-2") while the old seat has that one. False before the first `ready`.
 */
bool client_is_private(const struct client *client);
/* The pin by which the client trusts the server; NULL: authorities vouch for it, or it has no TLS.
 * A program that this one starts for the same server needs it. */
bool client_is_bot(const struct client *client);
const char *client_server_key(const struct client *client);

/* Either `error` or `result`, the struct of the method's result record; the other is NULL. Both are
 * valid during the call. */
typedef void client_answer(void *owner, const struct error *error, const void *result);

/* Sends a request, now or as soon as there is a connection, in the order of the calls. `parameters`
 * is the struct of the method's parameter record (NULL: no member is there) and encoded before
 * this returns. An absent `key` member is filled with a fresh key. `answer` is called exactly once
 * unless the client is destroyed first: with the server's answer, with TOO_LARGE for a request that
 * exceeds the limit of every server, or with the reason once the client has failed. `answer` NULL:
 * the answer is ignored. */
void client_call(struct client *client, enum wire_method method, const void *parameters,
                 client_answer *answer, void *owner);
/* Drops the answers to this owner's pending requests. The requests themselves go on. */
void client_drop_answers(struct client *client, const void *owner);

/* Does the code mean that the server takes no changes for now? The end of the stall is announced by
 * server.resumed or by a new connection. */
bool client_is_stall(enum error_code code);

#endif
