#include "common/tls/tls_context.h"

#include "common/base/memory.h"
#include "common/tls/reason.h"

#include <arpa/inet.h>
#include <assert.h>
#include <openssl/err.h>
#include <openssl/x509v3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The least that can be set as the longest record. Each write allocates a buffer for a record of
 * this length: a short one comes from malloc()'s cache of the thread. */
enum { SHORT_BYTES = 512 };

/*   HANDSHAKING --> OPEN --> ENDED
 *        |           |         |
 *        +-----------+---------+--> FAILED */
struct tls_stream {
    SSL *ssl;
    struct tls_context *context;
    enum tls_state state;
    bool has_ended; /* close_notify was sent */
    char alpn[sizeof TLS_ALPN_HTTP > sizeof TLS_ALPN_TAKEAWAY ? sizeof TLS_ALPN_HTTP
                                                              : sizeof TLS_ALPN_TAKEAWAY];
    struct certificate *peer; /* a client's: the server's certificate */
};

static struct tls_stream *create(struct tls_context *context)
{
    struct tls_stream *stream = memory_zeroed(1, sizeof *stream);
    stream->context = tls_context_ref(context);
    stream->ssl = SSL_new(context->ssl);
    if (!stream->ssl || !BIO_up_ref(context->bio))
        abort(); /* memory is missing, as in memory_zeroed() */
    SSL_set_bio(stream->ssl, context->bio, context->bio);
    return stream;
}

struct tls_stream *tls_stream_accept(struct tls_context *context)
{
    assert(context->is_server);
    struct tls_stream *stream = create(context);
    SSL_set_accept_state(stream->ssl);
    return stream;
}

static void begin_call(struct tls_stream *stream, const char *in, size_t in_len, struct text *out)
{
    stream->context->in = in;
    stream->context->in_len = in_len;
    stream->context->out = out;
}

/* OpenSSL must be asked for the kind of a failure before its next call, and its queue of errors be
 * empty before the call that failed. True: it only wants more bytes. */
static bool wants_more(const struct tls_stream *stream, int returned)
{
    return SSL_get_error(stream->ssl, returned) == SSL_ERROR_WANT_READ;
}

/* Asks for a certificate for `host`, a name or an IP address; that of IPv6 may end in %INTERFACE.
 * False: OpenSSL refuses the name, so no certificate could be held against it. */
static bool expect_host(SSL *ssl, const char *host)
{
    char bare[256];
    unsigned char address[sizeof(struct in6_addr)];
    size_t len = strchr(host, ':') ? strcspn(host, "%") : strlen(host);
    snprintf(bare, sizeof bare, "%.*s", (int)len, host);
    if (inet_pton(AF_INET, bare, address) == 1 || inet_pton(AF_INET6, bare, address) == 1)
        return X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(ssl), bare) == 1;
    SSL_set_hostflags(ssl, X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS);
    return SSL_set1_host(ssl, bare) == 1 && SSL_set_tlsext_host_name(ssl, bare) == 1;
}

struct tls_stream *tls_stream_connect(struct tls_context *context, const char *host,
                                      const char *alpn, struct text *out)
{
    assert(!context->is_server);
    struct tls_stream *stream = create(context);
    SSL_set_connect_state(stream->ssl);
    ERR_clear_error();
    begin_call(stream, NULL, 0, out);
    bool is_expected = expect_host(stream->ssl, host);
    if (alpn) {
        unsigned char list[1 + sizeof stream->alpn];
        size_t len = strlen(alpn);
        assert(len > 0 && len < sizeof stream->alpn);
        list[0] = (unsigned char)len;
        memcpy(list + 1, alpn, len);
        SSL_set_alpn_protos(stream->ssl, list, (unsigned int)(1 + len));
    }
    if (!is_expected || !wants_more(stream, SSL_do_handshake(stream->ssl)))
        stream->state = TLS_FAILED; /* the next tls_stream_receive() tells it */
    return stream;
}

void tls_stream_destroy(struct tls_stream *stream)
{
    if (!stream)
        return;
    SSL_free(stream->ssl);
    tls_context_unref(stream->context);
    if (stream->peer)
        certificate_finish(stream->peer);
    free(stream->peer);
    free(stream);
}

/* Keeps what the handshake has settled. */
static void open_stream(struct tls_stream *stream)
{
    const unsigned char *alpn;
    unsigned int len;
    SSL_get0_alpn_selected(stream->ssl, &alpn, &len);
    assert(len < sizeof stream->alpn); /* OpenSSL takes none that was not offered */
    if (len)
        memcpy(stream->alpn, alpn, len);
    stream->alpn[len] = '\0';

    X509 *x509 = stream->context->is_server ? NULL : SSL_get0_peer_certificate(stream->ssl);
    assert(stream->context->is_server || x509); /* no cipher without a certificate is offered */
    if (x509) {
        stream->peer = memory_zeroed(1, sizeof *stream->peer);
        certificate_describe(x509, stream->peer);
    }
    stream->state = TLS_OPEN;
}

