/* What lies between a client's socket and the protocol, against the server's half of the same:
 * common/tls and common/web in the other role, joined in memory. */
#include "client/lib/channel.h"
#include "common/web/http_head.h"
#include "common/web/websocket.h"
#include "tests/certificates.h"
#include "tests/e2e/folder.h"
#include "tests/suite.h"

#include <openssl/ssl.h>
#include <string.h>

static struct tls_context *server_context, *client_context;

static void set_up(void)
{
    struct error error;
    folder_make();
    certificate_make((struct certificate_wish){.name = "own", .hosts = "DNS:localhost"});
    cr_assert_eq(tls_context_for_server(certificate_file("own", ".pem"),
                                        certificate_file("own", ".key"), &server_context, &error),
                 ERROR_NONE);
    cr_assert_eq(tls_context_for_client(&client_context, &error), ERROR_NONE);
}

static void clean_up(void)
{
    tls_context_unref(server_context);
    tls_context_unref(client_context);
    folder_remove();
    suite_check_leaks();
}

TestSuite(channel, .init = set_up, .fini = clean_up, .timeout = BUSY_MACHINE_S(30));

/* The other end of a channel, and what was heard at both. */
struct link {
    struct channel *channel;
    enum channel_state state;
    struct error error;
    struct text heard;     /* by the client */
    struct text to_server; /* on the wire */
    bool is_web;
    struct tls_stream *tls; /* the server's; NULL: none */
    struct http_reader http;
    bool is_upgraded;
    struct websocket_reader frames;
    struct websocket_news news; /* the last that the server got */
    struct text asked;          /* heard by the server */
    struct text to_client;
    enum error_code judgement;
    int judged; /* how often */
};

static enum error_code judge(void *owner, const struct certificate *certificate,
                             const char *distrust, struct error *error)
{
    struct link *link = owner;
    link->judged++;
    cr_expect_str_eq(certificate->pin, tls_context_certificate(server_context)->pin);
    cr_expect_str_eq(distrust, "self-signed certificate");
    return link->judgement ? error_set(error, link->judgement, "not this one") : ERROR_NONE;
}

static void begin(struct link *link, const char *address)
{
    struct server_address server;
    struct error error;
    *link = (struct link){0};
    cr_assert_eq(server_address_parse(address, &server, &error), ERROR_NONE);
    bool has_tls = server.way == SERVER_BY_TLS || server.way == SERVER_BY_WSS;
    link->is_web = server.way == SERVER_BY_WS || server.way == SERVER_BY_WSS;
    link->tls = has_tls ? tls_stream_accept(server_context) : NULL;
    link->frames = websocket_reader_for_server();
    link->channel =
        channel_create(&server, has_tls ? client_context : NULL, judge, link, &link->to_server);
}

static void finish(struct link *link)
{
    channel_destroy(link->channel);
    tls_stream_destroy(link->tls);
    http_reader_finish(&link->http);
    websocket_reader_finish(&link->frames);
    text_finish(&link->heard);
    text_finish(&link->to_server);
    text_finish(&link->asked);
    text_finish(&link->to_client);
}

/* What the server says, inside of TLS if there is any. */
static void server_say(struct link *link, const char *bytes, size_t len)
{
    if (link->tls)
        tls_stream_send(link->tls, bytes, len, &link->to_client);
    else
        text_append(&link->to_client, bytes, len);
}

static void server_say_text(struct link *link, struct text *bytes)
{
    server_say(link, text_string(bytes), bytes->len);
    text_finish(bytes);
}

static void server_upgrade(struct link *link, const struct http_request *request)
{
    struct text answer = {0};
    cr_assert_str_eq(request->path, "/socket");
    cr_assert_str_eq(request->host, "localhost:7800");
    cr_assert_not_null(request->websocket_key);
    cr_assert_null(request->origin);
    websocket_append_answer(&answer, request->websocket_key, request->offers_takeaway);
    link->is_upgraded = true;
    server_say_text(link, &answer);
}

