/* operator.backup: copies the database on a thread of its own while play goes on; one copy at a
 * time. */
#ifndef SERVER_SERVICE_BACKUP_H
#define SERVER_SERVICE_BACKUP_H

#include "common/base/error.h"
#include "server/hall/hall.h"

#include <uv.h>

struct service;

struct backups {
    struct worker *worker;
    uv_async_t word;          /* the backup has made progress */
    struct backup *under_way; /* NULL: none */
};

void backups_init(struct service *service);

/* Sends operator.progress during the backup, and the answer when the copy is complete and on disk.
 * `path` is copied. BAD_ARGUMENTS: the path is not absolute; LIMIT_REACHED: a backup is under way.
 * On an error nothing is begun, and the caller answers. */
enum error_code backup_begin(struct service *service, struct hall_caller from, const char *path,
                             size_t len, struct error *error);
/* Gives up the backup that is under way, if any; its request is still answered. */
void backup_cancel(struct service *service);

#endif
