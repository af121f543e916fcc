/* session.hello, account.register, account.password and account.close, from the request to the
 * hall's decision. In between, the request is pending: it waits for the database and for the hash
 * of a password, which this process or a gateway works on. A connection has at most one pending
 * request, which is completed even if the connection ends. */
#include "common/base/harmless.h"
#include "common/base/memory.h"
#include "common/wire/proof.h"
#include "server/base/log.h"
#include "server/hall/player_name.h"
#include "server/service/login_attempts.h"
#include "server/service/passwords.h"
#include "server/service/service_parts.h"
#include "server/service/token.h"
#include "server/store/store.h"

#include <assert.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uthash.h>

_Static_assert(ORIGIN_TEXT_MAX <= sizeof((struct hall_hello *)0)->address, "an address");
_Static_assert(WIRE_CLIENT_MAX < sizeof((struct hall_hello *)0)->client, "a program's name");
_Static_assert(TOKEN_TEXT_BYTES < sizeof((struct hall_hello *)0)->fresh_token, "a token");
_Static_assert((int)PASSWORD_BYTES_MAX == WIRE_PASSWORD_MAX, "bytes of a password");

/*
 *     hello by token or by name:    look-up -------------------> hall
 *     hello with a password:        look-up --> verified ------> hall
 *     hello with a right code:      look-up --> hashed --------> hall
 *     account.register:                         hashed --------> hall
 *     account.password:             look-up --> verified, hashed --> hall
 *     account.close:                look-up --> verified ------> hall
 */
enum { QUEUE_WAIT_MS = 1000 };

struct pending {
    struct service *service;
    struct hall_caller from;
    enum wire_method method;
    struct origin origin;
    struct hall_hello hello;                   /* of a hello */
    unsigned char code_hash[TOKEN_HASH_BYTES]; /* of its one-time code */
    char name[WIRE_NAME_MAX];
    char token[WIRE_TOKEN_MAX];
    char key[WIRE_KEY_MAX]; /* of all but a hello */
    size_t key_len;
    struct password_job *job;    /* NULL: no password */
    char *account;               /* the account on which an attempt is taken; NULL: none */
    struct identity_found found; /* set by the look-up */
    UT_hash_handle hh;           /* by from.session */
};

/* A session that is logging in or has shown a wrong password. */
struct claimant {
    uint64_t session;
    char name[WIRE_NAME_MAX + 1]; /* for the log: see identity_name() */
    unsigned wrong_passwords;     /* of this session */
    int64_t challenge;            /* for a proof of work; 0: none is requested */
    UT_hash_handle hh;
};

static struct pending *find_pending(const struct service *service, uint64_t session)
{
    struct pending *found = NULL;
    HASH_FIND(hh, service->identity.pending, &session, sizeof session, found);
    return found;
}

bool identity_is_pending(const struct service *service)
{
    return service->identity.pending != NULL;
}

static struct pending *pending_create(struct service *service, struct hall_caller from,
                                      enum wire_method method)
{
    struct pending *pending = memory_zeroed(1, sizeof *pending);
    const struct origin *origin = net_origin(service->net, from.session);
    assert(origin && !find_pending(service, from.session));
    pending->service = service;
    pending->from = from;
    pending->method = method;
    pending->origin = *origin;
    memcpy(pending->hello.address, origin->text, sizeof origin->text);
    pending->hello.address_number = origin_group(origin);
    HASH_ADD(hh, service->identity.pending, from.session, sizeof from.session, pending);
    return pending;
}

static void pending_destroy(struct pending *pending)
{
    HASH_DELETE(hh, pending->service->identity.pending, pending);
    password_job_destroy(pending->job);
    free(pending->account);
    store_found_finish(&pending->found.player);
    free(pending->found.secrets.password);
    explicit_bzero(pending, sizeof *pending);
    free(pending);
}

static bool derive(void *owner, uint64_t session, uint32_t request, bool is_old,
                   const struct derivation *derivation)
{
    return net_derive(((struct service *)owner)->net, session, request, is_old, derivation);
}

