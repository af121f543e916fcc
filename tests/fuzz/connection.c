/* A connection to the real server, in this process on a thread of its own, with a real database.
 * The first byte chooses in what state the connection is when the input comes, the second how it is
 * cut; the rest is what the client says. Whatever it says, the server answers the next connection.
 */
#include "tests/fuzz/fuzz.h"

#include "common/base/memory.h"
#include "common/tls/tls.h"
#include "common/web/websocket.h"
#include "common/wire/wire.h"
#include "server/base/log.h"
#include "server/server.h"
#include "server/service/token.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#define PROXY_ADDRESS "127.0.0.9"

enum {
    ANSWER_MS = 10000, /* the longest that the server may take */
    FOLDER_MAX = 64,   /* bytes of the folder's path */
    BYTES_MAX = 65536,
    INPUTS_PER_SERVER = 20000, /* then a fresh one, so that the database stays small */
};

enum state {
    STATE_SILENT,    /* just connected */
    STATE_GUEST,     /* welcome */
    STATE_TO_MOVE,   /* in a live match with a clock */
    STATE_WAITING,   /* in a live match, the opponent is to move */
    STATE_SPECTATOR, /* watches a live match */
    STATE_MAKER,     /* has an offer open */
    STATE_OPERATOR,  /* at the control socket */
    STATE_DIRECTOR,  /* directs a tournament that is over and one that goes on, and plays in both */
    STATE_WEBSOCKET, /* has a WebSocket; what it says are frames */
    STATE_FRAMED,    /* the same; what it says comes in good frames */
    STATE_TLS,       /* has shaken hands; what it says comes in TLS */
    STATE_PROXY,     /* comes from a proxy's address, and has said nothing yet */
    STATE_COUNT,
};

static struct {
    char folder[FOLDER_MAX];
    char database[FOLDER_MAX + 16];
    char control[FOLDER_MAX + 16];
    char keys[FOLDER_MAX + 16];
    uint16_t port;
    pthread_t thread;
    bool runs;
    unsigned inputs;
    unsigned names;                    /* given so far */
    char director[WIRE_TOKEN_MAX + 1]; /* the token */
    struct wire_arena *arena;
    struct tls_context *tls; /* of clients */
} server;

/* One end of a connection, with what has come of a message that is not complete yet. */
struct peer {
    int fd;
    struct wire_decoder *decoder;
    uint32_t requests;
    struct tls_stream *tls; /* NULL: none */
};

/* --- the server --- */

/* A port that was free a moment ago. */
static uint16_t free_port(void)
{
    struct sockaddr_in any = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t len = sizeof any;
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    if (fd < 0 || bind(fd, (struct sockaddr *)&any, len) ||
        getsockname(fd, (struct sockaddr *)&any, &len))
        fuzz_fault("no port");
    close(fd);
    return ntohs(any.sin_port);
}

static void *run_server(void *unused)
{
    (void)unused;
    struct error error;
    struct server_config config = {
        .listen = {.host = "127.0.0.1", .port = server.port},
        .database = server.database,
        .control = server.control,
        .self_signed = server.keys,
        .door = {.proxies = PROXY_ADDRESS},
        .hall_limits = hall_limits_default,
        .net_limits = net_limits_default,
        .service_limits = service_limits_default,
    };
    if (server_run(&config, &error))
        fuzz_fault("the server ended: %s", error.message);
    return NULL;
}

static void remove_folder(void)
{
    static const char *const names[] = {"db",           "db-wal",  "db-shm",
                                        "db.lock",      "control", "keys/certificate.pem",
                                        "keys/key.pem", "keys"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char path[FOLDER_MAX + 32];
        snprintf(path, sizeof path, "%s/%s", server.folder, names[i]);
        remove(path);
    }
    rmdir(server.folder);
}

/* --- a peer --- */

enum way { TO_SERVER, TO_SERVER_AS_PROXY, TO_CONTROL };

static bool try_connect(struct peer *peer, enum way way)
{
    struct sockaddr_in tcp = {
        .sin_family = AF_INET,
        .sin_port = htons(server.port),
        .sin_addr.s_addr = htonl(INADDR_LOOPBACK),
    };
    struct sockaddr_in proxy = {.sin_family = AF_INET, .sin_addr.s_addr = inet_addr(PROXY_ADDRESS)};
    struct sockaddr_un local = {.sun_family = AF_UNIX};
    strcpy(local.sun_path, server.control);
    peer->fd = socket(way == TO_CONTROL ? AF_UNIX : AF_INET, SOCK_STREAM, 0);
    if (peer->fd < 0 ||
        (way == TO_SERVER_AS_PROXY && bind(peer->fd, (struct sockaddr *)&proxy, sizeof proxy)))
        fuzz_fault("no socket");
    if (way == TO_CONTROL ? connect(peer->fd, (struct sockaddr *)&local, sizeof local)
                          : connect(peer->fd, (struct sockaddr *)&tcp, sizeof tcp)) {
        close(peer->fd);
        return false;
    }
    peer->decoder = wire_decoder_create(WIRE_ANSWER_BYTES_MAX);
    return true;
}

