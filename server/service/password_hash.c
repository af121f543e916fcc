#include "server/service/password_hash.h"

#include <assert.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

/* OWASP's password storage cheat sheet has several parameter sets for argon2id of the same
 * strength. This one uses the least memory, to limit the cost of a flood of log-ins. */
enum {
    OPERATIONS = 5,
    MEMORY_KIB = 7 * 1024,
};

/* The text of an encoded salt or key, with its end; longer than any that is right. */
enum { ENCODED_BYTES = 64, VARIANT = sodium_base64_VARIANT_ORIGINAL_NO_PADDING };

_Static_assert(DERIVATION_SALT_BYTES == crypto_pwhash_argon2id_SALTBYTES, "libsodium's salt");
_Static_assert(PASSWORD_HASH_BYTES >= crypto_pwhash_STRBYTES, "a hash as libsodium writes it");
_Static_assert(DERIVATION_KIB_MIN * 1024 >= crypto_pwhash_argon2id_MEMLIMIT_MIN, "the least");

void derivation_draw(struct derivation *ret_derivation)
{
    *ret_derivation = (struct derivation){.operations = OPERATIONS, .memory_kib = MEMORY_KIB};
    randombytes_buf(ret_derivation->salt, sizeof ret_derivation->salt);
}

bool derivation_run(const struct derivation *derivation, const char *password, size_t len,
                    unsigned char ret_key[DERIVED_BYTES])
{
    return crypto_pwhash(ret_key, DERIVED_BYTES, password, len, derivation->salt,
                         derivation->operations, (size_t)derivation->memory_kib * 1024,
                         crypto_pwhash_ALG_ARGON2ID13) == 0;
}

static bool decode(const char *text, unsigned char *ret_bytes, size_t count)
{
    size_t decoded;
    return sodium_base642bin(ret_bytes, count, text, strlen(text), NULL, &decoded, NULL, VARIANT) ==
               0 &&
           decoded == count;
}

bool password_hash_read(const char *text, struct password_hash *ret_hash)
{
    struct derivation *derivation = &ret_hash->derivation;
    char salt[ENCODED_BYTES], key[ENCODED_BYTES];
    int end = 0;
    if (sscanf(text, "$argon2id$v=19$m=%5u,t=%5u,p=1$%63[^$]$%63[^$]%n", &derivation->memory_kib,
               &derivation->operations, salt, key, &end) != 4)
        return false;
    return text[end] == '\0' && derivation->operations >= 1 &&
           derivation->operations <= DERIVATION_OPERATIONS_MAX &&
           derivation->memory_kib >= DERIVATION_KIB_MIN &&
           derivation->memory_kib <= DERIVATION_KIB_MAX &&
           decode(salt, derivation->salt, DERIVATION_SALT_BYTES) &&
           decode(key, ret_hash->key, DERIVED_BYTES);
}

void password_hash_write(const struct password_hash *hash, char ret_text[PASSWORD_HASH_BYTES])
{
    char salt[ENCODED_BYTES], key[ENCODED_BYTES];
    sodium_bin2base64(salt, sizeof salt, hash->derivation.salt, DERIVATION_SALT_BYTES, VARIANT);
    sodium_bin2base64(key, sizeof key, hash->key, DERIVED_BYTES, VARIANT);
    int len = snprintf(ret_text, PASSWORD_HASH_BYTES, "$argon2id$v=19$m=%u,t=%u,p=1$%s$%s",
                       hash->derivation.memory_kib, hash->derivation.operations, salt, key);
    assert(len > 0 && len < PASSWORD_HASH_BYTES);
    (void)len;
}
