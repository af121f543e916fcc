#include "tests/e2e/peer.h"

#include "common/base/memory.h"

#include <arpa/inet.h>
#include <criterion/criterion.h>
#include <errno.h>
#include <linux/filter.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

enum {
    FULL_MS = 200,                      /* a server that takes nothing that long takes no more */
    FLOOD_REQUESTS = 1000,              /* sent over and over */
    FLOOD_BYTES_MAX = 64 * 1024 * 1024, /* more than all buffers on the way */
};

/* A message from the server, with all the memory that it lives in. */
struct letter {
    struct wire_arena *arena;
    char *bytes;
    struct wire_message message;
    void *body;
    bool is_taken;
    struct letter *next;
};

struct peer {
    int socket; /* -1: closed */
    bool has_ended;
    struct wire_decoder *decoder;
    struct letter *letters;  /* the oldest first */
    struct letter *incoming; /* whose message is not complete yet */
    enum wire_method *asked; /* by the request's number */
    uint32_t asked_count;
    const struct wire_welcome *welcome;
    struct peer *next;
};

static struct peer *all;

/* --- coming and going --- */

/* `source`: the address that it comes from; NULL: any. */
static int open_connection(const char *source, int port)
{
    struct sockaddr_in from = {.sin_family = AF_INET};
    struct sockaddr_in address = {
        .sin_family = AF_INET,
        .sin_port = htons((uint16_t)port),
    };
    int on = 1;
    int connection = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    cr_assert_geq(connection, 0);
    cr_assert_eq(inet_pton(AF_INET, "127.0.0.1", &address.sin_addr), 1);
    setsockopt(connection, IPPROTO_IP, IP_BIND_ADDRESS_NO_PORT, &on, sizeof on);
    cr_assert_eq(inet_pton(AF_INET, source ? source : "0.0.0.0", &from.sin_addr), 1);
    cr_assert_eq(bind(connection, (struct sockaddr *)&from, sizeof from), 0,
                 "cannot connect from %s: %s", source, strerror(errno));
    cr_assert_eq(connect(connection, (struct sockaddr *)&address, sizeof address), 0,
                 "cannot connect to port %d: %s", port, strerror(errno));
    setsockopt(connection, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    return connection;
}

static struct letter *letter_create(void)
{
    struct letter *letter = memory_zeroed(1, sizeof *letter);
    letter->arena = wire_arena_create();
    return letter;
}

static void letter_destroy(struct letter *letter)
{
    wire_arena_destroy(letter->arena);
    free(letter->bytes);
    free(letter->body);
    free(letter);
}

/* Takes the connected socket. */
static struct peer *peer_create(int connection)
{
    struct peer *peer = memory_zeroed(1, sizeof *peer);
    peer->socket = connection;
    peer->decoder = wire_decoder_create(WIRE_ANSWER_BYTES_MAX);
    peer->incoming = letter_create();
    peer->next = all;
    all = peer;
    return peer;
}

struct peer *peer_connect_from(const struct server *server, const char *source)
{
    return peer_create(open_connection(source, server->port));
}

size_t proxy_head_write(char ret_head[PROXY_HEAD_BYTES], const char *source, bool is_tls)
{
    static const char head[] = "\r\n\r\n\0\r\nQUIT\n\x21\x11\0\x0C";
    static const char addresses_after_source[] = "\x7F\0\0\1\x10\0\x1E\x78";
    static const char tls[] = "\x20\0\5\1\0\0\0\0";
    size_t len = 16;
    memcpy(ret_head, head, len);
    if (source) {
        cr_assert_eq(inet_pton(AF_INET, source, ret_head + len), 1);
        memcpy(ret_head + len + 4, addresses_after_source, 8);
        len += 12;
    } else {
        ret_head[13] = 0; /* of an unknown kind */
    }
    if (is_tls) {
        memcpy(ret_head + len, tls, 8);
        len += 8;
    }
    ret_head[15] = (char)(len - 16);
    return len;
}

struct peer *peer_connect_proxied(const struct server *server, const char *source, bool is_tls)
{
    char head[PROXY_HEAD_BYTES];
    struct peer *peer = peer_connect(server);
    peer_send(peer, head, proxy_head_write(head, source, is_tls));
    return peer;
}

struct peer *peer_connect_operator(const char *control)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    int connection = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    cr_assert_geq(connection, 0);
    cr_assert_lt(strlen(control), sizeof address.sun_path);
    strcpy(address.sun_path, control);
    cr_assert_eq(connect(connection, (struct sockaddr *)&address, sizeof address), 0,
                 "cannot connect to %s: %s", control, strerror(errno));
    return peer_create(connection);
}

