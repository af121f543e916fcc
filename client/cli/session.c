#include "client/cli/session.h"

#include "client/cli/command.h"
#include "client/cli/own_name.h"
#include "client/cli/private_server.h"
#include "client/cli/server_ask.h"
#include "client/cli/state_folder.h"
#include "client/lib/known_servers.h"
#include "client/lib/token_file.h"
#include "client/show/json.h"
#include "common/base/memory.h"
#include "common/wire/wire.h"
#include "common/words/words.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define PROGRAM "takeaway " TAKEAWAY_VERSION

/* The timeout of the first connection if nothing answers at all, for each of the addresses; a lost
 * connection is retried until the person gives up. */
enum { PATIENCE_MS = 5000 };

struct session {
    struct session_config config;
    struct session_events events;
    struct loop *loop;
    struct loop_signals *signals;
    struct private_server *server;
    struct client *client;
    struct loop_timer *patience;
    struct text address;        /* empty until it is known */
    struct server_list servers; /* of a shared server */
    struct text known_servers;  /* the path of the file; empty: none */
    struct text database;       /* of the private server */
    struct text key_path;       /* of its signing key; empty: the key of its database */
    struct text token_path;     /* the file of the token; empty: none */
    struct text token;          /* the stored token; empty: none */
    char token_server[SERVER_ADDRESS_TEXT_MAX]; /* the name under which it is kept */
    char name[WIRE_NAME_MAX + 1];
    struct error failure; /* of the client, in a pause; its code is NONE: there was none */
    int64_t *matches;     /* the person's live ones, of the last welcome */
    size_t matches_count;
    int exit_code;
    bool was_ready;
    bool was_restarted; /* at the last interruption the connection stood */
    bool is_ready_told; /* to those who hear of events now */
    bool is_account;    /* as far as is known from the server */
    bool is_unknown;    /* the server rejected the stored token */
    bool is_running;
    bool is_paused; /* or is about to be */
    bool has_ended;
    struct {
        enum wire_method method;
        session_print *print;
        void *owner;
        bool is_open; /* a request is pending */
    } question;
    struct text printed; /* the answer's text, not written yet */
};

void session_end(struct session *session, int exit_code)
{
    if (session->has_ended)
        return;
    session->has_ended = true;
    session->exit_code = exit_code;
    if (session->is_running)
        loop_stop(session->loop, exit_code);
}

void session_pause(struct session *session)
{
    session->is_paused = !session->has_ended;
    session_end(session, EXIT_OK);
}

bool session_has_ended(const struct session *session)
{
    return session->has_ended;
}

static void write_printed(struct session *session)
{
    fputs(text_string(&session->printed), stdout);
    text_clear(&session->printed);
}

void session_fail(struct session *session, const struct error *error)
{
    if (session->has_ended)
        return;
    write_printed(session);
    fflush(stdout);
    struct text words = {0};
    command_print_hints(refusal_of(error).words, &words);
    fprintf(stderr, "takeaway: %s\n", text_string(&words));
    text_finish(&words);
    session_end(session, EXIT_FAILURE);
}

struct loop *session_loop(const struct session *session)
{
    return session->loop;
}

bool session_is_private(const struct session *session)
{
    return !session->config.server;
}

bool session_is_account(const struct session *session)
{
    return session->is_account;
}

struct client *session_client(const struct session *session)
{
    return session->client;
}

const char *session_address(const struct session *session)
{
    return session->address.len > 0 ? text_string(&session->address) : NULL;
}

void session_print_server(const struct session *session, char ret_text[SERVER_ADDRESS_TEXT_MAX])
{
    server_address_print(client_server(session->client), ret_text);
}

const char *session_server_key(const struct session *session)
{
    return client_server_key(session->client);
}

const char *session_token_server(const struct session *session)
{
    return session->token_server;
}

/* Is the session's seat not worth a return? */
static bool is_passing(const struct session *session)
{
    bool temporary = session->config.database && !session->config.token_file;
    return temporary || (session->config.only_looks && !session_is_private(session));
}

static void fail(struct session *session, const struct error *error)
{
    if (!session->has_ended && session->events.failed)
        session->events.failed(session->events.owner);
    session_fail(session, error);
}

