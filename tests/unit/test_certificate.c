/* Certificates and their files: what a pair says, a pair that a server makes for itself, and files
 * that are no pair. */
#include "common/base/text.h"
#include "common/tls/certificate.h"
#include "common/tls/tls.h"
#include "tests/certificates.h"
#include "tests/e2e/folder.h"
#include "tests/suite.h"

#include <openssl/err.h>
#include <openssl/pem.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static void clean_up(void)
{
    folder_remove();
    suite_check_leaks();
}

TestSuite(certificate, .init = folder_make, .fini = clean_up, .timeout = BUSY_MACHINE_S(20));

static char own[FOLDER_PATH_MAX];

/* Loads a pair as a server does. The caller drops the context. */
static struct tls_context *load(const char *certificate, const char *key)
{
    struct tls_context *context = NULL;
    struct error error;
    cr_assert_eq(tls_context_for_server(certificate, key, &context, &error), ERROR_NONE, "%s",
                 error.message);
    cr_expect_eq(ERR_peek_error(), 0);
    return context;
}

static void make_own(const char *const *names, size_t names_len)
{
    struct error error;
    folder_path("own", own);
    cr_assert_eq(certificate_pair_make(own, names, names_len, &error), ERROR_NONE, "%s",
                 error.message);
    cr_expect_eq(ERR_peek_error(), 0);
}

static struct tls_context *load_own(void)
{
    return load(certificate_file("own/certificate", ".pem"), certificate_file("own/key", ".pem"));
}

static void expect_refused(const char *certificate, const char *key, const char *said)
{
    struct tls_context *context = NULL;
    struct error error;
    cr_assert_eq(tls_context_for_server(certificate, key, &context, &error), ERROR_IO);
    cr_expect_not_null(strstr(error.message, said), "%s", error.message);
    cr_expect_null(context);
    cr_expect_eq(ERR_peek_error(), 0);
}

static void write_file(const char *name, const char *content)
{
    FILE *file = fopen(certificate_file(name, ""), "w");
    cr_assert_not_null(file);
    fputs(content, file);
    fclose(file);
    cr_assert_eq(chmod(certificate_file(name, ""), 0600), 0);
}

Test(certificate, own_pair_is_for_this_machine_and_the_names_given)
{
    static const char *const more[] = {"play.example.org", "192.168.1.7", "fe80::1"};
    static const char *const expected[] = {"localhost",        "127.0.0.1",   "::1",
                                           "play.example.org", "192.168.1.7", "fe80::1"};
    const int64_t day_ms = 24LL * 3600 * 1000;
    int64_t now_ms = (int64_t)time(NULL) * 1000;
    make_own(more, 3);
    struct tls_context *context = load_own();
    const struct certificate *facts = tls_context_certificate(context);
    cr_expect(facts->is_self_signed);
    cr_expect_leq(facts->begins_ms, now_ms - day_ms + 60000);
    cr_expect_gt(facts->expires_ms, now_ms + 3651 * day_ms);
    cr_expect_lt(facts->expires_ms, now_ms + 3654 * day_ms);
    cr_assert_eq(facts->names_len, 6);
    for (size_t i = 0; i < 6; i++)
        cr_expect_str_eq(facts->names[i], expected[i]);
    tls_context_unref(context);
}

Test(certificate, own_pair_is_made_once_and_for_its_owner_only)
{
    struct stat status;
    umask(0);
    make_own(NULL, 0);
    char *first = folder_read("own/certificate.pem"), *first_key = folder_read("own/key.pem");
    make_own(NULL, 0);
    char *second = folder_read("own/certificate.pem"), *second_key = folder_read("own/key.pem");
    cr_expect_str_eq(first, second);
    cr_expect_str_eq(first_key, second_key);
    cr_assert_eq(stat(certificate_file("own/key", ".pem"), &status), 0);
    cr_expect_eq(status.st_mode & 07777, 0600);
    cr_assert_eq(stat(certificate_file("own/certificate", ".pem"), &status), 0);
    cr_expect_eq(status.st_mode & 07777, 0600);
    cr_assert_eq(stat(own, &status), 0);
    cr_expect_eq(status.st_mode & 07777, 0700);
    free(first);
    free(second);
    free(first_key);
    free(second_key);
}

