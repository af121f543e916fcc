/* TLS over memory: our two roles joined in memory, and each against a stranger, which is OpenSSL
 * without our code, with buffers of its own. */
#include "common/base/text.h"
#include "common/tls/tls.h"
#include "tests/certificates.h"
#include "tests/e2e/folder.h"
#include "tests/suite.h"

#include <malloc.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <string.h>

enum { ALL_AT_ONCE = 1 << 20 };

static struct tls_context *server_context, *client_context;

/* One end of a connection in memory. */
struct end {
    struct tls_stream *stream;
    struct text plain, out;
    struct error error;
};

static void load_server(const char *name)
{
    struct error error;
    tls_context_unref(server_context);
    cr_assert_eq(tls_context_for_server(certificate_file(name, ".pem"),
                                        certificate_file(name, ".key"), &server_context, &error),
                 ERROR_NONE, "%s", error.message);
}

/* The client trusts the authority that issued the server's certificate for localhost. */
static void set_up(void)
{
    struct error error;
    folder_make();
    certificate_make((struct certificate_wish){.name = "root", .is_authority = true});
    certificate_make(
        (struct certificate_wish){.name = "good",
                                  .issuer = "root",
                                  .hosts = "DNS:localhost,DNS:*.example.org,IP:127.0.0.1,IP:::1"});
    setenv("SSL_CERT_FILE", certificate_file("root", ".pem"), 1);
    load_server("good");
    cr_assert_eq(tls_context_for_client(&client_context, &error), ERROR_NONE);
}

static void clean_up(void)
{
    tls_context_unref(server_context);
    tls_context_unref(client_context);
    folder_remove();
    suite_check_leaks();
}

TestSuite(tls, .init = set_up, .fini = clean_up, .timeout = BUSY_MACHINE_S(60));

static struct end begin_server(void)
{
    return (struct end){.stream = tls_stream_accept(server_context)};
}

static struct end begin_client(const char *host, const char *alpn)
{
    struct end end = {0};
    end.stream = tls_stream_connect(client_context, host, alpn, &end.out);
    return end;
}

static void finish(struct end *end)
{
    cr_expect_eq(ERR_peek_error(), 0);
    tls_stream_destroy(end->stream);
    text_finish(&end->plain);
    text_finish(&end->out);
    *end = (struct end){0};
}

static void receive(struct end *end, const char *bytes, size_t len)
{
    enum tls_state state =
        tls_stream_receive(end->stream, bytes, len, &end->plain, &end->out, &end->error);
    cr_assert_eq(state, tls_stream_state(end->stream));
    cr_assert_eq(ERR_peek_error(), 0);
}

/* Carries all that one has to say to the other, in pieces of so many bytes. */
static void carry(struct end *from, struct end *to, size_t piece)
{
    struct text bytes = from->out;
    from->out = (struct text){0};
    for (size_t at = 0; at < bytes.len; at += piece)
        receive(to, bytes.bytes + at, piece < bytes.len - at ? piece : bytes.len - at);
    text_finish(&bytes);
}

static void carry_all(struct end *a, struct end *b, size_t piece)
{
    while (a->out.len || b->out.len) {
        carry(a, b, piece);
        carry(b, a, piece);
    }
}

static void expect_state(const struct end *end, enum tls_state state)
{
    cr_assert_eq(tls_stream_state(end->stream), state, "%s", end->error.message);
}

static void expect_plain(struct end *end, const char *text)
{
    cr_expect_str_eq(text_string(&end->plain), text);
    cr_expect(end->plain.len == 0 || end->plain.is_secret);
    text_clear(&end->plain);
}

/* A client and a server that have shaken hands. */
static void join(struct end *client, struct end *server)
{
    *server = begin_server();
    *client = begin_client("localhost", TLS_ALPN_TAKEAWAY);
    carry_all(client, server, ALL_AT_ONCE);
    expect_state(client, TLS_OPEN);
    expect_state(server, TLS_OPEN);
}

static void send_text(struct end *end, const char *text)
{
    tls_stream_send(end->stream, text, strlen(text), &end->out);
    cr_assert_eq(ERR_peek_error(), 0);
}

