/* A token kept in a file of its own, readable by its owner only, so that a program that is started
 * again takes its seats back. */
#ifndef CLIENT_LIB_TOKEN_FILE_H
#define CLIENT_LIB_TOKEN_FILE_H

#include "common/base/error.h"
#include "common/base/text.h"

/* Replaces `ret_token`; by the empty text when there is no such file. IO when it cannot be read. */
enum error_code token_file_load(const char *path, struct text *ret_token, struct error *error);
/* Keeps a token in place of the one before; after a crash there is either of them. IO. */
enum error_code token_file_save(const char *path, const char *token, struct error *error);

#endif
