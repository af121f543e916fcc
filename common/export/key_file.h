/* A file with the secret half of a signing key: one line, "ed25519-secret:" and 64 hexadecimal
 * digits, the seed of the key pair. Whoever can read it can sign in its owner's name. */
#ifndef COMMON_EXPORT_KEY_FILE_H
#define COMMON_EXPORT_KEY_FILE_H

#include "common/base/error.h"
#include "common/export/export.h"

/* Reads it. IO: it is not there, others than its owner may read it, or it holds something else. The
 * caller wipes the seed. */
enum error_code key_file_load(const char *path, unsigned char ret_seed[EXPORT_SEED_BYTES],
                              struct error *error);
/* The public half of the key in it. IO. */
enum error_code key_file_load_public(const char *path, unsigned char ret_key[EXPORT_KEY_BYTES],
                                     struct error *error);
/* Makes the file with a new key, readable by its owner only, unless it is there. Of several
 * processes that do so at once one makes it, and all find the same key. IO. */
enum error_code key_file_make(const char *path, struct error *error);

#endif