static void tell(struct session *session, const char *words)
{
    if (session->events.told)
        session->events.told(session->events.owner, words);
    else
        fprintf(stderr, "takeaway: %s\n", words);
}

static void keep_token(struct session *session)
{
    assert(session->client);
    const char *token = client_token(session->client);
    if (session->token_path.len == 0 || !*token || strcmp(token, text_string(&session->token)) == 0)
        return;
    text_clear(&session->token);
    text_append_string(&session->token, token);
    struct error error;
    if (!token_file_save(text_string(&session->token_path), token, &error))
        return;
    struct text words = {0};
    text_printf(&words, "%s; you will not be able to come back to your matches", error.message);
    tell(session, text_string(&words));
    text_finish(&words);
}

void session_forget_token(struct session *session)
{
    if (session->token_path.len > 0)
        unlink(text_string(&session->token_path));
}

/* The person is a guest whom the server will not know again. */
static void tell_of_openness(struct session *session, bool is_first)
{
    struct text words = {0};
    char server[SERVER_ADDRESS_TEXT_MAX];
    session_print_server(session, server);
    if (is_first)
        text_printf(&words,
                    "there is no TLS to %s: everybody on the way can read and change what is sent, "
                    "and you are a guest there until the connection ends",
                    server);
    else
        text_printf(&words,
                    "without TLS %s cannot know you again: you come in as a new guest, '%s', "
                    "without the matches and offers that you had",
                    server, client_name(session->client));
    tell(session, text_string(&words));
    text_finish(&words);
}

static void keep_matches(struct session *session, const struct wire_welcome *welcome)
{
    session->matches_count = welcome->matches_count;
    session->matches =
        memory_resized(session->matches, welcome->matches_count + 1, sizeof *session->matches);
    for (size_t i = 0; i < welcome->matches_count; i++)
        session->matches[i] = welcome->matches[i];
}

static void on_client_ready(void *owner, const struct wire_welcome *welcome)
{
    struct session *session = owner;
    keep_matches(session, welcome);
    if (session->has_ended)
        return;
    loop_timer_stop(session->patience);
    if (session->config.password) {
        /* The account may have been created with other upper and lower case letters than the given
         * name. */
        struct error error;
        text_clear(&session->token_path);
        if (state_token_path(session_token_server(session), client_name(session->client),
                             &session->token_path, &error))
            text_clear(&session->token_path); /* unlikely: the path was found before */
    }
    keep_token(session);
    bool is_first = !session->is_ready_told;
    session->was_ready = session->is_ready_told = true;
    session->is_account = welcome->account;
    if (is_first && session->is_unknown)
        tell(session, "the server no longer knows you; you come in as a new guest");
    if (!client_is_private(session->client))
        tell_of_openness(session, is_first);
    session->events.ready(session->events.owner, welcome, is_first);
}

enum { WORK_TOLD_BITS = 23 }; /* takes some seconds */

static void on_client_working(void *owner, int bits)
{
    struct session *session = owner;
    if (session->has_ended)
        return;
    loop_timer_stop(session->patience);
    if (bits >= WORK_TOLD_BITS)
        tell(session, "others try the password of this account; the server lets you in after a "
                      "computation, which takes a while");
}

static void on_client_interrupted(void *owner, const struct error *reason)
{
    struct session *session = owner;
    session->was_restarted = client_is_resuming(session->client);
    if (!session->has_ended && session->events.interrupted)
        session->events.interrupted(session->events.owner, reason);
}

void session_print_interruption(const struct session *session, const struct error *reason,
                                struct text *out)
{
    if (session->was_restarted)
        text_append_string(out, "The server was restarted; coming in again.");
    else
        text_printf(out, "%s (%s), trying again.",
                    session->was_ready ? "Connection lost" : "No connection yet",
                    refusal_of(reason).words);
}

const char *session_return_words(const struct session *session)
{
    return session->was_restarted ? "All goes on after the restart of the server."
                                  : "Connected again.";
}