void identity_derived(struct service *service, uint64_t session, const unsigned char *key)
{
    passwords_derived(service->identity.passwords, session, key);
}

void identity_init(struct service *service)
{
    const struct service_limits *limits = &service->config->limits;
    service->identity = (struct identity){
        .passwords =
            passwords_create(service->loop, (size_t)limits->passwords_waiting, derive, service),
        .logins = logins_create(limits->logins_per_minute, LOGIN_BUCKETS),
    };
}

void identity_finish(struct service *service)
{
    struct identity *identity = &service->identity;
    struct pending *pending, *next;
    HASH_ITER (hh, identity->pending, pending, next) {
        pending_destroy(pending);
    }
    assert(!identity->claimants);
    passwords_destroy(identity->passwords);
    logins_destroy(identity->logins);
}

/* --- claimants --- */

/* NULL: the session is no claimant. */
static struct claimant *claimant_find(const struct service *service, uint64_t session)
{
    struct claimant *found = NULL;
    HASH_FIND(hh, service->identity.claimants, &session, sizeof session, found);
    return found;
}

/* Finds or creates it. The session must not be closed: identity_forget() frees the claimant. */
static struct claimant *claimant_keep(struct service *service, uint64_t session)
{
    struct claimant *claimant = claimant_find(service, session);
    assert(net_presence(service->net, session) != NET_GONE);
    if (!claimant) {
        claimant = memory_zeroed(1, sizeof *claimant);
        claimant->session = session;
        HASH_ADD(hh, service->identity.claimants, session, sizeof claimant->session, claimant);
    }
    return claimant;
}

static void claimant_drop(struct service *service, struct claimant *claimant)
{
    HASH_DELETE(hh, service->identity.claimants, claimant);
    free(claimant);
}

static void keep_name(struct service *service, uint64_t session, const char *name, size_t len)
{
    struct claimant *claimant = claimant_keep(service, session);
    snprintf(claimant->name, sizeof claimant->name, "%.*s", (int)len, name);
}

static unsigned wrong_passwords(const struct service *service, uint64_t session)
{
    const struct claimant *claimant = claimant_find(service, session);
    return claimant ? claimant->wrong_passwords : 0;
}

const char *identity_name(const struct service *service, uint64_t session)
{
    const struct claimant *claimant = claimant_find(service, session);
    return claimant ? claimant->name : "";
}

void identity_welcomed(struct service *service, uint64_t session)
{
    struct claimant *claimant = claimant_find(service, session);
    if (claimant && claimant->wrong_passwords == 0)
        claimant_drop(service, claimant);
}

void identity_forget(struct service *service, uint64_t session)
{
    struct claimant *claimant = claimant_find(service, session);
    if (claimant)
        claimant_drop(service, claimant);
}

/* --- before a password is verified --- */

static enum error_code check_private(const struct service *service, uint64_t session,
                                     struct error *error)
{
    if (net_is_private(service->net, session))
        return ERROR_NONE;
    return error_set(error, ERROR_NOT_PRIVATE,
                     "passwords and tokens are not taken over this connection, which has no "
                     "encryption: connect with TLS (tls://HOST), or through a tunnel that ends on "
                     "the server's machine, such as ssh -L");
}

/* Adds to the error that a proof of `work_bits` would help. The work may take longer than the
 * timeout of a hello. */
static void ask_for_work(struct service *service, uint64_t session, int work_bits,
                         struct error *error)
{
    struct claimant *claimant = claimant_keep(service, session);
    while (claimant->challenge == 0)
        claimant->challenge = (int64_t)(token_seed() & WIRE_INT_MAX);
    error->challenge = claimant->challenge;
    error->work_bits = work_bits;
    net_excuse_hello(service->net, session);
}

