/* The common part of all commands with a server: the loop, the private server if no other is named,
 * the person's name and token, and the client. The command handles the events and ends the
 * session. */
#ifndef CLIENT_SESSION_H
#define CLIENT_SESSION_H

#include "client/cli/options.h"
#include "client/lib/client.h"
#include "client/lib/loop.h"
#include "client/lib/server_address.h"
#include "common/base/error.h"
#include "common/base/text.h"

#include <jansson.h>
#include <stdbool.h>

struct session;

struct session_config {
    struct loop *loop;      /* stays when the session ends; NULL: the session makes one */
    const char *server;     /* as server_list_parse() reads it; NULL: a private one */
    const char *server_key; /* the pin that the server must have; NULL: none was named */
    /* The name under which tokens are kept; NULL: see session_token_server(). */
    const char *token_server;
    const char *database; /* of the private server; NULL: the person's own */
    /* With `database`: the file of the token; NULL: not kept. The server is then restarted whenever
     * it ends, and the session waits for it. */
    const char *token_file;
    bool restarts;         /* restart the private server whenever it ends after its first start */
    int errors;            /* of the private server; see private_server.h */
    const char *name;      /* of the person, valid by name_check_given(); NULL: $USER */
    bool may_be_numbered;  /* a guest without `name` whose $USER is taken is called ann-2 */
    const char *password;  /* of the account of that name; NULL: the kept token is used */
    const char *code;      /* the operator's, with which the password is set; NULL: none */
    const char *unreached; /* added where no server answers: what to check; NULL: nothing */
    bool has_to_be_known;  /* fail if no token is kept or the server rejects it */
    /* Only looks. On a shared server, this uses a name of its own, so that the person's connections
     * keep their seats. */
    bool only_looks;
};

/* No event comes after session_end(). All callbacks except `ready` may be NULL. */
struct session_events {
    void *owner;
    /* The loop is about to run. */
    void (*opened)(void *owner);
    /* As in client.h; `is_first`: not after an interruption. */
    void (*ready)(void *owner, const struct wire_welcome *welcome, bool is_first);
    void (*interrupted)(void *owner, const struct error *reason);
    void (*event)(void *owner, enum wire_event event, const void *body);
    /* A message for the person; without this callback it goes to standard error. */
    void (*told)(void *owner, const char *words);
    /* The same person has connected elsewhere; without this callback the session fails. */
    void (*replaced)(void *owner);
    /* Ctrl-C or SIGTERM; without this callback the command ends with 128 + the signal's number. */
    void (*caught)(void *owner, int number);
    /* The session has failed, has reported that on standard error, and ends. */
    void (*failed)(void *owner);
    /* The loop has ended; objects that use it have to be destroyed now. The client, if any, still
     * exists. */
    void (*closing)(void *owner);
    /* Everything has ended, the private server included, except jobs on threads (loop.h) whose
     * results are no longer wanted and which may take seconds. The callback may abandon them with
     * _exit(); without it the session waits for them. Not called on a loop that stays. */
    void (*leaving)(void *owner, int exit_code);
};

/* Runs a session until session_end() and returns the exit code given there. If nothing is known of
 * the server, the person is asked first whether its key is good (server_ask.h). */
int session_run(const struct session_config *config, const struct session_events *events,
                struct session **session);

/* Ends the run as session_end(EXIT_OK) does, but leaves the session connected, for session_go_on()
 * or session_close(). */
void session_pause(struct session *session);
/* Runs a paused session again, for other events, as session_run() does. `ready` comes as for a
 * first connection, with `match` among the person's live matches, and no other list. */
int session_go_on(struct session *session, const struct session_events *events, int64_t match);
void session_close(struct session *session);

/* Appends an answer in words; `result` is the struct of the method's result. */
typedef void session_print(void *owner, const void *result, struct text *out);

/* Sends a request as client_call() does and writes the answer to standard output: in the words of
 * `print` or, if that is NULL, as the JSON of the result's record. That ends the session, unless
 * `print` has failed it or sent another request. An error fails the session. One request at a
 * time. */
void session_ask(struct session *session, enum wire_method method, const void *request,
                 session_print *print, void *owner);
/* Runs a session that begins with this request. Sets `session` as session_run() does; `session` may
 * be NULL. */
int session_ask_once(const struct session_config *config, enum wire_method method,
                     const void *request, session_print *print, void *owner,
                     struct session **session);

/* The same for a command that only shows something, on the server that its options name: in the
 * words of `print` or, with --json, as JSON. */
int session_show(const struct options *options, enum wire_method method, const void *request,
                 session_print *print, void *owner);

/* A list that the server sends in pages. The method's result has one list, of records whose first
 * field is their number, and a flag: more pages follow, behind the last number or, if the result
 * has it, behind `next`. */
struct session_pages {
    enum wire_method method;
    void *request;   /* its parameters; the next two point into them */
    int64_t *edge;   /* the page begins behind this number */
    int64_t *limit;  /* most records of the page */
    bool is_falling; /* the records' numbers fall, else they rise */
    bool is_own;  /* the list is of the person's own things: the person comes in, with the token */
    int64_t left; /* how many more records are wanted */
    json_t *(*json_of)(const void *record); /* NULL: every field */
    session_print *print; /* of each page that is not empty; with --json all pages are one list */
    void *owner;
    const char *none; /* printed for an empty list, except with --json */
};

/* Runs a session, as session_show() does, and writes the list to standard output, page by page. The
 * session fails if the server announces another page and that page has nothing new. */
int session_show_pages(const struct options *options, struct session_pages *pages);

/* Appends "Connection lost (...), trying again.", or words for a connection that never existed, or
 * for one that stands while the server behind it was restarted. */
void session_print_interruption(const struct session *session, const struct error *reason,
                                struct text *out);
/* What is to be said of `ready` after that: "Connected again." */
const char *session_return_words(const struct session *session);
/* Appends a notice of the server's own state, "The server can store moves again."; false: the event
 * is no such notice. */
bool session_print_notice(enum wire_event event, const void *body, struct text *out);

/* All functions below may be called from `opened` on. */
void session_end(struct session *session, int exit_code);
bool session_has_ended(const struct session *session);
/* Prints the error to standard error and ends the session with EXIT_FAILURE. */
void session_fail(struct session *session, const struct error *error);
struct loop *session_loop(const struct session *session);
bool session_is_private(const struct session *session);
/* Does the person have an account, as far as is known from the server? */
bool session_is_account(const struct session *session);

/* Available from the first `ready` on. */
struct client *session_client(const struct session *session);
/* After `replaced`: connects again; `ready` or `failed` follows. */
void session_take_seat_back(struct session *session);
/* The server's addresses, with their ports; server_list_parse() reads them. */
const char *session_address(const struct session *session);
/* Writes the one that is connected to, or tried. */
void session_print_server(const struct session *session, char ret_text[SERVER_ADDRESS_TEXT_MAX]);
/* The key by which the server is trusted; a program that is started for this server has to be told.
 * NULL: none. */
const char *session_server_key(const struct session *session);
/* Removes the file of the token, which is no longer valid. */
void session_forget_token(struct session *session);
/* The name under which tokens are kept: the configuration's; "private"; the server's key, if that
 * is why it is trusted, since its address may be another server's tomorrow; else
 * server_address_print_name(). Of several addresses it is that of the first one for which there is
 * a token, else of the one that has answered. Available from the first `ready` on. */
const char *session_token_server(const struct session *session);

#endif
