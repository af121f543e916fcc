#include "common/tls/certificate.h"

#include "common/base/memory.h"
#include "common/base/text.h"
#include "common/tls/reason.h"

#include <arpa/inet.h>
#include <assert.h>
#include <errno.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509v3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

static const char before_pin[] = "sha256:";
static const char base64url[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

enum {
    SHA256_BYTES = 32,
    PIN_DIGITS = CERTIFICATE_PIN_CHARS - (sizeof before_pin - 1),
};

void certificate_finish(struct certificate *certificate)
{
    for (size_t i = 0; i < certificate->names_len; i++)
        free(certificate->names[i]);
    free(certificate->names);
    *certificate = (struct certificate){0};
}

static void write_pin(X509 *x509, char ret_pin[CERTIFICATE_PIN_CHARS + 1])
{
    unsigned char *key = NULL, hash[SHA256_BYTES + 1] = {0}; /* the zero ends the last digit */
    int key_len = i2d_X509_PUBKEY(X509_get_X509_PUBKEY(x509), &key);
    if (key_len < 0 || !EVP_Digest(key, (size_t)key_len, hash, NULL, EVP_sha256(), NULL))
        abort(); /* the key was decoded already: only memory can be missing */
    OPENSSL_free(key);

    memcpy(ret_pin, before_pin, sizeof before_pin);
    for (size_t i = 0; i < PIN_DIGITS; i++) {
        size_t bit = 6 * i;
        unsigned int two = (unsigned int)hash[bit / 8] << 8 | hash[bit / 8 + 1];
        ret_pin[sizeof before_pin - 1 + i] = base64url[two >> (10 - bit % 8) & 63];
    }
    ret_pin[CERTIFICATE_PIN_CHARS] = '\0';
}

bool certificate_pin_is_valid(const char *text)
{
    size_t before = sizeof before_pin - 1;
    if (strlen(text) != CERTIFICATE_PIN_CHARS || strncmp(text, before_pin, before) != 0 ||
        strspn(text + before, base64url) != PIN_DIGITS)
        return false;
    /* The last digit has the last 4 bits of the hash, and two zero bits. */
    return (strchr(base64url, text[CERTIFICATE_PIN_CHARS - 1]) - base64url) % 4 == 0;
}

static int64_t time_ms(const ASN1_TIME *time)
{
    struct tm parts;
    return ASN1_TIME_to_tm(time, &parts) ? (int64_t)timegm(&parts) * 1000 : 0;
}

/* Adds the name, unless it is of another kind or no text that people could read. */
static void add_name(const GENERAL_NAME *name, struct certificate *certificate)
{
    int kind;
    char address[INET6_ADDRSTRLEN];
    const char *text = address;
    const ASN1_STRING *value = GENERAL_NAME_get0_value(name, &kind);
    size_t len = (size_t)ASN1_STRING_length(value);
    const unsigned char *bytes = ASN1_STRING_get0_data(value);
    if (kind == GEN_DNS) {
        for (size_t i = 0; i < len; i++)
            if (bytes[i] <= ' ' || bytes[i] >= 127)
                return;
        text = (const char *)bytes;
    } else if (kind == GEN_IPADD && (len == 4 || len == 16)) {
        inet_ntop(len == 4 ? AF_INET : AF_INET6, bytes, address, sizeof address);
        len = strlen(address);
    } else {
        return;
    }
    certificate->names =
        memory_for_next(certificate->names, certificate->names_len, sizeof(char *));
    certificate->names[certificate->names_len++] = memory_text(text, len);
}

void certificate_describe(X509 *x509, struct certificate *ret_certificate)
{
    *ret_certificate = (struct certificate){
        .begins_ms = time_ms(X509_get0_notBefore(x509)),
        .expires_ms = time_ms(X509_get0_notAfter(x509)),
        .is_self_signed =
            X509_NAME_cmp(X509_get_subject_name(x509), X509_get_issuer_name(x509)) == 0,
    };
    write_pin(x509, ret_certificate->pin);
    GENERAL_NAMES *names = X509_get_ext_d2i(x509, NID_subject_alt_name, NULL, NULL);
    for (int i = 0; i < sk_GENERAL_NAME_num(names); i++)
        add_name(sk_GENERAL_NAME_value(names, i), ret_certificate);
    GENERAL_NAMES_free(names);
}

/* Instead of asking for a passphrase at the terminal: a server has nobody to ask. */
static int give_no_passphrase(char *buffer, int size, int is_writing, void *ret_was_asked)
{
    (void)buffer, (void)size, (void)is_writing;
    *(bool *)ret_was_asked = true;
    return -1;
}

/* All certificates of the file: the server's own, then those of the authorities. */
static enum error_code read_certificates(FILE *file, const char *path,
                                         struct certificate_pair *pair, struct error *error)
{
    bool was_asked = false;
    pair->x509 = PEM_read_X509_AUX(file, NULL, give_no_passphrase, &was_asked);
    if (!pair->x509)
        return error_set(error, ERROR_IO, "%s has no certificate in PEM form: %s", path,
                         tls_reason());
    pair->chain = sk_X509_new_null();
    X509 *next;
    while (pair->chain && (next = PEM_read_X509(file, NULL, give_no_passphrase, &was_asked)))
        if (!sk_X509_push(pair->chain, next))
            abort();
    if (ERR_GET_REASON(ERR_peek_last_error()) != PEM_R_NO_START_LINE)
        return error_set(error, ERROR_IO, "%s: its certificate %d cannot be read: %s", path,
                         sk_X509_num(pair->chain) + 2, tls_reason());
    return ERROR_NONE;
}

static enum error_code read_key(FILE *file, const char *path, struct certificate_pair *pair,
                                struct error *error)
{
    bool was_asked = false;
    struct stat status;
    if (fstat(fileno(file), &status) == 0 && status.st_mode & S_IRWXO)
        return error_set(error, ERROR_IO,
                         "everybody may read the key %s: `chmod 600` it, or replace it if somebody "
                         "has",
                         path);
    pair->key = PEM_read_PrivateKey(file, NULL, give_no_passphrase, &was_asked);
    if (was_asked)
        return error_set(error, ERROR_IO, "the key %s needs a passphrase: one without was expected",
                         path);
    if (!pair->key)
        return error_set(error, ERROR_IO, "%s has no private key in PEM form: %s", path,
                         tls_reason());
    return ERROR_NONE;
}

enum error_code certificate_pair_load(const char *certificate_path, const char *key_path,
                                      struct certificate_pair *ret_pair, struct error *error)
{
    struct certificate_pair pair = {0};
    enum error_code code = ERROR_NONE;
    ERR_clear_error();

    FILE *certificates = fopen(certificate_path, "re"), *key = NULL;
    if (!certificates)
        code = error_set(error, ERROR_IO, "cannot read the certificate %s: %s", certificate_path,
                         strerror(errno));
    else if (!(key = fopen(key_path, "re")))
        code = error_set(error, ERROR_IO, "cannot read the key %s: %s", key_path, strerror(errno));
    if (!code)
        code = read_certificates(certificates, certificate_path, &pair, error);
    if (!code)
        code = read_key(key, key_path, &pair, error);
    if (!code && !X509_check_private_key(pair.x509, pair.key))
        code = error_set(error, ERROR_IO, "the key %s does not belong to the certificate %s",
                         key_path, certificate_path);

    if (certificates)
        fclose(certificates);
    if (key)
        fclose(key);
    ERR_clear_error();
    if (code)
        certificate_pair_finish(&pair);
    else
        *ret_pair = pair;
    return code;
}

void certificate_pair_finish(struct certificate_pair *pair)
{
    X509_free(pair->x509);
    sk_X509_pop_free(pair->chain, X509_free);
    EVP_PKEY_free(pair->key);
    *pair = (struct certificate_pair){0};
}