struct peer *peer_connect(const struct server *server)
{
    return peer_connect_from(server, "127.0.0.1");
}

static struct peer *greet(const struct server *server, const struct wire_hello *hello)
{
    struct peer *peer = peer_connect(server);
    peer->welcome = peer_call(peer, WIRE_SESSION_HELLO, hello);
    return peer;
}

struct peer *peer_join(const struct server *server, const char *name)
{
    struct wire_hello hello = {
        .protocol = WIRE_PROTOCOL,
        .client = wire_text("test"),
        .name = wire_text(name),
    };
    return greet(server, &hello);
}

struct peer *peer_log_in(const struct server *server, const char *name, const char *password)
{
    struct wire_hello hello = {
        .protocol = WIRE_PROTOCOL,
        .client = wire_text("test"),
        .name = wire_text(name),
        .password = wire_text(password),
    };
    return greet(server, &hello);
}

struct peer *peer_come_back(const struct server *server, const struct peer *before)
{
    struct wire_hello hello = {
        .protocol = WIRE_PROTOCOL,
        .client = wire_text("test"),
        .token = before->welcome->token,
    };
    return greet(server, &hello);
}

void peer_close(struct peer *peer)
{
    if (peer->socket >= 0)
        close(peer->socket);
    peer->socket = -1;
    peer->has_ended = true;
}

static void destroy(struct peer *peer)
{
    peer_close(peer);
    while (peer->letters) {
        struct letter *letter = peer->letters;
        peer->letters = letter->next;
        letter_destroy(letter);
    }
    letter_destroy(peer->incoming);
    wire_decoder_destroy(peer->decoder);
    free(peer->asked);
    free(peer);
}

void peer_close_all(void)
{
    while (all) {
        struct peer *peer = all;
        all = peer->next;
        destroy(peer);
    }
}

const struct wire_welcome *peer_welcome(const struct peer *peer)
{
    return peer->welcome;
}

/* --- sending --- */

void peer_send(struct peer *peer, const void *bytes, size_t len)
{
    const char *rest = bytes;
    while (len > 0) {
        ssize_t sent = send(peer->socket, rest, len, MSG_NOSIGNAL);
        if (sent < 0)
            break; /* the server has hung up: the next answer says so */
        rest += sent;
        len -= (size_t)sent;
    }
}

/* Returns the number of the request. */
static uint32_t encode(struct peer *peer, struct text *out, enum wire_method method,
                       const void *parameters)
{
    uint32_t request = peer->asked_count++;
    peer->asked = memory_resized(peer->asked, peer->asked_count, sizeof *peer->asked);
    peer->asked[request] = method;
    wire_encode_request(out, request, method, parameters);
    return request;
}

uint32_t peer_ask_often(struct peer *peer, enum wire_method method, const void *parameters,
                        uint32_t count)
{
    struct text bytes = {0};
    uint32_t first = peer->asked_count;
    for (uint32_t i = 0; i < count; i++)
        encode(peer, &bytes, method, parameters);
    peer_send(peer, bytes.bytes, bytes.len);
    text_finish(&bytes);
    return first;
}

uint32_t peer_ask_both(struct peer *peer, enum wire_method first, const void *first_parameters,
                       enum wire_method second, const void *second_parameters)
{
    struct text bytes = {0};
    uint32_t request = encode(peer, &bytes, first, first_parameters);
    encode(peer, &bytes, second, second_parameters);
    peer_send(peer, bytes.bytes, bytes.len);
    text_finish(&bytes);
    return request;
}

