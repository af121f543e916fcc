/* The lock that keeps a second server away from a database. */
#ifndef SERVER_STORE_LOCK_H
#define SERVER_STORE_LOCK_H

#include "common/base/error.h"

#include <stdbool.h>

/* Makes or opens the file and locks it; *ret_made: it was made. TOO_EARLY names the process that has it; IO. The lock goes with the
 * descriptor, so with the process, however it ends. Only who has the lock may remove the file: whoever has opened it by then
 * finds out, and begins anew. */
enum error_code lock_take(const char *path, int *ret_fd, bool *ret_made, struct error *error);
/* -1 is taken. The file stays. */
void lock_release(int fd);

#endif