Test(tls, ends_meet_and_talk)
{
    struct end client, server;
    join(&client, &server);
    cr_expect_str_eq(tls_stream_version(client.stream), "TLSv1.3");
    cr_expect_str_eq(tls_stream_alpn(client.stream), "takeaway");
    cr_expect_str_eq(tls_stream_alpn(server.stream), "takeaway");
    cr_expect_str_eq(tls_stream_peer(client.stream)->pin,
                     tls_context_certificate(server_context)->pin);
    cr_expect_null(tls_stream_distrust(client.stream));
    send_text(&client, "ask");
    send_text(&client, " me");
    carry_all(&client, &server, ALL_AT_ONCE);
    expect_plain(&server, "ask me");
    send_text(&server, "answer");
    carry_all(&client, &server, ALL_AT_ONCE);
    expect_plain(&client, "answer");
    finish(&client);
    finish(&server);
}

/* A client is ready first, and its words come together with the end of its handshake. */
Test(tls, streams_of_one_context_shake_hands_in_turn)
{
    enum { STREAMS = 3 };
    struct end clients[STREAMS], servers[STREAMS];
    for (int i = 0; i < STREAMS; i++) {
        servers[i] = begin_server();
        clients[i] = begin_client("localhost", TLS_ALPN_TAKEAWAY);
    }
    for (int i = 0; i < STREAMS; i++)
        carry(&clients[i], &servers[i], ALL_AT_ONCE);
    for (int i = STREAMS - 1; i >= 0; i--) {
        carry(&servers[i], &clients[i], 700);
        expect_state(&clients[i], TLS_OPEN);
        send_text(&clients[i], "hello");
    }
    tls_stream_destroy(clients[0].stream); /* in mid-handshake of its server */
    clients[0].stream = NULL;
    tls_stream_destroy(servers[0].stream);
    servers[0].stream = NULL;
    for (int i = 1; i < STREAMS; i++) {
        carry(&clients[i], &servers[i], ALL_AT_ONCE);
        expect_state(&servers[i], TLS_OPEN);
        expect_plain(&servers[i], "hello");
        send_text(&servers[i], "welcome");
        carry(&servers[i], &clients[i], ALL_AT_ONCE);
        expect_plain(&clients[i], "welcome");
    }
    for (int i = 0; i < STREAMS; i++) {
        finish(&clients[i]);
        finish(&servers[i]);
    }
}

Test(tls, bytes_come_in_pieces_of_any_size)
{
    for (size_t piece = 1; piece < 40; piece++) {
        struct end server = begin_server(), client = begin_client("localhost", NULL);
        carry_all(&client, &server, piece);
        send_text(&client, "ask me");
        carry_all(&client, &server, piece);
        send_text(&server, "answer");
        carry_all(&client, &server, piece);
        expect_plain(&server, "ask me");
        expect_plain(&client, "answer");
        cr_expect_str_eq(tls_stream_alpn(client.stream), "");
        finish(&client);
        finish(&server);
    }
}

/* Carries what `from` has to say in two pieces, if the cut at byte `*cut` of all that it says is
 * among it. */
static void carry_cut(struct end *from, struct end *to, size_t *cut)
{
    struct text bytes = from->out;
    from->out = (struct text){0};
    size_t first = *cut < bytes.len ? *cut : bytes.len;
    *cut -= first;
    receive(to, text_string(&bytes), first);
    receive(to, text_string(&bytes) + first, bytes.len - first);
    text_finish(&bytes);
}

Test(tls, bytes_are_cut_at_every_position)
{
    const size_t longest = 1200; /* of what each says; signatures differ by some bytes */
    for (size_t cut = 0; cut < longest; cut++) {
        struct end server = begin_server(), client = begin_client("localhost", NULL);
        size_t client_left = cut, left = cut;
        for (int round = 0; round < 3; round++) {
            carry_cut(&client, &server, &client_left);
            carry_cut(&server, &client, &left);
        }
        send_text(&client, "ask me");
        send_text(&server, "answer");
        carry_cut(&client, &server, &client_left);
        carry_cut(&server, &client, &left);
        expect_plain(&server, "ask me");
        expect_plain(&client, "answer");
        EXPECT(cut + 1 < longest || left > 0, "the server says more than %zu bytes", longest);
        finish(&client);
        finish(&server);
    }
}

