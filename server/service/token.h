/* Tokens: the secrets with which players take their seats back. Only their hashes are stored. Other
 * randomness comes from here too. */
#ifndef SERVER_SERVICE_TOKEN_H
#define SERVER_SERVICE_TOKEN_H

#include "server/hall/record.h"

#include <stdbool.h>
#include <stddef.h>

enum { TOKEN_TEXT_BYTES = 64 }; /* 32 random bytes in hex */

/* Call once at the start. False: the system has no randomness. */
bool token_init(void);
void token_make(char ret_token[TOKEN_TEXT_BYTES + 1]);
void token_hash(const char *token, size_t len, unsigned char ret_hash[TOKEN_HASH_BYTES]);
/* Fills `ret_secret` with unpredictable bytes. */
void secret_make(unsigned char *ret_secret, size_t len);
/* A seed from the system's randomness. */
uint64_t token_seed(void);

#endif
