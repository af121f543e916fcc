/* The folder for persistent files of this program: $XDG_STATE_HOME/takeaway, by default
 * ~/.local/state/takeaway. */
#ifndef CLIENT_STATE_FOLDER_H
#define CLIENT_STATE_FOLDER_H

#include "common/base/error.h"
#include "common/base/text.h"

/* Appends the path of a file in the folder, `name` such as "private.db" or "tokens/x", and creates
 * the parent folders, accessible to their owner only. IO. */
enum error_code state_path(const char *name, struct text *ret_path, struct error *error);

/* Appends the path of the person's only signing key (common/export/key_file.h) and creates the key
 * if it does not exist. IO. */
enum error_code state_key_path(struct text *ret_path, struct error *error);

/* Appends the path of the file with the token that gives this person's seats on the server back.
 * IO. */
enum error_code state_token_path(const char *server, const char *name, struct text *ret_path,
                                 struct error *error);

#endif