Test(tls, large_transfers_arrive_whole_in_both_directions)
{
    enum { BYTES = 3000001 };
    char *large = malloc(BYTES);
    for (size_t i = 0; i < BYTES; i++)
        large[i] = (char)(i * i >> 7);
    struct end client, server;
    join(&client, &server);
    tls_stream_send(client.stream, large, BYTES, &client.out);
    tls_stream_send(server.stream, large, BYTES, &server.out);
    carry_all(&client, &server, 65536);
    cr_assert_eq(server.plain.len, BYTES);
    cr_assert_eq(client.plain.len, BYTES);
    cr_expect(memcmp(server.plain.bytes, large, BYTES) == 0);
    cr_expect(memcmp(client.plain.bytes, large, BYTES) == 0);
    free(large);
    finish(&client);
    finish(&server);
}

Test(tls, empty_message_sends_nothing)
{
    struct end client, server;
    join(&client, &server);
    tls_stream_send(client.stream, "", 0, &client.out);
    cr_expect_eq(client.out.len, 0);
    finish(&client);
    finish(&server);
}

Test(tls, end_is_told_and_the_other_may_still_speak)
{
    struct end client, server;
    join(&client, &server);
    send_text(&client, "last");
    tls_stream_end(client.stream, &client.out);
    size_t len = client.out.len;
    tls_stream_end(client.stream, &client.out);
    cr_expect_eq(client.out.len, len, "the end is said once");
    carry(&client, &server, ALL_AT_ONCE);
    expect_plain(&server, "last");
    expect_state(&server, TLS_ENDED);
    send_text(&server, "too");
    tls_stream_end(server.stream, &server.out);
    carry(&server, &client, ALL_AT_ONCE);
    expect_plain(&client, "too");
    expect_state(&client, TLS_ENDED);
    receive(&server, "more", 4);
    expect_state(&server, TLS_ENDED);
    finish(&client);
    finish(&server);
}

/* Without the last byte of its close_notify a stream has not ended. */
Test(tls, truncated_end_is_no_end)
{
    struct end client, server;
    join(&client, &server);
    send_text(&client, "last");
    tls_stream_end(client.stream, &client.out);
    receive(&server, client.out.bytes, client.out.len - 1);
    expect_plain(&server, "last");
    expect_state(&server, TLS_OPEN);
    finish(&client);
    finish(&server);
}

Test(tls, stream_ends_quietly_before_the_handshake)
{
    struct end server = begin_server();
    tls_stream_end(server.stream, &server.out);
    cr_expect_eq(server.out.len, 0);
    finish(&server);
}

Test(tls, garbage_fails_the_handshake_with_an_alert)
{
    struct end server = begin_server();
    receive(&server, "\x16garbage", 8);
    expect_state(&server, TLS_FAILED);
    cr_expect_eq(server.error.code, ERROR_BAD_MESSAGE);
    cr_expect_str_eq(server.error.message, "TLS failed: wrong version number");
    finish(&server);

    server = begin_server();
    struct end client = begin_client("localhost", NULL);
    carry(&client, &server, ALL_AT_ONCE);
    text_clear(&server.out);
    char garbage[64];
    memset(garbage, 0x17, sizeof garbage);
    memcpy(garbage, "\x17\x03\x03\x00\x30", 5);
    receive(&server, garbage, sizeof garbage);
    expect_state(&server, TLS_FAILED);
    cr_expect_gt(server.out.len, 0, "the alert");
    finish(&server);
    finish(&client);
}

Test(tls, changed_byte_fails_the_stream_and_nothing_of_it_is_heard)
{
    struct end client, server;
    join(&client, &server);
    send_text(&client, "first");
    carry(&client, &server, ALL_AT_ONCE);
    send_text(&client, "second");
    client.out.bytes[client.out.len - 1] ^= 1;
    carry(&client, &server, ALL_AT_ONCE);
    expect_state(&server, TLS_FAILED);
    expect_plain(&server, "first");
    carry(&server, &client, ALL_AT_ONCE);
    expect_state(&client, TLS_FAILED);
    cr_expect_not_null(strstr(client.error.message, "alert bad record mac"), "%s",
                       client.error.message);
    finish(&client);
    finish(&server);
}

/* What a server of another protocol says to a client. */
Test(tls, client_fails_on_a_server_without_tls)
{
    struct end client = begin_client("localhost", NULL);
    receive(&client, "HTTP/1.1 400 Bad Request\r\n\r\n", 28);
    expect_state(&client, TLS_FAILED);
    cr_expect_str_eq(client.error.message, "TLS failed: wrong version number");
    text_clear(&client.out);
    receive(&client, "more", 4);
    expect_state(&client, TLS_FAILED);
    cr_expect_eq(client.out.len, 0);
    finish(&client);
}

