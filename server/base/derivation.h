/* Argon2id as it is asked for, without the password: the hall reads salt and costs from a stored
 * hash, or draws a salt for a new one; the derived key comes back from whichever process has the
 * password. */
#ifndef SERVER_BASE_DERIVATION_H
#define SERVER_BASE_DERIVATION_H

#include <stdint.h>

enum {
    DERIVATION_SALT_BYTES = 16,
    DERIVATION_OPERATIONS_MAX = 16, /* the dearest that is carried out */
    DERIVATION_KIB_MIN = 8,
    DERIVATION_KIB_MAX = 65536,
    DERIVED_BYTES = 32,
    /* At a gateway at once: one under way, and the next, so that its thread never waits for the
     * bus. All others wait in the hall, sorted. */
    DERIVATIONS_MAX = 2,
};

struct derivation {
    uint32_t operations; /* at least 1 */
    uint32_t memory_kib;
    unsigned char salt[DERIVATION_SALT_BYTES];
};

#endif