/* `task` says what is to be done; by whom, is added. */
static enum error_code create_job(struct pending *pending, const struct password_task *task,
                                  struct error *error)
{
    struct service *service = pending->service;
    struct password_task own = *task;
    own.gateway = net_deriver(service->net, pending->from.session);
    own.session = pending->from.session;
    own.request = pending->from.request;
    pending->job = password_job_create(service->identity.passwords, &own);
    if (pending->job)
        return ERROR_NONE;
    error_set(error, ERROR_LIMIT_REACHED,
              "too many passwords are waiting to be worked on: try again in a second");
    error->wait_ms = QUEUE_WAIT_MS;
    return error->code;
}

static void give_attempt_back(struct pending *pending)
{
    if (!pending->account)
        return;
    logins_give_back(pending->service->identity.logins, &pending->origin, pending->account);
    free(pending->account);
    pending->account = NULL;
}

/* Takes an attempt on `account`, which is copied, and creates the job. */
static enum error_code begin_attempt(struct pending *pending, const char *account,
                                     const struct password_task *task, int work_bits,
                                     struct login_price *ret_price, struct error *error)
{
    struct service *service = pending->service;
    if (!logins_take(service->identity.logins, &pending->origin, account, work_bits,
                     (int64_t)uv_now(service->loop), ret_price)) {
        statistics_count(service->statistics, STATISTIC_LOGINS_LIMITED);
        log_warn("attempts", log_int("session", (int64_t)pending->from.session),
                 log_text("address", pending->origin.text), log_text("account", account));
        error_set(error, ERROR_TOO_MANY_ATTEMPTS,
                  "too many attempts to log in at once or with a wrong password: try again in "
                  "%lld s",
                  (long long)(ret_price->wait_ms + 999) / 1000);
        error->wait_ms = ret_price->wait_ms;
        return error->code;
    }
    assert(!pending->account);
    pending->account = memory_text(account, strlen(account));
    enum error_code code = create_job(pending, task, error);
    if (code)
        give_attempt_back(pending);
    if (code)
        *ret_price = (struct login_price){.work_bits = LOGIN_WORK_FIRST};
    return code;
}

/* --- the ends --- */

/* Refuses the request, after its look-up. */
static void refuse_pending(struct pending *pending, const struct error *error)
{
    if (pending->method == WIRE_SESSION_HELLO)
        hall_hello_failed(pending->service->hall, pending->from, error);
    else
        hall_refuse(pending->service->hall, pending->from, error);
    pending_destroy(pending);
}

/* Is the request's session still open? */
static bool is_wanted(const struct pending *pending)
{
    const struct service *service = pending->service;
    bool is_here = net_presence(service->net, pending->from.session) >= NET_BEHIND;
    /* A player who has logged in through another connection meanwhile has left this one. */
    return is_here && (pending->method == WIRE_SESSION_HELLO ||
                       hall_session_is_open(service->hall, pending->from.session));
}

static void refuse_gone(struct pending *pending)
{
    struct error error;
    error_set(&error, ERROR_DISCONNECTED, "the connection has gone");
    refuse_pending(pending, &error);
}

static struct hall_text key_of(const struct pending *pending)
{
    return (struct hall_text){.bytes = pending->key, .len = pending->key_len};
}

/* `hash` is that of the new password; NULL: none. */
static void tell_hall(struct pending *pending, bool is_right, const char *hash)
{
    struct hall *hall = pending->service->hall;
    const struct hall_found nobody = {0};
    if (pending->method == WIRE_SESSION_HELLO) {
        assert(!hash || pending->hello.with_code);
        pending->hello.password_hash = hash;
        hall_hello_looked_up(hall, pending->from, &pending->hello,
                             is_right ? &pending->found.player : &nobody);
        if (hall_session_is_open(hall, pending->from.session))
            net_came_in(pending->service->net, pending->from.session);
    } else if (pending->method == WIRE_ACCOUNT_REGISTER) {
        hall_account_register(hall, pending->from, hash, key_of(pending));
    } else if (pending->method == WIRE_ACCOUNT_CLOSE) {
        int64_t player = hall_session_player(hall, pending->from.session);
        if (hall_account_close(hall, pending->from, is_right, key_of(pending)))
            log_info("account-closed", log_int("session", (int64_t)pending->from.session),
                     log_text("address", pending->origin.text), log_int("player", player));
    } else {
        hall_account_password(hall, pending->from, is_right, hash, key_of(pending));
    }
    pending_destroy(pending);
}

