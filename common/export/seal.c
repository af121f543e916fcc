#include "common/export/export.h"

#include <sodium.h>

_Static_assert((size_t)EXPORT_KEY_BYTES == crypto_sign_PUBLICKEYBYTES &&
                   (size_t)EXPORT_SECRET_BYTES == crypto_sign_SECRETKEYBYTES &&
                   (size_t)EXPORT_SIGNATURE_BYTES == crypto_sign_BYTES &&
                   (size_t)EXPORT_SEED_BYTES == crypto_sign_SEEDBYTES,
               "the sizes of Ed25519");

void export_keys(const unsigned char seed[EXPORT_SEED_BYTES],
                 unsigned char ret_key[EXPORT_KEY_BYTES],
                 unsigned char ret_secret[EXPORT_SECRET_BYTES])
{
    crypto_sign_seed_keypair(ret_key, ret_secret, seed);
}

void export_sign(const unsigned char secret[EXPORT_SECRET_BYTES], struct export_seal *seal)
{
    crypto_sign_ed25519_sk_to_pk(seal->key, secret);
    crypto_sign_detached(seal->signature, NULL, seal->times, sizeof seal->times, secret);
}

bool export_seal_is_signed(const struct export_seal *seal)
{
    return crypto_sign_verify_detached(seal->signature, seal->times, sizeof seal->times,
                                       seal->key) == 0;
}
