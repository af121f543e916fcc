/* A file with the secret half of a signing key: one line, "ed25519-secret:" and 64 hexadecimal
 * digits, the seed of the key pair. Every reader of the file can sign in its owner's name. */
#ifndef COMMON_EXPORT_KEY_FILE_H
#define COMMON_EXPORT_KEY_FILE_H

#include "common/base/error.h"
#include "common/export/export.h"

/* Reads the seed. IO: the file does not exist, others than its owner may read it, or it holds
 * something else. The caller wipes the seed. */
enum error_code key_file_load(const char *path, unsigned char ret_seed[EXPORT_SEED_BYTES],
                              struct error *error);
/* Reads the public half of the key. IO. */
enum error_code key_file_load_public(const char *path, unsigned char ret_key[EXPORT_KEY_BYTES],
                                     struct error *error);
/* Makes the file with a new key, readable by its owner only, unless it exists. If several processes
 * do so at once, one makes it and all find the same key. IO. */
enum error_code key_file_make(const char *path, struct error *error);

#endif
