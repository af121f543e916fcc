#include "common/tls/certificate.h"

#include "common/base/text.h"
#include "common/tls/reason.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/x509v3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    DAYS = 3652, /* ten years */
    SERIAL_BYTES = 16,
    DNS_NAME_MAX = 253,
};

static enum error_code io_error(const char *path, struct error *error)
{
    return error_set(error, ERROR_IO, "cannot make %s: %s", path, strerror(errno));
}

static bool is_dns_name(const char *name)
{
    size_t len = strlen(name);
    return len > 0 && len <= DNS_NAME_MAX && name[0] != '.' && name[0] != '-' &&
           strspn(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._") == len;
}

/* USAGE: the name is neither an IP address nor a DNS name. */
static enum error_code add_name(GENERAL_NAMES *names, const char *text, struct error *error)
{
    GENERAL_NAME *name = GENERAL_NAME_new();
    ASN1_OCTET_STRING *address = a2i_IPADDRESS(text);
    if (!name || !sk_GENERAL_NAME_push(names, name))
        abort();
    if (address) {
        GENERAL_NAME_set0_value(name, GEN_IPADD, address);
        return ERROR_NONE;
    }
    if (!is_dns_name(text))
        return error_set(error, ERROR_USAGE,
                         "'%.80s' cannot be in a certificate: a DNS name such as play.example.org "
                         "or an IP address was expected",
                         text);
    ASN1_IA5STRING *dns = ASN1_IA5STRING_new();
    if (!dns || !ASN1_STRING_set(dns, text, -1))
        abort();
    GENERAL_NAME_set0_value(name, GEN_DNS, dns);
    return ERROR_NONE;
}

/* The names that a server has on its own machine, then `more`. Freed by the caller. */
static enum error_code list_names(const char *const *more, size_t more_len,
                                  GENERAL_NAMES **ret_names, struct error *error)
{
    static const char *const own[] = {"localhost", "127.0.0.1", "::1"};
    GENERAL_NAMES *names = GENERAL_NAMES_new();
    enum error_code code = ERROR_NONE;
    if (!names)
        abort();
    for (size_t i = 0; i < sizeof own / sizeof *own && !code; i++)
        code = add_name(names, own[i], error);
    for (size_t i = 0; i < more_len && !code; i++)
        code = add_name(names, more[i], error);
    if (code)
        GENERAL_NAMES_free(names);
    else
        *ret_names = names;
    return code;
}

static bool add_extension(X509 *x509, int extension, const char *value)
{
    X509_EXTENSION *made = X509V3_EXT_conf_nid(NULL, NULL, extension, value);
    bool is_added = made && X509_add_ext(x509, made, -1);
    X509_EXTENSION_free(made);
    return is_added;
}

/* A certificate of `key`, signed with it; free it. NULL: OpenSSL has the reason. */
static X509 *sign_certificate(EVP_PKEY *key, GENERAL_NAMES *names)
{
    unsigned char serial[SERIAL_BYTES];
    X509 *x509 = X509_new();
    BIGNUM *number = NULL;
    bool is_made = x509 && RAND_bytes(serial, sizeof serial) == 1;
    if (is_made) {
        serial[0] = (serial[0] & 0x7f) | 0x40; /* positive, and always of the same length */
        number = BN_bin2bn(serial, sizeof serial, NULL);
    }
    /* A client's clock may be a day slow. */
    is_made = number && BN_to_ASN1_INTEGER(number, X509_get_serialNumber(x509)) &&
              X509_set_version(x509, X509_VERSION_3) &&
              X509_gmtime_adj(X509_getm_notBefore(x509), -24L * 3600) &&
              X509_time_adj_ex(X509_getm_notAfter(x509), DAYS, 0, NULL);
    X509_NAME *holder = is_made ? X509_get_subject_name(x509) : NULL;
    is_made = holder &&
              X509_NAME_add_entry_by_txt(holder, "CN", MBSTRING_ASC,
                                         (const unsigned char *)"takeaway", -1, -1, 0) &&
              X509_set_issuer_name(x509, holder) && X509_set_pubkey(x509, key) &&
              add_extension(x509, NID_basic_constraints, "critical,CA:FALSE") &&
              add_extension(x509, NID_key_usage, "critical,digitalSignature") &&
              add_extension(x509, NID_ext_key_usage, "serverAuth") &&
              X509_add1_ext_i2d(x509, NID_subject_alt_name, names, 0, 0) == 1 &&
              X509_sign(x509, key, EVP_sha256());
    BN_free(number);
    if (is_made)
        return x509;
    X509_free(x509);
    return NULL;
}

/* Writes either of the two to a new file at `path`, readable by its owner only. Another process may
 * be first: then its file stays. link() sees that; in a file system without hard links the last of
 * two that come here at the very same time wins. */
static enum error_code write_file(const char *path, EVP_PKEY *key, X509 *x509, struct error *error)
{
    assert(!key != !x509);
    struct text draft = {0};
    text_printf(&draft, "%s.XXXXXX", path);
    enum error_code code = ERROR_NONE;
    int fd = mkostemp(draft.bytes, O_CLOEXEC); /* makes it 0600 */
    FILE *file = fd < 0 ? NULL : fdopen(fd, "w");
    if (!file) {
        code = io_error(path, error);
        if (fd >= 0)
            close(fd);
    } else {
        errno = EIO; /* of a failure that is not the system's */
        bool is_written = key ? PEM_write_PKCS8PrivateKey(file, key, NULL, NULL, 0, NULL, NULL)
                              : PEM_write_X509(file, x509);
        is_written = is_written && fflush(file) == 0 && fsync(fd) == 0;
        if (!is_written)
            code = io_error(path, error);
        if (fclose(file) && !code)
            code = io_error(path, error);
        if (!code && link(draft.bytes, path) && errno != EEXIST && rename(draft.bytes, path))
            code = io_error(path, error);
    }
    if (fd >= 0)
        unlink(draft.bytes); /* it is gone already if it was renamed */
    text_finish(&draft);
    return code;
}

static enum error_code make_key(const char *path, struct error *error)
{
    EVP_PKEY *key = EVP_EC_gen("P-256");
    enum error_code code =
        key ? write_file(path, key, NULL, error)
            : error_set(error, ERROR_IO, "cannot make the key %s: %s", path, tls_reason());
    EVP_PKEY_free(key);
    return code;
}

/* Makes the certificate for the key in the file, whoever made that. */
static enum error_code make_certificate(const char *path, const char *key_path,
                                        GENERAL_NAMES *names, struct error *error)
{
    FILE *file = fopen(key_path, "re");
    if (!file)
        return error_set(error, ERROR_IO, "cannot read the key %s: %s", key_path, strerror(errno));
    static char no_passphrase[] = "";
    EVP_PKEY *key = PEM_read_PrivateKey(file, NULL, NULL, no_passphrase);
    fclose(file);
    X509 *x509 = key ? sign_certificate(key, names) : NULL;
    enum error_code code =
        x509 ? write_file(path, NULL, x509, error)
             : error_set(error, ERROR_IO, "cannot make the certificate %s for the key %s: %s", path,
                         key_path, tls_reason());
    X509_free(x509);
    EVP_PKEY_free(key);
    return code;
}

enum error_code certificate_pair_make(const char *folder, const char *const *names,
                                      size_t names_len, struct error *error)
{
    struct text certificate = {0}, key = {0};
    text_printf(&certificate, "%s/certificate.pem", folder);
    text_printf(&key, "%s/key.pem", folder);
    GENERAL_NAMES *all_names = NULL;
    ERR_clear_error();
    enum error_code code = list_names(names, names_len, &all_names, error);
    if (!code && mkdir(folder, 0700) && errno != EEXIST)
        code = io_error(folder, error);

    /* The key comes first, and a certificate is made for the key that is there: whatever others do
     * at the same time, and wherever a process is killed, the two belong together. */
    bool has_certificate = access(certificate.bytes, F_OK) == 0;
    bool has_key = access(key.bytes, F_OK) == 0;
    if (!code && has_certificate && !has_key)
        code = error_set(error, ERROR_IO,
                         "%s is there, but its key %s is not: bring the key back, or remove the "
                         "certificate to get a new pair",
                         certificate.bytes, key.bytes);
    if (!code && !has_key)
        code = make_key(key.bytes, error);
    if (!code && !has_certificate)
        code = make_certificate(certificate.bytes, key.bytes, all_names, error);

    GENERAL_NAMES_free(all_names);
    text_finish(&certificate);
    text_finish(&key);
    ERR_clear_error();
    return code;
}
