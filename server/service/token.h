/* Tokens: the secrets with which players take their seats back; and the one-time codes of
 * operators. Only their hashes are stored. Other randomness comes from here too. */
#ifndef SERVER_SERVICE_TOKEN_H
#define SERVER_SERVICE_TOKEN_H

#include "server/hall/record.h"

#include <stdbool.h>
#include <stddef.h>

enum {
    TOKEN_TEXT_BYTES = 64, /* 32 random bytes in hex */
    CODE_TEXT_BYTES = 23,  /* 4 groups of 5 characters, each of them 5 random bits */
};

/* Call once at the start. False: the system has no randomness. */
bool token_init(void);
void token_make(char ret_token[TOKEN_TEXT_BYTES + 1]);
/* A fresh code of an invitation: base64url of 16 random bytes. */
void invitation_code_make(char ret_code[INVITATION_CODE_BYTES + 1]);
void token_hash(const char *token, size_t len, unsigned char ret_hash[TOKEN_HASH_BYTES]);
/* A one-time code, for people to write down and to say: k3d9m-... It has no l, o, i and u. */
void code_make(char ret_code[CODE_TEXT_BYTES + 1]);
/* The hash is the same for capitals and without hyphens and blanks, and where an o was read for a
 * 0, or an l or i for a 1. */
void code_hash(const char *code, size_t len, unsigned char ret_hash[TOKEN_HASH_BYTES]);
/* Fills `ret_secret` with unpredictable bytes. */
void secret_make(unsigned char *ret_secret, size_t len);
/* A seed from the system's randomness. */
uint64_t token_seed(void);

#endif