static enum tls_state fail(struct tls_stream *stream, struct error *error)
{
    stream->state = TLS_FAILED;
    error_set(error, ERROR_BAD_MESSAGE, "TLS failed: %s", tls_reason());
    return stream->state;
}

/* Reads what has come, also with the end of the handshake. OpenSSL's buffer, with room for a whole
 * record, is given back at the end, unless a part of a record is in it. SSL_MODE_RELEASE_BUFFERS
 * would wipe all of it after each record, which takes longer than to decrypt a short one: what was
 * decrypted there is wiped when it is read. */
static enum tls_state read_records(struct tls_stream *stream, struct text *plain,
                                   struct error *error)
{
    SSL_clear_mode(stream->ssl, SSL_MODE_RELEASE_BUFFERS);
    /* A buffer for what OpenSSL writes meanwhile, such as an answer to a new key, may stay for the
     * next write, whose record may be long. */
    SSL_set_max_send_fragment(stream->ssl, SSL3_RT_MAX_PLAIN_LENGTH);
    /* No call for nothing: each takes a buffer. */
    while (stream->state == TLS_OPEN &&
           (stream->context->in_len > 0 || SSL_has_pending(stream->ssl))) {
        char record[SSL3_RT_MAX_PLAIN_LENGTH];
        int returned = SSL_read(stream->ssl, record, sizeof record);
        if (returned > 0) {
            text_append_secret(plain, record, (size_t)returned);
            explicit_bzero(record, (size_t)returned);
        } else if (wants_more(stream, returned)) {
            break;
        } else if (SSL_get_error(stream->ssl, returned) == SSL_ERROR_ZERO_RETURN) {
            stream->state = TLS_ENDED;
        } else {
            return fail(stream, error);
        }
    }
    SSL_clear_options(stream->ssl, SSL_OP_CLEANSE_PLAINTEXT);
    SSL_free_buffers(stream->ssl);
    SSL_set_options(stream->ssl, SSL_OP_CLEANSE_PLAINTEXT);
    SSL_set_mode(stream->ssl, SSL_MODE_RELEASE_BUFFERS);
    return stream->state;
}

enum tls_state tls_stream_receive(struct tls_stream *stream, const char *bytes, size_t len,
                                  struct text *plain, struct text *out, struct error *error)
{
    begin_call(stream, bytes, len, out);
    if (ERR_peek_error()) /* to clear an empty queue takes as long as to decrypt a short record */
        ERR_clear_error();
    if (stream->state == TLS_FAILED)
        return fail(stream, error);
    if (stream->state == TLS_HANDSHAKING) {
        int returned = SSL_do_handshake(stream->ssl);
        if (returned == 1)
            open_stream(stream);
        else if (!wants_more(stream, returned))
            return fail(stream, error);
    }
    return stream->state == TLS_OPEN ? read_records(stream, plain, error) : stream->state;
}

void tls_stream_send(struct tls_stream *stream, const char *bytes, size_t len, struct text *out)
{
    assert(stream->state == TLS_OPEN || stream->state == TLS_ENDED);
    assert(!stream->has_ended);
    size_t before = out->len, sent = 0;
    if (len == 0)
        return;
    begin_call(stream, NULL, 0, out);
    SSL_set_max_send_fragment(stream->ssl,
                              len <= SHORT_BYTES ? SHORT_BYTES : SSL3_RT_MAX_PLAIN_LENGTH);
    if (!SSL_write_ex(stream->ssl, bytes, len, &sent)) {
        out->len = before;
        if (out->bytes)
            out->bytes[before] = '\0';
        ERR_clear_error();
        stream->state = TLS_FAILED;
    }
    assert(stream->state == TLS_FAILED || sent == len);
}

void tls_stream_end(struct tls_stream *stream, struct text *out)
{
    if (stream->has_ended || stream->state == TLS_HANDSHAKING || stream->state == TLS_FAILED)
        return;
    begin_call(stream, NULL, 0, out);
    stream->has_ended = true;
    SSL_shutdown(stream->ssl);
    ERR_clear_error();
}

enum tls_state tls_stream_state(const struct tls_stream *stream)
{
    return stream->state;
}

const char *tls_stream_alpn(const struct tls_stream *stream)
{
    return stream->alpn;
}

const char *tls_stream_version(const struct tls_stream *stream)
{
    return SSL_get_version(stream->ssl);
}

const struct certificate *tls_stream_peer(const struct tls_stream *stream)
{
    assert(stream->peer);
    return stream->peer;
}

const char *tls_stream_distrust(const struct tls_stream *stream)
{
    assert(stream->peer);
    long result = SSL_get_verify_result(stream->ssl);
    return result == X509_V_OK ? NULL : X509_verify_cert_error_string(result);
}
