#include "server/service/token.h"

#include <sodium.h>
#include <string.h>

bool token_init(void)
{
    return sodium_init() >= 0;
}

void token_make(char ret_token[TOKEN_TEXT_BYTES + 1])
{
    unsigned char secret[TOKEN_TEXT_BYTES / 2];
    randombytes_buf(secret, sizeof secret);
    sodium_bin2hex(ret_token, TOKEN_TEXT_BYTES + 1, secret, sizeof secret);
    explicit_bzero(secret, sizeof secret);
}

void invitation_code_make(char ret_code[INVITATION_CODE_BYTES + 1])
{
    unsigned char secret[16];
    randombytes_buf(secret, sizeof secret);
    sodium_bin2base64(ret_code, INVITATION_CODE_BYTES + 1, secret, sizeof secret,
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}

void token_hash(const char *token, size_t len, unsigned char ret_hash[TOKEN_HASH_BYTES])
{
    crypto_generichash(ret_hash, TOKEN_HASH_BYTES, (const unsigned char *)token, len, NULL, 0);
}

void code_make(char ret_code[CODE_TEXT_BYTES + 1])
{
    static const char letters[] = "0123456789abcdefghjkmnpqrstvwxyz";
    unsigned char secret[CODE_TEXT_BYTES];
    randombytes_buf(secret, sizeof secret);
    for (int i = 0; i < CODE_TEXT_BYTES; i++)
        ret_code[i] = i % 6 == 5 ? '-' : letters[secret[i] % 32];
    ret_code[CODE_TEXT_BYTES] = '\0';
    explicit_bzero(secret, sizeof secret);
}

void code_hash(const char *code, size_t len, unsigned char ret_hash[TOKEN_HASH_BYTES])
{
    crypto_generichash_state state;
    crypto_generichash_init(&state, NULL, 0, TOKEN_HASH_BYTES);
    for (size_t i = 0; i < len; i++) {
        unsigned char c = (unsigned char)code[i];
        if (c == '-' || c == ' ')
            continue;
        if (c >= 'A' && c <= 'Z')
            c = (unsigned char)(c - 'A' + 'a');
        if (c == 'o')
            c = '0';
        else if (c == 'i' || c == 'l')
            c = '1';
        crypto_generichash_update(&state, &c, 1);
    }
    crypto_generichash_final(&state, ret_hash, TOKEN_HASH_BYTES);
    explicit_bzero(&state, sizeof state);
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
