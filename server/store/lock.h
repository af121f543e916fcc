/* The lock that keeps a second server away from a database. */
#ifndef SERVER_STORE_LOCK_H
#define SERVER_STORE_LOCK_H

#include "common/base/error.h"

#include <stdbool.h>

/* Makes or opens the file, locks it, and writes the number of this process into it; *ret_made: it
 * was made. TOO_EARLY names the process that has the lock. IO: also a file that is no regular one,
 * has a second name, or belongs to another user; such a file stays as it is, and a symbolic link is
 * not followed. The lock goes with the descriptor, so with the process, however it ends. Only the
 * holder of the lock may remove the file: a process that has opened it by then finds out, and
 * begins again. */
enum error_code lock_take(const char *path, int *ret_fd, bool *ret_made, struct error *error);
/* -1 is taken. The file stays. */
void lock_release(int fd);

#endif
