/* How a client comes to a server over each new connection: the name, with a number where it is
 * taken, the token or the password that prove who comes, and the proof of work that the server may
 * ask for. Secrets are told only over a private connection. */
#ifndef CLIENT_LIB_GREETING_H
#define CLIENT_LIB_GREETING_H

#include "client/lib/client.h"
#include "client/lib/client_connection.h"

/* The id of session.hello, which is no call. */
enum { CLIENT_HELLO_ID = 0 };

struct greeting;

struct greeting_events {
    void *owner;
    /* The proof of work was found, and hello has been said with it. */
    void (*proved)(void *owner);
    /* As in struct client_events; may be NULL. */
    enum error_code (*recall)(void *owner, const struct server_address *server, const char *pin,
                              bool is_vouched, const char *name, const char **ret_token,
                              struct error *error);
};

/* What is to be done after a step. */
enum greeting_step {
    GREETING_SAID,   /* hello was said: wait for the answer */
    GREETING_PROVES, /* the proof of work is searched for: wait for `proved` */
    GREETING_BROKEN, /* drop the connection; another one may do better */
    GREETING_FAILED, /* another try would end in the same way */
    GREETING_DONE,   /* the server has welcomed the client */
};

/* Copies the texts of the configuration. */
struct greeting *greeting_create(struct loop *loop, const struct client_config *config,
                                 const struct greeting_events *events);
void greeting_destroy(struct greeting *greeting);

/* A connection is open: says hello, with the token that is kept for the name. BROKEN and FAILED,
 * here and below: `ret_reason` is set. */
enum greeting_step greeting_begin(struct greeting *greeting, struct connection *connection,
                                  struct error *ret_reason);
/* Takes the answer to hello. SAID: another hello was said meanwhile, or is the next. PROVES: the
 * proof takes about 2^`ret_bits` trials. DONE: `ret_welcome` is valid as long as the message; its
 * token is absent unless the connection is private. */
enum greeting_step greeting_take_answer(struct greeting *greeting,
                                        const struct wire_message *message,
                                        struct wire_welcome *ret_welcome, int *ret_bits,
                                        struct error *ret_reason);
/* The connection has outlived the server: says hello to the next one. */
enum greeting_step greeting_again(struct greeting *greeting, struct error *ret_reason);
/* The connection is gone, and with it the search for a proof. */
void greeting_stop(struct greeting *greeting);

/* Of the last welcome; "" before. */
const char *greeting_name(const struct greeting *greeting);
const char *greeting_token(const struct greeting *greeting);
/* Was the connection of the last welcome private? See client_is_private(). */
bool greeting_was_private(const struct greeting *greeting);
/* Sets NOT_PRIVATE, with the remedy, which is a tunnel. */
enum error_code greeting_not_private(const struct greeting *greeting, struct error *error);

#endif
