/* Where the tokens are kept that take a person's seats back: a file for each server and name. */
#ifndef CLIENT_TOKEN_H
#define CLIENT_TOKEN_H

#include "common/base/error.h"
#include "common/base/text.h"

/* Appends the path of the file, and makes its folder. */
enum error_code token_path(const char *server, const char *name, struct text *ret_path,
                           struct error *error);

#endif