/* Refuses a password that was neither right nor wrong. */
static void refuse_unjudged(struct pending *pending, enum password_outcome outcome)
{
    struct error error;
    if (outcome == PASSWORD_GIVEN_UP)
        error_set(&error, ERROR_SERVER_CLOSING,
                  "the server is shutting down: ask again when it is back");
    else
        error_set(&error, ERROR_INTERNAL, "the server could not work on this password: try again");
    refuse_pending(pending, &error);
}

static void count_password(const struct pending *pending, enum password_outcome outcome)
{
    struct statistics *statistics = pending->service->statistics;
    bool is_shown = pending->method != WIRE_ACCOUNT_REGISTER;
    if (outcome == PASSWORD_DONE || outcome == PASSWORD_WRONG)
        statistics_measure(statistics, MEASURE_PASSWORD, password_job_took_us(pending->job));
    if (outcome == PASSWORD_DONE && is_shown)
        statistics_count(statistics, STATISTIC_LOGINS_OK);
    else if (outcome == PASSWORD_WRONG)
        statistics_count(statistics, STATISTIC_LOGINS_WRONG);
}

static void on_password_worked(void *owner, enum password_outcome outcome, const char *hash)
{
    struct pending *pending = owner;
    struct service *service = pending->service;
    uint64_t session = pending->from.session;
    service_set_time(service);
    count_password(pending, outcome);
    if (outcome == PASSWORD_WRONG && net_presence(service->net, session) != NET_GONE)
        claimant_keep(service, session)->wrong_passwords++;
    if (outcome == PASSWORD_WRONG)
        log_warn("wrong-password", log_int("session", (int64_t)session),
                 log_text("address", pending->origin.text), log_text("account", pending->account));
    else
        give_attempt_back(pending);
    if (!is_wanted(pending))
        refuse_gone(pending);
    else if (outcome == PASSWORD_DONE || outcome == PASSWORD_WRONG)
        tell_hall(pending, outcome == PASSWORD_DONE, hash);
    else
        refuse_unjudged(pending, outcome);
}

void identity_looked_up(struct service *service, struct hall_caller from,
                        struct identity_found *found)
{
    struct pending *pending = find_pending(service, from.session);
    assert(pending);
    pending->found = *found;
    if (found->error.code) {
        give_attempt_back(pending);
        refuse_pending(pending, &found->error);
    } else if (!is_wanted(pending)) {
        give_attempt_back(pending);
        refuse_gone(pending);
    } else if (pending->job) {
        /* Without the right code the password may still be the account's: then the code has been
         * used by the same request, whose answer was lost. */
        if (pending->hello.with_code && found->secrets.has_code &&
            sodium_memcmp(found->secrets.code_hash, pending->code_hash, TOKEN_HASH_BYTES) == 0) {
            password_job_set_new(pending->job);
            log_info("code-used", log_int("session", (int64_t)from.session),
                     log_text("address", pending->origin.text),
                     log_text("account", pending->account));
        }
        password_job_start(pending->job, pending->found.secrets.password, on_password_worked,
                           pending);
    } else {
        struct hall_found *player = &pending->found.player;
        if (!pending->hello.token.bytes) {
            /* A name alone does not log in: keeps only the fact that an account has this name. */
            store_found_finish(player);
            *player = (struct hall_found){.name_reserved = pending->found.secrets.password != NULL};
        } else if (player->name) {
            keep_name(service, from.session, player->name, strlen(player->name));
        }
        tell_hall(pending, true, NULL);
    }
}

/* --- session.hello --- */

