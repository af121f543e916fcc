/* operator.backup: copies the database on a thread of its own while play goes on; one at a time. */
#ifndef SERVER_SERVICE_BACKUP_H
#define SERVER_SERVICE_BACKUP_H

#include "server/net/state.h"

/* Answers when the copy is complete and on disk; until then says operator.progress. `path` is
 * copied. BAD_ARGUMENTS: the path is not absolute; LIMIT_REACHED: one is under way; then nothing is
 * begun, and the caller answers. */
enum error_code backup_begin(struct connection *connection, uint32_t request, const char *path,
                             size_t len, struct error *error);
/* For the async handle `backup_word`. */
void backup_on_word(uv_async_t *async);
/* Gives it up, if one is under way; it is answered all the same. */
void backup_cancel(struct server *server);

#endif
