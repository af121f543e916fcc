/* The folder in which this program keeps what has to outlive it: $XDG_STATE_HOME/takeaway, by
 * default ~/.local/state/takeaway. */
#ifndef CLIENT_STATE_H
#define CLIENT_STATE_H

#include "common/base/error.h"
#include "common/base/text.h"

/* Appends the path of a file in the folder, `name` such as "private.db" or "tokens/x", and makes
 * the folders on its way (for their owner only). IO when that fails. */
enum error_code state_path(const char *name, struct text *ret_path, struct error *error);

/* Appends the path of the person's signing key (common/export/key_file.h), of which there is one in
 * the folder. It is made when it does not exist. IO. */
enum error_code state_key_path(struct text *ret_path, struct error *error);

/* Appends the path of the file in which the token is kept that takes this person's seat on the
 * server back. IO. */
enum error_code state_token_path(const char *server, const char *name, struct text *ret_path,
                                 struct error *error);

#endif
