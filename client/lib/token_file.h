/* A token in a file of its own, readable by its owner only, with which a restarted program takes
 * its seats back. */
#ifndef CLIENT_LIB_TOKEN_FILE_H
#define CLIENT_LIB_TOKEN_FILE_H

#include "common/base/error.h"
#include "common/base/text.h"

/* Replaces `ret_token`; empty: there is no such file. Fails with IO. */
enum error_code token_file_load(const char *path, struct text *ret_token, struct error *error);
/* Replaces the token atomically: after a crash the file has the old or the new one. Fails with
 * IO. */
enum error_code token_file_save(const char *path, const char *token, struct error *error);

#endif