Test(tls, certificate_for_the_host_is_trusted)
{
    static const char *const good[] = {"localhost", "127.0.0.1", "::1", "play.example.org"};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        struct end server = begin_server(), client = begin_client(good[i], NULL);
        carry_all(&client, &server, ALL_AT_ONCE);
        expect_state(&client, TLS_OPEN);
        cr_expect_null(tls_stream_distrust(client.stream), "%s", good[i]);
        finish(&client);
        finish(&server);
    }
}

static void expect_distrust(const char *host, const char *expected)
{
    struct end server = begin_server(), client = begin_client(host, NULL);
    carry_all(&client, &server, ALL_AT_ONCE);
    expect_state(&client, TLS_OPEN);
    expect_state(&server, TLS_OPEN);
    const char *why = tls_stream_distrust(client.stream);
    cr_assert_not_null(why, "%s", host);
    cr_expect_str_eq(why, expected);
    cr_expect_str_eq(tls_stream_peer(client.stream)->pin,
                     tls_context_certificate(server_context)->pin);
    finish(&client);
    finish(&server);
}

Test(tls, certificate_for_another_host_is_distrusted)
{
    expect_distrust("example.org", "hostname mismatch");
    expect_distrust("a.b.example.org", "hostname mismatch");
    expect_distrust("127.0.0.2", "IP address mismatch");
    expect_distrust("fe80::1%eth0", "IP address mismatch");
}

Test(tls, expired_early_self_signed_and_unknown_certificates_are_distrusted)
{
    const char *hosts = "DNS:localhost";
    certificate_make((struct certificate_wish){
        .name = "old", .issuer = "root", .hosts = hosts, .begins_h = -48, .expires_h = -1});
    certificate_make((struct certificate_wish){
        .name = "early", .issuer = "root", .hosts = hosts, .begins_h = 1, .expires_h = 48});
    certificate_make((struct certificate_wish){.name = "alone", .hosts = hosts});
    certificate_make((struct certificate_wish){.name = "other-root", .is_authority = true});
    certificate_make(
        (struct certificate_wish){.name = "foreign", .issuer = "other-root", .hosts = hosts});
    load_server("old");
    expect_distrust("localhost", "certificate has expired");
    load_server("early");
    expect_distrust("localhost", "certificate is not yet valid");
    load_server("alone");
    expect_distrust("localhost", "self-signed certificate");
    load_server("foreign");
    expect_distrust("localhost", "unable to get local issuer certificate");
}

/* A server takes another certificate for those who come later; the stream keeps its own. */
Test(tls, stream_outlives_its_context)
{
    struct end client, server;
    join(&client, &server);
    certificate_make((struct certificate_wish){.name = "next"});
    load_server("next");
    send_text(&client, "still here");
    carry_all(&client, &server, ALL_AT_ONCE);
    expect_plain(&server, "still here");
    finish(&client);
    finish(&server);
    expect_distrust("localhost", "self-signed certificate");
}

/* OpenSSL without our code, with buffers of its own. */
struct stranger {
    SSL_CTX *context;
    SSL *ssl;
    BIO *in, *out;
};

static struct stranger begin_stranger(bool is_server)
{
    struct stranger stranger = {
        .context = SSL_CTX_new(is_server ? TLS_server_method() : TLS_client_method()),
        .in = BIO_new(BIO_s_mem()),
        .out = BIO_new(BIO_s_mem()),
    };
    if (is_server) {
        cr_assert(SSL_CTX_use_certificate_file(stranger.context, certificate_file("good", ".pem"),
                                               SSL_FILETYPE_PEM));
        cr_assert(SSL_CTX_use_PrivateKey_file(stranger.context, certificate_file("good", ".key"),
                                              SSL_FILETYPE_PEM));
    }
    stranger.ssl = SSL_new(stranger.context);
    SSL_set_bio(stranger.ssl, stranger.in, stranger.out);
    if (is_server)
        SSL_set_accept_state(stranger.ssl);
    else
        SSL_set_connect_state(stranger.ssl);
    return stranger;
}

static void finish_stranger(struct stranger *stranger)
{
    SSL_free(stranger->ssl);
    SSL_CTX_free(stranger->context);
    ERR_clear_error();
}

