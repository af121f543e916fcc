/* operator.backup: copies the database on a thread of its own while play goes on; one at a time. */
#ifndef SERVER_SERVICE_BACKUP_H
#define SERVER_SERVICE_BACKUP_H

#include "common/base/error.h"
#include "server/hall/hall.h"

#include <uv.h>

struct service;

struct backups {
    struct worker *worker;
    uv_async_t word;          /* a backup has come on */
    struct backup *under_way; /* NULL: none */
};

void backups_init(struct service *service);

/* Answers when the copy is complete and on disk; until then says operator.progress. `path` is
 * copied. BAD_ARGUMENTS: the path is not absolute; LIMIT_REACHED: one is under way; then nothing is
 * begun, and the caller answers. */
enum error_code backup_begin(struct service *service, struct hall_caller from, const char *path,
                             size_t len, struct error *error);
/* Gives it up, if one is under way; it is answered all the same. */
void backup_cancel(struct service *service);

#endif