bool session_print_notice(enum wire_event event, const void *body, struct text *out)
{
    const struct wire_reason *notice = body;
    size_t before = out->len;
    if (event == WIRE_EVENT_SERVER_STALLED)
        text_printf(out, "The server cannot store moves now: %.*s. Please wait.",
                    (int)notice->reason.len, notice->reason.bytes);
    else if (event == WIRE_EVENT_SERVER_RESUMED)
        text_append_string(out, "The server can store moves again.");
    else if (event == WIRE_EVENT_SERVER_CLOSING)
        text_printf(out, "Word from the server: %.*s.", (int)notice->reason.len,
                    notice->reason.bytes);
    return out->len > before;
}

static void on_client_event(void *owner, enum wire_event event, const void *body)
{
    struct session *session = owner;
    if (!session->has_ended && session->events.event)
        session->events.event(session->events.owner, event, body);
}

static void connect_client(struct session *session);

static enum error_code say_unknown(const struct session *session, struct error *error)
{
    return error_set(error, ERROR_BAD_TOKEN, "you are not logged in as '%s' on %s", session->name,
                     session_is_private(session) ? "your private server" : session->config.server);
}

/* Reports an event with the command that remedies it for this person and server. */
static void say_way_back(const struct session *session, const char *what, const char *command,
                         struct error *error)
{
    bool is_shared = !session_is_private(session);
    error_set(error, error->code, "%s: `takeaway %s %s%s%s`", what, command, session->name,
              is_shared ? " --server " : "", is_shared ? session->config.server : "");
}

/* Fails the session because the server cannot be reached. */
static void fail_unreached(struct session *session, const char *reason)
{
    struct error error;
    const char *advice = session->config.unreached;
    error_set(&error, ERROR_DISCONNECTED, "%s%s%s", reason, advice ? ". " : "",
              advice ? advice : "");
    fail(session, &error);
}

/* Fails the session; the message about a refusal names the remedy. */
static void fail_for(struct session *session, const struct error *reason)
{
    struct error error = *reason;
    /* The account owns its name, which a new guest cannot take. */
    bool has_login_ended = (reason->code == ERROR_BAD_TOKEN && session->is_account) ||
                           (reason->code == ERROR_NAME_TAKEN && session->is_unknown);
    if (has_login_ended)
        say_way_back(session, "your login here has ended", "login", &error);
    else if (client_was_replaced(session->client))
        say_way_back(session,
                     "you came in through another connection, which took this seat over; to go on "
                     "here",
                     "play --as", &error);
    else if (reason->code == ERROR_NAME_TAKEN && !session->config.only_looks)
        error_set(&error, ERROR_NAME_TAKEN,
                  "'%s' is somebody's name on %s: choose another one, or log in if it is yours",
                  session->name, session_address(session));
    else if (reason->code == ERROR_BAD_TOKEN)
        say_unknown(session, &error);
    else if (reason->code == ERROR_BAD_NAME && session->config.name)
        options_blame(&error, "--as", session->config.name);
    fail(session, &error);
}

static void choose_name(struct session *session)
{
    const char *wanted = session->config.name;
    assert(!wanted || strlen(wanted) <= WIRE_NAME_MAX);
    if (session->config.only_looks && !session_is_private(session))
        name_draw_visitor(session->name);
    else if (wanted)
        strcpy(session->name, wanted);
    else
        name_fit(getenv("USER"), session->name);
}

/* Finds the token that is kept for this server; empty: none. */
static enum error_code load_token(struct session *session, const char *server, struct error *error)
{
    snprintf(session->token_server, sizeof session->token_server, "%s", server);
    text_clear(&session->token_path);
    enum error_code failed = state_token_path(server, session->name, &session->token_path, error);
    return failed ? failed
                  : token_file_load(text_string(&session->token_path), &session->token, error);
}

static bool has_token_of_key(void *owner, const char *pin)
{
    struct session *session = owner;
    struct error ignored; /* then there is none for this key */
    return !load_token(session, pin, &ignored) && session->token.len > 0;
}

/* Authorities vouch for the server's name. If none of its tokens is kept by the name, one may be by
 * a key that the person knew the same name by: then the server has moved from a key of its own to a
 * certificate, and the token goes on being kept by the old key. Other names of that key do not
 * count, since nobody vouches that they are this server. */
