/* Hashes of passwords in their stored form, which is libsodium's and that of other programs:
 *
 *     $argon2id$v=19$m=7168,t=5,p=1$SALT$KEY
 *
 * The key is derived from the password by the salt and the costs, so a process without the password
 * can read what has to be derived, and compare the key that comes back. */
#ifndef SERVER_SERVICE_PASSWORD_HASH_H
#define SERVER_SERVICE_PASSWORD_HASH_H

#include "server/base/derivation.h"

#include <stdbool.h>
#include <stddef.h>

enum { PASSWORD_HASH_BYTES = 128 /* as text, zero-terminated */ };

struct password_hash {
    struct derivation derivation;
    unsigned char key[DERIVED_BYTES];
};

/* The costs of a new hash, and a fresh salt. */
void derivation_draw(struct derivation *ret_derivation);
/* Takes 20 ms or more. False: out of memory. */
bool derivation_run(const struct derivation *derivation, const char *password, size_t len,
                    unsigned char ret_key[DERIVED_BYTES]);

/* False: it is no hash of this form, or dearer than the limits of struct derivation. */
bool password_hash_read(const char *text, struct password_hash *ret_hash);
void password_hash_write(const struct password_hash *hash, char ret_text[PASSWORD_HASH_BYTES]);

#endif
