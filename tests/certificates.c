#include "tests/certificates.h"

#include "tests/e2e/folder.h"

#include <criterion/criterion.h>
#include <openssl/pem.h>
#include <openssl/x509v3.h>
#include <stdio.h>
#include <sys/stat.h>

const char *certificate_file(const char *name, const char *ending)
{
    enum { FILES = 64 };
    static _Thread_local char paths[FILES][FOLDER_PATH_MAX];
    static _Thread_local int paths_len;
    char file[128];
    cr_assert_lt(paths_len, FILES);
    snprintf(file, sizeof file, "%s%s", name, ending);
    folder_path(file, paths[paths_len]);
    return paths[paths_len++];
}

static FILE *open_file(const char *name, const char *ending, const char *mode)
{
    FILE *file = fopen(certificate_file(name, ending), mode);
    cr_assert_not_null(file, "cannot open %s%s", name, ending);
    if (*mode == 'w')
        cr_assert_eq(fchmod(fileno(file), 0600), 0);
    return file;
}

static void add_extension(X509 *x509, int extension, const char *value)
{
    X509_EXTENSION *made = X509V3_EXT_conf_nid(NULL, NULL, extension, value);
    cr_assert_not_null(made, "%s", value);
    cr_assert(X509_add_ext(x509, made, -1));
    X509_EXTENSION_free(made);
}

void certificate_make(struct certificate_wish wish)
{
    static long serial;
    const int hours_s = 3600;
    if (wish.begins_h == 0 && wish.expires_h == 0) {
        wish.begins_h = -24;
        wish.expires_h = 24;
    }
    EVP_PKEY *key = EVP_EC_gen("P-256"), *issuer_key = key;
    X509 *x509 = X509_new(), *issuer = x509;
    cr_assert(X509_NAME_add_entry_by_txt(X509_get_subject_name(x509), "CN", MBSTRING_ASC,
                                         (const unsigned char *)wish.name, -1, -1, 0));
    if (wish.issuer) {
        FILE *file = open_file(wish.issuer, ".pem", "r");
        issuer = PEM_read_X509(file, NULL, NULL, NULL);
        fclose(file);
        file = open_file(wish.issuer, ".key", "r");
        issuer_key = PEM_read_PrivateKey(file, NULL, NULL, NULL);
        fclose(file);
    }
    ASN1_INTEGER_set(X509_get_serialNumber(x509), ++serial);
    X509_set_version(x509, X509_VERSION_3);
    X509_gmtime_adj(X509_getm_notBefore(x509), (long)wish.begins_h * hours_s);
    X509_gmtime_adj(X509_getm_notAfter(x509), (long)wish.expires_h * hours_s);
    X509_set_issuer_name(x509, X509_get_subject_name(issuer));
    X509_set_pubkey(x509, key);
    add_extension(x509, NID_basic_constraints, wish.is_authority ? "critical,CA:TRUE" : "CA:FALSE");
    if (wish.hosts)
        add_extension(x509, NID_subject_alt_name, wish.hosts);
    cr_assert(X509_sign(x509, issuer_key, EVP_sha256()));

    FILE *file = open_file(wish.name, ".pem", "w");
    cr_assert(PEM_write_X509(file, x509));
    fclose(file);
    file = open_file(wish.name, ".key", "w");
    cr_assert(PEM_write_PKCS8PrivateKey(file, key, NULL, NULL, 0, NULL, NULL));
    fclose(file);
    if (wish.issuer) {
        X509_free(issuer);
        EVP_PKEY_free(issuer_key);
    }
    X509_free(x509);
    EVP_PKEY_free(key);
}
