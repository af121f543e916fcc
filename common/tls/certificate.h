/* Certificates of servers: what one says, and the files that a server keeps of its own.
 *
 * A pin names a public key: "sha256:" and base64url without padding of SHA-256 over the key's DER
 * SubjectPublicKeyInfo, 50 characters in all. A certificate that is renewed for the same key keeps
 * its pin. */
#ifndef COMMON_TLS_CERTIFICATE_H
#define COMMON_TLS_CERTIFICATE_H

#include "common/base/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* OpenSSL's types, so that its headers stay within this folder. */
struct evp_pkey_st;
struct stack_st_X509;
struct x509_st;

enum { CERTIFICATE_PIN_CHARS = 50 };

struct certificate {
    char pin[CERTIFICATE_PIN_CHARS + 1];
    int64_t begins_ms, expires_ms; /* Unix time */
    bool is_self_signed;           /* issued by its own holder: a client has only the pin */
    char **names;                  /* the DNS names and IP addresses that it is for */
    size_t names_len;
};

/* Frees what it holds, not the struct. */
void certificate_finish(struct certificate *certificate);
/* `ret_certificate` is finished by the caller. */
void certificate_describe(struct x509_st *x509, struct certificate *ret_certificate);

/* True for a text of the form of a pin, as certificate_describe() writes it. */
bool certificate_pin_is_valid(const char *text);

/* A server's certificate, the certificates of the authorities that stand behind it, and its key. */
struct certificate_pair {
    struct x509_st *x509;
    struct stack_st_X509 *chain;
    struct evp_pkey_st *key;
};

/* Reads two PEM files. IO: a file cannot be read or has something else, the key belongs to another
 * certificate, needs a passphrase, or everybody may read it; the message names the file. A
 * certificate that has expired is loaded. The caller finishes the pair. */
enum error_code certificate_pair_load(const char *certificate_path, const char *key_path,
                                      struct certificate_pair *ret_pair, struct error *error);
void certificate_pair_finish(struct certificate_pair *pair);

/* Makes FOLDER/key.pem (P-256) and FOLDER/certificate.pem (for 10 years, self-signed) unless they
 * exist, and the folder too; only their owner may read them. The certificate is for localhost,
 * 127.0.0.1, ::1 and `names`, DNS names or IP addresses. Of processes that do so at once one makes
 * each file, and all find the same pair. A certificate that was lost is made anew for the same key.
 * USAGE: a name that no certificate can have; IO. */
enum error_code certificate_pair_make(const char *folder, const char *const *names,
                                      size_t names_len, struct error *error);

#endif