/* The server takes bytes as they come out of TLS. */
static void server_take(struct link *link, char *bytes, size_t len)
{
    if (link->is_web && !link->is_upgraded && len > 0) {
        struct http_request request;
        struct http_refusal refusal;
        size_t taken;
        enum http_progress progress =
            http_request_feed(&link->http, bytes, len, &taken, &request, &refusal);
        cr_assert_neq(progress, HTTP_REFUSED);
        if (progress == HTTP_WHOLE)
            server_upgrade(link, &request);
        bytes += taken;
        len -= taken;
    }
    if (link->is_web && len > 0)
        len = websocket_feed(&link->frames, bytes, len, &link->news);
    text_append(&link->asked, bytes, len);
}

static void to_server(struct link *link, size_t piece)
{
    struct text bytes = link->to_server;
    link->to_server = (struct text){0};
    for (size_t at = 0; at < bytes.len; at += piece) {
        size_t len = piece < bytes.len - at ? piece : bytes.len - at;
        struct text plain = {0};
        struct error error;
        if (!link->tls)
            text_append(&plain, bytes.bytes + at, len);
        else
            tls_stream_receive(link->tls, bytes.bytes + at, len, &plain, &link->to_client, &error);
        if (plain.len > 0)
            server_take(link, plain.bytes, plain.len);
        text_finish(&plain);
    }
    text_finish(&bytes);
}

static void to_client(struct link *link, size_t piece)
{
    struct text bytes = link->to_client;
    link->to_client = (struct text){0};
    for (size_t at = 0; at < bytes.len && link->state <= CHANNEL_REFUSED; at += piece) {
        size_t len = piece < bytes.len - at ? piece : bytes.len - at;
        link->state = channel_receive(link->channel, bytes.bytes + at, len, &link->heard,
                                      &link->to_server, &link->error);
    }
    text_finish(&bytes);
}

static void carry(struct link *link, size_t piece)
{
    while (link->to_server.len || link->to_client.len) {
        to_server(link, piece);
        to_client(link, piece);
    }
}

static const char *const addresses[] = {"tls://localhost", "ws://localhost:7800/",
                                        "wss://localhost:7800/"};

/* Brings a channel to where both may speak. */
static void open_link(struct link *link, const char *address, size_t piece)
{
    begin(link, address);
    carry(link, piece);
    cr_assert_eq(link->state, CHANNEL_OPEN, "%s: %s", address, link->error.message);
}

/* The server says a message of the protocol. */
static void server_answer(struct link *link, const char *words)
{
    struct text bytes = {0};
    if (link->is_web)
        websocket_append_binary(&bytes, words, strlen(words), NULL);
    else
        text_append_string(&bytes, words);
    server_say_text(link, &bytes);
}

Test(channel, carries_both_ways_however_the_bytes_are_cut)
{
    for (size_t i = 0; i < 3; i++) {
        for (size_t piece = 1; piece < 70; piece++) {
            struct link link;
            open_link(&link, addresses[i], piece);
            channel_send(link.channel, "question", 8, &link.to_server);
            server_answer(&link, "an");
            server_answer(&link, "swer");
            carry(&link, piece);
            cr_expect_str_eq(text_string(&link.asked), "question");
            cr_expect_str_eq(text_string(&link.heard), "answer");
            cr_expect(link.heard.is_secret);
            cr_expect_eq(link.judged, link.tls ? 1 : 0);
            if (link.tls)
                cr_expect_str_eq(tls_stream_alpn(link.tls), link.is_web ? "http/1.1" : "takeaway");
            finish(&link);
        }
    }
}

Test(channel, nothing_is_said_to_a_server_that_is_not_trusted)
{
    for (size_t i = 0; i < 3; i += 2) {
        struct link link;
        begin(&link, addresses[i]);
        link.judgement = ERROR_WRONG_SERVER;
        carry(&link, 1000);
        cr_assert_eq(link.state, CHANNEL_FAILED);
        cr_expect_eq(link.error.code, ERROR_WRONG_SERVER);
        cr_expect_str_eq(link.error.message, "not this one");
        cr_expect_eq(link.asked.len, 0);
        finish(&link);
    }
}

/* With TLS 1.2 the server can speak at once with the end of its handshake: the client gets both in
 * one piece. */