static enum error_code check_hello(const struct service *service, uint64_t session,
                                   const struct wire_hello *wire, struct error *error)
{
    if (find_pending(service, session))
        return error_set(error, ERROR_HELLO_TWICE,
                         "the first session.hello is still being answered");
    if (wire->protocol != WIRE_PROTOCOL)
        return error_set(error, ERROR_BAD_PROTOCOL, "this server speaks protocol %d, not %lld",
                         WIRE_PROTOCOL, (long long)wire->protocol);
    return wire->token.bytes ? check_private(service, session, error) : ERROR_NONE;
}

/* Copies `text` to `bytes`, which the limits of the wire's fields make long enough. */
static struct hall_text kept(struct wire_text text, char *bytes)
{
    if (!text.bytes)
        return (struct hall_text){0};
    memcpy(bytes, text.bytes, text.len);
    return (struct hall_text){.bytes = bytes, .len = text.len};
}

static void keep_hello(struct pending *pending, const struct wire_hello *wire)
{
    struct hall_hello *hello = &pending->hello;
    hello->name = kept(wire->name, pending->name);
    hello->token = kept(wire->token, pending->token);
    hello->with_password = wire->password.bytes != NULL;
    hello->with_code = wire->code.bytes != NULL;
    hello->is_bot = wire->bot;
    if (wire->instance != WIRE_ABSENT && wire->attempt != WIRE_ABSENT) {
        hello->instance = wire->instance;
        hello->attempt = wire->attempt;
    }
    if (hello->with_code)
        code_hash(wire->code.bytes, wire->code.len, pending->code_hash);
    memcpy(hello->client, wire->client.bytes, wire->client.len);
    hello->client[wire->client.len] = '\0';
    harmless_make(hello->client); /* operators and other players see it */
    hello->is_overheard = !net_is_private(pending->service->net, pending->from.session);
    token_hash(pending->token, hello->token.len, hello->token_hash);
    token_make(hello->fresh_token);
    token_hash(hello->fresh_token, TOKEN_TEXT_BYTES, hello->fresh_token_hash);
}

static enum error_code begin_login(struct pending *pending, const struct wire_hello *wire,
                                   struct error *error)
{
    struct service *service = pending->service;
    uint64_t session = pending->from.session;
    struct claimant *claimant = claimant_keep(service, session);
    bool has_proof = claimant->challenge != 0 && wire->proof != WIRE_ABSENT;
    int work_bits = has_proof ? proof_bits(claimant->challenge, wire->proof) : 0;
    struct password_task task = {
        .verify = wire->password.bytes,
        .verify_len = wire->password.len,
        .has_worked = work_bits >= LOGIN_WORK_FIRST,
        .failures = claimant->wrong_passwords,
        .address = origin_group(&pending->origin),
    };
    enum error_code code = check_private(service, session, error);
    if (code)
        return code;
    struct login_price price;
    char *key = name_key(wire->name.bytes, wire->name.len);
    code = begin_attempt(pending, key, &task, work_bits, &price, error);
    free(key);
    if (code && price.work_bits > 0)
        ask_for_work(service, session, price.work_bits, error);
    else if (!code && work_bits > 0)
        claimant->challenge = 0; /* a proof is valid for one attempt */
    return code;
}

void identity_hello(struct service *service, struct hall_caller from, const struct wire_hello *wire)
{
    struct hall *hall = service->hall;
    struct error error;
    if (check_hello(service, from.session, wire, &error)) {
        hall_refuse(hall, from, &error);
        return;
    }
    struct pending *pending = pending_create(service, from, WIRE_SESSION_HELLO);
    keep_hello(pending, wire);
    keep_name(service, from.session, wire->name.bytes ? wire->name.bytes : "", wire->name.len);
    log_info("hello", log_int("session", (int64_t)from.session),
             log_text("address", pending->origin.text), log_text("client", pending->hello.client));
    bool is_login = wire->password.bytes && wire->name.bytes && !wire->token.bytes;
    if (is_login && begin_login(pending, wire, &error)) {
        hall_refuse(hall, from, &error);
        pending_destroy(pending);
    } else if (!hall_hello(hall, from, &pending->hello)) {
        give_attempt_back(pending);
        pending_destroy(pending);
    }
}