/* Lets both talk until neither has more to say; appends what the stranger hears to `heard`. */
static void talk(struct stranger *stranger, struct end *end, struct text *heard)
{
    size_t len;
    do {
        char bytes[20000];
        BIO_write(stranger->in, text_string(&end->out), (int)end->out.len);
        text_clear(&end->out);
        int read = SSL_read(stranger->ssl, bytes, sizeof bytes);
        if (read > 0)
            text_append(heard, bytes, (size_t)read);
        ERR_clear_error();
        len = BIO_ctrl_pending(stranger->out);
        BIO_read(stranger->out, bytes, (int)len);
        if (len)
            receive(end, bytes, len);
    } while (len || end->out.len);
}

static void say(struct stranger *stranger, const char *text)
{
    cr_assert_eq(SSL_write(stranger->ssl, text, (int)strlen(text)), (int)strlen(text));
}

/* A stranger of this version talks with us; both hear the other. */
static void expect_talk(struct stranger *stranger, struct end *end, const char *version)
{
    struct text heard = {0};
    talk(stranger, end, &heard);
    expect_state(end, TLS_OPEN);
    cr_expect_str_eq(tls_stream_version(end->stream), version);
    say(stranger, "question");
    send_text(end, "answer");
    talk(stranger, end, &heard);
    expect_plain(end, "question");
    cr_expect_str_eq(text_string(&heard), "answer");
    text_finish(&heard);
}

Test(tls, stranger_of_either_version_and_role_is_understood)
{
    static const struct {
        int number;
        const char *name;
    } versions[] = {{TLS1_2_VERSION, "TLSv1.2"}, {TLS1_3_VERSION, "TLSv1.3"}};
    for (size_t i = 0; i < 2; i++)
        for (int is_server = 0; is_server < 2; is_server++) {
            struct end end = is_server ? begin_client("localhost", NULL) : begin_server();
            struct stranger stranger = begin_stranger(is_server);
            SSL_set_max_proto_version(stranger.ssl, versions[i].number);
            expect_talk(&stranger, &end, versions[i].name);
            finish(&end);
            finish_stranger(&stranger);
        }
}

Test(tls, old_versions_are_refused_in_either_role)
{
    for (int is_server = 0; is_server < 2; is_server++) {
        struct text heard = {0};
        struct end end = is_server ? begin_client("localhost", NULL) : begin_server();
        struct stranger stranger = begin_stranger(is_server);
        SSL_set_security_level(stranger.ssl, 0);
        SSL_set_min_proto_version(stranger.ssl, TLS1_VERSION);
        SSL_set_max_proto_version(stranger.ssl, TLS1_1_VERSION);
        talk(&stranger, &end, &heard);
        expect_state(&end, TLS_FAILED);
        finish(&end);
        finish_stranger(&stranger);
        text_finish(&heard);
    }
}

/* Offers a list of protocols to the server. Returns what it took; NULL: it ended the handshake. */
static const char *offer_alpn(const char *list)
{
    static char taken[16];
    struct text heard = {0};
    struct end server = begin_server();
    struct stranger stranger = begin_stranger(false);
    SSL_set_alpn_protos(stranger.ssl, (const unsigned char *)list, (unsigned int)strlen(list));
    talk(&stranger, &server, &heard);
    bool is_open = tls_stream_state(server.stream) == TLS_OPEN;
    if (is_open)
        snprintf(taken, sizeof taken, "%s", tls_stream_alpn(server.stream));
    else
        cr_expect_str_eq(server.error.message, "TLS failed: no application protocol");
    finish(&server);
    finish_stranger(&stranger);
    text_finish(&heard);
    return is_open ? taken : NULL;
}

Test(tls, protocol_is_chosen_among_those_spoken)
{
    cr_expect_str_eq(offer_alpn("\x08takeaway"), "takeaway");
    cr_expect_str_eq(offer_alpn("\x02h2\x08http/1.1"), "http/1.1");
    cr_expect_str_eq(offer_alpn("\x08http/1.1\x08takeaway"), "http/1.1");
    cr_expect_null(offer_alpn("\x02h2"));
    cr_expect_null(offer_alpn("\x08takeawaz\x03"
                              "ftp"));
    cr_expect_null(offer_alpn("\x04take"));
}