uint32_t peer_ask(struct peer *peer, enum wire_method method, const void *parameters)
{
    return peer_ask_often(peer, method, parameters, 1);
}

/* Sends what the system takes now or soon. */
static size_t send_some(const struct peer *peer, const char *bytes, size_t len)
{
    struct pollfd poller = {.fd = peer->socket, .events = POLLOUT};
    if (poll(&poller, 1, FULL_MS) <= 0)
        return 0;
    ssize_t sent = send(peer->socket, bytes, len, MSG_NOSIGNAL | MSG_DONTWAIT);
    cr_assert(sent > 0, "the server has hung up: %s", strerror(errno));
    return (size_t)sent;
}

uint32_t peer_flood(struct peer *peer, enum wire_method method, const void *parameters)
{
    struct text bytes = {0};
    size_t sent, total = 0;
    uint32_t first = peer->asked_count;
    for (int i = 0; i < FLOOD_REQUESTS; i++)
        encode(peer, &bytes, method, parameters);
    do {
        size_t from = total % bytes.len;
        sent = send_some(peer, bytes.bytes + from, bytes.len - from);
        total += sent;
        cr_assert_lt(total, FLOOD_BYTES_MAX, "the server reads on and on");
    } while (sent > 0);
    text_finish(&bytes);
    return first;
}

void peer_vanish(struct peer *peer)
{
    /* The system drops what comes before TCP sees it. */
    struct sock_filter nothing = BPF_STMT(BPF_RET | BPF_K, 0);
    const struct sock_fprog filter = {.len = 1, .filter = &nothing};
    cr_assert_eq(setsockopt(peer->socket, SOL_SOCKET, SO_ATTACH_FILTER, &filter, sizeof filter), 0,
                 "no filter: %s", strerror(errno));
}

/* --- receiving --- */

static void keep(struct peer *peer, const struct wire_message *message)
{
    struct letter **last = &peer->letters;
    while (*last)
        last = &(*last)->next;
    *last = peer->incoming;
    peer->incoming->message = *message;
    peer->incoming = letter_create();
}

/* Each letter gets a copy of the bytes from its first on, since its texts point into them. */
static void take_bytes(struct peer *peer, const char *bytes, size_t len)
{
    while (len > 0) {
        bool complete;
        struct wire_message message;
        enum error_code code;
        struct error error;
        struct letter *letter = peer->incoming;
        free(letter->bytes);
        letter->bytes = memory_text(bytes, len);
        size_t taken = wire_decoder_feed(peer->decoder, letter->arena, letter->bytes, len,
                                         &complete, &message, &code, &error);
        cr_assert_eq(code, ERROR_NONE, "the server breaks the protocol: %s", error.message);
        if (complete)
            keep(peer, &message);
        bytes += taken;
        len -= taken;
    }
}

/* Waits for bytes until then, and takes them. False: none came in time. */
static bool receive(struct peer *peer, int64_t wait_us)
{
    char bytes[65536];
    struct pollfd poller = {.fd = peer->socket, .events = POLLIN};
    struct timespec wait = {.tv_sec = wait_us / 1000000, .tv_nsec = wait_us % 1000000 * 1000};
    if (ppoll(&poller, 1, &wait, NULL) <= 0)
        return false;
    ssize_t len = recv(peer->socket, bytes, sizeof bytes, 0);
    if (len > 0)
        take_bytes(peer, bytes, (size_t)len);
    else
        peer->has_ended = true;
    return true;
}

/* Reads the body of the letter, once. */
static const void *body_of(struct letter *letter, const struct wire_record *record)
{
    struct error error;
    if (letter->body)
        return letter->body;
    letter->body = memory_zeroed(1, record->size + 1);
    enum error_code code = wire_message_read(&letter->message, record, letter->body, &error);
    cr_assert_eq(code, ERROR_NONE, "a %s from the server: %s", record->name, error.message);
    return letter->body;
}

