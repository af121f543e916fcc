/* The inside of a context, for the streams. */
#ifndef COMMON_TLS_TLS_CONTEXT_H
#define COMMON_TLS_TLS_CONTEXT_H

#include "common/tls/tls.h"

#include <openssl/ssl.h>

/* Where OpenSSL reads and writes during one call: the BIO of a stream has such a span as its data.
 */
struct tls_span {
    const char *in;
    size_t in_len;
    struct text *out;
};

struct tls_context {
    int references;
    bool is_server;
    SSL_CTX *ssl;
    BIO_METHOD *span_bio;           /* of BIOs over a struct tls_span */
    struct certificate certificate; /* a server's own */
};

#endif
