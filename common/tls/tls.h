/* TLS 1.2 and 1.3 over memory: bytes in, bytes out. A stream owns no socket and does no I/O; its
 * caller carries what it reads to the peer and back. For one thread.
 *
 *   socket -> bytes -> tls_stream_receive() -> plain -> caller
 *   socket <- out   <- tls_stream_send()    <- bytes <- caller
 *
 * A peer that is not trusted does not fail the handshake of a client: the client asks
 * tls_stream_distrust() and compares the pin before it sends anything. */
#ifndef COMMON_TLS_TLS_H
#define COMMON_TLS_TLS_H

#include "common/base/error.h"
#include "common/base/text.h"
#include "common/tls/certificate.h"

#include <stddef.h>

/* What the streams of one server, or of one client, have in common. Counts its references: a stream
 * keeps its context, so that a server may take another one for those who come later. */
struct tls_context;

/* Of a certificate with its chain and its key, two PEM files. IO: as certificate_pair_load(), or a
 * key that OpenSSL's configuration forbids as too weak. One reference belongs to the caller. */
enum error_code tls_context_for_server(const char *certificate_path, const char *key_path,
                                       struct tls_context **ret_context, struct error *error);
/* Knows the system's certificate authorities, or those of the file SSL_CERT_FILE or the folder
 * SSL_CERT_DIR of the environment. INTERNAL: OpenSSL cannot be initialised. One reference belongs
 * to the caller. */
enum error_code tls_context_for_client(struct tls_context **ret_context, struct error *error);
struct tls_context *tls_context_ref(struct tls_context *context);
void tls_context_unref(struct tls_context *context); /* takes NULL */
/* The server's own certificate; it belongs to the context. Never NULL for a server's context. */
const struct certificate *tls_context_certificate(const struct tls_context *context);

enum tls_state {
    TLS_HANDSHAKING,
    TLS_OPEN,   /* both sides may speak */
    TLS_ENDED,  /* the peer said its last byte (close_notify); it may still be spoken to */
    TLS_FAILED, /* the connection has to end */
};

/* The memory that an idle stream of a server takes at most, in bytes, for the books of its owner;
 * a stream with an unfinished record or handshake takes up to about 40,000 more. */
enum { TLS_IDLE_BYTES = 15 * 1024 };

struct tls_stream;

/* The protocols that a server speaks inside TLS (ALPN). A client that offers only others fails the
 * handshake; one that offers none may speak either. */
#define TLS_ALPN_TAKEAWAY "takeaway"
#define TLS_ALPN_HTTP "http/1.1"

struct tls_stream *tls_stream_accept(struct tls_context *context);
/* `host`: the name or IP address that was asked for, which the certificate must be for. `alpn`: the
 * only protocol to offer; NULL: offers none. Appends the first bytes of the handshake to `out`. */
struct tls_stream *tls_stream_connect(struct tls_context *context, const char *host,
                                      const char *alpn, struct text *out);
void tls_stream_destroy(struct tls_stream *stream); /* takes NULL */

/* Takes all of `bytes`. Appends what the peer said to `plain`, a secret from then on, and what has
 * to be sent to the peer (parts of the handshake, an alert) to `out`, also when it fails. `plain`
 * grows by at most `len` and 16 kB, `out` by a few kB and `len`. Only when it returns TLS_FAILED
 * `error` is set: BAD_MESSAGE. Later bytes of a stream that has ended or failed are dropped. The
 * end of the socket without TLS_ENDED means that the peer's last bytes may be missing. */
enum tls_state tls_stream_receive(struct tls_stream *stream, const char *bytes, size_t len,
                                  struct text *plain, struct text *out, struct error *error);
/* Appends `bytes` to `out`, encrypted. The stream must be TLS_OPEN or TLS_ENDED, and
 * tls_stream_end() not called. Should OpenSSL fail, the stream is TLS_FAILED, and nothing sent. */
void tls_stream_send(struct tls_stream *stream, const char *bytes, size_t len, struct text *out);
/* Appends close_notify to `out`: nothing is sent behind it. Does nothing a second time, before the
 * handshake is over, or after a failure. */
void tls_stream_end(struct tls_stream *stream, struct text *out);

enum tls_state tls_stream_state(const struct tls_stream *stream);
/* The protocol agreed on (ALPN), "" if none. Valid from TLS_OPEN on. */
const char *tls_stream_alpn(const struct tls_stream *stream);
/* "TLSv1.2" or "TLSv1.3". Valid from TLS_OPEN on. */
const char *tls_stream_version(const struct tls_stream *stream);
/* A client's, from TLS_OPEN on: the server's certificate, which belongs to the stream. */
const struct certificate *tls_stream_peer(const struct tls_stream *stream);
/* A client's, from TLS_OPEN on: why the authorities, the dates and the name do not vouch for the
 * server, a phrase such as "self-signed certificate"; NULL: they do. */
const char *tls_stream_distrust(const struct tls_stream *stream);

#endif