static struct peer connect_to(enum way way)
{
    struct peer peer = {0};
    if (!try_connect(&peer, way))
        fuzz_fault("the server takes no connection");
    return peer;
}

static void finish(struct peer *peer)
{
    close(peer->fd);
    wire_decoder_destroy(peer->decoder);
    tls_stream_destroy(peer->tls);
}

/* The server may close in the middle of it. */
static void send_bytes(const struct peer *peer, const char *bytes, size_t len)
{
    while (len > 0) {
        ssize_t sent = send(peer->fd, bytes, len, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR)
            continue;
        if (sent <= 0)
            return;
        bytes += sent;
        len -= (size_t)sent;
    }
}

/* What has come; 0: the end. */
static size_t receive(const struct peer *peer, char *bytes, size_t size)
{
    struct pollfd poll_fd = {.fd = peer->fd, .events = POLLIN};
    int ready;
    do /* libFuzzer's alarm interrupts now and then */
        ready = poll(&poll_fd, 1, ANSWER_MS);
    while (ready < 0 && errno == EINTR);
    if (ready <= 0)
        fuzz_fault("nothing came for %d ms", ANSWER_MS);
    ssize_t len = recv(peer->fd, bytes, size, 0);
    return len > 0 ? (size_t)len : 0;
}

/* Asks, and waits for the answer, which has to be a result; reads it into `ret_result`, whose texts
 * live until the next call. */
static void ask(struct peer *peer, enum wire_method method, const void *parameters,
                void *ret_result)
{
    static char bytes[BYTES_MAX];
    struct text request = {0};
    uint32_t id = ++peer->requests;
    wire_encode_request(&request, id, method, parameters);
    send_bytes(peer, request.bytes, request.len);
    text_finish(&request);
    size_t len = 0, at = 0;
    for (;;) {
        struct wire_message message;
        bool complete = false;
        enum error_code code;
        struct error error;
        if (at == len) {
            at = 0;
            len = receive(peer, bytes, sizeof bytes);
            if (len == 0)
                fuzz_fault("%s: the server hung up", wire_methods[method].name);
        }
        at += wire_decoder_feed(peer->decoder, server.arena, bytes + at, len - at, &complete,
                                &message, &code, &error);
        if (code)
            fuzz_fault("the server says what it does not speak: %s", error.message);
        if (!complete || message.kind != WIRE_RESPONSE || message.id != id)
            continue;
        if (message.error.code)
            fuzz_fault("%s: %s", wire_methods[method].name, message.error.message);
        if (wire_message_read(&message, wire_methods[method].result, ret_result, &error))
            fuzz_fault("%s: %s", wire_methods[method].name, error.message);
        return;
    }
}

/* With a name or with a token. */
static struct peer come_in(struct wire_hello hello, struct wire_welcome *ret_welcome)
{
    struct peer peer = connect_to(TO_SERVER);
    hello.protocol = WIRE_PROTOCOL;
    hello.client = wire_text("fuzz");
    ask(&peer, WIRE_SESSION_HELLO, &hello, ret_welcome);
    return peer;
}

static struct peer arrive_with(struct wire_welcome *ret_welcome)
{
    char name[32];
    snprintf(name, sizeof name, "guest-%u", ++server.names);
    return come_in((struct wire_hello){.name = wire_text(name)}, ret_welcome);
}

static struct peer arrive(void)
{
    struct wire_welcome welcome;
    return arrive_with(&welcome);
}

static void choose(struct peer *peer, enum wire_method method, int64_t tournament)
{
    char key[64], nothing;
    snprintf(key, sizeof key, "%s %lld", wire_methods[method].name, (long long)tournament);
    struct wire_tournament_choice choice = {.tournament = tournament, .key = wire_text(key)};
    ask(peer, method, &choice, &nothing);
}