Test(channel, nothing_is_heard_of_a_server_that_is_not_trusted)
{
    for (int is_trusted = 0; is_trusted < 2; is_trusted++) {
        SSL_CTX *context = SSL_CTX_new(TLS_server_method());
        SSL_CTX_set_max_proto_version(context, TLS1_2_VERSION);
        SSL_CTX_use_certificate_file(context, certificate_file("own", ".pem"), SSL_FILETYPE_PEM);
        SSL_CTX_use_PrivateKey_file(context, certificate_file("own", ".key"), SSL_FILETYPE_PEM);
        SSL *ssl = SSL_new(context);
        BIO *in = BIO_new(BIO_s_mem()), *out = BIO_new(BIO_s_mem());
        SSL_set_bio(ssl, in, out);
        SSL_set_accept_state(ssl);
        struct link link;
        begin(&link, "tls://localhost");
        link.judgement = is_trusted ? ERROR_NONE : ERROR_UNKNOWN_SERVER;
        for (int round = 0; round < 2; round++) {
            char *bytes;
            BIO_write(in, text_string(&link.to_server), (int)link.to_server.len);
            text_clear(&link.to_server);
            if (SSL_do_handshake(ssl) == 1)
                cr_assert_eq(SSL_write(ssl, "\x93 hello", 7), 7);
            size_t len = (size_t)BIO_get_mem_data(out, &bytes);
            text_append(&link.to_client, bytes, len);
            BIO_reset(out);
            to_client(&link, 100000);
        }
        cr_assert(SSL_is_init_finished(ssl));
        cr_expect_eq(link.judged, 1);
        cr_expect_eq(link.state, is_trusted ? CHANNEL_OPEN : CHANNEL_FAILED);
        cr_expect_str_eq(text_string(&link.heard), is_trusted ? "\x93 hello" : "");
        SSL_free(ssl);
        SSL_CTX_free(context);
        finish(&link);
    }
}

Test(channel, plain_refusal_is_passed_on_at_every_stage)
{
    static const char refusal[] = "\x93\x02 refused";
    for (size_t i = 0; i < 3; i++) {
        struct link link;
        begin(&link, addresses[i]);
        text_append_string(&link.to_client, refusal);
        to_client(&link, 3);
        cr_assert_eq(link.state, CHANNEL_REFUSED, "%s", addresses[i]);
        cr_expect_str_eq(text_string(&link.heard), refusal);
        finish(&link);
    }
    struct link link;
    begin(&link, "wss://localhost:7800/");
    link.is_web = false; /* the server does not upgrade */
    carry(&link, 100000);
    cr_assert_eq(link.state, CHANNEL_SHAKING);
    server_say(&link, refusal, strlen(refusal));
    to_client(&link, 100000);
    cr_assert_eq(link.state, CHANNEL_REFUSED);
    cr_expect_str_eq(text_string(&link.heard), refusal);
    finish(&link);
}

Test(channel, answer_that_is_not_tls_is_told_from_tls_that_fails)
{
    struct link link;
    begin(&link, "tls://localhost");
    text_append_string(&link.to_client, "HTTP/1.1 400 Bad Request\r\n\r\n");
    to_client(&link, 100000);
    cr_expect_eq(link.state, CHANNEL_NO_TLS);
    cr_expect_eq(link.heard.len, 0);
    finish(&link);

    begin(&link, "tls://localhost");
    text_append(&link.to_client, "\x15\x03\x03\x00\x02\x02\x28", 7);
    to_client(&link, 1);
    cr_expect_eq(link.state, CHANNEL_FAILED);
    cr_expect_eq(link.error.code, ERROR_BAD_MESSAGE);
    cr_expect_not_null(strstr(link.error.message, "handshake failure"), "%s", link.error.message);
    finish(&link);
}

Test(channel, http_without_a_websocket_fails_with_the_servers_words)
{
    struct link link;
    begin(&link, "ws://localhost:7800/");
    text_append_string(&link.to_client, "HTTP/1.1 403 Forbidden\r\n\r\n");
    to_client(&link, 5);
    cr_expect_eq(link.state, CHANNEL_FAILED);
    cr_expect_not_null(strstr(link.error.message, "403 Forbidden"), "%s", link.error.message);
    finish(&link);
}

