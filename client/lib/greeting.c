#include "client/lib/greeting.h"

#include "common/base/memory.h"
#include "common/wire/proof.h"
#include "common/wire/wire.h"

#include <assert.h>
#include <inttypes.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    NAMESAKE_MAX = 99, /* the last number tried behind a name that is taken */
    /* Trials of a proof of work: some milliseconds, by which a dropped search outlives its
     * greeting. */
    TRIALS_AT_ONCE = 16384,
};

/* The search for a proof of work, on a thread of the loop's pool. */
struct proof_search {
    struct greeting *greeting;
    int64_t challenge;
    int bits;
    int64_t proof;
    struct work *work;
    atomic_bool is_dropped;
};

struct greeting {
    struct loop *loop;
    struct greeting_events events;
    struct address at; /* of the last connection's server */
    char *program;
    bool is_bot;
    char *name_wanted; /* NULL: none */
    bool may_be_numbered;
    int namesake;      /* comes as the name with this number behind it; 0: without */
    char *given_token; /* given or recalled; NULL: none */
    char *password;    /* NULL: none, or already replaced by a token */
    char *code;        /* with the password: the same */
    bool must_be_known;
    int64_t instance, attempt; /* see struct wire_hello */

    struct connection *connection; /* from greeting_begin() to the end of the connection */
    unsigned unanswered;           /* hellos over this connection */
    struct proof_search *search;   /* NULL: no proof is needed */
    struct text name, token;       /* of the last welcome */
    bool was_private;
};

static char *copy(const char *text)
{
    return text ? memory_text(text, strlen(text)) : NULL;
}

static void forget_secret(char **secret)
{
    if (*secret)
        explicit_bzero(*secret, strlen(*secret));
    free(*secret);
    *secret = NULL;
}

struct greeting *greeting_create(struct loop *loop, const struct client_config *config,
                                 const struct greeting_events *events)
{
    struct greeting *greeting = memory_zeroed(1, sizeof *greeting);
    assert(!config->password || !config->token);
    assert(!config->code || config->password);
    greeting->loop = loop;
    greeting->events = *events;
    greeting->program = copy(config->program);
    greeting->is_bot = config->is_bot;
    greeting->name_wanted = copy(config->name);
    greeting->may_be_numbered = config->may_be_numbered;
    greeting->given_token = copy(config->token);
    greeting->password = copy(config->password);
    greeting->code = copy(config->code);
    greeting->must_be_known = config->must_be_known;
    entropy_fill(&greeting->instance, sizeof greeting->instance);
    greeting->instance = (greeting->instance & (WIRE_INT_MAX - 1)) + 1;
    return greeting;
}

static void drop_search(struct greeting *greeting)
{
    if (!greeting->search)
        return;
    atomic_store(&greeting->search->is_dropped, true);
    work_cancel(greeting->search->work);
    greeting->search = NULL;
}

void greeting_stop(struct greeting *greeting)
{
    greeting->connection = NULL;
    greeting->unanswered = 0;
    drop_search(greeting);
}

void greeting_destroy(struct greeting *greeting)
{
    greeting_stop(greeting);
    free(greeting->program);
    free(greeting->name_wanted);
    forget_secret(&greeting->given_token);
    forget_secret(&greeting->password);
    forget_secret(&greeting->code);
    text_finish(&greeting->name);
    text_finish(&greeting->token);
    free(greeting);
}

const char *greeting_name(const struct greeting *greeting)
{
    return text_string(&greeting->name);
}

const char *greeting_token(const struct greeting *greeting)
{
    return text_string(&greeting->token);
}

bool greeting_was_private(const struct greeting *greeting)
{
    return greeting->was_private;
}

enum error_code greeting_not_private(const struct greeting *greeting, struct error *error)
{
    const char *host = greeting->at.host;
    return error_set(
        error, ERROR_NOT_PRIVATE,
        "neither password nor token is sent to %.80s without TLS, since everybody on the way "
        "could read it. Open a tunnel with\n  ssh -N -L 7800:127.0.0.1:%d %.80s\nand come "
        "through it with --server 127.0.0.1:7800",
        host, greeting->at.port, host);
}

/* --- hello --- */

