#include "common/export/export.h"

#include <sodium.h>
#include <string.h>

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

static const char algorithm[] = "ed25519:";

void export_key_print(const unsigned char key[EXPORT_KEY_BYTES], struct text *out)
{
    text_append_string(out, algorithm);
    for (int i = 0; i < EXPORT_KEY_BYTES; i++)
        text_printf(out, "%02x", key[i]);
}

bool export_key_parse(const char *text, unsigned char ret_key[EXPORT_KEY_BYTES])
{
    size_t len;
    if (strncmp(text, algorithm, strlen(algorithm)) == 0)
        text += strlen(algorithm);
    return strlen(text) == 2 * (size_t)EXPORT_KEY_BYTES &&
           sodium_hex2bin(ret_key, EXPORT_KEY_BYTES, text, strlen(text), NULL, &len, NULL) == 0 &&
           len == EXPORT_KEY_BYTES;
}
