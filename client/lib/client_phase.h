/* The inside of a client: what it is doing, and who may change that. For the files of the client
 * alone: client.c mends the connection and keeps time, client_messages.c takes what the server
 * says. */
#ifndef CLIENT_LIB_CLIENT_PHASE_H
#define CLIENT_LIB_CLIENT_PHASE_H

#include "client/lib/backoff.h"
#include "client/lib/calls.h"
#include "client/lib/client.h"
#include "client/lib/connection.h"
#include "client/lib/loop_uv.h"
#include "common/base/address.h"
#include "common/wire/wire.h"

enum {
    CLIENT_GOOD_ANSWERS = 20,   /* over one connection: it was a good one */
    CLIENT_GREETING_MS = 30000, /* for the answer to hello, before the connection is tried anew */
};

#define CLIENT_NEVER INT64_MAX

/* What the client is doing:
 *
 *                 the back-off is over     connected               welcome
 *     (create) -> WAITING ----------> OPENING ----------> GREETING ----------> READY
 *                    ^                   |                   |                   |
 *                    +----- broken ------+------ broken -----+------ broken -----+
 *
 * and from each of them to FAILED, where it stays, unless it was replaced and takes its seat back:
 * to WAITING. While it is GREETING the server may ask for a proof of work; hello is then said again
 * with it. */
enum phase {
    PHASE_WAITING,
    PHASE_OPENING,
    PHASE_GREETING,
    PHASE_READY,
    PHASE_FAILED,
    PHASE_COUNT,
};

struct proof_search;

struct client {
    uv_timer_t timer; /* first: the client is freed when it has closed */
    struct loop *loop;
    struct client_events events;
    struct address address;
    char *program;
    char *name_wanted;     /* NULL: none */
    char *given_token;     /* NULL: none */
    char *password;        /* NULL: none, or the account's token is there */
    unsigned first_tries;  /* as in the configuration; 0 from the first welcome on */
    unsigned tries_failed; /* of these */
    uint32_t give_up_ms;
    uint32_t quiet_ms;

    enum phase phase;
    int64_t phase_until_ms; /* when this phase has lasted too long, or long enough */
    int64_t give_up_at_ms;
    int64_t ready_since_ms;
    int answers;      /* since then */
    int64_t asked_ms; /* when the server was last asked whether it is there */
    struct backoff backoff;
    struct connection *connection; /* in OPENING, GREETING and READY */
    struct proof_search *search;   /* in GREETING; NULL: no proof is asked for */
    struct error reason;           /* of the last break, or of the failure */
    bool was_replaced;             /* by another connection of the same player */
    bool is_break_told;            /* was `interrupted` called since the last `ready`? */

    struct text name; /* of the last welcome, like the token */
    struct text token;
    struct calls calls;
};

/* The one mover. `lasting_ms`: CLIENT_NEVER, or how long the phase is to last. */
void client_enter_phase(struct client *client, enum phase phase, int64_t lasting_ms);
/* Drops the connection, and tries again after a while. */
void client_break_off(struct client *client, const struct error *reason);
/* For good. */
void client_fail(struct client *client, const struct error *reason);

/* Sends a request of the client's own, whose answer has CALLS_OWN_ID. */
void client_request(struct client *client, enum wire_method method, const void *parameters);
/* `proof`: WIRE_ABSENT, or what the server has asked for. */
void client_send_hello(struct client *client, int64_t proof);
/* Ends the search for a proof of work, if there is one. */
void client_drop_search(struct client *client);
void client_forget_password(struct client *client);
/* The connection's `message`; `owner` is the client. */
void client_take_message(void *owner, const struct wire_message *message);
/* The server does what the protocol does not allow: breaks off. */
void client_break_off_for(struct client *client, const char *what);

#endif