/* --- account.register, account.password, account.close --- */

/* Guesses at a player's old password are limited like log-ins, in a bucket "#NUMBER"; no name
 * contains a "#". */
static enum error_code begin_account(struct pending *pending, const struct password_task *task,
                                     struct error *error)
{
    char account[32];
    int64_t player = hall_session_player(pending->service->hall, pending->from.session);
    snprintf(account, sizeof account, "#%lld", (long long)player);
    struct login_price price;
    return task->verify ? begin_attempt(pending, account, task, 0, &price, error)
                        : create_job(pending, task, error);
}

/* NULL: the request is refused. */
static struct pending *pending_account(struct service *service, struct hall_caller from,
                                       enum wire_method method, struct wire_text key,
                                       const struct password_task *task)
{
    struct hall *hall = service->hall;
    struct error error;
    enum error_code code =
        find_pending(service, from.session)
            ? error_set(&error, ERROR_LIMIT_REACHED,
                        "another password of yours is being worked on: wait for that answer")
            : check_private(service, from.session, &error);
    if (code) {
        hall_refuse(hall, from, &error);
        return NULL;
    }
    struct pending *pending = pending_create(service, from, method);
    pending->key_len = kept(key, pending->key).len;
    if (begin_account(pending, task, &error)) {
        hall_refuse(hall, from, &error);
        pending_destroy(pending);
        return NULL;
    }
    return pending;
}

void identity_register(struct service *service, struct hall_caller from,
                       const struct wire_register *wire)
{
    struct hall *hall = service->hall;
    struct hall_text key = {.bytes = wire->key.bytes, .len = wire->key.len};
    struct password_task task = {
        .hash = wire->password.bytes,
        .hash_len = wire->password.len,
        .failures = wrong_passwords(service, from.session),
        .address = origin_group(net_origin(service->net, from.session)),
    };
    if (hall_session_has_account(hall, from.session)) {
        hall_account_register(hall, from, NULL, key);
        return;
    }
    struct pending *pending =
        pending_account(service, from, WIRE_ACCOUNT_REGISTER, wire->key, &task);
    if (pending)
        password_job_start(pending->job, NULL, on_password_worked, pending);
}

void identity_password(struct service *service, struct hall_caller from,
                       const struct wire_password *wire)
{
    struct hall *hall = service->hall;
    struct hall_text key = {.bytes = wire->key.bytes, .len = wire->key.len};
    struct password_task task = {
        .verify = wire->old.bytes,
        .verify_len = wire->old.len,
        .hash = wire->password.bytes,
        .hash_len = wire->password.len,
        .failures = wrong_passwords(service, from.session),
        .address = origin_group(net_origin(service->net, from.session)),
    };
    if (!hall_session_has_account(hall, from.session))
        hall_account_password(hall, from, false, NULL, key);
    else if (pending_account(service, from, WIRE_ACCOUNT_PASSWORD, wire->key, &task))
        hall_account_look_up(hall, from);
}

void identity_close(struct service *service, struct hall_caller from,
                    const struct wire_closure *wire)
{
    struct hall *hall = service->hall;
    struct hall_text key = {.bytes = wire->key.bytes, .len = wire->key.len};
    struct password_task task = {
        .verify = wire->password.bytes,
        .verify_len = wire->password.len,
        .is_closure = true,
        .failures = wrong_passwords(service, from.session),
        .address = origin_group(net_origin(service->net, from.session)),
    };
    if (!hall_session_has_account(hall, from.session))
        hall_account_close(hall, from, false, key);
    else if (pending_account(service, from, WIRE_ACCOUNT_CLOSE, wire->key, &task))
        hall_account_look_up(hall, from);
}