/* One of two players that goes on for long. */
static int64_t hold_tournament(struct peer *director, struct peer *other, const char *key)
{
    struct wire_tournament_create plan;
    struct wire_tournament_number number;
    wire_record_clear(&wire_record_tournament_create, &plan);
    plan.rules = wire_text("subtraction:1,2");
    plan.format = wire_text("round-robin");
    plan.rounds = WIRE_ROUNDS_MAX;
    plan.starts = wire_text("5");
    plan.key = wire_text(key);
    ask(director, WIRE_TOURNAMENT_CREATE, &plan, &number);
    choose(director, WIRE_TOURNAMENT_JOIN, number.tournament);
    choose(other, WIRE_TOURNAMENT_JOIN, number.tournament);
    choose(director, WIRE_TOURNAMENT_START, number.tournament);
    return number.tournament;
}

/* Tournament 1 is over then, and tournament 2 goes on. */
static void hold_tournaments(void)
{
    struct wire_welcome welcome;
    struct peer director = arrive_with(&welcome);
    memcpy(server.director, welcome.token.bytes, welcome.token.len);
    struct peer other = arrive();
    choose(&director, WIRE_TOURNAMENT_CANCEL, hold_tournament(&director, &other, "first"));
    hold_tournament(&director, &other, "second");
    finish(&director);
    finish(&other);
}

/* The server opens its sockets one after the other. */
static void await_listener(enum way way)
{
    struct peer peer = {0};
    for (int tries = 0; !try_connect(&peer, way); tries++) {
        if (tries == ANSWER_MS)
            fuzz_fault("the server does not listen");
        poll(NULL, 0, 1);
    }
    finish(&peer);
}

static void start_server(void)
{
    strcpy(server.folder, "/tmp/takeaway-fuzz-XXXXXX");
    if (!mkdtemp(server.folder))
        fuzz_fault("no folder");
    snprintf(server.database, sizeof server.database, "%s/db", server.folder);
    snprintf(server.control, sizeof server.control, "%s/control", server.folder);
    snprintf(server.keys, sizeof server.keys, "%s/keys", server.folder);
    server.port = free_port();
    if (pthread_create(&server.thread, NULL, run_server, NULL))
        fuzz_fault("no thread");
    server.runs = true;
    server.inputs = 0;
    await_listener(TO_CONTROL);
    await_listener(TO_SERVER);
    hold_tournaments();
}

static void stop_server(void)
{
    if (!server.runs)
        return;
    struct peer peer = connect_to(TO_CONTROL);
    char nothing;
    ask(&peer, WIRE_OPERATOR_STOP, NULL, &nothing);
    pthread_join(server.thread, NULL);
    finish(&peer);
    remove_folder();
    server.runs = false;
}

static void finish_all(void)
{
    stop_server();
    tls_context_unref(server.tls);
}

/* --- states --- */

static int64_t offer(struct peer *maker)
{
    struct wire_offer_number number;
    struct wire_offer_make make = {
        .rules = wire_text("nim"),
        .start = wire_text("3+5+7"),
        .first = wire_text("maker"),
        .clock = wire_text("300+3"),
        .key = wire_text("make"),
    };
    ask(maker, WIRE_OFFER_MAKE, &make, &number);
    return number.offer;
}

static int64_t begin_match(struct peer *maker, struct peer *taker)
{
    struct wire_match match;
    struct wire_offer_choice choice = {.offer = offer(maker), .key = wire_text("take")};
    ask(taker, WIRE_OFFER_ACCEPT, &choice, &match);
    return match.match;
}

static struct peer open_websocket(void)
{
    struct peer peer = connect_to(TO_SERVER);
    struct text request = {0};
    struct http_reader reader = {0};
    struct error error;
    char key[WEBSOCKET_KEY_SIZE], bytes[1024];
    const uint8_t random[16] = {0};
    enum http_progress progress = HTTP_PARTIAL;
    websocket_make_key(random, key);
    websocket_append_request(&request, "localhost", "/socket", key);
    send_bytes(&peer, request.bytes, request.len);
    while (progress == HTTP_PARTIAL) {
        size_t len = receive(&peer, bytes, sizeof bytes), taken;
        if (len == 0)
            fuzz_fault("no WebSocket: the server hung up");
        progress = websocket_answer_feed(&reader, bytes, len, key, &taken, &error);
    }
    if (progress == HTTP_REFUSED)
        fuzz_fault("no WebSocket: %s", error.message);
    http_reader_finish(&reader);
    text_finish(&request);
    return peer;
}

