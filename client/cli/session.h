/* What every command with a server starts from: the loop, the private server where none is named,
 * the person's name and token, and the client. The command reacts to its events and says when it
 * ends. */
#ifndef CLIENT_SESSION_H
#define CLIENT_SESSION_H

#include "client/cli/options.h"
#include "client/lib/client.h"
#include "client/lib/loop.h"
#include "common/base/error.h"
#include "common/base/text.h"

#include <jansson.h>
#include <stdbool.h>

struct session;

struct session_config {
    const char *server;   /* HOST or HOST:PORT; NULL: a private one */
    const char *database; /* of the private server; NULL: the person's own */
    /* With `database`: where the token is kept; NULL: nowhere. The server is then started again
     * whenever it ends, and waited for. */
    const char *token_file;
    bool restarts; /* the private server is started again whenever it ends, once it has started */
    int errors;    /* of the private server: see private_server.h */
    const char *name;     /* of the person, as name_check_given() takes it; NULL: $USER */
    const char *password; /* logs in to the account of that name; NULL: the token that is kept */
    bool has_to_be_known; /* fails where no token is kept, or the server takes it no more */
    /* Only looks: on a shared server under a name of its own, so that the person's seats stay where
     * they are. */
    bool only_looks;
};

/* No event comes after session_end(). All but `ready` may be NULL. */
struct session_events {
    void *owner;
    /* The loop is about to run. */
    void (*opened)(void *owner);
    /* As in client.h; `is_first` when it is not after a break. */
    void (*ready)(void *owner, const struct wire_welcome *welcome, bool is_first);
    void (*interrupted)(void *owner, const struct error *reason);
    void (*event)(void *owner, enum wire_event event, const void *body);
    /* Something that the person should know; without it, it is said on standard error. */
    void (*told)(void *owner, const char *words);
    /* The same person came in through another connection; without it, the session fails. */
    void (*replaced)(void *owner);
    /* Ctrl-C or SIGTERM; without it, the command ends with 128 + the signal's number. */
    void (*caught)(void *owner, int number);
    /* The session has failed, has said so on standard error, and ends. */
    void (*failed)(void *owner);
    /* The loop has run; everything made on it goes now. The client, if any, still exists. */
    void (*closing)(void *owner);
    /* Everything has ended, the private server included, but work (loop.h) that nobody waits for
     * and that may take seconds: may leave it to the system, with _exit(). Without it, it is waited
     * for. */
    void (*leaving)(void *owner, int exit_code);
};

/* Runs a session until session_end() and returns what that was given. */
int session_run(const struct session_config *config, const struct session_events *events,
                struct session **session);

/* Appends what an answer says to the person; `result` is the struct of the method's result. */
typedef void session_print(void *owner, const void *result, struct text *out);

/* Sends a request as client_call() does and writes its answer to standard output: as `print` words
 * it, or, where that is NULL, as the JSON of the result's record. That ends the session, unless
 * `print` has failed it or has asked for something else. An error fails the session. One request
 * at a time. */
void session_ask(struct session *session, enum wire_method method, const void *request,
                 session_print *print, void *owner);
/* Runs a session that begins with this. `session` is set as by session_run(); it may be NULL. */
int session_ask_once(const struct session_config *config, enum wire_method method,
                     const void *request, session_print *print, void *owner,
                     struct session **session);

/* The same for a command that only shows something, on the server that its options name: as `print`
 * words it or, with --json, as JSON. */
int session_show(const struct options *options, enum wire_method method, const void *request,
                 session_print *print, void *owner);

/* A list that the server gives in pages. The method's result has one list, of records whose first
 * field is their number, and a flag that says whether the list goes on. */
struct session_pages {
    enum wire_method method;
    void *request;   /* its parameters, in which */
    int64_t *edge;   /* ... the number that the page begins behind is set, */
    int64_t *limit;  /* ... and how many records it may have */
    bool is_falling; /* the numbers fall from record to record, else they rise */
    int64_t left;    /* how many records are wanted */
    json_t *(*json_of)(const void *record); /* NULL: every field */
    session_print *print; /* of each page that has any; with --json one list of all is printed */
    void *owner;
    const char *none; /* said, unless it is JSON, when the list is empty */
};

/* Runs a session, as session_show() does, that writes the list to standard output, page by page.
 * Fails it when the server says that the list goes on, but a page has nothing new. */
int session_show_pages(const struct options *options, struct session_pages *pages);

/* "Connection lost (...), trying again.", or that there is none yet. */
void session_print_interruption(const struct session *session, const struct error *reason,
                                struct text *out);
/* What the server says of itself, "The server can store moves again."; false: the event is none of
 * these. */
bool session_print_notice(enum wire_event event, const void *body, struct text *out);

/* All below may be called from `opened` on. */
void session_end(struct session *session, int exit_code);
bool session_has_ended(const struct session *session);
/* Says on standard error what went wrong and ends the session with EXIT_FAILURE. */
void session_fail(struct session *session, const struct error *error);
struct loop *session_loop(const struct session *session);
bool session_is_private(const struct session *session);
/* Does the person have an account, as far as the server has said? */
bool session_is_account(const struct session *session);

/* From the first `ready` on. */
struct client *session_client(const struct session *session);
/* After `replaced`: comes in again, from where `ready` follows, or `failed`. */
void session_take_seat_back(struct session *session);
/* Where the server is: HOST:PORT. */
const char *session_address(const struct session *session);
/* The token has ended: removes the file in which it is kept. */
void session_forget_token(struct session *session);
/* What tokens are kept under: HOST:PORT, or "private". */
const char *session_token_server(const struct session *session);

#endif