Test(channel, pings_are_answered_and_an_end_is_said_back)
{
    for (size_t i = 1; i < 3; i++) {
        struct link link;
        open_link(&link, addresses[i], 100000);
        server_say(&link, "\x89\x02hi", 4);
        carry(&link, 1);
        cr_expect_eq(link.state, CHANNEL_OPEN);
        cr_expect_not(link.news.has_ended);
        server_say(&link, "\x82\x04last\x88\x02\x03\xe9", 10);
        carry(&link, 2);
        cr_expect_eq(link.state, CHANNEL_ENDED);
        cr_expect_str_eq(text_string(&link.heard), "last");
        cr_expect(link.news.has_ended);
        cr_expect_null(link.news.why);
        finish(&link);
    }
}

Test(channel, goodbye_ends_the_websocket_and_tls)
{
    for (size_t i = 0; i < 3; i++) {
        struct link link;
        open_link(&link, addresses[i], 100000);
        channel_send(link.channel, "last", 4, &link.to_server);
        channel_end(link.channel, &link.to_server);
        to_server(&link, 1);
        cr_expect_str_eq(text_string(&link.asked), "last");
        cr_expect_eq(link.news.has_ended, link.is_web);
        cr_expect_null(link.news.why);
        if (link.is_web)
            cr_expect_eq(link.news.code, WEBSOCKET_CLOSE_NORMAL);
        if (link.tls)
            cr_expect_eq(tls_stream_state(link.tls), TLS_ENDED);
        finish(&link);
    }
}

Test(channel, goodbye_says_nothing_where_nothing_is_open)
{
    struct link link;
    begin(&link, "wss://localhost:7800/");
    text_clear(&link.to_server);
    channel_end(link.channel, &link.to_server); /* in the middle of the handshake */
    cr_expect_eq(link.to_server.len, 0);
    finish(&link);

    begin(&link, "wss://localhost:7800/");
    link.judgement = ERROR_WRONG_SERVER;
    carry(&link, 1000);
    channel_end(link.channel, &link.to_server);
    to_server(&link, 1000);
    cr_expect_eq(tls_stream_state(link.tls), TLS_ENDED);
    cr_expect_eq(link.asked.len, 0);
    finish(&link);

    begin(&link, "ws://localhost:7800/"); /* no answer to the request has come */
    text_clear(&link.to_server);
    channel_end(link.channel, &link.to_server);
    cr_expect_eq(link.to_server.len, 0);
    finish(&link);

    open_link(&link, "wss://localhost:7800/", 1000);
    server_say(&link, "\x88\x02\x03\xe9", 4); /* the server has said its goodbye */
    carry(&link, 1000);
    link.news = (struct websocket_news){0};
    channel_end(link.channel, &link.to_server);
    to_server(&link, 1000);
    cr_expect_not(link.news.has_ended);
    cr_expect_eq(tls_stream_state(link.tls), TLS_ENDED);
    finish(&link);
}

Test(channel, frames_that_break_websocket_fail)
{
    struct link link;
    open_link(&link, "wss://localhost:7800/", 100000);
    server_say(&link, "\x81\x04text", 6);
    carry(&link, 100000);
    cr_expect_eq(link.state, CHANNEL_FAILED);
    cr_expect_eq(link.error.code, ERROR_BAD_MESSAGE);
    finish(&link);
}

Test(channel, end_of_tls_is_an_end)
{
    struct link link;
    open_link(&link, "tls://localhost", 100000);
    server_answer(&link, "last");
    tls_stream_end(link.tls, &link.to_client);
    carry(&link, 100000);
    cr_expect_eq(link.state, CHANNEL_ENDED);
    cr_expect_str_eq(text_string(&link.heard), "last");
    finish(&link);
}

/* A byte that was changed on the way, in the middle of a WebSocket. */
Test(channel, bytes_before_a_failure_count)
{
    struct link link;
    open_link(&link, "wss://localhost:7800/", 100000);
    server_answer(&link, "first");
    server_say(&link, "\x89\x02hi", 4);
    size_t len = link.to_client.len;
    server_answer(&link, "second");
    link.to_client.bytes[len + 7] ^= 1;
    carry(&link, 100000);
    cr_expect_eq(link.state, CHANNEL_FAILED);
    cr_expect_str_eq(text_string(&link.heard), "first");
    finish(&link);
}
