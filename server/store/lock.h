/* The lock that keeps a second server away from a database. */
#ifndef SERVER_STORE_LOCK_H
#define SERVER_STORE_LOCK_H

#include "common/base/error.h"

/* Makes or opens the file and locks it. IO names the process that has it. The lock goes with the
 * descriptor, so with the process, however it ends. */
enum error_code lock_take(const char *path, int *ret_fd, struct error *error);
/* -1 is taken. The file stays: removing it would let a second server lock a file that is no longer
 * there while a third makes it anew. */
void lock_release(int fd);

#endif
