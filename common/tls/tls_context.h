/* The inside of a context, for the streams. */
#ifndef COMMON_TLS_TLS_CONTEXT_H
#define COMMON_TLS_TLS_CONTEXT_H

#include "common/tls/tls.h"

#include <openssl/ssl.h>

struct tls_context {
    int references;
    bool is_server;
    SSL_CTX *ssl;
    /* One BIO for all streams, and where it reads and writes during a call: the fewer pieces of
     * memory belong to each stream, the more of them the processor's caches hold. */
    BIO_METHOD *bio_method;
    BIO *bio;
    const char *in;
    size_t in_len;
    struct text *out;
    struct certificate certificate; /* a server's own */
};

#endif
