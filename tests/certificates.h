/* Certificates that a server of our own would never make: expired, for another name, issued by an
 * authority of the test. They are files NAME.pem and NAME.key in the test's folder (e2e/folder.h).
 */
#ifndef TESTS_CERTIFICATES_H
#define TESTS_CERTIFICATES_H

#include <stdbool.h>

struct certificate_wish {
    const char *name;        /* of the files, without their endings */
    const char *issuer;      /* the name of an authority that was made before; NULL: self-signed */
    const char *hosts;       /* as OpenSSL writes them: "DNS:localhost,IP:127.0.0.1"; NULL: none */
    int begins_h, expires_h; /* hours from now; both 0: from yesterday to tomorrow */
    bool is_authority;
};

void certificate_make(struct certificate_wish wish);
/* The path of a file of the test's folder, NAME and ending, valid until the thread ends. */
const char *certificate_file(const char *name, const char *ending);

#endif