/* Each process makes a pair and loads it; whoever was first, they all have the same one. */
Test(certificate, processes_at_once_find_one_pair)
{
    enum { PROCESSES = 8, ROUNDS = 10 };
    for (int round = 0; round < ROUNDS; round++) {
        int pipe_ends[2];
        char pins[PROCESSES][CERTIFICATE_PIN_CHARS];
        cr_assert_eq(pipe(pipe_ends), 0);
        for (int i = 0; i < PROCESSES; i++)
            if (fork() == 0) {
                make_own(NULL, 0);
                struct tls_context *context = load_own();
                const char *pin = tls_context_certificate(context)->pin;
                _exit(write(pipe_ends[1], pin, CERTIFICATE_PIN_CHARS) != CERTIFICATE_PIN_CHARS);
            }
        for (int i = 0; i < PROCESSES; i++) {
            int status;
            cr_assert_gt(wait(&status), 0);
            cr_assert_eq(status, 0);
        }
        close(pipe_ends[1]);
        cr_assert_eq(read(pipe_ends[0], pins, sizeof pins), sizeof pins);
        close(pipe_ends[0]);
        for (int i = 1; i < PROCESSES; i++)
            cr_expect_arr_eq(pins[i], pins[0], sizeof pins[0]);
        cr_assert_eq(unlink(certificate_file("own/key", ".pem")), 0);
        cr_assert_eq(unlink(certificate_file("own/certificate", ".pem")), 0);
    }
}

Test(certificate, lost_certificate_is_made_anew_for_the_same_key)
{
    make_own(NULL, 0);
    struct tls_context *before = load_own();
    cr_assert_eq(unlink(certificate_file("own/certificate", ".pem")), 0);
    make_own(NULL, 0);
    struct tls_context *after = load_own();
    cr_expect_str_eq(tls_context_certificate(after)->pin, tls_context_certificate(before)->pin);
    tls_context_unref(before);
    tls_context_unref(after);
}

Test(certificate, certificate_without_its_key_is_left_alone)
{
    struct error error;
    make_own(NULL, 0);
    cr_assert_eq(unlink(certificate_file("own/key", ".pem")), 0);
    cr_assert_eq(certificate_pair_make(own, NULL, 0, &error), ERROR_IO);
    cr_expect_not_null(strstr(error.message, "key.pem is not"), "%s", error.message);
    cr_expect(folder_has("own/certificate.pem"));
}

Test(certificate, folder_that_cannot_be_made_is_an_error)
{
    struct error error;
    folder_path("nowhere/own", own);
    cr_assert_eq(certificate_pair_make(own, NULL, 0, &error), ERROR_IO);
    cr_expect_not_null(strstr(error.message, own), "%s", error.message);
    cr_expect_not_null(strstr(error.message, "No such file"), "%s", error.message);
}

Test(certificate, name_that_no_certificate_can_have_is_refused)
{
    static const char *const bad[] = {"", "a b", "x,DNS:y", "-x", ".x", "käthe", "http://x/"};
    struct error error;
    folder_path("own", own);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        cr_expect_eq(certificate_pair_make(own, &bad[i], 1, &error), ERROR_USAGE, "%s", bad[i]);
    cr_expect_not(folder_has("own"));
}

/* The pin as anybody computes it: by OpenSSL's own base64 of the hash of the exported key. */
Test(certificate, pin_is_the_hash_of_the_public_key)
{
    make_own(NULL, 0);
    struct tls_context *context = load_own();
    FILE *file = fopen(certificate_file("own/certificate", ".pem"), "r");
    X509 *x509 = PEM_read_X509(file, NULL, NULL, NULL);
    fclose(file);
    unsigned char *der = NULL, hash[32];
    char expected[64] = "sha256:";
    int len = i2d_PUBKEY(X509_get0_pubkey(x509), &der);
    EVP_Digest(der, (size_t)len, hash, NULL, EVP_sha256(), NULL);
    EVP_EncodeBlock((unsigned char *)expected + 7, hash, sizeof hash);
    for (char *at = expected; *at; at++)
        *at = *at == '+' ? '-' : *at == '/' ? '_' : *at == '=' ? '\0' : *at;
    cr_expect_str_eq(tls_context_certificate(context)->pin, expected);
    cr_expect(certificate_pin_is_valid(expected));
    OPENSSL_free(der);
    X509_free(x509);
    tls_context_unref(context);
}

Test(certificate, pin_has_one_form)
{
    static const char *const bad[] = {
        "",
        "sha256:",
        "sha256:Y74J93OUfrzLcptHUXFp20KfxRvRMKdKPpsviqb4HC",
        "sha256:Y74J93OUfrzLcptHUXFp20KfxRvRMKdKPpsviqb4HCk=",
        "sha256:Y74J93OUfrzLcptHUXFp20KfxRvRMKdKPpsviqb4HCl",
        "sha256:Y74J93OUfrzLcptHUXFp20KfxRvRMKdKPpsvi+b4HCk",
        "sha512:Y74J93OUfrzLcptHUXFp20KfxRvRMKdKPpsviqb4HCk",
    };
    cr_expect(certificate_pin_is_valid("sha256:Y74J93OUfrzLcptHUXFp20KfxRvRMKdKPpsviqb4HCk"));
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        cr_expect_not(certificate_pin_is_valid(bad[i]), "%s", bad[i]);
}