static enum error_code load_token_of_name(struct session *session, const char *name,
                                          struct error *error)
{
    enum error_code failed = load_token(session, name, error);
    if (failed || session->token.len > 0 || session->known_servers.len == 0)
        return failed;
    failed = known_servers_visit(text_string(&session->known_servers), name, has_token_of_key,
                                 session, error);
    return failed || session->token.len > 0 ? failed : load_token(session, name, error);
}

/* Finds the token that one of the server's addresses has given: each is asked for in the order of
 * the list, so that the person is the same whichever answers. `pin`, `is_vouched`: of the one that
 * answers. If there is none, it is going to be kept as a token of that one. */
static enum error_code load_token_of_server(struct session *session,
                                            const struct server_address *answering, const char *pin,
                                            bool is_vouched, struct error *error)
{
    char name[SERVER_ADDRESS_TEXT_MAX], own_name[SERVER_ADDRESS_TEXT_MAX];
    const char *own = pin ? pin : own_name;
    enum error_code failed = ERROR_NONE;
    server_address_print_name(answering, own_name);
    /* A key that was named is that of every address. */
    for (size_t i = 0; i < session->servers.count && !session->config.server_key && !failed &&
                       session->token.len == 0;
         i++) {
        server_address_print_name(&session->servers.servers[i], name);
        bool is_own = strcmp(name, own_name) == 0;
        failed = is_own && !is_vouched ? load_token(session, own, error)
                                       : load_token_of_name(session, name, error);
    }
    return failed || session->token.len > 0 ? failed : load_token(session, own, error);
}

static enum error_code on_client_recall(void *owner, const struct server_address *server,
                                        const char *pin, bool is_vouched, const char *name,
                                        const char **ret_token, struct error *error)
{
    struct session *session = owner;
    enum error_code failed = ERROR_NONE;
    const char *given = session->config.token_server  ? session->config.token_server
                        : session_is_private(session) ? "private"
                                                      : NULL;
    server_address_print_name(server, session->token_server);
    if (given || pin)
        snprintf(session->token_server, sizeof session->token_server, "%s", given ? given : pin);
    snprintf(session->name, sizeof session->name, "%s", name);
    text_clear(&session->token_path);
    text_clear(&session->token);
    if (is_passing(session))
        return ERROR_NONE;
    if (session->config.token_file) {
        text_append_string(&session->token_path, session->config.token_file);
        failed = token_file_load(session->config.token_file, &session->token, error);
    } else if (given) {
        failed = load_token(session, given, error);
    } else {
        failed = load_token_of_server(session, server, pin, is_vouched, error);
    }
    if (session->config.password || session->is_unknown)
        text_clear(&session->token); /* comes without it, and is given another one */
    if (session->token.len > 0)
        *ret_token = text_string(&session->token);
    return failed;
}

static void on_client_failed(void *owner, const struct error *reason)
{
    struct session *session = owner;
    if (session->is_paused)
        session->failure = *reason;
    if (session->has_ended)
        return;
    bool is_forgotten =
        reason->code == ERROR_BAD_TOKEN && session->token.len > 0 && !session->was_ready;
    if (is_forgotten && !session->config.has_to_be_known) {
        /* Connects as a new guest, since the server may have a new database that does not know the
         * token. If instead an account's token has expired, the server answers NAME_TAKEN. */
        session->is_unknown = true;
        client_destroy(session->client);
        session->client = NULL;
        connect_client(session);
    } else if (client_was_replaced(session->client) && session->events.replaced) {
        session->events.replaced(session->events.owner);
    } else if (reason->code == ERROR_DISCONNECTED && !session->was_ready) {
        fail_unreached(session, reason->message);
    } else {
        fail_for(session, reason);
    }
}

static void connect_client(struct session *session)
{
    assert(session->address.len > 0 && !session->client);
    struct client_config config = {
        .server = text_string(&session->address),
        .trust = {.server_key = session->config.server_key,
                  .known_servers =
                      session->known_servers.len > 0 ? text_string(&session->known_servers) : NULL},
        .program = PROGRAM,
        .name = session->name,
        .may_be_numbered = session->config.may_be_numbered && !session->config.name,
        .password = session->config.password,
        .code = session->config.code,
        .must_be_known = session->config.has_to_be_known,
        /* No limit for a private server, which may be restarting. */
        .first_tries = session_is_private(session) ? 0 : CLIENT_FIRST_TRIES,
    };
    struct client_events events = {
        .owner = session,
        .ready = on_client_ready,
        .working = on_client_working,
        .interrupted = on_client_interrupted,
        .failed = on_client_failed,
        .event = on_client_event,
        .recall = on_client_recall,
    };
    struct error error;
    if (client_create(session->loop, &config, &events, &session->client, &error))
        fail(session, &error);
    uint32_t addresses = session_is_private(session) ? 1 : (uint32_t)session->servers.count;
    loop_timer_start(session->patience, PATIENCE_MS * addresses);
}

