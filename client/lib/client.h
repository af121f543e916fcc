/* The asynchronous client: one connection to a server that mends itself. Requests are answered by
 * callbacks, events come to one handler; after a break the client connects again with back-off,
 * says hello with its token, and sends again what was not answered. That is harmless: moves carry
 * their ply, other changes carry a key.
 *
 * Runs on a loop (loop.h); nothing here blocks, and callbacks are never called from inside a call
 * of these functions. Every callback may call any of them, client_destroy() included. */
#ifndef CLIENT_LIB_CLIENT_H
#define CLIENT_LIB_CLIENT_H

#include "client/lib/loop.h"
#include "common/base/error.h"
#include "common/wire/schema.h"

#include <stdbool.h>
#include <stdint.h>

struct client;

enum client_state {
    CLIENT_CONNECTING, /* also again, after a break */
    CLIENT_READY,      /* hello was answered */
    CLIENT_FAILED,     /* given up, for a reason that another try cannot mend */
};

enum {
    CLIENT_FIRST_TRIES = 3, /* enough for a server that was started in the same moment */
    CLIENT_WORK_MAX = 32,   /* bits of work that a client takes on for a log-in: some minutes */
};

struct client_events {
    void *owner;
    /* Connected and greeted: the first time and after each break. `welcome` lives during the call.
     * What was not answered before the break has been sent again by now. */
    void (*ready)(void *owner, const struct wire_welcome *welcome);
    /* The connection broke, or could not be made at once, and is being mended; `reason` says why.
     * At most once between two `ready`, however many tries that takes. */
    void (*interrupted)(void *owner, const struct error *reason);
    /* Given up: the server refuses hello (BAD_TOKEN, BAD_CREDENTIALS, BANNED, ...), or this
     * connection was taken over with the same token, or the server has put us out, or it says that
     * we break the protocol, or `first_tries` have failed, or `give_up_ms` are over. Calls without
     * an answer are answered with the same reason after this. */
    void (*failed)(void *owner, const struct error *reason);
    /* The server lets a log-in go on only after a computation of about 2^`bits` trials, which is
     * under way: strangers try the same account. May be NULL. */
    void (*working)(void *owner, int bits);
    /* An event; `body` is the struct of the event's record and lives during the call. Without
     * session.replaced, session.kicked and session.fault, which come as `failed` or `interrupted`,
     * and without session.ping, which the client answers. Of all others only server.stalled and
     * server.resumed may come before `ready`. */
    void (*event)(void *owner, enum wire_event event, const void *body);
};

struct client_config {
    const char *server;  /* as address_parse() reads it; without a port it is 7800 */
    const char *program; /* for session.hello's `client` */
    const char *name;    /* of a new guest or an account; may be NULL when there is a token */
    const char *token;   /* NULL: none yet */
    /* Logs in to the account of that name; `token` has to be NULL then. Forgotten after the first
     * welcome, whose token is used from then on. NULL: none. */
    const char *password;
    /* How often connecting may fail before the first welcome until the client gives up; a second
     * lies between two tries. 0: as often as it takes. */
    unsigned first_tries;
    uint32_t give_up_ms; /* how long a first or renewed connection is tried; 0: for ever */
    /* Without a byte from the server for so long it is asked whether it is there, and without one
     * for as long again the connection counts as broken. 0: 20 s, longer than from one session.ping
     * of the server's to the next. */
    uint32_t quiet_ms;
};

/* Texts are copied. Starts to connect at once. USAGE for a `server` that cannot be read. */
enum error_code client_create(struct loop *loop, const struct client_config *config,
                              const struct client_events *events, struct client **ret_client,
                              struct error *error);
/* Closes; requests without an answer are dropped without a callback, and those that were not sent
 * yet are not sent. NULL is taken. */
void client_destroy(struct client *client);

enum client_state client_state(const struct client *client);
/* Has it failed because the same player came in through another connection? */
bool client_was_replaced(const struct client *client);
/* One that was replaced connects again, as if it had been interrupted; what it was asked meanwhile
 * has been refused. */
void client_take_seat_back(struct client *client);
/* The name and token of the last welcome; "" before. */
const char *client_name(const struct client *client);
const char *client_token(const struct client *client);
struct loop *client_loop(const struct client *client);

/* `error` is NULL when `result` (the struct of the method's result record) is there; both live
 * during the call. */
typedef void client_answer(void *owner, const struct error *error, const void *result);

/* Sends a request, now or as soon as there is a connection, in the order of the calls. `parameters`
 * is the struct of the method's parameter record (NULL where that is `nothing`); it is encoded
 * before the call returns. A `key` member that is absent is filled in with a fresh one. Answered
 * exactly once, unless the client is destroyed before: by the server; with TOO_LARGE, when the
 * request is longer than any server takes; or, once the client has failed, with the reason.
 * `answer` NULL: nobody wants to know. */
void client_call(struct client *client, enum wire_method method, const void *parameters,
                 client_answer *answer, void *owner);
/* This owner wants no answers any more. What it has asked for is asked for still. */
void client_drop_answers(struct client *client, const void *owner);

/* Does an answer mean only that the server takes no changes for now? When it does again, it says so
 * (server.resumed), or a new connection shows it. */
bool client_is_stall(enum error_code code);

#endif