Test(certificate, expired_certificate_is_loaded_and_told)
{
    certificate_make((struct certificate_wish){.name = "old", .begins_h = -48, .expires_h = -1});
    struct tls_context *context =
        load(certificate_file("old", ".pem"), certificate_file("old", ".key"));
    cr_expect_lt(tls_context_certificate(context)->expires_ms, (int64_t)time(NULL) * 1000);
    cr_expect_eq(tls_context_certificate(context)->names_len, 0);
    tls_context_unref(context);
}

Test(certificate, chain_is_read_behind_the_servers_own)
{
    certificate_make((struct certificate_wish){.name = "root", .is_authority = true});
    certificate_make((struct certificate_wish){.name = "ours", .issuer = "root"});
    char *ours = folder_read("ours.pem"), *root = folder_read("root.pem");
    struct text both = {0};
    text_printf(&both, "%s%s", ours, root);
    write_file("both.pem", both.bytes);
    struct certificate_pair pair;
    struct error error;
    cr_assert_eq(certificate_pair_load(certificate_file("both", ".pem"),
                                       certificate_file("ours", ".key"), &pair, &error),
                 ERROR_NONE, "%s", error.message);
    cr_expect_eq(sk_X509_num(pair.chain), 1);
    struct certificate facts;
    certificate_describe(pair.x509, &facts);
    cr_expect_not(facts.is_self_signed);
    certificate_finish(&facts);
    certificate_pair_finish(&pair);

    text_append_string(&both, "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n");
    write_file("both.pem", both.bytes);
    expect_refused(certificate_file("both", ".pem"), certificate_file("ours", ".key"),
                   "its certificate 3 cannot be read");
    text_finish(&both);
    free(ours);
    free(root);
}

Test(certificate, files_that_are_no_pair_are_refused)
{
    certificate_make((struct certificate_wish){.name = "a"});
    certificate_make((struct certificate_wish){.name = "b"});
    const char *a = certificate_file("a", ".pem"), *a_key = certificate_file("a", ".key");
    const char *b_key = certificate_file("b", ".key"), *none = certificate_file("none", ".pem");
    write_file("empty.pem", "");
    write_file("garbage.pem", "-----BEGIN CERTIFICATE-----\nZZZZ\n-----END CERTIFICATE-----\n");
    expect_refused(none, a_key, "none.pem: No such file");
    expect_refused(a, none, "none.pem: No such file");
    expect_refused(certificate_file("empty", ".pem"), a_key, "empty.pem has no certificate");
    expect_refused(certificate_file("garbage", ".pem"), a_key, "garbage.pem has no certificate");
    expect_refused(a, certificate_file("empty", ".pem"), "empty.pem has no private key");
    expect_refused(a, a, "a.pem has no private key");
    expect_refused(a_key, a_key, "a.key has no certificate");
    expect_refused(a, b_key, "does not belong to the certificate");
    expect_refused(certificate_file("", ""), a_key, "has no certificate");
}

/* The key may be for a group, as Debian's ssl-cert, but not for everybody. */
Test(certificate, key_for_everybody_to_read_is_refused)
{
    certificate_make((struct certificate_wish){.name = "a"});
    const char *a = certificate_file("a", ".pem"), *a_key = certificate_file("a", ".key");
    cr_assert_eq(chmod(a_key, 0644), 0);
    expect_refused(a, a_key, "everybody may read the key");
    cr_assert_eq(chmod(a_key, 0640), 0);
    tls_context_unref(load(a, a_key));
}

/* A server has nobody to ask: it must not wait at a terminal. */
Test(certificate, key_with_a_passphrase_is_refused)
{
    certificate_make((struct certificate_wish){.name = "a"});
    const char *a_key = certificate_file("a", ".key");
    FILE *file = fopen(a_key, "r");
    EVP_PKEY *key = PEM_read_PrivateKey(file, NULL, NULL, NULL);
    fclose(file);
    file = fopen(a_key, "w");
    cr_assert(PEM_write_PKCS8PrivateKey(file, key, EVP_aes_128_cbc(), "secret", 6, NULL, NULL));
    fclose(file);
    EVP_PKEY_free(key);
    expect_refused(certificate_file("a", ".pem"), a_key, "needs a passphrase");
}
