#include "server/service/token.h"

#include <sodium.h>

bool token_init(void)
{
    return sodium_init() >= 0;
}

void token_make(char ret_token[TOKEN_TEXT_BYTES + 1])
{
    unsigned char secret[TOKEN_TEXT_BYTES / 2];
    randombytes_buf(secret, sizeof secret);
    sodium_bin2hex(ret_token, TOKEN_TEXT_BYTES + 1, secret, sizeof secret);
    sodium_memzero(secret, sizeof secret);
}

void token_hash(const char *token, size_t len, unsigned char ret_hash[TOKEN_HASH_BYTES])
{
    crypto_generichash(ret_hash, TOKEN_HASH_BYTES, (const unsigned char *)token, len, NULL, 0);
}

void secret_make(unsigned char *ret_secret, size_t len)
{
    randombytes_buf(ret_secret, len);
}

uint64_t token_seed(void)
{
    uint64_t seed;
    randombytes_buf(&seed, sizeof seed);
    return seed;
}