void session_take_seat_back(struct session *session)
{
    assert(client_was_replaced(session->client));
    client_take_seat_back(session->client);
}

static void on_patience_over(void *owner)
{
    struct session *session = owner;
    struct text reason = {0};
    text_printf(&reason, "no takeaway server answers at %s", session_address(session));
    fail_unreached(session, text_string(&reason));
    text_finish(&reason);
}

static void on_server_ready(void *owner, const char *address)
{
    struct session *session = owner;
    assert(session->address.len == 0);
    text_append_string(&session->address, address);
    connect_client(session);
}

static void on_server_failed(void *owner, const struct error *error)
{
    fail(owner, error);
}

static enum error_code start_private_server(struct session *session, struct error *error)
{
    if (session->config.database)
        text_append_string(&session->database, session->config.database);
    else if (state_path("private.db", &session->database, error))
        return error->code;
    /* A temporary server signs nothing that is kept. */
    if (!is_passing(session) && state_key_path(&session->key_path, error))
        return error->code;
    struct private_server_config config = {
        .database = text_string(&session->database),
        .signing_key = session->key_path.len > 0 ? text_string(&session->key_path) : NULL,
        .restarts = session->config.restarts || session->config.token_file,
        .waits = session->config.token_file != NULL,
        .errors = session->config.errors,
    };
    struct private_server_events events = {
        .owner = session,
        .ready = on_server_ready,
        .failed = on_server_failed,
    };
    return private_server_start(session->loop, &config, &events, &session->server, error);
}

/* Adds the default ports, so that HOST and HOST:7800 have the same tokens, and asks the person, if
 * need be, whether the server at each address is the right one. */
static enum error_code choose_server(struct session *session, struct error *error)
{
    if (server_list_parse(session->config.server, &session->servers, error))
        return error->code;
    server_list_print(&session->servers, &session->address);
    struct error ignored; /* then no server is known */
    if (state_path("known_servers", &session->known_servers, &ignored))
        text_clear(&session->known_servers);
    struct server_trust trust = {
        .server_key = session->config.server_key,
        .known_servers =
            session->known_servers.len > 0 ? text_string(&session->known_servers) : NULL,
        .list = &session->servers,
    };
    enum error_code failed = ERROR_NONE;
    for (size_t i = 0; i < session->servers.count && !failed; i++)
        failed = server_ask(&session->servers.servers[i], &trust, error);
    return failed;
}

static enum error_code open_session(struct session *session, struct error *error)
{
    choose_name(session);
    if (session_is_private(session))
        return start_private_server(session, error);
    connect_client(session);
    return ERROR_NONE;
}

static void caught_signal(void *owner, int number)
{
    struct session *session = owner;
    if (session->has_ended)
        return;
    if (session->events.caught)
        session->events.caught(session->events.owner, number);
    else
        session_end(session, 128 + number);
}

void session_close(struct session *session)
{
    client_destroy(session->client);
    private_server_stop(session->server);
    loop_timer_destroy(session->patience);
    loop_signals_destroy(session->signals);
    if (!session->config.loop && work_is_under_way(session->loop) && session->events.leaving) {
        loop_settle(session->loop);
        session->events.leaving(session->events.owner, session->exit_code);
    }
    if (!session->config.loop)
        loop_destroy(session->loop);
    text_finish(&session->database);
    text_finish(&session->key_path);
    text_finish(&session->known_servers);
    text_finish(&session->token_path);
    text_finish(&session->token);
    text_finish(&session->printed);
    text_finish(&session->address);
    free(session->matches);
    free(session);
}

