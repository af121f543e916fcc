/* Criterion compares texts with libgit2, which reads all the certificates that the system trusts
 * whenever it starts; and it starts in the process of each test. That takes a third of a short test
 * under AddressSanitizer. Where libgit2 asks mbedTLS to read them, as it does on Debian, it gets
 * this. */
struct mbedtls_x509_crt;

int mbedtls_x509_crt_parse_file(struct mbedtls_x509_crt *chain, const char *path);

int mbedtls_x509_crt_parse_file(struct mbedtls_x509_crt *chain, const char *path)
{
    (void)chain;
    (void)path;
    return 0;
}