/* Writes the wanted name, with the number if there is one: "ann-2". */
static void number_name(const struct greeting *greeting, char ret_name[WIRE_NAME_MAX + 1])
{
    char number[16] = "";
    const char *name = greeting->name_wanted ? greeting->name_wanted : "";
    if (greeting->namesake)
        snprintf(number, sizeof number, "-%d", greeting->namesake);
    size_t len = strlen(name), most = WIRE_NAME_MAX - strlen(number);
    if (len > most)
        len = most;
    while (len > 0 && (name[len] & 0xc0) == 0x80) /* within a character of UTF-8 */
        len--;
    snprintf(ret_name, WIRE_NAME_MAX + 1, "%.*s%s", (int)len, name, number);
}

/* The token to come back with; NULL: the client comes as a new guest, or by password. It is not
 * told where others could read it. */
static const char *token_to_tell(const struct greeting *greeting)
{
    if (!connection_is_private(greeting->connection))
        return NULL;
    return greeting->token.len > 0 ? text_string(&greeting->token) : greeting->given_token;
}

static void say_hello(struct greeting *greeting, int64_t proof)
{
    struct wire_hello hello;
    assert(greeting->connection);
    wire_record_clear(&wire_record_hello, &hello);
    hello.protocol = WIRE_PROTOCOL;
    hello.client = wire_text(greeting->program);
    hello.bot = greeting->is_bot;
    hello.resumes = true;
    hello.instance = greeting->instance;
    hello.attempt = ++greeting->attempt;
    hello.token = wire_text(token_to_tell(greeting));
    char numbered[WIRE_NAME_MAX + 1];
    if (!hello.token.bytes) {
        number_name(greeting, numbered);
        hello.name = wire_text(greeting->name_wanted ? numbered : NULL);
        hello.password = wire_text(greeting->password);
        hello.code = wire_text(greeting->code);
        hello.proof = proof;
    }
    struct text bytes = {.is_secret = true};
    wire_encode_request(&bytes, CLIENT_HELLO_ID, WIRE_SESSION_HELLO, &hello);
    connection_write(greeting->connection, bytes.bytes, bytes.len);
    text_finish(&bytes);
    greeting->unanswered++;
}

/* Says hello under the name that is next to be tried, with the token that is kept for it. */
static enum greeting_step introduce(struct greeting *greeting, struct error *ret_reason)
{
    char name[WIRE_NAME_MAX + 1];
    const char *kept = NULL;
    enum error_code failed = ERROR_NONE;
    if (greeting->events.recall && greeting->token.len == 0) {
        number_name(greeting, name);
        const char *pin = connection_pin(greeting->connection);
        bool is_vouched = !pin && connection_has_tls(greeting->connection);
        failed =
            greeting->events.recall(greeting->events.owner, connection_server(greeting->connection),
                                    pin, is_vouched, name, &kept, ret_reason);
        forget_secret(&greeting->given_token);
        greeting->given_token = copy(kept);
    }
    bool needs_secret = greeting->password || greeting->must_be_known;
    if (!failed && needs_secret && !connection_is_private(greeting->connection))
        failed = greeting_not_private(greeting, ret_reason);
    else if (!failed && greeting->must_be_known && !token_to_tell(greeting))
        failed = error_set(ret_reason, ERROR_BAD_TOKEN, "no token is kept for this server");
    if (failed)
        return GREETING_FAILED;
    say_hello(greeting, WIRE_ABSENT);
    return GREETING_SAID;
}

enum greeting_step greeting_begin(struct greeting *greeting, struct connection *connection,
                                  struct error *ret_reason)
{
    assert(!greeting->connection && !greeting->search);
    greeting->connection = connection;
    greeting->at = connection_server(connection)->at;
    return introduce(greeting, ret_reason);
}

enum greeting_step greeting_again(struct greeting *greeting, struct error *ret_reason)
{
    drop_search(greeting);
    return introduce(greeting, ret_reason);
}

/* --- the proof of work --- */

static void search(void *owner)
{
    struct proof_search *search = owner;
    while (!atomic_load(&search->is_dropped) &&
           !proof_find(search->challenge, search->bits, TRIALS_AT_ONCE, &search->proof))
        ;
}

static void on_search_ended(void *owner, bool has_run)
{
    struct proof_search *search = owner;
    struct greeting *greeting = search->greeting;
    (void)has_run;
    if (!atomic_load(&search->is_dropped)) {
        greeting->search = NULL;
        say_hello(greeting, search->proof);
        greeting->events.proved(greeting->events.owner);
    }
    free(search);
}