static struct peer open_tls(void)
{
    struct peer peer = connect_to(TO_SERVER);
    struct text out = {0}, plain = {0};
    struct error error;
    char bytes[4096];
    peer.tls = tls_stream_connect(server.tls, "localhost", NULL, &out);
    while (tls_stream_state(peer.tls) == TLS_HANDSHAKING) {
        send_bytes(&peer, out.bytes, out.len);
        text_clear(&out);
        size_t len = receive(&peer, bytes, sizeof bytes);
        if (len == 0 ||
            tls_stream_receive(peer.tls, bytes, len, &plain, &out, &error) == TLS_FAILED)
            fuzz_fault("no TLS: %s", len > 0 ? error.message : "the server hung up");
    }
    send_bytes(&peer, out.bytes, out.len);
    text_finish(&out);
    text_finish(&plain);
    return peer;
}

/* Brings the subject into the state; `others`: who is needed for that. */
static struct peer enter(enum state state, struct peer others[2], size_t *ret_count)
{
    *ret_count = 0;
    if (state == STATE_SILENT)
        return connect_to(TO_SERVER);
    if (state == STATE_OPERATOR)
        return connect_to(TO_CONTROL);
    if (state == STATE_PROXY)
        return connect_to(TO_SERVER_AS_PROXY);
    if (state == STATE_WEBSOCKET || state == STATE_FRAMED)
        return open_websocket();
    if (state == STATE_TLS)
        return open_tls();
    struct wire_welcome welcome;
    if (state == STATE_DIRECTOR)
        return come_in((struct wire_hello){.token = wire_text(server.director)}, &welcome);
    struct peer subject = arrive();
    if (state == STATE_MAKER)
        offer(&subject);
    if (state == STATE_GUEST || state == STATE_MAKER)
        return subject;
    others[(*ret_count)++] = arrive();
    if (state == STATE_SPECTATOR) {
        others[(*ret_count)++] = arrive();
        struct wire_match match;
        struct wire_match_number number = {.match = begin_match(&others[0], &others[1])};
        ask(&subject, WIRE_MATCH_WATCH, &number, &match);
    } else if (state == STATE_TO_MOVE) {
        begin_match(&subject, &others[0]);
    } else {
        begin_match(&others[0], &subject);
    }
    return subject;
}

/* Says a piece of the input, in a frame or a record of its own if the state wants that. */
static void say(const struct peer *subject, enum state state, const char *bytes, size_t len)
{
    static const uint8_t mask[WEBSOCKET_MASK_BYTES] = {1, 2, 3, 4};
    struct text out = {0};
    if (state == STATE_FRAMED)
        websocket_append_binary(&out, bytes, len, mask);
    else if (state == STATE_TLS)
        tls_stream_send(subject->tls, bytes, len, &out);
    else
        text_append(&out, bytes, len);
    send_bytes(subject, out.bytes, out.len);
    text_finish(&out);
}

/* Says the input in two pieces, and hears the server out. */
static void speak(const struct peer *subject, enum state state, const char *bytes, size_t len,
                  size_t longest)
{
    static char heard[BYTES_MAX];
    int on = 1;
    setsockopt(subject->fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    size_t first = len < longest ? len : longest;
    say(subject, state, bytes, first);
    say(subject, state, bytes + first, len - first);
    shutdown(subject->fd, SHUT_WR);
    while (receive(subject, heard, sizeof heard) > 0)
        continue;
}

/* An operator may stop the server, ban this machine and write files: what it says has to keep away
 * from that. */
static bool is_tame(const char *bytes, size_t len)
{
    static const char *const words[] = {"operator.stop", "operator.ban", "operator.backup"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (memmem(bytes, len, words[i], strlen(words[i])))
            return false;
    return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (!server.arena) {
        struct error error;
        server.arena = wire_arena_create();
        if (!token_init())
            fuzz_fault("no randomness");
        /* Before atexit(), so that OpenSSL cleans up behind the server. */
        if (tls_context_for_client(&server.tls, &error))
            fuzz_fault("no TLS: %s", error.message);
        log_set_level(LOG_ERROR);
        atexit(finish_all);
    }
    if (size < 2)
        return 0;
    enum state state = data[0] % STATE_COUNT;
    const char *bytes = (const char *)data + 2;
    if (state == STATE_OPERATOR && !is_tame(bytes, size - 2))
        return 0;
    if (++server.inputs > INPUTS_PER_SERVER)
        stop_server();
    if (!server.runs)
        start_server();
    struct peer others[2];
    size_t count;
    struct peer subject = enter(state, others, &count);
    speak(&subject, state, bytes, size - 2, data[1]);
    finish(&subject);
    if (state == STATE_DIRECTOR && memmem(bytes, size - 2, "tournament.cancel", 17))
        server.inputs = INPUTS_PER_SERVER; /* the next one finds a tournament again */
    for (size_t i = 0; i < count; i++)
        finish(&others[i]);
    return 0;
}
