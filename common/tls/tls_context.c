#include "common/tls/tls_context.h"

#include "common/base/memory.h"
#include "common/tls/reason.h"

#include <assert.h>
#include <openssl/err.h>
#include <stdlib.h>
#include <string.h>

const char *tls_reason(void)
{
    unsigned long first = ERR_peek_error();
    const char *reason = ERR_SYSTEM_ERROR(first) ? strerror((int)ERR_GET_REASON(first))
                                                 : ERR_reason_error_string(first);
    ERR_clear_error();
    return reason ? reason : "no reason is known";
}

static int call_read(BIO *bio, char *bytes, size_t len, size_t *ret_len)
{
    struct tls_context *context = BIO_get_data(bio);
    BIO_clear_retry_flags(bio);
    *ret_len = len < context->in_len ? len : context->in_len;
    if (*ret_len == 0) {
        BIO_set_retry_read(bio);
        return 0;
    }
    memcpy(bytes, context->in, *ret_len);
    context->in += *ret_len;
    context->in_len -= *ret_len;
    return 1;
}

static int call_write(BIO *bio, const char *bytes, size_t len, size_t *ret_len)
{
    struct tls_context *context = BIO_get_data(bio);
    BIO_clear_retry_flags(bio);
    text_append(context->out, bytes, len);
    *ret_len = len;
    return 1;
}

static long call_control(BIO *bio, int command, long number, void *pointer)
{
    (void)bio, (void)number, (void)pointer;
    return command == BIO_CTRL_FLUSH;
}

/* What both roles have in common. A stream keeps little between two calls: its buffers are given
 * back, no session is stored, and OpenSSL wipes what it has decrypted. */
static enum error_code make_context(bool is_server, struct tls_context **ret_context,
                                    struct error *error)
{
    struct tls_context *context = memory_zeroed(1, sizeof *context);
    ERR_clear_error();
    *context = (struct tls_context){
        .references = 1,
        .is_server = is_server,
        .ssl = SSL_CTX_new(is_server ? TLS_server_method() : TLS_client_method()),
        .bio_method = BIO_meth_new(BIO_TYPE_SOURCE_SINK, "call"),
    };
    /* AES-128 first: a short record takes 3 % less time. For TLS 1.2 only what has forward secrecy
     * and authenticates what it encrypts, as in 1.3. */
    if (!context->ssl || !context->bio_method ||
        !BIO_meth_set_read_ex(context->bio_method, call_read) ||
        !BIO_meth_set_write_ex(context->bio_method, call_write) ||
        !BIO_meth_set_ctrl(context->bio_method, call_control) ||
        !(context->bio = BIO_new(context->bio_method)) ||
        !SSL_CTX_set_min_proto_version(context->ssl, TLS1_2_VERSION) ||
        !SSL_CTX_set_cipher_list(context->ssl, "ECDHE+AESGCM:ECDHE+CHACHA20") ||
        !SSL_CTX_set_ciphersuites(context->ssl, "TLS_AES_128_GCM_SHA256:TLS_AES_256_GCM_SHA384:"
                                                "TLS_CHACHA20_POLY1305_SHA256")) {
        error_set(error, ERROR_INTERNAL, "OpenSSL cannot be used: %s", tls_reason());
        tls_context_unref(context);
        return error->code;
    }
    BIO_set_data(context->bio, context);
    BIO_set_init(context->bio, 1);
    SSL_CTX_set_options(context->ssl,
                        SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION | SSL_OP_CLEANSE_PLAINTEXT);
    SSL_CTX_set_mode(context->ssl, SSL_MODE_RELEASE_BUFFERS);
    /* All bytes of a call at once, not each head of a record on its own. */
    SSL_CTX_set_read_ahead(context->ssl, 1);
    SSL_CTX_set_session_cache_mode(context->ssl, SSL_SESS_CACHE_OFF);
    *ret_context = context;
    return ERROR_NONE;
}

/* Takes the first protocol of the client's list that is spoken here. A client of another protocol
 * that was led here is sent away, so that none of its bytes are read as ours. */
static int choose_alpn(SSL *ssl, const unsigned char **ret_chosen, unsigned char *ret_len,
                       const unsigned char *offered, unsigned int offered_len, void *data)
{
    (void)ssl, (void)data;
    static const char *const spoken[] = {TLS_ALPN_TAKEAWAY, TLS_ALPN_HTTP};
    for (unsigned int at = 0; at < offered_len; at += 1U + offered[at])
        for (size_t i = 0; i < sizeof spoken / sizeof *spoken; i++)
            if (offered[at] == strlen(spoken[i]) &&
                memcmp(offered + at + 1, spoken[i], offered[at]) == 0) {
                *ret_chosen = offered + at + 1;
                *ret_len = offered[at];
                return SSL_TLSEXT_ERR_OK;
            }
    return SSL_TLSEXT_ERR_ALERT_FATAL;
}

enum error_code tls_context_for_server(const char *certificate_path, const char *key_path,
                                       struct tls_context **ret_context, struct error *error)
{
    struct certificate_pair pair;
    struct tls_context *context;
    enum error_code code = certificate_pair_load(certificate_path, key_path, &pair, error);
    if (code)
        return code;
    code = make_context(true, &context, error);
    if (code) {
        certificate_pair_finish(&pair);
        return code;
    }

    static const unsigned char sessions[] = "takeaway";
    SSL_CTX_set_alpn_select_cb(context->ssl, choose_alpn, NULL);
    SSL_CTX_set_options(context->ssl, SSL_OP_CIPHER_SERVER_PREFERENCE);
    SSL_CTX_set_session_id_context(context->ssl, sessions, sizeof sessions - 1);
    SSL_CTX_set_num_tickets(context->ssl, 1);
    SSL_CTX_set_max_early_data(context->ssl, 0);
    if (!SSL_CTX_use_cert_and_key(context->ssl, pair.x509, pair.key, pair.chain, 1)) {
        code = error_set(error, ERROR_IO, "the certificate %s with the key %s cannot be used: %s",
                         certificate_path, key_path, tls_reason());
        tls_context_unref(context);
    } else {
        certificate_describe(pair.x509, &context->certificate);
        *ret_context = context;
    }
    certificate_pair_finish(&pair);
    ERR_clear_error();
    return code;
}

enum error_code tls_context_for_client(struct tls_context **ret_context, struct error *error)
{
    enum error_code code = make_context(false, ret_context, error);
    if (code)
        return code;
    /* A server that the authorities do not vouch for may be trusted by its pin: the caller asks. */
    SSL_CTX_set_verify((*ret_context)->ssl, SSL_VERIFY_NONE, NULL);
    SSL_CTX_set_default_verify_paths(
        (*ret_context)->ssl); /* without them no server is vouched for */
    ERR_clear_error();
    return ERROR_NONE;
}

struct tls_context *tls_context_ref(struct tls_context *context)
{
    assert(context->references > 0);
    context->references++;
    return context;
}

void tls_context_unref(struct tls_context *context)
{
    if (!context || --context->references > 0)
        return;
    SSL_CTX_free(context->ssl);
    BIO_free(context->bio);
    BIO_meth_free(context->bio_method);
    certificate_finish(&context->certificate);
    free(context);
}

const struct certificate *tls_context_certificate(const struct tls_context *context)
{
    assert(context->is_server);
    return &context->certificate;
}