static struct letter *find_answer(const struct peer *peer, uint32_t request)
{
    struct letter *letter = peer->letters;
    while (letter && (letter->message.kind != WIRE_RESPONSE || letter->message.id != request))
        letter = letter->next;
    return letter;
}

static struct answer read_answer(const struct peer *peer, struct letter *letter)
{
    const struct wire_message *message = &letter->message;
    struct answer answer = {.code = message->error.code, .message = message->error.message};
    if (!answer.code)
        answer.result = body_of(letter, wire_methods[peer->asked[message->id]].result);
    else if (message->body && answer.code == ERROR_STALE_PLY)
        answer.stale = body_of(letter, &wire_record_stale);
    else if (message->body) {
        const struct wire_wait *wait = body_of(letter, &wire_record_wait);
        answer.wait_ms = wait->wait;
        answer.challenge = wait->challenge;
        answer.work = wait->work == WIRE_ABSENT ? 0 : wait->work;
    }
    return answer;
}

struct answer peer_answer_within(struct peer *peer, uint32_t request, int64_t wait_us)
{
    struct letter *letter;
    while (!(letter = find_answer(peer, request))) {
        if (peer->has_ended)
            return (struct answer){.code = ERROR_DISCONNECTED, .message = "no answer"};
        if (!receive(peer, wait_us))
            return (struct answer){.code = ERROR_IO, .message = "no answer in time"};
    }
    return read_answer(peer, letter);
}

struct answer peer_answer(struct peer *peer, uint32_t request)
{
    struct answer answer = peer_answer_within(peer, request, (int64_t)DEADLINE_MS * 1000);
    cr_assert_neq(answer.code, ERROR_IO, "request %u is not answered", request);
    return answer;
}

void peer_expect_answers(struct peer *peer, uint32_t first, uint32_t count)
{
    uint32_t next = first;
    for (uint32_t i = 0; i < count; i++) {
        struct answer answer = peer_answer(peer, first + i);
        cr_assert_eq(answer.code, ERROR_NONE, "request %u is refused: %s", first + i,
                     answer.message);
    }
    for (const struct letter *letter = peer->letters; letter; letter = letter->next) {
        const struct wire_message *message = &letter->message;
        if (message->kind == WIRE_RESPONSE && message->id >= first && message->id - first < count)
            cr_assert_eq(message->id, next++, "the answer to %u comes too early", message->id);
    }
}

const void *peer_call(struct peer *peer, enum wire_method method, const void *parameters)
{
    struct answer answer = peer_answer(peer, peer_ask(peer, method, parameters));
    cr_assert_eq(answer.code, ERROR_NONE, "%s is refused: %s", wire_methods[method].name,
                 answer.message);
    return answer.result;
}

enum error_code peer_refusal(struct peer *peer, enum wire_method method, const void *parameters)
{
    struct answer answer = peer_answer(peer, peer_ask(peer, method, parameters));
    cr_assert_neq(answer.code, ERROR_NONE, "%s is not refused", wire_methods[method].name);
    return answer.code;
}

static struct letter *find_event(const struct peer *peer, enum wire_event event)
{
    struct letter *letter = peer->letters;
    while (letter && (letter->is_taken || letter->message.kind != WIRE_NOTIFICATION ||
                      !wire_text_equal(letter->message.method, wire_events[event].name)))
        letter = letter->next;
    return letter;
}

const void *peer_event(struct peer *peer, enum wire_event event)
{
    struct letter *letter;
    while (!(letter = find_event(peer, event))) {
        cr_assert(!peer->has_ended, "the server hung up before %s", wire_events[event].name);
        cr_assert(receive(peer, (int64_t)DEADLINE_MS * 1000), "%s does not come",
                  wire_events[event].name);
    }
    letter->is_taken = true;
    return body_of(letter, wire_events[event].record);
}

bool peer_has_event(const struct peer *peer, enum wire_event event)
{
    return find_event(peer, event) != NULL;
}

void peer_expect_end(struct peer *peer)
{
    while (!peer->has_ended)
        cr_assert(receive(peer, (int64_t)DEADLINE_MS * 1000), "the server does not hang up");
}