Test(tls, key_update_is_followed)
{
    struct text heard = {0};
    struct end server = begin_server();
    struct stranger stranger = begin_stranger(false);
    talk(&stranger, &server, &heard);
    for (int i = 0; i < 3; i++) {
        cr_assert(SSL_key_update(stranger.ssl, SSL_KEY_UPDATE_REQUESTED));
        expect_talk(&stranger, &server, "TLSv1.3");
    }
    finish(&server);
    finish_stranger(&stranger);
    text_finish(&heard);
}

Test(tls, renegotiation_is_refused)
{
    struct text heard = {0};
    struct end server = begin_server();
    struct stranger stranger = begin_stranger(false);
    SSL_set_max_proto_version(stranger.ssl, TLS1_2_VERSION);
    expect_talk(&stranger, &server, "TLSv1.2");
    cr_assert(SSL_renegotiate(stranger.ssl));
    SSL_do_handshake(stranger.ssl);
    talk(&stranger, &server, &heard);
    cr_expect(SSL_in_init(stranger.ssl), "it still waits for the handshake");
    cr_expect_eq(server.plain.len, 0);
    finish(&server);
    finish_stranger(&stranger);
    text_finish(&heard);
}

/* The session is in the ticket that the client keeps; the server remembers nothing. */
Test(tls, session_is_resumed_without_memory_of_the_server)
{
    struct text heard = {0};
    struct end server = begin_server();
    struct stranger first = begin_stranger(false), second = begin_stranger(false);
    expect_talk(&first, &server, "TLSv1.3");
    SSL_SESSION *session = SSL_get1_session(first.ssl);
    cr_assert(SSL_SESSION_is_resumable(session));
    finish(&server);

    server = begin_server();
    SSL_set_session(second.ssl, session);
    expect_talk(&second, &server, "TLSv1.3");
    cr_expect(SSL_session_reused(second.ssl));
    cr_expect_eq(SSL_SESSION_get_max_early_data(session), 0);
    SSL_SESSION_free(session);
    finish(&server);
    finish_stranger(&first);
    finish_stranger(&second);
    text_finish(&heard);
}

#ifndef TESTS_UNDER_ASAN /* which has no figures of malloc() */
Test(tls, idle_stream_of_a_server_is_small)
{
    enum { STREAMS = 100 };
    static struct end servers[STREAMS];
    struct end client, server;
    join(&client, &server); /* what OpenSSL keeps for all of them */
    finish(&client);
    finish(&server);
    size_t before = mallinfo2().uordblks;
    for (int i = 0; i < STREAMS; i++) {
        join(&client, &servers[i]);
        send_text(&client, "question");
        carry_all(&client, &servers[i], ALL_AT_ONCE);
        send_text(&servers[i], "answer");
        carry_all(&client, &servers[i], ALL_AT_ONCE);
        finish(&client);
        text_finish(&servers[i].plain);
        text_finish(&servers[i].out);
    }
    size_t each = (mallinfo2().uordblks - before) / STREAMS;
    cr_expect_lt(each, TLS_IDLE_BYTES, "an idle stream takes %zu bytes", each);
    for (int i = 0; i < STREAMS; i++)
        finish(&servers[i]);
}
#endif

/* --- what OpenSSL gives back --- */

static const char secret[] = "the password is swordfish";
static int leaked; /* pieces of memory given back with the secret in them */
static int given_back;

static void *take_memory(size_t len, const char *file, int line)
{
    (void)file, (void)line;
    return malloc(len);
}

static void *resize_memory(void *memory, size_t len, const char *file, int line)
{
    (void)file, (void)line;
    return realloc(memory, len);
}

static void give_back_memory(void *memory, const char *file, int line)
{
    (void)file, (void)line;
    if (memory && memmem(memory, malloc_usable_size(memory), secret, sizeof secret - 1))
        leaked++;
    given_back++;
    free(memory);
}

/* Only possible before OpenSSL takes any memory. */
__attribute__((constructor)) static void watch_memory(void)
{
    CRYPTO_set_mem_functions(take_memory, resize_memory, give_back_memory);
}

Test(tls, memory_given_back_has_no_secret)
{
    struct end client, server;
    join(&client, &server);
    for (size_t piece = 1; piece < 200; piece += 7) {
        given_back = 0;
        send_text(&client, secret);
        send_text(&client, secret);
        carry(&client, &server, piece);
        cr_expect_gt(server.plain.len, 0);
        text_clear(&server.plain);
        cr_expect_gt(given_back, 0);
    }
    cr_expect_eq(leaked, 0, "%d times", leaked);
    finish(&client);
    finish(&server);
}