/* Runs the loop until the end or a pause; after an end the session does not exist any more. */
static int run(struct session *session, bool *ret_is_paused)
{
    session->is_running = !session->has_ended;
    if (session->is_running)
        loop_run(session->loop);
    session->is_running = false;
    int exit_code = session->exit_code;
    *ret_is_paused = session->is_paused;
    if (session->events.closing)
        session->events.closing(session->events.owner);
    if (!session->is_paused)
        session_close(session);
    return exit_code;
}

int session_run(const struct session_config *config, const struct session_events *events,
                struct session **ret_session)
{
    struct session *session = memory_zeroed(1, sizeof *session);
    session->config = *config;
    session->events = *events;
    session->loop = config->loop ? config->loop : loop_create();
    *ret_session = session;
    struct error error;
    enum error_code failed = config->server ? choose_server(session, &error) : ERROR_NONE;
    /* Only now, so that a signal ends the question. */
    session->signals = loop_signals_create(session->loop, caught_signal, session);
    session->patience = loop_timer_create(session->loop, on_patience_over, session);
    if (!failed)
        failed = open_session(session, &error);
    if (failed)
        session_fail(session, &error);
    else if (!session->has_ended && events->opened)
        events->opened(events->owner);
    bool is_paused = false;
    int exit_code = run(session, &is_paused);
    if (!is_paused)
        *ret_session = NULL;
    return exit_code;
}

int session_go_on(struct session *session, const struct session_events *events, int64_t match)
{
    bool is_paused, is_connected = client_state(session->client) == CLIENT_READY;
    assert(session->is_paused);
    session->events = *events;
    session->is_paused = session->has_ended = session->is_ready_told = false;
    if (events->opened)
        events->opened(events->owner);
    bool is_listed = false;
    for (size_t i = 0; i < session->matches_count; i++)
        is_listed |= session->matches[i] == match;
    if (!is_listed)
        session->matches[session->matches_count++] = match; /* it has begun since the welcome */
    if (session->failure.code) {
        on_client_failed(session, &session->failure);
    } else if (is_connected && !session->has_ended) {
        struct wire_welcome welcome = {
            .protocol = WIRE_PROTOCOL,
            .name = wire_text(client_name(session->client)),
            .account = session->is_account,
            .matches = session->matches,
            .matches_count = session->matches_count,
        };
        session->is_ready_told = true;
        events->ready(events->owner, &welcome, true);
    }
    return run(session, &is_paused);
}

/* --- commands that only ask --- */

static void on_answered(void *owner, const struct error *error, const void *result)
{
    struct session *session = owner;
    if (session->has_ended)
        return;
    if (error) {
        session_fail(session, error);
        return;
    }
    assert(session->question.is_open && session->printed.len == 0);
    session->question.is_open = false;
    if (session->question.print)
        session->question.print(session->question.owner, result, &session->printed);
    else
        json_print(json_of_record(wire_methods[session->question.method].result, result),
                   &session->printed);
    write_printed(session);
    if (!session->question.is_open)
        session_end(session, EXIT_OK);
}

void session_ask(struct session *session, enum wire_method method, const void *request,
                 session_print *print, void *owner)
{
    assert(!session->question.is_open);
    if (session->has_ended)
        return;
    session->question.method = method;
    session->question.print = print;
    session->question.owner = owner;
    session->question.is_open = true;
    client_call(session->client, method, request, on_answered, session);
}

struct once {
    struct session **session;
    enum wire_method method;
    const void *request;
    session_print *print;
    void *owner;
};

static void on_ready_once(void *owner, const struct wire_welcome *welcome, bool is_first)
{
    (void)welcome;
    const struct once *once = owner;
    if (is_first)
        session_ask(*once->session, once->method, once->request, once->print, once->owner);
}

int session_ask_once(const struct session_config *config, enum wire_method method,
                     const void *request, session_print *print, void *owner,
                     struct session **ret_session)
{
    struct session *session;
    struct once once = {ret_session ? ret_session : &session, method, request, print, owner};
    struct session_events events = {.owner = &once, .ready = on_ready_once};
    return session_run(config, &events, once.session);
}

static struct session_config config_to_look(const struct options *options)
{
    return (struct session_config){.server = options->values[OPTION_SERVER],
                                   .server_key = options->values[OPTION_SERVER_KEY],
                                   .only_looks = true};
}