static void start_search(struct greeting *greeting, const struct wire_wait *wait)
{
    struct proof_search *started = memory_zeroed(1, sizeof *started);
    assert(!greeting->search);
    started->greeting = greeting;
    started->challenge = wait->challenge;
    started->bits = (int)wait->work;
    struct work_steps steps = {.owner = started, .run = search, .finish = on_search_ended};
    started->work = work_start(greeting->loop, &steps);
    greeting->search = started;
}

/* --- the answer --- */

static enum greeting_step take_refusal(struct greeting *greeting,
                                       const struct wire_message *message, int *ret_bits,
                                       struct error *ret_reason)
{
    const struct error *refusal = &message->error;
    struct wire_wait wait;
    struct error unreadable;
    /* Does the server ask for a proof of work that this client is willing to find? */
    bool can_work = greeting->password && message->body &&
                    !wire_message_read(message, &wire_record_wait, &wait, &unreadable) &&
                    wait.work != WIRE_ABSENT && wait.challenge != WIRE_ABSENT &&
                    wait.work <= CLIENT_WORK_MAX;
    /* Every other refusal is permanent. */
    bool is_passing = refusal->code == ERROR_LIMIT_REACHED || refusal->code == ERROR_INTERNAL ||
                      client_is_stall(refusal->code);
    /* A seat that a guest without a token has left keeps the name for a while. */
    bool is_own_seat = greeting->name.len > 0 && !token_to_tell(greeting);
    bool may_be_numbered = is_own_seat || (greeting->may_be_numbered && greeting->name.len == 0);
    if (refusal->code == ERROR_BAD_TOKEN && !connection_is_private(greeting->connection)) {
        /* Else whoever answers in the clear could make the caller forget the kept token. */
        error_set(ret_reason, ERROR_BAD_MESSAGE,
                  "the server breaks the protocol: it refuses a token that it was not told");
        return GREETING_BROKEN;
    }
    if (can_work) {
        start_search(greeting, &wait);
        *ret_bits = (int)wait.work;
        return GREETING_PROVES;
    }
    if (refusal->code == ERROR_NAME_TAKEN && may_be_numbered && greeting->namesake < NAMESAKE_MAX) {
        forget_secret(&greeting->given_token);
        greeting->namesake = greeting->namesake ? greeting->namesake + 1 : 2;
        return introduce(greeting, ret_reason);
    }
    *ret_reason = *refusal;
    return is_passing ? GREETING_BROKEN : GREETING_FAILED;
}

enum greeting_step greeting_take_answer(struct greeting *greeting,
                                        const struct wire_message *message,
                                        struct wire_welcome *ret_welcome, int *ret_bits,
                                        struct error *ret_reason)
{
    struct error error;
    assert(message->kind == WIRE_RESPONSE && message->id == CLIENT_HELLO_ID);
    if (greeting->unanswered == 0) {
        error_set(ret_reason, ERROR_BAD_MESSAGE,
                  "the server breaks the protocol: it answers session.hello twice");
        return GREETING_BROKEN;
    }
    /* The refusal of a hello to the server before says nothing about the next one. */
    if (--greeting->unanswered > 0 && message->error.code)
        return GREETING_SAID;
    if (message->error.code)
        return take_refusal(greeting, message, ret_bits, ret_reason);
    if (wire_message_read(message, &wire_record_welcome, ret_welcome, &error)) {
        error_set(ret_reason, ERROR_BAD_PROTOCOL, "the server's welcome cannot be read: %s",
                  error.message);
        return GREETING_FAILED;
    }
    if (ret_welcome->protocol != WIRE_PROTOCOL) {
        error_set(ret_reason, ERROR_BAD_PROTOCOL,
                  "the server speaks version %" PRId64 " of the protocol, this program version %d",
                  ret_welcome->protocol, WIRE_PROTOCOL);
        return GREETING_FAILED;
    }
    text_clear(&greeting->name);
    text_append(&greeting->name, ret_welcome->name.bytes, ret_welcome->name.len);
    /* A token that others could have given, or read, must not take the place of the kept one. */
    if (!connection_is_private(greeting->connection))
        ret_welcome->token = wire_text(NULL);
    greeting->was_private = ret_welcome->token.bytes != NULL;
    if (greeting->was_private) {
        text_clear(&greeting->token);
        text_append(&greeting->token, ret_welcome->token.bytes, ret_welcome->token.len);
    }
    forget_secret(&greeting->password);
    forget_secret(&greeting->code);
    return GREETING_DONE;
}