int session_show(const struct options *options, enum wire_method method, const void *request,
                 session_print *print, void *owner)
{
    struct session_config config = config_to_look(options);
    return session_ask_once(&config, method, request, options->values[OPTION_JSON] ? NULL : print,
                            owner, NULL);
}

struct paging {
    struct session *session;
    struct session_pages *pages;
    const struct wire_field *list, *more; /* fields of the method's result */
    const struct wire_field *next;        /* "next", an integer; NULL: the result has none */
    bool has_listed;                      /* were there records? */
    json_t *json;                         /* all of them so far; NULL: no JSON */
};

static void set_limit(struct session_pages *pages)
{
    assert(pages->left > 0);
    *pages->limit = pages->left < WIRE_PAGE_MAX ? pages->left : WIRE_PAGE_MAX;
}

static void print_page(void *owner, const void *result, struct text *out)
{
    struct paging *paging = owner;
    struct session_pages *pages = paging->pages;
    const char *body = result;
    const char *records = *(const char *const *)(const void *)(body + paging->list->offset);
    size_t count = *(const size_t *)(const void *)(body + paging->list->count_offset);
    size_t size = wire_field_element_size(paging->list);

    if (!paging->json && count > 0)
        pages->print(pages->owner, result, out);
    for (size_t i = 0; paging->json && i < count; i++) {
        const char *record = records + i * size;
        json_array_append_new(paging->json, pages->json_of
                                                ? pages->json_of(record)
                                                : json_of_record(paging->list->record, record));
    }

    int64_t before = *pages->edge;
    int64_t next =
        paging->next ? *(const int64_t *)(const void *)(body + paging->next->offset) : WIRE_ABSENT;
    if (next != WIRE_ABSENT)
        *pages->edge = next;
    else if (count > 0)
        *pages->edge = *(const int64_t *)(const void *)(records + (count - 1) * size +
                                                        paging->list->record->fields[0].offset);
    pages->left -= (int64_t)count;
    paging->has_listed = paging->has_listed || count > 0;
    bool has_moved_on = before == WIRE_ABSENT ? *pages->edge != WIRE_ABSENT
                        : pages->is_falling   ? *pages->edge < before
                                              : *pages->edge > before;
    bool is_more = *(const bool *)(body + paging->more->offset) && pages->left > 0;
    if (is_more && has_moved_on) {
        set_limit(pages);
        session_ask(paging->session, pages->method, pages->request, print_page, paging);
    } else if (is_more) {
        struct error strange;
        error_set(&strange, ERROR_BAD_MESSAGE,
                  "the server says that the list goes on, but its last page had nothing new");
        session_fail(paging->session, &strange);
    } else if (paging->json) {
        json_print(json_incref(paging->json), out);
    } else if (!paging->has_listed) {
        text_printf(out, "%s\n", pages->none);
    }
}

/* The first field of that kind; NULL: there is none. */
static const struct wire_field *find_field(enum wire_method method, enum wire_field_kind kind)
{
    const struct wire_record *result = wire_methods[method].result;
    for (size_t i = 0; i < result->field_count; i++)
        if (result->fields[i].kind == kind)
            return &result->fields[i];
    return NULL;
}

int session_show_pages(const struct options *options, struct session_pages *pages)
{
    struct session_config config = config_to_look(options);
    if (pages->is_own) {
        config.only_looks = false;
        config.has_to_be_known = true;
        config.name = options->values[OPTION_AS];
    }
    struct paging paging = {
        .pages = pages,
        .list = find_field(pages->method, WIRE_FIELD_RECORDS),
        .more = find_field(pages->method, WIRE_FIELD_FLAG),
        .next = find_field(pages->method, WIRE_FIELD_INT),
        .json = options->values[OPTION_JSON] ? json_array() : NULL,
    };
    assert(*pages->edge == WIRE_ABSENT && strcmp(paging.more->name, "more") == 0);
    assert(!paging.next || strcmp(paging.next->name, "next") == 0);
    assert(paging.list->record->fields[0].kind == WIRE_FIELD_INT);
    set_limit(pages);
    int exit_code = session_ask_once(&config, pages->method, pages->request, print_page, &paging,
                                     &paging.session);
    json_decref(paging.json);
    return exit_code;
}
